"""Whole races as readable text: every answer, and what the referee announces, with its clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games.fette_autos import GAME
from referee.kernel.entry import Entry
from referee.kernel.fold import Fold, Logged
from referee.kernel.match import Match

FOLDER = Path(__file__).parent

#: Column in which the rulings begin.
TOLD = 62


def text_of(state: str, logged: Logged) -> str:
    """One line: state, seat, verb, arguments; ``*``: by the device; then keys and clauses."""
    entry = logged.line.entry
    assert entry is not None
    tight = (",", ":")
    args = (f"{name}={json.dumps(v, separators=tight)}" for name, v in entry.args.items())
    mark = "*" if logged.line.device else " "
    done = f"{state:<10}{mark}{entry.seat} {entry.verb} {' '.join(args)}".rstrip()
    said = ", ".join(f"{ruling.key} {ruling.clause}" for ruling in logged.rulings)
    return f"{done:<{TOLD}} > {said}" if said else done


def transcript(match: Match) -> list[str]:
    """The match as lines of text, with a heading for every section."""
    fold = Fold(GAME, match.header, GAME.components())
    found: list[str] = []
    section = 0
    for logged in match.log:
        state = fold.position.state
        now = getattr(fold.position, "section", 0)
        if now != section:
            section = now
            form, sign = fold.position.now  # type: ignore[attr-defined]
            found.append(f"# Section {section}: {form}, {sign}")
        found.append(text_of(state, logged))
        fold.apply(logged.line)
    result = match.result
    assert result is not None
    found.append(f"# {result.reason.key} {result.clause}: {json.dumps(result.scores)}")
    return found


def entry_of(line: str) -> Entry | None:
    """The answer of a line; None for those of the device."""
    if line[10] == "*":
        return None
    seat, verb, *words = line[11:].split(" > ")[0].split()
    pairs = (word.split("=") for word in words)
    return Entry(int(seat), verb, {name: json.loads(value) for name, value in pairs})


@pytest.mark.clause("FAP-GRID-8", "FA-OVT-13", "FA-END-2", "FAP-EQUAL-2", "FAP-DANGER-2")
@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("race_on_the_table", 3,
         {"cards": "table", "grid": True, "danger": True, "lane": True, "equal": True}),
        ("race_in_the_device", 4, {"hide": True, "lead": True, "indiv": True, "fast": True}),
    ],
)  # fmt: skip
def test_a_whole_race_reads_as_it_is_written(
    name: str, seats: int, options: dict[str, object]
) -> None:
    written = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    match = Match.new(GAME, seats, options, name)
    entries = [entry_of(line) for line in written if not line.startswith("#")]
    for entry in entries:
        if match.ask is not None and match.supplies(match.ask):
            match.supply(match.ask)
        if entry is not None:
            match.answer(entry)
    assert transcript(match) == written
