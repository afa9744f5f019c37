"""The printed examples, both ways: what the booklet says comes of them comes of them."""

from __future__ import annotations

import pytest

from tests.draf import BOTH, A, B, C, D, E, Play, Stage


@pytest.mark.clause("DRF-EX-1", "DRF-SPD-1", "DRF-SPD-2")
@BOTH
def test_the_second_may_not_take_seven_and_the_third_neither_seven_nor_five(board: str) -> None:
    play = Play(Stage({A: (1, 1), B: (2, 1), C: (3, 1)}), board)
    assert sorted(play.values("play", "card")) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    play.do("play", card=7)
    assert sorted(play.values("play", "card")) == [2, 3, 4, 5, 6, 8, 9, 10]
    assert play.refused("play", card=7) == ("taken", "DRF-SPD-2")
    play.do("play", card=5)
    assert sorted(play.values("play", "card")) == [2, 3, 4, 6, 8, 9, 10]


@pytest.mark.clause("DRF-EX-2", "DRF-LC-1", "DRF-LC-3", "DRF-DRV-2", "UNK-DRF-2", "UNK-DRF-5")
@BOTH
def test_herman_drives_his_seven_with_two_lane_changes(board: str) -> None:
    play = Play(Stage({A: (3, 1), B: (1, 1), C: (2, 1)}), board).speeds(7, 8, 9)
    assert (play.points, play.p.now.curves) == (7, 2)
    play.go("F F L F F L")
    assert (play.points, play.p.now.curves, play.places[A]) == (1, 0, (1, 5))
    play.go("F")
    assert (play.p.driver(A).place, play.p.turn) == ((1, 6), B)


@pytest.mark.clause("DRF-EX-3", "DRF-RAMP-1", "DRF-RAMP-2", "DRF-RAMP-3", "DRF-LC-1")
@BOTH
def test_a_jumps_over_c_with_his_four(board: str) -> None:
    stage = Stage({A: (1, 10), B: (3, 10), C: (2, 13)}, {(2, 12): "ramp", (2, 13): "police"})
    play = Play(stage, board).speeds(4, 6, 9).go("F R F")
    assert play.places == {A: (2, 14), B: (3, 10), C: (2, 13)}
    assert play.points == 1
    play.go("F")
    assert play.places == {A: (2, 15), B: (3, 10), C: (2, 13)}
    assert (play.p.turn, play.lost(A, B, C)) == (B, [0, 0, 0])


WET = Stage({A: (1, 12), B: (3, 10), C: (2, 13), D: (4, 12)}, {(3, 11): "police", (3, 13): "water"})


@pytest.mark.clause("DRF-EX-4", "DRF-POL-1", "DRF-SPC-2", "DRF-WAT-1", "DRF-WAT-2")
@BOTH
def test_b_pays_the_police_and_comes_to_the_water_with_one_point(board: str) -> None:
    play = Play(WET, board).speeds(9, 6, 10, 8).go("F")
    assert (play.places[B], play.points) == ((3, 11), 3)
    play.go("F F")
    assert (play.state, play.ask.seats, play.p.now.points) == ("water", (A,), 1)


@pytest.mark.clause("DRF-EX-4", "DRF-WAT-6", "DRF-COL-12")
@BOTH
def test_b_sent_left_runs_into_c(board: str) -> None:
    play = Play(WET, board).speeds(9, 6, 10, 8).go("F F F").slide("left")
    assert (play.places[B], play.places[C]) == ((2, 13), (1, 13))
    assert play.lost(A, B, C, D) == [0, 2, 1, 0]
    assert play.p.turn == D


@pytest.mark.clause("DRF-EX-4", "DRF-WAT-4")
@BOTH
def test_b_sent_right_drives_one_more_step(board: str) -> None:
    play = Play(WET, board).speeds(9, 6, 10, 8).go("F F F").slide("right")
    assert (play.places[B], play.points, play.p.turn) == ((4, 13), 1, B)
    play.go("F")
    assert (play.places[B], play.p.turn) == ((4, 14), D)
    assert play.lost(A, B, C, D) == [0, 0, 0, 0]


@pytest.mark.clause("DRF-EX-5", "DRF-COL-6", "DRF-COL-7", "DRF-COL-13", "INT-DRF-23", "UNK-DRF-1")
@BOTH
def test_the_complicated_collision_of_d_a_and_c(board: str) -> None:
    cars = {A: (2, 10), B: (3, 4), C: (1, 12), D: (3, 10)}
    play = Play(Stage(cars, {(1, 10): "ramp"}), board).speeds(10, 6, 7, 5)
    assert play.p.turn == D
    play.go("L")
    assert play.places == {A: (1, 12), B: (3, 4), C: (1, 13), D: (2, 10)}
    assert play.lost(D, A, C, B) == [2, 5, 1, 0]
    assert play.p.turn == B
    play.go("F F F F F F").go("F F F F F F F").lay()
    assert (play.p.turn, play.points) == (A, 10)
    assert play.places[A] == (1, 12)


@pytest.mark.clause("DRF-EX-5", "DRF-COL-18")
@BOTH
def test_the_losses_of_the_example_come_in_the_printed_order(board: str) -> None:
    cars = {A: (2, 10), B: (3, 4), C: (1, 12), D: (3, 10)}
    play = Play(Stage(cars, {(1, 10): "ramp"}), board).speeds(10, 6, 7, 5).go("L")
    order = [r.seat for r in play.rulings if r.key == "drf.lost.cards"]
    assert order == [D, A, A, C]


FIGURE = Stage(
    {A: (1, 7), B: (2, 7), C: (3, 5), D: (4, 7), E: (5, 7)},
    {(4, 12): "plain"},
    lengths=(14, 10, 6, 7, 9),
    hands={C: {"plain": 8}},
)


@pytest.mark.clause("DRF-EX-6", "DRF-LAY-2", "DRF-LAY-4", "DRF-LAY-7", "DRF-LAY-9")
def test_the_laying_figure_from_a_to_h() -> None:
    play = Play(FIGURE).speeds(10, 9, 2, 8, 7, lay=True)
    b, c, e, f1, h = [1, 15], [2, 11], [3, 7], [4, 8], [5, 10]
    assert sorted(play.values("lay", "place")) == [c, e, f1, h]
    assert play.refused("lay", tile="plain", place=b) == ("too-far", "DRF-LAY-4")
    for row in (9, 10, 11, 13):  # F2, F3, F4, G
        assert play.refused("lay", tile="plain", place=[4, row]) == ("gap", "DRF-LAY-9")
    for wrong in ([0, 10], [6, 10], [2, 12]):  # A, D
        assert play.refused("lay", tile="plain", place=wrong) == ("first-place", "DRF-LAY-2")
    play.do("lay", tile="plain", place=e)
    assert b in play.values("lay", "place")
    for row in (8, 9, 10, 11):
        assert [4, row] in play.values("lay", "place")
        assert [4, 13] not in play.values("lay", "place")
        play.do("lay", tile="plain", place=[4, row])
    assert [4, 13] in play.values("lay", "place")
