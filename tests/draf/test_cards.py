"""Losing speed cards: who chooses what, what lapses, and what a lost card still counts for."""

from __future__ import annotations

import pytest

from tests.draf import BOTH, A, B, C, Play, Stage

CARS = {A: (2, 5), B: (1, 1), C: (3, 1)}


@pytest.mark.clause("DRF-CARD-1")
@BOTH
def test_a_damage_point_is_a_card_that_cannot_be_used_any_more(board: str) -> None:
    play = Play(Stage(CARS, {(2, 6): "truck"}), board, choose=True).speeds(6, 9, 10).go("F")
    assert (play.state, play.ask.seats, play.ask.options[0].fields["cards"].size()) == (
        "lose", (A,), 28,
    )  # fmt: skip
    play.do("lose", cards=[9, 10])
    assert (len(play.p.driver(A).hand), sorted(play.p.driver(A).lost)) == (6, [9, 10])
    assert not {9, 10} & set(play.p.driver(A).hand)


@pytest.mark.clause("DRF-CARD-2")
@BOTH
def test_the_loser_chooses_but_the_played_card_goes_last(board: str) -> None:
    play = Play(Stage(CARS, {(2, 6): "caltrops"}), board, choose=True).speeds(6, 9, 10).go("F")
    assert play.refused("lose", cards=[6]) == ("played-last", "DRF-CARD-2")
    play.refused("lose", cards=[2, 3])
    play.refused("lose", cards=[])
    play.refused("lose", B, cards=[2])
    play.do("lose", cards=[8])
    assert play.p.driver(A).lost == [8]


@pytest.mark.clause("DRF-CARD-2")
@BOTH
def test_with_nothing_to_choose_nothing_is_asked(board: str) -> None:
    stage = Stage(CARS, {(2, 6): "caltrops"}, cards={A: [3, 7]})
    play = Play(stage, board, choose=True).speeds(7, 9, 10).go("F")
    assert (play.driving, play.p.driver(A).hand, play.p.driver(A).kept) == (True, [], True)
    assert play.announced["lost.caltrops"] == "DRF-CAL-1"


@pytest.mark.clause("DRF-CARD-3", "INT-DRF-19")
@BOTH
def test_more_than_the_last_card_lapses(board: str) -> None:
    stage = Stage(CARS, {(2, 6): "truck", (2, 7): "caltrops"}, cards={A: [7]})
    play = Play(stage, board).speeds(7, 9, 10).go("F")
    assert (play.lost(A), play.p.driver(A).has_card) == ([1], False)
    play.go("F")
    assert (play.lost(A), play.announced["lost.nothing"]) == ([1], "DRF-CARD-3")


@pytest.mark.clause("DRF-CARD-4", "DRF-CARD-5", "INT-DRF-20")
@BOTH
def test_a_lost_card_counts_until_the_round_is_over(board: str) -> None:
    stage = Stage({A: (2, 5), B: (2, 6), C: (3, 5)}, {(2, 8): "caltrops"}, cards={B: [7]})
    play = Play(stage, board).speeds(5, 7, 9).go("F")
    assert (play.lost(B), play.p.driver(B).kept) == ([1], False)
    play.lay()
    assert (play.p.turn, play.points, play.p.now.curves) == (B, 7, 2)
    assert play.p.card(B).triangles == 3
    play.go("F F F F").go("F F F").go("F " * 9)
    assert (play.p.driver(B).played, play.p.driver(B).hand) == (0, [])


@pytest.mark.clause("INT-DRF-20", "DRF-CARD-4")
def test_tiles_are_laid_though_the_card_is_lost() -> None:
    stage = Stage({A: (2, 5), B: (2, 6), C: (3, 5)}, cards={B: [7]}, long=12,
                  hands={B: {"plain": 8}})  # fmt: skip
    play = Play(stage).speeds(5, 7, 9).go("F")
    assert (play.state, play.p.turn, play.p.to_lay) == ("lay", B, play.p.numbers.cards[7].tiles)


@pytest.mark.clause("DRF-CARD-6", "INT-DRF-33")
@BOTH
def test_without_a_card_nobody_lays_or_drives_but_the_car_stays(board: str) -> None:
    stage = Stage({A: (2, 5), B: (2, 8), C: (3, 5)}, cards={B: []})
    play = Play(stage, board).do("play", card=9)
    assert (play.ask.seats, play.announced["sit.stranded"]) == ((C,), "DRF-CARD-6")
    play.do("play", card=2).lay().go("F F").go("F F F")
    assert (play.places[A], play.places[B], play.p.round) == ((2, 8), (2, 9), 2)


@pytest.mark.clause("DRF-CARD-6", "DRF-COL-6", "INT-DRF-33")
@BOTH
def test_a_push_onto_road_service_brings_him_back(board: str) -> None:
    stage = Stage({A: (2, 5), B: (2, 6), C: (3, 5)}, {(2, 7): "service"}, cards={B: []})
    play = Play(stage, board).speeds(5, 2)
    play.go("F F").go("F")
    assert (play.state, play.ask.seats) == ("service", (B,))
    play.do("regain", card=8).settle()
    assert (play.p.round, play.p.driver(B).hand) == (2, [8])


@pytest.mark.clause("INT-DRF-33", "DRF-LAY-8", "DRF-LANE-1")
@BOTH
def test_as_agreed_who_has_no_card_drops_out(board: str) -> None:
    stage = Stage({A: (1, 5), B: (2, 5), C: (3, 6)}, cards={B: [2]}, tiles={(2, 6): "truck"})
    play = Play(stage, board, cardless="out").speeds(5, 2, 6)
    play.go("F F").go("F F F F F").go("F F F F F F")
    assert play.announced["cardless"] == "INT-DRF-33"
    assert (play.p.dropped, play.p.active) == ([B], [A, C])
