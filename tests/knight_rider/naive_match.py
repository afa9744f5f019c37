"""The naive model's match up to the first turn: the rules of phase 1 as one text.

It runs beside a match of the game: it says what may be answered (`Question`), hears what was, and
tells what follows (`told`). It keeps a position of its own and never looks at the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.knight_rider import naive_track
from tests.knight_rider.naive import FACING, LETTER, Auto, Naive, Piece
from tests.knight_rider.naive_cards import SORTS, Hands

#: A verb and its arguments in the order of their names, fields and cells as complex numbers.
Answer = tuple[object, ...]

#: A ruling: key, clause, whom it is about, and arguments in the order of their names.
Fact = tuple[object, ...]


@dataclass
class Question:
    """Who may answer what. Diversions stand in ``answers`` by kind, with sets of joins and of
    tableaus. ``shuffled``: it comes with cards in any order, which are looked at afterwards."""

    seats: Sequence[int]
    answers: set[Answer]
    shuffled: bool = False

    def allows(self, answer: Answer) -> bool:
        verb, *values = answer
        if self.shuffled:
            return {(verb,)} == self.answers
        if verb == "divert":
            fits = (block for block in self.answers if block[0] == verb)
            return any(values[0] in j and values[1] == kind and values[2] in on  # type: ignore[operator]
                       for _, j, kind, on in fits)  # fmt: skip
        return answer in self.answers


def fallen(rolled: Mapping[int, Answer]) -> Fact:
    """The dice of a roll for the start, as they are told."""
    return tuple(("kr.first.die", die, seat) for seat, (_, die) in rolled.items())


Run = Generator[Question, Answer, None]


@dataclass
class Phase1:
    """``printed``: arms by tableau; ``arrows``: of the escape cards; ``look``: the tableaus as they
    lie once the box has built the track, in the order in which they were laid."""

    seats: range
    options: Mapping[str, object]
    printed: Mapping[int, list[complex]]
    arrows: Sequence[complex]
    board: Naive
    look: Callable[[], list[Piece]]
    hands: Hands = field(default_factory=Hands)
    order: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    turn: int = 0
    told: list[Fact] = field(default_factory=list)

    def tell(self, key: str, clause: str, seat: int | None = None, *values: object) -> None:
        self.told.append((key, clause, seat, *values))

    def everybody(self, *verbs: str) -> Question:
        return Question(self.seats, {(verb,) for verb in verbs})

    def next(self, seat: int) -> int:
        return seat % len(self.seats) + 1

    def preparation(self) -> Run:
        """Check lists, cards, the roll for the start, the cars by numbers (KR-TRK-2, KR-CMP-3)."""
        yield self.everybody("done")
        yield self.everybody("done")
        yield from self.dealing()
        rolling, rolled = list(self.seats), dict[int, Answer]()
        while len(rolling) > 1:
            rolled = {}
            for seat in rolling:
                rolled[seat] = yield Question([seat], {("roll", n) for n in range(1, 7)})
            rolling = [seat for seat in rolling if rolled[seat] == max(rolled.values())]
            if len(rolling) > 1:
                self.tell("kr.first.tie", "KR-TRK-2", None, fallen(rolled), tuple(rolling))
        (self.turn,) = rolling
        self.order = [*self.seats[self.turn - 1 :], *self.seats[: self.turn - 1]]
        if self.options["board"] == "device":
            order = tuple(self.order)
            self.tell("kr.first.order", "KR-TRK-3", self.turn, fallen(rolled), order, self.turn)
        else:
            cars = tuple(("kr.first.car", n, seat) for n, seat in enumerate(self.order, 1))
            self.tell("kr.first.starts", "KR-CMP-3", self.turn, cars, fallen(rolled), self.turn)
        yield self.everybody("done")

    def dealing(self) -> Run:
        """Shuffled cards are dealt by the box (KR-VAR-3, KR-VAR-4, KR-INT-55)."""
        self.hands = Hands.sets(self.seats, shuffled=bool(self.options["luck"]))
        shares = self.hands.shares(self.options)
        if not any(shares.values()):
            return
        _, *cards = yield Question(self.seats, {("deal",)}, shuffled=True)
        for sort, kinds in SORTS.items():
            dealt = [str(kind) for kind in cards if kind in kinds]
            assert len(dealt) == shares[sort] * len(self.seats)
            self.hands.deal(dealt)
        self.tell("kr.board.dealt", "KR-VAR-4")

    # -- the track ---------------------------------------------------------------------------

    def building(self) -> Run:
        if self.options["track"] == "built":
            yield from self.piece_by_piece()
        else:
            named = self.options["track"] != "random"
            _, *drawn = yield Question(self.seats, {("built",)}, shuffled=not named)
            assert named or {*drawn} == {*self.printed}
            self.check_track(self.look())
        self.board.changed()
        yield self.everybody("done")

    def check_track(self, laid: list[Piece]) -> None:
        """The box may lay as it likes, but by the rules; and all that fits (KR-TRK-6..12)."""
        join = bool(self.options["build_must_join_road"])
        for count, piece in enumerate(laid):
            here = (piece.cell, naive_track.letters(piece.arms))
            lies = self.board.pieces
            assert here in naive_track.placements(lies, piece.ways, first=count < 5, join=join)
            self.board.pieces.append(piece)
        for number in self.printed.keys() - {piece.number for piece in laid}:
            ways = self.printed[number]
            assert not naive_track.placements(self.board.pieces, ways, first=False, join=join)

    def piece_by_piece(self) -> Run:
        """One tableau a turn; the centre's last; what fitted nowhere once more (KR-TRK-5..15)."""
        hidden, began, aside = set(self.printed), set[int](), list[tuple[int, int]]()
        centre = True
        while True:
            if len(hidden) == 4 and centre:
                centre = False
                self.tell("kr.lay.take-centre", "KR-TRK-13", None, 4)
            elif not hidden and all(tried == len(self.board.pieces) for _, tried in aside):
                break
            if len(hidden) < len(self.printed):
                self.turn = self.next(self.turn)
            from_pile = hidden or {aside[0][0]}
            answer = yield Question([self.turn], {("turn_up", number) for number in from_pile})
            number = int(str(answer[1]))
            hidden.discard(number)
            aside = [(other, tried) for other, tried in aside if other != number]
            if (yield from self.laid(number, first=self.turn not in began)):
                began.add(self.turn)
            else:
                tried = len(self.board.pieces) if self.turn in began else -1
                aside.append((number, tried))
        if aside:
            self.tell("kr.lay.out", "KR-TRK-12", None, len(aside))
        else:
            self.tell("kr.lay.complete", "KR-TRK-15", None, len(self.board.pieces))

    def laid(self, number: int, *, first: bool) -> Generator[Question, Answer, bool]:
        """Whether the tableau is laid; it must be where it fits (KR-TRK-12)."""
        join, ways = bool(self.options["build_must_join_road"]), self.printed[number]
        places = naive_track.placements(self.board.pieces, ways, first=first, join=join)
        if not places:
            yield Question([self.turn], {("no_fit",)})
            self.tell("kr.lay.aside", "KR-TRK-12")
            return False
        answers: set[Answer] = {("laid", arms, cell) for cell, arms in places}
        _, arms, cell = yield Question([self.turn], answers)
        assert isinstance(cell, complex)
        self.board.pieces.append(naive_track.turned(number, cell, ways, str(arms)))
        return True

    # -- red, targets, the start -------------------------------------------------------------

    def placing(self) -> Run:
        """Red, targets, the start by dice (KR-POS-1, KR-VAR-1, KR-VAR-2), each elsewhere."""
        rolled = self.options["start"] == "rolled"
        red = yield from self.rolled_tableau()
        self.board.red = red
        self.tell("kr.board.red-here", "KR-POS-2", None, red)
        for _ in range(int(str(self.options["targets"]))):
            self.targets.append((yield from self.rolled_tableau()))
        if rolled:
            start = yield from self.rolled_tableau(start=True)
        else:
            by_road = self.options["start_distance"] == "road"
            found = naive_track.starts(self.board.pieces, red, by_road=by_road)
            answer = yield Question(self.seats, {("start", number) for number in found})
            start = int(str(answer[1]))
        yield from self.gates(start)
        self.turn = self.order[0]
        self.tell("kr.start.line-up", "KR-POS-5", None, start, self.turn)

    def rolled_tableau(self, *, start: bool = False) -> Generator[Question, Answer, int]:
        """Tens and ones until they show a tableau that is free, there, and fit for a start."""
        pieces = self.board.pieces
        fit = naive_track.able(pieces, self.board.red) if start else pieces
        dice: set[Answer] = {("roll", t, o) for t in range(1, 7) for o in range(1, 7)}
        while True:
            _, tens, ones = yield Question([self.order[0]], dice)
            number = 10 * int(str(tens)) + int(str(ones))
            if number in (self.board.red, *self.targets):
                clause = "KR-INT-37" if start else "KR-INT-48"
                self.tell("kr.place.taken", clause, None, number)
            elif number in [piece.number for piece in fit]:
                yield self.everybody("placed")
                return number
            elif number in [piece.number for piece in self.board.pieces]:
                yield self.everybody("no_road")
                self.tell("kr.place.again", "KR-INT-37", None, number)
            else:
                yield self.everybody("absent")
                self.tell("kr.place.again", "KR-POS-1", None, number)

    def gates(self, start: int) -> Run:
        """Every car beside a road start, in turn order, facing in (KR-POS-5, KR-INT-8)."""
        piece = self.board.piece(start)
        ways = naive_track.outlets(self.board.pieces, piece)
        middle = self.board.middle(piece)
        for seat in self.order:
            (way,) = ways if len(ways) == 1 else [0j]
            if len(ways) > 1:
                answer = yield Question([seat], {("gate", LETTER[way]) for way in ways})
                way = FACING[str(answer[1])]
            gate = middle + way * (self.board.full + 1)
            self.board.autos[seat] = Auto(None, -way, gate, open=frozenset(self.targets))
