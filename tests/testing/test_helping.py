"""The suite finds rules in HELP that describe an answer which an option forbids."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

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


#: Untrue texts, by game: the key of a sentence of HELP; the option that it should stand under in
#: place of its own (none: it is forgotten), or the pair under which it is forgotten; what is found.
UNTRUE: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "fette-autos": (
        ("FAP-PLAN-1.fog.on", "", "FAP-PLAN-1 says nothing of fog=True"),
        ("FAP-PLAN-1.fog.on", "FAP-PLAN-1.fog.on.lead.on", "FAP-PLAN-1 says nothing of fog=True"),
        ("FA-OVT-9.fast.on", "FA-OVT-9.lead.on", "FA-OVT-9 says nothing of fast=False"),
        ("FA-OVT-9.fast.on", "FA-OVT-9.fast.on.hide.on", "FA-OVT-9 says nothing of fast=False"),
    ),
    "knight-rider": (
        ("KR-ESC-7.shield_stops_red.on", "", "KR-ESC-7 says nothing of shield_stops_red=True"),
        ("KR-ESC-11.shield_stops_red.on", "KR-ESC-11.luck.on",
         "KR-ESC-11 says nothing of shield_stops_red=True"),
        ("KR-TRK-8.build_must_join_road.on", "", "KR-TRK-8 says nothing of build_must_join_road"),
        ("KR-MOV-1.quarter_turn_anywhere.off",
         "KR-MOV-1.quarter_turn_anywhere.off.red_counts_as_car.on",
         "KR-MOV-1 says nothing of quarter_turn_anywhere"),
        ("KR-KIT-8.red_counts_as_car.off", "KR-KIT-8.goal_arrival.end",
         "KR-KIT-8 says nothing of red_counts_as_car=False"),
    ),
    "victory": (
        ("VIC-MOVE-12.allow_backward.on", "", "VIC-MOVE-12 says nothing of allow_backward=False"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNTRUE)
def test_ten_rules_that_forget_an_option_or_a_pair_are_found(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    changes = list(forbidden(game))
    before = {language: untrue(game, language, changes, {}) for language in LANGUAGES}
    for number, (key, planted, wanted) in enumerate(UNTRUE[name]):
        forgetful = replace(game, resources=with_text(game, key, planted, tmp_path / str(number)))
        for language in LANGUAGES:
            found = untrue(forgetful, language, changes, {})
            assert any(fault.startswith(wanted) for fault in found), (key, planted, found)
            assert not any(fault.startswith(wanted) for fault in before[language])
    assert sum(map(len, UNTRUE.values())) == 10


def with_text(game: Game[Any], key: str, planted: str, folder: Path) -> Path:
    """The game's texts without this sentence, or with it under another key; a longer key stands for
    a pair, under which the rule reads as without options."""
    (folder / "texts").mkdir(parents=True)
    for language in LANGUAGES:
        source = game.resources.joinpath("texts", f"{language}.toml")
        lines = source.read_text(encoding="utf-8").splitlines()
        own = next(line for line in lines if line.startswith(f'"{key}" ='))
        if planted.startswith(key):
            clause = key.partition(".")[0]
            usual = next(line for line in lines if line.startswith(f"{clause} ="))
            lines.insert(lines.index(own), f'"{planted}" ={usual.partition("=")[2]}')
        else:
            at = lines.index(own)
            lines[at : at + 1] = [own.replace(key, planted)] if planted else []
        (folder / "texts" / f"{language}.toml").write_text("\n".join(lines), encoding="utf-8")
    shutil.copy(str(game.resources.joinpath("components.toml")), folder)
    return folder


def test_all_pairs_of_options_are_played() -> None:
    """So many pairs of values of two options have our games."""
    assert sum(pairs(find_game(name)) for name in OWN) == 1785
