"""Whole matches: two as readable text, undo at every line, hundreds at random, and statistics."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.game import Plain, text
from referee.games.draf import GAME
from referee.games.draf.players.bots import cautious
from referee.games.draf.position import Draf
from referee.kernel.archive import export, import_match
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.testing import golden, play_out, undo_and_redo
from sim.simulate import Plan, run
from tests.draf import Stage

FOLDER = Path(__file__).parent


@pytest.mark.clause("DRF-EX-3", "DRF-EX-4", "DRF-EX-5", "DRF-RND-1", "DRF-END-1")
def test_the_printed_examples_in_one_match_read_as_they_are_written() -> None:
    match = golden(GAME, FOLDER / "printed_examples.txt")
    p = match.position
    assert isinstance(p, Draf)
    assert [len(driver.lost) for driver in p.drivers] == [5, 2, 2, 2]
    assert match.result is not None
    assert match.result.winners == (1,)


def test_a_match_with_the_road_in_the_device_reads_as_it_is_written() -> None:
    """Tiles, cars and blind tiles come from the device; the players' answers are the file's."""
    match = golden(GAME, FOLDER / "device_match.txt")
    assert match.result is not None
    assert match.result.winners


def test_a_match_from_before_an_option_goes_on_as_it_was_played(tmp_path: Path) -> None:
    """Version 4 let a car with 3 points aside onto police, as the one of this file does; its
    exports know nothing of ``police_aside``."""
    store = Store(tmp_path / "db.sqlite", lambda: 1.0)
    played, before = golden(GAME, FOLDER / "device_match.txt"), {"length": 75, "closed_end": "stop"}
    match = Match.new(GAME, 3, before | {"police_aside": True}, "golden", store=store)
    for line in played.lines:
        if line.entry is not None and not line.auto:
            match.answer(replace(line.entry, args={}) if line.device else line.entry)
    assert match.id is not None
    first, *lines = export(store, match.id)
    header = json.loads(first) | {"version": "4-0123456789abcdef"}
    del header["options"]["police_aside"]
    again = Match.resume(
        store, import_match(store, [x.encode() for x in (json.dumps(header), *lines)]).id
    )
    assert (again.digest, again.header.options) == (match.digest, match.header.options)
    assert GAME.changes_since(again.header.version) == (text("drf.changed.5"),)
    assert GAME.complete(3, {})["police_aside"] is False


def lively(seats: int, seed: str, **options: Plain) -> Match:
    """A match with the road in the device, played to its end by cautious players."""
    return play_out(Match.new(GAME, seats, options, seed), seed, cautious)


def test_undo_leads_back_through_every_position_and_the_same_tiles_forth() -> None:
    match = lively(3, "undo", length=50)
    undo_and_redo(match)
    assert match.over


@pytest.mark.clause("DRF-SPC-3", "DRF-SPC-4")
@pytest.mark.parametrize("board", ["device", "table"])
def test_hundreds_of_matches_end_with_all_tiles_and_cards(board: str) -> None:
    """Chains of any length end; nothing is lost or found after any entry."""
    plan = Plan("draf", (3, 4, 5), 60, options={"board": board}, mix=True, check=True)
    tally = run(plan, 1, lambda done: None)
    assert tally.failures == []
    assert sum(tally.endings.values()) == 60


def test_cautious_players_end_most_matches_over_the_edge() -> None:
    plan = Plan("draf", (4,), 20, options={"length": 75}, players=("easy",))
    tally = run(plan, 1, lambda done: None)
    assert tally.failures == []
    assert tally.endings["drf.end.DRF-END-1"] + tally.endings["drf.end.DRF-END-2"] > 10


def test_the_cautious_player_plays_with_the_road_on_the_table_too() -> None:
    options = {"board": "table"}
    tally = run(
        Plan("draf", (3, 4, 5), 10, options=options, players=("easy",)), 1, lambda done: None
    )
    assert tally.failures == []


@pytest.mark.clause("DRF-SPC-3", "DRF-SPC-4", "INT-DRF-26", "DRF-COL-7")
@pytest.mark.parametrize("kind", ["water", "ramp", "police", "truck", "caltrops", "joker"])
def test_chains_end_even_where_the_whole_road_is_of_one_kind(kind: str) -> None:
    cars = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (1, 2), 5: (2, 2)}
    tiles = {(lane, row): kind for lane in range(1, 6) for row in range(5, 41)}
    for number in range(4):
        match = Match.new(Stage(cars, tiles, long=40).game(), 5, {}, f"{kind} {number}")
        assert play_out(match, str(number), look=whole).over


def whole(match: Match) -> None:
    assert match.game.invariants(match.position) == []
