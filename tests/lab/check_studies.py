"""Studies: the same results for any number of processes, after a crash, in any order."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
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


def at(data: bytes, place: int) -> bytes:
    """Other bytes in the middle of a file."""
    return (
        data[:place] + bytes(byte ^ 0x55 for byte in data[place : place + 40]) + data[place + 40 :]
    )


#: What a power cut, a full disk or a curious hand leaves of a file: of both kinds, of counts.
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "bits": lambda data: bytes(byte ^ 0x55 for byte in data),
    "json": lambda data: b"[1, 2]",
}
COUNTS: dict[str, Callable[[bytes], bytes]] = {
    "number": lambda data: b"7",
    "object": lambda data: b"{}",
    "words": lambda data: data.replace(b'": ', b'": "x'),
    "texts": lambda data: re.sub(rb": (\d+)", rb': "\1"', data),
    "more": lambda data: re.sub(rb'"matches": \d+', b'"matches": 99', data),
    "minus": lambda data: re.sub(rb'"matches": \d+', b'"matches": -1', data),
    "keys": lambda data: re.sub(rb'"\d/1"', b'"1/0"', data),
    "failures": lambda data: data.replace(b'"failures": []', b'"failures": [{"cell": 1}]'),
}


class Kept:
    """A study that has been played, in a folder to be damaged."""

    def __init__(self, study: Study, whole: Path, folder: Path) -> None:
        shutil.copytree(whole, folder)
        self._study, self._whole, self.folder = study, whole, folder
        self.told: list[Path] = []

    def spoil(self, file: Path, damage: Callable[[bytes], bytes]) -> None:
        data = file.read_bytes()
        file.write_bytes(damage(data))
        assert file.read_bytes() != data

    def play(self) -> None:
        folder = Folder(self.folder, self._study, self.told.append)
        ledgers = run(self._study, folder, Workers(), lambda ledgers: None)
        folder.close([(ledger.cell, ledger.tally, ledger.counted) for ledger in ledgers])

    @property
    def same(self) -> bool:
        return results(self.folder) == results(self._whole)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    parent = tmp_path_factory.mktemp("whole")
    (parent / "small.toml").write_text(STUDY)
    study = load(str(parent / "small.toml"))
    folder = Folder(parent / "results", study)
    ledgers = run(study, folder, Workers(), lambda ledgers: None)
    folder.close([(ledger.cell, ledger.tally, ledger.counted) for ledger in ledgers])
    return study, folder.path


@pytest.fixture
def kept(whole: tuple[Study, Path], tmp_path: Path) -> Kept:
    return Kept(*whole, tmp_path / "results")


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        *(("json", kind) for kind in [*DAMAGE, *COUNTS]),
        *(("parquet", kind) for kind in DAMAGE),
    ],
)
def test_a_damaged_batch_is_told_set_aside_and_played_again(
    kept: Kept, ending: str, kind: str
) -> None:
    file = sorted(kept.folder.glob(f"batches/*.{ending}"))[1]
    counts = file.with_suffix(".json")
    kept.spoil(file, (DAMAGE | COUNTS)[kind])
    kept.play()
    assert kept.told == [counts]
    assert Path(f"{counts}.damaged").is_file()
    assert kept.same


def test_rows_that_turn_out_to_be_damaged_at_the_end_are_played_again(kept: Kept) -> None:
    file = sorted(kept.folder.glob("batches/*.parquet"))[1]
    kept.spoil(file, lambda data: at(data, 60))
    with pytest.raises(BadEntry) as caught:
        kept.play()
    assert f"{file} can't be read. Its batch was set aside" in Words("en").error(caught.value)
    kept.play()
    assert kept.same


def test_a_batch_without_its_rows_and_what_is_none_are_no_batches(kept: Kept) -> None:
    sorted(kept.folder.glob("batches/*.parquet"))[0].unlink()
    counts = sorted(kept.folder.glob("batches/*.json"))[3]
    counts.rename(counts.with_name(f"{counts.stem.partition('-')[0]}-x.json"))
    kept.play()
    assert len(kept.told) == 2
    assert kept.same


@pytest.mark.parametrize("kind", ["empty", "half", "zeros", "bits"])
def test_where_nobody_knows_whose_results_these_are_it_says_what_to_do(
    kept: Kept, kind: str
) -> None:
    head = kept.folder / "study.json"
    kept.spoil(head, DAMAGE[kind])
    with pytest.raises(BadEntry) as caught:
        kept.play()
    said = Words("en").error(caught.value)
    assert f"{head} can't be read, so nobody knows whose results are in {kept.folder}" in said
    head.unlink()  # as it says
    kept.play()
    assert kept.same


def test_a_damaged_batch_is_told_on_the_terminal(study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    assert referee(str(study), folder=folder).returncode == 0
    file = sorted(folder.glob("batches/*.json"))[1]
    file.write_bytes(b"")
    done = referee(str(study), folder=folder)
    assert done.returncode == 0
    assert f"{file} was damaged. It is kept as {file}.damaged" in done.stderr


def test_a_folder_that_takes_nothing_is_named(study: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = referee(str(study), folder=tmp_path / "file" / "results")
    assert done.returncode == 1
    assert f"The folder {tmp_path}/file/results can't be used: Not a directory" in done.stderr
    folder = tmp_path / "results"
    (folder / "batches").mkdir(parents=True)
    (folder / "results.part").mkdir()  # where the rows are put together
    done = referee(str(study), folder=folder)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"The folder {folder} can't be used: " in done.stderr


def test_all_processes_that_are_killed_are_told(study: Path, tmp_path: Path) -> None:
    study.write_text(STUDY.replace("matches = 22", "matches = 20000"))
    folder = tmp_path / "killed"
    command = [sys.executable, "-m", "referee", "lab", str(study), "--jobs", "2", "--lang", "en"]
    running = subprocess.Popen(
        [*command, "--folder", str(folder)], stderr=subprocess.PIPE, text=True
    )
    while not list(folder.glob("batches/*.json")) and running.poll() is None:
        time.sleep(0.01)
    assert kill_players(running.pid) == 2
    _, told = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "referee: All processes have ended" in told
    assert "Traceback" not in told
    study.write_text(STUDY)


def kill_players(parent: int) -> int:
    """Kill the processes that play, not the one that keeps their books."""
    killed = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
            line = (stat.parent / "cmdline").read_bytes()
            if int(rest[1]) == parent and b"spawn_main" in line:
                os.kill(pid, signal.SIGKILL)
                killed += 1
    return killed


def test_a_title_steers_no_terminal(study: Path, tmp_path: Path) -> None:
    evil = r"\u001b[2J{x}[/bold]\u202ex"
    study.write_text(STUDY.replace('"Small"', f'"{evil}"'))
    done = referee(str(study), folder=tmp_path / "results")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "results" / "report.txt").read_text()
    for told in (done.stdout, done.stderr, text):
        assert "\x1b" not in told
        assert "\u202e" not in told
    assert text.startswith("\u241b[2J{x}[/bold]\ufffdx\n")


def test_dollars_in_a_players_name_are_no_mathematics(study: Path, tmp_path: Path) -> None:
    study.write_text(
        '[[contest]]\ngame = "knister"\noptions = { sheets = "device" }\nmatches = 2\nseats = 2\n'
        """tables = [["cmd:sh -c $x $\\\\frac$ | sed", "random"]]\n"""
    )
    done = referee(str(study), "--allow-programs", folder=tmp_path / "results")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


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
    done = referee(str(study), "--allow-programs", folder=tmp_path / "wrong")
    assert done.returncode == 1
    assert done.stderr.count("went wrong: ProgramFailed") == 4
    found = json.loads((tmp_path / "wrong" / "results.json").read_text())
    assert [cell["matches"] for cell in found] == [0, 3]


def test_a_program_is_started_only_where_somebody_allows_it(study: Path, tmp_path: Path) -> None:
    study.write_text(
        '[[contest]]\ngame = "knister"\noptions = { sheets = "device" }\nmatches = 1\n'
        f'players = ["cmd:touch {tmp_path}/ran"]\nseats = 1\n'
    )
    done = referee(str(study), folder=tmp_path / "results")
    assert done.returncode == 2
    assert f"touch {tmp_path}/ran. Nobody can be asked here" in done.stderr
    assert "--allow-programs" in done.stderr
    assert not (tmp_path / "results").exists()
    assert not (tmp_path / "ran").exists()
    referee(str(study), "--allow-programs", folder=tmp_path / "results")
    assert (tmp_path / "ran").exists()


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
