"""A player that drives every way in its head first, and leaves the others behind.

Whoever is far enough ahead when the round ends has won: the others are out (DRF-DSQ-2). So it
values a place by its row and by who would be out, and pays for rows with cards as long as it has
some.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Any, Final

from referee.game import (
    DEVICE,
    Ask,
    Chosen,
    Entry,
    OneOf,
    Option,
    Options,
    Pick,
    Player,
    RandBelow,
    Setup,
    Shaped,
    Text,
    Who,
    text,
)
from referee.games.draf.numbers import PLAIN, Card, Numbers
from referee.games.draf.players import reasons
from referee.games.draf.players.bots import cautious
from referee.games.draf.road import WAYS

Place = tuple[int, int]

#: Rows that a card is worth, by how many are in the hand: the last ones most.
WORTH: Final = (16.0, 12.0, 8.0, 5.0, 3.0)

#: Rows that it is worth to be through, or that it costs to be out.
THROUGH: Final = 40.0

#: Rows that it is worth to be rid of a rival.
RIVAL_OUT: Final = 3.0

#: Rows that it costs to stay in one's row for a round: nobody waits for ever behind a wreck.
STALL: Final = 30.0

#: Rows that a collision costs besides its cards: the points that are left lapse.
CRASH: Final = 0.5

#: What a rival loses on a tile counts so much of the same loss of one's own.
SPITE: Final = 0.25

#: What a tile does to whoever comes to it, in cards.
HARM: Final[Mapping[str, float]] = {
    "plain": 0.0, "joker": 0.0, "service": -0.4, "ramp": -0.3, "caltrops": 1.0, "truck": 2.5,
    "police": 0.7, "water": 0.8,
}  # fmt: skip

#: Rows that a car whose card is not known yet will drive.
USUAL: Final = 5

#: Rows that a ramp carries a car (DRF-RAMP-1).
JUMP: Final = 2

#: Steps of one car moved by tiles, at most.
DEEP: Final = 3


class Motorway:
    """The road and the cars as a seat sees them, with a card before it. ``laid``: tiles thought
    onto it. ``agreed``: the options of the match."""

    def __init__(
        self, seat: int, numbers: Numbers, card: int, view: Shaped, agreed: Options
    ) -> None:
        drivers, box = view["drivers"], view["road"]["box"]
        on_road = [n for n, d in enumerate(drivers, 1) if not d["out"] and n != seat]
        self.card = numbers.cards.get(card, Card(0, 0, 0))
        self._rows, self._free_rows, self._police = numbers.rows, numbers.free_rows, numbers.police
        self._view, self._agreed = view, agreed
        harm = fsum(HARM[kind] * count for kind, count in box.items())
        self._blind: float = harm / max(sum(box.values()), 1)
        self.laid: dict[Place, str] = {}
        self._known: dict[tuple[int, int, int, int, bool], float] = {}
        self._cars = {(drivers[n - 1]["lane"], drivers[n - 1]["row"]) for n in on_road}
        self._ends = {int(lane) for lane in view["road"]["ends"]}
        self._lanes: list[dict[str, str]] = view["road"]["lanes"]
        self._worth: float = WORTH[min(len(drivers[seat - 1]["hand"]), len(WORTH) - 1)]
        self._lost, self._row = bool(drivers[seat - 1]["lost"]), drivers[seat - 1]["row"]
        self._held = len(drivers[seat - 1]["hand"]) + 1
        self._rivals = [self._expected(drivers[n - 1], n) for n in on_road]

    def _expected(self, driver: Shaped, seat: int) -> int:
        """The row where a rival will be when the round is over."""
        to_come = seat in self._view["queue"]
        return int(driver["row"]) + (driver["played"] or USUAL if to_come else 0)

    def tile(self, place: Place) -> str | None:
        lane, row = place
        return self.laid.get(place) or self._lanes[lane - 1].get(str(row))

    # -- values --------------------------------------------------------------------------

    def standing(self, row: int) -> float:
        """What it is worth to end the round in this row."""
        return self._ahead(row) - (STALL if row == self._row else 0.0)

    def _ahead(self, row: int) -> float:
        order = sorted([row, *self._rivals], reverse=True)
        for ahead, behind in itertools.pairwise(order):
            if ahead - behind - 1 >= self._free_rows:
                out = sum(rival <= behind for rival in self._rivals)
                if row <= behind:
                    return row - THROUGH
                return row + (THROUGH if out == len(self._rivals) else RIVAL_OUT * out)
        return float(row)

    def best(self, lane: int, row: int, points: int, curves: int, due: bool) -> float:
        """The value of the best way on from here."""
        key = (lane, row, points, curves, due)
        if key not in self._known:
            ways = (value for _, value in self.ways(*key))
            self._known[key] = max(ways) if points > 0 else self.standing(row)
        return self._known[key]

    def ways(
        self, lane: int, row: int, points: int, curves: int, due: bool
    ) -> Iterator[tuple[str, float]]:
        """Every step with the value of what can follow."""
        ahead = self.arrive((lane, row), (lane, row + 1), points - 1, curves, False, 0)
        yield "forward", ahead
        if curves and not due and points > 1:
            for way, to in (("left", lane - 1), ("right", lane + 1)):
                if not self._police_take_all((to, row), points):
                    yield way, self.arrive((lane, row), (to, row), points - 1, curves - 1, True, 0)

    def _police_take_all(self, place: Place, points: int) -> bool:
        """A lane change that no step forward could conclude (DRF-LC-2, INT-DRF-8)."""
        if points != self._police + 1 or self._agreed["police_aside"] or place in self._cars:
            return False
        return 1 <= place[0] <= len(self._lanes) and self.tile(place) == "police"

    def arrive(
        self, start: Place, place: Place, points: int, curves: int, due: bool, deep: int
    ) -> float:
        """What it is worth to come to a place, and to drive on from there."""
        (lane, row), paid = place, min(self.card.triangles, self._held) * self._worth
        if not 1 <= lane <= len(self._lanes):
            return float(self.best(*start, points, curves, due) - paid)
        if row > self._rows:
            return 4 * THROUGH
        if place in self._cars:
            row = row if lane == start[0] else start[1]  # straight on it is pushed
            return self.standing(row) - paid - CRASH
        kind = self.tile(place)
        if kind is None:
            if lane in self._ends and self._agreed["closed_end"] == "rail":
                return self.best(*start, points, curves, due) - paid
            if lane in self._ends and self._agreed["closed_end"] == "stop":
                return self.standing(start[1]) - paid
            return self.best(lane, row, points, curves, due) - self._blind * self._worth
        return self.on_tile(kind, place, points, curves, due, deep)

    def on_tile(
        self, kind: str, place: Place, points: int, curves: int, due: bool, deep: int
    ) -> float:
        lane, row = place
        if kind == "ramp" and deep < DEEP:
            return self.arrive(place, (lane, row + JUMP), points, curves, due, deep + 1)
        if kind == "water" and deep < DEEP:
            sides = ((lane - 1, row), (lane + 1, row))
            return min(self.arrive(place, to, points, curves, due, deep + 1) for to in sides)
        if kind == "police":
            return self.best(lane, row, max(points - self._police, 0), curves, due)
        value = self.best(lane, row, points, curves, due)
        losses = {
            "caltrops": 1.0,
            "truck": float(self.card.triangles),
            "service": -1.0 * self._lost,
        }
        return value - losses.get(kind, 0.0) * self._worth


class Racer:
    """Plays one seat."""

    def __init__(self, numbers: Numbers, agreed: Options) -> None:
        self._numbers = numbers
        self._agreed = agreed

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Chosen:
        choose = {
            "play": self._speed, "lay": self._lay, "forward": self._drive, "lose": self._lose,
            "regain": self._regain,
        }.get(ask.options[0].verb)  # fmt: skip
        answer = choose(view, ask, seat) if choose is not None else None
        return answer or cautious(view, ask, seat, below)

    def _speed(self, view: Shaped, ask: Ask, seat: int) -> Chosen:
        """The card with the best drive on the road as it is."""
        worth = {card: self._worth(view, seat, card) for card in _values(ask.options[0], "card")}
        best, fastest, row = (
            max(worth, key=lambda card: worth[card]),
            max(worth),
            view["drivers"][seat - 1]["row"],
        )
        if len(worth) == 1:
            why = None
        elif worth[best] >= row + THROUGH:
            why = text("drf.bot.leave", n=best)
        elif best == fastest:
            why = text("drf.bot.fastest")
        else:
            why = text("drf.bot.slower", n=fastest)
        return Chosen(Entry(seat, "play", {"card": best}), why)

    def _worth(self, view: Shaped, seat: int, card: int) -> float:
        driver = view["drivers"][seat - 1]
        way = Motorway(seat, self._numbers, card, view, self._agreed)
        for row in range(driver["row"] + 1, driver["row"] + 1 + way.card.tiles):
            if way.tile((driver["lane"], row)) is None:
                way.laid[driver["lane"], row] = PLAIN  # its own tiles come first
        return way.best(driver["lane"], driver["row"], card, way.card.curves, False)

    def _lay(self, view: Shaped, ask: Ask, seat: int) -> Chosen:
        """The tile and the place that leave the best drive, and others a bad one."""
        option, driver = ask.options[0], view["drivers"][seat - 1]
        tiles, places = _values(option, "tile"), _values(option, "place")
        best: tuple[float, Entry] | None = None
        for place, tile in itertools.product(places, dict.fromkeys(tiles)):
            lane, row = place
            way = Motorway(seat, self._numbers, driver["played"], view, self._agreed)
            way.laid[lane, row] = tile
            value = way.best(
                driver["lane"], driver["row"], driver["played"], way.card.curves, False
            )
            value += SPITE * HARM[tile] * self._meets(view, seat, lane, row)
            if best is None or value > best[0]:
                best = (value, Entry(seat, "lay", {"tile": tile, "place": place}))
        assert best is not None
        return Chosen(best[1], _why_there(view, seat, best[1]))

    @staticmethod
    def _meets(view: Shaped, seat: int, lane: int, row: int) -> float:
        """How many rivals are likely to come to this place."""
        count = 0.0
        for number, driver in enumerate(view["drivers"], 1):
            if number != seat and not driver["out"] and driver["row"] < row:
                count += 1.0 if driver["lane"] == lane else 0.2
        return count

    def _drive(self, view: Shaped, ask: Ask, seat: int) -> Chosen | None:
        if view["turn"] != seat or view["agenda"]:
            return None
        driver, now = view["drivers"][seat - 1], view["now"]
        way = Motorway(seat, self._numbers, driver["played"], view, self._agreed)
        offered = {option.verb for option in ask.options}
        ways = way.ways(driver["lane"], driver["row"], now["points"], now["curves"], now["due"])
        best = max((value, name) for name, value in ways if name in offered)[1]
        why, free = None, len(offered & WAYS.keys()) > 1
        if best != "forward":
            why = reasons.aside(view, seat, now["points"])
        elif free and (what := reasons.ahead(view, seat, 1, built=True)):
            why = text("drf.bot.through", what=what)
        return Chosen(Entry(seat, best), why)

    def _lose(self, view: Shaped, ask: Ask, seat: int) -> Chosen:
        """The slowest cards go."""
        cards = ask.options[0].fields["cards"]
        assert isinstance(cards, Pick)
        held: Shaped = cards.values
        why = text("drf.bot.fast-needed") if len(held) > cards.low else None
        return Chosen(Entry(seat, "lose", {"cards": sorted(held)[: cards.low]}), why)

    def _regain(self, view: Shaped, ask: Ask, seat: int) -> Chosen:
        cards = _values(ask.options[0], "card")
        why = text("drf.bot.fast-back") if len(cards) > 1 else None
        return Chosen(Entry(seat, "regain", {"card": max(cards)}), why)


def _why_there(view: Shaped, seat: int, lay: Entry) -> Text | None:
    """What the tile does where it lies: to others, or for the own drive."""
    (lane, row), own = lay.cell("place"), view["drivers"][seat - 1]
    if HARM[lay.word("tile")] > 0:
        who = reasons.behind(view, seat, lane, row)
        return text("drf.bot.in-way", who=Who(who)) if who else text("drf.bot.least")
    return text("drf.bot.own-way") if lane == own["lane"] and row > own["row"] else None


def _values(option: Option, name: str) -> Sequence[Any]:
    values = option.fields[name]
    assert isinstance(values, OneOf)
    return values.values


def _racer(setup: Setup) -> Racer:
    numbers = Numbers.of(setup.components, setup.seats, int(setup.options["length"]))
    return Racer(numbers, setup.options)


#: Drives every way in its head.
GOOD: Final = Player(_racer, {"board": DEVICE})
