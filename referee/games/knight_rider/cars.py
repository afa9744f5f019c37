"""What happens to cars on a board in the device: effects beside those of `race`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.game import Entry, Say, Text, Who, text
from referee.games.knight_rider import rules
from referee.games.knight_rider.board.places import red_lands
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.board.trips import State, Trip, trips
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.rules import Fate
from referee.games.knight_rider.town import Town, town

#: Letters of a trip's path as the verbs of the move.
VERBS: Final[Mapping[str, str]] = {
    "F": "step", "L": "turn", "R": "turn", "U": "uturn", "P": "passed",
}  # fmt: skip
SIDE: Final[Mapping[str, str]] = {"L": "left", "R": "right"}

# -- the move --------------------------------------------------------------------------------


def journeys(p: Town) -> list[Trip]:
    """Where the points left can lead (KR-MOV-11)."""
    return trips(p.driver, p.course, p.now.points)


def set_out(p: Knight, entry: Entry, say: Say) -> None:
    """A trip is chosen by its end, or by the car to be rammed; the box drives it step by step."""
    trip = chosen(town(p), entry)
    town(p).board.plan = trip.path + ("P" if trip.rams else "")


def chosen(p: Town, entry: Entry) -> Trip:
    """The trip that a ``catch``, ``go`` or ``ram`` means."""
    found = journeys(p)
    if entry.verb == "catch":
        return next(trip for trip in found if wins(p, trip))
    if entry.verb == "ram":
        return next(trip for trip in found if trip.rams == entry.number("target"))
    spot = Spot(entry.cell("to"), entry.word("facing"))
    return next(trip for trip in found if not trip.rams and trip.at.spot == spot)


def wins(p: Town, trip: Trip) -> bool:
    """Whether this trip reaches red (KR-END-2..4, KR-VAR-2)."""
    if trip.at.spot.field != p.red_field or trip.at.open or trip.left:
        return False
    last_step = p.options["goal_arrival"] == "last_step"
    return trip.arrives if last_step else "F" in trip.path or rules.has_entered(p)


def new_turn(p: Town) -> None:
    """The next car begins its move where it stands (KR-RAM-2)."""
    p.board.entered = p.board.plan = ""
    p.board.warned &= bool(p.pile)  # asked again with every shuffle of the escape cards


def manoeuvre(p: Town, entry: Entry) -> None:
    """A step or turn of the car on turn; the next of its plan is then due."""
    driver, way = p.driver, _letter(entry)
    to = driver.step(p.course) if way == "F" else driver.turn(p.course, way)
    p.board.plan = p.board.plan[1:]
    _stand(p, to)


def _letter(entry: Entry) -> str:
    if entry.verb == "step":
        return "F"
    if entry.verb == "uturn":
        return "U"
    return "L" if entry.word("side") == "left" else "R"


def jump(p: Town) -> None:
    """Over the obstacle ahead (KR-KIT-9, KR-KIT-11)."""
    _stand(p, p.driver.jump(p.course))


def _stand(p: Town, at: State | None) -> None:
    assert at is not None
    p.put(p.turn, at.spot)
    p.board.entered = at.entered


def beside(p: Town) -> None:
    """The car has stopped beside the one it passes: one attempt a stay, then it chooses anew."""
    p.board.entered = p.board.plan = ""


# -- what befalls cars -----------------------------------------------------------------------


def suffer(p: Town, seat: int, fate: Fate, say: Say) -> None:
    """The car slides, and turns round after that (KR-RAM-12..14)."""
    before = p.stand(seat).spot
    after = p.traffic.slide(before, seat, fate.back)
    if fate.turned:
        after = Spot(after.field, opposite(after.facing))
    if after == before:
        return
    p.put(seat, after)
    if seat == p.turn:
        p.board.entered = ""
    if after.field != before.field:
        tell_where(p, seat, fate.clause, say)


def turn_round(p: Town, seat: int) -> None:
    """A skid: the car stands against its driving direction (KR-RMT-6)."""
    spot = p.stand(seat).spot
    p.put(seat, Spot(spot.field, opposite(spot.facing)))


def tell_where(p: Town, seat: int, clause: str, say: Say) -> None:
    spot = p.stand(seat).spot
    facing = text(f"arg.facing.{spot.facing}")
    place = where(p, spot.field)
    say("kr.board.car-at", clause, seat, who=Who(seat), where=place, facing=facing)


def where(p: Town, at: Point) -> Text:
    """A field in words: on a tableau, between two, at the end of a road, on an arm."""
    numbers = p.roads.numbers
    if at in numbers:
        return text("kr.at.middle", tableau=numbers[at])
    sides = [(side, n) for side in SIDES for n in range(1, p.numbers.parts.spacing)]
    near = {s: (n, numbers[beyond(at, s, n)]) for s, n in sides if beyond(at, s, n) in numbers}
    edge = p.numbers.parts.full_fields + 1
    for side, (steps, number) in near.items():
        if steps < edge:
            return text("kr.at.arm", tableau=number, side=text(f"arg.facing.{opposite(side)}"))
    found = [(side, number) for side, (_, number) in near.items()]
    if len(found) == 2:
        return text("kr.at.between", first=found[0][1], second=found[1][1])
    side, number = found[0]
    return text("kr.at.end", tableau=number, side=text(f"arg.facing.{opposite(side)}"))


# -- diversions ------------------------------------------------------------------------------


def lay_card(p: Town, entry: Entry) -> None:
    """A diversion card lies on a tableau, turned as its player wants it (KR-DIV-4, KR-DIV-6)."""
    parts, kind = p.numbers.parts, entry.word("kind")
    found = parts.distinct_card_turns(kind)
    turns = next(n for n in found if (parts.joined(kind, n) or "") == entry.word("joins"))
    p.board.card_turns.setdefault(str(entry.number("tableau")), []).append(turns)


# -- red -------------------------------------------------------------------------------------


def red_goal(p: Town) -> int:
    """The tableau that the turned escape card sends red to; 0 for none (KR-ESC-5)."""
    way = rules.arrow(p)
    assert way is not None
    return red_lands(p.laid, p.board.red, way)


def flee(p: Town, say: Say) -> None:
    """Red stands on the middle field of the tableau shown (KR-ESC-3, KR-ESC-4)."""
    p.board.red = red_goal(p)
    say("kr.board.red-at", "KR-ESC-4", tableau=p.board.red)


def struck(p: Town) -> list[int]:
    """Whom red rams where it lands, in turn order from the one on turn (KR-ESC-7..11)."""
    goal = red_goal(p)
    if not goal:
        return []
    there = p.traffic.others(p.roads.middles[goal], 0)
    return [seat for seat in rules.hittable(p) if seat in there]
