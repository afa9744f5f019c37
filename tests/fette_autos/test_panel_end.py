"""The end of a race on the panel, where the last answer is for one player's eyes only."""

from __future__ import annotations

import random

import pytest

from referee.games.fette_autos import GAME
from referee.kernel.match import Match
from referee.players.named import random_bot
from referee.table.catalogue import Catalogue
from referee.table.modes.result import ResultScreen
from tests.table.panel import Panel

NAMES = ("Ada", "Bob", "Cem", "Dora", "Eva", "Finn", "Gül")


def race(seats: int, seed: str) -> Match:
    match = Match.new(GAME, NAMES[:seats], {"cards": "device"}, seed)
    rng = random.Random(seed)
    while not match.over:
        ask = rng.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, rng.choice(ask.seats), rng.randrange))
    return match


def before_the_last_answer(seats: int) -> Match:
    """A race that only waits for its last driver to say, unseen, that he is done."""
    for number in range(200):
        match = race(seats, f"end {number}")
        last = max(n for n, line in enumerate(match.lines) if not line.auto)
        entry = match.lines[last].entry
        if match.lines[last].secret and entry is not None and entry.verb == "done":
            parts = GAME.components().with_values(match.header.components)
            return Match(GAME, match.header, parts, match.lines[:last])
    raise AssertionError("no race ends so")


@pytest.mark.parametrize("seats", [3, 7])
def test_a_secret_answer_that_ends_the_race_shows_the_result(seats: int) -> None:
    match = before_the_last_answer(seats)
    panel = Panel().play(match)
    panel.press("ok")  # it is me
    panel.choose(Catalogue("de", GAME).verb("done", match.state))
    while panel.match.over and not isinstance(panel.program.top, ResultScreen):
        panel.press("ok")  # what is told before
    assert panel.match.over
    assert "gewinn" in panel.words
    panel.press("hold back")  # it can be taken back; the panel asks, for hands may have been seen
    assert panel.match.over
    panel.choose(Catalogue("de", GAME)("undo.yes"))
    assert not panel.match.over
    assert "(OK) Ich bin" in panel.words
