"""A script played on a simulated panel, as the touches that play it on another one.

Dice are on the table, so every panel has to show the same picture after each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeVar

from hal.config import parse
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.appliance import Appliance, Invitation
from referee.table.aside import at_once
from referee.table.modes.play import Play
from referee.table.program import TableProgram
from sim.panel import SimPanel
from sim.script import Line, Player, read
from sim.script import parse as parsed
from tests.conftest import ROOT

S = TypeVar("S")

#: Seconds until a screen has come to rest after a touch.
RESTS: Final = 2.5
MATCH: Final = ROOT / "tests/scenarios/knight-rider-en.script"

#: The first start, in a box that has never been asked anything.
WELCOME: Final = 'choose "English"\nchoose "Main menu"\n'

#: Then a match of each other game, as far as its players' first decisions.
OTHERS: Final = """
press back
choose "Main menu"
choose "New match"
choose "Victory"
choose "6 players"
choose "Rest without names"
choose "Dice: by the box"
choose "Draw lots: by the box"
choose "Start"
press roll
press ok
choose "Red"
choose "Blue"
press back
choose "Main menu"
choose "New match"
choose "D'raf"
choose "4 players"
choose "Rest without names"
choose "Motorway: on screen"
choose "Start"
press roll
choose "Red"
choose "Blue"
press back
choose "Main menu"
choose "New match"
choose "Knister"
choose "1 player"
choose "Player 1"
choose "Sheets: on paper"
choose "Dice: by the box"
choose "Start"
press roll
dice 7
press ok
dice 4
press back
choose "Menu"
choose "Main menu"
choose "New match"
choose "Fette Autos"
choose "3 players"
choose "Rest without names"
choose "Start"
press roll
choose "Player 1"
choose "Player 3"
"""


@dataclass(frozen=True, slots=True)
class Touch:
    """``what``: a button, ``box1`` for one of the seat box's, or ``unplug``, ``plug`` for its
    cable. ``seconds``: how long the button is held. ``picture``: what is shown then; ``words``:
    what there is to read. ``line``: where it stands in the script.
    ``loads``: a game is loaded, which takes no time on the simulated panel."""

    what: str
    seconds: float
    picture: bytes
    words: str
    line: str
    loads: bool = False


class NoPhones:
    """A box with pages has a line for them in its menu."""

    def cards(self) -> tuple[str, ...]:
        return ()

    def waits(self) -> str:
        return "phones.wait"

    def invite(self, card: str) -> Invitation:
        raise NotImplementedError(card)

    def held(self, match: Match) -> None:
        return None

    def free(self, match: Match) -> Sequence[int]:
        return ()

    def guests(self, match: Match) -> bool:
        return False

    def open(self, match: Match, seat: int) -> None:
        raise NotImplementedError(seat)

    def invite_to(self, match: Match, seat: int) -> Invitation:
        raise NotImplementedError(seat)


class Loads:
    """Has all work done at once, and notes whether there was any: a game to be loaded."""

    def __init__(self) -> None:
        self.any = False

    def __call__(self, work: Callable[[], S]) -> Future[S]:
        self.any = True
        return at_once(work)


class Mirror(SimPanel):
    """Keeps what is done to it. ``seated``: for an OK, a player presses his own button."""

    def __init__(self, program: TableProgram, loads: Loads) -> None:
        self.touches: list[Touch] = []
        self.line = ""
        self.seated = False
        self._loads = loads
        self._program = program
        super().__init__(program, parse(""), box=True)

    def _touch(self, button: str, seconds: float) -> None:
        if self.seated and button == "ok" and (seat := self._waited_for()):
            button = seat
        super()._touch(button, seconds)
        self.keep(re.sub(r"^seat(\d)$", r"box\1", button), seconds)

    def _waited_for(self) -> str:
        """The button of the one player who has to act, which is an OK for him."""
        session = self._program.session
        asks = session.match.asks if session is not None and session.match.asks else ()
        seats = {seat for ask in asks for seat in ask.seats}
        playing = isinstance(self._program.top, Play)
        return f"seat{seats.pop()}" if playing and len(seats) == 1 else ""

    def keep(self, what: str, seconds: float = 0.0) -> None:
        self.run(RESTS)
        picture, loads = self.picture().tobytes(), self._loads.any
        self._loads.any = False
        self.touches.append(Touch(what, seconds, picture, self.screen_text(), self.line, loads))


def mirrored(store: Store, seed: str, *parts: Iterable[Line]) -> list[Touch]:
    """What plays these scripts on a box that has never been used; ``store`` has its matches."""
    box = Appliance(checks=lambda: (), power_off=lambda: None, phones=NoPhones())
    loads = Loads()
    program = TableProgram(store, lambda: seed, welcome=True, appliance=box, aside=loads)
    panel = Mirror(program, loads)
    player = Player(panel, program, print)
    try:
        for line in (line for part in parts for line in part):
            panel.line, words = line.where, line.words
            panel.seated = words[:2] == ("press", "ok")
            if words[0] == "wait" or words[:2] in (("box", "noise"), ("box", "delay")):
                continue
            player.play([line])
            if words[0] == "box":
                for what in ("unplug", "plug") if words[1] == "replug" else words[1:]:
                    panel.keep(what)
    finally:
        panel.close()
    return panel.touches


def everything(store: Store) -> list[Touch]:
    """The first start, a whole match with the seat box, and a match of each other game begun."""
    return mirrored(store, "mirror", parsed(WELCOME), read(MATCH), parsed(OTHERS))
