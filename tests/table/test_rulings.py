"""Rulings over the match: they go by themselves where nobody has to move anything by hand."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.draf import GAME as DRAF
from referee.games.knight_rider import GAME as KNIGHT_RIDER
from referee.kernel.ask import Kind
from referee.kernel.match import Match
from referee.table.appliance import Appliance
from referee.table.modes.result import ResultScreen
from referee.table.sounds import TUNES
from tests.table.panel import Panel
from tests.toy import GAME as TOY

#: Told when the first player is known; his first roll is asked behind it.
TOLD = "Ada: 3, Ben: 4, Cleo: 2. Ben starts. Order: Ben, Cleo, Ada."
BY_HAND = "Ada: 3, Ben: 4, Cleo: 2. Ben starts. Cars: Ben car 1, Cleo car 2, Ada car 3."
BEHIND = "The box laid the track. Where is the red car? Roll!"


def town(appliance: Appliance | None = None, **options: Any) -> Panel:
    """Ada, Ben and Cleo have rolled for the start; it has just been told who begins."""
    panel = Panel(games=("knight-rider",), language="en", appliance=appliance)
    panel.play(Match.new(KNIGHT_RIDER, ("Ada", "Ben", "Cleo"), options, "s"))
    while panel.program.session and panel.match.state != "first_roll":
        panel.press("ok")
    for _ in range(3):
        panel.press("roll").wait(0.7)
    assert panel.lines[1] in (TOLD, BY_HAND)
    return panel


def motorway(match: Match) -> Panel:
    """A race of computer players; the people have said that everything is ready."""
    panel = Panel(games=("draf",), language="en").play(match)
    while not any(ask.kind is Kind.REPORT for ask in match.asks):
        panel.wait(1)
    panel.wait(1).press("ok")
    return panel


def test_a_ruling_stands_long_enough_to_be_read_and_goes_by_itself() -> None:
    panel = town(board="device")
    lines = len(panel.match.lines)
    panel.wait(0.08 * len(TOLD) - 0.1)
    assert panel.lines[1] == TOLD
    panel.wait(0.2)
    assert BEHIND in panel.lines
    assert len(panel.match.lines) == lines


def test_a_short_ruling_stands_for_a_second_and_a_half() -> None:
    match = Match.new(DRAF, ("", "", ""), {"length": 50}, "short", players=("random",) * 3)
    panel = motorway(match)
    stood: dict[int, float] = {}
    while not isinstance(panel.program.top, ResultScreen):
        panel.wait(0.1)
        if panel.program.telling:
            stood[id(panel.program.top)] = stood.get(id(panel.program.top), 0.0) + 0.1
    assert stood
    assert min(stood.values()) > 1.3


def test_pieces_that_are_moved_by_hand_take_their_time() -> None:
    panel = town(board="table").wait(100)
    assert panel.lines[1] == BY_HAND
    assert panel.press("ok").lines[1] != BY_HAND


def test_with_the_board_in_the_box_cards_on_the_table_mean_nothing() -> None:
    assert BEHIND in town(board="device", cards="table").wait(10).lines


def test_what_is_read_aloud_waits_for_who_listens() -> None:
    panel = town(Appliance(speaks=True), board="device").wait(60)
    assert panel.lines[1] == TOLD
    assert BEHIND in panel.read().lines


def test_the_press_that_ends_a_ruling_does_nothing_else() -> None:
    panel = town(board="device")
    lines = len(panel.match.lines)
    assert BEHIND in panel.press("roll").lines
    assert len(panel.match.lines) == lines


def test_a_press_that_comes_a_moment_too_late_does_nothing() -> None:
    panel = town(board="device")
    lines = len(panel.match.lines)
    panel.wait(0.08 * len(TOLD) + 0.1)
    assert BEHIND in panel.lines
    panel.program.frame()
    panel.press("roll", "ok", "seat1")
    assert len(panel.match.lines) == lines
    assert panel.program.frame().notes == TUNES["refusal"], "it is heard that it was too early"
    panel.wait(0.7).press("roll")
    assert len(panel.match.lines) > lines


def test_the_own_button_of_who_is_asked_goes_through_a_ruling() -> None:
    panel = town(board="device")
    lines = len(panel.match.lines)
    panel.press("seat1")  # he is not asked: it was only read
    assert (BEHIND in panel.lines, len(panel.match.lines)) == (True, lines)
    panel = town(board="device").press("seat2")
    assert len(panel.match.lines) > lines
    panel = town(board="device").wait(0.08 * len(TOLD) + 0.1).press("seat2")
    assert len(panel.match.lines) > lines


def test_no_press_too_many_begins_a_rematch() -> None:
    """Whoever ends the last card with two presses stays at the end."""
    match = Match.new(DRAF, ("", "", ""), {"length": 50}, "end", players=("random",) * 3)
    panel = motorway(match)
    while not match.over:
        panel.wait(0.1)
    panel.press("ok", "ok")  # the first one wakes the display
    assert "> Rematch" in panel.lines
    panel.press("ok")
    assert panel.match is match
    panel.wait(0.7).press("ok")
    assert panel.match is not match


@pytest.mark.parametrize("after", [0, 0.4])
def test_two_quick_presses_of_a_last_answer_begin_no_rematch(after: float) -> None:
    """No card tells anything there, and the end says that the second one came too early."""
    match = Match.new(TOY, 2, {"dice": "table"}, "end")
    panel = Panel(language="en").play(match)
    while not match.over:
        panel.press(*panel.program.type_die(6)) if panel.program.top.keypad else panel.press("ok")
        panel.wait(after if match.over else 1)
    assert "> Rematch" in panel.lines
    panel.press("ok")
    assert panel.match is match
    assert "Too early: press again." in panel.lines
    panel.wait(0.7).press("down")
    assert "Too early: press again." not in panel.lines
    panel.press("up", "ok")
    assert panel.match is not match


def test_no_late_press_begins_a_rematch() -> None:
    match = Match.new(DRAF, ("", "", ""), {"length": 50}, "end", players=("random",) * 3)
    panel = motorway(match)
    while not isinstance(panel.program.top, ResultScreen):
        panel.wait(0.1)
    assert "> Rematch" in panel.lines
    panel.press("ok", "ok")  # the first one wakes the display
    assert panel.match is match
    panel.wait(0.7).press("ok")
    assert panel.match is not match


@pytest.mark.parametrize("board", ["device", "table"])
def test_who_begins_and_where_all_stand_is_told_under_nobody_s_name(board: str) -> None:
    panel = town(board=board)
    assert panel.title.startswith("Everyone"), "the last one to roll has no more to do with it"


def test_the_cars_at_the_start_are_told_under_nobody_s_name() -> None:
    match = Match.new(DRAF, ("Ada", "Ben", "Cleo"), {"length": 50}, "s")
    panel = Panel(games=("draf",), language="en").play(match)
    while not panel.lines[1].startswith("At the start"):
        panel.press("ok").wait(0.1)
    assert panel.title == "Everyone no OK needed"
