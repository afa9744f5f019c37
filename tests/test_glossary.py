"""One word for one thing: no text says a thing by a word that docs/glossary.md rules out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

#: Words that no text may say, by language; each stands in the glossary's last column, or is the
#: foreign grammar that the texts were once full of.
RULED_OUT = {
    "en": (
        r"tableaus?", r"lapses?", r"takes? back", r"taken back", r"on turn", r"guard rail",
        r"thrown?", r"throws", r"cells?", r"tempo cards?", r"panel device", r"he|his|him|himself",
        r"[Ww]ho (?:\w+ )+(?:must|may not)", r"[Nn]obody must", r"[Ww]hom", r"LEDs?", r"the lot",
        r"[Uu]p-slope|[Dd]own-slope", r"gives? up a match", r"given up",
    ),
    "de": (
        r"Pult\w*", r"Knopf|Knöpfe\w*", r"Wachhund\w*", r"Panel", r"Kästchen", r"zurücknehmen",
        r"Zurücknehmen", r"Platzkasten", r"LEDs?", r"geworfen", r"Planke",
        r"Schirm", r"Wegstrecken?",
    ),
}  # fmt: skip

#: Clauses of the rules, and messages about other people's devices, may need such a word.
ALLOWED = {("en", "cast"), ("en", "verb.throw")}

CATALOGUES = sorted(ROOT.glob("referee/**/texts/*.toml"))


#: Words that no page says, outside of its examples: the box is no device, dice are rolled.
RULED_OUT_IN_PAGES = (
    r"in the device", r"[Tt]akes? back", r"taken back", r"on turn", r"he|his|him|himself",
    r"throws?", r"lapses?", r"cells?",
)  # fmt: skip
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in ROOT.glob("docs/*.md") if path.stem != "glossary"),
]


def sentences(table: dict[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{at}{key}.")
        else:
            yield f"{at}{key}", str(value)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_keep_to_the_glossary(path: Path) -> None:
    language = path.stem
    wrong = re.compile(rf"\b(?:{'|'.join(RULED_OUT[language])})\b")
    texts = tomllib.loads(path.read_text(encoding="utf-8"))
    found = [
        f"{key}: {text}"
        for key, text in sentences(texts)
        if (language, key) not in ALLOWED and wrong.search(re.sub(r"\{\w+\}", "", text))
    ]
    assert found == []


def test_every_word_that_is_ruled_out_would_be_found() -> None:
    for language, said in (("en", "Take the tableau"), ("de", "Drücke den Knopf")):
        assert re.search(rf"\b(?:{'|'.join(RULED_OUT[language])})\b", said)


#: Lines about the author of a variant, who is a man.
HE = ("fette-autos.md", re.compile(r"his (?:questions|introduction|races)"))


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/rules/*.md")), ids=lambda path: path.name)
def test_the_rules_speak_of_players_of_any_sex(path: Path) -> None:
    found = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\b(?:[Hh]e|[Hh]is|him|himself)\b", line)
        and not (path.name == HE[0] and HE[1].search(line))
    ]
    assert found == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_keep_to_the_glossary(path: Path) -> None:
    wrong = re.compile(rf"\b(?:{'|'.join(RULED_OUT_IN_PAGES)})\b")
    text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [line for line in text.splitlines() if wrong.search(line)] == []
