"""Evenings in real time in Chromium: `make evenings-web`.

Phones in two languages, computer players, a television; three matches one after the other: the end
of one, the next with the same people, then another game with others. In between a page is loaded
anew, loses its line, is opened twice, changes its language, takes something back.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from referee.kernel.match import Match
from referee.table import errands
from tests.web.check_browser import assert_nothing_clipped, touch_something
from tests.web.chromium import PHONE, TELEVISION, chromium
from tests.web.scenes import play_on, whole
from tests.web.served import Served

#: game -> options of a match with everything in the box, and its computers' level.
GAMES: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "draf": ({"board": "device", "length": 50}, "easy"),
    "fette-autos": ({"cards": "device"}, "easy"),
    "knight-rider": ({"board": "device", "cards": "device"}, "easy"),
    "knister": ({"sheets": "device"}, "easy"),
    "victory": ({"board": "device", "laps": 1}, "easy"),
}
LOCALES: Final = {"de": "de-DE", "en": "en-GB"}
EVENINGS: Final = 12

#: Entries before the end at which the first match comes to the phones, and touches in each later.
LAST: Final = 8
TOUCHES: Final = 6

#: Touches within which it has to end: whoever touches anything does not hurry.
MOST: Final = 400

#: Looks, at least 20 ms each, in which nothing happens at the table: then nobody can go on.
PATIENCE: Final = 3000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@dataclass
class Household:
    """``phones``: by name; ``tabs``: further ones of the same phone."""

    browser: Browser
    served: Served
    faults: list[str] = field(default_factory=list)
    phones: dict[str, Page] = field(default_factory=dict)
    tabs: list[Page] = field(default_factory=list)
    away: bool = False  # a phone has no line: its browser says so

    def opened(self, where: str, language: str, **more: Any) -> Page:
        context = self.browser.new_context(
            locale=LOCALES[language], reduced_motion="reduce", **more
        )
        return self._watched(context.new_page(), where)

    def again(self, page: Page) -> Page:
        """The same browser opens the same page beside it."""
        return self._watched(page.context.new_page(), "seat")

    def _watched(self, page: Page, where: str) -> Page:
        def noted(said: ConsoleMessage) -> None:
            if said.type == "error" and not self.away:
                self.faults.append(said.text)

        page.on("console", noted)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.served.url}/#{where}")
        return page

    @property
    def match(self) -> Match:
        session = self.served.program.session
        assert session is not None
        return session.match

    @property
    def lines(self) -> int:
        return int(self.served.do(lambda: len(self.match.lines)))

    @property
    def over(self) -> bool:
        return bool(self.served.do(lambda: self.match.over))

    def sit(self) -> None:
        """Who plays and has no seat taps his name, and types the seat's code where he is asked for
        it: what one phone has seen, the other has, for both are on this computer."""
        for name, page in self.phones.items():
            if name not in self.match.header.names:
                continue
            own = page.locator(f'.own[data-game="{self.match.header.game}"]')
            expect(own.or_(page.locator("main > .choices")).first).to_be_visible()
            if own.count() == 0:
                page.locator(".choices button", has_text=name).first.tap()
                asks = page.locator(".typed input")
                expect(own.or_(asks).first).to_be_visible()
                if asks.count():
                    self._type_code(page, self.match.header.names.index(name) + 1)
            expect(page.locator(".own h1")).to_have_text(name)

    def _type_code(self, page: Page, seat: int) -> None:
        with self.served.shown(seat) as code:
            page.locator(".typed input").fill(code)
            page.locator(".typed button").tap()
            expect(page.locator(".own h1")).to_be_visible()

    def play(self, touches: int, draw: random.Random) -> None:
        """So many touches that were taken, or to the match's end. Computers play in between."""
        names = self.match.header.names
        pages = [page for name, page in self.phones.items() if name in names]
        for _ in range(touches):
            quiet, before = 0, self.lines
            while not self.over and self.lines == before:
                quiet += 1
                assert quiet < PATIENCE, (
                    f"somebody can go on: {[p.inner_text('main') for p in pages]}"
                )
                touch_something(pages, draw, lambda: self.lines)

    def looks_right(self) -> None:
        """Every page says whose match this is, in its language, and no more than has room."""
        for name, page in self.phones.items():
            if name in self.match.header.names:
                expect(page.locator(".own h1")).to_have_text(name)
            assert_nothing_clipped(page)
        assert self.faults == []


