"""Every game as a PettingZoo environment: ``env("knister", seats=4)`` (docs/lab.md).

Agents are ``seat_1``, ``seat_2``, ...; they answer decisions one step after the other, spelled in
`encoding`'s actions. Of several open asks the one of the lowest seat comes first. Dice, cards and
boards are in the device; what only a table would know is drawn.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from referee.kernel.ask import Kind
from referee.kernel.chance import cheap
from referee.kernel.errors import BadEntry
from referee.kernel.game import DEVICE, Setup, find_game
from referee.kernel.players import RANDOM, find_player
from referee.kernel.playout import Playout
from referee.kernel.text import Plain, Shaped
from referee.lab.encoding import Alphabet, Spelling
from referee.lab.words import words_of

#: Bytes of a view: JSON, filled up with zeros.
VIEW: Final = 16_384

#: Entries after which a match is cut off: everybody's episode is truncated.
LONGEST: Final = 20_000


def env(
    game: str, seats: int | None = None, options: Mapping[str, Plain] | None = None,
    words: Sequence[str] = (),
) -> Any:  # fmt: skip
    """A game in PettingZoo's usual wrapping: an illegal action ends the match, -1 for who did it.

    ``words``: those of the answers, in the order of their actions, if not those that `words_of`
    knows or finds. Raises `BadEntry` or `Refused` for seats and options that the game does not
    allow.
    """
    bare = raw_env(game, seats, options, words)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """The environment without wrappers. A winner gets 1, all others -1; nobody wins: 0."""

    metadata: Final = {"name": "referee_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, Plain] | None = None,
        words: Sequence[str] = (), render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game = find_game(game)
        count = seats or self.game.seats[0]
        own = {spec.key: DEVICE for spec in self.game.options if DEVICE in spec.values}
        made = self.game.complete(count, {**own, **(options or {})})
        self._setup = Setup(count, made, self.game.components())
        self.render_mode = render_mode
        self.alphabet = Alphabet(words or words_of(self.game, self._setup))
        self.possible_agents = [f"seat_{seat}" for seat in range(1, count + 1)]
        actions = len(self.alphabet)
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self.observation_spaces = {a: _seen(actions) for a in self.possible_agents}
        self._chance = random.Random()

    # -- PettingZoo's interface --------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A fresh match; the same seed deals and rolls the same."""
        if seed is not None:
            self._chance = random.Random(seed)
        name = f"pettingzoo {self._chance.getrandbits(64)}"
        random_player = find_player(self.game, RANDOM)
        players = dict.fromkeys(range(1, self._setup.seats + 1), random_player)
        below = cheap(random.Random(name))
        self._match = Playout(self.game, self._setup, name, players, below)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance()

    def step(self, action: int | None) -> None:
        """Spell one more action of the answer that is due."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        assert action is not None
        self._spelling.take(self.alphabet.atoms[int(action)])
        while len(following := self._spelling.allowed()) == 1:
            self._spelling.take(following[0])
        if not following:
            self._match.enter(self._spelling.entry())
            self._advance()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's own view, and a mask of the actions that it may take now."""
        mask: Any = np.zeros(len(self.alphabet), dtype=np.int8)
        over = not self.agents or self.terminations[agent] or self.truncations[agent]
        if agent == self.agent_selection and not over:
            for atom in self._spelling.allowed():
                mask[self.alphabet.action(atom)] = 1
        data = json.dumps(self.view(agent), separators=(",", ":"), sort_keys=True).encode()
        if len(data) > VIEW:
            raise BadEntry("error.lab.view", found=len(data), most=VIEW)
        seen: Any = np.zeros(VIEW, dtype=np.uint8)
        seen[: len(data)] = np.frombuffer(data, dtype=np.uint8)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """What everybody may see, as JSON."""
        if self.render_mode is None:
            return None
        return json.dumps(self.game.view(self._match.position, None), indent=1)

    def close(self) -> None:
        """Nothing is open."""

    # -- the match ---------------------------------------------------------------------------

    def view(self, agent: str) -> Shaped:
        """The position as this agent may see it, as the game gives it."""
        return self.game.view(self._match.position, self.possible_agents.index(agent) + 1)

    def _advance(self) -> None:
        """Let chance fall until somebody must decide, or the match is over."""
        while asks := self._match.asks:
            decisions = [ask for ask in asks if ask.kind is Kind.DECISION]
            if len(decisions) == len(asks):
                ask = min(asks, key=lambda ask: min(ask.seats))
                seat = min(ask.seats)
                self.agent_selection = self.possible_agents[seat - 1]
                self._spelling = Spelling(ask, seat)
                break
            self._match.enter(self._match.fallen())
            if self._match.length > LONGEST:
                self.truncations = dict.fromkeys(self.agents, True)
                return
        else:
            self._end()

    def _end(self) -> None:
        result = self._match.result
        winners = set(result.winners) if result is not None else set()
        for seat, agent in enumerate(self.possible_agents, 1):
            self.rewards[agent] = (1.0 if seat in winners else -1.0) if winners else 0.0
        self.terminations = dict.fromkeys(self.agents, True)


def _seen(actions: int) -> Any:
    return spaces.Dict({
        "observation": spaces.Box(0, 255, (VIEW,), np.uint8),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    })  # fmt: skip
