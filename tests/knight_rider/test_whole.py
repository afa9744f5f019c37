"""Whole matches: three as readable text, undo at every line, and many at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from referee.game import Kind, Plain
from referee.games.knight_rider import GAME
from referee.kernel.match import Match
from referee.players.named import RareBot
from referee.testing import golden, play_out, undo_and_redo
from sim.simulate import Plan, Tally, run

WRITTEN = Path(__file__).parent / "whole_match.txt"

#: Matches in which every row fires: usually a tenth of them is enough.
RAREST: Final = 400
#: So many are played before anybody looks.
PART: Final = 20
MIXED: Final = Plan("knight-rider", (2, 3, 4, 5), PART, players=("rare",), mix=True, check=True)


def test_a_whole_match_reads_as_it_is_written() -> None:
    """Every ram and oil result, every K.I.T.T. card, a roof, a skid, a reshuffle, a 6 that wins."""
    match = golden(GAME, WRITTEN)
    assert match.result is not None
    assert match.result.winners == (3,)


@pytest.mark.parametrize(("name", "winner"), [("city_with_rams", 2), ("city_with_oil", 1)])
def test_a_whole_match_on_the_board_in_the_device_reads_as_it_is_written(
    name: str, winner: int
) -> None:
    match = golden(GAME, WRITTEN.with_name(f"{name}.txt"))
    assert match.result is not None
    assert match.result.winners == (winner,)


def lively(
    seats: int, seed: str, look: Callable[[Match], None] = lambda match: None, **options: Plain
) -> Match:
    """A match played to its end, dice and escape cards in the device."""
    match = Match.new(GAME, seats, {"cards": "device", "targets": 2, **options}, seed)
    return play_out(match, seed, RareBot(), look, kinds=(Kind.REPORT,))


@pytest.mark.parametrize("strict", [False, True])
def test_undo_leads_back_through_every_position_and_the_same_dice_forth(strict: bool) -> None:
    match = lively(4, "undo", strict=strict, track_counter=True)
    undo_and_redo(match)
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


def test_matches_end_and_every_row_fires(request: pytest.FixtureRequest) -> None:
    """As many as it takes for the rarest row; with ``--playouts N``, at least 2 N."""
    least = 2 * int(request.config.getoption("--playouts"))
    tally = Tally()
    for first in range(0, max(least, RAREST), PART):
        if first >= least and not tally.never:
            break
        tally.add(run(replace(MIXED, first=first), 1, lambda done: None))
    assert tally.failures == []
    assert tally.never == []
    assert sum(tally.endings.values()) >= least
