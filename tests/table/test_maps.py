"""Roads on the screen: edges where they end, cars that stay apart, the question always there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.kernel.game import find_game
from referee.kernel.scene import Map, Streets, Tile, Vehicle
from referee.kernel.text import text
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.widgets import draw_widget
from referee.table.screen import Cursor, Look
from referee.testing.screens import looked_at
from tests.table.test_fonts import art

WORDS = Catalogue("en", find_game("knight-rider"))

#: The car that all are after.
RED = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]

#: A tile on which nothing lies.
PLAIN = {"plain": (" " * 8,) * 8}


def drawn(area: Map, width: int, height: int) -> list[str]:
    canvas = Canvas(width, height)
    draw_widget(canvas, Rect(0, 0, width, height), area, WORDS)
    assert canvas.clipped == []
    return art(canvas, width, height)


def test_a_road_has_lines_where_its_tiles_end() -> None:
    """A bend of three points, in the middle of its room."""
    tiles = dict.fromkeys([(1, 1), (2, 1), (2, 2)], "plain")
    rows = drawn(Map(2, 2, PLAIN, tiles, edged=True), 20, 16)
    assert rows[0] == "." * 10 + "#" * 8 + ".."
    assert rows[4] == "." * 10 + "#......#" + ".."
    assert rows[8] == ".." + "#" * 8 + ".......#" + ".."
    assert rows[15] == ".." + "#" * 16 + ".."


def test_a_lying_road_has_kerbs_outside_and_dots_where_a_lane_ends() -> None:
    tiles = dict.fromkeys([(1, 1), (1, 2), (2, 1)], "plain")
    area = Map(2, 3, PLAIN, tiles, lying=True, edged=True)
    rows = drawn(area, 26, 18)
    assert rows[0][1:17] == "#" * 16
    assert rows[17][1:9] == "#" * 8
    assert {row[17] for row in rows[1:9:2]} == {"#"}
    assert {row[17] for row in rows[2:9:2]} == {"."}


@pytest.mark.parametrize("lying", [False, True])
def test_cars_side_by_side_do_not_run_together(lying: bool) -> None:
    places = [(1, 1), (2, 1), (1, 2), (2, 2)]
    tokens = {place: "I" for place in places}
    area = Map(2, 2, PLAIN, dict.fromkeys(places, "plain"), tokens, lying=lying, edged=True)
    rows = drawn(area, 18, 18)
    lit = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"]
    assert any("#" not in {row[x] for row in rows[2:16]} for x in range(7, 11)), lit
    assert any("#" not in row[2:16] for row in rows[7:11]), lit


#: An arrow up, of the small letters.
UP = ["..#...", "..##..", "..##..", ".####.", ".####.", "######"]


def at_the_edge(rows: list[str]) -> list[int]:
    """Where arrows up begin in the first rows."""
    return [
        x for x in range(len(rows[0]))
        if any(all(row[x : x + 6] == want for row, want in zip(rows[y:], UP, strict=False))
               for y in range(3))
    ]  # fmt: skip


def test_the_red_car_is_named_at_the_edge_where_it_is_out_of_sight() -> None:
    """A town higher than its room: an arrow up and its name; none once the car is in sight."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(8))
    red = Vehicle("", (0, 14), called=text("kr.unit.red"))
    town = Streets(tiles, (red, Vehicle("1", (0, 0), "N")), focus=(0, 0), whole=True)
    assert len(at_the_edge(drawn(town, 60, 24))) == 1
    near = drawn(replace(town, focus=(0, 14)), 60, 24)
    assert at_the_edge(near) == []
    assert [row.strip(".") for row in near][1:8] == RED


def test_cars_out_of_sight_at_one_place_are_named_side_by_side() -> None:
    """The red car and the own one, each with an arrow, and no other: a rival's beside them, with
    room between, looked as if it were on another road."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(8))
    there = [Vehicle(sign, (0, 14), "S") for sign in ("", "1", "2")]
    town = Streets(tiles, (*there, Vehicle("3", (0, 0), "N")), focus=(0, 0), own="2")
    canvas, cursor = Canvas(128, 40), Cursor((0, 0), places=((0, 0),))
    draw_widget(canvas, Rect(0, 0, 128, 40), town, WORDS, cursor)
    first, second = at_the_edge(art(canvas, 128, 40))
    assert second - first > font("small").width(" car 2"), "neither covers the other"


def test_a_car_outside_the_town_is_in_sight() -> None:
    """Who starts at the southern end of the last tile sees the own car there (KR-POS-5)."""
    cars = (Vehicle("1", (0, 0), "N", outside=True),)
    town = Streets((Tile((0, 0), "", "NS", "NS"), Tile((0, 1), "", "NS", "NS")), cars)
    rows = drawn(town, 24, 48)
    assert rows[-1].strip(".") == ""
    assert any("#######" in row for row in rows[-9:])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["victory", "draf"])
def test_no_map_pushes_the_question_out(name: str, language: str) -> None:
    shots = looked_at(find_game(name), language)[0]
    maps = [
        shot for shot in shots
        if shot.screen.look is Look.PLAY and shot.screen.text
        and any(isinstance(widget, Map) for widget in shot.screen.widgets)
    ]  # fmt: skip
    assert maps
    assert [
        shot.name for shot in maps if shot.screen.text not in shot.words.replace("\n", " ")
    ] == []


def test_a_whole_town_is_in_sight_with_smaller_tiles() -> None:
    """Eight tiles of eight pixels are higher than this room; nothing is out of sight."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(8))
    town = Streets(tiles, (Vehicle("", (0, 14), ""),), focus=(0, 0), whole=True)
    rows = [row.strip(".") for row in drawn(town, 17, 50)]
    assert "###" not in rows, "an arrow"
    frame = rows.index(RED[0])
    assert rows[frame : frame + 7] == RED
    assert frame < 6


