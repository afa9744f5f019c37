"""A quick match: one person against the box, which sets it up."""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.kernel.game import Game
from referee.table.desk import Desk
from referee.table.modes.listing import Line, Listing
from referee.table.modes.loading import with_game
from referee.table.modes.opening import open_first
from referee.table.modes.setup import box_name, choose_players, game_line


def choose_quick(desk: Desk) -> None:
    """Ask which game, and begin at once."""

    def lines() -> list[Line]:
        return [
            game_line(desk, name, partial(begin_quick, desk, name, here=True))
            for name in desk.games
        ]

    desk.open(Listing(desk, desk.words("setup.game"), lines))


def begin_quick(desk: Desk, name: str, *, here: bool = False) -> None:
    """The seats of the box are called so. A game without a quick match asks as always. ``here``:
    somebody at the box has chosen it."""

    def begin(game: Game[Any]) -> None:
        if (quick := game.quick) is None:
            choose_players(desk, name)
            return
        names = [""]
        while len(names) < quick.seats:
            names.append(box_name(desk.words, names))
        begun = desk.begin(game, names, dict(quick.options), players=quick.players, quick=quick)
        if begun is None and here:
            open_first(desk)

    with_game(desk, name, begin)
