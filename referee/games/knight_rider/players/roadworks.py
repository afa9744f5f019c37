"""Which diversion a computer player lays: one that opens its way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import fsum
from operator import itemgetter
from typing import Final

from referee.game import Ask, Chosen, Entry, text
from referee.games.knight_rider.board.places import walled_in, within_reach
from referee.games.knight_rider.board.roads import Card, Roads, diverted
from referee.games.knight_rider.board.sides import SIDES, apart, beyond
from referee.games.knight_rider.players.hunt import Hunt
from referee.games.knight_rider.players.look import Look
from referee.games.knight_rider.players.odds import Openness

#: Openness that a diversion must add, and how much more of it while others can close it again.
GAIN: Final = 0.5
CLOSED_AGAIN: Final = 0.1

#: Openness below which a car is cramped: then it must not add that much.
CRAMPED: Final = 6.0

#: Cards that open a way, and those that rather close one.
OPENERS: Final = ("straight", "right", "left", "dead_end")
CLOSERS: Final = ("roadblock", "dead_end")

#: What the openness of another car counts beside the own; by how much the own share must grow.
RIVAL: Final = 0.3
SHARE: Final = 0.06

#: What it costs to close all of the own way.
LOSS: Final = 0.5

#: Steps from another car within which its way is closed.
BESIDE: Final = 6


class Roadworks:
    """The diversions that one seat may lay now. ``reds``: where red is about in the next turns, by
    tableau."""

    def __init__(self, look: Look, ask: Ask, hunt: Hunt, reds: Mapping[int, float]) -> None:
        self._look, self._ask, self._hunt = look, ask, hunt
        self._tiles = {tile.number: tile for tile in look.laid}
        self._here = look.spot(hunt.seat).field
        self._open = Openness(hunt.made, reds)
        seats = range(1, len(look.view["cars"]) + 1)
        self._rivals = [look.spot(seat).field for seat in seats if seat != hunt.seat]

    def best(self) -> Chosen | None:
        """Before the move one that opens the way to red now, else one that opens the town much;
        after it one that shuts others in."""
        return self._opening() if self._hunt.points else self._closing()

    # -- for itself ----------------------------------------------------------------------

    def _opening(self) -> Chosen | None:
        near, now = self._near(), self._open.of(self._here)
        best: tuple[float, Entry | None] = (0.0, None)
        hunting = self._hunt.close
        for number, entry, after in self._offered(self._look.cards if hunting else near):
            if hunting and self._hunt.frees(after, number):
                return Chosen(entry, text("kr.bot.frees"))
            if number in near and not self._walls_in(after):
                opened = self._open.after(self._here, after, after.middles[number])
                best = max(best, (opened, entry), key=itemgetter(0))
        worth, found = best
        if found is None or worth <= now + self._margin(now):
            return None
        return Chosen(found, text("kr.bot.opens"))

    def _margin(self, now: float) -> float:
        """How much opener the town must become."""
        hands = [car["hands"]["diversion"]["known"] for car in self._look.view["cars"]]
        others = sum(sum(hand.values()) for n, hand in enumerate(hands, 1) if n != self._hunt.seat)
        return GAIN + (0.1 * now if now < CRAMPED else CLOSED_AGAIN * others + 0.05 * others * now)

    def _near(self) -> set[int]:
        """Diverted tableaus at which the own way may end."""
        reach = within_reach(self._hunt.made, self._here)
        cells = {tile.cell: tile.number for tile in self._look.laid}
        middles = self._hunt.made.middles
        spacing = self._look.numbers.parts.spacing
        own = {number for number, at in middles.items() if apart(self._here, at) <= 2 * spacing}
        beside = {
            other
            for cell, number in cells.items()
            if number in reach
            for side in SIDES
            if (other := cells.get(beyond(cell, side), 0))
        }
        return (own | beside) & self._look.cards.keys()

    # -- against others ------------------------------------------------------------------

    def _closing(self) -> Chosen | None:
        made, rivals = self._hunt.made, self._rivals
        beside = {
            number
            for number, middle in made.middles.items()
            if any(apart(at, middle) <= BESIDE for at in rivals)
        }
        before, others = self._open.of(self._here), [self._open.of(at) for at in rivals]
        best: tuple[float, Chosen | None] = (_share(before, others) + SHARE, None)
        for number, entry, after in self._offered(beside, CLOSERS):
            if self._walls_in(after):
                continue
            own, *theirs = (
                self._open.after(at, after, after.middles[number]) for at in (self._here, *rivals)
            )
            worth = _share(own, theirs) - LOSS * (1 - own / before) if before else 0.0
            why = text("kr.bot.closes" if fsum(theirs) < fsum(others) else "kr.bot.opens")
            best = max(best, (worth, Chosen(entry, why)), key=itemgetter(0))
        return best[1]

    # -- what is offered -----------------------------------------------------------------

    def _offered(
        self, numbers: Collection[int], kinds: Collection[str] = OPENERS
    ) -> Iterator[tuple[int, Entry, Roads]]:
        """Every diversion of these kinds that may be laid on these tableaus, with the roads as they
        would be; one of those that join the same sides."""
        seen = set[tuple[int, str]]()
        for option in self._ask.options:
            for args in option.expand() if option.verb == "divert" else ():
                place = (int(str(args["tableau"])), str(args["joins"]))
                if args["kind"] in kinds and place[0] in numbers and place not in seen:
                    seen.add(place)
                    entry = Entry(self._hunt.seat, "divert", args)
                    yield place[0], entry, self._after(entry)

    def _walls_in(self, after: Roads) -> bool:
        """Whether another car could get nowhere any more, which can now: that spoils its evening.

        Where it is walled in already, it has not driven since.
        """
        return any(
            walled_in(after, at) and not walled_in(self._hunt.made, at) for at in self._rivals
        )

    def _after(self, entry: Entry) -> Roads:
        """The roads once this card lies."""
        parts, kind = self._look.numbers.parts, entry.word("kind")
        turns, joins = parts.distinct_card_turns(kind), entry.word("joins")
        card = Card(kind, next(n for n in turns if (parts.joined(kind, n) or "") == joins))
        return diverted(parts, self._hunt.made, self._tiles[entry.number("tableau")], card)


def _share(own: float, theirs: Iterable[float]) -> float:
    """The own part of everybody's openness: about the odds to come to red first."""
    return own / (own + RIVAL * fsum(theirs)) if own else 0.0
