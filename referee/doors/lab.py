"""``referee lab``: a study by computer players, its results as files, a page and text."""

from __future__ import annotations

import argparse
import math
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee.doors.programs import agreed
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import find_game
from referee.kernel.names import visible
from referee.lab.study import load, ready

if TYPE_CHECKING:
    from referee.lab.study import Study
    from referee.lab.work import Ledger, Workers


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when a match went wrong, 130 when it was interrupted."""
    try:
        import distributed  # noqa: F401
        import matplotlib  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise RefereeError("error.lab.missing", detail=str(error)) from error
    words = Words(args.lang)
    if args.names:
        tell(" ".join(ready()))
        return 0
    if args.study is None:
        tell(words("lab.ready"))
        _list()
        return 0
    return _study(args, words)


def _list() -> None:
    for name in ready():
        study = load(name)
        tell(f"  {name:<14} {study.title}")


def _study(args: argparse.Namespace, words: Words) -> int:
    from referee.lab.folder import Folder, unusable
    from referee.lab.work import run as play

    for name, low in (("jobs", 1), ("times", 0.0)):
        if not low <= getattr(args, name) < math.inf:
            raise BadEntry("error.simulate.number", name=name, low=low)
    study = load(args.study, args.times)
    names = {name for cell in study.cells for name in cell.players}
    if not agreed(names, words, allowed=args.allow_programs):
        tell(words("lab.declined"), file=sys.stderr)
        return 1
    folder = Folder(
        Path(args.folder or f"lab-{study.name}"), study,
        lambda file: tell(words("lab.damaged", file=str(file)), file=sys.stderr),
    )  # fmt: skip
    began = time.perf_counter()
    try:
        with _workers(args) as workers, _bar(study.title, study.batch) as told:
            ledgers = play(study, folder, workers, told)
        folder.close([(ledger.cell, ledger.tally, ledger.counted) for ledger in ledgers])
        page = _reported(args, study, folder.path, ledgers)
    except KeyboardInterrupt:
        tell(words("lab.interrupted", folder=str(folder.path)), file=sys.stderr)
        return 130
    except BrokenExecutor as error:  # somebody has ended the processes, or there was no memory
        raise RefereeError("error.lab.processes", folder=str(folder.path)) from error
    except OSError as error:  # a full disk, say
        raise unusable(folder.path, error) from error
    seconds = time.perf_counter() - began
    matches = sum(ledger.tally.matches for ledger in ledgers)
    tell(words("lab.done", n=matches, seconds=f"{seconds:.1f}", folder=str(folder.path)))
    if args.open:
        webbrowser.open(page.resolve().as_uri())
    return _failures(ledgers, words)


@contextmanager
def _workers(args: argparse.Namespace) -> Iterator[Workers]:
    from referee.lab.work import cluster, processes

    if not args.cluster:
        with processes(args.jobs) as workers:
            yield workers
        return
    with ExitStack() as stack:
        try:
            workers = stack.enter_context(cluster(args.cluster))
        except (OSError, ValueError) as error:
            detail = str(error)
            raise RefereeError("error.lab.cluster", address=args.cluster, detail=detail) from error
        yield workers


def _reported(
    args: argparse.Namespace, study: Study, path: Path, ledgers: Sequence[Ledger]
) -> Path:
    """Write the report and print it; returns the page's path."""
    from referee.lab import report
    from referee.lab.folder import written

    counts = [(ledger.cell, ledger.tally) for ledger in ledgers]
    found = list(report.sections(counts, lambda game: Words(args.lang, find_game(game))))
    text = report.as_text(study, found)
    page = path / "report.html"
    written(path / "report.txt", text.encode())
    written(page, report.as_page(study, found, args.lang).encode())
    tell(text)
    return page


@contextmanager
def _bar(title: str, batch: int) -> Iterator[Callable[[Sequence[Ledger]], None]]:
    """A progress bar on standard error, where that is a terminal: matches, rate, what is left."""
    columns = (
        TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}/s"), TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(visible(title), total=None, rate="-")
        began, before = time.perf_counter(), -1

        def told(ledgers: Sequence[Ledger]) -> None:
            nonlocal before
            done = sum(min(ledger.asked, ledger.limit) for ledger in ledgers) * batch
            done = max(done, sum(ledger.counted for ledger in ledgers) * batch)
            if before < 0:
                before = done
            rate = (done - before) / max(time.perf_counter() - began, 1e-9)
            total = sum(ledger.limit for ledger in ledgers) * batch
            progress.update(task, completed=done, total=total, rate=f"{rate:,.0f}")

        yield told


def _failures(ledgers: Sequence[Ledger], words: Words) -> int:
    failures = [failure for ledger in ledgers for failure in ledger.tally.failures]
    for failure in failures[:10]:
        tell(words("lab.failure", **failure), file=sys.stderr)
    return 1 if failures else 0
