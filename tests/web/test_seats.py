"""Who gets a seat, and with it that player's eyes; and that no line of a page gets another's."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from hal.interfaces import Gesture, Press
from referee.game import (
    Ask,
    Flow,
    Game,
    Kind,
    OneOf,
    Option,
    Refusal,
    Row,
    Say,
    State,
    option,
    text,
)
from referee.kernel.ask import Entry
from referee.kernel.errors import StoreError
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table import errands
from referee.table.modes.menu import match_page
from referee.testing import play_out
from referee.web.doorkeeper import LENGTH, LINGERS, PANEL
from referee.web.panel import screen_data
from referee.web.seats import Denied, Seats
from tests import hidden as hidden_game
from tests.web import Page, Table
from tests.web.scenes import middle

#: Hidden hands and stocks.
NAMES = ["Anna", "Ben", "Cem", "Dora"]
HIDDEN: dict[str, Any] = {"cards": "device", "dice": "device", "hide": True}


def hidden(language: str = "en", **more: Any) -> Table:
    """A match in its middle in which every hand is hidden."""
    table = Table("fette-autos", NAMES, language=language, **HIDDEN, **more)
    middle(30)(table.match)
    table.program.show(table.match)
    return table


def hands(state: dict[str, Any]) -> set[int]:
    """The seats whose hands or stocks are to be seen in this."""
    drivers = state["position"]["drivers"]
    return {
        seat
        for seat, driver in enumerate(drivers, 1)
        if driver["stock"] is not None or any(card is not None for card in driver["hand"])
    }


def seen(page: Page) -> set[int]:
    """All whose hands this page was ever sent."""
    states = [s for s in page.sent if s["type"] == "state" and "drivers" in s.get("position", ())]
    return set().union(*map(hands, states))


def test_the_hands_of_this_match_are_hidden() -> None:
    table = hidden()
    assert seen(table.guest()) == set()
    assert seen(table.seat(2)) == {2}


# -- who gets one ----------------------------------------------------------------------------


def test_a_computers_seat_is_given_to_nobody() -> None:
    table = hidden(players=("", "", "easy", "good"))
    guest = table.guest()
    for seat in (3, 4):
        assert guest.ask(do="claim", seat=seat)["key"] == "web.computer-seat"
    assert seen(guest) == set()
    assert guest.state["view"] is None
    assert type_code(table, guest, 1)["seat"] == 1


def test_a_seat_from_an_earlier_match_is_not_a_computers_of_the_same_name() -> None:
    table = hidden()
    dora = table.seat(4)
    again = Match.new(
        find_game("fette-autos"), NAMES, HIDDEN, "again", players=("", "", "", "easy")
    )  # fmt: skip
    middle(30)(again)
    table.program.show(again)
    assert dora.ask(verb="state")["view"] is None
    assert hands(dora.state) == set()


def test_a_seat_that_is_held_is_its_holders_to_give() -> None:
    table = hidden()
    ben, thief = table.seat(2), table.guest()
    assert thief.ask(do="claim", seat=2)["key"] == "web.held"
    assert (ben.state["view"], thief.state["view"]) == (2, None)
    ben.ask(do="leave")
    assert ben.state["view"] is None
    assert thief.ask(do="claim", seat=2)["key"] == "web.given"  # he may not know Ben's cards either
    assert type_code(table, thief, 2)["seat"] == 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_panel_gives_a_held_seat_to_who_scans_its_code_and_all_are_told(language: str) -> None:
    table = hidden(language)
    anna, ben, other = table.seat(1), table.seat(2), table.guest()
    for page in (anna, ben, other):
        page.ask(do="language", language=language)
    give(table, "Ben", language)
    assert ben.state["view"] is None
    opened = {
        "en": "Ben's seat goes to the phone that scans its code at the box.",
        "de": "Den Platz von Ben bekommt das Handy, das seinen Code am Gerät scannt.",
    }[language]
    for page in (anna, ben, other):
        assert page.state["seating"][-1] == opened
    assert ben.ask(do="claim", seat=2)["key"] == "web.given"
    assert other.ask(do="claim", seat=2)["key"] == "web.given"  # whoever is fastest gets nothing
    code = table.hub.seats.code(table.match, 2)
    assert code in table.panel.screen_text()
    assert other.ask(do="code", code=code)["seat"] == 2
    taken = {"en": "Ben plays in a browser now.", "de": "Ben spielt jetzt im Browser."}[language]
    for page in (anna, ben, other):
        assert page.state["seating"][-1] == taken
    assert ben.ask(do="claim", seat=2)["key"] == "web.held"
    assert ben.ask(do="code", code=code)["key"] == "web.wrong"  # given once
    table.panel.run(2.0)
    assert code not in table.panel.screen_text()


def give(table: Table, who: str, language: str = "en") -> None:
    """Give a seat away at the panel."""
    table.panel.press("back")
    choose(table, {"en": "Who has a phone?", "de": "Wer hat ein Handy?"}[language])
    choose(table, who)
    choose(table, {"en": "Show the code", "de": "Code zeigen"}[language])
    assert table.program.clipped == []


def type_code(table: Table, page: Page, seat: int) -> dict[str, Any]:
    """The panel shows the seat's own code to this page."""
    return page.ask(do="code", code=table.hub.seats.code(table.match, seat))


def choose(table: Table, label: str) -> None:
    for _ in range(30):
        line = next((x for x in table.panel.screen_text().splitlines() if x[:2] == "> "), "")
        assert table.program.clipped == []
        if label in line:
            table.panel.press("ok")
            return
        table.panel.press("ok" if not line else "down")
    raise AssertionError(f"no {label}: {table.panel.screen_text()}")


def test_the_table_is_told_who_plays_on_a_phone() -> None:
    table = hidden()
    board = table.guest()
    ben = table.seat(2)
    assert "Ben plays in a browser now." in table.panel.screen_text()
    assert board.state["seating"] == ["Ben plays in a browser now."]
    assert board.state["taken"] == [2]
    ben.ask(do="leave")
    assert "Ben has left the seat" in table.panel.screen_text()
    assert board.state["taken"] == []


# -- where something is hidden, the panel gives every seat ------------------------------------


def begun(**more: Any) -> Table:
    """A match in which every hand is hidden, and dealt, and nobody has played yet."""
    table = Table("fette-autos", NAMES, grid=True, **HIDDEN, **more)
    table.panel.run(1.0)
    assert any(ask.secret for ask in table.match.asks)
    return table


def begin(
    table: Table, game: str = "fette-autos", names: Sequence[str] = NAMES, **options: Any
) -> None:
    """The next match of the same people."""
    wanted = options or {**HIDDEN, "grid": True}
    table.program.errand(lambda desk: errands.begin(desk, game, names, wanted, []))
    assert table.program.session is not None
    table.match = table.program.session.match
    table.panel.run(1.0)


