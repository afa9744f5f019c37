"""The table in docs/proving-ground.md: a row for each scenario and release, of its latest run."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Final, Protocol

from tests.proving_ground.fetch import kernel_version
from tests.proving_ground.ground import PROJECT, Release

PAGE: Final = PROJECT / "docs" / "proving-ground.md"
BEGIN: Final = "<!-- table: begin -->\n"
END: Final = "<!-- table: end -->\n"
HEAD: Final = (
    "| scenario | Debian, kernel | date, commit | verdict | figures |\n|---|---|---|---|---|\n"
)


class Judged(Protocol):
    """What a row tells."""

    @property
    def good(self) -> bool: ...

    @property
    def figures(self) -> str: ...


def note(release: Release, name: str, verdict: Judged, commit: str, page: Path = PAGE) -> None:
    """Put a row into the page's table, in the place of the one before.

    ``commit``: of the program that was judged.
    """
    where = f"{release.number}, {kernel_version(release)}"
    text = page.read_text("utf-8")
    page.write_text(
        with_row(text, name, where, f"{time.strftime('%Y-%m-%d')}, {commit}", verdict), "utf-8"
    )


def with_row(text: str, name: str, where: str, when: str, verdict: Judged) -> str:
    """The page's text with this row."""
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    rows = [row for row in rows if not row.startswith(f"| {name} | {where.split(',')[0]},")]
    figures = re.sub(r"[\s|]+", " ", verdict.figures).strip()[:500]
    word = "good" if verdict.good else "**bad**"
    rows.append(f"| {name} | {where} | {when} | {word} | {figures} |")
    return f"{before}{BEGIN}\n{HEAD}" + "\n".join(sorted(rows)) + f"\n\n{END}{after}"
