"""Whole matches: one as readable text, undo at every line, and hundreds at random."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.games.knight_rider import GAME
from referee.kernel.ask import Kind
from referee.kernel.entry import Entry
from referee.kernel.match import Match
from sim.bots import RareBot, random_bot
from sim.simulate import Plan, run

WRITTEN = Path(__file__).parent / "whole_match.txt"


def line(state: str, entry: Entry, said: list[str]) -> str:
    """One answer as text: state, seat, verb, arguments, what followed."""
    tight = (",", ":")
    given = (f"{name}={json.dumps(v, separators=tight)}" for name, v in entry.args.items())
    args = " ".join(given)
    told = f"{state:<10} {entry.seat} {entry.verb} {args}".rstrip()
    return f"{told:<52} {', '.join(said)}".rstrip()


def entry_of(text: str) -> Entry:
    _, seat, verb, *words = text[:52].split()
    pairs = (word.split("=") for word in words)
    return Entry(int(seat), verb, {name: json.loads(value) for name, value in pairs})


def test_a_whole_match_reads_as_it_is_written() -> None:
    """Every ram and oil result, every K.I.T.T. card, a roof, a skid, a reshuffle, a 6 that wins."""
    written = [text for text in WRITTEN.read_text().splitlines() if not text.startswith("#")]
    match = Match.new(GAME, 3, {"dice": "table"})
    for text in written:
        state, entry = match.state, entry_of(text)
        rulings = match.answer(entry)
        assert line(state, entry, [f"{r.key} {r.clause}" for r in rulings]) == text
    assert match.result is not None
    assert match.result.winners == (3,)


def nothing(match: Match) -> None:
    """Look at nothing."""


def lively(
    seats: int, seed: str, look: Callable[[Match], None] = nothing, **options: object
) -> Match:
    """A match played to its end, dice and escape cards in the device."""
    facts = {"cards": "device", "targets": 2, **options}
    match = Match.new(GAME, seats, facts, seed)
    rng, bot = random.Random(seed), RareBot()
    while not match.over:
        ask = match.ask
        assert ask is not None
        if match.supplies(ask):
            match.supply(ask)
        else:
            player = bot if ask.kind is Kind.REPORT else random_bot
            match.answer(player(None, ask, ask.seats[0], rng.randrange))
        look(match)
    return match


@pytest.mark.parametrize("strict", [False, True])
def test_undo_leads_back_through_every_position_and_the_same_dice_forth(strict: bool) -> None:
    match = lively(4, "undo", strict=strict, track_counter=True)
    pressed = [logged.line for logged in match.log if not logged.line.auto]
    digests = [match.digest]
    while match.undo() is not None:
        digests.append(match.digest)
    assert len(digests) == len(pressed) + 1
    for played, digest in zip(pressed, reversed(digests[:-1]), strict=True):
        entry = played.entry
        assert entry is not None
        match.answer(Entry(entry.seat, entry.verb, {} if played.device else entry.args))
        assert match.digest == digest
    assert match.over


@pytest.mark.clause("KR-DIV-5", "KR-KIT-13", "KR-CMP-6")
def test_no_card_is_lost_and_no_diversion_taken_away() -> None:
    laid: list[int] = []

    def look(match: Match) -> None:
        assert GAME.invariants(match.position) == []
        stacks = match.view(None)["stacks"].values()
        laid.append(sum(map(len, stacks)))
        assert laid[-1] >= (laid[-2] if len(laid) > 1 else 0)

    for seed in range(8):
        laid.clear()
        lively(2 + seed % 4, f"cards {seed}", look, surplus=bool(seed % 2), luck=seed > 3)
        assert laid[-1] > 0


def test_hundreds_of_matches_end_and_every_row_fires() -> None:
    plan = Plan("knight-rider", (2, 3, 4, 5), 400, bot="rare", mix=True, check=True)
    tally = run(plan, 1, lambda done: None)
    assert tally.failures == []
    assert tally.never == []
    assert sum(tally.endings.values()) == 400
