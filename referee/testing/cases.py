"""The matches that the suite plays: every seat count, and sets in which all pairs of option values
meet (``--conformance 2`` and more; a few of these sets otherwise)."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee.game import Ask, Components, Game, Kind, Plain, Position
from referee.kernel.errors import RefereeError
from referee.kernel.fold import Fold
from referee.kernel.match import Match
from referee.players.named import RareBot, random_bot
from referee.testing.play import CAP

#: Sets of options, and of many seat counts so many, in the short run.
FEW = 6

#: Seat counts above which the short run leaves some out, and how many play there at most: what
#: thirty do is the same, and takes ten times as long.
MANY, DOZEN = 8, 12


@dataclass(frozen=True, eq=False)
class Case:
    """One match to play. It is played when somebody first looks at it, and once."""

    game: Game[Any]
    seats: int
    options: Mapping[str, Plain]
    seed: str

    def __str__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.seed}"

    @cached_property
    def played(self) -> Playthrough:
        return _play(self)


#: Cases that have been made, by their game's identity and the rounds.
_made: dict[tuple[int, int], list[Case]] = {}


def cases(game: Game[Any], rounds: int) -> list[Case]:
    """Every seat count with another set of options; all sets if there is more than one round.

    Of many seat counts, one round plays a few: the fewest, up to a dozen, and some between.
    """
    key = id(game), rounds  # a case holds its game, so that the identity stays its own
    if key not in _made:
        _made[key] = list(_cases(game, rounds))
    return _made[key]


def _cases(game: Game[Any], rounds: int) -> Iterator[Case]:
    sets = list(covering(game))
    seats = list(game.seats)
    if rounds == 1 and len(seats) > MANY:
        seats = [count for count in seats if count <= DOZEN] or seats[:1]
        seats = [seats[at * (len(seats) - 1) // (FEW - 1)] for at in range(FEW)]
    count = max(len(seats), len(sets) if rounds > 1 else min(len(sets), FEW))
    for number in range(count * rounds):
        at = seats[(number + number // count) % len(seats)]
        yield Case(game, at, allowed(game, at, sets[number % len(sets)]), str(number))


def covering(game: Game[Any]) -> Iterator[dict[str, Plain]]:
    """The defaults, then few sets of options in which every pair of values meets."""
    specs = {spec.key: spec.values for spec in game.options}
    yield {key: values[0] for key, values in specs.items()}
    pairs = {
        ((a, x), (b, y))
        for a, b in itertools.combinations_with_replacement(specs, 2)
        for x in range(len(specs[a]))
        for y in range(len(specs[b]))
        if a != b or x == y  # a value with itself: it must stand in some set
    }
    rng = random.Random(game.name)
    while pairs:
        tries = [_grown(specs, pairs, rng) for _ in range(20)]
        best = max(tries, key=lambda chosen: len(_met(chosen, pairs)))
        pairs -= _met(best, pairs)
        yield {key: specs[key][at] for key, at in best.items()}


Pair = tuple[tuple[str, int], tuple[str, int]]


def _grown(
    specs: Mapping[str, Sequence[Plain]], pairs: set[Pair], rng: random.Random
) -> dict[str, int]:
    """A set that holds one missing pair; the rest is drawn."""
    chosen = {key: rng.randrange(len(values)) for key, values in specs.items()}
    return chosen | dict(rng.choice(sorted(pairs)))


def _met(chosen: Mapping[str, int], pairs: set[Pair]) -> set[Pair]:
    return {pair for pair in pairs if all(chosen[key] == at for key, at in pair)}


def allowed(game: Game[Any], seats: int, options: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """The options, changed one by one to defaults as far as they may not go together; where the
    defaults are not for so many seats, the first value alone that is."""
    tries: list[Mapping[str, Plain]] = [options]
    for spec in game.options:
        tries.append({**tries[-1], spec.key: spec.default})
    tries += ({spec.key: value} for spec in game.options for value in spec.values)
    for chosen in tries:
        try:
            return game.complete(seats, chosen)
        except RefereeError:
            continue
    raise AssertionError(f"{game.name}: no options are allowed for {seats} seats")


@dataclass(frozen=True)
class Playthrough:
    """A whole match by bots. ``asks[k]`` and ``digests[k]``: before line k; the last: the end."""

    case: Case
    match: Match
    asks: list[tuple[Ask, ...]]
    digests: list[str]
    written: list[str]  # the lines as they were written down when they were played
    given: dict[int, str] = field(default_factory=dict)  # entries as the bots gave them, by line

    @cached_property
    def components(self) -> Components:
        return self.match.game.components().with_values(self.match.header.components)

    def at(self, number: int) -> Match:
        """A fresh match that stands before line ``number``."""
        match = self.match
        return Match(match.game, match.header, self.components, match.lines[:number])

    def positions(self) -> Iterator[Position]:
        """All positions of the match, one after the other; each is valid until the next."""
        fold = Fold(self.match.game, self.match.header, self.components)
        yield fold.position
        for line in self.match.lines:
            fold.apply(line)
            yield fold.position

    def places(self, count: int) -> list[int]:
        """Some line numbers where somebody was asked something, evenly spread, and the start."""
        open_ = [number for number, asks in enumerate(self.asks[:-1]) if asks]
        step = max(1, len(open_) // count)
        return open_[::step][:count]

    def by_hand(self, count: int, rng: random.Random) -> list[int]:
        """Some line numbers of answers that players gave with a value, in their order."""
        lines = enumerate(self.match.lines)
        found = [n for n, line in lines if not line.device and line.entry and line.entry.args]
        return sorted(rng.sample(found, min(count, len(found))))


def _play(case: Case) -> Playthrough:
    """Play a case to its end with bots that look for the seldom paths."""
    match = Match.new(case.game, case.seats, case.options, f"conformance {case.seed}")
    rng = random.Random(str(case))
    bot = RareBot() if int(case.seed) % 2 else random_bot
    found = Playthrough(case, match, [], [], [])
    while not match.over:
        assert len(match.lines) < CAP, f"no end in sight in state {match.state}"
        ask = rng.choice(match.asks)
        _note(found)
        if match.supplies(ask):
            match.supply(ask)
        else:
            player = bot if ask.kind is Kind.DECISION else random_bot
            entry = player(None, ask, rng.choice(ask.seats), rng.randrange)
            found.given[len(match.lines)] = json.dumps(entry.plain())
            match.answer(entry)
    _note(found)
    return found


def _note(found: Playthrough) -> None:
    """Note asks and position before the next line; lines that the device added have none."""
    lines = found.match.lines
    missing = len(lines) - len(found.written)
    found.written.extend(json.dumps(line.plain()) for line in lines[len(lines) - missing :])
    found.asks.extend(() for _ in range(len(lines) - len(found.asks)))
    found.digests.extend("" for _ in range(len(lines) - len(found.digests)))
    found.asks.append(found.match.asks)
    found.digests.append(found.match.digest)
