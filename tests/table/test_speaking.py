"""What is said aloud, and matches that are played by ears alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.scene import column_number
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from referee.table.modes.play import Play
from referee.table.pixels.lines import (
    Aside,
    Chosen,
    Columns,
    Entered,
    Happened,
    Heading,
    Key,
    Raster,
    Spot,
    Words,
)
from referee.table.speaking import Level, ScreenContent, Speaker, speech_of
from tests.table.ears import Listener, played
from tests.table.panel import Panel, store_in

FIRST = {"de": "Wer ist am jüngsten", "en": "Who is the youngest"}

#: The place under the cursor, by its one name.
CELL = r"(?:(?<=[.?!:] )|^)([A-Z])(\d+)(?: red| blue| rot| blau)?(?=\.)"

LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])

#: Options of matches that the box can play through, and players enough.
GAMES = {
    "draf": (3, {}),
    "fette-autos": (2, {"cards": "device", "dice": "device"}),
    "knight-rider": (3, {"dice": "device"}),
    "knister": (2, {"sheets": "device", "dice": "device"}),
    "victory": (2, {"dice": "device"}),
}


def knister(language: str = "en", level: Level = Level.EVERYTHING) -> Listener:
    return Listener("knister", language, level, sheets="device", dice="device")


@LANGUAGES
def test_a_whole_match_of_knister_is_played_by_ears_alone(language: str) -> None:
    """Nothing but what is said decides which button is pressed."""
    ears = knister(language)
    assert FIRST[language] in ears.said[0]
    roll = Catalogue(language, ears.match.game)("verb.roll")
    said, places = ears.press("ok"), 0
    for _ in range(400):
        if ears.match.over:
            break
        if re.search(CELL, said):
            said = ears.press("ok")
            places += 1
        elif f"ROLL: {roll}" in said:
            said = ears.press("roll")
        else:
            said = ears.press("ok")
    assert ears.match.over
    assert places >= 50, "two sheets of 25 boxes, each of them named before it was filled"
    who = ears.match.result
    assert who is not None
    winner = ["Anna", "Ben"][who.winners[0] - 1]
    assert any(winner in line for line in ears.said[-3:])


@LANGUAGES
def test_a_whole_race_of_victory_is_driven_by_ears_alone(language: str) -> None:
    """Circuit and dice in the box: nothing but what is said decides which button is pressed, and
    whose turn it is and what to do takes twelve words at most."""
    ears = Listener("victory", language, Level.EVERYTHING, board="device", dice="device", laps=1)
    throw = {
        "de": r"Prozent Risiko\. Runter: \w+, (\d+) Prozent",
        "en": r"percent risk\. Down: \w+, (\d+) percent",
    }
    said, roll = ears.said[0], Catalogue(language, ears.match.game)("verb.throw")
    throws = places = 0
    for _ in range(200):
        if ears.match.over:
            break
        rolled = f"ROLL: {roll}" in said
        risk = re.search(throw[language], said)
        faces = r"\w+: \w+, \w+, \w+\. (Anna|Ben)\. "
        assert risk is None or re.search(faces, said), "what fell, and then how much it risks"
        throws += rolled
        places += bool(re.search(CELL, said))
        asked = re.search(r"(?:Anna|Ben)\. (?:(?!Anna|Ben)[^?])+\?", said)
        assert asked is None or len(asked[0].split()) <= 12, said
        button = "roll" if rolled or "ROLL:" in said else "ok"
        said = ears.press("down" if risk is not None and risk[1] == "0" else button)
    assert ears.match.over
    assert throws >= 4
    assert places >= 8
    result = ears.match.result
    assert result is not None
    assert ["Anna", "Ben"][result.winners[0] - 1] in ears.said[-1]


def test_by_ears_alone_a_cell_is_chosen_by_what_it_brings() -> None:
    """Whoever listens to what the cells bring can take the best, and gets what was said."""
    ears = knister()
    said = ears.press("ok", "ok")
    scored = 0
    while not ears.match.over:
        if not (found := re.search(CELL, said)):
            said = ears.press("roll" if "ROLL" in said else "ok")
            continue
        offers, start = {}, found[0]
        while found is not None and found[0] not in offers:
            points = re.search(rf"{found[0]}\. \+(\d+)", said)
            offers[found[0]] = int(points[1]) if points else 0
            said = ears.press("down")
            found = re.search(CELL, said)
        best = max(offers, key=lambda cell: offers[cell])
        assert start in offers
        while best not in said:
            said = ears.press("down")
        scored += offers[best]
        said = ears.press("ok")
    result = ears.match.result
    assert result is not None
    assert scored > 0
    assert sum(result.scores.values()) == scored, "what was said is what was scored"


@LANGUAGES
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_told(game: str, language: str) -> None:
    """Whose turn, what to do, what fell and what followed: all of it, in words that can be read.

    Nobody has asked to hear a secret."""
    seats, options = GAMES[game]
    ears = Listener(game, language, Level.EVERYTHING, seats=seats, **options)
    words, asked, who = ears.program.catalogue, 0, ""
    for said, turn in played(ears):
        assert not re.search(r"[\[\]{}▲▼☐☑✗|*]|\(OK\)|\(ROLL\)|^\.| \. |[A-Z]{2,}-\d", said), said
        if turn is None or not said:
            continue
        asked += 1
        assert turn.who in said or turn.who == who, f"{turn.who} is asked, and hears: {said}"
        who = turn.who
        for ruling in turn.rulings:
            assert said_of(ruling, words) in ears.told_since(turn), f"{ruling} is not told"
        if turn.dice:
            faces = [words.spare(f"speech.die.{face}") or str(face) for face in turn.dice]
            assert words("speech.rolled", dice=", ".join(faces)) in ears.told_since(turn)
    assert asked > 10
    assert ears.match.over
    result = ears.match.result
    assert result is not None
    assert all(words.player(seat) in ears.said[-1] for seat in result.winners)


def said_of(sentence: str, words: Catalogue) -> str:
    """A sentence as it is read: `heard` with nothing else on the screen."""
    return speech_of([Heading("-"), Happened(sentence)], words).notes[0]


@LANGUAGES
def test_moving_the_cursor_says_only_where_it_stands(language: str) -> None:
    ears = knister(language)
    of = {"de": "von", "en": "of"}[language]
    ears.press("ok")
    assert ears.press("down") == f"Ben, 2 {of} 2."
    assert ears.press("up") == f"Anna, 1 {of} 2."


def test_a_cell_is_told_with_what_it_brings_and_what_stands_beside_it() -> None:
    ears = knister()
    for button in ("ok", "ok", "roll", "ok", "ok", "roll"):
        said = ears.press(button)
    assert said.endswith("A1. No points yet. In the diagonal from top left: 9.")
    assert ears.press("roll") == "B1. No points yet."
    assert ears.press("down").endswith("B2. No points yet. In the diagonal from "
                                       "top left: 9.")  # fmt: skip
    assert ears.press("down") == "B3. No points yet. In the row: 9."


def test_turns_alone_leave_the_cursor_out() -> None:
    ears = knister(level=Level.TURNS)
    ears.press("ok")
    assert ears.press("down") == ""
    assert "Anna" in ears.press("up", "ok")


def test_turns_alone_leave_out_what_a_cell_brings() -> None:
    ears, brought = knister(level=Level.TURNS), set[str]()
    said = ears.press("ok", "ok")
    for _ in range(30):
        if "Write" in said:
            assert ears.press("down") == ""
            brought |= {
                line for line in ears.program.screen_text().splitlines() if line[:2] == "* "
            }
        said = ears.press("roll" if "ROLL" in said else "ok")
        assert not re.search(CELL, said)
    assert len(brought) > 1, "there was something to leave out"


@LANGUAGES
def test_how_much_is_said_is_chosen_in_the_settings_and_kept(language: str, tmp_path: Path) -> None:
    words, store = Catalogue(language), store_in(tmp_path)
    line = words("settings.speech")

    def settings(speaks: bool) -> Panel:
        panel = Panel(store, language, appliance=Appliance(speaks=speaks))
        return panel.choose(words("menu.settings"))

    assert line not in settings(speaks=False).words, "there is no voice"
    panel = settings(speaks=True)
    everything = Level.EVERYTHING  # as long as nobody has chosen
    for level in (everything, Level.OFF, Level.TURNS, everything, Level.OFF):
        shown = f"{line} {words(f'speech.level.{level.value}')}"
        assert shown in panel.words
        assert shown in settings(speaks=True).words, "in the next life too"
        panel.choose(line)


def test_switched_off_nothing_is_said() -> None:
    ears = knister(level=Level.OFF)
    ears.press("ok", "ok", "roll")
    assert ears.said == []


@pytest.mark.parametrize("level", [Level.TURNS, Level.EVERYTHING])
def test_refusals_and_help_are_said_and_the_question_again(level: Level) -> None:
    ears = knister(level=level)
    question = ears.press("ok", "ok")
    assert "Round 1 of 25: roll." in question
    before = len(ears.said)
    ears.panel.hold("ok")
    ears.panel.run(1)
    said = " ".join(ears.said[before:])
    assert said.startswith("What now? Round 1 of 25: roll.")
    assert "Both dice are rolled once a round" in said
    assert "Round 1 of 25: roll." in ears.press("back")
    ears.press("roll")
    assert "Not allowed. Only one roll a round." in ears.press("back", "down", "ok", "ok")


def test_a_press_ends_what_is_being_said_and_one_that_changes_nothing_has_it_said_again() -> None:
    words, speaker = Catalogue("en"), Speaker()

    def step(at: float, screen: str, presses: int) -> str | None:
        who, what = screen.splitlines()
        lines = (Heading(who), Words(what))
        return speaker.step(
            at, ScreenContent(lines, words, Level.TURNS, moment=screen, presses=presses)
        )

    assert step(0, "Anna\nRoll", 0) is None
    assert step(0.2, "Anna\nRoll", 0) == "Anna. Roll."
    assert step(0.3, "Anna\nRoll", 1) == "", "be silent at once"
    assert step(0.5, "Anna\nRoll", 1) == "Anna. Roll."
    assert step(0.6, "Ben\nRoll", 2) == ""
    assert step(0.7, "Ben\nRoll", 2) is None, "still silent"
    assert step(0.8, "Ben\nRoll", 2) == "Ben. Roll."


@pytest.mark.parametrize("presses", [0, 1])
def test_switching_off_ends_what_is_being_said(presses: int) -> None:
    """By a press in the settings, or from a phone."""
    words, speaker = Catalogue("en"), Speaker()
    lines = (Heading("Anna"), Words("Roll"))

    def step(at: float, level: Level, presses: int) -> str | None:
        return speaker.step(at, ScreenContent(lines, words, level, presses=presses))

    step(0, Level.TURNS, 0)
    assert step(0.2, Level.TURNS, 0)
    assert step(0.3, Level.OFF, presses) == ""
    assert step(0.5, Level.OFF, presses) is None
    assert step(0.6, Level.OFF, presses + 1) is None, "nothing is said that could end"


def test_dice_are_told_when_they_have_fallen_and_not_again() -> None:
    ears = knister()
    said = ears.press("ok", "ok", "roll")
    assert said.count("Rolled: 6, 3.") == 1
    assert ears.said[-1].startswith("Rolled: 6, 3. Anna calls 9. Anna. Write the 9.")
    assert "Rolled" not in ears.press("down")


def test_rasters_are_for_eyes_but_on_a_page_they_are_told() -> None:
    words = Catalogue("en")
    screen = [
        Heading("Anna", "1", dice=(3, 4)), Raster("", (".", ".", "7", ".")), Words("Move"),
        Happened("Ben slides."), Chosen("not chosen", selected=False),
        Chosen("never", selected=True, refused=True), Aside("1/3"),
    ]  # fmt: skip
    found = speech_of(screen, words, ["Ben slides."], dice=(3, 4))
    assert found.dice == "Rolled: 3, 4."
    assert found.news == ("Ben slides.",)
    assert found.text == ("1 Anna.", "Move.")
    assert found.focus == "never: not now, 2 of 2."
    page = [Heading("Sheet"), Raster("1", ("9", ".", "."))]
    assert speech_of(page, words).text == ("Sheet.", "1: 9, free, free.")


def test_a_place_is_told_by_the_name_that_the_log_calls_it() -> None:
    screen = [Heading("Anna"), Raster("", (".", "A")), Spot("B5", ("B", 5))]
    assert speech_of(screen, Catalogue("en")).focus == "B5."


def test_what_the_title_says_is_not_said_twice() -> None:
    """A card's sentence names its doer, and a question in the title bar the number beside it."""
    words = Catalogue("en", names=("Anna", "Ben"))

    def told(heading: Heading, *sentences: str) -> tuple[str, ...]:
        return speech_of([heading, *map(Words, sentences)], words).text

    anna = Heading("Anna", "1")
    assert told(anna, "Anna takes Red.") == ("Anna takes Red.",)
    assert told(anna, "3 crosses: Anna misses this turn.") == ("3 crosses: Anna misses this turn.",)
    assert told(anna, "Ben rams you.") == ("Anna.", "Ben rams you.")
    assert told(anna, "Annabel wins.", "Anna is second.")[0] == "Anna."
    fuel = Heading("Anna", "1", "3 points")
    assert told(fuel, "Drive 3 points.") == ("Anna.", "Drive 3 points.")
    assert told(fuel, "Drive 13 points.") == ("Anna. 3 points.", "Drive 13 points.")


