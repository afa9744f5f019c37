"""Kept matches on a page, step by step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.archive import export
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Plain
from referee.testing import play_out
from referee.web import record
from referee.web.doorkeeper import PANEL
from referee.web.record import Work
from tests.web import Page, Table


def kept(folder: Path) -> tuple[Store, Match]:
    store = Store(folder / "matches.sqlite", lambda: 1.0)
    options = {"sheets": "device", "dice": "device"}
    match = Match.new(find_game("knister"), ["Anna", "Ben"], options, "kept", store=store)
    while len(match.lines) < 12:
        ask = match.asks[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda count: 0)))
    return store, match


def test_every_step_of_a_kept_match_is_what_it_was(tmp_path: Path) -> None:
    store, match = kept(tmp_path)
    table = Table("knister", ["Cem", "Dora"], store=store)
    page = table.seat(1)
    listed = page.ask(do="matches")["matches"]
    assert [(m["id"], m["names"], m["status"]) for m in listed] == [(1, ["Anna", "Ben"], "open")]
    last = page.ask(do="record", match=1, step=999)
    assert (last["step"], last["steps"]) == (12, 12)
    assert last["state"]["position"] == match.view(None)
    assert last["state"]["asks"] == []
    begin = page.ask(do="record", match=1, step=0)
    assert begin["state"]["seq"] == 0
    assert begin["entry"] is None


def test_how_a_program_is_called_on_this_computer_is_told_to_no_page(tmp_path: Path) -> None:
    store, called = Store(tmp_path / "db.sqlite", lambda: 1.0), "cmd:/home/anna/bot --key 7"
    match = Match.new(find_game("knister"), 2, {}, "s", store=store, players=["", called])
    play_out(match, "0")
    table = Table("knister", ["Cem", "Dora"], store=store)
    table.program.show(match)
    page = table.guest()
    assert page.state["match"]["players"] == ["", "cmd:"]
    assert page.ask(do="record", match=1, step=0)["state"]["match"]["players"] == ["", "cmd:"]
    assert page.ask(do="export", match=1)["type"] == "export"
    assert "anna" not in repr(page.sent)


def test_nor_is_it_where_people_answer_for_it_or_play_again(tmp_path: Path) -> None:
    store, called = Store(tmp_path / "db.sqlite", lambda: 1.0), "cmd:/home/anna/bot --key 7"
    Match.new(find_game("knister"), 2, {}, "s", store=store, players=["", called])
    table = Table("knister", ["Cem", "Dora"], store=store)
    guest, owner = table.guest(), table.page()
    owner.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now(), PANEL))
    owner.ask(do="resume", match=1)
    table.panel.run(3.0)
    assert guest.state["told"]["text"].startswith("There is no computer player cmd:. Known:")
    play_out(table.program.session.match, "0")
    assert owner.ask(do="claim", seat=1)["type"] != "error"
    assert owner.ask(do="rematch")["type"] == "done"
    assert owner.ask(do="setup")["last"]["players"] == ["", "cmd:"]
    assert "anna" not in repr((guest.sent, owner.sent))


def test_what_is_not_kept_is_told(tmp_path: Path) -> None:
    store, _ = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    assert page.ask(do="record", match=77, step=0)["key"] == "web.no-record"
    assert page.ask(do="record", match="1", step=None)["key"] == "web.request"


def test_an_answer_is_told_in_the_games_own_words(tmp_path: Path) -> None:
    """Once it was the label of a menu with the numbers of row and column."""
    store, match = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    steps = [page.ask(do="record", match=1, step=n)["entry"] for n in range(1, len(match.lines))]
    said = [entry["said"] for entry in steps if "cell" in entry["args"]]
    assert len(said) >= 4
    assert all(re.fullmatch(r"(Anna|Ben) writes \d+ in [A-E][1-5]\.", text) for text in said), said
    rolled = [entry for entry in steps if "dice" in entry["args"]]
    assert rolled
    assert all(re.fullmatch(r"(Anna|Ben) rolls \d \d\.", e["said"]) for e in rolled), rolled


class Elsewhere:
    """Another thread, which works when it is told to."""

    def __init__(self) -> None:
        self.works: list[tuple[Work, Work]] = []

    def __call__(self, work: Work, after: Work) -> None:
        self.works.append((work, after))

    def do(self) -> None:
        work, after = self.works.pop()
        work()
        after()


def test_one_step_or_file_is_made_at_a_time_and_nothing_is_read_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty pages that each asked at once had all lines read and kept in memory."""
    store, match = kept(tmp_path)
    elsewhere, reads = Elsewhere(), []
    lines = store.lines
    monkeypatch.setattr(store, "lines", lambda number: reads.append(number) or lines(number))
    table = Table("knister", ["Cem", "Dora"], store=store, aside=elsewhere)
    pages = [table.guest() for _ in range(20)]
    for step, page in enumerate(pages):
        table.hub.receive(page.client, {"n": 900, "do": "record", "match": match.id, "step": step})
    for step, page in enumerate(pages):
        assert len(elsewhere.works) == 1
        elsewhere.do()
        assert (page.sent[-1]["n"], page.sent[-1]["step"]) == (900, min(step, 12))
    assert not elsewhere.works
    assert len(reads) == 1  # the match has not changed since


