"""The suite finds rules in HELP that describe an answer which an option forbids."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games import fette_autos
from referee.kernel.ask import Ask
from referee.kernel.game import Game, find_game, spoken
from referee.kernel.text import Value
from referee.table.catalogue import LANGUAGES
from referee.testing.helping import asks_under, forbidden, pairs, untrue
from tests.own import OWN

#: Answers that an option is made to forbid, though their rules read as before: by game the clause,
#: the verb, the option and its value.
PLANTED: Mapping[str, Sequence[tuple[str, str, str, str]]] = {
    "victory": (
        ("VIC-TURN-4", "two", "allow_backward", "on"),
        ("VIC-MOVE-9", "stuck", "last_survivor_wins", "off"),
        ("VIC-SET-8", "clockwise", "allow_backward", "on"),
    ),
    "draf": (
        ("DRF-DRV-4", "ahead", "marker_rotates", "off"),
        ("DRF-WAT-2", "left", "pushed_off_wins", "off"),
        ("DRF-LAY-1", "correct", "closed_end", "blind_tile"),
        ("DRF-SPC-2", "here", "cardless", "out"),
    ),
    "fette-autos": (
        ("FA-MAN-1", "exchange", "indiv", "on"),
        ("FA-OVT-1", "pass", "equal", "on"),
        ("FA-MAN-7", "pick", "lead", "on"),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_ten_answers_that_an_option_forbids_in_secret_are_found(name: str) -> None:
    def asking(game: Game[Any], position: Any, options: Mapping[str, Value]) -> tuple[Ask, ...]:
        return tuple(without(ask, options) for ask in asks_under(game, position, options))

    def without(ask: Ask, options: Mapping[str, Value]) -> Ask:
        barred = {
            verb
            for clause, verb, key, value in PLANTED[name]
            if (ask.clause, spoken(options[key])) == (clause, value)
        }
        return replace(ask, options=tuple(o for o in ask.options if o.verb not in barred))

    game = find_game(name)
    changes = list(forbidden(game, asking=asking))
    for language in LANGUAGES:
        found = "\n".join(untrue(game, language, changes, {}))
        for clause, verb, key, value in PLANTED[name]:
            told = {"on": "True", "off": "False"}.get(value, value)
            assert f"{clause} says nothing of {key}={told}, which forbids {verb}" in found
    assert sum(map(len, PLANTED.values())) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_that_forgets_an_option_is_found(language: str, tmp_path: Path) -> None:
    """The planned track in fog once read as without fog."""
    for name in LANGUAGES:
        folder = tmp_path / "texts"
        folder.mkdir(exist_ok=True)
        source = fette_autos.GAME.resources.joinpath("texts", f"{name}.toml")
        lines = source.read_text(encoding="utf-8").splitlines()
        kept = (line for line in lines if not line.startswith('"FAP-PLAN-1.fog'))
        (folder / f"{name}.toml").write_text("\n".join(kept), encoding="utf-8")
    shutil.copy(str(fette_autos.GAME.resources.joinpath("components.toml")), tmp_path)
    forgetful = replace(fette_autos.GAME, resources=tmp_path)
    wrong = untrue(forgetful, language, list(forbidden(fette_autos.GAME)), {})
    assert "FAP-PLAN-1 says nothing of fog=True, which forbids choose" in wrong


def test_all_pairs_of_options_are_played() -> None:
    """So many pairs of values of two options have our games."""
    assert sum(pairs(find_game(name)) for name in OWN) == 1785
