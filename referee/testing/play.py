"""A match in the hands of a test: one line an answer, and short names for what is to be seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Generic, Self, cast

from referee.game import Args, Ask, Bot, Entry, Game, Kind, OneOf, Plain, Refused, Ruling
from referee.kernel.fold import Fold, Supply
from referee.kernel.journal import Header, Line
from referee.kernel.match import Match, first_header
from referee.kernel.players import chosen, random_bot
from referee.kernel.position import P

#: Answers after which a match counts as endless.
CAP: Final = 20_000


class Observer(Generic[P]):
    """What a test looks at. Whoever derives from it supplies `p`, `asks` and `rulings`."""

    game: ClassVar[Game[Any]]
    rulings: Sequence[Ruling] = ()

    @property
    def p(self) -> P:
        """The position: read it, never write it."""
        raise NotImplementedError

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks."""
        raise NotImplementedError

    @property
    def ask(self) -> Ask:
        """The first open ask."""
        assert self.asks, f"nobody is asked anything in {self.state}"
        return self.asks[0]

    @property
    def state(self) -> str:
        return self.p.state

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """Key and clause of what followed from the last entry."""
        return [(ruling.key, ruling.clause) for ruling in self.rulings]

    def told(self, key: str) -> Args:
        """The arguments of the last entry's ruling with this key."""
        found = next((ruling for ruling in self.rulings if ruling.key == key), None)
        assert found is not None, f"{key} is not among {[r.key for r in self.rulings]}"
        return found.args or {}

    @property
    def verbs(self) -> list[str]:
        """The verbs of the first open ask, in the order of the menu."""
        return list(dict.fromkeys(option.verb for option in self.ask.options))

    def values(self, verb: str, name: str) -> list[Plain]:
        """The values that a field of an offered verb may take."""
        fields = [o.fields[name] for o in self.ask.options if o.verb == verb]
        return [value for field in fields if isinstance(field, OneOf) for value in field.values]

    @property
    def lines(self) -> list[str]:
        """Keys of the facts on the screen that all can see."""
        return [line.key for line in self.game.scene(self.p, None).lines]


class RiggedMatch(Match):
    """A match with loaded dice: what the device's chance brings is told beforehand, as far as
    somebody has told it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.falls: list[dict[str, Plain]] = []
        self._supply = _RiggedSupply(self.game, self.header, self._fold, self.falls)

    @classmethod
    def opened(
        cls, game: Game[Any], seats: int, options: Mapping[str, Plain],
        falls: Sequence[Mapping[str, Plain]],
    ) -> Self:  # fmt: skip
        """A fresh match in which this falls first, before anybody has been asked."""
        printed = game.components()
        match = cls(game, first_header(game, seats, options, "seed", printed, None, ()), printed)
        match.falls += map(dict, falls)
        match._commit()
        return match


class _RiggedSupply(Supply):
    def __init__(
        self, game: Game[Any], header: Header, fold: Fold, falls: list[dict[str, Plain]]
    ) -> None:
        super().__init__(game, header, fold)
        self._falls = falls

    def answer(self, ask: Ask, seat: int, *, auto: bool = False) -> Line:
        line = super().answer(ask, seat, auto=auto)
        if not self._falls or not line.chance:
            return line
        args = self._falls.pop(0)
        assert ask.accepts(ask.verb, args), f"{args} cannot fall in {self._fold.position.state}"
        return replace(line, entry=Entry(seat, ask.verb, args))


class Play(Observer[P]):
    """A match to be played by hand. Derive from it for a game::

        class Play(testing.Play[Toy]):
            game = GAME
            facts: ClassVar = {"dice": "table"}

    ``facts``: options that hold unless a test gives others; ``seats``: players unless a test
    says how many (None: the fewest). Entries are those of the first seat that is asked.
    ``opening``: what the device deals or rolls before anybody is asked, as for `load`.
    """

    facts: ClassVar[Mapping[str, Plain]] = {}
    seats: ClassVar[int | None] = None

    def __init__(
        self, seats: int | None = None, *, opening: Sequence[Mapping[str, Plain]] = (),
        **options: Plain,
    ) -> None:  # fmt: skip
        count = next(n for n in (seats, self.seats, self.game.seats[0]) if n is not None)
        chosen = {**self.facts, **options}
        self.match: Match = RiggedMatch.opened(self.game, count, chosen, opening)

    def do(self, verb: str, by: int | None = None, /, **args: Plain) -> Self:
        """One answer; then nothing may be wrong with the position."""
        self.rulings = self.match.answer(Entry(by or self.ask.seats[0], verb, args))
        assert not self.match.game.invariants(self.p)
        return self

    def load(self, **args: Plain) -> Self:
        """The next dice that the device rolls, or cards that it draws, are these; may be called
        several times before an answer that leads to several."""
        assert isinstance(self.match, RiggedMatch)
        self.match.falls.append(args)
        return self

    def refused(self, verb: str, by: int | None = None, /, **args: Plain) -> tuple[str, str]:
        """The reason's key and the clause for which an answer is refused; nothing changes."""
        digest = self.match.digest
        try:
            self.match.answer(Entry(by or self.ask.seats[0], verb, args))
        except Refused as refused:
            assert self.match.digest == digest, "the refused answer has changed the position"
            return refused.reason.key, refused.clause
        raise AssertionError(f"{verb} {args} is not refused in {self.state}")

    @property
    def p(self) -> P:
        return cast(P, self.match.position)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.match.asks


def play_out(
    match: Match,
    seed: str = "",
    bot: Bot = random_bot,
    look: Callable[[Match], None] = lambda match: None,
    kinds: Sequence[Kind] = tuple(Kind),
) -> Match:
    """Play a match to its end and look at it after every answer.

    The device answers what it knows, ``bot`` what is of one of the ``kinds``, chance the rest.
    """
    rng = random.Random(seed)
    while not match.over:
        assert len(match.lines) < CAP, f"no end in sight in state {match.state}"
        ask = match.asks[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            player = bot if ask.kind in kinds else random_bot
            seat = ask.seats[0]
            match.answer(chosen(player(match.view(seat), ask, seat, rng.randrange)).entry)
        look(match)
    return match


def undo_and_redo(match: Match) -> None:
    """Take every answer back to the beginning and give it again: each position is as it was,
    and the device's dice and cards too."""
    answered = [logged.line for logged in match.log if not logged.line.auto]
    digests = [match.digest]
    for _ in answered:
        assert match.undo() is not None
        digests.append(match.digest)
    assert match.undo() is None, "there is more to take back than was answered"
    for line, digest in zip(answered, reversed(digests[:-1]), strict=True):
        entry = line.entry
        assert entry is not None
        match.answer(Entry(entry.seat, entry.verb, {} if line.device else entry.args))
        assert match.digest == digest, f"{entry} has led elsewhere"
