"""Laps, the pad, the finish, accidents, the end."""

from __future__ import annotations

import random

import pytest

from referee.games.victory import GAME
from referee.games.victory.laps import standing
from referee.games.victory.position import Racing, Victory
from referee.kernel.match import Match
from referee.kernel.scene import Table
from referee.kernel.text import Text, Who
from referee.players.named import random_bot
from tests.victory import Play

clause = pytest.mark.clause


def page(play: Play, name: str) -> Table:
    (table,) = GAME.scene(play.p, None).pages[name]
    assert isinstance(table, Table)
    return table


def pad(play: Play) -> dict[str, list[str]]:
    """The lap pad as the page shows it: colours under every head."""
    table = page(play, "pad")
    heads = ["ZIEL" if isinstance(head, Text) else head for head in table.heads]
    columns = zip(*table.rows, strict=True)
    return {
        head: [cell.args["car"] for cell in column if isinstance(cell, Text)]
        for head, column in zip(heads, columns, strict=True)
    }


@clause("VIC-PAD-1", "VIC-SET-11", "VIC-EX-3")
@pytest.mark.parametrize("laps", range(1, 7))
def test_the_grid_stands_under_the_number_of_laps(laps: int) -> None:
    play = Play(4, laps=laps).line_up(2)
    assert "pad" not in GAME.scene(play.p, None).pages
    play.do("done")
    empty: dict[str, list[str]] = {str(n): [] for n in range(laps - 1, 0, -1)}
    grid = ["blue", "green", "yellow", "red"]
    assert pad(play) == {str(laps): grid, **empty, "ZIEL": []}


@clause("VIC-LAP-1", "VIC-PAD-2", "INT-VIC-7", "INT-VIC-16")
def test_a_lap_is_written_under_the_laps_to_go() -> None:
    play = Play(2, laps=3).race().throw("RRB", "B").line()
    assert play.said == [("vic.lap", "VIC-PAD-2")]
    assert play.rulings[0].args == {"who": Who(1), "car": "red", "n": 2, "place": 1}
    assert play.state == "drive"
    assert pad(play)["2"] == ["red"]
    assert play.refused("line", 2, car=2)[0] == "refused.seat"
    assert play.refused("line", car=2) == ("vic.why.too-few-dice", "VIC-LAP-3")


@clause("VIC-LAP-2", "INT-VIC-16")
def test_cars_behind_the_line_are_reminded_that_passing_it_at_the_start_is_no_lap() -> None:
    play = Play(5).race()
    reminded = []
    for throws in (*["RRB B"] * 4, "XXX R", *["RRB B"] * 10):  # car 5 misses its first turn
        play.throw(*throws.split())
        if ("vic.behind", "VIC-LAP-2") in play.said:
            reminded.append(play.p.turn)
        if play.state == "drive":
            play.do("driven")
    assert reminded == [4, 5], "once each, when it drives off"
    assert pad(play)["2"] == []


@clause("VIC-LAP-1", "VIC-LAP-2")
def test_a_car_that_stayed_behind_the_line_crosses_it_later_without_a_lap() -> None:
    """Nobody has said that it crossed the line: in its first drive it may have gone sideways."""
    play = Play(4, laps=1).race().turn().turn().turn().throw("RRX", "X").do("driven")
    play.turn().turn().turn().throw("RRB", "B").do("start")
    assert play.said == [("vic.behind", "VIC-LAP-2")]
    assert (play.state, play.p.finished) == ("drive", [])
    play.do("driven").turn().turn().turn().throw("RRB", "B")
    assert "start" not in play.verbs


@clause("VIC-LAP-3")
def test_two_laps_in_one_turn_are_both_entered() -> None:
    play = Play(2, laps=3).race().throw("RRR", "RR").line().line()
    assert (pad(play)["2"], pad(play)["1"]) == (["red"], ["red"])
    assert play.state == "drive"


@clause("VIC-PAD-5", "INT-VIC-7")
def test_columns_fill_interleaved() -> None:
    play = Play(2, laps=2).race()
    play.cross(1).cross(1).cross(2).cross(2)
    assert pad(play) == {"2": ["red", "blue"], "1": ["red", "blue"], "ZIEL": ["red", "blue"]}
    assert play.match.over


