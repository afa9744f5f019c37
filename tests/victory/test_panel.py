"""Presses on the panel: the pace at the table, the seat's own button, typed throws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.games.victory import GAME
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.table.panel import Panel
from tests.victory import Play

NAMES = ("Ada", "Bob", "Cem", "Dan", "Eve", "Fay")
LONG = tuple(f"Maximilian {seat}" for seat in range(1, 7))

clause = pytest.mark.clause


def on_panel(
    play: Play, dice: str = "device", language: str = "de", seed: str = "seed",
    names: Sequence[str] = NAMES,
) -> Panel:  # fmt: skip
    """The race on a panel, no press counted yet; from here on the device may throw."""
    header = play.match.header
    options = {**header.options, "dice": dice}
    called = tuple(names[: header.seats])
    named = replace(header, names=called, options=options, seed=seed)
    match = Match(GAME, named, GAME.components(), play.match.lines)
    return Panel(language=language, games=("victory",)).play(match)


def entered(panel: Panel, back: int = 1) -> Entry:
    entry = panel.match.log[-back].line.entry
    assert entry is not None
    return entry


def driving(play: Play, language: str = "de") -> Panel:
    """The dice of an ordinary turn lie on the table; the second throw was typed on the panel."""
    panel = on_panel(play.throw("RRB").do("one"), dice="table", language=language)
    panel.press(*panel.program.type_die("B"))
    panel.presses = 0
    return panel


@clause("VIC-TURN-1", "VIC-TURN-2", "VIC-TURN-7")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_ordinary_turn_takes_three_presses(seats: int) -> None:
    panel = on_panel(Play(seats).race(), seed="3")  # RBB, then B
    panel.press("roll").wait(2)
    assert panel.match.state == "choose"
    panel.press("ok").wait(2)
    assert panel.match.state == "drive"
    panel.press("ok")
    assert (panel.presses, panel.match.state, panel.title.split()[:2]) == (3, "first", ["2", "Bob"])


@clause("VIC-TURN-4")
def test_choosing_the_dice_throws_them() -> None:
    panel = on_panel(Play(3).race().throw("RRB"))
    panel.press("down")
    assert (entered(panel, 2).verb, entered(panel).verb) == ("two", "throw")
    assert "[" in panel.words, "the dice fall on the screen"
    panel.wait(2)
    assert panel.match.state == "drive"


@clause("VIC-TURN-3", "VIC-TURN-5", "VIC-DICE-2")
@pytest.mark.parametrize("first", ["RRR", "RBX", "XRB", "XXX", "BBB", "XBX"])
@pytest.mark.parametrize("second", ["X", "RB", "XX", "B"])
def test_a_throw_of_the_tables_dice_takes_two_presses_at_most(first: str, second: str) -> None:
    panel = on_panel(Play(3).race(), dice="table")
    panel.press(*panel.program.type_die(first))
    assert panel.presses == 2
    assert sorted(entered(panel).args["dice"]) == sorted(first)
    panel.choose("Zwei" if len(second) == 2 else "Einen")
    before = panel.presses
    panel.press(*panel.program.type_die(second))
    assert panel.presses - before == len(second)
    assert sorted(entered(panel).args["dice"]) == sorted(second)


@clause("VIC-DICE-2")
def test_every_throw_of_three_dice_is_on_the_screen() -> None:
    panel = on_panel(Play(3).race(), dice="table")
    assert panel.lines[-4:] == [
        "(▲) RRR RRB RBB BBB",
        "(OK) RRX RBX BBX",
        "(▼) RXX BXX XXX",
        "(ROLL) schief",
    ]
    panel.press("down")
    assert panel.lines[-3:] == ["(▲) RXX", "(OK) BXX", "(▼) XXX"]
    panel.press("back", "roll")
    assert panel.lines[-1] == "* Er liegt schief! Würfle noch einmal."
    assert panel.match.state == "first"
    with pytest.raises(ValueError, match="RBY is none of RRR, RRB"):
        panel.program.type_die("RBY")


@clause("VIC-MOVE-10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_throw_can_be_typed_with_long_names(language: str) -> None:
    play = Play(3).race().throw("RRB", "B").do("stuck", n=1)
    panel = on_panel(play, dice="table", language=language, names=LONG)
    said = Catalogue(language, GAME, LONG)("vic.lapsed", n=1, who=LONG[0])
    assert f"* {said}" not in panel.lines, "another player's"
    assert panel.program.clipped == []
    assert "(▼) RXX BXX XXX" in panel.lines
    for key in ("up", "ok", "down"):
        panel.press(key)
        assert panel.program.clipped == [], "one throw under the other"
        panel.press("back")


@clause("VIC-TURN-3")
def test_a_mistyped_throw_is_corrected_in_place() -> None:
    panel = on_panel(Play(3).race().throw("RRB", "B"), dice="table")
    panel.press("ok", "back").choose("Wurf berichtigen").choose("R R B")
    panel.press(*panel.program.type_die("XXB")).press("up", "ok")
    entries = [logged.line.entry for logged in panel.match.log]
    thrown = [entry.args["dice"] for entry in entries if entry and entry.verb == "throw"]
    assert thrown == [["B", "X", "X"], ["B"]]


@clause("VIC-LAP-1", "VIC-PAD-2")
def test_the_own_button_is_ok_and_a_lap_only_where_the_cursor_says_so() -> None:
    panel = driving(Play(3).race())
    panel.press("seat2")
    assert panel.match.state == "drive"
    panel.press("seat1")
    assert entered(panel).verb == "driven"
    assert panel.match.position.pad[1] == []  # type: ignore[attr-defined]
    panel.press("hold back")
    panel.press(*to_the_line(panel), "seat1")
    assert (entered(panel), panel.match.state) == (Entry(1, "line", {"car": 1}), "drive")
    assert panel.lines[-1] == "* Ada fährt als 1. über die Linie: noch 2 Runden."
    panel.press("hold back")
    assert panel.match.position.pad[1] == []  # type: ignore[attr-defined]


def to_the_line(panel: Panel) -> list[str]:
    """The presses that move the cursor to the line of the finish."""
    lines = [line for line in panel.lines if line[:2] in ("> ", "  ")]
    return ["down"] * next(n for n, line in enumerate(lines) if "Über Start/Ziel" in line)


@clause("VIC-LAP-3")
def test_a_second_lap_is_in_the_list() -> None:
    panel = driving(Play(3).race().turn().turn().turn())
    panel.choose("Über Start/Ziel").choose("Über Start/Ziel")
    assert entered(panel) == Entry(1, "line", {})
    assert panel.match.position.pad[1:] == [[1], [1], []]  # type: ignore[attr-defined]


@clause("VIC-END-1", "VIC-END-3", "VIC-END-2")
def test_the_winner_is_told_at_once_and_his_car_taken_off() -> None:
    panel = driving(Play(3, laps=1).race())
    panel.choose("Über Start/Ziel")
    assert panel.lines[-1] == "* Ada ist im Ziel und gewinnt! Das Auto kommt vom Plan."
    assert panel.match.state == "places"
    panel.press("ok")
    assert (panel.match.state, panel.title.split()[1]) == ("first", "Bob")


@clause("VIC-CROSS-5")
def test_an_accident_is_told_before_it_goes_on() -> None:
    panel = on_panel(Play(3).race().throw("XXX"), dice="table")
    panel.press("ok").press(*panel.program.type_die("X"))
    assert "4 Kreuze: Unfall! Ada ist raus. Das Auto kommt vom Plan." in panel.words
    panel.press("ok")
    assert panel.title.split()[1] == "Bob"


@clause("VIC-MOVE-8", "VIC-MOVE-10")
def test_moves_are_ticked_off_and_the_rest_lapses() -> None:
    panel = driving(Play(3).race())
    panel.choose("Blauer Zug fertig")
    assert "Fahre 2 rot, 1 blau." in panel.lines
    panel.choose("Nicht fahrbar").press("down")
    assert entered(panel) == Entry(1, "stuck", {"n": 3})
    assert "Ada: 3 Würfel verfallen" in panel.lines[1]


@clause("VIC-MOVE-5")
def test_jumping_is_refused_with_its_rule() -> None:
    panel = driving(Play(3).race()).choose("Was geht nicht?").choose("(Auto überspringen)")
    assert panel.lines[1] == "Du darfst kein Auto überspringen."
    panel.press("hold ok")
    assert "Vor dem ersten besetzten Punkt endet dein Zug." in panel.words


@clause("VIC-PAD-4", "VIC-PAD-2")
def test_the_lap_pad_is_a_page_of_the_menu() -> None:
    play = Play(4).race()
    for seat in (1, 3, 2, 4, 2):
        play.cross(seat)
    panel = on_panel(play).press("back").choose("Rundenblock")
    assert panel.lines == [
        "Rundenblock", "3 2 1 Ziel", "Rot Rot Blau", "Blau Grün", "Grün Blau", "Gelb Gelb",
    ]  # fmt: skip


@clause("VIC-PAD-1")
@pytest.mark.parametrize(
    ("language", "title", "seats", "first"),
    [
        ("de", "Rundenblock", 2, "Rot Rot Rot Rot Rot"),
        ("de", "Rundenblock", 6, "Ro Ro Ro Ro Ro"),
        ("en", "Lap pad", 2, "Red Red Red Red Red"),
        ("en", "Lap pad", 6, "Re Re Re Re Re"),
    ],
)
def test_the_pad_of_six_laps_fits_on_the_screen(
    language: str, title: str, seats: int, first: str
) -> None:
    """Where the names of the cars are too long for so many columns, their short forms stand."""
    play = Play(seats, laps=6).race()
    for _ in range(4):
        for seat in play.p.everybody:
            play.cross(seat)
    panel = on_panel(play, language=language).press("back").choose(title)
    assert panel.program.clipped == []
    assert panel.lines[2] == first


@clause("VIC-SET-1", "VIC-SET-2", "VIC-SET-6", "VIC-SET-7", "VIC-SET-8", "VIC-LAP-2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_table_must_know_is_on_the_screen_in_full(language: str) -> None:
    """No fact gives way, neither to a long name nor to what was said last."""
    words = Catalogue(language, GAME)
    match = Match.new(GAME, LONG[:4], {}, "seed")
    panel = Panel(language=language, games=("victory",)).play(match)
    squares = words("vic.circuit.squares", n=12)
    for fact in (squares, words("vic.circuit.curves"), words("vic.circuit.bushes")):
        assert fact in panel.lines
    panel.press("ok", *["ok"] * 4, "roll").wait(2)
    for fact in (words("vic.card.tip"), words("vic.card.row")):
        assert fact in panel.lines
    panel.press("ok", "ok", "ok")
    assert words("vic.line.clockwise") in panel.lines
    behind = driving(Play(4).race().turn().turn().turn(), language)
    assert f"* {words('vic.behind')}" in behind.lines
    assert behind.program.clipped == []


@clause("VIC-PAD-4", "VIC-CROSS-1")
def test_laps_to_go_the_place_and_the_crosses_are_on_the_screen() -> None:
    """Bob has overtaken Ada; Cem, who is on turn, has all laps to go."""
    play = Play(3, laps=3).race()
    play.cross(2).turn().cross(1)
    shown = []
    for _ in range(3):
        panel = on_panel(play)
        shown.append((panel.title, panel.lines[1], panel.lines[3]))
        play.turn()
    assert shown == [
        ("2 Bob", "2 Runden", "Du liegst auf Platz 1"),
        ("3 Cem", "3 Runden", "Du liegst auf Platz 3"),
        ("1 Ada", "2 Runden", "Du liegst auf Platz 2"),
    ]
    play.cross(2)
    play.turn().turn()
    assert on_panel(play).lines[1] == "1 Runde"
    for first, crosses in (("RRB", "0 Kreuze"), ("RBX", "1 Kreuz"), ("XXX", "3 Kreuze")):
        assert on_panel(Play(3).race().throw(first)).lines[1] == crosses


@clause("VIC-SET-3", "VIC-SET-9")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_set_up_is_five_presses_and_one_for_each_car(seats: int) -> None:
    match = Match.new(GAME, NAMES[:seats], {}, "seed")
    panel = Panel(games=("victory",)).play(match)
    panel.press("ok", *["ok"] * seats, "roll").wait(2)
    panel.press("ok", "ok", "ok")
    assert (match.state, panel.presses) == ("first", 5 + seats)


@clause("VIC-END-2", "VIC-END-5")
@pytest.mark.parametrize(
    ("language", "ranking", "racing", "out"),
    [("en", "Ranking", "on track", "out"), ("de", "Rangliste", "unterwegs", "raus")],
)
def test_the_ranking_ends_with_those_who_have_no_place(
    language: str, ranking: str, racing: str, out: str
) -> None:
    play = Play(4, laps=1).race().crash().turn(lines=1).do("stop")
    panel = on_panel(play, language=language).choose(ranking)
    assert panel.lines[1:] == ["1. Bob", f"– Ada {out}", f"– Cem {racing}", f"– Dan {racing}"]
