"""One box played by a list of moves; runs under CPython and under MicroPython.

Like the firmware it imports nothing that MicroPython lacks.
"""

from binascii import hexlify, unhexlify

from firmware.box import Board, Box


class TwinBoard(Board):
    """A board whose line takes a few bytes at a time."""

    lamps = "rgb"
    id = "twin"

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.contacts = 0
        self.came = self.said = b""
        self.shows: list[object] = []
        self.left = 0

    def read(self) -> bytes:
        came, self.came = self.came, b""
        return came

    def write(self, data: bytes) -> int:
        self.said += data[:50]
        return len(data[:50])

    def closed(self) -> int:
        return self.contacts

    def show(self, colours: list[tuple[int, int, int]], alive: bool) -> None:
        self.shows.append([[list(colour) for colour in colours], bool(alive)])

    def leave(self) -> None:
        self.left += 1


def play(seats: int, moves: list[tuple[int, int, str]]) -> list[object]:
    """``moves``: milliseconds to wait, the contacts that are closed then, bytes that come in.

    Returns all that can be seen of the box after each.
    """
    board = TwinBoard(seats)
    box = Box(board)
    now = 0
    seen: list[object] = []
    for gap, contacts, data in moves:
        now += gap
        board.contacts = contacts
        board.came = unhexlify(data)
        due = box.step(now)
        said = hexlify(board.said).decode()
        seen.append([due, said, board.shows, board.left])
        board.said = b""
        board.shows = []
    return seen
