"""Simulation: whole matches, the same for any number of processes, faults named with their seed."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from referee.kernel.flow import Flow, Machinery
from referee.kernel.game import Game
from referee.kernel.ruling import Say
from sim.simulate import Plan, play, run
from tests import toy
from tests.doors.process import referee

pytestmark = pytest.mark.usefixtures("toy_installed")


#: The seed of a match without a duel.
SHORT = "3"


def test_every_match_ends_and_every_row_fires() -> None:
    tally = run(Plan("toy", (2,), 60, check=True), 1, lambda count: None)
    assert tally.failures == []
    assert tally.endings == {"toy.won": 60}
    assert len(tally.lengths) == 60
    assert tally.never == []


def test_one_match_can_be_played_again_alone() -> None:
    all_ = play(Plan("toy", (2, 3), 20, mix=True), range(20))
    alone = [play(Plan("toy", (2, 3), 1, mix=True, first=n), [n]).lengths[0] for n in range(20)]
    assert all_.lengths == alone


def test_a_failure_can_be_played_again_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_most_ten(position: toy.Toy) -> list[str]:
        return [f"too many points: {position.points}"] if max(position.points) > 10 else []

    broken(monkeypatch, dataclasses.replace(toy.GAME, invariants=at_most_ten))
    plan = Plan("toy", (2, 3, 4), 10, mix=True, check=True, players=("rare",))
    failures = play(plan, range(10)).failures
    assert len(failures) == 10
    for failure in failures:
        alone = Plan(
            "toy", (failure.seats,), 1, options=failure.options, first=failure.number, check=True,
            players=("rare",),
        )  # fmt: skip
        assert play(alone, [failure.number]).failures == [failure]


def test_progress_is_reported() -> None:
    done: list[int] = []
    run(Plan("toy", (2,), 30), 1, done.append)
    assert sum(done) == 30


def test_the_rare_bot_is_a_player_too() -> None:
    tally = play(Plan("toy", (2,), 10, players=("rare",)), range(10))
    assert (len(tally.lengths), tally.failures) == (10, [])


def test_a_match_without_an_end_is_a_failure() -> None:
    tally = play(Plan("toy", (2,), 1, cap=3), range(1))
    (failure,) = tally.failures
    assert "no end after 3 entries" in failure.message


def broken(monkeypatch: pytest.MonkeyPatch, game: Game[toy.Toy]) -> None:
    monkeypatch.setattr("sim.simulate.find_game", lambda name: game)


def test_a_broken_invariant_is_a_failure_only_where_it_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def at_most_ten(position: toy.Toy) -> list[str]:
        return ["too many points"] if max(position.points) > 10 else []

    broken(monkeypatch, dataclasses.replace(toy.GAME, invariants=at_most_ten))
    assert play(Plan("toy", (2,), 10), range(10)).failures == []
    failures = play(Plan("toy", (2,), 10, check=True), range(10)).failures
    assert "too many points" in failures[0].message


def test_a_fault_in_one_match_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(p: toy.Toy, entry: object, say: Say) -> None:
        """A duel with a fault (TOY-2)."""
        raise KeyError("lost")

    rows = [dataclasses.replace(row, effect=faulty) if row.source == "duel" else row
            for row in toy.ROWS]  # fmt: skip
    flow = Flow("toy", "roll", toy.STATES, rows)
    broken(monkeypatch, dataclasses.replace(toy.GAME, flow=lambda options: flow))
    tally = play(Plan("toy", (2,), 30), range(30))
    assert 0 < len(tally.failures) < 30
    assert len(tally.lengths) == 30
    assert tally.failures[0].message == "KeyError: 'lost'"
    assert sum(tally.endings.values()) == 30 - len(tally.failures)


def test_the_command_counts_and_is_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    args = ("simulate", "toy", "--games", "40", "--seats", "2-4", "--mix", "--seed", "x")
    one, two = (
        referee(tmp_path, *args, "--jobs", jobs, "--check").stdout.decode() for jobs in ("1", "2")
    )
    assert "    40  100.0%  The goal is reached." in one
    assert re.search(r"^Entries per match: median \d+, 95 % at most \d+, longest \d+$", one, re.M)
    assert re.search(r"^ +\d+  roll\.roll\[one\]$", one, re.M)
    assert re.search(r"matches/s, \d+ entries/s \(one process, ", one)
    assert re.search(r"matches/s, \d+ entries/s \(2 processes, ", two)
    assert one.splitlines()[:-1] == two.splitlines()[:-1]


def test_the_command_names_rows_that_never_fired(tmp_path: Path) -> None:
    done = referee(tmp_path, "simulate", "toy", "--games", "1", "--seed", SHORT)
    assert "      never  duel.roll\n      never  roll.roll[one]\n" in done.stdout.decode()


def test_what_nobody_sees_runs_as_a_plain_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine of the table is for what people enter; both fire the same rows (conformance)."""

    def fire(*_: object) -> None:
        raise AssertionError("the machine is slow")

    monkeypatch.setattr(Machinery, "fire", fire)
    tally = play(Plan("victory", (2,), 3), range(3))
    assert tally.failures == []
    assert len(tally.lengths) == 3


def test_an_ending_with_numbers_of_its_own_leaves_no_gap_open(tmp_path: Path) -> None:
    played = referee(tmp_path, "simulate", "knister", "--games", "2", "--seats", "1",
                     "--options", "sheets=device")  # fmt: skip
    said = played.stdout.decode()
    assert "… points" in said
    assert "{" not in said
