"""Screens compared with reference pictures, pixel by pixel, in both languages.

The pictures are in ``tests/table/pictures``. To draw them anew after a wanted change, and look
at them before committing:

    REDRAW=1 pytest tests/table/test_pictures.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from referee.table.catalogue import LANGUAGES
from tests import shapes
from tests.table.panel import Panel, new
from tests.toy import GAME

PICTURES = Path(__file__).parent / "pictures"

Scene = Callable[[Panel], Panel]


def at(state: str, *presses: str) -> Scene:
    """The game of shapes at one of its states, after some presses."""

    def scene(panel: Panel) -> Panel:
        facts = {"dice": "table", "cards": "table"}
        match = new(shapes.GAME, ("Ada", "Jörg", "Cem"), start=state, **facts)
        return panel.play(match).press(*presses)

    return scene


SCENES: dict[str, Scene] = {
    "home": lambda panel: panel,
    "start": lambda panel: panel.press("ok", "down", "ok", "down", "down", "ok"),
    "spelling": lambda panel: panel.press("ok", "ok", "down", "ok", "up", "ok", "down"),
    "roll": lambda panel: panel.play(new(GAME)),
    "dice": lambda panel: panel.play(new(GAME)).press("roll").wait(0.4),
    "choices": at("rams"),
    "refused": at("rams", "up"),
    "seats": at("rams", "down", "ok"),
    "table-die": at("whose"),
    "table-die-second": at("whose", "down"),
    "table-dice": at("dice", "up", "ok"),
    "strip": at("rams", "ok"),
    "number": at("tableau", "down", "ok"),
    "cards": at("cards", "ok", "down"),
    "grid": at("place", "down", "roll"),
    "map": at("drive", "up"),
    "lanes": at("lanes", "down"),
    "notes": at("many", "ok", "down"),
    "cover": at("stakes"),
    "told": at("many", "ok", "ok"),
    "help": at("rams", "hold ok"),
    "menu": at("rams", "back"),
    "page": at("rams", "back", "down", "ok"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_picture(name: str, language: str) -> None:
    panel = SCENES[name](Panel(language=language, games=["shapes"]))
    picture = panel.program.frame().picture
    file = PICTURES / f"{name}.{language}.png"
    if os.environ.get("REDRAW"):
        PICTURES.mkdir(exist_ok=True)
        picture.save(file)
    with Image.open(file) as reference:
        assert picture.tobytes() == reference.convert("1").tobytes(), f"{file} looks different"


def test_no_picture_is_left_over() -> None:
    names = {f"{name}.{language}.png" for name in SCENES for language in LANGUAGES}
    assert {file.name for file in PICTURES.iterdir()} == names
