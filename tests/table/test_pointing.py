"""A mouse and arrow keys on the panel's picture: what they mean, as presses."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hal.interfaces import SIZE
from referee.kernel.game import find_game
from referee.kernel.scene import Streets, Tile
from referee.table.answer.controls import CellControl
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas, Rect, Spot
from referee.table.pixels.pointing import Trail, presses_at, presses_towards
from referee.table.pixels.widgets import draw_widget
from referee.table.screen import TAKE, Cursor
from tests.knister import Play
from tests.table.panel import Panel, new


def selected(panel: Panel) -> str:
    return next(line for line in panel.lines if line.startswith(">"))


def click(panel: Panel, x: int, y: int) -> Panel:
    return panel.press(*panel.program.touched(x, y))


def steer(panel: Panel, *directions: str) -> Panel:
    for direction in directions:
        panel.press(*(panel.program.steered(direction) or ()))
    return panel


def sheet() -> Panel:
    """A number is to be written into an empty sheet of Knister."""
    return Panel(language="en", games=("knister",)).play(Play(1).call(8).match)


def test_a_click_on_a_line_selects_it_and_another_one_takes_it() -> None:
    panel = Panel(language="en", games=("toy", "shapes"))
    below = panel.lines[2].strip()
    click(panel, 40, 26)
    assert selected(panel) == f"> {below}"
    assert panel.presses == 1
    title = panel.title
    click(panel, 40, 26)
    assert panel.title != title


def test_nothing_is_pressed_where_nothing_is() -> None:
    panel = Panel(language="en", games=("toy",))
    assert panel.program.touched(3, 3) == ()  # the title
    assert panel.program.steered("right") is None  # a list is no raster


def test_a_click_on_a_buttons_name_presses_it() -> None:
    panel = Panel(language="en", games=("toy",)).play(new(find_game("toy")))
    panel.press("hold ok")
    assert panel.program.touched(3, SIZE[1] - 4) == ("ok",)


def test_arrows_go_through_a_raster_both_ways_and_stop_at_its_edge() -> None:
    panel = sheet()
    seen = []
    for _ in range(2):
        steer(panel, "up")
        steer(panel, "left")
    for direction in ("right", "down", "down", "left", "left", "up"):
        steer(panel, direction)
        seen.append(selected(panel))
    assert seen == ["> B1", "> B2", "> B3", "> A3", "> A3", "> A2"]
    assert panel.press("ok").match.view(None)["sheets"][0]["cells"][5] == 8


def test_an_arrow_goes_aslant_only_to_what_no_arrows_reach() -> None:
    """Up a column whose squares are full the cursor stays, as it does at the edge."""
    game = Play(1)
    for row in (1, 2):
        game.call(8).place(1, row, 5)
    panel = Panel(language="en", games=("knister",)).play(game.call(8).match)
    steer(panel, *["down"] * 5, *["right"] * 5, *["up"] * 5)
    assert selected(panel) == "> E3"


@pytest.mark.parametrize(("apart", "presses"), [(False, ()), (True, ("down", "down"))])
def test_in_a_town_an_arrow_goes_aslant_rather_than_nowhere(
    apart: bool, presses: tuple[str, ...]
) -> None:
    """One place below and one beside that: RIGHT leads there at once, on a sheet it stays."""
    places = [(0, 0, ("ok",)), (0, 24, ("down",)), (24, 24, ("down", "down"))]
    spots = [
        Spot(Rect(x, y, x + 12, y + 12), leads, cell=True, apart=apart) for x, y, leads in places
    ]
    assert presses_towards(spots, "right") == presses


def test_an_arrow_reaches_what_lies_far_aside_where_nothing_else_lies_that_way() -> None:
    """Places of D'raf's lanes, far apart: no arrow does nothing there."""
    places = [(9, 0, ("up",)), (14, 8, ("ok",)), (10, 16, ("down",))]
    spots = [Spot(Rect(8 * x, y, 8 * x + 8, y + 8), presses, cell=True) for x, y, presses in places]
    assert presses_towards(spots, "up") == ("up",)
    assert presses_towards(spots, "down") == ("down",)
    assert presses_towards(spots, "right") == ()


def test_an_arrow_leads_to_places_that_are_out_of_sight_and_a_click_does_not() -> None:
    """Tiles of a town higher than the screen: up, and up again."""
    here = Spot(Rect(0, 0, 8, 8), ("ok",), cell=True)
    beyond = Spot(Rect(0, -24, 8, -16), ("up",), cell=True, seen=False)
    title = Spot(Rect(0, -24, 80, -10), ("back",))
    assert presses_towards([here, beyond], "up") == ("up",)
    assert presses_at([beyond, title], 4, -20) == ("back",)


def test_every_tile_of_a_town_is_reached_by_arrows() -> None:
    """Where a diversion may be laid on any tile, no arrow is dead for long (KR-DIV-2)."""
    tiles = tuple(Tile((x, y), f"{x}{y}", "NESW", "NESW") for x in range(1, 7) for y in range(1, 7))
    town = Streets(tiles, focus=(2, 2))
    at, seen = (2, 2), set[tuple[int, int]]()
    for way in [*["up"] * 5, *["right"] * 5, *["down"] * 5]:
        seen.add(at)
        places = [(2 * x, 2 * y) for x in range(1, 7) for y in range(1, 7)]
        presses = {place: TAKE if place == at else (f"{place[0]} {place[1]}",) for place in places}
        canvas = Canvas(128, 48)
        cursor = Cursor(at, places=tuple(places), presses=presses, moves=True)
        draw_widget(canvas, Rect(0, 0, 128, 48), town, Catalogue("en"), cursor)
        (press,) = presses_towards(canvas.spots, way) or ("",)
        x, y = map(int, press.split())
        at = x, y
    assert at == (12, 2)
    assert len(seen) == 15


def test_a_click_on_a_cell_brings_the_cursor_there_and_another_one_takes_it() -> None:
    pixels = [(x, y) for x in range(0, SIZE[0], 3) for y in range(0, SIZE[1], 3)]
    panel, cells = sheet(), set()
    for x, y in pixels:
        presses = panel.program.touched(x, y)
        if presses and presses != ("ok",):
            click(panel, x, y)
            assert panel.program.touched(x, y) == ("ok",)
        if presses:
            cells.add(selected(panel))
    assert cells == {f"> {column}{row}" for row in range(1, 6) for column in "ABCDE"}


def test_the_places_of_a_town_are_touched_where_they_are_drawn() -> None:
    """Knight Rider on the box's board: each way that the car may go has a place of its own."""
    facts = {"board": "device", "cards": "device", "track": "city"}
    match = new(find_game("knight-rider"), ("Ada", "Bob"), **facts)
    panel = Panel(language="en", games=("knight-rider",)).play(match)
    several = 0
    for _ in range(60):
        places = {panel.program.touched(x, y) for x in range(SIZE[0]) for y in range(12, 50)}
        several = max(several, len(places - {()}))
        panel.press("roll" if "(ROLL)" in panel.words else "ok").wait(3)
    assert several > 1


