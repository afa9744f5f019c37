"""Stored matches: going on where it was, all or nothing, and never under other rules unseen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.archive import export, import_match
from referee.kernel.ask import Entry
from referee.kernel.errors import Refused, RulesChanged, StoreError
from referee.kernel.flow import Flow
from referee.kernel.game import Game, OptionSpec
from referee.kernel.match import Match
from referee.kernel.position import Position
from referee.kernel.ruling import Say
from referee.kernel.store import Store
from tests import hidden, toy

ANSWERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("roll", {"dice": [4]}),
    ("on", {}),
    ("roll", {"dice": [1]}),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "db.sqlite", lambda: 1.0)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game[Any]], None]:
    """Install this edition of a game."""
    return lambda game: monkeypatch.setattr("referee.kernel.match.find_game", lambda name: game)


def played(store: Store, game: Game[Any] = toy.GAME) -> Match:
    match = Match.new(game, 2, {"dice": "table"}, "seed", store=store)
    for answer in ANSWERS:
        match.answer(Entry(1, *answer))
    return match


def resumed(store: Store, match: Match) -> Match:
    assert match.id is not None
    return Match.resume(store, match.id)


def other_effect(p: toy.Toy, entry: Entry, say: Say) -> None:
    """The die counts twice (TOY-1)."""
    p.points[p.turn - 1] += 2 * entry.args["dice"][0]


def edition(version: str, **changes: Any) -> Game[Any]:
    """The toy with other rows: ``edition("2", add=other_effect)`` replaces an effect."""
    rows = [
        dataclasses.replace(row, effect=changes.get(row.effect.__name__, row.effect))
        if row.effect is not None
        else row
        for row in toy.ROWS
    ]
    flow = Flow("toy", "roll", toy.STATES, rows)
    return dataclasses.replace(toy.GAME, version=version, flow=lambda options: flow)


def test_a_match_goes_on_under_a_new_version_that_plays_alike(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    match = played(store)
    installed(edition("2"))
    again = resumed(store, match)
    assert again.digest == match.digest
    again.answer(Entry(2, "roll", {"dice": [6]}))


@pytest.mark.parametrize("version", ["1", "2"])
def test_other_rules_are_noticed_and_the_good_point_is_named(
    store: Store, installed: Callable[[Game[Any]], None], version: str
) -> None:
    match = played(store)
    installed(edition(version, add=other_effect))
    with pytest.raises(RulesChanged) as error:
        resumed(store, match)
    assert error.value.good == 0
    assert error.value.text.args == {"game": "toy", "good": 0, "total": 3, "rule": "TOY-1"}
    assert error.value.clauses == ("TOY-1",)


def test_the_entries_up_to_the_good_point_can_be_kept(
    store: Store, installed: Callable[[Game[Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(store)

    def no_duel(p: Position, entry: Entry, say: Say) -> None:
        """Duels are another matter now (TOY-2)."""
        p.push("other", 2)

    changed = edition("2", challenge=no_duel)
    installed(changed)
    monkeypatch.setattr("referee.kernel.archive.find_game", lambda name: changed)
    with pytest.raises(RulesChanged) as error:
        resumed(store, match)
    assert error.value.good == 2
    file = [line.encode() for line in export(store, match.id or 0)]
    journal = import_match(store, file, error.value.good)
    again = Match.resume(store, journal.id)
    assert again.view(None)["points"] == [4, 0]
    assert store.match(match.id or 0).lines == 3, "the old one is still there"


def test_rules_that_fail_on_an_old_entry_are_noticed(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    match = played(store)

    def broken(p: Position, entry: Entry, say: Say) -> None:
        """A fault of the new edition (TOY-2)."""
        raise KeyError("new")

    installed(edition("2", challenge=broken))
    with pytest.raises(RulesChanged) as error:
        resumed(store, match)
    assert error.value.good == 2


def test_an_option_that_is_new_has_its_default_in_old_matches(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    match = played(store)
    more = (*toy.GAME.options, OptionSpec("new", (False, True), "TOY-1"))
    installed(dataclasses.replace(toy.GAME, options=more))
    assert resumed(store, match).header.options["new"] is False


def test_an_option_that_is_gone_is_a_change_of_rules(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    match = played(store)
    installed(dataclasses.replace(toy.GAME, options=toy.GAME.options[:1]))
    with pytest.raises(RulesChanged):
        resumed(store, match)


def test_an_owners_number_stays_as_it_was_played(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    installed(toy.GAME)
    short = toy.GAME.components("goal = 5")
    match = Match.new(toy.GAME, 2, {"dice": "table"}, "seed", components=short, store=store)
    match.answer(Entry(1, "roll", {"dice": [4]}))
    again = resumed(store, match)
    again.answer(Entry(1, "on"))
    again.answer(Entry(1, "roll", {"dice": [2]}))
    assert again.over


class Failing(Store):
    """A store whose disk is full from the next line on."""

    full = False

    def append(self, match_id: int, number: int, lines: Any, status: str) -> None:
        if self.full:
            raise StoreError("error.store.full", file=str(self.path), detail="")
        super().append(match_id, number, lines, status)


@pytest.mark.parametrize(
    "act",
    [
        lambda match: match.answer(Entry(2, "roll", {"dice": [6]})),
        lambda match: match.undo(),
        lambda match: match.correct(0, {"dice": [3]}),
        lambda match: match.abandon(),
    ],
    ids=["answer", "undo", "correct", "abandon"],
)
def test_what_cannot_be_kept_has_not_happened(
    tmp_path: Path, installed: Callable[[Game[Any]], None], act: Callable[[Match], object]
) -> None:
    installed(toy.GAME)
    store = Failing(tmp_path / "db.sqlite", lambda: 1.0)
    match = played(store)
    before = (match.digest, match.lines, match.asks, match.log)
    store.full = True
    with pytest.raises(StoreError):
        act(match)
    assert (match.digest, match.lines, match.asks, match.log) == before
    store.full = False
    act(match)
    assert resumed(store, match).digest == match.digest


def test_what_the_device_adds_is_kept_with_the_answer_or_not_at_all(
    tmp_path: Path, installed: Callable[[Game[Any]], None]
) -> None:
    """The cards are dealt without a press: the match begins with all of them or none."""
    installed(hidden.GAME)
    store = Failing(tmp_path / "db.sqlite", lambda: 1.0)
    store.full = True
    with pytest.raises(StoreError):
        Match.new(hidden.GAME, 3, {}, "seed", store=store)
    store.full = False
    begun = Match.resume(store, store.matches()[0].id)
    assert [logged.line.auto for logged in begun.log] == [True] * 3
    assert begun.log == Match.new(hidden.GAME, 3, {}, "seed").log


def test_the_list_of_matches_says_how_each_stands(
    store: Store, installed: Callable[[Game[Any]], None]
) -> None:
    installed(toy.GAME)
    match = played(store)
    assert store.matches()[0].status == "open"
    match.abandon()
    assert store.matches()[0].status == "abandoned"
    match.undo()
    assert store.matches()[0].status == "open"
    match.answer(Entry(2, "roll", {"dice": [6]}))
    for _ in range(2):
        match.answer(Entry(1, "on"))
        match.answer(Entry(1, "roll", {"dice": [6]}))
    assert store.matches()[0].status == "over"
    with pytest.raises(Refused):
        match.answer(Entry(1, "on"))
