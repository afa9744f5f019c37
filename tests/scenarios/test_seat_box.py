"""A whole match in which all players press buttons of a seat box at a real serial port."""

from __future__ import annotations

from pathlib import Path

import pytest

from hal.box.seatbox import SeatBox
from hal.config import parse
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.box import SimBox
from sim.panel import SimPanel
from sim.script import Line, Player, has_box, read

SCRIPT = Path(__file__).with_name("knight-rider-seat-box-en.script")


class Table:
    """The script, or a part of it, played."""

    def __init__(self, lines: list[Line]) -> None:
        program = TableProgram(None, lambda: "script 0", defaults=Settings(language="en"))
        panel = SimPanel(program, parse(""), box=has_box(lines))
        self.box: SimBox | None = panel.board.box
        self.line: SeatBox | None = panel.box
        try:
            Player(panel, program, print).play(lines)
        finally:
            panel.close()
        assert program.session is not None
        self.match: Match = program.session.match


def lines_of(*kinds: str) -> list[Line]:
    return [line for line in read(SCRIPT) if line.words[0] in kinds]


@pytest.fixture(scope="module")
def through() -> Table:
    """The whole script."""
    return Table(read(SCRIPT))


def test_a_bad_line_and_ten_pulled_plugs_change_nothing_of_a_match(through: Table) -> None:
    whole = Table([line for line in read(SCRIPT) if line.words[0] != "box"])
    assert whole.box is None
    assert through.match.over
    assert [logged.line for logged in through.match.log] == [
        logged.line for logged in whole.match.log
    ]
    assert through.match.position == whole.match.position


def test_every_press_of_a_player_went_over_the_line(through: Table) -> None:
    presses = [line for line in lines_of("press") if line.words[1] == "seat"]
    pulled = [line for line in lines_of("box") if line.words[1] in ("unplug", "replug")]
    assert len(presses) > 60
    assert len(pulled) == 10
    assert not [line for line in lines_of("press") if line.words[1] in ("ok", "roll")]
    assert through.box is not None
    assert through.line is not None
    counts = through.line.protocol.counts
    assert counts.presses == len(presses)
    assert through.line.stale == 0
    assert through.box.to_box.spoiled + through.box.from_box.spoiled > 100
    assert counts.bad_lines > 10
