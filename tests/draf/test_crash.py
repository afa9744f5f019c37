"""Collisions: the printed order of losses and moves, chains, pushes, and who stays where."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from referee.games.draf.position import Place
from tests.draf import BOTH, A, B, C, D, E, Play, Stage

Tiles = dict[Place, str | None]


def crash(
    cars: dict[int, Place], cards: tuple[int, ...], steps: str, board: str, **stage: object
) -> Play:
    """Seat 1 has the lowest card and drives into somebody."""
    play = Play(Stage(cars, **stage), board)  # type: ignore[arg-type]
    return play.speeds(*cards).go(steps)


# -- the steps -------------------------------------------------------------------------------


@pytest.mark.clause("DRF-COL-1", "DRF-COL-2", "DRF-COL-3", "DRF-COL-18")
@BOTH
def test_first_the_causer_loses_then_the_hit_player_and_nobody_has_moved_yet(board: str) -> None:
    play = Play(Stage({A: (2, 5), B: (2, 6), C: (3, 5)}), board, choose=True).speeds(5, 7, 9)
    play.go("F")
    assert (play.state, play.ask.seats, play.announced["crash"]) == ("lose", (A,), "DRF-COL-1")
    assert play.places == {A: (2, 5), B: (2, 6), C: (3, 5)}
    play.do("lose", cards=[2, 3])
    assert (play.state, play.ask.seats) == ("lose", (B,))
    play.do("lose", cards=[10]).settle()
    assert play.lost(A, B) == [2, 1]
    assert play.places == {A: (2, 6), B: (2, 7), C: (3, 5)}


@pytest.mark.clause("DRF-COL-3")
@BOTH
def test_the_hit_player_loses_one_whatever_his_card(board: str) -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (3, 5)}, (5, 10, 9), "F", board)
    assert play.lost(A, B) == [2, 1]


@pytest.mark.clause("DRF-COL-4", "DRF-COL-5")
@pytest.mark.parametrize(
    ("step", "start", "hit", "to"),
    [
        ("F", (2, 5), (2, 6), (2, 7)),
        ("L", (3, 5), (2, 5), (1, 5)),
        ("R", (1, 5), (2, 5), (3, 5)),
    ],
)
@BOTH
def test_the_hit_car_is_pushed_in_the_direction_of_the_impact(
    board: str, step: str, start: Place, hit: Place, to: Place
) -> None:
    play = crash({A: start, B: hit, C: (2, 1)}, (5, 7, 9), step, board)
    assert (play.places[A], play.places[B], play.lost(A, B)) == (hit, to, [2, 1])


@pytest.mark.clause("DRF-COL-6", "INT-DRF-24")
@pytest.mark.parametrize(
    ("tile", "losses"), [("truck", 5), ("caltrops", 2), ("police", 1), ("plain", 1), ("ramp", 1)]
)
@BOTH
def test_the_tile_acts_on_the_pushed_car_first(board: str, tile: str, losses: int) -> None:
    cars = {A: (2, 5), B: (2, 6), C: (3, 5)}
    play = crash(cars, (5, 10, 9), "F", board, tiles={(2, 7): tile})
    assert play.lost(A, B) == [2, losses]
    assert play.places[B] == ((2, 9) if tile == "ramp" else (2, 7))
    assert play.places[A] == (2, 6)


@pytest.mark.clause("DRF-COL-6", "INT-DRF-24")
@BOTH
def test_a_pushed_cars_owner_decides_and_on_water_his_right_neighbour(board: str) -> None:
    cars = {A: (2, 5), B: (2, 6), C: (3, 5)}
    play = crash(cars, (5, 10, 9), "F", board, tiles={(2, 7): "service"})
    assert (play.state, play.ask.seats) == ("service", (B,))
    play = crash(cars, (5, 10, 9), "F", board, tiles={(2, 7): "joker"})
    assert (play.state, play.ask.seats) == ("joker", (B,))
    cars = {A: (2, 5), B: (3, 5), C: (2, 6)}
    play = crash(cars, (5, 10, 9), "F", board, tiles={(2, 7): "water"})
    assert (play.state, play.ask.seats) == ("water", (B,))


@pytest.mark.clause("DRF-COL-7", "DRF-COL-18")
@BOTH
def test_a_chain_of_three_in_a_lane(board: str) -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (2, 7)}, (5, 7, 9), "F", board)
    assert play.lost(A, B, C) == [2, 4, 1]
    assert play.places == {A: (2, 6), B: (2, 7), C: (2, 8)}
    assert [r.seat for r in play.rulings if r.key == "drf.lost.cards"] == [A, B, B, C]


@pytest.mark.clause("DRF-COL-7")
@BOTH
def test_a_chain_of_five(board: str) -> None:
    cars = {A: (3, 5), B: (3, 6), C: (3, 7), D: (3, 8), E: (3, 9)}
    play = crash(cars, (5, 6, 7, 8, 9), "F", board)
    assert [place for _, place in sorted(play.places.items())] == [(3, n) for n in range(6, 11)]
    assert play.lost(A, B, C, D, E) == [2, 1 + 2, 1 + 3, 1 + 3, 1]


@pytest.mark.clause("DRF-COL-8", "DRF-COL-10", "DRF-COL-15")
@BOTH
def test_against_the_rail_nobody_moves(board: str) -> None:
    play = crash({A: (2, 5), B: (1, 5), C: (3, 5)}, (5, 10, 9), "L", board)
    assert play.lost(A, B) == [2, 5]
    assert play.places == {A: (2, 5), B: (1, 5), C: (3, 5)}
    assert (play.p.turn, play.announced["stays"]) == (C, "DRF-COL-15")


@pytest.mark.clause("DRF-COL-8", "DRF-COL-15", "INT-DRF-21")
@BOTH
def test_three_abreast_against_the_rail(board: str) -> None:
    play = crash({A: (3, 5), B: (2, 5), C: (1, 5)}, (5, 7, 9), "L", board)
    assert play.lost(A, B, C) == [2, 1 + 3, 1 + 4]
    assert play.places == {A: (3, 5), B: (2, 5), C: (1, 5)}


@pytest.mark.clause("DRF-COL-9", "INT-DRF-16")
@BOTH
def test_pushed_to_where_nothing_is_built_yet(board: str) -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (3, 5)}, (5, 7, 9), "F", board, lengths=(9, 6, 9))
    assert (play.places[A], play.places[B]) == ((2, 6), (2, 7))
    assert play.announced["blind.drawn"] == "DRF-OFF-4"


@pytest.mark.clause("DRF-COL-9", "DRF-OFF-6", "INT-DRF-18")
@BOTH
def test_pushed_to_the_end_of_a_closed_lane_is_the_rail(board: str) -> None:
    play = crash(
        {A: (1, 5), B: (1, 6), C: (3, 5)}, (5, 7, 9), "F", board,
        lengths=(6, 9, 9, 9), closed={1: 6}, out=[D],
    )  # fmt: skip
    assert (play.places[A], play.places[B], play.lost(A, B)) == ((1, 5), (1, 6), [2, 4])


@pytest.mark.clause("DRF-COL-9", "DRF-END-2", "INT-DRF-25")
def test_the_third_of_a_chain_is_pushed_over_the_edge_and_wins() -> None:
    play = crash({A: (2, 38), B: (2, 39), C: (2, 40)}, (5, 7, 9), "F", "device", long=40)
    assert play.match.result is not None
    assert (play.match.result.winners, play.match.result.clause) == ((C,), "DRF-END-2")
    assert play.p.driver(A).place == (2, 38)


@pytest.mark.clause("INT-DRF-25", "INT-DRF-36")
def test_as_agreed_nobody_is_pushed_off_the_table() -> None:
    cars = {A: (2, 39), B: (2, 40), C: (3, 39)}
    play = Play(Stage(cars, long=40), pushed_off_wins=False).speeds(5, 7, 9).go("F")
    assert (play.match.over, play.places) == (False, cars)
    assert (play.announced["edge.stays"], play.lost(A, B), play.p.turn) == ("INT-DRF-36", [2, 1], B)
    play.go("F")
    assert play.match.result is not None
    assert (play.match.result.winners, play.match.result.clause) == ((B,), "DRF-END-1")


@pytest.mark.clause("INT-DRF-25", "INT-DRF-36", "DRF-END-2")
@pytest.mark.parametrize("pushed_off_wins", [True, False])
def test_on_the_table_the_same_holds_where_the_players_say_that_a_car_is_off(
    pushed_off_wins: bool,
) -> None:
    cars = {A: (2, 39), B: (2, 40), C: (3, 39)}
    stage = Stage(cars, long=40, cards={A: [5], B: [7], C: [9]})
    play = Play(stage, "table", pushed_off_wins=pushed_off_wins).speeds(5, 7, 9)
    play.do("forward")
    assert (play.state, play.verbs) == ("look", ["here", "off"])
    play.do("off")
    assert play.match.over == pushed_off_wins
    if play.match.result is not None:
        assert (play.match.result.winners, play.match.result.clause) == ((B,), "DRF-END-2")
    else:
        assert (play.places, play.announced["edge.stays"]) == (cars, "INT-DRF-36")


@pytest.mark.clause("DRF-COL-10")
@BOTH
def test_if_the_hit_car_comes_back_the_causer_stays(board: str) -> None:
    """Water sends the pushed car back to the tile on which it was hit."""
    tiles: Tiles = {(3, 5): "water"}
    play = crash({A: (1, 5), B: (2, 5), C: (3, 1)}, (5, 7, 9), "R", board, tiles=tiles)
    assert play.state == "water"
    play.slide("left")
    assert (play.places[A], play.places[B], play.lost(A, B)) == ((1, 5), (2, 5), [2, 1])
    assert play.announced["stays"] == "DRF-COL-15"


@pytest.mark.clause("DRF-COL-11")
@BOTH
def test_the_tile_of_the_hit_car_then_acts_on_the_causer(board: str) -> None:
    tiles: Tiles = {(1, 8): "ramp"}
    play = crash({A: (1, 7), B: (1, 8), C: (3, 5)}, (5, 7, 9), "F", board, tiles=tiles)
    assert (play.p.driver(A).place, play.p.driver(B).place) == ((1, 10), (1, 9))
    assert play.p.turn == B


@pytest.mark.clause("DRF-COL-12")
@BOTH
def test_the_driver_stops_and_his_points_lapse(board: str) -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (3, 5)}, (5, 7, 9), "F", board)
    assert (play.p.turn, play.announced["halt"]) == (B, "DRF-COL-12")


@pytest.mark.clause("DRF-COL-13", "INT-DRF-23")
@BOTH
def test_a_pushed_causer_still_has_his_whole_turn(board: str) -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (2, 7)}, (5, 7, 9), "F", board).lay()
    assert (play.p.turn, play.points, play.p.now.curves) == (B, 7, 2)


@pytest.mark.clause("DRF-COL-15", "INT-DRF-21")
@BOTH
def test_who_came_by_ramp_or_water_stays_there(board: str) -> None:
    cars = {A: (1, 7), B: (1, 10), C: (3, 5)}
    closed = {"lengths": (10, 30, 30, 30), "closed": {1: 10}, "out": [D]}
    play = crash(cars, (5, 7, 9), "F", board, tiles={(1, 8): "ramp"}, **closed)
    assert (play.places[A], play.places[B]) == ((1, 8), (1, 10))
    cars = {A: (2, 5), B: (1, 6), C: (3, 5)}
    play = crash(cars, (5, 7, 9), "F", board, tiles={(2, 6): "water"}).slide("left")
    assert (play.places[A], play.places[B], play.lost(A, B)) == ((2, 6), (1, 6), [2, 4])


@pytest.mark.clause("DRF-COL-16", "INT-DRF-22")
@BOTH
def test_without_a_played_card_there_are_no_triangles(board: str) -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}, cards={B: [5]}), board)
    play.speeds(5, 9).go("L")
    assert (play.lost(A, B), play.places[B]) == ([2, 1], (1, 5))


@pytest.mark.clause("DRF-COL-17", "INT-DRF-27")
@BOTH
def test_a_chain_that_comes_back_to_its_causer(board: str) -> None:
    """D at (3,8) hits A at (2,8); both waters send A back into D."""
    tiles: Tiles = {(1, 8): "water", (2, 8): "water"}
    cars = {A: (2, 8), B: (4, 4), C: (4, 5), D: (3, 8)}
    play = Play(Stage(cars, tiles), board).speeds(7, 9, 10, 5).go("L")
    assert play.state == "water"
    play.slide("right")
    assert play.state == "water"
    play.slide("right")
    assert (play.places[A], play.places[D]) == ((3, 8), (4, 8))
    assert play.lost(A, D) == [1 + 3, 2 + 1]
    assert (play.announced["stays"], play.p.turn) == ("DRF-COL-17", A)


@pytest.mark.clause("DRF-COL-1", "DRF-COL-10", "DRF-COL-12")
def test_a_crash_is_told_step_by_step() -> None:
    play = crash({A: (2, 5), B: (2, 6), C: (3, 5)}, (5, 7, 9), "F", "device")
    steps = [(r.key, r.stop) for r in play.rulings if r.key != "drf.lost.cards"]
    assert steps == [
        ("drf.crash", True), ("drf.moved", True), ("drf.move-up", True), ("drf.halt", True),
    ]  # fmt: skip
    assert GAME.invariants(play.p) == []