def shown_code(table: Table, who: str) -> str:
    """The code on the panel, which is this player's."""
    words = table.panel.screen_text().split()
    assert who in words
    return next(word for word in words if len(word) == LENGTH and word.isdecimal())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_code_for_all_gives_no_seat(language: str) -> None:
    table = begun(language=language)
    spies = [table.guest(f"192.168.1.{n}") for n in (66, 67, 68, 69)]
    for seat, spy in enumerate(spies, 1):
        refused = spy.ask(do="claim", seat=seat)
        assert refused["key"] == "web.free"
        who = NAMES[seat - 1]
        told = {"en": f"Phones. Scan {who}'s code", "de": f"Handys. Scanne den Code von {who}"}
        assert told[language] in refused["message"]
        assert seen(spy) == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_phones_that_wait_are_shown_one_code_after_the_other(language: str) -> None:
    """Nobody presses anything, but for who plays at the panel."""
    table = Table("knister", NAMES, language=language)
    phones = [table.guest(f"192.168.1.{n}") for n in range(1, 4)]
    late = table.page("192.168.1.66")
    begin(table)
    for seat, (phone, who) in enumerate(zip(phones, NAMES, strict=False), 1):
        code = shown_code(table, who)
        assert phone.ask(do="code", code=code)["seat"] == seat
        assert late.ask(do="code", code=code)["key"] == "web.wrong"
        table.panel.run(1.5)
        assert table.program.clipped == []
    assert seen(phones[0]) == {1}
    last = shown_code(table, "Dora")
    table.panel.press("ok")
    assert last not in table.panel.screen_text()


def test_when_all_have_a_seat_the_codes_go_by_themselves() -> None:
    table = Table("knister", NAMES)
    phones = [table.guest(f"192.168.1.{n}") for n in range(1, 5)]
    begin(table)
    for phone, who in zip(phones, NAMES, strict=True):
        phone.ask(do="code", code=shown_code(table, who))
        table.panel.run(1.5)
    assert table.hub.free(table.match) == []
    assert "192.168.1.2" not in table.panel.screen_text()
    begin(table)  # once more: they have their seats
    assert [phone.state["view"] for phone in phones] == [1, 2, 3, 4]
    assert "192.168.1.2" not in table.panel.screen_text()


def test_one_scan_lets_a_stranger_in_and_gives_the_seat() -> None:
    table = begun()
    table.panel.press("back")
    choose(table, "Phones")
    phone = table.page("192.168.1.7")
    assert phone.ask(do="code", code=shown_code(table, "Anna"))["seat"] == 1
    assert seen(phone) == {1}


def test_where_nothing_is_hidden_there_is_one_code_for_all() -> None:
    table = Table("knister", NAMES)
    guest = table.guest("192.168.1.7")
    begin(table, "victory", dice="device", board="device")
    assert "192.168.1.2" not in table.panel.screen_text()
    table.panel.press("back")
    choose(table, "Phones")
    assert "Join in" in table.panel.screen_text()
    assert guest.ask(do="claim", seat=3)["seat"] == 3


def test_a_seats_code_is_good_while_the_box_shows_it() -> None:
    table = begun()
    spy = table.guest("192.168.1.66")
    table.panel.press("back")
    choose(table, "Phones")
    photographed = shown_code(table, "Anna")
    for _ in range(10):
        table.panel.run(LINGERS)
    assert shown_code(table, "Anna") == photographed
    table.panel.press("ok")
    assert photographed not in table.panel.screen_text()
    table.panel.run(LINGERS + 1)
    assert spy.ask(do="code", code=photographed)["key"] == "web.wrong"


def test_a_code_that_was_shown_before_somebody_looked_at_his_cards_is_dead() -> None:
    """Somebody has photographed it; and Anna plays at the panel after all."""
    table = begun()
    spy = table.guest("192.168.1.66")
    table.panel.press("back")
    choose(table, "Phones")
    photographed = shown_code(table, "Anna")
    table.panel.press("ok", "back", "seat1", "ok")
    assert table.hub.seats.free(table.match) == [2, 3, 4]
    assert spy.ask(do="code", code=photographed)["key"] == "web.wrong"
    assert seen(spy) == set()


def test_who_has_answered_at_the_panel_is_not_spied_out_by_whoever_has_the_code() -> None:
    table = begun()
    play = next(ask for ask in table.match.asks if ask.seats == (3,))
    table.panel.press("seat3", "ok", "ok")
    assert play not in table.match.asks
    assert any(line.secret and line.entry and line.entry.seat == 3 for line in table.match.lines)
    spies = [table.guest(f"192.168.1.{n}") for n in (66, 67, 68)]
    for spy in spies:
        assert spy.ask(do="claim", seat=3)["key"] == "web.given"
    assert seen(spies[0]) == set()


def test_who_has_only_looked_at_the_panel_is_not_spied_out_either() -> None:
    table = begun()
    table.panel.press("seat3", "ok")
    assert "Position 7: reveal a card." in table.panel.screen_text()
    spy = table.guest("192.168.1.66")
    refused = spy.ask(do="claim", seat=3)
    assert refused["key"] == "web.given"
    assert "Menu, Who has a phone?, Cem" in refused["message"]
    assert table.hub.seats.free(table.match) == [1, 2, 4]


def test_a_seat_that_the_panel_has_not_given_is_none_where_something_is_hidden() -> None:
    """In a match without secrets whoever asks first has it; cards are another matter."""
    table = Table("victory", NAMES, dice="device", board="device")
    spy, ben = table.guest("192.168.1.66"), table.seat(2, "192.168.1.7")
    assert spy.ask(do="claim", seat=3)["seat"] == 3
    begin(table)
    assert (ben.state["view"], spy.state["view"]) == (2, None)
    assert ben.state["seating"] == ["Ben plays in a browser now."]
    assert spy.ask(do="claim", seat=3)["key"] == "web.free"
    assert seen(spy) == set()


def test_a_phone_keeps_its_seat_from_match_to_match() -> None:
    """Also while it sleeps as the next one begins; and over a restart of the box."""
    table = begun()
    kept: list[Any] = []
    table.hub.seats.keep = kept.append
    ben = table.seat(2, "192.168.1.7")
    begin(table, "victory", dice="device", board="device")
    table.hub.part(ben.client)
    begin(table)
    restarted = fresh_seats(table, kept[-1])
    ben.client.granted = table.doorkeeper.find(ben.client.token)
    assert restarted.of(ben.client, table.match) == 2
    assert table.page("192.168.1.7", token=ben.client.token).state["view"] == 2


def test_a_phone_of_another_evening_asks_anew() -> None:
    """Nobody has a name, say: or last week's Ben would see the cards of this week's."""
    table = begun()
    ben = table.seat(2, "192.168.1.7")
    table.hub.part(ben.client)
    begin(table, "victory", dice="device", board="device")
    begin(table)
    awake = table.page("192.168.1.7", token=ben.client.token)
    assert awake.state["view"] is None
    begin(table, "victory", dice="device", board="device")
    assert awake.state["view"] == 2
    begin(table)
    assert awake.state["view"] is None, "it had not come from the panel's hands any more"
    assert seen(awake) == set()


