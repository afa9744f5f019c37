"""What may not be done stands behind one line, in every game, and says why."""

from __future__ import annotations

import random

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.players.named import random_bot
from referee.table.answer.form import MANY
from tests.knight_rider import Play as Knight
from tests.own import OWN
from tests.table.panel import Panel
from tests.victory import Play as Victory

#: Answers of a random match that are looked at.
ANSWERS = 60


@pytest.mark.parametrize("name", OWN)
def test_of_what_may_not_be_done_a_list_shows_one_line(name: str) -> None:
    """At most one line of a list is no answer: a refused one alone, or the one for several."""
    game, rng = find_game(name), random.Random("why")
    match = Match.new(game, game.seats[0], {}, "why")
    panel = Panel(language="en", games=(name,))
    for _ in range(ANSWERS):
        if match.over:
            break
        ask, lines = match.asks[0], panel.play(match).lines
        if len(match.asks) == 1 and any(line.startswith("> ") for line in lines):
            listed = [line for line in lines if line.startswith(("> (", "  ("))]
            assert len(listed) <= 1, panel.words
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))


def test_knight_riders_reasons_are_behind_the_line() -> None:
    play = Knight(3).race().lap().roll(1)
    panel = Panel(language="en", games=("knight-rider",)).play(play.match)
    assert [line for line in panel.lines if "(" in line] == []
    panel.choose("What can't I do?").choose("(Escape card)")
    assert panel.title == "Not allowed"
    panel.press("ok", "back")
    assert "> Move done" in panel.lines


def test_victorys_reasons_are_behind_the_line() -> None:
    play = Victory(4).race().throw("RRB", "B")
    panel = Panel(language="en", games=("victory",)).play(play.match)
    assert [line for line in panel.lines if "(" in line] == []
    panel.choose("What can't I do?")
    assert len([line for line in panel.lines if "(" in line]) >= MANY


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_line_is_set_apart_and_is_never_lit_as_an_answer_is(language: str) -> None:
    """Dots part it from the answers; the cursor frames it and leaves it dark inside."""
    panel = Panel(language=language, games=("knight-rider",))
    panel.play(Knight(3).race().lap().roll(1).match).press("up")
    assert panel.lines[-1].startswith("> ")
    assert panel.lines[-1].endswith("?")
    picture = panel.program.frame().picture.convert("1")
    rows = [[bool(picture.getpixel((x, y))) for x in range(128)] for y in range(14, 64)]
    assert any(row[50:110] == [x % 2 == row.index(True, 48) % 2 for x in range(50, 110)]
               for row in rows if any(row[48:50]))  # fmt: skip
    lit = [y for y, row in enumerate(rows) if all(row[50:110])]
    assert len(lit) == 2
    assert lit[1] - lit[0] > 1
