"""Every sentence that kernel and doors name in their source exists in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from referee.doors.words import Words
from referee.kernel import disk
from referee.table.catalogue import LANGUAGES
from tests.conftest import ROOT

#: Functions and errors whose first argument is the key of a sentence.
SPEAKERS = {
    "BadEntry", "ComponentsError", "RefereeError", "StoreError", "Text", "text", "words",
}  # fmt: skip


def keys() -> Iterator[str]:
    yield from (f"error.store.{word}" for word in {*disk.KEYS.values(), "failed"})
    yield from (f"history.status.{word}" for word in ("open", "over", "abandoned"))
    for folder in ("kernel", "doors"):
        for path in sorted((ROOT / "referee" / folder).glob("*.py")):
            yield from keys_in(ast.parse(path.read_text("utf-8")))


def keys_in(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
            first = call.args[0] if call.args else None
            if name in SPEAKERS and isinstance(first, ast.Constant) and "." in str(first.value):
                yield str(first.value)
        elif isinstance(call, ast.Constant) and re.match(r"error\.[\w.-]+$", str(call.value)):
            yield str(call.value)


KEYS = sorted({key for key in keys() if not key.endswith(".")})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_exists(language: str) -> None:
    words = Words(language)
    assert len(KEYS) > 60
    assert [key for key in KEYS if not words.has(key)] == []


def test_both_languages_say_the_same_things_with_the_same_gaps() -> None:
    german, english = (Words(language)._sentences for language in LANGUAGES)
    gaps = re.compile(r"\{\w+\}")
    assert german.keys() == english.keys()
    for key, sentence in german.items():
        assert set(gaps.findall(str(sentence))) == set(gaps.findall(str(english[key]))), key
