"""Studies: the same results for any number of processes, after a crash, in any order."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.game import find_game
from referee.lab import batch, report
from referee.lab.batch import Task
from referee.lab.figures import elo, mean, quantile
from referee.lab.folder import Folder
from referee.lab.study import Study, load, read, ready
from referee.lab.tally import Tally
from referee.lab.work import Ledger, Workers, processes, run

STUDY = """
title = "Small"
seed = "small"
batch = 4

[[contest]]
game = "victory"
seats = [2, 3]
players = ["random"]
each = ["last_survivor_wins"]
matches = 22

[[contest]]
game = "knister"
seats = 2
options = { sheets = "device" }
tables = [["easy", "random"]]
matches = 9
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(STUDY)
    return file


def referee(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", "lab", *args, "--lang", "en", "--folder", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def results(folder: Path) -> tuple[str, object]:
    """What a study has found: its counts, and every match."""
    return (folder / "results.json").read_text(), pq.read_table(
        folder / "results.parquet"
    ).to_pylist()


def test_one_process_and_two_find_the_same(study: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        done = referee(str(study), "--jobs", jobs, folder=tmp_path / jobs)
        assert done.returncode == 0, done.stderr
    assert results(tmp_path / "1") == results(tmp_path / "2")
    rows = results(tmp_path / "1")[1]
    assert isinstance(rows, list)
    assert len(rows) == 4 * 22 + 9
    assert (tmp_path / "1" / "report.html").read_bytes() == (
        tmp_path / "2" / "report.html"
    ).read_bytes()


def test_a_killed_study_goes_on_where_it_was(study: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert referee(str(study), folder=whole).returncode == 0
    command = [sys.executable, "-m", "referee", "lab", str(study), "--folder", str(killed)]
    for stop in (signal.SIGKILL, signal.SIGINT):
        before = len(list(killed.glob("batches/*.json")))
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while len(list(killed.glob("batches/*.json"))) < before + 3 and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(stop)
        assert running.wait(60) in (-signal.SIGKILL, 130)
        assert not (killed / "results.parquet").exists()
    kept = {file: file.stat().st_mtime_ns for file in killed.glob("batches/*.json")}
    assert len(kept) >= 6
    assert referee(str(study), folder=killed).returncode == 0
    assert results(whole) == results(killed)
    assert all(file.stat().st_mtime_ns == at for file, at in kept.items()), "played twice"


def test_a_folder_of_another_study_is_left_alone(study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    assert referee(str(study), folder=folder).returncode == 0
    before = results(folder)
    study.write_text(STUDY.replace('"small"', '"other"'))
    done = referee(str(study), folder=folder)
    assert done.returncode != 0
    assert "another study" in done.stderr
    assert results(folder) == before


def played(study: Study, folder: Path, workers: Workers) -> list[Ledger]:
    return run(study, Folder(folder, study), workers, lambda ledgers: None)


def test_a_precision_stops_at_the_same_match_for_any_number_of_processes(tmp_path: Path) -> None:
    data = {"batch": 5, "contest": [{"game": "victory", "seats": 2, "precision": 0.11}]}
    study = read("precise", data)
    one = played(study, tmp_path / "one", Workers())[0]
    with processes(2) as workers:
        two = played(study, tmp_path / "two", workers)[0]
    assert one.tally.plain() == two.tally.plain()
    assert 60 <= one.tally.matches < 200
    assert one.tally.matches % 5 == 0


def test_batches_count_by_their_numbers_whenever_they_come(tmp_path: Path) -> None:
    study = read("s", {"batch": 3, "contest": [{"game": "victory", "seats": 2, "matches": 12}]})
    cell = study.cells[0]
    batches = batch.play(Task(cell, "s", 3, (0, 1, 2, 3), rows=True))
    ahead, behind = Ledger(cell, 4), Ledger(cell, 4)
    for made in batches:
        ahead.take(made.number, made.tally)
    for made in reversed(batches):
        behind.take(made.number, made.tally)
    assert ahead.tally.plain() == behind.tally.plain()
    assert ahead.tally.matches == 12


def test_a_match_that_goes_wrong_is_told_and_the_others_are_counted(
    study: Path, tmp_path: Path
) -> None:
    study.write_text(
        '[[contest]]\ngame = "knister"\noptions = { sheets = "device" }\nmatches = 4\n'
        'players = ["cmd:false"]\nseats = 1\n[[contest]]\ngame = "victory"\nmatches = 3\n'
    )
    done = referee(str(study), folder=tmp_path / "wrong")
    assert done.returncode == 1
    assert done.stderr.count("went wrong: ProgramFailed") == 4
    found = json.loads((tmp_path / "wrong" / "results.json").read_text())
    assert [cell["matches"] for cell in found] == [0, 3]


def test_matches_without_an_end_are_told_apart(study: Path, tmp_path: Path) -> None:
    study.write_text(
        'entries = 60\n[[contest]]\ngame = "knister"\noptions = { sheets = "device" }\n'
        "matches = 3\nseats = [1, 2]\n"
    )
    done = referee(str(study), folder=tmp_path / "short")
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "short" / "results.json").read_text())
    assert [(cell["matches"], cell["endless"]) for cell in found] == [(3, 0), (0, 3)]
    text = (tmp_path / "short" / "report.txt").read_text()
    assert "Knister: matches that found no end" in text
    assert re.search(r"^2 players +3 +0$", text, re.M)


def test_a_program_that_is_not_python_plays() -> None:
    """sed sends back the option that stands first."""
    players = [f"cmd:sed -un '{FIRST}'", "random"]
    data = {
        "contest": [
            {"game": "knister", "seats": 2, "matches": 2, "players": players,
             "options": {"sheets": "device"}},
        ],
    }  # fmt: skip
    (made,) = batch.play(Task(read("sed", data).cells[0], "s", 2, (0,), rows=True))
    assert made.tally.failures == []
    assert made.tally.played == {players[0]: 2, "random": 2}


#: In sed: the first option of an ask.
FIRST = r's/.*"options":\[\({"verb":"[a-z]*","args":{[^}]*}}\).*/\1/p'


# -- what a file may say ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "error.lab.key"),
        ("batch = 0\n[[contest]]\ngame = 'victory'", "error.lab.value"),
        ("", "error.lab.empty"),
        ("[[contest]]\nseats = 2", "error.lab.key"),
        ("[[contest]]\ngame = 'victory'\nmatches = '9'", "error.lab.value"),
        ("[[contest]]\ngame = 'victory'\nseats = 12", "error.seats"),
        ("[[contest]]\ngame = 'victory'\noptions = { laps = 99 }", "error.option.value"),
        ("[[contest]]\ngame = 'victory'\nplayers = ['nobody']", "error.player.unknown"),
        ("[[contest", "error.lab.toml"),
    ],
)
def test_a_wrong_study_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(BadEntry) as caught:
        load(str(file))
    assert caught.value.text.key == said
    assert Words("en").error(caught.value)
    assert Words("de").error(caught.value)


