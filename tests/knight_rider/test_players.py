"""Knight Rider's computer players at work: they answer what they are asked, and drive to win."""

from __future__ import annotations

import random

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.odds import NEVER, Needs, Net, chance
from referee.games.knight_rider.board.roads import Card, diverted, roads
from referee.games.knight_rider.bots import EASY, GOOD
from referee.kernel.game import Setup
from referee.kernel.match import Match
from referee.kernel.players import Player, chosen
from tests.knight_rider.boards import example, field, parts, random_track, spot


def test_points_to_a_field_are_counted_by_parity() -> None:
    net = Net(example().roads)
    table = net.needs(field("M34"))

    def needs(words: str) -> Needs:
        return table[net.number(spot(words))]

    assert needs("M13 E") == (2, 60)
    assert min(needs("M13 W")) == 4
    assert min(needs("12/45 S")) == 4
    assert chance((2, 99)) > chance((4, 99)) > chance(NEVER)
    assert chance((8, 99), frozenset({"turbo1"})) > chance((8, 99))


def test_nothing_leads_to_a_field_under_a_roadblock() -> None:
    net = Net(example(cards={34: Card("roadblock", 0)}).roads)
    assert set(net.needs(field("M34"))) == {NEVER}


def test_a_better_place_ahead_is_worth_less_with_every_point() -> None:
    net = Net(example().roads)
    worth = [0.0] * len(net.needs(field("M34")))
    worth[net.number(spot("M12 E"))] = 1.0
    found = net.on_the_way(worth, 0.5)
    ways = ("M12 E", "34/12 E", "M34 E", "M34 N")
    assert [found[net.number(spot(words))] for words in ways] == [1.0, 0.5, 0.25, 0.125]


@pytest.mark.parametrize("seed", range(40))
def test_one_more_diversion_makes_the_same_roads_as_all_at_once(seed: int) -> None:
    rng, made = random.Random(seed), parts(seed % 2)
    track, cards = random_track(rng, made, "box"), dict[int, Card]()
    known = roads(made, track, cards)
    for _ in range(8):
        tile, kind = rng.choice(track), rng.choice(list(made.shapes))
        card = Card(kind, rng.choice(made.distinct_card_turns(kind)))
        known, cards = diverted(made, known, tile, card), {**cards, tile.number: card}
        assert known == roads(made, track, cards)


def play(player: Player, seed: int) -> Match:
    match = Match.new(GAME, 3, {"board": "device", "track": "city"}, f"players {seed}")
    setup = Setup(3, match.header.options, GAME.components())
    bots = {seat: player.make(setup) for seat in (1, 2, 3)}
    below = random.Random(seed).randrange
    for _ in range(3000):
        ask = match.ask
        if ask is None:
            break
        seat = ask.seats[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(chosen(bots[seat](match.view(seat), ask, seat, below)).entry)
    return match


def test_both_levels_bring_matches_to_an_end() -> None:
    for player in (EASY, GOOD):
        assert all(play(player, seed).over for seed in range(3))
