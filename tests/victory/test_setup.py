"""Before the first throw: the box, the circuit, cars, the lot, the grid, the length."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.game import Entry
from referee.games.victory import GAME
from referee.kernel.errors import BadEntry, ComponentsError, Refused
from referee.kernel.match import Match
from referee.kernel.scene import Table
from referee.kernel.text import Plain, Text
from tests.victory import CARS, Play

clause = pytest.mark.clause


@clause("VIC-COMP-1", "VIC-COMP-4")
@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ("dice = 4", "dice"),
        ("cars = 5", "cars"),
        ('more_car_colours = ["white", "red"]', "more_car_colours"),
        ("connectors = 23", "connectors"),
        ("start_row = 0", "start_row"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(wrong: str, key: str) -> None:
    with pytest.raises(ComponentsError) as error:
        Match.new(GAME, 2, components=GAME.components(wrong, "victory.toml"))
    assert error.value.text.args["key"] == key


@clause("VIC-COMP-1")
def test_a_smaller_box_will_do_for_fewer_players() -> None:
    fewer = "cars = 4\nmore_car_colours = []\nsquares = 10\nconnectors = 20"
    assert Match.new(GAME, 4, components=GAME.components(fewer)).state == "circuit"
    with pytest.raises(ComponentsError):
        Match.new(GAME, 5, components=GAME.components(fewer))


@clause("VIC-COMP-2")
def test_two_to_six_play_one_car_each() -> None:
    for seats in (1, 7):
        with pytest.raises(BadEntry):
            Play(seats)
    for seats in range(2, 7):
        assert len(Play(seats).race().p.running) == seats


@clause("VIC-COMP-5", "UNK-VIC-3")
def test_the_four_named_cars_are_offered_first_and_the_others_can_be_corrected() -> None:
    assert Play().do("done").values("car", "car") == list(CARS)
    own = GAME.components('more_car_colours = ["orange", "pink"]')
    match = Match.new(GAME, 2, components=own)
    assert match.position.numbers.cars[4:] == ("orange", "pink")  # type: ignore[attr-defined]


@clause("VIC-SET-1", "VIC-SET-2", "INT-VIC-2")
def test_the_circuit_is_built_first_as_the_players_like() -> None:
    play = Play()
    assert (play.state, play.verbs, play.ask.clause) == ("circuit", ["done"], "VIC-SET-1")
    assert play.lines == ["vic.circuit.squares", "vic.circuit.curves", "vic.circuit.bushes"]
    play.do("done", 4)
    assert play.state == "cars"


@clause("VIC-SET-3")
def test_every_player_chooses_a_car_of_his_own() -> None:
    play = Play(3).do("done")
    assert play.ask.seats == (1,)
    play.do("car", car="red")
    assert play.ask.seats == (2,)
    assert play.refused("car", car="red") == ("vic.why.taken", "VIC-SET-3")
    assert play.refused("car", car="gold")[1] == "VIC-SET-3"
    play.do("car", car="black").do("car", car="green")
    assert (play.p.cars, play.state) == (["red", "black", "green"], "lot")


@clause("VIC-SET-4")
def test_the_lot_favours_nobody() -> None:
    starters = Counter[int]()
    for number in range(400):
        match = Match.new(GAME, 4, {"dice": "device"}, f"lot {number}")
        for _ in range(6):  # the circuit, four cars, the lot
            ask = match.ask
            assert ask is not None
            if match.supplies(ask):
                match.supply(ask)
            else:
                match.answer(Play.first(ask))
        assert match.state == "card"
        starters[match.position.turn] += 1  # type: ignore[attr-defined]
    assert all(70 <= starters[seat] <= 130 for seat in (1, 2, 3, 4)), starters


@clause("VIC-SET-4")
@pytest.mark.parametrize("drawer", ["device", "table"])
def test_who_draws_the_lot_does_not_hang_on_whose_dice_are_thrown(drawer: str) -> None:
    other = {"device": "table", "table": "device"}[drawer]
    play = Play(2, lot=drawer, dice=other).choose_cars()
    assert (play.state, play.match.supplies(play.ask)) == ("lot", drawer == "device")


@clause("VIC-SET-4", "VIC-SET-5", "INT-VIC-3")
def test_the_tables_own_lot_is_reported_and_play_goes_clockwise_from_there() -> None:
    play = Play(4).choose_cars()
    assert play.values("draw", "starter") == [1, 2, 3, 4]
    play.do("draw", starter=3)
    assert play.said == [("vic.lot.starts", "VIC-SET-5")]
    assert play.p.order == [3, 4, 1, 2]


@clause("VIC-SET-5", "VIC-TURN-7", "INT-VIC-3")
def test_the_order_stays_and_skips_who_is_off_the_circuit() -> None:
    play = Play(4).race(3)
    turns = []
    for _ in range(6):
        turns.append(play.ask.seats[0])
        play.turn(lines=1 if play.ask.seats == (1,) else 0)
    assert turns == [3, 4, 1, 2, 3, 4]
    play.turn().turn().turn().crash()  # seats 1, 2 and 3 drive, 4 crashes
    assert play.p.out == [4]
    turns = []
    for _ in range(4):
        turns.append(play.ask.seats[0])
        play.turn()
    assert turns == [1, 2, 3, 1]


@clause("VIC-SET-6", "VIC-SET-7", "VIC-SET-8", "INT-VIC-4")
def test_card_then_direction_then_grid_then_the_first_throw() -> None:
    play = Play(2).choose_cars().do("draw", starter=1)
    assert (play.state, play.lines) == ("card", ["vic.card.tip", "vic.card.row"])
    play.refused("throw", dice=["R", "R", "R"])
    play.do("done")
    assert (play.state, play.verbs) == ("direction", ["clockwise", "anticlockwise"])
    play.do("anticlockwise").do("done")
    assert play.state == "first"
    assert "vic.line.anticlockwise" in play.lines
    _, way = GAME.scene(play.p, None).pages["grid"]
    assert isinstance(way, Text)
    assert way.key == "vic.line.anticlockwise"


def grid(play: Play) -> list[list[str]]:
    """The colours on the grid as the screen tells them, and as the page shows them."""
    scene = GAME.scene(play.p, None)
    table = scene.pages["grid"][0]
    assert isinstance(table, Table)
    told = [[car.args["car"] for car in line.args["cars"]] for line in scene.lines]
    shown = [[cell.args["car"] for cell in row[1:] if isinstance(cell, Text)] for row in table.rows]
    assert told == shown
    return told


@clause("VIC-SET-9", "VIC-SET-10", "INT-VIC-5")
def test_the_grid_is_the_order_of_play_three_cars_in_the_first_row() -> None:
    assert grid(Play(5).line_up()) == [["red", "blue", "green"], ["yellow", "white"]]
    assert grid(Play(4).line_up(3)) == [["green", "yellow", "red"], ["blue"]]
    assert grid(Play(2).line_up()) == [["red", "blue"]]


@clause("VIC-SET-11", "INT-VIC-6")
@pytest.mark.parametrize("laps", [0, 7])
def test_one_to_six_laps(laps: int) -> None:
    with pytest.raises(BadEntry):
        Play(2, laps=laps)
    for allowed in range(1, 7):
        assert Play(2, laps=allowed).race().column(allowed) == ["red", "blue"]


@clause("VIC-SET-3")
@pytest.mark.parametrize("board", ["table", "device"])
def test_in_a_rematch_the_players_keep_their_cars(board: str) -> None:
    play = Play(3).choose_cars()
    carried = GAME.carry(play.p)
    again = Match.new(GAME, 3, {"board": board}, "seed", carried=carried)
    first = Entry(1, "done") if board == "table" else Entry(1, "take", {"circuit": "zigzag"})
    again.answer(first)
    assert again.state == "lot"
    assert again.view(None)["cars"] == list(CARS[:3])  # type: ignore[index, call-overload]


@clause("VIC-SET-3")
@pytest.mark.parametrize(
    "carried",
    [None, {"cars": ["red", "red"]}, {"cars": ["red"]}, {"cars": ["red", "pink"]}, {"cars": 5}, []],
)
def test_cars_that_cannot_be_believed_are_asked_for(carried: Plain) -> None:
    match = Match.new(GAME, 2, {}, "seed", carried=carried)
    match.answer(Entry(1, "done"))
    assert (match.state, match.asks[0].seats) == ("cars", (1,))


@clause("VIC-SET-1")
@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        ([(6, 6), (7, 6), (8, 6)], "vic.why.open"),
        ([(6, 6), (7, 6), (7, 7), (6, 7)], "vic.why.bent"),
    ],
)
def test_a_circuit_that_is_not_complete_says_the_one_thing_that_it_lacks(
    squares: list[tuple[int, int]], reason: str
) -> None:
    match = Match.new(GAME, ("Ada", "Bob"), {"board": "device"}, "seed")
    for square in squares:
        match.answer(Entry(1, "lay", {"square": list(square)}))
    with pytest.raises(Refused) as refused:
        match.answer(Entry(1, "close"))
    assert refused.value.reason.key == reason
