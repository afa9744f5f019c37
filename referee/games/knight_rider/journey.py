"""The move on a board in the device: trips by their ends, which the box drives step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Option, Say, Text, Who, option, text
from referee.games.knight_rider import asking, cards, move
from referee.games.knight_rider.board.net import FAR as UNREACHED
from referee.games.knight_rider.board.places import field_distances, walled_in
from referee.games.knight_rider.board.port import PASSES
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.board.trips import Driver, State, Trip, reach, trips
from referee.games.knight_rider.move import ENTERING, why_no_target
from referee.games.knight_rider.numbers import COST, KITT
from referee.games.knight_rider.town import Town, in_device

#: Letters of a trip's path as the verbs of the move.
VERBS: Final[Mapping[str, str]] = {
    "F": "step", "L": "turn", "R": "turn", "U": "uturn", "P": "passed",
}  # fmt: skip
SIDE: Final[Mapping[str, str]] = {"L": "left", "R": "right"}

#: What is played besides the move.
CARDS: Final = ("divert", "kitt")

#: What is said of a card, or of how a car faces, that brings it onto red exactly.
WINS: Final = text("kr.board.wins-so")
CARD_WINS: Final = text("kr.kitt.wins")


@in_device
def drive_asks(p: Town) -> tuple[Ask, ...]:
    """Trips, single manoeuvres, cards (KR-TRN-3, KR-TRN-6); what is due is told by the box."""
    if verb := due(p):
        telling = (_telling(p, verb),)
        prompt = text("kr.drive.under-way")
        return (Ask((p.turn,), Kind.REPORT, prompt, "KR-TRN-3", telling, source="board"),)
    menu, drives = Menu(), bool(p.now.points) and not stranded(p)
    if drives:
        _trips(p, menu)
        _manoeuvres(p, menu)
    else:
        menu.add(ending(p))
        _pass(menu, _jump_victim(p))
    return _with_cards(p, menu, drives=drives)


def due(p: Town) -> str:
    """What happens by itself now: a target is ticked, red is reached, a trip goes on."""
    here = p.roads.numbers.get(p.stand(p.turn).spot.field)
    moved = bool(p.now.trail) and not p.mover.outside
    if moved and move.last_way(p) in ENTERING and here in p.mover.open_targets:
        return "ticked"
    if not p.now.points and not p.now.over and here == p.board.red and move.why_no_win(p) is None:
        return "reached"
    return VERBS[p.board.plan[0]] if p.board.plan else ""


def _telling(p: Town, verb: str) -> Option:
    """What the box tells of a move, as players would at the table: what is true, nothing else."""
    if verb == "turn":
        return option(verb, side=OneOf((SIDE[p.board.plan[0]],)))
    if verb == "ticked":
        return option(verb, tableau=OneOf((p.roads.numbers[p.stand(p.turn).spot.field],)))
    if verb == "passed":
        return option(verb, target=OneOf((p.driver.rams(p.course),), "seat"))
    return option(verb)


def stranded(p: Town) -> bool:
    """Points are left that nothing can use (KR-MOV-13, KR-INT-11)."""
    return p.driver.stranded(p.course, p.now.points)


def ending(p: Town) -> str:
    """How the move ends: on a slick, before a closed road start, or without an incident. Red has
    come first, by `due`, and all cars passed while driving (KR-INT-42)."""
    if p.mover.outside:
        return "closed"
    return "behind" if p.traffic.slicks(p.stand(p.turn).spot.field, p.turn) else "flip"


def _with_cards(p: Town, menu: Menu, *, drives: bool) -> tuple[Ask, ...]:
    cards.offer_joins(p, menu)
    cards.offer_kitt(p, menu)
    menu.options = [_with_points(p, choice) for choice in menu.options]
    walled = bool(p.now.points) and walled_in(p.roads, p.stand(p.turn).spot.field)
    if walled:
        _say_walled(p, menu)
    elif drives:
        menu.options = sorted(map(_aside_if_card, menu.options), key=_behind)
    elif not p.now.points:
        asking.on_buttons(menu)
    if all(choice.verb != "flip" for choice in menu.options):
        menu.refuse("turn_over", No("kr.why.move-first", "KR-TRN-4"))
    prompt, clause = text(_prompt(p, menu), n=p.now.points), "KR-DIV-11" if walled else "KR-TRN-3"
    return menu.asks((p.turn,), Kind.DECISION, prompt, clause)


def _prompt(p: Town, menu: Menu) -> str:
    """The key of what is asked; that a card wins comes first, for it may stand behind BACK."""
    verbs = {choice.verb for choice in menu.options}
    if "catch" not in verbs and any(map(_wins, menu.options)):
        return "kr.drive.card"
    if p.now.over:
        return "kr.drive.over"
    if not p.now.points:
        return "kr.drive.end"
    return "kr.drive.ram" if "ram" in verbs else "kr.drive.town"


def _with_points(p: Town, choice: Option) -> Option:
    """Where a K.I.T.T. card changes the points, each that does says how many there are with it, or
    that they reach red exactly; the cursor begins at such a one."""
    field = choice.fields.get("card")
    if not isinstance(field, OneOf) or {*field.values} <= {"shield"}:
        return choice
    told = [(kind, _with_card(p, str(kind))) for kind in field.values]
    told.sort(key=lambda pair: pair[1] != WINS)
    kinds, notes = (tuple(column) for column in zip(*told, strict=True))
    field = OneOf(kinds, field.look, notes=notes, order=KITT)
    choice = replace(choice, fields={"card": field})
    driving = p.now.points > 0  # then it is a line; a button has no room for a note
    return replace(choice, note=WINS, preview=CARD_WINS) if driving and _wins(choice) else choice


def _wins(choice: Option) -> bool:
    """Whether it is a card that brings the car onto red exactly."""
    field = choice.fields.get("card")
    return isinstance(field, OneOf) and WINS in field.notes


def _with_card(p: Town, kind: str) -> Text:
    if kind == "shield":
        return text("kr.kitt.safe")
    jumps = kind == "jump"
    course = p.driver.jump(p.course) if jumps else p.course
    points = p.now.points + cards.more_points(p, kind) - (COST["jump"] if jumps else 0)
    if course is not None and _reaches(p, course, points, jumps=jumps):
        return WINS
    vain = course is not None and Away(p).red(course.spot) <= points
    return text("kr.kitt.vain" if vain else "kr.kitt.then", n=points)


def _reaches(p: Town, course: State, points: int, *, jumps: bool) -> bool:
    """Whether so many points lead the car from there to red exactly; ``jumps``: it has just come
    there by a jump, which enters red's field as a step does."""
    there, at_end = course.spot.field == p.red_field, p.options["goal_arrival"] == "end"
    if not points:
        return there and not course.open
    if not (there and at_end) and UNREACHED > Away(p).red(course.spot) > points:
        return False
    found = trips(p.driver, course, points)
    if jumps and there and at_end and any(_stays_on_red(p, trip) for trip in found):
        return True
    return winning(p, found, course, points) is not None


