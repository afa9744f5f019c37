"""Writes referee/lab/words.toml: the words of all answers, by game. ``python -m tests.lab.words``

Plays with the options drawn anew for every match, by the player that looks for seldom paths. Words
that are known stay where they are; new ones come behind them, so that an encoding stays as it is.
"""

from __future__ import annotations

import random
import sys
import time
import tomllib
from pathlib import Path

from referee.kernel.game import DEVICE, find_game, game_names
from referee.lab import words
from sim.simulate import Plan, draw_setup, setup_of

FILE = Path(words.__file__).with_name("words.toml")

#: Seconds for each game, unless the command says otherwise.
SECONDS = 30.0

HEAD = """\
# The words of answers by game, in the order of their actions (docs/lab.md). New ones come last.
# Made by: python -m tests.lab.words
"""


def seen(name: str, seconds: float) -> set[str]:
    """All words that a game's answers had in matches of so many seconds."""
    game, number, found, until = find_game(name), 0, set[str](), time.monotonic() + seconds
    own = {spec.key: DEVICE for spec in game.options if DEVICE in spec.values}
    plan = Plan(game.name, tuple(game.seats)[:8], 1, options=own, mix=True)
    while time.monotonic() < until:
        seats, options = draw_setup(game, plan, random.Random(number))
        found |= set(words.seen(game, setup_of(game, seats, options), number))
        number += 1
    return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    known = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    lines = [HEAD]
    for name in game_names():
        old = list(known.get(name, ()))
        every = [*old, *sorted(seen(name, seconds) - set(old))]
        listed = "".join(f'    "{word}",\n' for word in every)
        lines.append(f'"{name}" = [\n{listed}]\n')
    FILE.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
