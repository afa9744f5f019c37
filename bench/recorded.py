"""Entries a second over the journals that commit 45cf78f wrote; prints JSON.

``python -m bench.recorded`` measures the code that is imported, so it can be run with that commit's
code, too: it keeps to what both have. By game: CPU seconds to play the journals live and to replay
them, and the entries in them.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.match import Match

FILE = Path(__file__).parents[1] / "tests" / "data" / "45cf78f" / "journals.jsonl.gz"

#: Times that everything is played at least; the least counts, for what else a machine does only
#: adds.
AGAIN = 5

#: CPU seconds to go on for: some games' journals are played in three milliseconds.
AT_LEAST = 0.3

Work = list[tuple[Header, list[Line]]]


def parsed(texts: Iterable[bytes]) -> dict[str, Work]:
    """Recorded journals by game."""
    found: dict[str, Work] = {}
    for text in texts:
        data = json.loads(text)
        header = Header(**{**data["header"], "names": tuple(data["header"]["names"])})
        lines = [Line.parse(line[0]) for line in data["lines"]]
        found.setdefault(header.game, []).append((header, lines))
    return found


def live(header: Header, lines: Sequence[Line]) -> None:
    """Answer, undo and correct as it was done at the table."""
    game = find_game(header.game)
    seats = header.names or header.seats
    parts = game.components().with_values(header.components)
    match = Match.new(game, seats, header.options, header.seed, components=parts)
    while len(match.lines) < len(lines):
        line = lines[len(match.lines)]
        entry = line.entry
        if line.mark is Mark.UNDO:
            match.undo()
        elif line.mark is Mark.ABANDON:
            match.abandon()
        elif entry is not None and line.mark is Mark.CORRECT:
            match.correct(line.index, entry.args)
        elif entry is not None:
            args = {} if line.device else entry.args
            match.answer(Entry(entry.seat, entry.verb, args))


def replayed(header: Header, lines: Sequence[Line]) -> None:
    """Make the match of its journal."""
    game = find_game(header.game)
    Match(game, header, game.components().with_values(header.components), lines)


def seconds(function: Callable[[Header, Sequence[Line]], None], work: Work) -> float:
    """The least CPU seconds, once what is made once a process is made."""
    taken: list[float] = []
    while len(taken) < 1 + AGAIN or sum(taken) < AT_LEAST:
        began = time.process_time()
        for header, lines in work:
            function(header, lines)
        taken.append(time.process_time() - began)
    return min(taken)


def measured(file: Path) -> dict[str, Any]:
    found = {}
    for game, work in parsed(gzip.decompress(file.read_bytes()).splitlines()).items():
        entries = sum(len(lines) for _, lines in work)
        times = {way.__name__: seconds(way, work) for way in (live, replayed)}
        found[game] = {"entries": entries, **times}
    return found


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)))
