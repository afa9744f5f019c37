"""What a shell completes: commands and flags, games and their options.

``referee completion SHELL`` prints what makes a shell ask.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from argcomplete import autocomplete
from argcomplete.completers import BaseCompleter, FilesCompleter
from argcomplete.shell_integration import shellcode

from referee.kernel.errors import RefereeError
from referee.kernel.game import find_game, game_names, spoken


def run(args: argparse.Namespace) -> int:
    """Print it; ``referee completion --help`` says where it goes."""
    print(shellcode(["referee"], shell=args.shell))
    return 0


def complete(parser: argparse.ArgumentParser) -> None:
    """Tell the shell that asks what could come next, and end the program."""
    autocomplete(parser, default_completer=Values())


class Values(BaseCompleter):
    """What may stand where no choices are declared."""

    def __call__(
        self, *, prefix: str, action: argparse.Action, parsed_args: argparse.Namespace, **_: object
    ) -> Sequence[str]:
        if action.dest == "game":
            return game_names()
        if action.dest == "options":
            return list(_options(getattr(parsed_args, "game", None) or ""))
        if action.metavar in ("FILE", "FOLDER"):
            return list(FilesCompleter()(prefix))
        return ()


def _options(name: str) -> Iterator[str]:
    """What may stand after ``--options``, for the game that stands before it."""
    try:
        game = find_game(name)
    except RefereeError:
        return
    for spec in game.options:
        yield from (f"{spec.key}={spoken(value)}" for value in spec.values)
