"""``referee new-game``: what it writes plays, passes its own tests and every judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main
from referee.doors.new_game import LONGEST, Names
from tests.foreign import Foreign
from tests.own import ROOT

#: A game that nobody has installed here.
NAME = "untaken-game"

#: The shortest and the longest name: lines are neither to be joined nor to be split for them.
SHORT, LONG = "go", "the-longest-name-that-may-be-x"

#: What mypy has learnt about the referee; it is slow without.
CACHE = ROOT / ".mypy_cache" / "new-game"


#: Some start pytest or mypy once more. Seconds, for a busy machine.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    return Foreign(NAME, tmp_path_factory.mktemp("new"))


@pytest.mark.parametrize("name", [SHORT, LONG, "zebra-2", "a1-b2"])
def test_ruff_finds_nothing_whatever_the_name(name: str, tmp_path: Path) -> None:
    foreign = Foreign(name, tmp_path)
    for judge in (["check"], ["format", "--check"]):
        done = foreign.python("ruff", *judge, "--no-cache")
        assert done.returncode == 0, done.stdout


def test_mypy_finds_nothing_even_when_strict(game: Foreign) -> None:
    done = game.python("mypy", "--strict", "--cache-dir", str(CACHE))
    assert done.returncode == 0, done.stdout


def test_its_own_tests_pass(game: Foreign) -> None:
    done = game.python("pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout


def test_the_suite_proves_it_without_a_line_of_code(game: Foreign) -> None:
    suite = ("pytest", "-q", "-n", "0", "--pyargs", "referee.testing", "-p", "no:cacheprovider")
    done = game.python(*suite, "--game", NAME, "-k", "TestGame", where=game.folder.parent)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_the_suite_says_which_games_there_are(game: Foreign) -> None:
    suite = ("pytest", "-q", "-n", "0", "--pyargs", "referee.testing", "-p", "no:cacheprovider")
    done = game.python(*suite, "--game", "nothing", where=game.folder.parent)
    assert "no game 'nothing'; installed are: draf, " in done.stderr
    done = game.python(*suite, where=game.folder.parent)
    assert "Add --game NAME" in done.stdout


def test_it_is_listed_and_plays(game: Foreign) -> None:
    listed = game.python("referee", "games", NAME, "--lang", "en")
    assert "untaken-game: Untaken Game, 2 to 6 players" in listed.stdout
    played = game.python("referee", "simulate", NAME, "--games", "20", "--mix", "--check")
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize("lang", ["de", "en"])
def test_it_says_what_to_do_next(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", NAME, "--in", str(tmp_path), "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert f"cd {tmp_path / NAME}" in said
    assert "pip install -e '.[dev]'" in said


def test_it_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / NAME / "README.md"
    kept.parent.mkdir()
    kept.write_text("mine", "utf-8")
    assert main(["new-game", NAME, "--in", str(tmp_path), "--lang", "en"]) == 1
    assert "exists already and stays as it is" in capsys.readouterr().err
    assert [file.name for file in kept.parent.iterdir()] == ["README.md"]
    assert kept.read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", NAME, "--in", str(tmp_path / "x"), "--lang", "en"]) == 1
    assert f"{tmp_path / 'x' / NAME} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Liars", "can't be the name of a game"),
        ("liars_dice", "can't be the name of a game"),
        ("liars--dice", "can't be the name of a game"),
        ("7-wonders", "can't be the name of a game"),
        ("../liars", "can't be the name of a game"),
        ("x", "can't be the name of a game"),
        ("x" * (LONGEST + 1), "can't be the name of a game"),
        ("knister", "is installed already"),
        ("class", "that name is taken"),
        ("json", "that name is taken"),
        ("referee", "that name is taken"),
        ("tests", "that name is taken"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_way_out(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--in", str(tmp_path), "--lang", "en"]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_called_alike_in_all_places() -> None:
    names = Names("a1-fine-game")
    assert (names.package, names.words, names.series) == (
        "a1_fine_game", ["A1", "Fine", "Game"], "afi",
    )  # fmt: skip
