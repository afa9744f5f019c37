"""Whoever presses nothing but OK plays a legal match to its end: the cursor stands where something
may be chosen, moves on after a tick, and to the end of a list when enough is ticked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.text import Plain
from referee.table.catalogue import LANGUAGES
from tests.table.panel import Panel

#: What is on the screen, so that nobody need say what lies on the table; short matches.
KNOWN: Final[Mapping[str, Mapping[str, Plain]]] = {
    "draf": {"board": "device", "length": 50},
    "fette-autos": {"cards": "device"},
    "knight-rider": {"board": "device", "track": "city"},
    "knister": {"sheets": "device"},
    "victory": {"board": "device", "laps": 1},
}

#: Presses that may pass without an answer, and in which a match ends.
IN_VAIN: Final = 25
PRESSES: Final = 900


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("name", KNOWN)
def test_ok_alone_leads_to_the_end(name: str, seed: str, language: str) -> None:
    game = find_game(name)
    names = ["Ada", "Bob", "Cem"][: max(2, min(game.seats))]
    players = ["", *["easy"] * (len(names) - 1)]
    match = Match.new(game, names, KNOWN[name], seed, players=players)
    panel = Panel(language=language, games=(name,)).play(match)
    in_vain = presses = 0
    while not panel.match.over:
        before = len(panel.match.lines)
        panel.press("ok").wait(2.5)
        presses += 1
        in_vain = in_vain + 1 if len(panel.match.lines) == before else 0
        assert in_vain < IN_VAIN, panel.words
        assert presses < PRESSES, panel.words
    decided = [logged.line for logged in panel.match.log if not logged.line.auto]
    assert len(decided) > 3, "Ada has played"
