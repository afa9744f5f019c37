"""Knight Rider's computer players. They know what everybody sees: the board, the cars, the cards.

`easy` drives towards where red stands. `good` drives to where the odds are best to reach red next
turn, wherever it may have fled by then; it plays a Turbo-Boost that reaches red, rams who stands in
between, and opens its way again with a diversion where others have closed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Final

from referee.game import DEVICE, Ask, Entry, OneOf, Option, Player, RandBelow, Setup, Shaped
from referee.games.knight_rider.board.odds import Needs, Net, chance, openness
from referee.games.knight_rider.board.places import field_distances, within_reach
from referee.games.knight_rider.board.roads import Card, Roads, diverted, roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.board.trips import Driver, State, trips
from referee.games.knight_rider.look import Look
from referee.games.knight_rider.numbers import Numbers

#: How good it is to stand where red lands: a 6 wins, other numbers hurt. How bad a slick is.
HIT: Final = 0.15
SLICK: Final = 0.03

#: Rounds after which red may be anywhere; what the odds of the turns to come count beside those of
#: the next one, and how they fade with every point to drive.
ROUNDS: Final = 2
LATER: Final = 3.0
FADE: Final = 0.95

#: Openness that a diversion must add.
GAIN: Final = 1.5

#: Openness below which a car is cramped.
CRAMPED: Final = 6.0


class Chooser:
    """A player at one seat; ``good`` looks ahead to where red may be then."""

    def __init__(self, setup: Setup, *, good: bool) -> None:
        self._numbers = Numbers.of(setup.components, setup.seats)
        self._options = setup.options
        self._good = good
        self._known: object = None
        self._tables: dict[int, list[Needs]] = {}

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
        worth = self._worth(look, made, seat) if self._good else self._odds(made, {look.red: 1.0})
        best: tuple[float, Entry] | None = None
        for at, entry in _ends(ask, seat):
            value = worth[self._net.number(at)] - SLICK * bool(traffic.slicks(at.field, seat))
            if best is None or value > best[0]:
                best = (value, entry)
        assert best is not None
        return best[1]

    def _worth(self, look: Look, made: Roads, seat: int) -> list[float]:
        """Of every field and facing: the odds to reach red next turn, those of the turns after it
        for whoever drives on to a better place, and to be found by red itself."""
        hand = look.car(seat)["hands"]["kitt"]["known"]
        boosts = frozenset(kind for kind in ("turbo1", "turbo2") if hand[kind])
        flights, now = [], {look.red: 1.0}
        for _ in range(ROUNDS * len(look.view["cars"])):
            now = self._flown(look, now)
            flights.append(now)
        round_ = flights[: len(look.view["cars"])]
        later = self._net.on_the_way(self._odds(made, now, boosts), FADE)
        worth = [
            odds + LATER * more
            for odds, more in zip(self._odds(made, round_[-1], boosts), later, strict=True)
        ]
        for number, middle in made.middles.items():
            for side in SIDES:
                at = self._net.number(Spot(middle, side))
                worth[at] += HIT * sum(after.get(number, 0.0) for after in round_)
        return worth

    def _odds(
        self, made: Roads, reds: Mapping[int, float], boosts: frozenset[str] = frozenset()
    ) -> list[float]:
        """Of every field and facing the odds that the next roll reaches red, which is at these
        tableaus with these odds."""
        found = [0.0] * len(self._needs(made, next(iter(reds))))
        for number, weight in reds.items():
            table = self._needs(made, number)
            found = [
                odds + weight * chance(points, boosts)
                for odds, points in zip(found, table, strict=True)
            ]
        return found

    def _roads(self, look: Look) -> Roads:
        """The roads as they are; what was found out about other ones is forgotten."""
        key = (look.laid, tuple(look.cards.items()))
        if key != self._known:
            self._known, self._tables = key, {}
            self._made = roads(self._numbers.parts, look.laid, look.cards)
            self._net = Net(self._made)
        return self._made

    def _needs(self, made: Roads, number: int) -> list[Needs]:
        if number not in self._tables:
            self._tables[number] = self._net.needs(made.middles[number])
        return self._tables[number]

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
        """A Turbo-Boost that reaches red now; a jump out of where the car is all but shut in."""
        kinds = {
            kind
            for option in ask.options
            if option.verb == "kitt"
            for kind in option.fields["card"].expand()
        }
        made, points = self._roads(look), look.view["now"]["points"]
        for kind, more in self._boosts(look).items():
            if kind in kinds and self._reaches(look, made, seat, points + more):
                return Entry(seat, "kitt", {"card": kind})
        if "jump" in kinds and self._opens(look, made, seat):
            return Entry(seat, "kitt", {"card": "jump"})
        return None

    @staticmethod
    def _boosts(look: Look) -> dict[str, int]:
        """What the Turbo-Boosts add to this roll."""
        roll = look.view["now"]["roll"]
        return {"turbo1": roll, **({"turbo2": 5} if roll == 1 else {})}

    def _opens(self, look: Look, made: Roads, seat: int) -> bool:
        """Whether much more of the town lies beyond the obstacle ahead."""
        spot = look.spot(seat)
        over = spot.field if look.car(seat)["outside"] else beyond(spot.field, spot.facing)
        landing = beyond(over, spot.facing)
        return landing in made.ways and openness(made, landing) > openness(made, spot.field) + GAIN

    def _ram(
        self, look: Look, verbs: Mapping[str, Option], seat: int, below: RandBelow
    ) -> Entry | None:
        """A ram where red stands behind the other car, within the points that are left."""
        option = verbs.get("passed") or verbs.get("ram")
        points, made = look.view["now"]["points"], self._roads(look)
        if option is None or not self._reaches(look, made, seat, points, ramming=True):
            return None
        return self._any_of(option, seat, below)

    def _reaches(
        self, look: Look, made: Roads, seat: int, points: int, *, ramming: bool = False
    ) -> bool:
        """Whether these points lead to red on these roads."""
        car, goal, spot = look.car(seat), made.middles[look.red], look.spot(seat)
        if car["open_targets"] or _apart(spot.field, goal) > points:
            return False
        safe = {n for n, c in enumerate(look.view["cars"], 1) if c["roof"] or c["shield"]}
        others = frozenset(range(1, len(look.view["cars"]) + 1)) - safe - {seat}
        rammable = frozenset[int]() if ramming else others
        quarters = bool(self._options["quarter_turn_anywhere"])
        driver = Driver(seat, look.traffic(made), rammable, quarters)
        start = State(spot, look.view["board"]["entered"], car["outside"])
        found = trips(driver, start, points)
        return any(t.at.spot.field == goal and t.arrives and not t.rams for t in found)

    def _divert(self, look: Look, ask: Ask, seat: int) -> Entry | None:
        """The diversion that opens the way to red now, else the one that opens the town most, if
        it is worth one: others close it again as long as they have diversions left."""
        made, here = self._roads(look), look.spot(seat).field
        near, now = self._near(look, seat), openness(made, here)
        best: tuple[float, Entry | None] = (0.0, None)
        most = self._most_points(look, seat)
        hunting = _apart(here, made.middles[look.red]) <= most
        for number, after, entry in self._diversions(look, made, ask, seat):
            if hunting and self._frees(look, after, seat, most):
                return entry
            if number in near:
                best = max(best, (openness(after, here), entry), key=itemgetter(0))
        worth_it = best[0] > max(now * self._margin(look, seat, now), now + GAIN)
        return best[1] if worth_it else None

    def _diversions(
        self, look: Look, made: Roads, ask: Ask, seat: int
    ) -> Iterator[tuple[int, Roads, Entry]]:
        """Every diversion on a diverted tableau, with the roads as they would be."""
        tiles = {tile.number: tile for tile in look.laid}
        for option in ask.options:
            if option.verb != "divert":
                continue
            for args in option.expand():
                number, joins = int(str(args["tableau"])), str(args["joins"])
                if number in look.cards and joins:
                    card = self._card_of(str(args["kind"]), joins)
                    after = diverted(self._numbers.parts, made, tiles[number], card)
                    yield number, after, Entry(seat, "divert", args)

    def _most_points(self, look: Look, seat: int) -> int:
        """The points of this move, with the best Turbo-Boost that is left."""
        hand, now = look.car(seat)["hands"]["kitt"]["known"], look.view["now"]
        if not now["points"]:
            return 0
        more = [more for kind, more in self._boosts(look).items() if hand[kind]]
        return int(now["points"]) + (max(more, default=0) if "kitt" not in now["played"] else 0)

    def _frees(self, look: Look, after: Roads, seat: int, most: int) -> bool:
        """Whether these roads lead to red in this very move."""
        goal, here = after.middles[look.red], look.spot(seat).field
        if goal in after.barred or field_distances(after, goal).get(here, most + 1) > most:
            return False
        points = {look.view["now"]["points"], most}
        return any(self._reaches(look, after, seat, count) for count in points)

    @staticmethod
    def _margin(look: Look, seat: int, now: float) -> float:
        """How much better the town must become for a diversion to be laid."""
        hands = [car["hands"]["diversion"]["known"] for car in look.view["cars"]]
        others = sum(sum(hand.values()) for n, hand in enumerate(hands, 1) if n != seat)
        return 1.2 if now < CRAMPED else 1.1 + 0.05 * others

    def _card_of(self, kind: str, joins: str) -> Card:
        parts = self._numbers.parts
        turns = parts.distinct_card_turns(kind)
        return Card(kind, next(n for n in turns if parts.joined(kind, n) == joins))

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


def _apart(here: Point, there: Point) -> int:
    """Steps between two fields, as the crow drives."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


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
