"""Sheets on paper: a line in the middle of the game, and the count at the end."""

from __future__ import annotations

import pytest

from referee.games.knister import GAME
from referee.kernel.game import Result
from referee.kernel.scene import Grid, Table
from referee.kernel.text import Text
from referee.table.catalogue import Catalogue
from tests.knister import BEST, TIM_CELLS, TIM_POINTS, Play

clause = pytest.mark.clause


def played(seats: int = 2) -> Play:
    """On paper, up to the count."""
    return Play(seats, sheets="paper").begin().fill(TIM_CELLS)


def result(play: Play) -> Result:
    assert play.match.result is not None
    return play.match.result


@clause("KNI-RND-9", "KNI-END-2", "KNI-COMP-6", "INT-KNI-11")
def test_a_sheet_is_entered_and_every_line_is_scored() -> None:
    play = played().enter(2, TIM_CELLS)
    assert play.said == [("kni.total", "KNI-END-2")]
    assert play.rulings[0].args is not None
    assert play.rulings[0].args["n"] == 53
    page = GAME.scene(play.p, None).player_pages["sheet"][2]
    grid, table = page[0], page[-1]
    assert isinstance(grid, Grid)
    assert isinstance(table, Table)
    assert grid.corners == ("6", "16")
    assert grid.above == ("1", "0", "3", "8", "1")
    assert grid.right == ("0", "8", "6", "1", "3")
    assert [row[2] for row in table.rows] == [*map(str, TIM_POINTS[:10]), "2x3", "2x8"]
    words = Catalogue("en", GAME)
    assert [words.text(row[1]) for row in table.rows if isinstance(row[1], Text)] == [
        "no combination", "Full house", "Four of a kind", "Pair", "Three of a kind",
        "Pair", "no combination", "Two pairs", "Straight with 7", "Pair",
        "Three of a kind", "Straight with 7",
    ]  # fmt: skip


@clause("KNI-RND-6")
def test_a_number_that_was_never_called_is_refused() -> None:
    play = played().do("sheet", seat=1)
    for number in (2, 12):
        assert play.refused("number", number=number) == ("kni.why.never-called", "KNI-RND-6")
    assert play.refused("number", number=13)[0] == "refused.args"


@clause("KNI-RND-4")
def test_a_number_that_stands_too_often_is_refused() -> None:
    play = played().do("sheet", seat=1)
    for _ in range(3):
        play.do("number", number=3)
    assert play.refused("number", number=3) == ("kni.why.too-often", "KNI-RND-4")
    assert play.do("number", number=4).p.left()[4] == 0


@clause("KNI-END-2")
def test_the_same_numbers_elsewhere_are_another_sheet() -> None:
    play = played().enter(1, sorted(TIM_CELLS)).enter(2, TIM_CELLS)
    assert play.match.over
    assert play.p.total(1) != play.p.total(2) == 53


@clause("KNI-END-2")
def test_an_entry_of_a_sheet_may_be_broken_off() -> None:
    play = played().do("sheet", seat=1).do("number", number=7).do("cancel")
    assert (play.state, play.p.uncounted) == ("count", [1, 2])
    assert play.p.sheet(1).cells == [0] * 25


@clause("KNI-END-2", "INT-KNI-11")
def test_a_player_may_count_himself() -> None:
    play = played().do("total", seat=2, points=47)
    assert play.refused("total", seat=2, points=48) == ("kni.why.counted", "KNI-END-2")
    assert play.refused("sheet", seat=2) == ("kni.why.counted", "KNI-END-2")
    assert play.refused("total", seat=1, points=169)[0] == "refused.args"
    assert result(play.do("total", seat=1, points=168)).winners == (1,)


@clause("KNI-END-3")
def test_the_highest_total_wins() -> None:
    play = played(3)
    for seat, points in ((1, 53), (2, 47), (3, 50)):
        play.do("total", seat=seat, points=points)
    found = result(play)
    assert (found.winners, found.clause) == ((1,), "KNI-END-3")
    assert found.ranking == ((1,), (3,), (2,))
    assert found.scores == {"1": 53, "2": 47, "3": 50}


@clause("KNI-END-4", "INT-KNI-7")
def test_a_tie_is_shared() -> None:
    play = played(3)
    for seat, points in ((1, 53), (2, 40), (3, 53)):
        play.do("total", seat=seat, points=points)
    found = result(play)
    assert (found.winners, found.clause) == ((1, 3), "KNI-END-4")
    assert found.ranking == ((1, 3), (2,))


@clause("INT-KNI-13")
def test_without_all_totals_nobody_is_named() -> None:
    found = result(played(3).do("total", seat=2, points=60).do("finish"))
    assert (found.winners, found.ranking, found.clause) == ((), ((2,),), "INT-KNI-13")
    assert found.reason.key == "kni.end.uncounted"
    assert result(played(1).do("finish")).reason.key == "kni.end.uncounted"


@clause("KNI-SOLO-2", "INT-KNI-10")
@pytest.mark.parametrize(
    ("points", "rating"),
    [(50, "none"), (51, "good"), (80, "good"), (81, "super"), (100, "super"), (101, "spectacular")],
)
def test_a_solo_result_is_rated(points: int, rating: str) -> None:
    found = result(played(1).do("total", seat=1, points=points))
    assert (found.winners, found.clause) == ((), "KNI-SOLO-2")
    assert found.reason == Text(f"kni.end.{rating}", {"n": points})


@clause("INT-KNI-14")
def test_a_match_that_is_given_up_has_no_winner() -> None:
    play = Play(2).begin()
    play.match.abandon()
    found = result(play)
    assert (found.winners, found.clause) == ((), "INT-KNI-14")


# -- a line in the middle of the game ----------------------------------------------------------


@clause("KNI-SCORE-16", "KNI-SCORE-13")
def test_a_line_on_paper_is_scored_on_request() -> None:
    play = Play(3, sheets="paper").begin().fill([3, 7, 3, 7, 7])
    play.do("line")
    for number in (3, 7, 3, 7, 7):
        play.do("number", number=number)
    assert play.said == [("kni.checked", "KNI-SCORE-7")]
    assert play.rulings[0].args is not None
    assert play.rulings[0].args["double"] == 16
    assert (play.state, play.p.round, play.p.checked) == ("roll", 5, [])


@clause("KNI-SCORE-16")
def test_no_line_is_full_before_round_five() -> None:
    play = Play(3, sheets="paper").begin().fill([3, 7, 3, 7])
    assert play.refused("line")[0] == "refused.now"


@clause("KNI-RND-6", "KNI-RND-4")
def test_a_line_has_called_numbers_only() -> None:
    play = Play(3, sheets="paper").begin().fill([3, 7, 3, 7, 8]).do("line")
    assert play.refused("number", number=5) == ("kni.why.never-called", "KNI-RND-6")
    play.do("number", number=8)
    assert play.refused("number", number=8) == ("kni.why.too-often", "KNI-RND-4")
    assert play.do("cancel").state == "roll"


def test_undo_leads_from_the_end_back_into_the_last_sheet() -> None:
    play = played().enter(2, TIM_CELLS).enter(1, sorted(TIM_CELLS))
    assert play.match.over
    play.match.undo()
    assert (play.state, play.p.empty(1)) == ("sheet", 1)
    play.do("number", number=max(TIM_CELLS))
    assert play.match.over


def test_the_best_sheet_is_not_refused() -> None:
    play = Play(1, sheets="paper").fill(BEST).enter(1, BEST)
    assert result(play).reason == Text("kni.end.spectacular", {"n": 168})