def _stays_on_red(p: Town, trip: Trip) -> bool:
    return trip.at.spot.field == p.red_field and not (trip.left or trip.at.open or trip.rams)


def _say_walled(p: Town, menu: Menu) -> None:
    """A car that is walled in gets out by a card: cards stand first, one that wins before all, and
    every other choice says it (KR-DIV-11)."""
    said = text("kr.drive.walled-out" if cards.opens_way(p) else "kr.drive.walled")
    options = (o if _wins(o) else replace(o, preview=said) for o in menu.options)
    menu.options = sorted(options, key=lambda o: (not _wins(o), (*CARDS, o.verb).index(o.verb)))


def _aside_if_card(choice: Option) -> Option:
    return replace(choice, aside=True) if choice.verb in CARDS else choice


def _behind(choice: Option) -> tuple[bool, bool, bool]:
    """Of what is seldom wanted, a card that wins comes first, and cards before single
    manoeuvres."""
    return choice.aside, not _wins(choice), choice.verb not in CARDS


# -- trips -----------------------------------------------------------------------------------

#: What HELP says of a place behind a car, of every place, and of a ram.
OIL_RULES: Final = ("KR-OIL-1", "KR-OIL-2")
GOAL_RULES: Final = ("KR-END-4",)
RAM_RULES: Final = ("KR-RAM-3", "KR-RMT-1", "KR-RMT-6")


