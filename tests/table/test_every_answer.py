"""Whatever a match accepts can be entered on the panel, and exactly that is entered."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.game import Ask, Each, Entry, Flow, Pick, Say, option
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.answer.controls import (
    TWO_PRESSES,
    ButtonsControl,
    CellControl,
    ListControl,
    PicksControl,
)
from referee.table.answer.form import Form
from referee.table.modes.play import Play
from tests import toy
from tests.patience import until
from tests.table.panel import GAMES, Panel


class Hand:
    """Somebody who knows what he wants to answer and finds the buttons for it on the screen."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel

    def answer(self, ask: Ask, entry: Entry) -> None:
        panel = self.panel
        before = len(panel.match.log)
        if ask.secret and self._play.sight.covered:  # it stays open for one player's next secret
            panel.press("ok")
        if len(ask.options) > 1 or ask.refusals:
            self._verb(entry)
        until(
            lambda: len(panel.match.log) > before,
            lambda: self._go_on(entry),
            lambda: f"{entry.verb} {entry.args} is not entered on\n{panel.words}",
        )
        until(
            lambda: isinstance(panel.program.top, Play) or panel.match.over,
            lambda: panel.press("ok"),
            lambda: f"the play is not shown again but\n{panel.words}",
        )

    def _go_on(self, entry: Entry) -> None:
        question = self._form.question
        if question is None:
            self.panel.press("ok")
        else:
            self._field(question.field, entry.args[question.name])

    @property
    def _form(self) -> Form:
        form = self._play.form
        assert form is not None
        return form

    @property
    def _play(self) -> Play:
        top = self.panel.program.top
        assert isinstance(top, Play)
        return top

    def _verb(self, entry: Entry) -> None:
        """Choose the verb in the list, which stands behind BACK where an answer has begun."""
        drafts = self._form.drafts
        if drafts and drafts[-1].verb == entry.verb:
            return
        if drafts or isinstance(self._form.control, ButtonsControl):
            self.panel.press("back")  # some choices have buttons of their own; all are listed here
        words = self._form.words
        self._line(words.verb(entry.verb, self.panel.match.state))

    def _field(self, field: Any, value: Any) -> None:
        keypad = self.panel.program.top.keypad
        if keypad is not None and isinstance(field, Each):
            one_by_one = field.ordered or field.count == 1 or field.size() > TWO_PRESSES
            for typed in value if one_by_one else ["".join(map(str, value))]:
                self.panel.press(*self.panel.program.type_die(typed))
        elif keypad is not None:
            whole = value if len(field.values) <= 12 else None
            width = len(str(max(field.values)))
            digits = [whole] if whole is not None else list(str(value).zfill(width))
            for digit in digits:
                keypad = self.panel.program.top.keypad
                if keypad is not None and digit in keypad.next:  # the only one enters itself
                    self.panel.press(*keypad.buttons(digit))
        elif isinstance(field, Pick):
            self._pick(field, value)
        elif isinstance(self._form.control, CellControl):
            self._down(lambda: self._cell == value, f"place {value}")
        else:
            question = self._form.question
            assert question is not None
            while value not in self._form.values:
                self.panel.press("roll")  # some values have buttons of their own; here are others
            at, control = self._form.values.index(value), self._form.control
            if isinstance(control, ButtonsControl):
                self.panel.press(control.choices[at][0])
            else:
                self._nth(at)

    def _pick(self, field: Pick, value: list[Any]) -> None:
        if field.low == field.high == 1:
            self._nth(field.values.index(value[0]))
            return
        left = list(enumerate(field.values))
        for card in value:
            place = next(item for item in left if item[1] == card)
            left.remove(place)
            self._nth(place[0] + 1)
        if field.ordered or field.low != field.high:  # else the last tick has answered
            self._nth(0)

    def _nth(self, number: int) -> None:
        """The line of this number, from 0."""
        self._down(lambda: self._at == number, f"line {number}")

    @property
    def _at(self) -> int:
        control = self._form.control
        assert isinstance(control, ListControl | PicksControl)
        return control.at

    @property
    def _cell(self) -> Any:
        control = self._form.control
        return control.value if isinstance(control, CellControl) else None

    def _line(self, label: str) -> None:
        """The line with this label; a button's name or a note may stand at its right."""
        self._down(lambda: self._selected(label), repr(label))

    def _selected(self, label: str) -> bool:
        rows = getattr(self._form.control, "items", ())
        notes = {"", *(row.right for row in rows if row.label == label)}
        shown = {f"> {label} {note}".rstrip() for note in notes}
        return not shown.isdisjoint(self.panel.lines)

    def _down(self, selected: Callable[[], bool], wanted: str) -> None:
        """DOWN until it is selected, then OK."""
        until(
            selected,
            lambda: self.panel.press("down"),
            lambda: f"{wanted} cannot be selected on\n{self.panel.words}",
        )
        self.panel.press("ok")


@pytest.mark.parametrize("count", [2, 5])
def test_dice_without_an_order_are_typed_one_by_one_where_throws_are_many(count: int) -> None:
    """Three throws fit on one keypad; 21 or 252 do not."""
    throw = option("roll", dice=Each(count, (1, 2, 3, 4, 5, 6), ordered=False))

    def asks(p: toy.Toy) -> tuple[Ask, ...]:
        (ask,) = toy.roll_asks(p)
        return (replace(ask, options=(throw,)),)

    def nothing(p: toy.Toy, entry: Entry, say: Say) -> None:
        """Nothing is added (TOY-1)."""

    states = [replace(state, asks=asks) if state.name == "roll" else state
              for state in toy.STATES if state.name != "duel"]  # fmt: skip
    rows = [replace(row, effect=nothing) if row.effect is toy.add else row
            for row in toy.ROWS if "duel" not in (row.source, row.dest)]  # fmt: skip
    flow = Flow("toy", "roll", states, rows)
    game = replace(toy.GAME, flow=lambda options: flow)
    match = Match.new(game, ["Ada", "Bob"], {"dice": "table"}, "seed")
    panel = Panel(games=["toy"]).play(match)
    entry = Entry(1, "roll", {"dice": [1, 3, 3, 5, 6][:count]})
    Hand(panel).answer(match.asks[0], entry)
    assert match.log[0].line.entry == entry


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_random_answers(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    game = find_game(name)
    options = {spec.key: "table" for spec in game.options if "table" in spec.values}
    match = Match.new(game, ["Ada", "Bob", "Cem"], options, "seed")
    panel = Panel(games=[name]).play(match)
    for _ in range(120):
        if match.over:
            break
        ask = match.asks[0]
        wanted = rng.choice(ask.options)
        entry = Entry(ask.seats[0], wanted.verb, wanted.sample(rng.randrange))
        logged = len(match.log)
        Hand(panel).answer(ask, entry)
        assert match.log[logged].line.entry == entry
    assert len(match.log) > 4
