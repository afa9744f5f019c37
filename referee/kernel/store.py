"""The database: matches, their journals, players' names and settings, in one SQLite file.

A line is on the disk before `append` returns (WAL, synchronous=FULL). All methods raise
`StoreError` with a message that names the file and the remedy. One thread, one connection.

What one row does not hold concerns its match alone. `database` opens the file.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.kernel.database import MOST_PAGES, Opening, explain, transaction
from referee.kernel.errors import BadEntry, StoreError
from referee.kernel.journal import Header, Line
from referee.kernel.text import Plain, Shaped, Text, plain_args

#: Lines after which the second copy of an open match is made anew.
COPY: Final = 100

#: No time of a match is later: seconds since 1970 until the year 10000.
LATEST: Final = 253_402_300_800

#: What reading a row may raise that nobody has written here.
UNREADABLE: Final = (ValueError, TypeError, LookupError, RecursionError, BadEntry)

#: The next number in the order of play: a counter, as a Pi has no clock of its own.
_TURN: Final = "(SELECT coalesce(max(turn), 0) + 1 FROM match)"
_COLUMNS: Final = (
    "id", "game", "version", "seats", "options", "components", "seed", "names", "carried",
    "players",
)  # fmt: skip
_MATCHES: Final = (
    f"SELECT {', '.join(_COLUMNS)}, started, changed, status,"
    " (SELECT coalesce(max(number) + 1, 0) FROM line WHERE line.match = match.id) FROM match"
)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the list of matches. ``status``: open, over, abandoned."""

    id: int
    header: Header
    started: float
    changed: float
    status: str
    lines: int


