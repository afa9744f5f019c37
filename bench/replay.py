"""Replay that does not grow: ratios of CPU times in one run, beside commit 45cf78f.

The commit is taken from the history with ``git archive`` into a folder of its own and measured with
the same interpreter over the same recorded journals (`bench.recorded`), in turns with this code.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from bench.figures import Figure, show
from bench.recorded import FILE, live, parsed
from referee.kernel.errors import RefereeError
from referee.kernel.fold import Fold
from referee.kernel.game import Setup, find_game
from referee.kernel.journal import Mark, effective
from referee.kernel.match import Match
from referee.kernel.ruling import Outcome
from referee.kernel.store import Store
from referee.players.named import random_bot

ROOT = Path(__file__).parents[1]
BASE = "45cf78f"

#: Times that both states are measured, in turns.
TURNS = 2


def figures() -> Iterator[Figure]:
    yield from undos()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journals.jsonl.gz"
        file.write_bytes(gzip.compress(b"\n".join(playable())))
        yield from folds(file)
        yield from beside_base(file)


def playable() -> Iterator[bytes]:
    """The recorded journals without those in which a rule was corrected since."""
    for text in gzip.decompress(FILE.read_bytes()).splitlines():
        ((header, lines),) = next(iter(parsed([text]).values()))
        try:
            live(header, lines)
        except RefereeError:
            print(f"left out, as its rules have changed: {header.game}, {header.seed}")
        else:
            yield text


def cpu(function: Callable[[], object], times: int = 5) -> float:
    """The least CPU seconds of some calls: what else a machine does only adds to them."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        function()
        taken.append(time.process_time() - began)
    return min(taken)


# -- one long match ------------------------------------------------------------------------------


def grown(match: Match, lines: int, undo_every: int = 0) -> Match:
    """Play on until the journal is so long; a match that ends is taken up before its end."""
    rng = random.Random(lines)
    while len(match.lines) < lines:
        if match.over or (undo_every and len(match.lines) % undo_every == undo_every - 1):
            match.undo()
        ask = match.asks[0]
        match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
    return match


def fresh(**kept: Any) -> Match:
    return Match.new(find_game("knight-rider"), 5, {"dice": "table"}, "bench", **kept)


def undos() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "db.sqlite", time.time)
        plain, undone = (kept(store, every) for every in (0, 10))
        times = [
            cpu(lambda number=number: Match.resume(store, number)) for number in (plain, undone)
        ]
        marks = [line.mark for line in Match.resume(store, undone).lines]
        store.close()
    yield Figure(
        f"resume 1,000 lines, {marks.count(Mark.UNDO)} undos, to none",
        times[1] / times[0],
        "times",
        1.5,
        f"{1000 * times[0]:.1f} ms without",
    )
    short, long = (taken_back(grown(fresh(), lines)) for lines in (100, 4000))
    yield Figure(
        "undo at 4,000 lines to undo at 100",
        long / short,
        "times",
        2,
        f"{1e6 * short:.0f} us at 100",
    )


def kept(store: Store, undo_every: int) -> int:
    """The number of a kept match of a thousand lines."""
    match = grown(fresh(), 1000, undo_every)
    digests = [""] * (len(match.lines) - 1) + [match.digest]
    return store.begin(match.header, list(zip(match.lines, digests, strict=True))).id


def taken_back(match: Match) -> float:
    """The median CPU seconds of an undo; it depends on how far the last copy is."""
    rng = random.Random(1)
    taken = []
    for _ in range(200):
        began = time.process_time()
        match.undo()
        taken.append(time.process_time() - began)
        for _ in range(2):
            if not match.over:
                ask = match.asks[0]
                match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
    return sum(taken) / len(taken)


# -- beside the bare effects -----------------------------------------------------------------------


def folds(file: Path) -> Iterator[Figure]:
    """A thousand entries of every game, folded, and their effects called in a bare loop."""
    for name, work in parsed(gzip.decompress(file.read_bytes()).splitlines()).items():
        game, made, steps, count = find_game(name), [], [], 0
        for header, lines in work:
            lines = effective(lines)[: 1000 - count]
            count += len(lines)
            parts = game.components().with_values(header.components)
            fold = Fold(game, header, parts)
            fold.replay(lines)
            made.append((fold, lines))
            setup = Setup(header.seats, header.options, parts, header.carried)
            steps.append((setup, effects(fold)))
        folded = cpu(lambda made=made: [fold.replay(lines) for fold, lines in made], 15)
        bare = cpu(lambda game=game, steps=steps: [loop(game, *each) for each in steps], 15)
        yield Figure(
            f"fold of {count:,} entries of {name} to its bare effects",
            folded / bare,
            "times",
            3,
            f"{1e6 * bare / count:.1f} us an entry, bare",
        )


def effects(fold: Fold) -> list[tuple[Any, Any]]:
    """The effects of all rows that fired, with their entries."""
    known = {row.name: row.effect for row in fold.flow.rows}
    return [
        (known[row], logged.line.entry)
        for logged in fold.log
        for row in logged.rows
        if known[row] is not None
    ]


def loop(game: Any, setup: Setup, steps: list[tuple[Any, Any]]) -> None:
    position, outcome = game.setup(setup), Outcome()
    flow = game.flow(setup.options)
    position.state = flow.initial
    flow.table.start(position, outcome)
    say = outcome.say
    for effect, entry in steps:
        effect(position, entry, say)


# -- beside the first kept state -------------------------------------------------------------------


def beside_base(file: Path) -> Iterator[Figure]:
    """Limits are turned round: what `BASE` takes at least twice as long for, takes half here."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", BASE], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode:
        print(f"no history here that holds {BASE}: not measured beside it ({archive.stderr!r})")
        return
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="data")
        (Path(folder) / "recorded.py").write_bytes((ROOT / "bench" / "recorded.py").read_bytes())
        runs = [(recorded(Path(folder), file), recorded(ROOT, file)) for _ in range(TURNS)]
    for game, now in runs[0][1].items():
        for way in ("live", "replayed"):
            old, new = (min(run[at][game][way] for run in runs) for at in (0, 1))
            speed = [now["entries"] / each for each in (old, new)]
            yield Figure(
                f"{game}, {way}: time to that of {BASE}",
                new / old,
                "times",
                0.5,
                f"{speed[0]:,.0f} -> {speed[1]:,.0f} entries/s ({old / new:.1f} times)",
            )


def recorded(root: Path, file: Path) -> dict[str, Any]:
    """What `bench.recorded` measures with the code in this folder."""
    script = root / "recorded.py" if root != ROOT else root / "bench" / "recorded.py"
    done = subprocess.run(
        [sys.executable, str(script), str(file)],
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    return show(figures())


if __name__ == "__main__":
    sys.exit(main())