def test_a_page_has_one_step_in_the_making(tmp_path: Path) -> None:
    """The server hears no more of it until ``done`` is called."""
    elsewhere, done = Elsewhere(), []
    store, match = kept(tmp_path)
    table = Table("knister", ["Cem", "Dora"], store=store, aside=elsewhere)
    request = {"do": "record", "match": match.id, "step": 3}
    table.hub.receive(table.guest().client, request, lambda: done.append(1))
    assert not done
    elsewhere.do()
    assert done
    table.hub.receive(table.guest().client, {"do": "matches"}, lambda: done.append(2))
    assert done == [1, 2]


def test_a_file_is_judged_elsewhere_and_kept_once_where_the_store_is_also_if_the_line_breaks(
    tmp_path: Path,
) -> None:
    store, match = kept(tmp_path)
    elsewhere = Elsewhere()
    table = Table("knister", ["Cem", "Dora"], store=store, aside=elsewhere)
    table.program.errand(lambda desk: desk.home())
    text = "".join(f"{line}\n" for line in export(store, match.id or 0))
    request = {"n": 900, "do": "import", "part": text, "first": True, "last": True}
    pages = [Page(table, local=True)]
    token = pages[0].ask(do="hello", page="one")["token"]
    table.hub.receive(pages[0].client, request)
    assert len(store.matches()) == 1  # the panel goes on meanwhile
    pages.append(Page(table))
    pages[1].ask(do="hello", page="one", token=token)
    table.hub.receive(pages[1].client, request)
    elsewhere.do()
    assert not elsewhere.works
    for page in pages:
        assert (page.sent[-1]["type"], page.sent[-1]["match"]) == ("imported", 2)
    assert len(store.matches()) == 2


@pytest.mark.parametrize("given_up", [False, True])
def test_nobody_brings_hands_that_he_knows_and_others_play_with(
    tmp_path: Path, given_up: bool
) -> None:
    """The seed of a file is its maker's: with `resume` the table would play with his cards."""
    store, mine = (Store(tmp_path / name, lambda: 1.0) for name in ("box", "mine"))
    options: dict[str, Plain] = {"cards": "device", "dice": "device", "grid": True}
    loaded = Match.new(find_game("fette-autos"), ["Anna", "Ben"], options, "loaded", store=mine)
    if given_up:
        loaded.abandon()  # that can be taken back
    text = "".join(f"{line}\n" for line in export(mine, loaded.id or 0))
    table = Table("knister", ["Cem", "Dora"], store=store)
    table.program.errand(lambda desk: desk.home())
    owner = table.page("192.168.1.66")
    owner.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now(), PANEL))
    request: dict[str, Any] = {"do": "import", "part": text, "first": True, "last": True}
    assert owner.ask(**request)["key"] == "web.told"
    assert store.matches() == []
    here = Page(table, local=True)
    here.ask(do="hello")
    assert here.ask(**request)["type"] == "imported"


def test_nobody_brings_hidden_cards_whose_players_have_no_names(tmp_path: Path) -> None:
    """Seats without a name are the same people's in a rematch: here of anybody's match."""
    store, mine = (Store(tmp_path / name, lambda: 1.0) for name in ("box", "mine"))
    options: dict[str, Plain] = {"cards": "device", "dice": "device", "grid": True}
    loaded = Match.new(find_game("fette-autos"), ["", ""], options, "loaded", store=mine)
    play_out(loaded)
    text = "".join(f"{line}\n" for line in export(mine, loaded.id or 0))
    table = Table("knister", ["Cem", "Dora"], store=store)
    table.program.errand(lambda desk: desk.home())
    owner = table.page("192.168.1.66")
    owner.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now(), PANEL))
    parts = [text[i : i + 10_000] for i in range(0, len(text), 10_000)]
    for i, part in enumerate(parts):
        ends = {"first": i == 0, "last": i == len(parts) - 1}
        reply = owner.ask(do="import", part=part, **ends)
    assert reply["key"] == "web.nameless"
    assert store.matches() == []


def test_replies_to_questions_are_not_kept(tmp_path: Path) -> None:
    store, match = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    remembered = len(page.client.done)
    page.ask(do="record", match=match.id, step=3)
    page.ask(do="matches")
    page.ask(verb="state")
    page.ask(do="export", match=match.id)
    assert len(page.client.done) == remembered


def test_what_fails_in_the_other_thread_is_told_and_the_next_one_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    with monkeypatch.context() as patch:
        patch.setattr(record, "step", lambda *_: 1 // 0)
        assert page.ask(do="record", match=match.id, step=3)["key"] == "web.no-replay"
    assert page.ask(do="record", match=match.id, step=3)["step"] == 3
