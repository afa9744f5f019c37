"""D'raf at the table: matches that begin in the middle of a race, with the road as a test lays it.

The same race is played both ways: with the road in the device, and with the road on the table -
then `Play` looks at its own copy of the road and says what lies there, as players would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pytest

from referee import testing
from referee.game import Flow, Game, Plain, Setup
from referee.games.draf import GAME
from referee.games.draf.flow import FLOW
from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import Draf, Place, setup
from referee.kernel.match import Match

#: Seats by the letters of the printed examples.
A, B, C, D, E = range(1, 6)

BOTH: Final = pytest.mark.parametrize("board", ["device", "table"])

#: States before the first round.
PREPARATION: Final = ("colour", "coloured", "prepare", "line_up", "lined_up", "deal")

#: The flow from the first round on.
RACE: Final[Flow[Draf]] = Flow(
    "draf",
    "round",
    [state for name, state in FLOW.states.items() if name not in PREPARATION],
    [row for row in FLOW.rows if row.source not in PREPARATION],
)

STEPS: Final = {"F": "forward", "L": "left", "R": "right"}

#: Presses that one answer may need at most until the next decision.
PATIENCE: Final = 60


@dataclass
class Stage:
    """A position at the beginning of a round. Lanes are plain up to ``lengths`` (or ``long``).

    ``tiles``: other tiles, None for a gap. ``cards``: hands that are not whole, the rest is lost.
    ``hands``: tiles of a player; with none his laying lapses. ``closed``: lanes given up, with
    their last row, for the players who are ``out``.
    """

    cars: Mapping[int, Place]
    tiles: Mapping[Place, str | None] = field(default_factory=dict)
    long: int = 30
    lengths: Sequence[int] = ()
    cards: Mapping[int, Sequence[int]] = field(default_factory=dict)
    hands: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    box: Mapping[str, int] = field(default_factory=lambda: {PLAIN: 80})
    marker: int = 1
    closed: Mapping[int, int] = field(default_factory=dict)
    out: Sequence[int] = ()

    def game(self) -> Game[Draf]:
        return replace(GAME, setup=self.setup, flow=lambda options: RACE)

    def setup(self, start: Setup) -> Draf:
        p = setup(start)
        p.marker, p.dropped = self.marker, list(self.out)
        for seat in p.seats:
            self._seat(p, seat)
        p.road.ends = dict(self.closed)
        if p.modelled:
            self._lay(p)
        return p

    def _seat(self, p: Draf, seat: int) -> None:
        driver = p.driver(seat)
        driver.colour, driver.out = p.numbers.colours[seat - 1], seat in self.out
        driver.lane, driver.row = self.cars.get(seat, (0, 0))
        kept = () if driver.out else self.cards.get(seat, tuple(driver.hand))
        driver.lost = [card for card in driver.hand if card not in kept]
        driver.hand = list(kept)

    def _lay(self, p: Draf) -> None:
        """The road, hands and box; the box of the whole game is what is there."""
        lengths = self.lengths or [self.long] * len(p.drivers)
        p.road.lanes = [dict.fromkeys(range(1, length + 1), PLAIN) for length in lengths]
        for (lane, row), kind in self.tiles.items():
            p.road.lanes[lane - 1].pop(row, None)
            if kind is not None:
                p.road.lanes[lane - 1][row] = kind
        p.road.box = {kind: self.box.get(kind, 0) for kind in p.numbers.box}
        for seat, hand in self.hands.items():
            p.driver(seat).tiles = dict(hand)
        whole = dict(p.road.box)
        hands = [kind for hand in self.hands.values() for kind, n in hand.items() for _ in range(n)]
        for kind in [*hands, *(kind for lane in p.road.lanes for kind in lane.values())]:
            whole[kind] += 1
        p.numbers = replace(p.numbers, box=whole)


class Play(testing.Play[Draf]):
    """A match on a stage. With the road on the table what is asked of it is answered from the
    stage. Whoever loses cards gives up the lowest, unless ``choose``. ``rulings``: all since the
    driver's last step."""

    game = GAME

    def __init__(
        self, stage: Stage, board: str = "device", *, choose: bool = False, **options: Plain
    ) -> None:
        self.stage, self.choose = stage, choose
        facts = {"board": board, **options}
        self.match = Match.new(stage.game(), len(stage.cars) + len(stage.out), facts, "seed")
        self.blind = PLAIN  # what is drawn unseen with the road on the table
        self.laid: dict[Place, str] = {}  # tiles that the players have laid there since

    # -- doing -----------------------------------------------------------------------------

    def do(self, verb: str, by: int | None = None, /, **args: Plain) -> Play:
        before = self.rulings
        super().do(verb, by, **args)
        self.rulings = [*before, *self.rulings]
        return self

    def refused(self, verb: str, by: int | None = None, /, **args: Plain) -> tuple[str, str]:
        reason, clause = super().refused(verb, by, **args)
        return reason.removeprefix("drf.why."), clause

    def speeds(self, *cards: int, lay: bool = False) -> Play:
        """All choose, in the order in which they are asked; the slowest lays if he must."""
        for card in cards:
            self.do("play", card=card)
        return self if lay else self.lay()

    def lay(self) -> Play:
        """With the road on the table all tiles at once."""
        return self.do("laid") if self.state == "lay" and not self.p.modelled else self

    def go(self, steps: str) -> Play:
        """Steps of the driver, ``F F L F``, each with what follows up to the next decision;
        with the road on the table he has laid his tiles before."""
        self.lay()
        for letter in steps.split():
            self.rulings = ()
            self.do(STEPS[letter]).settle()
        return self

    def slide(self, side: str) -> Play:
        """The right neighbour's choice on water."""
        return self.do(side).settle()

    def settle(self) -> Play:
        """Answer what has an obvious answer."""
        for _ in range(PATIENCE):
            if not self._settled():
                return self
        raise AssertionError(f"no end of {self.state}")

    def _settled(self) -> bool:
        if self.state == "lose" and not self.choose:
            item = self.p.agenda[-1]
            self.do("lose", cards=self.p.driver(item.seat).hand[: item.data["count"]])
        elif self.state == "blind":
            self._draw()
        elif self.state == "look":
            return self._looked()
        else:
            return False
        return True

    def _draw(self) -> None:
        if self.p.modelled:
            self.do("draw")
            return
        lane, row = self.p.agenda[-1].data["to"]
        self.laid[lane, row] = self.blind
        self.do("draw", tile=self.blind)

    def _looked(self) -> bool:
        """Say what lies there; a plain tile of an own step is confirmed by the next step."""
        item = self.p.agenda[-1]
        lane, row = item.data["to"]
        kind = self.tile((lane, row))
        if kind == PLAIN and item.data["how"] == "step":
            if self.p.now.points:
                return False
            self.do("halt")
        else:
            if kind == "truck":
                self.laid[lane, row] = PLAIN
            self.do("here", tile=kind)
        return True

    def tile(self, place: Place) -> str:
        """What lies there on the table."""
        lane, row = place
        lengths = self.stage.lengths or [self.stage.long] * len(self.p.drivers)
        built = PLAIN if row <= lengths[lane - 1] else None
        return self.laid.get(place) or self.stage.tiles.get(place, built) or "unbuilt"

    # -- looking ---------------------------------------------------------------------------

    @property
    def driving(self) -> bool:
        """Whether the driver is asked for his next step."""
        return self.state in ("drive", "look")

    @property
    def places(self) -> dict[int, Place]:
        """Where the cars stand; the driver's own plain step counts though nobody confirmed it."""
        found = {seat: self.p.driver(seat).place for seat in self.p.active}
        item = self.p.top("enter")
        if item is not None and self.state == "look":
            found[item.seat] = tuple(item.data["to"])
        return found

    def lost(self, *seats: int) -> list[int]:
        """How many cards each has lost since the stage."""
        whole = len(self.p.numbers.cards)
        before = [whole - len(self.stage.cards.get(s, range(whole))) for s in seats]
        after = [len(self.p.driver(seat).lost) for seat in seats]
        return [late - early for late, early in zip(after, before, strict=True)]

    @property
    def points(self) -> int:
        return self.p.now.points

    @property
    def announced(self) -> dict[str, str]:
        """Keys and clauses of what was announced since the last step."""
        return {ruling.key.removeprefix("drf."): ruling.clause for ruling in self.rulings}