@clause("VIC-PAD-3", "VIC-END-1", "VIC-COMP-3")
def test_the_first_under_ziel_has_won_at_once() -> None:
    play = Play(3, laps=1).race().turn().throw("RRB", "B").line()
    assert play.said == [("vic.won", "VIC-END-1")]
    assert pad(play)["ZIEL"] == ["blue"]
    assert GAME.scene(play.p, None).marks == {2: "won"}
    assert play.do("stop").match.result is not None
    assert play.match.result.winners == (2,)  # type: ignore[union-attr]


@clause("VIC-END-2", "VIC-PAD-3")
def test_the_others_race_on_for_the_places() -> None:
    play = Play(4, laps=1).race().throw("RRB", "B").line()
    assert (play.state, play.verbs, play.ask.seats) == ("places", ["on", "stop"], (1, 2, 3, 4))
    assert play.ask.prompt.args == {"n": 3}
    play.do("on", 3).turn().cross(3)
    assert play.p.finished == [1, 3]
    play.turn().cross(4).cross(2)  # car 4 drives off from behind the line first
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking) == ((1,), ((1,), (3,), (4,), (2,)))
    assert (result.reason.key, result.clause) == ("vic.end.finished", "VIC-END-2")


@clause("VIC-LAP-2", "INT-VIC-21")
def test_the_start_crossing_is_no_lap_even_if_it_is_reported() -> None:
    """Issue 12.5: four seats, one lap; the car of the second row had won with its start."""
    play = Play(4, laps=1).race().turn().turn().turn().throw("RRB", "B").line()
    assert play.said == [("vic.behind", "VIC-LAP-2")]
    assert (play.state, play.p.finished, play.p.crossed) == ("drive", [], True)
    play.do("driven").turn().turn().turn().throw("RRB", "B").line()
    assert play.p.finished == [4]


@clause("VIC-LAP-2", "INT-VIC-21")
def test_a_whole_lap_from_behind_the_line_can_be_told() -> None:
    play = Play(4, laps=1).race().turn().turn().turn().throw("RRB", "B").line().line()
    assert play.p.finished == [4]


@clause("VIC-LAP-2")
def test_a_car_that_was_stuck_behind_the_line_still_starts_from_there() -> None:
    """Issue 12.5: that it had been behind was forgotten though it had not moved."""
    play = Play(4, laps=1).race().turn().turn().turn().throw("RRB", "B").do("stuck", n=4)
    assert play.p.behind == [4]
    play.turn().turn().turn().throw("RRB", "B")
    assert ("vic.behind", "VIC-LAP-2") in play.said
    assert play.line().p.finished == []


@clause("VIC-LAP-3", "INT-VIC-21")
def test_few_dice_go_round_few_times() -> None:
    """Issue 12.5: three laps with two dice. Once round takes three moves from the start row."""
    play = Play(2, laps=3).race().throw("RXB", "X")
    assert play.refused("line", car=1) == ("vic.why.too-few-dice", "VIC-LAP-3")
    play.do("driven").turn().throw("RXB", "X").line()
    assert play.refused("line") == ("vic.why.too-few-dice", "VIC-LAP-3")
    play.do("driven").turn().throw("RRB", "B").line().line()
    assert play.p.finished == [1]


@clause("VIC-END-2", "INT-VIC-20")
def test_the_race_may_be_stopped_after_the_winner() -> None:
    play = Play(4, laps=1).race().turn(lines=1).do("stop")
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking) == ((1,), ((1,),))
    assert result.reason.key == "vic.end.stopped"
    assert standing(play.p) == [1, 2, 3, 4]


@clause("VIC-END-3", "INT-VIC-17")
def test_a_finished_car_leaves_with_its_dice() -> None:
    play = Play(3, laps=1).race().throw("RRR", "RR").do("red").line()
    assert "1" not in map(str, play.p.running)
    play.do("on")
    assert (play.ask.seats, play.p.left) == ((2,), 0)


