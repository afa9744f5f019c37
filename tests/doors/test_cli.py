"""The command line: what it prints, in which language, and with which exit code."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from referee.doors import places
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests import hidden, toy
from tests.doors.conftest import Run
from tests.doors.process import REFEREE, environment

COMMANDS = (
    "play",
    "run",
    "doctor",
    "config",
    "match",
    "simulate",
    "games",
    "history",
    "export",
    "import",
    "diagram",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    assert command in run("--help")[1]
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "--lang" in out


@pytest.mark.parametrize(
    ("args", "code", "complaint"),
    [
        (("fly",), 2, "is not one of"),
        (("match",), 2, "Which game?"),
        (("match", "chess"), 1, "No game chess is installed. Installed games: "),
        (("match", "toy", "--seats", "9"), 2, "This game is for 2 to 4 players, not for 9."),
        (("match", "toy", "--seats", "two"), 2, "not a valid number"),
        (("match", "toy", "--options", "long"), 2, "key=value"),
        (("match", "toy", "--options", "long=on", "long=off"), 2, "twice"),
        (("match", "toy", "--options", "high=on"), 2, "no option high. Known: dice, long."),
        (("match", "toy", "--options", "long=7"), 2, "can't be 7. Allowed: off, on."),
        (("match", "hidden", "--dice", "table"), 2, "no option dice"),
        (("match", "toy", "--names", "Ada"), 2, "This game is for 2 to 4 players, not for 1"),
        (("match", "toy", "--names", "Ada,Ada"), 2, "each one once"),
        (("match", "toy", "--names", "Ada,Bob", "--seats", "3"), 2, "There are 2 names for 3"),
        (("match", "toy", "--names", f"Ada,{'x' * 41}"), 2, "player 2 has 41 letters; up to 40"),
        (("match", "toy", "--view", "3"), 2, "There is no seat 3"),
        (
            ("match", "toy", "--player", "5=random"),
            2,
            "from 1 to 2 once; found: 5=random",
        ),
        (("match", "toy", "--player", "1=clever"), 2, "watchful, random, rare, cmd:PROGRAM"),
        (("match", "--resume", "7"), 1, "There is no match 7 in "),
        (("match", "toy", "--resume", "7", "--seats", "2"), 2, "leave out seats"),
        (("export", "7"), 1, "There is no match 7 in "),
        (("history", "7"), 1, "There is no match 7 in "),
        (("import", "no/such/file"), 2, "no/such/file cannot be read"),
        (("import", "."), 2, ". cannot be read: Is a directory"),
        (("import", "f", "--first", "-1"), 2, "from 0 up"),
        (("diagram", "chess"), 1, "No game chess"),
        (("games", "chess"), 1, "No game chess"),
        (("simulate", "toy", "--games", "0"), 2, "--games must be 1 or more"),
        (("simulate", "toy", "--jobs", "0"), 2, "--jobs must be 1 or more"),
        (("simulate", "toy", "--seats", "1"), 2, "This game is for 2 to 4 players"),
        (("simulate", "toy", "--seats", "x"), 2, "This game is for 2 to 4 players"),
        (("simulate", "toy", "--players", "clever"), 2, "watchful, random, rare, cmd:PROGRAM"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    run: Run, args: tuple[str, ...], code: int, complaint: str
) -> None:
    found, out, errors = run(*args)
    assert (found, out) == (code, "")
    assert complaint in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "args",
    [
        ("match", "toy", "--save", "--names", "\udcff,Bob"),
        ("match", "toy", "--save", "--seed", "\udcff"),
        ("match", "toy", "--save", "--player", "1=cmd:\udcff"),
        ("match", "toy", "--seed", "\udcff"),
        ("match", "\udcff"),
        ("match", "toy", "--options", "long=\udcff"),
        ("simulate", "toy", "--games", "1", "--seed", "\udcff"),
        ("page", "1", "\udcff"),
        ("serve", "--host", "\udcff"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_argument(
    run: Run, tmp_path: Path, args: tuple[str, ...]
) -> None:
    """They were once called a damaged database."""
    code, out, errors = run(*args)
    assert (code, out) == (2, "")
    assert "not valid UTF-8, type it again" in errors
    flag = next((word for word in args if word.startswith("--") and word != "--save"), "")
    assert flag in errors
    assert not (tmp_path / "data").exists()


def test_a_file_may_have_any_name(run: Run, tmp_path: Path) -> None:
    place = str(tmp_path / "\udcff.toml")
    code, _, errors = run("config", "init", "--config", place)
    assert (code, errors) == (0, "")
    assert run("config", "check", "--config", place)[0] == 0


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [("de_DE.UTF-8", "Welches Spiel?"), ("C", "Which game?"), ("fr_FR", "Which game?")],
)
def test_messages_are_in_the_language_of_the_machine_or_the_one_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, environment: str, complaint: str
) -> None:
    monkeypatch.setenv("LC_ALL", environment)
    assert complaint in run("match")[2]
    assert "Welches Spiel?" in run("match", "--lang", "de")[2]


def test_games_lists_seats_and_options(run: Run) -> None:
    assert run("games", "toy")[1] == (
        "toy: Toy, 2 to 4 players\n"
        "    dice=device|table  Dice (TOY-1)\n"
        "    long=off|on        Long race (TOY-3)\n"
    )
    assert "knight-rider: Knight Rider, 2 bis 5 Spieler" in run("games", "--lang", "de")[1]


def test_a_diagram_has_guards_clauses_and_the_end(run: Run) -> None:
    lines = [line.strip() for line in run("diagram", "toy")[1].splitlines()]
    assert "roll --> duel: roll (TOY-2) [one]" in lines
    assert "over --> [*]" in lines
    assert "[*] --> roll" in lines


def kept(options: dict[str, str] | None = None) -> Match:
    return Match.new(
        toy.GAME, ["Ada", "Bob"], options or {"dice": "table"}, "seed", store=places.open_store()
    )


def test_history_lists_matches_and_tells_one(run: Run) -> None:
    assert run("history")[1] == "No match has been saved yet.\n"
    match = kept()
    match.answer(Entry(1, "roll", {"dice": [1]}))
    match.answer(Entry(2, "roll", {"dice": [5]}))
    match.answer(Entry(1, "stop"))
    match.undo()
    match.answer(Entry(1, "on"))
    listed = run("history")[1]
    assert "open" in listed
    assert "5 entries  Toy: Ada, Bob" in listed
    told = run("history", "1")[1].splitlines()
    assert told[0] == "Toy: Ada, Bob"
    assert told[2:] == [
        "Dice: on the table",
        f"Hash of the seed: {match.commitment}",
        "    0  Ada rolls 1.",
        "         A one: duel with Ada (TOY-2)",
        "    1  Bob rolls 5.",
        "         5 points from the duel (TOY-2)",
        "    2  Ada: Go on",
        "Undone: entry 2.",
    ]
    assert "    2  Ada: Weiter" in run("history", "1", "--lang", "de")[1].splitlines()


def laying(run: Run) -> Match:
    """A track that players lay, tile by tile; the first one lies."""
    facts = {"board": "device", "track": "built", "dice": "device"}
    match = Match.new(find_game("knight-rider"), 2, facts, "seed", store=places.open_store())
    while match.state != "lay" or not match.log[-1].line.auto:
        on(match)
    on(match)
    return match


def on(match: Match) -> None:
    """The first answer that is offered."""
    ask = match.asks[0]
    if match.supplies(ask):
        match.supply(ask)
    else:
        option = ask.options[0]
        match.answer(Entry(ask.seats[0], option.verb, option.sample(lambda n: 0)))


def verbs(match: Match) -> list[str]:
    return [logged.line.entry.verb for logged in match.log if logged.line.entry is not None]


def test_history_calls_the_places_of_a_map_as_players_do(run: Run) -> None:
    """A tile that is laid is told by its place, not by its coordinates. The centre is H8 to I9, and
    all places keep their names while the track grows."""
    match = laying(run)
    before = [line for line in run("history", "1")[1].splitlines() if " lays it at " in line]
    assert [
        re.search(r" lays it at ([G-J]7|[G-J]10|[GJ][89]), ", line) is not None for line in before
    ] == [True]
    while verbs(match).count("laid") < 20:
        on(match)
    assert [line for line in run("history", "1")[1].splitlines() if " lays it at " in line][
        :1
    ] == before


def test_history_tells_a_drive_as_the_log_does(run: Run) -> None:
    """Its end, and not every step that the box then makes; no press that tells nothing."""
    facts = {"board": "device", "track": "city", "dice": "device"}
    match = Match.new(find_game("knight-rider"), 2, facts, "seed", store=places.open_store())
    while "go" not in verbs(match):
        on(match)
    told = run("history", "1")[1]
    place = r"(on|between|in the (north|east|south|west) of) \d\d( and \d\d)?"
    assert re.search(rf"Player \d stops {place}, facing (north|east|south|west)\.\n", told)
    assert "1 space forward" not in told
    assert "Done" not in told
    assert "Go:" not in told


def test_the_seed_is_told_when_the_match_is_over(run: Run) -> None:
    match = kept()
    for entry in (("roll", {"dice": [6]}), ("on", {}), ("roll", {"dice": [6]})):
        match.answer(Entry(1, *entry))
    told = run("history", "1")[1]
    assert "Seed of dice and cards: seed" in told
    assert told.endswith("The goal is reached.\n")
    assert "  over " in run("history")[1]


def test_history_hides_what_is_hidden_until_the_end(run: Run) -> None:
    match = Match.new(hidden.GAME, 2, {}, "seed", store=places.open_store())
    match.answer(Entry(1, "bid", {"height": 3}))
    told = run("history", "1")[1]
    assert told.count("hidden until the match is over") == 3
    assert "Your card" not in told
    match.abandon()
    told = run("history", "1")[1]
    assert "Player 1: Bid: 3" in told
    assert "Your card" in told
    assert "The match was abandoned." in told


def test_export_and_import(run: Run, tmp_path: Path) -> None:
    match = kept()
    match.answer(Entry(1, "roll", {"dice": [4]}))
    match.answer(Entry(1, "on"))
    file = tmp_path / "match.jsonl"
    file.write_text(run("export", "1")[1], "utf-8")
    assert run("import", str(file)) == (0, "Saved as match 2.\n", "")
    assert run("export", "2")[1] == file.read_text("utf-8")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    rows[2]["verb"] = "fly"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    code, _, errors = run("import", str(file))
    assert code == 1
    assert "Line 3 of the file: Not now. Go on or stop?" in errors
    assert run("import", str(file), "--first", "1")[0] == 0
    assert len(places.open_store().matches()) == 3


def test_a_damaged_database_is_told_and_left_where_it_is(run: Run) -> None:
    """Only the program that owns the table sets it aside."""
    file = places.data_folder() / "matches.sqlite"
    file.parent.mkdir()
    file.write_bytes(b"rubbish" * 999)
    for command in (("history",), ("export", "1"), ("page", "1"), ("match", "--resume", "1")):
        code, _, complaint = run(*command)
        assert code == 1
        assert f"{file} is damaged" in complaint
    assert [file.name for file in file.parent.iterdir()] == [file.name]


def test_a_match_of_other_rules_is_not_told_wrongly(run: Run) -> None:
    match = kept()
    match.answer(Entry(1, "roll", {"dice": [4]}))
    match.answer(Entry(1, "on"))
    file = places.data_folder() / "matches.sqlite"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE line SET digest = 'other' WHERE number = 1")
    code, _, errors = run("history", "1")
    assert code == 1
    assert "only 1 of 2 entries" in errors


def test_an_owners_numbers_are_played_with(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "config" / "components"
    folder.mkdir(parents=True)
    (folder / "toy.toml").write_text("goal = 3")
    assert places.components(toy.GAME)["goal"] == 3
    (folder / "toy.toml").write_text("\ngoal = 'far'")
    code, _, errors = run("match", "toy")
    assert code == 1
    assert f"{folder / 'toy.toml'}, line 2: goal is wrong" in errors
    (folder / "toy.toml").write_bytes(b"\xff")
    assert "it is not UTF-8; save it as UTF-8" in run("match", "toy")[2]


def test_no_name_and_no_word_steers_the_terminal(run: Run) -> None:
    """A name in the database is a stranger's word; so is what an error repeats."""
    evil = "\x1b]0;x\x07\u202e"
    with closing(places.open_store()) as store:
        Match.new(toy.GAME, [evil, "Bob"], store=store)
    told = run("history")[1] + run("history", "1")[1] + run("match", evil)[2]
    assert "␛]0;x␇" in told
    assert not any(sign in told for sign in evil if not sign.isprintable())