def test_when_the_box_was_switched_off_phones_ask_anew_in_a_new_match_and_not_in_theirs() -> None:
    """Next week Ben may be somebody else's name."""
    table = begun()
    before, ben = table.match, table.seat(2, "192.168.1.7")
    table.hub.seats.end()
    begin(table)
    assert ben.state["view"] is None
    table.program.show(before)
    table.panel.run(1.0)
    assert ben.state["view"] == 2
    begin(table)
    assert ben.state["view"] == 2


@pytest.mark.parametrize(
    ("hours", "seat"), [(0.1, 2), (5, 2), (7, None), (7 * 24, None), (-1, None)]
)
def test_when_the_plug_was_pulled_last_week_phones_ask_anew_in_a_new_match(
    hours: float, seat: int | None
) -> None:
    """Nobody ended that evening; a clock that has gone back knows nothing of it."""
    table = begun()
    kept: list[Any] = []
    table.hub.seats.keep = kept.append
    ben, own = table.seat(2, "192.168.1.7"), table.match
    table.hub.part(ben.client)
    restarted = fresh_seats(table, kept[-1], hours * 3600)
    begin(table)
    assert restarted.of(ben.client, own) == 2, "this is the match that it was given in"
    assert restarted.of(ben.client, table.match) == seat
    restarted.on_table(table.match)
    assert restarted.of(ben.client, table.match) == seat


def test_who_has_seen_a_hand_is_known_when_its_match_goes_on_after_many_others() -> None:
    table = begun()
    first, spy = table.match, table.seat(1, "192.168.1.66")
    spy.ask(do="leave")
    for n in range(9):
        begin(table)
        table.seat(2, f"192.168.1.{n + 7}")
    table.program.show(first)
    table.match = first
    table.panel.run(1.0)
    assert type_code(table, spy, 2)["key"] == "web.seen"
    assert seen(spy) == {1}


def test_a_seat_without_a_name_is_the_same_persons_only_in_a_rematch() -> None:
    table = Table("fette-autos", ["", "", "", ""], **HIDDEN)
    play_out(table.match, "0")
    table.program.show(table.match)
    spy = table.seat(1, "192.168.1.66")
    spy.ask(do="rematch")
    assert spy.state["view"] == 1
    assert not spy.state["over"]
    begin(table, names=["", "", ""])  # others may sit there now
    assert spy.state["view"] is None
    assert table.hub.free(table.match) == [1, 2, 3]
    assert spy.ask(do="claim", seat=1)["key"] == "web.free"


def test_a_phone_that_slept_does_not_come_back_to_a_seat_that_is_played_at_the_panel() -> None:
    """Not in a new match; in the one that it has seen, it does."""
    table = begun()
    before = table.match
    ben = table.seat(2, "192.168.1.7")
    table.hub.part(ben.client)
    begin(table)
    table.hub.seats.note_panel(table.match, 2)
    awake = table.page("192.168.1.7", token=ben.client.token)
    assert awake.state["view"] is None
    table.program.show(before)
    table.panel.run(1.0)
    assert awake.state["view"] == 2


def test_a_code_that_was_shown_while_its_phone_slept_is_dead_when_that_is_back() -> None:
    table = begun()
    anna, spy = table.seat(1, "192.168.1.7"), table.guest("192.168.1.66")
    table.hub.part(anna.client)
    begin(table)
    photographed = shown_code(table, "Anna")
    awake = table.page("192.168.1.7", token=anna.client.token)
    table.panel.run(2.0)
    assert awake.state["view"] == 1
    assert spy.ask(do="code", code=photographed)["key"] == "web.wrong"
    assert (awake.state["view"], seen(spy)) == (1, set())


def test_a_code_is_dead_when_its_player_has_tapped_a_secret_at_the_box() -> None:
    """No cover was lifted for it."""
    table = Table("knister", ["Anna", "Ben"])
    table.match = Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids")
    table.program.show(table.match)
    spy = table.guest("192.168.1.66")
    table.panel.press("back")
    choose(table, "Phones")
    photographed = shown_code(table, "Anna")
    table.panel.press("ok", "back", "seat1", "seat1", "seat1")
    table.panel.run(3.0)
    assert [line.entry for line in table.match.lines][-1] == Entry(1, "bid", {"height": 2})
    assert spy.ask(do="code", code=photographed)["key"] == "web.wrong"
    assert spy.state["view"] is None


def test_a_phone_of_other_people_has_no_seat_in_a_rematch_that_is_gone_on_with() -> None:
    """Nobody has a name, and in between others have played."""
    table = Table("fette-autos", ["", "", "", ""], **HIDDEN)
    play_out(table.match, "0")
    table.program.show(table.match)
    anna = table.seat(1, "192.168.1.7")
    anna.ask(do="rematch")
    session = table.program.session
    assert session is not None
    rematch = session.match
    assert seen(anna) == {1}
    begin(table, names=["", "", ""])
    spy = table.seat(1, "192.168.1.66")
    assert spy.state["view"] == 1
    table.program.show(rematch)
    table.panel.run(1.0)
    assert spy.state["match"]["commitment"] == rematch.commitment
    assert spy.state["view"] is None
    assert hands(spy.state) == set()


ELSEWHERE: Final = {
    "en": "Only at the box itself: this is for one person's eyes.",
    "de": "Nur am Gerät selbst: Das ist für eine Person allein bestimmt.",
}


def owner_of(table: Table) -> Page:
    """A page that has typed the code "All buttons", at another computer."""
    owner = table.page("192.168.1.66", frames=True)
    owner.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now(), PANEL))
    return owner


def pictures(page: Page) -> list[str]:
    """The words of each picture of the panel that a page was sent."""
    return [" ".join(" ".join(s["words"]).split()) for s in page.sent if s["type"] == "frame"]


def on_panel(table: Table) -> str:
    return " ".join(table.panel.screen_text().split())


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_lies_below_a_cover_is_shown_on_no_page_elsewhere(language: str) -> None:
    table = begun(language=language)
    owner = owner_of(table)
    cover = {"en": "Pass the box to", "de": "Gib das Gerät"}[language]
    table.panel.press("seat3")
    assert cover in pictures(owner)[-1]
    table.panel.press("ok")
    assert cover not in on_panel(table)
    assert pictures(owner)[-1].endswith(ELSEWHERE[language])
    table.panel.press("ok")  # his card; the next one has the panel
    assert cover in pictures(owner)[-1]
    assert all(cover in shown or ELSEWHERE[language] in shown for shown in pictures(owner)[1:])


