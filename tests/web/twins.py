"""Twin matches: alike for three clients, but for what these may not see. Every byte that they get
from the hub is recorded, and compared."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass
from referee.web.hub import Hub

#: game -> seats, options.
MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "fette-autos": (4, {"cards": "device", "dice": "device", "hide": True, "grid": True}),
    "knister": (3, {"sheets": "device", "dice": "device"}),
}

#: Of the seed, which is one of the secrets, a page gets hashes: of it alone, and with the moment.
HASHES = re.compile(r'"(commitment|id)":"[0-9a-f]+"')


class Ears:
    """Three clients of a match: two seats and a spectator. ``heard``: what each was sent."""

    def __init__(self, match: Match, seats: tuple[int | None, ...]) -> None:
        self.program = TableProgram(None, str, defaults=Settings(language="de"))
        self.program.show(match)
        doorkeeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
        self._hub = Hub(self.program, doorkeeper, lambda: 0.0, "build")
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


def copy(match: Match, seed: str = "") -> Match:
    """The same entries; with another ``seed``, what the device will draw is another."""
    header = match.header
    if seed:
        header = type(header)(**{**_fields(header), "seed": seed})
    return Match(match.game, header, match.game.components(), match.lines)


def _fields(header: Any) -> dict[str, Any]:
    return {name: getattr(header, name) for name in header.__dataclass_fields__}


def others(match: Match, *secretive: int) -> tuple[int | None, ...]:
    """Two seats that have no part in a secret, as far as there are two, and a spectator."""
    free = [seat for seat in range(1, match.header.seats + 1) if seat not in secretive]
    return (*free[:2], None)


def play(game: str, number: int) -> int:
    """One whole match; at its secret moments twins are compared. Returns how often."""
    seats, options = MATCHES[game]
    draw = random.Random(f"{game} {number}")
    match = Match.new(find_game(game), seats, options, f"twin {number}")
    compared = 0
    while not match.over and len(match.lines) < 400:
        ask = draw.choice(match.asks)
        if draw.random() < 0.06:
            compared += future(match) + hidden(match, draw)
        if match.supplies(ask):
            match.supply(ask)
            continue
        option = draw.choice(ask.options)
        entry = Entry(ask.seats[0], option.verb, option.sample(draw.randrange))
        if ask.secret and len(match.asks) > 1:
            compared += answers(match, ask, entry, draw)
        match.answer(entry)
    return compared


def same(one: Ears, twin: Ears, what: str) -> int:
    for seat, heard in one.heard.items():
        assert heard, f"seat {seat} heard nothing"
        assert heard == twin.heard[seat], f"seat {seat} hears of {what}"
    return 1


def future(match: Match) -> int:
    """Another seed: what the device has drawn stands in the entries, what it will draw differs."""
    seats = others(match)
    return same(Ears(copy(match), seats), Ears(copy(match, "another"), seats), "dice to come")


def hidden(match: Match, draw: random.Random) -> int:
    """Another hand, and other hidden chips, of one seat."""
    owner = draw.randrange(match.header.seats)
    one, twin = copy(match), copy(match)
    position = twin.position
    drivers = getattr(position, "drivers", [])
    if not drivers or not drivers[owner].hand or not position.deck or position.poker is not None:
        return 0
    hand, deck = drivers[owner].hand, position.deck
    at = next((n for n, card in enumerate(deck) if card not in hand), None)
    if at is None:
        return 0
    hand[0], deck[at] = deck[at], hand[0]
    drivers[owner].stock += 1
    position.bank -= 1
    # What can be taken back is worked out from the log, and that still tells of the first hand.
    setattr(twin, "next_undo", one.next_undo)  # noqa: B010
    seats = others(match, owner + 1)
    return same(Ears(one, seats), Ears(twin, seats), f"the hand of {owner + 1}")


def answers(match: Match, ask: Ask, entry: Entry, draw: random.Random) -> int:
    """Another answer to a secret ask, while others still have to answer theirs."""
    twin_entry = other_answer(ask, entry, draw)
    if twin_entry is None:
        return 0
    one, twin = copy(match), copy(match)
    rest = [open_ask for open_ask in match.asks if open_ask is not ask]
    for trial, given in ((copy(match), entry), (copy(match), twin_entry)):
        trial.answer(given)
        if list(trial.asks) != rest:
            return 0  # it was the last one that was waited for, and turned all up
    seats = others(match, *ask.seats)
    ears, twins = Ears(one, seats), Ears(twin, seats)
    ears.answer(entry)
    twins.answer(twin_entry)
    return same(ears, twins, f"a secret of {ask.seats}")


def other_answer(ask: Ask, entry: Entry, draw: random.Random) -> Entry | None:
    """Another answer to the same ask, if there is one."""
    for _ in range(20):
        option = draw.choice(ask.options)
        args = option.sample(draw.randrange)
        if (option.verb, args) != (entry.verb, entry.args):
            return Entry(entry.seat, option.verb, args)
    return None
