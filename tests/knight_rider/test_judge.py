"""A naive model follows whole matches on a board in the device and judges every turn of them:
what may be driven, who is rammed, where cars come to stand, where red flees to."""

from __future__ import annotations

import random

import pytest

from referee.game import Ask, Entry, OneOf
from referee.games.knight_rider import GAME, journey
from referee.games.knight_rider.town import Town
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from tests.knight_rider.boards import naive_of
from tests.knight_rider.naive import FACING, LETTER, Naive

#: A path of manoeuvres, the field and facing it leads to, the seat rammed or 0, points left.
Walk = tuple[str, complex | None, complex, int, int]

#: Points up to which every sequence of manoeuvres is tried.
TRIED = 6

#: What the ram and oil tables do to a car: fields back, turned round (KR-RMT-1..5, KR-OLT-1..6).
RAM = {1: (0, False), 2: (2, True), 3: (2, False), 4: (1, False), 5: (0, True)}
OIL = {1: (0, False), 2: (2, False), 3: (1, False), 4: (0, True), 5: (0, False), 6: (0, False)}


def seen_by_naive(p: Town, known: Naive | None = None) -> Naive:
    """The position in the other model's words; its roads are ``known`` while no piece changes."""
    stacks = {
        int(number): list(zip(stack, p.board.card_turns[number], strict=True))
        for number, stack in p.stacks.items()
    }
    cars = {seat: p.stand(seat).spot for seat in p.seats}
    naive = naive_of(
        p.numbers.parts, p.laid, stacks, cars,
        red_counts=p.on("red_counts_as_car"), quarters=p.on("quarter_turn_anywhere"),
    )  # fmt: skip
    naive.red = p.board.red
    if known is not None and known.pieces == naive.pieces:
        naive.links = known.links
    for seat, auto in naive.autos.items():
        car = p.car(seat)
        auto.roof, auto.shield = car.roof, car.shield
        if car.outside:
            assert auto.at is not None
            auto.at, auto.gate = None, auto.at
    return naive


def offered(ask: Ask) -> set[tuple[complex, str]]:
    found = set()
    for option in ask.options:
        to, facing = option.fields.get("to"), option.fields.get("facing")
        if option.verb == "go" and isinstance(to, OneOf) and isinstance(facing, OneOf):
            for x, y in to.values:  # type: ignore[misc]
                found |= {(complex(x, y), str(way)) for way in facing.values}  # type: ignore[arg-type]
    return found


def judge_drive(p: Town, naive: Naive, ask: Ask) -> None:
    """Every end of the move, every car that can be rammed, the end of the move."""
    seat, points = p.turn, p.now.points
    came = FACING[p.board.entered] if p.board.entered else None
    verbs = {option.verb for option in ask.options}
    if not points:
        return assert_ending(p, naive, verbs)
    auto = naive.autos[seat]
    ahead = naive.next_field(seat, auto.at, auto.way)
    victim = naive.passed(seat, auto.at, auto.way, came)
    assert ("step" in verbs) == (ahead is not None and not victim)
    if victim and ahead is not None:
        assert "passed" in verbs
    if points <= TRIED:
        walked = list(naive.walks(seat, points, came))
        ends = {(at, LETTER[way]) for path, at, way, ram, _ in walked if path and not ram}
        assert offered(ask) == ends
        rams = {ram for path, _, _, ram, _ in walked if path and ram}
        rams -= {victim} if "passed" in verbs else set()  # one press from here
        targets = [o.fields["target"] for o in ask.options if o.verb == "ram"]
        assert rams == {seat for field in targets for seat in field.expand()}
        if p.options["goal_arrival"] == "last_step":
            assert ("catch" in verbs) == wins(naive, walked)
    return None


def wins(naive: Naive, walked: list[Walk]) -> bool:
    """Whether the last point of a walk is the step onto red's field (KR-END-4)."""
    return any(
        path[-1] == "F" and at == naive.red_at and not ram + left
        for path, at, _, ram, left in walked
        if path
    )


def assert_ending(p: Town, naive: Naive, verbs: set[str]) -> None:
    assert "behind" in verbs if naive.slick(p.turn) else "flip" in verbs


