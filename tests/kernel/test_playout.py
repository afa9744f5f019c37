"""Playouts end as matches do: the same rows, the same position, the same winner."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from referee.kernel.ask import Ask, Entry, RandBelow
from referee.kernel.chance import cheap
from referee.kernel.errors import Refused
from referee.kernel.game import Game, find_game
from referee.kernel.players import Player
from referee.kernel.playout import CAP, Counting, Endless, Playout
from referee.kernel.text import Plain
from referee.players.named import find
from sim.simulate import Plan, QuickMatch, draw_setup, play_out, seated, setup_of
from tests.own import OWN

#: Tests into which the matches of a game are parted, for the processes that share them.
PARTS = 4

#: Entries after which the two are compared where they stand; of players that think.
LONG, THOUGHT = 3000, 400

#: Who sits at the table where not all are random, by match; everybody moves on by a seat.
TABLES = (("easy", "random"), ("easy",), ("good", "random", "rare"), ("rare",))


def set_up(game: Game[Any], number: int) -> tuple[int, Mapping[str, Plain], str]:
    """Seats, options and seed of a match; half of them have all facts in the device."""
    seed = f"playout {number}"
    own = {spec.key: "device" for spec in game.options if "device" in spec.values}
    plan = Plan(game.name, tuple(game.seats)[:7], 1, options=own if number % 2 else {}, mix=True)
    seats, options = draw_setup(game, plan, random.Random(seed))
    return seats, options, seed


def both_ways(game: Game[Any], number: int, names: tuple[str, ...], cap: int) -> None:
    seats, options, seed = set_up(game, number)
    players = {seat: find(game, name) for seat, name in seated(names, seats, number).items()}
    if not all(player.knows(options) for player in players.values()):
        return
    match = QuickMatch.new(game, seats, options, seed)
    bots = {seat: player.make(match.setup) for seat, player in players.items()}
    played = Playout(
        game, setup_of(game, seats, options), seed, players, cheap(random.Random(number))
    )
    what = f"match {number}, {seats} seats, {options}"
    try:
        play_out(match, bots, random.Random(number), check=False, cap=cap)
    except Endless:
        with pytest.raises(Endless):
            played.play(cap)
        assert played.rows == match.rows[: len(played.rows)], what
        return
    played.play()
    assert played.rows == match.rows, what
    assert played.digest == match.digest
    assert played.result == match.result
    assert played.length == match.length


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", sorted(OWN))
def test_a_playout_ends_as_the_match_does(
    name: str, part: int, request: pytest.FixtureRequest
) -> None:
    count = int(request.config.getoption("--playouts"))
    for number in range(part, count, PARTS):
        both_ways(find_game(name), number, ("random",), LONG)


@pytest.mark.parametrize("name", sorted(OWN))
def test_players_that_look_see_the_same_in_both(name: str, request: pytest.FixtureRequest) -> None:
    count = int(request.config.getoption("--playouts"))
    game = find_game(name)
    for number in range(max(count // 10, len(TABLES))):
        both_ways(game, 2 * number + 1, TABLES[number % len(TABLES)], THOUGHT)


def playout(name: str, number: int, level: str = "random", **counting: Counting) -> Playout:
    game = find_game(name)
    seats, options, seed = set_up(game, number)
    players = dict.fromkeys(range(1, seats + 1), find(game, level))
    below = cheap(random.Random(number))
    return Playout(game, setup_of(game, seats, options), seed, players, below, **counting)


def test_rulings_can_be_counted() -> None:
    heard = Counting()
    played = playout("victory", 3, outcome=heard)
    played.play()
    game = find_game("victory")
    seats, options, seed = set_up(game, 3)
    match = QuickMatch.new(game, seats, options, seed)
    bots = dict.fromkeys(range(1, seats + 1), find(game, "random").make(match.setup))
    play_out(match, bots, random.Random(3), check=False, cap=CAP)
    said = [ruling.key for logged in match.log for ruling in logged.rulings]
    assert heard.counts == Counter([r.key for r in match.opening] + said)
    assert heard.rulings == []


def test_a_match_without_an_end_says_where_it_was() -> None:
    played = playout("victory", 3)
    with pytest.raises(Endless, match="no end after 5 entries, in state"):
        played.play(5)
    assert (played.length, played.result) == (5, None)
    assert played.rows


def test_what_a_player_answers_is_judged() -> None:
    def cheat(view: object, ask: Ask, seat: int, below: RandBelow) -> Entry:
        return Entry(seat, "place", {"cell": [9, 9]})

    game = find_game("knister")
    setup = setup_of(game, 1, {"sheets": "device", "dice": "device"})
    played = Playout(game, setup, "seed", {1: Player(lambda setup: cheat)}, cheap(random.Random(1)))
    with pytest.raises(Refused):
        played.play()
    assert played.position.state == "place"


def test_one_result_draws_nothing() -> None:
    rng = random.Random(1)
    below = cheap(rng)
    state = rng.getstate()
    assert below(1) == 0
    assert rng.getstate() == state
    assert {below(3) for _ in range(100)} == {0, 1, 2}
