"""A second, naive Victory on its circuit: another reading of the same rules, to be compared with.

It shares no code with the game. Points are complex numbers, the circuit is a list of squares in
the order of travel, progress is a float, and what is legal is found by trying every point of
the circuit. See docs/rules/victory.md, sections 6, 7 and 10.
"""

from __future__ import annotations

import cmath
import math

EPSILON = 1e-9


def corners(number: int, squares: list[complex]) -> tuple[complex, complex]:
    """The directions in which the square before and the square after lie."""
    here = squares[number]
    return squares[number - 1] - here, squares[(number + 1) % len(squares)] - here


class NaiveCircuit:
    """``squares``: a closed list, in the direction of travel."""

    def __init__(self, squares: list[tuple[int, int]], clockwise: bool) -> None:
        path = [complex(*square) for square in squares]
        turns = 0.0
        for number in range(len(path)):
            back, ahead = corners(number, path)
            turns += cmath.phase(ahead / -back)
        if (turns < 0) != clockwise:
            path = [path[0], *path[:0:-1]]
        self.squares = path
        self.home: dict[complex, int] = {}
        for number, square in enumerate(path):
            for x in range(3):
                for y in range(3):
                    self.home[square * 3 + complex(x, y)] = number

    def progress(self, point: complex) -> float:
        """Squares from the beginning: rows of a straight, angles of a curve (section 10)."""
        number = self.home[point]
        back, ahead = corners(number, self.squares)
        centre = self.squares[number] * 3 + (1 + 1j)
        if abs(back + ahead) < EPSILON:
            row = ((point - centre) / ahead).real  # -1, 0, 1
            return number + (row + 1.5) / 3
        pivot = centre + 1.5 * (back + ahead)
        entry = pivot - ahead  # on the edge that is entered by
        angle = abs(cmath.phase((point - pivot) / (entry - pivot)))
        return number + angle / (math.pi / 2)

    def joined(self, a: complex, b: complex) -> bool:
        """In one square, or over the joint between a square and the next one."""
        if b not in self.home:
            return False
        return (self.home[a] - self.home[b]) % len(self.squares) in (0, 1, len(self.squares) - 1)

    def ahead(self, a: complex, b: complex) -> float:
        """How much further one step leads; the finish of the list joins its beginning."""
        step = self.progress(b) - self.progress(a)
        lap = len(self.squares)
        return min((step - lap, step, step + lap), key=abs)

    def move(
        self, start: complex, to: complex, taken: set[complex], backward: bool
    ) -> tuple[str, float] | None:
        """The colour and the gain of a move between two points, None if it is not legal."""
        if start == to or to not in self.home:
            return None
        way = to - start
        if way.real and way.imag and abs(way.real) != abs(way.imag):
            return None
        count = int(max(abs(way.real), abs(way.imag)))
        gain, at = 0.0, start
        for number in range(1, count + 1):
            step = start + way * number / count
            if not self.joined(at, step) or step in taken:
                return None
            forward = self.ahead(at, step)
            if forward < -EPSILON and not backward:
                return None
            gain += forward
            at = step
        return ("B" if way.real and way.imag else "R"), gain

    def targets(
        self, start: complex, faces: set[str], taken: set[complex], backward: bool
    ) -> dict[complex, float]:
        """Every point that a die with one of these faces leads to, with what is gained."""
        found = {}
        for to in self.home:
            move = self.move(start, to, taken, backward)
            if move is not None and move[0] in faces:
                found[to] = move[1]
        return found

    def straights(self) -> list[int]:
        """The numbers of the squares that lead straight on."""
        return [n for n in range(len(self.squares)) if abs(sum(corners(n, self.squares))) < EPSILON]

    def row(self, point: complex) -> list[complex]:
        """The points across the track through a point of a straight, from the left."""
        number = self.home[point]
        ahead = corners(number, self.squares)[1]
        across = [p for p in self.home if self.home[p] == number]
        level = [p for p in across if abs(((p - point) / ahead).real) < EPSILON]
        return sorted(level, key=lambda p: -((p - point) / ahead).imag)


