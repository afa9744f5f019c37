"""What Victory's computer players say is so."""

from __future__ import annotations

from collections import Counter

from referee.games.victory import GAME
from referee.games.victory.circuit import UNITS
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.text import Plain, text


def test_what_is_said_is_so() -> None:
    """Two levels race. With the last die of a turn a car drives as many rows as it says."""
    heard = Counter[str]()
    options: dict[str, Plain] = {"board": "device", "laps": 1}
    for number in range(4):
        levels = ("good", "easy", "good")
        match = Match.new(GAME, 3, options, f"says {number}", players=levels)
        players = Players(match)
        while (ask := players.due()) is not None:
            task, before = players.task(ask), match.view(None)
            decided = task() if task is not None else None
            players.answer(ask, decided)
            if decided is None or decided.why is None:
                continue
            assert len(list(ask.listed())) > 1, "said where there is no choice"
            seat, verb = str(ask.seats[0]), decided.entry.verb
            heard[decided.why.key] += 1
            if verb != "move":
                assert decided.why == text(f"vic.bot.{verb}")
            elif sum(before["due"].values()) == 1 and decided.why.key == "vic.bot.far":
                rows = (match.view(None)["driven"][seat] - before["driven"][seat]) // (UNITS // 3)
                assert decided.why == text("vic.bot.far", n=rows)
                heard["rows"] += 1
        assert match.over
    assert heard.keys() == {"vic.bot.one", "vic.bot.two", "vic.bot.far", "vic.bot.home", "rows"}
