"""``referee diagram``: a game's flow as `transitions` draws it, with clauses."""

from __future__ import annotations

import argparse

from referee.doors import choices
from referee.doors.terminal import tell
from referee.kernel.diagram import mermaid
from referee.kernel.game import find_game


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    options = game.complete(game.seats[0], choices.options(game, args.options))
    tell(mermaid(game.flow(options)), end="")
    return 0
