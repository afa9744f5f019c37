"""What a board in the device says where the players would look at theirs."""

from __future__ import annotations

from referee.game import Ask, Entry
from referee.games.knight_rider import escape, journey, placing
from referee.games.knight_rider.journey import SIDE
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town


def report(p: Knight, ask: Ask) -> Entry:
    """The answer to an ask about the board."""
    made, seat = town(p), ask.seats[0]
    if p.state == "place":
        return Entry(seat, placing.placed_as(made))
    if p.state == "start":
        return Entry(seat, "start", {"tableau": placing.starts(made)[0]})
    if p.state == "drive":
        return _under_way(made, seat)
    if p.state == "escape":
        return Entry(seat, _landing(made))
    if p.state == "hit":
        return _hit(made, seat)
    return Entry(seat, ask.verb)


def _under_way(p: Town, seat: int) -> Entry:
    """The next manoeuvre of a trip, or what it leads to."""
    verb = journey.due(p)
    if verb == "turn":
        return Entry(seat, verb, {"side": SIDE[p.board.plan[0]]})
    if verb == "passed":
        return Entry(seat, verb, {"target": p.driver.rams(p.course)})
    if verb == "ticked":
        return Entry(seat, verb, {"tableau": p.roads.numbers[p.stand(p.turn).spot.field]})
    return Entry(seat, verb)


def _landing(p: Town) -> str:
    """What becomes of red's flight (KR-ESC-5, KR-ESC-7)."""
    if not escape.red_goal(p):
        return "no_tableau"
    return "hit" if escape.struck(p) else "clear"


def _hit(p: Town, seat: int) -> Entry:
    struck = escape.struck(p)
    if len(struck) == 1:
        return Entry(seat, "one", {"target": struck[0]})
    return Entry(seat, "both", {"target": struck[0], "other": struck[1]})
