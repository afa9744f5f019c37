"""Whole races: some as readable text, undo through every line, and many at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.victory import GAME
from referee.kernel.match import Match
from referee.kernel.text import Plain
from referee.testing import golden, play_out, undo_and_redo
from sim.simulate import Plan, run
from tests.victory import Play
from tests.victory.test_laps import pad

RACES = (Path(__file__).parent / "races.txt").read_text().split("\n== ")[1:]


def names(text: str) -> dict[str, Plain]:
    """``seats=4 last_survivor_wins=false`` as values."""
    known = {"true": True, "false": False}
    pairs = (word.split("=") for word in text.split())
    return {name: known[value] if value in known else int(value) for name, value in pairs}


def driven(play: Play, line: str) -> str:
    """One turn as it is written, played, and written again with what was announced."""
    seat, first, second, *words = line.split()
    reports = [word for word in words if not word.startswith(("vic.", "VIC-"))]
    assert play.ask.seats == (int(seat),), f"it is the turn of {play.ask.seats}"
    said = []
    for throw in (first, second):
        if throw is second:
            play.do("one" if len(second) == 1 else "two")
        play.do("throw", dice=list(throw))
        said += play.said
    for report in reports:
        verb, _, count = report.partition("=")
        args: dict[str, Plain] = {"n": int(count)} if count else {}
        if verb == "line":
            play.line()
        else:
            play.do(verb, **args)
        said += play.said
    told = f"{seat} {first} {second:<2}  {' '.join(reports):<26}"
    return f"{told} {', '.join(map(' '.join, said))}".rstrip()


def finish(play: Play) -> Iterator[str]:
    """The pad, and what came of the race."""
    result = play.match.result
    assert result is not None
    for head, cars in pad(play).items():
        yield f"{head}: {' '.join(cars)}".rstrip()
    places = " ".join(play.p.car(seat) for (seat,) in result.ranking)
    yield f"{result.reason.key} {result.clause}: {places or 'nobody'}"


@pytest.mark.clause("VIC-EX-2", "VIC-TURN-7", "VIC-PAD-4")
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.splitlines()[0][:40])
def test_a_whole_race_reads_as_it_is_written(race: str) -> None:
    """Every kind of throw and of end; the first one ends with the booklet's own pad."""
    _, setting, *lines = [line for line in race.splitlines() if line and line[0] != "#"]
    facts = names(setting)
    seats, starter = facts.pop("seats"), facts.pop("starter", 1)
    play = Play(seats, **facts).race(starter)
    turns = [line for line in lines if line[0].isdigit() and line[1] == " "]
    assert [driven(play, line) for line in turns] == turns
    assert list(finish(play)) == lines[len(turns) :]


def test_a_race_of_three_laps_in_the_device_reads_as_it_is_written() -> None:
    """Laps counted by the box, dice that lapse, a missed turn, an accident, two at the finish."""
    assert golden(GAME, Path(__file__).parent / "three_laps.txt").over


def lively(seats: int, seed: str, **options: Plain) -> Match:
    """A race played to its end by chance, dice and lot in the device."""
    return play_out(Match.new(GAME, seats, options, seed), seed)


@pytest.mark.parametrize("seats", [2, 6])
def test_undo_leads_back_through_every_position_and_the_same_dice_forth(seats: int) -> None:
    match = lively(seats, "undo", laps=2)
    undo_and_redo(match)
    assert match.over


def test_random_races_end_and_every_row_fires() -> None:
    plan = Plan("victory", (2, 3, 4, 5, 6), 120, players=("random",), mix=True, check=True)
    tally = run(plan, 1, lambda done: None)
    assert tally.failures == []
    assert all(row.endswith("cars_kept]") for row in tally.never)  # in a rematch: test_rematch
    assert sum(tally.endings.values()) == 120
