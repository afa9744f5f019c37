"""Whatever a game says, asks or refuses has a sentence in every language, with its gaps filled."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.ask import Ask
from referee.kernel.flow import Flow
from referee.kernel.text import Text
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.conformance.cases import EXAMPLES, Case, Playthrough, cases, game_of, played

#: A gap that nothing has filled.
GAP = re.compile(r"\{\w*\}")

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules"


@cache
def catalogue(name: str, language: str) -> Catalogue:
    return Catalogue(language, game_of(name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_said_has_a_sentence(case: Case, language: str) -> None:
    words = catalogue(case.game, language)
    words.missing.clear()
    for said in messages(played(case)):
        sentence = words.text(said)
        assert sentence, said
        assert not GAP.search(sentence), f"{said.key}: {sentence}"
    for key in labels(played(case)):
        words(key)
    assert not words.missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_is_named_has_help(case: Case, language: str) -> None:
    words = catalogue(case.game, language)
    missing = sorted(c for c in clauses(played(case)) if not words.has(f"clause.{c}"))
    assert not missing


def test_every_clause_that_is_named_stands_in_the_rules(name: str) -> None:
    named = set().union(*(clauses(played(case)) for case in cases(name, 1)))
    rules = rules_of(name).read_text("utf-8")
    assert not sorted(c for c in named if not re.search(rf"^\| *{re.escape(c)} *\|", rules, re.M))


def rules_of(name: str) -> Path:
    """The catalogue of a game's clauses."""
    return TESTS / name / "rules.md" if name in EXAMPLES else RULES / f"{name}.md"


def test_both_languages_have_the_same_sentences(name: str) -> None:
    german, english = (set(catalogue(name, language)._sentences) for language in LANGUAGES)
    assert german == english


def test_both_languages_have_the_same_gaps(name: str) -> None:
    german, english = (catalogue(name, language)._sentences for language in LANGUAGES)
    gaps = {key: set(GAP.findall(str(sentence))) for key, sentence in german.items()}
    assert gaps == {key: set(GAP.findall(str(sentence))) for key, sentence in english.items()}


def messages(record: Playthrough) -> Iterator[Text]:
    """Every different message of a match: one for each key and set of arguments."""
    seen: set[tuple[str, frozenset[str]]] = set()
    for said in spoken(record):
        mark = (said.key, frozenset(said.args))
        if mark not in seen:
            seen.add(mark)
            yield said


def spoken(record: Playthrough) -> Iterator[Text]:
    match = record.match
    yield from (ruling.text for ruling in match.opening)
    for logged in match.log:
        yield from (ruling.text for ruling in logged.rulings)
    for ask in asked(record):
        yield ask.prompt
        yield from (refusal.reason for refusal in ask.refusals)
    for position in record.positions():
        yield from texts_in(match.game.scene(position, None))
    assert match.result is not None
    yield match.result.reason


def texts_in(value: Any) -> Iterator[Text]:
    """All messages inside a scene."""
    if isinstance(value, Text):
        yield value
        yield from texts_in(list(value.args.values()))
    elif isinstance(value, dict):
        yield from texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from texts_in([getattr(value, f.name) for f in dataclasses.fields(value)])


def asked(record: Playthrough) -> Iterable[Ask]:
    return (ask for asks in record.asks for ask in asks)


def labels(record: Playthrough) -> set[str]:
    """Keys of labels: what a menu calls verbs, arguments, options, pages and marks."""
    match = record.match
    found = {"name"} | {f"option.{spec.key}" for spec in match.game.options}
    for ask in asked(record):
        for option in ask.options:
            found.add(f"verb.{option.verb}")
            found |= {f"arg.{name}" for name in option.fields}
    for position in record.positions():
        scene = match.game.scene(position, None)
        found |= {f"page.{page}" for page in scene.pages}
        found |= {f"mark.{mark}" for mark in scene.marks.values()}
    return found


def clauses(record: Playthrough) -> set[str]:
    """Every clause that asks, refusals, rulings, rows, options or the end name."""
    match = record.match
    flow: Flow[Any] = match.flow
    found = {clause for row in flow.rows for clause in row.clauses}
    found |= {ruling.clause for logged in match.log for ruling in logged.rulings}
    found |= {ruling.clause for ruling in match.opening}
    for ask in asked(record):
        found |= {ask.clause, *(refusal.clause for refusal in ask.refusals)}
    found |= {spec.clause for spec in match.game.options} | {match.game.abandoned}
    assert match.result is not None
    return (found | {match.result.clause}) - {""}
