"""A touch means what the finger went down on, in Chromium: `make test-web`.

A page that is drawn anew between down and up neither loses the touch nor takes it for another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.kernel.match import Match
from tests.web.check_browser import seated
from tests.web.check_town import served as town
from tests.web.check_town import state
from tests.web.chromium import chromium
from tests.web.scenes import MIDDLES
from tests.web.scenes import middle as played
from tests.web.served import Served

#: Down and up again at a place of the page, as a mouse and as a finger do it.
Hand = Callable[[Page, dict[str, float], Callable[[], object]], None]

#: Something comes up below the bar and pushes it up.
PUSHED: Final = """() => {
  const told = Object.assign(document.createElement("p"), { textContent: "Something is told." });
  told.style.cssText = "height: 170px; flex: none";
  document.querySelector(".dock").append(told);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def by_mouse(page: Page, at: dict[str, float], meanwhile: Callable[[], object]) -> None:
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    meanwhile()
    page.mouse.up()


def by_finger(page: Page, at: dict[str, float], meanwhile: Callable[[], object]) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    meanwhile()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(target: Locator) -> dict[str, float]:
    box = target.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@pytest.mark.parametrize("hand", [by_mouse, by_finger])
def test_a_choice_that_slips_away_below_the_finger_counts_once(
    browser: Browser, hand: Hand
) -> None:
    with Served("knister", ["Anna"], sheets="device", dice="device", open_panel=False) as served:
        anna = seated(browser, served, 1, [], locale="en-GB")
        before = len(served.match.log)
        roll = anna.locator(".ask button.roll")
        expect(roll).to_be_visible()
        hand(anna, middle(roll), lambda: anna.evaluate(PUSHED))
        expect(anna.locator(".ask .can").first).to_be_visible()
        assert len(served.match.log) == before + 1
        anna.context.close()


@pytest.mark.parametrize("hand", [by_mouse, by_finger])
def test_the_next_question_is_not_answered_by_a_touch_on_the_last_one(
    browser: Browser, hand: Hand
) -> None:
    """The panel is quicker: the page says so, and what came up below the finger stays open."""
    with Served("knister", ["Anna"], sheets="device", dice="device", open_panel=False) as served:
        anna = seated(browser, served, 1, [], locale="en-GB")
        served.play_on()  # the dice fall
        place = anna.locator(".ask .can").nth(7)
        expect(place).to_be_visible()

        def panel_is_quicker() -> None:
            served.play_on()
            served.play_on()
            expect(anna.locator(".ask .can")).to_have_count(24)

        hand(anna, middle(place), panel_is_quicker)
        expect(anna.locator(".own > [role=alert]")).to_contain_text("next question")
        expect(anna.locator(".ask .can")).to_have_count(24)
        anna.context.close()


def drives(match: Match) -> bool:
    return state(match, "drive")


def test_a_finger_says_twice_which_small_place_it_means(browser: Browser) -> None:
    """The same place again, or the button that comes; another place is another question."""
    with town(drives, track="city") as served:
        anna = seated(browser, served, 1, [], locale="en-GB")
        before = len(served.match.log)
        sure, meant = anna.locator(".sure button"), anna.locator(".can.meant")
        near = anna.locator(".ask .can")
        near.nth(0).tap()
        expect(sure).to_contain_text(str(near.nth(0).get_attribute("aria-label")))
        near.nth(1).tap()
        expect(sure).to_contain_text(str(near.nth(1).get_attribute("aria-label")))
        expect(meant).to_have_count(1)
        assert len(served.match.log) == before
        sure.tap()
        expect(sure).to_have_count(0)
        taken(anna, served, before)
        anna.context.close()


@pytest.mark.parametrize("key", [True, False])
def test_keys_and_a_mouse_say_it_once(browser: Browser, key: bool) -> None:
    with town(drives, track="city") as served:
        anna = seated(browser, served, 1, [], locale="en-GB")
        before, place = len(served.match.log), anna.locator(".ask .can").first
        place.press("Enter") if key else place.click()
        taken(anna, served, before)
        assert anna.locator(".sure").count() == 0
        anna.context.close()


def taken(page: Page, served: Served, before: int) -> None:
    """The place is chosen: it is in the match, or the page asks where the car is to face."""
    for _ in range(500):
        if len(served.match.log) > before or page.locator(".ask .can").count() == 0:
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing was chosen")


def test_a_finger_that_has_room_says_it_once(browser: Browser) -> None:
    names, options, lines = MIDDLES["draf"]
    with Served("draf", names, prepare=played(lines), **options) as served:
        anna = seated(browser, served, 1, [], locale="en-GB")
        before = len(served.match.log)
        while not anna.locator(".ask .can").count():
            anna.locator(".ask .choices button").first.tap()
            anna.wait_for_timeout(50)
        anna.locator(".ask .can").first.tap()
        taken(anna, served, before)
        assert anna.locator(".sure").count() == 0
        anna.context.close()
