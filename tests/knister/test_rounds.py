"""25 rounds: the throw, the number that everybody enters, who throws next."""

from __future__ import annotations

import itertools
import random

import pytest

from referee.games.knister import GAME
from referee.games.knister.position import faults
from referee.kernel.scene import Grid
from referee.table.catalogue import Catalogue
from tests.knister import BEST, TIM_CELLS, Play

clause = pytest.mark.clause


@clause("KNI-RND-1", "KNI-RND-9", "KNI-END-1")
def test_there_are_25_rounds_and_no_more() -> None:
    play = Play(3).begin().fill(TIM_CELLS)
    assert play.p.round == 25
    assert [sheet.cells for sheet in play.p.sheets] == [TIM_CELLS] * 3
    assert play.match.over
    assert play.refused("roll", 1, sum=7) == ("refused.over", "KNI-END-4")


@clause("KNI-RND-1", "KNI-END-1")
def test_on_paper_the_count_follows_round_25() -> None:
    play = Play(2, sheets="paper").begin().fill(TIM_CELLS)
    assert (play.state, play.p.round) == ("count", 25)
    assert play.refused("roll", sum=7) == ("kni.why.all-thrown", "KNI-RND-1")


@clause("KNI-RND-2", "INT-KNI-9")
def test_the_roller_throws_once() -> None:
    play = Play(3).begin(2).call(8)
    assert play.refused("roll", 2, sum=7) == ("kni.why.once", "KNI-RND-2")
    assert play.refused("roll", 1, sum=7) == ("kni.why.waiting", "KNI-RND-4")


@clause("KNI-RND-2")
def test_nothing_is_entered_before_the_throw() -> None:
    play = Play(2).begin()
    assert play.refused("place", 1, cell=[1, 1]) == ("kni.why.roll-first", "KNI-RND-2")
    assert play.refused("roll", 2, sum=7)[0] == "refused.seat"


@clause("KNI-RND-3", "KNI-EX-1")
@pytest.mark.parametrize("sheets", ["paper", "device"])
def test_the_sum_is_called_out_large(sheets: str) -> None:
    play = Play(3, sheets=sheets).begin().call(8)
    assert play.said == [("kni.called", "KNI-RND-3")]
    assert play.rulings[0].call == 8
    assert GAME.scene(play.p, None).big == "8"


@clause("KNI-RND-3", "KNI-COMP-4")
def test_of_the_devices_two_dice_the_sum_is_called() -> None:
    play = Play(2, dice="device").begin().do("roll")
    entry = play.match.log[-1].line.entry
    assert entry is not None
    one, other = entry.args["dice"]
    assert play.p.called == one + other


@clause("KNI-RND-4", "KNI-RND-7")
def test_the_next_throw_waits_for_everybody() -> None:
    play = Play(4).begin().call(6)
    for seat in (4, 2, 1):
        play.place(seat, 1, 1)
    assert (play.state, play.waiting) == ("place", [3])
    assert play.refused("roll", 3, sum=7) == ("kni.why.waiting", "KNI-RND-4")
    assert play.refused("pass", 3) == ("kni.why.must-enter", "KNI-RND-4")
    assert play.place(3, 5, 5).roller == 2


@clause("KNI-RND-4", "INT-KNI-9")
def test_the_roller_is_asked_first_and_enters_too() -> None:
    play = Play(4).begin(3).call(6)
    assert play.waiting == [3, 4, 1, 2]
    assert play.place(3, 1, 1).waiting == [4, 1, 2]


@clause("KNI-RND-4")
def test_on_paper_the_next_throw_says_that_all_have_written() -> None:
    play = Play(4, sheets="paper").begin().call(6)
    assert play.roller == 2
    assert play.call(7).p.sums == [6, 7]


@clause("KNI-RND-5", "KNI-RND-8", "INT-KNI-3")
def test_any_empty_cell_of_the_own_sheet() -> None:
    play = Play(1).call(8).place(1, 3, 3).call(5)
    assert play.refused("place", cell=[3, 3]) == ("kni.why.taken", "KNI-RND-8")
    everywhere = [[row, column] for row in range(1, 6) for column in range(1, 6)]
    assert play.free(1) == [cell for cell in everywhere if cell != [3, 3]]
    for cell in ([0, 1], [6, 1], [1, 6]):
        assert play.refused("place", cell=cell) == ("refused.args", "KNI-RND-5")


