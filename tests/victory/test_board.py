"""Whole races with the circuit in the device: beside the naive model, and beside the table."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from referee.game import Entry, Plain, Ruling
from referee.games.victory import GAME
from referee.games.victory.position import Racing, Victory
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from tests.victory.model import NaiveCircuit, NaiveRace


def drawn(number: int) -> Match:
    """A match on the device's circuit, with everything drawn by its number."""
    rng = random.Random(f"board {number}")
    options = {
        "board": "device",
        "laps": rng.choice((1, 1, 2, 3)),
        "allow_backward": rng.random() < 0.2,
        "last_survivor_wins": rng.random() < 0.8,
    }
    return Match.new(GAME, rng.randint(2, 6), options, f"board {number}")


def position(match: Match) -> Racing:
    assert isinstance(match.position, Racing)
    return match.position


def answered(match: Match, rng: random.Random) -> tuple[Entry, Sequence[Ruling]]:
    """Any legal answer; a drive is mostly the farthest one, so that races end."""
    ask = match.ask
    assert ask is not None
    if match.supplies(ask):
        rulings = match.supply(ask)
    elif match.state == "drive" and rng.random() < 0.7:
        verb, args = next(ask.listed())
        rulings = match.answer(Entry(ask.seats[0], verb, args))
    elif match.state == "choose" and rng.random() < 0.8:
        rulings = match.answer(Entry(ask.seats[0], "one"))
    else:
        rulings = match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
    last = [logged.line.entry for logged in match.log if not logged.line.auto][-1]
    assert last is not None
    return last, rulings


def short(ruling: Ruling) -> tuple[object, ...]:
    """A ruling as the naive model tells it."""
    args = ruling.args or {}
    numbers = [args[name] for name in ("n", "place") if name in args]
    return (ruling.key, ruling.seat, *numbers)


def set_up(match: Match, rng: random.Random) -> tuple[NaiveRace, NaiveCircuit]:
    """Up to the first throw, and the naive model in the same place."""
    while match.state != "first":
        answered(match, rng)
    p = position(match)
    naive = NaiveRace(
        p.seats,
        p.length,
        backward=bool(p.options["allow_backward"]),
        survivor=bool(p.options["last_survivor_wins"]),
    )
    road = NaiveCircuit([(x, y) for x, y in p.squares], p.direction == "clockwise")
    naive.begin(road, complex(*p.start), p.order[0])
    return naive, road


def compare(match: Match, naive: NaiveRace, state: str) -> None:
    """Positions, turns and the legal moves are the same in both models."""
    assert match.state == state
    p = position(match)
    if state == "over":
        return
    assert {seat: complex(*point) for seat, point in p.places.items()} == naive.at
    assert p.turn == naive.turn
    assert p.finished == naive.home
    assert p.out == naive.crashed
    if state == "drive":
        assert match.ask is not None
        listed = {complex(*args["to"]) - (1 + 1j) for _, args in match.ask.listed()}
        assert listed == set(naive.targets())


def played_beside_the_model(number: int) -> int:
    """A race in both models; returns the entries."""
    match, rng = drawn(number), random.Random(f"model {number}")
    naive, _ = set_up(match, rng)
    compare(match, naive, "first")
    state = "first"
    while not match.over:
        entry, rulings = answered(match, rng)
        naive.told = []
        if entry.verb == "throw":
            state = naive.throw(entry.faces())
        elif entry.verb in ("one", "two"):
            state = "second"
        elif entry.verb == "move":
            state = naive.drive(complex(*entry.cell("to")) - (1 + 1j))
        elif entry.verb == "on":
            state = naive.pass_on()
        else:
            state = "over"
        assert [short(ruling) for ruling in rulings] == naive.told
        compare(match, naive, state)
    assert match.result is not None
    winners = naive.home or [
        seat for seat in naive.at if naive.told[-1:] == [("vic.survivor", seat)]
    ]
    assert list(match.result.winners) == winners[:1]
    return len(match.log)


@pytest.mark.clause(
    "VIC-SET-1", "VIC-SET-6", "VIC-SET-9", "VIC-MOVE-2", "VIC-MOVE-3", "VIC-MOVE-4", "VIC-MOVE-5",
    "VIC-MOVE-6", "VIC-MOVE-7", "VIC-MOVE-8", "VIC-MOVE-9", "VIC-MOVE-10", "VIC-MOVE-12",
    "VIC-LAP-1", "VIC-LAP-2", "VIC-LAP-3", "UNK-VIC-2", "UNK-VIC-5",
)  # fmt: skip
@pytest.mark.parametrize("part", range(8))
def test_races_are_those_of_the_naive_model(part: int, request: pytest.FixtureRequest) -> None:
    count = int(request.config.getoption("--races")) // 8
    for number in range(part * count, (part + 1) * count):
        played_beside_the_model(number)


