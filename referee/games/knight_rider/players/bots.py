"""Knight Rider's computer players.

The easy one drives towards where red stands; cut off from it, it opens its way with a card. The
good one drives to where the odds to win are best, wherever red may flee to; it plays a Turbo-Boost
that reaches red, rams who stands in between, opens its way with a diversion where others have
closed it, and closes theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import (
    DEVICE,
    Ask,
    Chosen,
    Entry,
    OneOf,
    Option,
    Player,
    RandBelow,
    Setup,
    Shaped,
    Text,
    Who,
    text,
)
from referee.games.knight_rider.board.laying import Laid, best_way, joins
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import beyond
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.numbers import Numbers
from referee.games.knight_rider.players.hunt import Hunt
from referee.games.knight_rider.players.look import Look
from referee.games.knight_rider.players.odds import Openness
from referee.games.knight_rider.players.outlook import Outlook
from referee.games.knight_rider.players.roadworks import Roadworks

#: How bad a slick is, in odds to win.
SLICK: Final = 0.03

#: Openness that a jump must add.
GAIN: Final = 1.5

#: The odds that a ram does not fail, nor what comes of it.
SAFE: Final = 0.97

#: What a Turbo-Boost is worth that is kept to reach red with.
KEPT: Final = {"turbo1": 0.06, "turbo2": 0.01}

#: The question at which nobody can win any more.
NOBODY: Final = "kr.shut.nobody"

#: What else a car does, the first that is offered.
OTHERWISE: Final = (
    "flip", "behind", "closed", "turn_over", "passed", "ram", "uturn", "turn", "step",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """What a car may do now, and its worth. ``end``: where a trip ends; ``oil``: on whose slicks.
    What is no trip says ``why``."""

    worth: float
    entry: Entry
    end: Spot | None = None
    oil: Collection[int] = ()
    why: Text | None = None

    @property
    def net(self) -> float:
        """The worth less what the oil costs."""
        return self.worth - SLICK * bool(self.oil)


class Chooser:
    """A player at one seat; ``good`` looks ahead to where red may be then."""

    def __init__(self, setup: Setup, *, good: bool) -> None:
        self._numbers = Numbers.of(setup.components, setup.seats)
        self._options = setup.options
        self._good = good
        self._outlook = Outlook(self._numbers)

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
        verbs = {option.verb: option for option in ask.options}
        look = Look(self._numbers, self._options, view)
        if "catch" in verbs:
            return Entry(seat, "catch")
        if "laid" in verbs:
            return self._build(look, ask, seat)
        if ask.prompt.key == NOBODY:
            return Entry(seat, "give_up")
        if view["state"] in ("drive", "escape") and view["board"]["red"]:
            return self._drive(look, ask, verbs, seat, below)
        return self._any(ask, seat, below)

    def _build(self, look: Look, ask: Ask, seat: int) -> Chosen:
        """The tableau in hand lies where the box itself would lay it."""
        number, parts = int(look.view["board"]["piece"]), self._numbers.parts
        turns = {parts.turned_arms(number, turn): turn for turn in parts.distinct_turns(number)}
        ways: dict[Laid, Entry] = {}
        for args in (args for option in ask.options for args in option.expand()):
            entry = Entry(seat, "laid", args)
            ways[Laid(number, entry.cell(), turns[entry.word("arms")])] = entry
        track = {laid.cell: laid for laid in look.laid}
        best = best_way(parts, track, ways)
        joined = joins(parts, track, best) if len(ways) > 1 else 0
        return Chosen(ways[best], text("kr.bot.joins", n=joined) if joined else None)

    @staticmethod
    def _any(ask: Ask, seat: int, below: RandBelow) -> Entry:
        option = ask.options[0]
        return Entry(seat, option.verb, option.sample(below))

    def _drive(
        self, look: Look, ask: Ask, verbs: Mapping[str, Option], seat: int, below: RandBelow
    ) -> Entry | Chosen:
        hunt = Hunt(look, self._outlook.roads(look), seat)
        tricky = self._good or (hunt.points and self._cut_off(look, seat))
        if tricky and (trick := self._trick(look, ask, verbs, hunt)):
            return trick
        if "go" in verbs:
            return self._go(look, ask, hunt)
        verb = next((verb for verb in OTHERWISE if verb in verbs), ask.options[0].verb)
        return Entry(seat, verb, verbs[verb].sample(below))

    def _cut_off(self, look: Look, seat: int) -> bool:
        """Whether no road leads to where the car wants to go."""
        targets = look.car(seat)["open_targets"]
        return self._outlook.points(look, seat, targets, look.spot(seat)) is None

    def _trick(
        self, look: Look, ask: Ask, verbs: Mapping[str, Option], hunt: Hunt
    ) -> Chosen | None:
        """A card or a ram that brings the car to red now, or opens its way."""
        if card := self._card(look, ask, hunt):
            return card
        if "divert" in verbs and (lay := self._lay(look, ask, hunt)):
            return lay
        for ram in _rams(ask, hunt.seat):
            if hunt.reaches_past(ram.number("target")):
                return Chosen(ram, text("kr.bot.past", who=Who(ram.number("target"))))
        return None

    def _lay(self, look: Look, ask: Ask, hunt: Hunt) -> Chosen | None:
        return Roadworks(look, ask, hunt, self._outlook.later(look).places).best()

    # -- the move ------------------------------------------------------------------------

    def _go(self, look: Look, ask: Ask, hunt: Hunt) -> Chosen:
        """To the best end; the good player also past a car, or farther by a Turbo-Boost."""
        traffic = look.traffic(hunt.made)
        targets = look.car(hunt.seat)["open_targets"]
        hunting = self._good and not targets
        outlook, seat = self._outlook, hunt.seat
        worth = outlook.worth(look, seat) if hunting else outlook.nearness(look, seat, targets)
        ways = [
            Way(worth(at), entry, at, traffic.slicks(at.field, seat))
            for at, entry in _ends(ask, seat)
        ]
        if hunting:
            ways += self._onward(look, ask, hunt)
        best = max(ways, key=lambda way: way.net)
        return Chosen(best.entry, self._why(look, seat, ways, best) if len(ways) > 1 else None)

    def _why(self, look: Look, seat: int, ways: list[Way], best: Way) -> Text | None:
        """What made this way the best."""
        if best.end is None:
            return best.why
        tempting = max(ways, key=lambda way: way.worth)
        if tempting.oil and not best.oil:
            return text("kr.bot.oil", who=Who(next(iter(tempting.oil))))
        targets, outlook = look.car(seat)["open_targets"], self._outlook
        points = outlook.points(look, seat, targets, best.end)
        if points is None:
            return text("kr.bot.cut-off")
        if self._good and not targets and best.worth:
            odds = round(100 * outlook.soon(look, seat, best.end))
            return text("kr.bot.odds", n=odds) if odds else text("kr.bot.hunt")
        return text("kr.bot.target" if targets else "kr.bot.near", n=points)

    def _onward(self, look: Look, ask: Ask, hunt: Hunt) -> Iterator[Way]:
        """Rams, and Turbo-Boosts that bring the car along, by what the trip beyond is worth."""
        onward = self._outlook.prospects(look, hunt.seat).onward
        for entry in _rams(ask, hunt.seat):
            trip, who = hunt.ram(entry.number("target")), Who(entry.number("target"))
            worth = SAFE * onward(trip.at.spot, trip.left)
            yield Way(worth, entry, why=text("kr.bot.ram", who=who))
        spot = look.spot(hunt.seat)
        for kind in _kitt(ask) & hunt.boosts.keys():
            worth = onward(spot, hunt.points + hunt.boosts[kind]) - KEPT[kind]
            yield Way(worth, _played(hunt, kind), why=text("kr.bot.boost"))

    # -- cards ---------------------------------------------------------------------------

    def _card(self, look: Look, ask: Ask, hunt: Hunt) -> Chosen | None:
        """A Turbo-Boost that reaches red now; a jump out of where the car is all but shut in."""
        kinds = _kitt(ask)
        for kind, more in hunt.boosts.items():
            if kind in kinds and hunt.reaches(hunt.points + more):
                return Chosen(_played(hunt, kind), text("kr.bot.boost-red"))
        if "jump" in kinds and self._opens(look, hunt.made, hunt.seat):
            return Chosen(_played(hunt, "jump"), text("kr.bot.jump"))
        return None

    @staticmethod
    def _opens(look: Look, made: Roads, seat: int) -> bool:
        """Whether much more of the town lies beyond the obstacle ahead."""
        spot = look.spot(seat)
        over = spot.field if look.car(seat)["outside"] else beyond(spot.field, spot.facing)
        landing = beyond(over, spot.facing)
        open_ = Openness(made)
        return landing in made.ways and open_.of(landing) > open_.of(spot.field) + GAIN


def _kitt(ask: Ask) -> set[str]:
    """The K.I.T.T. cards that may be played now."""
    cards = (option.fields["card"].expand() for option in ask.options if option.verb == "kitt")
    return {str(kind) for kinds in cards for kind in kinds}


def _played(hunt: Hunt, kind: str) -> Entry:
    return Entry(hunt.seat, "kitt", {"card": kind})


def _rams(ask: Ask, seat: int) -> list[Entry]:
    """The cars that can be passed now."""
    rams = (option for option in ask.options if option.verb in ("passed", "ram"))
    return [Entry(seat, ram.verb, args) for ram in rams for args in ram.expand()]


def _ends(ask: Ask, seat: int) -> list[tuple[Spot, Entry]]:
    """Every end of a trip with its answer."""
    found = []
    for option in ask.options:
        to, facings = option.fields.get("to"), option.fields.get("facing")
        if option.verb == "go" and isinstance(to, OneOf) and isinstance(facings, OneOf):
            for args in option.expand():
                field, facing = args["to"], args["facing"]
                assert isinstance(field, list)
                assert isinstance(facing, str)
                found.append((Spot((field[0], field[1]), facing), Entry(seat, "go", args)))
    return found


_NEEDS: Final = {"board": DEVICE}
EASY: Final = Player(lambda setup: Chooser(setup, good=False), _NEEDS)
GOOD: Final = Player(lambda setup: Chooser(setup, good=True), _NEEDS)
