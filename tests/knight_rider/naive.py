"""A second, naive model of Knight Rider's board, written from the rules alone: for comparison.

It shares no code and no data structure with the game: fields and facings are complex numbers
(east + north * 1j, one step between neighbouring fields), roads are a set of (field, way), and
every question is answered by trying everything. `naive_track` lays the track, `naive_match` plays.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

FACING = {"N": 1j, "E": 1 + 0j, "S": -1j, "W": -1 + 0j}
LETTER = {way: letter for letter, way in FACING.items()}
CENTRE = {0 + 0j, 1 + 0j, 1j, 1 + 1j}
SHAPES: dict[str, list[complex]] = {
    "straight": [-1j, 1j], "dead_end": [-1j], "right": [-1j, 1], "left": [-1j, -1],
}  # fmt: skip


def spun(ways: list[complex], turns: int) -> set[complex]:
    return {way * (-1j) ** turns for way in ways}


@dataclass
class Piece:
    """A tableau on the table; ``ways``: printed arms, unturned; ``cards``: (kind, turns)."""

    number: int
    cell: complex
    turns: int
    ways: list[complex]
    cards: list[tuple[str, int]] = field(default_factory=list)

    @cached_property
    def arms(self) -> set[complex]:
        return spun(self.ways, self.turns)

    @property
    def joined(self) -> set[complex]:
        if not self.cards or self.cards[-1][0] == "roadblock":
            return self.arms
        kind, turns = self.cards[-1]
        return self.arms & spun(SHAPES[kind], turns)

    @property
    def barred(self) -> bool:
        return bool(self.cards) and self.cards[-1][0] == "roadblock"


@dataclass
class Auto:
    """A car; ``at`` is None while it stands outside before ``gate``. ``open``: its targets."""

    at: complex | None
    way: complex
    gate: complex = 0
    roof: bool = False
    shield: bool = False
    open: frozenset[int] = frozenset()


class Moving(NamedTuple):
    """A car in the course of its move: the side it came from if it met a car, its targets, whether
    its last point brought it onto this field, whether any did onto another."""

    at: complex | None
    way: complex
    came: complex | None = None
    open: frozenset[int] = frozenset()
    arrived: bool = False
    entered: bool = False


@dataclass
class Outcomes:
    """``ends``: by field and facing, the courses that end there and their points left; ``rams``:
    by seat, points left when it is passed, and whether that is where the car stands now."""

    ends: dict[tuple[complex | None, complex], list[tuple[Moving, int]]] = field(
        default_factory=dict
    )
    rams: dict[int, set[tuple[int, bool]]] = field(default_factory=dict)


@dataclass
class Naive:
    """The whole board. ``full``: whole fields per arm; ``red``: its tableau."""

    pieces: list[Piece]
    full: int = 0
    red: int = 0
    autos: dict[int, Auto] = field(default_factory=dict)
    red_counts: bool = True
    quarters: bool = True

    # -- roads -------------------------------------------------------------------------------

    def piece(self, number: int) -> Piece:
        return next(piece for piece in self.pieces if piece.number == number)

    def middle(self, piece: Piece) -> complex:
        return piece.cell * (2 * self.full + 2)

    @cached_property
    def links(self) -> set[tuple[complex, complex]]:
        """Where cars may drive: from this field that way."""
        found = set()
        for piece in self.pieces:
            for way in piece.arms:
                along = [self.middle(piece) + way * n for n in range(self.full + 2)]
                for near, far in list(itertools.pairwise(along))[way not in piece.joined :]:
                    found |= {(near, way), (far, -way)}
        return found

    def linked(self, at: complex, way: complex) -> bool:
        return (at, way) in self.links

    @cached_property
    def numbers(self) -> dict[complex, int]:
        return {self.middle(piece): piece.number for piece in self.pieces}

    @cached_property
    def blocked(self) -> set[complex]:
        """Fields under a roadblock."""
        return {self.middle(piece) for piece in self.pieces if piece.barred}

    def place(self, at: complex) -> tuple[object, ...]:
        """Where a field is: in the middle of a piece, on an arm, between two, at a road's end."""
        owners = []
        for piece, way in itertools.product(self.pieces, FACING.values()):
            steps = next((n for n in range(self.full + 2)
                          if self.middle(piece) + n * way == at), None)  # fmt: skip
            if steps == 0:
                return "middle", piece.number
            if steps is not None and steps <= self.full:
                return "arm", piece.number, LETTER[way]
            if steps is not None and way in piece.arms:
                owners.append((piece.number, LETTER[way]))
        if len(owners) == 2:
            return "between", *sorted(number for number, _ in owners)
        return "end", *owners[0]

    def changed(self) -> None:
        """Pieces or cards have been laid: the roads are others."""
        for name in ("links", "numbers", "blocked"):
            self.__dict__.pop(name, None)

    def load(self, at: complex, but: int) -> int:
        count = sum(auto.at == at for seat, auto in self.autos.items() if seat != but)
        return count + (self.red_counts and self.red_at == at)

    @property
    def red_at(self) -> complex | None:
        return self.middle(self.piece(self.red)) if self.red else None

    def free(self, at: complex, seat: int) -> bool:
        return at not in self.blocked and self.load(at, seat) < 2

    def shut(self, seat: int) -> bool:
        """Whether a car comes to no middle but one, were it alone on the roads (KR-DIV-11)."""
        return sum(at in self.numbers for at in self.comes(seat)) < 2

    def comes(self, seat: int) -> set[complex]:
        """Where a car comes, were it alone on the roads."""
        auto = self.autos[seat]
        come = {auto.gate if auto.at is None else auto.at}
        while (
            more := {
                at + way
                for at in come
                for way in FACING.values()
                if self.linked(at, way) and at + way not in self.blocked
            }
            - come
        ):
            come |= more
        return come

    # -- one manoeuvre -----------------------------------------------------------------------

    def next_field(self, seat: int, at: complex | None, way: complex) -> complex | None:
        """Where a step leads, None if nowhere."""
        if at is None:
            gate = self.autos[seat].gate
            return gate if self.free(gate, seat) else None
        return at + way if self.linked(at, way) and self.free(at + way, seat) else None

    def landing(self, seat: int) -> complex | None:
        auto = self.autos[seat]
        over = auto.gate if auto.at is None else auto.at + auto.way
        if auto.at is not None and not self.linked(auto.at, auto.way):
            return None
        if self.free(over, seat) or not self.linked(over, auto.way):
            return None
        beyond = over + auto.way
        return beyond if self.free(beyond, seat) else None

    def may_turn(self, at: complex, way: complex) -> bool:
        return self.quarters or self.linked(at, way)

    def behind(self, seat: int) -> tuple[complex, complex] | None:
        """The field behind a car and the facing it would have there."""
        auto = self.autos[seat]
        assert auto.at is not None
        if self.linked(auto.at, -auto.way):
            return auto.at - auto.way, auto.way
        others = [w for w in FACING.values() if w != auto.way and self.linked(auto.at, w)]
        return (auto.at + others[0], -others[0]) if len(others) == 1 else None

    def slide(self, seat: int, fields: int) -> None:
        auto = self.autos[seat]
        for _ in range(fields):
            there = self.behind(seat)
            if there is None or not self.free(there[0], seat):
                return
            auto.at, auto.way = there

    def slick(self, seat: int) -> bool:
        """Whether this car stands behind another one."""
        mine = self.autos[seat].at
        for other, auto in self.autos.items():
            if other != seat and auto.at is not None:
                there = self.behind(other)
                if there is not None and there[0] == mine:
                    return True
        return False

    def passed(self, seat: int, at: complex | None, way: complex, came: complex | None) -> int:
        """Whom this car rams by leaving its field ahead; ``came``: the side it came from."""
        if at is None or came is None or came == way:
            return 0
        there = [s for s, auto in self.autos.items() if s != seat and auto.at == at]
        if len(there) != 1 or self.autos[there[0]].roof or self.autos[there[0]].shield:
            return 0
        return there[0]

    # -- whole moves -------------------------------------------------------------------------

    def manoeuvres(self, seat: int, now: Moving, left: int) -> Iterator[tuple[str, Moving, int]]:
        """Every single manoeuvre that rams nobody, what it leads to, and what it costs."""
        at, way = now.at, now.way
        to = self.next_field(seat, at, way)
        if to is not None and not self.passed(seat, at, way, now.came):
            came = -way if any(auto.at == to for auto in self.autos.values()) else None
            wanted = now.open - {self.numbers.get(to, 0)} if now.open else now.open
            yield "F", Moving(to, way, came, wanted, left == 1, True), 1
        for letter, spin, price in (("L", 1j, 1), ("R", -1j, 1), ("U", -1 + 0j, 2)):
            if at is None or left < price:
                continue
            if price == 2 or self.may_turn(at, way * spin):
                yield letter, now._replace(way=way * spin, arrived=False), price

    def outcomes(self, seat: int, start: Moving, points: int) -> Outcomes:
        """Everything that so many points can lead to: all courses, point by point."""
        found = Outcomes()
        courses: list[set[Moving]] = [set() for _ in range(points + 1)]
        courses[points].add(start)
        steps: dict[tuple[complex | None, complex], bool] = {}
        for left in range(points, 0, -1):
            for now in courses[left]:
                here = (now.at, now.way)
                if here not in steps:
                    steps[here] = self.next_field(seat, *here) is not None
                victim = self.passed(seat, *here, now.came) if steps[here] else 0
                if victim:
                    found.rams.setdefault(victim, set()).add((left, now is start))
                further = list(self.manoeuvres(seat, now, left))
                for _, to, price in further:
                    courses[left - price].add(to)
                if not (victim or further or now is start):
                    found.ends.setdefault(here, []).append((now, left))
        for now in courses[0]:
            found.ends.setdefault((now.at, now.way), []).append((now, 0))
        return found

    def walks(
        self, seat: int, points: int, came: complex | None = None
    ) -> Iterator[tuple[str, complex | None, complex, int, int]]:
        """Every sequence of manoeuvres: (path, field, facing, rammed seat or 0, points left)."""
        auto = self.autos[seat]
        yield from self._walk(seat, "", Moving(auto.at, auto.way, came), points)

    def _walk(
        self, seat: int, path: str, now: Moving, left: int
    ) -> Iterator[tuple[str, complex | None, complex, int, int]]:
        if not left:
            yield path, now.at, now.way, 0, 0
            return
        to = self.next_field(seat, now.at, now.way)
        victim = self.passed(seat, now.at, now.way, now.came) if to is not None else 0
        if victim:
            yield path, now.at, now.way, victim, left
        further = list(self.manoeuvres(seat, now, left))
        for letter, after, price in further:
            yield from self._walk(seat, path + letter, after, left - price)
        if path and not victim and not further:
            yield path, now.at, now.way, 0, left
