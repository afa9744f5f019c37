"""Frames while cars drive on a television, from a tap to its picture; the CPU four times slower.

``python -m bench.motion`` prints it; it takes Debian's Chromium and Playwright (``.[web-test]``).
The baseline is a page of the same browser with nothing but a square that glides. Where there is no
graphics card Chromium draws with the CPU: a television of your own draws more.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from bench.browser import CHROMIUM, there
from bench.figures import Figure, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: As slow as a cheap television is beside a PC.
THROTTLED: Final = 4
#: Moves that are watched.
MOVES: Final = 8
#: A busy machine draws the square smoothly and a board less so.
MOST: Final = 4.0

#: Starts to count the pictures that are made.
COUNT: Final = """() => {
  window.frames_ = [];
  const note = (now) => { window.frames_.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
GLIDE: Final = """<i></i><style>@keyframes glide { to { translate: 80vw; } }
  i { position: fixed; inset: 40% 90% 40% 0; background: #900; }
  i { animation: glide 1s linear infinite alternate; }</style>"""

#: Milliseconds from a tap on the first choice until the page has been painted anew.
TAPPED: Final = """() => new Promise((seen) => {
  const began = performance.now(), main = document.querySelector("main");
  const changed = new MutationObserver(() => requestAnimationFrame(() => {
    changed.disconnect();
    const after = new MessageChannel();
    after.port1.onmessage = () => seen(performance.now() - began);
    after.port2.postMessage(0);
  }));
  changed.observe(main, { childList: true, subtree: true, attributes: true });
  document.querySelector(".ask button.main, .ask .choices button").click();
})"""


def throttled(browser: Browser, size: Any) -> Page:
    page = browser.new_context(viewport=size).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    return page


def rate(page: Page) -> float:
    """Pictures a second since `COUNT`."""
    times = page.evaluate("window.frames_")
    return 1000 * (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


def figures() -> Iterator[Figure]:
    if not there():
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        empty = throttled(browser, {"width": 1920, "height": 1080})
        empty.set_content(GLIDE)
        empty.evaluate(COUNT)
        empty.wait_for_timeout(3000)
        glides = rate(empty)
        empty.context.close()
        for game in ("knight-rider", "victory", "draf"):
            drives, taps = driven(browser, game)
            yield Figure(
                f"{game}: frames lost while cars drive, to a square", glides / drives, "x", MOST,
                f"{drives:.0f} frames a second, the square {glides:.0f}; CPU / {THROTTLED}",
            )  # fmt: skip
            if taps:
                yield Figure(
                    f"{game}: tap to picture on a phone, median", statistics.median(taps), "ms",
                    None, f"{len(taps)} taps; CPU / {THROTTLED}",
                )  # fmt: skip
        browser.close()


def driven(browser: Browser, game: str) -> tuple[float, list[float]]:
    """Frames a second of a television while a match goes on, and the milliseconds of taps on a
    phone's choices."""
    from tests.web.chromium import PHONE, TELEVISION
    from tests.web.scenes import MIDDLES, middle
    from tests.web.served import Served

    names, options, lines = MIDDLES[game]
    taps: list[float] = []
    with Served(game, names, prepare=middle(lines), **options) as served:
        page = throttled(browser, TELEVISION)
        page.goto(f"{served.url}/#board")
        page.wait_for_selector(".racer")
        page.evaluate(COUNT)
        for _ in range(MOVES):
            served.play_on()
            page.wait_for_timeout(500)
        found = rate(page)
        page.context.close()
        phone = throttled(browser, PHONE)
        phone.goto(f"{served.url}/#seat")
        phone.locator(".choices button").first.click()
        phone.wait_for_selector("p.foot")
        for _ in range(MOVES):
            while not served.do(lambda: served.match.over) and not phone.locator(".ask").count():
                served.play_on()
                phone.wait_for_timeout(100)
            if phone.locator(".ask button.main, .ask .choices button").count():
                taps.append(phone.evaluate(TAPPED))
                phone.wait_for_timeout(200)
        phone.context.close()
    return found, taps


if __name__ == "__main__":
    sys.exit(show(figures()))
