"""How good the computer players are: ``python -m tests.levels [GAME ...] --games 2000 --jobs 2``.

Every contest is played with its seats moving on from match to match. What counts is the lower end
of the 95 % interval; a contest below its floor makes the exit code 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.kernel.ask import Ask, Entry, RandBelow
from referee.kernel.game import find_game
from referee.kernel.players import Bot, Chosen
from referee.kernel.playout import CAP
from referee.kernel.score import Score, interval, share
from referee.kernel.text import Plain, Shaped
from referee.players.named import find
from sim.simulate import Plan, QuickMatch, play_out, run

#: The share of one of four who are as good as each other.
EQUAL: Final = 0.25

#: How many times slower a Raspberry Pi Zero 2 W is than the computer of the table in the docs.
PI: Final = 9


@dataclass(frozen=True, slots=True)
class Contest:
    """The first player's share of what ``counts`` gives, and the least it may be."""

    game: str
    players: tuple[str, ...]
    floor: float
    counts: Callable[[Score], Counter[int]] = lambda score: score.wins
    what: str = "wins"
    options: Mapping[str, Plain] = field(default_factory=dict)

    @property
    def name(self) -> str:
        others = len(self.players) - 1
        return f"{self.game}: {self.players[0]} against {others} {self.players[-1]}, {self.what}"


def against(rival: str, seats: int = 4, player: str = "good") -> tuple[str, ...]:
    return (player, *[rival] * (seats - 1))


def best(score: Score) -> Counter[int]:
    return score.best


_BOARD: Final[Mapping[str, Plain]] = {"board": "device"}
_LAPS: Final[Mapping[str, Plain]] = {"board": "device", "laps": 3}
CONTESTS: Final = (
    Contest("knight-rider", against("random"), 0.88, options=_BOARD),
    Contest("knight-rider", against("easy"), 0.35, options=_BOARD),
    Contest("victory", against("random"), 0.90, options=_LAPS),
    Contest("victory", against("easy"), 0.30, options=_LAPS),
    Contest("draf", against("random"), 0.75, options=_BOARD),
    Contest("draf", against("easy"), 0.35, options=_BOARD),
    Contest("fette-autos", against("random"), 0.52, what="ahead of the Hasen"),
    Contest("fette-autos", against("random"), 0.95, best, "best of the players"),
    Contest("fette-autos", against("random", 7), 0.88, best, "best of the players"),
    Contest("fette-autos", against("easy"), 0.35, best, "best of the players"),
    Contest("knister", against("easy"), 0.35, options={"sheets": "device"}),
    Contest("knight-rider", against("random", player="easy"), EQUAL, options=_BOARD),
    Contest("victory", against("random", player="easy"), EQUAL, options=_LAPS),
    Contest("draf", against("random", player="easy"), EQUAL, options=_BOARD),
    Contest("fette-autos", against("random", player="easy"), EQUAL, best, "best of the players"),
    Contest("knister", against("random", player="easy"), EQUAL, options={"sheets": "device"}),
)


def measured(contest: Contest, games: int, jobs: int) -> tuple[float, float, float, int]:
    """Rate and its interval among the matches that somebody won, and how many those were."""
    seats = (len(contest.players),)
    plan = Plan(contest.game, seats, games, "levels", contest.options, contest.players)
    done = Counter[str]()

    def told(count: int) -> None:
        done["matches"] += count
        print(f"\r{contest.name}: {done['matches']}", end="", file=sys.stderr, flush=True)

    tally = run(plan, jobs, told)
    print(file=sys.stderr)
    for failure in tally.failures:
        print(f"match {failure.number}: {failure.message}", file=sys.stderr)
    assert not tally.failures, f"{len(tally.failures)} matches went wrong"
    won = share(contest.counts(tally.scores[contest.players[0]]))
    finished = games
    if contest.game == "knight-rider":  # a match that nobody can win may be given up
        finished = round(sum(share(score.wins) for score in tally.scores.values()))
    low, high = interval(won, finished)
    return won / finished, low, high, finished


# -- how long they think ---------------------------------------------------------------------


class Timed:
    """A player whose decisions are timed, in seconds of CPU time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds: list[float] = []

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
        began = time.process_time()
        answer = self._bot(view, ask, seat, below)
        self.seconds.append(time.process_time() - began)
        return answer


def thinking(game: str, level: str, seats: int, matches: int) -> list[float]:
    """The seconds of every decision of matches that this level plays alone."""
    found, known = [], find_game(game)
    own = ("board", "cards", "dice", "sheets")
    device = {spec.key: "device" for spec in known.options if spec.key in own}
    options = known.complete(seats, device)
    for number in range(matches):
        match = QuickMatch.new(known, seats, options, f"thinking {number}")
        bots = {seat: Timed(find(known, level).make(match.setup)) for seat in range(1, seats + 1)}
        play_out(match, bots, random.Random(number), check=False, cap=CAP)
        found += [second for bot in bots.values() for second in bot.seconds]
    return sorted(found)


def lines(games: list[str], count: int, jobs: int) -> Iterator[tuple[str, bool]]:
    """Rows of a table in Markdown, and whether each holds."""
    yield "| contest | matches | rate | 95 % interval | floor |", True
    yield "|---|---|---|---|---|", True
    for contest in CONTESTS:
        if contest.game in games:
            rate, low, high, finished = measured(contest, count, jobs)
            row = f"{rate:.1%} | {low:.1%} to {high:.1%} | {contest.floor:.0%}"
            yield f"| {contest.name} | {finished} | {row} |", low >= contest.floor


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    names = sorted({contest.game for contest in CONTESTS})
    parser.add_argument("game", nargs="*", choices=[*names, []], help="these games alone")
    parser.add_argument("--games", type=int, default=2000, help="matches a contest")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--thinking", type=int, metavar="K", help="time decisions of K matches")
    args = parser.parse_args()
    games = args.game or names
    if args.thinking:
        for game in games:
            seconds = thinking(game, "good", 4, args.thinking)
            high = seconds[len(seconds) * 99 // 100]
            print(
                f"| {game} | {len(seconds)} | {1000 * high:.0f} ms, {1000 * seconds[-1]:.0f} ms "
                f"| {PI * high:.2f} s, {PI * seconds[-1]:.2f} s |"
            )
        return 0
    code = 0
    for line, holds in lines(games, args.games, args.jobs):
        print(line, flush=True)
        code |= not holds
    return code


if __name__ == "__main__":
    sys.exit(main())
