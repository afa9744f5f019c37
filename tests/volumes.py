"""The second models over volumes: ``python -m tests.volumes judge --games 10000 --jobs 2``.

Every match is drawn by its number, so ``--first`` goes on where a run has ended, and a match that
went wrong is played again alone. With ``--log`` every finished part leaves a line in a file, and
the same command goes on behind the last one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sim.simulate import Plan, play
from tests.knight_rider.test_judge import judge
from tests.knight_rider.test_twins import mixed, play_twins
from tests.victory.test_board import played_beside_the_model, told_to_the_table

#: Matches between two lines of progress.
PART: Final = 50

#: How many matches that went wrong are told one by one.
SHOWN: Final = 10


def judged(number: int) -> Mapping[str, int]:
    """A Knight Rider match on the device's board, judged by the naive referee."""
    made = judge(number)
    turns = made.play()
    counts = Counter(ruling.key for line in made.match.log for ruling in line.rulings)
    options = (f"{name}={value}" for name, value in made.match.header.options.items())
    ending = made.naive.ending or "not ended"
    return {"turns judged": turns, "entries": made.read, ending: 1, **counts,
            **dict.fromkeys(options, 1)}  # fmt: skip


def twins(number: int) -> Mapping[str, int]:
    """A Knight Rider match on the device's board, told to a match at the table."""
    return {"entries": play_twins(number, 2 + number % 4, **mixed(number))}


def races(number: int) -> Mapping[str, int]:
    """A Victory race on the device's circuit, beside the naive model."""
    return {"entries": played_beside_the_model(number)}


def laps(number: int) -> Mapping[str, int]:
    """A Victory race on the device's circuit, told to a race at the table."""
    return {"entries": told_to_the_table(number)}


def rows(number: int) -> Mapping[str, int]:
    """A Knight Rider match by chance, boards by turns: how often every row of the flow fired."""
    board = ("table", "device")[number % 2]
    seats = (2, 3, 4, 5)
    plan = Plan("knight-rider", seats, 1, "rows", {"board": board}, mix=True, check=True)
    tally = play(plan, [number])
    assert not tally.failures, tally.failures[0].message
    return {**dict.fromkeys(tally.table, 0), **tally.rows}


KINDS: Final[Mapping[str, Callable[[int], Mapping[str, int]]]] = {
    "judge": judged, "twins": twins, "races": races, "laps": laps, "rows": rows,
}  # fmt: skip


@dataclass(slots=True)
class Sum:
    """``counts`` may hold zeros: what was looked for and not seen."""

    matches: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[list[object]] = field(default_factory=list)

    def add(self, other: Sum) -> None:
        self.matches += other.matches
        self.seconds += other.seconds
        self.wrong += other.wrong
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count


def part(kind: str, first: int, count: int) -> Sum:
    """Some matches in a row; one that goes wrong does not end the others."""
    made, began = Sum(), time.process_time()
    for number in range(first, first + count):
        try:
            found = KINDS[kind](number)
        except Exception as error:
            made.wrong.append([number, f"{type(error).__name__}: {error}"[:300]])
            found = {}
        made.add(Sum(1, 0.0, dict(found)))
    made.seconds = time.process_time() - began
    return made


def played(kind: str, first: int, games: int, jobs: int) -> Iterator[tuple[int, Sum]]:
    """The parts in their order, each with its first number."""
    starts = range(first, first + games, PART)
    counts = [min(PART, first + games - start) for start in starts]
    if jobs == 1:
        yield from ((at, part(kind, at, n)) for at, n in zip(starts, counts, strict=True))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        kinds = [kind] * len(starts)
        yield from zip(starts, pool.map(part, kinds, starts, counts), strict=True)


def kept(log: Path | None) -> tuple[int, Sum]:
    """What earlier runs have left: the first number not yet played, and what they found."""
    after, total = 0, Sum()
    for line in log.read_text().splitlines() if log is not None and log.exists() else ():
        data = json.loads(line)
        after = data.pop("first") + data["matches"]
        total.add(Sum(**data))
    return after, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--games", type=int, default=10_000, help="how many matches")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--log", type=Path, help="a file to go on from")
    args = parser.parse_args()
    after, total = kept(args.log)
    first = max(args.first, after)
    for at, found in played(args.kind, first, args.first + args.games - first, args.jobs):
        total.add(found)
        if args.log is not None:
            line = {"first": at, "matches": found.matches, "seconds": round(found.seconds, 2)}
            with args.log.open("a") as file:
                file.write(
                    json.dumps({**line, "counts": found.counts, "wrong": found.wrong}) + "\n"
                )
        print(f"{args.kind}: {total.matches} of {args.games}, {len(total.wrong)} wrong", flush=True)
    return report(total)


def report(total: Sum) -> int:
    for key, count in Counter(total.counts).most_common():
        print(f"{count:>9}  {key}")
    for number, message in total.wrong[:SHOWN]:
        print(f"match {number}: {message}", file=sys.stderr)
    print(f"{total.matches} matches, {len(total.wrong)} wrong, {total.seconds:.0f} s of CPU time")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