def test_the_name_of_a_tile_is_there_whole_or_not_at_all() -> None:
    """A cursor west of tile 45 covers its first digit: the other one would look like a car."""
    tiles = (Tile((0, 0), "23", "EW", "EW"), Tile((1, 0), "45", "EW", "EW"))

    def lit(*names: str) -> int:
        town = Streets(tuple(map(lambda tile, name: replace(tile, name=name), tiles, names)))
        canvas = Canvas(96, 40)
        draw_widget(canvas, Rect(0, 0, 96, 40), town, WORDS, Cursor((1, 0), places=((1, 0),)))
        return sum(row.count("#") for row in art(canvas, 96, 40))

    assert lit("23", "45") == lit("23", "") > lit("", "45") == lit("", "")


def test_no_name_is_cut_where_the_picture_ends() -> None:
    """Half of a 2 at the upper edge was read as a 4."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(3))

    def lit(name: str, height: int) -> int:
        town = Streets((*tiles, Tile((0, 3), name, "NS", "NS")), focus=(0, 4))
        canvas = Canvas(60, height)
        draw_widget(canvas, Rect(0, 0, 60, height), town, WORDS)
        return sum(row.count("#") for row in art(canvas, 60, height))

    found = {lit("22", height) - lit("", height) for height in range(20, 90)}
    assert len(found) == 2
    assert min(found) == 0


def test_the_red_car_out_of_sight_is_named_straight_above_the_cursor() -> None:
    """Beside it the arrow would lead up another road."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(6))
    town = Streets(tiles, (Vehicle("", (0, 10), called=text("kr.unit.red")),), focus=(0, 0))
    canvas = Canvas(60, 34)
    draw_widget(canvas, Rect(0, 0, 60, 34), town, WORDS, Cursor((0, 2), places=((0, 2),)))
    rows = art(canvas, 60, 34)
    (red,) = at_the_edge(rows)
    cursor = next(row.find("#" * 13) for row in rows if "#" * 13 in row)
    wide = font("small").width("▲red car")
    assert abs(red + wide // 2 - (cursor + 6)) <= 1


def test_a_tile_to_be_laid_is_shown_with_the_rivals_car_beside_it() -> None:
    """The whole tile and the car below it, though the middle of the room would hide that."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(6))
    town = Streets(tiles, (Vehicle("2", (0, 8), "N"),), focus=(0, 10), own="1")
    canvas, cursor = Canvas(60, 40), Cursor((0, 10), places=((0, 10),), arms="N")
    draw_widget(canvas, Rect(0, 0, 60, 40), town, WORDS, cursor)
    rows = art(canvas, 60, 40)
    assert sum("#" * 25 in row for row in rows) == 2, "a frame round the whole tile"
    assert sum("#######" in row for row in rows[30:]) == 2, "the car, from bow to stern"


@pytest.mark.parametrize("field", [(0, 9), (0, 11), (1, 10), (-1, 10)])
def test_in_the_overview_a_car_next_to_the_red_one_does_not_cover_it(
    field: tuple[int, int],
) -> None:
    """Their spaces are four pixels apart, their signs seven wide."""
    tiles = tuple(Tile((x, y), "", "NESW", "NESW") for x in (-1, 0, 1) for y in range(6))
    cars = (Vehicle("", (0, 10), ""), Vehicle("1", field, "N"))
    rows = drawn(Streets(tiles, cars, focus=(0, 0), whole=True), 40, 56)
    lit = "\n".join(rows)
    assert any(all(row[x : x + 7] == want for row, want in zip(rows[y:], RED, strict=False))
               for y in range(50) for x in range(33)), lit  # fmt: skip
    assert any(row[x : x + 5] == "#..##" for row in rows for x in range(36)), lit


#: Cars in the overview: their number dark in a box.
BOXES = {
    "1": ["##.##", "#..##", "##.##", "##.##", "#...#"],
    "2": ["#..##", "###.#", "##.##", "#.###", "#...#"],
    "3": ["#..##", "###.#", "##.##", "###.#", "#..##"],
}


@pytest.mark.parametrize("fields", [
    [(0, 10), (0, 9)], [(0, 10), (1, 10)], [(0, 10), (1, 9)],
    [(0, 11), (0, 10), (0, 10)], [(0, 11), (0, 11), (0, 10)],
])  # fmt: skip
def test_in_the_overview_cars_on_neighbouring_spaces_are_all_read(
    fields: list[tuple[int, int]],
) -> None:
    """One covered the other's number, or all of it but a corner; at the edge, too."""
    tiles = tuple(Tile((x, y), "", "NESW", "NESW") for x in (-1, 0, 1) for y in range(6))
    cars = tuple(Vehicle(str(n), field, "N") for n, field in enumerate(fields, 1))
    rows = drawn(Streets(tiles, cars, focus=(0, 0), whole=True), 40, 48)
    for car in cars:
        assert any(all(row[x : x + 5] == want
                       for row, want in zip(rows[y:], BOXES[car.sign], strict=False))
                   for y in range(44) for x in range(36)), "\n".join(rows)  # fmt: skip


def test_a_car_at_the_end_of_the_town_stays_on_its_road_in_the_overview() -> None:
    """It was pushed aside, and seemed to stand on the next road."""
    tiles = tuple(Tile((x, y), "", "NS", "NS") for x in (-1, 0, 1) for y in range(6))
    cars = (Vehicle("1", (0, 0), "N"), Vehicle("2", (0, -1), "N"))
    rows = drawn(Streets(tiles, cars, focus=(0, 0), whole=True), 40, 50)
    one, other = (boxed(rows, car.sign) for car in cars)
    assert one[0] == other[0], "\n".join(rows)


def boxed(rows: list[str], sign: str) -> tuple[int, int]:
    """The column and the row where a car's number stands, dark in its box."""
    box = BOXES[sign]
    return next((x, y) for y in range(len(rows) - 4) for x in range(len(rows[0]) - 4)
                if [row[x : x + 5] for row in rows[y : y + 5]] == box)  # fmt: skip


def test_a_place_far_from_all_tiles_can_be_framed_in_the_overview() -> None:
    """A game from outside may let its cars begin off the town."""
    town = Streets((Tile((0, 0), "", "NS", "NS"),), focus=(0, 0), whole=True)
    canvas = Canvas(60, 60)
    draw_widget(canvas, Rect(0, 0, 60, 60), town, WORDS, Cursor((4, 4), places=((4, 4),)))
    assert any("#" * 7 in row for row in art(canvas, 60, 60))


@pytest.mark.parametrize("facing", ["N", "E"])
@pytest.mark.parametrize("field", [(0, 1), (0, 2)])
def test_cars_on_one_space_stand_across_the_road_however_they_face(
    field: tuple[int, int], facing: str
) -> None:
    """One that had turned seemed to be in front of the other; at a crossing the car that plays
    counts."""
    tiles = tuple(Tile((0, y), "", arms, arms) for y, arms in enumerate(("NS", "NESW", "NS")))
    cars = (Vehicle("1", field, facing), Vehicle("2", field, "N"))
    rows = drawn(Streets(tiles, cars, focus=field, own="2"), 60, 60)
    one, other = (boxed(rows, car.sign) for car in cars)
    assert one[1] == other[1], "\n".join(rows)


@pytest.mark.parametrize("cell", [(0, 0), (2, 0), (0, 3), (2, 3)])
def test_the_frame_of_a_tile_is_whole_at_every_edge_of_the_town(cell: tuple[int, int]) -> None:
    tiles = tuple(Tile((x, y), "", "NESW", "NESW") for x in range(3) for y in range(4))
    at = (2 * cell[0], 2 * cell[1])
    canvas, cursor = Canvas(60, 40), Cursor(at, places=(at,), arms="N")
    draw_widget(canvas, Rect(0, 0, 60, 40), Streets(tiles, focus=at), WORDS, cursor)
    rows = art(canvas, 60, 40)
    assert sum("#" * 29 in row for row in rows) == 2, "\n".join(rows)
    frame = next(row.index("#" * 29) for row in rows if "#" * 29 in row)
    assert all(sum(row[x] == "#" for row in rows) >= 25 for x in (frame, frame + 28))


@pytest.mark.parametrize(("room", "row"), [(40, 3), (30, 6)])
def test_the_arrow_of_a_road_end_where_a_car_begins_stands_behind_or_beside_it(
    room: int, row: int
) -> None:
    """A frame round that car was taken for the red one."""
    tiles = tuple(Tile((0, y), "", "NS", "NS") for y in range(2))
    cars = (Vehicle("1", (0, 3), "S", outside=True),)
    town = Streets(tiles, cars, focus=(0, 3), whole=True)
    canvas = Canvas(40, room)
    draw_widget(canvas, Rect(0, 0, 40, room), town, WORDS, Cursor((0, 3), places=((0, 3),)))
    rows = art(canvas, 40, room)
    assert [n for n, line in enumerate(rows) if "#######" in line] == [row], "\n".join(rows)
