"""The position of a race: who drives where, with which cards and chips.

Cars are numbered: players' cars by their seat (1..7), Hasen -1..-6 in the order of their
stickers. With the cards on the table hands are `UNKNOWN` cards, and the two decks stay empty.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.game import CONSTANT, Options, Position, Setup
from referee.games.fette_autos.cards import MIDDLE, UNKNOWN, Card, Section, card_of, total
from referee.games.fette_autos.numbers import Numbers
from referee.games.fette_autos.series import Before, parse

#: Parts of a match, in their order: preparation, then the three phases of a section.
PREPARE, SIGN, MANOEUVRE, OVERTAKE = "prepare", "sign", "manoeuvre", "overtake"


@dataclass(slots=True)
class Driver:
    """A player. ``open``: left, middle, right; empty before the start."""

    hand: list[Card]
    open: list[Card]
    stock: int
    lane: int = MIDDLE

    @property
    def speed(self) -> int:
        """The sum of the open cards (FA-SET-9)."""
        return total(self.open)

    def speed_with(self, slot: int, card: Card) -> int:
        """The speed with this card in this slot."""
        return self.speed - self.open[slot].value + card.value


@dataclass(slots=True)
class Auction:
    """The auction of the starting positions (FAP-GRID).

    ``bidders`` reveal for the present position, ``placed`` have theirs, the worst first,
    ``swapping`` may still discard a card for the last reveal.
    """

    bidders: list[int]
    placed: list[int] = field(default_factory=list)
    swapping: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Poker:
    """One car attacks the car directly ahead. ``stakes`` by seat, ``cards`` of the Hase."""

    attacker: int
    defender: int
    stakes: dict[int, int] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)

    @property
    def cars(self) -> tuple[int, int]:
        return self.attacker, self.defender

    @property
    def players(self) -> list[int]:
        """The seats that stake chips, the attacker first."""
        return [car for car in self.cars if car > 0]

    @property
    def hase(self) -> int:
        """The Hase in this poker; 0 if there is none."""
        return min(self.attacker, self.defender, 0)


@dataclass(slots=True)
class Race(Position):
    """``ages``: seats, the youngest first, as far as told. ``guest``: who sides with the Hasen, 0
    nobody. ``track``: the sections that lie on the table; ``section``: the present one, from 1, 0
    before the start; ``wishes``: for a track in fog, what was fixed for sections to come.
    ``roads``: track cards left, ``odd``: those that did not fit and go back. ``shown``: cards laid
    face down for the moment when all are turned up. ``places``: cars from the front. ``done``:
    seats that have finished the phase. ``at``: position of the car that acts in phase 3,
    ``attacks`` it has made, ``out``: cars that do nothing more. ``paid``: chips paid for
    overspeed in this turn; ``braked``: values turned up by this emergency brake; ``turned``: what
    phase 1 has brought so far (seat, value, slot, chips), to be told. ``bank``: chips
    left in it, negative when the 60 are not enough. ``points``: of this race, ``series``: of all
    races (``hasen`` as an entry of their own), ``races``: how many.
    """

    options: Options = field(kw_only=True, metadata=CONSTANT)
    numbers: Numbers = field(kw_only=True, metadata=CONSTANT)
    before: Before = field(default=Before(), metadata=CONSTANT)
    drivers: list[Driver] = field(default_factory=list)
    ages: list[int] = field(default_factory=list)
    guest: int = 0
    teams: list[list[int]] = field(default_factory=list)
    track: list[Section] = field(default_factory=list)
    wishes: list[str] = field(default_factory=list)
    section: int = 0
    roads: list[Section] = field(default_factory=list)
    odd: list[Section] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    bank: int = 0
    auction: Auction | None = None
    shown: dict[int, list[Card]] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)
    phase: str = PREPARE
    done: list[int] = field(default_factory=list)
    paid: int = 0
    braked: list[int] = field(default_factory=list)
    turned: list[tuple[int, int, str, int]] = field(default_factory=list)
    at: int = 0
    attacks: int = 0
    out: list[int] = field(default_factory=list)
    poker: Poker | None = None
    points: dict[int, int] = field(default_factory=dict)
    series: dict[str, int] = field(default_factory=dict)
    races: int = 0

    @property
    def seats(self) -> range:
        return range(1, len(self.drivers) + 1)

    @property
    def solo(self) -> bool:
        return len(self.drivers) == 1

    def driver(self, seat: int) -> Driver:
        return self.drivers[seat - 1]

    def on(self, option: str) -> bool:
        """Whether a yes/no option is on."""
        return bool(self.options[option])

    @property
    def dealt(self) -> bool:
        """Whether all cards are in the device."""
        return bool(self.options["cards"] == "device")

    @property
    def trusting(self) -> bool:
        """Whether real chips lie behind screens: the referee counts none (FAP-HIDE-1)."""
        return not self.dealt and self.on("hide")

    @property
    def secretive(self) -> bool:
        """Whether players' cards are hidden from somebody by the device."""
        return self.dealt and not self.solo

    @property
    def hiding(self) -> bool:
        """Whether stocks are not to be seen (FAP-HIDE-1): a single player sees his own."""
        return self.trusting or (self.on("hide") and not self.solo)

    @property
    def hasen(self) -> list[int]:
        """The Hasen that race (FA-SET-1)."""
        return [-n for n in range(1, self.numbers.cars - len(self.drivers) + 1)]

    @property
    def now(self) -> Section:
        """The present section."""
        return self.track[self.section - 1]

    def place(self, car: int) -> int:
        """The position of a car, 1 is the front."""
        return self.places.index(car) + 1

    def ahead(self, car: int) -> int:
        """The car directly ahead; 0 for the car in front."""
        at = self.places.index(car)
        return self.places[at - 1] if at else 0

    @property
    def acting(self) -> int:
        """The car that acts in phase 3."""
        return self.places[self.at - 1]

    @property
    def front_to_back(self) -> list[int]:
        """The players in the order of phases 1 and 2 (FA-RND-2)."""
        return [car for car in self.places if car > 0]


