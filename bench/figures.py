"""A measured number beside its baseline, and how measurements are printed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


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
        limit = "" if self.limit is None else f"limit {self.limit:g}"
        verdict = "" if self.limit is None else "  ok" if self.good else "  TOO MUCH"
        return f"{self.name:<48}{value:>9} {self.unit:<9} {limit:<10} {self.baseline}{verdict}"


def show(figures: Iterable[Figure]) -> int:
    """Print them as they come; exit code 1 if a limit is broken."""
    good = True
    for figure in figures:
        print(figure, flush=True)
        good = good and figure.good
    return 0 if good else 1


def median_seconds(function: Callable[[], object], times: int = 5) -> float:
    """The median time of some calls."""
    return statistics.median(each(lambda number: function(), times))


def each(function: Callable[[int], object], times: int) -> list[float]:
    """The seconds of every single call; the function gets its number."""
    taken = []
    for number in range(times):
        began = time.perf_counter()
        function(number)
        taken.append(time.perf_counter() - began)
    return taken
