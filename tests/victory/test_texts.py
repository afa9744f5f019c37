"""The game's texts: short enough for the screen, and help for every clause that the flow names."""

from __future__ import annotations

import pytest

from referee.games.victory import ENDINGS, GAME
from referee.games.victory.flow import FLOW
from referee.table.catalogue import LANGUAGES, Catalogue, read

#: Characters by the beginning of the key.
LIMITS = {"clause.": 160, "verb.": 18, "page.": 18, "option.": 18, "mark.": 10, "vic.why.": 52}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    for key, sentence in read(GAME.resources, language).items():
        forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
        limit = next((n for start, n in LIMITS.items() if key.startswith(start)), 76)
        assert all(0 < len(form) <= limit for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_flow_options_and_endings_has_help(language: str) -> None:
    words = Catalogue(language, GAME)
    named = {clause for row in FLOW.rows for clause in row.clauses}
    named |= {spec.clause for spec in GAME.options} | {*ENDINGS.values(), GAME.abandoned}
    assert not sorted(clause for clause in named if not words.has(f"clause.{clause}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    """Every reason, ruling and prompt of the game is said somewhere in its code."""
    sources = [f for f in GAME.resources.iterdir() if f.name.endswith(".py")]
    code = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    built = (
        "vic.end.",
        "vic.why.no-red",
        "vic.why.no-blue",
        "vic.line.clockwise",
        "vic.line.anticlockwise",
        "vic.car-short",
    )
    for key in read(GAME.resources, language):
        short = key.removeprefix("vic.why.")
        if key.startswith("vic.") and not key.startswith(built):
            assert f'"{key}"' in code or f'"{short}"' in code, key
