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
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from bench.figures import Figure, in_turns, show
from bench.recorded import FILE, Work, live, parsed
from referee.doors.memory import settle
from referee.kernel.errors import RefereeError
from referee.kernel.fold import Fold, effective
from referee.kernel.game import Setup, find_game, game_names
from referee.kernel.journal import Mark
from referee.kernel.match import Match
from referee.kernel.playout import CAP
from referee.kernel.ruling import Outcome
from referee.kernel.store import Store
from referee.players.named import random_bot
from sim.simulate import Plan, draw_setup, play_out

ROOT = Path(__file__).parents[1]
BASE = "45cf78f"

#: Times that both states are measured, in turns.
TURNS = 3

#: Entries of every game that are folded.
ENTRIES = 1000


def figures() -> Iterator[Figure]:
    yield from undos()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journals.jsonl.gz"
        file.write_bytes(gzip.compress(b"\n".join(playable())))
        yield from beside_base(file)
    yield from map(folded, game_names())


def playable() -> Iterator[bytes]:
    """The recorded journals without those in which a rule was corrected since."""
    for text in gzip.decompress(FILE.read_bytes()).splitlines():
        ((header, lines),) = next(iter(parsed([text]).values()))
        try:
            live(header, lines)
        except RefereeError:
            print(f"   left out, a rule of it was corrected: {header.game}, {header.seed}")
        else:
            yield text


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
        times = in_turns([partial(Match.resume, store, number) for number in (plain, undone)])
        marks = [line.mark for line in Match.resume(store, undone).lines]
        store.close()
    yield Figure(
        f"resume 1,000 lines, {marks.count(Mark.UNDO)} undos, to none",
        times[1] / times[0],
        "times",
        1.5,
        f"{1000 * times[0]:.1f} ms without",
    )
    matches = [grown(fresh(), lines) for lines in (100, 4000)]
    short, long = map(min, zip(*(map(taken_back, matches) for _ in range(3)), strict=True))
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
    """The mean CPU seconds of an undo, near the last copy of the position and far from it."""
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


def folded(name: str) -> Figure:
    """A thousand entries of a game, folded, and their effects called in a bare loop."""
    game, folds, loops = find_game(name), [], []
    for header, lines in played(name, ENTRIES):
        parts = game.components().with_values(header.components)
        fold = Fold(game, header, parts)
        fold.replay(lines)
        folds.append((fold, lines))
        setup = Setup(header.seats, header.options, parts, header.carried)
        loops.append((setup, effects(fold)))

    settle()  # as at the table: no full collection while something happens
    matches = list(zip(folds, loops, strict=True))
    taken = [
        in_turns(
            (
                partial(fold.replay, lines),
                partial(fold.replay, ()),
                partial(loop, game, setup, steps),
                partial(loop, game, setup, []),
            ),
            100,
        )
        for (fold, lines), (setup, steps) in matches
    ]
    whole, begun, effects_too, set_up = map(sum, zip(*taken, strict=True))
    ours, bare = whole - begun, effects_too - set_up  # what a match begins with is left out
    return Figure(
        f"fold of {ENTRIES:,} entries of {name} to its bare effects", ours / bare, "times", 3,
        f"{1e6 * ours / ENTRIES:.1f} us an entry, bare {1e6 * bare / ENTRIES:.1f}",
    )  # fmt: skip


def played(name: str, entries: int) -> Work:
    """So many entries in matches by bots, with their headers."""
    game, found, number = find_game(name), Work(), 0
    plan = Plan(name, tuple(game.seats)[:6], 1)
    while entries:
        seed = f"bench {number}"
        rng = random.Random(seed)
        seats, options = draw_setup(game, plan, rng)
        match = Match.new(game, seats, options, seed)
        bots = dict.fromkeys(range(1, seats + 1), random_bot)
        play_out(match, bots, rng, check=False, cap=CAP)
        lines = effective(match.lines)[:entries]
        found.append((match.header, lines))
        entries, number = entries - len(lines), number + 1
    return found


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


if __name__ == "__main__":
    sys.exit(show(figures()))
