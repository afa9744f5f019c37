"""The one port between the moments of a match and its board, on the table or in the device.

A moment tells the board what happens, and asks what the referee can know of it. On the table the
players move everything and see for themselves, so hardly anything is left to do; in the device the
box does what they would. What players are asked differs as well: `flow.STATES` and
`flow.IN_DEVICE` name the asks of each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.game import Entry, No, Say, Who
from referee.games.knight_rider.board import reach, where
from referee.games.knight_rider.board.laying import Laid, laid_by_box
from referee.games.knight_rider.board.sides import opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.numbers import COST
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town

#: A step or jump that would pass a car: the attempt comes first.
PASSES: Final = No("kr.why.passes", "KR-RAM-1")


@dataclass(frozen=True, slots=True)
class Fate:
    """What a die makes of a car: ``back`` fields, then turned round, or on its roof."""

    key: str
    clause: str
    back: int = 0
    turned: bool = False
    roof: bool = False


class Board(ABC):
    """What the referee knows of a board, and what happens on it.

    ``deals``: the box shuffles and deals hidden hands, too (KR-INT-55). ``in_order``: of the
    tableaus set aside the one tried last comes last again; players may draw it before others.
    """

    deals: bool
    in_order: bool

    @property
    @abstractmethod
    def building(self) -> str:
        """How the track comes about: ``at_once``, ``counted`` tableau by tableau, or ``drawn`` from
        the box's own (KR-TRK-5)."""

    @property
    @abstractmethod
    def chooser(self) -> int:
        """The seat that has to choose among road starts; 0 if nobody has (KR-POS-5)."""

    @abstractmethod
    def meeting_places(self) -> Iterable[int] | None:
        """By car, the places where it can still meet red; None where the players see that, or have
        been told already (KR-INT-36, KR-INT-54)."""

    @abstractmethod
    def why_no_jump(self) -> No | None:
        """Why there can be nothing to jump (KR-KIT-8), or no point to land with (KR-KIT-9)."""

    @abstractmethod
    def lay_track(self, entry: Entry) -> None:
        """The whole track is laid (KR-TRK-5)."""

    @abstractmethod
    def lay(self, entry: Entry, say: Say) -> None:
        """A tableau was laid and counted (KR-TRK-5, KR-TRK-8)."""

    @abstractmethod
    def put_by(self) -> None:
        """The tableau in hand fits nowhere (KR-TRK-12)."""

    @abstractmethod
    def place_red(self, say: Say) -> None:
        """Red is put on its first tableau (KR-POS-2)."""

    @abstractmethod
    def line_up(self) -> None:
        """Cars whose players had nothing to choose go beside the road start (KR-POS-5)."""

    @abstractmethod
    def new_turn(self) -> None:
        """The next car begins its move where it stands (KR-RAM-2)."""

    @abstractmethod
    def drive(self, entry: Entry) -> None:
        """A step or turn of the car on turn."""

    @abstractmethod
    def jump(self) -> None:
        """The car on turn goes over the obstacle ahead (KR-KIT-9, KR-KIT-11)."""

    @abstractmethod
    def stop_beside(self) -> None:
        """The car on turn has stopped beside the one it passes (KR-RAM-3)."""

    @abstractmethod
    def turn_round(self) -> None:
        """A skid: the car on turn stands against its driving direction (KR-RMT-6, KR-RAM-14)."""

    @abstractmethod
    def slide(self, seat: int, fate: Fate, say: Say) -> None:
        """A car slides, and turns round after that, against its own facing (KR-RAM-12, KR-RAM-13,
        KR-RAM-14, KR-INT-41)."""

    @abstractmethod
    def divert(self, entry: Entry) -> None:
        """A diversion lies on a tableau, turned as its player wants it (KR-DIV-4, KR-DIV-6)."""

    @abstractmethod
    def move_red(self, say: Say) -> None:
        """Red drives where the escape card shows (KR-ESC-3, KR-ESC-4)."""

    @abstractmethod
    def new_cycle(self) -> None:
        """The escape cards are shuffled (KR-ESC-12)."""


class OnTable(Board):
    """The players see and move everything; they tell what the rules need."""

    deals = False
    in_order = False

    def __init__(self, p: Knight) -> None:
        self.p = p

    @property
    def building(self) -> str:
        return "counted" if self.p.on("track_counter") else "at_once"

    @property
    def chooser(self) -> int:
        return 0

    def meeting_places(self) -> None:
        return None

    def why_no_jump(self) -> No | None:
        """Obstacles are two cars on one field, red being one of them if it counts, or a roadblock.
        One that a later diversion covers in part may still show: the players judge (KR-DIV-9)."""
        p = self.p
        blocked = any("roadblock" in stack for stack in p.stacks.values())
        cars = len(p.others_on_road) + p.on("red_counts_as_car")
        if not blocked and cars < p.numbers.field_cars:
            return No("kr.why.no-obstacle", "KR-KIT-8")
        return No("kr.why.jump-points", "KR-KIT-9") if p.now.points < COST["jump"] else None

    def lay_track(self, entry: Entry) -> None:
        pass

    def lay(self, entry: Entry, say: Say) -> None:
        """After the first round the players check the centre (KR-TRK-7)."""
        if self.p.track.laid_by == [1] * len(self.p.cars):
            say("kr.lay.round-one", "KR-TRK-7", n=len(self.p.cars))

    def put_by(self) -> None:
        pass

    def place_red(self, say: Say) -> None:
        pass

    def line_up(self) -> None:
        pass

    def new_turn(self) -> None:
        pass

    def drive(self, entry: Entry) -> None:
        pass

    def jump(self) -> None:
        pass

    def stop_beside(self) -> None:
        pass

    def turn_round(self) -> None:
        pass

    def slide(self, seat: int, fate: Fate, say: Say) -> None:
        pass

    def divert(self, entry: Entry) -> None:
        pass

    def move_red(self, say: Say) -> None:
        pass

    def new_cycle(self) -> None:
        pass


