"""What the device itself answers in a match: its dice, its cards, its board.

It reads the fold and never changes it: a line it gives has still to happen.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from referee.kernel.ask import Ask, Kind, Option
from referee.kernel.entry import Entry
from referee.kernel.errors import FlowError
from referee.kernel.fold import Fold
from referee.kernel.game import DEVICE, Game
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.stream import Stream


class Supply:
    """The device's answers in one match. Asks are given as the fold has them, with all values
    that they may have."""

    def __init__(self, game: Game[Any], header: Header, fold: Fold) -> None:
        self._game = game
        self._own = frozenset(key for key, value in header.options.items() if value == DEVICE)
        self._stream = Stream(header.seed)
        self._fold = fold

    def over(self, fold: Fold) -> Supply:
        """The same device's answers over another fold of the match."""
        other = copy(self)
        other._fold = fold
        return other

    def supplies(self, ask: Ask) -> bool:
        """Whether the device itself knows this ask's answer."""
        return ask.kind is not Kind.DECISION and ask.source in self._own

    def offered(self, ask: Ask) -> Ask:
        """The ask as players see it: where the device supplies the values, only the press."""
        return replace(ask, options=(Option(ask.verb),)) if self.supplies(ask) else ask

    def answer(self, ask: Ask, seat: int, *, auto: bool = False) -> Line:
        """The device's own answer, as the game gives it; ``auto``: nobody pressed for it."""
        chance = ask.kind is Kind.CHANCE
        if chance:
            below, option = self._stream.at(self._fold.drawn), ask.options[0]
            entry = Entry(seat, option.verb, option.sample(below))
        else:
            entry = self._game.report(self._fold.position, ask)
            if entry.seat not in ask.seats or not ask.accepts(entry.verb, entry.args):
                raise FlowError(f"game {self._game.name}: its report is no answer to {ask.prompt}")
        return Line(Mark.ENTRY, entry, chance=chance, device=True, auto=auto, secret=ask.secret)

    def unasked(self, press: bool) -> Line | None:
        """What the device answers next without a press, or else with one where ``press`` says
        so; None when somebody must act."""
        supplied = [ask for ask in self._fold.asks if self.supplies(ask)]
        for ask in supplied:
            if ask.auto or ask.kind is Kind.REPORT:
                return self.answer(ask, ask.seats[0], auto=True)
        if press and supplied:
            return self.answer(supplied[0], supplied[0].seats[0])
        return None

    def fits(self, line: Line) -> bool:
        """Whether a line that was kept would be written here too: the device gives the same, and
        players answer what they are asked; raises `Refused` where they are not.
        """
        unasked = self.unasked(press=False)
        if unasked is not None:
            return unasked.entry == line.entry
        ask = self._fold.judge(line)
        if ask is None or line.entry is None:
            return True  # the match was given up
        if not self.supplies(ask):
            return not line.device
        return line.device and self.answer(ask, line.entry.seat).entry == line.entry