def test_history_tells_a_match_that_cannot_be_read_and_all_others(run: Run) -> None:
    with closing(places.open_store()) as store:
        for names in (["Ada", "Bob"], ["Cem", "Dora"]):
            Match.new(toy.GAME, names, store=store)
        path = store.path
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE match SET names = '5', changed = 1e300 WHERE id = 1")
    code, told, _ = run("history")
    assert code == 0
    assert "Cem, Dora" in told
    assert "1  can't be read" in told
    code, _, complaint = run("history", "1")
    assert code == 1
    assert "Match 1 cannot be read" in complaint


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, '[folders]\ndata = "/tmp/a\\u0000b"\n'])
def test_a_strange_configuration_is_an_error_that_names_the_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.delenv(places.DATA)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "referee.toml").write_text(text, "utf-8")
    code, _, complaint = run("history")
    assert code == 1
    assert "referee.toml" in complaint


@pytest.mark.parametrize(("language", "said"), [("en", "whose turn it is"), ("de", "am Zug ist")])
def test_alone_it_greets_with_three_commands(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    code, out, errors = run()
    assert (code, errors) == (0, "")
    assert said in out
    for command in ("demo", "play", "serve"):
        assert f"referee {command} " in out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_completes_in_the_shell(run: Run, shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "referee" in out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("referee ma", ["match "]),
        ("referee match kni", ["knight-rider", "knister"]),
        ("referee match knister --options hin", ["hints=off", "hints=on"]),
        ("referee match nothing --options hin", []),
    ],
)
def test_a_shell_is_told_what_could_come_next(
    typed: str, offered: list[str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    asking = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(told),
        "COMP_LINE": typed, "COMP_POINT": str(len(typed)), "COMP_TYPE": "9",
    }  # fmt: skip
    subprocess.run(REFEREE, env=environment(tmp_path) | asking, timeout=60, check=True)
    assert told.read_text().split("\n") == (offered or [""])


def test_a_wrong_command_line_is_told_in_the_users_language(run: Run) -> None:
    code, _, errors = run("match", "toy", "--lang", "de", "--seats", "zwei")
    assert code == 2
    assert "'zwei' ist keine gültige Zahl" in errors
    assert "referee --help" in errors
