"""Knight Rider's position in table mode: everything the referee keeps track of.

Where the cars stand is on the table, not here: what passes, ends behind or reaches what is
reported. Seats are numbered from 1; ``cars[seat - 1]`` is that seat's car.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.game import CONSTANT, LATER, Options, Position, Setup
from referee.games.knight_rider.numbers import DIVERSIONS, KITT, SOMEWHERE, Numbers

#: The two sorts of cards that players hold.
SORTS = ("kitt", "diversion")


@dataclass(slots=True)
class Hand:
    """Cards of one sort. ``blind``: cards whose kind the referee was not told (KR-VAR-3,
    KR-VAR-4)."""

    known: dict[str, int]
    blind: int = 0


@dataclass(slots=True)
class Car:
    """One player's car and cards. ``outside``: it still stands beside the start tableau."""

    hands: dict[str, Hand]
    roof: bool = False
    shield: bool = False
    outside: bool = True
    open_targets: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Track:
    """Counters of the building (option ``track_counter``).

    ``fresh``: pieces of the present lot never drawn yet; ``misses``: pieces in a row that did
    not fit since the set-aside ones are tried again; ``tried``: pieces drawn for the first time in
    a row that fitted nowhere, so nothing was laid since; ``laid_by``: pieces by seat.
    """

    fresh: int
    laid_by: list[int]
    aside: int = 0
    misses: int = 0
    centre: bool = True
    tried: int = field(default=0, metadata=LATER)

    @property
    def laid(self) -> int:
        return sum(self.laid_by)


@dataclass(slots=True)
class Turn:
    """The turn of the seat that drives.

    ``points``: still to be used (``strict``), else of the whole move. ``trail``: the move so
    far: ``step``, ``turn``, ``uturn`` (``strict`` only), ``jump``, ``ram``. ``over``: the trip
    has ended. ``arrow``: the escape card drawn by the device, 0 before. ``entering``: the move
    began beside the start tableau. ``ticked``: the targets that it has reached.
    """

    roll: int = 0
    points: int = 0
    trail: list[str] = field(default_factory=list)
    over: bool = False
    righting: bool = False
    played: list[str] = field(default_factory=list)
    arrow: int = 0
    entering: bool = field(default=False, metadata=LATER)
    ticked: list[int] = field(default_factory=list, metadata=LATER)


@dataclass(slots=True)
class Knight(Position):
    """``rolling``/``rolls``: who rolls for the start, and the dice so far, in that order.

    ``placing``: what is still to be placed by two dice (``red``, ``target``, ``start``), the
    present one first; ``number``: what they showed. ``absent``: numbers that were reported to be
    on no tableau of this track. ``red``: its tableau, 0 once it has moved. ``pool``: by sort and
    kind, the cards that are put away or held blind. ``stacks``: diversions by tableau, the lowest
    first; those laid without a word of the place stand under `SOMEWHERE`. ``pile``: the turned
    escape cards (0: turned on the table, the referee was not told which). ``ending``: the clause
    that the winner won by.
    """

    options: Options = field(kw_only=True, metadata=CONSTANT)
    numbers: Numbers = field(kw_only=True, metadata=CONSTANT)
    cars: list[Car] = field(default_factory=list)
    rolling: list[int] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    turn: int = 1
    track: Track = field(default_factory=lambda: Track(0, []))
    placing: list[str] = field(default_factory=list)
    number: int = 0
    red: int = 0
    start: int = 0
    targets: list[int] = field(default_factory=list)
    pool: dict[str, dict[str, int]] = field(default_factory=dict)
    stacks: dict[str, list[str]] = field(default_factory=dict)
    discard: list[str] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    now: Turn = field(default_factory=Turn)
    winner: int = 0
    ending: str = ""
    absent: list[int] = field(default_factory=list, metadata=LATER)

    @property
    def seats(self) -> range:
        return range(1, len(self.cars) + 1)

    def car(self, seat: int) -> Car:
        return self.cars[seat - 1]

    @property
    def mover(self) -> Car:
        """The car of the seat on turn."""
        return self.cars[self.turn - 1]

    @property
    def others_on_road(self) -> list[int]:
        """The other seats whose cars stand on the road."""
        return [
            seat for seat, car in enumerate(self.cars, 1) if seat != self.turn and not car.outside
        ]

    def on(self, option: str) -> bool:
        """Whether a yes/no option is on."""
        return bool(self.options[option])

    @property
    def red_at(self) -> int:
        """The tableau on which red is known to stand; 0 if only the players know."""
        return self.red

    @property
    def counted(self) -> bool:
        """Whether every point is counted: by presses, or on a board in the device."""
        return self.on("strict")

    @property
    def board_in_device(self) -> bool:
        return bool(self.options.get("board") == "device")

    @property
    def deck_in_device(self) -> bool:
        """With the board in the device the deck that moves its red car is there, too."""
        return bool(self.options["cards"] == "device")

    @property
    def arrow(self) -> tuple[int, int] | None:
        """Where the card drawn by the device sends red, (east, north) in tableaus; None before."""
        return self.numbers.arrows[self.now.arrow - 1] if self.now.arrow else None

    def after(self, seat: int) -> int:
        """The next seat clockwise (KR-TRK-3)."""
        return seat % len(self.cars) + 1

    @property
    def car_numbers(self) -> dict[int, int]:
        """The numbers on the cars by seat, in turn order."""
        device = self.board_in_device
        return {seat: seat if device else place for place, seat in enumerate(self.order, 1)}

    def car_number(self, seat: int) -> int:
        """The number on the car of this seat: by turn order where cars have stickers (KR-CMP-3),
        the seat's own where the board is in the device (KR-INT-56)."""
        return seat if self.board_in_device else self.order.index(seat) + 1


