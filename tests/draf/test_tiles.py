"""Special tiles: what they do to the driver, to a pushed car, and one after the other."""

from __future__ import annotations

import pytest

from referee.games.draf.position import Place
from tests.draf import BOTH, A, B, C, D, Play, Stage

Tiles = dict[Place, str | None]


def race(tiles: Tiles, board: str = "device", card: int = 5, **stage: object) -> Play:
    """Seat 1 drives first from (2,5) of three lanes, two others far behind."""
    cars = {A: (2, 5), B: (1, 1), C: (3, 1)}
    return Play(Stage(cars, tiles, **stage), board).speeds(card, 9, 10)  # type: ignore[arg-type]


def pushed(tiles: Tiles, board: str, **stage: object) -> Play:
    """Seat 1 (card 5) pushes seat 2 (card 10) from (2,6) forward to (2,7)."""
    cars = {A: (2, 5), B: (2, 6), C: (3, 1)}
    play = Play(Stage(cars, tiles, **stage), board).speeds(5, 10, 9)  # type: ignore[arg-type]
    return play.go("F")


# -- in general ------------------------------------------------------------------------------


@pytest.mark.clause("DRF-SPC-1")
@BOTH
def test_plain_tiles_do_nothing(board: str) -> None:
    play = race({}, board).go("F F F")
    assert (play.points, play.announced) == (2, {})


@pytest.mark.clause("DRF-SPC-2", "INT-DRF-11")
@BOTH
def test_tiles_act_in_passing_but_not_on_who_starts_there(board: str) -> None:
    play = race({(2, 5): "ramp", (2, 6): "police"}, board, card=6).go("F")
    assert (play.places[A], play.points) == ((2, 6), 3)


@pytest.mark.clause("DRF-SPC-3", "DRF-RAMP-7")
@BOTH
def test_chains_of_tiles_are_followed_to_the_end(board: str) -> None:
    tiles: Tiles = {(2, 6): "ramp", (2, 8): "ramp", (2, 10): "water", (1, 10): "caltrops"}
    play = race(tiles, board).go("F")
    assert (play.state, play.p.driver(A).place) == ("water", (2, 10))
    play.slide("left")
    assert (play.places[A], play.lost(A), play.points) == ((1, 10), [1], 4)


@pytest.mark.clause("DRF-SPC-4", "INT-DRF-26")
@BOTH
def test_a_tile_acts_on_a_car_once_in_a_step(board: str) -> None:
    play = race({(2, 6): "water", (3, 6): "water"}, board).go("F")
    play.slide("right").slide("left")
    assert (play.places[A], play.points) == ((2, 6), 4)
    assert play.driving


@pytest.mark.clause("DRF-SPC-2", "DRF-SPC-4")
@BOTH
def test_in_the_next_step_it_acts_again(board: str) -> None:
    play = race({(2, 6): "water"}, board).go("F").slide("right").go("L")
    assert (play.state, play.p.driver(A).place) == ("water", (2, 6))


# -- police ----------------------------------------------------------------------------------


@pytest.mark.clause("DRF-POL-1", "DRF-POL-2", "INT-DRF-10")
@pytest.mark.parametrize(("steps", "left"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0), (5, 0)])
@BOTH
def test_the_police_cost_three_points_in_all(board: str, steps: int, left: int) -> None:
    play = race({(2, 6 + steps): "police"}, board, card=6).go("F " * steps)
    assert play.points == 6 - steps
    play.go("F")
    assert play.p.driver(A).place == (2, 6 + steps)
    assert (play.p.turn, play.lay().points) == ((A, left) if left else (B, 9))
    clause = "DRF-POL-1" if steps < 4 else "DRF-POL-2"
    told = "points" if left else "last" if steps < 4 else "stop"
    assert play.announced[f"police.{told}"] == clause


@pytest.mark.clause("DRF-POL-3", "INT-DRF-8", "INT-DRF-9")
@pytest.mark.parametrize(("before", "left"), [(4, 1), (3, 0), (2, 0)])
@BOTH
def test_the_police_at_the_side(board: str, before: int, left: int) -> None:
    """With exactly 3 points where the device does not see them, or where that was agreed."""
    row = 5 + 6 - before
    stage = Stage({A: (2, 5), B: (1, 1), C: (3, 1)}, {(3, row): "police"})
    play = Play(stage, board, police_aside=True).speeds(6, 9, 10)
    play.go("F " * (6 - before)).go("R")
    assert play.places[A] == (3, row)
    assert (play.p.turn == A) == bool(left)
    if left:
        assert (play.points, play.p.now.due) == (1, True)


