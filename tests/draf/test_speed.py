"""Phase 1, choosing speed; who sits out; and the order in which all act."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from referee.kernel.ask import OneOf
from referee.kernel.text import Text
from tests.draf import BOTH, A, B, C, D, Play, Stage

FOUR = {A: (1, 5), B: (2, 5), C: (3, 5), D: (4, 5)}


def chosen(play: Play, *cards: int) -> list[int]:
    """The seats in the order in which they were asked for a card."""
    order = []
    for card in cards:
        order.append(play.ask.seats[0])
        play.do("play", card=card)
    return order


def driving_order(play: Play) -> list[int]:
    """Who drives one after the other, all straight on, until the round is over."""
    order = []
    for _ in play.p.active:
        play.lay()
        if not play.driving:
            break
        order.append(play.p.turn)
        play.go(" ".join("F" * play.points))
    return order


@pytest.mark.clause("DRF-SPD-1", "DRF-RND-1")
@BOTH
def test_all_choose_clockwise_from_the_marker(board: str) -> None:
    play = Play(Stage(FOUR, marker=C), board)
    assert play.refused("laid")[1] == play.refused("forward")[1] == "DRF-SPD-1"
    assert chosen(play, 7, 5, 9, 4) == [C, D, A, B]
    assert play.lay().state == "drive"


@pytest.mark.clause("DRF-SPD-1")
def test_everybody_sees_what_was_chosen_before() -> None:
    play = Play(Stage(FOUR)).do("play", card=7)
    lines = GAME.scene(play.p, None).lines
    cards = next(line.args["cards"] for line in lines if line.key == "drf.choose.played")
    assert [card.args["card"] for card in cards] == [7]


@pytest.mark.clause("DRF-SPD-2")
def test_taken_speeds_are_refused_and_the_others_are_free() -> None:
    play = Play(Stage(FOUR)).do("play", card=7).do("play", card=5)
    assert sorted(play.values("play", "card")) == [2, 3, 4, 6, 8, 9, 10]
    assert play.refused("play", card=5) == ("taken", "DRF-SPD-2")


@pytest.mark.clause("DRF-SPD-3", "DRF-RND-2", "INT-DRF-1")
@BOTH
def test_who_has_no_free_card_sits_this_round_out(board: str) -> None:
    play = Play(Stage(FOUR, cards={B: [5]}), board).speeds(5, 6, 7)
    assert play.announced["sit.out"] == "DRF-SPD-3"
    assert driving_order(play) == [A, C, D]
    assert play.p.round == 2
    assert play.p.driver(B).hand == [5]


@pytest.mark.clause("DRF-SPD-1", "DRF-SPD-3", "DRF-CARD-6")
def test_a_marker_holder_without_cards_is_passed_over() -> None:
    play = Play(Stage(FOUR, cards={A: []}, marker=A))
    assert play.ask.seats == (B,)
    assert play.match.opening[0].key == "drf.sit.stranded"


@pytest.mark.clause("DRF-SPD-4", "INT-DRF-4")
def test_nobody_may_pass() -> None:
    play = Play(Stage(FOUR, cards={A: [10]}))
    assert play.values("play", "card") == [10]
    assert play.refused("pass") == ("must-play", "DRF-SPD-4")


@pytest.mark.clause("DRF-SPD-5", "UNK-DRF-1", "UNK-DRF-2", "UNK-DRF-3")
def test_a_card_fixes_speed_tiles_curves_and_triangles() -> None:
    play = Play(Stage(FOUR))
    cards = play.p.numbers.cards
    assert (cards[5].triangles, cards[10].triangles, cards[7].curves) == (2, 4, 2)
    field = play.ask.options[0].fields["card"]
    assert isinstance(field, OneOf)
    notes = dict(zip(play.values("play", "card"), field.notes, strict=True))
    note = notes[7]
    assert isinstance(note, Text)
    seven = cards[7]
    assert note.args == {
        "tiles": seven.tiles,
        "curves": Text("drf.curves", {"n": 2}),
        "n": seven.triangles,
    }


@pytest.mark.clause("DRF-CARD-1")
def test_a_lost_card_is_not_played() -> None:
    play = Play(Stage(FOUR, cards={A: [3, 4]}))
    assert play.refused("play", card=9) == ("lost", "DRF-CARD-1")


@pytest.mark.clause("DRF-SPD-6", "INT-DRF-22", "DRF-COL-16")
@BOTH
def test_a_car_that_sits_out_is_hit_and_pushed_and_its_owner_loses_a_card(board: str) -> None:
    cars = {A: (1, 5), B: (1, 6), C: (3, 5), D: (4, 5)}
    play = Play(Stage(cars, cards={B: [5]}), board).speeds(5, 6, 7).go("F")
    assert (play.places[A], play.places[B]) == ((1, 6), (1, 7))
    assert play.lost(A, B) == [2, 1]


@pytest.mark.clause("DRF-SPD-6", "DRF-WAT-2")
@BOTH
def test_who_sits_out_still_decides_for_his_neighbour(board: str) -> None:
    play = Play(Stage(FOUR, {(1, 6): "water"}, cards={D: [5]}), board).speeds(5, 6, 7).go("F")
    assert (play.state, play.ask.seats) == ("water", (D,))


@pytest.mark.clause("DRF-ACT-1", "DRF-ACT-2")
@BOTH
def test_the_slowest_acts_first(board: str) -> None:
    play = Play(Stage(FOUR), board).speeds(7, 5, 9, 6)
    assert driving_order(play) == [B, D, A, C]
    assert (play.state, play.p.round) == ("choose", 2)


@pytest.mark.clause("DRF-ACT-3", "DRF-RND-1", "DRF-LAY-1")
def test_driving_comes_after_laying() -> None:
    play = Play(Stage(FOUR, hands={A: {"plain": 8}})).speeds(5, 6, 7, 8)
    assert play.state == "lay"
    assert play.refused("forward") == ("lay-first", "DRF-ACT-3")


@pytest.mark.clause("DRF-ACT-3", "DRF-REF-1", "DRF-REF-2", "DRF-COL-12")
def test_drawing_comes_after_driving_even_after_a_crash() -> None:
    stage = Stage({A: (1, 5), B: (1, 6), C: (3, 5)}, hands={A: {"water": 8}}, long=8)
    play = Play(stage).speeds(5, 6, 7, lay=True)
    for row in range(9, 14):
        play.do("lay", tile="water", place=[2, row])
    play.go("F")
    assert play.p.driver(A).tiles == {"water": 3, "plain": 5}
    assert play.p.turn == B


@pytest.mark.clause("DRF-RND-2", "DRF-RND-3", "INT-DRF-3", "UNK-DRF-8")
@pytest.mark.parametrize(("rotates", "marker"), [(True, C), (False, B)])
def test_the_marker_goes_on_clockwise(rotates: bool, marker: int) -> None:
    play = Play(Stage(FOUR, marker=B), marker_rotates=rotates).speeds(5, 6, 7, 8)
    driving_order(play)
    assert (play.p.round, play.p.marker, play.ask.seats) == (2, marker, (marker,))


@pytest.mark.clause("DRF-RND-3")
def test_the_marker_passes_over_who_is_out() -> None:
    cars = {A: (1, 5), B: (2, 5), D: (4, 5)}
    play = Play(Stage(cars, marker=B, out=[C], closed={3: 30})).speeds(5, 6, 7)
    driving_order(play)
    assert play.p.marker == D
