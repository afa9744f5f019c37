"""The board in the device as a scene: tableaus, cars, red, and what the ends of a move bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.game import DEVICE, Cover, Streets, Text, Tile, Vehicle, Who, text
from referee.games.knight_rider import journey, move, placing, track
from referee.games.knight_rider.board import where
from referee.games.knight_rider.board.net import FAR
from referee.games.knight_rider.board.parts import CENTRE
from referee.games.knight_rider.board.places import field_distances, walled_in
from referee.games.knight_rider.board.sides import Point, apart
from referee.games.knight_rider.board.trips import Trip
from referee.games.knight_rider.numbers import COST
from referee.games.knight_rider.town import Town

#: States whose screen shows the whole track, those of them about the car in play, and states that
#: show it round that car.
WHOLE = frozenset(("place_roll", "start", "gate", "roll", "right"))
ROLLING = frozenset(("roll", "right"))
ROUND = frozenset(("drive", "escape"))


def board(p: Town) -> tuple[Streets, ...]:
    """What the screen of this state shows of the board; nothing while there is none."""
    if p.state == "lay":
        return (replace(whole(p), cells=True, laying=_laying(p)),)
    if not p.board.laid or p.state not in WHOLE | ROUND or _needs_pad(p):
        return ()
    if p.state == "start":
        aims = {str(number): p.roads.middles[number] for number in placing.starts(p)}
        return (replace(whole(p), aims=aims),)
    if p.state == "gate":
        return (_starting(p),)
    if p.state in ROLLING:
        return (replace(whole(p), focus=p.stand(p.turn).spot.field),)
    return (whole(p),) if p.state in WHOLE else (window(p),)


def _needs_pad(p: Town) -> bool:
    """Whether two dice of the table are to be entered: their pad needs all the room."""
    return p.state == "place_roll" and p.options["dice"] != DEVICE


def whole(p: Town) -> Streets:
    """The overview."""
    focus = p.red_field or (0, 0)
    return Streets(_tiles(p), _vehicles(p), _spacing(p), focus, whole=True, empty=CENTRE)


def _starting(p: Town) -> Streets:
    """The overview with the road starts of the start tableau, which pages frame."""
    cells = tuple(laid.cell for laid in p.laid if laid.number == p.start)
    return replace(whole(p), focus=p.roads.middles[p.start], notable=cells, aims=p.gates)


def _laying(p: Town) -> Mapping[Point, str]:
    """How the tableau in hand would lie in each place where it fits, at first."""
    return {cell: next(iter(ways)) for cell, ways in track.placements(p).items()}


def window(p: Town) -> Streets:
    """Round the car in play, and where a diversion is offered: first where it helps most."""
    focus, begin = p.stand(p.turn).spot.field, _cut(p) if p.now.points else _leader(p)
    drives = p.state == "drive" and bool(p.now.points) and not p.board.plan
    trips = journey.journeys(p) if drives else []
    best = _best(p, trips)
    return Streets(
        _tiles(p), _vehicles(p), _spacing(p), focus, previews=_previews(p, trips, best),
        begin=begin, own=str(p.car_number(p.turn)),
        ways={at: journey.passed(p, trip) for at, trip in best.items()},
    )  # fmt: skip


def _best(p: Town, trips: Sequence[Trip]) -> Mapping[Point, Trip]:
    """The best move to every place where one can end."""
    ranked = reversed(journey.ranked(p, trips))
    return {trip.at.spot.field: trip for trip in ranked if not trip.rams}


def _cut(p: Town) -> Point | None:
    """The diverted tableau that is nearest to a car in play with no road to red; None: it has one,
    or no diversion lies."""
    here, middles = p.stand(p.turn).spot.field, p.roads.middles
    if not p.red_field or p.red_field in field_distances(p.roads, here):
        return None
    laid = (middles[int(number)] for number in p.board.card_turns)
    return min(laid, key=partial(apart, here), default=None)


def _leader(p: Town) -> Point | None:
    """Where the rival stands that is next to red: by road, if any rival has a road there."""
    if (goal := p.red_field) is None:
        return None
    steps = field_distances(p.roads, goal)
    rivals = (p.stand(seat).spot.field for seat in p.order if str(seat) in p.board.stands
              if seat != p.turn)  # fmt: skip
    return min(rivals, key=lambda at: (steps.get(at, FAR), apart(goal, at)), default=None)


def _spacing(p: Town) -> int:
    return p.numbers.parts.spacing


def _tiles(p: Town) -> tuple[Tile, ...]:
    """Every tableau with its arms, its diversions and the arms that they leave (KR-DIV-8)."""
    parts, roads = p.numbers.parts, p.roads
    found = []
    for laid in p.laid:
        middle, arms = roads.middles[laid.number], parts.turned_arms(laid.number, laid.turns)
        barred, covers = middle in roads.barred, _covers(p, str(laid.number))
        found.append(Tile(laid.cell, str(laid.number), arms, roads.ways[middle], barred, covers))
    return tuple(found)


def _covers(p: Town, number: str) -> tuple[Cover, ...]:
    """The diversions on a tableau (KR-DIV-7)."""
    cards = zip(p.stacks.get(number, ()), p.board.card_turns.get(number, ()), strict=True)
    joined = ((kind, p.numbers.parts.joined(kind, turns)) for kind, turns in cards)
    return tuple(Cover(text(f"arg.kind.{kind}"), sides or "") for kind, sides in joined)


def _vehicles(p: Town) -> tuple[Vehicle, ...]:
    """Red without a number; cars by number, those at a road start beside it."""
    called, short = text("kr.unit.red"), text("kr.unit.red-short")
    red = (Vehicle("", p.red_field, called=called, short=short),) if p.red_field else ()
    seats = [seat for seat in p.order if str(seat) in p.board.stands]
    return (*red, *(_vehicle(p, seat) for seat in seats))


def _vehicle(p: Town, seat: int) -> Vehicle:
    spot, car = p.stand(seat).spot, p.car(seat)
    return Vehicle(str(p.car_number(seat)), spot.field, spot.facing, car.roof, car.outside)


def _previews(p: Town, trips: Sequence[Trip], best: Mapping[Point, Trip]) -> Mapping[Point, Text]:
    """What ending a move on a field brings: red or why not (KR-END-4), a slick (KR-OIL-3), a car
    beside, where the car only turns one way, which; and how far red is from there. Where that is
    the same at all places, or does not matter yet, what the way costs."""
    found, away, turned = dict[Point, Text](), _away(p, trips), _turned(p, trips)
    for at, trip in best.items():
        if move.wins(p, trip):
            found[at] = text("kr.board.wins")
        elif at == p.red_field:
            found[at] = text(f"kr.board.{_missed(p, trip)}")
        else:
            first = _slick(p, at) or turned.get(at) or _beside(p, at)
            if trip.at.open or not away:
                found[at] = first or text("kr.board.way", steps=_steps(trip.path))
            else:
                found[at] = _red_after(p, trip, first, away.get(at))
    return found


def _steps(path: str) -> tuple[Text, ...]:
    """How many steps and turns of each kind the points buy (KR-MOV-2, KR-MOV-3, KR-MOV-5)."""
    verbs = Counter(journey.VERBS[letter] for letter in path)
    return tuple(text(f"step.{verb}", n=count) for verb, count in verbs.items())


def _slick(p: Town, at: Point) -> Text | None:
    """Whose slick a move ends on; None: nobody's."""
    slicks = p.traffic.slicks(at, p.turn)
    return text("kr.board.slick", who=Who(slicks[0])) if slicks else None


