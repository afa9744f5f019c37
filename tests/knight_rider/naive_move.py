"""The naive model's move: driving, rams, slicks and cards of one turn."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from tests.knight_rider import naive_cards
from tests.knight_rider.naive import LETTER, Auto, Moving, Outcomes
from tests.knight_rider.naive_cards import DIVERSIONS
from tests.knight_rider.naive_match import Answer, Phase1, Question, Run

#: What a die does to a rammed car, to one on a slick: key, fields back, turned round, on the roof.
RAM = {1: ("roof", 0, False, True), 2: ("back-turned", 2, True, False),
       3: ("back", 2, False, False), 4: ("back", 1, False, False),
       5: ("turned", 0, True, False)}  # fmt: skip
OIL = {1: ("roof", 0, False, True), 2: ("back", 2, False, False), 3: ("back", 1, False, False),
       4: ("turned", 0, True, False), 5: ("nothing", 0, False, False),
       6: ("nothing", 0, False, False)}  # fmt: skip

#: Quarter turns, by the side they are called by.
SIDES = {"left": 1j, "right": -1j}

DIE: set[Answer] = {("roll", n) for n in range(1, 7)}


@dataclass
class Move(Phase1):
    """``came``: the side from which the car on turn has come onto its field in this move;
    ``last``: its last manoeuvre; ``entered``: it has come onto a field; ``over``: its trip has
    ended; ``played``: sorts of cards."""

    roll: int = 0
    points: int = 0
    came: complex | None = None
    last: str = ""
    entered: bool = False
    over: bool = False
    played: set[str] = field(default_factory=set)
    discard: list[str] = field(default_factory=list)
    winner: int = 0
    ending: str = ""

    @property
    def auto(self) -> Auto:
        return self.board.autos[self.turn]

    def end(self, seat: int, clause: str) -> None:
        self.winner, self.ending = seat, clause
        self.tell(f"kr.won.{clause}", clause, seat or None, *([seat] if seat else []))

    # -- the move ----------------------------------------------------------------------------

    def move(self) -> Generator[Question, Answer, str]:
        """Steps, turns, rams, cards in any order; how the move ends."""
        while True:
            if self.wins():
                yield Question([self.turn], {("reached",)})
                self.end(self.turn, "KR-END-2")
                return "reached"
            reach = self.board.outcomes(self.turn, self.moving(), self.points)
            answer = yield Question([self.turn], self.drives(reach) | self.cards())
            match answer[0]:
                case "go" | "catch" | "ram":
                    yield from self.trip(answer, reach)
                case "passed":
                    yield from self.ram(int(str(answer[1])))
                case "step" | "turn" | "uturn":
                    yield from self.manoeuvre(answer)
                case "kitt" | "divert":
                    yield from self.play(answer)
                case "closed":
                    self.tell("kr.drive.lapsed", "KR-MOV-13", self.turn, self.points, self.turn)
                    self.over, self.points = True, 0
                    return "closed"
                case how:
                    self.over, self.points = True, 0
                    if how == "behind":
                        answer = yield Question([self.turn], DIE)
                        die = int(str(answer[1]))
                        self.suffer(self.turn, f"KR-OLT-{die}", OIL[die])
                    return str(how)

    def moving(self) -> Moving:
        return Moving(self.auto.at, self.auto.way, self.came, self.auto.open)

    def wins(self) -> bool:
        """All points used, the last of them to come onto red's field (KR-END-2, KR-END-4)."""
        exact = self.last == "F" if self.options["goal_arrival"] == "last_step" else self.entered
        there = self.auto.at is not None and self.auto.at == self.board.red_at
        return exact and there and not (self.over or self.points or self.auto.open)

    def victim(self) -> int:
        return self.board.passed(self.turn, self.auto.at, self.auto.way, self.came)

    def singles(self) -> set[Answer]:
        """Manoeuvres one at a time; who is passed is rammed first (KR-RAM-3)."""
        names: dict[str, Answer] = {
            "F": ("step",), "L": ("turn", "left"), "R": ("turn", "right"), "U": ("uturn",),
        }  # fmt: skip
        free = self.board.manoeuvres(self.turn, self.moving(), self.points) if self.points else ()
        found = {names[letter] for letter, _, _ in free}
        ahead = self.board.next_field(self.turn, self.auto.at, self.auto.way)
        if self.points and ahead is not None and self.victim():
            found.add(("passed", self.victim()))
        return found

    def may_jump(self) -> bool:
        """Whether a Blockier-Sprung is at hand and leads somewhere, passing or not (KR-KIT-8)."""
        able = self.points and not self.over and "kitt" not in self.played
        held = self.hands.held[self.turn]["jump"] > 0
        return bool(able and held and self.board.landing(self.turn) is not None)

    def drives(self, reach: Outcomes) -> set[Answer]:
        """The move as it can go on, or as it ends (KR-MOV-1, KR-MOV-11..13)."""
        found = self.singles()
        rammed: set[Answer] = {("passed", self.victim())} if self.victim() else set()
        before_jump = rammed if self.may_jump() else set()  # a jump is a pass, too (KR-INT-32)
        if not found:
            slick = self.auto.at is not None and self.board.slick(self.turn)
            outside = self.auto.at is None
            return {("closed" if outside else "behind" if slick else "flip",)} | before_jump
        found |= before_jump
        for (at, way), courses in reach.ends.items():
            found.add(("go", LETTER[way], at))
            if any(self.would_win(now, left) for now, left in courses):
                found.add(("catch",))
        for seat, chances in reach.rams.items():
            if not any(here for _, here in chances):
                found.add(("ram", seat))
        return found

    def would_win(self, now: Moving, left: int) -> bool:
        if now.open or left or now.at != self.board.red_at:
            return False
        if self.options["goal_arrival"] == "last_step":
            return now.arrived
        return now.entered or self.entered

    # -- driving -----------------------------------------------------------------------------

    def trip(self, goal: Answer, reach: Outcomes) -> Run:
        """The box drives a trip: by legal manoeuvres, to the very end that was chosen, by way of
        most targets, and with most points left for a ram."""
        while True:
            ways = self.singles()
            if not ways or self.wins():
                break
            answer = yield Question([self.turn], ways)
            if answer[0] == "passed":
                assert goal == ("ram", answer[1])
                assert self.points == max(left for left, _ in reach.rams[int(str(answer[1]))])
                return (yield from self.ram(int(str(answer[1]))))
            yield from self.manoeuvre(answer)
        if goal[0] == "catch":
            assert self.wins()
            return None
        assert goal == ("go", LETTER[self.auto.way], self.auto.at)
        courses = reach.ends[self.auto.at, self.auto.way]
        assert len(self.auto.open) == min(len(now.open) for now, _ in courses)
        assert self.wins() == any(self.would_win(now, left) for now, left in courses)
        return None

    def manoeuvre(self, answer: Answer) -> Run:
        verb, *side = answer
        self.points -= 2 if verb == "uturn" else 1
        self.last = "F" if verb == "step" else "turn"
        if verb == "step":
            auto = self.auto
            yield from self.come(auto.gate if auto.at is None else auto.at + auto.way)
        else:
            self.auto.way *= SIDES[str(side[0])] if side else -1

    def come(self, at: complex) -> Run:
        """The car comes onto a field; a target there is ticked off (KR-VAR-2, KR-INT-38)."""
        self.auto.at, self.came, self.entered = at, -self.auto.way, True
        number = self.board.numbers.get(at, 0)
        if number in self.auto.open:
            yield Question([self.turn], {("ticked", number)})
            self.auto.open -= {number}
            key = "kr.drive.ticked" if self.auto.open else "kr.drive.red-open"
            self.tell(key, "KR-VAR-2", self.turn, len(self.auto.open), self.turn)

    def ram(self, victim: int) -> Run:
        """The rammed player rolls, after a 6 again (KR-RAM-3, KR-RMT-1..6)."""
        self.came = None
        die = yield Question([victim], DIE)
        if die[1] != 6:
            number = int(str(die[1]))
            return self.suffer(victim, f"KR-RMT-{number}", RAM[number])
        self.tell("kr.ram.failed", "KR-RMT-6", victim)
        again = yield Question([victim], DIE)
        if int(str(again[1])) < 5:
            return self.tell("kr.ram.nothing", "KR-RMT-6", self.turn, self.turn)
        self.tell("kr.ram.skid", "KR-RMT-6", self.turn, self.turn)
        self.points, self.over = 0, True
        self.auto.way *= -1
        return None

    def suffer(self, seat: int, clause: str, fate: tuple[str, int, bool, bool]) -> None:
        """What a table does to a car (KR-RAM-10, KR-RAM-12..14)."""
        key, back, turned, roof = fate
        auto = self.board.autos[seat]
        self.tell(f"kr.fate.{key}", clause, seat, back, seat)
        auto.roof |= roof
        before = auto.at
        self.board.slide(seat, back)
        auto.way *= -1 if turned else 1
        if back and auto.at == before:
            self.tell("kr.board.held", clause, seat, seat)
        if auto.at != before and auto.at is not None:
            facing = f"arg.facing.{LETTER[auto.way]}"
            self.tell("kr.board.car-at", clause, seat, facing, self.board.place(auto.at), seat)

    # -- cards -------------------------------------------------------------------------------

    def window(self) -> Run:
        """Cards until the escape card is turned (KR-TRN-6, KR-KIT-2, KR-DIV-3)."""
        while True:
            answer = yield Question([self.turn], {("turn_over",)} | self.cards())
            if answer == ("turn_over",):
                return
            yield from self.play(answer)

    def cards(self) -> set[Answer]:
        """One card of each sort a turn (KR-TRN-9)."""
        found: set[Answer] = set()
        if "kitt" not in self.played:
            moves = {"turbo1"} if not self.over else set()
            moves |= {"turbo2"} if self.roll == 1 and not self.over else set()
            moves |= {"jump"} if self.may_jump() and not self.victim() else set()
            held = {k for k in moves | {"shield"} if self.hands.held[self.turn][k]}
            found |= {("kitt", kind) for kind in held}
        room = frozenset(p.number for p in self.board.pieces if len(p.cards) < 3)
        for kind in DIVERSIONS if room and "diversion" not in self.played else ():
            if self.hands.held[self.turn][kind]:
                found.add(("divert", naive_cards.ways_to_lie(kind), kind, room))
        return found

    def cut_off(self) -> list[int]:
        """Who has nothing but red to drive to, and comes not there."""
        board = self.board
        after = [seat for seat in self.seats if not board.autos[seat].open]
        return [seat for seat in after if board.red_at not in board.comes(seat)]

    def play(self, answer: Answer) -> Run:
        if answer[0] == "divert":
            joins, kind, number = str(answer[1]), str(answer[2]), int(str(answer[3]))
            self.played.add("diversion")
            self.hands.held[self.turn][kind] -= 1
            under = [card for card, _ in self.board.piece(number).cards[-1:]]
            before = {seat for seat in self.seats if self.board.shut(seat)}
            apart = self.cut_off()
            last = naive_cards.lay(self.board, kind, number, joins)
            clause = "KR-DIV-7" if last else "KR-DIV-10" if kind == "roadblock" else "KR-DIV-5"
            key = "kr.divert.last" if last else "kr.divert.laid"
            self.tell(key, clause, self.turn, kind, number)
            for lifted in under:
                self.tell("kr.divert.over", "KR-DIV-8", self.turn, lifted)
            walled = "kr.board.walled" if last else "kr.board.walled-until"
            for seat in self.seats:
                if self.board.shut(seat) and seat not in before:
                    self.tell(walled, "KR-DIV-11", seat, seat)
            cut = [s for s in self.cut_off() if s not in apart and not self.board.shut(s)]
            if cut == [*self.seats]:
                self.tell("kr.board.cut-off-all", "KR-DIV-8", self.turn)
                return None
            for seat in cut:
                self.tell("kr.board.cut-off", "KR-DIV-8", seat, seat)
            return None
        kind = str(answer[1])
        self.played.add("kitt")
        self.hands.held[self.turn][kind] -= 1
        if kind == "shield":
            self.auto.shield = True
            return self.tell("kr.kitt.shield", "KR-KIT-3", self.turn, self.turn)
        self.discard.append(kind)
        if kind == "jump":
            self.points, self.last = self.points - 1, "F"
            self.tell("kr.kitt.jump", "KR-KIT-9", self.turn)
            landing = self.board.landing(self.turn)
            assert landing is not None
            return (yield from self.come(landing))
        more = self.roll if kind == "turbo1" else 5
        self.points += more
        clause = "KR-KIT-6" if kind == "turbo1" else "KR-KIT-7"
        return self.tell("kr.kitt.turbo", clause, self.turn, more, self.points)
