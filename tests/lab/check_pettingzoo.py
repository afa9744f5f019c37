"""Every game as an environment: PettingZoo's own tests, and what an agent may see and do."""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from referee.kernel.ask import Each, Kind, Menu, OneOf, Pick
from referee.kernel.game import Game, find_game, game_names
from referee.kernel.text import text
from referee.lab import pettingzoo
from referee.lab.encoding import DONE, Spelling, atoms
from referee.lab.pettingzoo import VIEW, env, raw_env
from tests import hidden, toy

SEATS = {"draf": 3, "fette-autos": 3, "knight-rider": 3, "knister": 4, "victory": 3}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo warns of what it would find more usual."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("game", game_names())
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    api_test(env(game, seats=SEATS[game]), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("game", game_names())
def test_the_same_seed_plays_the_same(game: str) -> None:
    seed_test(lambda: env(game, seats=SEATS[game]), num_cycles=60)


def played(made: Any, seed: int, cycles: int = 10**6) -> Any:
    """A match by agents that draw from their masks."""
    made.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in zip(range(cycles), made.agent_iter(), strict=False):
        seen, _, over, cut, _ = made.last()
        allowed = np.flatnonzero(seen["action_mask"])
        made.step(None if over or cut else int(rng.choice(allowed)))
    return made


@pytest.mark.parametrize("game", game_names())
def test_every_answer_of_every_option_can_be_spelled(game: str) -> None:
    """Options drawn anew for each match; what has no action would be an error."""
    found, rng = find_game(game), random.Random(game)
    for seed in range(6):
        drawn = {s.key: rng.choice(s.values) for s in found.options if "device" not in s.values}
        try:
            made = env(game, SEATS[game], drawn)
        except Exception:
            continue
        played(made, seed, 400)


@pytest.mark.parametrize("game", [hidden.GAME, toy.GAME])
def test_a_game_from_outside_is_an_environment(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words are in no file of ours."""
    monkeypatch.setattr(pettingzoo, "find_game", lambda name: game)
    api_test(env(game.name), num_cycles=200, verbose_progress=False)
    for seed in range(5):
        played(env(game.name, 3), seed)


def test_winners_get_one_and_the_others_lose_one() -> None:
    made = raw_env("knister", 2)
    rewards: dict[str, float] = {}
    made.reset(seed=1)
    for agent in made.agent_iter():
        seen, reward, over, _, _ = made.last()
        if over:
            rewards[agent] = reward
            made.step(None)
        else:
            made.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert sorted(rewards.values()) in ([-1, 1], [1, 1])


def test_an_agent_sees_its_own_hand_and_no_other() -> None:
    made = raw_env("fette-autos", 3)
    made.reset(seed=3)
    agent = made.agent_selection
    seat = made.possible_agents.index(agent)
    seen = json.loads(bytes(made.observe(agent)["observation"]).rstrip(b"\0"))
    hidden = json.loads(
        bytes(made.observe(made.possible_agents[seat - 1])["observation"]).rstrip(b"\0")
    )
    assert seen == made.view(agent)
    assert seen["drivers"][seat]["hand"] != hidden["drivers"][seat]["hand"]
    assert len(made.observe(agent)["observation"]) == VIEW


def test_an_illegal_action_ends_the_match_for_who_did_it() -> None:
    made = env("knister", 2)
    made.reset(seed=1)
    agent = made.agent_selection
    seen = made.last()[0]
    made.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert made.terminations[agent]
    assert made.rewards[agent] == -1


def test_the_encoding_stays_as_it_is() -> None:
    """Whoever has trained a player relies on it."""
    knister = raw_env("knister").alphabet
    assert knister.atoms[0] is DONE
    assert [knister.atoms[knister.action(atom)] for atom in ("place", -64, 0, 447)] == [
        "place", -64, 0, 447,
    ]  # fmt: skip
    assert knister.action(1) == knister.action(0) + 1
    draf = raw_env("draf").alphabet.atoms
    assert len(draf) == len(set(draf))


def spelled(spelling: Spelling, *said: str | int | None) -> Any:
    for atom in said:
        assert atom in spelling.allowed()
        spelling.take(atom)
    assert spelling.allowed() == []
    return spelling.entry().args


def test_lists_and_cells_are_several_steps() -> None:
    menu = Menu()
    cards = ([60, "wind"], [60, "jam"], [80, "jam"], [80, "jam"])
    menu.add("swap", None, None, cards=Pick(1, 3, cards), cell=OneOf(([1, 2], [1, 3])))
    menu.add("swap", None, None, cards=Pick(4, 4, cards))
    menu.add("roll", None, None, dice=Each(2, (1, 2)))
    ask = menu.ask((1,), Kind.DECISION, text("x"), "X-1")
    args = spelled(Spelling(ask, 1), "swap", 60, "jam", 80, "jam", DONE, 1, 3)
    assert args == {"cards": [[60, "jam"], [80, "jam"]], "cell": [1, 3]}
    assert spelled(Spelling(ask, 1), "roll", 2, 1) == {"dice": [2, 1]}
    every = ("swap", 80, "jam", 80, "jam", 60, "wind", 60, "jam")
    assert len(spelled(Spelling(ask, 1), *every)["cards"]) == 4
    assert atoms([[1, "a"], True]) == (1, "a", 1)
