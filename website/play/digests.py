"""Plays matches by computer players, and tells a digest of each. The same file runs under CPython
and in Pyodide, where `digests.mjs` calls `told`."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from referee.kernel.game import Game, find_game, game_names
from referee.kernel.players import levels
from referee.players.named import find
from sim.simulate import Plan, QuickMatch, draw_setup, play_out


def told(count: int) -> Iterator[str]:
    """So many matches of each game, a line for each."""
    for name in game_names():
        game = find_game(name)
        for number in range(count):
            yield f"{name} {number} {_played(game, number)}"


def _played(game: Game[Any], number: int) -> str:
    """Its length, and a digest of all that was answered and of where it led."""
    known = levels(game.name)
    level = known[number % len(known)]
    player, seed = find(game, level), f"site {number}"
    plan = Plan(game.name, tuple(game.seats), 1, options=player.needs, mix=True)
    seats, options = draw_setup(game, plan, random.Random(f"{seed} setup"))
    match = QuickMatch.new(game, seats, options, seed)
    bots = {seat: player.make(match.setup) for seat in range(1, seats + 1)}
    play_out(match, bots, random.Random(f"{seed} players"), check=False, cap=plan.cap)
    lines = json.dumps([line.plain() for line in match.lines], sort_keys=True)
    whole = hashlib.sha256(f"{lines} {match.digest}".encode()).hexdigest()
    return f"{level} {match.length} {whole[:16]}"


def main() -> None:
    for line in told(int(sys.argv[1])):
        print(line, flush=True)


if __name__ == "__main__":
    main()