@clause("KNI-RND-6")
def test_everybody_enters_the_same_number() -> None:
    play = Play(2).begin().call(8)
    other = play.refused("place", 2, cell=[1, 1], number=7)
    assert other == ("kni.why.other-number", "KNI-RND-6")
    play.place(1, 1, 1).place(2, 5, 5)
    assert [sheet.cells for sheet in play.p.sheets] == [[8, *[0] * 24], [*[0] * 24, 8]]


@clause("KNI-RND-7")
def test_rollers_go_round_clockwise() -> None:
    for youngest, round_of_play in ((1, [1, 2, 3, 4]), (3, [3, 4, 1, 2])):
        play = Play(4, sheets="paper").begin(youngest)
        rollers = [(play.roller, play.call(7))[0] for _ in range(25)]
        assert rollers == round_of_play * 6 + [youngest]


@clause("KNI-VAR-1")
@pytest.mark.parametrize(
    ("seats", "most", "least"), [(1, 25, 25), (5, 5, 5), (13, 2, 1), (25, 1, 1), (30, 1, 0)]
)
def test_how_often_everybody_throws(seats: int, most: int, least: int) -> None:
    play = Play(seats, sheets="paper", max_players=30).begin()
    rollers = [(play.roller, play.call(7))[0] for _ in range(25)]
    counts = [rollers.count(seat) for seat in play.p.seats]
    assert (max(counts), min(counts), counts[-1]) == (most, least, least)


@clause("KNI-SOLO-1")
def test_alone_the_same_player_throws_25_times() -> None:
    play = Play(1, sheets="paper")
    assert [(play.roller, play.call(5))[0] for _ in range(25)] == [1] * 25


