"""Before the first round: seats, colours, start rows, the draw of the cars, cards and tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.draf import GAME
from referee.games.draf.numbers import KINDS
from referee.games.draf.position import Draf
from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry, Refused
from referee.kernel.match import Match
from referee.kernel.text import Plain

COLOURS = ("red", "blue", "yellow", "green", "white")


def begun(seats: int = 4, **options: Plain) -> Match:
    """A match whose players have picked their colours."""
    match = Match.new(GAME, seats, options, "seed")
    for seat in range(1, seats + 1):
        match.answer(Entry(seat, "colour", {"colour": COLOURS[seat - 1]}))
    return match


def lined_up(order: tuple[int, ...], **options: Plain) -> Match:
    """Cars drawn on the table in this order; the last one is left over."""
    match = begun(len(order), board="table", **options)
    match.answer(Entry(1, "done"))
    for car in order[:-1]:
        match.answer(Entry(1, "drawn", {"car": car}))
    return match


def position(match: Match) -> Draf:
    assert isinstance(match.position, Draf)
    return match.position


@pytest.mark.clause("DRF-COMP-1")
@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_play(seats: int) -> None:
    with pytest.raises(BadEntry):
        Match.new(GAME, seats)


@pytest.mark.clause("DRF-COMP-2", "DRF-SET-6")
@pytest.mark.parametrize("board", ["device", "table"])
def test_everybody_has_nine_cards_from_two_to_ten(board: str) -> None:
    p = position(Match.new(GAME, 5, {"board": board}))
    assert [driver.hand for driver in p.drivers] == [[2, 3, 4, 5, 6, 7, 8, 9, 10]] * 5


@pytest.mark.clause("DRF-COMP-5", "DRF-SET-1", "UNK-DRF-6")
@pytest.mark.parametrize(
    ("centimetres", "rows", "minutes"), [(100, 40, 30), (200, 80, 60), (300, 120, 90), (50, 20, 15)]
)
def test_the_table_fixes_rows_and_time(centimetres: int, rows: int, minutes: int) -> None:
    p = position(Match.new(GAME, 3, {"length": centimetres}))
    assert (p.numbers.rows, p.numbers.minutes) == (rows, minutes)
    said = GAME.scene(position(begun(3, length=centimetres)), None).lines
    assert {"n": rows, "minutes": minutes} in [line.args for line in said]


@pytest.mark.clause("DRF-COMP-6", "UNK-DRF-4")
def test_there_are_eight_kinds_of_tiles() -> None:
    assert len(KINDS) == 8
    box = position(Match.new(GAME, 3, {"board": "device"})).numbers.box
    assert set(box) == set(KINDS)
    assert min(box.values()) > 0
    assert sum(box.values()) == 168


@pytest.mark.clause("DRF-SET-2", "DRF-SET-7")
def test_four_plain_rows_as_wide_as_there_are_players() -> None:
    p = position(begun(4))
    assert [dict(lane) for lane in p.road.lanes] == [dict.fromkeys(range(1, 5), "plain")] * 4
    assert sum(p.road.box.values()) == 168 - 16


@pytest.mark.clause("DRF-SET-3", "UNK-DRF-7")
def test_a_colour_that_is_taken_is_refused() -> None:
    match = Match.new(GAME, 3)
    match.answer(Entry(1, "colour", {"colour": "red"}))
    with pytest.raises(Refused) as refused:
        match.answer(Entry(2, "colour", {"colour": "red"}))
    assert (refused.value.reason.key, refused.value.clause) == ("drf.why.colour", "DRF-SET-3")
    match.answer(Entry(2, "colour", {"colour": "white"}))
    with pytest.raises(Refused):
        match.answer(Entry(3, "colour", {"colour": "black"}))


@pytest.mark.clause("DRF-SET-4", "DRF-SET-5", "DRF-SET-9", "INT-DRF-2")
def test_cars_stand_in_the_order_in_which_they_were_drawn() -> None:
    p = position(lined_up((2, 3, 1)))
    assert [p.driver(seat).place for seat in (2, 3, 1)] == [(1, 1), (2, 1), (3, 1)]
    assert (p.marker, p.state, p.queue[0]) == (1, "choose", 1)


@pytest.mark.clause("DRF-SET-4", "DRF-SET-8", "DRF-SET-7", "UNK-DRF-4")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_press_draws_all_cars_and_deals_eight_open_tiles(seats: int) -> None:
    match = begun(seats)
    match.answer(Entry(1, "done"))
    match.answer(Entry(1, "drawn"))
    p = position(match)
    assert p.state == "choose"
    assert sorted(driver.lane for driver in p.drivers) == list(range(1, seats + 1))
    assert [sum(driver.tiles.values()) for driver in p.drivers] == [8] * seats
    assert sum(p.road.box.values()) == 168 - 4 * seats - 8 * seats
    assert match.view(1) == match.view(None), "hands are open"


@pytest.mark.clause("DRF-SET-4")
def test_every_order_of_the_cars_comes() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(90):
        match = Match.new(GAME, 3, {}, f"order {number}")
        for seat, colour in enumerate(COLOURS[:3], 1):
            match.answer(Entry(seat, "colour", {"colour": colour}))
        match.answer(Entry(1, "done"))
        match.answer(Entry(1, "drawn"))
        orders[tuple(driver.lane for driver in position(match).drivers)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 4


@pytest.mark.clause("DRF-SET-2", "DRF-SET-7", "DRF-SET-8")
def test_with_the_road_on_the_table_the_screen_says_what_to_set_up() -> None:
    p = position(begun(4, board="table"))
    lines = {line.key: line.args for line in GAME.scene(p, None).lines}
    assert lines["drf.prepare.start"] == {"rows": 4, "lanes": 4}
    assert lines["drf.prepare.hand"] == {"tiles": 8, "low": 2, "high": 10}
    assert "drf.prepare.box" in lines


@pytest.mark.clause("DRF-SET-3")
def test_colours_stay_in_a_rematch() -> None:
    colours = {"colours": ["blue", "red", "white"]}
    match = Match.new(GAME, 3, {}, "seed", carried=colours)
    assert match.state == "prepare"
    assert GAME.carry(match.position) == colours  # type: ignore[arg-type]
    for wrong in ({"colours": ["blue", "blue", "red"]}, {"colours": ["blue"]}, {"colours": 5}, [1]):
        assert Match.new(GAME, 3, {}, "seed", carried=wrong).state == "colour"
    assert Match.new(GAME, 3, {}, "seed").state == "colour"
