"""The journal: lines survive being written down, and only those that count are folded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry
from referee.kernel.fold import Standing, effective
from referee.kernel.journal import Line, Mark
from referee.kernel.undo import last_answer


def entry(number: int, seat: int = 1, **flags: bool) -> Line:
    return Line(Mark.ENTRY, Entry(seat, "go", {"n": number}), **flags)


def undo(count: int = 1) -> Line:
    return Line(Mark.UNDO, count=count)


def numbers(lines: list[Line]) -> list[int]:
    return [line.entry.args["n"] for line in lines if line.entry is not None]


@given(st.lists(st.one_of(st.just("entry"), st.integers(1, 4)), max_size=30))
def test_undo_takes_back_from_the_end(acts: list[str | int]) -> None:
    lines, expected = [], []
    for number, act in enumerate(acts):
        if isinstance(act, str):
            lines.append(entry(number))
            expected.append(number)
        else:
            lines.append(undo(act))
            del expected[max(0, len(expected) - act) :]
    assert numbers(effective(lines)) == expected


def test_a_correction_replaces_one_entry_and_keeps_what_it_says() -> None:
    lines = [entry(n, secret=True) for n in range(5)]
    lines.append(Line(Mark.CORRECT, Entry(1, "go", {"n": 9}), index=1, count=2))
    assert numbers(effective(lines)) == [0, 9, 2, 3]
    assert effective(lines)[1].secret


def test_a_correction_of_nothing_is_an_error() -> None:
    with pytest.raises(BadEntry):
        effective([Line(Mark.CORRECT, Entry(1, "go"), index=0)])


@given(
    st.builds(
        Line,
        st.just(Mark.ENTRY),
        st.builds(Entry, st.integers(1, 9), st.text(max_size=5), st.just({"dice": [1]})),
        chance=st.booleans(),
        device=st.booleans(),
        auto=st.booleans(),
        secret=st.booleans(),
    )
)
def test_a_line_survives_being_written_down(line: Line) -> None:
    assert Line.parse(json.loads(json.dumps(line.plain()))) == line


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"mark": "fly"},
        {"mark": ["entry"]},
        {"mark": "undo", "count": -1},
        {"mark": "undo", "count": "1"},
        {"mark": "undo", "count": True},
        {"mark": "undo", "count": 1, "more": 1},
        {"mark": "entry", "seat": 1, "verb": "go", "chance": 1},
        {"mark": "entry", "seat": "1", "verb": "go"},
        {"mark": "entry", "seat": 1, "verb": 3},
        {"mark": "entry", "seat": 1, "verb": "go", "args": []},
        {"mark": "entry", "seat": 1, "verb": "go", "more": 1},
    ],
)
def test_a_malformed_line_is_no_line(data: Any) -> None:
    with pytest.raises(BadEntry):
        Line.parse(data)


def correction(*lines: Line) -> bool:
    undone = last_answer(Standing(lines))
    assert undone is not None
    return undone.correction


def test_nothing_to_take_back() -> None:
    assert last_answer(Standing([])) is None
    assert last_answer(Standing([entry(0, auto=True, device=True)])) is None


def test_what_the_device_added_goes_with_the_answer_before_it() -> None:
    undone = last_answer(Standing([entry(0), entry(1, auto=True), entry(2, auto=True)]))
    assert undone is not None
    assert [e.args["n"] for e in undone.entries] == [0, 1, 2]


def test_a_player_may_undo_his_own_decisions_up_to_a_die_or_another_seat() -> None:
    assert not correction(entry(0), entry(1))
    assert not correction(entry(0), entry(1), undo())
    assert correction(entry(0), entry(1, chance=True))
    assert correction(entry(0), entry(1, auto=True, chance=True)), "a card was revealed"
    assert correction(entry(0, seat=2), entry(1), undo()), "seat 2 answered before"
    assert not correction(entry(0, seat=2), entry(1), undo(), entry(2))
