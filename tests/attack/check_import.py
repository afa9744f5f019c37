"""Thousands of mutants of exported matches: an error names the line, and what is kept is shown."""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.doors import history, page
from referee.doors.words import Words
from referee.kernel.archive import export, import_match
from referee.kernel.errors import BadArchive
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.players.named import random_bot
from referee.table.pixels.printing import as_picture, as_text
from tests.attack.check_protocol import spoilt
from tests.attack.progress import told
from tests.own import OWN

#: Mutants for every game, and entries of the match that they are made of.
MUTANTS, ENTRIES = 1500, 30


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", OWN)
def test_mutants_of_a_match_are_refused_by_line_or_shown(name: str, tmp_path: Path) -> None:
    rng = random.Random(name)
    with closing(Store(tmp_path / "matches.sqlite", lambda: 1.0)) as store:
        rows = exported(name, store, rng)
        kept = 0
        for _ in told(MUTANTS, f"{name}: mutants of an export"):
            at = rng.choice((0, rng.randrange(len(rows))))
            mutant: list[Any] = [*rows[:at], spoilt(rows[at], rng), *rows[at + 1 :]]
            data = [json.dumps(row).encode() + b"\n" for row in mutant]
            if rng.random() < 0.2:
                data[at] = bitten(data[at], rng)
            try:
                number = import_match(store, data).id
            except BadArchive as error:
                refused = error
            else:
                kept += 1
                show(store, number)
                continue
            assert 1 <= refused.line <= len(rows) + 1
            Words("en").text(refused.text)
        assert kept > 0, "no mutant was good: nothing was shown"


def exported(name: str, store: Store, rng: random.Random) -> list[dict[str, Any]]:
    game = find_game(name)
    match = Match.new(game, min(game.seats), {}, "seed", store=store)
    while not match.over and len(match.log) < ENTRIES:
        ask = match.asks[0]
        match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
        if rng.random() < 0.1:
            match.undo()
    assert match.id is not None
    return [json.loads(line) for line in export(store, match.id)]


def bitten(data: bytes, rng: random.Random) -> bytes:
    """The same with a few bytes changed, taken out or put in."""
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.randrange(3)) + data[at + rng.randrange(3) :]


def show(store: Store, number: int) -> None:
    """All that `history` and `page` tell of it."""
    stored, match = store.match(number), Match.resume(store, number)
    words = Words("en", match.game, match.header.names)
    assert list(history.whole_match(stored, match, words))
    for name in match.game.scene(match.position, None).pages:
        items = page.page(match, name)
        list(as_text(items, words))
        if number % 20 == 0:
            as_picture(name, items, words)
