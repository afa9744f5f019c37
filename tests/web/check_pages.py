"""Every page at every size, in both languages, light and dark: `make test-web`.

axe finds nothing, no text is cut off, no page breaks its content policy; a keyboard is enough.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.kernel.archive import export
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.web.chromium import PHONE, TABLET, TELEVISION, chromium
from tests.web.scenes import MIDDLES, middle, play_on
from tests.web.served import Served

AXE: Final = Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"
LOCALES: Final = {"de": "de-DE", "en": "en-GB"}
NARROW: Final = {"width": 360, "height": 640}
SIZES: Final = {"phone": PHONE, "tablet": TABLET, "television": TELEVISION}
PAGES: Final = ("", "panel", "setup", "board", "seat", "record", "care")

#: What hangs out of the box that cuts it off; what is for screen readers alone hangs out by intent.
CLIPPED: Final = """() => {
  const found = [], words = (box) => `${box.className} ${box.textContent.trim().slice(0, 60)}`;
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);
  for (const box of document.querySelectorAll("body *")) {
    const style = getComputedStyle(box);
    if (box.closest(".unseen, svg, [hidden]") || !box.offsetParent) continue;
    if (style.overflowX === "auto" || style.overflowX === "scroll") continue;
    const cut = style.overflowX !== "visible" || box.matches("button, a, summary, select, input");
    if (cut && box.scrollWidth > box.clientWidth + 1) found.push(`${box.tagName}: ${words(box)}`);
  }
  const texts = "p, li, h1, h2, label, td, th, figcaption, a, summary, button";
  for (const text of document.querySelectorAll(texts)) {
    if (text.closest(".unseen, .road, .rows, [hidden]") || !text.offsetParent) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    if (right > window.innerWidth + 1 || left < -1) found.push(`out of sight: ${words(text)}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def middle_of(game: str, folder: Path, language: str) -> Served:
    names, options, lines = MIDDLES[game]
    return Served(
        game, names, language=language, folder=folder, prepare=middle(lines), **options
    )  # fmt: skip


def watched(context: BrowserContext, faults: list[str]) -> Page:
    page = context.new_page()
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page


def goto(page: Page, served: Served, name: str) -> None:
    page.goto(f"{served.url}/#{name}")
    page.wait_for_selector("nav")
    if name == "seat" and page.locator(".ask").count() == 0:
        served.free()  # the page before has it
        page.locator(".choices button").first.click()
        page.wait_for_selector(".ask")
    if name == "setup":
        page.locator(".choices button:not(:disabled)").nth(1).click()
        page.wait_for_selector("form")
        for group in page.locator("details.group").all():
            group.locator("summary").click()
    if name == "record":
        page.locator(".choices button").first.click()
        page.wait_for_selector(".steps")
    if name == "care":
        page.wait_for_selector(".findings")
    expect(page.locator("main [role=status]", has_text="…")).to_have_count(0)
    page.wait_for_selector(f"main.{name or 'start'} h1", state="attached")  # and the match is there


def axe(page: Page) -> list[str]:
    """What axe complains about, with the place of each fault."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", MIDDLES)
def test_axe_finds_nothing_and_nothing_is_cut_off(
    browser: Browser, tmp_path: Path, game: str, language: str, scheme: str
) -> None:
    faults: list[str] = []
    pages = PAGES if game == "knister" else ("board", "seat", "record")
    with middle_of(game, tmp_path, language) as served:
        for size, viewport in SIZES.items():
            context = browser.new_context(
                viewport=viewport, locale=LOCALES[language], color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
            )  # fmt: skip
            page = watched(context, faults)
            for name in pages:
                goto(page, served, name)
                where = f"{name or 'start'} on a {size}"
                faults += [f"{where}: {fault}" for fault in page.evaluate(CLIPPED)]
                faults += [f"{where}: {fault}" for fault in axe(page)]
            context.close()
    assert not faults, "\n".join(faults)


def test_a_stranger_sees_a_page_that_axe_likes_too(browser: Browser) -> None:
    faults: list[str] = []
    with Served("knister", ["Anna", "Ben"], open_panel=False) as served:
        page = watched(browser.new_context(viewport=PHONE), faults)
        page.goto(served.url)
        page.wait_for_selector("form input")
        faults += [*page.evaluate(CLIPPED), *axe(page)]
        page.context.close()
    assert not faults, "\n".join(faults)


def test_whoever_wants_no_seat_just_watches(browser: Browser) -> None:
    faults: list[str] = []
    with Served("knister", ["Anna", "Ben"]) as served:
        page = watched(browser.new_context(viewport=PHONE), faults)
        page.goto(f"{served.url}/#seat")
        page.get_by_role("button", name=re.compile("Just watch|Nur zuschauen")).click()
        page.wait_for_selector("section.game", state="attached")
        assert [p.seat for p in served.doorkeeper.passes.values()] == [None]
        page.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("game", "most"), [("knister", 400), ("knight-rider", 40)])
def test_a_keyboard_is_enough(browser: Browser, game: str, most: int) -> None:
    """Both seats of a match by TAB, ENTER and SPACE alone, from the start page on; Knister to its
    end."""
    names, options, _ = MIDDLES[game]
    draw, faults = random.Random(game), list[str]()
    dice = {"dice": "device"}
    with Served(game, names[:2], prepare=middle(0), **{**options, **dice}) as served:
        page = watched(browser.new_context(viewport=PHONE, reduced_motion="reduce"), faults)
        page.goto(served.url)
        page.wait_for_selector("nav")
        by_tab(page, "a", "My seat")
        seats = [page, watched(browser.new_context(viewport=PHONE), faults)]
        seats[1].goto(f"{served.url}/#seat")
        for number, seat in enumerate(seats):
            seat.wait_for_selector(".choices button")
            by_tab(seat, "button", served.match.header.names[number])
        before = len(served.match.lines)
        answered = 0
        for _ in range(400):
            if served.do(lambda: served.match.over) or answered >= most:
                break
            answered += press_something(seats, draw)
        assert answered >= most or served.do(lambda: served.match.over)
        assert served.do(lambda: len(served.match.lines)) > before
    assert not faults, "\n".join(faults)


def by_tab(page: Page, tag: str, words: str) -> None:
    """Press TAB until a link or button with these words has the focus, then ENTER."""
    for _ in range(60):
        page.keyboard.press("Tab")
        text = page.evaluate("document.activeElement.innerText || ''")
        if page.evaluate("document.activeElement.tagName").lower() == tag and words in text:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"TAB does not lead to {words}")


FOCUSED: Final = (
    "document.activeElement.matches('.ask button:not(.plain):not(.why):not(:disabled), .ask .can')"
)


def press_something(seats: list[Page], draw: random.Random) -> int:
    """Answer one ask by the keyboard; 1 if there was one."""
    for page in seats:
        if not page.locator(".ask").count():
            continue
        page.evaluate("document.activeElement.blur()")
        for _ in range(draw.randrange(1, 8)):
            tab_to_an_answer(page)
        before = page.inner_html("main")
        page.keyboard.press(draw.choice(["Enter", " "]))
        page.wait_for_function(
            "html => document.querySelector('main').innerHTML !== html"
            " && !document.querySelector('.ask[aria-busy=true]')",
            arg=before,
        )
        return 1
    seats[0].wait_for_timeout(20)
    return 0


def tab_to_an_answer(page: Page) -> None:
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED):
            return
    raise AssertionError("TAB leads to no answer")


@pytest.mark.parametrize("game", ["draf", "knight-rider", "victory"])
def test_what_moves_glides_unless_that_is_not_wanted(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with middle_of(game, tmp_path, "en") as served:
        lively, calm = (
            browser.new_context(viewport=TELEVISION, reduced_motion=motion).new_page()
            for motion in ("no-preference", "reduce")
        )
        for page in (lively, calm):
            page.goto(f"{served.url}/#board")
            page.wait_for_selector(CARS)
            page.evaluate(GLIDES)
        for _ in range(60):
            if lively.evaluate("window.glides"):
                break
            served.play_on()
            lively.wait_for_timeout(100)
        lively.wait_for_function("() => window.glides > 0")
        calm.wait_for_function(f"places => {PLACES} === places", arg=lively.evaluate(PLACES))
        assert calm.evaluate("window.glides") == 0
        for page in (lively, calm):
            page.context.close()


CARS: Final = ".racer, .road .car"
PLACES: Final = f"[...document.querySelectorAll('{CARS}')].map((car) => car.outerHTML).join()"
GLIDES: Final = """() => {
  window.glides = 0;
  document.addEventListener("transitionrun", () => { window.glides += 1; });
}"""


@pytest.mark.parametrize("size", [NARROW, TELEVISION], ids=["phone", "television"])
@pytest.mark.parametrize("game", ["draf", "knight-rider", "victory"])
def test_cars_stand_on_the_ground_that_is_drawn_below_them(
    browser: Browser, tmp_path: Path, game: str, size: Any
) -> None:
    with middle_of(game, tmp_path, "en") as served:
        page = browser.new_context(viewport=size).new_page()
        page.goto(f"{served.url}/#board")
        page.wait_for_selector(CARS)
        ground, cars = (
            page.locator(scene).bounding_box() for scene in (".scene.ground", ".scene:not(.ground)")
        )
        assert ground == cars
        page.context.close()


def test_dice_lie_there_until_everybody_has_written_their_sum(browser: Browser) -> None:
    """Each answer is shown before the next one comes: what lies there is not the last answer's."""
    names, options, _ = MIDDLES["knister"]
    with Served("knister", names, prepare=middle(0), **options) as served:
        page = browser.new_page(viewport=TELEVISION, reduced_motion="reduce")
        goto(page, served, "board")
        dice = page.locator(".cast .die")
        expect(dice).to_have_count(2)
        faces = [die.get_attribute("aria-label") for die in dice.all()]
        for left in (2, 1):
            served.do(lambda: play_on(served.match))
            expect(page.locator(".knister .waits")).to_have_count(left)
            assert [die.get_attribute("aria-label") for die in dice.all()] == faces
            page.reload()  # a page that comes now, too
            expect(dice).to_have_count(2)
        served.do(lambda: play_on(served.match))
        expect(page.locator(".cast")).to_have_count(0)
        page.close()


def test_where_the_board_lies_on_the_table_no_half_of_the_page_is_empty(browser: Browser) -> None:
    with Served("knight-rider", ["Anna", "Ben"], language="en") as served:
        page = browser.new_context(viewport=TELEVISION).new_page()
        goto(page, served, "board")
        page.wait_for_selector(".players")
        assert page.locator(".game").bounding_box() is None
        told = page.locator("aside").bounding_box()
        assert told is not None
        assert told["width"] > 0.9 * TELEVISION["width"]
        page.context.close()


@pytest.mark.parametrize("size", [NARROW, TELEVISION], ids=["phone", "television"])
@pytest.mark.parametrize("game", ["fette-autos", "knight-rider", "victory"])
def test_before_there_is_a_board_the_page_says_what_comes(
    browser: Browser, game: str, size: Any
) -> None:
    names, options, _ = MIDDLES[game]
    with Served(game, names, language="en", **options) as served:
        page = browser.new_context(viewport=size).new_page()
        goto(page, served, "board")
        expect(page.locator(".before")).to_contain_text("The board appears here")
        page.context.close()
    with Served(game, names, language="en", prepare=middle(60), **options) as served:
        page = browser.new_context(viewport=size).new_page()
        goto(page, served, "board")
        page.wait_for_selector(".turn")
        expect(page.locator(".before")).to_be_hidden()
        page.context.close()


def test_kept_matches_are_told_apart(browser: Browser, tmp_path: Path) -> None:
    store = Store(tmp_path / "matches.sqlite", lambda: 1.7e9)
    Match.new(find_game("knister"), ["", ""], {}, "seed", store=store)
    store.close()
    with Served("knister", ["Anna", "Ben"], folder=tmp_path) as served:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(f"{served.url}/#record")
        page.wait_for_selector(".choices button")
        told = [" ".join(text.split()) for text in page.locator(".choices li").all_inner_texts()]
        page.context.close()
    found = [re.sub(r"\S+/\S+(?=,)", "DAY", text) for text in sorted(told)]
    assert found == [
        "Knister Anna, Ben #2, DAY, still open",
        "Knister Players: 2 #1, DAY, still open",
    ]


def test_what_is_folded_up_is_printed_and_folded_up_again(browser: Browser, tmp_path: Path) -> None:
    """The lap pad, from the record; buttons are not."""
    with middle_of("victory", tmp_path, "en") as served:
        page = browser.new_context(viewport=TABLET).new_page()
        goto(page, served, "record")
        pad = page.locator("details", has_text="Lap pad").locator("table")
        assert not pad.is_visible()
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert pad.is_visible()
        assert not page.locator("nav").is_visible()
        assert not page.locator(".steps").is_visible()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert not pad.is_visible()
        page.context.close()


def test_a_page_says_what_an_import_left_out_and_why_a_file_is_none(
    browser: Browser, tmp_path: Path
) -> None:
    store = Store(tmp_path / "matches.sqlite", lambda: 1.7e9)
    kept = Match.new(find_game("knister"), ["Ada", "Ben"], {}, "seed", store=store)
    head, *rest = export(store, kept.id or 0)
    store.close()
    named = json.dumps({**json.loads(head), "players": ["cmd:touch ran", ""]})
    files = {"good.jsonl": "\n".join((named, *rest)), "bad.jsonl": "nonsense"}
    with Served("knister", ["Anna", "Ben"], folder=tmp_path) as served:
        served.do(lambda: served.program.errand(lambda desk: desk.home()))
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(f"{served.url}/#record")
        told = page.locator("p:has(input[type=file]) [role=status]")
        for name, said in (
            ("good.jsonl", "Saved as match 3. The file puts the program touch ran at seat 1."),
            ("bad.jsonl", "Line 1 of the file: not JSON"),
        ):
            (tmp_path / name).write_text(files[name], "utf-8")
            page.set_input_files("input[type=file]", tmp_path / name)
            expect(told).to_contain_text(said)
        page.context.close()
