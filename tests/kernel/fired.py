"""Which share of the rows that fire at the table `transitions` itself has fired, for every game.

``python -m tests.kernel.fired --matches 20``
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from transitions import EventData, Transition

from referee.game import Entry, Game
from referee.kernel.fold import Fold
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.ruling import Outcome
from referee.testing.cases import allowed, covering
from tests.own import OWN


@contextmanager
def counted() -> Iterator[list[str]]:
    """The triggers that the library has carried out, one by one."""
    fired: list[str] = []
    execute = Transition.execute

    def noted(self: Transition, event: EventData) -> bool:
        done = execute(self, event)
        if done:
            fired.append(event.event.name)
        return done

    with patch.object(Transition, "execute", noted):
        yield fired


def shares(game: Game[Any], matches: int, longest: int = 300) -> tuple[int, int]:
    """How many rows the library has fired, and how many have fired: matches by chance, seat counts
    and options by turns, from the first fork to the end."""
    with counted() as fired:
        rows = sum(_rows(game, number, longest) for number in range(matches))
    return len(fired), rows


def _rows(game: Game[Any], number: int, longest: int) -> int:
    rng = random.Random(number)
    seats = list(game.seats)[:8]
    options = allowed(game, seats[number % len(seats)], rng.choice(list(covering(game))))
    match = Match.new(game, seats[number % len(seats)], options, str(number))
    while not match.over and match.length < longest:
        ask = rng.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            option = rng.choice(ask.options)
            match.answer(Entry(ask.seats[0], option.verb, option.sample(rng.randrange)))
    return _opening(match) + sum(len(logged.rows) for logged in match.log)


def _opening(match: Match) -> int:
    """How many rows the beginning has, before the first answer."""
    fresh = Fold(match.game, match.header, match.setup.components)
    position, outcome = match.game.setup(match.setup), Outcome()
    position.state = fresh.flow.initial
    fresh.flow.table.start(position, outcome)
    return len(outcome.rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    args = parser.parse_args()
    for name in OWN:
        fired, rows = shares(find_game(name), args.matches)
        print(f"{name}: {fired} of {rows} rows by transitions, {fired / rows:.1%}", flush=True)


if __name__ == "__main__":
    main()
