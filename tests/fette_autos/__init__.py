"""Fette Autos at the table: a race in the hands of tests, every card in its entry.

Cards are written as value and sign: ``40s`` slope, ``10w`` wind, ``60b`` uneven road, ``20j`` jam.
Sections as form and sign: ``straight jam``, ``left70 down``. With the cards in the device the
tests say what it turns up; that card must still be in its pile.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from referee import testing
from referee.game import Ask, Components, Entry, Kind, Pick, Plain, Refused
from referee.games.fette_autos import GAME
from referee.games.fette_autos.cards import SLOTS, Card, Section
from referee.games.fette_autos.position import Driver, Race
from referee.kernel.fold import Fold
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.match import Match

NAMES = ("Ada", "Bob", "Cem", "Dan", "Eve", "Fay", "Gil")

KINDS = {"s": "slope", "w": "wind", "b": "bump", "j": "jam"}

#: Entries after which a helper gives up: a race has far fewer.
STEPS = 3000


@cache
def parts(override: str = "") -> Components:
    return GAME.components(override)


def card(word: str) -> Card:
    """A card; without a letter one of which only the value was told."""
    return Card(int(word[:-1]), KINDS[word[-1]]) if word[-1] in KINDS else Card(int(word))


def cards(words: str) -> list[Card]:
    return [card(word) for word in words.split()]


def section(words: str) -> Section:
    form, sign = words.split()
    return Section(form, sign)


class Play(testing.Observer[Race]):
    """A race. ``track``: its first sections (else straights on uneven road); ``hands``: the first
    cards of these seats' hands, the first three of which are laid down; ``deck``: cards that stay
    in the pile."""

    game = GAME

    def __init__(
        self, seats: int = 3, *, track: Sequence[str] = (), hands: Mapping[int, str] | None = None,
        deck: str = "", numbers: str = "", carried: Plain = None, **options: Plain,
    ) -> None:  # fmt: skip
        chosen = GAME.complete(seats, {"dice": "table", **options})
        self.header = Header(
            GAME.name, "1", seats, chosen, parts(numbers).plain(), "seed", NAMES[:seats], carried
        )
        self.fold = Fold(GAME, self.header, parts(numbers))
        self.numbers = numbers
        self.track = [section(words) for words in track]
        self.hands = {seat: cards(words) for seat, words in (hands or {}).items()}
        self.kept = Counter(cards(deck))
        self.rng = random.Random("race")
        self.rulings = self.fold.opening

    # -- doing -----------------------------------------------------------------------------

    def do(self, verb: str, by: int | None = None, /, **args: Plain) -> Play:
        """A legal answer of a player, or of the table."""
        ask = next((ask for ask in self.asks if by in ask.seats), self.asks[0])
        entry = Entry(by or ask.seats[0], verb, args)
        return self._enter(
            Line(Mark.ENTRY, entry, chance=ask.kind is Kind.CHANCE, secret=ask.secret)
        )

    def draw(self, *words: str) -> Play:
        """The device turns up these cards, as many for every ask as it wants."""
        left = [list(card(word)) for word in words]
        while left:
            field = self.ask.options[0].fields["cards"]
            assert isinstance(field, Pick)
            assert field.high <= len(left), f"{self.state} wants {field.high} cards"
            self._device(cards=left[: field.high])
            del left[: field.high]
        return self

    def _device(self, **args: Plain) -> Play:
        ask = self.ask
        entry = Entry(ask.seats[0], ask.verb, args)
        return self._enter(
            Line(Mark.ENTRY, entry, chance=True, device=True, auto=ask.auto, secret=ask.secret)
        )

    def _enter(self, line: Line) -> Play:
        self.fold.judge(line)
        self.rulings = self.fold.apply(line)
        assert not GAME.invariants(self.p)
        return self

    def refused(self, verb: str, by: int | None = None, /, **args: Plain) -> tuple[str, str]:
        """The reason's key and the clause for which an answer is refused."""
        entry = Entry(by or self.ask.seats[0], verb, args)
        with pytest.raises(Refused) as refused:
            self.fold.judge(Line(Mark.ENTRY, entry))
        return refused.value.reason.key, refused.value.clause

    # -- getting somewhere -----------------------------------------------------------------

    def until(self, *states: str) -> Play:
        """Prepare the race, cards as wanted, and play on somehow, up to one of these states."""
        steps = {
            "age": self._age, "lay": self._lay, "deal": self._deal, "open": self._open,
        }  # fmt: skip
        for _ in range(STEPS):
            if self.state in states or self.fold.over:
                assert self.state in states, f"the race is over without {states}"
                return self
            steps.get(self.state, self.somehow)()
        raise AssertionError(f"{states} are not reached, but {self.state}")

    def race(self) -> Play:
        """Up to the first card of phase 1; the first seat is the youngest, on position 7."""
        return self.until("sign")

    def signs(self) -> Play:
        """Phase 1 on the table, on uneven road: everybody's middle card stays as it is."""
        while self.state == "sign":
            seat = self.ask.seats[0]
            self.do("turn_up", card=self.driver(seat).open[1].value, matches=0)
        return self

    def manoeuvres(self) -> Play:
        """Phase 1 without a change, up to the first player of phase 2."""
        return self.race().signs()

    def keep(self) -> Play:
        """Phase 2: everybody left drives as he is; who is too fast pays."""
        for _ in range(STEPS):
            if self.state not in ("manoeuvre", "speeding"):
                return self
            self.do("keep" if self.state == "manoeuvre" else "pay")
        raise AssertionError("phase 2 has no end")

    def overtaking(self) -> Play:
        """Up to phase 3, no card has changed."""
        return self.manoeuvres().keep()

    def poker(self, *chips: int) -> Play:
        """Stakes on the table, the attacker's first; 0 is none."""
        for count in chips:
            self.do("stake", chips=count) if count else self.do("none")
        return self

    def hase(self, *values: int) -> Play:
        """Cards of a Hase, turned up on the table."""
        for value in values:
            self.do("turn_up", card=value)
        return self

    def somehow(self) -> Play:
        """Any legal answer."""
        ask = self.ask
        option = ask.options[self.rng.randrange(len(ask.options))]
        entry = Entry(ask.seats[0], option.verb, option.sample(self.rng.randrange))
        return self._enter(Line(Mark.ENTRY, entry))

    def _age(self) -> None:
        self.do("youngest", seat=self.values("youngest", "seat")[0])

    def _lay(self) -> None:
        number = len(self.p.track)
        wanted = self.track[number] if number < len(self.track) else None
        if not self.p.dealt:
            lying = wanted or Section("straight", "bump")
            self.do("lay", form=lying.form, sign=lying.sign)
            return
        kept = Counter(self.p.roads) - Counter(self.track[number + 1 :])
        self._device(section=[list(wanted or sorted(kept.elements(), key=_plain_first)[0])])

    def _deal(self) -> None:
        if not self.p.dealt:
            self.do("dealt")
            return
        seat = self.ask.seats[0]
        later = Counter(
            found for other in self.hands if other > seat for found in self.hands[other]
        )
        hand = list(self.hands.get(seat, []))
        free = Counter(self.p.deck) - later - self.kept - Counter(hand)
        hand += sorted(free.elements(), key=lambda found: abs(found.value - 30))[: 8 - len(hand)]
        self._device(cards=[list(found) for found in hand])

    def _open(self) -> None:
        seat = self.ask.seats[0]
        if self.p.dealt:
            hand = self.hands.get(seat) or self.driver(seat).hand
            self.do("lay", seat, cards=[list(found) for found in hand[:3]])
            return
        values = [found.value for found in self.hands.get(seat, cards("30 30 30"))]
        self.do("lay", seat, **dict(zip(SLOTS, values, strict=True)))

    # -- looking ---------------------------------------------------------------------------

    @property
    def p(self) -> Race:
        assert isinstance(self.fold.position, Race)
        return self.fold.position

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.fold.asks

    def driver(self, seat: int) -> Driver:
        return self.p.driver(seat)

    def open(self, seat: int) -> list[int]:
        """The values that lie in front of a player."""
        return [found.value for found in self.driver(seat).open]

    @property
    def stocks(self) -> list[int]:
        return [driver.stock for driver in self.p.drivers]

    @property
    def match(self) -> Match:
        """The same race as a match, to be played on."""
        return Match(
            GAME, self.header, parts(self.numbers), [found.line for found in self.fold.log]
        )


def _plain_first(found: Section) -> tuple[bool, Section]:
    """Straights before curves."""
    return bool(found.limit), found
