"""Knight Rider's computer players. They know what everybody sees: the board, the cars, the cards.

`easy` drives towards where red stands. `good` drives to where the odds are best to reach red next
turn, wherever it may have fled by then; it plays a Turbo-Boost that reaches red, rams who stands in
between, and opens its way again with a diversion where others have closed it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import DEVICE, Ask, Entry, OneOf, Option, Player, RandBelow, Setup, Shaped
from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.places import within_reach
from referee.games.knight_rider.board.roads import Card, Roads, roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite, turned
from referee.games.knight_rider.board.traffic import Spot, Traffic
from referee.games.knight_rider.board.trips import Driver, State, trips
from referee.games.knight_rider.numbers import Numbers

#: Points that a car which can't come to a field counts as needing.
FAR: Final = 60

#: Rolls of a die.
DIE: Final = range(1, 7)

#: How good it is to stand where red lands: a 6 wins, other numbers hurt. How bad a slick is.
HIT: Final = 0.12
SLICK: Final = 0.03

#: Tableaus in reach below which a car is cramped.
CRAMPED: Final = 26


@dataclass(frozen=True, slots=True)
class Look:
    """The board as a seat sees it. ``arrows``: flights that red may still draw."""

    numbers: Numbers
    options: Mapping[str, object]
    view: Shaped

    @property
    def laid(self) -> tuple[Laid, ...]:
        tiles = self.view["board"]["laid"].items()
        return tuple(Laid(int(number), (x, y), turns) for number, (x, y, turns) in tiles)

    @property
    def cards(self) -> dict[int, Card]:
        turns = self.view["board"]["card_turns"]
        stacks = self.view["stacks"].items()
        return {int(n): Card(stack[-1], turns[n][-1]) for n, stack in stacks}

    @property
    def red(self) -> int:
        return int(self.view["board"]["red"])

    def spot(self, seat: int) -> Spot:
        stand = self.view["board"]["stands"][str(seat)]
        return Spot((stand["field"][0], stand["field"][1]), stand["facing"])

    def car(self, seat: int) -> Shaped:
        return self.view["cars"][seat - 1]

    def traffic(self, made: Roads) -> Traffic:
        seats = range(1, len(self.view["cars"]) + 1)
        cars = {seat: self.spot(seat) for seat in seats if not self.car(seat)["outside"]}
        counts = bool(self.options["red_counts_as_car"])
        return Traffic(made, cars, made.middles[self.red], self.numbers.field_cars, counts)

    @property
    def flights(self) -> list[tuple[int, int]]:
        """Arrows of the cards that are still face down."""
        turned = set(self.view["pile"])
        left = [way for n, way in enumerate(self.numbers.arrows, 1) if n not in turned]
        return left or list(self.numbers.arrows)


#: Points to a field by their parity (even, odd): surplus points are turned away two by two.
Needs = tuple[int, int]


def needs(made: Roads, goal: Point) -> dict[Spot, Needs]:
    """Points from every field and facing to the step onto a field, cars left out of account
    (KR-MOV-2, KR-MOV-3, KR-END-4)."""
    steps: dict[tuple[Spot, int], int] = {}
    first = ((Spot(beyond(goal, side), opposite(side)), 1) for side in made.ways[goal])
    queue = deque(first)
    while queue:
        at, points = queue.popleft()
        if (at, points % 2) in steps:
            continue
        steps[at, points % 2] = points
        queue.extend((Spot(at.field, turned(at.facing, n)), points + 1) for n in (1, 3))
        behind = made.ahead(at.field, opposite(at.facing))
        if behind is not None and at.field not in made.barred:
            queue.append((Spot(behind, at.facing), points + 1))
    spots = {spot for spot, _ in steps}
    return {at: (steps.get((at, 0), FAR), steps.get((at, 1), FAR)) for at in spots}


def chance(points: Needs, boosts: Collection[str] = ()) -> float:
    """The odds that the next roll reaches the field, with a Turbo-Boost where one is left; far
    away a little for being nearer."""
    rolls = 0
    for die in DIE:
        ways = {die}
        ways |= {2 * die} if "turbo1" in boosts else set()
        ways |= {6} if die == 1 and "turbo2" in boosts else set()
        rolls += any(way >= points[way % 2] for way in ways)
    return rolls / len(DIE) + 0.02 * 0.9 ** min(points)


#: What a field that can't be come to needs.
NEVER: Final = (FAR, FAR)


class Chooser:
    """A player at one seat; ``good`` looks ahead to where red may be then."""

    def __init__(self, setup: Setup, *, good: bool) -> None:
        self._numbers = Numbers.of(setup.components, setup.seats)
        self._options = setup.options
        self._good = good
        self._known: object = None
        self._tables: dict[int, dict[Spot, Needs]] = {}

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
        verbs = {option.verb: option for option in ask.options}
        look = Look(self._numbers, self._options, view)
        if "catch" in verbs:
            return Entry(seat, "catch")
        if view["state"] in ("drive", "escape") and view["board"]["red"]:
            return self._drive(look, ask, verbs, seat, below)
        return self._any(ask, seat, below)

    @staticmethod
    def _any(ask: Ask, seat: int, below: RandBelow) -> Entry:
        option = ask.options[0]
        return Entry(seat, option.verb, option.sample(below))

    def _drive(
        self, look: Look, ask: Ask, verbs: Mapping[str, Option], seat: int, below: RandBelow
    ) -> Entry:
        if self._good and (card := self._card(look, ask, seat)):
            return card
        if self._good and "divert" in verbs and (lay := self._divert(look, ask, seat)):
            return lay
        if self._good and (ram := self._ram(look, verbs, seat, below)):
            return ram
        if "go" in verbs:
            return self._go(look, ask, seat)
        for verb in (
            "flip",
            "behind",
            "closed",
            "turn_over",
            "passed",
            "ram",
            "uturn",
            "turn",
            "step",
        ):
            if verb in verbs:
                return self._any_of(verbs[verb], seat, below)
        return self._any(ask, seat, below)

    @staticmethod
    def _any_of(option: Option, seat: int, below: RandBelow) -> Entry:
        return Entry(seat, option.verb, option.sample(below))

    # -- the move ------------------------------------------------------------------------

    def _go(self, look: Look, ask: Ask, seat: int) -> Entry:
        made = self._roads(look)
        traffic = look.traffic(made)
        places = self._whereabouts(look)
        tables = {number: self._needs(made, number) for number in places[-1]}
        hand = look.car(seat)["hands"]["kitt"]["known"]
        boosts = [kind for kind in ("turbo1", "turbo2") if self._good and hand[kind]]
        best: tuple[float, Entry] | None = None
        for at, entry in _ends(ask, seat):
            value = sum(
                weight * chance(tables[number].get(at, NEVER), boosts)
                for number, weight in places[-1].items()
            )
            value -= SLICK * bool(traffic.slicks(at.field, seat))
            here = made.numbers.get(at.field, 0)
            value += HIT * sum(after.get(here, 0.0) for after in places) * self._good
            if best is None or value > best[0]:
                best = (value, entry)
        assert best is not None
        return best[1]

    def _roads(self, look: Look) -> Roads:
        """The roads as they are; what was found out about other ones is forgotten."""
        key = (look.laid, tuple(look.cards.items()))
        if key != self._known:
            self._known, self._tables = key, {}
            self._made = roads(self._numbers.parts, look.laid, look.cards)
        return self._made

    def _needs(self, made: Roads, number: int) -> dict[Spot, Needs]:
        if number not in self._tables:
            self._tables[number] = needs(made, made.middles[number])
        return self._tables[number]

    def _whereabouts(self, look: Look) -> list[dict[int, float]]:
        """Where red may be after each flight before the next own turn; `easy` sees but today's."""
        now = {look.red: 1.0}
        if not self._good:
            return [now]
        found = []
        for _ in look.view["cars"]:
            now = self._flown(look, now)
            found.append(now)
        return found

    def _flown(self, look: Look, now: Mapping[int, float]) -> dict[int, float]:
        flights, after = look.flights, dict[int, float]()
        cells = {tile.number: tile.cell for tile in look.laid}
        numbers = {cell: number for number, cell in cells.items()}
        for number, weight in now.items():
            x, y = cells[number]
            for east, north in flights:
                to = numbers.get((x + east, y + north), number)
                after[to] = after.get(to, 0.0) + weight / len(flights)
        return after

    # -- cards ---------------------------------------------------------------------------

    def _card(self, look: Look, ask: Ask, seat: int) -> Entry | None:
        """A Turbo-Boost that reaches red now."""
        kinds = {
            kind
            for option in ask.options
            if option.verb == "kitt"
            for kind in option.fields["card"].expand()
        }
        now = look.view["now"]
        more = {"turbo1": now["roll"], "turbo2": 5}
        for kind, points in more.items():
            if kind in kinds and self._reaches(look, seat, now["points"] + points):
                return Entry(seat, "kitt", {"card": kind})
        return None

    def _ram(
        self, look: Look, verbs: Mapping[str, Option], seat: int, below: RandBelow
    ) -> Entry | None:
        """A ram where red stands behind the other car, within the points that are left."""
        option = verbs.get("passed") or verbs.get("ram")
        points = look.view["now"]["points"]
        if option is None or not self._reaches(look, seat, points, ramming=True):
            return None
        return self._any_of(option, seat, below)

    def _reaches(self, look: Look, seat: int, points: int, *, ramming: bool = False) -> bool:
        made = roads(self._numbers.parts, look.laid, look.cards)
        car = look.car(seat)
        if car["open_targets"]:
            return False
        safe = {n for n, c in enumerate(look.view["cars"], 1) if c["roof"] or c["shield"]}
        others = frozenset(range(1, len(look.view["cars"]) + 1)) - safe - {seat}
        rammable = frozenset[int]() if ramming else others
        quarters = bool(self._options["quarter_turn_anywhere"])
        driver = Driver(seat, look.traffic(made), rammable, quarters)
        start = State(look.spot(seat), look.view["board"]["entered"], car["outside"])
        goal = made.middles[look.red]
        found = trips(driver, start, points)
        return any(t.at.spot.field == goal and t.arrives and not t.rams for t in found)

    def _divert(self, look: Look, ask: Ask, seat: int) -> Entry | None:
        """A diversion that opens the own way again, where others have all but closed it."""
        now = self._open(look, look.cards, seat)
        if now >= CRAMPED:
            return None
        best: tuple[int, Entry] | None = None
        near = self._near(look, seat)
        for option in ask.options:
            if option.verb != "divert":
                continue
            for args in option.expand():
                number, joins = args["tableau"], args["joins"]
                if number not in near or not joins:
                    continue
                card = self._card_of(str(args["kind"]), str(joins))
                after = self._open(look, {**look.cards, int(str(number)): card}, seat)
                if best is None or after > best[0]:
                    best = (after, Entry(seat, "divert", args))
        return best[1] if best is not None and best[0] > now + 4 else None

    def _card_of(self, kind: str, joins: str) -> Card:
        parts = self._numbers.parts
        turns = parts.distinct_card_turns(kind)
        return Card(kind, next(n for n in turns if parts.joined(kind, n) == joins))

    def _open(self, look: Look, cards: Mapping[int, Card], seat: int) -> int:
        """Tableaus in reach of the own car with these diversions."""
        return len(
            within_reach(roads(self._numbers.parts, look.laid, cards), look.spot(seat).field)
        )

    def _near(self, look: Look, seat: int) -> set[int]:
        """Diverted tableaus at which the own way may end."""
        made = self._roads(look)
        reach = within_reach(made, look.spot(seat).field)
        x, y = look.spot(seat).field
        cells = {tile.cell: tile.number for tile in look.laid}
        spacing = self._numbers.parts.spacing
        own = {number for (a, b), number in cells.items()
               if abs(a * spacing - x) <= spacing and abs(b * spacing - y) <= spacing}  # fmt: skip
        beside = {
            other
            for cell, number in cells.items()
            if number in reach
            for side in SIDES
            if (other := cells.get(beyond(cell, side), 0))
        }
        return (own | beside) & look.cards.keys()


def _ends(ask: Ask, seat: int) -> list[tuple[Spot, Entry]]:
    """Every end of a trip with its answer."""
    found = []
    for option in ask.options:
        to, facings = option.fields.get("to"), option.fields.get("facing")
        if option.verb == "go" and isinstance(to, OneOf) and isinstance(facings, OneOf):
            for args in option.expand():
                field, facing = args["to"], args["facing"]
                assert isinstance(field, list)
                assert isinstance(facing, str)
                found.append((Spot((field[0], field[1]), facing), Entry(seat, "go", args)))
    return found


_NEEDS: Final = {"board": DEVICE}
EASY: Final = Player(lambda setup: Chooser(setup, good=False), _NEEDS)
GOOD: Final = Player(lambda setup: Chooser(setup, good=True), _NEEDS)
