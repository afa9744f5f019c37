"""The printed numbers: how sure they are, and an owner's corrections, right and wrong ones."""

from __future__ import annotations

import pytest

from referee.games.draf import GAME
from referee.games.draf.position import Draf
from referee.kernel.components import STATUSES
from referee.kernel.errors import ComponentsError
from referee.kernel.match import Match


def numbers(override: str, seats: int = 5, centimetres: int = 100) -> Draf:
    parts = GAME.components(override, "draf.toml")
    match = Match.new(GAME, seats, {"length": centimetres}, "seed", components=parts)
    assert isinstance(match.position, Draf)
    return match.position


@pytest.mark.clause("UNK-DRF-1", "UNK-DRF-2", "UNK-DRF-3", "UNK-DRF-4")
def test_every_number_tells_how_sure_it_is() -> None:
    parts = GAME.components()
    assert {parts.of(name).status for name in parts} <= set(STATUSES)
    printed = ("triangles_5", "triangles_10", "curves_7", "start_rows", "free_rows", "too_far")
    assert {parts.of(name).status for name in printed} == {"found"}
    assumed = [name for name in parts if name.startswith("tiles_")] + ["row_mm", "curves_4"]
    assert {parts.of(name).status for name in assumed} == {"assumed"}


def test_an_owner_corrects_a_number() -> None:
    p = numbers("triangles_6 = 3\nbox_joker = 2\nrow_mm = 20\n")
    assert (p.numbers.cards[6].triangles, p.numbers.box["joker"], p.numbers.rows) == (3, 2, 50)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("triangles_6", "triangles_6 = 10"),
        ("triangles_6", "triangles_6 = -1"),
        ("curves_2", "curves_2 = 3"),
        ("tiles_2", "tiles_2 = 0"),
        ("tiles_2", "tiles_2 = 9"),
        ("hand_tiles", "hand_tiles = 5"),
        ("hand_tiles", "hand_tiles = 0"),
        ("speeds", "speeds = [2, 3, 4]"),
        ("colours", 'colours = ["red", "red", "blue", "green", "white"]'),
        ("colours", 'colours = ["red", "blue"]'),
        ("row_mm", "row_mm = 0"),
        ("box_plain", "box_plain = 3"),
        ("start_rows", "start_rows = 0"),
        ("free_rows", "free_rows = 0"),
        ("minutes_per_metre", "minutes_per_metre = 0"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_with_file_line_and_name(
    name: str, line: str
) -> None:
    with pytest.raises(ComponentsError) as found:
        numbers(f"# mine\n{line}\n")
    args = found.value.text.args
    assert (args["file"], args["line"], args["key"]) == ("draf.toml", 2, name)


def test_too_few_tiles_for_start_and_hands() -> None:
    kinds = ("police", "ramp", "water", "caltrops", "truck", "service", "joker")
    few = "box_plain = 25\n" + "".join(f"box_{kind} = 0\n" for kind in kinds)
    with pytest.raises(ComponentsError) as found:
        numbers(few)
    assert found.value.text.args["key"] == "box_plain"


def test_a_table_shorter_than_the_start_is_refused() -> None:
    with pytest.raises(ComponentsError) as found:
        numbers("row_mm = 60\nstart_rows = 8\n", centimetres=50)
    assert found.value.text.args["key"] == "row_mm"


@pytest.mark.parametrize("line", ["triangles_11 = 1", "triangles_5 = 'two'", "triangles_5 = = 1"])
def test_unknown_names_other_types_and_slips_are_refused(line: str) -> None:
    with pytest.raises(ComponentsError):
        numbers(line)