@clause("VIC-END-4", "INT-VIC-17")
def test_who_crosses_first_in_a_round_is_ahead() -> None:
    play = Play(3, laps=1).race().turn(lines=1).do("on").turn(lines=1).do("on").turn(lines=1)
    assert play.match.result is not None
    assert play.match.result.ranking == ((1,), (2,), (3,))


@clause("VIC-PAD-4")
def test_the_standing_is_laps_to_go_then_the_order_of_entry() -> None:
    """A has one lap to go as the first there, C as the second, B has two."""
    play = Play(3, laps=3).race()
    play.cross(3).cross(2).cross(1).cross(3).cross(1)
    assert standing(play.p) == [3, 1, 2]
    rows = page(play, "standing").rows
    shown = [(row[0], row[1].args["car"], row[3].args["n"]) for row in rows]  # type: ignore[union-attr]
    assert shown == [("1.", "green", 1), ("2.", "red", 1), ("3.", "blue", 2)]


@clause("VIC-PAD-4")
def test_with_the_circuit_in_the_box_who_has_come_farther_is_ahead() -> None:
    """Nobody has crossed the line: the pad alone would keep the order of the lot."""
    match = Match.new(GAME, 3, {"board": "device"}, "farther")
    rng, turned = random.Random(1), False
    while not turned:
        ask = match.asks[0]
        match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
        p = match.position
        assert isinstance(p, Victory)
        turned = bool(far(p)) and len(p.pad[0]) == 3 and far(p) != p.pad[0]
    assert standing(p) == far(p)


def far(p: Victory) -> list[int]:
    """The seats by how far they have driven, the farthest first; none before the start."""
    driven = p.driven if isinstance(p, Racing) else {}
    return sorted(driven, key=lambda seat: -driven[seat])


@clause("VIC-END-5", "INT-VIC-18")
def test_crashed_cars_have_no_place_and_the_last_of_them_stands_first() -> None:
    play = Play(4, laps=1).race().turn().turn().crash().crash()
    assert standing(play.p) == [1, 2, 4, 3]
    places = [row[0] for row in page(play, "standing").rows]
    assert places == ["1.", "2.", "", ""]
    play.cross(2).cross(1)
    result = play.match.result
    assert result is not None
    assert result.ranking == ((2,), (1,))
    assert result.reason.args == {"n": 2}


@clause("VIC-END-6", "INT-VIC-18")
def test_the_last_car_on_the_circuit_wins_at_once() -> None:
    play = Play(4).race().crash().crash().crash()
    assert play.said == [("vic.crash", "VIC-CROSS-5"), ("vic.survivor", "VIC-END-6")]
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking, result.clause) == ((4,), ((4,),), "VIC-END-6")
    assert GAME.scene(play.p, None).marks[4] == "won"
    duel = Play(2).race().crash()
    assert duel.match.result is not None
    assert duel.match.result.winners == (2,)


@clause("VIC-END-6", "INT-VIC-18")
def test_without_that_rule_all_may_crash_and_nobody_wins() -> None:
    play = Play(2, last_survivor_wins=False).race().crash()
    assert play.ask.seats == (2,)
    play.crash()
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking) == ((), ())
    assert result.reason.key == "vic.end.nobody"
    alone = Play(2, laps=1, last_survivor_wins=False).race().crash().turn(lines=1)
    assert alone.match.result is not None
    assert (alone.match.result.winners, alone.match.result.ranking) == ((2,), ((2,),))


@clause("VIC-END-2", "VIC-END-6")
def test_an_accident_after_the_winner_makes_nobody_else_a_winner() -> None:
    play = Play(3, laps=1).race().turn(lines=1).do("on").crash()
    assert play.state == "places"
    play.do("on").crash()
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking) == ((1,), ((1,),))


@clause("INT-VIC-19")
def test_a_race_that_is_given_up_has_no_winner() -> None:
    play = Play(3, laps=1).race().turn(lines=1)
    play.match.abandon()
    assert play.match.result is not None
    assert (play.match.result.winners, play.match.result.clause) == ((), "INT-VIC-19")


@clause("INT-VIC-1")
def test_a_round_of_play_is_no_lap() -> None:
    play = Play(2, laps=1).race()
    for _ in range(6):
        play.turn()
    assert pad(play)["ZIEL"] == []
