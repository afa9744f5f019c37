"""As a new user would: the served panel, three windows, a reload in mid-turn, the server killed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.check_browser import PATIENCE, targets
from tests.web.chromium import PHONE, TELEVISION, chromium
from tests.web.process import Phone as Client
from tests.web.process import Serve


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    running = Serve(tmp_path)
    yield running
    running.stop()


class Heard:
    """How many entries a page has been told of: it may lag behind the match."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._entries = -1
        page.on("websocket", lambda line: line.on("framereceived", self._note))

    def _note(self, text: str | bytes) -> None:
        told = json.loads(text)
        if told["type"] == "state":
            self._entries = told.get("seq", -1)

    def wait(self, entries: int) -> None:
        for _ in range(PATIENCE):
            if self._entries == entries:
                return
            self._page.wait_for_timeout(20)
        raise AssertionError(f"the page knows of {self._entries} entries, there are {entries}")


GAMES = ["D'raf", "Fette Autos", "Knight Rider", "Knister", "Victory"]


@pytest.mark.parametrize("game", GAMES)
def test_three_windows_a_reload_and_a_killed_server(
    browser: Browser, serve: Serve, game: str
) -> None:
    """A television, a phone, and a phone in a private window; players sit at the phones."""
    board = browser.new_context(viewport=TELEVISION, locale="en-GB").new_page()
    begin(board, serve, game)
    phones = [
        browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce").new_page()
        for _ in range(2)
    ]
    heard = [Heard(phone) for phone in phones]
    for seat, phone in enumerate(phones, 1):
        phone.goto(f"{serve.url}/#seat")
        phone.locator(".choices button").nth(seat - 1).click()
        phone.wait_for_selector("p.foot")
    draw = random.Random(game)
    play(phones, draw, 6)
    with closing(Client(serve, "watch")) as table:
        now = table.look()["seq"]
    for one in heard:
        one.wait(now)
    before = [seen(phone) for phone in phones]
    phones[0].reload()
    expect(phones[0].locator("h1")).to_be_visible()
    assert seen(phones[0]) == before[0]
    serve.kill()
    for page in (board, *phones):
        page.wait_for_selector(".lost")
    serve.start()
    for page in (board, *phones):
        page.wait_for_selector(".lost", state="detached", timeout=60_000)
    assert [seen(phone) for phone in phones] == before
    play(phones, draw, 4)
    for page in (board, *phones):
        page.context.close()


def begin(page: Page, serve: Serve, game: str) -> None:
    page.goto(f"{serve.url}/#setup")
    page.locator(".choices button", has_text=game).click()
    page.wait_for_selector("form")
    least = page.locator("select").first
    count = max(2, int(least.locator("option").first.get_attribute("value") or 2))
    least.select_option(str(count))
    for seat in range(count):
        page.get_by_label(f"Name at seat {seat + 1}", exact=True).fill(f"Player{seat + 1}")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Just watch").click()
    page.wait_for_selector(".players")


def test_set_up_keeps_what_was_chosen_when_it_goes_back(browser: Browser, serve: Serve) -> None:
    page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    page.goto(f"{serve.url}/#setup")
    fette = page.locator(".choices button", has_text="Fette Autos")
    expect(fette).to_have_text("Fette Autos 1 to 7 players")
    page.locator(".choices button", has_text="Victory").click()
    name = page.get_by_label("Name at seat 1", exact=True)
    name.fill("Anna")
    laps = page.locator(".option", has_text="Laps").locator("select").first
    laps.select_option(label="1")
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".choices button", has_text="Knister").click()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".choices button", has_text="Victory").click()
    expect(name).to_have_value("Anna")
    assert laps.evaluate("select => select.selectedOptions[0].label") == "1"


def seen(phone: Page) -> str:
    """What the seat is told and asked, once it has been told; without why the last touch came to
    nothing, which no page remembers."""
    phone.wait_for_selector("p.foot")
    said = phone.inner_text("main")
    for alert in phone.locator("main p[role=alert]").all_inner_texts():
        said = said.replace(alert, "", 1) if alert else said
    return re.sub(r"\s+", " ", said).strip()


def play(phones: list[Page], draw: random.Random, times: int) -> None:
    for _ in range(times):
        for phone in draw.sample(phones, len(phones)):
            before = phone.inner_html("main")  # first: a page goes on by itself at any moment
            if offered := targets(phone):
                if not touched(draw.choice(offered), phone, before):
                    continue
                phone.wait_for_function(
                    "html => document.querySelector('main').innerHTML !== html"
                    " && !document.querySelector('.ask[aria-busy=true]')",
                    arg=before,
                )
                break
    for phone in phones:  # what was begun and not finished is not sent, and is forgotten
        while (taken := phone.locator(".ask [aria-pressed=true]")).count():
            taken.first.click()
        if phone.locator(".ask .bar > button.plain").count():
            phone.locator(".ask .bar > button.plain").first.click()


def touched(target: Locator, phone: Page, before: str) -> bool:
    """Whether there was still something to touch: a match goes on by itself, its pages too."""
    try:
        target.click(timeout=10_000)
    except PlaywrightTimeout:
        assert phone.inner_html("main") != before, "the page offers what cannot be touched"
        return False
    return True