def test_no_page_elsewhere_lifts_a_cover(tmp_path: Path) -> None:
    """Nor after it has had the cover fall, by whatever means."""
    table = begun(store=Store(tmp_path / "db.sqlite", lambda: 1.0), kept=True)
    owner, ben = owner_of(table), table.seat(2, "192.168.1.7")

    def tries() -> None:
        cover = on_panel(table)
        assert "(OK) I am " in cover
        own = next(f"seat{seat}" for seat, who in enumerate(NAMES, 1) if f"I am {who}" in cover)
        for button in ("ok", own):
            assert owner.ask(do="press", button=button)["key"] == "web.at-box"
            assert on_panel(table) == cover
        moment = screen_data(table.program.screen)["moment"]
        assert owner.ask(do="choose", choice=0, moment=moment)["key"] == "web.at-box"
        assert on_panel(table) == cover

    tries()
    table.panel.press("seat3", "ok")
    for language in ("de", "en"):
        owner.ask(do="settings", set={"language": language})
    tries()
    table.panel.press("seat3", "ok")
    owner.ask(do="resume", match=table.match.id)
    tries()
    table.panel.press("seat3", "ok")
    (ask,) = (ask for ask in ben.state["asks"] if "id" in ask)
    card = ask["choose"]["options"][0]["fields"]["card"]["one"][0]
    assert ben.answer("reveal", card=card)["type"] == "done"
    assert ben.ask(verb="undo")["type"] == "done"
    table.panel.run(0.5)
    tries()


def test_a_page_elsewhere_opens_the_menu_and_help_over_a_cover() -> None:
    table = begun()
    owner = owner_of(table)
    for button, gesture in (("ok", "hold"), ("back", "tap"), ("back", "tap"), ("down", "tap")):
        assert owner.ask(do="press", button=button, gesture=gesture)["type"] == "done"
    assert "Abandon match" in on_panel(table)


def test_a_page_elsewhere_presses_nothing_while_somebody_reads_at_the_box() -> None:
    table = begun()
    owner = owner_of(table)
    table.panel.press("seat3", "ok")
    open_hand = on_panel(table)
    for button in ("back", "ok", "up", "seat3"):
        for gesture in ("tap", "hold"):
            asked = owner.ask(do="press", button=button, gesture=gesture)
            assert asked["key"] == "web.at-box"
    right = screen_data(table.program.screen)["moment"]
    for moment in (right, "0123456789ab"):  # it does not hear whether it has guessed right
        assert owner.ask(do="choose", choice=99, moment=moment)["key"] == "web.at-box"
    assert on_panel(table) == open_hand


@pytest.mark.parametrize("way", ["Phones", "Who has a phone?"])
def test_the_code_of_a_seat_whose_cards_are_hidden_is_shown_on_no_page_elsewhere(way: str) -> None:
    """Else an owner's page would give itself one hand after the other."""
    table = begun()
    owner, here = owner_of(table), Page(table, local=True)
    here.ask(do="hello", language="en", frames=True)
    if way == "Phones":
        table.panel.press("back")
        choose(table, way)
    else:
        give(table, "Anna")
    code = shown_code(table, "Anna")
    assert code in pictures(here)[-1]
    assert "The box shows the code of one seat" in pictures(owner)[-1]
    assert owner.ask(do="choose", choice=0, moment="0123456789ab")["key"] == "web.seat-code"
    assert table.page("192.168.1.7").ask(do="code", code=code)["seat"] == 1
    assert not any(code in json.dumps(sent) for sent in owner.sent)


def test_a_page_elsewhere_closes_the_code_of_a_seat() -> None:
    """It comes by itself when a match begins and some page has no seat, such as a television."""
    table = Table("knister", NAMES)
    owner = owner_of(table)
    table.guest("192.168.1.9")
    begin(table)
    shown_code(table, "Anna")
    assert owner.ask(do="press", button="ok")["type"] == "done"
    assert "(OK) I am Anna" in on_panel(table)
    assert "I am Anna" in pictures(owner)[-1]


def test_a_phone_that_comes_back_turns_no_code_to_a_page_elsewhere() -> None:
    """The list of free seats gets shorter, and the picture on the panel is that of before."""
    table = begun()
    cem = table.seat(3, "192.168.1.8")
    for seat in (1, 2):
        table.seat(seat, f"192.168.1.{seat}")
    table.hub.part(cem.client)
    begin(table)
    owner = owner_of(table)
    table.panel.press("back")
    choose(table, "Phones")
    table.panel.press("down")
    code = shown_code(table, "Dora")
    assert table.page("192.168.1.8", token=cem.client.token).state["view"] == 3
    table.panel.run(8.0)
    assert shown_code(table, "Dora") == code, "whoever scans it is not disturbed"
    assert not any(code in json.dumps(sent) for sent in owner.sent)


def test_help_over_a_cover_does_not_say_what_its_player_may_choose() -> None:
    """It is for a game from outside: a choice that only some hands have, and that is led to."""

    def asks(p: hidden_game.Bids) -> Iterator[Ask]:
        for seat in p.waiting():
            bids = [option("bid", height=OneOf((1, 2, 3)))]
            bids += [Option("deal", aside=True)] if p.cards[seat - 1] % 2 else []
            yield Ask((seat,), Kind.DECISION, text("bid.prompt"), "BID-2", tuple(bids), secret=True)

    rows = (*hidden_game.ROWS, Row("deal", "bid", "all", hidden_game.note, (), ("BID-2",)))
    states = [
        State("bid", lambda p: tuple(asks(p)), ("bid", "deal")) if state.name == "bid" else state
        for state in hidden_game.STATES
    ]
    game = replace(hidden_game.GAME, flow=lambda o: Flow("hidden", "deal", tuple(states), rows))
    for seed, odd in (("a", True), ("d", False)):
        table = Table("knister", ["Anna", "Ben"])
        match = Match.new(game, ["Anna", "Ben"], {}, seed)
        table.program.show(match)
        assert match.position.cards[0] % 2 == odd
        table.panel.run(1.0)
        owner = owner_of(table)
        assert "(OK) I am Anna" in on_panel(table)
        assert owner.ask(do="press", button="ok", gesture="hold")["type"] == "done"
        for _ in range(6):
            assert "BACK leads to" not in on_panel(table)
            owner.ask(do="press", button="ok")


def test_a_page_elsewhere_turns_from_a_cover_to_what_is_asked_in_public() -> None:
    table = begun()
    owner = owner_of(table)
    assert "(OK) I am Anna" in on_panel(table)
    assert owner.ask(do="press", button="seat3")["type"] == "done"
    assert "(OK) I am Cem" in on_panel(table)


@pytest.mark.parametrize("players", [(), ("", "easy", "easy", "easy")])
def test_a_seats_code_is_shown_on_no_page_elsewhere_where_nothing_is_hidden_either(
    players: tuple[str, ...],
) -> None:
    """Whoever has that seat keeps it in the next match, which may hide something."""
    table = (
        hidden(players=players)
        if players
        else Table("victory", NAMES, dice="device", board="device")
    )
    owner = owner_of(table)
    give(table, "Anna")
    code = shown_code(table, "Anna")
    assert "The box shows the code of one seat" in pictures(owner)[-1]
    assert not any(code in json.dumps(sent) for sent in owner.sent)


