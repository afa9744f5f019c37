"""Whole matches: two as readable text, undo at every line, hundreds at random, and statistics."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from referee.games.draf import GAME
from referee.games.draf.bots import cautious
from referee.games.draf.position import Draf
from referee.kernel.entry import Entry
from referee.kernel.match import Logged, Match
from referee.kernel.text import Plain
from sim.bots import random_bot
from sim.simulate import Plan, run
from tests.draf import Stage

FOLDER = Path(__file__).parent

#: Answers after which a match counts as endless.
CAP = 5_000


def written(name: str) -> list[str]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def line(state: str, entry: Entry, said: list[str]) -> str:
    """One answer as text: state, seat, verb, arguments, what followed."""
    given = (f"{n}={json.dumps(v, separators=(',', ':'))}" for n, v in entry.args.items())
    told = f"{state:<10} {entry.seat} {entry.verb} {' '.join(given)}".rstrip()
    return f"{told:<44} {', '.join(said)}".rstrip()


def entry_of(text: str) -> Entry:
    _, seat, verb, *words = text.split()
    pairs = (word.split("=") for word in words if "=" in word)
    return Entry(int(seat), verb, {name: json.loads(value) for name, value in pairs})


def said(logged: Logged) -> list[str]:
    return [f"{r.key} {r.clause}" for r in logged.rulings]


@pytest.mark.clause("DRF-EX-3", "DRF-EX-4", "DRF-EX-5", "DRF-RND-1", "DRF-END-1")
def test_the_printed_examples_in_one_match_read_as_they_are_written() -> None:
    match = Match.new(GAME, 4, {"board": "table"}, "seed")
    for text in written("printed_examples.txt"):
        state, entry = match.state, entry_of(text)
        match.answer(entry)
        assert line(state, entry, said(match.log[-1])) == text
    p = match.position
    assert isinstance(p, Draf)
    assert [len(driver.lost) for driver in p.drivers] == [5, 2, 2, 2]
    assert match.result is not None
    assert match.result.winners == (1,)


def told(match: Match, number: int, state: str) -> str:
    """A line of the log as text; what the device answered by itself begins with ``=``."""
    logged = match.log[number]
    entry = logged.line.entry
    assert entry is not None
    return line("=" if logged.line.auto else state, entry, said(logged))


def test_a_match_with_the_road_in_the_device_reads_as_it_is_written() -> None:
    """Tiles, cars and blind tiles come from the device; the players' answers are the file's."""
    match = Match.new(GAME, 3, {"length": 75}, "golden")
    lines = written("device_match.txt")
    for number, text in enumerate(lines):
        if not text.startswith("="):
            assert number == len(match.log), "the device had less to say"
            state, entry = match.state, entry_of(text)
            ask = match.ask
            assert ask is not None
            match.answer(Entry(entry.seat, entry.verb) if match.supplies(ask) else entry)
            assert told(match, number, state) == text
        else:
            assert told(match, number, "") == text
    assert len(match.log) == len(lines)
    assert match.result is not None
    assert match.result.winners


def lively(seats: int, seed: str, **options: Plain) -> Match:
    """A match with the road in the device, played to its end by cautious players."""
    match = Match.new(GAME, seats, options, seed)
    rng = random.Random(seed)
    for _ in range(CAP):
        ask = match.ask
        if ask is None:
            return match
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(cautious(match.view(ask.seats[0]), ask, ask.seats[0], rng.randrange))
    raise AssertionError(f"no end in {match.state}")


def test_undo_leads_back_through_every_position_and_the_same_tiles_forth() -> None:
    match = lively(3, "undo", length=50)
    pressed = [logged.line for logged in match.log if not logged.line.auto]
    digests = [match.digest]
    for _ in pressed:
        assert match.undo() is not None
        digests.append(match.digest)
    assert match.undo() is None
    for played, digest in zip(pressed, reversed(digests[:-1]), strict=True):
        entry = played.entry
        assert entry is not None
        match.answer(Entry(entry.seat, entry.verb, {} if played.device else entry.args))
        assert match.digest == digest
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
    plan = Plan("draf", (4,), 20, options={"length": 75}, bot="cautious")
    tally = run(plan, 1, lambda done: None)
    assert tally.failures == []
    assert tally.endings["drf.end.DRF-END-1"] + tally.endings["drf.end.DRF-END-2"] > 10


def test_the_cautious_player_plays_with_the_road_on_the_table_too() -> None:
    options = {"board": "table"}
    tally = run(Plan("draf", (3, 4, 5), 10, options=options, bot="cautious"), 1, lambda done: None)
    assert tally.failures == []


@pytest.mark.clause("DRF-SPC-3", "DRF-SPC-4", "INT-DRF-26", "DRF-COL-7")
@pytest.mark.parametrize("kind", ["water", "ramp", "police", "truck", "caltrops", "joker"])
def test_chains_end_even_where_the_whole_road_is_of_one_kind(kind: str) -> None:
    cars = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (1, 2), 5: (2, 2)}
    tiles = {(lane, row): kind for lane in range(1, 6) for row in range(5, 41)}
    for number in range(4):
        match = Match.new(Stage(cars, tiles, long=40).game(), 5, {}, f"{kind} {number}")
        rng = random.Random(number)
        for _ in range(CAP):
            ask = match.ask
            if ask is None:
                break
            if match.supplies(ask):
                match.supply(ask)
            else:
                match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
            assert match.game.invariants(match.position) == []
        assert match.over