def _trips(p: Town, menu: Menu) -> None:
    """Red, if it can be reached; ends of the move by field and facing, the best first; the cars
    that can be rammed. Places with the same facings, as near to red, stand in one option."""
    found = journeys(p)
    barriers = Barriers(p, found)
    if winning(p, found, p.course, p.now.points):
        menu.offer([Option("catch", preview=text("kr.drive.catch"))])
    else:
        menu.refuse("catch", why_no_catch(barriers))
    ends, away = dict[Point, list[Way]](), Away(p)
    for trip in ranked(p, [trip for trip in found if not trip.rams]):
        spot = trip.at.spot
        points = away.red(spot) if not trip.at.open else UNREACHED
        ends.setdefault(spot.field, []).append(Way(spot.facing, move.wins(p, trip), points))
    alike: dict[tuple[Way, ...], list[Point]] = {}
    for field, facings in ends.items():
        alike.setdefault(tuple(facings), []).append(field)
    rams = [trip for trip in found if trip.rams and trip.path]
    past = text("kr.drive.past") if rams else None
    for ways, fields in alike.items():
        to = OneOf(tuple(list(field) for field in fields), "cell")
        oil = any(p.traffic.slicks(field, p.turn) for field in fields)
        rules = (*(OIL_RULES if oil else ()), *GOAL_RULES)
        where = {"to": to, "facing": _facings(ways)}
        menu.offer([Option("go", where, preview=past, clauses=rules)])
    if rams:
        _offer_rams(p, menu, barriers, rams)
    refuse_places(barriers, menu)


def _offer_rams(p: Town, menu: Menu, barriers: Barriers, rams: Sequence[Trip]) -> None:
    """Who can be rammed, and what the way there costs; of one alone it is told before the press
    that drives (KR-RAM-3)."""
    costs = {trip.rams: p.now.points - trip.left for trip in rams}
    why = why_no_rams(barriers)
    notes = [text("kr.brings.points", n=costs[seat]) for seat, no in why.items() if no is None]
    menu.choose("ram", "target", why, "seat", notes)
    menu.options[-1] = replace(menu.options[-1], clauses=RAM_RULES)
    if len(rams) == 1:
        (trip,) = rams
        here = p.stand(trip.rams).spot.field == p.stand(p.turn).spot.field
        beside = here and not p.mover.outside
        key, facing = "kr.brings.back" if beside else "kr.brings.way", trip.at.spot.facing
        said = text(
            key, who=Who(trip.rams), n=costs[trip.rams], left=trip.left,
            facing=text(f"arg.facing.{facing}"),
        )  # fmt: skip
        note = text("kr.brings.whom", who=Who(trip.rams))
        menu.options[-1] = replace(menu.options[-1], note=note, preview=said)


class Way(NamedTuple):
    """How a car may face where its move ends: whether that wins, and how many points from red."""

    facing: str
    wins: bool
    points: int


def _facings(ways: Sequence[Way]) -> OneOf:
    """How the car may face; on red's field, which ways win, if not all do (KR-END-4); elsewhere how
    many points it is to red then."""
    notes: tuple[Text, ...] = ()
    if len({way.wins for way in ways}) > 1:
        notes = tuple(WINS if w.wins else text("kr.board.not-so") for w in ways)
    elif all(way.points < UNREACHED for way in ways) and not ways[0].wins:
        notes = tuple(text("kr.board.from-so", n=way.points) for way in ways)
    return OneOf(tuple(way.facing for way in ways), notes=notes)


def ranked(p: Town, found: Sequence[Trip]) -> list[Trip]:
    """Trips by what most players want: red reached, not to stand there in vain, as many targets as
    can be, no slick, near to red or, while targets are open, to one of them."""
    goal, traffic, near = p.red_field, p.traffic, _nearness(p, found, Away(p))

    def worth(trip: Trip) -> tuple[object, ...]:
        field, wins = trip.at.spot.field, move.wins(p, trip)
        in_vain = field == goal and not wins
        slick = bool(traffic.slicks(field, p.turn))
        return not wins, in_vain, len(trip.at.open), slick, near(trip)

    return sorted(found, key=worth)


