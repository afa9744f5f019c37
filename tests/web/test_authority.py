"""Who may: docs/security.md tells what `referee.authority` decides, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.authority import (
    ADDRESSES,
    BUDGET,
    BURST,
    DEEDS,
    EACH,
    PAGES,
    RATE,
    REFILL,
    STRANGE,
    STRANGERS,
    TRIES,
    Budgets,
    Caller,
    Role,
    Visitor,
    in_the_way,
    may,
)
from referee.web.doorkeeper import ALPHABET, LENGTH
from referee.web.gate import PACE
from tests.web import Table
from tests.web.guessing import guessing

PAGE = (Path(__file__).parents[2] / "docs/security.md").read_text("utf-8")
CALLED = {
    "stranger": Role.STRANGER, "guest": Role.GUEST, "seat holder": Role.HOLDER, "owner": Role.OWNER,
}  # fmt: skip


def test_the_page_tells_who_may_what_for_how_much() -> None:
    rows = re.findall(r"^\| (`.+`) \| ([a-z ]+) \| ([0-9.]+) \|$", PAGE, re.MULTILINE)
    told = {
        deed: (CALLED[who], float(points))
        for deeds, who, points in rows
        for deed in re.findall(r"`(\w+)`", deeds)
    }
    assert told == {name: (deed.least, deed.points) for name, deed in DEEDS.items()}
    assert f"{BUDGET:.0f} at once, {REFILL:.0f} more a second" in PAGE
    assert f"- {PAGES} pages of people who are known, {EACH} of one address" in PAGE
    assert f"Strangers have {STRANGERS} places" in PAGE
    assert f"{RATE:.0f} requests a second for long and {BURST:.0f} at once" in PAGE
    assert f"for {STRANGE:.0f} seconds, then the line is closed" in PAGE


def test_the_page_tells_what_guessing_is_worth() -> None:
    told = re.search(r"<!-- guessing -->\n(.*)<!-- /guessing -->", PAGE, re.DOTALL)
    assert told is not None
    assert told[1] == guessing()
    assert f"A code has {LENGTH} of {len(ALPHABET)} letters" in PAGE
    assert f"one every {1000 * PACE:.0f} milliseconds, and each has five" in PAGE
    assert TRIES == 5


VISITORS = {
    Role.STRANGER: Visitor(),
    Role.GUEST: Visitor(known=True),
    Role.HOLDER: Visitor(known=True, seat=2),
    Role.OWNER: Visitor(known=True, panel=True),
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("deed", DEEDS)
def test_each_deed_is_for_its_role_and_those_above(role: Role, deed: str) -> None:
    visitor = VISITORS[role]
    assert visitor.role is role
    denied = may(visitor, deed, playing=True)
    allowed = role >= DEEDS[deed].least and (deed not in ("answer", "undo") or role is Role.HOLDER)
    assert (denied is None) == allowed
    if role is Role.STRANGER and not allowed:
        assert denied is not None
        assert denied.key == "web.stranger"


def test_what_is_no_deed_is_nobodys() -> None:
    for visitor in VISITORS.values():
        assert may(visitor, "shutdown", playing=True) is not None


@pytest.mark.parametrize("deed", DEEDS)
def test_no_handler_decides_by_itself(deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the authority says no, nothing of it is done, whoever asks for what."""
    table = Table("knister", ["Anna", "Ben"])
    page = table.seat(1)
    monkeypatch.setattr(
        "referee.web.hub.may", lambda *args, **more: may(Visitor(), "", playing=False)
    )
    before = (table.match.lines, dict(table.doorkeeper.passes), page.client.language)
    request = {"verb": deed} if deed in ("answer", "undo", "state", "help") else {"do": deed}
    assert page.ask(**request, language="de", seat=2)["key"] == "web.request"
    assert (table.match.lines, dict(table.doorkeeper.passes), page.client.language) == before


# -- how much --------------------------------------------------------------------------------


def test_an_address_that_asks_for_much_waits_and_others_do_not() -> None:
    table = Table("knister", ["Anna", "Ben"])
    greedy, other, friend = (table.guest(f"192.168.1.{n}") for n in (66, 66, 7))
    replies = [page.ask(do="matches") for _ in range(20) for page in (greedy, other)]
    keys = [reply.get("key") for reply in replies]
    assert keys.count("web.too-much") == 40 - (BUDGET - 2 * DEEDS["code"].points)
    assert replies[-1]["message"] == "That was too much at once. Try again in 1 seconds."
    assert friend.ask(do="matches")["type"] == "matches"
    assert greedy.ask(do="ping")["type"] == "done"  # what costs nothing goes on
    table.panel.run(1.0)
    assert greedy.ask(do="matches")["type"] == "matches"


def test_what_was_refused_for_its_cost_may_be_asked_again_under_its_number() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.guest("192.168.1.66")
    for _ in range(60):
        page.ask(do="claim", seat=1)
    late = page.ask(n=999, do="claim", seat=2)
    assert late["key"] == "web.too-much"
    table.panel.run(2.0)
    assert page.ask(n=999, do="claim", seat=2)["seat"] == 2


def test_of_many_addresses_not_all_are_remembered() -> None:
    budgets = Budgets()
    for n in range(10 * ADDRESSES):
        assert budgets.spend(f"192.168.{n // 256}.{n % 256}", "export", 0.0) is None
    assert len(budgets._left) == ADDRESSES


# -- places ----------------------------------------------------------------------------------


def test_a_stranger_takes_no_place_of_those_who_are_known() -> None:
    known = [Caller(f"192.168.1.{n}", known=True) for n in range(PAGES - 1)]
    strangers = [Caller(f"10.0.0.{n % 9}") for n in range(STRANGERS)]
    friend = Caller("192.168.1.200")
    assert in_the_way(friend, known) is None
    gone = in_the_way(friend, [*known, *strangers])
    assert gone is not friend
    assert gone in strangers


FRIENDS = [Caller(f"192.168.1.{n}", known=True, seat=n) for n in (1, 2)]
TELEVISION = Caller("192.168.1.9", known=True, panel=True)


@pytest.mark.parametrize(
    "greedy",
    [
        [Caller(f"192.168.1.{66 + n // EACH}", known=True) for n in range(PAGES)],
        [Caller(f"10.0.0.{n}", known=True) for n in range(PAGES)],
        [Caller(f"10.0.0.{n}", known=True, seat=3) for n in range(PAGES)],
    ],
    ids=["two addresses", "forty addresses", "forty pages on one seat"],
)
def test_whoever_has_the_code_takes_nobodys_place(greedy: list[Caller]) -> None:
    """Who comes next gets in, and who plays or shows the panel stays, also if he came last."""
    there = [*greedy, *FRIENDS, TELEVISION]
    new = Caller("192.168.1.3")
    for _ in range(len(there) - PAGES):
        gone = in_the_way(new, there)
        assert gone in greedy
        there.remove(gone)
    assert in_the_way(new, there) is None


def test_this_very_computer_may_have_all_places_and_another_address_half() -> None:
    there = [Caller("192.168.1.66", known=True) for _ in range(EACH)]
    new = Caller("192.168.1.66")
    assert in_the_way(new, there) is new
    own = [Caller("127.0.0.1", local=True, known=True) for _ in range(EACH)]
    assert in_the_way(Caller("127.0.0.1", local=True), own) is None
