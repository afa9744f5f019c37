"""What computer players say about their answers: in HELP and in the log, for whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.text import Args, Plain, Text, Who
from referee.table.catalogue import LANGUAGES, read
from referee.table.session import Session
from referee.testing.gallery import NAMES
from referee.web.views import table
from tests.table.panel import Panel

#: Who sits where: two levels of the box, and a person; on a sheet of his own a person sees what
#: his choice brings.
LEVELS: Final = ("good", "easy", "")
SHEETS: Final = ("good", "easy", "good")

#: What the box must know to play.
KNOWN: Final[Mapping[str, Mapping[str, Plain]]] = {
    "draf": {"board": "device", "length": 50},
    "fette-autos": {"cards": "device"},
    "knight-rider": {"board": "device", "track": "city"},
    "knister": {"sheets": "device"},
    "victory": {"board": "device", "laps": 1},
}

#: Moments with a reason at which every sentence is tried on the screen.
MOMENTS: Final = 6

#: What the gaps of reasons are filled with: the longest that comes.
GAPS: Final[Args] = {
    "n": 88,
    "who": Who(2),
    "what": Text("drf.bot.unbuilt"),
    "combination": Text("kni.combination.straight_without_7"),
    "line": Text("kni.line.diagonal", {"name": "/"}),
}


def played(name: str, seed: str) -> Iterator[tuple[Match, Line]]:
    """A match of two levels of the box and somebody who takes what is offered first; after every
    answer that has a reason, with its line."""
    game = find_game(name)
    levels = SHEETS if "sheets" in KNOWN[name] else LEVELS
    match = Match.new(game, NAMES[: len(levels)], KNOWN[name], seed, players=levels)
    players = Players(match)
    while not match.over:
        ask = players.due()
        if ask is not None:
            task, before = players.task(ask), len(match.log)
            players.answer(ask, task() if task is not None else None)
            line = match.log[before].line
            if line.why is not None:
                yield match, line
        elif match.supplies(match.asks[0]):
            match.supply(match.asks[0])
        else:
            ask = match.asks[0]
            match.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))


def sentences(name: str) -> dict[str, list[str]]:
    """Every reason of a game, with the names of its gaps."""
    found = read(find_game(name).resources, "en").items()
    return {
        key: re.findall(r"\{(\w+)\}", str(text))
        for key, text in found
        if re.match(r"\w+\.bot\.", key)
    }


def asked(panel: Panel) -> str:
    """All pages of HELP, one after the other, in one line."""
    panel.press("hold ok")
    pages = []
    while f"{len(pages) + 1}/" in panel.program.screen.title.right:
        pages.append(panel.program.screen.text)
        panel.press("down")
    panel.press("back")
    return " ".join(pages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", KNOWN)
def test_every_reason_fits_on_the_screen(name: str, language: str) -> None:
    """In HELP, at any moment at which the box gives one; and never without being asked for."""
    panel = Panel(language=language, games=(name,))
    matches = played(name, "fits")
    for _ in range(MOMENTS):
        match, line = next(matches)
        assert line.entry is not None
        who = NAMES[line.entry.seat - 1]
        for key, gaps in sentences(name).items():
            line.why = Text(key, {gap: GAPS[gap] for gap in gaps})
            panel.play(match.copy())
            said = Session(match, language).catalogue.text(line.why)
            assert f"{who}: {said}" not in panel.words, "nobody has asked"
            assert f"{who}: {said}" in asked(panel), panel.words
            assert panel.program.clipped == [], panel.words
            assert panel.program.missing == set()


@pytest.mark.parametrize("name", KNOWN)
def test_a_reason_is_told_wherever_rulings_are(name: str) -> None:
    """In HELP; where the whole match is told, before what came of the answer."""
    match, line = next(played(name, "told"))
    panel = Panel(language="en", games=(name,)).play(match)
    assert line.why is not None
    assert line.entry is not None
    words = Session(match, "en").catalogue
    told = f"{NAMES[line.entry.seat - 1]}: {words.text(line.why)}"
    assert told not in panel.words
    assert told in asked(panel)
    number = max(n for n, logged in enumerate(match.log) if logged.line is line)
    since = [ruling for logged in match.log[number:] for ruling in logged.rulings]
    came = [words.ruling(ruling) for ruling in since if ruling.shown_to(None)]
    page = [ruling["text"] for ruling in table(match, words, None)["rulings"]]
    assert page[len(page) - len(came) - 1 :] == [told, *came]
    record, session = panel.record(), Session(match, "en")
    after = record[len(record) - 1 - record[::-1].index(told) :]
    assert all(session.recorded(r) in after for r in since if r.shown_to(None))


def test_a_reason_for_several_moves_in_a_row_stands_once() -> None:
    """Three tiles on the own way."""
    matches, said = played("draf", "row"), list[Text | None]()
    while said[-3:] != [Text("drf.bot.own-way")] * 3:
        match, line = next(matches)
        said.append(line.why)
    told = [entry for entry in match.log[-3:] if entry.line.why == said[-1]]
    assert len(told) == 3
    reason = Session(match, "en").catalogue.text(Text("drf.bot.own-way"))
    record = Panel(language="en", games=("draf",)).play(match).record()
    assert [line.endswith(reason) for line in record[-4:]] == [False, True, False, False]


def test_a_reason_goes_with_its_answer() -> None:
    match, _ = next(played("victory", "undone"))
    count = len(match.log)
    match.undo()
    assert len(match.log) < count
    panel = Panel(language="en", games=("victory",)).play(match)
    assert "Maximilian:" not in panel.words
    assert not any(logged.line.why for logged in match.log)
