"""Presses on the panel: the pace at the table, twelve seats, what the screen says."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from math import prod

import pytest

from hal.interfaces import Pattern
from referee.game import cell_name
from referee.games.knister import GAME, scoring
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES
from referee.table.sounds import call_notes
from tests.knister import TIM_CELLS, TIM_POINTS, Play
from tests.table.panel import Panel

clause = pytest.mark.clause

NAMES = ("Ada", "Bob", "Cem", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kai", "Lea")


def on_panel(
    play: Play, language: str = "de", dice: str = "table", names: Sequence[str] = NAMES
) -> Panel:
    """The match on a panel, no press counted yet; from here on the device may throw."""
    header = play.match.header
    options = {**header.options, "dice": dice}
    named = replace(header, names=tuple(names[: header.seats]), options=options)
    match = Match(GAME, named, GAME.components(), play.match.lines)
    return Panel(language=language, games=("knister",)).play(match)


def typed(panel: Panel, *numbers: int) -> Panel:
    for number in numbers:
        panel.press(*panel.program.type_die(number))
    return panel


@clause("KNI-RND-4", "KNI-RND-2")
def test_with_paper_sheets_a_round_is_one_press() -> None:
    panel = on_panel(Play(4, sheets="paper").begin(), dice="device")
    for number in range(1, 25):
        panel.press("roll").wait(3)
        assert panel.presses == number
        assert f"Runde {number + 1} von 25" in panel.words
    panel.press("roll").wait(3)
    assert panel.match.state == "count"


@clause("KNI-RND-3")
def test_a_typed_sum_is_two_presses_at_most() -> None:
    for number in range(2, 13):
        panel = typed(on_panel(Play(4, sheets="paper").begin()), number)
        assert panel.presses <= 2
        assert panel.lines[:2] == ["2 Bob", str(number)]


@clause("KNI-RND-3")
@pytest.mark.parametrize("number", [2, 7, 12])
def test_the_sum_sounds(number: int) -> None:
    """As many long tones as there are fives in it, then the rest in short ones."""
    panel = on_panel(Play(4, sheets="paper").begin())
    typed(panel, number)
    heard = panel.program.frame().notes
    assert heard[-len(call_notes(number)) :] == call_notes(number)
    long = [note for note in call_notes(number) if note.hertz and note.seconds > 0.3]
    short = [note for note in call_notes(number) if note.hertz and note.seconds < 0.3]
    assert (5 * len(long) + len(short), len(short) < 5) == (number, True)


@clause("KNI-SET-2")
def test_the_youngest_presses_his_own_button() -> None:
    panel = on_panel(Play(4, sheets="paper"), dice="device").press("seat3")
    assert panel.title == "Alle kein OK nötig", "anybody could have pressed"
    panel.read()
    assert (panel.title, panel.match.state) == ("3 Cem", "roll")


@clause("KNI-END-2", "INT-KNI-11")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_entered_with_two_presses_a_number(language: str) -> None:
    panel = on_panel(Play(2, sheets="paper").begin().fill(TIM_CELLS), language)
    panel.press("seat2")
    assert (panel.match.state, panel.presses) == ("sheet", 1)
    typed(panel, *TIM_CELLS)
    assert panel.presses - 1 <= 2 * 25
    assert panel.match.position.total(2) == 53  # type: ignore[attr-defined]
    assert "Bob: 53" in panel.words


@clause("KNI-RND-6", "KNI-RND-4")
def test_a_wrong_number_is_refused_with_the_reason() -> None:
    panel = on_panel(Play(2, sheets="paper").begin().fill(TIM_CELLS)).press("seat1")
    typed(panel, 12)
    assert "Die 12 wurde nie angesagt." in panel.words
    typed(panel.press("ok"), 11, 11)
    assert panel.match.position.empty(1) == 23  # type: ignore[attr-defined]
    typed(panel, 11)
    assert "Die 11 kam nur 2-mal." in panel.words


@clause("KNI-SCORE-16")
def test_the_cursor_shows_what_a_cell_brings() -> None:
    cells = list(TIM_CELLS[:10])
    cells[6] = 0
    panel = on_panel(Play(1).fill(cells).call(7))
    assert "> B2" in panel.lines
    assert "+8: Full House" in panel.words
    panel.press("down")  # to the next empty cell below it
    assert "> B3" in panel.lines
    assert "Bringt noch nichts" in panel.words


#: Four numbers which with `CALLED` are each combination that is worth something.
FOURS = ((6, 3, 2, 4), (8, 8, 8, 8), (8, 8, 8, 2), (8, 8, 2, 4), (8, 8, 2, 2), (8, 2, 5, 6),
         (2, 2, 5, 5), (4, 5, 6, 7), (9, 10, 11, 12))  # fmt: skip
CALLED = 8


def lines_through(cell: int, *fours: Sequence[int]) -> list[int]:
    """A sheet without this cell, whose row, column and diagonals have these other numbers; the
    rest of it is full of what scores nothing with them."""
    cells = [(3, 5, 9, 11, 12)[(at * 2 + at // 5) % 5] for at in range(25)]
    for line, four in zip(scoring.THROUGH[cell], fours, strict=False):
        others = [at for at in line.cells if at != cell]
        for at, number in zip(others, four, strict=True):
            cells[at] = number
    cells[cell] = 0
    return cells


@clause("KNI-SCORE-16")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cell", [1, 20, 12], ids=["B1", "A5", "C3"])
def test_what_a_cell_brings_can_be_read_whatever_its_lines_are(cell: int, language: str) -> None:
    """Two, three or four lines through it are full then, of one combination or of several."""
    worst = [(4, 5, 6, 7), (2, 2, 8, 4), (9, 10, 11, 12)]
    for fours in itertools.product(FOURS, worst[:1], worst[1:2], worst[2:]):
        cells = lines_through(cell, *fours)
        order = [at for at in range(25) if at != cell]
        panel = on_panel(Play(1).fill(cells, order).call(CALLED), language)
        assert panel.program.clipped == [], panel.words
        panel.press("back")
        for _ in range(4):
            assert panel.program.clipped == [], panel.words
            panel.press("down")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_else_may_be_chosen_is_whole_beside_a_sheet_with_all_its_sums(language: str) -> None:
    """The sheet gives way, also where what was called would have a second line beside it."""
    cells = [0 if at == 15 else number for at, number in enumerate(TIM_CELLS)]
    play = Play(2).begin().fill(cells).call(7)
    panel = on_panel(play, language, names=("Emil", "Gül")).press("back")
    assert panel.program.clipped == [], panel.words
    panel.press("down")
    assert panel.program.clipped == [], panel.words


@clause("KNI-RND-5")
def test_up_and_down_stay_in_the_column_and_roll_goes_to_the_next_one() -> None:
    """UP went to the left once: who meant the square above wrote into a wrong one for good."""
    panel = on_panel(Play(1).call(8))
    seen = []
    for button in ("up", "up", "up", "down", "roll", "roll", "roll"):
        panel.press(button)
        seen.append(next(line for line in panel.lines if line.startswith("> ")))
    assert seen == ["> C2", "> C1", "> B5", "> C1", "> D1", "> E1", "> A1"]


@clause("KNI-RND-5")
def test_a_cell_is_chosen_by_its_row_and_column() -> None:
    panel = on_panel(Play(1).call(8)).press("roll", "down", "ok")
    assert panel.match.view(None)["sheets"][0]["cells"][18] == 8, "it begins in the middle"
    assert panel.presses == 3


@clause("KNI-RND-4", "INT-KNI-9")
def test_twelve_play_a_whole_game_on_the_panel() -> None:
    """Sheets and dice in the device: seat by seat with the cursor, some on their own buttons."""
    panel = on_panel(Play(12).begin(5), dice="device")
    for number in range(25):
        roller = (4 + number) % 12 + 1
        assert panel.title.startswith(f"{roller} {NAMES[roller - 1]}")
        assert panel.lamps[f"seat{roller}"].pattern is Pattern.BLINK
        panel.press("roll").wait(3)
        for turn in range(12):
            seat = (roller - 1 + turn) % 12 + 1
            assert panel.title.startswith(f"{seat} {NAMES[seat - 1]}")
            panel.press(*["down"] * (seat % 3), f"seat{seat}" if number % 2 else "ok").read()
    assert panel.match.over
    position = panel.match.position
    totals = [position.total(seat) for seat in range(1, 13)]  # type: ignore[attr-defined]
    result = panel.match.result
    assert result is not None
    assert result.winners == tuple(n for n, t in enumerate(totals, 1) if t == max(totals))
    assert f"{max(totals)} Punkte." in panel.words
    panel.choose("Rangliste")
    assert panel.lines[1].split()[:2] == ["1.", NAMES[result.ranking[0][0] - 1]]


@clause("KNI-RND-5", "INT-KNI-9")
def test_another_player_may_enter_before_his_turn_on_the_panel() -> None:
    panel = on_panel(Play(3).begin().call(6)).press("seat3")
    assert panel.title == "3 Cem"
    panel.press("seat3")
    assert panel.match.position.missing == [1, 2]  # type: ignore[attr-defined]


def worth(points: str) -> int:
    """``2x8`` are 16 points."""
    return prod(map(int, points.split("x")))


@clause("KNI-END-2", "KNI-COMP-6", "KNI-EX-3")
@pytest.mark.parametrize("sheets", ["device", "paper"])
def test_at_the_end_the_sheet_stands_as_on_paper(sheets: str) -> None:
    play = Play(1, sheets=sheets).fill(TIM_CELLS)
    panel = on_panel(play if sheets == "device" else play.enter(1, TIM_CELLS))
    assert "53 Punkte: gut!" in panel.words
    panel.choose("Zettel")
    assert panel.title == "Ada"
    assert panel.lines[1:10] == [
        "|    A  B  C  D  E",
        "| 1  7  4  8  9 11  =  0",
        "| 2  3  7  3  7  7  =  8",
        "| 3  5  5 10  5  5  =  6",
        "| 4  8  9  3  6  9  =  1",
        "| 5  8 11  8  8  7  =  3",
        "| =  1  0  3  8  1",
        "| \\ = 6",
        "| / = 16",
    ]
    assert "53 Punkte" in panel.lines
    assert "Zeilen 18, Spalten 13, Diagonalen 22" in panel.lines
    lines = ("Zeile ", "Spalte ", "Diagonale ")
    scored = [line.split() for line in panel.lines if line.startswith(lines)]
    assert [(*words[:2], worth(words[-1])) for words in scored] == [
        *(("Zeile", str(n + 1), TIM_POINTS[n]) for n in range(5)),
        *(("Spalte", "ABCDE"[n], TIM_POINTS[5 + n]) for n in range(5)),
        *(("Diagonale", "\\/"[n], TIM_POINTS[10 + n]) for n in range(2)),
    ]
    doubled = [line for line in panel.lines if line.split()[-1].startswith("2x")]
    assert [line.split()[0] for line in doubled] == ["Diagonale", "Diagonale"]


@clause("KNI-END-2")
def test_with_several_players_the_sheets_are_a_list() -> None:
    panel = on_panel(Play(3).begin().fill(TIM_CELLS)).choose("Zettel")
    assert [line.split()[-1] for line in panel.lines[1:]] == ["Ada", "Bob", "Cem"]
    panel.press("down", "ok")
    assert panel.title == "Bob"
    panel.press("ok", "back", "back")


@clause("INT-KNI-12")
def test_a_hint_moves_the_cursor_and_marks_the_sheet_for_good() -> None:
    panel = on_panel(Play(2, hints=True).begin().fill(TIM_CELLS[:3]).call(7))
    panel.press("back").choose("Tipp")
    hint = panel.match.position.sheet(2).hint  # type: ignore[attr-defined]
    row, column = scoring.place(hint)
    assert f"> {cell_name(column, row)}" in panel.lines
    panel.press("ok", "ok", "back").choose("Zwischenstand")
    assert any("Bob" in line and "mit Hilfe" in line for line in panel.lines)


@clause("KNI-COMP-2")
def test_thirteen_play_and_nobody_is_asked_for_a_limit() -> None:
    panel = Panel(games=("knister",)).press("ok").choose("13 Spieler").choose("Rest ohne Namen")
    assert not any("Regelfragen" in line or "Spielerzahl" in line for line in panel.lines)
    panel.choose("Los geht's")
    assert panel.match.header.seats == 13
    panel.choose("Jüngster Spieler").choose("13 Spieler 13").read()
    assert panel.title == "13 Spieler 13"


def test_undo_leads_back_across_a_round_and_across_the_end() -> None:
    play = Play(2).begin().fill(TIM_CELLS[:24]).call(TIM_CELLS[24])
    panel = on_panel(play)
    first = panel.match.digest
    panel.press("ok").read().press("ok").read()
    assert panel.match.over
    for _ in range(2):
        panel.press("hold back")
        if "Ja, rückgängig" in panel.words:
            panel.choose("Ja, rückgängig")
    assert panel.match.digest == first
    panel.read().press("ok").read().press("ok")
    assert panel.match.over


@clause("KNI-RND-5", "KNI-SCORE-16")
@pytest.mark.parametrize(("levels", "told"), [(("", "easy"), False), (("", "", "easy"), True)])
def test_who_plays_alone_with_computers_is_not_told_what_was_just_chosen(
    levels: tuple[str, ...], told: bool
) -> None:
    """What it would bring stood below the cursor; other people at the table are told."""
    options = {"sheets": "device", "dice": "device"}
    match = Match.new(GAME, NAMES[: len(levels)], options, "seed", players=levels)
    panel, cards = Panel(language="en", games=("knister",)).play(match), list[str]()
    while "Ada: +" not in " ".join(panel.record()):
        assert panel.now < 300
        panel.press("roll" if panel.match.state == "roll" else "ok").wait(0.7)
        cards = [" ".join(panel.lines)]
    for _ in range(5):
        panel.wait(0.5)
        cards.append(" ".join(panel.lines))
    assert any(re.search(r"Ada.* \+\d+, now", card) for card in cards) == told


@clause("KNI-RND-3")
@pytest.mark.parametrize(
    ("language", "asked", "enter"),
    [("de", "7 eintragen", "Eintragen"), ("en", "Write the 7", "Write")],
)
def test_the_number_is_asked_for_after_back_as_before(
    language: str, asked: str, enter: str
) -> None:
    panel = on_panel(Play(2, hints=True).begin().fill(TIM_CELLS[:3]).call(7), language)
    assert asked in panel.lines
    panel.press("back").choose(enter)
    assert asked in panel.lines


@clause("KNI-SCORE-16")
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_stays_while_it_is_rolled_whatever_was_scored(people: int, language: str) -> None:
    """It gave way to a line about it once; what has no room beside it is told on a card."""
    options = {"sheets": "device", "dice": "device"}
    match = Match.new(GAME, NAMES[:people], options, "sheet stays")
    panel, told, seen = Panel(language=language, games=("knister",)).play(match), set[str](), 0
    while not panel.match.over:
        if panel.match.state == "roll" and "(ROLL)" in panel.words:
            seen += 1
            assert any(line.startswith("| 5") for line in panel.lines), panel.words
            assert panel.program.clipped == []
        panel.press("roll" if panel.match.state == "roll" else "ok")
        for _ in range(12):
            panel.wait(0.5)
            told |= {line for line in panel.lines if re.match(r"(\* )?\+\d+, ", line)}
    assert seen >= 24
    assert len(told) > 5
