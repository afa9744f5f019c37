"""Damaged databases: what can still be read comes back, match by match."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.kernel.archive import keep_copies
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.kernel.salvage import damaged_files, recover, recoverable
from referee.kernel.store import Store
from tests.toy import GAME

MATCHES = 12


def opened(path: Path) -> Store:
    return Store(path, lambda: 5e8, owner=True)


def played(store: Store, seed: str, answers: int) -> Match:
    match = Match.new(GAME, ["Ada", "Bob"], {"dice": "device"}, seed, store=store)
    rng = random.Random(seed)
    for _ in range(answers):
        if (ask := match.ask) is None:
            break
        chosen = rng.choice(ask.options)
        match.answer(Entry(ask.seats[0], chosen.verb, chosen.sample(rng.randrange)))
    return match


@pytest.fixture
def path(tmp_path: Path, toy_installed: None) -> Path:
    """A database with some matches in it, no copies of them."""
    path = tmp_path / "matches.sqlite"
    with closing(opened(path)) as store:
        for number in range(MATCHES):
            played(store, f"seed {number}", 40)
    return path


def spoil(path: Path, *pages: int) -> int:
    """Overwrite pages of the file (from 1); returns the size of a page."""
    with closing(sqlite3.connect(path)) as db:
        size = int(db.execute("PRAGMA page_size").fetchone()[0])
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * size : page * size] = b"\xa5" * size
    path.write_bytes(data)
    return size


def aside(path: Path) -> Store:
    """A new database, beside which the damaged one lies."""
    path.rename(path.with_name(f"{path.name}.damaged-7"))
    return opened(path)


def leaves(path: Path) -> list[int]:
    """The pages that hold lines, but for the root."""
    with closing(sqlite3.connect(path)) as db:
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'line'").fetchone()[0]
        count = db.execute("PRAGMA page_count").fetchone()[0]
    return [page for page in range(root + 2, count + 1)]


def test_a_whole_file_comes_back_whole(path: Path) -> None:
    with closing(opened(path)) as store:
        before = {s.header.seed: (s.lines, s.status) for s in store.matches()}
    store = aside(path)
    for found in recoverable(store):
        Match.resume(store, recover(store, found).id)
    assert {s.header.seed: (s.lines, s.status) for s in store.matches()} == before
    assert recoverable(store) == [], "everything was taken back already"


def test_what_is_behind_a_damaged_page_comes_back(path: Path) -> None:
    spoil(path, leaves(path)[1])
    store = aside(path)
    found = recoverable(store)
    assert len(found) >= MATCHES // 2
    whole = [each for each in found if each.status != "open" or len(each.lines) >= 40]
    assert len(whole) >= 2
    for each in found:
        Match.resume(store, recover(store, each).id)


def test_lines_that_no_rule_accepts_end_a_match(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE line SET digest = 'x' WHERE match = 3 AND number = 4")
    (found,) = (each for each in recoverable(aside(path)) if each.header.seed == "seed 2")
    assert (len(found.lines), found.total > 4, found.status) == (4, True, "open")


@pytest.mark.parametrize("spoilt", ["first page", "all"])
def test_the_second_copies_stand_in(tmp_path: Path, toy_installed: None, spoilt: str) -> None:
    path = tmp_path / "matches.sqlite"
    with closing(opened(path)) as store:
        keep_copies(store)
        played(store, "over", 10_000)
        assert store.matches()[0].status == "over"
        header = store.matches()[0].header
    if spoilt == "all":
        path.write_bytes(b"rubbish" * 5000)
    else:
        spoil(path, 1)
    store = opened(path)  # the owner sets it aside
    assert len(damaged_files(path)) == 1
    (found,) = recoverable(store)
    assert found.source.suffix == ".gz"
    match = Match.resume(store, recover(store, found).id)
    assert (match.header, match.over) == (header, True)


def test_without_damage_nothing_is_looked_for(path: Path) -> None:
    assert recoverable(opened(path)) == []


def test_random_damage_crashes_nothing_and_changes_no_source(path: Path, tmp_path: Path) -> None:
    good = path.read_bytes()
    rng = random.Random(4)
    for number in range(25):
        folder = tmp_path / str(number)
        folder.mkdir()
        data = bytearray(good)
        for _ in range(rng.choice((1, 30, 500))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if number % 4 == 0:
            del data[rng.randrange(len(data)) :]
        kept = folder / "matches.sqlite.damaged-1"
        kept.write_bytes(data)
        with closing(opened(folder / "matches.sqlite")) as store:
            for found in recoverable(store):
                recover(store, found)
        assert kept.read_bytes() == bytes(data)
        shutil.rmtree(folder)
