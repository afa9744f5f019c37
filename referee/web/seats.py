"""Who sits where, and who has seen whose secrets: what `referee.authority` decides by.

A seat that nobody holds is given to whoever asks. Where something is hidden, the panel gives each
seat to one phone, by a code of its own, as it does with a seat that somebody holds. Whatever
changes is told to the table.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from referee.authority import Seating, Visitor, may_come_back, may_sit
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.text import Text, Who
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass, hashed

#: Of so many matches it is known who has seen what: more than an evening has, as any may go on.
MATCHES: Final = 64
#: How an address begins among the eyes; a token's hash does not.
AT: Final = "at "
#: And the panel's; the seat follows.
BOX: Final = "box "
#: Seconds for which it is believed after a restart that the evening goes on, from when the last
#: match came to the table: whoever pulls the plug has ended nothing.
EVENING: Final = 6 * 3600.0
#: So many of the last changes of seats are told on the pages of a match.
TOLD: Final = 3


class Denied(RefereeError):
    """This page may not do that, or not now."""


def judge(reason: Text | None) -> None:
    """Raise `Denied` if `referee.authority` has a reason."""
    if reason is not None:
        raise Denied(reason.key, **reason.args)


@dataclass(slots=True)
class Seats:
    """``tell`` tells the panel. ``now``: the panel's clock. ``wall``: seconds since 1970. ``keep``
    is called with who has seen what, and what was told, as plain data."""

    doorkeeper: Doorkeeper
    tell: Callable[[Text], None]
    now: Callable[[], float]
    keep: Callable[[Mapping[str, Any]], None] = lambda data: None
    wall: Callable[[], float] = lambda: 0.0
    _saw: OrderedDict[str, dict[str, int]] = field(default_factory=OrderedDict)
    _news: list[tuple[str, str, int]] = field(default_factory=list)
    _looked: tuple[str, int, dict[int, bool]] = ("", 0, {})
    _played: tuple[str, int, set[int]] = ("", 0, set())
    _tables: tuple[str, str] = ("", "")  # which matches were on the table: the last two
    _came: float = 0.0  # when the last one did
    _recalled: bool = False  # before a restart

    def recall(self, kept: Any) -> None:
        """Take what was kept; what cannot be read is left out."""
        with suppress(LookupError, AttributeError, TypeError, ValueError):
            for match, saw in kept["saw"].items():
                self._saw[match] = {str(eyes): int(seat) for eyes, seat in saw.items()}
        with suppress(LookupError, TypeError, ValueError):
            self._news.extend((str(of), str(key), int(seat)) for of, key, seat in kept["news"])
        with suppress(LookupError, TypeError, ValueError):
            before, last = kept["tables"]
            self._came, self._tables = float(kept["came"]), (str(before), str(last))
            self._recalled = True

    def _keep(self) -> None:
        news, tables = [list(told) for told in self._news], list(self._tables)
        self.keep({"saw": self._saw, "news": news, "tables": tables, "came": self._came})

    # -- who sits where --------------------------------------------------------------------

    def of(self, client: Client, match: Match | None) -> int | None:
        """The seat that a page has in this match. One of other players has none for it, nor has one
        that may not come back to a seat where something is hidden."""
        granted, seat = client.granted, client.granted.seat
        if match is None or seat is None or not _fits(match, seat, granted.name):
            return None
        if granted.match == which(match) or not match.secretive:
            return seat
        seating = self.seating(client, match)
        saw, _ = seating.seen_by(_eyes(client))
        given = self._still_given(granted, match)
        return seat if may_come_back(seat, seating, given=given, saw=saw) else None

    def _still_given(self, granted: Pass, match: Match) -> bool:
        """Whether the panel gave it, and the page had it in the match before this one, too: who
        has been away since another evening asks anew. Where a seat has no name, only a rematch says
        that the same people sit there: nothing else leaves something to such a match."""
        before, last = self._tables
        before = before if last == which(match) else self._last()
        same = bool(granted.name) or match.header.carried is not None
        return granted.given and same and granted.match in (before, which(match))

    def held(self, match: Match) -> set[int]:
        """The seats that pages hold, connected or not. Who sat there in another match, and has not
        come to this one, holds none."""
        came = [p for p in self.doorkeeper.passes.values() if p.match == which(match)]
        return {p.seat for p in came if p.seat is not None and _fits(match, p.seat, p.name)}

    def arrive(self, client: Client, match: Match) -> bool:
        """This page is there in this match; returns whether it has come to its seat just now."""
        if self.of(client, match) is None or client.granted.match == which(match):
            return False
        found = self.doorkeeper.find(client.token)
        if found is None or found.match == which(match):
            return False
        self._meet(client, match, given=self._still_given(found, match))
        if match.secretive:
            self.doorkeeper.used(own_code(match, found.seat or 0))
            self._news_of("seating.taken", found.seat or 0, match)
        return True

    def _meet(self, client: Client, match: Match, *, given: bool) -> None:
        self.doorkeeper.meet(client.token, which(match), given=given)

    def on_table(self, match: Match) -> None:
        """This match is on the table; after every step of the loop."""
        self._have_played(match)
        if self._tables[1] != which(match):
            self._tables = (self._last(), which(match))
            self._came, self._recalled = self.wall(), False
            self._keep()

    def _last(self) -> str:
        """The match of this evening that was on the table last. Asked when the next one begins: a
        box that has just been switched on does not know what time it is."""
        same = not self._recalled or 0 <= self.wall() - self._came < EVENING
        return self._tables[1] if same else ""

    def end(self) -> None:
        """The evening is over: in a match that begins later nobody comes back to his seat."""
        self._tables = ("", "")
        self._keep()

    def news(self, match: Match) -> list[Text]:
        """What has changed in this match, the newest last."""
        return [_told(key, seat) for of, key, seat in self._news if of == which(match)]

    # -- what changes it -------------------------------------------------------------------

    def claim(self, client: Client, match: Match, seat: int, *, given: bool = False) -> None:
        """Give this page the seat, for its player; ``given``: it has the seat's own code. Raises
        `Denied`."""
        visitor = self.visitor(client, match)
        if visitor.seat == seat:
            return
        if self.doorkeeper.find(client.token) is None:  # forgotten meanwhile
            raise Denied("web.stranger")
        seating = self.seating(client, match)
        judge(may_sit(visitor, seat, seating, given=given))
        given = given or visitor.here
        left = self.of(client, match)
        self.doorkeeper.used(own_code(match, seat))
        self.doorkeeper.sit(client.token, seat, name_of(match, seat))
        self._meet(client, match, given=given)
        if left is not None:
            self._change(match, "seating.left", left)
        self._change(match, "seating.taken", seat)

    def visitor(self, client: Client, match: Match | None) -> Visitor:
        """Who asks, as `referee.authority` wants to know it."""
        granted, seat = client.granted, self.of(client, match)
        return Visitor(client.known, seat, granted.panel, client.local, _eyes(client))

    def seating(self, client: Client, match: Match) -> Seating:
        """Who sits where, as `referee.authority` wants to know it of who asks."""
        return Seating(
            computers(match), self.held(match), self._saw.get(which(match), {}),
            match.secretive, self._have_played(match),
        )  # fmt: skip

    def leave(self, client: Client, match: Match | None) -> None:
        seat = self.of(client, match)
        self.doorkeeper.stand(client.token)
        if match is not None and seat is not None:
            self._change(match, "seating.left", seat)

    def free(self, match: Match) -> list[int]:
        """The seats whose code the panel may show to all, and who types it sits there: where
        something is hidden, those of people that no page holds, and nobody has played from."""
        if not match.secretive or match.over:
            return []
        gone = computers(match) | self.held(match) | self._have_played(match)
        return [seat for seat in range(1, match.header.seats + 1) if seat not in gone]

    def open(self, match: Match, seat: int) -> None:
        """At the panel: whoever holds this seat loses it. Whoever types `code` gets it."""
        if seat not in computers(match):
            self.doorkeeper.vacate(seat)
            self.note_panel(match, seat)
            self._change(match, "seating.opened", seat)

    def code(self, match: Match, seat: int) -> str:
        """The seat's own code, for the panel to show."""
        return self.doorkeeper.code(self.now(), own_code(match, seat))

    def _change(self, match: Match, key: str, seat: int) -> None:
        self._news_of(key, seat, match)
        self.tell(_told(key, seat))

    def _news_of(self, key: str, seat: int, match: Match) -> None:
        told = (which(match), key, seat)
        if told in self._news:
            self._news.remove(told)
        self._news.append(told)
        changes = [one for one in self._news if one[0] == which(match)]
        last = list(dict.fromkeys(of for of, _, _ in self._news))[-MATCHES:]
        gone = changes[:-TOLD]
        self._news = [one for one in self._news if one not in gone and one[0] in last]
        self._keep()

    # -- who has seen what -----------------------------------------------------------------

    def note(self, client: Client, match: Match) -> None:
        """This page is about to be shown the match: note whose secrets are among it."""
        seat = self.of(client, match)
        if seat is not None and self._secret(match, seat):
            self._see(match, seat, _eyes(client))

    def note_panel(self, match: Match, seat: int) -> None:
        """The panel shows what only this seat may see, or gives it: it is the panel's, and no code
        that was shown before is good for it."""
        if match.secretive:
            self.doorkeeper.used(own_code(match, seat))
            self._see(match, seat, (f"{BOX}{seat}",))

    def _see(self, match: Match, seat: int, who: Iterable[str]) -> None:
        saw = self._saw.setdefault(which(match), {})
        fresh = [eyes for eyes in who if eyes and eyes not in saw]
        if fresh:
            saw |= dict.fromkeys(fresh, seat)
            for eyes in [e for e in saw if not _known(e, self.doorkeeper)]:
                del saw[eyes]  # a token that opens nothing any more
            while len(self._saw) > MATCHES:
                self._saw.popitem(last=False)
            self._keep()

    def _have_played(self, match: Match) -> set[int]:
        """For whom somebody has answered what only they may know, or looked at it at the panel. A
        code that was shown before such an answer is good no more."""
        of, count, answered = self._played
        if of != which(match):
            count, answered = 0, set()
        if (of, count) != (which(match), match.written):
            fresh = {
                line.entry.seat for line in match.since(count)
                if line.entry is not None and line.secret and not line.auto
            }  # fmt: skip
            for seat in fresh if of == which(match) else ():
                self.doorkeeper.used(own_code(match, seat))
            self._played = (which(match), match.written, answered | fresh)
        saw = self._saw.get(which(match), {})
        return {*self._played[2], *(seat for eyes, seat in saw.items() if eyes.startswith(BOX))}

    def _secret(self, match: Match, seat: int) -> bool:
        """Whether this seat sees what others don't; looked at once in each state of a match."""
        if not match.secretive:
            return False
        moment = (which(match), match.written)
        if self._looked[:2] != moment:
            self._looked = (*moment, {})
        found = self._looked[2]
        if seat not in found:
            asked = any(ask.secret and seat in ask.seats for ask in match.asks)
            found[seat] = asked or _told_alone(match, seat) or match.view(seat) != match.view(None)
        return found[seat]


