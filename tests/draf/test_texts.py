"""What the tiles are called."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from referee.games.draf.numbers import KINDS, SPECIAL
from referee.games.draf.screen.pictures import ICONS
from referee.table.catalogue import LANGUAGES, Catalogue


@pytest.mark.clause("DRF-COMP-6", "INT-DRF-35", "UNK-DRF-5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_tile_has_a_name_of_its_own_an_icon_and_a_line_in_the_legend(
    language: str,
) -> None:
    words = Catalogue(language, GAME)
    names = {words(f"arg.tile.{kind}") for kind in KINDS}
    assert len(names) == len(KINDS)
    assert len({ICONS[kind] for kind in KINDS}) == len(KINDS)
    assert all(words.has(f"arg.tile.{kind}.help") for kind in KINDS)
    if language == "de":  # the booklet's slips are not repeated: Politie, Pfeil, Gerät
        found = {kind: words(f"arg.tile.{kind}") for kind in SPECIAL}
        assert (found["police"], found["ramp"]) == ("Polizei", "Schanze")
        assert found["service"] == "Straßenwacht"


@pytest.mark.clause("DRF-ACT-3")
@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Lege erst noch 1 Teil.", "Lege erst noch 2 Teile."),
        ("en", "Lay 1 more tile first.", "Lay 2 more tiles first."),
    ],
)
def test_the_last_tile_is_one_tile(language: str, one: str, other: str) -> None:
    words = Catalogue(language, GAME)
    assert words("drf.why.lay-first", n=1) == one
    assert words("drf.why.lay-first", n=2) == other
