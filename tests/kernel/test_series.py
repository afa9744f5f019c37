"""What a match leaves to the next one of the same players, and who may have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.kernel import game as games
from referee.kernel.archive import export, import_match
from referee.kernel.ask import Entry
from referee.kernel.game import Setup
from referee.kernel.match import Match
from referee.kernel.series import left_over
from referee.kernel.store import Store
from tests import toy

NAMES = ["Ada", "Bob"]


def setup(start: Setup) -> toy.Toy:
    """The loser of the last match begins with a point for every match of the series."""
    position = toy.setup(start)
    if start.carried is not None:
        position.points[start.carried["loser"] - 1] = start.carried["matches"]
    return position


def carry(p: toy.Toy) -> dict[str, int]:
    return {"loser": 1 + p.points.index(min(p.points)), "matches": 1}


SERIAL = replace(toy.GAME, setup=setup, carry=carry)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr("referee.kernel.match.find_game", lambda name: SERIAL)
    monkeypatch.setattr("referee.kernel.archive.find_game", lambda name: SERIAL)
    yield Store(tmp_path / "db.sqlite", lambda: 1.0)
    games.find_game.cache_clear()


def played(store: Store, names: list[str] | None = None) -> Match:
    """The first seat rolls sixes until it has won."""
    match = Match.new(SERIAL, names or NAMES, {"dice": "table"}, store=store)
    for verb, args in [("roll", {"dice": [6]}), ("on", {}), ("roll", {"dice": [6]})]:
        match.answer(Entry(1, verb, dict(args)))
    assert match.over
    return match


def test_a_match_leaves_something_once_it_has_been_played_to_its_end(store: Store) -> None:
    match = played(store)
    assert match.carry == {"loser": 2, "matches": 1}
    match.undo()
    assert match.carry is None
    match.abandon()
    assert match.carry is None


def test_the_next_match_of_the_same_players_gets_it(store: Store) -> None:
    played(store)
    left = left_over(store, "toy", NAMES)
    after = Match.new(SERIAL, NAMES, store=store, carried=left)
    assert after.view(None)["points"] == [0, 1]
    assert after.id is not None
    assert Match.resume(store, after.id).view(None)["points"] == [0, 1]


@pytest.mark.parametrize("names", [["Bob", "Ada"], ["Ada", "Cem"], ["", ""], []])
def test_others_do_not_get_it(store: Store, names: list[str]) -> None:
    played(store)
    played(store, ["", ""])
    assert left_over(store, "toy", names) is None


def test_what_cannot_be_replayed_any_more_leaves_nothing(store: Store) -> None:
    played(store)
    store._db.execute("UPDATE line SET digest = 'other'")
    assert left_over(store, "toy", NAMES) is None


def test_it_goes_with_an_exported_match(store: Store) -> None:
    played(store)
    left = left_over(store, "toy", NAMES)
    match = Match.new(SERIAL, NAMES, {"dice": "table"}, store=store, carried=left)
    match.answer(Entry(1, "roll", {"dice": [2]}))
    assert match.id is not None
    lines = [line.encode() for line in export(store, match.id)]
    again = Match.resume(store, import_match(store, lines).id)
    assert (again.header, again.digest) == (match.header, match.digest)
