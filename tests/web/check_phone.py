"""A seat on a phone in Chromium: `make test-web`.

What there is to do, the board, the own hand and the action are in one sight, and nothing of it
covers anything else; the other pages stand behind one button.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.kernel.game import find_game
from tests.table.test_only_ok import KNOWN
from tests.web.check_browser import SCREENS, SMALL
from tests.web.check_browser import seated as one_of_many
from tests.web.chromium import chromium
from tests.web.scenes import MIDDLES, middle, play_on, whole
from tests.web.served import Served

#: Where the parts of a seat stand: left, top, right, bottom.
PARTS: Final = """() => Object.fromEntries(
  [["plate", ".plate h2"], ["view", ".view"], ["board", ".board"], ["strip", ".strip"],
   ["bar", ".bar"]].map(([name, selector]) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [name, [left, top, right, bottom].map(Math.round)];
  }))"""

#: How far what has happened last lies out of sight, and which part of a line is cut off.
LATEST: Final = """() => {
  const box = document.querySelector(".latest"), text = box.querySelector("span:not(.badge)");
  const view = box.closest(".view").getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  const lines = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight);
  return [Math.max(view.top - top, bottom - view.bottom), Math.abs(lines - Math.round(lines))];
}"""

#: Pixels of the board that are seen at least, both ways.
SEEN: Final = 140


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def seated(browser: Browser, served: Served, size: Any) -> Page:
    page = browser.new_context(
        viewport=size, locale="de-DE", reduced_motion="reduce", has_touch=True, is_mobile=True
    ).new_page()
    page.goto(f"{served.url}/#seat")
    page.locator(".choices button").first.tap()
    page.wait_for_selector(".own")
    return page


@pytest.mark.parametrize("game", MIDDLES)
def test_what_to_do_board_hand_and_action_are_in_one_sight(browser: Browser, game: str) -> None:
    names, options, lines = MIDDLES[game]
    with Served(game, names, language="de", prepare=middle(lines), **options) as served:
        page = seated(browser, served, SCREENS[0])
        for size in SCREENS:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.wait_for_timeout(100)
            wide, high, parts = size["width"], size["height"], page.evaluate(PARTS)
            for name in ("plate", "strip", "bar"):
                left, top, right, bottom = parts[name]
                assert 0 <= left < right <= wide, (name, size)
                assert 0 <= top < bottom <= high, (name, size)
            assert parts["strip"][3] <= parts["bar"][1]
            left, top, right, bottom = parts["view"]
            assert right - left >= SEEN, size
            assert bottom - top >= SEEN, size
            beside = right <= parts["bar"][0]
            assert beside or (parts["plate"][3] <= top and bottom <= parts["strip"][1]), size
            assert high - parts["bar"][3] <= 12, "the action is not at the thumb"
            out, part = page.evaluate(LATEST)
            assert out < 1, (out, size)
            assert part < 0.1, ("a line is cut in two", part, size)
        page.locator(".latest").tap()
        expect(page.get_by_role("heading", name="Was ist passiert?")).to_be_in_viewport()
        if game in ("draf", "fette-autos", "knight-rider"):
            expect(page.locator(".mine h2")).to_have_text("Deine Hand")
            expect(page.locator(".mine h2 + *")).to_be_visible()
        page.context.close()


@pytest.mark.parametrize("game", MIDDLES)
def test_the_hand_stays_while_others_act(browser: Browser, game: str) -> None:
    """And nothing is offered then."""
    names, options, lines = MIDDLES[game]

    def others(match: Any) -> None:
        middle(lines)(match)
        for _ in range(400):
            if not any(1 in ask.seats for ask in match.asks):
                return
            play_on(match)

    with Served(game, names, language="de", prepare=others, **options) as served:
        page = seated(browser, served, SCREENS[0])
        expect(page.locator(".plate .waiting")).to_contain_text("Am Zug")
        expect(page.locator(".ask")).to_have_count(0)
        if game in ("draf", "fette-autos", "knight-rider"):
            expect(page.locator(".mine h2 + *")).to_be_in_viewport()
        page.context.close()


def test_what_has_one_answer_is_not_asked_and_lost_cards_are_named(browser: Browser) -> None:
    """Of one kind of tiles the place alone is chosen; struck cards are told in words."""
    names, options, lines = MIDDLES["draf"]
    with Served("draf", names, language="de", prepare=middle(lines), **options) as served:
        page = seated(browser, served, SCREENS[0])
        expect(page.locator(".bar .hint")).to_have_text("Wohin?")
        expect(page.locator(".options button")).to_have_count(0)
        expect(page.locator(".fates")).to_have_text("3 gespielt · 9, 10 verloren")
        before = served.do(lambda: len(served.match.lines))
        page.locator(".ask .can").first.tap()
        if page.locator(".sure button").count():
            page.locator(".sure button").tap()
        expect(page.locator(".latest")).to_contain_text("Grau")
        assert served.do(lambda: len(served.match.lines)) > before
        page.context.close()


def test_the_red_car_is_seen_or_pointed_at(browser: Browser) -> None:
    names, options, lines = MIDDLES["knight-rider"]
    with Served("knight-rider", names, prepare=middle(lines), **options) as served:
        page = seated(browser, served, SCREENS[0])
        seen = set[bool]()
        for size in SCREENS:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.wait_for_timeout(150)
            stage, car = (page.locator(one).bounding_box() for one in (".own .stage", ".hunted"))
            assert stage is not None
            assert car is not None
            x, y = car["x"] + car["width"] / 2, car["y"] + car["height"] / 2
            across = stage["x"] < x < stage["x"] + stage["width"]
            inside = across and stage["y"] < y < stage["y"] + stage["height"]
            assert page.locator(".beyond").count() == (0 if inside else 1), size
            seen.add(inside)
        assert False in seen
        page.context.close()


def test_a_tie_shows_everybody_who_has_won(browser: Browser) -> None:
    names, options, _ = MIDDLES["knister"]
    with Served("knister", names, language="de", prepare=whole, **options) as served:
        page = seated(browser, served, SCREENS[0])
        expect(page.locator(".tie .drives")).to_have_count(len(names))
        expect(page.locator(".tie .stripes i")).to_have_count(len(names))
        expect(page.locator(".ranking tr").first).to_contain_text("Zeilen 21")
        page.context.close()


def test_the_other_pages_stand_behind_one_button(browser: Browser) -> None:
    names, options, lines = MIDDLES["knister"]
    with Served("knister", names, language="de", prepare=middle(lines), **options) as served:
        page = seated(browser, served, SCREENS[0])
        menu, link = page.get_by_role("button", name="Seiten"), page.get_by_role("link")
        expect(link).to_have_count(0)
        menu.tap()
        expect(link.first).to_be_visible()
        page.keyboard.press("Escape")
        expect(link).to_have_count(0)
        menu.tap()
        page.get_by_role("link", name="Brett").tap()
        expect(page.locator(".players")).to_be_visible()
        expect(link).to_have_count(0)
        page.context.close()


@pytest.mark.parametrize("game", MIDDLES)
def test_the_end_says_who_where_and_how_and_offers_a_rematch(browser: Browser, game: str) -> None:
    names, options, _ = MIDDLES[game]
    with Served(game, names, language="de", prepare=whole, **options) as served:
        page = seated(browser, served, SCREENS[0])
        expect(page.locator(".end .ranking tr")).not_to_have_count(0)
        expect(page.locator(".end .story > *")).to_have_count(1)
        expect(page.get_by_role("button", name="Revanche")).to_be_in_viewport()
        page.context.close()


def test_squares_are_wide_enough_where_a_hint_may_be_had(browser: Browser) -> None:
    names, options, lines = MIDDLES["knister"]
    with Served("knister", names, prepare=middle(lines), hints=True, **options) as served:
        anna = seated(browser, served, SCREENS[0])
        anna.wait_for_selector(".ask .can")
        assert anna.evaluate(SMALL) == []
        anna.context.close()


def test_a_notice_has_a_round_sign_for_its_rule(browser: Browser) -> None:
    with Served("draf", ["Anna", "Ben", "Cem"], board="device") as served:
        anna = seated(browser, served, SCREENS[0])
        for _ in range(12):
            if anna.locator(".dock .told .why").count():
                break
            served.play_on()
            anna.wait_for_timeout(100)
        box = anna.locator(".dock .told .why").bounding_box()
        assert box
        assert box["width"] < 60
        anna.context.close()


def test_what_has_happened_is_pulled_up_and_the_page_stays_where_it_is(browser: Browser) -> None:
    names, options, lines = MIDDLES["draf"]
    with Served("draf", names, prepare=middle(lines), **options) as served:
        anna = seated(browser, served, SCREENS[0])
        anna.locator(".latest").tap()
        anna.wait_for_function("() => document.querySelector('.view').scrollTop > 100")
        assert anna.evaluate("document.scrollingElement.scrollTop") == 0
        assert anna.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
        anna.context.close()


def test_the_motorway_turns_with_the_phone(browser: Browser) -> None:
    names, options, lines = MIDDLES["draf"]
    with Served("draf", names, prepare=middle(lines), **options) as served:
        anna = seated(browser, served, SCREENS[0])
        for size, lies in ((SCREENS[1], "true"), (SCREENS[0], "false")):
            anna.set_viewport_size(size)  # type: ignore[arg-type]
            anna.wait_for_function(f"() => !document.querySelector('.road.upright') === {lies}")
        anna.context.close()


#: When there is something to touch, touch the action at the thumb, else what is offered first; what
#: the page was before.
OFFERED: Final = """() => {
  if (document.querySelector(".result")) return "over";
  const seen = (one) => one.getClientRects().length;
  const offered = (where) => [...document.querySelectorAll(where)].find(seen);
  const one = offered(".told > button") || offered(".dock .main:enabled") || offered(".ask .can")
    || offered(".ask .cards button[aria-pressed=false]:enabled")
    || offered(".ask button:not(.plain):not(.why):enabled");
  const before = one && document.querySelector("main").innerHTML;
  one?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return before;
}"""
OVER: Final = "over"
#: The page is another one, and what was touched is no longer on its way.
CHANGED: Final = """(before) => document.querySelector("main").innerHTML !== before
  && !document.querySelector(".ask[aria-busy=true]")"""
#: Touches in which a match ends; most phones have nothing to touch.
TOUCHES: Final = 3000


@pytest.mark.parametrize("game", KNOWN)
def test_who_take_what_is_offered_first_come_to_the_end(browser: Browser, game: str) -> None:
    names = ["Anna", "Ben", "Cem"][: max(2, min(find_game(game).seats))]
    faults: list[str] = []
    with Served(game, names, language="de", open_panel=False, **KNOWN[game]) as served:
        seats = range(1, len(names) + 1)
        phones = [one_of_many(browser, served, seat, faults, locale="de-DE") for seat in seats]
        for touch in range(TOUCHES):
            phone = phones[touch % len(phones)]
            before = phone.evaluate(OFFERED)
            if before == OVER:
                break
            if before:
                phone.wait_for_function(CHANGED, arg=before)
        else:
            raise AssertionError(phone.inner_text("main"))
        for phone in phones:
            phone.wait_for_selector(".result")
            phone.context.close()
    assert faults == []
