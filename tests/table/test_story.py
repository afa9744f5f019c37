"""What has happened, for whoever watches beside the panel."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain, Who
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.session import Session
from referee.table.story import Event, chapters, lines, sentence
from tests.own import OWN
from tests.table.panel import Panel, new


def test_it_tells_rolls_and_moves_and_what_was_announced_and_takes_back() -> None:
    panel = Panel(language="en", games=("knight-rider",))
    facts = {"board": "device", "cards": "device", "track": "city"}
    panel.play(new(find_game("knight-rider"), ("Ada", "Bob"), **facts))
    assert list(panel.program.chronicle()) == []
    panel.press("roll").wait(3)
    (first,) = panel.program.chronicle()
    assert first.startswith("Ada rolls ")
    panel.press("roll").wait(3)
    assert panel.program.chronicle()[1].startswith("Bob rolls ")
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


#: Matches that are told to their end, and facts that the box must know for its players.
WHOLE: Final[Mapping[str, tuple[int, Mapping[str, Plain]]]] = {
    "knister": (3, {}),
    "victory": (3, {"board": "device", "laps": 1}),
    "knight-rider": (3, {"board": "device"}),
    "draf": (4, {"board": "device"}),
    "fette-autos": (4, {"cards": "device"}),
}

#: Who tells something of himself or of somebody else tells it of one by one.
PEOPLE: Final = ("Alma", "Boris", "Cleo", "Denis")


def told_to_the_end(name: str, level: str, seed: str) -> Match:
    """A match that computer players play to its end."""
    count, facts = WHOLE[name]
    match = Match.new(find_game(name), PEOPLE[:count], facts, seed, players=[level] * count)
    players = Players(match)
    while not match.over:
        if (ask := players.due()) is not None:
            task = players.task(ask)
            players.answer(ask, task() if task is not None else None)
        else:  # what the table alone knows
            option = match.asks[0].options[0]
            match.play(Entry(match.asks[0].seats[0], option.verb, option.sample(lambda n: 0)))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["good", "random"])
@pytest.mark.parametrize("name", WHOLE)
def test_every_deed_of_a_whole_match_names_its_doer_and_the_choice(
    name: str, level: str, language: str
) -> None:
    """Also the secret ones, when they may be read; and none is told by what a menu calls it."""
    match = told_to_the_end(name, level, "story")
    session = Session(match, language)
    words = session.catalogue
    box = words("record.box")
    for made in session.events:
        told = sentence(words, made, reveal=True)
        if made.followed:
            continue
        assert told.startswith((PEOPLE[made.seat - 1], box)), (made, told)
        menu = f"{PEOPLE[made.seat - 1]}: {words.verb(made.verb, made.state)}"
        assert not told.startswith(menu), (made, told)
        if made.effects or isinstance(made.args.get("order"), list):
            continue  # what came of it says more, or it is a whole deck
        for field, value in made.args.items():
            spot = made.places.get(field)
            if spot is not None and words.at(spot.area, spot.at) in told:
                continue
            assert named(words, field, value, told), (made, told)


#: What is told by the dice that fell.
ROLLS: Final = ("roll", "throw")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_each_answer_of_a_game_has_a_sentence(name: str, language: str) -> None:
    """On a table's board, too, where none of these matches is played."""
    game = find_game(name)
    words = Catalogue(language, game)
    bare = [
        (state.name, verb)
        for state in game.flow({spec.key: spec.default for spec in game.options}).states.values()
        for verb in state.verbs
        if verb not in ROLLS
        and not (words.has(f"said.{state.name}.{verb}") or words.has(f"said.{verb}"))
    ]
    assert bare == []


def test_the_same_several_times_is_one_sentence() -> None:
    words = Catalogue("en", find_game("draf"), ("Ada", "Bob"))
    draws = [
        Event(1, "draw", "blind", {"tile": "plain"}, {}, False, False, False, ()) for _ in range(3)
    ]
    assert lines(words, 2, (), draws) == ["Ada drives onto unbuilt road (3 times)."]


def named(words: Catalogue, field: str, value: Plain, told: str) -> bool:
    """Whether a sentence names this value: as it is, as a player, or as the menu calls it."""
    if isinstance(value, list):
        return any(named(words, field, part, told) for part in value)
    if type(value) is int and PEOPLE[value - 1 : value] and PEOPLE[value - 1] in told:
        return True
    return str(value) in told or words.value(field, value) in told


def test_a_card_of_many_moves_ends_with_where_the_piece_stands_now() -> None:
    """Of a long run only that counts of which something came; but no place that has been left is
    told as the last one."""
    words = Catalogue("en", find_game("victory"))
    lap = Ruling("vic.lap", "VIC-PAD-2", 1, {"who": Who(1), "n": 2, "place": 1})
    moves = [
        Event(1, "move", "drive", {"to": place}, {}, False, False, False, effects)
        for place, effects in (("A9", (lap,)), ("A2", ()), ("B1", ()), ("B2", ()))
    ]
    (chapter,) = chapters(moves)
    told = chapter.lines(words, 2, deeds=True)
    assert [line for line in told if "drives to" in line] == [
        "Player 1 drives to A9.",
        "Player 1 drives to B2.",
    ]
    assert told.index(words.ruling(lap)) == 1
