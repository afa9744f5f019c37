"""The built site in Chromium, as a visitor has it: `make check-site`.

Plain files of a server that knows nothing; the box is in the browser. Whole matches of each game, a
second visit without a network, a reload, several tabs; nothing in the console, and axe is content.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.own import OWN
from tests.web.check_browser import assert_nothing_clipped
from tests.web.check_pages import AXE, axe
from tests.web.chromium import PHONE, TABLET, chromium
from website.__main__ import BUILD

#: What axe says of an element alone: the docs' own pages have faults of their theme.
AXE_IN: Final = "async (place) => (await axe.run(place)).violations.map((found) => found.help)"
#: Where the box lies on the site. The server has the site below a path, as a forge has it.
PLAY: Final = "/below/play/"
LOCALES: Final = {"de": "de-DE", "en": "en-GB"}
#: Touches that are enough for a whole match against the box, and milliseconds between two looks.
MOST: Final = 3000
LOOK: Final = 50
#: Milliseconds that a box may take to start on a busy machine.
START: Final = 300_000


class Quiet(SimpleHTTPRequestHandler):
    """The files of the site, below a path."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/below"))

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """A server for the built files; where the box lies."""
    site = BUILD / "html"
    assert (site / "play" / "sw.js").exists(), "the site is not built: make site"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PLAY}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@contextmanager
def visitor(browser: Browser, language: str = "en", **context: Any) -> Iterator[BrowserContext]:
    """Somebody who has never been here; whatever the console says is a fault."""
    faults: list[str] = []
    mine = browser.new_context(locale=LOCALES[language], reduced_motion="reduce", **context)
    mine.set_default_timeout(START)
    mine.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))
    mine.on("weberror", lambda error: faults.append(str(error.error)))
    try:
        yield mine
    except BaseException:
        print(*faults, sep="\n")  # why it may have failed
        raise
    finally:
        mine.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("name", "language"), [("index", "de"), ("english", "en")])
def test_a_page_says_which_language_it_speaks(
    browser: Browser, url: str, name: str, language: str
) -> None:
    with visitor(browser) as context:
        page = context.new_page()
        page.goto(f"{url.removesuffix('play/')}{name}.html")
        assert page.locator("html").get_attribute("lang") == language


def ready(page: Page) -> None:
    """Wait until the box is there, and the page has heard of it."""
    page.wait_for_selector("nav")
    page.wait_for_selector(".loading", state="detached")


def kept(page: Page) -> None:
    """Wait until a second visit needs no network."""
    page.wait_for_function("navigator.serviceWorker.controller")
    page.wait_for_function("caches.match('./memory').then(Boolean)")


def play(page: Page, draw: random.Random) -> None:
    """Touch whatever may be touched until the match is over."""
    for _ in range(MOST):
        if page.locator(".result").count():
            return
        page.wait_for_function(
            "document.querySelector('.result, .ask button:not(.plain):not(.why):enabled, "
            ".ask .can, .told > button')"
        )
        page.evaluate(TOUCH, draw.random())
    raise AssertionError("the match did not end")


#: Read what is told, else answer by one of what is offered; wait until the page is another one.
TOUCH: Final = f"""async (chance) => {{
  const offered = [...document.querySelectorAll(
    ".ask button:not(.plain):not(.why):enabled, .ask .can")];
  const told = document.querySelector(".told > button");
  const one = told || offered[Math.floor(chance * offered.length)];
  if (!one) return;
  const before = document.querySelector("main").innerHTML;
  one.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
  for (let look = 0; look < 40; look++) {{
    await new Promise((later) => setTimeout(later, {LOOK}));
    if (document.querySelector("main")?.innerHTML !== before) return;
  }}
}}"""


