"""Secrets proven by two worlds: matches that differ in nothing but what one seat hides.

A match is folded twice. In the second world one answer is another: another card is dealt, another
bid is made. Later answers are the same as long as both worlds accept them. Whoever does not know
the secret must not be able to tell one world from the other: what each other seat gets
(`testing.sight`) is equal to the byte, until the secret is turned up.

When may it be? Not while others still have to answer the same question, and not by being dealt.
Else when the referee announces it to that seat, when an answer leads elsewhere for all to see, or
when the match is over. What merely begins to look different is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from referee.game import Ask, Entry, Refused
from referee.kernel.fold import Fold
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.testing.sight import data, difference, rendered, told

#: A seat, or None for everybody's eyes.
Viewer: TypeAlias = "int | None"

#: Lines that the worlds share after the answer that differs, at most.
LATER: Final = 12

#: After so many of them, what programs, pages and the panel make of the worlds is compared, too.
LOOKS: Final = (0, 6)

#: So many of the viewers at least.
SOME: Final = 2

#: How often another answer is drawn before it counts as the only one.
TRIES: Final = 10


@dataclass(frozen=True)
class Twin:
    """An answer of a match, the number of its line, and another one to the same question."""

    number: int
    ask: Ask
    entry: Entry
    other: Entry
    before: Fold  # what it was an answer to

    def __str__(self) -> str:
        ways = f"{self.entry.verb} {self.entry.args} or {self.other.verb} {self.other.args}"
        return f"whether seat {self.entry.seat} has answered {ways} (line {self.number})"


@dataclass(frozen=True)
class Worlds:
    """Two matches; ``viewers`` do not know what differs. They are good until the next ones."""

    twin: Twin
    one: Match
    other: Match
    viewers: tuple[Viewer, ...]
    shared: int  # lines that are the same after the one that is not


def compare(worlds: Worlds) -> None:
    """What pages, programs and the panel get in both worlds is equal: some viewers', and the
    panel's, which is for all."""
    viewers = worlds.viewers[:: max(1, len(worlds.viewers) // SOME)]
    differs = difference(rendered(worlds.one, viewers), rendered(worlds.other, viewers))
    assert not differs, f"somebody can tell {worlds.twin}: {differs}"


def leak(viewer: Viewer, twin: Twin, differs: str) -> str:
    who = "everybody" if viewer is None else f"seat {viewer}"
    return f"{who} can tell {twin}: {differs}"


def twins(match: Match, rng: random.Random, count: int) -> Iterator[Twin]:
    """Answers of a match, each with another one: of every question that is asked in secret some,
    and one of every other in a game that hides anything."""
    found: dict[tuple[str, str, bool], list[int]] = {}
    lines = [logged.line for logged in match.log]
    if not match.game.hides and not any(line.secret for line in lines):
        return
    fold = Fold(match.game, match.header, match.setup.components)
    for number, line in enumerate(lines):
        if line.entry is not None:
            question = fold.position.state, line.entry.verb, line.secret
            found.setdefault(question, []).append(number)
        fold.apply(line)
    for (_, _, secret), numbers in found.items():
        for number in spread(numbers, count if secret else 1):
            before, entry = fold.branch(number), lines[number].entry
            ask = before.judge(lines[number])
            assert ask is not None
            assert entry is not None
            other = another(ask, entry, rng)
            if other is not None:
                yield Twin(number, ask, entry, other, before)


def spread(numbers: Sequence[int], count: int) -> list[int]:
    """So many of them, evenly."""
    return [numbers[n * len(numbers) // count] for n in range(min(count, len(numbers)))]


def another(ask: Ask, entry: Entry, rng: random.Random) -> Entry | None:
    """Another answer to the same question, if it can be with the same verb; None: there is none."""
    same = [option for option in ask.options if option.verb == entry.verb and option.fields]
    for options in (same, ask.options):
        for _ in range(TRIES if options else 0):
            option = rng.choice(options)
            args = option.sample(rng.randrange)
            if (option.verb, args) != (entry.verb, entry.args):
                return Entry(entry.seat, option.verb, args)
    return None


def worlds_of(match: Match, twin: Twin, later: int = LATER) -> Iterator[Worlds]:
    """Both worlds after a secret answer that differs, and after each that they share; of what the
    game itself shows, they have been compared. Ends when nobody is left who does not know.

    An answer that was not asked in secret has to be open: of these, no worlds come.
    """
    lines = [logged.line for logged in match.log]
    one, other = _World(match, twin), _World(match, twin)
    seats = [seat for seat in range(1, match.header.seats + 1) if seat not in twin.ask.seats]
    viewers: tuple[Viewer, ...] = (None, *seats) if seats else ()
    for shared, line in enumerate(lines[twin.number : twin.number + 1 + later]):
        changed = line if shared else replace(line, entry=twin.other)
        before = one.fold.asks
        try:
            ask = one.fold.judge(line)
            other.fold.judge(changed)
        except Refused:
            return  # the worlds go different ways
        one.go(line)
        other.go(changed)
        rest = [open_ask for open_ask in before if open_ask is not ask]
        waiting = line.secret and bool(rest) and list(one.fold.asks) == rest
        same = ask is not None and ask.prompt.key == twin.ask.prompt.key
        step = _Step(twin, one.match, other.match, line, not shared, same, waiting)
        if not twin.ask.secret:
            return step.check_open(viewers)
        viewers = tuple(viewer for viewer in viewers if step.hides(viewer))
        if not viewers:
            return
        yield Worlds(twin, one.match, other.match, viewers, shared)


class _World:
    """A match that goes on line by line, with nothing that the box adds."""

    def __init__(self, match: Match, twin: Twin) -> None:
        self._like = match
        self._lines = [logged.line for logged in match.log[: twin.number]]
        self.fold = twin.before.branch(twin.number)

    def go(self, line: Line) -> None:
        self.fold.apply(line)
        self._lines.append(line)

    @property
    def match(self) -> Match:
        like = self._like
        return Match(like.game, like.header, like.setup.components, self._lines, fold=self.fold)


@dataclass(frozen=True)
class _Step:
    """What a line has led to. ``first``: it is the one that differs; ``same``: it has answered the
    same question; ``waiting``: others still have to."""

    twin: Twin
    one: Match
    other: Match
    line: Line
    first: bool
    same: bool
    waiting: bool

    def hides(self, viewer: Viewer) -> bool:
        """Whether the worlds are still the same to a viewer. They may differ if that is known by
        now; else it is a leak."""
        differs = self._difference(viewer)
        assert not differs or self._turned_up(viewer), leak(viewer, self.twin, differs)
        return not differs

    def check_open(self, viewers: Sequence[Viewer]) -> None:
        """An answer that nobody but its seat gets to see belongs into a secret ask."""
        own = self.twin.entry.seat
        if self.one.view(own) == self.other.view(own):
            return
        for viewer in viewers:
            hidden = "should be asked in secret: nothing shows "
            assert self._difference(viewer), f"{self.twin.ask.prompt.key} {hidden}{self.twin}"

    def _difference(self, viewer: Viewer) -> str:
        announced = {"rulings": told(self.one, viewer)}, {"rulings": told(self.other, viewer)}
        return difference(*announced) or difference(
            data(self.one, viewer), data(self.other, viewer)
        )

    def _turned_up(self, viewer: Viewer) -> bool:
        if self.waiting:
            return False
        if self.one.over or self.other.over:
            return True
        announced = told(self.one, viewer) != told(self.other, viewer)
        elsewhere = _moment(self.one) != _moment(self.other)
        if self.first and self.line.chance:
            alone = told(self.one, None) == told(self.other, None)
            return announced and (elsewhere or alone)
        last = self.same and self.line.secret and not self.line.chance
        seen = last and self.one.view(viewer) != self.other.view(viewer)
        return announced or elsewhere or seen


def _moment(match: Match) -> tuple[object, ...]:
    """Where the match stands, and who is asked there."""
    return match.state, [(ask.seats, ask.prompt.key) for ask in match.asks]
