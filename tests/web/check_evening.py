"""Evenings in Chromium: phones, a television and computer players, match after match."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from referee.kernel.match import Match
from referee.kernel.players import random_bot
from referee.table import errands
from tests.web.chromium import PHONE, chromium
from tests.web.served import Served

TV = {"width": 1280, "height": 720}
#: game -> options of a match with everything in the box.
ENDS: dict[str, dict[str, Any]] = {
    "draf": {"board": "device", "length": 50},
    "fette-autos": {"cards": "device"},
    "knight-rider": {"board": "device"},
    "knister": {"sheets": "device"},
    "victory": {"board": "device", "laps": 1},
}
LOCALES = {"de": "de-DE", "en": "en-GB"}
WHO = {"de": "Wer bist du?", "en": "Who are you?"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def phone(browser: Browser, served: Served, language: str, seat: int | None = None) -> Page:
    """A phone; with ``seat``, it sits there."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, locale=LOCALES[language], reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{served.url}/#seat")
    if seat is not None:
        sit(page, seat)
    return page


def sit(page: Page, seat: int) -> None:
    page.locator(".choices button").nth(seat - 1).tap()
    expect(page.locator("p.foot")).to_be_visible()


def begin(
    served: Served, game: str, names: Sequence[str], players: Sequence[str] = (), **options: Any
) -> None:
    """Another match on the same table."""
    served.do(
        lambda: served.program.errand(
            lambda desk: errands.begin(desk, game, names, options, players)
        )
    )


@pytest.mark.parametrize("language", LOCALES)
def test_open_phones_play_on_in_a_second_match_of_others(browser: Browser, language: str) -> None:
    options = {"sheets": "device", "dice": "device"}
    with Served("knister", ["Anna", "Ben"], language=language, **options) as served:
        anna, ben = phone(browser, served, language, 1), phone(browser, served, language, 2)
        expect(anna.locator("h1")).to_have_text("Anna")
        begin(served, "knister", ["Ben", "Anna"], **options)
        for page in (anna, ben):
            expect(page.locator("h1")).to_have_text(WHO[language])
        sit(anna, 2)
        sit(ben, 1)
        expect(anna.locator("h1")).to_have_text("Anna")
        ben.locator(".ask button.main").tap()
        ben.locator(".ask .choices button").first.tap()
        expect(ben.locator(".ask button.roll")).to_be_visible()
        begin(served, "knister", ["Ben", "Anna", "Box"], ["", "", "easy"], **options)
        expect(anna.locator("h1")).to_have_text("Anna")  # the same seat, the same name


@pytest.mark.parametrize("language", LOCALES)
def test_a_phone_whose_seat_is_gone_asks_who_holds_it(browser: Browser, language: str) -> None:
    with Served("knister", ["Anna", "Ben"], language=language) as served:
        ben = phone(browser, served, language, 2)
        expect(ben.locator("h1")).to_have_text("Ben")
        tab = ben.context.new_page()
        tab.goto(f"{served.url}/#seat")
        tab.locator(".foot button").last.tap()  # leaves the seat that both tabs have
        expect(ben.locator("h1")).to_have_text(WHO[language])
        sit(ben, 1)
        expect(tab.locator("h1")).to_have_text("Anna")


def over(match: Match) -> None:
    """Anything is answered until it is over."""
    draw = random.Random(1)
    while not match.over:
        ask = match.asks[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, ask.seats[0], draw.randrange))


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", ENDS)
def test_television_phone_and_panel_tell_who_has_won(
    browser: Browser, game: str, language: str
) -> None:
    names = ["Anna", "Ben", "Cem"]
    with Served(game, names, language=language, prepare=over, **ENDS[game]) as served:
        anna = phone(browser, served, language, 1)
        shown = {"phone": anna}
        for page in ("board", "panel"):
            context = browser.new_context(viewport=TV, locale=LOCALES[language])
            shown[page] = context.new_page()
            shown[page].goto(f"{served.url}/#{page}")
        result = served.match.result
        assert result is not None
        for name, page in shown.items():
            for seat in result.winners:
                expect(page.locator(".winner")).to_contain_text(names[seat - 1])
            expect(page.locator(".end .ranking > table tr")).to_have_count(
                len(names) if result.ranking else 0
            )
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, name
            photograph(page, f"end-{game}-{language}-{name}")
        anna.locator(".end button.main").tap()
        for page in shown.values():
            expect(page.locator(".end")).to_have_count(0)
        expect(anna.locator("h1")).to_have_text("Anna")


