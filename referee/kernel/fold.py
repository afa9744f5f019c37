"""The fold: what journal lines make of a fresh position, and what was announced on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.ask import Ask
from referee.kernel.components import Components
from referee.kernel.errors import Refused
from referee.kernel.game import Game, Result, Setup
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.legality import judge
from referee.kernel.position import Position, digest
from referee.kernel.ruling import Outcome, Ruling
from referee.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Logged:
    """One effective journal line with what it brought about."""

    line: Line
    rulings: tuple[Ruling, ...]
    rows: tuple[str, ...]


class Fold:
    """A position and the effective lines that led to it. Draws nothing, keeps nothing.

    After an exception in `replay` or `apply` it is undefined until the next `replay`.
    """

    def __init__(self, game: Game[Any], header: Header, components: Components) -> None:
        self.game = game
        self.flow = game.flow(header.options)
        self._setup = Setup(header.seats, header.options, components, header.carried)
        self.replay(())

    def replay(self, lines: Sequence[Line]) -> None:
        """Start afresh and apply these effective lines."""
        self.position: Position = self.game.setup(self._setup)
        self.log: list[Logged] = []
        self.drawn = 0  # values taken from the device's stream by the lines that count
        self.opening = tuple(self.flow.start(self.position).rulings)
        self._asks: tuple[Ask, ...] | None = None
        for line in lines:
            self.apply(line)

    def apply(self, line: Line) -> tuple[Ruling, ...]:
        """Let one line happen; its legality is not asked again."""
        outcome = Outcome()
        if line.entry is not None:
            outcome = self.flow.fire(self.position, line.entry)
        self.drawn += line.chance and line.device
        self._asks = None
        self.log.append(Logged(line, tuple(outcome.rulings), tuple(outcome.rows)))
        return tuple(outcome.rulings)

    def apply_legal(self, lines: Sequence[Line]) -> int:
        """Apply lines up to the first that is not legal here; returns how many were."""
        for number, line in enumerate(lines):
            try:
                self.judge(line)
            except Refused:
                return number
            self.apply(line)
        return len(lines)

    def judge(self, line: Line) -> Ask | None:
        """The ask that a line with its values answers, whoever supplied them; or `Refused`."""
        return judge(line.entry, self.asks, self.ending) if line.entry is not None else None

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks as the game gives them, the device's own with all their values."""
        if self._asks is None:
            self._asks = () if self.over else self.flow.asks(self.position)
        return self._asks

    @property
    def abandoned(self) -> bool:
        return bool(self.log) and self.log[-1].line.mark is Mark.ABANDON

    @property
    def over(self) -> bool:
        return self.abandoned or self.flow.states[self.position.state].final

    @property
    def result(self) -> Result | None:
        if self.abandoned:
            return Result((), Text("result.abandoned"), self.game.abandoned)
        return self.game.result(self.position) if self.over else None

    @property
    def ending(self) -> str:
        """The clause that ended the match; empty while it goes on."""
        result = self.result
        return result.clause if result is not None else ""

    @property
    def status(self) -> str:
        """``open``, ``over`` or ``abandoned``: what a list of matches says."""
        if self.abandoned:
            return "abandoned"
        return "over" if self.over else "open"

    @property
    def digest(self) -> str:
        return digest(self.position)
