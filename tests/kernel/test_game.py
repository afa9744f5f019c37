"""What a game is asked before a match: options, seats, and where it is found."""

from __future__ import annotations

import importlib.metadata
from enum import Enum, IntEnum
from typing import Any

import pytest

from referee.kernel import game as games
from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import find_game, game_names, spoken, switch
from referee.kernel.position import plain
from tests import toy


def test_options_that_are_not_given_have_their_default() -> None:
    assert toy.GAME.complete(2, {}) == {"dice": "device", "long": False}
    assert toy.GAME.complete(4, {"long": True})["long"] is True


@pytest.mark.parametrize(
    ("seats", "given", "key"),
    [
        (1, {}, "error.seats"),
        (5, {}, "error.seats"),
        (2, {"high": 1}, "error.option.unknown"),
        (2, {"long": 1}, "error.option.value"),
        (2, {"long": None}, "error.option.value"),
        (2, {"dice": "x" * 1000}, "error.option.value"),
    ],
)
def test_wrong_options_are_named(seats: int, given: dict[str, Any], key: str) -> None:
    with pytest.raises(BadEntry) as error:
        toy.GAME.complete(seats, given)
    assert error.value.text.key == key
    assert len(str(error.value)) < 200


def test_options_are_typed_as_words() -> None:
    assert [spoken(value) for value in (True, False, 3, "Table")] == ["on", "off", "3", "table"]
    assert toy.GAME.parse_option("long", "ON") is True
    assert toy.GAME.parse_option("long", "maybe") == "maybe"
    assert toy.GAME.parse_option("high", "on") == "on"
    assert switch("s", "C", on=True).values == (True, False)


@pytest.mark.usefixtures("toy_installed")
def test_a_game_of_another_package_is_found_by_its_entry_point() -> None:
    assert "toy" in game_names()
    assert find_game("toy") is toy.GAME


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(RefereeError) as error:
        find_game("chess" * 100)
    assert error.value.text.args["known"] == ", ".join(game_names())


@pytest.mark.parametrize("target", ["no.such.module:GAME", "tests.toy:NONE", "tests.toy:FLOW"])
def test_a_package_that_is_no_game_is_named(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint("odd", target, games.ENTRY_POINTS)
    monkeypatch.setattr(games, "_found", lambda: {"odd": point})
    with pytest.raises(RefereeError) as error:
        find_game.__wrapped__("odd")
    assert error.value.text.key == "error.game.broken"
    assert error.value.text.args["name"] == "odd"


class Colour(Enum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Level.LOW, 1),
        ({Colour.RED: (1, 2)}, {"red": [1, 2]}),
        ({2: None}, {"2": None}),
        ({3, 1}, [1, 3]),
        (toy.Toy(points=[1]), {"state": "", "agenda": [], "seats": 2, "turn": 1, "points": [1]}),
    ],
)
def test_positions_become_plain_data(value: Any, expected: Any) -> None:
    assert plain(value) == expected


def test_what_is_no_plain_data_is_an_error() -> None:
    with pytest.raises(TypeError, match="object is not plain data"):
        plain({"a": [object()]})


@pytest.mark.parametrize(
    "data",
    [None, 1, "x", [], {}, {"seat": 1}, {"verb": "go"}, {"seat": True, "verb": "go"},
     {"seat": 1.0, "verb": "go"}, {"seat": 1, "verb": 1}, {"seat": 1, "verb": "go", "args": None},
     {"seat": 1, "verb": "go", "args": {}, "more": 0}],
)  # fmt: skip
def test_what_is_no_entry_is_an_error(data: Any) -> None:
    with pytest.raises(BadEntry):
        Entry.parse(data)


def test_an_entry_survives_being_written_down() -> None:
    entry = Entry(2, "roll", {"dice": [6]})
    assert Entry.parse(entry.plain()) == entry
    assert Entry.parse({"seat": 2, "verb": "on"}) == Entry(2, "on")