def test_the_pieces_of_a_map_are_for_eyes() -> None:
    words = Catalogue("en")
    screen = [Heading("x"), Words("*: 41, 1: before 11 S ↑, 2: 52 ←"), Words("Limit →70"),
              Key("ok", "Drive")]  # fmt: skip
    assert speech_of(screen, words).text[1:] == ("Limit70.", "OK: Drive.")


def test_buttons_and_ticks_are_told_in_words() -> None:
    words, head = Catalogue("en"), Heading("x")
    pad = [head, Key("up", values=("1", "2", "3")), Key("ok", "Done"), Entered(("4",))]
    assert speech_of(pad, words).text == ("x.", "Up: 1, 2, 3.", "OK: Done.", "So far: 4.")
    refused = [head, Key("up", "Left", refused=True)]
    assert speech_of(refused, words).text == ("x.", "Up: Left: not now.")
    ticked = [
        head,
        Chosen("Oil", selected=True, tick="☑"),
        Chosen("Smoke", selected=False, tick="☐"),
    ]
    assert speech_of(ticked, words).focus == "Oil, ticked, 1 of 2."


def test_words_are_told_as_they_stand_whatever_they_look_like() -> None:
    """A label in brackets is no refusal, and a hyphen with a number makes no clause."""
    words, sentence = Catalogue("de"), "Nimm Karte TX-7 und lege sie zu COVID-19."
    screen = [Heading("Regel 66"), Words(sentence), Chosen("(Pass)", selected=True),
              Chosen("B5", selected=False)]  # fmt: skip
    assert speech_of(screen, words).text == ("Regel 66.", sentence)
    assert speech_of(screen, words).focus == "(Pass), 1 von 2."


