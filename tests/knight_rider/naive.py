"""A second, naive model of Knight Rider's board, written from the rules alone: for comparison.

It shares no code and no data structure with the game: fields and facings are complex numbers
(east + north * 1j, one step between neighbouring fields), roads are a set of pairs, and every
question is answered by trying everything.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

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

    @property
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
    """A car; ``at`` is None while it stands outside before ``gate``."""

    at: complex | None
    way: complex
    gate: complex = 0
    roof: bool = False
    shield: bool = False


@dataclass
class Naive:
    """The whole board. ``full``: whole fields per arm; ``red``: its tableau."""

    pieces: list[Piece]
    full: int = 0
    red: int = 0
    autos: dict[int, Auto] = field(default_factory=dict)
    red_counts: bool = True
    quarters: bool = True

    # -- building ----------------------------------------------------------------------------

    def placements(
        self, number: int, ways: list[complex], first: bool, join: bool
    ) -> set[tuple[complex, str]]:
        """All legal ways to lay a piece, as (cell, arms) - looked for on the whole table."""
        taken = {piece.cell: piece for piece in self.pieces}
        found = set()
        for x, y, turns in itertools.product(range(-20, 22), range(-20, 22), range(4)):
            cell = complex(x, y)
            if cell in taken or cell in CENTRE:
                continue
            beside = [taken[cell + way] for way in FACING.values() if cell + way in taken]
            at_centre = any(cell + way in CENTRE for way in FACING.values())
            if not (at_centre if first else at_centre or beside):
                continue
            new = Piece(number, cell, turns, ways)
            seams = [(piece.cell - cell in new.arms, cell - piece.cell in piece.arms)
                     for piece in beside]  # fmt: skip
            if any(mine != theirs for mine, theirs in seams):
                continue
            if join and not first and not any(mine for mine, _ in seams):
                continue
            found.add((cell, "".join(sorted(LETTER[way] for way in new.arms))))
        return found

    def outlets(self, piece: Piece) -> set[complex]:
        """The arms that lead to no other tableau."""
        cells = {other.cell for other in self.pieces}
        return {way for way in piece.arms if piece.cell + way not in cells}

    def starts(self, by_road: bool) -> list[int]:
        """The start tableaus: all distances by relaxing until nothing changes."""
        red = self.piece(self.red)
        able = [p for p in self.pieces if p is not red and self.outlets(p) not in (set(), p.arms)]
        steps = {self.red: 0}
        for _ in self.pieces if by_road else ():
            for one, two in itertools.permutations(self.pieces, 2):
                joined = two.cell - one.cell in one.arms
                if joined and one.number in steps:
                    steps[two.number] = min(steps[one.number] + 1, steps.get(two.number, 99))
        if not any(piece.number in steps for piece in able):
            steps = {p.number: round(abs((p.cell - red.cell).real) + abs((p.cell - red.cell).imag))
                     for p in self.pieces}  # fmt: skip
        known = [piece.number for piece in able if piece.number in steps]
        most = max((steps[number] for number in known), default=0)
        return sorted(number for number in known if steps[number] == most)

    # -- roads -------------------------------------------------------------------------------

    def piece(self, number: int) -> Piece:
        return next(piece for piece in self.pieces if piece.number == number)

    def middle(self, piece: Piece) -> complex:
        return piece.cell * (2 * self.full + 2)

    @cached_property
    def links(self) -> set[frozenset[complex]]:
        """Pairs of fields between which cars may drive."""
        found = set()
        for piece in self.pieces:
            for way in piece.arms:
                along = [self.middle(piece) + way * n for n in range(self.full + 2)]
                pairs = list(itertools.pairwise(along))
                found |= {frozenset(pair) for pair in pairs[0 if way in piece.joined else 1 :]}
        return found

    def linked(self, at: complex, way: complex) -> bool:
        return frozenset((at, at + way)) in self.links

    def load(self, at: complex, but: int) -> int:
        count = sum(auto.at == at for seat, auto in self.autos.items() if seat != but)
        return count + (self.red_counts and self.red_at == at)

    @property
    def red_at(self) -> complex | None:
        return self.middle(self.piece(self.red)) if self.red else None

    def barred(self, at: complex) -> bool:
        return any(piece.barred and self.middle(piece) == at for piece in self.pieces)

    def free(self, at: complex, seat: int) -> bool:
        return self.load(at, seat) < 2 and not self.barred(at)

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

    def walks(
        self, seat: int, points: int, came: complex | None = None
    ) -> Iterator[tuple[str, complex | None, complex, int, int]]:
        """Every sequence of manoeuvres: (path, field, facing, rammed seat or 0, points left)."""
        auto = self.autos[seat]
        yield from self._walk(seat, "", auto.at, auto.way, came, points)

    def _walk(
        self,
        seat: int,
        path: str,
        at: complex | None,
        way: complex,
        came: complex | None,
        left: int,
    ) -> Iterator[tuple[str, complex | None, complex, int, int]]:
        if not left:
            yield path, at, way, 0, 0
            return
        stuck = True
        to = self.next_field(seat, at, way)
        victim = self.passed(seat, at, way, came)
        if to is not None:
            stuck = False
            if victim:
                yield path, at, way, victim, left
            else:
                yield from self._walk(seat, path + "F", to, way, -way, left - 1)
        for letter, spin, price in (("L", 1j, 1), ("R", -1j, 1), ("U", -1 + 0j, 2)):
            if at is None or left < price:
                continue
            if price == 2 or self.may_turn(at, way * spin):
                stuck = False
                yield from self._walk(seat, path + letter, at, way * spin, came, left - price)
        if stuck and path:
            yield path, at, way, 0, left
