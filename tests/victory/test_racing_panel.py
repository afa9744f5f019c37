"""The panel with the circuit in the box: the map where one chooses, the cursor, places by name."""

from __future__ import annotations

import random
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.cli import main
from referee.doors import places
from referee.games.victory import GAME
from referee.games.victory.building import Square
from referee.kernel.ask import Entry, OneOf
from referee.kernel.match import Match
from referee.kernel.scene import Map
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.pixels.canvas import wrapped
from referee.table.pixels.fonts import font
from tests.table.panel import Panel

clause = pytest.mark.clause

NAMES = ("Ada", "Bob", "Cem")

#: The widest circuit that there is, and one that is wide and tall.
CIRCUITS = {
    "wide": (*((x, 0) for x in range(6)), *((x, 1) for x in range(5, -1, -1))),
    "tall": (
        (0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0), (3, 0), (3, -1), (2, -1), (1, -1),
        (0, -1),
    ),
}  # fmt: skip


def lined_up(laps: int = 1, seed: str = "seed") -> Match:
    """Three cars on the ring 5x3, dice and lots on the table, clockwise from E7 to E9."""
    options = {"board": "device", "dice": "table", "lot": "table", "laps": laps}
    match = Match.new(GAME, NAMES, options, seed)
    match.answer(Entry(1, "take", {"circuit": "ring 5x3"}))
    for seat, car in enumerate(("red", "blue", "green"), 1):
        match.answer(Entry(seat, "car", {"car": car}))
    match.answer(Entry(1, "draw", {"starter": 1}))
    match.answer(Entry(1, "put", {"place": [5, 3]}))
    match.answer(Entry(1, "clockwise"))
    assert match.state == "first"
    return match


def throw(match: Match, *throws: str) -> Match:
    for number, faces in enumerate(throws):
        assert match.ask is not None
        seat = match.ask.seats[0]
        if number:
            match.answer(Entry(seat, "one" if len(faces) == 1 else "two"))
        match.answer(Entry(seat, "throw", {"dice": list(faces)}))
    return match


def drive(match: Match, *places: tuple[int, int]) -> Match:
    for place in places:
        assert match.ask is not None
        match.answer(Entry(match.ask.seats[0], "move", {"to": list(place)}))
    return match


def on_panel(match: Match, language: str = "en") -> Panel:
    return Panel(language=language, games=("victory",)).play(match)


def target(panel: Panel) -> tuple[str, int]:
    """The column and the row under the cursor."""
    (found,) = (line for line in panel.lines if line.startswith("> "))
    name = re.fullmatch(r"> ([A-Z]+)(\d+)(?: red| blue| rot| blau)?(?:: finish|: Ziel)?", found)
    assert name is not None
    return name[1], int(name[2])


def first_lap() -> Match:
    """Ada's second throw lets her drive round once in five moves, four of which she has driven."""
    match = throw(lined_up(), "RRR", "BB")
    return drive(match, (1, 5), (5, 9), (13, 9), (13, 1))