@pytest.mark.clause("DRF-LC-1", "DRF-LC-2", "DRF-POL-3", "INT-DRF-8")
def test_no_lane_change_onto_police_that_leave_no_point_for_the_step_forward() -> None:
    """Exactly 3 points: whoever has fewer is stopped by the police, whoever has more drives on."""
    tiles = {(3, row): "police" for row in range(5, 12)}
    play = race(tiles, card=6).go("F F F")
    assert play.refused("right") == ("police-aside", "DRF-POL-3")
    assert "left" in play.verbs
    assert "right" in play.go("F").verbs
    cars = {A: (2, 5), B: (3, 8), C: (1, 1)}
    play = Play(Stage(cars, {(3, 8): "police"})).speeds(6, 9, 10).go("F F F")
    assert play.go("R").announced["crash"] == "DRF-COL-1", "a collision stops it in any case"


@pytest.mark.clause("DRF-POL-3", "INT-DRF-8", "DRF-OFF-4")
def test_police_that_turn_up_blind_at_the_side_stop_a_car_with_three_points() -> None:
    cars = {A: (2, 5), B: (1, 5), C: (3, 4)}
    stage = Stage(cars, lengths=(30, 30, 7), box={"police": 40})
    play = Play(stage).speeds(6, 9, 10).go("F F F R")
    assert (play.places[A], play.p.turn) == ((3, 8), B)
    assert play.announced["police.last"] == "DRF-POL-1"


@pytest.mark.clause("DRF-POL-4", "INT-DRF-9")
@BOTH
def test_landing_on_the_police_costs_two_points_more(board: str) -> None:
    play = race({(2, 6): "ramp", (2, 8): "police"}, board, card=4).go("F")
    assert (play.points, play.announced["police.points"]) == (1, "DRF-POL-4")
    play = race({(2, 8): "ramp", (2, 10): "police"}, board, card=4).go("F F F")
    assert (play.p.driver(A).place, play.p.turn) == ((2, 10), B)


@pytest.mark.clause("DRF-POL-5", "DRF-COL-6", "INT-DRF-9")
@BOTH
def test_the_police_let_a_pushed_car_be(board: str) -> None:
    play = pushed({(2, 7): "police"}, board)
    assert (play.lost(A, B), play.announced["police.nothing"]) == ([2, 1], "DRF-POL-5")
    play.lay().go("F " * 9).lay()
    assert (play.p.turn, play.points) == (B, 10)


@pytest.mark.clause("DRF-POL-5", "DRF-COL-11")
@BOTH
def test_the_police_let_a_stopped_driver_be(board: str) -> None:
    play = pushed({(2, 6): "police"}, board)
    assert (play.p.driver(A).place, play.announced["police.nothing"]) == ((2, 6), "DRF-POL-5")


# -- ramp ------------------------------------------------------------------------------------


@pytest.mark.clause("DRF-RAMP-1", "DRF-RAMP-2", "DRF-RAMP-6", "INT-DRF-11")
@BOTH
def test_a_ramp_carries_two_rows_forward_for_nothing(board: str) -> None:
    play = race({(2, 6): "ramp"}, board).go("F")
    assert (play.p.driver(A).place, play.points, play.announced["ramp"]) == (
        (2, 8),
        4,
        "DRF-RAMP-1",
    )


@pytest.mark.clause("DRF-RAMP-3")
@BOTH
def test_what_is_jumped_over_has_no_effect(board: str) -> None:
    play = Play(Stage({A: (2, 5), B: (2, 7), C: (3, 1)}, {(2, 6): "ramp", (2, 7): "truck"}), board)
    play.speeds(5, 9, 10).go("F")
    assert (play.places[A], play.places[B], play.lost(A, B)) == ((2, 8), (2, 7), [0, 0])


@pytest.mark.clause("DRF-RAMP-4", "INT-DRF-11")
@BOTH
def test_landing_on_a_car_is_a_collision_forward(board: str) -> None:
    play = Play(Stage({A: (2, 5), B: (2, 8), C: (3, 4)}, {(2, 6): "ramp"}), board)
    play.speeds(5, 9, 10).go("F")
    assert (play.places[A], play.places[B], play.lost(A, B)) == ((2, 8), (2, 9), [2, 1])


