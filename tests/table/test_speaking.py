"""What is said aloud, and a match that is played by ears alone."""

from __future__ import annotations

import re

import pytest

from hal.interfaces import Frame
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import Level, Speaker, heard
from sim.panel import SimPanel


class Listener:
    """A panel, and somebody who only hears it."""

    def __init__(self, game: str, language: str, level: Level, **options: object) -> None:
        settings = Settings(language=language, speech=level)
        self.program = TableProgram(
            None, lambda: "x", defaults=settings, appliance=Appliance(speaks=True)
        )
        self.match = Match.new(find_game(game), ["Anna", "Ben"], options, "ears")
        self.program.show(self.match)
        self.panel = SimPanel(self.program)
        self.said: list[str] = []
        speaker = Speaker()

        def watch(frame: Frame) -> float | None:
            program = self.program
            said = speaker.step(
                self.panel.clock.now(), program.words(), program.catalogue, program.speech,
                private=program.private,
            )  # fmt: skip
            if said is not None:
                self.said.append(said)
            return speaker.due()

        self.panel.runner.watch(watch)
        self.panel.run(1)

    def press(self, *buttons: str) -> str:
        """Press, wait until all has been said, and return what was."""
        before = len(self.said)
        self.panel.press(*buttons)
        self.panel.run(3)
        return " ".join(self.said[before:])


WORDS = {
    "de": {"first": "Wer ist am jüngsten", "cell": r"Reihe (\d), Spalte (\d)"},
    "en": {"first": "Who is the youngest", "cell": r"row (\d), column (\d)"},
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_whole_match_of_knister_is_played_by_ears_alone(language: str) -> None:
    """Nothing but what is said decides which button is pressed."""
    ears = Listener("knister", language, Level.EVERYTHING, sheets="device", dice="device")
    words = WORDS[language]
    assert words["first"] in ears.said[0]
    roll = Catalogue(language, ears.match.game)("verb.roll")
    said, places = ears.press("ok"), 0
    for _ in range(400):
        if ears.match.over:
            break
        if re.search(words["cell"], said):
            said = ears.press("ok")
            places += 1
        elif roll in said:
            said = ears.press("roll")
        else:
            said = ears.press("ok")
    assert ears.match.over
    assert places >= 50, "two sheets of 25 boxes, each of them named before it was filled"
    who = ears.match.result
    assert who is not None
    winner = ["Anna", "Ben"][who.winners[0] - 1]
    assert any(winner in line for line in ears.said[-3:])


@pytest.mark.parametrize("language", ["de", "en"])
def test_moving_the_cursor_says_only_where_it_stands(language: str) -> None:
    ears = Listener("knister", language, Level.EVERYTHING, sheets="device", dice="device")
    ears.press("ok")
    assert ears.press("down") == "2 Ben"
    assert ears.press("up") == "1 Anna"


def test_turns_alone_leave_the_cursor_out() -> None:
    ears = Listener("knister", "en", Level.TURNS, sheets="device", dice="device")
    ears.press("ok")
    assert ears.press("down") == ""
    assert "Anna" in ears.press("up", "ok")


def test_switched_off_nothing_is_said() -> None:
    ears = Listener("knister", "en", Level.OFF, sheets="device", dice="device")
    ears.press("ok", "ok", "roll")
    assert ears.said == []


def test_a_refusal_and_help_are_said() -> None:
    ears = Listener("knister", "en", Level.TURNS, sheets="device", dice="device")
    ears.press("ok", "ok")
    before = len(ears.said)
    ears.panel.hold("ok")
    ears.panel.run(1)
    assert "KNI-RND" in " ".join(ears.said[before:])


def test_a_secret_is_said_only_when_its_seat_has_asked() -> None:
    ears = Listener("fette-autos", "en", Level.EVERYTHING, cards="device", dice="device")
    for _ in range(200):
        if any(ask.secret for ask in ears.match.asks):
            break
        said = ears.press("ok")
    assert any(ask.secret for ask in ears.match.asks)
    ask = ears.match.asks[0]
    view = ears.match.view(ask.seats[0])
    hand = view["drivers"][ask.seats[0] - 1]["hand"]
    assert hand, "there is something to keep secret"
    said = ears.press("ok")
    assert "Private" in said
    assert all(str(card[0]) not in said for card in hand)
    ears.press("back")
    assert any(str(card[0]) in ears.press("roll") for card in hand)


def test_rasters_are_for_eyes_and_dice_are_told() -> None:
    words = Catalogue("en")
    screen = "1 Anna [3] [4]\n. . 7 .\n* Ben slides.\n  not chosen\n> (never)\n1/3"
    found = heard(screen, words)
    assert found.text == ("1 Anna. Rolled: 3, 4.", "Ben slides.")
    assert found.focus == "never: not now"