@pytest.mark.parametrize("game", OWN)
def test_a_whole_match_against_the_box(browser: Browser, url: str, game: str) -> None:
    language = "de" if OWN.index(game) % 2 else "en"
    with visitor(browser, language, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{url}?game={game}#seat")
        ready(page)
        page.wait_for_selector(".ask, .told")
        faults = axe(page)
        play(page, random.Random(game))
        faults += axe(page)
        assert_nothing_clipped(page)
        for name in ("board", "panel", "record", "setup"):
            page.goto(f"{url}#{name}")
            page.wait_for_selector(f"main.{name} h1", state="attached")
            faults += [f"{name}: {fault}" for fault in axe(page)]
        assert not faults, "\n".join(faults)


def test_the_second_visit_needs_no_network_and_goes_on_with_the_match(
    browser: Browser, url: str
) -> None:
    with visitor(browser, viewport=TABLET) as context:
        page = context.new_page()
        page.goto(f"{url}?game=knister#seat")
        ready(page)
        page.locator(".ask button.main").click()
        page.wait_for_selector(".ask .can")
        kept(page)
        assert "game=" not in page.url  # else a reload would mean another match one day
        before = page.evaluate(DICE)
        assert before[0]
        page.close()
        context.set_offline(True)
        again = context.new_page()
        starts = noted(again)
        again.goto(f"{url}#seat")
        again.wait_for_selector(".ask .can")
        assert again.evaluate(DICE) == before
        assert [start["warm"] for start in again.evaluate(starts)] == [True]
        for name in ("board", "panel", "setup", "record", "care"):
            again.goto(f"{url}#{name}")
            again.wait_for_selector(f"main.{name} h1", state="attached")


#: The number that matters and the dice that lie there. Whose they are stands beside them only while
#: somebody else is asked, too, and the box may answer at any moment.
DICE: Final = """[document.querySelector(".thrown .big").innerText,
  [...document.querySelectorAll(".thrown .die")].map((die) => die.ariaLabel)]"""


def noted(page: Page) -> str:
    """Have a page note when its box has started; what to evaluate to get it."""
    page.add_init_script(
        f"""window.starts = [];
        const hears = new BroadcastChannel("referee {PLAY}");
        hears.onmessage = ({{ data }}) => data.up && window.starts.push(data);"""
    )
    return "window.starts"


def test_two_tabs_are_two_players_and_the_box_outlives_its_tab(browser: Browser, url: str) -> None:
    with visitor(browser, viewport=TABLET) as context:
        first = context.new_page()
        first.goto(f"{url}?game=victory#seat")  # it is given up for the next one
        ready(first)
        first.evaluate(BEGIN, [f"referee {PLAY}", "knister", {"sheets": "device"}])
        first.goto(f"{url}#seat")
        first.get_by_role("button", name="Anna").click()
        first.wait_for_selector(".ask")
        second = context.new_page()
        second.goto(f"{url}?as=2#seat")
        second.bring_to_front()
        ready(second)
        second.get_by_role("button", name="Ben").click()
        second.wait_for_selector("text=Ben")
        first.bring_to_front()
        first.get_by_role("button", name="Youngest player").click()
        first.locator(".ask").get_by_role("button", name="Anna").click()
        first.get_by_role("button", name="Roll").click()
        second.bring_to_front()
        second.wait_for_selector(".ask .can")
        first.close()
        second.bring_to_front()  # a tab behind another draws nothing
        second.locator(".ask .can").first.click()
        second.wait_for_selector(".ask .can", state="detached")
        third = context.new_page()  # who comes back sits where they sat
        third.goto(f"{url}#seat")
        third.bring_to_front()
        third.wait_for_selector(".ask .can")


#: A match for two, over a line of its own.
BEGIN: Final = """async ([channel, game, options]) => {
  const line = new BroadcastChannel(channel), page = "begins";
  const say = (what) => new Promise((heard) => {
    line.onmessage = ({ data }) => data.to === page && heard();
    line.postMessage({ to: "box", page, ...what });
  });
  await say({ open: true });
  await say({ line: JSON.stringify({ n: 1, do: "hello" }) });
  await say({ line: JSON.stringify({ n: 2, do: "begin", game, names: ["Anna", "Ben"], options }) });
  line.postMessage({ to: "box", page, shut: true });
}"""


#: What the cover's button says, the choice of those who share a screen, and a card in a list.
COVER: Final = {
    "de": ("Ich bin {}", "Alle an diesem Bildschirm"),
    "en": ("I am {}", "All of us at this screen"),
}
#: A card of a hand; what stands beside a section of the road is its limit, 70 or more.
CARD: Final = re.compile(r"\b[1-6]0, \w+")
#: Whatever a page holds, seen or not.
HELD: Final = "document.documentElement.outerHTML"


@pytest.mark.parametrize("language", LOCALES)
def test_a_hand_at_one_tablet_is_covered_until_its_player_asks_for_it(
    browser: Browser, url: str, language: str
) -> None:
    own, shared = COVER[language]
    with visitor(browser, language, viewport=TABLET) as context:
        page = context.new_page()
        page.goto(f"{url}#seat")
        ready(page)
        page.evaluate(BEGIN, [f"referee {PLAY}", "fette-autos", {"hide": True}])
        page.get_by_role("button", name=shared).click()
        page.locator(".choices button", has_text="Anna").click()
        cover = page.get_by_role("button", name=own.format("Anna"))
        cover.wait_for()
        others = [context.new_page()]  # one after the other: a tab behind another draws nothing
        others[0].goto(f"{url}#board")
        others[0].bring_to_front()  # a tab that is opened may come to lie behind
        others[0].wait_for_selector(".fette")
        others.append(context.new_page())
        others[1].goto(f"{url}?as=2#seat")
        others[1].bring_to_front()
        others[1].wait_for_selector(".choices")
        page.bring_to_front()
        before = [other.locator("main").inner_html() for other in others]
        assert not CARD.search(page.evaluate(HELD))
        cover.click()
        hand = cards(page, 8)
        left = page.locator(".choices button", has_text="☐")
        for count in (7, 6, 5):
            left.first.click()
            expect(left).to_have_count(count)
        assert [other.locator("main").inner_html() for other in others] == before
        page.locator(".choices button").first.click()
        cover = page.get_by_role("button", name=own.format("Ben"))
        cover.wait_for()
        for one in (page, *others):
            assert not CARD.search(one.evaluate(HELD)), hand
        cover.click()
        assert cards(page, 8) != hand
        page.keyboard.press("Backspace")  # Ben lays it down
        cover.wait_for()
        assert not CARD.search(page.evaluate(HELD))
        cover.click()
        cards(page, 8)
        page.reload()  # the box goes on in another tab, from what was kept
        ready(page)
        cover.wait_for()
        assert not CARD.search(page.evaluate(HELD))
        assert axe(page) == []


def cards(page: Page, count: int) -> list[str]:
    """The hand that lies open on the box's page, as soon as it does."""
    offered = page.locator(".choices button").filter(has_text=CARD)
    expect(offered).to_have_count(count)
    return [found[0] for text in offered.all_inner_texts() if (found := CARD.search(text))]


def test_a_match_is_saved_as_a_file_and_taken_in_elsewhere(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    with visitor(browser, viewport=TABLET) as context:
        page = context.new_page()
        page.goto(f"{url}?game=knister#seat")
        ready(page)
        play(page, random.Random("file"))
        page.goto(f"{url}#record")
        page.locator("main.record li button").first.click()
        with page.expect_download() as saved:
            page.locator("main.record button", has_text="file").click()
        saved.value.save_as(tmp_path / "match.jsonl")
    with visitor(browser, viewport=TABLET) as context:
        page = context.new_page()
        page.goto(f"{url}#record")
        ready(page)
        page.set_input_files("input[type=file]", tmp_path / "match.jsonl")
        page.wait_for_selector("main.record li button")


def test_board_seat_and_box_stand_beside_each_other(browser: Browser, url: str) -> None:
    with visitor(browser, "de", viewport={"width": 1600, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{url}together.html?game=knister")
        board, seat, box = (page.frame_locator(f"[name={name}]") for name in PLACES)
        seat.get_by_role("button", name="Würfeln").wait_for()
        board.locator("main.board svg").first.wait_for()
        box.get_by_label("Partien").or_(box.locator("main.panel canvas")).first.wait_for()
        assert axe(page) == []
        sides = [page.locator(f"[name={name}]").bounding_box() for name in PLACES]
        assert all(side and side["y"] + side["height"] <= 900 for side in sides)
        box.locator("main.panel").click(position={"x": 2, "y": 2})
        page.keyboard.press("1")  # the first seat's button is ROLL for who sits there
        seat.locator(".ask .can").first.click()
        board.get_by_text("trägt").first.wait_for()


PLACES: Final = ("board", "seat", "panel")

EXAMPLES: Final = {
    "knight-rider": "KR-EX-8", "victory": "VIC-EX-2", "knister": "KNI-EX-2", "draf": "DRF-EX-5",
    "fette-autos": "FAP-GRID-EX",
}  # fmt: skip


@pytest.mark.parametrize("game", OWN)
def test_a_rule_page_plays_its_worked_example(browser: Browser, url: str, game: str) -> None:
    with visitor(browser, viewport=PHONE) as context:
        page = context.new_page()
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        page.goto(f"{url.removesuffix('play/')}rules/{game}.html")
        link = page.locator(f"a[href*='example={EXAMPLES[game]}#']").first
        assert not [address for address in loaded if "/play/" in address]
        first = int((link.get_attribute("href") or "").rpartition("/")[2])
        link.click()
        ready(page)
        page.wait_for_selector(".steps")
        page.locator(".steps button", has_text="▶").click()
        page.wait_for_selector(f"text=Step {first + 1} of")
        assert page.locator(".said, .log, .rulings").count()
        assert axe(page) == []
        page.goto(f"{url}#record")  # it is not among the matches of this visitor
        ready(page)
        page.wait_for_selector("main.record h1")
        assert page.locator("main.record li").count() == 0


def test_the_guides_game_is_changed_and_played(browser: Browser, url: str) -> None:
    with visitor(browser, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{url.removesuffix('play/')}adding-a-game.html")
        editor, text = page.locator("#workshop"), page.locator("#workshop textarea")
        editor.get_by_role("button", name="Change this game").click()
        guide = text.input_value()
        alert, play = editor.get_by_role("alert"), editor.get_by_role("button", name="Play it")
        text.fill(guide.replace('"check", add,', '"check", addd,'))
        play.click()
        alert.get_by_text("name 'addd' is not defined, flow.py line 91").wait_for()
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(AXE_IN, "#workshop") == []
        editor.get_by_role("button", name="Go to line 91").click()
        page.keyboard.type('    Row("roll", "roll", "check", add, (), ("TOY-1",)),')
        assert text.input_value() == guide
        page.keyboard.press("Control+Enter")
        box = page.frame_locator("#workshop iframe")
        box.get_by_role("button", name="Roll").click()
        box.get_by_role("button", name="Stop").or_(box.get_by_text("wait")).first.wait_for()
        text.fill(guide.replace("entry.die() == 1", "entry.dye() == 1"))
        play.click()
        box.get_by_role("button", name="Roll").click()
        alert.get_by_text("has no attribute 'dye'").wait_for()
        page.once("dialog", lambda dialog: dialog.accept())
        editor.get_by_role("button", name="Reset").click()
        assert text.input_value() == guide


#: A worker sleeps for as long as another one starts. (Chromium freezes no page that is to be seen.)
ASLEEP: Final = """() => setTimeout(() => {
  for (const end = Date.now() + 15000; Date.now() < end;);
})"""


def test_another_tab_goes_on_when_the_first_is_frozen(browser: Browser, url: str) -> None:
    """As a phone does with tabs in the background: neither the tab nor its worker answers."""
    with visitor(browser, viewport=TABLET) as context:
        first = context.new_page()
        first.goto(f"{url}?game=knister#seat")
        ready(first)
        kept(first)
        first.get_by_role("button", name="Roll").click()
        second = context.new_page()
        second.goto(f"{url}#seat")
        second.bring_to_front()
        ready(second)
        second.wait_for_selector(".ask .can")
        life = context.new_cdp_session(first)
        life.send("Debugger.enable")
        life.send("Debugger.pause")
        (worker,) = first.workers
        worker.evaluate(ASLEEP)
        second.locator(".ask .can").first.click()
        second.get_by_text("Player 1 writes").first.wait_for()
        life.send("Debugger.resume")
        first.bring_to_front()
        first.get_by_text("Player 1 writes").first.wait_for()  # what the other tab did
        first.locator(".ask .can").first.click()  # its seat is still its own
        second.bring_to_front()
        written = second.locator(".rulings").get_by_text("Player 1 writes")
        expect(written).to_have_count(2)