class Store:
    """An open database. ``clock`` gives the wall time in seconds since 1970.

    ``patience``: seconds to wait for another process that is writing. ``owner``: this program owns
    the table; only it sets a damaged file aside and begins a new one. On a disk that cannot be
    written a copy is read. ``after`` hears of matches that have ended or grown (`archive`).
    """

    def __init__(
        self,
        path: Path | str,
        clock: Callable[[], float],
        *,
        patience: float = 2.0,
        owner: bool = False,
    ) -> None:
        self.path = Path(path)
        self.after: Callable[[int], None] | None = None
        self.clock = clock
        self._owner = owner
        self._rested = 0  # changes that were made when the log was emptied last
        with self._explained():
            self._db, notices = Opening(self.path, clock, patience, owner).opened()
            for notice in notices:
                self._note(notice)
        #: What happened to the file; it stays until `notice_read`.
        self.notice = self._kept_notice()

    # -- notices -------------------------------------------------------------------------

    def notice_read(self) -> None:
        """Somebody has read the notice."""
        self.notice = None
        self.set_setting("notice", None)

    def _kept_notice(self) -> Text | None:
        kept = self.setting("notice")
        if not isinstance(kept, dict) or not isinstance(kept.get("key"), str):
            return None
        args = kept.get("args")
        return Text(kept["key"], args if isinstance(args, dict) else {})

    def _note(self, notice: Text) -> None:
        self.set_setting("notice", {"key": notice.key, "args": plain_args(notice.args)})

    # -- matches -------------------------------------------------------------------------

    def begin(
        self, header: Header, lines: Sequence[tuple[Line, str]] = (), status: str = "open"
    ) -> MatchJournal:
        """Note a new match, with the lines it may already have, and return where more go."""
        now = self.clock()
        row = (
            header.game, header.version, header.seats, _dump(dict(header.options)),
            _dump(dict(header.components)), header.seed, _dump(list(header.names)),
            _dump(header.carried), _dump(list(header.players)), now, now,
        )  # fmt: skip
        with self._explained(), transaction(self._db):
            cursor = self._db.execute(
                "INSERT INTO match (game, version, seats, options, components, seed, names,"
                " carried, players, started, changed, status, turn)"
                f" VALUES (?,?,?,?,?,?,?,?,?,?,?,'open',{_TURN})",
                row,
            )
            assert cursor.lastrowid is not None
            if lines:
                self._write(cursor.lastrowid, 0, lines, status, now)
        return MatchJournal(self, cursor.lastrowid)

    def journal(self, match_id: int) -> MatchJournal:
        """Where the further lines of a stored match go."""
        return MatchJournal(self, match_id)

    def matches(self, status: str | None = None, limit: int = 100) -> list[StoredMatch]:
        """Stored matches, the last played first; with ``status`` only those.

        What cannot be read is left out: see `unreadable`.
        """
        with self._explained():
            rows = self._db.execute(
                f"{_MATCHES} WHERE :status IS NULL OR status = :status ORDER BY turn DESC, id DESC",
                {"status": status},
            )
            found = (stored for row in rows if (stored := self._tried(row)) is not None)
            return list(itertools.islice(found, limit if limit >= 0 else None))

    def unreadable(self) -> list[int]:
        """The numbers of matches that are there but cannot be read."""
        with self._explained():
            rows = self._db.execute(f"{_MATCHES} ORDER BY turn DESC, id DESC")
            return [row[0] for row in rows if self._tried(row) is None]

    def _tried(self, row: tuple[Any, ...]) -> StoredMatch | None:
        try:
            return _stored(row)
        except UNREADABLE:
            return None

    def last_over(self, game: str, names: Sequence[str]) -> StoredMatch | None:
        """The last match of this game that these players, in this order, played to its end."""
        with self._explained():
            row = self._db.execute(
                f"{_MATCHES} WHERE status = 'over' AND game = ? AND names = ?"
                " ORDER BY turn DESC, id DESC LIMIT 1",
                (game, _dump(list(names))),
            ).fetchone()
            return None if row is None else self._tried(row)

    def match(self, match_id: int) -> StoredMatch:
        """One stored match; raises `StoreError` if there is none with this number."""
        with self._explained():
            row = self._db.execute(f"{_MATCHES} WHERE id = ?", (match_id,)).fetchone()
            if row is None:
                raise StoreError("error.store.no-match", file=str(self.path), match=match_id)
            with self._readable(match_id):
                return _stored(row)

    def lines(self, match_id: int) -> tuple[list[Line], list[str]]:
        """The journal of a match and the digest kept with each line."""
        with self._explained():
            rows = self._db.execute(
                "SELECT number, data, digest FROM line WHERE match = ? ORDER BY number", (match_id,)
            ).fetchall()
            with self._readable(match_id):
                if [number for number, _, _ in rows] != list(range(len(rows))):
                    raise ValueError("a line is missing")
                return [Line.parse(json.loads(row[1])) for row in rows], [row[2] for row in rows]

    @contextmanager
    def _readable(self, match_id: int) -> Iterator[None]:
        """A match whose rows do not hold what was written concerns no other match."""
        try:
            yield
        except UNREADABLE as error:
            told = str(error)[:80]
            raise StoreError("error.store.unreadable", match=match_id, detail=told) from error

    def append(
        self, match_id: int, number: int, lines: Sequence[tuple[Line, str]], status: str
    ) -> None:
        """Write lines and the match's status; they are on the disk when this returns."""
        with self._explained(), transaction(self._db):
            self._write(match_id, number, lines, status, self.clock())
        if status != "open":
            self._bring_in("PASSIVE")
        if self.after is not None and (status != "open" or number // COPY != _end(number, lines)):
            self.after(match_id)

    def _write(
        self, match_id: int, number: int, lines: Sequence[tuple[Line, str]], status: str, now: float
    ) -> None:
        rows = [
            (match_id, at, _dump(line.plain()), digest, now)
            for at, (line, digest) in enumerate(lines, number)
        ]
        self._db.executemany("INSERT INTO line VALUES (?,?,?,?,?)", rows)
        self._db.execute(
            f"UPDATE match SET changed = ?, status = ?, turn = {_TURN} WHERE id = ?",
            (now, status, match_id),
        )

    def note_rules(self, match_id: int, version: str) -> None:
        """The match goes on under these rules, and its players know."""
        with self._explained(), transaction(self._db):
            self._db.execute("UPDATE match SET version = ? WHERE id = ?", (version, match_id))

    # -- settings ------------------------------------------------------------------------

    def setting(self, key: str, default: Plain = None) -> Shaped:
        with self._explained():
            row = self._db.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
            return default if row is None else json.loads(row[0])

    def set_setting(self, key: str, value: Plain) -> None:
        with self._explained():
            self._db.execute("INSERT OR REPLACE INTO setting VALUES (?,?)", (key, _dump(value)))

    def rest(self) -> None:
        """Nobody is playing: bring the log into the database and empty it, so that no bad write
        takes it. Waits for other readers; does nothing if nothing was written since."""
        if self._db.total_changes != self._rested:
            self._rested = self._db.total_changes
            self._bring_in("TRUNCATE")

    def _bring_in(self, how: str) -> None:
        """Only the owner of the table does; the lines are kept already, in the log."""
        if self._owner:
            with suppress(sqlite3.Error):
                self._db.execute(f"PRAGMA wal_checkpoint({how})")

    def close(self) -> None:
        self._db.close()

    # -- for scripts and tests -------------------------------------------------------------

    def fill(self) -> None:
        """From now on it is as on a full disk: the file cannot grow."""
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        self._db.execute(f"PRAGMA max_page_count = {pages}")

    def make_room(self) -> None:
        """The disk has room again."""
        self._db.execute(f"PRAGMA max_page_count = {MOST_PAGES}")

    def cut_off(self) -> None:
        """As if its program were killed, or without power: the log is not brought in, as it is when
        a file is closed. What was committed is in either, for every commit is synced."""
        files = [Path(f"{self.path}{suffix}") for suffix in ("", "-wal")]
        left = [(file, file.read_bytes()) for file in files if file.exists()]
        self.close()
        for file, data in left:
            file.write_bytes(data)

    # -- inside --------------------------------------------------------------------------

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except UnicodeEncodeError as error:  # of what was to be written, or looked for
            raise BadEntry("error.encoding", found=str(error.object)[:40]) from error
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(explain(error), file=str(self.path), detail=str(error)) from error


class MatchJournal:
    """The journal of one stored match."""

    def __init__(self, store: Store, match_id: int) -> None:
        self.store = store
        self.id = match_id

    def append(self, number: int, lines: Sequence[tuple[Line, str]], status: str) -> None:
        self.store.append(self.id, number, lines, status)


def _stored(row: tuple[Any, ...]) -> StoredMatch:
    """A row as a match; raises one of `UNREADABLE` for what nobody has written here."""
    header = header_of(dict(zip(_COLUMNS, row, strict=False)))
    started, changed, status, _ = row[-4:]
    whole = (
        status in ("open", "over", "abandoned") and 0 <= started < LATEST and 0 <= changed < LATEST
    )
    if not whole:
        raise ValueError("its row does not hold what was written")
    return StoredMatch(row[0], header, started, changed, status, row[-1])


def header_of(row: Mapping[str, Any]) -> Header:
    """The header in a match's row, by column; columns that an earlier version had not may be
    missing. Raises one of `UNREADABLE` for what nobody has written here."""
    options, components = json.loads(row["options"]), json.loads(row["components"])
    seats, names = row["seats"], tuple(json.loads(row["names"]))
    carried, players = json.loads(row.get("carried", "null")), json.loads(row.get("players", "[]"))
    whole = (
        seats >= 1
        and isinstance(options, dict)
        and isinstance(components, dict)
        and len(names) in (0, seats)
        and all(isinstance(name, str) for name in (*names, *players))
    )
    if not whole:
        raise ValueError("its row does not hold what was written")
    "".join((row["game"], row["version"], row["seed"], *names)).encode()
    return Header(
        row["game"], row["version"], seats, options, components, row["seed"], names, carried,
        tuple(players),
    )  # fmt: skip


def _end(number: int, lines: Sequence[object]) -> int:
    return (number + len(lines)) // COPY


def _dump(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
