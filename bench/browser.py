"""From a press in a browser to the picture in that browser, beside a bare echo in the same browser.

``python -m bench.browser`` prints it; it takes Debian's Chromium and Playwright (``.[web-test]``).
Both pages paint; both servers have eight pages open, seven of them in a process of their own.
Presses are made in turns.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from bench.figures import Figure, p99, show
from bench.web import Child, company

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or ""
MISSING: Final = "not measured: sudo apt install chromium, and make .venv/ready-web-test"

#: To an echo by the same server, which its page paints too.
MOST: Final = 3.0

#: Resolves when what was painted next is to be seen: a message that is posted while a picture is
#: being made is taken after it.
TIMED: Final = """() => new Promise((seen) => {
  const began = performance.now(), paint = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...all) {
    paint.apply(this, all);
    CanvasRenderingContext2D.prototype.putImageData = paint;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => seen(performance.now() - began);
      after.port2.postMessage(0);
    });
  };
  window.press();
})"""
#: Presses the panel's buttons in turns, so that every press has a picture.
BUTTONS: Final = """() => {
  let number = 0;
  window.press = () => {
    const button = document.querySelector(number++ % 2 ? "button.up" : "button.down");
    const where = { bubbles: true, button: 0 };
    button.dispatchEvent(new PointerEvent("pointerdown", where));
    button.dispatchEvent(new PointerEvent("pointerup", where));
  };
}"""


def painted(times: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a press to its picture, on the panel's page and on the echo's."""
    from playwright.sync_api import sync_playwright

    ours: list[float] = []
    echoes: list[float] = []
    with ExitStack() as stack:
        panel, echo = Child("pages"), Child("echo")
        stack.callback(panel.close)
        stack.callback(echo.close)
        stack.enter_context(company(panel, "hello"))
        stack.enter_context(company(echo))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        stack.callback(browser.close)
        pages = opened(browser, panel, echo)
        for number in range(times + 5):
            for page, found in zip(pages, (ours, echoes), strict=True):
                page.bring_to_front()
                page.wait_for_timeout(60)
                taken = page.evaluate(TIMED)
                if number >= 5:  # the first ones are slower everywhere
                    found.append(taken)
    return ours, echoes


def opened(browser: Any, panel: Child, echo: Child) -> tuple[Page, Page]:
    one, other = (browser.new_context().new_page() for _ in range(2))
    one.goto(f"http://127.0.0.1:{panel.port}/#panel")
    one.wait_for_selector("button.down")
    one.evaluate(BUTTONS)
    other.goto(f"http://127.0.0.1:{echo.port}/")
    other.wait_for_selector("body.ready")
    return one, other


def there() -> bool:
    """Whether there is a browser to measure with; what is missing is told."""
    found = bool(CHROMIUM) and find_spec("playwright") is not None
    if not found:
        print(MISSING)
    return found


def figures(times: int = 150) -> Iterator[Figure]:
    if not there():
        return
    ours, echoes = painted(times)
    one, other = statistics.median(ours), statistics.median(echoes)
    yield Figure(
        "press to picture in a browser, median, to echo", one / other, "x", MOST,
        f"{one:.1f} ms, echo painted {other:.1f} ms",
    )  # fmt: skip
    yield Figure(
        "press to picture in a browser, p99", p99(ours), "ms", None,
        f"echo painted {p99(echoes):.1f} ms",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(show(figures()))