def _nearness(p: Town, found: Sequence[Trip], away: Away) -> Callable[[Trip], tuple[int, ...]]:
    """How near to its goal a trip ends: by points, and rather not where the car is. If no road
    leads there, or not every turn is free: away from here first, then by spaces; by those of the
    printed roads if no others lead there."""
    here = p.stand(p.turn).spot.field
    points = {trip.at: away.goal(trip) for trip in found}
    if any(needed < UNREACHED for needed in points.values()):
        return lambda trip: (points[trip.at], trip.at.spot.field == here)
    targets = [p.roads.middles[number] for number in p.mover.open_targets]
    goals = targets or ([p.red_field] if p.red_field else [])
    steps = _nearest_of(p.roads, goals)
    if all(trip.at.spot.field not in steps for trip in found):
        steps = _nearest_of(p.printed, goals)

    def near(trip: Trip) -> tuple[int, ...]:
        spot = trip.at.spot
        ahead = steps.get(beyond(spot.field, spot.facing), UNREACHED)
        return spot.field == here, steps.get(spot.field, UNREACHED), ahead

    return near


def _nearest_of(roads: Roads, goals: Sequence[Point]) -> dict[Point, int]:
    """Spaces to the nearest of these fields, from all that a road leads there from."""
    steps = dict[Point, int]()
    for goal in goals:
        for at, n in field_distances(roads, goal).items():
            steps[at] = min(n, steps.get(at, n))
    return steps


class Away:
    """How many points a car needs from where it may come to, cars left out of account (KR-MOV-3,
    KR-END-4); `net.FAR` where no road leads, or where not every turn is free (KR-INT-11)."""

    def __init__(self, p: Town) -> None:
        free = p.red_field is not None and p.on("quarter_turn_anywhere")
        self._net, self._red, self._middles = p.net if free else None, p.red_field, p.roads.middles

    def red(self, spot: Spot) -> int:
        """To the step onto red."""
        return self._to(self._red, spot) if self._red is not None else UNREACHED

    def goal(self, trip: Trip) -> int:
        """To the nearest target that is open at its end, or else to red (KR-VAR-2)."""
        spot = trip.at.spot
        targets = (self._to(self._middles[number], spot) for number in trip.at.open)
        return min(targets, default=self.red(spot))

    def _to(self, field: Point, spot: Spot) -> int:
        if self._net is None or spot.field not in self._net:
            return UNREACHED
        return min(self._net.needs(field)[self._net.number(spot)])


def journeys(p: Town) -> list[Trip]:
    """Where the points left can lead (KR-MOV-11)."""
    return trips(p.driver, p.course, p.now.points)


def passed(p: Town, trip: Trip) -> list[Point]:
    """The fields of a trip in turn, from where the car is."""
    driver, at = p.driver, p.course
    fields = [at.spot.field]
    for letter in trip.path:
        to = driver.step(at) if letter == "F" else driver.turn(at, letter)
        assert to is not None
        at = to
        fields += [at.spot.field] if letter == "F" else []
    return fields


def winning(p: Town, found: Sequence[Trip], course: State, points: int) -> Trip | None:
    """A trip that reaches red from this course with so many points; None if no trip does.

    Of several ways to the same end `journeys` knows one. A car that begins on red's field can end
    there by turning on the spot, too, which never wins: then the way must enter it anew (KR-END-4).
    """
    won = next((trip for trip in found if move.wins(p, trip)), None)
    begins_there = course.spot.field == p.red_field and not course.outside
    if won is None and begins_there and p.options["goal_arrival"] == "end":
        anew = course._replace(open=course.open | {p.board.red})  # as if red were a target
        entering = trips(p.driver, anew, points)
        won = next((trip for trip in entering if move.wins(p, trip)), None)
    return won


@in_device
def set_out(p: Town, entry: Entry, say: Say) -> None:
    """A trip is chosen by its end, or by the car to be rammed; the box drives it step by step."""
    trip = chosen(p, entry)
    p.board.plan = trip.path + ("P" if trip.rams else "")


def chosen(p: Town, entry: Entry) -> Trip:
    """The trip that a ``catch``, ``go`` or ``ram`` means."""
    found = journeys(p)
    if entry.verb == "catch":
        trip = winning(p, found, p.course, p.now.points)
        assert trip is not None
        return trip
    if entry.verb == "ram":
        return next(trip for trip in found if trip.rams == entry.number("target"))
    spot = Spot(entry.cell("to"), entry.word("facing"))
    return next(trip for trip in found if not trip.rams and trip.at.spot == spot)


# -- single manoeuvres -----------------------------------------------------------------------


