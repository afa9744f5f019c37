"""Presses at the table stay within their targets; docs/presses.md tells all of them."""

from __future__ import annotations

import pytest

from tests.presses import PAGE, WAYS, Answered, Phase, Way, counted, pieces


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.game}: {way.name}")
def test_presses_stay_within_their_targets(way: Way) -> None:
    counts = counted(way)
    assert counts
    assert [count.phase.name for count in counts if not count.good] == []
    page = PAGE.read_text("utf-8")
    for count in counts:
        assert f"| {way.game} | {way.name} | {count.phase.name} |" in page


def test_pieces_of_a_turn() -> None:
    answers = [
        Answered(state, 1, verb, presses, suggested=True)
        for state, verb, presses in [
            ("attack", "pass", 1), ("attack", "attack", 1), ("hase", "turn_up", 2),
            ("stake", "stake", 3), ("attack", "attack", 1), ("stake", "none", 1), ("other", "x", 9),
        ]
    ]  # fmt: skip
    states = ("attack", "hase", "stake")
    assert pieces(answers, Phase("all", states)) == [9]
    assert pieces(answers, Phase("each", states, each=True)) == [1, 1, 2, 3, 1, 1]
    poker = Phase("poker", states, begin=("attack", "attack"))
    assert pieces(answers, poker) == [6, 2]
    without = Phase("poker", states, begin=("attack", "attack"), never=("hase",))
    assert pieces(answers, without) == [2]
