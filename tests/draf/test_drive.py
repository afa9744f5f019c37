"""Driving step by step: points, lane changes, what is refused, and the guard rail."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from tests.draf import BOTH, A, B, C, D, Play, Stage

FREE = {A: (2, 5), B: (1, 1), C: (3, 1)}


def driver(card: int, board: str = "device", **stage: object) -> Play:
    """Seat 1 drives first, alone ahead, with this card."""
    return Play(Stage(FREE, **stage), board).speeds(card, 9, 10)  # type: ignore[arg-type]


@pytest.mark.clause("DRF-DRV-1", "DRF-DRV-2")
@BOTH
def test_the_big_number_is_the_points_and_a_step_costs_one(board: str) -> None:
    play = driver(6, board)
    assert play.points == 6
    play.go("F")
    assert (play.points, play.places[A]) == (5, (2, 6))


@pytest.mark.clause("DRF-DRV-3")
@BOTH
def test_never_backward(board: str) -> None:
    assert driver(6, board).refused("back") == ("backward", "DRF-DRV-3")


@pytest.mark.clause("DRF-DRV-4")
@BOTH
def test_all_points_must_be_used(board: str) -> None:
    play = driver(4, board).go("F F")
    assert play.refused("halt") == ("points-left", "DRF-DRV-4")
    play.go("F")
    assert play.refused("halt")[1] == "DRF-DRV-4"
    play.go("F")
    assert (play.p.turn, play.places[A]) == (B, (2, 9))


@pytest.mark.clause("DRF-DRV-5", "DRF-COL-14", "DRF-TRK-4")
@BOTH
def test_points_lapse_with_a_car_but_not_with_truck_and_rail(board: str) -> None:
    play = driver(8, board, tiles={(2, 6): "truck"}).go("F")
    assert play.points == 7
    play.go("L F")
    play = Play(Stage({A: (1, 5), B: (1, 7), C: (3, 1)}), board).speeds(5, 9, 10).go("L")
    assert (play.points, play.announced["rail"]) == (4, "DRF-OFF-2")
    play.go("F")
    assert play.points == 3
    play.go("F")
    assert play.p.turn == B, "after hitting a car the drive is over"


@pytest.mark.clause("DRF-DRV-5", "INT-DRF-10")
@BOTH
def test_where_the_police_stops_a_car_the_rest_lapses(board: str) -> None:
    play = driver(4, board, tiles={(2, 8): "police"}).go("F F F")
    assert (play.places[A], play.p.turn) == ((2, 8), B)


@pytest.mark.clause("DRF-LC-1")
@BOTH
def test_a_lane_change_costs_two_points(board: str) -> None:
    play = driver(5, board).go("L F")
    assert (play.places[A], play.points) == ((1, 6), 3)


@pytest.mark.clause("DRF-LC-2")
@BOTH
def test_to_the_side_takes_two_points_and_then_it_goes_forward(board: str) -> None:
    play = driver(6, board).go("L")
    assert play.refused("left") == play.refused("right") == ("forward-due", "DRF-LC-2")
    play.go("F F F F")
    assert play.points == 1
    assert play.refused("left") == ("one-point", "DRF-LC-2")


@pytest.mark.clause("DRF-LC-3")
@BOTH
def test_one_lane_change_for_every_curve_symbol(board: str) -> None:
    play = driver(7, board).go("L F R F")
    assert play.refused("left") == ("no-curve", "DRF-LC-3")
    play = driver(8, board).go("L F")
    assert play.refused("right") == ("no-curve", "DRF-LC-3")
    cars = {A: (2, 12), B: (1, 8), C: (3, 8)}
    play = Play(Stage(cars), board).speeds(10, 2, 3).go("F F").go("F F F").lay()
    assert (play.p.turn, play.refused("left")) == (A, ("no-curve", "DRF-LC-3"))


@pytest.mark.clause("DRF-LC-4")
@BOTH
def test_lane_changes_may_follow_each_other(board: str) -> None:
    play = driver(7, board).go("L F R F")
    assert (play.points, play.places[A]) == (3, (2, 7))


@pytest.mark.clause("DRF-LC-5", "INT-DRF-8", "INT-DRF-12")
@BOTH
def test_after_a_jump_to_the_side_the_step_forward_is_still_due(board: str) -> None:
    play = driver(6, board, tiles={(1, 5): "ramp"}).go("L")
    assert (play.state, play.ask.clause) == ("drive", "DRF-LC-2")
    assert (play.places[A], play.p.now.due) == ((1, 7), True)
    assert play.refused("right") == ("forward-due", "DRF-LC-2")
    play.go("F")
    assert (play.places[A], play.p.now.due, play.points) == ((1, 8), False, 4)
    if board == "device":
        assert (play.state, play.ask.clause) == ("drive", "DRF-DRV-4")


@pytest.mark.clause("DRF-LC-5", "INT-DRF-8")
@BOTH
def test_after_water_or_a_truck_at_the_side_the_step_forward_is_still_due(board: str) -> None:
    play = driver(6, board, tiles={(3, 5): "water"}).go("R").slide("left")
    assert (play.places[A], play.points) == ((2, 5), 5)
    assert play.refused("left") == ("forward-due", "DRF-LC-2")
    play = driver(6, board, tiles={(3, 5): "truck"}).go("R")
    assert (play.places[A], play.points) == ((3, 5), 5)
    assert play.refused("left") == ("forward-due", "DRF-LC-2")


@pytest.mark.clause("DRF-LC-5", "INT-DRF-8")
@BOTH
def test_a_crash_to_the_side_drops_the_step_forward(board: str) -> None:
    play = Play(Stage({A: (3, 5), B: (2, 5), C: (1, 1)}), board).speeds(6, 9, 10).go("L")
    assert (play.places[A], play.places[B], play.p.turn) == ((2, 5), (1, 5), B)


@pytest.mark.clause("DRF-LC-6", "DRF-WAT-4")
@BOTH
def test_a_slide_is_no_lane_change(board: str) -> None:
    play = driver(6, board, tiles={(2, 6): "water"}).go("F").slide("left")
    assert (play.p.now.curves, play.points, play.p.now.due) == (2, 5, False)
    assert play.places[A] == (1, 6)


@pytest.mark.clause("DRF-OFF-1", "DRF-OFF-2", "DRF-OFF-3", "INT-DRF-17")
@BOTH
def test_into_the_rail_on_purpose(board: str) -> None:
    play = Play(Stage({A: (1, 1), B: (2, 1), C: (3, 1)}), board).speeds(5, 9, 10).go("L")
    assert (play.lost(A), play.places[A], play.points) == ([2], (1, 1), 4)
    assert (play.p.now.due, play.p.now.curves) == (True, 1)
    play.go("F")
    assert (play.places[A], play.points) == ((1, 2), 3)


@pytest.mark.clause("DRF-OFF-2")
@BOTH
def test_the_rail_on_the_right(board: str) -> None:
    play = Play(Stage({A: (3, 1), B: (2, 1), C: (1, 1)}), board).speeds(5, 9, 10).go("R")
    assert (play.lost(A), play.places[A]) == ([2], (3, 1))


@pytest.mark.clause("DRF-OFF-1", "DRF-OFF-4", "INT-DRF-16")
@BOTH
def test_where_nothing_is_built_yet_a_tile_is_drawn_and_acts(board: str) -> None:
    play = driver(6, board, long=5, box={"police": 40})
    play.blind = "police"
    play.go("F")
    assert (play.points, play.places[A]) == (3, (2, 6))
    assert play.announced["blind.drawn"] == "DRF-OFF-4"
    if play.p.modelled:
        assert play.p.road.tile((2, 6)) == "police"


@pytest.mark.clause("DRF-OFF-5", "INT-DRF-16")
def test_a_blind_tile_lies_where_the_car_comes_and_leaves_a_gap() -> None:
    stage = Stage({A: (2, 7), B: (1, 1), C: (3, 1), D: (4, 1)}, lengths=(4, 9, 9, 9),
                  hands={B: {"plain": 8}})  # fmt: skip
    play = Play(stage).speeds(4, 5, 6, 7).go("F L")
    assert (play.places[A], play.p.road.tile((1, 8))) == ((1, 8), "plain")
    play.go("F F")
    assert play.state == "lay"
    assert [row for lane, row in play.values("lay", "place") if lane == 1] == [5]


@pytest.mark.clause("DRF-OFF-6", "INT-DRF-18", "DRF-LANE-1")
@BOTH
def test_at_the_end_of_a_closed_lane_is_a_rail_and_one_drives_on(board: str) -> None:
    stage = Stage({A: (1, 9), B: (2, 6), C: (3, 6)}, lengths=(10, 30, 30, 30),
                  closed={1: 10}, out=[D])  # fmt: skip
    play = Play(stage, board).speeds(5, 9, 10)
    assert play.announced.get("warn.dead-end") == "DRF-OFF-6"
    play.go("F")
    assert play.places[A] == (1, 10)
    play.go("F")
    assert (play.places[A], play.lost(A), play.points, play.p.turn) == ((1, 10), [2], 3, A)
    play.go("R F")
    assert play.places[A] == (2, 11)


@pytest.mark.clause("DRF-OFF-7", "DRF-OFF-6", "DRF-END-1")
@BOTH
def test_a_closed_lane_that_is_built_to_the_edge_leads_off_the_table(board: str) -> None:
    """There is no rail, nor a warning of one."""
    cars = {A: (1, 38), B: (2, 36), C: (3, 36)}
    play = Play(Stage(cars, long=40, closed={1: 40}, out=[D]), board)
    assert "drf.warn.dead-end" not in [line.key for line in GAME.scene(play.p, None).lines]
    play.speeds(5, 9, 10)
    assert "warn.dead-end" not in play.announced
    play.go("F F").do("forward")
    if board == "table":
        play.do("off")
    assert play.match.result is not None
    assert (play.match.result.winners, play.lost(A)) == ((A,), [0])


@pytest.mark.clause("DRF-OFF-6", "INT-DRF-18")
@pytest.mark.parametrize("end", [30, 40])
def test_a_gap_of_a_closed_lane_is_warned_of_as_well(end: int) -> None:
    cars = {A: (1, 5), B: (2, 4), C: (3, 4)}
    stage = Stage(cars, {(1, 8): None}, lengths=(end, 40, 40, 40), closed={1: end}, out=[D])
    play = Play(stage).speeds(2, 9, 10)
    assert "warn.dead-end" not in play.announced, "two rows are left for two points"
    play = Play(stage).speeds(3, 9, 10)
    assert {r.key: r.args for r in play.rulings}["drf.warn.dead-end"] == {"n": 2}
    play.go("F F F")
    assert (play.places[A], play.lost(A)) == ((1, 7), [1])


@pytest.mark.clause("DRF-RAMP-5", "DRF-OFF-6", "DRF-OFF-7")
def test_on_the_table_the_players_say_what_is_behind_a_closed_lane_near_the_edge() -> None:
    cars = {A: (1, 37), B: (2, 36), C: (3, 36)}
    stage = Stage(cars, {(1, 38): "ramp"}, lengths=(38, 40, 40, 40), closed={1: 38}, out=[D])
    play = Play(stage, "table").speeds(5, 9, 10).do("forward").do("here", tile="ramp")
    assert play.state == "look"
    assert {"here", "off"} <= set(play.verbs)
    play.do("here", tile="unbuilt").settle()
    assert (play.places[A], play.lost(A), play.announced["dead-end"]) == ((1, 38), [2], "DRF-OFF-6")
    play = Play(stage, "table").speeds(5, 9, 10).do("forward").do("here", tile="ramp").do("off")
    assert play.match.result is not None
    assert (play.match.result.winners, play.match.result.clause) == ((A,), "DRF-END-2")


@pytest.mark.clause("DRF-LANE-1", "DRF-OFF-6")
def test_a_corrected_car_stands_on_road_so_its_closed_lane_does_not_end_behind_it() -> None:
    cars = {A: (2, 11), B: (3, 10), C: (4, 9)}
    play = Play(Stage(cars, closed={1: 10}, out=[D]), "table").speeds(5, 9, 10)
    play.do("correct", car=B, lane=1, row=12).go("L")
    assert (play.places[A], play.lost(A)) == ((1, 11), [0])


@pytest.mark.clause("DRF-OFF-6", "INT-DRF-18")
@BOTH
def test_whoever_drives_straight_into_the_rail_at_the_end_may_have_to_stop(board: str) -> None:
    stage = Stage({A: (1, 9), B: (2, 6), C: (3, 6)}, lengths=(10, 30, 30, 30),
                  closed={1: 10}, out=[D])  # fmt: skip
    play = Play(stage, board, closed_end="stop").speeds(5, 9, 10).go("F F")
    assert (play.places[A], play.lost(A), play.p.turn) == ((1, 10), [2], B)


@pytest.mark.clause("INT-DRF-18")
@BOTH
def test_or_a_blind_tile_is_laid_there(board: str) -> None:
    stage = Stage({A: (1, 9), B: (2, 6), C: (3, 6)}, lengths=(10, 30, 30, 30),
                  closed={1: 10}, out=[D])  # fmt: skip
    play = Play(stage, board, closed_end="blind_tile").speeds(5, 9, 10).go("F F")
    assert (play.places[A], play.points, play.lost(A)) == ((1, 11), 3, [0])


@pytest.mark.clause("DRF-OFF-6")
@BOTH
def test_a_gap_of_a_closed_lane_and_its_unbuilt_part_are_rails(board: str) -> None:
    for place, end in (((1, 8), 30), ((1, 30), 20)):
        cars = {A: (2, place[1]), B: (3, place[1] - 2), C: (3, place[1] - 3)}
        stage = Stage(cars, {place: None}, closed={1: end}, lengths=(end, 30, 30, 30), out=[D])
        play = Play(stage, board).speeds(5, 9, 10).go("L")
        assert (play.places[A], play.lost(A), play.points) == (cars[A], [2], 4)
        assert play.announced["rail"] == "DRF-OFF-2"
        assert play.refused("left") == ("forward-due", "DRF-LC-2")


@pytest.mark.clause("DRF-OFF-6", "DRF-COL-14", "DRF-DRV-5")
@BOTH
def test_sideways_off_a_road_whose_outer_lane_was_given_up_one_drives_on(board: str) -> None:
    cars = {A: (2, 25), B: (3, 24), C: (4, 23)}
    stage = Stage(cars, closed={1: 20}, lengths=(20, 40, 40, 40), out=[D])
    play = Play(stage, board).speeds(7, 9, 10).go("L")
    assert (play.places[A], play.lost(A), play.points) == ((2, 25), [3], 6)
    play.go("F F F F F F")
    assert (play.places[A], play.lost(A)) == ((2, 31), [3])
