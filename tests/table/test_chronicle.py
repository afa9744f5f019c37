"""What has happened, for whoever watches beside the panel."""

from __future__ import annotations

from random import Random

import pytest

from referee.kernel.entry import Entry
from referee.kernel.game import find_game
from referee.table.catalogue import LANGUAGES
from tests.own import OWN
from tests.table.panel import Panel, new


def test_it_tells_rolls_and_moves_and_what_was_announced_and_takes_back() -> None:
    panel = Panel(language="en", games=("knight-rider",))
    facts = {"board": "device", "cards": "device", "track": "city"}
    panel.play(new(find_game("knight-rider"), ("Ada", "Bob"), **facts))
    assert list(panel.program.chronicle()) == []
    panel.press("roll").wait(3)
    (first,) = panel.program.chronicle()
    assert first.startswith("Ada: rolled ")
    panel.press("roll").wait(3)
    assert panel.program.chronicle()[1].startswith("Bob: rolled ")
    assert len(panel.program.chronicle()) >= 3  # and who starts
    panel.program.undo()
    assert list(panel.program.chronicle()) == [first]


def test_it_names_whom_somebody_rams() -> None:
    facts = {"board": "device", "cards": "device", "track": "city"}
    names = ("Ada", "Bob", "Cem")
    match = new(find_game("knight-rider"), names, **facts)
    panel = Panel(language="en", games=("knight-rider",)).play(match)
    below, rammed = Random("ram").randrange, 0
    while not rammed:
        ask = match.asks[0]
        choice = next((o for o in ask.options if o.verb == "ram"), ask.options[0])
        args = {} if match.supplies(ask) else choice.sample(below)
        rammed = args.get("target", 0) if choice.verb == "ram" else 0
        match.answer(Entry(ask.seats[0], choice.verb, args))
    assert f"rams {names[rammed - 1]}" in "\n".join(panel.record())


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_in_words(name: str, language: str) -> None:
    game = find_game(name)
    panel = Panel(language=language, games=(name,)).play(
        new(game, ["", ""] if 2 in game.seats else [""] * game.seats[0])
    )
    for _ in range(60):
        panel.press("roll" if "(ROLL)" in panel.words else "ok").wait(3)
    assert len(panel.program.chronicle()) > 1
    assert panel.program.missing == set()