def test_where_a_name_is_asked_for_it_can_be_typed_at_once() -> None:
    panel = Panel(language="en", games=("toy",)).press("ok", "ok")
    program = panel.program
    assert "Seat 1" in panel.title
    assert program.spelling
    for letter in "1 Zoë":  # a digit or a space begins no name
        program.type_letter(letter)
    assert panel.lines[1] == "Zoë"
    panel.press("ok")
    assert "Seat 2" in panel.title
    panel.press("back")
    assert program.names() == []


@pytest.mark.parametrize(("language", "said"), [("en", "arrow keys"), ("de", "Pfeiltasten")])
def test_help_on_a_sheet_names_the_arrow_keys_where_there_is_a_keyboard(
    language: str, said: str
) -> None:
    for keyboard in (False, True):
        panel = Panel(language=language, games=("knister",), appliance=Appliance(keyboard=keyboard))
        facts = {"sheets": "device", "dice": "device"}
        panel.play(new(find_game("knister"), ("Ada",), **facts))
        panel.press("roll").wait(2).press("hold ok")
        pages = []
        for _ in range(8):
            pages.append(panel.words)
            panel.press("down")
        assert any(said in page for page in pages) is keyboard
        assert panel.program.clipped == []


def test_down_leads_down_a_column_of_a_town() -> None:
    """Knight Rider's tiles are laid by a cursor over the free places round those that lie there."""
    facts = {"board": "device", "cards": "device", "track": "built"}
    match = new(find_game("knight-rider"), ("Ada", "Bob"), **facts)
    panel = Panel(language="en", games=("knight-rider",)).play(match)
    looked = 0
    for _ in range(30):
        seen: list[tuple[str, int]] = []
        while name := re.search(r"^> ([A-Z])(\d+)$", panel.words, re.MULTILINE):
            place = (name[1], int(name[2]))
            if place in seen:
                break
            seen.append(place)
            panel.press("down")
        if seen:
            looked += 1
            order = sorted(seen)
            first = order.index(seen[0])
            assert seen == order[first:] + order[:first]
        panel.press("roll" if "(ROLL)" in panel.words else "ok").wait(3)
    assert looked > 5


#: Places of a town, from the left; what is next above the last one is not the first.
PLACES = ((0, 0), (3, -6), (4, -1), (9, -8))


def cursor_at(number: int) -> CellControl:
    control = CellControl.over(PLACES, (), None, CALLED, NAMELESS, ORDER)
    return replace(control, number=number)


CALLED, NAMELESS, ORDER = (lambda at: str(at)), (lambda at: None), (lambda at: at)


def spots_of(control: CellControl) -> list[Spot]:
    return [
        Spot(Rect(10 * x, -10 * y, 10 * x + 2, 2 - 10 * y), keys, cell=True, apart=True)
        for (x, y), keys in control.cursor.presses.items()
    ]


def test_the_opposite_arrow_leads_back_however_far_one_has_come() -> None:
    """DOWN twice, and UP twice: by direction alone the second place would not lead to the first."""
    trail, control, been = Trail(), cursor_at(0), [0]
    for arrow in ("down", "down", "up", "up"):
        for key in trail.presses(control, spots_of(control), arrow) or ():
            control, _ = control.press(key)
        been.append(control.number)
    assert been == [0, 1, 3, 1, 0]
    control = cursor_at(1)
    for key in presses_towards(spots_of(control), "up") or ():
        control, _ = control.press(key)
    assert control.number == 2
