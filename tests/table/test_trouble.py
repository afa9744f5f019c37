"""When something fails: it is said, the position stands, and the players go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.kernel.ask import Entry
from referee.kernel.errors import StoreError
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Text
from tests import shapes
from tests.table.panel import Panel, new, store_in
from tests.toy import GAME


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    return store_in(Path())


@pytest.fixture
def locked(store: Store) -> Iterator[sqlite3.Connection]:
    """Another program that keeps the database to itself from `BEGIN` until `ROLLBACK`."""
    other = sqlite3.connect(store.path, isolation_level=None)
    store._db.execute("PRAGMA busy_timeout=1")
    yield other
    other.close()


def playing(store: Store) -> Panel:
    Match.new(GAME, ("Al", "Bo"), {}, "seed", store=store)
    return Panel(store).press("ok")


def test_an_answer_that_cannot_be_kept_changes_nothing_and_can_be_given_again(
    store: Store, locked: sqlite3.Connection
) -> None:
    panel = playing(store)
    before = panel.match.digest
    locked.execute("BEGIN EXCLUSIVE")
    panel.press("roll")
    assert panel.title == "Störung"
    assert "benutzt" in panel.lines[1]
    assert panel.match.digest == before
    assert panel.lines[-3:] == ["> Noch einmal", "  Ohne Speichern", "  Abbrechen"]
    panel.press("ok")
    assert panel.title == "Störung"
    locked.execute("ROLLBACK")
    panel.press("ok", "ok")
    assert panel.match.state == "choose"
    assert Match.resume(store, 1).digest == panel.match.digest


def test_the_match_goes_on_without_being_kept_after_asking(
    store: Store, locked: sqlite3.Connection
) -> None:
    panel = playing(store)
    locked.execute("BEGIN EXCLUSIVE")
    panel.press("roll").choose("Ohne Speichern")
    assert "nicht mehr gespeichert" in panel.lines[1]
    panel.press("ok")
    assert len(panel.match.log) == 0
    panel.press("roll").choose("Ohne Speichern").choose("Ohne Speichern").press("ok")
    assert len(panel.match.log) == 1
    assert panel.match.id is None
    assert panel.lines[1] == "(!)"
    locked.execute("ROLLBACK")
    assert Match.resume(store, 1).log == ()


def test_leaving_it_leads_back_to_the_question(store: Store, locked: sqlite3.Connection) -> None:
    panel = playing(store)
    locked.execute("BEGIN EXCLUSIVE")
    panel.press("roll").choose("Abbrechen")
    assert "> Würfeln ROLL" in panel.lines


def test_an_undo_that_cannot_be_kept(store: Store, locked: sqlite3.Connection) -> None:
    panel = playing(store).press("roll", "ok", "ok")
    locked.execute("BEGIN EXCLUSIVE")
    panel.press("hold back")
    assert panel.title == "Störung"
    locked.execute("ROLLBACK")
    panel.press("ok")
    assert panel.match.state == "choose"


def test_what_is_tried_again_when_somebody_was_faster_is_not_done_once_more(
    store: Store, locked: sqlite3.Connection
) -> None:
    """The menu was open when a phone's answer could not be kept; it answers anew, and play goes
    on below."""
    panel = playing(store).press("back")
    ask = panel.match.asks[0]
    locked.execute("BEGIN EXCLUSIVE")
    with suppress(StoreError):
        panel.program.answer(Entry(ask.seats[0], ask.verb))
    assert panel.title == "Störung"
    locked.execute("ROLLBACK")
    panel.program.answer(Entry(ask.seats[0], ask.verb))
    count = panel.match.written
    while not panel.lines[-1].startswith(("  Abbrechen", "(OK)")):
        panel.press("ok")
    panel.press("ok")
    assert panel.match.written == count
    assert "Jemand war schneller" in panel.words


def test_a_new_match_without_a_place_to_keep_it(store: Store, locked: sqlite3.Connection) -> None:
    panel = Panel(store).press("ok", "ok").choose("Rest ohne Namen")
    locked.execute("BEGIN EXCLUSIVE")
    panel.choose("Los geht's").choose("Ohne Speichern").choose("Ohne Speichern")
    assert panel.match.id is None
    assert panel.title == "1 Spieler 1"


def test_settings_hold_even_if_they_cannot_be_kept(
    store: Store, locked: sqlite3.Connection
) -> None:
    panel = Panel(store).choose("Einstellungen")
    locked.execute("BEGIN EXCLUSIVE")
    panel.press("ok")
    assert panel.title == "Problem"
    panel.choose("Cancel")
    assert panel.lines[:2] == ["Settings", "> Language English"]


def test_notices_are_told_before_anything_else(store: Store) -> None:
    store.notice = Text("notice.store.damaged", {"file": "a.sqlite", "kept": "a.damaged"})
    missing = StoreError("error.store.full", file="a.sqlite").text
    panel = Panel(store, notices=[missing])
    assert panel.lines[:2] == [
        "Hinweis", "Kein Platz mehr für a.sqlite. Schaffe Platz und versuche es noch einmal.",
    ]  # fmt: skip
    panel.press("ok")
    assert "beschädigt" in panel.words
    panel.press("ok")
    assert panel.title == "Schiedsrichter"


def test_a_store_that_cannot_be_read_at_the_start(store: Store) -> None:
    store.close()
    panel = Panel(store)
    assert panel.title == "Hinweis"
    panel.press("ok")
    assert panel.lines[:2] == ["Schiedsrichter", "> Neue Partie"]


def test_a_very_long_message_goes_on_on_further_pages(store: Store) -> None:
    long = Text("error.store.failed", {"file": "/somewhere/" + "deep/" * 30, "detail": "why " * 20})
    panel = Panel(notices=[long])
    assert panel.lines[-1] == "1/3"
    panel.press("ok", "down")
    assert panel.lines[-1] == "3/3"
    assert panel.program.clipped == []
    panel.press("ok")
    assert panel.title == "Schiedsrichter"


def test_a_fault_in_a_game_is_told_and_the_position_stands(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    panel = Panel().play(new(GAME, dice="table"))
    before = panel.match.digest
    monkeypatch.setattr(Match, "answer", lambda *_: SimpleNamespace().nothing)
    panel.press("up", "up")
    assert panel.title == "Störung"
    assert "Programmfehler" in panel.lines[1]
    assert panel.match.digest == before
    assert "fault at up in Play" in caplog.text
    caplog.clear()


def test_options_that_may_not_go_together_are_refused_with_the_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from referee.kernel.errors import Refused

    def never(seats: int, options: object) -> None:
        raise Refused(Text("toy.why.roll-first"), "TOY-3")

    panel = Panel(games=["toy"]).press("ok", "ok").choose("Rest ohne Namen")
    object.__setattr__(GAME, "check", never)
    try:
        panel.choose("Los geht's")
    finally:
        object.__setattr__(GAME, "check", lambda seats, options: None)
    assert panel.lines == ["Geht nicht", "Erst würfeln.", "(OK) weiter", "Regel TOY-3"]


def test_a_lost_part_of_the_panel_is_one_small_sign(store: Store) -> None:
    panel = Panel(store)
    panel.program.device("box", False)
    assert panel.lines[1] == "(!)"
    panel.choose("Über das Gerät")
    assert "Fehlt zurzeit: Tastenkasten" in panel.lines
    panel.press("ok")
    panel.program.device("box", True)
    assert "(!)" not in panel.words


def test_a_game_that_is_half_installed_is_named(store: Store) -> None:
    panel = Panel(store, games=["toy", "chess"]).press("ok").choose("chess")
    assert panel.title == "Störung"
    assert "chess" in panel.lines[1]
    assert shapes.GAME.name in panel.lines[1]
