"""A computer player that looks at the track to come: cards that match its signs bring chips, and
a chip is kept for the poker that is worth it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import fsum
from typing import Final

from referee.game import DEVICE, Ask, Player, Shaped, Text, text
from referee.games.fette_autos.cards import SLOTS, Section
from referee.games.fette_autos.numbers import Numbers
from referee.games.fette_autos.players.bots import Greedy

#: What a chip is worth that is kept, in km/h; in the last section only for its pokers.
CHIP: Final = 6.0
LAST_CHIP: Final = 5.0

#: How likely an open card stays for one section more, where no sign takes it.
STAYS: Final = 0.7

#: How likely a card just drawn matches.
FRESH: Final = 0.25

#: How much speed is liked beside chips where a section begins, and how much overspeed is not.
SPEED: Final = 0.3
OVERSPEED: Final = 0.2

#: What an emergency brake costs: a card of the hand, and the speed falls by chance.
BRAKE: Final = 40.0

#: What speed is worth in a section, by how many come after it: early places change hands again.
PACE: Final = (1.6, 1.2, 1.0, 0.9, 0.8)

#: What a poker won is worth in chips, by how many sections come after it.
GAIN: Final = (40.0, 12.0, 8.0, 5.0, 4.0)


class Planner(Greedy):
    """As `Greedy`, but for what it lays, exchanges and stakes."""

    def _open(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """The three cards, and their slots, with the best prospects."""
        hands = itertools.permutations(own["hand"], len(SLOTS))
        best = max(hands, key=lambda cards: self._prospects(view, cards, 1))
        return "lay", {"cards": list(best)}

    def _manoeuvre(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """The exchange with the best prospects; with none, new cards for low ones."""
        best, answer = float("-inf"), None
        for option in ask.options:
            if option.verb not in ("keep", "exchange"):
                continue
            for args in option.expand():
                cards = list(own["open"])
                if "slot" in args:
                    cards[SLOTS.index(str(args["slot"]))] = args["card"]
                value = self._worth(view, cards, own)
                if value > best:
                    best, answer = value, (option.verb, args)
        return answer

    def _worth(self, view: Shaped, cards: Sequence[Shaped], own: Shaped) -> float:
        """These open cards in the present section, and what they bring after it."""
        section, speed = view["section"], sum(card[0] for card in cards)
        if self._price(view, speed) > own["stock"]:
            return self._pace(section) * (Section(*view["track"][section - 1]).limit - 15) - BRAKE
        return self._paid(view, cards)

    def _paid(self, view: Shaped, cards: Sequence[Shaped]) -> float:
        """The same, if the chips for them are there, whatever the stock is."""
        section, speed = view["section"], sum(card[0] for card in cards)
        chip = CHIP if self._left(section) else LAST_CHIP
        ahead = self._prospects(view, cards, section + 1)
        return float(self._pace(section) * speed - chip * self._price(view, speed) + ahead)

    def _pace(self, section: int) -> float:
        return PACE[min(self._left(section), len(PACE) - 1)]

    def _why_speed(self, view: Shaped, own: Shaped, args: dict[str, Shaped]) -> Text | None:
        """Of an exchange: matches to come where they count most, else what becomes of the speed. By
        open cards and the track alone: a stock may be hidden."""
        cards, section, card = list(own["open"]), view["section"], args["card"]
        cards[SLOTS.index(str(args["slot"]))] = card
        before, after = (self._prospects(view, held, section + 1) for held in (own["open"], cards))
        coming = sum(Section(*one).kind == card[1] for one in view["track"][section:])
        alone = self._paid(view, cards) - self._paid(view, own["open"])
        if coming and after > before and after - before >= alone / 2:
            return text("fa.bot.match", n=coming)
        return super()._why_speed(view, own, args)

    def _left(self, section: int) -> int:
        return self._numbers.sections - section

    def _prospects(self, view: Shaped, cards: Sequence[Shaped], first: int) -> float:
        """Chips by matches in the sections from this one on, and speed where it is allowed."""
        stay = [1.0] * len(cards)
        total = 0.0
        sections = [Section(*section) for section in view["track"][first - 1 :]]
        for number, section in enumerate(sections, first):
            gone = self._taken(section.sign, cards)
            stay = [FRESH if slot == gone else chance for slot, chance in enumerate(stay)]
            fits = [card[1] == section.kind for card in cards]
            hits = fsum(itertools.compress(stay, fits))
            total += hits * self._numbers.chips_per_match * CHIP
            if number == first:
                speed = sum(card[0] for card in cards)
                over = max(speed - section.limit, 0) if section.limit else 0
                total += SPEED * (speed - over) - OVERSPEED * over
            stay = [chance * STAYS for chance in stay]
        return total

    def _taken(self, sign: str, cards: Sequence[Shaped]) -> int:
        """The slot whose card a warning sign is likely to take."""
        target = self._numbers.sign_target[sign]
        if target in SLOTS:
            return SLOTS.index(target)
        values = [card[0] for card in cards]
        return values.index(min(values) if target == "lowest" else max(values))

    def _stake(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """As many chips as are worth the better odds."""
        poker, said = view["poker"], dict[str, Shaped](ask.prompt.args)
        if not own["stock"]:
            return None
        attacks = poker["attacker"] in ask.seats
        rival = poker["defender"] if attacks else poker["attacker"]
        lead = said["mine"] - said["theirs"]
        coming = self._later(view, rival, said["theirs"])
        left = self._left(view["section"])
        gain = GAIN[min(left, len(GAIN) - 1)]
        step = self._numbers.chip_kmh

        def value(chips: int) -> float:
            won = fsum(odds for more, odds in coming if lead + step * chips + (not attacks) > more)
            return won * gain - chips

        chips = max(range(own["stock"] + 1), key=value)
        return ("stake", {"chips": chips}) if chips else None

    def _later(self, view: Shaped, rival: int, seen: int) -> list[tuple[int, float]]:
        """What the rival may still bring, with the odds: a Hase's card, a player's chips."""
        if rival < 0:
            limit = Section(*view["track"][view["section"] - 1]).limit
            if limit and seen >= limit:
                return [(0, 1.0)]
            values = self._numbers.tempo_values
            return [(value, 1 / len(values)) for value in values]
        stock = view["drivers"][rival - 1]["stock"] or 0
        most = min(stock, 4)
        step = self._numbers.chip_kmh
        return [(step * chips, 1 / (most + 1)) for chips in range(most + 1)]


#: Looks at the track to come.
GOOD: Final = Player(lambda setup: Planner(Numbers.of(setup.components)), {"cards": DEVICE})