class InDevice(Board):
    """The box sees and moves everything."""

    deals = True
    in_order = True

    def __init__(self, p: Town) -> None:
        self.p = p

    @property
    def building(self) -> str:
        return "drawn" if self.p.options["track"] == "built" else "at_once"

    @property
    def chooser(self) -> int:
        p = self.p
        return p.next_to_park if len(p.gates) > 1 and len(p.board.stands) < len(p.cars) else 0

    def meeting_places(self) -> Iterable[int] | None:
        return None if self.p.board.warned else reach.meeting_places(self.p)

    def why_no_jump(self) -> No | None:
        """Only what is ahead can be jumped (KR-KIT-11); who is passed is rammed first."""
        p = self.p
        if p.now.points < COST["jump"]:
            return No("kr.why.jump-points", "KR-KIT-9")
        driver, course = p.driver, p.course
        if driver.jump(course) is None:
            return No("kr.why.nothing-ahead", "KR-KIT-11")
        return PASSES if driver.victim(course) else None

    def lay_track(self, entry: Entry) -> None:
        """By the box, from tableaus in a random order or in that of a track with a name."""
        p = self.p
        order = p.numbers.tracks.get(str(p.options["track"])) or entry.numbers("order")
        join = p.on("build_must_join_road")
        for laid in laid_by_box(p.numbers.parts, tuple(order), p.numbers.black, must_join=join):
            p.put_down(laid)
        p.board.hidden = []

    def lay(self, entry: Entry, say: Say) -> None:
        p = self.p
        parts, piece, arms = p.numbers.parts, p.board.piece, entry.word("arms")
        turned = (turns for turns in range(4) if parts.turned_arms(piece, turns) == arms)
        p.put_down(Laid(piece, entry.cell(), next(turned)))
        p.board.piece = 0

    def put_by(self) -> None:
        """Back among the others, to be tried last."""
        board = self.p.board
        board.aside.append(board.piece)
        board.piece = 0

    def place_red(self, say: Say) -> None:
        """From now on the map shows it: all are told its sign."""
        self.p.board.red = self.p.red
        say("kr.board.red-here", "KR-POS-2", stop=True, tableau=self.p.red)

    def line_up(self) -> None:
        """With one road start all cars stand there (KR-INT-8)."""
        p = self.p
        for seat in p.order[len(p.board.stands) :]:
            p.park(seat, next(iter(p.gates)))

    def new_turn(self) -> None:
        self.p.board.entered = self.p.board.plan = ""

    def drive(self, entry: Entry) -> None:
        """Where the car follows a plan, the next of it is then due."""
        p = self.p
        way = _letter(entry)
        to = p.driver.step(p.course) if way == "F" else p.driver.turn(p.course, way)
        p.board.plan = p.board.plan[1:]
        p.drive_to(to)

    def jump(self) -> None:
        self.p.drive_to(self.p.driver.jump(self.p.course))

    def stop_beside(self) -> None:
        """One attempt a stay, then it chooses anew (KR-RAM-5)."""
        self.p.board.entered = self.p.board.plan = ""

    def turn_round(self) -> None:
        spot = self.p.stand(self.p.turn).spot
        self.p.put(self.p.turn, Spot(spot.field, opposite(spot.facing)))

    def slide(self, seat: int, fate: Fate, say: Say) -> None:
        p = self.p
        before = p.stand(seat).spot
        after = p.traffic.slide(before, seat, fate.back)
        if fate.turned:
            after = Spot(after.field, opposite(after.facing))
        if fate.back and after.field == before.field:
            say("kr.board.held", fate.clause, seat, who=Who(seat))
        if after == before:
            return
        p.put(seat, after)
        if seat == p.turn:
            p.board.entered = ""
        if after.field != before.field:
            where.tell_car(p, seat, fate.clause, say)

    def divert(self, entry: Entry) -> None:
        parts, kind = self.p.numbers.parts, entry.word("kind")
        found = parts.distinct_card_turns(kind)
        turns = next(n for n in found if (parts.joined(kind, n) or "") == entry.word("joins"))
        self.p.board.card_turns.setdefault(str(entry.number("tableau")), []).append(turns)

    def move_red(self, say: Say) -> None:
        """It stands on the middle field of the tableau shown."""
        board = self.p.board
        board.red = self.p.red_goal
        say("kr.board.red-flees", "KR-ESC-4", tableau=board.red, way=where.flight(self.p))

    def new_cycle(self) -> None:
        """Whoever is shut in is told so once a cycle (KR-INT-54)."""
        self.p.board.warned = False


def _letter(entry: Entry) -> str:
    """A manoeuvre as trips write it."""
    if entry.verb == "step":
        return "F"
    if entry.verb == "uturn":
        return "U"
    return "L" if entry.word("side") == "left" else "R"


def board(p: Knight) -> Board:
    """The board of this match."""
    return InDevice(p) if isinstance(p, Town) else OnTable(p)
