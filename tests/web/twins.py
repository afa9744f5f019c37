"""Two worlds (`referee.testing.worlds`) for three clients that may not see what differs. Every byte
that they get from the hub is recorded, and compared."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.testing import play_out
from referee.testing.worlds import Twin, Worlds, twins, worlds_of
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass
from referee.web.hub import Hub

#: game -> seats, options.
MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "fette-autos": (4, {"cards": "device", "dice": "device", "hide": True, "grid": True}),
    "knister": (3, {"sheets": "device", "dice": "device"}),
}

#: Moments of a match at which other dice and cards could follow.
FUTURES = 3

#: Answers after a secret that both worlds share.
SHARED = 3

#: Of the seed, which is one of the secrets, a page gets hashes: of it alone, and with the moment.
HASHES = re.compile(r'"(commitment|id)":"[0-9a-f]+"')


class Ears:
    """Three clients of a match: two seats and a spectator. ``heard``: what each was sent."""

    def __init__(self, match: Match, seats: Sequence[int | None]) -> None:
        self.program = TableProgram(None, str, defaults=Settings(language="de"))
        self.program.show(match)
        doorkeeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
        self._hub = Hub(self.program, doorkeeper, lambda: 0.0)
        self.heard: dict[int | None, list[str]] = {seat: [] for seat in seats}
        for seat in seats:
            doorkeeper.passes[f"hash {seat}"] = Pass(seat)
            client = Client(self._listener(seat), granted=Pass(seat), known=True)
            self._hub.join(client)
        self.publish()

    def _listener(self, seat: int | None) -> Callable[[str, str], None]:
        return lambda text, slot: self.heard[seat].append(HASHES.sub("", text))

    def publish(self) -> None:
        self._hub.publish(self.program.frame())

    def answer(self, entry: Entry) -> None:
        self.program.answer(entry)
        self.publish()


def play(game: str, number: int) -> int:
    """One whole match; of its secrets some are replaced. Returns how often was compared."""
    seats, options = MATCHES[game]
    draw = random.Random(f"{game} {number}")
    match = Match.new(find_game(game), seats, options, f"twin {number}")
    play_out(match, f"{game} {number}")
    compared = sum(future(match.at(draw.randrange(match.length))) for _ in range(FUTURES))
    for twin in twins(match, draw, 1):
        compared += given(match, twin)
        for worlds in worlds_of(match, twin, SHARED):
            if worlds.shared in (0, SHARED):
                compared += shown(worlds)
    return compared


def same(one: Ears, twin: Ears, what: str) -> int:
    for seat, heard in one.heard.items():
        assert heard, f"seat {seat} heard nothing"
        assert heard == twin.heard[seat], f"seat {seat} hears of {what}"
    return 1


def future(match: Match) -> int:
    """Another seed: what the device has drawn stands in the entries, what it will draw differs."""
    header = replace(match.header, seed="another")
    other = Match(match.game, header, match.game.components(), match.lines)
    seats = (1, 2, None)
    return same(Ears(match, seats), Ears(other, seats), "dice to come")


def shown(worlds: Worlds) -> int:
    """What pages get that come when it has happened."""
    seats = [*worlds.viewers[1:3], None]
    one, other = Ears(worlds.one.copy(), seats), Ears(worlds.other.copy(), seats)
    return same(one, other, str(worlds.twin))


def given(match: Match, twin: Twin) -> int:
    """What pages get while it happens: an answer at the table that others still wait with."""
    if not twin.ask.secret or match.supplies(twin.ask):
        return 0
    one, other = match.at(twin.number), match.at(twin.number)
    rest = [ask for ask in one.asks if ask.seats != twin.ask.seats]
    for entry in (twin.entry, twin.other):
        trial = one.copy()
        trial.answer(entry)
        if not rest or list(trial.asks) != rest:
            return 0  # it was the last one that was waited for, and turned all up
    seats = [*rest[0].seats[:2], None]
    ears, others = Ears(one, seats), Ears(other, seats)
    ears.answer(twin.entry)
    others.answer(twin.other)
    return same(ears, others, str(twin))