@clause("KNI-RND-9")
def test_every_sheet_has_as_many_numbers_as_there_were_rounds() -> None:
    play = Play(3).begin()
    for number, cell in enumerate(BEST[:9], 1):
        play.call(cell)
        for seat in (2, 3, 1):
            play.place(seat, (number - 1) // 5 + 1, (number - 1) % 5 + 1)
        assert [play.p.empty(seat) for seat in play.p.seats] == [25 - number] * 3
        assert faults(play.p) == []
    play.p.sheet(2).cells[24] = 12
    assert len(faults(play.p)) == 3


@clause("KNI-RND-5", "INT-KNI-9")
def test_answers_in_any_order_give_the_same_position() -> None:
    """All orders of four players, in several rounds; then drawn orders of twelve."""
    rng = random.Random(7)
    for seats, orders in ((4, list(itertools.permutations(range(1, 5)))), (12, [()] * 12)):
        cells = {seat: rng.sample(range(25), 25) for seat in range(1, seats + 1)}
        digests = set()
        for given in orders:
            play = Play(seats).begin(2)
            for number in range(5):
                play.call(6 + number)
                order = given or rng.sample(range(1, seats + 1), seats)
                for seat in order:
                    cell = cells[seat][number]
                    play.place(seat, cell // 5 + 1, cell % 5 + 1)
            digests.add(play.match.digest)
        assert len(digests) == 1


@clause("KNI-SCORE-16")
def test_a_full_line_is_scored_at_once() -> None:
    play = Play(1)
    for number, column in ((3, 1), (7, 2), (3, 3), (7, 4)):
        play.call(number).place(1, 2, column)
        assert play.said == []
    play.call(7).place(1, 2, 5)
    assert play.said == [("kni.line.full", "KNI-SCORE-7")]
    assert play.rulings[0].args is not None
    assert play.rulings[0].args["points"] == 8
    sheet = GAME.scene(play.p, None).sheets
    assert sheet == {}  # the next throw is typed; the pad needs the room
    play.call(4)
    grid = GAME.scene(play.p, None).sheets[1][0]
    assert isinstance(grid, Grid)
    assert grid.right == ("", "8", "", "", "")


@clause("KNI-SCORE-16", "KNI-SCORE-17")
def test_the_screen_says_what_a_cell_brings() -> None:
    """The last cell of four lines: the middle one."""
    cells = list(TIM_CELLS)
    order = [cell for cell in range(25) if cell != 12]
    play = Play(1).fill([0 if cell == 12 else n for cell, n in enumerate(cells)], order)
    play.call(10)
    grid = GAME.scene(play.p, None).sheets[1][0]
    assert isinstance(grid, Grid)
    assert list(grid.previews) == [(3, 3)]
    assert grid.previews[3, 3].args["points"] == 6 + 3 + 6 + 16
    play.place(1, 3, 3)
    assert play.said == [("kni.line.full", "KNI-SCORE-8")]
    assert play.rulings[0].args is not None
    assert play.rulings[0].args["points"] == 6 + 3 + 6 + 16
    said = Catalogue("en", GAME, ["Tim"]).ruling(play.rulings[0])
    parts = "Four of a kind, Two pairs, Three of a kind doubled, Straight with 7 doubled"
    assert said == f"+31, now 53: {parts}"


@clause("KNI-SCORE-16")
def test_lines_that_score_alike_are_said_once() -> None:
    """The corner of a row and a column."""
    cells = [0, 2, 2, 3, 3, *(4, 0, 0, 0, 0) * 2, *(5, 0, 0, 0, 0) * 2]
    play = Play(1).fill(cells, [cell for cell, number in enumerate(cells) if number])
    play.call(8).place(1, 1, 1)
    said = Catalogue("en", GAME, ["Tim"]).ruling(play.rulings[0])
    assert said == "+6, now 6: Two pairs in 2 lines"


def test_a_cell_that_fills_no_line_brings_nothing_yet() -> None:
    play = Play(1).call(7)
    grid = GAME.scene(play.p, None).sheets[1][0]
    assert isinstance(grid, Grid)
    assert {said.key for said in grid.previews.values()} == {"kni.preview.open"}
    assert len(grid.previews) == 25


@clause("KNI-END-2")
def test_a_cell_that_fills_no_line_leaves_the_sum_as_it_is() -> None:
    play = Play(1)
    for column in range(1, 6):
        play.call(7).place(1, 2, column)
    grid = GAME.scene(play.call(4).p, None).sheets[1][0]
    assert isinstance(grid, Grid)
    said = {Catalogue("en", GAME).text(preview) for preview in grid.previews.values()}
    assert said == {"10 points so far"}


@clause("INT-KNI-12")
def test_a_hint_marks_a_cell_and_the_sheet() -> None:
    play = Play(2, hints=True).begin().call(7)
    before = play.p.sheet(2).cells
    play.do("hint", 2)
    assert play.said == [("kni.hint", "INT-KNI-12")]
    assert (play.p.sheet(2).cells, play.p.sheet(2).helped) == (before, True)
    assert play.refused("hint", 2) == ("kni.why.hinted", "INT-KNI-12")
    assert play.p.sheet(1).helped is False
    grid = GAME.scene(play.p, None).sheets[2][0]
    assert isinstance(grid, Grid)
    assert len(grid.marked) == 1
    play.place(2, 1, 2).place(1, 1, 1).call(7).do("hint", 2)
    assert play.state == "place"


@clause("INT-KNI-12")
def test_a_helped_sheet_says_so_at_the_end_and_may_win() -> None:
    play = Play(2, hints=True).begin().call(TIM_CELLS[0]).do("hint", 1)
    play.place(1, 1, 1).place(2, 1, 1)
    play.fill([0, *TIM_CELLS[1:]])
    scene = GAME.scene(play.p, None)
    assert scene.marks == {1: "helped"}
    assert play.match.result is not None
    assert play.match.result.winners == (1, 2)


@clause("INT-KNI-12")
def test_without_the_option_there_are_no_hints() -> None:
    play = Play(2).begin().call(7)
    assert [option.verb for option in play.ask.options] == ["place"]
    assert play.refused("hint", 1)[0] == "refused.now"
