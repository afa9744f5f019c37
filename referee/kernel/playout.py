"""Playouts: whole matches by computer players that nobody sees, as fast as the rules run.

A playout fires the same rows as a match, with the same guards and effects, on answers to the same
asks. It has no journal and no log, says nothing, hides nothing from players that do not look, and
does not judge answers that were drawn from the ask itself. With the same seed and players it leads
to the same position as a `Match`: every game is played both ways by the tests.

Whose turn it is to draw, and in which order, stands in `kernel.chance`; states that have a `Draw`
are not even asked while all players are random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any, Final

from referee.kernel.ask import Ask, Entry, Kind, RandBelow, judge
from referee.kernel.chance import Chance
from referee.kernel.errors import FlowError
from referee.kernel.game import DEVICE, Game, Result, Setup
from referee.kernel.players import Bot, Player, chosen, random_bot
from referee.kernel.position import Position, digest
from referee.kernel.ruling import Outcome
from referee.kernel.text import Text

#: Entries after which a match counts as endless.
CAP: Final = 100_000


class Endless(FlowError):
    """A match that found no end."""

    def __init__(self, entries: int, state: str) -> None:
        super().__init__(f"no end after {entries} entries, in state {state}")


class Silent(Outcome):
    """Hears nothing but which rows fired."""

    def say(self, key: str | Text, clause: str, seat: int | None = None, /, **_: Any) -> None:
        pass


class Counting(Outcome):
    """Counts the rulings by their keys and keeps none."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def say(self, key: str | Text, clause: str, seat: int | None = None, /, **_: Any) -> None:
        self.counts[key if isinstance(key, str) else key.key] += 1


class Playout:
    """One match. ``position``, ``length`` and ``outcome`` say how far it got, also after an
    exception; ``rows`` are the names of the rows that entries fired."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        seed: str,
        players: Mapping[int, Player],
        below: RandBelow,
        outcome: Outcome | None = None,
    ) -> None:
        """``players``: by seat. ``below``: what they draw from, and what falls on the table."""
        self.game = game
        self.flow = game.flow(setup.options)
        self.outcome = outcome or Silent()
        self.length = 0
        own = frozenset(key for key, value in setup.options.items() if value == DEVICE)
        self._chance = Chance(seed, own, below)
        self._bots: dict[int, Bot] = {seat: p.make(setup) for seat, p in players.items()}
        self._blind = {seat for seat, player in players.items() if player.blind}
        self.position: Position = game.setup(setup)
        self.position.state = self.flow.initial
        self.flow.table.start(self.position, self.outcome)
        self.outcome.rows.clear()  # as in a match's log: what fired since the first entry

    def play(self, cap: int = CAP) -> None:
        """Play it to its end; raises `Endless` after ``cap`` entries, and what games raise."""
        with closing(self._entries(cap)) as entries:
            self.flow.table.run(self.position, entries, self.outcome)

    def _entries(self, cap: int) -> Generator[Entry, None, None]:
        """Answers to the end; each looks at what the one before has brought about."""
        position, chance, length = self.position, self._chance, self.length
        draws = self.flow.draws if self._all_random else {}
        try:
            while True:
                draw = draws.get(position.state)
                entry = draw(position, chance) if draw is not None else None
                if entry is None:
                    if self._final:
                        return
                    entry = self._answer(self.asks)
                if length >= cap:
                    raise Endless(length, position.state)
                yield entry
                length += 1
        finally:
            self.length = length

    @property
    def result(self) -> Result | None:
        """How it ended; None before that."""
        return self.game.result(self.position) if self._final else None

    @property
    def rows(self) -> list[str]:
        return self.outcome.rows

    @property
    def digest(self) -> str:
        return digest(self.position)

    @property
    def _all_random(self) -> bool:
        return all(bot is random_bot for bot in self._bots.values())

    @property
    def _final(self) -> bool:
        return self.flow.states[self.position.state].final

    # -- step by step --------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks as the game gives them; none when it is over."""
        return self.flow.asks(self.position)

    def step(self) -> None:
        """One entry more."""
        self.enter(self._answer(self.asks))

    def enter(self, entry: Entry) -> None:
        """Let a legal answer happen."""
        self.flow.table.fire(self.position, entry, self.outcome)
        self.length += 1

    def fallen(self) -> Entry:
        """What the device knows or chance brings: an answer to an ask that is no decision."""
        asks = self.asks
        chance = tuple(ask for ask in asks if ask.kind is not Kind.DECISION)
        return self._answer(chance)

    # -- answering -----------------------------------------------------------------------------

    def _answer(self, asks: tuple[Ask, ...]) -> Entry:
        """What the device knows by itself, or else an answer to any of the asks."""
        own, below = self._chance.own, self._chance.below
        for ask in asks:
            known = ask.source in own and ask.kind is not Kind.DECISION
            if known and (ask.auto or ask.kind is Kind.REPORT):
                return self._supplied(ask)
        ask = asks[below(len(asks))]
        if ask.source in own and ask.kind is not Kind.DECISION:
            return self._supplied(ask)
        seat = ask.seats[below(len(ask.seats))]
        bot = self._bots[seat] if ask.kind is Kind.DECISION else random_bot
        if bot is random_bot:
            return random_bot(None, ask, seat, below)
        view = self.game.view(self.position, seat) if seat not in self._blind else None
        entry = chosen(bot(view, ask, seat, below)).entry
        judge(entry, asks, "")  # it need not have been drawn from the ask
        return entry

    def _supplied(self, ask: Ask) -> Entry:
        """As `Supply.answer`."""
        if ask.kind is Kind.REPORT:
            return self.game.report(self.position, ask)
        return Entry(ask.seats[0], ask.verb, ask.options[0].sample(self._chance.device()))