@pytest.mark.clause("DRF-RAMP-4", "DRF-LAY-9", "DRF-OFF-5")
def test_landing_where_nothing_is_built_leaves_a_gap() -> None:
    cars = {A: (1, 3), B: (2, 1), C: (3, 1)}
    stage = Stage(cars, {(1, 4): "ramp"}, lengths=(4, 9, 9), hands={B: {"plain": 8}})
    play = Play(stage).speeds(2, 3, 4).go("F F")
    assert play.places[A] == (1, 7)
    assert [row for lane, row in play.values("lay", "place") if lane == 1] == [5]


@pytest.mark.clause("DRF-RAMP-4", "DRF-OFF-6")
@BOTH
def test_a_ramp_at_the_end_of_a_closed_lane_carries_nobody(board: str) -> None:
    cars = {A: (1, 9), B: (2, 6), C: (3, 6)}
    stage = Stage(cars, {(1, 10): "ramp"}, lengths=(10, 30, 30, 30), closed={1: 10}, out=[D])
    play = Play(stage, board).speeds(5, 9, 10).go("F")
    assert (play.places[A], play.lost(A), play.p.turn, play.points) == ((1, 10), [2], A, 4)


@pytest.mark.clause("DRF-RAMP-5", "DRF-END-2", "INT-DRF-25")
@pytest.mark.parametrize("row", [39, 40])
def test_a_ramp_in_the_last_two_rows_wins(row: int) -> None:
    cars = {A: (2, row - 1), B: (1, row - 2), C: (3, row - 2)}
    play = Play(Stage(cars, {(2, row): "ramp"}, long=40)).speeds(5, 9, 10).go("F")
    assert play.match.result is not None
    assert (play.match.result.winners, play.match.result.clause) == ((A,), "DRF-END-2")
    assert play.announced["won.flown"] == "DRF-END-2"


@pytest.mark.clause("DRF-RAMP-7")
@BOTH
def test_a_ramp_onto_a_ramp(board: str) -> None:
    play = race({(2, 6): "ramp", (2, 8): "ramp"}, board).go("F")
    assert (play.places[A], play.points) == ((2, 10), 4)


# -- water -----------------------------------------------------------------------------------


@pytest.mark.clause("DRF-WAT-1", "DRF-WAT-4")
@pytest.mark.parametrize(("side", "lane"), [("left", 1), ("right", 3)])
@BOTH
def test_water_sends_one_lane_to_the_side(board: str, side: str, lane: int) -> None:
    play = race({(2, 6): "water"}, board).go("F")
    assert play.refused("forward")[1] in ("DRF-WAT-1", "DRF-WAT-2")
    play.slide(side)
    assert (play.places[A], play.points, play.p.now.curves) == ((lane, 6), 4, 2)


@pytest.mark.clause("DRF-WAT-2")
@BOTH
def test_the_right_neighbour_chooses(board: str) -> None:
    cars = {A: (1, 1), B: (3, 1), C: (2, 5), D: (4, 1)}
    play = Play(Stage(cars, {(2, 6): "water"}), board).speeds(8, 9, 5, 10).go("F")
    assert play.ask.seats == (B,)


@pytest.mark.clause("DRF-WAT-3", "INT-DRF-32")
@BOTH
def test_without_that_neighbour_the_next_one_to_the_right(board: str) -> None:
    cars = {A: (1, 4), C: (2, 5), D: (4, 4)}
    stage = Stage(cars, {(2, 6): "water"}, out=[B], closed={3: 30})
    play = Play(stage, board).speeds(8, 5, 10).go("F")
    assert play.ask.seats == (A,)


@pytest.mark.clause("DRF-WAT-5")
@BOTH
def test_outward_in_the_outermost_lane_is_the_rail(board: str) -> None:
    cars = {A: (1, 1), B: (2, 1), C: (3, 1)}
    play = Play(Stage(cars, {(1, 2): "water"}), board).speeds(5, 9, 10).go("F").slide("left")
    assert (play.lost(A), play.places[A], play.points) == ([2], (1, 2), 4)
    assert play.announced["rail"] == "DRF-WAT-5"


