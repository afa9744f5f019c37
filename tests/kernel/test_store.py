"""The database: what is kept stays, and every trouble with the file names it and the remedy."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from referee.kernel.ask import Entry
from referee.kernel.database import SCHEMA
from referee.kernel.errors import BadEntry, StoreError
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.store import Store
from referee.kernel.wal import lost_commits

HEADER = Header("toy", "1-0", 2, {"long": True}, {"goal": 12}, "seed", ("Ada", "Bob"))
NOBODY = 65534


def line(number: int) -> tuple[Line, str]:
    return Line(Mark.ENTRY, Entry(1, "go", {"n": number})), f"digest {number}"


def opened(path: Path, *, owner: bool = True) -> Store:
    return Store(path, lambda: 1000.0, patience=0.05, owner=owner)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "matches.sqlite"


@pytest.fixture
def filled(path: Path) -> Path:
    """A file with one match of three lines, closed again."""
    store = opened(path)
    store.begin(HEADER).append(0, [line(n) for n in range(3)], "open")
    store.close()
    return path


def trouble(path: Path) -> StoreError:
    with pytest.raises(StoreError) as error:
        opened(path)
    return error.value


@pytest.mark.parametrize("field", ["seed", "names", "players"])
def test_words_that_cannot_be_kept_are_no_damage(filled: Path, field: str) -> None:
    store = opened(filled)
    wrong = "\ud800" if field == "seed" else ("\ud800", "")
    with pytest.raises(BadEntry) as error:
        store.begin(replace(HEADER, **{field: wrong}))  # type: ignore[arg-type]
    assert error.value.text.key == "error.encoding"
    assert len(store.matches()) == 1
    with pytest.raises(BadEntry):
        store.last_over("toy", ["\ud800"])
    with pytest.raises(BadEntry):
        store.set_setting("names", ["\ud800"])


def test_what_was_kept_is_there_again(filled: Path) -> None:
    store = opened(filled)
    (stored,) = store.matches()
    assert (stored.header, stored.status, stored.lines) == (HEADER, "open", 3)
    assert store.match(stored.id) == stored
    lines, digests = store.lines(stored.id)
    assert [(entry, digest) for entry, digest in zip(lines, digests, strict=True)] == [
        line(n) for n in range(3)
    ]


def test_lines_are_kept_all_or_none(filled: Path) -> None:
    store = opened(filled)
    with pytest.raises(StoreError) as error:
        store.journal(1).append(1, [line(7), line(8), line(9)], "over")  # 1 and 2 are taken
    assert error.value.text.key == "error.store.taken"
    assert store.lines(1)[1] == ["digest 0", "digest 1", "digest 2"]
    assert store.matches()[0].status == "open"


def test_the_list_of_matches_can_be_narrowed(filled: Path) -> None:
    store = opened(filled)
    store.begin(HEADER, [line(0)], "over")
    assert [match.id for match in store.matches("over")] == [2]
    assert [match.id for match in store.matches(limit=1)] == [2]
    with pytest.raises(StoreError) as error:
        store.match(3)
    assert error.value.text.args == {"file": str(filled), "match": 3}


def test_settings_are_kept(path: Path) -> None:
    store = opened(path)
    assert store.setting("names", ["?"]) == ["?"]
    store.set_setting("names", ["Ada"])
    store.set_setting("names", ["Ada", "Bob"])
    store.close()
    assert opened(path).setting("names") == ["Ada", "Bob"]


@pytest.mark.parametrize("size", [20, 4096, 10_000])
def test_a_damaged_file_is_set_aside_and_never_deleted(filled: Path, size: int) -> None:
    rubbish = b"no database at all " * (size // 19 + 1)
    filled.write_bytes(rubbish)
    store = opened(filled)
    assert store.matches() == []
    (kept,) = filled.parent.glob("*.damaged-*")
    assert kept.read_bytes() == rubbish
    assert store.notice is not None
    assert store.notice.args == {"file": str(filled), "kept": str(kept)}


def test_a_second_damaged_file_does_not_replace_the_first(path: Path) -> None:
    for content in (b"first rubbish " * 9, b"second rubbish " * 9):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        opened(path).close()
    kept = sorted(path.parent.glob("*.damaged-*"))
    assert [file.read_bytes()[:5] for file in kept] == [b"first", b"secon"]


def test_damage_in_the_middle_is_noticed(filled: Path) -> None:
    """After an unclean stop, which leaves the log behind, the whole file is checked."""
    data = bytearray(filled.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    filled.write_bytes(data)
    Path(f"{filled}-wal").touch()
    assert opened(filled).notice is not None


def test_a_row_that_cannot_be_read_is_reported(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute('UPDATE line SET data = \'{"mark":"fly"}\' WHERE number = 1')
    with pytest.raises(StoreError) as error:
        opened(filled).lines(1)
    assert error.value.text.key == "error.store.unreadable"


def test_a_file_of_a_newer_version_is_left_alone(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = filled.read_bytes()
    assert trouble(filled).text.key == "error.store.newer"
    assert filled.read_bytes() == before


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE songs (title TEXT)")
    before = path.read_bytes()
    assert trouble(path).text.key == "error.store.foreign"
    assert path.read_bytes() == before


def test_a_locked_file(filled: Path) -> None:
    store = opened(filled)
    with closing(sqlite3.connect(filled)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as error:
            store.journal(1).append(3, [line(3)], "open")
    assert error.value.text.key == "error.store.locked"
    assert error.value.text.args["file"] == str(filled)
    store.journal(1).append(3, [line(3)], "open")


def test_two_programs_may_begin_the_same_file_at_once(path: Path) -> None:
    first, second = opened(path), opened(path)
    first.begin(HEADER)
    second.begin(HEADER)
    assert len(first.matches()) == len(second.matches()) == 2


def test_a_full_disk(filled: Path) -> None:
    store = opened(filled)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError) as error:
        store.journal(1).append(3, [line(n) for n in range(3, 3000)], "over")
    assert error.value.text.key == "error.store.full"
    assert store.matches()[0].lines == 3


def test_a_disk_that_is_full_from_the_start(path: Path) -> None:
    """No file may grow beyond 16 KiB: the journal's index beside the database does not fit."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, limits[1]))
    try:
        with pytest.raises(StoreError) as error:
            opened(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert error.value.text.key == "error.store.full"


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Act as a user who may read this folder but not write into it."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may reach (a test's own is for its user alone)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_read_only_file(open_folder: Path) -> None:
    path = open_folder / "matches.sqlite"
    store = opened(path)
    store.begin(HEADER)
    store._db.execute("PRAGMA journal_mode = DELETE")  # as it is found on a read-only disk
    store.close()
    with without_rights(open_folder):
        store = opened(path)
        assert len(store.matches()) == 1, "reading is possible"
        with pytest.raises(StoreError) as error:
            store.begin(HEADER)
        store.close()
    assert error.value.text.key == "error.store.read-only"


def test_a_folder_that_may_not_be_written(open_folder: Path) -> None:
    with without_rights(open_folder):
        error = trouble(open_folder / "new" / "matches.sqlite")
    assert error.text.key == "error.store.cannot-open"
    assert error.text.args["file"] == str(open_folder / "new" / "matches.sqlite")


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("not a folder")
    assert trouble(tmp_path / "folder" / "matches.sqlite").text.key == "error.store.cannot-open"


def test_a_file_of_an_earlier_version_is_brought_up_to_date(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute("DROP INDEX by_turn")
        db.execute("ALTER TABLE match DROP COLUMN turn")
        db.execute("ALTER TABLE match DROP COLUMN carried")
        db.execute("ALTER TABLE match DROP COLUMN players")
        db.execute("PRAGMA user_version = 1")
    store = opened(filled)
    (stored,) = store.matches()
    assert (stored.header, stored.lines) == (HEADER, 3)
    store.close()
    with closing(sqlite3.connect(filled)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_what_a_match_brings_along_is_kept(path: Path) -> None:
    header = replace(HEADER, carried={"points": {"1": 7}})
    store = opened(path)
    store.begin(header)
    assert store.match(1).header == header


def test_the_last_match_of_the_same_players_is_found(path: Path) -> None:
    store = opened(path)
    other = replace(HEADER, names=("Bob", "Ada"))
    for header in (HEADER, HEADER, other, replace(HEADER, game="hidden")):
        store.begin(header, [line(0)], "over")
    store.begin(HEADER, [line(0)], "abandoned")
    store.begin(HEADER)
    found = store.last_over("toy", ["Ada", "Bob"])
    assert found is not None
    assert found.id == 2
    assert store.last_over("toy", ["Ada", "Cem"]) is None


@pytest.mark.parametrize(
    "spoilt",
    [
        "names = '5'",
        "names = '[1, 2]'",
        "names = cast(x'ff' AS TEXT)",
        "changed = 1e300",
        "started = -1",
        "seats = 0",
        "options = '['",
        "components = '3'",
        "status = 'lost'",
    ],
)
def test_one_unreadable_row_takes_nothing_else_down(filled: Path, spoilt: str) -> None:
    store = opened(filled)
    good = store.begin(HEADER).id
    store.close()
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute(f"UPDATE match SET {spoilt} WHERE id = 1")
    store = opened(filled)
    assert [match.id for match in store.matches()] == [good]
    assert store.unreadable() == [1]
    with pytest.raises(StoreError) as error:
        store.match(1)
    assert error.value.text.key == "error.store.unreadable"
    assert error.value.text.args["match"] == 1


def test_a_missing_line_is_told(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute("DELETE FROM line WHERE number = 1")
    with pytest.raises(StoreError) as error:
        opened(filled).lines(1)
    assert error.value.text.key == "error.store.unreadable"


def test_only_the_owner_of_the_table_sets_a_file_aside(filled: Path) -> None:
    rubbish = b"no database at all " * 300
    filled.write_bytes(rubbish)
    with pytest.raises(StoreError) as error:
        opened(filled, owner=False)
    assert error.value.text.key == "error.store.damaged"
    assert filled.read_bytes() == rubbish
    assert not list(filled.parent.glob("*.damaged-*"))


def test_a_notice_stays_until_it_is_read(filled: Path) -> None:
    filled.write_bytes(b"no database at all " * 300)
    for _ in range(2):
        store = opened(filled)
        told = store.notice
        assert told is not None
        assert told.key == "notice.store.damaged"
        store.close()
    store = opened(filled)
    store.notice_read()
    store.close()
    assert opened(filled).notice is None


def test_matches_stand_in_the_order_of_play_whatever_the_clock_says(path: Path) -> None:
    """A Pi has no clock of its own: after a power cut it may be years back."""
    times = iter([9000.0, 50.0, 40.0, 30.0])
    store = Store(path, lambda: next(times), owner=True)
    first, second = store.begin(HEADER), store.begin(HEADER)
    first.append(0, [line(0)], "open")
    second.append(0, [line(0)], "open")
    assert [match.id for match in store.matches("open")] == [second.id, first.id]


def test_a_file_without_the_order_of_play_gets_it_from_its_clock(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db, db:
        db.execute(
            "INSERT INTO match SELECT 7, game, version, seats, options, components, seed,"
            " names, started, 5.0, status, carried, players, 0 FROM match"
        )
        db.execute("DROP INDEX by_turn")
        db.execute("ALTER TABLE match DROP COLUMN turn")
        db.execute("PRAGMA user_version = 3")
    assert [match.id for match in opened(filled).matches()] == [1, 7]


def test_the_list_reads_what_it_shows(path: Path) -> None:
    """An index stands in the order of play: nothing is sorted to show the last ones."""
    store = opened(path)
    plan = store._db.execute("EXPLAIN QUERY PLAN SELECT * FROM match ORDER BY turn DESC, id DESC")
    assert "by_turn" in (steps := str(plan.fetchall()))
    assert "TEMP B-TREE" not in steps


def torn(path: Path, transactions: int, at: float) -> int:
    """Kill a program that has kept so many entries, and flip a byte of its log; returns how many
    entries SQLite still finds."""
    store = opened(path)
    journal = store.begin(HEADER)
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(transactions):
        journal.append(number, [line(number)], "open")
    log = bytearray(Path(f"{path}-wal").read_bytes())
    log[int(len(log) * at)] ^= 1
    copy = path.with_name("killed.sqlite")
    shutil.copyfile(path, copy)
    Path(f"{copy}-wal").write_bytes(log)
    store.close()
    return lost_commits(copy)


@pytest.mark.parametrize("at", [0.05, 0.3, 0.5, 0.7])
def test_a_lost_end_of_the_log_is_told(path: Path, at: float) -> None:
    lost = torn(path, 30, at)
    assert lost > 0
    copy = path.with_name("killed.sqlite")
    store = opened(copy, owner=False)
    told = store.notice
    assert told is not None
    assert told.key == "notice.store.tail"
    assert store.match(1).lines + lost in (29, 30)
    (kept,) = copy.parent.glob("*-wal.damaged-*")
    assert kept.stat().st_size > 0


def test_a_log_that_was_cut_in_its_last_transaction_is_no_loss(path: Path) -> None:
    """The power went while it was written: nobody was told that it was kept."""
    assert torn(path, 30, 0.999) == 0
    assert opened(path.with_name("killed.sqlite")).notice is None


def test_a_file_on_a_disk_that_cannot_be_written_is_read(open_folder: Path) -> None:
    path = open_folder / "matches.sqlite"
    store = opened(path)
    store.begin(HEADER)  # the log is left behind, as after a power cut
    copy = open_folder / "copy"
    copy.mkdir(mode=0o755)
    for name in ("matches.sqlite", "matches.sqlite-wal"):
        shutil.copyfile(open_folder / name, copy / name)
    store.close()
    with without_rights(copy):
        store = opened(copy / "matches.sqlite", owner=False)
        assert [match.header for match in store.matches()] == [HEADER]
        with pytest.raises(StoreError) as error:
            store.begin(HEADER)
        assert error.value.text.key == "error.store.read-only"


def test_a_log_is_brought_in_and_emptied_while_nobody_plays(path: Path) -> None:
    """A bad write can only take with the log what was entered since."""
    store = opened(path)
    store.begin(HEADER).append(0, [line(0)], "open")
    log = Path(f"{path}-wal")
    assert log.stat().st_size > 0
    store.rest()
    assert log.stat().st_size == 0
    copy = path.with_name("alone.sqlite")
    shutil.copyfile(path, copy)
    assert len(opened(copy).lines(1)[0]) == 1
    store.close()
