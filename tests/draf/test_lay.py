"""Laying tiles with the road in the device; the reminders with the road on the table."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from tests.draf import A, B, C, D, Play, Stage

PLENTY = {A: {"plain": 6, "truck": 2}}


def laying(lengths: tuple[int, ...], card: int = 2, **stage: object) -> Play:
    """Seat 1 plays a slow card and lays; cars stand in row 4."""
    cars = {seat: (seat, 4) for seat in range(1, len(lengths) + 1)}
    play = Play(Stage(cars, lengths=lengths, hands=PLENTY, **stage))  # type: ignore[arg-type]
    return play.speeds(card, *range(card + 1, card + len(lengths)), lay=True)


def free(play: Play) -> list[list[int]]:
    return sorted(play.values("lay", "place"))


@pytest.mark.clause("DRF-LAY-1")
def test_exactly_so_many_tiles_as_the_card_says() -> None:
    play = laying((10, 10, 10), card=4)
    for left in (5, 4, 3, 2, 1):
        assert (play.state, play.p.to_lay) == ("lay", left)
        play.do("lay", tile="plain", place=[1, 16 - left])
    assert play.state == "drive"


@pytest.mark.clause("DRF-LAY-2")
def test_a_lane_goes_on_without_a_break() -> None:
    play = laying((10, 10, 10))
    assert free(play) == [[1, 11], [2, 11], [3, 11]]
    for row in (10, 12):
        why = play.refused("lay", tile="plain", place=[1, row])
        assert why == ("first-place", "DRF-LAY-2")


@pytest.mark.clause("DRF-LAY-3", "DRF-COMP-4")
def test_a_truck_right_in_front_of_an_opponent() -> None:
    play = laying((10, 4, 10)).do("lay", tile="truck", place=[2, 5])
    assert play.p.road.tile((2, 5)) == "truck"
    why = play.refused("lay", tile="water", place=[1, 11])
    assert why == ("first-place", "DRF-LAY-2"), "there is no water in the hand"


@pytest.mark.clause("DRF-LAY-4", "INT-DRF-6")
def test_eight_ahead_the_longest_lane_waits_for_the_shortest() -> None:
    play = laying((14, 6, 10))
    assert play.refused("lay", tile="plain", place=[1, 15]) == ("too-far", "DRF-LAY-4")
    play.do("lay", tile="plain", place=[2, 7])
    assert [1, 15] in free(play)


@pytest.mark.clause("DRF-LAY-5")
@pytest.mark.parametrize(
    ("lengths", "lanes"),
    [
        ((14, 14, 6, 6), [3, 4]),
        ((14, 14, 7, 6), [3, 4]),
        ((14, 14, 7, 7), [1, 2, 3, 4]),
        ((14, 13, 6, 6), [2, 3, 4]),
        ((14, 6, 10, 13), [2, 3, 4]),
    ],
)
def test_all_longest_lanes_wait_for_all_shortest(
    lengths: tuple[int, ...], lanes: list[int]
) -> None:
    assert [lane for lane, _ in free(laying(lengths))] == lanes


@pytest.mark.clause("DRF-LAY-6", "INT-DRF-5", "DRF-LAY-9")
def test_gaps_do_not_shorten_a_lane_and_are_always_open_to_be_filled() -> None:
    tiles = {(1, row): None for row in range(8, 12)}
    play = laying((12, 4, 10), tiles=tiles)
    assert play.p.road.length(1) == 12
    assert free(play) == [[1, 8], [2, 5], [3, 11]]
    play.do("lay", tile="plain", place=[1, 8])
    assert [1, 9] in free(play)


@pytest.mark.clause("DRF-LAY-6", "DRF-LANE-1", "DRF-LAY-8")
def test_only_open_lanes_are_compared_and_extended() -> None:
    cars = {A: (1, 4), B: (2, 4), C: (3, 4)}
    stage = Stage(cars, lengths=(10, 11, 12, 4), hands=PLENTY, closed={4: 4}, out=[D])
    play = Play(stage).speeds(2, 3, 4, lay=True)
    assert free(play) == [[1, 11], [2, 12], [3, 13]]
    assert play.refused("lay", tile="plain", place=[4, 5]) == ("closed", "DRF-LANE-1")


@pytest.mark.clause("DRF-LAY-7")
def test_nothing_is_laid_beside_the_lanes() -> None:
    play = laying((10, 10, 10))
    for lane in (0, 4):
        why = play.refused("lay", tile="plain", place=[lane, 11])
        assert why == ("first-place", "DRF-LAY-2")


@pytest.mark.clause("DRF-LAY-9")
def test_gaps_are_filled_from_the_back_before_the_front() -> None:
    play = laying((12, 10, 10), tiles={(1, row): None for row in range(8, 12)})
    for row in (8, 9, 10, 11):
        assert play.refused("lay", tile="plain", place=[1, 13]) == ("gap", "DRF-LAY-9")
        play.do("lay", tile="plain", place=[1, row])
    play.do("lay", tile="plain", place=[1, 13])


@pytest.mark.clause("DRF-LAY-10", "INT-DRF-7")
def test_nothing_hangs_over_the_edge_and_the_rest_lapses() -> None:
    play = laying((40, 40, 39))
    assert play.refused("lay", tile="plain", place=[1, 40]) == ("table-edge", "DRF-LAY-10")
    play.do("lay", tile="plain", place=[3, 40])
    assert (play.state, play.p.turn) == ("drive", A)


@pytest.mark.clause("DRF-LAY-10")
def test_with_an_empty_hand_the_rest_lapses() -> None:
    stage = Stage({A: (1, 4), B: (2, 4), C: (3, 4)}, long=10, hands={A: {"water": 1}})
    play = Play(stage).speeds(2, 3, 4, lay=True).do("lay", tile="water", place=[3, 11])
    assert play.state == "drive"


@pytest.mark.clause("DRF-LAY-1", "DRF-LAY-4", "DRF-LAY-9")
def test_with_the_road_on_the_table_one_press_and_the_rules_to_be_reminded_of() -> None:
    play = Play(Stage({A: (1, 4), B: (2, 4), C: (3, 4)}), "table").speeds(4, 5, 6, lay=True)
    assert (play.ask.prompt.key, play.ask.prompt.args) == ("drf.lay.table", {"n": 5})
    lines = {line.key: line.args for line in GAME.scene(play.p, None).lines}
    assert lines == {"drf.lay.far": {"n": 8}, "drf.lay.gaps": {}}
    assert play.do("laid").state == "drive"


def test_the_own_lane_is_offered_first() -> None:
    cars = {A: (3, 4), B: (2, 4), C: (1, 4)}
    play = Play(Stage(cars, long=10, hands=PLENTY)).speeds(2, 3, 4, lay=True)
    assert play.values("lay", "place")[0] == [3, 11]


@pytest.mark.clause("DRF-LANE-1")
def test_every_empty_place_of_a_closed_lane_says_that_it_is_closed() -> None:
    cars = {A: (2, 4), B: (3, 4), C: (4, 4)}
    stage = Stage(cars, {(1, 3): None}, lengths=(6, 9, 9, 9), hands={A: {"plain": 8}},
                  closed={1: 6}, out=[D])  # fmt: skip
    play = Play(stage).speeds(4, 9, 10, lay=True)
    for row in (3, 7, 9, 12):
        assert play.refused("lay", tile="plain", place=[1, row]) == ("closed", "DRF-LANE-1")
    for place in ([1, 5], [2, 12]):
        assert play.refused("lay", tile="plain", place=place)[1] == "DRF-LAY-2"