@pytest.mark.clause("VIC-MOVE-10")
def test_the_move_named_first_lets_dice_lapse_only_where_every_other_does() -> None:
    """Whoever goes where the cursor stands drives on; no more foresight is in the order."""
    seen = 0
    for number in range(16):
        match, rng = drawn(number), random.Random(f"first {number}")
        while not match.over:
            if match.state == "drive" and position(match).left > 1:
                first, *others = [lapses(match, args) for _, args in listed(match)]
                if True in others and False in (first, *others):
                    seen += 1
                    assert not first
            answered(match, rng)
    assert seen > 20


def listed(match: Match) -> list[tuple[str, dict[str, Plain]]]:
    assert match.ask is not None
    return [(verb, dict(args)) for verb, args in match.ask.listed()]


def lapses(match: Match, args: dict[str, Plain]) -> bool:
    """Whether dice lapse right after this move."""
    there = match.copy()
    rulings = there.answer(Entry(position(match).turn, "move", args))
    return any(ruling.key == "vic.lapsed" for ruling in rulings)


class Teller:
    """A match at the table that is told what happens on the device's circuit."""

    def __init__(self, match: Match) -> None:
        options = {**match.header.options, "board": "table", "dice": "table", "lot": "table"}
        self.match = Match.new(GAME, match.header.seats, options, "another")
        self.heard: list[tuple[object, ...]] = []

    def tell(self, verb: str, **args: Plain) -> None:
        rulings = self.match.answer(Entry(self.match.asks[0].seats[0], verb, args))
        self.heard += map(full, rulings)

    def move(self, face: str, laps: int) -> None:
        """A die was driven and the line crossed so often; the start is told where a lap follows."""
        p = self.match.position
        assert isinstance(p, Victory)
        self.tell({"R": "red", "B": "blue"}[face])
        if laps and p.starting and not p.lines:
            self.line()
            assert self.heard.pop()[0] == "vic.behind"
        for _ in range(laps):
            self.line()

    def line(self) -> None:
        p = self.match.position
        assert isinstance(p, Victory)
        self.tell("line", **({} if p.crossed else {"car": p.turn}))

    def end(self, rulings: Sequence[Ruling]) -> None:
        """The car's turn is over; the dice that are left lapse."""
        lapsed = [ruling.args for ruling in rulings if ruling.key == "vic.lapsed"]
        if lapsed and lapsed[0] is not None:
            self.tell("stuck", n=lapsed[0]["n"])
        else:
            self.tell("driven")


def full(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.key, ruling.clause, ruling.seat, repr(ruling.args))


def told_to_the_table(number: int) -> int:
    """A race on the device's circuit, its events told truthfully to a match at the table;
    returns the entries."""
    match, rng = drawn(number), random.Random(f"table {number}")
    teller, said = Teller(match), list[tuple[object, ...]]()
    while match.state == "circuit":
        answered(match, rng)
    teller.tell("done")
    while not match.over:
        p, state = position(match), match.state
        turn, place, laps = p.turn, p.places.get(p.turn), p.laps(p.turn) if p.pad else 0
        entry, rulings = answered(match, rng)
        said += map(full, rulings)
        if entry.verb == "move" and place is not None:
            x, y = entry.cell("to")
            straight = x - 1 == place[0] or y - 1 == place[1]
            teller.move("R" if straight else "B", p.laps(turn) - laps)
        elif entry.verb == "put":
            teller.tell("done")
        else:
            teller.tell(entry.verb, **entry.args)
        if state == "direction":
            teller.tell("done")  # the grid, on which the device lines up by itself
        if teller.match.state == "drive" and match.state != "drive":
            teller.end(rulings)
    told, here = teller.match, match
    assert said == teller.heard
    there, board = told.position, position(here)
    assert isinstance(there, Victory)
    assert (there.pad, there.out, there.turn, there.order, there.behind) == (
        board.pad, board.out, board.turn, board.order, board.behind,
    )  # fmt: skip
    assert told.result == here.result
    return len(here.log)


@pytest.mark.clause("VIC-LAP-1", "VIC-LAP-2", "VIC-PAD-2", "VIC-END-1", "VIC-MOVE-10")
@pytest.mark.parametrize("part", range(4))
def test_both_ways_are_one_game(part: int, request: pytest.FixtureRequest) -> None:
    count = int(request.config.getoption("--races")) // 8
    for number in range(part * count, (part + 1) * count):
        told_to_the_table(number)
