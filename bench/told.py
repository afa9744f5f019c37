"""``python -m bench.told``: measures what docs/browser.md says that pages cost; writes it there.

A measurement that this machine cannot make (without a browser) keeps the page as it was.
"""

from __future__ import annotations

import importlib
import re
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from bench.figures import Figure

PAGE: Final = Path(__file__).parents[1] / "docs/browser.md"
MODULES: Final = ("web", "records", "browser")
BLOCK: Final = re.compile(r"(<!-- measured -->\n).*?(<!-- /measured -->)", re.DOTALL)


def main() -> int:
    found: list[Figure] = []
    for name in MODULES:
        measured = list(importlib.import_module(f"bench.{name}").figures())
        if not measured:
            return 1
        for figure in measured:
            print(figure, flush=True)
        found += measured
    lines = "\n".join(rows(found, time.strftime("%Y-%m-%d")))
    PAGE.write_text(BLOCK.sub(lambda block: f"{block[1]}{lines}\n{block[2]}", read()), "utf-8")
    return 0 if all(figure.good for figure in found) else 1


def read() -> str:
    text = PAGE.read_text("utf-8")
    if not BLOCK.search(text):
        raise ValueError(f"{PAGE.name} has no place for what was measured")
    return text


def rows(figures: Iterable[Figure], date: str) -> Iterator[str]:
    yield f"| measured on {date} | value | limit | beside it |"
    yield "|---|---|---|---|"
    for figure in figures:
        value = f"{figure.value:,.2f}" if figure.value < 100 else f"{figure.value:,.0f}"
        limit = "" if figure.limit is None else f"{figure.limit:g}"
        yield f"| {figure.name} | {value} {figure.unit} | {limit} | {figure.baseline} |"


if __name__ == "__main__":
    sys.exit(main())
