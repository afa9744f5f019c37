"""The twelve rules of FAP in all their 4,096 sets: ``make switches``.

Every set is played to its end by random bots, chips, cards and places counted after every entry,
or it is refused with its clause.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.games.fette_autos import GAME
from referee.kernel.errors import Refused
from referee.kernel.match import Match
from referee.players.named import random_bot

FAP: Final = tuple(spec.key for spec in GAME.options if spec.group == "variant")

#: Entries after which a race counts as endless.
CAP: Final = 20_000


def sets() -> Iterator[dict[str, bool]]:
    """All sets of switches."""
    for values in itertools.product((False, True), repeat=len(FAP)):
        yield dict(zip(FAP, values, strict=True))


def sample(count: int) -> list[dict[str, bool]]:
    """Few sets in which every two switches meet, on and off."""
    rng = random.Random("switches")
    pool = list(sets())
    wanted = {
        pair
        for one, other in itertools.combinations(FAP, 2)
        for pair in itertools.product(((one, False), (one, True)), ((other, False), (other, True)))
    }
    found = []
    for _ in range(count):
        tries = rng.sample(pool, 60)
        best = max(tries, key=lambda chosen: len(met(chosen) & wanted))
        wanted -= met(best)
        found.append(best)
    assert not wanted
    return found


def met(chosen: Mapping[str, bool]) -> set[tuple[tuple[str, bool], ...]]:
    return set(itertools.combinations(chosen.items(), 2))


def play(chosen: Mapping[str, bool], seats: int, cards: str, seed: str) -> str:
    """The clause that refuses the set; empty when the race was played to its end."""
    options = {**chosen, "cards": cards}
    try:
        match = Match.new(GAME, seats, options, seed)
    except Refused as refused:
        return refused.clause
    rng = random.Random(seed)
    for _ in range(CAP):
        assert not GAME.invariants(match.position), (options, seats, seed, match.state)
        if match.over:
            return ""
        ask = rng.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, rng.choice(ask.seats), rng.randrange))
    raise AssertionError(f"no end: {options}, {seats} players, seed {seed}")


def main() -> int:
    """All sets, every number of players in turn, now with the cards in the device, now on the
    table. Exit code 1 if one is refused that should not be."""
    told: Counter[str] = Counter()
    wrong = 0
    for number, chosen in enumerate(sets()):
        seats = 1 + number % 7
        clause = play(chosen, seats, ("device", "table")[number // 7 % 2], f"set {number}")
        told[clause or "played to the end"] += 1
        expected = "FAP-TEAM-1" if chosen["team"] and seats < 4 else ""
        wrong += clause != expected
    for what, count in told.most_common():
        print(f"{count:>5}  {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