class NaiveRace:
    """A race on a circuit, played by the rules as this reader understands them.

    ``told`` is what follows from the last answer: keys of rulings with the seat and numbers.
    """

    def __init__(self, seats: int, laps: int, *, backward: bool, survivor: bool) -> None:
        self.seats, self.laps = seats, laps
        self.backward, self.survivor = backward, survivor
        self.done = {seat: 0 for seat in range(1, seats + 1)}
        self.crossings: list[tuple[int, int]] = []  # seat and lap, in order
        self.crashed: list[int] = []
        self.home: list[int] = []
        self.stopped = False
        self.told: list[tuple[object, ...]] = []

    def begin(self, circuit: NaiveCircuit, start: complex, starter: int) -> None:
        """The grid: three in a row, the starter at the left of the first one."""
        self.circuit = circuit
        self.order = [(starter - 1 + n) % self.seats + 1 for n in range(self.seats)]
        row = circuit.row(start)
        ahead = corners(circuit.home[start], circuit.squares)[1]
        self.at: dict[int, complex] = {}
        self.far: dict[int, float] = {}
        for number, seat in enumerate(self.order):
            place = row[number % 3] - ahead * (number // 3)
            self.at[seat] = place
            self.far[seat] = circuit.ahead(start, place) if number > 2 else 0.0
        self.waiting = set(self.order[3:])
        self.begun: set[int] = set()
        self.turn = starter
        self.dice: list[str] = []

    def throw(self, faces: list[str]) -> str:
        """What is to be done after a throw: choose, drive, or the next player's turn."""
        self.told = []
        self.dice += faces
        if len(self.dice) == 3:
            return "choose"
        crosses = self.dice.count("X")
        if crosses >= 4:
            self.told.append(("vic.crash", self.turn, crosses))
            self.crashed.append(self.turn)
            del self.at[self.turn]
            return self.gone()
        if crosses == 3:
            self.told.append(("vic.miss", self.turn, 3))
            return self.pass_on()
        self.dice = [face for face in self.dice if face != "X"]
        self.moved = False
        if self.turn in self.waiting:
            self.waiting.discard(self.turn)
            self.told.append(("vic.behind", self.turn))
        return self.go_on()

    def targets(self) -> dict[complex, float]:
        others = {place for seat, place in self.at.items() if seat != self.turn}
        return self.circuit.targets(self.at[self.turn], set(self.dice), others, self.backward)

    def go_on(self) -> str:
        if self.dice and self.targets():
            return "drive"
        if self.dice:
            self.told.append(("vic.lapsed", self.turn, len(self.dice)))
            if not self.moved and self.turn not in self.begun and self.turn in self.order[3:]:
                self.waiting.add(self.turn)
        if self.moved:
            self.begun.add(self.turn)
        return self.pass_on()

    def drive(self, to: complex) -> str:
        """One move; which die it takes follows from its direction."""
        self.told = []
        way = to - self.at[self.turn]
        gain = self.targets()[to]
        self.dice.remove("B" if way.real and way.imag else "R")
        self.at[self.turn], self.moved = to, True
        self.far[self.turn] += gain
        while self.far[self.turn] > (self.done[self.turn] + 1) * len(self.circuit.squares) - 1e-6:
            self.done[self.turn] += 1
            self.crossings.append((self.turn, self.done[self.turn]))
            if self.done[self.turn] == self.laps:
                return self.finish()
            lap = self.done[self.turn]
            place = sum(1 for _, done in self.crossings if done == lap)
            self.told.append(("vic.lap", self.turn, self.laps - lap, place))
        return self.go_on()

    def finish(self) -> str:
        self.home.append(self.turn)
        del self.at[self.turn]
        place = len(self.home)
        self.told.append(("vic.won" if place == 1 else "vic.placed", self.turn, place))
        return self.gone()

    def gone(self) -> str:
        left = [seat for seat in self.order if seat in self.at]
        if not self.home and len(left) == 1 and self.survivor:
            self.told.append(("vic.survivor", left[0]))
            return "over"
        if not left:
            return "over"
        return "places" if self.home else self.pass_on()

    def pass_on(self) -> str:
        at = self.order.index(self.turn)
        after = [*self.order[at + 1 :], *self.order[: at + 1]]
        self.turn = next(seat for seat in after if seat in self.at)
        self.dice = []
        return "first"
