"""All screens of all games, in both languages: nothing is cut off, nothing is missing."""

from __future__ import annotations

import pytest

from referee.kernel.game import find_game
from referee.table.catalogue import LANGUAGES
from referee.table.gallery import Shot, gallery, tour
from tests.table.panel import GAMES


def faults(shots: list[Shot]) -> list[tuple[str, tuple[str, ...]]]:
    return [(shot.name, shot.clipped) for shot in shots if shot.clipped]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_text_fits_and_no_key_is_missing(name: str, language: str) -> None:
    shots, missing = gallery(find_game(name), language, 3)
    assert faults(shots) == []
    assert missing == set()
    assert len(shots) == len({shot.name for shot in shots})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens_outside_of_matches_fit(language: str) -> None:
    shots, missing = tour(language, GAMES)
    assert faults(shots) == []
    assert missing == set()
    assert len(shots) == 10


def test_the_gallery_is_always_the_same() -> None:
    first, second = (gallery(find_game("toy"), "de", 2)[0] for _ in range(2))
    assert [shot.name for shot in first] == [shot.name for shot in second]
    assert [shot.picture.tobytes() for shot in first] == [s.picture.tobytes() for s in second]


def test_the_gallery_shows_every_state_its_rulings_help_and_the_end() -> None:
    shots, _ = gallery(find_game("shapes"), "en", 2)
    names = {shot.name.rpartition("-")[0] for shot in shots}
    states = {"rams", "dice", "tableau", "cards", "place", "drive", "stakes", "together", "news"}
    assert states | {"many-told", "rams-help", "rams-ok", "menu", "result"} <= names
