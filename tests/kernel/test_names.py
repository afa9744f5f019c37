"""Names: how long they may be, and that none of them steers a terminal."""

from __future__ import annotations

import pytest

from referee.kernel.errors import BadEntry
from referee.kernel.match import Match
from referee.kernel.names import LONGEST, visible
from tests.toy import GAME


@pytest.mark.parametrize(
    ("name", "key"), [("x" * (LONGEST + 1), "error.name.long"), ("\udcff", "error.name.encoding")]
)
def test_a_name_that_cannot_be_shown_or_kept_is_an_error_about_names(name: str, key: str) -> None:
    with pytest.raises(BadEntry) as error:
        Match.new(GAME, ["Ada", name])
    assert error.value.text.key == key
    assert error.value.text.args["seat"] == 2


def test_the_longest_name_plays() -> None:
    name = "W" * LONGEST
    assert Match.new(GAME, ["Ada", name]).header.names == ("Ada", name)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jürgen", "Jürgen"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("a\x1b[31mb", "a␛[31mb"),
        ("\x1b]0;t\x07", "␛]0;t␇"),
        ("a\nb\r\x7f", "a␊b␍␡"),
        ("\u202egnat\u2066", "�gnat�"),
        ("\x9b31m", "�31m"),
        ("a\u2028b", "a�b"),
    ],
)
def test_what_would_steer_a_terminal_is_shown_as_a_sign(name: str, shown: str) -> None:
    assert visible(name) == shown


def test_lines_that_are_ours_stay_lines() -> None:
    assert visible("one\ntwo\x1b", keep="\n") == "one\ntwo␛"
