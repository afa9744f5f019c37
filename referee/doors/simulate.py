"""``referee simulate``: many matches by bots, and what can be learnt from them."""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee.doors import choices
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.game import Game, find_game, spoken
from referee.kernel.score import interval, share
from sim.simulate import Failure, Plan, Tally
from sim.simulate import run as play_all

#: Failures that are told one by one.
SHOWN = 10

#: A gap of a sentence.
_GAP: Final = re.compile(r"\{\w+\}")


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when a match went wrong."""
    game = find_game(args.game)
    words = Words(args.lang, game)
    plan = _plan(game, args)
    began = time.perf_counter()
    with _bar(plan.games, game.name) as done:
        tally = play_all(plan, args.jobs, done)
    seconds = time.perf_counter() - began
    tell("\n".join(_report(plan, tally, seconds, args.jobs, words)))
    return 1 if tally.failures else 0


def _plan(game: Game[Any], args: argparse.Namespace) -> Plan:
    for name, low in (("games", 1), ("jobs", 1), ("first", 0)):
        if getattr(args, name) < low:
            raise BadEntry("error.simulate.number", name=name, low=low)
    players = tuple(args.players.split(","))
    options = choices.knowing(game, players, choices.options(game, args.options))
    seats = _seats(game, args.seats, mix=args.mix)
    if args.seats is None and len(players) > 1:
        seats = _seats(game, str(len(players)), mix=False)
    for number in seats if not args.mix else ():
        game.complete(number, options)
    return Plan(
        game=args.game,
        seats=seats,
        games=args.games,
        seed=args.seed,
        options=options,
        players=players,
        first=args.first,
        mix=args.mix,
        check=args.check,
    )


def _seats(game: Game[Any], word: str | None, *, mix: bool) -> tuple[int, ...]:
    """``4``, ``2-5``, or nothing: the fewest, and with ``mix`` as many as the game allows."""
    if word is None:
        return tuple(game.seats) if mix else (game.seats[0],)
    low, dash, high = word.partition("-")
    try:
        seats = tuple(range(int(low), int(high if dash else low) + 1))
    except ValueError:
        seats = ()
    if not seats or not set(seats) <= set(game.seats):
        raise BadEntry("error.seats", found=word[:20], low=game.seats[0], high=game.seats[-1])
    return seats


@contextmanager
def _bar(total: int, name: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where that is a terminal."""
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(name, total=total)
        yield lambda count: progress.advance(task, count)


def _report(plan: Plan, tally: Tally, seconds: float, jobs: int, words: Words) -> Iterator[str]:
    yield words(
        "simulate.heading",
        game=words("name"),
        n=plan.games,
        seed=plan.seed,
        players=", ".join(plan.players),
    )
    yield ""
    yield words("simulate.endings")
    for reason, count in tally.endings.most_common():
        ending = _GAP.sub("…", words(reason))  # endings of many matches: each had its own numbers
        yield f"  {count:>7}  {count / plan.games:>6.1%}  {ending}"
    if tally.lengths:
        yield words("simulate.lengths", **_lengths(tally.lengths))
    yield from _scores(tally, words)
    yield ""
    yield words("simulate.rows")
    for row, count in tally.rows.most_common():
        yield f"  {count:>9}  {row}"
    for row in tally.never:
        yield f"  {words('simulate.never'):>9}  {row}"
    yield from _failures(plan, tally.failures, words)
    entries = sum(tally.lengths)
    speed = {"matches": f"{plan.games / seconds:.1f}", "entries": f"{entries / seconds:.0f}"}
    yield ""
    yield words("simulate.speed", **speed, n=jobs, seconds=f"{seconds:.1f}")


def _scores(tally: Tally, words: Words) -> Iterator[str]:
    """What every player won, with the interval that holds its true rate 95 times of 100."""
    yield words("simulate.scores")
    for name, score in sorted(tally.scores.items()):
        for key, counts in (("won", score.wins), ("best", score.best)):
            if key == "best" and share(counts) == share(score.wins):
                continue
            wins = share(counts)
            low, high = interval(wins, score.seats)
            figures = {"wins": f"{wins:g}", "rate": f"{wins / score.seats:.1%}"}
            bounds = {"low": f"{low:.1%}", "high": f"{high:.1%}"}
            told = words(f"simulate.{key}", n=score.seats, **figures, **bounds)
            yield f"  {name:<10} {told}"


def _lengths(lengths: Sequence[int]) -> dict[str, int]:
    ordered = sorted(lengths)
    at95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"median": int(statistics.median_low(ordered)), "p95": at95, "longest": ordered[-1]}


def _failures(plan: Plan, failures: Sequence[Failure], words: Words) -> Iterator[str]:
    if not failures:
        return
    yield ""
    yield words("simulate.failures", n=len(failures))
    for failure in failures[:SHOWN]:
        yield f"  {failure.message}"
        options = " ".join(f"{k}={spoken(v)}" for k, v in failure.options.items())
        with_options = f" --options {options}" if options else ""
        yield (
            f"    referee simulate {plan.game} --seats {failure.seats} --seed {plan.seed}"
            f" --first {failure.number} --games 1 --players {','.join(plan.players)}"
            f"{' --check' * plan.check}"
            f"{with_options}"
        )
