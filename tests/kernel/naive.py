"""A match that only knows what was answered, and replays it from the beginning; and a driver that
answers, takes back, corrects and resumes in any order, and compares `Match` with it.

``python -m tests.kernel.naive --steps 100000 knister`` drives one game, and says what it did.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from referee.game import Ask, Entry, Game, Kind, Plain, Refused
from referee.kernel.ask import judge
from referee.kernel.chance import Stream
from referee.kernel.errors import BadEntry
from referee.kernel.fold import Fold
from referee.kernel.game import DEVICE, find_game
from referee.kernel.journal import Line, Mark
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from referee.kernel.store import Store
from referee.players.named import RareBot
from referee.testing.cases import allowed, covering

#: An answer as somebody gave it: of what the device knows, the press alone.
Given: TypeAlias = Entry

#: What a step does, and how often: the rest of the time somebody answers.
ACTIONS: Final = {
    "answer": 80, "undo": 6, "undo to": 1, "undo own": 4, "correct": 6, "wrong": 3,
    "resume": 2, "abandon": 1,
}  # fmt: skip

#: How many of the matches are kept in a file.
KEPT: Final = 0.25

#: Steps between two lines of progress.
PART: Final = 10_000

#: Steps of one match.
LENGTHS: Final = (20, 60, 150, 400)


class Naive:
    """What the answers make of a fresh match. It has no way back."""

    def __init__(self, like: Match, given: Sequence[Given] = ()) -> None:
        self._like = like
        header = like.header
        self.fold = Fold(like.game, header, like.setup.components)
        self._own = {key for key, value in header.options.items() if value == DEVICE}
        self.given: list[Given] = []
        self._settle()
        for entry in given:
            self.answer(entry)

    def answer(self, entry: Given) -> None:
        """Raises `Refused` where it is not asked for."""
        if entry.verb == "abandon":
            self.fold.apply(Line(Mark.ABANDON))
        else:
            asks = self.asks
            number = asks.index(judge(entry, asks, ""))
            self._happen(self.fold.asks[number], entry, auto=False)
        self.given.append(entry)
        self._settle()

    def _settle(self) -> None:
        """The device answers what nobody has to press for."""
        while ask := next((a for a in self.fold.asks if self._by_itself(a)), None):
            self._happen(ask, Entry(ask.seats[0], ask.verb), auto=True)

    def _happen(self, ask: Ask, entry: Given, *, auto: bool) -> None:
        device, chance = self.supplies(ask), ask.kind is Kind.CHANCE
        if device and chance:
            draws = sum(done.line.chance and done.line.device for done in self.fold.log)
            below = Stream(self._like.header.seed).at(draws)
            entry = Entry(entry.seat, ask.verb, ask.options[0].sample(below))
        elif device:
            entry = self._like.game.report(self.fold.position, ask)
        line = Line(Mark.ENTRY, entry, chance=chance, device=device, auto=auto, secret=ask.secret)
        self.fold.apply(line)

    def supplies(self, ask: Ask) -> bool:
        return ask.kind is not Kind.DECISION and ask.source in self._own

    def _by_itself(self, ask: Ask) -> bool:
        return self.supplies(ask) and (ask.auto or ask.kind is Kind.REPORT)

    def _offered(self, ask: Ask) -> Ask:
        press = replace(ask.options[0], fields={})
        return replace(ask, options=(press,)) if self.supplies(ask) else ask

    # -- what is looked at -------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        return [done.line for done in self.fold.log]

    def number(self, index: int) -> int:
        """How many answers stand before line ``index``."""
        return sum(not line.auto for line in self.lines[:index])

    @property
    def asks(self) -> tuple[Ask, ...]:
        return tuple(map(self._offered, self.fold.asks))

    def back(self, count: int) -> Naive:
        """After the first ``count`` answers."""
        return Naive(self._like, self.given[:count])

    def corrected(self, index: int, args: Mapping[str, Plain]) -> Naive:
        """With another answer in line ``index``, and those after it that still stand: until the
        box would add something else, or an answer is not asked for."""
        old, at = self.lines, self.number(index)
        found = self.back(at)
        found.answer(Entry(self.given[at].seat, self.given[at].verb, args))
        later = iter(self.given[at + 1 :])
        for number in range(index + 1, len(old)):
            if number == len(found.lines):
                if old[number].auto or not found.takes(next(later)):
                    break
                if found.lines[number] != old[number]:
                    return found.back(len(found.given) - 1)
            elif found.lines[number] != old[number]:
                break
        return found

    def takes(self, entry: Given) -> bool:
        try:
            self.answer(entry)
        except Refused:
            return False
        return True


#: A step: what is done, and the seed of all that is drawn for it.
Step: TypeAlias = "tuple[str, int]"


class Driver:
    """A match and its model, kept the same."""

    def __init__(self, game: Game[Any], number: int, store: Store | None) -> None:
        rng = random.Random(f"{game.name} {number}")
        seats = rng.choice(list(game.seats)[:8])
        options = allowed(game, seats, rng.choice(list(covering(game))))
        kept = store if store is not None and rng.random() < KEPT else None
        self.store = kept
        self.match = Match.new(game, seats, options, f"naive {number}", store=kept)
        self.model = Naive(self.match)
        self.bot = RareBot()
        self.done: Counter[str] = Counter()
        self.compare()

    def step(self, step: Step) -> None:
        action, seed = step
        rng = random.Random(seed)
        if action == "answer" and self.model.fold.over:
            action = "undo"
        getattr(self, f"_{action.replace(' ', '_')}")(rng)
        self.done[action] += 1
        self.compare()

    def compare(self) -> None:
        """Position, lines, announcements, asks and the end are those of the model."""
        match, fold = self.match, self.model.fold
        assert [done.line for done in match.log] == self.model.lines
        assert match.digest == fold.digest
        assert [(d.rulings, d.rows) for d in match.log] == [(d.rulings, d.rows) for d in fold.log]
        assert match.asks == self.model.asks
        assert (match.over, match.result) == (fold.over, fold.result)
        assert not match.game.invariants(match.position)

    def _answer(self, rng: random.Random) -> None:
        ask = rng.choice(self.match.asks)
        seat = rng.choice(ask.seats)
        if self.match.supplies(ask):
            entry = Entry(seat, ask.verb)
        else:
            entry = (self.bot if rng.random() < 0.5 else random_bot)(None, ask, seat, rng.randrange)
        self.match.answer(entry)
        self.model.answer(entry)

    def _wrong(self, rng: random.Random) -> None:
        """Something that is probably not asked for: both say the same."""
        entry = rng.choice(self.model.given or [Entry(1, "fly")])
        if rng.random() < 0.5:
            entry = replace(entry, seat=rng.randint(1, self.match.header.seats))
        taken = self.model.takes(entry) if entry.verb != "abandon" else None
        if taken is None:
            return
        if taken:
            self.match.answer(entry)
        else:
            self._refused(lambda: self.match.answer(entry))

    def _undo(self, rng: random.Random) -> None:
        count = len(self.model.given)
        undone = self.match.undo()
        assert (undone is None) == (count == 0)
        if undone is not None:
            self.model = self.model.back(count - 1)

    def _undo_to(self, rng: random.Random) -> None:
        if lines := self.model.lines:
            to = rng.randrange(len(lines))
            self.match.undo(to)
            self.model = self.model.back(self.model.number(to))

    def _undo_own(self, rng: random.Random) -> None:
        """A seat takes back its own last answer and nobody else's, or nothing."""
        given = self.model.given
        seat = rng.randint(1, self.match.header.seats)
        if self.match.undo(seat=seat) is not None:
            at = max(n for n, entry in enumerate(given) if entry.seat == seat)
            self.model = Naive(self.match, [*given[:at], *given[at + 1 :]])

    def _correct(self, rng: random.Random) -> None:
        """Of what somebody gave, mostly to what could have been; the box's own cannot be."""
        lines = self.model.lines
        if not lines:
            return
        index = rng.randrange(len(lines))
        entry = lines[index].entry
        if entry is None or lines[index].device:
            self._refused(lambda: self.match.correct(index, {}))
            return
        ask = self.match.asked(index)[1]
        assert ask is not None
        ways = [option for option in ask.options if option.verb == entry.verb]
        args = rng.choice(ways).sample(rng.randrange) if rng.random() < 0.9 else {"more": 1}
        try:
            corrected = self.model.corrected(index, args)
        except Refused:
            self._refused(lambda: self.match.correct(index, args))
            return
        dropped = self.match.correct(index, args)
        self.model = corrected
        assert all(entry.verb != "abandon" for entry in dropped)

    def _resume(self, rng: random.Random) -> None:
        """From the file, or from the lines as they are exported."""
        match = self.match
        if self.store is not None and match.id is not None:
            self.match = Match.resume(self.store, match.id)
            return
        lines = [Line.parse(json.loads(json.dumps(line.plain()))) for line in match.lines]
        self.match = Match(match.game, match.header, match.setup.components, lines)

    def _abandon(self, rng: random.Random) -> None:
        if not self.model.fold.over:
            self.match.abandon()
            self.model.answer(Entry(0, "abandon"))

    def _refused(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (Refused, BadEntry):
            return
        raise AssertionError("the model refuses what the match takes")


def script(game: str, number: int) -> list[Step]:
    """The steps of one match."""
    rng = random.Random(f"steps {game} {number}")
    kinds = rng.choices(list(ACTIONS), list(ACTIONS.values()), k=rng.choice(LENGTHS))
    return [(kind, rng.getrandbits(32)) for kind in kinds]


def drive(
    game: Game[Any], number: int, steps: Sequence[Step], store: Store | None = None
) -> Driver:
    """All steps; raises `AssertionError`, or whatever a match may raise that it must not."""
    driver = Driver(game, number, store)
    for step in steps:
        driver.step(step)
    return driver


def shrunk(fails: Callable[[Sequence[Step]], bool], steps: Sequence[Step]) -> list[Step]:
    """The same failure with fewer steps: those that it does not need are left out."""
    left, size = list(steps), len(steps)
    while size := size // 2:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            left, at = (fewer, at) if fails(fewer) else (left, at + size)
    return left


def prove(game: Game[Any], numbers: Iterable[int], steps: int, store: Store | None) -> Counter[str]:
    """So many steps in matches of these numbers; a failure is told with the fewest steps
    that still lead to it."""
    done: Counter[str] = Counter()
    for number in numbers:
        driver = _driven(game, number, script(game.name, number)[:steps], store)
        done += driver.done + Counter(lines=driver.match.length, matches=1)
        steps -= sum(driver.done.values())
        if steps <= 0:
            break
    return done


def _driven(game: Game[Any], number: int, every: Sequence[Step], store: Store | None) -> Driver:
    try:
        return drive(game, number, every, store)
    except Exception as error:
        few = shrunk(lambda steps: _fails(game, number, steps, store), every)
        story = f"{game.name}, match {number}, {len(few)} of {len(every)} steps: {few}"
        raise AssertionError(story) from error


def _fails(game: Game[Any], number: int, steps: Sequence[Step], store: Store | None) -> bool:
    try:
        drive(game, number, steps, store)
    except Exception:
        return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    args = parser.parse_args()
    game, done, numbers = find_game(args.game), Counter[str](), itertools.count(args.first)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "naive.db", time.time)
        for left in range(args.steps, 0, -PART):
            done += prove(game, numbers, min(left, PART), store)
            counts = ", ".join(f"{name} {count}" for name, count in sorted(done.items()))
            print(f"{game.name}: {counts}; {time.process_time():.0f} s of CPU", flush=True)
        store.close()


if __name__ == "__main__":
    main()
