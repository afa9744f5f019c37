"""A measured number beside its baseline, and how measurements are made and printed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

HEADER: Final = f"{'measured':<56}{'value':>9} {'unit':<9} {'limit':<10} beside it"


@dataclass(frozen=True, slots=True)
class Figure:
    """``limit``: the most it may be; ``baseline``: what it stands beside, from the same run."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    baseline: str = ""

    @property
    def good(self) -> bool:
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        value = f"{self.value:,.2f}" if self.value < 100 else f"{self.value:,.0f}"
        limit = "" if self.limit is None else f"{self.limit:g}"
        verdict = "" if self.limit is None else "  ok" if self.good else "  TOO MUCH"
        return f"{self.name:<56}{value:>9} {self.unit:<9} {limit:<10} {self.baseline}{verdict}"


def show(figures: Iterable[Figure]) -> int:
    """Print them as they come; exit code 1 if a limit is broken."""
    good = True
    for figure in figures:
        print(figure, flush=True)
        good = good and figure.good
    return 0 if good else 1


def cpu(function: Callable[[], object], times: int = 5) -> float:
    """The least CPU seconds of some calls: what else a machine does only adds to them."""
    return in_turns([function], times)[0]


def in_turns(functions: Sequence[Callable[[], object]], times: int = 15) -> list[float]:
    """The least CPU seconds of each, called in turns: so a busy minute is busy for all of them."""
    taken: list[list[float]] = [[] for _ in functions]
    for _ in range(times):
        for function, seconds in zip(functions, taken, strict=True):
            began = time.process_time()
            function()
            seconds.append(time.process_time() - began)
    return [min(seconds) for seconds in taken]


def each(function: Callable[[int], object], times: int) -> list[float]:
    """The seconds of every single call by the clock; the function gets its number."""
    taken = []
    for number in range(times):
        began = time.perf_counter()
        function(number)
        taken.append(time.perf_counter() - began)
    return taken


def p99(times: Sequence[float]) -> float:
    """What one in a hundred is longer than."""
    return sorted(times)[len(times) * 99 // 100]
