"""Kept matches on a page, step by step."""

from __future__ import annotations

from pathlib import Path

from referee.kernel.entry import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.web import Table


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


def test_what_is_not_kept_is_told(tmp_path: Path) -> None:
    store, _ = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    assert page.ask(do="record", match=77, step=0)["key"] == "error.store.no-match"
    assert page.ask(do="record", match="1", step=None)["key"] == "web.request"
