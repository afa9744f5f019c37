"""All screens of all games, in both languages: nothing is cut off, nothing is missing, and the
pictures of them in docs/ are fresh.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.game import Game
from referee.kernel.game import find_game
from referee.table.answer.controls import ButtonControl
from referee.table.catalogue import LANGUAGES
from referee.table.pixels import panel
from referee.table.pixels.canvas import Canvas, Rect, fitting
from referee.table.screen import Look, Screen
from referee.testing.conformance import Suite
from referee.testing.gallery import Shot, gallery, tour
from referee.testing.screens import Screens, looked_at
from tests import film, pictures, shapes, toy
from tests.own import OWN
from tests.table.panel import GAMES


def faults(shots: list[Shot]) -> list[tuple[str, tuple[str, ...]]]:
    return [(shot.name, shot.clipped) for shot in shots if shot.clipped]


class Watched(Canvas):
    """A canvas that knows in which ``face`` a text was written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.face = ""

    def block(
        self, rect: Rect, text: str, faces: tuple[str, ...] = ("body", "small"), *,
        spread: bool = False,
    ) -> int:  # fmt: skip
        if text == self._text and not self.face:
            self.face = fitting(text, faces, rect)[0].name
        return super().block(rect, text, faces, spread=spread)


def face_of(screen: Screen) -> str:
    """What the line that matters is written in."""
    canvas = Watched(screen.text)
    panel.draw(canvas, screen)
    return canvas.face


def short(screen: Screen) -> bool:
    """A card or refusal of a few words, a question alone with its button."""
    if screen.look is Look.CARD:
        return not screen.steps and len(screen.text) <= 36
    besides = (screen.widgets, screen.facts, screen.strip, screen.number)
    button = isinstance(screen.control, ButtonControl)
    return screen.look is Look.PLAY and button and not any(besides)


class TestGame(Suite, Screens):
    """Our games and the samples: every text fits, no key is missing, their pictures are fresh."""

    @classmethod
    def games(cls, config: pytest.Config) -> list[Game[Any]]:
        return [toy.GAME, shapes.GAME, *map(find_game, OWN)]

    def test_every_screen_has_a_name(self, tested: Game[Any], language: str) -> None:
        shots, _ = looked_at(tested, language)
        assert len(shots) == len({shot.name for shot in shots})

    def test_a_question_has_at_most_twelve_words(self, tested: Game[Any], language: str) -> None:
        """It is said aloud, before the choice under the cursor."""
        shots, _ = looked_at(tested, language)
        questions = {shot.screen.text for shot in shots if shot.screen.look is Look.PLAY}
        assert [said for said in questions if len(said.split()) > 12] == []

    def test_the_line_that_matters_has_capitals_of_nine_pixels(
        self, tested: Game[Any], language: str
    ) -> None:
        shots, _ = looked_at(tested, language)
        faces = {shot.screen.text: face_of(shot.screen) for shot in shots if short(shot.screen)}
        assert {text: face for text, face in faces.items() if face != "lead"} == {}

    def test_the_pictures_in_the_docs_are_fresh(self, tested: Game[Any], language: str) -> None:
        name = tested.name
        drawn = {pictures.SCREENS / name / file for file in pictures.drawn(name, language)}
        sheets = pictures.files(name, language, looked_at(tested, language)[0]) if drawn else {}
        stale = [path.name for path, sheet in sheets.items() if not pictures.same(path, sheet)]
        assert stale == [], "call make pictures"
        assert drawn == set(sheets), "call make pictures"
        if drawn:
            shown = (pictures.SCREENS / f"{name}.md").read_text("utf-8")
            assert shown == pictures.page(tested), "call make pictures"


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


def test_the_other_pictures_in_the_docs_are_fresh() -> None:
    stale = [path.name for path, picture in pictures.others().items()
             if not pictures.same(path, picture)]  # fmt: skip
    assert stale == [], "call make pictures"


def test_the_films_in_the_docs_are_fresh_ten_seconds_long_and_small() -> None:
    films = pictures.films()
    stale = [path.name for path, scenes in films.items() if not film.same(path, scenes)]
    assert stale == [], "call make pictures"
    for path, scenes in films.items():
        assert 9 <= sum(scene.seconds for scene in scenes) <= 12
        assert path.stat().st_size < 1_000_000


def test_a_film_that_differs_is_found(tmp_path: Path) -> None:
    path, scenes = tmp_path / "film.gif", film.film("en")
    film.save(scenes, path)
    assert film.same(path, scenes)
    scenes[-1].seconds += 1
    assert not film.same(path, scenes)
    assert not film.same(path, film.film("de"))
