"""Owners' corrections, drawn at random: what is accepted starts a match that plays and shows."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.ask import Kind
from referee.kernel.components import Components
from referee.kernel.errors import ComponentsError
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.players import chosen, find_player, levels, random_bot
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.testing.cases import allowed, covering
from tests.table.panel import Panel

#: What somebody may write for a number, a word; besides what is near the printed one.
NUMBERS = (0, 1, 2, 3, 5, -1, 97, 9999, -9999)
WORDS = (
    "", " ", "x", "N", "NS", "NN", "NESW", "barrier", "red", "lowest", "ü" * 200, "{who}", "1",
    "\x1b[2J", "a\nb",
)  # fmt: skip

#: After so many entries another screen is drawn.
SHOWN = 12

#: Where a correction stands in its file, and what the file is called.
FILE, ABOVE = "mine.toml", "# mine\n\n"


def mutants(value: Any) -> Iterator[Any]:
    """Values that somebody may write in place of this one."""
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int):
        yield from (*NUMBERS, value + 1, value - 1, 2 * value, 7 * value, float(value), "1", True)
    elif isinstance(value, str):
        yield from (*WORDS, 1)
    elif isinstance(value, list):
        yield from ([], value[:1], value[1:], value + value[:1], value[::-1], value * 40, {}, 1)
        yield [value[0]] * len(value)
        for at in sorted({0, len(value) // 2, len(value) - 1}):
            for other in mutants(value[at]):
                yield [*value[:at], other, *value[at + 1 :]]
    else:
        yield from ({}, [], {"moon": 1}, dict.fromkeys(value, 1))
        for key, inner in value.items():
            yield from ({key: other} for other in mutants(inner))


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        inner = (f"{json.dumps(key)} = {written(part)}" for key, part in value.items())
        return f"{{ {', '.join(inner)} }}"
    return json.dumps(value)


def single(game: Game[Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Corrections of one number each, without end; every number as often as the others."""
    printed = game.components()
    while True:
        for name in sorted(printed):
            yield {name: rng.choice(list(mutants(printed[name])))}


def several(game: Game[Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Corrections of several numbers, each of which is accepted by itself."""
    ones = (one for one in single(game, rng) if accepted(game, one, max(game.seats)) is not None)
    while True:
        together: dict[str, Any] = {}
        for _ in range(rng.choice((2, 3, 6))):
            together |= next(ones)
        yield together


def accepted(game: Game[Any], correction: Mapping[str, Any], seats: int) -> Components | None:
    """The numbers, if they are let in; who wrote others is told the line and what to do."""
    text = ABOVE + "".join(f"{name} = {written(value)}\n" for name, value in correction.items())
    try:
        printed = game.components(text, FILE)
        Match.new(game, seats, allowed(game, seats, {}), "seed", components=printed)
    except ComponentsError as error:
        told(game, error, text)
        return None
    return printed


def told(game: Game[Any], error: ComponentsError, text: str) -> None:
    """Whether the message names file, line and number, in words of both languages."""
    args = error.text.args
    line, key = args["line"], str(args["key"])
    assert args["file"] == FILE
    assert isinstance(line, int)
    assert text.splitlines()[line - 1].startswith(re.split(r"[.\[]", key)[0])
    for language in LANGUAGES:
        words = Catalogue(language, game)
        said = words.error(error)
        assert f"{FILE}, " in said
        assert not words.missing
        assert not re.search(r"\{\w+\}(?!who)", said.replace("{who}", "")), said


def plays(game: Game[Any], printed: Components, rng: random.Random, entries: int) -> None:
    """Begin a match with these numbers and play so many entries: by computer players where they
    know enough, drawn on the panel in both languages."""
    seats, options = rng.choice(list(game.seats)), rng.choice([{}, *covering(game)])
    chosen_options = allowed(game, seats, options)
    try:
        match = Match.new(game, seats, chosen_options, str(rng.random()), components=printed)
    except ComponentsError:
        return  # too few for so many players, say: told as above
    level = find_player(game, rng.choice(levels(game.name)))
    bot = level.make(match.setup) if level.knows(chosen_options) else random_bot
    panel = Panel(language=rng.choice(LANGUAGES), games=[game.name]).play(match)
    for number in range(entries):
        if match.over:
            break
        assert not game.invariants(match.position)
        step(match, bot, rng)
        if number % SHOWN == 0:
            panel.play(match).press("ok")
            assert panel.words
            match = panel.match
    assert not match.over or match.result is not None


def step(match: Match, bot: Any, rng: random.Random) -> None:
    """One entry, by whoever is asked."""
    ask = rng.choice(match.asks)
    seat = rng.choice(ask.seats)
    for shown in (None, seat):
        match.game.scene(match.position, shown)
    if match.supplies(ask):
        match.supply(ask)
    elif ask.kind is Kind.DECISION:
        match.answer(chosen(bot(match.view(seat), ask, seat, rng.randrange)).entry)
    else:
        match.answer(random_bot(None, ask, seat, rng.randrange))