@pytest.mark.clause("DRF-WAT-6", "DRF-OFF-6")
@BOTH
def test_the_tile_beside_is_an_arrival(board: str) -> None:
    play = race({(2, 6): "water", (3, 6): "caltrops"}, board).go("F").slide("right")
    assert (play.places[A], play.lost(A)) == ((3, 6), [1])
    play = race({(2, 6): "water"}, board, lengths=(5, 30, 30)).go("F").slide("left")
    assert (play.places[A], play.announced["blind.drawn"]) == ((1, 6), "DRF-OFF-4")
    cars = {A: (2, 5), B: (3, 4), C: (4, 4)}
    stage = Stage(cars, {(2, 6): "water"}, lengths=(5, 30, 30, 30), closed={1: 5}, out=[D])
    play = Play(stage, board).speeds(5, 9, 10).go("F").slide("left")
    assert (play.places[A], play.lost(A), play.announced["rail"]) == ((2, 6), [2], "DRF-WAT-5")
    assert (play.p.turn, play.points) == (A, 4), "one drives on as usual"


# -- caltrops and truck ----------------------------------------------------------------------


@pytest.mark.clause("DRF-CAL-1", "INT-DRF-13")
@BOTH
def test_caltrops_cost_one_card_and_stay(board: str) -> None:
    play = race({(2, 6): "caltrops"}, board).go("F")
    assert (play.lost(A), play.points) == ([1], 4)
    if play.p.modelled:
        assert play.p.road.tile((2, 6)) == "caltrops"


@pytest.mark.clause("DRF-TRK-1", "DRF-TRK-2", "DRF-TRK-4", "DRF-COL-14")
@BOTH
def test_a_truck_costs_the_own_triangles_and_one_drives_on(board: str) -> None:
    play = race({(2, 6): "truck"}, board, card=8).go("F")
    said = "truck-gone" if play.p.modelled else "truck"  # nobody lays a tile in the device
    assert (play.lost(A), play.points, play.announced[said]) == ([3], 7, "DRF-TRK-2")


@pytest.mark.clause("DRF-TRK-2", "DRF-TRK-3", "INT-DRF-13")
def test_the_truck_is_gone_for_good_and_the_box_gives_the_tile() -> None:
    cars = {A: (2, 5), B: (2, 4), C: (3, 4)}
    stage = Stage(cars, {(2, 6): "truck"}, hands={A: {"water": 8}}, long=20)
    play = Play(stage).speeds(2, 9, 10, lay=True)
    for row in range(21, 27):
        play.do("lay", tile="water", place=[1, row])
    before = play.p.road.box["plain"]
    play.go("F")
    assert play.p.road.tile((2, 6)) == "plain"
    assert (play.p.road.box["plain"], play.p.mover.tiles) == (before - 1, {"water": 2})


@pytest.mark.clause("DRF-TRK-3")
def test_without_a_plain_tile_left_the_truck_counts_as_plain() -> None:
    play = race({(2, 6): "truck"}, "device", box={"water": 40}).go("F")
    assert (play.lost(A), play.p.road.tile((2, 6))) == ([2], "wreck")
    cars = {A: (2, 5), B: (2, 4), C: (3, 4)}
    play = Play(Stage(cars, {(2, 6): "truck"}, box={"water": 40})).speeds(3, 4, 10)
    play.go("F L F").go("F F F F")
    assert (play.places[B], play.lost(A, B)) == ((2, 8), [1, 0])


# -- road service ----------------------------------------------------------------------------


@pytest.mark.clause("DRF-SVC-1", "INT-DRF-14")
@BOTH
def test_road_service_gives_any_lost_card_back(board: str) -> None:
    cards = {A: [2, 4, 5, 6, 7, 8, 10]}
    play = race({(2, 6): "service"}, board, cards=cards).go("F")
    assert (play.ask.seats, play.values("regain", "card")) == ((A,), [9, 3])
    assert play.refused("regain", card=8) == ("not-lost", "DRF-SVC-1")
    play.do("regain", card=9)
    assert (play.p.driver(A).hand[-2:], play.p.driver(A).lost) == ([9, 10], [3])
    assert play.points == 4


@pytest.mark.clause("DRF-SVC-1")
@BOTH
def test_road_service_may_be_declined(board: str) -> None:
    play = race({(2, 6): "service"}, board, cards={A: [5, 6]}).go("F").do("leave")
    assert (play.state, play.lost(A)) == ("drive", [0])