def present_poker(p: Race) -> Poker:
    """The poker that is being played."""
    assert p.poker is not None
    return p.poker


def setup(start: Setup) -> Race:
    """A fresh race; everybody has his chips, nobody a card."""
    numbers = start.components.once(Numbers.of)
    dealt = start.options["cards"] == "device"
    stock = numbers.chips_start
    drivers = [Driver([], [], stock) for _ in range(start.seats)]
    race = Race(
        options=start.options,
        numbers=numbers,
        before=parse(start.carried, start.seats),
        drivers=drivers,
        roads=numbers.track_deck() if dealt else [],
        deck=numbers.tempo_deck() if dealt else [],
        bank=numbers.chips_supply - stock * start.seats,
    )
    if race.trusting:
        for driver in drivers:
            driver.stock = 0
    return race


def left(p: Race, winner: int = 0) -> Before:
    """What a finished race leaves to the next one, ``winner`` being who has won it."""
    return Before(
        p.series, p.races, tuple(p.places), tuple(p.ages), winner, tuple(map(tuple, p.teams))
    )


def faults(p: Race) -> list[str]:
    """What is wrong with a position: cards, chips or places that came or went."""
    found = []
    if p.places and sorted(p.places) != sorted([*p.seats, *p.hasen]):
        found.append("places are not those of the seven cars")
    if not p.trusting and p.bank + sum(driver.stock for driver in p.drivers) != (
        p.numbers.chips_supply
    ):
        found.append("chips do not add up")
    if any(driver.stock < 0 for driver in p.drivers):
        found.append("a stock is negative")
    if any(len(driver.open) not in (0, p.numbers.open_cards) for driver in p.drivers):
        found.append("somebody has not three open cards")
    if p.dealt:
        found += _card_faults(p)
    elif any(card != UNKNOWN for driver in p.drivers for card in driver.hand):
        found.append("a hand on the table is known")
    if p.agenda and p.state not in ("draw", "slot", "brake", "plan_sure"):
        found.append(f"an interruption is left over in {p.state}")
    if len(p.track) > p.numbers.sections or p.section > p.numbers.sections:
        found.append("too many sections")
    return found


def _card_faults(p: Race) -> list[str]:
    """Whether every tempo card and every track card is somewhere, once."""
    hands = [card for driver in p.drivers for card in driver.hand]
    lying = [card for driver in p.drivers for card in driver.open]
    shown = [card for cards in p.shown.values() for card in cards]
    drawn = p.poker.cards if p.poker is not None else []
    held = [card_of(item.data["card"]) for item in p.agenda if item.has("card")]
    found = []
    if sorted([*p.deck, *p.discard, *hands, *lying, *shown, *drawn, *held]) != sorted(
        p.numbers.tempo_deck()
    ):
        found.append("tempo cards do not add up")
    if sorted([*p.track, *p.roads, *p.odd]) != p.numbers.track_deck():
        found.append("track cards do not add up")
    return found
