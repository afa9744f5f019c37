"""Both ways are one game: a match with its board in the device, told truthfully to a match with
its board on the table, gives the same rulings, hands, roofs, turns and winner."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from referee.game import Entry
from referee.games.knight_rider import GAME
from referee.games.knight_rider.position import Knight
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from referee.kernel.position import Position, plain
from referee.kernel.ruling import Ruling

#: What the device alone knows and says; the table has it before its eyes. Whether red stays is
#: asked there only while its first tableau is known; later "nobody was hit" is all that counts.
#: Cars on the table have numbers of their own (KR-INT-56).
ITS_OWN = ("kr.board.", "kr.divert.over", "kr.red.stays", "kr.first.order", "kr.first.starts")

#: Verbs of the device that tell nobody anything: choices of a trip, draws of its own.
UNTOLD = frozenset(
    ("catch", "deal", "go", "ram", "turn_up", "gate", "turn_over", "draw", "play_on")
)


class Twin:
    """The match at the table. Dice come with the entries; cards and board are reported."""

    def __init__(self, seats: int, **options: object) -> None:
        facts = {"dice": "table", "cards": "table", "strict": True, "diversion_places": True}
        self.match = Match.new(GAME, seats, {**options, **facts}, "twin")

    def tell(self, entry: Entry) -> Sequence[Ruling]:
        """What this entry is at the table, if it is anything."""
        if entry.verb in UNTOLD:
            return []
        args, verb = dict(entry.args), entry.verb
        if verb in ("turn", "built"):
            args = {}
        if verb == "flip":
            verb = "driven"
        if verb == "divert":
            del args["joins"]
        if verb == "no_tableau" and not self.match.position.red:
            verb = "clear"
        return self.match.answer(Entry(entry.seat, verb, args))


def told(rulings: Sequence[Ruling]) -> list[tuple[object, ...]]:
    """What both tell alike; on the table nobody tells what a diversion joins."""
    shared = [r for r in rulings if not r.key.startswith(ITS_OWN)]
    return [(r.key, r.clause, r.seat, {**(r.args or {}), "joins": ""}) for r in shared]


def shared(position: Position) -> object:
    """What both positions hold. Of shuffled hands the table knows the number of the cards alone."""
    assert isinstance(position, Knight)
    data = plain(position)
    assert isinstance(data, dict)
    known = {key: value for key, value in data.items() if key != "board"}
    known["pile"] = len(position.pile)
    if position.on("luck") or position.on("surplus"):
        known["pool"] = None
        known["cars"] = [
            {
                **car,
                "hands": {
                    sort: sum(hand["known"].values()) + hand["blind"]
                    for sort, hand in car["hands"].items()
                },
            }
            for car in known["cars"]
        ]
    now = dict(known["now"])
    now["arrow"] = 0
    return {**known, "now": now}


def play_twins(seed: int, seats: int, **options: object) -> int:
    """Both matches to the end; returns the entries of the one in the device."""
    rng = random.Random(seed)
    match = Match.new(GAME, seats, {"board": "device", **options}, str(seed))
    twin, read = Twin(seats, **options), 0
    here: list[tuple[object, ...]] = []
    there: list[tuple[object, ...]] = []
    while not match.over:
        ask = match.ask
        assert ask is not None
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
        for logged in match.log[read:]:
            entry = logged.line.entry
            assert entry is not None
            if entry.verb == "give_up":
                return len(match.log)
            here += told(logged.rulings)
            there += told(twin.tell(entry))
        read = len(match.log)
        if match.state == twin.match.state:
            assert here == there
            assert shared(match.position) == shared(twin.match.position)
    assert here == there
    assert twin.match.result is not None
    assert match.result == twin.match.result
    return len(match.log)


def mixed(seed: int) -> dict[str, Any]:
    """Options of a match, by its number."""
    return {
        "track": ("city", "random", "country")[seed % 3],
        "targets": (0, 0, 2)[seed % 3],
        "goal_arrival": ("last_step", "end")[seed % 2],
        "red_counts_as_car": seed % 4 != 1,
        "shield_stops_red": seed % 5 == 1,
        "luck": seed % 6 == 2,
        "surplus": seed % 7 == 3,
        "quarter_turn_anywhere": seed % 4 != 3,
    }


@pytest.mark.clause("KR-INT-40", "KR-INT-42")
@pytest.mark.parametrize("seed", range(12))
def test_told_truthfully_the_table_comes_to_the_same(seed: int) -> None:
    play_twins(seed, 2 + seed % 4, **mixed(seed))