@LANGUAGES
def test_secrets_are_said_only_when_their_seat_has_asked(language: str) -> None:
    """A whole match of Fette Autos through the panel: every cover is opened by OK, and nothing is
    heard of what lies under it; then by ROLL, and it is told."""
    ears = Listener("fette-autos", language, Level.EVERYTHING, cards="device", dice="device")
    private = ears.program.catalogue("speech.private")
    covers = told = 0
    for _, turn in played(ears):
        play = ears.program.top
        if turn is None or not isinstance(play, Play) or not play.sight.covered:
            continue
        covers += 1
        assert ears.press("ok") == private
        assert ears.press("down", "up") in ("", private)
        while not play.sight.covered:
            ears.press("back")
        said = ears.press("roll")
        secret = speech_of(ears.program.content.lines, ears.program.catalogue)
        assert secret.focus in said or secret.focus == ""
        assert all(sentence in said for sentence in secret.text[1:])
        told += bool(secret.focus)
        assert private not in said
        while not play.sight.covered:
            ears.press("back")
    assert covers >= 20
    assert told >= 10
    assert ears.match.over


def test_uncovered_by_the_seat_s_own_button_neither_the_secret_nor_its_help_is_said() -> None:
    ears = Listener("fette-autos", "en", Level.EVERYTHING, cards="device", dice="device")
    private = ears.program.catalogue("speech.private")
    ears.press("ok")
    play = ears.program.top
    assert isinstance(play, Play)
    assert play.sight.covered
    assert play.form is not None

    def helped() -> str:
        before = len(ears.said)
        ears.panel.hold("ok")
        ears.panel.run(1)
        return " ".join(ears.said[before:])

    assert ears.press(f"seat{play.form.ask.seats[0]}") == private
    assert helped() == private
    ears.press("back", "back")
    assert play.sight.covered
    assert private not in ears.press("roll") + helped()


