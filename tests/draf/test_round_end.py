"""New tiles, the round's end: who is disqualified, which lane is given up, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.games.draf import GAME
from referee.games.draf.position import Place
from referee.kernel.text import Plain, Text
from tests.draf import BOTH, A, B, C, D, E, Play, Stage


def after_round(
    rows: Mapping[int, Place], board: str = "device", *, marker: int = 1, out: tuple[int, ...] = (),
    lengths: tuple[int, ...] = (), closed: Mapping[int, int] | None = None, **options: Plain,
) -> Play:  # fmt: skip
    """The round's end with the cars in these places; nobody could play a card but the last seat,
    who drives two rows straight on."""
    cars = dict(rows)
    last = max(cars)
    cars[last] = (cars[last][0], cars[last][1] - 2)
    cards: dict[int, list[int]] = {seat: [] for seat in cars if seat != last}
    stage = Stage(cars, cards={**cards, last: [2, 3]}, marker=marker, out=out,
                  lengths=lengths, closed=closed or {})  # fmt: skip
    return Play(stage, board, **options).speeds(2).go("F F")


def closed_lanes(play: Play) -> list[int]:
    return list(play.p.road.ends)


# -- new tiles -------------------------------------------------------------------------------


@pytest.mark.clause("DRF-REF-1", "DRF-REF-2")
def test_the_driver_draws_until_he_has_eight() -> None:
    stage = Stage({A: (1, 5), B: (2, 5), C: (3, 5)}, hands={A: {"truck": 3}}, long=30)
    play = Play(stage).speeds(2, 9, 10, lay=True)
    for row in (31, 32, 33):
        play.do("lay", tile="truck", place=[1, row])
    play.go("F F")
    assert play.p.driver(A).tiles == {"truck": 0, "plain": 8}


@pytest.mark.clause("DRF-REF-1")
def test_on_the_table_the_drawing_is_a_reminder() -> None:
    play = Play(Stage({A: (1, 5), B: (2, 5), C: (3, 5)}), "table").speeds(2, 9, 10).go("F F")
    assert play.announced["refill.remind"] == "DRF-REF-1"


@pytest.mark.clause("DRF-REF-3", "INT-DRF-31")
def test_with_an_empty_box_the_road_behind_the_last_car_comes_back() -> None:
    cars = {A: (1, 10), B: (2, 12), C: (3, 12)}
    stage = Stage(cars, lengths=(19, 13, 12), box={}, hands={B: {"plain": 8}})
    play = Play(stage).speeds(2, 3, 4)
    play.go("F F")
    p = play.p
    assert (play.announced["recycled"], p.road.base) == ("DRF-REF-3", 12)
    assert all(row >= 12 for lane in p.road.lanes for row in lane)
    assert sum(p.driver(A).tiles.values()) == 8
    assert sum(p.road.box.values()) == 3 * 11 - 8
    assert sorted(play.values("lay", "place")) == [[1, 20], [2, 14], [3, 13]]


@pytest.mark.clause("DRF-REF-3", "DRF-DSQ-4")
def test_a_car_that_has_left_the_game_is_not_the_last_one() -> None:
    cars = {A: (1, 10), B: (2, 12), C: (3, 12)}
    stage = Stage(cars, lengths=(19, 13, 12, 12), box={}, out=[D], closed={4: 12})
    play = Play(stage).speeds(2, 3, 4).go("F F")
    assert (play.announced["recycled"], play.p.road.base) == ("DRF-REF-3", 12)


@pytest.mark.clause("DRF-REF-3")
def test_a_lane_that_had_ended_behind_goes_on_at_the_last_cars_row() -> None:
    cars = {A: (1, 10), B: (1, 13), C: (3, 12)}
    stage = Stage(cars, lengths=(18, 9, 19), box={}, hands={B: {"plain": 8}})
    play = Play(stage).speeds(2, 3, 4).go("F F")
    assert play.p.road.length(2) == 11
    assert [2, 12] in play.values("lay", "place")


@pytest.mark.clause("DRF-REF-3", "INT-DRF-31")
def test_if_nothing_lies_behind_hands_stay_short_and_a_blind_tile_is_plain() -> None:
    cars = {A: (1, 1), B: (2, 1), C: (3, 1)}
    play = Play(Stage(cars, lengths=(2, 9, 9), box={})).speeds(4, 9, 10).go("F F")
    assert (play.places[A], play.announced["blind.none"]) == ((1, 3), "DRF-REF-3")
    play.go("F F")
    assert (sum(play.p.driver(A).tiles.values()), play.p.turn) == (0, B)


# -- disqualification ------------------------------------------------------------------------


@pytest.mark.clause("DRF-DSQ-1")
@BOTH
def test_everybody_takes_his_card_back_unless_it_was_lost(board: str) -> None:
    cars = {A: (1, 5), B: (2, 5), C: (3, 5)}
    stage = Stage(cars, {(1, 6): "caltrops"}, cards={A: [3]})
    play = Play(stage, board).speeds(3, 4, 5).go("F F F").go("F " * 4).go("F " * 5)
    assert (play.p.driver(A).hand, play.p.driver(A).lost[-1]) == ([], 3)
    assert (4 in play.p.driver(B).hand, len(play.p.driver(C).hand)) == (True, 9)


@pytest.mark.clause("DRF-DSQ-2")
@pytest.mark.parametrize(
    ("rows", "close"),
    [((20, 14, 15), [(C, 4)]), ((20, 16, 15), []), ((20, 15, 15), [(B, 4)]),
     ((20, 14, 20), [(B, 5)]), ((14, 19, 24), [(B, 4), (A, 4)])],
)  # fmt: skip
def test_whoever_a_row_or_two_would_put_out_is_told_and_reads_it_at_the_next_question(
    rows: tuple[int, ...], close: list[tuple[int, int]]
) -> None:
    play = after_round({seat: (seat, row) for seat, row in enumerate(rows, 1)})
    told = [ruling for ruling in play.rulings if ruling.key == "drf.far"]
    assert [(ruling.seat, ruling.args["n"]) for ruling in told] == close
    scene = GAME.scene(play.p, None)
    page = [text.args["n"] for text in scene.pages["standings"]
            if isinstance(text, Text) and text.key == "drf.gap"]  # fmt: skip
    assert all(n in page for _, n in close)
    if play.p.state == "choose":
        warned = [line.args["n"] for line in scene.lines if line.key == "drf.warn.behind"]
        assert warned == [n for seat, n in close if seat == play.p.queue[0]]


@pytest.mark.clause("DRF-DSQ-2", "INT-DRF-28", "DRF-COMP-4")
@pytest.mark.parametrize(
    ("rows", "gone"),
    [
        ((20, 14, 15), []),
        ((20, 13, 15), []),
        ((13, 14, 20), []),
        ((13, 12, 20), [A, B]),
        ((20, 13, 20), [B]),
        ((20, 15, 8, 7), [C, D]),
        ((8, 7, 15, 20), [A, B]),
        ((1, 9, 15, 21), [A]),
        ((1, 9, 17, 25), [A, B, C]),
    ],
)
@BOTH
def test_six_free_rows_put_out_who_is_behind(
    board: str, rows: tuple[int, ...], gone: list[int]
) -> None:
    cars = {seat: (seat, row) for seat, row in enumerate(rows, 1)}
    play = after_round(cars, board)
    assert sorted(play.p.dropped) == gone
    told = [ruling for ruling in play.rulings if ruling.key == "drf.disqualified"]
    assert [ruling.seat for ruling in told] == list(play.p.dropped)
    assert all(ruling.stop and int(str(ruling.text.args["n"])) >= 6 for ruling in told)
    if len(gone) + 1 == len(rows):
        assert play.match.over


@pytest.mark.clause("DRF-DSQ-3", "INT-DRF-28")
@BOTH
def test_it_is_checked_once_a_round_and_cars_without_cards_count(board: str) -> None:
    cars = {A: (1, 5), B: (2, 5), C: (3, 5)}
    play = Play(Stage(cars, cards={A: []}), board).speeds(10, 2)
    play.go("F F").go("F " * 9)
    assert play.p.dropped == []
    play.go("F")
    assert play.match.over
    assert sorted(play.p.dropped) == [A, C]


@pytest.mark.clause("DRF-DSQ-4", "INT-DRF-34")
def test_car_cards_and_tiles_leave_the_game() -> None:
    cars = {A: (1, 5), B: (2, 20), C: (3, 18)}
    stage = Stage(cars, cards={A: [], B: []}, hands={A: {"truck": 5}}, box={"plain": 50})
    play = Play(stage).speeds(2).go("F F")
    p = play.p
    assert (p.driver(A).out, p.driver(A).hand, p.driver(A).tiles) == (True, [], {})
    assert p.road.box["truck"] == 5
    assert p.car_at((1, 5)) == 0


# -- lanes -----------------------------------------------------------------------------------


@pytest.mark.clause("DRF-LANE-1", "DRF-LAY-8", "DRF-LANE-2", "DRF-LANE-6")
@BOTH
def test_the_empty_outer_lane_is_given_up_and_its_tiles_stay(board: str) -> None:
    play = after_round({A: (1, 5), B: (2, 20), C: (3, 19), D: (4, 20)}, board)
    if board == "table":
        play.do("ends", row=30)
    assert play.p.road.ends == {1: 30}
    assert play.announced["closed"] == "DRF-LANE-2"
    if play.p.modelled:
        assert play.p.road.tile((1, 30)) == "plain"


@pytest.mark.clause("DRF-LANE-1", "DRF-LANE-2")
def test_two_players_out_two_lanes_given_up_one_after_the_other() -> None:
    cars = {A: (1, 5), B: (2, 4), C: (3, 19), D: (4, 20), E: (5, 20)}
    assert closed_lanes(after_round(cars)) == [1, 2]


@pytest.mark.clause("DRF-LANE-3", "INT-DRF-29")
@pytest.mark.parametrize(("left", "right", "lane"), [(20, 18, 1), (18, 20, 4)])
def test_with_cars_on_both_the_one_with_the_foremost(left: int, right: int, lane: int) -> None:
    play = after_round({A: (2, 5), B: (1, left), C: (3, 19), D: (4, right)})
    assert (closed_lanes(play), play.announced["closed"]) == ([lane], "DRF-LANE-3")


@pytest.mark.clause("DRF-LANE-4", "INT-DRF-29", "UNK-DRF-9")
def test_with_cars_on_neither_the_shorter_one() -> None:
    play = after_round({A: (1, 5), B: (2, 19), C: (2, 20), D: (3, 21)}, lengths=(25, 30, 30, 20))
    assert (closed_lanes(play), play.announced["closed"]) == ([4], "DRF-LANE-4")


@pytest.mark.clause("DRF-LANE-4", "DRF-LANE-1")
def test_on_the_table_the_players_say_which_is_shorter_and_where_it_ends() -> None:
    play = after_round({A: (1, 5), B: (2, 19), C: (2, 20), D: (3, 21)}, "table")
    assert (play.state, play.verbs, play.values("shorter", "lane")) == (
        "shorter", ["shorter", "level"], [1, 4],
    )  # fmt: skip
    play.do("shorter", lane=4)
    assert play.state == "close_end"
    assert min(play.values("ends", "row")) == 4
    play.do("ends", row=26)
    assert (play.p.road.ends, play.state) == ({4: 26}, "choose")


@pytest.mark.clause("DRF-LANE-1")
def test_a_lane_does_not_end_behind_a_car_that_drives_on_it() -> None:
    play = after_round({A: (2, 5), B: (1, 20), C: (3, 19), D: (4, 18)}, "table")
    assert (play.state, min(play.values("ends", "row"))) == ("close_end", 20)


@pytest.mark.clause("DRF-LANE-5", "INT-DRF-29")
@pytest.mark.parametrize(("marker", "decides"), [(C, C), (A, B)])
@BOTH
def test_between_equal_lanes_the_markers_holder_decides(
    board: str, marker: int, decides: int
) -> None:
    play = after_round({A: (2, 5), B: (1, 20), C: (3, 19), D: (4, 20)}, board, marker=marker)
    assert (play.state, play.ask.seats) == ("which_lane", (decides,))
    assert play.values("give_up", "lane") == [1, 4]
    play.do("give_up", lane=4)
    assert closed_lanes(play) == [4]


@pytest.mark.clause("DRF-LANE-5", "DRF-LANE-4")
@BOTH
def test_two_empty_lanes_of_the_same_length(board: str) -> None:
    play = after_round({A: (1, 5), B: (2, 19), C: (2, 20), D: (3, 21)}, board)
    if board == "table":
        play.do("level")
    assert (play.state, play.ask.seats) == ("which_lane", (B,))


@pytest.mark.clause("DRF-LANE-2", "DRF-LANE-6", "DRF-LAY-8")
def test_with_a_lane_given_up_the_next_one_is_the_outermost() -> None:
    cars = {A: (2, 5), B: (3, 20), C: (4, 19), E: (5, 20)}
    play = after_round(cars, out=(D,), closed={1: 30})
    assert closed_lanes(play) == [1, 2]


# -- the end ---------------------------------------------------------------------------------


@pytest.mark.clause("DRF-END-1", "DRF-COMP-3", "DRF-OFF-7", "DRF-DRV-5")
def test_the_first_over_the_edge_wins_at_once() -> None:
    play = Play(Stage({A: (1, 38), B: (2, 38), C: (3, 36)}, long=40)).speeds(7, 9, 10)
    play.go("F F")
    assert not play.match.over
    play.go("F")
    result = play.match.result
    assert result is not None
    assert (result.winners, result.clause) == ((A,), "DRF-END-1")
    assert play.p.now.points == 0


@pytest.mark.clause("DRF-END-1", "DRF-END-2")
def test_on_the_table_the_players_say_when_a_car_is_off() -> None:
    play = Play(Stage({A: (1, 30), B: (2, 33), C: (3, 33)}, long=40), "table").speeds(7, 9, 10)
    assert off(play) == [True], "unlikely here, so behind the other answers"
    play.go("F F F F")
    assert off(play) == [False]
    play.do("off")
    assert play.match.result is not None
    assert play.match.result.winners == (A,)


def off(play: Play) -> list[bool]:
    """Whether "off the table" stands behind the other answers, for each time it is offered."""
    return [o.aside for ask in play.match.asks for o in ask.options if o.verb == "off"]


@pytest.mark.clause("DRF-END-1")
def test_a_table_that_ends_earlier_than_it_was_counted_is_left_all_the_same() -> None:
    cars = {A: (1, 20), B: (2, 18), C: (3, 18)}
    play = Play(Stage(cars, long=40), "table").speeds(7, 9, 10).do("off")
    assert play.match.result is not None
    assert play.match.result.winners == (A,)


@pytest.mark.clause("DRF-END-5", "DRF-DSQ-2")
def test_level_cars_that_drop_out_together_share_a_place() -> None:
    cars = {A: (1, 30), B: (2, 5), C: (3, 5), D: (4, 4)}
    play = Play(Stage(cars, long=40)).speeds(2, 3, 4, 5)
    play.go("F F").go("F F F").go("F F F F")
    play.go("F F F F F")
    assert play.match.result is not None
    assert play.match.result.ranking == ((A,), (C, D), (B,))


@pytest.mark.clause("DRF-END-1", "DRF-END-5")
def test_whoever_leaves_the_table_is_ahead_of_cars_that_were_counted_too_far() -> None:
    play = Play(Stage({A: (1, 39), B: (1, 41), C: (3, 38)}, long=60), "table").speeds(4, 9, 10)
    play.do("off")
    assert play.match.result is not None
    assert play.match.result.ranking == ((A,), (B,), (C,))
    assert play.match.result.scores == {"1": 40, "2": 40, "3": 38}


@pytest.mark.clause("DRF-OFF-7", "DRF-END-1")
def test_on_the_table_the_count_alone_wins_nothing() -> None:
    play = Play(Stage({A: (1, 39), B: (2, 38), C: (3, 38)}, long=60), "table").speeds(7, 9, 10)
    play.go("F F F")
    assert (play.match.over, play.places[A]) == (False, (1, 42))


@pytest.mark.clause("DRF-END-3", "INT-DRF-30", "UNK-DRF-9")
@BOTH
def test_the_last_one_in_the_game_has_won(board: str) -> None:
    play = after_round({A: (1, 5), B: (2, 5), C: (3, 20)}, board)
    result = play.match.result
    assert result is not None
    assert (result.winners, result.clause) == ((C,), "DRF-END-3")


@pytest.mark.clause("DRF-END-4", "INT-DRF-30")
@pytest.mark.parametrize(
    ("rows", "winners"), [((22, 19, 18), (A,)), ((19, 22, 22), (B, C)), ((20, 20, 20), (A, B, C))]
)
def test_if_nobody_has_a_card_the_foremost_wins(
    rows: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    cars = {seat: (seat, row) for seat, row in enumerate(rows, 1)}
    play = Play(Stage(cars, cards={A: [], B: [], C: []}))
    result = play.match.result
    assert result is not None
    assert (result.winners, result.clause) == (winners, "DRF-END-4")


@pytest.mark.clause("DRF-END-5", "INT-DRF-30")
def test_the_other_places_by_row_then_who_dropped_out_in_reverse() -> None:
    cars = {A: (1, 38), B: (2, 30), D: (4, 33), E: (5, 30)}
    stage = Stage(cars, long=40, out=[C], closed={3: 40})
    play = Play(stage).speeds(7, 8, 9, 10).go("F F F")
    assert play.match.result is not None
    assert play.match.result.ranking == ((A,), (D,), (B, E), (C,))
    play = after_round({A: (1, 9), B: (2, 2), C: (3, 20)})
    assert play.match.result is not None
    assert play.match.result.ranking == ((C,), (A,), (B,))


@pytest.mark.clause("DRF-DSQ-2")
@BOTH
def test_who_is_out_hears_by_how_many_rows(board: str) -> None:
    play = after_round({A: (1, 5), B: (2, 8), C: (3, 20)}, board)
    told = [
        (r.args["n"], r.args["ahead"].seat) for r in play.rulings if r.args and "ahead" in r.args
    ]  # type: ignore[union-attr]
    assert told == [(14, C), (11, C)]


def test_while_a_tile_is_laid_the_screen_names_no_row_of_the_car() -> None:
    stage = Stage({A: (1, 5), B: (2, 5), C: (3, 5)}, hands={A: {"truck": 3}})
    play = Play(stage).speeds(2, 9, 10, lay=True)
    assert (play.state, play.lines) == ("lay", [])


@pytest.mark.clause("DRF-END-5", "INT-DRF-33")
def test_who_drops_out_later_is_ahead_even_on_the_same_row() -> None:
    """B drops out in round 1 on row 12, C in round 2 on row 12: they did not do so together."""
    tiles = {(2, 12): "caltrops", (3, 12): "caltrops"}
    stage = Stage({A: (1, 12), B: (2, 10), C: (3, 6)}, tiles, long=35, cards={B: [2], C: [3]})
    play = Play(stage, cardless="out").speeds(4, 2, 3)
    while play.state != "over":
        if play.state == "choose":
            play.do("play", card=2 if play.ask.seats == (A,) else 3)
        elif play.state == "lay":
            verb, args = next(iter(play.ask.listed()))
            play.do(verb, **args)
        else:
            play.go("F")
    assert play.match.result is not None
    assert play.match.result.ranking == ((A,), (C,), (B,))