def photograph(page: Page, name: str) -> None:
    """Into the folder that PHOTOS names, to be looked at."""
    if folder := os.environ.get("PHOTOS"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_enter_is_ok_on_the_box_after_its_page_was_chosen_in_the_bar(browser: Browser) -> None:
    """The link keeps the focus."""
    with Served("knister", ["Anna", "Ben"], language="en") as served:
        page = browser.new_context(viewport=TV, locale=LOCALES["en"]).new_page()
        page.goto(f"{served.url}/#board")
        page.locator('nav a[href="#panel"]').click()
        screen = page.locator(".said")
        expect(screen).to_contain_text("Who is the youngest?")  # the page is there, with its keys
        page.keyboard.press("Backspace")
        expect(screen).to_contain_text("Back to the match")
        page.keyboard.press("Enter")
        expect(screen).not_to_contain_text("Back to the match")


@pytest.mark.parametrize("language", LOCALES)
def test_a_circuit_is_laid_on_a_phone(browser: Browser, language: str) -> None:
    with Served("victory", ["Anna", "Ben"], language=language, board="device") as served:
        anna = phone(browser, served, language, 1)
        lay = anna.locator(".ask .choices button").nth(1)
        expect(lay).to_be_visible()
        photograph(anna, f"circuit-{language}-0")
        lay.tap()
        # A ring of eight: to the right, up, back, and down to where it began.
        for count, place in enumerate(["G6", "H6", "H5", "H4", "G4", "F4", "F5"], 1):
            points = re.compile(rf"^(M[^M]+){{{count}}}$")
            expect(anna.locator(".circuit .dots")).to_have_attribute("d", points)
            if count == 4:
                photograph(anna, f"circuit-{language}-4")
            anna.locator(f'.circuit .can[aria-label="{place}"]').tap()
            anna.locator(".sure button").tap()  # the places lie close together
        close = anna.locator(".ask .choices button")
        expect(close).to_have_count(1)
        close.tap()
        served.do(lambda: None)
        expect(anna.locator(".circuit .can")).to_have_count(0)
        assert served.do(lambda: served.match.state) != "circuit"


def late(line: WebSocketRoute) -> None:
    """Whatever the page answers was asked a moment ago."""
    server = line.connect_to_server()
    line.on_message(lambda text: server.send(re.sub(r'"ask":"\w+"', '"ask":"0"', str(text))))


@pytest.mark.parametrize("language", LOCALES)
def test_an_error_ends_with_its_match(browser: Browser, language: str) -> None:
    with Served("knister", ["Anna", "Ben"], language=language) as served:
        anna = phone(browser, served, language, 1)
        anna.route_web_socket("**/ws", late)
        anna.reload()
        anna.locator(".ask button.main").tap()
        anna.locator(".ask .choices button").first.tap()
        expect(anna.locator("p[role=alert]")).not_to_be_empty()
        begin(served, "knister", ["Anna", "Ben"])
        expect(anna.locator("h1")).to_have_text("Anna")
        expect(anna.locator("p[role=alert]")).to_be_empty()


@pytest.mark.parametrize("language", LOCALES)
def test_a_computers_dice_are_entered_on_a_phone(browser: Browser, language: str) -> None:
    options = {"board": "device", "dice": "table", "laps": 1}
    with Served("knister", ["Anna", "Ben"], language=language) as served:
        anna = phone(browser, served, language, 1)
        begin(served, "victory", ["Anna", "Box"], ["", "easy"], **options)
        state = anna.locator(".ask .choices button, .ask .can, .ask .faces button")
        foreign = anna.locator(".ask .for")
        for _ in range(60):
            expect(state.first).to_be_visible()
            if foreign.count():
                break
            before = anna.inner_html("main")
            state.first.tap()
            anna.wait_for_function(
                "html => document.querySelector('main').innerHTML !== html"
                " && !document.querySelector('.ask[aria-busy=true]')",
                arg=before,
            )
        expect(foreign).to_contain_text({"de": "Computer", "en": "Robot"}[language])
        photograph(anna, f"dice-{language}")
        lines = served.do(lambda: len(served.program.session.match.lines))
        faces = anna.locator(".ask .faces button")
        while faces.count() and served.do(lambda: len(served.program.session.match.lines)) == lines:
            faces.first.tap()
            anna.wait_for_timeout(50)
        assert served.do(lambda: len(served.program.session.match.lines)) > lines
