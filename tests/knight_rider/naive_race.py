"""The naive model's match from the first turn on: turns in their order, red, the end."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from tests.knight_rider import naive_track
from tests.knight_rider.naive import Naive
from tests.knight_rider.naive_match import Answer, Question, Run
from tests.knight_rider.naive_move import DIE, RAM, Move

#: A part of a turn; it says whether the match is over.
Part = Generator[Question, Answer, bool]


@dataclass
class Whole(Move):
    """``racing``: the first turn has begun; ``drawn``: escape cards turned since the shuffle;
    ``opened``: by tableaus with three diversions, the board with the most open roads."""

    racing: bool = False
    drawn: list[int] = field(default_factory=list)
    opened: dict[tuple[int, ...], Naive] = field(default_factory=dict)

    def match(self) -> Run:
        yield from self.preparation()
        yield from self.building()
        yield from self.placing()
        yield from self.race()

    def race(self) -> Run:
        """Turn after turn, until somebody wins or all give up (KR-TRN-1, KR-END-9)."""
        warned, self.racing = False, True
        while True:
            if not warned and self.shut_in():
                answer = yield self.everybody("play_on", "give_up")
                if answer == ("give_up",):
                    return self.end(0, "KR-END-9")
                warned = True
            if (yield from self.one_turn()):
                return None
            if len(self.drawn) == len(self.arrows):
                self.drawn, warned = [], False
                self.tell("kr.escape.reshuffle", "KR-ESC-12", None, len(self.arrows))
            self.turn = self.next(self.turn)
            if self.auto.shield:
                self.auto.shield = False
                self.discard.append("shield")
                self.tell("kr.shield.ends", "KR-KIT-4", self.turn, self.turn)

    def shut_in(self) -> bool:
        """Whether no car has more than a few places to meet red, by all that can be (KR-INT-54)."""
        reds = naive_track.haunts(self.board, self.arrows)
        full = tuple(piece.number for piece in self.board.pieces if len(piece.cards) == 3)
        if full not in self.opened:
            self.opened[full] = naive_track.cleared(self.board)
        for seat, auto in self.board.autos.items():
            diverts = self.hands.any_of(seat, "diversion")
            board = self.opened[full] if diverts else self.board
            start = auto.gate if auto.at is None else auto.at
            jumps = self.hands.held[seat]["jump"]
            if naive_track.meetings(board, start, jumps, reds, set(auto.open)) > naive_track.FEW:
                return False
        return True

    def one_turn(self) -> Part:
        self.roll = self.points = 0
        self.came, self.last, self.entered, self.over, self.played = None, "", False, False, set()
        if self.auto.roof:
            yield Question([self.turn], {("righted",)})
            self.auto.roof = False
            if self.options["roof_turn_draws_escape"]:
                yield Question([self.turn], {("turn_over",)})
                return (yield from self.flight())
            return False
        answer = yield Question([self.turn], DIE)
        self.roll = self.points = int(str(answer[1]))
        how = yield from self.move()
        if how == "reached":
            return True
        if how != "flip":
            yield from self.window()
        return (yield from self.flight())

    # -- red ---------------------------------------------------------------------------------

    def flight(self) -> Part:
        """The escape card: red flees, and rams whom it lands on (KR-ESC-1..11)."""
        left = {n for n in range(1, len(self.arrows) + 1) if n not in self.drawn}
        answer = yield Question([self.turn], {("draw", n) for n in left})
        card = int(str(answer[1]))
        self.drawn.append(card)
        cell = self.board.piece(self.board.red).cell + self.arrows[card - 1]
        goal = [piece for piece in self.board.pieces if piece.cell == cell]
        if not goal:
            yield Question([self.turn], {("no_tableau",)})
            self.tell("kr.red.stays-there", "KR-ESC-5", None, ways(self.arrows[card - 1]))
            return False
        (piece,) = goal
        struck = self.struck(self.board.middle(piece))
        if not struck:
            yield Question([self.turn], {("clear",)})
        else:
            yield Question([self.turn], {("hit",)})
            pairs: set[Answer] = {("both", a, b) for a in struck for b in struck if a != b}
            yield Question([self.turn], pairs or {("one", *struck)})
        self.board.red = piece.number
        way = ways(self.arrows[card - 1])
        self.tell("kr.board.red-flees", "KR-ESC-4", None, piece.number, way)
        for seat in struck:
            if (yield from self.red_rams(seat)):
                return True
        return False

    def struck(self, at: complex) -> list[int]:
        """Whom red rams there, from the player on turn (KR-ESC-9..11)."""
        seats = [*self.seats[self.turn - 1 :], *self.seats[: self.turn - 1]]
        safe = bool(self.options["shield_stops_red"])
        autos = ((seat, self.board.autos[seat]) for seat in seats)
        return [s for s, a in autos if a.at == at and not a.roof and not (safe and a.shield)]

    def red_rams(self, seat: int) -> Part:
        answer = yield Question([seat], DIE)
        die = int(str(answer[1]))
        if die < 6:
            self.suffer(seat, f"KR-RMT-{die}", RAM[die])
        elif self.board.autos[seat].open:
            self.tell("kr.red.too-early", "KR-INT-46", seat, seat)
        else:
            self.end(seat, "KR-ESC-8")
            return True
        return False


def ways(arrow: complex) -> tuple[tuple[str, int], ...]:
    """An arrow in words: how many tableaus to which sides (KR-ESC-3)."""
    sides = {"east": arrow.real, "west": -arrow.real, "north": arrow.imag, "south": -arrow.imag}
    return tuple((f"kr.way.{side}", round(count)) for side, count in sides.items() if count > 0)
