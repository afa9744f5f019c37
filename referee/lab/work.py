"""Who plays: the batches of a study, by this process, by several, or by a cluster.

Whoever plays, and in whatever order batches come back: they are counted by their numbers. A cell
that wants a precision stops after the first batch with which all batches up to it have reached it;
what was played beyond that is not counted.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from referee.kernel.score import interval
from referee.lab.batch import Batch, Task, play
from referee.lab.figures import seat_wins
from referee.lab.folder import Folder
from referee.lab.study import Cell, Study
from referee.lab.tally import Tally

#: Seconds that a task should take: here, and where it has a long way.
NEAR, FAR = 2.0, 60.0

#: Times that a task is given out again after its worker has failed.
AGAIN: Final = 3


@dataclass(slots=True)
class Ledger:
    """What is done of a cell. ``limit``: batches that count, as far as it is known; ``counted``:
    those that `tally` has, always the first ones."""

    cell: Cell
    limit: int
    tally: Tally = field(default_factory=Tally)
    counted: int = 0
    asked: int = 0  # batches that somebody plays or has played
    seconds: float = 0.0  # of the last batch
    _waiting: dict[int, Tally] = field(default_factory=dict)

    def take(self, number: int, tally: Tally) -> None:
        """Count a batch as soon as all before it are counted."""
        self._waiting[number] = tally
        while self.counted < self.limit and self.counted in self._waiting:
            self.tally.add(self._waiting.pop(self.counted))
            self.counted += 1
            if self.cell.precision and precise(self.cell, self.tally):
                self.limit = self.counted

    def has(self, number: int) -> bool:
        return number < self.counted or number in self._waiting

    def next(self, count: int, ahead: int) -> tuple[int, ...]:
        """The next batches to be played, at most so many; of a cell that may stop any time none
        that is too far ahead."""
        last = min(self.limit, self.counted + ahead) if self.cell.precision else self.limit
        found: list[int] = []
        while self.asked < last and len(found) < count:
            if not self.has(self.asked):
                found.append(self.asked)
            self.asked += 1
        return tuple(found)


def precise(cell: Cell, tally: Tally) -> bool:
    """Whether every seat's rate of wins is known well enough."""
    for seat in range(1, cell.seats + 1):
        low, high = interval(seat_wins(tally, seat), tally.matches)
        if (high - low) / 2 > cell.precision:
            return False
    return True


@dataclass(slots=True)
class Workers:
    """Where tasks are played: ``pool`` (None: here) has ``width`` processes; a task should take
    ``seconds``."""

    pool: Executor | None = None
    width: int = 1
    seconds: float = NEAR


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """So many processes of this machine."""
    if jobs == 1:
        yield Workers()
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_deaf)
    try:
        yield Workers(pool, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C is for whoever gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a dask scheduler. Work of a lost worker is given to another one."""
    from distributed import Client

    with Client(address, timeout="20s") as client:
        width = max(1, sum(client.nthreads().values()))
        yield Workers(client.get_executor(pure=False, retries=AGAIN), width, FAR)


# -- giving out ------------------------------------------------------------------------------


def run(
    study: Study, folder: Folder, workers: Workers, told: Callable[[Sequence[Ledger]], None]
) -> list[Ledger]:
    """Play what is missing, and keep every batch as it comes. ``told`` hears how far it is."""
    ledgers = [Ledger(cell, study.batches(cell)) for cell in study.cells]
    for ledger in ledgers:
        for number, tally in folder.kept(ledger.cell):
            ledger.take(number, tally)
    told(ledgers)
    for ledger, batch in _played(study, ledgers, workers):
        folder.keep(ledger.cell, batch)
        ledger.seconds = batch.seconds
        ledger.take(batch.number, batch.tally)
        told(ledgers)
    return ledgers


def _played(
    study: Study, ledgers: Sequence[Ledger], workers: Workers
) -> Iterator[tuple[Ledger, Batch]]:
    pool: Any = workers.pool
    open_: dict[Any, tuple[Ledger, Task, int]] = {}
    while True:
        while len(open_) < 2 * workers.width:
            given = _next(study, ledgers, workers)
            if given is None:
                break
            ledger, task = given
            if pool is None:
                yield from ((ledger, batch) for batch in play(task))
            else:
                open_[pool.submit(play, task)] = (ledger, task, 0)
        if not open_:
            return
        ready, _ = wait(open_, return_when=FIRST_COMPLETED)
        for future in ready:
            yield from _answered(future, open_, pool)


def _answered(
    future: Future[list[Batch]], open_: dict[Any, tuple[Ledger, Task, int]], pool: Any
) -> Iterator[tuple[Ledger, Batch]]:
    """The batches of a task, or the task once more where its worker was lost."""
    ledger, task, tries = open_.pop(future)
    try:
        batches = future.result()
    except Exception:
        if tries >= AGAIN:
            raise
        open_[pool.submit(play, task)] = (ledger, task, tries + 1)
        return
    yield from ((ledger, batch) for batch in batches)


def _next(study: Study, ledgers: Sequence[Ledger], workers: Workers) -> tuple[Ledger, Task] | None:
    """The next task, of about the seconds that suit these workers."""
    for ledger in ledgers:
        count = 1
        if ledger.seconds:
            left = max(1, (ledger.limit - ledger.asked) // workers.width)
            count = max(1, min(int(workers.seconds / ledger.seconds), left))
        batches = ledger.next(count, 4 * workers.width)
        if batches:
            return ledger, Task(
                ledger.cell, study.seed, study.batch, batches, study.rows, study.entries
            )
    return None
