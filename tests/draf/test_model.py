"""Drives through crowds on bad roads end as a second model of the rules has them end."""

from __future__ import annotations

import random

import pytest

from referee.games.draf.numbers import SPECIAL
from referee.games.draf.position import Place
from tests.draf import PATIENCE, Play, Stage
from tests.draf.model import Model, Won, side

#: The road: all cars stand in the first rows of a short table.
ROWS, CROWD = 20, 2

#: Drives that are compared, for every number of players.
DRIVES = 60


def staged(rng: random.Random, seats: int) -> tuple[Stage, dict[int, int]]:
    """Cars in a crowd, every second place special or not built, the driver slowest."""
    places = [(lane, row) for lane in range(1, seats + 1) for row in range(1, CROWD + 1)]
    cars = dict(zip(range(1, seats + 1), rng.sample(places, seats), strict=True))
    lift = rng.choice((0, 0, ROWS - CROWD))  # sometimes at the edge of the table
    cars = {seat: (lane, row + lift) for seat, (lane, row) in cars.items()}
    tiles: dict[Place, str | None] = {}
    for lane in range(1, seats + 1):
        for row in range(1, ROWS + 1):
            if rng.random() < 0.5:
                free = (lane, row) not in cars.values()
                tiles[lane, row] = rng.choice((*SPECIAL, "water", *([None] if free else [])))
    speeds = sorted(rng.sample(range(2, 11), seats))
    return Stage(cars, tiles, long=ROWS), dict(zip(cars, speeds, strict=True))


def model_of(play: Play, stage: Stage, speeds: dict[int, int]) -> Model:
    cards = play.p.numbers.cards
    return Model(
        lanes=len(speeds),
        rows=ROWS,
        tiles=dict(stage.tiles),
        cars=dict(stage.cars),
        triangles={seat: cards[speed].triangles for seat, speed in speeds.items()},
        driver=1,
        points=speeds[1],
        cards=dict.fromkeys(speeds, len(cards)),
    )


def settled(play: Play) -> Play:
    """Answer what the model has no choice in."""
    for _ in range(PATIENCE):
        play.settle()
        if play.state == "water":
            seat = play.p.agenda[-1].seat
            play.do(side(seat, play.p.driver(seat).place))
        elif play.state in ("service", "joker"):
            play.do(play.verbs[-1])
        else:
            return play
    raise AssertionError(f"no end of {play.state}")


def won(model: Model, way: str) -> int:
    """The seat that this step lets win, or 0."""
    try:
        model.step(way)
    except Won as off:
        return int(off.args[0])
    return 0


def compared(play: Play, model: Model, rng: random.Random) -> bool:
    """One step of both; whether the driver goes on."""
    ways = [verb for verb in play.verbs if verb in ("forward", "left", "right")]
    way = rng.choice(ways)
    letter = {"forward": "F", "left": "L", "right": "R"}[way]
    winner = won(model, way)
    settled(play.go(letter))
    if winner:
        if not play.p.modelled:
            return False  # the players say so; the device has no edge there
        assert play.match.result is not None
        assert play.match.result.winners == (winner,)
        return False
    assert play.places == model.cars
    left = {seat: len(d.hand) + d.kept for seat, d in enumerate(play.p.drivers, 1)}
    assert left == model.cards
    goes_on = model.points > 0 and not model.stopped
    assert (play.p.turn == model.driver) == goes_on
    if goes_on:
        assert play.points == model.points
    return goes_on


@pytest.mark.clause("DRF-SPC-3", "DRF-COL-7", "DRF-COL-10", "DRF-COL-15", "DRF-COL-17")
@pytest.mark.parametrize("board", ["device", "table"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_drives_end_as_in_a_second_model(seats: int, board: str) -> None:
    crashes = 0
    for number in range(DRIVES):
        rng = random.Random(f"{seats} {number}")
        stage, speeds = staged(rng, seats)
        play = Play(stage, board, length=50).speeds(*speeds.values())
        model = model_of(play, stage, speeds)
        for _ in range(speeds[1]):
            if not compared(play, model, rng):
                break
        crashes += model.stopped
    assert crashes > 10
