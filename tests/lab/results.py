"""Writes docs/lab-results.md and its pictures out of played studies.

for study in $(referee lab --names); do referee lab $study --folder build/lab/$study; done
python -m tests.lab.results build/lab
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from referee.doors.words import Words
from referee.kernel.game import find_game
from referee.lab.report import Section, sections
from referee.lab.study import load, ready
from referee.lab.tally import Tally
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "lab-results.md"
PICTURES = ROOT / "docs" / "pictures" / "lab"

HEAD = """\
# What the lab found

The five studies that come with [the lab](lab.md), with a part of their matches: intervals are wide.
Nobody has edited this page, `python -m tests.lab.results` writes it. All seats have the computer
player `easy` unless a table says otherwise; `random` players show what Knister's options change.
"""


def main(folder: Path) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    lines = [HEAD]
    for name in ready():
        if (folder / name / "results.json").exists():
            lines += _study(name, folder / name)
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")


def _study(name: str, folder: Path) -> Iterator[str]:
    study = load(name)
    found = json.loads((folder / "results.json").read_text("utf-8"))
    counts = [(c, Tally.parse(data)) for c, data in zip(study.cells, found, strict=True)]
    for (cell, _), data in zip(counts, found, strict=True):
        assert (cell.seats, dict(cell.options)) == (data["seats"], data["options"])
    matches = sum(tally.matches for _, tally in counts)
    yield f"\n## {study.title}\n\n{matches:,} matches, seed {study.seed}.\n"
    made = sections(counts, lambda game: Words("en", find_game(game)))
    for number, section in enumerate(made, 1):
        yield from _section(f"{name}-{number}", section)


def _section(stem: str, section: Section) -> Iterator[str]:
    if section.rows:
        yield f"\n### {section.heading}\n"
    if section.picture:
        (PICTURES / f"{stem}.svg").write_text(section.picture, "utf-8")
        yield f"![{section.heading}](pictures/lab/{stem}.svg)\n"
    if section.rows:
        yield _row(section.head)
        yield _row(("---",) * len(section.head))
        yield from map(_row, section.rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "lab"))
