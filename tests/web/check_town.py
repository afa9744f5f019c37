"""Knight Rider's town in Chromium: a track laid by touch, one click a move, what lies where."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from referee.games.knight_rider.town import town
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from tests.web.check_browser import SCREENS, SMALL, assert_nothing_clipped, touch_something
from tests.web.chromium import PHONE, TABLET, chromium
from tests.web.scenes import play_on
from tests.web.served import Served

NAMES = ["Anna", "Ben"]

#: Touches that are enough to lay a track and to drive on it; most matches end before.
MOST: Final = 500


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def served(until: Callable[[Match], bool], **options: object) -> Served:
    """A match with its board in the box, played until then."""

    def play(match: Match) -> None:
        while not until(match):
            play_on(match)

    facts = {"board": "device", "dice": "device", **options}
    return Served("knight-rider", NAMES, prepare=play, **facts)


def seated(browser: Browser, table: Served, seat: int, size: dict[str, int]) -> Page:
    context = browser.new_context(  # type: ignore[arg-type]
        viewport=size, reduced_motion="reduce", locale="en-GB", has_touch=True
    )
    page = context.new_page()
    page.goto(f"{table.url}/#seat")
    page.locator(".choices button").nth(seat - 1).click()
    page.wait_for_selector("p.foot")
    return page


def state(match: Match, name: str, seat: int = 1) -> bool:
    return match.state == name and match.asks[0].seats == (seat,)


def click(page: Page, table: Served, selector: str, number: int = 0) -> bool:
    """One click; whether it answered the ask."""
    before = table.do(lambda: len(table.match.lines))
    html = page.inner_html("main")
    page.locator(selector).nth(number).click()
    page.wait_for_function(
        "html => document.querySelector('main').innerHTML !== html"
        " && !document.querySelector('.ask[aria-busy=true]')",
        arg=html,
    )
    return bool(table.do(lambda: len(table.match.lines)) > before)


def test_a_track_is_laid_by_touch(browser: Browser) -> None:
    """Every place shows the tile in hand; where it may be turned, each way is a picture."""
    with served(lambda match: match.state == "lay", track="built") as table:
        phones = {seat: seated(browser, table, seat, PHONE) for seat in (1, 2)}
        touches, laid = 0, table.do(lambda: len(town(table.match.position).laid))
        for _ in range(8):
            table.do(lambda: _until_laid(table.match))
            page = phones[table.do(lambda: table.match.asks[0].seats[0])]
            page.wait_for_selector(".ask .can")
            assert page.locator(".ask .can").count() == page.locator(".ask .ghost").count() > 0
            touches += 1
            if not click(page, table, ".ask .can", 1):
                assert page.locator(".ask .ghost").count() == 1
                assert page.locator(".ask button .piece").count() > 1
                touches += 1
                assert click(page, table, ".ask .choices button", 1)
        assert table.do(lambda: len(town(table.match.position).laid)) == laid + 8
        assert touches <= 16


def _until_laid(match: Match) -> None:
    while match.state != "lay" or match.asks[0].verb != "laid":
        play_on(match)


def test_matches_are_played_from_the_first_tile_on(browser: Browser) -> None:
    """By whatever may be touched, on all kinds of screens: the track, then cards and cars. Some end
    before a card is turned up: then one more."""
    draw, faults, small = random.Random("from the first tile"), list[str](), set[str]()
    told: set[str] = set()
    for seed in "abcdefgh":
        if {"lay", "drive", "escape"} <= told:
            break
        told |= _played(browser, seed, draw, faults, small)
    assert {"lay", "drive", "escape"} <= told
    assert not faults, "\n".join(faults)
    assert not small, "\n".join(sorted(small))


def _played(
    browser: Browser, seed: str, draw: random.Random, faults: list[str], small: set[str]
) -> set[str]:
    """The states that a match came through."""
    with served(lambda match: True, track="built", goal_arrival="end", seed=seed) as table:
        pages = [seated(browser, table, seat, size) for seat, size in ((1, PHONE), (2, TABLET))]
        for page in pages:
            page.on("pageerror", lambda error: faults.append(str(error)))
        for _ in range(MOST):
            if table.do(lambda: table.match.over):
                break
            touch_something(pages, draw, lambda: table.do(lambda: len(table.match.lines)))
            for page in pages:
                assert_nothing_clipped(page)
                page.set_viewport_size(draw.choice(SCREENS))  # type: ignore[arg-type]
                small.update(page.evaluate(SMALL))
        for page in pages:
            page.context.close()
        rows = table.do(lambda: [row for done in table.match.log for row in done.rows])
        return {row.partition(".")[0] for row in rows}


def test_an_ordinary_move_takes_one_click(browser: Browser) -> None:
    """Also where the car may face several ways at its end: the place has a part for each."""
    with served(lambda match: state(match, "drive"), track="city") as table:
        page = seated(browser, table, 1, TABLET)
        labels = [place.get_attribute("aria-label") for place in page.locator(".ask .can").all()]
        ways = table.do(lambda: _ends(table.match))
        assert len(labels) == len(set(labels)) == ways
        turned = next(i for i, label in enumerate(labels) if ", " in str(label))
        assert click(page, table, ".ask .can", turned)
        entry = table.do(lambda: [done.line.entry for done in table.match.log])
        gone = next(e for e in reversed(entry) if e is not None and e.verb == "go")
        assert str(labels[turned]).endswith(
            {"N": "north", "E": "east", "S": "south", "W": "west"}[gone.word("facing")]
        )


def _ends(match: Match) -> int:
    """Ends of the move, by place and facing."""
    going = [option.fields for option in match.asks[0].options if option.verb == "go"]
    return sum(len(to["to"].values) * len(to["facing"].values) for to in going)  # type: ignore[union-attr]


def test_cars_before_the_road_stand_apart_from_those_on_it(browser: Browser) -> None:
    with served(lambda match: state(match, "drive"), track="city") as table:
        page = seated(browser, table, 1, TABLET)
        page.wait_for_selector(".racer")
        own, other = (_middle(page, number) for number in "12")
        assert own != other  # side by side before the road
        table.do(lambda: table.match.answer(Entry(1, "step")))
        page.goto(f"{table.url}/#board")
        page.wait_for_selector(".racer")
        (x, y), (east, north) = _middle(page, "1"), _middle(page, "2")
        assert abs(x - east) + abs(y - north) > 5
        page.goto(f"{table.url}/#seat")  # north is up there, too
        page.wait_for_selector(".ask .racer")
        (a, b), (c, d) = _middle(page, "1"), _middle(page, "2")
        assert math.isclose(math.atan2(y - north, x - east), math.atan2(b - d, a - c), abs_tol=0.1)
        page.context.close()


def _middle(page: Page, number: str) -> tuple[float, float]:
    box = page.locator(".racer", has=page.locator(f"text='{number}'")).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_diversion_is_laid_on_a_tile_of_the_map_and_seen_there(browser: Browser) -> None:
    """Also under a car, which stands in no finger's way."""
    far = served(lambda m: state(m, "drive") and m.position.now.points > 2, track="city")
    with far as table:
        for _ in range(2):
            table.do(lambda: table.match.answer(Entry(1, "step")))
        here = str(table.do(lambda: _under(table.match)))
        page = seated(browser, table, 1, PHONE)
        page.get_by_role("button", name=re.compile(r"^Diversion\b")).click()
        page.get_by_role("button", name="right bend", exact=True).first.click()
        assert page.locator(".diversion").count() == 0
        page.locator(f".can[aria-label='{here}']").click()
        page.wait_for_selector(".notable")
        assert click(page, table, ".ask .choices button")
        page.wait_for_selector(".diversion")
        assert f"{here}: right bend" in page.locator(".town g > title").all_text_contents()
        page.context.close()


def _under(match: Match) -> int:
    """The tile in whose middle the car of seat 1 stands."""
    made = town(match.position)
    return made.roads.numbers[made.stand(1).spot.field]