@LANGUAGES
@pytest.mark.parametrize("button", ["ok", "roll"])
def test_a_drawn_card_is_said_only_to_a_seat_that_has_asked(button: str, language: str) -> None:
    """A whole match whose players keep the panel in their hands while a card is drawn for them."""
    ears = Listener("fette-autos", language, Level.EVERYTHING, cards="device", dice="device")
    words, match, known, drawn = ears.program.catalogue, ears.match, 0, 0

    def hold() -> None:
        play = ears.program.top
        if isinstance(play, Play) and play.sight.covered:
            ears.press(button)

    for said, _ in played(ears, before=hold):
        fresh, known = match.log[known:], len(match.log)
        for ruling in (ruling for logged in fresh for ruling in logged.rulings if ruling.only):
            drawn += 1
            assert (said_of(words.ruling(ruling), words) in said) is (button == "roll"), said
    assert drawn >= 10


# -- beside a computer player ----------------------------------------------------------------


def beside_the_box() -> Listener:
    """Anna places with the box; the box has its sheet to fill, too."""
    ears = knister()
    match = Match.new(
        find_game("knister"), ("Anna", "Box"), {"sheets": "device", "dice": "device"}, "ears",
        players=("", "good"),
    )  # fmt: skip
    ears.program.show(match)
    ears.panel.run(1)
    return ears


