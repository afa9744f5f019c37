"""What lines bring: every clause, every set of five numbers, thousands of sheets at random."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from referee.games.knister import GAME, end, scoring
from referee.games.knister.numbers import DIE, SUMS, Numbers
from tests.knister import BEST, TIM_CELLS, TIM_POINTS, brute

clause = pytest.mark.clause

NUMBERS = Numbers.of(GAME.components())

#: Sheets that are drawn for each one that ``--sheets`` has the strong player fill.
DRAWN = 120


def points(*numbers: int) -> int:
    return NUMBERS.points.get(scoring.combination(numbers), 0)


def lines_of(cells: list[int]) -> list[int]:
    return [found.points for found in scoring.scores(cells, NUMBERS) if found is not None]


@pytest.mark.parametrize(
    ("numbers", "worth", "name"),
    [
        pytest.param((4, 5, 6, 7, 5), 1, "pair", marks=clause("KNI-SCORE-2")),
        pytest.param((7, 8, 7, 7, 4), 3, "triple", marks=clause("KNI-SCORE-3")),
        pytest.param((6, 3, 6, 6, 6), 6, "quad", marks=clause("KNI-SCORE-4")),
        pytest.param((8, 8, 8, 8, 8), 10, "quint", marks=clause("KNI-SCORE-5")),
        pytest.param((5, 6, 6, 10, 5), 3, "two_pairs", marks=clause("KNI-SCORE-6")),
        pytest.param((4, 9, 4, 4, 9), 8, "full_house", marks=clause("KNI-SCORE-7")),
        pytest.param((7, 10, 8, 6, 9), 8, "straight_with_7", marks=clause("KNI-SCORE-8")),
        pytest.param((3, 5, 6, 2, 4), 12, "straight_without_7", marks=clause("KNI-SCORE-9")),
        pytest.param((8, 9, 10, 11, 12), 12, "straight_without_7", marks=clause("INT-KNI-5")),
        pytest.param((4, 5, 6, 7, 9), 0, "nothing", marks=clause("KNI-SCORE-11")),
        pytest.param((4, 5, 6, 7, 7), 1, "pair", marks=clause("KNI-SCORE-11")),
        pytest.param((10, 11, 12, 2, 3), 0, "nothing", marks=clause("KNI-SCORE-12", "INT-KNI-6")),
        pytest.param((7, 4, 8, 9, 11), 0, "nothing", marks=clause("KNI-SCORE-14")),
        pytest.param((3, 7, 3, 7, 7), 8, "full_house", marks=clause("KNI-SCORE-15", "INT-KNI-4")),
    ],
)
def test_the_examples_of_the_rules(numbers: tuple[int, ...], worth: int, name: str) -> None:
    for order in itertools.permutations(numbers):
        assert (points(*order), scoring.combination(order)) == (worth, name)


@clause("KNI-SCORE-8", "KNI-SCORE-9")
def test_there_are_seven_straights() -> None:
    straights = {
        numbers: points(*numbers)
        for numbers in itertools.combinations(SUMS, 5)
        if scoring.combination(numbers).startswith("straight")
    }
    assert {numbers[0]: worth for numbers, worth in straights.items()} == {
        2: 12, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8, 8: 12
    }  # fmt: skip


@clause("KNI-SCORE-10", "KNI-SCORE-15")
def test_every_set_of_five_numbers_is_one_combination() -> None:
    """All 4,368 multisets against the brute-force scorer; counted, they are all 11^5 lines."""
    lines, chances = Counter[str](), Counter[str]()
    for numbers in itertools.combinations_with_replacement(SUMS, 5):
        name = scoring.combination(numbers)
        assert points(*numbers) == brute.points_of(numbers), numbers
        ways = math.factorial(5)
        for times in Counter(numbers).values():
            ways //= math.factorial(times)
        lines[name] += ways
        chances[name] += ways * math.prod(6 - abs(7 - n) for n in numbers)
    assert dict(lines) == {
        "nothing": 54600, "pair": 79200, "two_pairs": 14850, "triple": 9900, "full_house": 1100,
        "straight_with_7": 600, "quad": 550, "straight_without_7": 240, "quint": 11,
    }  # fmt: skip
    mean = sum(Fraction(n * NUMBERS.points.get(name, 0), 36**5) for name, n in chances.items())
    assert float(mean) == pytest.approx(1.425017, abs=1e-6)


@clause("KNI-SCORE-1", "KNI-SCORE-10", "KNI-SCORE-13", "KNI-SCORE-15", "KNI-END-2")
def test_thousands_of_sheets_score_as_by_the_other_scorer(request: pytest.FixtureRequest) -> None:
    """Half of them as thrown, half of few numbers, so that the seldom combinations come."""
    rng = random.Random("sheets")
    few = [tuple(range(low, low + size)) for low in (2, 5, 8) for size in (2, 3, 5)]
    thrown = [one + other for one in DIE for other in DIE]
    seen: set[int] = set()
    for number in range(DRAWN * int(request.config.getoption("--sheets"))):
        cells = rng.choices(thrown if number % 2 else few[number // 2 % len(few)], k=25)
        found = lines_of(cells)
        assert found == brute.line_points(cells), cells
        seen.update(found)
    assert seen == {0, 1, 2, 3, 6, 8, 10, 12, 16, 20, 24}


@clause("KNI-SCORE-1")
def test_twelve_lines_are_scored() -> None:
    kinds = Counter(line.kind for line in scoring.LINES)
    assert kinds == {"row": 5, "column": 5, "diagonal": 2}
    assert len(lines_of(TIM_CELLS)) == 12


@clause("KNI-SCORE-17")
def test_the_lines_through_a_cell() -> None:
    counts = [len(lines) for lines in scoring.THROUGH]
    assert [counts[at : at + 5] for at in range(0, 25, 5)] == [
        [3, 2, 2, 2, 3],
        [2, 3, 2, 3, 2],
        [2, 2, 4, 2, 2],
        [2, 3, 2, 3, 2],
        [3, 2, 2, 2, 3],
    ]


@clause("KNI-SCORE-13")
def test_diagonals_count_double() -> None:
    found = scoring.scores(TIM_CELLS, NUMBERS)[10:]
    assert [(line.single, line.points) for line in found if line] == [(3, 6), (8, 16)]


@clause("KNI-SCORE-16")
def test_a_line_with_an_empty_cell_has_no_points_yet() -> None:
    cells = [0, *TIM_CELLS[1:]]
    found = scoring.scores(cells, NUMBERS)
    open_ = [n for n, line in enumerate(found) if line is None]
    assert open_ == [0, 5, 10]
    assert [line.points for line in found if line] == [
        n for at, n in enumerate(TIM_POINTS) if at not in open_
    ]


@clause("KNI-END-2")
def test_the_most_and_the_least() -> None:
    assert scoring.total(BEST, NUMBERS) == scoring.most_points(NUMBERS) == 168
    assert scoring.total([8] * 25, NUMBERS) == 140
    assert scoring.total([2 * (n - 1) for n in BEST], NUMBERS) == 0


@clause("KNI-SOLO-2", "KNI-EX-4")
def test_the_ratings_of_a_solo_game() -> None:
    rated = {n: end.rating(n, NUMBERS) for n in (0, 50, 51, 80, 81, 100, 101, 168)}
    assert rated == {
        0: "none", 50: "none", 51: "good", 80: "good", 81: "super", 100: "super",
        101: "spectacular", 168: "spectacular",
    }  # fmt: skip
