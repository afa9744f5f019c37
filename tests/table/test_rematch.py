"""A rematch asks only what can have changed, in every game."""

from __future__ import annotations

import random

import pytest

from referee.kernel.ask import Kind
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.players.named import random_bot
from tests.own import OWN

#: What is asked once: states in which players say what stays theirs.
ONCE = {"draf": "colour", "victory": "cars", "fette-autos": "age"}

#: Answers that begin a match, and those that are given before its rematch.
BEGINNING, PLAYED = 40, 60
SEATS = 4


def states(match: Match, answers: int) -> set[str]:
    """The states in which so many random answers are given."""
    rng, found = random.Random("rematch"), set()
    for _ in range(answers):
        if match.over:
            break
        ask = match.asks[0]
        found.add(match.state)
        if ask.kind is not Kind.DECISION and match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
    return found


@pytest.mark.parametrize("name", OWN)
def test_what_stays_is_not_asked_again(name: str) -> None:
    game = find_game(name)
    match = Match.new(game, SEATS, {}, "first")
    asked = states(match, PLAYED)
    again = Match.new(game, SEATS, {}, "second", carried=game.carry(match.position))
    if once := ONCE.get(name):
        assert once in asked
    assert not states(again, BEGINNING) & set(ONCE.values())