def _beside(p: Town, at: Point) -> Text | None:
    """Beside whose car a move ends; None: nobody's."""
    others = p.traffic.others(at, p.turn)
    return text("kr.board.beside", who=Who(others[0])) if others else None


def _red_after(p: Town, trip: Trip, first: Text | None, away: int | None) -> Text:
    """How far red is then, in points, or in spaces where not every turn is free; after what comes
    ``first``, or else the turns on the way: the map shows no points that go into them. ``away``:
    None where no road leads there."""
    if away is None:
        return first or text("kr.board.no-way")
    unit = "needs" if p.on("quarter_turn_anywhere") else "away"
    if first is not None:
        return text(f"kr.board.and-{unit}", first=first, n=away)
    turns = _steps(trip.path.replace("F", ""))
    return text(f"kr.board.by-{unit}" if turns else f"kr.board.{unit}", steps=turns, n=away)


def _away(p: Town, trips: Sequence[Trip]) -> Mapping[Point, int]:
    """How far red is from every place that a road leads from: in points, with the car turned as it
    is best, or in spaces where not every turn is free (KR-MOV-3)."""
    if not p.red_field:
        return {}
    free, found, away = p.on("quarter_turn_anywhere"), dict[Point, int](), journey.Away(p)
    for spot in (trip.at.spot for trip in trips if not trip.rams):
        n = away.red(spot) if free else _spaces(p, spot.field)
        found[spot.field] = min(n, found.get(spot.field, FAR))
    return {at: n for at, n in found.items() if n < FAR}


