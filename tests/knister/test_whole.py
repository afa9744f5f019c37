"""Whole matches: one as readable text, undo over every line, and many at random."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from referee.games.knister import GAME
from referee.kernel.ask import Kind
from referee.kernel.entry import Entry
from referee.kernel.match import Match
from sim.bots import RareBot, random_bot
from sim.simulate import Plan, run

FOLDER = Path(__file__).parent


def line(state: str, entry: Entry, said: list[str]) -> str:
    """One answer as text: state, seat, verb, arguments, what followed."""
    given = (f"{name}={json.dumps(v, separators=(',', ':'))}" for name, v in entry.args.items())
    told = f"{state:<8} {entry.seat} {entry.verb} {' '.join(given)}".rstrip()
    return f"{told:<36} {', '.join(said)}".rstrip()


def entry_of(text: str) -> Entry:
    _, seat, verb, *words = text[:36].split()
    pairs = (word.split("=") for word in words)
    return Entry(int(seat), verb, {name: json.loads(value) for name, value in pairs})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sheets_in_device", {"sheets": "device", "hints": True}),
        ("sheets_on_paper", {"sheets": "paper"}),
    ],
)
def test_a_whole_match_reads_as_it_is_written(name: str, options: dict[str, object]) -> None:
    """The last line of the heading says how it ends: the clause, and the points by seat."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    match = Match.new(GAME, 3, {"dice": "table", **options})
    for text in (line for line in lines if not line.startswith("#")):
        state, entry = match.state, entry_of(text)
        rulings = match.answer(entry)
        assert line(state, entry, [f"{r.key} {r.clause}" for r in rulings]) == text
    assert match.result is not None
    head = next(line for line in lines if line.startswith("# Ends:"))
    scored = " ".join(f"{seat}={points}" for seat, points in match.result.scores.items())
    assert head == f"# Ends: {match.result.clause}, {scored}"


def lively(seats: int, seed: str, **options: object) -> Match:
    """A match played to its end by bots that look for the seldom answers."""
    match = Match.new(GAME, seats, options, seed)
    rng, bot = random.Random(seed), RareBot()
    for _ in range(5000):
        if match.over:
            return match
        ask = rng.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            player = random_bot if ask.kind is Kind.DECISION or match.state == "sheet" else bot
            match.answer(player(None, ask, ask.seats[0], rng.randrange))
    raise AssertionError(f"no end in sight in {match.state}")


@pytest.mark.parametrize(
    "options", [{"sheets": "device", "hints": True}, {"sheets": "paper"}], ids=str
)
def test_undo_leads_back_through_every_position_and_the_same_dice_forth(
    options: dict[str, object],
) -> None:
    """From the end, over every round, to the beginning; and everything again."""
    match = lively(2, "undo", **options)
    pressed = [logged.line for logged in match.log if not logged.line.auto]
    end = match.digest
    digests = [match.digest]
    for _ in pressed:
        match.undo()
        digests.append(match.digest)
    assert match.undo() is None
    for played, digest in zip(pressed, reversed(digests[:-1]), strict=True):
        entry = played.entry
        assert entry is not None
        match.answer(Entry(entry.seat, entry.verb, {} if played.device else entry.args))
        assert match.digest == digest
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
        Plan("knister", (1, 2, 3, 5), 24, bot="rare", options=options, mix=True, check=True)
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
