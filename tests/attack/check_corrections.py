"""Thousands of owners' corrections: each is told with its line, or a match with it plays."""

from __future__ import annotations

import random
from itertools import chain, islice

import pytest

from referee.kernel.game import find_game
from tests.attack.progress import told
from tests.corrections import accepted, plays, several, single
from tests.own import OWN

#: Corrections of one number, of several; entries of each match.
ONE, SEVERAL, ENTRIES = 1200, 300, 80


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", OWN)
def test_corrections_are_played_or_told(name: str) -> None:
    game, rng, played = find_game(name), random.Random(f"{name} in volume"), 0
    drawn = chain(islice(single(game, rng), ONE), islice(several(game, rng), SEVERAL))
    for _ in told(ONE + SEVERAL, f"{name}: corrections"):
        correction = next(drawn)
        if (printed := accepted(game, correction, max(game.seats))) is not None:
            plays(game, printed, rng, ENTRIES)
            played += 1
    assert played > SEVERAL