def test_the_box_writes_when_you_have_written_and_is_told_once() -> None:
    ears = beside_the_box()
    ears.panel.press("ok", "ok", "roll")
    ears.panel.run(0.2)
    session = ears.program.session
    assert session is not None
    before = len(session.match.lines)
    ears.panel.press("down", "down")
    ears.panel.run(10)
    assert len(session.match.lines) == before, "the box waits with its choice"
    assert "C4." in ears.said[-1]
    told = ears.press("ok")
    own, others = (line.entry for line in session.match.lines[before : before + 2])
    assert own is not None
    assert others is not None
    assert (own.seat, list(own.args.values())) == (1, [[4, 3]])
    said = re.search(r"Robot writes (\d+) in (\w)(\d)\. ", told)
    assert said is not None, told
    (place,) = others.args.values()
    assert [int(said[3]), column_number(said[2])] == place
    assert told.count("Robot writes") == 1
    assert ears.program.catalogue("card.passes") not in " ".join(ears.said), "for eyes alone"


def test_what_a_computer_player_is_asked_is_not_read_out() -> None:
    ears = beside_the_box()
    ears.press("ok", "ok", "roll", "ok")
    for _ in range(12):
        ears.panel.run(3)
        ears.press("ok")
    theirs = [said for said in ears.said if re.search(r"\bRobot\.", said)]
    assert theirs
    assert not any("Write" in said or "In the row" in said for said in theirs)


def test_switched_off_is_the_last_word_and_lists_are_told_at_every_other_level(
    tmp_path: Path,
) -> None:
    words, speaker = Catalogue("en"), Speaker()
    panel = Panel(store_in(tmp_path), "en", appliance=Appliance(speaks=True))

    def listen() -> str:
        speaker.step(panel.now, panel.program.content)
        panel.wait(1)
        return speaker.step(panel.now, panel.program.content) or ""

    panel.choose(words("menu.settings"))
    panel.press("up")  # the last line
    listen()
    heard_of = []
    for _ in range(3):
        panel.press("ok")
        heard_of.append(listen())
    line = words("settings.speech")
    for level, told in zip(("off", "turns", "everything"), heard_of, strict=True):
        assert f"{line}, {words(f'speech.level.{level}')}" in told


def test_rows_of_tables_are_told_with_a_colon_and_without_the_signs_of_pieces() -> None:
    rows = [Columns(("1", "Anna", "6", "helped")), Columns(("2 alike", "1"))]
    words = Catalogue("en", names=("Anna", "Ben"))
    found = speech_of([Heading("Scores"), *rows], words)
    assert found.text == ("Scores.", "Anna: 6, helped.", "2 alike: 1.")


def test_the_signs_of_spelling_are_told_in_words(tmp_path: Path) -> None:
    words = Catalogue("en")
    panel = Panel(store_in(tmp_path), "en")
    panel.choose("New match").choose("2 players").choose("New name")
    assert speech_of(panel.program.content.lines, words).text[1:] == ("OK: take.", "ROLL: done.")
    assert speech_of(panel.program.content.lines, words).focus == "capital A."
    panel.press("ok")
    for _ in range(60):
        told = speech_of(panel.program.content.lines, words)
        assert told.focus
        assert not re.search("[_✓()]", " ".join([*told.text, told.focus]))
        panel.press("down")


def test_numbers_of_a_game_are_read_as_it_wants() -> None:
    words = Catalogue("en", find_game("victory"))
    line = f"1 die {words('vic.odds', risk=33)}"
    assert (
        speech_of([Heading("x"), Chosen(line, selected=True)], words).focus
        == "1 die, 33 percent risk."
    )


def test_help_on_a_sheet_says_which_buttons_move_the_cursor() -> None:
    ears = knister()
    ears.press("ok", "ok", "roll")
    ears.panel.hold("ok")
    ears.panel.run(1)
    said = ears.said[-1] + "".join(ears.press("ok") for _ in range(4))  # behind rules and signs
    assert Catalogue("en")("help.cells") in said