def test_the_ready_studies_cover_every_game() -> None:
    games = {cell.game for name in ready() for cell in load(name).cells}
    assert games == {"draf", "fette-autos", "knight-rider", "knister", "victory"}


def test_a_grid_meets_every_value_that_the_game_allows_together() -> None:
    data = {"contest": [{"game": "knister", "options": {"sheets": "device"},
                         "vary": {"hints": [True, False], "max_players": [12, 30]}}]}  # fmt: skip
    found = {(c.options["hints"], c.options["max_players"]) for c in read("grid", data).cells}
    assert found == {(True, 12), (True, 30), (False, 12), (False, 30)}


# -- figures ---------------------------------------------------------------------------------


def test_a_player_that_wins_three_of_four_is_191_points_stronger() -> None:
    tally = Tally(matches=4000)
    tally.beat.update({"a\t>\tb": 3000, "b\t>\ta": 1000})
    found = elo([tally])
    assert found["b"].value == 1000
    assert found["a"].value == pytest.approx(1000 + 190.8, abs=1)
    assert found["a"].half == pytest.approx(12.4, abs=0.5)


def test_means_and_quantiles_of_a_histogram() -> None:
    tally = Tally()
    tally.lengths.update({"10": 50, "20": 50})
    assert mean(tally.lengths).value == 15
    assert mean(tally.lengths).half == pytest.approx(0.98)
    assert [quantile(tally.lengths, part) for part in (0.5, 0.51, 1)] == [10, 20, 20]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_says_in_text_and_pictures_what_was_found(language: str, tmp_path: Path) -> None:
    study = read("small", {
        "title": "A & B", "batch": 10, "contest": [
            {"game": "victory", "seats": 3, "matches": 10, "each": ["last_survivor_wins"]},
            {"game": "knister", "seats": 2, "matches": 10, "options": {"sheets": "device"},
             "tables": [["random", "random"], ["easy", "random"]]},
        ],
    })  # fmt: skip
    ledgers = played(study, tmp_path / "small", Workers())
    counts = [(ledger.cell, ledger.tally) for ledger in ledgers]
    found = list(report.sections(counts, lambda game: Words(language, find_game(game))))
    text, page = report.as_text(study, found), report.as_page(study, found, language)
    assert "<h1>A &amp; B</h1>" in page
    assert f'<html lang="{language}">' in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<svg") == page.count("</svg>") == 8
    for section in found:
        for row in section.rows:
            assert all(cell in text for cell in row)
    assert "Elo" in text
    assert "lab." not in text
