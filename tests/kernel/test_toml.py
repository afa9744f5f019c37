"""Whatever is wrong with a file of settings or corrections is said in words, with its line."""

from __future__ import annotations

import pytest

from referee.kernel.text import Text
from referee.kernel.toml import Broken, parse
from referee.table.catalogue import LANGUAGES, Catalogue

#: A wrong file, the line that is named, and the kind of fault.
WRONG = [
    ("[display]\nx = 1\n[display]", 3, "twice"),
    ("a = 1\na = 2", 2, "twice"),
    ("a.b = 1\n[a.b]", 2, "twice"),
    ("a = { b = 1, b = 2 }", 1, "twice"),
    ("a = { x = 1 }\na.y = 2", 2, "twice"),
    ("\na", 2, "statement"),
    ("= 1", 1, "statement"),
    ("ü = 1", 1, "statement"),
    ("name = Anna", 1, "value"),
    ("on = yes\n", 1, "value"),
    ("pin = 1 2", 1, "after"),
    ("[a] x", 1, "after"),
    ("a = 'x", 1, "string"),
    ('a = "x\ny"', 1, "string"),
    ('a = "C:\\q"', 1, "string"),
    ('a = """x\ny\n\n', 2, "string"),
    ("[a", 1, "bracket"),
    ("a = { b = 1\n", 1, "bracket"),
    ("a = [1\n\n", 1, "bracket"),
    ("\ufeffa = 1", 1, "character"),
    ("a = \x01", 1, "character"),
]


@pytest.mark.parametrize(("text", "line", "kind"), WRONG)
def test_a_fault_is_told_with_its_line_and_what_to_do(text: str, line: int, kind: str) -> None:
    with pytest.raises(Broken) as caught:
        parse(text)
    fault = caught.value.fault
    assert (fault.key, fault.args["line"]) == ("toml.at", line)
    assert fault.args["fault"] == Text(f"toml.{kind}")
    assert fault.args["text"] == text.split("\n")[line - 1]
    for language in LANGUAGES:
        words = Catalogue(language)
        assert "toml." not in words.text(fault)
        assert not words.missing


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 5000])
def test_what_has_no_line_is_told_without_one(text: str) -> None:
    with pytest.raises(Broken) as caught:
        parse(text)
    assert caught.value.fault.key in ("toml.deep", "toml.other")


def test_a_long_line_is_cut() -> None:
    with pytest.raises(Broken) as caught:
        parse("a = " + "x" * 100)
    assert caught.value.fault.args["text"] == "a = " + "x" * 36 + " …"
