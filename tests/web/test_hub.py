"""What pages may ask for, and what they get to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.web import views
from tests.web import Page, Table


def test_a_stranger_sees_nothing_until_he_has_the_code() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.page()
    assert page.ask(do="claim", seat=1)["key"] == "web.stranger"
    assert not [sent for sent in page.sent if sent["type"] in ("state", "frame")]
    code = table.doorkeeper.code(table.panel.clock.now())
    assert page.ask(do="code", code=code.lower())["known"]
    assert page.state["match"]["names"] == ["Anna", "Ben"]


def test_after_five_wrong_codes_even_the_right_one_has_to_wait() -> None:
    table = Table("knister", ["Anna", "Ben"])
    code = table.doorkeeper.code(table.panel.clock.now())
    page = table.page()
    for _ in range(5):
        assert page.ask(do="code", code="WRONG")["type"] == "error"
    assert page.ask(do="code", code=code)["key"] == "web.locked"
    table.panel.run(61)
    fresh = table.doorkeeper.code(table.panel.clock.now())
    assert page.ask(do="code", code=fresh)["known"]


def test_right_codes_in_between_do_not_give_more_tries() -> None:
    """A guest knows one code, and guesses others: a minute from the first wrong one they count."""
    table = Table("knister", ["Anna", "Ben"])
    code = table.doorkeeper.code(table.panel.clock.now())
    page = table.page()
    for _ in range(5):
        assert page.ask(do="code", code=code)["known"]
        assert page.ask(do="code", code="WRONG")["type"] == "error"
        table.panel.run(5)
    assert page.ask(do="code", code=code)["key"] == "web.locked"


def test_wrong_codes_are_forgotten_after_a_minute() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.page()
    for _ in range(3):
        for _ in range(4):
            assert page.ask(do="code", code="WRONG")["key"] == "web.wrong"
        table.panel.run(61)


def test_a_seat_plays_its_own_asks_and_no_others() -> None:
    table = Table("knister", ["Anna", "Ben"], sheets="device", dice="device")
    anna, ben = table.seat(1), table.seat(2)
    _begin(anna, ben)
    assert anna.state["asks"][0]["id"]
    assert all("id" not in ask for ask in ben.state["asks"] if 2 not in ask["seats"])
    before = len(table.match.lines)
    foreign = next(ask["id"] for ask in anna.state["asks"] if "id" in ask)
    assert ben.ask(ask=foreign, verb="roll", args={})["key"] == "web.late"
    assert len(table.match.lines) == before


def test_a_request_that_comes_twice_is_done_once() -> None:
    table = Table("knister", ["Anna", "Ben"], sheets="device", dice="device")
    anna, ben = table.seat(1), table.seat(2)
    _begin(anna, ben)
    ask = next(ask["id"] for ask in anna.state["asks"] if "id" in ask)
    first = anna.ask(n=900, ask=ask, verb="roll", args={})
    lines = len(table.match.lines)
    assert first["type"] == "done"
    assert anna.ask(n=900, ask=ask, verb="roll", args={}) == first
    assert anna.ask(n=901, ask=ask, verb="roll", args={})["key"] == "web.late"
    assert len(table.match.lines) == lines


def test_what_is_answered_on_a_page_is_seen_on_the_panel_and_the_other_way_round() -> None:
    table = Table("knister", ["Anna", "Ben"], sheets="device", dice="device")
    anna, ben = table.seat(1), table.seat(2)
    _begin(anna, ben)
    anna.answer("roll")
    table.panel.run(3)
    assert anna.state["dice"] == ben.state["dice"] != []
    seq = ben.state["seq"]
    assert anna.state["seq"] == seq
    table.panel.press("roll", "ok")
    table.panel.run(1)
    assert ben.state["seq"] == len(table.match.lines)


def test_only_the_panels_own_page_presses_its_buttons() -> None:
    table = Table("knister", ["Anna", "Ben"])
    seat = table.seat(1)
    assert seat.ask(do="press", button="ok")["key"] == "web.no-panel"
    local = Page(table, local=True)
    assert local.ask(do="hello", language="en", frames=True)["panel"]
    assert local.ask(do="press", button="ok")["type"] == "done"
    assert local.ask(do="press", button="self-destruct")["key"] == "web.request"
    assert [sent for sent in local.sent if sent["type"] == "frame"]
    assert not [sent for sent in seat.sent if sent["type"] == "frame"]


def test_who_presses_is_shown_first_what_came_of_it() -> None:
    table = Table("knister", ["Anna", "Ben"])
    pages = [Page(table, local=True) for _ in range(3)]
    shown: list[int] = []
    for number, page in enumerate(pages):
        page.ask(do="hello", language="en", frames=True)
        page.client.send = _noting(shown, number, page.client.send)
    for number in (1, 2, 0):
        shown.clear()
        pages[number].ask(do="press", button="ok", gesture="hold")
        assert shown[0] == number
        assert sorted(shown) == [0, 1, 2]
        pages[number].ask(do="press", button="back")


def _noting(
    shown: list[int], number: int, send: Callable[[str, str], None]
) -> Callable[[str, str], None]:
    def noting(text: str, slot: str) -> None:
        if slot == "frame":
            shown.append(number)
        send(text, slot)

    return noting


def test_a_seat_undoes_its_own_last_answer_only() -> None:
    table = Table("knister", ["Anna", "Ben"], sheets="device", dice="device")
    anna, ben = table.seat(1), table.seat(2)
    _begin(anna, ben)
    anna.answer("roll")
    table.panel.run(3)
    ask = next(a for a in anna.state["asks"] if "id" in a)
    cell = ask["choose"]["options"][0]["fields"]["cell"]["one"][0]
    anna.answer("place", cell=cell)
    lines = len(table.match.log)
    assert ben.ask(verb="undo")["key"] == "web.no-undo"
    assert anna.ask(verb="undo")["type"] == "done"
    assert len(table.match.log) == lines - 1


def test_who_has_written_takes_it_back_though_others_have_written_since() -> None:
    """Three write the same number at once; the button is there while it does something."""
    table = Table("knister", ["Anna", "Ben", "Cem"], sheets="device", dice="device")
    anna, ben, cem = table.seat(1), table.seat(2), table.seat(3)
    _begin(anna, ben, cem)
    anna.answer("roll")
    table.panel.run(3)
    for page in (anna, ben):
        ask = next(a for a in page.state["asks"] if "id" in a)
        page.answer("place", cell=ask["choose"]["options"][0]["fields"]["cell"]["one"][0])
    assert [page.state["undo"] for page in (anna, ben, cem)] == [True, True, False]
    assert anna.ask(verb="undo")["type"] == "done"
    last = table.match.log[-1].line.entry
    assert (last.seat, last.verb) == (2, "place")
    assert [page.state["undo"] for page in (anna, ben, cem)] == [False, True, False]
    assert [any("id" in a for a in page.state["asks"]) for page in (anna, ben)] == [True, False]


def _begin(*pages: Page) -> None:
    """Answer what stands before the first roll."""
    for _ in range(9):
        for page in pages:
            for ask in page.state["asks"]:
                options = ask["choose"]["options"] if "id" in ask else []
                verbs = [option["verb"] for option in options]
                if "roll" in verbs:
                    return
                if verbs:
                    fields = options[0]["fields"].items()
                    args = {name: field["one"][0] for name, field in fields}
                    page.ask(ask=ask["id"], verb=verbs[0], args=args)
                    break
    raise AssertionError("nobody may roll")


def test_who_greets_again_and_again_has_nothing_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would lie before a press: the match is put into words once, until it goes on."""
    table, made = Table("knister", ["Anna", "Ben"], dice="device"), list[str]()

    def counted(match: Any, words: Any, seat: Any, *rest: Any) -> dict[str, Any]:
        made.append(f"{seat} {words.language}")
        return views.table(match, words, seat, *rest)

    monkeypatch.setattr("referee.web.hub.table", counted)
    anna, guests = table.seat(1), [table.guest() for _ in range(3)]
    made.clear()
    for _ in range(5):
        for guest in guests:
            guest.ask(do="hello", language="de", token=guest.client.token)
            guest.ask(do="language", language="en")
            assert guest.state["seq"] == len(table.match.lines)
    assert sorted(made) == ["None de"]
    made.clear()
    option = next(ask for ask in anna.state["asks"] if "id" in ask)["choose"]["options"][0]
    anna.answer(option["verb"], **{n: f["one"][0] for n, f in option["fields"].items()})
    assert {page.state["seq"] for page in (anna, *guests)} == {len(table.match.lines)}
    assert sorted({*made}) == ["1 en", "None en"]
