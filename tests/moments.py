"""One picture of each game for the README: its screen in the middle of a quick match."""

from __future__ import annotations

from typing import Final

from PIL import Image

from hal.interfaces import WIDE
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import chance, chosen, find_player
from referee.table.pixels import wide
from referee.table.pixels.canvas import Canvas
from referee.table.program import TableProgram
from referee.table.settings import Settings
from tests.film import NAMES, SEED
from tests.panel_picture import drawn_screen

#: Of each game the state that is shown, and after how many answers.
MOMENTS: Final = {
    "draf": ("drive", 55),
    "fette-autos": ("attack", 30),
    "knight-rider": ("drive", 50),
    "knister": ("place", 27),
    "victory": ("choose", 35),
}
#: Who plays until then.
LEVEL: Final = "easy"


def moment(name: str, language: str) -> Image.Image:
    """The screen of a game in a language."""
    return drawn_screen(_program(name, language).frame())


def wide_moment(name: str, language: str) -> Image.Image:
    """The same on a display of 256x64."""
    canvas = Canvas(*WIDE)
    wide.draw(canvas, _program(name, language).screen)
    return canvas.picture


def _program(name: str, language: str) -> TableProgram:
    program = TableProgram(None, lambda: SEED, defaults=Settings(language), games=[name])
    program.show(_match(name))
    return program


def _match(name: str) -> Match:
    """A match that people and computers have played up to the game's moment."""
    game, (state, answers) = find_game(name), MOMENTS[name]
    quick = game.quick
    assert quick is not None
    match = Match.new(game, NAMES[: quick.seats], dict(quick.options), SEED)
    players = [find_player(game, LEVEL).make(match.setup) for _ in range(quick.seats)]
    while not (match.state == state and len(match.log) >= answers):
        ask = match.ask
        assert ask is not None, f"{name} never came to {state}"
        seat = ask.seats[0]
        below = chance(SEED, seat).at(len(match.log))
        match.answer(chosen(players[seat - 1](match.view(seat), ask, seat, below)).entry)
    return match
