"""Setting up: the circuit, the cars, lots, the start/finish card, the direction, the grid.

With the circuit on the table the players report what they have done; in the device they choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.game import (
    Ask,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    Option,
    Say,
    Text,
    Who,
    cell_name,
    option,
    text,
)
from referee.games.victory import track
from referee.games.victory.building import closed, extensions, round_again
from referee.games.victory.circuit import Point, outline
from referee.games.victory.position import Racing, Victory

#: The area on which a circuit is laid, in squares, and its middle, where the first one lies; the
#: squares of the largest circuit for which there is room on every side.
AREA, MIDDLE, ROOM = 11, 6, 12


def _report(p: Victory, key: str, clause: str) -> tuple[Ask, ...]:
    """The table does something together and says when it is done: one press of anybody."""
    return Menu(option("done")).asks(p.everybody, Kind.REPORT, text(key), clause, "board")


# -- the circuit -----------------------------------------------------------------------------


def circuit_asks(p: Victory) -> tuple[Ask, ...]:
    """Any closed circuit (VIC-SET-1, VIC-SET-2): in the device a ready one, or square by square."""
    if not isinstance(p, Racing):
        return _report(p, "vic.circuit.prompt", "VIC-SET-1")
    menu, most = Menu(), _most(p)
    if not p.squares:
        if p.numbers.circuits:
            menu.offer([option("take", circuit=OneOf(tuple(p.numbers.circuits)))])
        first = {"square": OneOf(([MIDDLE, MIDDLE],), "cell")}
        menu.offer([Option("lay", first, preview=text("vic.circuit.own"))])
        return menu.asks(p.everybody, Kind.DECISION, text("vic.circuit.choose"), "VIC-SET-1")
    if closed(p.squares, most):
        menu.add("close")
    free = [list(square) for square in extensions(tuple(p.squares), most)]
    if free:
        menu.add("lay", square=OneOf(tuple(free), "cell"))
    menu.refuse("lay", No("vic.why.not-closed", "VIC-SET-1"))
    if not closed(p.squares, most):
        bent = round_again(p.squares, most)
        menu.refuse("close", No("vic.why.bent" if bent else "vic.why.open", "VIC-SET-1"))
    prompt = text("vic.circuit.lay", n=most - len(p.squares))
    return menu.asks(p.everybody, Kind.DECISION, prompt, "VIC-SET-1")


def _most(p: Victory) -> int:
    """Squares that may be laid one by one (VIC-SET-2)."""
    return min(p.numbers.squares, ROOM)


def take_circuit(p: Victory, entry: Entry, say: Say) -> None:
    """A circuit that lies ready (VIC-SET-1)."""
    track.racing(p).squares = list(p.numbers.circuits[entry.word("circuit")])


def lay_square(p: Victory, entry: Entry, say: Say) -> None:
    """One more square, beside the last one (VIC-SET-1)."""
    track.racing(p).squares.append(entry.cell("square"))


def no_more_fit(p: Victory, entry: Entry) -> bool:
    """This square closes the circuit, and no further one could be laid (VIC-SET-1)."""
    laid = (*track.racing(p).squares, entry.cell("square"))
    return not extensions(laid, _most(p))


def close_circuit(p: Victory, entry: Entry, say: Say) -> None:
    """The last square touches the first: the circuit is ready (VIC-SET-1)."""
    board = track.racing(p)
    if entry.verb == "lay":
        lay_square(p, entry, say)
    left, low = (min(square[i] for square in board.squares) for i in range(2))
    board.squares = [(column - left, row - low) for column, row in board.squares]


# -- cars and lots ---------------------------------------------------------------------------


def cars_asks(p: Victory) -> tuple[Ask, ...]:
    """Each player chooses a car that is still free (VIC-SET-3)."""
    taken = No("vic.why.taken", "VIC-SET-3")
    free: dict[str, No | None] = {car: None for car in p.numbers.cars if car not in p.cars}
    menu = Menu()
    menu.choose("car", "car", free | dict.fromkeys(p.cars, taken))
    seat = len(p.cars) + 1
    return menu.asks((seat,), Kind.DECISION, text("vic.cars.prompt"), "VIC-SET-3")


def cars_kept(p: Victory, entry: Entry) -> bool:
    """The players have their cars of the race before (VIC-SET-3)."""
    return len(p.cars) == p.seats


def others_choose(p: Victory, entry: Entry) -> bool:
    """More players have no car yet (VIC-SET-3)."""
    return len(p.cars) + 1 < p.seats


def take_car(p: Victory, entry: Entry, say: Say) -> None:
    """A player's car, for the whole race (VIC-SET-3)."""
    p.cars.append(entry.word("car"))


