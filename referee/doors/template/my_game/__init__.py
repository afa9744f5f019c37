"""My Game: roll and add, go on or stop; the goal wins."""

from __future__ import annotations

from importlib.resources import files

from referee.game import Game, OptionSpec, Quick, switch

from my_game.flow import flow, result
from my_game.position import MyGame, setup
from my_game.scene import scene

GAME: Game[MyGame] = Game(
    name="my-game",
    version="1",
    api=1,
    seats=range(2, 7),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files("my_game"),
    options=(
        OptionSpec("dice", ("device", "table"), "MYG-1", "facts"),
        switch("long", "MYG-3"),
    ),
    quick=Quick(2, ("roll",)),
    abandoned="MYG-3",
)
