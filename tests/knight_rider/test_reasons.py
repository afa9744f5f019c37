"""Refusals name what barred the way, beside the naive model's own judgement of the same board."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.game import Ask
from referee.games.knight_rider import GAME
from referee.table.catalogue import Catalogue
from referee.web.forms import form
from tests.knight_rider.boards import spot
from tests.knight_rider.naive import CENTRE, FACING, LETTER, Moving, Naive, spun
from tests.knight_rider.naive_track import letters, placements, table
from tests.knight_rider.test_judge import Judge, drawn
from tests.knight_rider.test_town import Road

#: Matches that between them meet every reason.
SEEDS = (7, 10)

#: What may bar a facing of a field, the least obstacle first.
LEAST = (
    "KR-RAM-1",
    "KR-MOV-9",
    "KR-DIV-10",
    "KR-DIV-8",
    "KR-INT-11",
    "KR-MOV-1",
    "KR-MOV-6",
    "KR-MOV-3",
)


class Umpire:
    """Why a move can't end somewhere, told by a board from which one thing after the other is
    taken away."""

    def __init__(self, board: Naive, seat: int, start: Moving, points: int) -> None:
        self.board, self.seat, self.start, self.points = board, seat, start, points
        self.real = self.ends(board)
        bare = copy.deepcopy(board)
        self.freer = []
        for clause, take in (("KR-RAM-1", self.shields), ("KR-MOV-9", self.cars),
                             ("KR-DIV-10", self.roadblocks), ("KR-DIV-8", self.cards),
                             ("KR-INT-11", self.turns)):  # fmt: skip
            take(bare)
            self.freer.append((clause, self.ends(bare)))
        self.passed = {at for n in range(points + 1) for at in self.ends(bare, n)}
        self.distance = dict(self.walk(bare))

    def ends(self, board: Naive, points: int = -1) -> set[tuple[complex | None, complex]]:
        left = self.points if points < 0 else points
        return set(board.outcomes(self.seat, self.start, left).ends)

    def shields(self, board: Naive) -> None:
        for auto in board.autos.values():
            auto.shield = True

    def cars(self, board: Naive) -> None:
        board.autos, board.red = {self.seat: board.autos[self.seat]}, 0

    def roadblocks(self, board: Naive) -> None:
        board.__dict__["blocked"] = set()

    def cards(self, board: Naive) -> None:
        for piece in board.pieces:
            piece.cards.clear()
        board.changed()

    def turns(self, board: Naive) -> None:
        board.quarters = True

    def walk(self, board: Naive) -> Iterator[tuple[complex, int]]:
        """Fields within reach of the points, cars turning for nothing."""
        auto = board.autos[self.seat]
        edge = {auto.gate if auto.at is None else auto.at}
        seen = set[complex]()
        for n in range(auto.at is None, self.points + 1):
            yield from ((at, n) for at in edge)
            seen |= edge
            edge = {at + way for at in edge for way in FACING.values() if board.linked(at, way)}
            edge -= seen

    def behind(self, at: complex) -> bool:
        """Whether a car could reverse there."""
        here, way = self.start.at, self.start.way
        for _ in range(self.points if here is not None else 0):
            assert here is not None
            if not self.board.linked(here, -way):
                return False
            here -= way
            if here == at:
                return True
        return False

    def why(self, at: complex, way: complex) -> str:
        if any(field == at for field, _ in self.real):
            return self.facing(at, way)
        if at not in self.distance:
            return "KR-MOV-2"
        if at in self.board.blocked:
            return "KR-DIV-10"
        if not self.board.free(at, self.seat):
            return "KR-MOV-7"
        return min((self.facing(at, way) for way in FACING.values()), key=LEAST.index)

    def facing(self, at: complex, way: complex) -> str:
        for clause, ends in self.freer:
            if (at, way) in ends:
                return clause
        if (at, way) in self.passed:
            return "KR-MOV-1"
        return "KR-MOV-6" if self.behind(at) else "KR-MOV-3"


class Reasons(Judge):
    """A match whose refusals are judged, too. ``seen``: how often each clause was named."""

    def __init__(self, seed: int, seats: int, printed: str = "", **options: object) -> None:
        super().__init__(seed, seats, printed, **options)
        self.seen: Counter[str] = Counter()

    def judge_ask(self) -> None:
        super().judge_ask()
        (ask,) = self.match.asks
        if any(option.verb == "go" for option in ask.options):
            self.judge_places(ask)
        if ask.refusal("step", {}):
            self.judge_step(ask)
        if (no := ask.refusal("kitt", {"card": "jump"})) and no.clause in ("KR-KIT-11", "KR-RAM-1"):
            nowhere = self.naive.board.landing(self.naive.turn) is None
            assert no.clause == ("KR-KIT-11" if nowhere else "KR-RAM-1")
        if any(option.verb == "laid" for option in ask.options):
            self.judge_laying(ask)

    def judge_places(self, ask: Ask) -> None:
        naive = self.naive
        umpire = Umpire(naive.board, naive.turn, naive.moving(), naive.points)
        fields = {at for at, _ in naive.board.links}
        for at in fields:
            for way in FACING.values():
                if (at, way) in umpire.real:
                    continue
                found = self.clause(ask, "go", to=self.cell(at), facing=LETTER[way])
                assert found == umpire.why(at, way), (at, way, naive.points)
                self.seen[found] += 1
        verbs = {option.verb for option in ask.options}
        if "catch" not in verbs:
            self.judge_catch(ask, umpire)
        if "ram" in verbs:
            self.judge_rams(ask, umpire)

    def judge_catch(self, ask: Ask, umpire: Umpire) -> None:
        goal = umpire.board.red_at
        assert goal is not None
        wanted = umpire.why(goal, 1)
        if any(field == goal for field, _ in umpire.real):
            wanted = "KR-VAR-2" if self.naive.auto.open else "KR-END-4"
        assert self.clause(ask, "catch") == wanted
        self.seen[f"catch {wanted}"] += 1

    def judge_rams(self, ask: Ask, umpire: Umpire) -> None:
        """Of every car that is not among those that can be rammed."""
        board, points = umpire.board, self.naive.points
        through = {at for n in range(points + 1) for at, _ in umpire.ends(board, n)}
        for seat, auto in board.autos.items():
            if seat == self.naive.turn or ask.accepts("ram", {"target": seat}):
                continue
            if auto.at is None:
                wanted = "KR-RAM-2"
            elif auto.roof or auto.shield:
                wanted = "KR-RAM-7" if auto.roof else "KR-RAM-8"
            elif auto.at == self.naive.auto.at:
                wanted = "KR-RAM-2"
            elif auto.at in through:
                wanted = "KR-RAM-4"
            else:
                wanted = umpire.why(auto.at, 1).replace("KR-MOV-7", "KR-MOV-9")
            assert self.clause(ask, "ram", target=seat) == wanted
            self.seen[f"ram {wanted}"] += 1

    def judge_step(self, ask: Ask) -> None:
        board, auto = self.naive.board, self.naive.auto
        ahead = auto.gate if auto.at is None else auto.at + auto.way
        printed = copy.deepcopy(board)
        Umpire.cards(None, printed)  # type: ignore[arg-type]
        if auto.at is not None and not board.linked(auto.at, auto.way):
            wanted = "KR-DIV-8" if printed.linked(auto.at, auto.way) else "KR-MOV-6"
        elif ahead in board.blocked:
            wanted = "KR-DIV-10"
        elif board.load(ahead, self.naive.turn) >= 2:
            wanted = "KR-MOV-13" if auto.at is None else "KR-MOV-9"
        else:
            wanted = "KR-RAM-1"
        assert self.clause(ask, "step") == wanted
        self.seen[f"step {wanted}"] += 1

    def judge_laying(self, ask: Ask) -> None:
        """Every place of the table and every turn of the piece, but those that are allowed."""
        pieces, first = self.naive.board.pieces, not self.p.track.laid_by[self.p.turn - 1]
        taken = {piece.cell: piece.arms for piece in pieces}
        ways = self.arms[self.p.board.piece]
        join = self.p.on("build_must_join_road")
        allowed = placements(pieces, ways, first=first, join=join)
        loose = {cell for cell, _ in placements(pieces, ways, first=first, join=False)}
        for cell in table(taken):
            beside = [way for way in FACING.values() if cell + way in taken]
            roads = sum(-way in taken[cell + way] for way in beside)
            touching = bool(beside) or any(cell + way in CENTRE for way in FACING.values())
            for arms in {letters(spun(ways, turns)) for turns in range(4)}:
                if (cell, arms) in allowed:
                    continue
                if cell in CENTRE:
                    wanted = "KR-TRK-14"
                elif first and not any(cell + way in CENTRE for way in FACING.values()):
                    wanted = "KR-TRK-8" if cell in taken else "KR-TRK-6"
                elif cell in taken or not touching:
                    wanted = "KR-TRK-8"
                elif any(place == cell for place, _ in allowed):
                    wanted = "KR-TRK-10"
                elif cell in loose:
                    wanted = "KR-TRK-8"
                else:
                    wanted = "KR-TRK-11" if roads > 1 else "KR-TRK-10"
                args = {"cell": self.cell(cell), "arms": sides(arms)}
                assert self.clause(ask, "laid", **args) == wanted
                self.seen[f"laid {wanted}"] += 1

    def clause(self, ask: Ask, verb: str, **args: object) -> str:
        refusal = ask.refusal(verb, args)  # type: ignore[arg-type]
        assert refusal is not None, (verb, args)
        return refusal.clause

    @staticmethod
    def cell(at: complex) -> list[int]:
        return [int(at.real), int(at.imag)]


def sides(arms: str) -> str:
    """As the game writes them, clockwise."""
    return "".join(side for side in "NESW" if side in arms)


@pytest.mark.clause(
    "KR-MOV-1", "KR-MOV-2", "KR-MOV-3", "KR-MOV-6", "KR-MOV-7", "KR-MOV-9", "KR-RAM-1",
    "KR-DIV-8", "KR-DIV-10", "KR-END-4",
)  # fmt: skip
def test_every_place_that_is_refused_names_what_barred_the_way() -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        seats, printed, options = drawn(seed)
        match = Reasons(seed, max(seats, 4), printed, **options)
        match.play()
        seen += match.seen
    assert {*LEAST, "KR-MOV-2", "KR-MOV-7"} <= seen.keys()


@pytest.mark.clause("KR-TRK-6", "KR-TRK-8", "KR-TRK-10", "KR-TRK-11", "KR-TRK-14")
@pytest.mark.parametrize("join", [False, True])
def test_every_place_for_a_tableau_that_is_refused_names_why(join: bool) -> None:
    match = Reasons(5, 4, track="built", build_must_join_road=join)
    while not match.p.board.red:
        match.follow()
        match.judge_ask()
        match.answer()
    assert {f"laid KR-TRK-{n}" for n in (6, 8, 10, 11, 14)} <= match.seen.keys()


@pytest.mark.clause("KR-DIV-10", "KR-INT-32")
def test_a_roadblock_ahead_stops_a_step_also_where_a_jump_would_ram_first() -> None:
    road = Road(cars={1: "M13 E", 2: "13/34 E", 3: "M23 E"}).refresh()
    road.roll(4).do("divert", kind="roadblock", tableau=34, joins="").do("step")
    assert "passed" in road.verbs
    assert road.refused("step") == ("kr.why.roadblock", "KR-DIV-10")


def test_a_page_gets_the_refusals_that_somebody_is_led_to_and_no_others() -> None:
    """Those of every place in reach would be most of what a page is sent."""
    road = Road(cars={1: "M13 E", 2: "M34 E", 3: "M34 W"}).refresh()
    road.roll(3)
    sent = form(road.ask, Catalogue("en", GAME), "drive", rolls=False, eyes=True)["refusals"]
    goes = [no["args"] for no in sent if no["verb"] == "go"]
    assert goes == [{"to": list(spot("M34 E").field)}]
    assert len([no for no in road.ask.refusals if no.verb == "go"]) > 10
