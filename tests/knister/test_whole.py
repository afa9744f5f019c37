"""Whole matches: one as readable text, undo over every line, and many at random."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.game import Entry, Kind, Plain
from referee.games.knister import GAME
from referee.kernel.match import Match
from referee.players.named import RareBot
from referee.testing import golden, play_out, undo_and_redo
from sim.simulate import Plan, run

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(("name", "clause"), [
    ("sheets_in_device", "KNI-END-3"), ("sheets_on_paper", "KNI-END-4"),
])  # fmt: skip
def test_a_whole_match_reads_as_it_is_written(name: str, clause: str) -> None:
    match = golden(GAME, FOLDER / f"{name}.txt")
    assert match.result is not None
    assert match.result.clause == clause


def lively(seats: int, seed: str, **options: Plain) -> Match:
    """A match played to its end by bots that look for the seldom answers."""
    match = Match.new(GAME, seats, options, seed)
    return play_out(match, seed, RareBot(), kinds=(Kind.CHANCE, Kind.REPORT))


@pytest.mark.parametrize(
    "options", [{"sheets": "device", "hints": True}, {"sheets": "paper"}], ids=str
)
def test_undo_leads_back_through_every_position_and_the_same_dice_forth(
    options: dict[str, Plain],
) -> None:
    """From the end, over every round, to the beginning; and everything again."""
    match = lively(2, "undo", **options)
    end = match.digest
    undo_and_redo(match)
    assert (match.over, match.digest) == (True, end)


@pytest.mark.clause("KNI-RND-8")
def test_a_wrong_cell_is_repaired_by_undo_only() -> None:
    match = Match.new(GAME, 2, {"sheets": "device", "dice": "table"})
    match.answer(Entry(1, "youngest", {"seat": 1}))
    match.answer(Entry(1, "roll", {"sum": 8}))
    match.answer(Entry(1, "place", {"cell": [1, 1]}))
    match.answer(Entry(2, "place", {"cell": [5, 5]}))
    match.undo()
    match.undo()
    match.answer(Entry(1, "place", {"cell": [3, 3]}))
    match.answer(Entry(2, "place", {"cell": [5, 5]}))
    cells = [sheet["cells"] for sheet in match.view(None)["sheets"]]
    assert [[at for at, n in enumerate(sheet) if n] for sheet in cells] == [[12], [24]]


def test_many_matches_end_and_every_row_fires() -> None:
    """But those that are passed before the first answer, and the 25th number in a row of a sheet:
    that is entered in test_count."""
    plans = [
        Plan("knister", (1, 2, 3, 5), 24, players=("rare",), options=options, mix=True, check=True)
        for options in ({"sheets": "device"}, {"sheets": "paper"})
    ]
    tallies = [run(plan, 1, lambda count: None) for plan in plans]
    assert [tally.failures for tally in tallies] == [[], []]
    never = set.intersection(*(set(tally.never) for tally in tallies))
    assert never == {"begin.auto", "begin.auto[alone]", "sheet.number[last]"}


def test_thirty_play() -> None:
    tally = run(Plan("knister", (30,), 1, options={"sheets": "device", "max_players": 30},
                     check=True), 1, print)  # fmt: skip
    assert (tally.failures, tally.lengths) == ([], [1 + 25 + 30 * 25])