def test_a_page_elsewhere_taps_no_secret_number_that_somebody_has_begun() -> None:
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    table.panel.press("seat2")
    for _ in range(3):
        assert owner.ask(do="press", button="seat2")["key"] == "web.tapping"
    lamps = [sent["lamps"] for sent in owner.sent if sent["type"] == "frame"]
    assert all(shown.get("seat2", [""])[0] != "fast" for shown in lamps), "nor does it count them"
    table.panel.press("seat2")
    table.panel.run(5.0)
    last = table.program.session.match.lines[-1].entry
    assert (last.seat, last.args) == (2, {"height": 1})


def test_a_page_elsewhere_does_not_go_on_with_a_match_whose_file_it_may_have(
    tmp_path: Path,
) -> None:
    """Else it would bring a match with cards that it knows, and undo it to its beginning."""
    table = Table("fette-autos", NAMES, store=Store(tmp_path / "db.sqlite", lambda: 1.0),
                  kept=True, **HIDDEN)  # fmt: skip
    play_out(table.match)
    table.program.show(table.match)
    table.panel.run(1.0)
    owner = owner_of(table)
    owner.ask(do="press", button="back", gesture="hold")
    assert "Yes, undo" in on_panel(table)
    assert "press at the box" in pictures(owner)[-1]
    for button in ("down", "ok", "back"):
        assert owner.ask(do="press", button=button)["key"] == "web.reopens"
    assert table.match.over
    table.panel.press("down", "ok")
    assert not table.match.over


def test_a_tap_changes_no_picture_that_a_page_elsewhere_watches() -> None:
    """It puts a notice on the cover, which a press takes away; and the lamp shines as before."""
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    table.panel.press("seat7")
    assert "Waiting for" in pictures(owner)[-1]
    told = len(owner.sent)
    for _ in range(3):
        table.panel.press("seat2")
        table.panel.run(0.2)
    assert [sent for sent in owner.sent[told:] if sent["type"] == "frame"] == []


def test_what_could_not_be_reopened_at_the_box_is_tried_again_at_the_box_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "db.sqlite", lambda: 1.0)
    table = Table("fette-autos", NAMES, store=store, kept=True, **HIDDEN)
    play_out(table.match)
    table.program.show(table.match)
    table.panel.run(1.0)
    owner = owner_of(table)

    def full(*_: object) -> None:
        raise StoreError("error.store.full", file="db.sqlite")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_write", full)
        table.panel.hold("back")
        table.panel.press("down", "ok")
        assert "Problem" in table.panel.screen_text()
    assert owner.ask(do="press", button="ok")["key"] == "web.reopens"
    assert table.match.over


def test_the_seed_of_a_match_that_is_kept_half_is_not_told(tmp_path: Path) -> None:
    """The other half goes on with the same cards."""
    table = Table("fette-autos", NAMES, store=Store(tmp_path / "db.sqlite", lambda: 1.0),
                  kept=True, **HIDDEN)  # fmt: skip
    table.program.session.forget_store()
    unkept = table.program.session.match
    play_out(unkept)
    table.program.show(unkept)
    table.panel.run(1.0)
    page = table.program.errand(lambda desk: match_page(desk, table.program.session))
    assert any(unkept.commitment in str(item) for item in page.screen().items)
    assert not any(str(item).endswith(f" {unkept.seed}") for item in page.screen().items)


def test_no_code_below_lets_a_page_elsewhere_reopen_a_match(tmp_path: Path) -> None:
    table = Table("fette-autos", NAMES, store=Store(tmp_path / "db.sqlite", lambda: 1.0),
                  kept=True, **HIDDEN)  # fmt: skip
    play_out(table.match)
    table.match.undo()
    table.program.show(table.match)
    table.panel.run(1.0)
    owner = owner_of(table)
    give(table, "Anna")
    ask = table.match.asks[0]
    table.program.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))
    table.panel.run(5.0)
    assert table.match.over
    for button, gesture in (("ok", "tap"), ("back", "hold"), ("down", "tap"), ("ok", "tap")) * 3:
        owner.ask(do="press", button=button, gesture=gesture)
        table.panel.run(1.0)
        assert table.match.over


def test_a_match_with_the_same_seed_gives_no_seat(tmp_path: Path) -> None:
    """Whoever has the file of a match that is over knows its seed."""
    table = Table("fette-autos", NAMES, store=Store(tmp_path / "db.sqlite", lambda: 1.0),
                  kept=True, **HIDDEN)  # fmt: skip
    middle(30)(table.match)
    hidden_match, guest = table.match, table.guest("192.168.1.7")
    twin = Match.new(table.match.game, NAMES, {"cards": "table"}, "web")
    assert twin.commitment == hidden_match.commitment
    table.program.show(twin)
    table.panel.run(0.5)
    assert guest.ask(do="claim", seat=3)["seat"] == 3
    table.program.show(hidden_match)
    table.panel.run(0.5)
    assert (guest.state["view"], hands(guest.state)) == (None, set())


def test_the_cover_says_at_once_that_a_phone_has_come_back_to_its_seat() -> None:
    table = begun()
    anna = table.seat(1, "192.168.1.7")
    table.hub.part(anna.client)
    begin(table)
    assert "Pass the box to Anna" in on_panel(table)
    table.page("192.168.1.7", token=anna.client.token)
    table.panel.run(0.1)
    assert "Anna plays on a phone" in on_panel(table)


def test_what_one_player_is_told_alone_hides_nothing_from_the_others() -> None:
    """Else they would know that he is."""
    table = begun()
    board = table.guest()
    cards = [ask for ask in table.match.asks if ask.secret]
    for ask in cards[:-1]:
        table.program.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))
    table.panel.run(1.0)
    table.panel.press("ok", "ok")  # the last one, at the panel; he draws another card
    assert "Drawn:" in table.panel.screen_text()
    assert board.state["told"] is not None
    assert "Drawn" not in board.state["told"]["text"]


def test_an_owner_does_not_count_the_taps_of_a_secret_number() -> None:
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    table.panel.press("seat1")
    table.panel.run(0.5)
    told = len(owner.sent)
    for _ in range(3):
        table.panel.press("seat1")
        table.panel.run(0.5)
    assert len(owner.sent) == told


@pytest.mark.parametrize("quiet", [30.0, 75.0, 200.0])
def test_an_owner_does_not_see_when_somebody_begins_to_tap(quiet: float) -> None:
    """The picture was shifted, or the display dimmed, and the first tap ends that."""
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    table.panel.run(quiet)
    told = len(owner.sent)
    table.panel.press("seat1")
    assert len(owner.sent) == told
    table.panel.press("seat1")
    table.panel.run(5.0)
    assert len(owner.sent) > told, "that somebody has answered"
    last = table.program.session.match.lines[-1].entry
    assert (last.seat, last.args) == (1, {"height": 1})


