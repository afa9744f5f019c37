"""The game's texts: short enough for the screen, and help for every clause that is named."""

from __future__ import annotations

import pytest

from referee.games.knister import GAME, rules
from referee.games.knister.flow import FLOW
from referee.table.catalogue import LANGUAGES, Catalogue, read

#: Characters by the beginning of the key.
LIMITS = {"clause.": 160, "verb.": 18, "page.": 18, "option.": 18, "mark.": 10, "kni.why.": 52}

#: Keys that are put together.
BUILT = ("kni.combination.", "kni.end.", "kni.line.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    for key, sentence in read(GAME.resources, language).items():
        forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
        limit = next((n for start, n in LIMITS.items() if key.startswith(start)), 104)
        assert all(0 < len(form) <= limit for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_flow_options_and_combinations_has_help(language: str) -> None:
    words = Catalogue(language, GAME)
    named = {clause for row in FLOW.rows for clause in row.clauses} | set(rules.CLAUSES.values())
    named |= {spec.clause for spec in GAME.options} | {GAME.abandoned}
    assert not sorted(clause for clause in named if not words.has(f"clause.{clause}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    """Every reason, ruling and prompt of the game is said somewhere in its code."""
    sources = [f for f in GAME.resources.iterdir() if f.name.endswith(".py")]
    code = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    code = code.replace('f"kni.roll.{later if p.round else first}"', "")
    for key in read(GAME.resources, language):
        if key.startswith("kni.") and not key.startswith((*BUILT, "kni.roll.")):
            assert f'"{key}"' in code, key