@lru_cache(maxsize=8)
def which(match: Match) -> str:
    """Names a match where it matters who sits there. Not by its seed alone: whoever knows that can
    bring another match with the same."""
    header = match.header
    options = sorted(header.options.items())
    about = (match.commitment, header.game, header.names, header.players, options)
    return hashed(repr(about))


def own_code(match: Match, seat: int) -> Pass:
    """What a seat's own code opens."""
    return Pass(seat, name_of(match, seat), match=which(match))


def _told_alone(match: Match, seat: int) -> bool:
    """Whether this seat was told anything that not everybody was."""
    since = (ruling for logged in match.log for ruling in logged.rulings)
    told = itertools.chain(match.opening, since)
    return any(ruling.only is not None and seat in ruling.only for ruling in told)


def _known(eyes: str, doorkeeper: Doorkeeper) -> bool:
    """Whether these are the panel's, an address, or a token that opens anything."""
    return eyes.startswith((AT, BOX)) or eyes in doorkeeper.passes


def _told(key: str, seat: int) -> Text:
    return Text(key, {"who": Who(seat)})


def name_of(match: Match, seat: int) -> str:
    names = match.header.names
    return names[seat - 1] if names else ""


def computers(match: Match) -> set[int]:
    """The seats that computer players have."""
    return {seat for seat, player in enumerate(match.header.players, 1) if player}


def _fits(match: Match, seat: int, name: str) -> bool:
    """Whether somebody of this name may have this seat."""
    there = 1 <= seat <= match.header.seats
    return there and name_of(match, seat) == name and seat not in computers(match)


def _eyes(client: Client) -> tuple[str, str]:
    """By what somebody is known again: his token, and his address. At this very computer many
    pages have one address, and whoever is there has the panel."""
    token = hashed(client.token) if client.token else ""
    return token, f"{AT}{client.host}" if client.host and not client.local else ""