OVER = (
    {"do": "press", "button": "ok", "gesture": "hold"}, {"do": "press", "button": "back"},
    {"do": "press", "button": "seat2"}, {"do": "choose", "choice": 0}, {"do": "invite"},
    {"do": "settings", "values": {"language": "de"}}, {"do": "begin"}, {"do": "resume"},
    {"do": "setup"}, {"do": "care"}, {"do": "import"}, {"do": "claim", "seat": 2}, {"do": "leave"},
)  # fmt: skip


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("deed", OVER, ids=lambda deed: deed.get("button", deed["do"]))
def test_no_page_elsewhere_lays_anything_over_a_number_that_is_tapped(
    deed: dict[str, object], number: int
) -> None:
    """Else the tap below is refused: whoever has laid it there learns when the taps came, and so
    how many there were, though the last one comes when it would for any number."""
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    for _ in range(number):
        table.panel.press("seat2")
        table.panel.run(0.3)
    assert owner.ask(**deed)["key"] == "web.tapping"
    table.panel.press("seat2")
    table.panel.run(5.0)
    last = table.program.session.match.lines[-1].entry
    assert (last.seat, last.args) == (2, {"height": number})
    assert owner.ask(**deed)["key"] == "web.tapping", "Anna is still asked"


def test_no_phone_has_a_number_asked_anew_while_it_is_tapped() -> None:
    """It would take its attack back and attack again, and hear whether a tap came before."""
    table = Table("fette-autos", NAMES, **HIDDEN)
    while not any(map(one_number, table.match.asks)):
        ask = table.match.asks[0]
        if table.match.supplies(ask):
            table.match.supply(ask)
        else:
            verb = "attack" if ask.accepts("attack", {}) else ask.verb
            args = next(o for o in ask.options if o.verb == verb).sample(lambda n: 0)
            table.match.answer(Entry(ask.seats[0], verb, args))
    table.program.show(table.match)
    last = [line.entry for line in table.match.lines if line.entry][-1]
    attacker = table.seat(last.seat)
    assert last.verb == "attack"
    assert not attacker.state["undo"], "what is refused is not offered"
    assert attacker.ask(verb="undo")["key"] == "web.tapping"
    assert any(map(one_number, table.match.asks))


def one_number(ask: Ask) -> bool:
    return ask.secret and any(
        getattr(field, "taps", False) for option in ask.options for field in option.fields.values()
    )


def test_an_owner_presses_at_once_what_a_dimmed_display_shows() -> None:
    table = Table("knister", ["Anna", "Ben"], language="en")
    owner = owner_of(table)
    table.panel.run(200.0)
    owner.ask(do="press", button="back")
    assert "Main menu" in pictures(owner)[-1]


def test_an_owner_does_not_find_out_how_many_taps_are_too_many() -> None:
    """A hidden stock bounds a stake."""
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(hidden_game.GAME, ["Anna", "Ben"], {}, "bids"))
    owner = owner_of(table)
    told = len(owner.sent)
    for _ in range(9):
        assert owner.ask(do="press", button="seat2")["key"] == "web.tapping"
    table.panel.run(5.0)
    assert len(owner.sent) == told + 9, "nothing was refused aloud"
    table.panel.press("seat2", "seat2", "seat2")
    table.panel.run(5.0)
    assert [line.entry.seat for line in table.program.session.match.lines[-1:]] == [2]


def test_whom_the_panel_has_put_out_does_not_just_sit_down_again() -> None:
    table = begun()
    spy = table.seat(3, "192.168.1.66")
    give(table, "Cem")
    for page in (spy, table.guest("192.168.1.66"), table.guest("192.168.1.67")):
        assert page.ask(do="claim", seat=3)["key"] in ("web.given", "web.seen-here")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_cover_says_that_a_phone_plays_there(language: str) -> None:
    table = Table("fette-autos", NAMES, grid=True, language=language, **HIDDEN)
    table.panel.run(1.0)
    assert "Anna" in table.panel.screen_text()
    table.seat(1, "192.168.1.66")
    table.panel.press("seat2", "seat1")
    words = {"en": "Anna plays on a phone.", "de": "Anna spielt auf einem Handy."}[language]
    assert words in " ".join(table.panel.screen_text().split())
    assert table.program.clipped == []


# -- who has seen a hand ---------------------------------------------------------------------


def test_who_has_seen_a_hand_gets_no_other_seat_in_that_match() -> None:
    table = hidden()
    page = table.seat(1)
    for leave in (False, True):
        if leave:
            page.ask(do="leave")
        for seat in (2, 3, 4):
            assert page.ask(do="claim", seat=seat)["key"] == "web.seen"
    assert seen(page) == {1}
    assert type_code(table, page, 2)["key"] == "web.seen"
    assert page.ask(do="claim", seat=1)["key"] == "web.given"  # somebody else may play there now
    assert type_code(table, page, 1)["seat"] == 1


@pytest.mark.parametrize("fresh_line", [False, True])
def test_another_code_makes_nobody_another(fresh_line: bool) -> None:
    table = hidden()
    page = table.seat(1, "192.168.1.7")
    if fresh_line:
        page = table.guest("192.168.1.7")
    page.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now()))
    assert page.ask(do="claim", seat=2)["key"] in ("web.seen", "web.seen-here")
    assert 2 not in seen(page)


def test_who_ends_a_match_does_not_go_on_with_what_its_file_has_told(tmp_path: Path) -> None:
    table = Table(
        "fette-autos", NAMES, store=Store(tmp_path / "db.sqlite", lambda: 1.0), kept=True, **HIDDEN
    )
    last = ends_by_an_answer(table.match)
    table.program.show(table.match)
    spy = table.seat(last.seat)
    spy.ask(verb=last.verb, args=dict(last.args))
    assert spy.state["over"]
    assert not spy.state["undo"]
    assert spy.ask(verb="undo")["key"] == "web.no-undo"
    undo = table.match.next_undo()
    assert undo is not None
    assert undo.correction, "the table is asked first"


def test_who_has_chosen_in_secret_takes_it_back_but_not_what_he_was_told_anything_upon() -> None:
    """Be it that his bid is noted: the key of a ruling may say as much as its numbers."""

    def noted(p: hidden_game.Bids, entry: Entry, say: Say) -> None:
        """A bid lies face down (BID-2)."""
        hidden_game.note(p, entry, say)
        say("bid.card", "BID-2", entry.seat, only=(entry.seat,), card=entry.number("height"))

    rows = [replace(r, effect=noted) if r.trigger == "bid" else r for r in hidden_game.ROWS]
    flow = Flow("hidden", "deal", hidden_game.STATES, rows)
    game = replace(hidden_game.GAME, flow=lambda options: flow)
    for played, undone in ((hidden_game.GAME, "done"), (game, "error")):
        table = Table("knister", ["Anna", "Ben"])
        table.program.show(Match.new(played, ["Anna", "Ben", "Cem"], {}, "noted"))
        anna, ben = table.seat(1), table.seat(2, "192.168.1.8")
        for page in (anna, ben):
            assert page.answer("bid", height=2)["type"] == "done"
            assert page.state["undo"] == (undone == "done")
        assert anna.ask(verb="undo")["type"] == undone


