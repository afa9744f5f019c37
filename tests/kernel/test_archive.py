"""Export and import: the same match comes back, and nothing that could not have been played."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.archive import COPIES, export, import_match, keep_copies
from referee.kernel.ask import Entry
from referee.kernel.errors import BadArchive
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.toy import GAME

Rows = list[dict[str, Any]]


@pytest.fixture
def store(tmp_path: Path, toy_installed: None) -> Store:
    return Store(tmp_path / "db.sqlite", lambda: 1.0)


def played(store: Store, dice: str = "device") -> Match:
    """A match with undos, then a correction where dice can be corrected, to its end."""
    match = Match.new(GAME, ["Ada", "Bob"], {"dice": dice}, "seed", store=store)
    rng = random.Random(3)
    while (ask := match.ask) is not None:
        chosen = rng.choice(ask.options)
        match.answer(Entry(ask.seats[0], chosen.verb, chosen.sample(rng.randrange)))
        if rng.random() < 0.2:
            match.undo()
    return match


def written(store: Store, match: Match) -> Rows:
    assert match.id is not None
    return [json.loads(line) for line in export(store, match.id)]


def read(store: Store, rows: Rows, first: int | None = None) -> Match:
    lines = [json.dumps(row).encode() for row in rows]
    return Match.resume(store, import_match(store, lines, first).id)


@pytest.mark.parametrize("dice", ["device", "table"])
def test_a_match_comes_back_as_it_was(store: Store, dice: str) -> None:
    match = played(store, dice)
    again = read(store, written(store, match))
    assert (again.header, again.lines, again.digest) == (match.header, match.lines, match.digest)
    assert [stored.status for stored in store.matches()] == ["over", "over"]


def test_a_correction_comes_back_too(store: Store) -> None:
    match = Match.new(GAME, 2, {"dice": "table"}, "seed", store=store)
    match.answer(Entry(1, "roll", {"dice": [4]}))
    match.answer(Entry(1, "stop"))
    match.correct(0, {"dice": [3]})
    assert read(store, written(store, match)).lines == match.lines


def test_the_first_entries_can_be_kept_alone(store: Store) -> None:
    match = played(store)
    again = read(store, written(store, match), 3)
    assert again.lines == match.lines[:3]
    assert store.match(again.id or 0).status == "open"


def change(number: int, **fields: Any) -> Callable[[Rows], Rows]:
    return lambda rows: [{**row, **fields} if i == number else row for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("spoil", "line", "reason"),
    [
        (lambda rows: [], 1, "archive.cut-off"),
        (lambda rows: rows[:-1], -1, "archive.cut-off"),
        (lambda rows: rows[:1] + rows[2:], -1, "archive.cut-off"),
        (lambda rows: rows[1:], 1, "archive.no-match"),
        (lambda rows: ["text"], 1, "archive.no-match"),
        (lambda rows: [rows[0], ["text"]], 2, "archive.unknown"),
        (change(0, format=2), 1, "archive.format"),
        (change(0, seats="2"), 1, "archive.header"),
        (change(0, seats=7, names=[]), 1, "error.seats"),
        (change(0, names=["Ada"]), 1, "archive.header"),
        (change(0, names=["Ada", "x" * 41]), 1, "error.name.long"),
        (change(0, names=["Ada", "\ud800"]), 1, "error.name.encoding"),
        (change(0, options={"fly": 1}), 1, "error.option.unknown"),
        (change(0, components={"goal": "x"}), 1, "error.components.type"),
        (change(0, components={"goal": 10**40}), 1, "error.components.type"),
        (change(0, seed="\ud800"), 1, "archive.header"),
        (change(0, carried={"won": "\ud800"}), 1, "archive.header"),
        (change(0, game="chess"), 1, "error.game.unknown"),
        (change(0, components={"goal": 1}), 2, "archive.position"),
        (change(0, seed="other"), 2, "archive.dice"),
        (change(1, args={"dice": [7]}), 2, "refused.args"),
        (change(1, seat=2), 2, "refused.seat"),
        (change(1, seat="1"), 2, "error.entry.field"),
        (change(1, chance=False), 2, "archive.flags"),
        (change(1, secret=True), 2, "archive.flags"),
        (change(1, digest=1), 2, "archive.unknown"),
        (change(1, digest="0"), 2, "archive.position"),
        (change(1, mark="fly"), 2, "error.line.shape"),
    ],
)
def test_what_could_not_have_been_played_is_not_kept(
    store: Store, spoil: Callable[[Rows], Any], line: int, reason: str
) -> None:
    rows = written(store, played(store))
    with pytest.raises(BadArchive) as error:
        read(store, spoil(rows))
    args = error.value.text.args
    assert args["line"] == (line if line > 0 else len(rows) + line)
    assert args["detail"].key == reason
    assert len(store.matches()) == 1


@pytest.mark.parametrize(
    "amendment",
    [
        {"mark": "undo"},
        {"mark": "undo", "count": 9},
        {"mark": "correct", "index": 9, "args": {"dice": [3]}},
        {"mark": "correct", "index": 0, "args": {"dice": [7]}},
        {"mark": "correct", "index": 0, "count": 1, "args": {"dice": [1]}},
    ],
)
def test_an_amendment_must_fit(store: Store, amendment: dict[str, Any]) -> None:
    match = Match.new(GAME, 2, {"dice": "table"}, "seed", store=store)
    match.answer(Entry(1, "roll", {"dice": [4]}))
    match.answer(Entry(1, "on"))
    *rows, _ = written(store, match)
    roll = {"seat": 1, "verb": "roll"} if "args" in amendment else {}
    line = {"type": "line", **roll, **amendment, "digest": match.digest}
    with pytest.raises(BadArchive) as error:
        read(store, [*rows, line, {"type": "end", "lines": 3}])
    assert error.value.text.args["line"] == 4
    assert error.value.text.args["detail"].key == "archive.amendment"


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"{", b"[" * 100_000, b"1e999", b"", b"NaN"])
def test_any_other_file_is_refused_in_its_first_line(store: Store, junk: bytes) -> None:
    with pytest.raises(BadArchive) as error:
        import_match(store, [junk])
    assert error.value.text.args["line"] == 1


def test_a_second_copy_is_made_at_the_end_and_can_be_imported(store: Store) -> None:
    """It stands in a file of its own: no bad write to the database takes it."""
    keep_copies(store)
    match = Match.new(GAME, ["Ada", "Bob"], {}, "seed", store=store)
    folder = store.path.parent / COPIES
    assert not folder.exists()
    match.abandon()
    (file,) = folder.iterdir()
    again = import_match(store, gzip.decompress(file.read_bytes()).splitlines())
    assert Match.resume(store, again.id).lines == match.lines


def test_a_copy_that_cannot_be_written_is_no_fault_of_the_answer(store: Store) -> None:
    keep_copies(store)
    (store.path.parent / COPIES).write_text("in the way")
    match = Match.new(GAME, ["Ada", "Bob"], {}, "seed", store=store)
    match.abandon()
    assert store.match(match.id or 0).status == "abandoned"
