"""A batch: some matches of a cell, played one after the other wherever there is a processor."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.chance import cheap
from referee.kernel.game import Game, Result, Setup, find_game
from referee.kernel.playout import CAP, Counting, Endless, Playout
from referee.lab.study import Cell
from referee.lab.tally import Tally, points_of
from referee.players.named import find


@dataclass(frozen=True, slots=True)
class Task:
    """Batches of a cell for one worker; it shares nothing with anybody. ``entries``: after so
    many a match has no end."""

    cell: Cell
    seed: str
    size: int
    batches: tuple[int, ...]
    rows: bool
    entries: int = CAP


@dataclass(slots=True)
class Batch:
    """What a batch brought. ``rows``: a dict for every match that ended, see `folder.SCHEMA`.
    ``seconds``: CPU time."""

    number: int
    tally: Tally
    rows: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0


def play(task: Task) -> list[Batch]:
    """Play a task, here and now."""
    return [_batch(task, number) for number in task.batches]


def _batch(task: Task, number: int) -> Batch:
    cell = task.cell
    game = find_game(cell.game)
    setup = Setup(cell.seats, game.complete(cell.seats, cell.options), game.components())
    made = Batch(number, Tally())
    began = time.process_time()
    last = min((number + 1) * task.size, cell.matches)
    for match in range(number * task.size, last):
        _match(game, setup, task, match, made)
    made.seconds = time.process_time() - began
    return made


def _match(game: Game[Any], setup: Setup, task: Task, number: int, made: Batch) -> None:
    """One match, counted; one that goes wrong is told with all that is needed to play it again."""
    cell, heard = task.cell, Counting()
    seed = f"{task.seed} {cell.key} {number}"
    names = cell.seated(number)
    try:
        players = {seat: find(game, name) for seat, name in names.items()}
        played = Playout(game, setup, seed, players, cheap(random.Random(f"{seed} bots")), heard)
        played.play(task.entries)
        result = played.result
        assert result is not None
    except Endless:
        made.tally.endless += 1
        return
    except Exception as error:  # whatever a game or a player does wrong: the others are played
        detail = f"{type(error).__name__}: {error}"
        made.tally.failures.append({"cell": cell.key, "match": number, "detail": detail[:200]})
        return
    made.tally.count(result, names, played.length)
    made.tally.rulings.update(heard.counts)
    if task.rows:
        made.rows.append(_row(number, names.values(), result, played.length, heard))


def _row(
    number: int, players: Sequence[str] | Any, result: Result, length: int, heard: Counting
) -> dict[str, Any]:
    names = list(players)
    return {
        "match": number,
        "players": names,
        "winners": list(result.winners),
        "scores": [points_of(result, seat) for seat in range(1, len(names) + 1)],
        "ending": result.reason.key,
        "length": length,
        "rulings": sorted(heard.counts.items()),
    }