def bids_and(asks: Callable[[hidden_game.Bids], tuple[Ask, ...]], row: Row) -> Game[Any]:
    """The game of bids, where one may do something else as well."""
    asked = State("bid", asks, ("bid", row.trigger))
    states = [asked if state.name == "bid" else state for state in hidden_game.STATES]
    flow = Flow("hidden", "deal", states, (*hidden_game.ROWS, row))
    return replace(hidden_game.GAME, flow=lambda options: flow)


def peek(p: hidden_game.Bids, entry: Entry, say: Say) -> None:
    """Somebody looks at another's card instead of bidding (BID-2)."""
    card = p.cards[entry.number("who") - 1]
    say("bid.card", "BID-2", entry.seat, only=(entry.seat,), card=card)
    p.bids[entry.seat - 1] = 1


def peek_asks(p: hidden_game.Bids) -> tuple[Ask, ...]:
    peeks = option("peek", who=OneOf((1, 2, 3), "seat"))
    return tuple(replace(ask, options=(*ask.options, peeks)) for ask in hidden_game.bid_asks(p))


def test_who_has_looked_at_a_card_in_secret_does_not_take_that_back() -> None:
    """Else he would look at all of them."""
    game = bids_and(peek_asks, Row("peek", "bid", "all", peek, (), ("BID-2",)))
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(game, ["Anna", "Ben", "Cem"], {}, "peek"))
    anna = table.seat(1)
    assert anna.answer("peek", who=2)["type"] == "done"
    assert not anna.state["undo"]
    assert anna.ask(verb="undo")["key"] == "web.no-undo"


def test_what_only_one_seat_is_told_goes_with_the_help_about_it() -> None:
    """Its player has read it on the phone meanwhile."""

    def noted(p: hidden_game.Bids, entry: Entry, say: Say) -> None:
        """A bid lies face down (BID-2)."""
        hidden_game.note(p, entry, say)
        say("bid.card", "BID-3", entry.seat, stop=True, only=(entry.seat,), card=p.cards[0])

    rows = [replace(r, effect=noted) if r.trigger == "bid" else r for r in hidden_game.ROWS]
    flow = Flow("hidden", "deal", hidden_game.STATES, rows)
    game = replace(hidden_game.GAME, flow=lambda options: flow)
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(game, ["Anna", "Ben", "Cem"], {}, "noted"))
    anna = table.seat(1)
    table.panel.press("ok", "ok")
    assert "Your card" in table.panel.screen_text()
    table.program.press(Press(table.panel.clock.now(), "ok", Gesture.HOLD))
    table.panel.run(0.2)
    assert "BID-3" in table.panel.screen_text()
    anna.ask(do="read", told=anna.state["told"]["number"])
    assert "BID-3" not in table.panel.screen_text()
    assert "I am Ben" in table.panel.screen_text()


def test_people_answer_for_a_computer_only_what_they_are_asked_for_it() -> None:
    """Nor refused with the reason that its cards give."""

    def told(p: hidden_game.Bids, entry: Entry, say: Say) -> None:
        """The table has told something (BID-2)."""

    def asks(p: hidden_game.Bids) -> Iterator[Ask]:
        why = Refusal("bid", text("bid.card", card=7), "BID-1", {"height": 9})
        report = Ask((2,), Kind.REPORT, text("bid.prompt"), "BID-2", (option("reported"),))
        bids = (replace(ask, refusals=(why,)) for ask in hidden_game.bid_asks(p))
        return (*bids, report)

    asked = State("bid", asks, ("bid", "reported"))
    states = [asked if state.name == "bid" else state for state in hidden_game.STATES]
    row = Row("reported", "bid", "bid", told, (), ("BID-2",))
    flow = Flow("hidden", "deal", states, (*hidden_game.ROWS, row))
    game = replace(hidden_game.GAME, flow=lambda options: flow)
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(
        Match.new(game, ["Anna", "Box", "Cem"], {}, "anybody", players=("", "random", ""))
    )
    anna, length = table.seat(1), len(table.program.session.match.lines)
    for height in (2, 9):
        refused = anna.ask(seat=2, verb="bid", args={"height": height})
        assert refused["type"] == "refused", refused
        assert "Your card" not in str(refused)
    assert len(table.program.session.match.lines) == length
    assert anna.ask(seat=2, verb="reported")["type"] == "done"


def test_who_was_told_something_alone_has_seen_a_secret_though_no_position_shows_it() -> None:
    def asks(p: hidden_game.Bids) -> Iterator[Ask]:
        """Openly, as in Liar's Dice."""
        return tuple(replace(ask, secret=False) for ask in hidden_game.bid_asks(p))

    asked = State("bid", asks, ("bid",))
    states = [asked if state.name == "bid" else state for state in hidden_game.STATES]
    game = replace(
        hidden_game.GAME, flow=lambda options: Flow("hidden", "deal", states, hidden_game.ROWS),
        view=lambda p, seat: hidden_game.view(p, None),
    )  # fmt: skip
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(game, ["Anna", "Ben", "Cem"], {}, "alone"))
    assert table.program.session is not None
    table.match = table.program.session.match
    spy = table.seat(1, "192.168.1.66")
    assert "Your card" in str(spy.state["rulings"])
    assert spy.ask(do="leave")["type"] != "error"
    assert type_code(table, spy, 2)["key"] == "web.seen"
    assert spy.state["view"] is None


def doubt(p: hidden_game.Bids, entry: Entry, say: Say) -> None:
    """All cards are turned up (BID-1)."""
    for seat, card in enumerate(p.cards, 1):
        say("bid.card", "BID-1", seat, card=card)


def doubt_asks(p: hidden_game.Bids) -> tuple[Ask, ...]:
    return (Ask((1,), Kind.DECISION, text("bid.prompt"), "BID-2", (option("doubt"),)),)


def test_who_has_had_all_cards_turned_up_does_not_take_that_back() -> None:
    """He was asked openly, as in Liar's Dice."""
    game = bids_and(doubt_asks, Row("doubt", "bid", "bid", doubt, (), ("BID-1",)))
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(Match.new(game, ["Anna", "Ben"], {}, "doubt"))
    anna = table.seat(1)
    assert anna.ask(verb="doubt")["type"] == "done"
    assert len(anna.state["rulings"]) == 3  # her own card, and then both
    assert not anna.state["undo"]
    assert anna.ask(verb="undo")["key"] == "web.no-undo"
    session = table.program.session
    assert session is not None
    undo = session.match.next_undo()
    assert undo is not None
    assert undo.correction, "the table is asked first"


def ends_by_an_answer(match: Match) -> Entry:
    """Play to the end, and take the last answer back; returns it."""
    play_out(match, "0")
    entry = match.lines[-1].entry
    assert entry is not None
    assert not match.lines[-1].auto
    match.undo()
    return entry


