"""The game's texts: short enough for the screen, and help for every clause that the flow names."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from referee.games.draf.flow import FLOW
from referee.games.draf.numbers import KINDS, SPECIAL
from referee.games.draf.pictures import ICONS
from referee.table.catalogue import LANGUAGES, Catalogue, read

#: Characters by the beginning of the key.
LIMITS = {"clause.": 160, "verb.": 18, "page.": 18, "option.": 18, "mark.": 10, "drf.why.": 52}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    for key, sentence in read(GAME.resources, language).items():
        forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
        limit = next((n for start, n in LIMITS.items() if key.startswith(start)), 76)
        assert all(0 < len(form) <= limit for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_flow_and_options_has_help(language: str) -> None:
    words = Catalogue(language, GAME)
    named = {clause for row in FLOW.rows for clause in row.clauses}
    named |= {spec.clause for spec in GAME.options} | {GAME.abandoned}
    assert not sorted(clause for clause in named if not words.has(f"clause.{clause}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    """Every reason, ruling and prompt of the game is said somewhere in its code."""
    sources = [f for f in GAME.resources.iterdir() if f.name.endswith(".py")]
    code = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    built = (
        "drf.head.", "drf.legend.", "drf.lose.", "drf.lost.", "drf.end.", "drf.sit.", "drf.drive.",
    )  # fmt: skip
    for key in read(GAME.resources, language):
        if key.startswith("drf.") and not key.startswith(built):
            assert f'"{key}"' in code, key


@pytest.mark.clause("DRF-COMP-6", "INT-DRF-35", "UNK-DRF-5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_tile_has_a_name_of_its_own_an_icon_and_a_line_in_the_legend(
    language: str,
) -> None:
    words = Catalogue(language, GAME)
    names = {words(f"arg.tile.{kind}") for kind in KINDS}
    assert len(names) == len(KINDS)
    assert len({ICONS[kind] for kind in KINDS}) == len(KINDS)
    assert all(words.has(f"drf.legend.{kind}") for kind in KINDS)
    if language == "de":  # the booklet's slips are not repeated: Politie, Pfeil, Gerät
        found = {kind: words(f"arg.tile.{kind}") for kind in SPECIAL}
        assert (found["police"], found["ramp"]) == ("Polizei", "Schanze")
        assert found["service"] == "Straßenwacht"


@pytest.mark.clause("DRF-ACT-3")
@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Erst noch 1 Teil legen.", "Erst noch 2 Teile legen."),
        ("en", "First lay 1 more tile.", "First lay 2 more tiles."),
    ],
)
def test_the_last_tile_is_one_tile(language: str, one: str, other: str) -> None:
    words = Catalogue(language, GAME)
    assert words("drf.why.lay-first", n=1) == one
    assert words("drf.why.lay-first", n=2) == other
