"""No byte that a page gets depends on a secret that its seat may not see."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from referee.web.views import table

MATCHES = {
    "fette-autos": (4, {"cards": "device", "dice": "device", "hide": True, "grid": True}),
    "knister": (3, {"sheets": "device", "dice": "device"}),
}


def copy(match: Match) -> Match:
    return Match(match.game, match.header, match.game.components(), match.lines)


def sent(match: Match, seat: int | None) -> str:
    """What a page of this seat is sent."""
    words = Catalogue("de", match.game, match.header.names)
    return json.dumps(table(match, words, seat), ensure_ascii=False)


def other_answer(ask: Ask, entry: Entry, draw: random.Random) -> Entry | None:
    """Another answer to the same ask, if there is one."""
    for _ in range(20):
        option = draw.choice(ask.options)
        args = option.sample(draw.randrange)
        if (option.verb, args) != (entry.verb, entry.args):
            return Entry(entry.seat, option.verb, args)
    return None


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("number", range(6))
def test_a_secret_answer_changes_no_byte_of_the_others(game: str, number: int) -> None:
    seats, options = MATCHES[game]
    draw = random.Random(f"{game} {number}")
    match = Match.new(find_game(game), seats, options, f"twin {number}")
    compared = 0
    while not match.over and len(match.lines) < 400:
        ask = draw.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
            continue
        option = draw.choice(ask.options)
        entry = Entry(ask.seats[0], option.verb, option.sample(draw.randrange))
        if ask.secret and len(match.asks) > 1:
            compared += compare(match, ask, entry, draw)
        match.answer(entry)
    assert compared or game != "fette-autos"


def compare(match: Match, ask: Ask, entry: Entry, draw: random.Random) -> int:
    twin_entry = other_answer(ask, entry, draw)
    if twin_entry is None:
        return 0
    one, twin = copy(match), copy(match)
    rest = [open_ask for open_ask in match.asks if open_ask is not ask]
    one.answer(entry)
    twin.answer(twin_entry)
    if list(one.asks) != rest or list(twin.asks) != rest:
        return 0  # it was the last one that was waited for, and turned all up
    others: set[Any] = {None, *range(1, match.header.seats + 1)} - set(ask.seats)
    for seat in others:
        assert sent(one, seat) == sent(twin, seat), f"seat {seat} sees a secret of {ask.seats}"
    return 1
