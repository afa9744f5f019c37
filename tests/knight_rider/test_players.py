"""Knight Rider's computer players at work: they answer what they are asked, and drive to win."""

from __future__ import annotations

import random

from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.sides import SIDES
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.bots import EASY, GOOD, NEVER, chance, needs
from referee.kernel.game import Setup
from referee.kernel.match import Match
from referee.kernel.players import Player, chosen
from tests.knight_rider.boards import example, field, spot


def test_points_to_a_field_are_counted_by_parity() -> None:
    road = example().roads
    table = needs(road, field("M34"))
    assert table[spot("M13 E")] == (2, 60)
    assert min(table[spot("M13 W")]) == 4
    assert min(table[spot("12/45 S")]) == 4
    assert {at.facing for at in table} == set(SIDES)
    assert chance((2, 99)) > chance((4, 99)) > chance(NEVER)
    assert chance((8, 99), ("turbo1",)) > chance((8, 99))
    assert Spot(field("M34"), "E") in table


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