def _manoeuvres(p: Town, menu: Menu) -> None:
    """One field or one turn at a time (KR-MOV-2, KR-MOV-3, KR-MOV-4, KR-MOV-5, KR-MOV-6); passing a
    car rams it (KR-RAM-3)."""
    driver, course = p.driver, p.course
    ways = {way for way, _ in driver.moves(course, p.now.points)}
    rammed = driver.rams(course)
    _pass(menu, rammed or _jump_victim(p))
    if "F" in ways:
        said = _then(p, "step")
        menu.options.append(Option("step", preview=said, aside=True))
    else:
        menu.refuse("step", PASSES if rammed else why_no_step(p))
    sides = tuple(SIDE[way] for way in ("L", "R") if way in ways)
    if sides:
        said = _then(p, "turn")
        menu.options.append(Option("turn", {"side": OneOf(sides)}, preview=said, aside=True))
    else:
        menu.refuse("turn", _why_no_turn(p))
    if "U" in ways:
        menu.options.append(Option("uturn", preview=_then(p, "uturn"), aside=True))
    else:
        menu.refuse("uturn", _why_no_turn(p, "uturn"))
    menu.refuse("back", No("kr.why.reverse", "KR-MOV-6"))


def _then(p: Town, verb: str) -> Text:
    """What a manoeuvre costs, and whether anything is left after it."""
    if p.now.points > COST[verb]:
        return text("kr.drive.step", n=COST[verb])
    return text("kr.drive.last-step" if verb == "step" else "kr.drive.last-turn")


def _pass(menu: Menu, victim: int) -> None:
    """Whom to stop beside, if anybody (KR-RAM-3)."""
    if victim:
        menu.add("passed", target=OneOf((victim,), "seat"))


def _why_no_turn(p: Town, verb: str = "turn") -> No:
    return move.why_no_manoeuvre(p, verb) or No("kr.why.no-turn", "KR-INT-11")


def _jump_victim(p: Town) -> int:
    """Whom a jump off this field would ram first (KR-INT-32)."""
    return p.driver.victim(p.course) if cards.ram_before_jump(p) else 0


# -- what bars the way to a place where a move can't end, to red, or to a car -----------------


FULL: Final = No("kr.why.full", "KR-MOV-7")
ROADBLOCK: Final = No("kr.why.roadblock", "KR-DIV-10")
RAMS: Final = No("kr.why.past-a-car", "KR-RAM-1")
TWO_CARS: Final = No("kr.why.two-cars", "KR-MOV-9")
CUT: Final = No("kr.why.cut", "KR-DIV-8")
ACROSS: Final = No("kr.why.no-turn-there", "KR-INT-11")
TO_SPARE: Final = No("kr.why.to-spare", "KR-MOV-1")
REVERSE: Final = No("kr.why.reverse", "KR-MOV-6")
TURNS: Final = No("kr.why.turns-cost", "KR-MOV-3")
FAR: Final = No("kr.why.too-far", "KR-MOV-2")
ENTRY: Final = No("kr.why.entry-closed", "KR-MOV-13")
NO_WAY: Final = No("kr.why.no-way", "KR-MOV-6")
ENDS_BESIDE: Final = No("kr.why.ends-beside", "KR-RAM-4")
NOT_ENTERED: Final = No("kr.why.not-entered", "KR-RAM-2")


