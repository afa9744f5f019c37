"""What happened, on a card under the doer's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.play import Play
from referee.table.modes.result import ResultScreen
from referee.table.modes.telling import Card
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.panel import draw
from referee.table.pixels.signs import SIDE, SIGNS
from referee.table.play import happened
from tests.own import OWN
from tests.patience import until
from tests.table.panel import Panel
from tests.table.test_only_ok import KNOWN


def knister(players: Sequence[str] = ("", "easy")) -> Panel:
    names = ["Ada", "Bob", "Cem"][: len(players)]
    match = Match.new(find_game("knister"), names, {"sheets": "device"}, "card", players=players)
    return Panel(games=("knister",), language="en").play(match)


def place(panel: Panel) -> None:
    """Ada says who begins, rolls if she must, and is asked where to write the number."""
    while panel.match.state != "place":
        panel.read().press("roll" if panel.match.state == "roll" else "ok").wait(1)
    panel.read()


def carded(panel: Panel) -> None:
    """Until a card stands there."""
    until(lambda: isinstance(panel.program.top, Card), lambda: panel.wait(0.2), lambda: panel.words)


def test_the_box_does_not_interrupt_an_answer_and_is_told_of_after_it() -> None:
    panel = knister()
    place(panel)
    length = panel.match.length
    panel.press("down").wait(10)
    assert isinstance(panel.program.top, Play)
    assert panel.match.length == length, "it writes when people have"
    panel.press("ok").wait(0.5)
    carded(panel)
    assert panel.title == "2 Bob"
    assert panel.lines[1].startswith("Bob writes ")


def test_what_several_computers_do_in_a_row_is_one_story() -> None:
    """Under the name of each, and one press ends all of it."""
    facts = {"board": "device", "length": 50}
    match = Match.new(find_game("draf"), ["Ada", "Bob", "Cem"], facts, "run",
                      players=["", "easy", "easy"])  # fmt: skip
    panel = Panel(games=("draf",), language="en").play(match)
    names = set[str]()
    for _ in range(400):
        shown = panel.program.top
        panel.wait(0.5)
        if isinstance(shown, Card) and shown is panel.program.top:
            names.add(panel.title)
        elif len(names) > 1:
            break
        else:
            names = set()
        if isinstance(shown, Play) and not shown.sight.left_to_box:
            panel.press("ok")
    assert len(names) > 1


def test_a_card_shows_the_die_that_decided() -> None:
    """Nothing was drawn beside who begins; now it is the die that said so."""
    match = Match.new(find_game("knight-rider"), ["Ada", "Bob"], {}, "die")
    panel = Panel(games=("knight-rider",), language="en").play(match)
    until(
        lambda: match.state == "first_roll",
        lambda: panel.read().press("ok").wait(1),
        lambda: panel.words,
    )
    until(
        lambda: isinstance(panel.program.top, Card),
        lambda: panel.press("roll" if match.state == "first_roll" else "ok").wait(0.2),
        lambda: panel.words,
    )
    screen = panel.program.screen
    lines = [line.entry for line in match.lines if line.entry is not None]
    rolled = [entry.args["dice"] for entry in lines if "dice" in entry.args]
    assert list(screen.faces) == rolled[-1]
    with_die, without = Canvas(), Canvas()
    draw(with_die, screen)
    draw(without, replace(screen, faces=()))
    assert with_die.picture.tobytes() != without.picture.tobytes()


@pytest.mark.parametrize("button", ["ok", "roll", "seat1"])
def test_the_press_that_ends_a_card_does_nothing_else(button: str) -> None:
    panel = knister()
    place(panel)
    panel.wait(10).press("ok")
    carded(panel)
    lines = len(panel.match.lines)
    panel.press(button)
    assert not isinstance(panel.program.top, Card)
    assert len(panel.match.lines) <= lines + (button == "seat1"), "but his own button rolls"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", KNOWN)
def test_nobody_reads_on_a_screen_of_his_own_what_others_have_done(
    name: str, language: str
) -> None:
    """A whole match: what stands in the strip is what those did who are asked, and all of it is
    there: no line is cut off."""
    game, seats = find_game(name), max(2, find_game(name).seats[0])
    names = ["Ada", "Bob", "Cem"][:seats]
    match = Match.new(game, names, KNOWN[name], "own", players=["", *["easy"] * (seats - 1)])
    panel = Panel(language=language, games=(name,)).play(match)
    while not match.over:
        panel.press("ok").wait(2)
        top = panel.program.top
        assert panel.program.clipped == [], panel.words
        if isinstance(top, Play) and top.form is not None and panel.program.session:
            doer = panel.program.session.latest.doer
            told = [ruling for ruling in happened(top.sight) if ruling.shown_to(None)]
            assert not told or doer in (None, *top.form.ask.seats), panel.words
    panel.read()
    assert isinstance(panel.program.top, ResultScreen)


@pytest.mark.parametrize("name", OWN)
def test_the_signs_are_drawn_and_the_rulings_have_words(name: str) -> None:
    game = find_game(name)
    for key, sign in game.signs.items():
        assert len(SIGNS[sign]) <= SIDE
        assert all(len(row) <= SIDE for row in SIGNS[sign])
        assert all(Catalogue(language, game).has(key) for language in LANGUAGES), key
