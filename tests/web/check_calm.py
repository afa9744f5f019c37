"""What makes a page calm in Chromium: `make test-web`.

The focus stays with whoever answers, the sound stays as loud as it was, a page that fails leaves
the others alone, a step of a match has an address.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, Request, Route, expect

from referee.kernel.match import Match
from tests.web.check_browser import seated
from tests.web.chromium import PHONE, TELEVISION, chromium
from tests.web.scenes import MIDDLES, middle, whole
from tests.web.served import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def opened(browser: Browser, served: Served, where: str) -> Page:
    page = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce").new_page()
    page.goto(f"{served.url}/#{where}")
    page.wait_for_selector("nav")
    return page


def test_the_focus_goes_to_the_next_question(browser: Browser) -> None:
    """And a screen reader hears whose turn it is, without looking for it."""
    faults: list[str] = []
    with Served("knister", ["Anna"], sheets="device", dice="device") as served:
        anna = seated(browser, served, 1, faults, locale="en-GB")
        for _ in range(4):
            question = anna.locator(".plate h2")
            before = question.inner_text()
            anna.locator(".ask button.roll, .ask .can").first.focus()
            anna.keyboard.press("Enter")
            expect(question).not_to_have_text(before)
            anna.wait_for_function("() => document.activeElement.matches('.plate h2')")
            expect(anna.locator(".own > [role=status]").last).to_contain_text("Your turn")
        anna.context.close()
    assert not faults


def test_the_sound_stays_as_loud_as_it_was(browser: Browser) -> None:
    faults: list[str] = []
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        anna = seated(browser, served, 1, faults, locale="en-GB")
        anna.get_by_label("Sound").fill("0")
        anna.reload()
        expect(anna.get_by_label("Sound")).to_have_value("0")
        anna.context.close()
    assert not faults


def test_a_television_of_the_owner_shows_a_code_that_a_phone_can_read(browser: Browser) -> None:
    with Served("victory", ["Anna", "Ben"], invites=True, board="device", dice="device") as served:
        code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
        page = browser.new_context(viewport=TELEVISION).new_page()
        page.goto(f"{served.url}/#board")
        expect(page.locator(".join b")).to_have_text(code)
        picture = Image.open(io.BytesIO(page.locator(".join").screenshot()))
        found = zxingcpp.read_barcode(picture)
        assert found is not None
        assert found.text == f"HTTP://192.168.178.20/J/{code}"
        page.context.close()


def test_a_guests_page_shows_no_code(browser: Browser) -> None:
    with Served("victory", ["Anna", "Ben"], invites=True, open_panel=False) as served:
        code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
        page = browser.new_context(viewport=TELEVISION).new_page()
        page.goto(f"{served.url}/J/{code}")
        expect(page.locator(".choices")).to_be_visible()
        page.evaluate("location.hash = 'board'")
        expect(page.locator(".players")).to_be_visible()
        expect(page.locator(".join")).to_have_count(0)
        page.context.close()


def test_a_guests_television_says_who_may_ask_for_a_rematch(browser: Browser) -> None:
    with Served(
        "knister", ["Anna", "Ben"], sheets="device", dice="device", prepare=whole, open_panel=False
    ) as served:
        code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
        page = browser.new_context(viewport=TELEVISION, locale="en-GB").new_page()
        page.goto(f"{served.url}/J/{code}")
        expect(page.locator(".choices")).to_be_visible()
        page.evaluate("location.hash = 'board'")
        expect(page.locator(".end .next")).to_contain_text("Rematch: on the page of any player")
        expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
        page.evaluate("location.hash = 'seat'")
        page.locator(".choices button").first.click()
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator(".end")).to_have_count(0)
        page.context.close()


def test_a_page_that_fails_leaves_the_others_alone(browser: Browser) -> None:
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        broken = "export function draw() { throw new Error('broken'); }"
        page.route(
            "**/games/knister.js",
            lambda route: route.fulfill(body=broken, content_type="text/javascript"),
        )
        page.goto(f"{served.url}/#board")
        expect(page.locator("main [role=alert]")).to_contain_text("This page has failed")
        page.goto(f"{served.url}/#panel")
        expect(page.locator("canvas")).to_be_visible()
        page.context.close()


@pytest.mark.parametrize("late", ["**/television.js", "**/games/knister.js"])
def test_a_part_of_a_page_that_does_not_come_is_told_and_asked_for_again(
    browser: Browser, late: str
) -> None:
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        loads: list[Request] = []  # it asks again by itself, too: that must not be faster
        page.on("request", lambda asked: asked.is_navigation_request() and loads.append(asked))
        page.route(late, lambda route: route.continue_() if len(loads) > 1 else route.abort())
        page.goto(f"{served.url}/#board")
        expect(page.get_by_role("alert")).to_contain_text("Part of this page has not arrived")
        page.get_by_role("button", name="Reload the page").click()
        expect(page.locator("main.board svg").first).to_be_visible()
        page.context.close()


def test_a_browser_that_is_too_old_is_told_so_and_no_other_one(browser: Browser) -> None:
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=PHONE).new_page()
        asked: list[Route] = []
        page.route("**/app.js", lambda route: asked.append(route))  # on its way
        with page.expect_request("**/app.js"):
            page.goto(f"{served.url}/#seat", wait_until="commit")
        expect(page.locator(".old")).to_have_count(1)
        expect(page.locator(".old")).to_be_hidden()
        # what no old one understands
        asked[0].fulfill(body="export let new = 1;", content_type="text/javascript")
        expect(page.locator(".old")).to_be_visible()
        page.context.close()


def test_a_step_of_a_match_has_an_address_and_a_match_plays_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    names, options, lines = MIDDLES["knister"]
    with Served("knister", names, folder=tmp_path, prepare=middle(lines), **options) as served:
        page = opened(browser, served, "record/1/7")
        expect(page.locator(".steps")).to_contain_text("Step 7 of")
        page.get_by_role("button", name="+1").click()
        expect(page.locator(".steps")).to_contain_text("Step 8 of")
        assert page.url.endswith("#record/1/8")
        page.get_by_role("button", name="Play").click()
        expect(page.locator(".steps")).to_contain_text("Step 10 of")
        page.get_by_role("button", name="Pause").click()
        page.context.close()


def test_the_list_of_matches_says_who_has_won(browser: Browser, tmp_path: Path) -> None:
    names, options, _ = MIDDLES["victory"]
    with Served("victory", names, folder=tmp_path, prepare=whole, **options) as served:
        page = opened(browser, served, "record")
        expect(page.locator(".choices .victor")).to_have_text("Anna wins!")
        page.context.close()


def test_a_television_is_kept_awake_where_the_browser_allows_it(browser: Browser) -> None:
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=TELEVISION).new_page()
        page.add_init_script("""window.asked = [];
            navigator.wakeLock.request = async (kind) => window.asked.push(kind);""")
        page.goto(f"{served.url}/#seat")
        page.wait_for_selector("nav")
        assert page.evaluate("window.asked") == []
        page.evaluate("location.hash = 'board'")
        page.wait_for_function("() => window.asked.includes('screen')")
        page.context.close()


#: A tab behind another draws nothing, and its short timers are late.
BEHIND = """
  const later = window.setTimeout;
  window.requestAnimationFrame = () => 0;
  window.setTimeout = (call, time, ...rest) => later(call, time < 1000 ? 3000 : time, ...rest);"""


def test_a_tab_that_draws_nothing_yet_shows_what_the_box_has_said(browser: Browser) -> None:
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.add_init_script(BEHIND)
        page.goto(f"{served.url}/#board")
        expect(page.locator("nav")).to_be_attached()
        page.context.close()


def test_a_page_that_is_loaded_again_asks_for_itself_alone(browser: Browser) -> None:
    """Heads and all, and the line that it opens: a kilobyte."""
    with Served("knister", ["Anna", "Ben"], sheets="device") as served:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(f"{served.url}/#seat")
        expect(page.locator("h1")).to_have_text("Who are you?")
        page.wait_for_load_state("networkidle")  # what is on its way is not in the cache yet
        session, came = page.context.new_cdp_session(page), dict[str, float]()
        addresses = dict[str, str]()

        def answered(said: dict[str, Any]) -> None:
            addresses[said["requestId"]] = said["response"]["url"]

        session.on("Network.responseReceived", answered)
        session.on(
            "Network.loadingFinished",
            lambda said: came.update({said["requestId"]: said["encodedDataLength"]}),
        )
        session.send("Network.enable")
        page.reload()
        expect(page.locator("h1")).to_have_text("Who are you?")
        sent = {addresses[number]: length for number, length in came.items() if length}
        assert [*sent] == [f"{served.url}/"]
        assert sum(sent.values()) <= 800
        page.context.close()


def test_eight_sheets_leave_names_whole_and_the_code_on_the_television(browser: Browser) -> None:
    names = ["Anna", *(f"Guest{seat}" for seat in range(2, 9))]
    faults: list[str] = []
    with Served("knister", names, sheets="device", dice="device", invites=True) as served:
        anna = seated(browser, served, 1, faults, locale="en-GB")
        anna.set_viewport_size({"width": 360, "height": 640})
        name = anna.locator(".plate h1")
        lines = "h => h.clientHeight / parseFloat(getComputedStyle(h).lineHeight)"
        assert name.evaluate(lines) < 1.5, "the name is broken"
        anna.locator(".ask button.main").click()
        anna.locator(".ask").get_by_role("button", name="Anna", exact=True).click()
        anna.locator(".ask button.roll").click()
        square = anna.locator(".ask .can").first
        assert square.evaluate("can => can.getBoundingClientRect().height") > 43.5
        expect(square).to_have_accessible_name("A1 · No points yet")
        anna.context.close()
        page = browser.new_context(viewport=TELEVISION).new_page()
        page.goto(f"{served.url}/#board")
        expect(page.locator(".join")).to_be_in_viewport(ratio=1)
        page.context.close()
    assert not faults


#: Who holds more than there is room for in their row of the list.
BEYOND: Final = """() => [...document.querySelectorAll(".players li")].filter((one) => {
  const { right, bottom } = one.getBoundingClientRect();
  return [...one.querySelectorAll("*:not(.unseen)")].some((part) => {
    const box = part.getBoundingClientRect();
    return box.width && (box.right > right + 1 || box.bottom > bottom + 1);
  });
}).map((one) => one.innerText)"""


@pytest.mark.parametrize("names", [["Anna", "Ben", "Cem"], ["Anna", "Ben", "Cem", "Dora", "Emil"]])
def test_what_drivers_hold_stays_in_their_rows(browser: Browser, names: list[str]) -> None:
    with Served("draf", names, prepare=middle(60), invites=True, board="device") as served:
        page = browser.new_context(viewport=TELEVISION, locale="en-GB").new_page()
        page.goto(f"{served.url}/#board")
        page.wait_for_selector(".players .tiles svg")
        page.wait_for_selector(".join svg")
        assert page.evaluate(BEYOND) == []
        page.context.close()


def given_up(match: Match) -> None:
    middle(60)(match)
    match.abandon()


def test_a_match_that_was_given_up_nobody_has_won(browser: Browser) -> None:
    names, options, _ = MIDDLES["fette-autos"]
    with Served("fette-autos", names, prepare=given_up, **options) as served:
        page = browser.new_context(viewport=TELEVISION, locale="en-GB").new_page()
        page.goto(f"{served.url}/#board")
        page.locator(".end .result").wait_for()
        expect(page.locator(".podium")).to_have_count(0)
        page.context.close()


def test_nobody_of_the_players_has_won_and_the_winner_is_seen(browser: Browser) -> None:
    """An Old Pro has."""
    with Served(
        "fette-autos", ["Anna", "Ben"], seed="s2", prepare=whole, cards="device", dice="device"
    ) as served:
        page = browser.new_context(viewport=TELEVISION, locale="en-GB").new_page()
        page.goto(f"{served.url}/#board")
        page.get_by_text("An Old Pro wins.").wait_for()
        expect(page.locator(".podium .carpic")).to_be_visible()
        page.context.close()
