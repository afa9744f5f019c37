"""The worked examples of the rules: Sarah, Tim and Linus."""

from __future__ import annotations

import pytest

from referee.games.knister import GAME, scoring
from referee.games.knister.numbers import Numbers
from referee.kernel.scene import Grid, Table
from tests.knister import TIM_CELLS, TIM_POINTS, Play

clause = pytest.mark.clause

SARAH, TIM, LINUS = 1, 2, 3

#: Tim's cells after nine rounds (KNI-EX-2).
NINE = [3, 5, 6, 7, 8, 9, 16, 20, 21]


@clause("KNI-EX-1", "KNI-RND-3", "KNI-RND-5", "KNI-RND-6", "UNK-KNI-2")
@pytest.mark.parametrize("row", range(1, 6))
def test_everybody_enters_sarahs_8_where_he_likes(row: int) -> None:
    play = Play(3).begin(SARAH).call(3 + 5)
    assert GAME.scene(play.p, None).big == "8"
    play.place(SARAH, 3, 3).place(TIM, 5, 1).place(LINUS, row, 5)
    found = [{cell: n for cell, n in enumerate(s.cells) if n} for s in play.p.sheets]
    assert found == [{12: 8}, {20: 8}, {5 * row - 1: 8}]
    assert play.roller == TIM


@clause("KNI-EX-2", "KNI-SCORE-16", "INT-KNI-8", "UNK-KNI-3")
def test_tim_after_nine_rounds() -> None:
    play = Play(1).fill(TIM_CELLS, NINE)
    assert play.p.round == 9
    cells = play.p.sheets[0].cells
    assert [(*scoring.place(cell), n) for cell, n in enumerate(cells) if n] == [
        (1, 4, 9), (2, 1, 3), (2, 2, 7), (2, 3, 3), (2, 4, 7), (2, 5, 7), (4, 2, 9), (5, 1, 8),
        (5, 2, 11),
    ]  # fmt: skip
    full = [found for found in scoring.scores(cells, play.p.numbers) if found]
    assert [(f.line.kind, f.line.number, f.combination, f.points) for f in full] == [
        ("row", 2, "full_house", 8)
    ]


@clause("KNI-EX-3", "KNI-END-2", "KNI-SCORE-13", "KNI-SCORE-14", "KNI-COMP-6")
def test_tims_final_sheet_brings_53() -> None:
    play = Play(3).begin().fill(TIM_CELLS)
    found = scoring.scores(play.p.sheet(TIM).cells, Numbers.of(GAME.components()))
    assert [line.points if line else None for line in found] == TIM_POINTS
    assert play.match.result is not None
    assert play.match.result.scores == {"1": 53, "2": 53, "3": 53}
    page = GAME.scene(play.p, None).player_pages["sheet"][TIM]
    grid, table = page[0], page[-1]
    assert isinstance(grid, Grid)
    assert isinstance(table, Table)
    top = [grid.corners[0], *grid.above, grid.corners[1]]
    assert top == ["6", "1", "0", "3", "8", "1", "16"]
    assert grid.right == ("0", "8", "6", "1", "3")
    assert sum(row[2] == "0" for row in table.rows) == 2
    assert (sum(TIM_POINTS[:5]), sum(TIM_POINTS[5:10]), sum(TIM_POINTS[10:])) == (18, 13, 22)
