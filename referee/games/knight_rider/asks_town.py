"""What is asked where the board is in the device: only what the rules allow on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from referee.game import Ask, Kind, Menu, No, OneOf, Option, Pick, option, text
from referee.games.knight_rider import building, cars, rules
from referee.games.knight_rider.board.places import field_distances
from referee.games.knight_rider.board.sides import Point, beyond
from referee.games.knight_rider.board.trips import Trip
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.shut_in import most_in_reach
from referee.games.knight_rider.town import Town, town

#: Steps that a car which can't drive to red counts as.
FAR: Final = 999

# -- phase 1 ---------------------------------------------------------------------------------


def reveal_asks(p: Knight) -> tuple[Ask, ...]:
    """A tableau is picked blind (KR-TRK-5)."""
    hidden = OneOf(tuple(building.drawable(town(p))))
    drawing = (option("turn_up", tableau=hidden),)
    prompt = text("kr.reveal.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "KR-TRK-5", drawing, source="board", auto=True),)


def lay_asks(p: Town) -> tuple[Ask, ...]:
    """Every place where the tableau fits, with its rotations (KR-TRK-6..11)."""
    first = not p.track.laid_by[p.turn - 1]
    found = building.placements(p)
    menu = Menu()
    menu.options = [
        option("laid", cell=OneOf((list(cell),), "cell"), arms=OneOf(tuple(ways)))
        for cell, ways in found.items()
    ]
    if not found:
        menu.add("no_fit")
        prompt = text("kr.lay.none", tableau=p.board.piece)
        return menu.asks((p.turn,), Kind.REPORT, prompt, "KR-TRK-12", "board")
    menu.refuse("no_fit", No("kr.why.fits", "KR-TRK-12"))
    key = "kr.lay.piece-first" if first else "kr.lay.piece"
    prompt = text(key, tableau=p.board.piece)
    return menu.asks((p.turn,), Kind.DECISION, prompt, "KR-TRK-6" if first else "KR-TRK-10")


def build_asks(p: Town) -> tuple[Ask, ...]:
    """The box lays the track: by chance, or one that has a name."""
    seats, prompt = tuple(p.seats), text("kr.build.box")
    if p.options["track"] != "random":
        return (Ask(seats, Kind.REPORT, prompt, "KR-TRK-5", (Option("built"),), source="board"),)
    tableaus = p.numbers.tableaus
    order = Pick(len(tableaus), len(tableaus), tableaus, ordered=True)
    laying = (option("built", order=order),)
    return (Ask(seats, Kind.CHANCE, prompt, "KR-TRK-5", laying, source="board", auto=True),)


def start_asks(p: Town) -> tuple[Ask, ...]:
    """The farthest tableau; where several are equally far, one of them (KR-POS-3, KR-POS-4)."""
    found = building.starts(p)
    menu = Menu()
    menu.add("start", tableau=OneOf(tuple(found)))
    kind, source = (Kind.REPORT, "board") if len(found) == 1 else (Kind.DECISION, "players")
    prompt = text("kr.start.several", red=p.board.red)
    return menu.asks(tuple(p.seats), kind, prompt, "KR-POS-4", source)


def gate_asks(p: Knight) -> tuple[Ask, ...]:
    """At which road start of the start tableau a car begins (KR-POS-5)."""
    made = town(p)
    seat = p.order[len(made.board.stands)]
    menu = Menu()
    menu.add("gate", gate=OneOf(tuple(building.gates(made))))
    prompt = text("kr.gate.prompt", tableau=p.start)
    return menu.asks((seat,), Kind.DECISION, prompt, "KR-POS-5")


# -- the move --------------------------------------------------------------------------------


def due(p: Town) -> str:
    """What happens by itself now: a target is ticked, red is reached, a trip goes on."""
    here = p.roads.numbers.get(p.stand(p.turn).spot.field)
    moved = bool(p.now.trail) and not p.mover.outside
    if moved and rules.last_way(p) in rules.ENTERING and here in p.mover.open_targets:
        return "ticked"
    if not p.now.points and not p.now.over and here == p.board.red and rules.why_no_goal(p) is None:
        return "reached"
    return cars.VERBS[p.board.plan[0]] if p.board.plan else ""


def drive_asks(p: Town) -> tuple[Ask, ...]:
    """Trips, single manoeuvres, cards (KR-TRN-3, KR-TRN-6); what is due is told by the box."""
    if verb := due(p):
        telling = (_telling(p, verb),)
        prompt = text("kr.drive.under-way")
        return (Ask((p.turn,), Kind.REPORT, prompt, "KR-TRN-3", telling, source="board"),)
    menu = Menu()
    if p.now.points and not stranded(p):
        _trips(p, menu)
        _manoeuvres(p, menu)
    else:
        menu.add(ending(p))
    return _with_cards(p, menu)


def _telling(p: Town, verb: str) -> Option:
    """What the box tells of a move, as players would at the table."""
    if verb == "turn":
        return option(verb, side=OneOf(("left", "right")))
    if verb == "ticked":
        return option(verb, tableau=OneOf(tuple(p.mover.open_targets)))
    if verb == "passed":
        return option(verb, target=OneOf((p.driver.rams(p.course),), "seat"))
    return option(verb)


def stranded(p: Town) -> bool:
    """Points are left that nothing can use (KR-MOV-13, KR-INT-11)."""
    return p.driver.stranded(p.course, p.now.points)


def ending(p: Town) -> str:
    """How the move ends: on a slick, before a closed road start, or without an incident."""
    if p.mover.outside:
        return "closed"
    return "behind" if p.traffic.slicks(p.stand(p.turn).spot.field, p.turn) else "flip"


def _with_cards(p: Town, menu: Menu) -> tuple[Ask, ...]:
    cards(p, menu)
    if p.now.points and not stranded(p):
        menu.options = [
            replace(choice, aside=choice.aside or choice.verb in ("kitt", "divert"))
            for choice in menu.options
        ]
    menu.refuse("turn_over", No("kr.why.move-first", "KR-TRN-4"))
    key = "kr.drive.over" if p.now.over else "kr.drive.town" if p.now.points else "kr.drive.end"
    prompt = text(key, n=p.now.points)
    return menu.asks((p.turn,), Kind.DECISION, prompt, "KR-TRN-3")


def _trips(p: Town, menu: Menu) -> None:
    """Red, if it can be reached; ends of the move by field and facing, the best first; the cars
    that can be rammed. Places with the same facings stand in one option."""
    found = cars.journeys(p)
    ends: dict[Point, list[str]] = {}
    for trip in ranked(p, [trip for trip in found if not trip.rams]):
        if cars.wins(p, trip) and not menu.options:
            menu.add("catch")
        ends.setdefault(trip.at.spot.field, []).append(trip.at.spot.facing)
    alike: dict[tuple[str, ...], list[Point]] = {}
    for field, facings in ends.items():
        alike.setdefault(tuple(facings), []).append(field)
    for ways, fields in alike.items():
        to = OneOf(tuple(list(field) for field in fields), "cell")
        menu.add("go", None, to=to, facing=OneOf(ways))
    rammed = tuple(trip.rams for trip in found if trip.rams and trip.path)
    if rammed:
        menu.add("ram", target=OneOf(rammed, "seat"))


def ranked(p: Town, found: Sequence[Trip]) -> list[Trip]:
    """Trips by what most players want: red reached, no slick, near to red."""
    goal = p.red_field
    steps = field_distances(p.roads, goal) if goal else {}

    def worth(trip: Trip) -> tuple[object, ...]:
        spot = trip.at.spot
        ahead = steps.get(beyond(spot.field, spot.facing), FAR)
        slick = bool(p.traffic.slicks(spot.field, p.turn))
        targets = len(trip.at.open)
        return (not cars.wins(p, trip), targets, slick, steps.get(spot.field, FAR), ahead)

    return sorted(found, key=worth)


def _manoeuvres(p: Town, menu: Menu) -> None:
    """One field or one turn at a time (KR-MOV-2..6); passing a car rams it (KR-RAM-3)."""
    driver, course = p.driver, p.course
    ways = {way for way, _ in driver.moves(course, p.now.points)}
    victim = driver.rams(course) or _jump_victim(p)
    blocked = rules.PASSES if victim else No("kr.why.no-way", "KR-MOV-6")
    if victim:
        menu.add("passed", target=OneOf((victim,), "seat"))
    _aside(menu, "step", None if "F" in ways else blocked)
    sides = tuple(cars.SIDE[way] for way in ("L", "R") if way in ways)
    if sides:
        menu.options.append(Option("turn", {"side": OneOf(sides)}, aside=True))
    else:
        menu.refuse("turn", _why_no_turn(p))
    _aside(menu, "uturn", None if "U" in ways else _why_no_turn(p, "uturn"))
    menu.refuse("back", No("kr.why.reverse", "KR-MOV-6"))


def _aside(menu: Menu, verb: str, no: No | None) -> None:
    if no is None:
        menu.options.append(Option(verb, aside=True))
    else:
        menu.refuse(verb, no)


def _why_no_turn(p: Town, verb: str = "turn") -> No:
    return rules.why_no_manoeuvre(p, verb) or No("kr.why.no-turn", "KR-INT-11")


def _jump_victim(p: Town) -> int:
    """Whom a jump off this field would ram first (KR-INT-32)."""
    return p.driver.victim(p.course) if rules.ram_before_jump(p) else 0


# -- cards -----------------------------------------------------------------------------------


def cards(p: Knight, menu: Menu) -> None:
    """Diversions on a board in the device: kind, tableau and what the card joins (KR-DIV-4)."""
    menu.choose("kitt", "card", {kind: rules.why_no_kitt(p, kind) for kind in p.numbers.kitt})
    rooms = {number: rules.why_no_room(p, number) for number in _lying(town(p))}
    free = tuple(number for number, no in rooms.items() if no is None)
    kinds = {kind: rules.why_no_diversion(p, kind) for kind in p.numbers.diversions}
    for kind, no in kinds.items():
        if no is None and free:
            parts = p.numbers.parts
            turns = parts.distinct_card_turns(kind)
            joins = tuple(parts.joined(kind, turn) or "" for turn in turns)
            fields = {"kind": OneOf((kind,)), "tableau": OneOf(free, "number")}
            menu.add("divert", None, **fields, joins=OneOf(joins))
    if not any(choice.verb == "divert" for choice in menu.options):
        menu.refuse("divert", next(filter(None, (*kinds.values(), *rooms.values()))))
        return
    menu.refuse_values("divert", "kind", kinds)
    menu.refuse_values("divert", "tableau", rooms)


def _lying(p: Town) -> list[int]:
    return sorted(int(number) for number in p.board.laid)


# -- the end that nobody wins ----------------------------------------------------------------


def shut_asks(p: Knight) -> tuple[Ask, ...]:
    """All cars are shut in; the group plays on or ends the match (KR-INT-36)."""
    menu = Menu()
    menu.add("play_on")
    menu.add("give_up")
    prompt = text("kr.shut.hardly" if most_in_reach(town(p)) else "kr.shut.nobody")
    return menu.asks(tuple(p.seats), Kind.DECISION, prompt, "KR-INT-36")
