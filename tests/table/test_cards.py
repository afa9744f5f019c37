"""What happened, on a card under the doer's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Final

import pytest

from referee.kernel.ask import Entry
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
from referee.table.screen import Look
from referee.table.story import given
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


#: What the title of a card says that does not wait for OK.
PASSES: Final = "no OK needed"


def test_the_box_does_not_interrupt_an_answer_and_is_told_of_after_it() -> None:
    panel = knister()
    place(panel)
    length = panel.match.length
    panel.press("down").wait(10)
    assert isinstance(panel.program.top, Play)
    assert panel.match.length == length, "it writes when people have"
    panel.press("ok").wait(0.5)
    carded(panel)
    assert panel.title == f"2 Bob {PASSES}"
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


@dataclass(slots=True)
class Told:
    """A card as it was read: page by page the title and the text; how long the log was then."""

    length: int
    pages: list[tuple[str, str]] = field(default_factory=list)


def motorway(seed: str) -> tuple[Match, list[Told]]:
    """A match of D'raf that a person plays with OK against two computers, and its cards."""
    match = Match.new(find_game("draf"), ["Ada", "Bob", "Cem"], {"board": "device", "length": 75},
                      seed, players=["", "good", "easy"])  # fmt: skip
    panel, told, shown = Panel(games=("draf",), language="en").play(match), list[Told](), None
    while not match.over:
        top = panel.wait(0.2).program.top
        if isinstance(top, Card):
            told += [Told(match.length)] if top is not shown else []
            page = (
                panel.title.removesuffix(f" {PASSES}"),
                " ".join(line.strip() for line in panel.lines[1:]),
            )
            told[-1].pages += [page] if page not in told[-1].pages else []
        elif isinstance(top, Play) and not top.sight.left_to_box:
            panel.press("ok")
        shown = top
    return match, told


def runs_of(match: Match) -> list[tuple[int, list[tuple[int, Entry]]]]:
    """Whose answers followed each other, and where in the log they stand."""
    players, log = match.header.players, enumerate(match.log)
    lines = (
        (n, logged.line)
        for n, logged in log
        if given(logged.line, players) and not logged.line.device
    )
    found = [(n, line.entry) for n, line in lines if line.entry is not None]
    return [(seat, list(run)) for seat, run in groupby(found, key=lambda one: one[1].seat)]


@pytest.mark.parametrize("seed", ["late", "whole"])
def test_what_a_computer_has_done_is_told_whole_before_anybody_else_does_anything(
    seed: str,
) -> None:
    """All its rows and lanes, under its name. Several are one story where each of them has given
    one answer to the same question."""
    match, told = motorway(seed)
    names, runs = match.header.names, runs_of(match)
    for (seat, run), (_, after) in pairwise(runs):
        last, (then, entry) = run[-1][0], after[0]
        together = len(run) == 1 and run[0][1].verb == entry.verb
        watched = run[-1][1].verb == "colour"  # everybody is asked after it, and has seen it
        titles = {title for card in told if last < card.length <= then for title, _ in card.pages}
        if seat > 1 and not (together or watched):
            assert f"{seat} {names[seat - 1]}" in titles, run
    for seat in (2, 3):
        name = match.header.names[seat - 1]
        read = " ".join(page for card in told for title, page in card.pages if title.endswith(name))
        rows = re.findall(r"(\d+) forward|(one) row forward|(\d+) rows forward", read)
        steps = [
            logged.line.entry for logged in match.log
            if logged.line.entry and logged.line.entry.seat == seat
            and logged.rows and logged.rows[0].startswith("drive.")
        ]  # fmt: skip
        driven = [step for step in steps if step.verb in ("forward", "ahead")]
        far = sum(int(step.args.get("steps", 1)) for step in driven)
        assert sum(int(n or (1 if one else m)) for n, one, m in rows) == far, read
        sides = [step.verb for step in steps if step.verb in ("left", "right")]
        assert re.findall(r"(?:drives to the |, |: )(left|right)\b", read) == sides


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


def test_the_drawing_on_a_card_belongs_to_the_sentences_beside_it() -> None:
    """A diversion's barrier beside `the red car stays` read as if it had stopped the red car."""
    facts = {"board": "device", "track": "city"}
    match = Match.new(find_game("knight-rider"), ["Ada", "Bob"], facts, "signs",
                      players=["", "good"])  # fmt: skip
    panel = Panel(games=("knight-rider",), language="en").play(match)
    seen = dict[str, set[str]]()
    while not match.over and len(match.lines) < 400:
        shown = panel.program.top.screen()
        if shown.look is Look.CARD and shown.sign in ("barrier", "card"):
            seen.setdefault(shown.sign, set()).add(shown.text)
        panel.press(*([] if shown.look is Look.CARD else ["ok"])).wait(0.5)
    assert seen["barrier"]
    assert [text for text in seen["barrier"] if " on tile " not in text] == []
    assert [text for text in seen["card"] if not re.search("[Cc]ard|Red car", text)] == []


@pytest.mark.parametrize("name", OWN)
def test_the_signs_are_drawn_and_the_rulings_have_words(name: str) -> None:
    game = find_game(name)
    for key, sign in game.signs.items():
        assert len(SIGNS[sign]) <= SIDE
        assert all(len(row) <= SIDE for row in SIGNS[sign])
        assert all(Catalogue(language, game).has(key) for language in LANGUAGES), key


@pytest.mark.clause("KR-RAM-10")
def test_a_turn_that_is_missed_right_after_the_hit_is_told_with_it() -> None:
    """A guest read of the roof alone, and did not know whether the missed turn was to come."""
    names, options = ("Player 1", "Robot"), {"board": "device", "cards": "device"}
    game, players = find_game("knight-rider"), ("easy", "easy")
    match = Match.new(game, names, options, "r12", players=players)
    panel = Panel(language="en", games=("knight-rider",)).play(match)
    until(
        lambda: "Robot: car on its roof! Robot: back on its wheels." in panel.lines,
        lambda: panel.wait(0.5),
        lambda: panel.words,
        most=2000,
    )
