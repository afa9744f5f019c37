"""``referee config``, and where things are."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from hal.config import initial, parse
from hal.interfaces import Gesture, Press
from referee.doors import panel, places
from referee.kernel.errors import StoreError
from tests import toy
from tests.doors.conftest import Run


def test_a_file_is_begun_in_the_usual_place_and_never_written_over(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "config" / "referee.toml"
    code, out, _ = run("config", "init")
    assert (code, out) == (
        0, f"{file} written. It has the panel of docs/build-it.md; change what differs in yours.\n",
    )  # fmt: skip
    assert file.read_text("utf-8") == initial()
    file.write_text("schema = 2\n")
    code, _, errors = run("config", "init")
    assert (code, errors) == (1, f"referee: {file} exists already and stays as it is.\n")
    assert file.read_text("utf-8") == "schema = 2\n"


def test_a_place_that_cannot_be_written_to_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file")
    code, _, errors = run("config", "init")
    assert code == 1
    assert f"{tmp_path}/config/referee.toml cannot be written: " in errors


def test_a_right_file_is_in_order(run: Run, tmp_path: Path) -> None:
    assert run("config", "init")[0] == 0
    code, out, _ = run("config", "check")
    assert (code, out) == (0, f"{tmp_path}/config/referee.toml is fine.\n")


def test_a_wrong_file_is_told_line_by_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("schema = 2\nlanguage = 'fr'\n[buttons]\nup = 4\n")
    code, _, errors = run("config", "check", "--config", str(file))
    assert code == 1
    assert errors.splitlines() == [
        f'referee: {file}:2: language = "fr" is not possible; allowed: "de", "en"',
        f"referee: {file}:4: buttons.up = 4: pin 4 is already used by buttons.roll "
        "(default in reference.toml); choose another, see docs/wiring.md",
    ]


TWICE = "schema = 2\n[display]\nbus = 1\n[display]\nreset = 15\n"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ", line 4, “[display]”: this is in the file already; put both together."),
        (
            "de",
            ", Zeile 4, „[display]“: das steht schon da; fasse beides zusammen.",
        ),
    ],
)
@pytest.mark.parametrize("args", [("config", "check"), ("config", "show"), ("config", "wiring"),
                                  ("doctor", "--no-panel")])  # fmt: skip
def test_a_file_that_is_no_toml_is_told_in_words(
    run: Run, tmp_path: Path, args: tuple[str, ...], language: str, said: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TWICE)
    code, out, errors = run(*args, "--config", str(file), "--lang", language)
    assert f"{file}{said}" in out + errors
    assert "Cannot" not in out + errors
    assert args[0] == "doctor" or code == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "das steht schon da"), ("en", "this is in the file already")],
)
def test_the_panel_tells_a_file_that_is_no_toml_in_words(
    usual: Path, language: str, said: str
) -> None:
    (usual / "etc" / "referee.toml").write_text(TWICE)
    _, problems = panel.config(None)
    args = argparse.Namespace(lang=language, asked_lang=True)
    told = ""
    with panel.program(args, parse(""), problems) as program:
        for _ in range(2):  # its path is long here
            told += " ".join(program.screen_text().split())
            program.press(Press(0.0, "down", Gesture.TAP))
    assert said in told


def test_without_a_file_it_is_said_where_one_would_be(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("config", "check")
    assert code == 0
    assert f"looked in {tmp_path}/config" in out


def test_a_file_that_is_named_must_be_there(run: Run) -> None:
    code, _, errors = run("config", "show", "--config", "nowhere.toml")
    assert code == 1
    assert "nowhere.toml: cannot be read" in errors


def test_an_older_file_holds_and_is_shown_in_the_present_layout(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "panel.toml").write_text("schema = 1\n[display]\nport = 3\n")
    code, out, _ = run("config", "check")
    assert code == 0
    assert "older layout" in out
    shown = run("config", "show")[1]
    assert "bus = 3  " in shown
    assert f"# {folder}/panel.toml:3" in shown
    assert parse(shown).display.bus == 3
    assert parse(shown) == parse("schema = 2\n[display]\nbus = 3\n")


def test_what_is_shown_can_be_read_again(run: Run) -> None:
    shown = run("config", "show")[1]
    assert parse(shown) == parse("")
    assert "# default in reference.toml" in shown


# -- where things are -----------------------------------------------------------------------


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose folders are all below one, and nothing named by the environment."""
    for name in (
        places.DATA, places.CONFIG, places.STATE_OF_SERVICE, places.CONFIG_OF_SERVICE,
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(places, "SYSTEM", tmp_path / "etc")
    for folder in (tmp_path / "own" / places.APP, tmp_path / "etc"):
        folder.mkdir(parents=True)
    return tmp_path


def test_a_users_own_file_comes_before_the_machines(usual: Path) -> None:
    assert places.config_file() is None
    (usual / "etc" / "referee.toml").write_text("schema = 2")
    assert places.config_file() == usual / "etc" / "referee.toml"
    own = usual / "own" / places.APP
    (own / "panel.toml").write_text("schema = 1")
    assert places.config_file() == own / "panel.toml"
    (own / "referee.toml").write_text("schema = 2")
    assert places.config_file() == own / "referee.toml"


def test_a_folder_nobody_can_look_into_has_no_configuration(
    usual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(usual / ("x" * 300)))  # as strict for root
    (usual / "etc" / "referee.toml").write_text("schema = 2")
    assert places.config_file() == usual / "etc" / "referee.toml"


def test_a_service_has_the_folders_that_systemd_gives_it(
    usual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(places.CONFIG_OF_SERVICE, str(usual / "etc"))
    monkeypatch.setenv(places.STATE_OF_SERVICE, f"{usual}/state:{usual}/other")
    assert places.config_folders() == [usual / "etc"]
    assert places.data_folder() == usual / "state"
    assert places.data_folder(usual / "stick") == usual / "stick"


def test_the_configuration_may_move_the_folders(usual: Path) -> None:
    assert places.data_folder() == usual / "share" / places.APP
    (usual / "etc" / "referee.toml").write_text(
        f'schema = 2\n[folders]\ndata = "{usual}/stick"\ncomponents = "{usual}/numbers"\n'
    )
    assert places.data_folder() == usual / "stick"
    (usual / "numbers").mkdir()
    (usual / "numbers" / "toy.toml").write_text("goal = 3")
    assert places.components(toy.GAME)["goal"] == 3


def test_beside_the_configuration_is_the_usual_place_for_corrected_numbers(usual: Path) -> None:
    (usual / "etc" / "referee.toml").write_text("schema = 2")
    (usual / "etc" / "components").mkdir()
    (usual / "etc" / "components" / "toy.toml").write_text("goal = 4")
    assert places.components(toy.GAME)["goal"] == 4


def test_a_configuration_that_cannot_be_read_hides_no_matches(
    usual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (usual / "etc" / "referee.toml").write_text("schema = ")
    with pytest.raises(StoreError) as caught:
        places.data_folder()
    assert caught.value.text.key == "error.config"
    with pytest.raises(places.BadConfig):
        places.components(toy.GAME)
    monkeypatch.setenv(places.STATE_OF_SERVICE, str(usual / "state"))
    assert places.data_folder() == usual / "state"


def test_the_wiring_is_shown_as_a_table_and_as_a_drawing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("schema = 2\n[display]\nreset = 15\n")
    code, out, _ = run("config", "wiring", "--config", str(file))
    assert code == 0
    assert "| display RES | 15 | 10 | RES of the display |" in out
    code, out, _ = run("config", "wiring", "--svg", "--config", str(file))
    assert code == 0
    assert out.startswith("<svg")
    assert "display RES" in out


def test_what_the_lamps_draw_stands_below_the_settings(run: Run) -> None:
    code, out, _ = run("config", "show")
    assert code == 0
    assert out.splitlines()[-1].startswith("# Everything on at once draws about 26 mA")