def red_away(p: Town) -> Text:
    """How far red is from the car on turn by road: in points, or in spaces where not every turn is
    free (KR-MOV-3); that none leads there, or that the car is walled in (KR-DIV-11)."""
    spot, goal = p.stand(p.turn).spot, p.red_field
    free, entry = p.on("quarter_turn_anywhere"), COST["step"] * p.mover.outside
    far = journey.Away(p).red(spot) if free else _spaces(p, spot.field)
    if far >= FAR:
        walled = walled_in(p.roads, spot.field)
        return text("kr.drive.walled" if walled else "kr.line.no-way")
    if not free:
        return text("kr.line.red-spaces", n=far + entry)
    return text("kr.line.red-here" if spot.field == goal else "kr.line.red-points", n=far + entry)


def _spaces(p: Town, at: Point) -> int:
    """Spaces to red by road; `FAR`: none leads there."""
    return field_distances(p.roads, at).get(p.red_field, FAR) if p.red_field else FAR


def _turned(p: Town, trips: Sequence[Trip]) -> Mapping[Point, Text]:
    """That a car only turns where it is, and which way it then faces if there is but one (KR-MOV-3,
    KR-MOV-5); else that is asked next. Nothing where it may also drive off and come back."""
    here = p.stand(p.turn).spot.field
    stays = [trip for trip in trips if trip.at.spot.field == here and not trip.rams]
    if not stays or any("F" in trip.path for trip in stays):
        return {}
    facings = {trip.at.spot.facing for trip in stays}
    side = text(f"arg.facing.{min(facings)}")
    only = text("kr.board.turned", side=side)
    return {here: only if len(facings) == 1 else text("kr.board.turns")}


def _missed(p: Town, trip: Trip) -> str:
    """What is wrong with a trip to red that does not win (KR-END-4, KR-VAR-2)."""
    if trip.at.open:
        return "open"
    return "last-step" if p.options["goal_arrival"] == "last_step" else "spare"


def standing(p: Town) -> tuple[Text, ...]:
    """Where red and all cars stand, in words: the page beside the map."""
    red = (text("kr.board.red-at", tableau=p.board.red),) if p.board.red else ()
    return (*red, *(_standing(p, seat) for seat in p.order if str(seat) in p.board.stands))


def _standing(p: Town, seat: int) -> Text:
    spot = p.stand(seat).spot
    facing = text(f"arg.facing.{spot.facing}")
    place = where.outside(p) if p.car(seat).outside else where.in_words(p, spot.field)
    return text("kr.board.car-at", who=Who(seat), where=place, facing=facing)
