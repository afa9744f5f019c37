"""Puts measured figures into docs/tested.md: ``python -m tests.figures``; the targets call it.

What was not measured here keeps the figures that stand there.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tests.own import ROOT

PAGE: Final = ROOT / "docs" / "tested.md"
BUILD: Final = ROOT / "build"


def main() -> int:
    text = PAGE.read_text("utf-8")
    for name, told in FIGURES.items():
        file = BUILD / f"{name}.json"
        if file.exists():
            date = datetime.fromtimestamp(file.stat().st_mtime, UTC).date()
            text = replaced(text, name, told(json.loads(file.read_text("utf-8"))), f"{date}")
            print(f"{PAGE.relative_to(ROOT)}: {name} of {date}")
    PAGE.write_text(text, "utf-8")
    return 0


def replaced(text: str, name: str, lines: Iterator[str], date: str) -> str:
    """The page with these figures; raises ValueError where it has no place for them."""
    block = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not block.search(text):
        raise ValueError(f"{PAGE.name} has no place for the figures of {name}")
    fresh = "\n".join([f"Measured on {date}.", "", *lines, ""])
    return block.sub(lambda found: f"{found[1]}{fresh}{found[2]}", text)


def coverage(report: Mapping[str, Any]) -> Iterator[str]:
    """A row for each package, from coverage.py's report."""
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path, file in report["files"].items():
        part = Path(path).parts
        # The games each by its own name; else the package.
        depth = 3 if part[:2] == ("referee", "games") else 2 if part[0] == "referee" else 1
        name = "/".join(part[:depth]) if len(part) > depth else part[0]
        found = file["summary"]
        for key in (name, "all"):
            sums[key][0] += found["covered_lines"] + found["covered_branches"]
            sums[key][1] += found["num_statements"] + found["num_branches"]
    total = sums.pop("all")
    yield "| part | lines and branches | run by tests |"
    yield "|---|---|---|"
    for name, (covered, every) in [*sorted(sums.items()), ("**together**", total)]:
        yield f"| {name} | {every} | {100 * covered / max(every, 1):.1f} % |"


def mutation(report: Mapping[str, Any]) -> Iterator[str]:
    """A row for each game, and what nobody noticed."""
    yield "| game | mutants | of | noticed |"
    yield "|---|---|---|---|"
    left = []
    for name, game in report.items():
        noticed = game["tried"] - len(game["left"])
        yield f"| {name} | {game['tried']} | {game['every']} | {noticed} |"
        left += [f"- not noticed: `{mutant}`" for mutant in game["left"]]
    if left:
        yield ""
        yield from left


def planted(report: Mapping[str, Any]) -> Iterator[str]:
    """A row for each fault, the seams first: in which evening it was found, and as what."""
    yield "| planted fault | found in evening | as |"
    yield "|---|---|---|"
    for row in sorted(report.values(), key=lambda row: not row["seam"]):
        number = row["evening"] or f"not in {row['most']}"
        name = f"**{row['fault']}**" if row["seam"] else row["fault"]
        told = row["told"].partition(":")[0]
        yield f"| {name} | {number} | {told} |"


def evenings(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A row for each version and seed: how many had a fault, and how their matches ended."""
    sums: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for run in runs:
        row = sums[run["commit"], run["seed"]]
        row.update({key: run[key] for key in ("evenings", "found", "cpu")})
        row.update(run.get("ends", {}))
    ends = ("at the table", "partly elsewhere", "given up")
    ended = " / ".join(ends)
    yield f"| version | seed | evenings | with a fault | matches ended {ended} | CPU each |"
    yield "|---|---|---|---|---|---|"
    for (commit, seed), row in sums.items():
        told = " / ".join(str(row[end]) for end in ends) if row.keys() & ends else "not counted"
        count, cpu = row["evenings"], row["cpu"] / max(row["evenings"], 1)
        yield f"| {commit} | {seed} | {count} | {row['found']} | {told} | {cpu:.2f} s |"


FIGURES: Final[Mapping[str, Callable[[Any], Iterator[str]]]] = {
    "coverage": coverage, "mutation": mutation, "planted": planted, "evenings": evenings,
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
