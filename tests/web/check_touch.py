"""A touch means what the finger went down on, in Chromium: `make test-web`.

A page that is drawn anew between down and up neither loses the touch nor takes it for another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.check_browser import seated
from tests.web.chromium import chromium
from tests.web.served import Served

#: Down and up again at a place of the page, as a mouse and as a finger do it.
Hand = Callable[[Page, dict[str, float], Callable[[], object]], None]

#: Something comes up above everything, as what is told does, and pushes the rest down.
PUSHED: Final = """() => {
  document.querySelector("header").before(Object.assign(document.createElement("p"),
    { textContent: "Something is told." }));
  document.querySelector("p").style.cssText = "height: 170px; margin: 0";
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