def setup(start: Setup) -> Knight:
    """A fresh match: cards dealt as the options say, nothing laid, nobody chosen."""
    numbers = Numbers.of(start.components, start.seats)
    kinds = {"kitt": numbers.kitt, "diversion": numbers.diversions}
    known = {sort: 0 if start.options["luck"] else 1 for sort in SORTS}
    pool = {
        sort: {kind: count - known[sort] * start.seats for kind, count in kinds[sort].items()}
        for sort in SORTS
    }
    blind = {sort: _blind(start, sum(pool[sort].values()), len(kinds[sort])) for sort in SORTS}
    cars = [
        Car({sort: Hand(dict.fromkeys(kinds[sort], known[sort]), blind[sort]) for sort in SORTS})
        for _ in range(start.seats)
    ]
    seats = list(range(1, start.seats + 1))
    fresh = len(numbers.tableaus) - numbers.centre
    return Knight(
        options=start.options,
        numbers=numbers,
        cars=cars,
        rolling=seats,
        pool=pool,
        track=Track(fresh, [0] * start.seats),
    )


def _blind(start: Setup, left: int, hand: int) -> int:
    """Cards of one sort that every player is dealt face down: KR-VAR-3, KR-VAR-4, KR-INT-39."""
    if start.options["surplus"]:
        return left // start.seats
    return hand if start.options["luck"] else 0


def faults(p: Knight) -> list[str]:
    """What is wrong with a position: cards that came or went, limits broken."""
    found = []
    laid = [kind for stack in p.stacks.values() for kind in stack]
    shields = ["shield" for car in p.cars if car.shield]
    out = {"kitt": p.discard + shields, "diversion": laid}
    sets = (("kitt", KITT, p.numbers.kitt), ("diversion", DIVERSIONS, p.numbers.diversions))
    for sort, kinds, copies in sets:
        hands = [car.hands[sort] for car in p.cars]
        for kind in kinds:
            count = p.pool[sort][kind] + sum(hand.known[kind] for hand in hands)
            if count + out[sort].count(kind) != copies[kind] or p.pool[sort][kind] < 0:
                found.append(f"{sort} cards {kind} do not add up")
        if not 0 <= sum(hand.blind for hand in hands) <= sum(p.pool[sort].values()):
            found.append(f"more blind {sort} cards than there are")
    piles = (stack for tableau, stack in p.stacks.items() if tableau != SOMEWHERE)
    if any(len(pile) > p.numbers.diversion_limit for pile in piles):
        found.append("too many diversions on a tableau")
    if len(p.pile) > len(p.numbers.arrows) or p.now.points < 0:
        found.append("escape cards or points out of range")
    known_cards = [card for card in p.pile if card]
    if len(set(known_cards)) != len(known_cards):
        found.append("an escape card was turned twice in a cycle")
    if p.agenda and p.state not in ("ram", "ram_again", "red_ram"):
        found.append(f"an interruption is left over in {p.state}")
    return found