@clause("VIC-TURN-2", "VIC-TURN-4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_circuit_is_in_sight_from_the_first_roll_to_the_last_move(language: str) -> None:
    cars = "1: E9, 2: E8, 3: E7"
    for throws in ((), ("RXX",), ("RRB", "B")):
        played = throw(lined_up(), *throws)
        header = replace(played.header, options={**played.header.options, "dice": "device"})
        panel = on_panel(Match(GAME, header, GAME.components(), played.lines), language)
        assert cars in panel.lines, throws
        assert panel.program.clipped == []


@clause("VIC-TURN-3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_throw_of_the_tables_dice_still_fits(language: str) -> None:
    for throws in ((), ("RXX",)):
        panel = on_panel(throw(lined_up(), *throws), language)
        panel.press(*["ok"] * len(throws))
        assert panel.program.clipped == [], throws


@clause("VIC-MOVE-1", "VIC-MOVE-8")
@pytest.mark.parametrize(
    ("language", "red", "blue"), [("de", "rot", "blau"), ("en", "red", "blue")]
)
def test_every_target_names_the_colour_of_the_die_that_it_takes(
    language: str, red: str, blue: str
) -> None:
    panel = on_panel(throw(lined_up(), "RBX", "X"), language)
    for _ in range(20):
        (found,) = (line.removeprefix("> ") for line in panel.lines if line.startswith("> "))
        name, *colour = found.split()
        straight = name[0] == "E" or name[1:] == "9"  # the car stands on E9
        if panel.lines[-1][0] != "*":  # a place that may be chosen
            assert colour == [red if straight else blue], found
        panel.press("down")


@clause("VIC-MOVE-8")
def test_down_leads_down_on_the_screen_within_a_column() -> None:
    panel = on_panel(first_lap())
    assert target(panel) == ("A", 9)
    panel = on_panel(drive(throw(lined_up(), "RRR", "BB"), (1, 5), (5, 9), (13, 9)))
    seen = [target(panel)]
    while (place := target(panel.press("down"))) != seen[0]:
        seen.append(place)
    columns = {column: [row for c, row in seen if c == column] for column, _ in seen}
    assert len(columns["M"]) == 8
    below = [row for row in columns["M"] if row >= seen[0][1]]
    assert below == sorted(below)
    rising = [row for row in columns["M"] if row < seen[0][1]]
    assert rising == sorted(rising)


@clause("VIC-MOVE-8")
def test_arrows_of_a_keyboard_lead_to_every_target_and_never_the_other_way() -> None:
    ahead = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    for driven in ((), ((1, 5),), ((1, 5), (5, 9)), ((1, 5), (5, 9), (13, 9))):
        panel = on_panel(drive(throw(lined_up(), "RRR", "BB"), *driven))
        seen, waiting = set[tuple[str, int]](), [target(panel)]
        while waiting:
            here = waiting.pop()
            seen.add(here)
            for direction, (east, south) in ahead.items():
                while target(panel) != here:
                    panel.press("down")
                way = panel.program.steered(direction)
                assert way is not None
                there = target(panel.press(*way))
                steps = east * (ord(there[0]) - ord(here[0])) + south * (there[1] - here[1])
                assert there == here or steps > 0, (here, direction, there)
                waiting += [there] if there not in seen | {*waiting} else []
        assert seen == {target(panel.press("down")) for _ in range(len(seen) + 9)}


def with_one_target() -> Match:
    """A race in which the car on turn can drive to one place only."""
    for number in range(200):
        match, rng = lined_up(laps=6), random.Random(number)
        for _ in range(60):
            ask = match.ask
            assert ask is not None
            fields = [option.fields.get("to") for option in ask.options]
            if any(isinstance(f, OneOf) and len(f.values) == 1 for f in fields):
                return match
            verb, args = rng.choice([*ask.listed()])
            faces = {"first": "RBX", "second": "B" * match.position.taken}.get(match.state, "")
            match.answer(Entry(ask.seats[0], verb, {"dice": list(faces)} if faces else args))
    raise AssertionError("no such race was found")


@clause("VIC-MOVE-3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_only_target_is_named_and_marked(language: str) -> None:
    panel = on_panel(with_one_target(), language)
    assert panel.match.ask is not None
    ((verb, args),) = panel.match.ask.listed()
    at = args["to"]
    assert isinstance(at, list)
    cell = f"{'ABCDEFGHIJKLMNO'[at[0] - 1]}{10 - at[1]}"
    assert f"(OK) {Catalogue(language, GAME).verb(verb)}: {cell}" in panel.lines
    assert panel.program.clipped == []


@clause("VIC-SET-1")
def test_the_only_place_for_a_square_is_named_in_the_list() -> None:
    match = Match.new(GAME, NAMES, {"board": "device"}, "seed")
    for x, y in ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)):
        match.answer(Entry(1, "lay", {"square": [6 + x, 6 + y]}))
    panel = on_panel(match)
    while len(panel.match.position.squares) < 7 or panel.match.state == "circuit":  # type: ignore[attr-defined]
        if any(line.startswith("> Lay a piece") for line in panel.lines):
            break
        panel.press("ok")
    (line,) = (line for line in panel.lines if line.startswith("> Lay a piece"))
    assert re.fullmatch(r"> Lay a piece to [A-K]\d+", line), line


@clause("VIC-END-1", "VIC-SET-6")
@pytest.mark.parametrize(
    ("language", "card", "home", "won"),
    [
        (
            "en",
            "Ada puts the start card at E7.",
            "Ada drives to A9.",
            "Ada finishes first and wins! The car comes off the board.",
        ),
        (
            "de",
            "Ada legt die Startkarte bei E7 an.",
            "Ada fährt nach A9.",
            "Ada ist im Ziel und gewinnt! Das Auto kommt vom Plan.",
        ),
    ],
)
def test_the_log_names_every_place_whatever_the_screen_shows(
    language: str, card: str, home: str, won: str
) -> None:
    match = lined_up()
    match.undo()
    assert match.state == "direction"
    assert on_panel(match, language).record()[-1] == card
    panel = on_panel(first_lap(), language).press("ok")
    assert panel.match.state == "places"
    assert panel.record()[-2:] == [home, won]
    panel.press("down", "ok")
    assert panel.match.over
    assert [card, home, won] == [line for line in panel.record() if line in (card, home, won)]


@clause("VIC-CROSS-4")
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "3 crosses: Ada misses this turn."), ("de", "3 Kreuze: Ada setzt aus.")],
)
def test_a_missed_turn_is_told_under_the_name_of_who_misses_it(language: str, said: str) -> None:
    panel = on_panel(throw(lined_up(), "XXX"), language).press("ok")
    panel.press(*panel.program.type_die("R"))
    assert panel.title.startswith("1 Ada")
    assert said in panel.lines
    assert panel.press("ok").title.startswith("2 Bob")


