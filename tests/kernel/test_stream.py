"""The device's dice: pure, unbiased, and checkable afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.chance import Stream, commitment


@given(st.text(max_size=20), st.integers(0, 10_000), st.lists(st.integers(1, 100), max_size=5))
def test_a_draw_depends_on_seed_and_number_alone(seed: str, n: int, sizes: list[int]) -> None:
    stream, other = Stream(seed), Stream(seed)
    other.at(n + 1)(6)
    below, again = stream.at(n), other.at(n)
    assert [below(k) for k in sizes] == [again(k) for k in sizes]


@given(st.integers(1, 2**64), st.integers(0, 100))
def test_results_lie_in_their_range(k: int, n: int) -> None:
    assert 0 <= Stream("seed").at(n)(k) < k


def test_dice_are_even() -> None:
    stream = Stream("a fixed seed")
    counts = Counter(stream.at(n)(6) for n in range(6000))
    chi_square = sum((counts[face] - 1000) ** 2 / 1000 for face in range(6))
    assert chi_square < 15.1  # 1 % of fair dice are further off


def test_no_result_is_favoured_where_the_range_does_not_divide() -> None:
    # Taking a remainder of 2**64 would give the lowest third of this range half of the draws.
    stream, k = Stream("another seed"), 3 * 2**62
    low = sum(stream.at(n)(k) < 2**62 for n in range(3000))
    assert 0.30 < low / 3000 < 0.37


def test_different_seeds_and_numbers_give_different_dice() -> None:
    rolls = {
        tuple(Stream(seed).at(n)(6) for n in range(first, first + 20))
        for seed in ("a", "b")
        for first in (0, 100)
    }
    assert len(rolls) == 4


@pytest.mark.parametrize("k", [0, -1, 2**64 + 1])
def test_an_impossible_range_is_an_error_not_an_endless_loop(k: int) -> None:
    with pytest.raises(ValueError, match=str(k)):
        Stream("seed").at(0)(k)


def test_the_hash_shown_before_play_is_that_of_the_seed_shown_after_it() -> None:
    assert commitment("Grüße") == hashlib.sha256("Grüße".encode()).hexdigest()
