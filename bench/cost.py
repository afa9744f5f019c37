"""How many matches a second one processor plays, with which options, and what 10^9 would cost:
``python -m bench.cost`` measures it and writes the table of docs/lab.md.

In CPU time; every match is played several times and the least counts, for what else a machine does
only adds. ``python -m bench.cost --print`` changes no file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bench.figures import cpu
from referee.kernel.text import Plain
from referee.table.catalogue import game_title
from sim.simulate import Plan, play

PAGE: Final = Path(__file__).parents[1] / "docs" / "lab.md"
BLOCK: Final = re.compile(r"(<!-- cost -->\n).*?(<!-- /cost -->)", re.DOTALL)

#: Times that every match is played.
TIMES: Final = 5

#: Matches of a study that are counted with, and the seconds of an hour.
STUDY: Final = 10**9
HOUR: Final = 3600

#: Players of each measurement: their level, and how many.
RANDOM: Final = ("random", 4)
EASY: Final = ("easy", 3)


@dataclass(frozen=True, slots=True)
class Case:
    """``options``: those that count for the time; the others are the lab's own. ``random`` and
    ``easy``: matches of each measurement; none where there is no such player for these options."""

    game: str
    options: Mapping[str, Plain]
    random: int = 40
    easy: int = 6


CASES: Final = (
    Case("knister", {"sheets": "device"}),
    Case("victory", {"board": "table", "laps": 3}, easy=0),
    Case("victory", {"board": "device", "laps": 3}),
    Case("draf", {"board": "device", "length": 100}),
    Case("fette-autos", {"cards": "device"}),
    Case("knight-rider", {"board": "table"}, easy=0),
    Case("knight-rider", {"board": "device", "track": "random"}, 8, 6),
)


def rate(case: Case, level: str, seats: int, matches: int) -> float:
    """Matches a second of one processor."""
    plan = Plan(
        case.game, (seats,), matches, seed="cost", options=case.options, players=(level,) * seats
    )
    play(plan, range(1))  # loads what it needs
    return matches / sum(cpu(partial(played, plan, n), TIMES) for n in range(matches))


def played(plan: Plan, number: int) -> None:
    tally = play(plan, [number])
    assert not tally.failures, tally.failures[0]


def rows() -> Iterator[str]:
    """The table in Markdown."""
    (low, few), (better, more) = RANDOM, EASY
    players = (f"{few} {low}", f"{more} {better}")
    heads = " | ".join(f"{who}: matches/s | core-hours" for who in players)
    yield f"| game and options | {heads} |"
    yield "|---|---|---|---|---|"
    for case in CASES:
        found = [cost(case, *RANDOM, case.random), cost(case, *EASY, case.easy)]
        yield f"| {label(case)} | {' | '.join(found)} |"


def label(case: Case) -> str:
    """The game with its options."""
    options = (f"`{key}={value}`" for key, value in case.options.items())
    return ", ".join([game_title(case.game, "en"), *options])


def cost(case: Case, level: str, seats: int, matches: int) -> str:
    """Two cells: the rate, and what a study costs at it."""
    if not matches:
        return "- | -"
    found = rate(case, level, seats, matches)
    return f"{rounded(found)} | {rounded(STUDY / found / HOUR)}"


def rounded(number: float) -> str:
    """To two figures: no machine is as steady as a third."""
    return f"{float(f'{number:.2g}'):,.0f}"


def main() -> int:
    lines = []
    for line in rows():
        print(line, flush=True)
        lines.append(line)
    if "--print" not in sys.argv:
        text = "\n".join(lines)
        page = PAGE.read_text("utf-8")
        PAGE.write_text(BLOCK.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
