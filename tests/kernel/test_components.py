"""Printed numbers: their status, an owner's corrections, and errors that name file and line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.kernel.components import Components, load
from referee.kernel.errors import ComponentsError
from referee.kernel.text import Arg, Text
from referee.table.catalogue import Catalogue

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


def complaint(box: str = BOX, override: str = "") -> dict[str, Arg]:
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
        ("\n\ncards = 'twelve'", 3, "cards", "it is text in quotes, but has to be a whole number"),
        ("cards = true", 1, "cards", "it is true or false, but has to be a whole number"),
        ("moves = [1]", 1, "moves", "it is a list in [ ], but has to be a table"),
        ("cards = 99999", 1, "cards", "numbers go up to 9999"),
        (
            "[moves]\nnorth = [1]\nsouth = ['x']", 3, "moves.south[0]",
            "it is text in quotes, but has to be a whole number",
        ),
        *(
            (text, line, key, "it is a whole number, but has to be a list in [ ]")
            for text, line, key in (
                ("[moves]\nnorth = 1\nsouth = [2]", 2, "moves.north"),
                ("moves.south = [2]\n'moves'.north = 1", 2, "moves.north"),
                ("[moves.value]\n\nnorth = 1", 3, "moves.north"),
                ("moves = { south = 3 }", 1, "moves.south"),
            )
        ),
    ],
)  # fmt: skip
def test_a_wrong_correction_is_named(override: str, line: int, key: str, detail: str) -> None:
    found = complaint(override=override)
    said = found.pop("detail")
    assert isinstance(said, Text)
    assert Catalogue("en").text(said) == detail
    assert found == {"file": "mine.toml", "line": line, "key": key}


NUMBERS = """
[few]
value = 3
status = "found"
source = "x"
[rows]
value = [1, 2]
status = "found"
source = "x"
[kinds]
value = { north = 1, south = 2 }
status = "found"
source = "x"
[colours]
value = ["red", "blue"]
status = "found"
source = "x"
"""


@pytest.mark.parametrize(
    ("override", "read", "key", "said"),
    [
        ("few = 9", lambda c: c.number("few", 1, 5), "few", "9 is not possible; 1 to 5 is"),
        ("rows = []", lambda c: c.numbers("rows", 1, 5), "rows", "0 are too few; 1 or more"),
        ("rows = [1, 0]", lambda c: c.numbers("rows", 1, 5), "rows", "0 is not possible; 1 to 5"),
        ("kinds.south = 7", lambda c: c.table("kinds", 1, 5), "kinds.south", "7 is not possible"),
        ("colours = ['']", lambda c: c.words("colours"), "colours", "a word of 1 to 18 letters"),
        ('colours = ["a\\n"]', lambda c: c.words("colours"), "colours", "a word of 1 to 18"),
        (f"colours = ['{'x' * 19}']", lambda c: c.words("colours"), "colours", "a word of 1 to 18"),
        (
            "colours = ['a', 'a']",
            lambda c: c.words("colours"),
            "colours",
            "it contains something twice",
        ),
        ("colours = ['a']", lambda c: c.words("colours", 2), "colours", "1 are too few; 2 or more"),
    ],
)
def test_a_game_says_between_which_values_a_number_makes_sense(
    override: str, read: Callable[[Components], object], key: str, said: str
) -> None:
    read(load(NUMBERS))
    with pytest.raises(ComponentsError) as error:
        read(load(NUMBERS, f"# mine\n{override}", "mine.toml"))
    args = error.value.text.args
    assert (args["file"], args["line"], args["key"]) == ("mine.toml", 2, key)
    assert said in Catalogue("en").error(error.value)


def test_of_numbers_that_do_not_go_together_the_owners_is_told() -> None:
    for override, blamed in (
        ("rows = [9]", "rows"),
        ("few = 1", "few"),
        ("few = 1\nrows = [9]", "few"),
    ):
        error = load(NUMBERS, override, "mine.toml").wrong("few", "no", of=("rows",))
        assert (error.text.args["file"], error.text.args["key"]) == ("mine.toml", blamed)
    assert load(NUMBERS).wrong("few", "no", of=("rows",)).text.args["key"] == "few"


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
    assert isinstance(found["detail"], Text)
    assert found["detail"].args["line"] == 1


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
