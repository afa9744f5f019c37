"""Whatever stands in a study's file is played, or told with its key and what it takes."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from referee.doors.words import Words
from referee.kernel.errors import BadEntry, RefereeError
from referee.lab.study import load, read
from referee.lab.wanted import CONTEST, STUDY
from referee.table.catalogue import LANGUAGES

#: A study that plays.
GOOD: dict[str, Any] = {"game": "knister", "seats": 2, "options": {"sheets": "device"}}

#: What TOML can say where something else is wanted.
VALUES: list[Any] = [
    0, 1, -1, 3, 10**30, 0.5, -0.5, 1.5, math.inf, math.nan, True, False, "", "x", "easy",
    "\x1b[2J", "a\tb", date(2026, 1, 1), [], [[]], [0], [1], [2, 3], [2, "x"], ["x"], ["easy"],
    ["easy", ""], ["a\tb"], ["cmd:"], ["cmd:'"], [["easy"]], [["easy"], []], [["easy", 1]],
    ["*"], {}, [{}],
    {"x": 1}, {"hints": True}, {"hints": [True]}, {"hints": []}, {"hints": [[True]]},
    {"sheets": {"x": 1}}, {"sheets": None}, None,
]  # fmt: skip


@pytest.mark.parametrize("key", [*STUDY, *CONTEST, "moon"])
def test_any_value_is_taken_or_told(key: str) -> None:
    for value in VALUES:
        contest = {**GOOD, key: value} if key in CONTEST or key == "moon" else GOOD
        data = {"contest": [contest]} | ({key: value} if key in STUDY else {})
        with suppress(RefereeError):
            assert all(cell.seated(3) for cell in read("fuzz", data, 0.001).cells)
            continue
        with pytest.raises(RefereeError) as caught:
            read("fuzz", data, 0.001)
        for language in LANGUAGES:
            said = Words(language).error(caught.value)
            assert not re.search(r"^[\w-]+\.[\w.-]+$", said), "a key for words"


@pytest.mark.parametrize(
    ("key", "value", "wants"),
    [
        ("players", [], "a list of players, one at least"),
        ("tables", [[]], "a list of lists of players"),
        ("players", ["a\tb"], "a list of players, one at least"),
        ("seats", [2, "x"], "a number of players, or a list of them"),
        ("vary", {"hints": True}, "options with lists of values"),
        ("precision", 1.5, "a number between 0 and 1"),
    ],
)
def test_what_cannot_be_is_told_with_what_can(key: str, value: Any, wants: str) -> None:
    with pytest.raises(BadEntry) as caught:
        read("wrong", {"contest": [{**GOOD, key: value}]})
    said = Words("en").error(caught.value)
    assert said.startswith(f"The contest 1 has a wrong value for {key}: ")
    assert wants in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[[contest]\n", "is no study: line 1, \u201c[[contest]\u201d: a bracket is not closed."),
        (b"\xff", "is no study: it is not UTF-8; save it as UTF-8."),
        (b"title = " + b"[" * 100_000, "is no study: too many brackets inside each other."),
        (None, "There is no study "),
    ],
)
def test_a_file_that_is_none_is_told_in_words(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "study.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadEntry) as caught:
        load(str(file))
    assert said in Words("en").error(caught.value)
