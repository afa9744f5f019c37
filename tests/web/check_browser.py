"""Whole matches through real pages in Chromium: `make test-web`.

Phones answer whatever their page offers, by touch, until the match is over, upright, lying and on a
tablet. Nothing may be clipped, nothing that is touched may be too small for a finger, no page may
break its content policy, and what a seat may not see stands nowhere in its page.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from referee.web.invitation import local_address
from tests.web.chromium import PATIENCE as WAITS
from tests.web.chromium import PHONE, chromium
from tests.web.served import Served

#: game -> names, options, how many touches are enough for a whole match.
MATCHES: dict[str, tuple[list[str], dict[str, Any], int]] = {
    "knister": (["Anna", "Ben"], {"sheets": "device", "dice": "device"}, 400),
    "draf": (["Anna", "Ben", "Cem"], {"board": "device", "length": 50}, 1500),
    "fette-autos": (["Anna", "Ben", "Cem"], {"cards": "device", "dice": "device"}, 2000),
    "victory": (["Anna", "Ben"], {"board": "device", "dice": "device", "laps": 1}, 2500),
    "knight-rider": (["Anna", "Ben"], {"dice": "device"}, 2500),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def opened(browser: Browser, served: Served, faults: list[str], **context: Any) -> Page:
    """A page of its own browser profile that has typed the code."""
    page = browser.new_context(reduced_motion="reduce", **context).new_page()

    def noted(message: ConsoleMessage) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            faults.append(message.text)

    page.on("console", noted)
    page.on("pageerror", lambda error: faults.append(str(error)))
    code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
    page.goto(f"{served.url}/J/{code}")
    page.wait_for_selector("nav")
    return page


def seated(browser: Browser, served: Served, seat: int, faults: list[str], **context: Any) -> Page:
    page = opened(browser, served, faults, viewport=PHONE, has_touch=True, **context)
    page.goto(f"{served.url}/#seat")
    page.locator(".choices button").nth(seat - 1).tap()
    if served.match.secretive:  # only the box gives it
        with served.shown(seat) as code:
            page.locator(".typed input").fill(code)
            page.locator(".typed button").tap()
            page.wait_for_selector(".own")
    page.wait_for_selector(".own h1")
    return page


def targets(page: Page) -> list[Locator]:
    """What can be touched to answer, in the order of the page."""
    found = page.locator(".ask button:not(.plain):not(.why):not(:disabled):visible, .ask .can")
    return [found.nth(n) for n in range(found.count())]


#: A phone upright, lying, a tablet: a page is turned over in the middle of a match, too.
SCREENS: Final = (
    {"width": 360, "height": 640}, {"width": 844, "height": 390}, {"width": 768, "height": 1024},
)  # fmt: skip

#: What a finger would miss: less than 44 pixels wide or high, and still so some frames later. News
#: may have changed the room of a drawing just now: it is drawn anew before anybody sees it.
SMALL: Final = """async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const small = () => [...document.querySelectorAll("button, a, summary, input, select, .can")]
    .filter((one) => one.getClientRects().length && !one.closest(".unseen"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
    .map(([one, { width, height }]) => `${innerWidth}x${innerHeight}: ${one.outerHTML.slice(0, 90)}`
      + ` is ${width.toFixed()}x${height.toFixed()}`);
  await frame();
  await frame();
  let found = small();
  for (let more = 0; found.length && more < 3; more += 1) {
    await frame();
    found = small().filter((one) => found.includes(one));
  }
  return found;
}"""


def assert_nothing_clipped(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"the page is {wide} pixels too wide"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_is_played_on_phones(browser: Browser, game: str, language: str) -> None:
    names, options, most = MATCHES[game]
    draw = random.Random(f"{game} {language}")
    faults: list[str] = []
    locale = {"de": "de-DE", "en": "en-GB"}[language]
    with Served(
        game, names, language=language, open_panel=False, host=local_address(), **options
    ) as served:
        phones = [
            seated(browser, served, seat, faults, locale=locale)
            for seat in range(1, len(names) + 1)
        ]
        small: set[str] = set()
        for number in range(most):
            if served.do(lambda: served.match.over):
                break
            phone = phones[number % len(phones)]
            phone.set_viewport_size(draw.choice(SCREENS))  # type: ignore[arg-type]
            small.update(phone.evaluate(SMALL))
            touch_something(phones, draw, lambda: served.do(lambda: len(served.match.lines)))
        assert served.do(lambda: served.match.over), "the match did not end"
        assert not small, "\n".join(sorted(small))
        for phone in phones:
            phone.wait_for_selector(".result")
            assert_nothing_clipped(phone)
            phone.context.close()
    assert faults == []


#: How often a place that was meant is what is touched next.
SURE: Final = 0.9
#: Looks, at least 20 ms each, after which nothing will come of a touch any more: a minute.
PATIENCE = 3000


def touch_something(
    phones: list[Page], draw: random.Random, entries: Callable[[], int]
) -> None:  # fmt: skip
    """One touch on the first phone that asks for one; then wait until it has been taken. Whoever is
    asked the same once more has a page that looks as it did before: the match tells."""
    for phone in draw.sample(phones, len(phones)):
        before, known = phone.inner_html("main"), entries()
        offered = targets(phone)
        if offered:
            sure = phone.locator(".ask .sure button")
            target = sure.first if sure.count() and draw.random() < SURE else draw.choice(offered)
            try:
                touched = target.evaluate("one => one.outerHTML", timeout=3000)[:300]
                target.tap(timeout=3000)
            except PlaywrightTimeout:
                # Another phone's answer has taken it away, or a style that came late has hidden it.
                if phone.inner_html("main") != before or not target.count():
                    return
                target.tap(timeout=WAITS)  # a busy machine
            phone.wait_for_function("() => !document.querySelector('.ask[aria-busy=true]')")
            for _ in range(PATIENCE):
                if entries() != known or phone.inner_html("main") != before:
                    break
                phone.wait_for_timeout(20)
            else:
                raise AssertionError(f"nothing came of a touch: {touched}")
            return
    phones[0].wait_for_timeout(20)
