"""Writes referee/lab/words.toml: the words of all answers, by game. ``python -m tests.lab.words``

Plays with the options drawn anew for every match, by the player that looks for seldom paths. Words
that are known stay where they are; new ones come behind them, so that an encoding stays as it is.
"""

from __future__ import annotations

import random
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.kernel.ask import Each, Field
from referee.kernel.flow import Flow
from referee.kernel.game import DEVICE, Game, find_game, game_names
from referee.kernel.playout import Playout
from referee.kernel.stream import cheap
from referee.lab import encoding
from referee.players.named import find
from sim.simulate import Plan, draw_setup, setup_of

FILE = Path(encoding.__file__).with_name("words.toml")

#: Seconds for each game, unless the command says otherwise.
SECONDS = 30.0

HEAD = """\
# The words of answers by game, in the order of their actions (docs/lab.md). New ones come last.
# Made by: python -m tests.lab.words
"""


def seen(name: str, seconds: float) -> set[str]:
    """All words that a game's answers had in matches of so many seconds."""
    game, number, found, until = find_game(name), 0, set[str](), time.monotonic() + seconds
    while time.monotonic() < until:
        found |= set(_in_match(game, number))
        number += 1
    return found


def _in_match(game: Game[Any], number: int) -> Iterator[str]:
    own = {spec.key: DEVICE for spec in game.options if DEVICE in spec.values}
    plan = Plan(game.name, tuple(game.seats)[:8], 1, options=own, mix=True)
    seats, options = draw_setup(game, plan, random.Random(number))
    setup = setup_of(game, seats, options)
    players = dict.fromkeys(range(1, seats + 1), find(game, "rare"))
    played = Playout(game, setup, str(number), players, cheap(random.Random(number)))
    yield from _verbs(played.flow)
    while (asks := played.asks) and played.length < 1500:
        for ask in asks:
            for option in ask.options:
                for field in option.fields.values():
                    yield from _words(field)
        played.step()


def _verbs(flow: Flow[Any]) -> Iterator[str]:
    for state in flow.states.values():
        yield from state.verbs


def _words(field: Field) -> Iterator[str]:
    for value in field.faces if isinstance(field, Each) else field.values:
        yield from (atom for atom in encoding.atoms(value) if isinstance(atom, str))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    known = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    lines = [HEAD]
    for name in game_names():
        old = list(known.get(name, ()))
        words = [*old, *sorted(seen(name, seconds) - set(old))]
        listed = "".join(f'    "{word}",\n' for word in words)
        lines.append(f'"{name}" = [\n{listed}]\n')
    FILE.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
