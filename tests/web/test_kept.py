"""What a page or a program is told to be done is kept: the store's commit alone says so."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.doors.protocol import Session
from referee.doors.words import Words
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.store import Store
from referee.web.kept import TABLE, OnTable
from tests.web import Page, Table

PLAYED = {"sheets": "device", "dice": "device"}


def store_in(folder: Path) -> Store:
    return Store(folder / "matches.sqlite", lambda: 1.0)


def fill(store: Store) -> None:
    """No room is left on the disk, nor in the pages of the database that are there."""
    store._db.execute("PRAGMA foreign_keys=OFF")
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    numbers = itertools.count()
    for size in (300, 30, 1):
        filler = "x" * size
        with suppress(sqlite3.OperationalError):
            while True:
                store._db.execute(
                    "INSERT INTO line VALUES (9,?,?,'',0)", (next(numbers), filler)
                )  # fmt: skip
        with suppress(sqlite3.OperationalError):
            while True:
                store._db.execute(
                    "INSERT INTO setting VALUES (?,?)", (f"z{next(numbers)}", filler)
                )  # fmt: skip


def continue_elsewhere(store: Store) -> None:
    """Another program has played on in match 1."""
    other = Store(store.path, lambda: 2.0)
    match = Match.resume(other, 1)
    match.answer(Entry(1, "youngest", {"seat": 2}))
    other.close()


FAULTS = [
    (fill, "error.store.full", ("Kein Platz mehr für", "No space left for")),
    (
        continue_elsewhere, "error.store.taken",
        ("Ein anderes Programm hat diese Partie fortgesetzt", "Another program has continued"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("harm", "key", "said"), FAULTS)
def test_a_pages_answer_that_is_not_kept_is_not_acknowledged(
    tmp_path: Path, language: str, harm: Callable[[Store], None], key: str, said: tuple[str, str]
) -> None:
    store = store_in(tmp_path)
    table = Table("knister", ["Anna", "Ben"], store=store, kept=True, **PLAYED)
    page = table.seat(1)
    page.ask(do="language", language=language)
    harm(store)
    before = table.match.digest
    for _ in range(8):
        reply = page.answer("youngest", seat=1)
        assert (reply["type"], reply["key"]) == ("error", key)
        assert reply["message"].startswith(said[language == "en"])
        assert str(tmp_path) not in reply["message"]
        assert page.state["seq"] == 0
    assert table.match.digest == before
    assert "continued" in table.panel.screen_text() or "space" in table.panel.screen_text()


def test_with_room_again_the_same_answer_is_kept_once(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    table = Table("knister", ["Anna", "Ben"], store=store, kept=True, **PLAYED)
    page = table.seat(1)
    fill(store)
    page.answer("youngest", seat=1)
    store._db.execute("PRAGMA max_page_count = 100000")
    assert page.answer("youngest", seat=1)["type"] == "done"
    assert [line.entry for line in Match.resume(store, 1).lines] == [
        line.entry for line in table.match.lines
    ]
    assert len(table.match.lines) == page.state["seq"] == 1


@pytest.mark.parametrize(
    "request_",
    [{"do": "begin", "game": "victory", "names": ["A", "B"]}, {"do": "resume", "match": 1}],
)  # fmt: skip
def test_a_match_that_cannot_be_kept_or_opened_is_not_done(
    tmp_path: Path, request_: dict[str, Any]
) -> None:
    store = store_in(tmp_path)
    table = Table("knister", ["Anna", "Ben"], store=store, kept=True, **PLAYED)
    page = Page(table, local=True)
    page.ask(do="hello", language="en")
    store._db.execute("UPDATE match SET game = 'chess'")
    fill(store)
    assert page.ask(**request_)["type"] == "error"
    assert page.state["match"]["game"] == "knister"


@pytest.mark.parametrize("wanted", [{"verb": "undo"}, {"do": "rematch"}])
def test_an_undo_or_a_rematch_that_cannot_be_kept_is_not_done(
    tmp_path: Path, wanted: dict[str, str]
) -> None:
    store = store_in(tmp_path)
    table = Table("knister", ["Anna", "Ben"], store=store, kept=True, **PLAYED)
    page = table.seat(1)
    page.answer("youngest", seat=1)
    if "do" in wanted:
        table.match.abandon()
    fill(store)
    before = table.match.digest
    assert page.ask(**wanted)["key"] == "error.store.full"
    session = table.program.session
    assert session is not None
    assert (session.match, table.match.digest) == (table.match, before)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("harm", "key", "said"), FAULTS)
@pytest.mark.parametrize("players", [(), ("", "easy")])
def test_a_programs_answer_that_is_not_kept_is_no_entry(
    tmp_path: Path, language: str, harm: Callable[[Store], None], key: str, said: tuple[str, str],
    players: tuple[str, ...],
) -> None:  # fmt: skip
    store = store_in(tmp_path)
    game = find_game("knister")
    match = Match.new(game, ["Anna", "Ben"], PLAYED, "kept", store=store, players=players)
    words = Words(language, game, match.header.names, match.header.options)
    session = Session(match, words, None, Players(match))
    harm(store)
    line = json.dumps(Entry(1, "youngest", {"seat": 1}).plain()).encode()
    told = list(session.receive(line))
    assert [(message["type"], message["key"]) for message in told] == [("error", key)]
    assert str(told[0]["message"]).startswith(said[language == "en"])
    assert len(match.lines) == 0


def test_a_match_that_was_on_the_table_and_is_gone_leaves_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = store_in(tmp_path)
    store.set_setting(TABLE, 77)
    table = Table("knister", ["Anna", "Ben"], store=store)
    table.program.errand(lambda desk: desk.home())
    OnTable(table.program).come_back()
    (record,) = caplog.records
    assert "match 77 cannot go on" in record.getMessage()
    assert record.exc_info is None
