"""Computer players: one that drives as far as it can, and one that looks at the whole turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from math import comb, fsum
from typing import Final

from referee.game import DEVICE, Ask, Chosen, Entry, Player, RandBelow, Setup, Shaped, text
from referee.games.victory import track
from referee.games.victory.circuit import UNITS, Circuit, Point, circuit
from referee.games.victory.crosses import MISSED, odds
from referee.games.victory.numbers import BLUE, CROSS, FIRST, RED, SECOND, Numbers
from referee.games.victory.turn import THROWS

#: What is left of a turn's dice, red and blue; the ends of a drive: progress and the first move.
Dice = tuple[int, int]
Ends = dict[Point, tuple[int, Point]]

#: Less than any progress.
LOST: Final = -(10**9)

#: Moves that an accident costs, for it costs the race.
ACCIDENT: Final = Fraction(20)

#: Turns that a plan looks ahead.
AHEAD: Final = 3

#: Dice of a turn.
MOST: Final = FIRST + max(SECOND)


def odds_bot(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
    """Throws as many dice as promise the most moves, of equal promises the safer (VIC-CROSS-8).

    Everything else is answered in the commonest way: the farthest move.
    """
    if view["state"] == "choose":
        return _chosen(ask, seat, _throw(view, ask, Fraction(0)))
    verb, args = next(ask.listed())
    return Entry(seat, verb, args)


def _chosen(ask: Ask, seat: int, verb: str) -> Chosen:
    """A throw with its reason, where there is a choice."""
    return Chosen(Entry(seat, verb), text(f"vic.bot.{verb}") if len(ask.options) > 1 else None)


def _throw(view: Shaped, ask: Ask, accident: Fraction) -> str:
    """The throw with the most moves, an accident counting as so many lost; else the safer one."""
    crosses = sum(throw.count(CROSS) for throw in view["throws"])

    def worth(verb: str) -> tuple[Fraction, Fraction]:
        found = odds(view["die"], FIRST, crosses, THROWS[verb])
        return found.moves - accident * found.crashes, -found.crashes

    return max((option.verb for option in ask.options), key=worth)


class Planner:
    """Tries all orders and lengths of the moves of a turn (VIC-MOVE-13), and values the point
    where a turn ends by what the dice of the next ones can make of it."""

    def __init__(self, backward: bool, die: tuple[int, int, int]) -> None:
        """``die``: how many of its faces are red, blue and crosses."""
        self._backward = backward
        self._die = die

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
        if view["state"] == "drive":
            return self._drive(view, ask, seat)
        if view["state"] != "choose":
            return odds_bot(view, ask, seat, below)
        return _chosen(ask, seat, _throw(view, ask, ACCIDENT))

    def _drive(self, view: Shaped, ask: Ask, seat: int) -> Chosen:
        road = circuit(tuple(map(tuple, view["squares"])), view["direction"] == "clockwise")
        places = {int(car): tuple(place) for car, place in view["places"].items()}
        here = places.pop(seat)
        taken = frozenset(places.values())
        due = (view["due"][RED], view["due"][BLUE])
        ends = self._ends(road, here, due, taken)
        left = view["driven"][str(seat)]
        goal = (len(view["pad"]) - 1) * road.units - left
        best = max(ends, key=lambda end: self._worth(road, end, ends[end][0], goal))
        gain, first = ends[best]
        why = text("vic.bot.home") if gain >= goal else text("vic.bot.far", n=gain // (UNITS // 3))
        choice = len(list(islice(ask.listed(), 2))) > 1
        entry = Entry(seat, "move", {"to": track.place_of(first)})
        return Chosen(entry, why if choice else None)

    def _ends(self, road: Circuit, here: Point, due: Dice, taken: frozenset[Point]) -> Ends:
        """Where the turn can end, with its progress and the first move of the way there."""
        found: Ends = {}
        states: dict[tuple[Point, Dice], tuple[int, Point | None]] = {(here, due): (0, None)}
        while states:
            after: dict[tuple[Point, Dice], tuple[int, Point | None]] = {}
            for (at, dice), (gain, first) in states.items():
                moves = list(self._moves(road, at, dice, taken))
                if not moves and first is not None and gain > found.get(at, (LOST, at))[0]:
                    found[at] = (gain, first)
                for to, more, rest in moves:
                    if gain + more > after.get((to, rest), (LOST, to))[0]:
                        after[to, rest] = (gain + more, first or to)
            states = after
        return found

    def _moves(
        self, road: Circuit, at: Point, dice: Dice, taken: frozenset[Point]
    ) -> Iterator[tuple[Point, int, Dice]]:
        for number, face in enumerate((RED, BLUE)):
            if not dice[number]:
                continue
            rest = (dice[0] - 1, dice[1]) if number == 0 else (dice[0], dice[1] - 1)
            for ray in road.rays(at, face, backward=self._backward):
                for to, gain in ray:
                    if to in taken:
                        break
                    yield to, gain, rest

    def _worth(self, road: Circuit, end: Point, gain: int, goal: int) -> float:
        """Progress, and what the next turn makes of the point; the finish is worth most."""
        if gain >= goal:
            return float("inf")
        return gain + _prospects(road, self._backward, self._die)[end]


@lru_cache(maxsize=8)
def _prospects(road: Circuit, backward: bool, die: tuple[int, int, int]) -> dict[Point, float]:
    """By point: what the turns that begin there bring on average, other cars left out."""
    found = dict.fromkeys(road.along, 0.0)
    for _ in range(AHEAD):
        found = _one_more(road, backward, die, found)
    return found


def _one_more(
    road: Circuit, backward: bool, die: tuple[int, int, int], after: Mapping[Point, float]
) -> dict[Point, float]:
    """By point: what a turn brings and the ones after it, which are worth so much by its end."""
    chances = {
        (red, blue): _chance(red, blue, die)
        for red, blue in product(range(MOST + 1), repeat=2)
        if 0 < red + blue <= MOST
    }
    missed = 1 - fsum(chances.values())
    found = {point: missed * after[point] for point in road.along}
    best: dict[Dice, Mapping[Point, float]] = {(0, 0): after}
    for red, blue in sorted(chances, key=sum):
        best[red, blue] = now = dict(after)
        for point in road.along:
            for face, rest in ((RED, (red - 1, blue)), (BLUE, (red, blue - 1))):
                for ray in road.rays(point, face, backward=backward) if min(rest) >= 0 else ():
                    then = best[rest]
                    now[point] = max(now[point], *(gain + then[to] for to, gain in ray))
            found[point] += chances[red, blue] * now[point]
    return found


def _chance(red: int, blue: int, die: tuple[int, int, int]) -> float:
    """How likely a turn brings so many red and blue moves, thrown as the odds advise."""
    total = sum(die)
    chance = 0.0
    for crosses in range(MISSED):
        count = red + blue + crosses
        if count in (FIRST + 1, FIRST + 2):
            ways = comb(count, red) * comb(count - red, blue)
            often = die[0] ** red * die[1] ** blue * die[2] ** crosses / total**count
            chance += ways * often * (count == FIRST + 2 or crosses > 1)
    return chance


def _planner(setup: Setup) -> Planner:
    die = Numbers.of(setup.components, setup.seats).die
    return Planner(bool(setup.options["allow_backward"]), (die[RED], die[BLUE], die[CROSS]))


#: Knows the odds, and drives as far as it can at once.
EASY: Final = Player(lambda setup: odds_bot, {"board": DEVICE})
#: Thinks of the whole turn and of the next one.
GOOD: Final = Player(_planner, {"board": DEVICE})