@clause("VIC-PAD-4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_history_calls_places_as_the_screen_does(
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(places.DATA, str(tmp_path))
    played = first_lap()
    with closing(places.open_store()) as store:
        match = Match.new(GAME, NAMES, dict(played.header.options), "seed", store=store)
        for line in played.lines:
            if not line.auto:
                assert line.entry is not None
                match.answer(line.entry)
    assert main(["history", str(match.id), "--lang", language]) == 0
    said = Catalogue(language, GAME).under("said.")
    told = capsys.readouterr().out
    for verb, at in (("put", "E7"), ("move", "A5"), ("move", "E1"), ("move", "M1")):
        assert f"  {said[verb].format(who='Ada', to=at, place=at)}\n" in told


@clause("VIC-SET-1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("squares", CIRCUITS.values(), ids=CIRCUITS)
def test_nothing_is_cut_off_beside_a_circuit_of_any_shape(
    squares: tuple[Square, ...], language: str
) -> None:
    names = [f"Maximilian {seat}" for seat in (1, 2, 3)]
    match = Match.new(GAME, names, {"board": "device", "laps": 2}, "seed")
    for x, y in squares:
        if match.state == "circuit":
            match.answer(Entry(1, "lay", {"square": [6 + x, 6 + y]}))
    if match.state == "circuit":
        match.answer(Entry(1, "close"))
    rng, panel = random.Random(0), on_panel(match, language)
    while (ask := match.ask) is not None:
        assert panel.program.clipped == [], panel.words
        verb, args = rng.choice([*ask.listed()][:9])
        match.answer(Entry(ask.seats[0], verb, {} if match.supplies(ask) else args))
        panel = on_panel(match, language)


@clause("VIC-PAD-2", "VIC-LAP-2", "VIC-MOVE-6")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_below_the_circuit_while_it_is_driven_takes_one_line(language: str) -> None:
    """A second one would take a row of points from the map."""
    words = Catalogue(language, GAME, NAMES, {"board": "device"})
    said = [words("vic.lap", place=6, n=n, who="Maximilian") for n in (1, 6)]
    said += [words("vic.behind")]
    reasons = ("stay", "bend", "jump", "share", "reverse", "must-drive", "no-red", "no-blue")
    said += [words(f"vic.why.{reason}") for reason in (*reasons, "no-more-throws")]
    assert [one for one in said if len(wrapped(one, font("small"), 128)) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_opening_says_how_far_a_die_drives(language: str) -> None:
    words = Catalogue(language, GAME)
    aim = words("opening.aim")
    assert {"de": "so weit du willst", "en": "as far as you like"}[language] in aim


@clause("VIC-SET-7")
@pytest.mark.parametrize("circuit", ["ring 5x3", "zigzag"])
@pytest.mark.parametrize("presses", range(0, 24, 5))
def test_a_place_for_the_start_card_says_how_far_its_row_reaches(
    circuit: str, presses: int
) -> None:
    match = Match.new(GAME, NAMES, {"board": "device", "lot": "table"}, "seed")
    match.answer(Entry(1, "take", {"circuit": circuit}))
    for seat, car in enumerate(("red", "blue", "green"), 1):
        match.answer(Entry(seat, "car", {"car": car}))
    match.answer(Entry(1, "draw", {"starter": 1}))
    panel = on_panel(match)
    panel.press(*["down"] * presses)
    (line,) = (line for line in panel.lines if line.startswith("> "))
    assert any("=" in row for row in panel.lines if row.startswith("|"))  # and there it is drawn
    panel.press("ok")
    pages = GAME.scene(panel.match.position, None).pages
    (road,) = (page for page in pages["circuit"] if isinstance(page, Map))
    row = {road.called(at) for at, sign in road.tiles.items() if sign == "="}
    assert {*line.removeprefix("> ").split(" to ")} < row


@clause("VIC-SET-6")
def test_every_row_for_the_start_is_offered_once() -> None:
    """The card may lie at either end of it; on the screen that makes no difference."""
    match = Match.new(GAME, NAMES, {"board": "device", "lot": "table"}, "seed")
    match.answer(Entry(1, "take", {"circuit": "ring 5x3"}))
    for seat, car in enumerate(("red", "blue", "green"), 1):
        match.answer(Entry(seat, "car", {"car": car}))
    match.answer(Entry(1, "draw", {"starter": 1}))
    panel, seen = on_panel(match), list[str]()
    while (line := next(line for line in panel.lines if line.startswith("> "))) not in seen:
        seen.append(line)
        panel.press("down")
    rows = [frozenset(line.removeprefix("> ").split(" to ")) for line in seen]
    assert len(rows) == len({*rows}) == 24  # three rows on each of its eight straights
    match.answer(Entry(1, "put", {"place": [13, 5]}))  # a program may name the inner end, too
    assert match.state == "direction"
