"""Who sits where, and who has seen whose secrets: what `referee.authority` decides by.

A seat that nobody holds is given to whoever asks. One that a page holds is given by its holder,
who leaves it, or at the panel, which opens it for the next page that asks. Whatever changes is told
to the table.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from referee.authority import Seating, Visitor, may_sit
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.text import Text, Who
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, hashed

#: Of so many matches it is known who has seen what.
MATCHES: Final = 8
#: How an address begins among the eyes; a token's hash does not.
AT: Final = "at "
#: So many of the last changes are told on the pages.
TOLD: Final = 3


class Denied(RefereeError):
    """This page may not do that, or not now."""


def judge(reason: Text | None) -> None:
    """Raise `Denied` if `referee.authority` has a reason."""
    if reason is not None:
        raise Denied(reason.key, **reason.args)


@dataclass(slots=True)
class Seats:
    """``tell`` tells the panel. ``keep`` is called with who has seen what, and what was told, as
    plain data."""

    doorkeeper: Doorkeeper
    tell: Callable[[Text], None]
    keep: Callable[[Mapping[str, Any]], None] = lambda data: None
    _saw: OrderedDict[str, dict[str, int]] = field(default_factory=OrderedDict)
    _opened: set[tuple[str, int]] = field(default_factory=set)
    _news: deque[tuple[str, str, int]] = field(default_factory=lambda: deque(maxlen=TOLD))
    _looked: tuple[str, int, dict[int, bool]] = ("", 0, {})

    def recall(self, kept: Any) -> None:
        """Take what was kept; what cannot be read is left out."""
        with suppress(LookupError, AttributeError, TypeError, ValueError):
            for match, saw in kept["saw"].items():
                self._saw[match] = {str(eyes): int(seat) for eyes, seat in saw.items()}
        with suppress(LookupError, TypeError, ValueError):
            self._news.extend((str(of), str(key), int(seat)) for of, key, seat in kept["news"])

    def _keep(self) -> None:
        self.keep({"saw": self._saw, "news": [list(told) for told in self._news]})

    # -- who sits where --------------------------------------------------------------------

    def of(self, client: Client, match: Match | None) -> int | None:
        """The seat that a page has in this match; one of other players has none for it."""
        seat = client.granted.seat
        if match is None or seat is None or not _fits(match, seat, client.granted.name):
            return None
        return seat

    def held(self, match: Match) -> set[int]:
        """The seats that pages hold, connected or not. Who sat there in another match, and has not
        come to this one, holds none."""
        came = [p for p in self.doorkeeper.passes.values() if p.match == match.commitment]
        return {p.seat for p in came if p.seat is not None and _fits(match, p.seat, p.name)}

    def arrive(self, client: Client, match: Match) -> bool:
        """This page is there in this match; returns whether it has come to its seat just now."""
        if self.of(client, match) is None or client.granted.match == match.commitment:
            return False
        found = self.doorkeeper.find(client.token)
        if found is None or found.match == match.commitment:
            return False
        self.doorkeeper.meet(client.token, match.commitment)
        return True

    def news(self, match: Match) -> list[Text]:
        """What has changed in this match, the newest last."""
        return [_told(key, seat) for of, key, seat in self._news if of == match.commitment]

    # -- what changes it -------------------------------------------------------------------

    def claim(self, client: Client, match: Match, seat: int) -> None:
        """Give this page the seat, for its player; raises `Denied`."""
        visitor = self.visitor(client, match)
        if visitor.seat == seat:
            return
        if self.doorkeeper.find(client.token) is None:  # forgotten meanwhile
            raise Denied("web.stranger")
        judge(may_sit(visitor, seat, self.seating(match)))
        self._opened.discard((match.commitment, seat))
        left = self.of(client, match)
        self.doorkeeper.sit(client.token, seat, name_of(match, seat))
        self.doorkeeper.meet(client.token, match.commitment)
        if left is not None:
            self._change(match, "seating.left", left)
        self._change(match, "seating.taken", seat)

    def visitor(self, client: Client, match: Match | None) -> Visitor:
        """Who asks, as `referee.authority` wants to know it."""
        granted, seat = client.granted, self.of(client, match)
        return Visitor(client.known, seat, granted.panel, _eyes(client))

    def seating(self, match: Match) -> Seating:
        """Who sits where, as `referee.authority` wants to know it."""
        opened = {seat for of, seat in self._opened if of == match.commitment}
        saw = self._saw.get(match.commitment, {})
        return Seating(computers(match), self.held(match), opened, saw)

    def leave(self, client: Client, match: Match | None) -> None:
        seat = self.of(client, match)
        self.doorkeeper.stand(client.token)
        if match is not None and seat is not None:
            self._change(match, "seating.left", seat)

    def open(self, match: Match, seat: int) -> None:
        """At the panel: whoever holds this seat loses it, and the next page that asks gets it."""
        if seat not in computers(match):
            self.doorkeeper.vacate(seat)
            self._opened.add((match.commitment, seat))
            self._change(match, "seating.opened", seat)

    def _change(self, match: Match, key: str, seat: int) -> None:
        told = (match.commitment, key, seat)
        if told in self._news:
            self._news.remove(told)
        self._news.append(told)
        self._keep()
        self.tell(_told(key, seat))

    # -- who has seen what -----------------------------------------------------------------

    def note(self, client: Client, match: Match) -> None:
        """This page is about to be shown the match: note whose secrets are among it."""
        seat = self.of(client, match)
        if seat is None or not self._secret(match, seat):
            return
        saw = self._saw.setdefault(match.commitment, {})
        fresh = [eyes for eyes in _eyes(client) if eyes and eyes not in saw]
        if fresh:
            saw |= dict.fromkeys(fresh, seat)
            for eyes in [e for e in saw if e[:3] != AT and e not in self.doorkeeper.passes]:
                del saw[eyes]  # a token that opens nothing any more
            while len(self._saw) > MATCHES:
                self._saw.popitem(last=False)
            self._keep()

    def _secret(self, match: Match, seat: int) -> bool:
        """Whether this seat sees what others don't; looked at once in each state of a match."""
        moment = (match.commitment, len(match.lines))
        if self._looked[:2] != moment:
            self._looked = (*moment, {})
        found = self._looked[2]
        if seat not in found:
            asked = any(ask.secret and seat in ask.seats for ask in match.asks)
            found[seat] = asked or match.view(seat) != match.view(None)
        return found[seat]


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