class Barriers:
    """What bars the car on turn. ``found``: the trips that it can make."""

    def __init__(self, p: Town, found: Sequence[Trip]) -> None:
        self.p, self.found, self.points = p, found, p.now.points
        self.driver, self.course, self.roads = p.driver, p.course, p.roads
        self.ends = {trip.at.spot for trip in found if not trip.rams}
        here, first = self.course.spot, int(self.course.outside)
        self.near = field_distances(p.printed, here.field, self.points - first)
        self.behind = set() if first else set(_straight_back(self.roads, here, self.points))
        lifted = [(no, reach(free, self.course, self.points)) for no, free in self._lifted()]
        self.lifted = [(no, ends) for no, (_, ends) in lifted]
        self.passed = lifted[-1][1][0] if lifted else self.come

    @cached_property
    def come(self) -> set[Spot]:
        """Where the car can come to, with some of its points or all."""
        return reach(self.driver, self.course, self.points)[0]

    def _lifted(self) -> Iterator[tuple[No, Driver]]:
        """Drivers for whom more and more is out of the way, with what that is."""
        driver, traffic, made = self.driver, self.driver.traffic, self.roads
        if any(trip.rams for trip in self.found):
            yield RAMS, replace(driver, rammable=frozenset())
        if any(traffic.full(at, driver.seat) for at in self.near):
            traffic = replace(traffic, cars={}, red=None)
            yield TWO_CARS, replace(driver, traffic=traffic, rammable=frozenset())
        if any(at in made.barred for at in self.near):
            traffic = replace(traffic, roads=replace(made, barred=frozenset()))
            yield ROADBLOCK, replace(driver, traffic=traffic, rammable=frozenset())
        if self.p.stacks:
            traffic = replace(traffic, roads=self.p.printed)
            yield CUT, replace(driver, traffic=traffic, rammable=frozenset())
        if not driver.quarters:
            yield ACROSS, replace(driver, traffic=traffic, rammable=frozenset(), quarters=True)

    def at(self, field: Point, ways: str = SIDES) -> No:
        """Why the move can't end on a field facing in any of these ways. Cars to be rammed, full
        fields, roadblocks, other diversions and roads where a car can't turn are lifted, one after
        the other: the first that then lets it; else the points."""
        spots = {Spot(field, way) for way in ways}
        for no, ends in self.lifted:
            if not spots.isdisjoint(ends):
                return no
        if not spots.isdisjoint(self.passed):
            return TO_SPARE
        return REVERSE if field in self.behind else TURNS

    def closed(self, field: Point) -> No | None:
        """Why no move at all can end on this field."""
        if field in self.roads.barred:
            return ROADBLOCK
        return FULL if self.driver.traffic.full(field, self.driver.seat) else None

    def field(self, field: Point) -> No:
        """Why the move can't end on a field, whatever the facing: the least of what bars it."""
        if field not in self.near:
            return FAR
        return self.closed(field) or self.at(field)


def refuse_places(barriers: Barriers, menu: Menu) -> None:
    """Where the move can't end. A screen leads the cursor to full fields and roadblocks in reach,
    to nothing else."""
    fields = {spot.field for spot in barriers.ends}
    for field in barriers.near:
        if field in fields:
            for way in SIDES:
                if Spot(field, way) not in barriers.ends:
                    menu.bar("go", barriers.at(field, way), to=list(field), facing=way)
        else:
            no = barriers.field(field)
            (menu.refuse if no in (FULL, ROADBLOCK) else menu.bar)("go", no, to=list(field))
    menu.bar("go", FAR)


def why_no_catch(barriers: Barriers) -> No:
    """Why the points left don't reach red (KR-END-2, KR-END-4, KR-VAR-2)."""
    p, goal = barriers.p, barriers.p.red_field
    assert goal is not None
    if all(spot.field != goal for spot in barriers.ends):
        return barriers.field(goal)
    if p.mover.open_targets:
        return No("kr.why.targets-open", "KR-VAR-2")
    at_end = p.options["goal_arrival"] == "end"
    return No("kr.why.no-step" if at_end else "kr.why.last-step", "KR-END-4")


def why_no_rams(barriers: Barriers) -> Mapping[int, No | None]:
    """For every other player why this move can't ram their car; None where it can."""
    p, rammed = barriers.p, {trip.rams for trip in barriers.found if trip.path}
    others = (seat for seat in p.seats if seat != p.turn)
    return {seat: None if seat in rammed else _why_no_ram(barriers, seat) for seat in others}


def _why_no_ram(barriers: Barriers, seat: int) -> No:
    if no := why_no_target(barriers.p, seat):
        return no
    at, course = barriers.p.stand(seat).spot.field, barriers.course
    if at == course.spot.field and not course.outside:
        return NOT_ENTERED
    if any(spot.field == at for spot in barriers.come):
        return ENDS_BESIDE
    no = barriers.field(at)
    return TWO_CARS if no is FULL else no


def why_no_step(p: Town) -> No:
    """Why the car can't go one field on: what is there, or that no road leads on."""
    spot = p.stand(p.turn).spot
    if p.mover.outside:
        return ROADBLOCK if spot.field in p.roads.barred else ENTRY
    ahead = p.roads.ahead(spot.field, spot.facing)
    if ahead is not None:
        return ROADBLOCK if ahead in p.roads.barred else TWO_CARS
    return NO_WAY if p.printed.ahead(spot.field, spot.facing) is None else CUT


def _straight_back(made: Roads, here: Spot, points: int) -> Iterator[Point]:
    """The fields behind a car, as far as the points reach."""
    at: Point | None = here.field
    for _ in range(points):
        at = made.ahead(at, opposite(here.facing)) if at is not None else None
        if at is not None:
            yield at
