"""What a board in the device says where the players would look at theirs."""

from __future__ import annotations

from referee.game import Ask, Entry
from referee.games.knight_rider import asks_town, building, cars
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town


def report(p: Knight, ask: Ask) -> Entry:
    """The answer to an ask about the board."""
    made, seat = town(p), ask.seats[0]
    if p.state == "place":
        return Entry(seat, building.placed_as(made))
    if p.state == "start":
        return Entry(seat, "start", {"tableau": building.starts(made)[0]})
    if p.state == "drive":
        return _under_way(made, seat)
    if p.state == "escape":
        return Entry(seat, _landing(made))
    if p.state == "hit":
        return _hit(made, seat)
    return Entry(seat, ask.verb)


def _under_way(p: Town, seat: int) -> Entry:
    """The next manoeuvre of a trip, or what it leads to."""
    verb = asks_town.due(p)
    if verb == "turn":
        return Entry(seat, verb, {"side": cars.SIDE[p.board.plan[0]]})
    if verb == "passed":
        return Entry(seat, verb, {"target": p.driver.rams(p.course)})
    if verb == "ticked":
        return Entry(seat, verb, {"tableau": p.roads.numbers[p.stand(p.turn).spot.field]})
    return Entry(seat, verb)


def _landing(p: Town) -> str:
    """What becomes of red's flight (KR-ESC-5, KR-ESC-7)."""
    if not cars.red_goal(p):
        return "no_tableau"
    return "hit" if cars.struck(p) else "clear"


def _hit(p: Town, seat: int) -> Entry:
    struck = cars.struck(p)
    if len(struck) == 1:
        return Entry(seat, "one", {"target": struck[0]})
    return Entry(seat, "both", {"target": struck[0], "other": struck[1]})