def test_two_at_one_tablet_ask_at_the_panel() -> None:
    table = hidden()
    table.seat(1, host="192.168.1.7")
    other = table.guest("192.168.1.7")
    assert other.ask(do="claim", seat=2)["key"] == "web.seen-here"
    give(table, "Ben")
    assert type_code(table, other, 2)["seat"] == 2


def test_where_nothing_is_hidden_a_wrong_tap_is_mended_by_another() -> None:
    table = Table("victory", ["Anna", "Ben"], dice="device", board="device")
    page = table.seat(1)
    assert page.ask(do="claim", seat=2)["seat"] == 2
    assert page.state["taken"] == [2]


def test_what_was_seen_outlives_a_restart() -> None:
    table = hidden()
    kept: list[Any] = []
    table.hub.seats.keep = kept.append
    page = table.seat(1, host="192.168.1.7")
    fresh = fresh_seats(table, kept[-1])
    assert [told.key for told in fresh.news(table.match)] == ["seating.taken"]
    with pytest.raises(Denied) as denied:
        fresh.claim(page.client, table.match, 2)
    assert denied.value.text.key == "web.seen"


def fresh_seats(table: Table, kept: Any, wall: float = 0.0) -> Seats:
    """What the box knows after a restart."""
    fresh = Seats(table.doorkeeper, lambda told: None, lambda: 0.0, wall=lambda: wall)
    fresh.recall(kept)
    return fresh


@pytest.mark.parametrize("kept", [None, [], "x", {"saw": {"m": 7}}, {"saw": {}, "news": [[1]]}])
def test_what_was_not_kept_is_not_missed(kept: Any) -> None:
    fresh = Seats(hidden().doorkeeper, lambda told: None, lambda: 0.0)
    fresh.recall(kept)
    assert fresh.news(hidden().match) == []


# -- hostile lines ---------------------------------------------------------------------------


def lines(table: Table, draw: random.Random) -> dict[str, Any]:
    """Anything that a page may send, right or wrong."""
    seats = [1, 2, 3, 4, 0, -1, 5, 1.0, "2", True, None, [2], {"seat": 2}, 10**30]
    token = draw.choice(["", "token 1", "token 2", *table.doorkeeper.passes])
    code = table.doorkeeper.code(table.panel.clock.now())
    return draw.choice(
        [
            {"do": "claim", "seat": draw.choice(seats)},
            {"do": "claim", "seat": draw.choice([1, 2, 3, 4])},
            {"do": "claim", "seat": 2, "token": token, "name": "Ben", "force": True},
            {"do": "leave"},
            {"do": "code", "code": code},
            {"do": "hello", "language": "en", "page": draw.choice(["a", "b"])},
            {"do": "hello", "token": token, "seat": 2, "view": 2, "panel": True},
            {"verb": "state", "seat": draw.choice(seats)},
            {"verb": "state"},
            {"verb": "state", "view": 2},
            {"verb": "undo"},
            {"verb": "help", "clause": "FAP-HIDE-3"},
            {"do": "record", "match": draw.choice([1, 2]), "step": draw.choice([0, 20, 999])},
            {"do": "export", "match": 1},
            {"do": "matches"},
            {"do": "press", "button": "ok"},
            {"do": "begin", "game": "knister", "names": ["A", "B"]},
            {"do": "resume", "match": 1},
            {"do": "import", "part": "{}", "first": True, "last": True},
            {"do": "settings", "set": {"language": "en"}},
            {"seat": draw.choice(seats), "verb": "pass", "args": {}},
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_guest_sends_he_sees_one_hand_at_most(seed: int) -> None:
    """He has the code, opens lines at will, and asks for everything in any order."""
    draw = random.Random(seed)
    table = hidden(players=("", "", "", "easy"))
    ben = table.seat(2, host="192.168.1.8")
    pages = [table.seat(draw.choice((1, 3)), "192.168.1.7")]
    for _ in range(150):
        if draw.random() < 0.1:
            pages.append(table.guest("192.168.1.7", page=draw.choice(["a", "b"])))
        draw.choice(pages).ask(**lines(table, draw))
        table.panel.run(2.0)  # or his address would not be heard any more
    got = set().union(*map(seen, pages))
    assert len(got) == 1
    assert got <= {1, 3}
    assert ben.state["view"] == 2


# -- a whole evening -------------------------------------------------------------------------

GAMES: dict[str, dict[str, Any]] = {
    "fette-autos": {**HIDDEN, "grid": True},
    "knister": {"dice": "device"},
    "victory": {"dice": "device"},
}


EVENTS = ("begin", "spy", "spy", "spy", "spy", "panel", "friend", "time", "sleep")
BUTTONS = ("ok", "ok", "down", "up", "back", "roll", "seat1", "seat2", "seat3", "seat4")


def evening(seed: int, steps: int = 150) -> int:
    """Matches with and without secrets, phones and panel in turns, children at the buttons; and
    somebody who always knows the code for all, and sits wherever he is let. Returns how often he
    was let."""
    draw, sat = random.Random(seed), 0
    nobody = draw.random() < 0.3
    names = [""] * 4 if nobody else NAMES
    table = Table("knister", names)
    tokens = itertools.count()
    table.doorkeeper.token = lambda: hashlib.sha256(b"%d" % next(tokens)).hexdigest()
    friends = [table.seat(seat, f"192.168.1.{seat}") for seat in (1, 2)]
    spies = [table.guest(f"192.168.1.{draw.choice((66, 67))}") for _ in range(3)]
    for _ in range(steps):
        match draw.choice(EVENTS):
            case "begin" if draw.random() < 0.4:
                begin(table, game := draw.choice([*GAMES]), names, **GAMES[game])
            case "spy":
                spy = draw.choice(spies)
                claim = {"do": "claim", "seat": draw.randint(1, 4)}
                asked = draw.choice([lines(table, draw), claim])
                sat += spy.ask(**asked).get("seat") is not None
            case "panel":
                table.panel.press(*draw.choices(BUTTONS, k=draw.randint(1, 6)))
            case "friend":
                friend = draw.choice(friends)
                seat = draw.randint(1, 4)
                type_code(table, friend, seat)
            case "time":
                table.panel.run(draw.choice((1.0, LINGERS + 1, 700.0)))
            case "sleep":
                spy = spies.pop(draw.randrange(len(spies)))
                table.hub.part(spy.client)
                token = draw.choice([spy.client.token, ""])
                host = f"192.168.1.{draw.choice((66, 67))}"
                spies.append(table.page(host, token=token) if token else table.guest(host))
        session = table.program.session
        if session is not None and session.match.secretive:
            views = [spy.state["view"] for spy in spies if spy.client.known]
            assert not any(views), (seed, table.hub.seats.news(session.match))
    return sat


@pytest.mark.parametrize("seed", range(2))
def test_whoever_has_the_code_for_all_sees_no_hand_in_a_whole_evening(seed: int) -> None:
    evening(seed)
