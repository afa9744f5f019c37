"""Playouts beside other ways to play: boardgame.io, Catanatron, a bare loop, commit 45cf78f.

All are measured in turns in one run, in CPU time of one process each; the best of each counts, for
what else a machine does only adds. boardgame.io and Catanatron are installed by ``make bench``.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from bench.figures import Figure, cpu, show
from referee.game import Entry
from referee.games.knister import placing, roll, scoring
from referee.games.knister.end import result
from referee.games.knister.numbers import DIE
from referee.games.knister.position import setup
from referee.kernel.game import Setup, find_game
from referee.kernel.playout import Silent
from sim.simulate import Plan, play, run

ROOT = Path(__file__).parents[1]
BASELINES = ROOT / "bench" / "baselines"
BASE = "45cf78f"

#: Matches of each measurement, and times that all are measured in turns.
MATCHES, TURNS = 60, 3

#: By game: options now, at `BASE` (which had no boards), and matches.
GAMES: dict[str, tuple[dict[str, str], dict[str, str], int]] = {
    "knister": ({"sheets": "device"}, {"sheets": "device"}, 60),
    "victory": ({}, {}, 60),
    "draf": ({}, {}, 25),
    "fette-autos": ({}, {}, 25),
    "knight-rider": ({"board": "table"}, {}, 150),
}


def figures() -> Iterator[Figure]:
    yield from knister()
    with old_code() as folder:
        rates = {game: beside_base(game, folder) for game in GAMES}
    for game, (new, old) in rates.items():
        yield Figure(
            f"{game}, random matches: time to that of {BASE}",
            old / new,
            "times",
            1 / 5,
            f"{old:,.0f} -> {new:,.0f} entries/s ({new / old:.1f} times)",
        )
    yield from catan({game: new for game, (new, _) in rates.items()})
    yield two_processes()


# -- Knister -----------------------------------------------------------------------------------


def knister() -> Iterator[Figure]:
    """Four random players, sheets in the device."""
    plan = Plan("knister", (4,), MATCHES, seed="bench", options={"sheets": "device"})
    ours, bare, theirs = [], [], []
    for _ in range(TURNS):
        ours.append(cpu(lambda: play(plan, range(MATCHES))))
        bare.append(cpu(bare_matches))
        theirs.append(boardgame_io())
    mine = min(ours) / MATCHES
    for name, limit, other in (
        ("boardgame.io", 1 / 8, min(theirs)),
        ("a plain loop with the same effects", 1 / 0.6, min(bare) / MATCHES),
    ):
        yield Figure(
            f"a match of Knister: time to that of {name}",
            mine / other,
            "times",
            limit,
            f"{1 / other:,.0f} -> {1 / mine:,.0f} matches/s ({other / mine:.1f} times)",
        )


def boardgame_io() -> float:
    """Seconds of one match, by the faster of its ways to play without a screen."""
    node = Path(sys.executable).with_name("node")
    done = output(
        [str(node), str(BASELINES / "knister.cjs"), str(MATCHES)],
        {"NODE_ENV": "production", "NODE_PATH": str(Path(sys.prefix) / "bench" / "node_modules")},
    )
    return min(float(done[way]["seconds"]) for way in ("simulate", "client")) / int(done["matches"])


def bare_matches() -> None:
    """The game's own effects in a loop that knows what comes next, choices drawn directly."""
    game = find_game("knister")
    start = Setup(4, game.complete(4, {"sheets": "device"}), game.components())
    rng = random.Random("bench")
    for _ in range(MATCHES):
        bare_match(start, rng.random)


def bare_match(start: Setup, draw: Callable[[], float]) -> None:
    p, say = setup(start), Silent().say
    roll.begin_with(p, Entry(1, "youngest", {"seat": int(draw() * 4) + 1}), say)
    for _ in range(scoring.ROUNDS):
        dice = [DIE[int(draw() * 6)], DIE[int(draw() * 6)]]
        roll.call(p, Entry(p.roller(p.round + 1), "roll", {"dice": dice}), say)
        for seat in p.everybody():
            free = [cell for cell, number in enumerate(p.sheet(seat).cells) if not number]
            place = placing.PLACES[free[int(draw() * len(free))]]
            placing.write(p, Entry(seat, "place", {"cell": place}), say)
    result(p)


# -- beside the first kept state, and another engine -------------------------------------------


@contextmanager
def old_code() -> Iterator[Path]:
    """The code of `BASE`, out of this history."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", BASE], cwd=ROOT, capture_output=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="data")
        yield Path(folder)


def beside_base(game: str, folder: Path) -> tuple[float, float]:
    """Entries a second now and then."""
    now, then, matches = GAMES[game]
    runs = [
        (rate(ROOT, game, matches, now), rate(folder, game, max(2, matches // 4), then))
        for _ in range(TURNS)
    ]
    new, old = map(max, zip(*runs, strict=True))
    return new, old


def rate(root: Path, game: str, matches: int, options: dict[str, str]) -> float:
    words = [f"{key}={value}" for key, value in options.items()]
    command = [sys.executable, str(BASELINES / "simulated.py"), game, str(matches), *words]
    done = output(command, {"PYTHONPATH": str(root)}, root)
    return float(done["entries"]) / float(done["seconds"])


def catan(rates: dict[str, float]) -> Iterator[Figure]:
    """An action there is an entry here."""
    command = [sys.executable, str(BASELINES / "catan.py"), "8"]
    done = [output(command) for _ in range(TURNS)]
    theirs = max(float(run["actions"]) / float(run["seconds"]) for run in done)
    for game, ours in rates.items():
        yield Figure(
            f"{game}: time of an entry to an action of Catanatron's",
            theirs / ours,
            "times",
            1 / 2,
            f"{theirs:,.0f} actions/s, {ours:,.0f} entries/s",
        )


def output(
    command: Sequence[str], more: dict[str, str] | None = None, folder: Path = ROOT
) -> dict[str, Any]:
    """What a measurement of its own prints."""
    done = subprocess.run(
        command, env={**os.environ, **(more or {})}, cwd=folder, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# -- two processes -----------------------------------------------------------------------------


def two_processes() -> Figure:
    """By the clock, so without a limit: a busy machine has no second processor to give."""
    plan = Plan("knister", (4,), 20_000, seed="bench", options={"sheets": "device"})
    taken = []
    for jobs in (1, 2):
        began = time.perf_counter()
        run(plan, jobs, lambda count: None)
        taken.append(time.perf_counter() - began)
    return Figure(
        "two processes: as fast as so many", taken[0] / taken[1], "", None,
        f"{taken[0]:.1f} s -> {taken[1]:.1f} s by the clock, {os.cpu_count()} processors",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(show(figures()))