@pytest.mark.clause("DRF-SVC-2")
@BOTH
def test_nothing_lost_nothing_asked(board: str) -> None:
    assert race({(2, 6): "service"}, board).go("F").driving


@pytest.mark.clause("DRF-SVC-2", "DRF-CARD-5", "INT-DRF-14")
@BOTH
def test_even_the_played_card_lost_this_turn_comes_back(board: str) -> None:
    tiles: Tiles = {(2, 6): "caltrops", (2, 7): "service"}
    play = race(tiles, board, cards={A: [5]}).go("F")
    assert not play.p.driver(A).has_card
    play.go("F").do("regain", card=5)
    assert play.p.driver(A).has_card
    assert (play.p.driver(A).hand, play.points) == ([], 3), "it is still the card being played"


@pytest.mark.clause("DRF-CARD-2", "DRF-SVC-2")
@BOTH
def test_a_played_card_that_came_back_goes_last_again(board: str) -> None:
    tiles: Tiles = {(2, 6): "truck", (2, 7): "service", (2, 8): "service", (2, 9): "caltrops"}
    play = race(tiles, board, cards={A: [3, 5]}).go("F F").do("regain", card=5)
    play.go("F").do("regain", card=3).go("F")
    driver = play.p.driver(A)
    assert (driver.hand, driver.lost[-1], driver.kept) == ([], 3, True)


# -- joker -----------------------------------------------------------------------------------


@pytest.mark.clause("DRF-JOK-1", "DRF-JOK-3", "INT-DRF-15")
def test_a_joker_exchanges_two_tiles_anywhere_and_nothing_is_triggered() -> None:
    tiles: Tiles = {(2, 6): "joker", (1, 20): "truck", (3, 22): "water"}
    play = race(tiles, "device").go("F")
    assert (play.state, play.ask.seats) == ("joker", (A,))
    play.do("swap", place=[1, 20])
    assert play.refused("with", place=[1, 20]) == ("same-tile", "DRF-JOK-1")
    play.do("with", place=[3, 22])
    assert (play.p.road.tile((1, 20)), play.p.road.tile((3, 22))) == ("water", "truck")
    assert (play.state, play.points) == ("drive", 4)


@pytest.mark.clause("DRF-JOK-1")
def test_a_joker_need_not_be_used() -> None:
    play = race({(2, 6): "joker"}, "device").go("F").do("keep")
    assert (play.state, play.points) == ("drive", 4)


@pytest.mark.clause("DRF-JOK-2")
def test_cars_and_jokers_stay_where_they_are() -> None:
    play = race({(2, 6): "joker", (3, 9): "joker"}, "device").go("F")
    for car in ([2, 6], [1, 1]):
        assert play.refused("swap", place=car) == ("swap-car", "DRF-JOK-2")
    assert play.refused("swap", place=[3, 9]) == ("swap-joker", "DRF-JOK-2")
    play.do("swap", place=[1, 7])
    assert play.refused("with", place=[3, 9]) == ("swap-joker", "DRF-JOK-2")
    assert play.refused("with", place=[3, 1]) == ("swap-car", "DRF-JOK-2")


@pytest.mark.clause("DRF-JOK-3", "INT-DRF-15")
def test_closed_lanes_and_edges_of_gaps_may_be_exchanged_but_nothing_unbuilt() -> None:
    cars = {A: (2, 5), B: (3, 4), C: (4, 4)}
    tiles: Tiles = {(2, 6): "joker", (3, 9): None, (1, 8): "truck"}
    stage = Stage(cars, tiles, lengths=(10, 30, 30, 30), closed={1: 10}, out=[D])
    play = Play(stage).speeds(5, 9, 10).go("F")
    for unbuilt in ([3, 9], [1, 11], [2, 31]):
        assert play.refused("swap", place=unbuilt) == ("swap-unbuilt", "DRF-JOK-3")
    play.do("swap", place=[1, 8]).do("with", place=[3, 10])
    assert play.p.road.tile((3, 10)) == "truck"


@pytest.mark.clause("DRF-JOK-1")
def test_on_the_table_the_players_exchange_the_tiles() -> None:
    play = race({(2, 6): "joker"}, "table").go("F")
    assert play.verbs == ["swapped"]
    assert play.do("swapped").state == "drive"