def reloads(home: Household, page: Page, draw: random.Random) -> None:
    page.reload()


def loses_its_line(home: Household, page: Page, draw: random.Random) -> None:
    home.away = True
    page.context.set_offline(True)
    page.wait_for_timeout(50)
    page.context.set_offline(False)
    page.reload()
    home.away = False


def opens_twice(home: Household, page: Page, draw: random.Random) -> None:
    home.tabs.append(home.again(page))
    expect(home.tabs[-1].locator(".own h1")).to_be_visible()
    page.bring_to_front()  # a finger touches what it sees


def changes_language(home: Household, page: Page, draw: random.Random) -> None:
    before = page.locator("html").get_attribute("lang")
    page.locator("nav button.menu").tap()
    page.locator("nav .links button[lang]").tap()
    expect(page.locator("html")).not_to_have_attribute("lang", before or "")


def takes_back(home: Household, page: Page, draw: random.Random) -> None:
    back = page.locator(".bar button[title]")
    if back.count():
        back.first.tap()


HAPPENS: Final[Sequence[Callable[[Household, Page, random.Random], None]]] = (
    reloads, loses_its_line, opens_twice, changes_language, takes_back,
)  # fmt: skip


def almost(match: Match) -> None:
    """Plays on until a few entries before the end."""
    end = match.copy()
    whole(end)
    while len(match.lines) < len(end.lines) - LAST:
        play_on(match)


@pytest.mark.parametrize("number", range(EVENINGS))
def test_an_evening_in_chromium(browser: Browser, number: int) -> None:
    draw = random.Random(f"chromium {number}")
    games = list(GAMES)
    game, other = games[number % len(games)], games[(number + 1 + number // 5) % len(games)]
    options, level = GAMES[game]
    names, players = ["Anna", "Box", "Ben"], ["", level, ""]
    with Served(
        game, names, players=players, seed=f"evening {number}", prepare=almost,
        language=draw.choice(list(LOCALES)), **options,
    ) as served:  # fmt: skip
        home = Household(browser, served)
        for name, language in (("Anna", "de"), ("Ben", "en")):
            page = home.opened("seat", language, viewport=PHONE, has_touch=True)
            home.phones[name] = page
        television = home.opened("board", "de", viewport=TELEVISION)
        home.sit()
        home.play(MOST, draw)
        the_end_is_told(home, television)
        home.phones["Anna"].locator(".end button.main").tap()
        expect(television.locator(".end")).to_have_count(0)
        evening_goes_on(home, draw)
        begin(served, other, ["Ben", "Box", "Mimi", "Anna"])
        evening_goes_on(home, draw)
        for page in (*home.phones.values(), television, *home.tabs):
            page.context.close()


def the_end_is_told(home: Household, television: Page) -> None:
    """Who has won stands on every page."""
    assert home.over
    result = home.served.do(lambda: home.match.result)
    for page in (*home.phones.values(), television):
        for name in (home.match.header.names[seat - 1] for seat in result.winners):
            said = name if name in home.phones else re.compile(r"\w")  # as the reader calls it
            expect(page.locator(".winner")).to_contain_text(said)
    home.looks_right()


def evening_goes_on(home: Household, draw: random.Random) -> None:
    """A match from its beginning, with what happens beside it."""
    home.sit()
    for _ in range(TOUCHES):
        home.play(1, draw)
        if draw.random() < 0.5:
            page = home.phones[draw.choice(list(home.phones))]
            draw.choice(HAPPENS)(home, page, draw)
        home.sit()
        home.looks_right()


def begin(served: Served, game: str, names: Sequence[str]) -> None:
    """Another match on the same table, with two computers."""
    options, level = GAMES[game]
    players = [level if name in ("Box", "Mimi") else "" for name in names]
    served.do(
        lambda: served.program.errand(
            lambda desk: errands.begin(desk, game, names, options, players)
        )
    )
