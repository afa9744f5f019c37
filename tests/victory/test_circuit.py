"""The circuit as a graph: squares, points, lines, progress; judged by a second, naive model."""

from __future__ import annotations

import random

import pytest

from referee.games.victory.building import closed, extensions
from referee.games.victory.circuit import UNITS, Circuit, Point, Square, circuit
from referee.games.victory.numbers import BLUE, RED
from tests.victory.model import NaiveCircuit

RING_5X3 = (
    (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (3, 2), (2, 2), (1, 2), (0, 2), (0, 1),
)  # fmt: skip
RING_4X4 = (
    (0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1),
)  # fmt: skip
ZIGZAG = (
    (0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (2, 0), (1, 0),
)  # fmt: skip
KNOWN = (RING_5X3, RING_4X4, ZIGZAG)


def laid(seed: int) -> tuple[Square, ...]:
    """A circuit laid at random, square by square."""
    rng, squares = random.Random(seed), ((0, 0),)
    while not (closed(squares, 12) and rng.random() < 0.3):
        free = extensions(squares, 12)
        if not free:
            break
        squares = (*squares, rng.choice(free))
    return squares


def targets(
    road: Circuit, at: Point, face: str, taken: set[Point], *, backward: bool
) -> set[Point]:
    found = set()
    for ray in road.rays(at, face, backward=backward):
        for point, _ in ray:
            if point in taken:
                break
            found.add(point)
    return found


@pytest.mark.clause("VIC-SET-1")
def test_a_circuit_is_closed_and_every_pair_of_squares_touches() -> None:
    for squares, curves in zip(KNOWN, (4, 4, 8), strict=True):
        assert closed(squares, 12)
        road = circuit(squares, False)
        assert sum(road.heading(number) is None for number in range(12)) == curves
        assert len(road.along) == 108
    assert not closed(RING_5X3[:-1], 12)  # not closed
    assert not closed(RING_5X3, 11)  # more squares than there are
    assert not closed((*RING_5X3[:3], *RING_5X3[4:]), 12)  # a pair that does not touch
    assert not closed(((0, 0), (1, 0), (1, 1), (0, 1)), 12)  # no straight for the start
    assert not closed(((0, 0), (1, 0), (2, 0), (1, 0)), 12)  # a square twice


@pytest.mark.clause("VIC-SET-1")
@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_laid_can_be_closed(seed: int) -> None:
    assert closed(laid(seed), 12)


@pytest.mark.clause("VIC-MOVE-4", "VIC-MOVE-5", "VIC-MOVE-6", "UNK-VIC-2")
def test_the_checks_of_the_catalogue() -> None:
    road = circuit(RING_5X3, False)
    ahead = (5, 1), (6, 1), (7, 1), (8, 1), (9, 1)
    assert set(ahead) < targets(road, (4, 1), RED, set(), backward=False)
    blocked = targets(road, (4, 1), RED, {(7, 1)}, backward=False)
    assert {(5, 1), (6, 1)} == blocked & set(ahead)
    assert (3, 1) not in targets(road, (4, 1), RED, set(), backward=False)  # back
    assert (3, 1) in targets(road, (4, 1), RED, set(), backward=True)
    assert {(4, 0), (4, 2)} < targets(road, (4, 1), RED, set(), backward=False)  # sideways
    assert targets(road, (4, 1), BLUE, set(), backward=False) == {(5, 2), (5, 0)}
    assert (6, 3) not in targets(road, (4, 1), BLUE, set(), backward=False)  # off the track


@pytest.mark.clause("UNK-VIC-2")
@pytest.mark.parametrize("squares", [*KNOWN, laid(1), laid(2), laid(3)])
@pytest.mark.parametrize("clockwise", [True, False])
def test_every_point_lies_on_a_red_and_a_blue_line(
    squares: tuple[Square, ...], clockwise: bool
) -> None:
    road = circuit(squares, clockwise)
    for point in road.along:
        assert road.rays(point, RED, backward=True)
        assert road.rays(point, BLUE, backward=True)


@pytest.mark.clause("VIC-MOVE-3", "VIC-MOVE-12", "VIC-SET-7", "VIC-LAP-1")
@pytest.mark.parametrize("seed", range(40))
def test_lines_rows_and_progress_are_those_of_the_naive_model(seed: int) -> None:
    rng = random.Random(f"lines {seed}")
    squares = KNOWN[seed] if seed < len(KNOWN) else laid(seed)
    clockwise, backward = rng.random() < 0.5, rng.random() < 0.3
    road, naive = circuit(squares, clockwise), NaiveCircuit(list(squares), clockwise)
    assert [complex(*square) for square in road.squares] == naive.squares
    everywhere = sorted(road.along)
    for point in rng.sample(everywhere, 25):
        taken = set(rng.sample(everywhere, 5)) - {point}
        cars = {complex(*car) for car in taken}
        for face in (RED, BLUE):
            found = targets(road, point, face, taken, backward=backward)
            wanted = naive.targets(complex(*point), {face}, cars, backward)
            assert {complex(*p) for p in found} == set(wanted)
            for ray in road.rays(point, face, backward=backward):
                for to, gain in ray:
                    if complex(*to) in wanted:
                        assert gain / UNITS == pytest.approx(wanted[complex(*to)], abs=2e-3)
        number = road.owner[point]
        assert (road.heading(number) is not None) == (number in naive.straights())
        if road.heading(number) is not None:
            assert [complex(*p) for p in road.lanes(point)] == naive.row(complex(*point))
