"""Printed numbers: their status, an owner's corrections, and errors that name file and line."""

from __future__ import annotations

import pytest

from referee.kernel.components import Components, load
from referee.kernel.errors import ComponentsError
from referee.kernel.text import Plain

BOX = """
[cards]
value = 11
status = "found"
source = "the list on page 8"

# a table
[moves]
value = { north = [1, 2], south = [3] }
status = "assumed"
source = "none"
"""


def complaint(box: str = BOX, override: str = "") -> dict[str, Plain]:
    with pytest.raises(ComponentsError) as error:
        load(box, override, "mine.toml")
    return dict(error.value.text.args)


def test_values_with_their_status() -> None:
    parts = load(BOX)
    assert parts["cards"] == 11
    assert (parts.of("moves").status, parts.of("moves").source) == ("assumed", "none")
    assert set(parts) == {"cards", "moves"}


def test_an_owners_number_wins_and_says_so() -> None:
    parts = load(BOX, "cards = 12", "mine.toml")
    assert (parts["cards"], parts.of("cards").status, parts.of("cards").source) == (
        12,
        "owner",
        "mine.toml",
    )
    assert parts.of("moves").status == "assumed"


def test_a_game_that_refuses_a_value_names_file_and_line() -> None:
    own, owners = load(BOX), load(BOX, "\n\ncards = -1", "mine.toml")
    for parts, file, line in ((own, "components.toml", 2), (owners, "mine.toml", 3)):
        args = parts.wrong("cards", "cards below zero").text.args
        assert dict(args) == {
            "file": file,
            "line": line,
            "key": "cards",
            "detail": "cards below zero",
        }


def test_an_owner_may_also_copy_the_whole_table() -> None:
    assert load(BOX, BOX.replace("11", "10"))["cards"] == 10


def test_sizes_may_differ() -> None:
    parts = load(BOX, "moves = { north = [], south = [1, 2, 3] }")
    assert parts["moves"]["south"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("override", "line", "key", "detail"),
    [
        ("\n\ncards = 'twelve'", 3, "cards", "value: found str, wants int"),
        ("cards = true", 1, "cards", "value: found bool, wants int"),
        ("moves = [1]", 1, "moves", "value: found list, wants dict"),
        ("[moves]\nnorth = [1]\nsouth = ['x']", 3, "moves", "south[0]: found str, wants int"),
        ("[moves]\nnorth = 1\nsouth = [2]", 2, "moves", "north: found int, wants list"),
        ("moves.south = [2]\n'moves'.north = 1", 2, "moves", "north: found int, wants list"),
        ("[moves.value]\n\nnorth = 1", 3, "moves", "north: found int, wants list"),
        ("moves = { south = 3 }", 1, "moves", "south: found int, wants list"),
    ],
)
def test_a_wrong_correction_is_named(override: str, line: int, key: str, detail: str) -> None:
    assert complaint(override=override) == {
        "file": "mine.toml", "line": line, "key": key, "detail": detail,
    }  # fmt: skip


@pytest.mark.parametrize(
    "override",
    [
        "[moves]\nsouth = [4]",
        "moves.south = [4]",
        "moves = { south = [4] }",
        "[moves.value]\nsouth = [4]",
    ],
)
def test_of_a_table_an_owner_names_what_differs(override: str) -> None:
    parts = load(BOX, override, "mine.toml")
    assert parts["moves"] == {"north": [1, 2], "south": [4]}
    assert parts.of("moves").status == "owner"
    assert parts["cards"] == 11


def test_an_unknown_entry_of_a_table_lists_the_known_ones() -> None:
    found = complaint(override="[moves]\nnorth = [1]\n\nwest = [2]")
    assert (found["line"], found["key"], found["known"]) == (4, "moves.west", "north, south")


def test_a_game_that_refuses_an_entry_of_a_table_names_its_line() -> None:
    for override, line in (("[moves]\n# mine\nsouth = []", 3), ("moves = { south = [] }", 1)):
        args = load(BOX, override, "mine.toml").wrong("moves", "none", "south").text.args
        assert (args["line"], args["key"], args["detail"]) == (line, "moves.south", "none")


def test_an_unknown_number_lists_the_known_ones() -> None:
    found = complaint(override="\ncars = 3")
    assert (found["line"], found["key"], found["known"]) == (2, "cars", "cards, moves")


def test_broken_toml_names_the_file_and_the_place() -> None:
    found = complaint(override="cards = \n")
    assert found["file"] == "mine.toml"
    assert "line 1" in found["detail"]


def test_endless_nesting_is_an_error_about_the_file() -> None:
    found = complaint(override="cards = " + "[" * 100_000)
    assert found["file"] == "mine.toml"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("cards = 11", "wants value, status, source"),
        ("[cards]\nvalue = 1\nstatus = 'found'", "wants value, status, source"),
        (BOX.replace("found", "guessed"), "status is one of found, derived, assumed"),
    ],
)
def test_a_game_must_say_how_sure_its_numbers_are(body: str, detail: str) -> None:
    assert complaint(body)["detail"] == detail


def test_a_stored_match_keeps_the_numbers_it_was_played_with() -> None:
    now = load(BOX)
    played = now.with_values({"cards": 9, "gone": 1})
    assert isinstance(played, Components)
    assert (played["cards"], played.of("cards").source, "gone" in played) == (9, "match", False)
    assert played.with_values(now.plain()).plain() == now.plain()


def test_what_a_game_makes_of_its_numbers_is_made_once() -> None:
    made: list[Components] = []
    now = load(BOX)
    for parts in (now, now.with_values({"cards": now["cards"]}), now.with_values({"cards": 9})):
        for _ in range(2):
            parts.once(made.append)
    assert [parts["cards"] for parts in made] == [now["cards"], 9]
