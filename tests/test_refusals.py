"""Every refusal that a screen can show names the clause that an umpire names: in all games, their
boards on the table and in the box, with random and with sensible players."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.game import Ask, Game
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.text import Plain
from referee.players.named import RareBot, random_bot
from referee.testing.cases import allowed, covering
from tests.own import OWN
from tests.table.test_reasons import KNOWN
from tests.umpires import UMPIRES, Moment

#: Entries of a match; with ``--conformance 10`` ten times as many matches.
ENTRIES = 100


#: Verbs with clauses that are judged in one round at least, by game.
LEAST = {"draf": 20, "fette-autos": 20, "knight-rider": 50, "knister": 12, "victory": 15}


def matches(game: Game[Any], rounds: int) -> Iterator[Match]:
    """Under sets of options in which all pairs of values meet; each before each of its entries."""
    sets = list(covering(game)) * rounds
    for number, wanted in enumerate(sets):
        seats = game.seats[number % len(game.seats)]
        options = allowed(game, seats, wanted)
        yield from (sensible, seldom, chance)[number % 3](game, seats, options, number)


def sensible(
    game: Game[Any], seats: int, options: Mapping[str, Plain], number: int
) -> Iterator[Match]:
    """The game's own computer players, where the box knows the board and the cards."""
    options = allowed(game, seats, {**options, **KNOWN[game.name]})
    levels = ("easy", "good") * seats
    match = Match.new(game, seats, options, f"umpire {number}", players=levels[:seats])
    players, rng = Players(match), random.Random(number)
    while not match.over and match.length < ENTRIES:
        yield match
        ask = players.due()
        task = players.task(ask) if ask is not None else None
        if ask is not None:
            players.answer(ask, task() if task is not None else None)
        else:
            answer(match, random_bot, rng)


def seldom(
    game: Game[Any], seats: int, options: Mapping[str, Plain], number: int
) -> Iterator[Match]:
    return played(game, seats, options, number, RareBot())


def chance(
    game: Game[Any], seats: int, options: Mapping[str, Plain], number: int
) -> Iterator[Match]:
    return played(game, seats, options, number, random_bot)


def played(
    game: Game[Any], seats: int, options: Mapping[str, Plain], number: int, bot: Any
) -> Iterator[Match]:
    match, rng = Match.new(game, seats, options, f"umpire {number}"), random.Random(number)
    while not match.over and match.length < ENTRIES:
        yield match
        answer(match, bot, rng)


def answer(match: Match, bot: Any, rng: random.Random) -> None:
    ask = rng.choice(match.asks)
    if match.supplies(ask):
        match.supply(ask)
    else:
        match.answer(bot(None, ask, rng.choice(ask.seats), rng.randrange))


class Watch:
    """Makes moments of a match, and keeps what was seen before the last roll."""

    def __init__(self, game: Game[Any]) -> None:
        self.numbers = game.components()
        self.rolling: Mapping[str, Any] = {}

    def moments(self, match: Match) -> Iterator[tuple[Moment, Ask]]:
        if match.state == "roll":
            self.rolling = match.view(None)
        options = match.header.options
        for ask in match.asks:
            if ask.refusals:
                seat = ask.seats[0]
                view = match.view(seat)
                yield Moment(match.state, seat, options, self.numbers, view, self.rolling), ask


@pytest.mark.parametrize("name", OWN)
def test_every_refusal_names_what_an_umpire_names(name: str, pytestconfig: pytest.Config) -> None:
    game, umpire = find_game(name), UMPIRES[name]
    judged, watch = set(), Watch(game)
    for match in matches(game, int(pytestconfig.getoption("--conformance"))):
        for here, ask in watch.moments(match):
            for refusal in ask.refusals:
                told_first = ask.refusal(refusal.verb, refusal.args) is refusal
                wanted = umpire(here, refusal.verb, refusal.args) if told_first else None
                if wanted is not None:
                    judged.add((refusal.verb, refusal.clause))
                    told = f"{refusal.verb} {refusal.args} in {match.state}: {refusal.reason.key}"
                    assert refusal.clause == wanted, told
    assert len(judged) >= LEAST[name]
