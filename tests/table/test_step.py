"""The play screen as a pure step: events in, a state and effects out, and nothing else changes."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from hal.interfaces import Gesture, Press
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.table import play
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.panel import draw
from referee.table.play import (
    Changed,
    Effect,
    Enter,
    Ignored,
    Open,
    Refuse,
    State,
    Table,
    Tick,
)
from referee.table.session import Session
from tests import hidden, toy
from tests.table.panel import GAMES

BUTTONS = ("ok", "ok", "roll", "roll", "down", "up", "back", "seat1", "seat2", "seat3")


@dataclass
class Screen:
    """A play screen without a panel: what its effects ask for is entered into the match."""

    session: Session
    state: State = field(default_factory=State)
    now: float = 0.0

    def __post_init__(self) -> None:
        self.do(Changed())

    @property
    def table(self) -> Table:
        return Table.of(self.session, Players(self.session.match), self.now)

    def do(self, event: play.Event) -> tuple[Effect, ...]:
        match = self.session.match
        before, table, lines = self.state, self.table, len(match.lines)
        again, wanted = play.step(before, table, event)
        self.state, effects = play.step(before, table, event)
        assert effects == wanted
        assert self._shown(again) == self._shown(self.state), "the same again comes to the same"
        assert len(match.lines) == lines, "a step enters nothing by itself"
        for effect in effects:
            if isinstance(effect, Enter):
                self.session.answer(effect.entry, effect.ask)
                self.state, _ = play.step(self.state, self.table, Changed())
        return effects

    def press(self, button: str) -> tuple[Effect, ...]:
        self.now += 0.2
        return self.do(Press(self.now, button, Gesture.TAP))

    def wait(self, seconds: float) -> tuple[Effect, ...]:
        self.now += seconds
        return self.do(Tick())

    @property
    def words(self) -> list[str]:
        return self._shown(self.state)

    def _shown(self, state: State) -> list[str]:
        canvas = Canvas()
        draw(canvas, play.look(state, self.table))
        return canvas.texts


def screen_of(game: str, seats: int = 2, seed: str = "step") -> Screen:
    return Screen(Session(Match.new(find_game(game), seats, {}, seed), "en"))


def test_a_press_of_roll_is_an_entry_and_no_more() -> None:
    screen = screen_of("toy")
    (effect,) = screen.press("roll")
    assert isinstance(effect, Enter)
    assert effect.entry == Entry(1, "roll")
    assert screen.press("seat9") == (Ignored(),)
    assert screen.press("back") == (Open("menu"),)


def test_what_a_screen_remembers_is_all_in_its_state() -> None:
    """The cursor, what has been entered and where BACK leads come back with an earlier state."""
    screen = screen_of("toy")
    screen.press("roll")
    begun, shown = screen.state, screen.words
    screen.press("down")
    assert screen.words != shown
    screen.state = begun
    assert screen.words == shown


def test_a_secret_is_covered_again_when_nobody_cares_for_it() -> None:
    match = Match.new(hidden.GAME, 2, {"cards": "device"}, "step")
    screen = Screen(Session(match, "en"))
    cover = screen.words
    assert screen.press("ok") == ()
    assert screen.state.open
    assert screen.words != cover
    screen.wait(play.COVER_AFTER - 1)
    assert screen.state.open
    screen.wait(1)
    assert screen.words == cover


def test_why_something_may_not_be_done_is_an_effect() -> None:
    match = Match.new(toy.GAME, 2, {}, "step")
    screen = Screen(Session(match, "en"))
    told: list[Effect] = []
    for _ in range(60):
        told += screen.press("down") + screen.press("ok") + screen.press("roll")
        if match.over:
            break
    assert all(isinstance(effect, Enter | Refuse | Open | Ignored) for effect in told)
    assert any(isinstance(effect, Enter) for effect in told)


@pytest.mark.parametrize("game", GAMES)
def test_any_presses_lead_on_and_every_step_is_pure(game: str) -> None:
    rng, screen = random.Random(game), screen_of(game, 3)
    for _ in range(150):
        screen.wait(3) if rng.random() < 0.2 else screen.press(rng.choice(BUTTONS))
        assert screen.words or screen.session.match.over
