"""The box in one browser tab, as its worker calls it."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from referee.web.tab import Tab
from tests.own import OWN


class Browser:
    """A tab's worker and pages, in virtual time."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.said: dict[str, list[dict[str, Any]]] = {}
        self.tab = Tab(folder, self._send, lambda: self.now, lambda: 1e9 + self.now, "b", "en")
        self._numbers = itertools.count(1)

    def _send(self, page: str, line: str) -> None:
        self.said.setdefault(page, []).append(json.loads(line))

    def page(self, name: str, token: str = "") -> dict[str, Any]:
        """A page that opens its line; what it is welcomed with."""
        self.tab.join(name)
        return self.ask(name, do="hello", token=token, language="en", frames=True)

    def ask(self, page: str, **request: object) -> dict[str, Any]:
        number = next(self._numbers)
        self.tab.hear(page, json.dumps({"n": number, **request}))
        reply = next(said for said in self.said[page] if said.get("n") == number)
        self.run(0.0)
        return reply

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while (wait := self.tab.step()) <= end - self.now:
            self.now += max(wait, 0.001)
        self.now = end

    def state(self, page: str) -> dict[str, Any]:
        return next(said for said in reversed(self.said[page]) if said["type"] == "state")

    def play(self, page: str) -> None:
        """Take the first answer to whatever is asked, until the match is over."""
        while not self.state(page)["over"]:
            state = self.state(page)
            for due in (due for due in state["asks"] if "id" in due):
                option = due["choose"]["options"][0]
                args = {name: _first(field) for name, field in option["fields"].items()}
                self.ask(page, ask=due["id"], verb=option["verb"], args=args)
                break
            if (told := self.state(page)["told"]) is not None:
                self.ask(page, do="read", told=told["number"])
            self.run(5.0)


def _first(field: dict[str, Any]) -> Any:
    if "one" in field:
        return field["one"][0]
    if "each" in field:
        return field["of"][:1] * field["each"]
    return field["from"][: field["pick"][0]]


@pytest.mark.parametrize("game", OWN)
def test_a_whole_quick_match_from_the_seat(game: str, tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    assert browser.page("a")["panel"]
    browser.tab.quick("a", game)
    browser.run(0.0)
    assert browser.state("a")["view"] == 1
    browser.play("a")
    assert browser.state("a")["result"]
    assert any(said["type"] == "frame" and said["picture"] for said in browser.said["a"])


def test_a_match_goes_on_after_a_reload_for_whom_it_was(tmp_path: Path) -> None:
    first = Browser(tmp_path)
    token = first.page("a")["token"]
    first.tab.quick("a", "knister")
    first.run(5.0)
    before = first.state("a")["seq"]
    again = Browser(tmp_path)
    assert again.page("b", token)["seat"] == 1
    assert again.state("b")["seq"] == before
    again.tab.quick("b", "knister")  # the address that was reloaded says so
    again.run(0.0)
    assert again.state("b")["seq"] == before


def test_a_quick_match_of_another_game_keeps_the_first(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    browser.page("a")
    browser.tab.quick("a", "knister")
    browser.tab.quick("a", "victory")
    browser.run(0.0)
    assert browser.state("a")["match"]["game"] == "victory"
    kept = browser.ask("a", do="matches")["matches"]
    assert [match["status"] for match in kept] == ["open", "open"]


def test_an_address_with_a_game_that_is_not_there_begins_none(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    browser.page("a")
    browser.tab.quick("a", "chess")
    browser.run(0.0)
    assert browser.state("a")["match"] is None


def test_two_tabs_are_two_players(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    one, two = browser.page("a")["token"], browser.page("b")["token"]
    assert one != two
    players = {"names": ["Anna", "Ben"], "players": ["", ""], "options": {"sheets": "device"}}
    assert browser.ask("a", do="begin", game="knister", **players)["type"] == "done"
    assert browser.ask("a", do="claim", seat=1)["seat"] == 1
    assert browser.ask("b", do="claim", seat=2)["seat"] == 2
    assert browser.ask("b", do="claim", seat=1)["key"] == "web.held"
    assert (browser.state("a")["view"], browser.state("b")["view"]) == (1, 2)


def test_a_page_that_is_not_known_is_not_heard(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    browser.tab.hear("nobody", '{"n": 1, "do": "ping"}')
    browser.page("a")
    browser.tab.part("a")
    browser.tab.hear("a", '{"n": 9, "do": "ping"}')
    assert not [said for said in browser.said["a"] if said.get("n") == 9]


@pytest.mark.parametrize("line", ["", "[]", "{", '{"n": "x"}', '"ping"', '{"n": 99, "do": 5}'])
def test_nonsense_gets_an_answer(line: str, tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    browser.page("a")
    browser.tab.hear("a", line)
    assert browser.said["a"][-1]["type"] == "error"
