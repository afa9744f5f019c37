"""What somebody answers; and how a match goes on where no panel and no page is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from referee.kernel.ask import Ask, Entry, Kind
from referee.kernel.game import find_game
from referee.kernel.journal import COMMAND, Header, Line
from referee.kernel.match import Match
from referee.kernel.players import Bot, chosen, find_player, random_bot
from referee.kernel.store import Store
from referee.players.named import RareBot
from tests.evenings.household import Plan

#: Answers that are looked ahead at most.
AHEAD: Final = 200

#: Whose advice people take; and when it is late.
EASY: Final = "easy"
GOOD: Final = "good"

#: How often they take it.
SENSIBLE: Final = 0.7

#: Lines that one answer led to, with their digests.
Batch = Sequence[tuple[Line, str]]


#: What is looked at before every answer.
Look = Callable[[Match], object]


class Adviser:
    """Computer players who say what they would do; each stays at its seat for a match."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str, int], Bot] = {}
        self._rare: dict[str, RareBot] = {}

    def entry(
        self, match: Match, ask: Ask, seat: int, draw: random.Random, late: bool = False
    ) -> Entry:
        """What somebody answers: mostly what a computer player would, else what was answered
        least."""
        name = GOOD if late else EASY
        level = find_player(match.game, name)
        if ask.kind is not Kind.DECISION:
            return random_bot(None, ask, seat, draw.randrange)
        sensible = late or draw.random() < SENSIBLE
        if not sensible or not level.knows(match.header.options):
            return self._rare.setdefault(match.commitment, RareBot())(
                None, ask, seat, draw.randrange
            )
        key = (match.commitment, name, seat)
        if key not in self._bots:
            self._bots[key] = level.make(match.setup)
        view = None if level.blind else match.view(seat)
        return chosen(self._bots[key](view, ask, seat, draw.randrange)).entry


class _Notes:
    """A journal of what nobody may ever play."""

    id = 0

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    def begin(self, header: Header) -> _Notes:
        return self

    def append(self, number: int, lines: Batch, status: str) -> None:
        self.batches.append(lines)

    def lines(self, answers: int | None = None) -> Batch:
        """Those of the first so many answers (None: of all; below 0: but the last so many)."""
        return [line for batch in self.batches[:answers] for line in batch]


def begun(plan: Plan, seed: str, adviser: Adviser, store: Store, look: Look) -> int:
    """Begin this match in the store, with so much of it played; its number there."""
    notes = _Notes()
    match = Match.new(
        find_game(plan.game), plan.names, dict(plan.options), seed, store=notes,
        players=plan.players,
    )  # fmt: skip
    opening = notes.lines()
    notes.batches = []
    if plan.played:
        _play(match, notes, adviser, look)
    lines = notes.lines(int(plan.played * len(notes.batches)))
    return store.begin(match.header, [*opening, *lines]).id


def gone_on(store: Store, number: int, left: int, adviser: Adviser, look: Look) -> None:
    """Play a stored match on until so many answers are left."""
    kept, notes = Match.resume(store, number), _Notes()
    match = Match(kept.game, kept.header, kept.setup.components, kept.lines, notes)
    _play(match, notes, adviser, look)
    store.journal(number).append(len(kept.lines), notes.lines(-left), "open")


def _play(match: Match, notes: _Notes, adviser: Adviser, look: Look) -> None:
    """Play on, as far as one can see to the end."""
    draw = random.Random(match.header.seed)
    while not match.over and len(notes.batches) < AHEAD:
        look(match)
        ask = match.asks[0]
        _entered(match, adviser.entry(match, ask, ask.seats[0], draw))


def _entered(match: Match, entry: Entry) -> None:
    """Answer, as a computer does where one plays."""
    players = match.header.players or [""] * match.header.seats
    player = players[entry.seat - 1]
    (match.play if player and not player.startswith(COMMAND) else match.answer)(entry)
