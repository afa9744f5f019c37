"""``referee demo``: two minutes of a match that plays itself; any key takes over."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.doors import panel
from referee.doors.play import TableParts, demonstrate
from referee.doors.words import Words
from referee.kernel.ask import Ask, Kind
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import chance, chosen, find_player
from referee.table.answer.form import Form
from referee.table.appliance import Appliance
from referee.table.aside import in_thread
from referee.table.modes.play import Play
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.terminal import run_terminal
from sim.terminal_parts import TerminalUnfit

GAME, LEVEL, SEED = "knight-rider", "easy", "demo9"
NAMES: Final = ("Ada", "Bob", "Cem")
FACTS: Final = {"board": "device", "cards": "device", "track": "city"}
#: The seat that the ghost plays, and that whoever presses a key plays on.
OWN: Final = 1

#: Seconds that it plays, that a caption stands at least, that a text and a choice are looked at.
LENGTH, CAPTION, READ, CHOOSE = 120.0, 5.0, 3.0, 1.4

#: How the screen names the buttons beside what they choose.
_SIGNS: Final = {"(▲) ": "up", "(OK) ": "ok", "(▼) ": "down", "(ROLL) ": "roll"}

#: What can be said about a screen, in this order; said once each.
_CAPTIONS: Final = {
    "roll": ("roll",),
    "choose": ("choose", "help", "undo"),
    "told": ("told",),
    "others": ("dice", "others", "lamps", "track", "yourself"),
}


def run(args: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return demonstrate(args)
    program = TableProgram(
        None,
        lambda: secrets.token_hex(16),
        defaults=Settings(args.lang),
        aside=in_thread,
        appliance=Appliance(keyboard=True),
    )
    program.show(match())
    ghost = Hand(program, Words(args.lang))
    try:
        run_terminal(
            program,
            program.chronicle,
            None,
            lambda: program.language,
            program.names,
            ghost,
            parts=TableParts(program),
        )
    except TerminalUnfit as error:
        return panel.complain(error)
    return 0


def match() -> Match:
    """The match of the demonstration; it is kept nowhere."""
    players = ["" if seat == OWN else LEVEL for seat in range(1, len(NAMES) + 1)]
    return Match.new(find_game(GAME), NAMES, FACTS, SEED, players=players)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A screen as it is looked at: its words, and how far the match is."""

    words: str
    lines: int


class Hand:
    """A `sim.terminal_hands.Ghost`: plays one seat as an easy player would, and says how."""

    def __init__(self, program: TableProgram, words: Words) -> None:
        self.caption = words("demo.begin")
        self._program = program
        self._words = words
        self._left = {kind: list(keys) for kind, keys in _CAPTIONS.items()}
        self._begun: float | None = None
        self._said = self._since = 0.0
        self._seen: _Seen | None = None

    def step(self, now: float) -> Sequence[str]:
        """The buttons to press now; see `sim.terminal_hands.Ghost`."""
        if self._begun is None:
            self._begun = self._said = now
        if now - self._begun > LENGTH or self._match.over:
            self.caption = self._words("demo.over")
            return ()
        seen = _Seen(self._program.screen_text(), len(self._match.lines))
        if seen != self._seen:
            self._seen, self._since = seen, now
        if now - self._begun < CAPTION:
            return ()
        kind = self._kind()
        self._say(kind, now)
        waited = now - self._since
        if kind == "others" or waited < (READ if kind == "told" else CHOOSE):
            return ()
        return self._presses(kind)

    @property
    def _match(self) -> Match:
        session = self._program.session
        assert session is not None
        return session.match

    def _kind(self) -> str:
        """What is on the screen: a die to roll, a choice, a text, or what others do."""
        top = self._program.top
        if not isinstance(top, Play) or top.form is None:
            return "others" if top.passing else "told"
        if OWN not in top.form.ask.seats:
            return "others"
        return "roll" if top.form.rolls else "choose"

    def _say(self, kind: str, now: float) -> None:
        """The next caption that fits, when the one before has been read; it is read then."""
        if now - self._said >= CAPTION and self._left[kind]:
            self._said = self._since = now
            self.caption = self._words(f"demo.{self._left[kind].pop(0)}", who=NAMES[OWN - 1])

    def _presses(self, kind: str) -> Sequence[str]:
        top = self._program.top
        if kind == "roll":
            return ("roll",)
        if kind == "told" or not isinstance(top, Play) or top.form is None:
            return ("ok",)
        return (self._choice(top.form),)

    def _choice(self, form: Form) -> str:
        """The button that leads to what an easy player would do, or towards its line."""
        ask = form.ask
        if form.chosen or ask.kind is not Kind.DECISION or ask.seats != (OWN,):
            return "ok"
        label = form.words.verb(self._decided(ask), self._match.state)
        lines = self._program.screen_text().splitlines()
        if button := next(_labelled(lines, label), ""):
            return button
        offered = any(line.startswith(" ") and label in line for line in lines)
        return "down" if offered else "ok"

    def _decided(self, ask: Ask) -> str:
        played = self._match
        bot = find_player(played.game, LEVEL).make(played.setup)
        below = chance(SEED, OWN).at(len(played.log))
        return chosen(bot(played.view(OWN), ask, OWN, below)).entry.verb


def _labelled(lines: Sequence[str], label: str) -> Iterator[str]:
    """The buttons that stand beside this label."""
    for line in lines:
        yield from (button for sign, button in _SIGNS.items() if line == sign + label)
