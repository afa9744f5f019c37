"""Somebody who only hears the panel, and matches that are played to be heard."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hal.interfaces import Frame
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from referee.table.appliance import Appliance
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
from referee.table.modes.telling import Told
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import Level, Speaker
from sim.panel import SimPanel

NAMES = ("Anna", "Ben", "Cem")


@dataclass(frozen=True, slots=True)
class Turn:
    """What has to be told after an answer; ``heard``: so much had been said before it."""

    who: str
    rulings: tuple[str, ...]
    dice: tuple[object, ...]
    heard: int


class Listener:
    """A panel, and somebody who only hears it."""

    def __init__(
        self, game: str, language: str, level: Level, seats: int = 2, **options: object
    ) -> None:
        settings = Settings(language=language, speech=level)
        self.program = TableProgram(
            None, lambda: "x", defaults=settings, appliance=Appliance(speaks=True)
        )
        self.match = Match.new(find_game(game), NAMES[:seats], options, "ears")
        self.program.show(self.match)
        self.panel = SimPanel(self.program)
        self.said: list[str] = []
        speaker = Speaker()

        def watch(frame: Frame) -> float | None:
            said = speaker.step(self.panel.clock.now(), self.program.content)
            if said:
                self.said.append(said)
            return speaker.due()

        self.panel.runner.watch(watch)
        self.panel.run(1)

    def press(self, *buttons: str) -> str:
        """Press, wait until all has been said, and return what was."""
        before = len(self.said)
        self.panel.press(*buttons)
        self.rest()
        return " ".join(self.said[before:])

    def rest(self) -> None:
        """Hear all, until presses mean something again."""
        self.panel.run(3)
        while self.program.passing or (
            isinstance(self.program.top, Told) and self.program.top.passes
        ):
            self.panel.run(1)

    def told_since(self, turn: Turn) -> str:
        return " ".join(self.said[turn.heard :])


def played(
    ears: Listener, seed: int = 1, before: Callable[[], object] = lambda: None
) -> Iterator[tuple[str, Turn | None]]:
    """Play the match to its end, whatever the players choose; yields what is said after every
    press (with None) and every answer. ``before`` is done before each of them."""
    rng, match, program = random.Random(seed), ears.match, ears.program
    while not match.over:
        before()
        if not isinstance(program.top, Play):
            yield ears.press("ok"), None
            continue
        ask = rng.choice(match.asks)
        seat = ask.seats[0]
        if match.supplies(ask):
            entry = Entry(seat, ask.verb, {})
        else:
            entry = random_bot(match.view(seat), ask, seat, rng.randrange)
        heard = len(ears.said)
        program.answer(entry)
        ears.rest()
        yield " ".join(ears.said[heard:]), _turn(ears, heard)
    while isinstance(program.top, Message):  # what the last answer brought, before the result
        yield ears.press("ok"), None


def _turn(ears: Listener, before: int) -> Turn | None:
    """Who is asked on the screen now, and what was announced to all; None: another screen."""
    session, play = ears.program.session, ears.program.top
    if session is None or not isinstance(play, Play) or play.form is None:
        return None
    words, seats = session.catalogue, play.form.ask.seats
    everybody = len(seats) == session.match.header.seats
    who = words("title.everybody") if everybody else words.players(seats)
    rulings = tuple(map(words.ruling, session.latest.strip(None)))
    return Turn(who, rulings, () if play.sight.covered else session.dice, before)
