"""Computer players at the table: where they think, and when they answer.

A player's decision is thought about beside the table's loop, which never waits for it, and is given
no sooner than people can follow.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from referee.kernel.ask import Ask, Entry
from referee.kernel.match import Match
from referee.kernel.players import Chosen, Players
from referee.table.aside import Aside
from referee.table.play import Enter

#: Seconds from the moment a computer player is asked to its answer, and to a press of ROLL.
PACE: Final = 1.5
ROLL_PACE: Final = 0.8

#: Seconds until a player who is still thinking is looked at again.
AGAIN: Final = 0.05


@dataclass(slots=True)
class _Job:
    """What a player is asked, in which state of the match, and from when on he may answer."""

    lines: int
    ask: Ask
    thought: Future[Chosen] | None
    at: float


class Computers:
    """The computer players of the match on the table."""

    def __init__(self, match: Match, aside: Aside) -> None:
        self.match = match
        self.players = Players(match)
        self._aside = aside
        self._job: _Job | None = None

    def pause(self) -> None:
        """Something is read that lies over the match: nobody answers, and the pace starts anew."""
        self._job = None

    def next(self, now: float) -> Enter | float | None:
        """What is to be answered now, or when to ask again; None if people are to act.

        Raises what the player raised; he is out then, people answer for his seat.
        """
        ask = self.players.due()
        if ask is None:
            self._job = None
            return None
        job = self._job
        if job is None or (job.lines, job.ask) != (self.match.written, ask):
            job = self._job = self._begin(ask, now)
        if now < job.at:
            return job.at
        if job.thought is not None and not job.thought.done():
            return now + AGAIN
        try:
            press = Chosen(Entry(ask.seats[0], ask.verb))
            chosen = job.thought.result() if job.thought is not None else press
        except Exception:
            self.players.leave(ask.seats[0])
            raise
        self._job = None
        return Enter(chosen.entry, ask, pressed=False, why=chosen.why)

    def _begin(self, ask: Ask, now: float) -> _Job:
        task = self.players.task(ask)
        thought = self._aside(task) if task is not None else None
        pace = PACE if task is not None else ROLL_PACE
        return _Job(self.match.written, ask, thought, now + pace)