#: States in which a die decides what becomes of cars.
FATES = ("ram", "ram_again", "oil", "red_ram")

#: How often the first answer listed is taken.
LEAN = 0.5


class Judge:
    """One match, judged before and after every answer."""

    def __init__(self, seed: int, seats: int, **options: object) -> None:
        printed = GAME.components(f"full_fields_per_arm = {seed // 4 % 2}")
        given = {"board": "device", **options}
        self.match = Match.new(GAME, seats, given, f"judge {seed}", components=printed)
        self.rng = random.Random(seed)
        self.known: Naive | None = None
        self.red: int | None = None

    def seen(self) -> Naive:
        self.known = seen_by_naive(self.p, self.known)
        return self.known

    @property
    def p(self) -> Town:
        assert isinstance(self.match.position, Town)
        return self.match.position

    def play(self) -> int:
        """To the end; returns the turns that were judged."""
        turns = 0
        while not self.match.over:
            ask = self.match.ask
            assert ask is not None
            self.judge_red()
            if self.p.state == "drive" and not journey.due(self.p):
                judge_drive(self.p, self.seen(), ask)
                turns += 1
            self.answer(ask)
        return turns

    def answer(self, ask: Ask) -> None:
        state, read = self.match.state, len(self.match.log)
        before = self.seen() if state in FATES else None
        victim = self.p.agenda[-1].seat if self.p.agenda else self.p.turn
        if self.match.supplies(ask):
            self.match.supply(ask)
        else:
            self.match.answer(self.chosen(ask))
        entry = self.match.log[read].line.entry
        assert entry is not None
        for drawn in (line.line.entry for line in self.match.log[read:]):
            if drawn is not None and drawn.verb == "draw" and self.red is not None:
                self.red = self.fled(self.red, drawn)
        if before is not None:
            self.judge_fate(before, state, victim, entry.die())

    def chosen(self, ask: Ask) -> Entry:
        """Any answer, but every other time the first one listed, so that matches end."""
        if self.rng.random() < LEAN:
            verb, args = next(ask.listed())
            return Entry(ask.seats[0], verb, args)
        return random_bot(None, ask, ask.seats[0], self.rng.randrange)

    def judge_red(self) -> None:
        """Red's tile when a turn begins is where the cards have sent it."""
        if self.p.state == "roll" and self.p.board.red:
            assert self.red in (None, self.p.board.red)
            self.red = self.p.board.red

    def fled(self, red: int, entry: Entry) -> int:
        """The tile in the arrow's cell, or the one before where none is (KR-ESC-3, KR-ESC-5)."""
        (card,) = entry.args.values()
        east, north = self.p.numbers.arrows[int(str(card)) - 1]
        tiles = {tile.cell: tile.number for tile in self.p.laid}
        x, y = next(cell for cell, tile in tiles.items() if tile == red)
        return tiles.get((x + east, y + north), red)

    def judge_fate(self, before: Naive, state: str, victim: int, die: int) -> None:
        """What became of all cars."""
        table = OIL if state == "oil" else RAM
        if state == "ram_again":
            victim, (back, turned) = self.p.turn, (0, die > 4)
        else:
            back, turned = table.get(die, (0, False))
        before.slide(victim, back)
        if turned:
            before.autos[victim].way *= -1
        after = self.seen()
        for seat, auto in before.autos.items():
            assert (auto.at, auto.way) == (after.autos[seat].at, after.autos[seat].way), seat
        assert before.red == after.red


def options_of(seed: int) -> dict[str, object]:
    return {
        "track": ("random", "city", "country", "ring")[seed % 4],
        "red_counts_as_car": seed % 3 != 1,
        "quarter_turn_anywhere": seed % 5 != 3,
        "shield_stops_red": seed % 7 == 1,
        "goal_arrival": ("last_step", "end")[seed // 2 % 2],
    }


@pytest.mark.clause("KR-MOV-11", "KR-RAM-12", "KR-OIL-3")
@pytest.mark.parametrize("seed", range(6))
def test_a_naive_model_judges_whole_matches(seed: int) -> None:
    assert Judge(seed, 2 + seed % 4, **options_of(seed)).play() > 0
