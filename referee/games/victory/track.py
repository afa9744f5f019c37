"""What happens on a circuit in the device: laying it, the card, the grid, the cars' moves."""

from __future__ import annotations

from referee.game import Entry, Say
from referee.games.victory.building import Square, extensions
from referee.games.victory.circuit import Point
from referee.games.victory.numbers import BLUE, RED
from referee.games.victory.position import Racing, Victory

#: The area on which a circuit is laid, in squares, and its middle, where the first one lies.
AREA, MIDDLE = 11, 6


def racing(p: Victory) -> Racing:
    """The position with its circuit; these rows fire with the board in the device only."""
    assert isinstance(p, Racing)
    return p


def on_board(p: Victory, entry: Entry) -> bool:
    """The circuit is in the device (section 10)."""
    return isinstance(p, Racing)


# -- setting up ------------------------------------------------------------------------------


def take_circuit(p: Victory, entry: Entry, say: Say) -> None:
    """A circuit that lies ready (VIC-SET-1)."""
    racing(p).squares = list(p.numbers.circuits[entry.word("circuit")])


def lay_square(p: Victory, entry: Entry, say: Say) -> None:
    """One more square, beside the last one (VIC-SET-1)."""
    racing(p).squares.append(entry.cell("square"))


def no_more_fit(p: Victory, entry: Entry) -> bool:
    """This square closes the circuit, and no further one could be laid (VIC-SET-1)."""
    laid = (*racing(p).squares, entry.cell("square"))
    return not extensions(laid, p.numbers.squares)


def close_circuit(p: Victory, entry: Entry, say: Say) -> None:
    """The last square touches the first: the circuit is ready (VIC-SET-1)."""
    board = racing(p)
    if entry.verb == "lay":
        lay_square(p, entry, say)
    left, low = (min(square[i] for square in board.squares) for i in range(2))
    board.squares = [(column - left, row - low) for column, row in board.squares]


def put_card(p: Victory, entry: Entry, say: Say) -> None:
    """The arrow touches a point: its row is start and finish (VIC-SET-6, VIC-SET-7)."""
    racing(p).start = point_of(entry.cell("place"))


def line_up(board: Racing) -> None:
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


# -- the drive -------------------------------------------------------------------------------


def all_driven(p: Victory, entry: Entry) -> bool:
    """No coloured die is left (VIC-MOVE-9)."""
    return not p.left


def nothing_goes(p: Victory, entry: Entry) -> bool:
    """No die that is left has a legal move now (VIC-MOVE-10)."""
    return p.left > 0 and not any(racing(p).rays().values())


def comes_home(p: Victory, entry: Entry) -> bool:
    """This move completes the last lap (VIC-LAP-1, VIC-PAD-3)."""
    board = racing(p)
    _, gain = _move(board, point_of(entry.cell("to")))
    return board.driven[p.turn] + gain >= p.length * board.circuit.units


def move(p: Victory, entry: Entry, say: Say) -> None:
    """Along one line, as far as wanted; its direction says which die it is (VIC-MOVE-2, -3, -4)."""
    board = racing(p)
    to = point_of(entry.cell("to"))
    face, gain = _move(board, to)
    p.due[face] -= 1
    board.places[p.turn] = to
    board.driven[p.turn] += gain


def leave(p: Victory) -> None:
    """The car on turn is off the circuit and blocks nobody (VIC-END-3, INT-VIC-11)."""
    if isinstance(p, Racing):
        del p.places[p.turn], p.driven[p.turn]


def laps_driven(p: Victory) -> int:
    """Laps that the car on turn has come round by now (VIC-LAP-1, VIC-LAP-3)."""
    board = racing(p)
    return board.driven[p.turn] // board.circuit.units


def _move(board: Racing, to: Point) -> tuple[str, int]:
    """The die that leads to a point, and the progress of the move."""
    x, y = board.places[board.turn]
    face = RED if to[0] == x or to[1] == y else BLUE
    found = (gain for line in board.rays()[face] for point, gain in line if point == to)
    return face, next(found)


# -- places on the map -----------------------------------------------------------------------


def place_of(point: Point | Square) -> list[int]:
    """A point as asks and maps name it: column and row from 1."""
    return [point[0] + 1, point[1] + 1]


def point_of(place: tuple[int, int]) -> Point:
    """The point that such a place is."""
    return place[0] - 1, place[1] - 1