def lot_asks(p: Victory) -> tuple[Ask, ...]:
    """Lots are drawn for who starts (VIC-SET-4)."""
    menu = Menu(option("draw", starter=OneOf(p.everybody, "seat")))
    return menu.asks(p.everybody, Kind.CHANCE, text("vic.lot.prompt"), "VIC-SET-4", "lot")


def note_starter(p: Victory, entry: Entry, say: Say) -> None:
    """Who was drawn starts, the others follow clockwise (VIC-SET-4, VIC-SET-5)."""
    at = entry.number("starter") - 1
    seats = p.everybody
    p.order = [*seats[at:], *seats[:at]]
    p.turn = p.order[0]
    say("vic.lot.starts", "VIC-SET-5", p.turn, who=Who(p.turn))


# -- start and finish ------------------------------------------------------------------------


def card_asks(p: Victory) -> tuple[Ask, ...]:
    """The start/finish card: outside at any row of a straight (VIC-SET-6, VIC-SET-7)."""
    if not isinstance(p, Racing):
        return _report(p, "vic.card.prompt", "VIC-SET-6")
    points = outline(tuple(p.squares))
    outside, inside = points[: len(points) // 2], points[len(points) // 2 :]
    outside.insert(0, outside.pop(1))  # the middle of a straight: all of the grid stands on it
    menu = Menu(_put(p, outside), replace(_put(p, inside), aside=True))  # the same rows again
    menu.refuse("put", No("vic.why.no-straight", "VIC-SET-6"))
    return menu.asks(p.everybody, Kind.DECISION, text("vic.card.choose"), "VIC-SET-6")


def _put(p: Racing, points: Sequence[Point]) -> Option:
    """The card at any of these points at the edge."""
    places = tuple(track.place_of(point) for point in points)
    notes = tuple(_reaches(p, point) for point in points)
    return Option("put", {"place": OneOf(places, "cell", notes)})


def _reaches(p: Racing, point: Point) -> Text:
    """Where the row that begins at a point at the edge ends, as players call it (VIC-SET-7)."""
    lanes = p.circuit.lanes(point)
    column, row = lanes[-1] if lanes[0] == point else lanes[0]
    rows = max(row for _, row in p.circuit.along) + 1
    return text("vic.card.reaches", cell=cell_name(column + 1, rows - row))


def put_card(p: Victory, entry: Entry, say: Say) -> None:
    """The arrow touches a point: the row across the track there is start and finish (VIC-SET-6,
    VIC-SET-7, INT-VIC-4)."""
    track.racing(p).start = track.point_of(entry.cell("place"))


def direction_asks(p: Victory) -> tuple[Ask, ...]:
    """The players fix the direction of travel (VIC-SET-8)."""
    menu = Menu(option("clockwise"), option("anticlockwise"))
    return menu.asks(p.everybody, Kind.DECISION, text("vic.direction.prompt"), "VIC-SET-8")


def fix_direction(p: Victory, entry: Entry, say: Say) -> None:
    """The direction holds for the whole race (VIC-SET-8)."""
    p.direction = entry.verb


# -- the grid --------------------------------------------------------------------------------


def grid_asks(p: Victory) -> tuple[Ask, ...]:
    """The cars are put on their places on the grid (VIC-SET-9, VIC-SET-10)."""
    return _report(p, "vic.grid.prompt", "VIC-SET-9")


def slots(p: Victory) -> list[list[int]]:
    """The grid row by row, each from the left, in turn order (VIC-SET-9, VIC-SET-10, INT-VIC-5)."""
    size = p.numbers.start_row
    return [p.order[at : at + size] for at in range(0, len(p.order), size)]


def line_up(p: Victory, entry: Entry, say: Say) -> None:
    """The grid is entered on the pad under the number of laps (VIC-PAD-1)."""
    p.pad = [list(p.order), *([] for _ in range(p.length))]
    p.behind = p.order[p.numbers.start_row :]
    p.fresh = list(p.order)
    if isinstance(p, Racing):
        _place_cars(p)


def _place_cars(board: Racing) -> None:
    """Rows of cars from the left, the first one on the start row itself (VIC-SET-9)."""
    road = board.circuit
    heading = road.heading(road.owner[board.start])
    assert heading is not None
    lanes = road.lanes(board.start)
    for number, seat in enumerate(board.order):
        row, slot = divmod(number, board.numbers.start_row)
        x, y = lanes[slot]
        place = (x - row * heading[0], y - row * heading[1])
        board.places[seat] = place
        board.driven[seat] = road.gain(board.start, place) if row else 0
