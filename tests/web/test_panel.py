"""The panel in a page: what its picture shows, in words; and choices that are what they say."""

from __future__ import annotations

import random

import pytest

from referee.table.catalogue import Catalogue
from referee.table.pixels.printing import as_text
from tests.own import OWN
from tests.web import Data, Page, Table
from tests.web.scenes import middle


def panel_of(table: Table) -> Page:
    page = Page(table, local=True)
    page.ask(do="hello", language="en", frames=True)
    return page


def screen(page: Page) -> Data:
    found = [sent["screen"] for sent in page.sent if sent["type"] == "frame"]
    assert isinstance(found[-1], dict)
    return found[-1]


def choose(page: Page, label: str) -> Data:
    shown = screen(page)
    number = next(n for n, one in enumerate(shown["choices"]) if one["label"] == label)
    return page.ask(do="choose", choice=number, moment=shown["moment"])


def test_a_menu_is_walked_through_by_what_its_buttons_say() -> None:
    page = panel_of(Table("knister", ["Anna", "Ben"]))
    page.ask(do="press", button="back")
    assert choose(page, "Settings")["type"] == "done"
    assert screen(page)["title"] == "Settings"
    assert choose(page, "Sounds")["type"] == "done"
    assert {one["tick"] for one in screen(page)["choices"]} == {"☑"}
    page.ask(do="press", button="back")
    page.ask(do="press", button="back")
    assert choose(page, "Abandon match")["type"] == "done"
    assert choose(page, screen(page)["choices"][0]["label"])["type"] == "done"  # held, as it says
    assert screen(page)["choices"][0]["label"] == "Rematch"


def test_a_choice_of_another_screen_is_refused() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page, before = panel_of(table), len(table.match.lines)
    moment = screen(page)["moment"]
    page.ask(do="press", button="back")
    assert page.ask(do="choose", choice=0, moment=moment)["key"] == "web.late"
    assert page.ask(do="choose", choice=99, moment=screen(page)["moment"])["key"] == "web.request"
    assert table.seat(1).ask(do="choose", choice=0, moment=moment)["key"] == "web.no-panel"
    assert len(table.match.lines) == before


def test_a_road_is_told_in_the_panels_language() -> None:
    match = Table("draf", ["Anna", "Ben", "Cem"], board="device").match
    middle(60)(match)
    scene = match.game.scene(match.position, None)
    told = " ".join(as_text(scene.body, Catalogue("de", match.game)))
    assert "Grau" in told
    assert "plain" not in told


def test_a_dimmed_display_makes_no_other_choice() -> None:
    """On the panel itself the first press only wakes."""
    table = Table("knister", ["Anna", "Ben"])
    page = panel_of(table)
    page.ask(do="press", button="back")
    table.panel.run(400)
    assert choose(page, "Settings")["type"] == "done"
    assert screen(page)["title"] == "Settings"


@pytest.mark.parametrize("game", OWN)
def test_every_choice_that_is_offered_is_the_one_that_is_made(game: str) -> None:
    """Whole stretches of matches by choices alone; the page says all that a list has."""
    rng = random.Random(game)
    table = Table(game, ["Anna", "Ben", "Cem"][: 2 if game == "victory" else 3])
    page, told = panel_of(table), set[str]()
    for _ in range(80):
        shown = screen(page)
        assert sum(one["selected"] for one in shown["choices"]) <= 1
        told |= {one["about"] for one in shown["choices"]}
        if not shown["choices"]:
            page.ask(do="press", button="ok")
            continue
        number = rng.randrange(len(shown["choices"]))
        wanted = shown["choices"][number]
        if wanted["label"] in ("Main menu", "Abandon match"):
            continue
        reply = page.ask(do="choose", choice=number, moment=shown["moment"])
        assert reply["type"] == "done"
        table.panel.run(3)
    assert len(table.match.lines) > 1
