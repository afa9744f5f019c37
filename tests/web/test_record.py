"""Kept matches on a page, step by step."""

from __future__ import annotations

import re
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


def test_an_answer_is_told_in_the_games_own_words(tmp_path: Path) -> None:
    """Once it was the label of a menu with the numbers of row and column."""
    store, match = kept(tmp_path)
    page = Table("knister", ["Cem", "Dora"], store=store).seat(1)
    steps = [page.ask(do="record", match=1, step=n)["entry"] for n in range(1, len(match.lines))]
    said = [entry["said"] for entry in steps if "cell" in entry["args"]]
    assert len(said) >= 4
    assert all(re.fullmatch(r"wrote \d+ in [A-E][1-5]", text) for text in said), said
    rolled = [entry for entry in steps if "dice" in entry["args"]]
    assert rolled
    assert all(e["said"] == f"{e['verb']}: {e['args']['dice']}" for e in rolled)
