"""What owners correct is played, or told with its line: a few of the corrections that
``tests/attack/check_corrections.py`` draws in volume, and those that once crashed."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests.corrections import accepted, plays, several, single
from tests.doors.conftest import Run
from tests.own import OWN
from tests.table.panel import Panel

#: Corrections of one number, of several; entries of each match.
ONE, SEVERAL, ENTRIES = 40, 6, 30


@pytest.mark.parametrize("name", OWN)
def test_corrections_are_played_or_told(name: str) -> None:
    game, rng, played = find_game(name), random.Random(name), 0
    drawn = itertools.islice(single(game, rng), ONE), itertools.islice(several(game, rng), SEVERAL)
    for correction in itertools.chain(*drawn):
        if (printed := accepted(game, correction, max(game.seats))) is not None:
            plays(game, printed, rng, ENTRIES)
            played += 1
    assert played > SEVERAL


@pytest.fixture
def owned(run: Run, tmp_path: Path) -> Run:
    """As ``run``, but the last argument but one is what the owner of the game has written."""
    folder = tmp_path / "config" / "components"
    folder.mkdir(parents=True)

    def command(*args: str) -> tuple[int, str, str]:
        *command, name, text = args
        (folder / f"{name}.toml").write_text(text, "utf-8")
        return run(*command, name)

    return command


#: Once accepted, and then a program error or a traceback: game, line, key, value and what is said.
CRASHED = [
    ("knight-rider", 1, "escape_grid", "[3, 5, 5]", "two odd numbers"),
    ("knight-rider", 3, "escape_grid", "[3]", "1 are too few; 2 or more are possible"),
    ("knight-rider", 1, "escape_arrows", "[[]]", "arrow [] leaves the picture"),
    ("knight-rider", 1, "centre_tableaus", "0", "0 is not possible; 1 to 35 is"),
    ("victory", 2, "squares", "0", "0 is not possible; 6 to 99 is"),
    ("fette-autos", 1, "chips_start", "-1", "-1 is not possible; 0 to 99 is"),
    ("fette-autos", 1, "sections", "0", "0 is not possible; 1 to 99 is"),
    ("fette-autos", 1, "hase_first_cards", "9999", "9999 is not possible; 1 to 9 is"),
]


@pytest.mark.parametrize(("name", "line", "key", "value", "said"), CRASHED)
def test_what_makes_no_sense_is_told_with_its_line_and_a_remedy(
    owned: Run, name: str, line: int, key: str, value: str, said: str
) -> None:
    text = "\n" * (line - 1) + f"{key} = {value}"
    code, _, errors = owned("match", "--lang", "en", name, text)
    assert code == 1
    assert f"{name}.toml, line {line}: {key} is wrong: " in errors
    assert said in errors
    assert errors.endswith("Correct the line or delete it.\n")
    german = owned("match", "--lang", "de", name, text)[2]
    assert f"{name}.toml, Zeile {line}: {key} ist falsch: " in german
    assert german.endswith("Berichtige oder lösche die Zeile.\n")


def test_on_the_panel_too() -> None:
    panel = Panel(
        games=["victory"], numbers=lambda game: game.components("squares = 0", "/etc/victory.toml")
    )
    victory = find_game("victory")
    panel.program.errand(lambda desk: desk.begin(victory, ["Ada", "Bob"], {"board": "device"}))
    panel.wait(1)
    assert panel.title == "Störung"
    assert "/etc/victory.toml, Zeile 1: squares ist falsch" in " ".join(panel.lines)


@pytest.mark.parametrize(
    ("name", "correction", "blamed", "other"),
    [
        ("victory", "squares = 20", "squares", "connectors"),
        ("victory", 'car_colours = ["red"]', "car_colours", "cars"),
        ("knight-rider", "escape_arrows = [[0, 1]]", "escape_arrows", "cards"),
        ("knight-rider", "escape_grid = [5, 3]", "escape_grid", "escape_arrows"),
        ("knight-rider", "tableau_digits = [1, 2]", "tableau_digits", "centre_tableaus"),
        ("draf", "hand_tiles = 4", "hand_tiles", "tiles_2"),
        ("fette-autos", "tempo_per_value_class = 4", "tempo_per_value_class", "tempo_per_value"),
        ("fette-autos", "curve_limits = [80]", "curve_limits", "start_limit"),
    ],
)
def test_numbers_that_do_not_go_together_are_told_where_the_owner_wrote(
    owned: Run, name: str, correction: str, blamed: str, other: str
) -> None:
    """Not in the game's own file, which no owner can correct."""
    code, _, errors = owned("match", name, f"# mine\n{correction}\n")
    assert code == 1
    assert f"{name}.toml, line 2: {blamed} is wrong: with it, {other} is wrong: " in errors


#: A circuit that is longer than the box's own, far from the corner.
LONG = [[x, 7] for x in range(30, 40)] + [[x, 8] for x in range(39, 29, -1)]


def test_a_ready_circuit_may_be_larger_than_the_box() -> None:
    game, rng = find_game("victory"), random.Random("large")
    circuit = f'circuits = [{{ name = "long", squares = {LONG} }}]'
    printed = game.components(f"{circuit}\nsquares = 20\nconnectors = 40", "mine.toml")
    for _ in range(6):
        plays(game, printed, rng, 60)


def test_a_circuit_that_is_laid_by_hand_stays_on_the_map() -> None:
    game, rng = find_game("victory"), random.Random("wide")
    printed = game.components("squares = 40\nconnectors = 80", "mine.toml")
    for seed in range(20):
        match = Match.new(game, 2, {"board": "device"}, str(seed), components=printed)
        while match.state == "circuit":
            assert match.ask is not None
            free = [option for option in match.ask.options if option.verb == "lay"]
            if not free:
                break
            args = free[0].sample(rng.randrange)
            assert all(1 <= place <= 11 for place in args["square"])  # type: ignore[union-attr]
            match.answer(Entry(1, "lay", args))
        assert len(match.log) > 3
