"""What is asked about the circuit: its players report, or choose where it is in the device."""

from __future__ import annotations

from referee.game import Kind, Menu, No, OneOf, option, text
from referee.games.victory import asks
from referee.games.victory.asks import Asks, moves
from referee.games.victory.building import closed, extensions
from referee.games.victory.circuit import Point, outline
from referee.games.victory.position import Racing, Victory
from referee.games.victory.track import MIDDLE, place_of

#: Why a place of the map is no end of a move (VIC-MOVE-3, VIC-MOVE-6).
NO_LINE = No("vic.why.no-line", "VIC-MOVE-3")
SHARE = No("vic.why.share", "VIC-MOVE-6")


def circuit_asks(p: Victory) -> Asks:
    """A ready circuit or one of their own, square by square (VIC-SET-1)."""
    if not isinstance(p, Racing):
        return asks.circuit_asks(p)
    menu, most = Menu(), p.numbers.squares
    if not p.squares:
        menu.offer([option("take", circuit=OneOf(tuple(p.numbers.circuits)))])
        menu.add("lay", square=OneOf(([MIDDLE, MIDDLE],), "cell"))
        return menu.asks(p.everybody, Kind.DECISION, text("vic.circuit.choose"), "VIC-SET-1")
    if closed(p.squares, most):
        menu.add("close")
    free = [list(square) for square in extensions(tuple(p.squares), most)]
    if free:
        menu.add("lay", square=OneOf(tuple(free), "cell"))
    menu.refuse("lay", No("vic.why.not-closed", "VIC-SET-1"))
    if not closed(p.squares, most):
        menu.refuse("close", No("vic.why.open", "VIC-SET-1"))
    prompt = text("vic.circuit.lay", n=most - len(p.squares))
    return menu.asks(p.everybody, Kind.DECISION, prompt, "VIC-SET-1")


def card_asks(p: Victory) -> Asks:
    """Outside at any row of a straight (VIC-SET-6)."""
    if not isinstance(p, Racing):
        return asks.card_asks(p)
    places = [place_of(point) for point in outline(tuple(p.squares))]
    places.insert(0, places.pop(1))  # the middle of a straight: both rows of the grid stand on it
    menu = Menu(option("put", place=OneOf(tuple(places), "cell")))
    menu.refuse("put", No("vic.why.no-straight", "VIC-SET-6"))
    return menu.asks(p.everybody, Kind.DECISION, text("vic.card.choose"), "VIC-SET-6")


def drive_asks(p: Victory) -> Asks:
    """One move after the other, to any point on a line of a die that is left (VIC-MOVE-2..12).

    The move that leads farthest stands first.
    """
    if not isinstance(p, Racing):
        return asks.drive_asks(p)
    steps = [step for lines in p.rays().values() for line in lines for step in line]
    steps.sort(key=lambda step: -step[1])
    menu = Menu()
    menu.add("move", to=OneOf(tuple(place_of(point) for point, _ in steps), "cell"))
    for point in _in_the_way(p):
        menu.refuse("move", SHARE, to=place_of(point))
    menu.refuse("move", NO_LINE)
    prompt = text("vic.drive.prompt", moves=moves(p))
    return menu.asks((p.turn,), Kind.DECISION, prompt, "VIC-MOVE-9")


def _in_the_way(p: Racing) -> list[Point]:
    """The cars on the lines of the dice that are left: where a player may look for a target."""
    backward, at = bool(p.options["allow_backward"]), p.places[p.turn]
    faces = [face for face, due in p.due.items() if due]
    lines = [ray for face in faces for ray in p.circuit.rays(at, face, backward=backward)]
    reached = {point for line in lines for point, _ in line}
    return [point for point in p.places.values() if point in reached]
