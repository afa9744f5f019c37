"""A naive referee plays whole matches on a board in the device beside the game's: they must agree
on who may answer what, on every position, and on every ruling."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from referee.game import Ask, Entry, OneOf, Text, Who
from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.places import field_distances
from referee.games.knight_rider.town import Town
from referee.kernel.match import LogEntry, Match
from referee.kernel.players import random_bot
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain
from tests.knight_rider.naive import FACING, LETTER, SHAPES, Naive, Piece, spun
from tests.knight_rider.naive_cards import SORTS
from tests.knight_rider.naive_match import Answer, Fact, Question, Run
from tests.knight_rider.naive_race import Whole
from tests.knight_rider.naive_track import letters

#: How often the first answer listed is taken, by match: the oftener, the sooner it ends.
LEAN = (0.6, 0.75, 0.9)

#: Turns and entries after which a match counts as one that nobody wins (KR-END-9): a few odd
#: tableaus may have no room for the start and all targets, and dice are rolled for ever.
LONG, ROLLED = 100, 3000


# -- the game's words in the naive model's ---------------------------------------------------


def essence(verb: str, args: Mapping[str, object]) -> Answer:
    """An answer: its arguments in the order of their names, cells as complex numbers."""
    found: list[object] = [verb]
    for name in sorted(args):
        value = args[name]
        if name in ("cell", "to"):
            x, y = value  # type: ignore[misc]
            found.append(complex(x, y))
        elif name in ("arms", "joins"):
            found.append("".join(sorted(str(value))))
        elif isinstance(value, list):
            found += value
        else:
            found.append(value)
    return tuple(found)


def listed(ask: Ask) -> set[Answer]:
    """All answers; diversions by kind, with sets of what they may join and of tableaus."""
    found: set[Answer] = set()
    for option in ask.options:
        if option.verb != "divert":
            found |= {essence(option.verb, args) for args in option.expand()}
            continue
        joins, kinds, on = (option.fields[name] for name in ("joins", "kind", "tableau"))
        assert isinstance(joins, OneOf)
        assert isinstance(kinds, OneOf)
        assert isinstance(on, OneOf)
        sides = frozenset("".join(sorted(str(join))) for join in joins.values)
        found |= {("divert", sides, kind, frozenset(on.values)) for kind in kinds.values}
    return found


def fact(ruling: Ruling) -> Fact:
    args = dict(ruling.args or {})
    args.pop("joins", None)  # the entry's own
    return (ruling.key, ruling.clause, ruling.seat, *(told(args[name]) for name in sorted(args)))


def told(value: object) -> object:
    """An argument of a ruling without its wording."""
    if isinstance(value, Who):
        return value.seat
    if isinstance(value, tuple | list):
        return tuple(map(told, value))
    if not isinstance(value, Text):
        return value
    args = [told(value.args[name]) for name in sorted(value.args)]
    key = value.key.removesuffix(".more")
    if not key.startswith("kr.at."):
        return (key, *args) if args else key
    numbers = sorted(arg for arg in args if isinstance(arg, int))
    sides = (str(arg).rpartition(".")[2] for arg in args if isinstance(arg, str))
    return (key.removeprefix("kr.at."), *numbers, *sides)


# -- one match -------------------------------------------------------------------------------


class Judge:
    """One match, and the naive referee beside it."""

    def __init__(self, seed: int, seats: int, printed: str = "", **options: object) -> None:
        components = GAME.components(printed)
        given = {"board": "device", **options}
        self.match = Match.new(GAME, seats, given, f"judge {seed}", components=components)
        self.rng = random.Random(seed)
        self.lean = self.rng.choice(LEAN)
        self.arms = {int(number): [FACING[side] for side in sides]
                     for number, sides in components["tiles"].items()}  # fmt: skip
        self.naive = Whole(
            range(1, seats + 1), self.match.header.options, self.arms,
            [complex(*arrow) for arrow in components["escape_arrows"]],
            Naive([], components["full_fields_per_arm"],
                  red_counts=self.p.on("red_counts_as_car"),
                  quarters=self.p.on("quarter_turn_anywhere")),
            self.pieces,
        )  # fmt: skip
        self.run = self.naive.match()
        self.question: Question | None = next(self.run)
        self.read = 0
        self.turns = 0

    @property
    def p(self) -> Town:
        assert isinstance(self.match.position, Town)
        return self.match.position

    def pieces(self) -> list[Piece]:
        """The tableaus as the box has laid them."""
        return [Piece(tile.number, complex(*tile.cell), tile.turns, self.arms[tile.number])
                for tile in self.p.laid]  # fmt: skip

    def play(self) -> int:
        """To the end; returns the turns that were judged."""
        self.follow()
        while self.question is not None and self.turns < LONG and self.read < ROLLED:
            assert not self.match.over
            self.judge_ask()
            self.judge_position()
            self.answer()
            self.follow()
        if self.question is None:
            self.judge_end()
        return self.turns

    def follow(self) -> None:
        """The naive referee hears what was entered, and says what follows."""
        for line in self.match.log[self.read :]:
            self.read += 1
            self.hear(line)

    def hear(self, line: LogEntry) -> None:
        entry = line.line.entry
        assert entry is not None
        assert self.question is not None
        answer = essence(entry.verb, entry.args)
        assert entry.seat in self.question.seats
        assert self.question.allows(answer), f"{answer} is none of {self.question.answers}"
        self.turns += self.match.over or entry.verb == "draw"
        self.naive.told.clear()
        self.question = next_question(self.run, answer)
        rulings = [fact(ruling) for ruling in line.rulings]
        assert rulings == self.naive.told, f"{rulings} instead of {self.naive.told}"

    def judge_ask(self) -> None:
        """The same seats may give the same answers."""
        (ask,), wanted = self.match.asks, self.question
        assert wanted is not None
        assert list(ask.seats) == list(wanted.seats), f"{ask.seats} {ask.prompt.key} {wanted}"
        found, answers = listed(ask), wanted.answers
        if self.match.supplies(ask):
            answers = {answer[:1] for answer in answers}
        assert found == answers, f"{found - answers} too many, {answers - found} missing"

    def answer(self) -> None:
        (ask,) = self.match.asks
        if self.match.supplies(ask):
            self.match.supply(ask)
        else:
            self.match.answer(self.chosen(ask))

    def chosen(self, ask: Ask) -> Entry:
        """Any answer, or the first listed; what makes matches dull is seldom drawn."""
        verb = ask.options[0].verb
        if self.rng.random() < self.lean and verb != "play_on":
            return self.driven(ask) if verb == "go" else Entry(ask.seats[0], *next(ask.listed()))
        for _ in range(3):
            entry = random_bot(None, ask, ask.seats[0], self.rng.randrange)
            if entry.verb != "divert":
                break
        return entry

    def driven(self, ask: Ask) -> Entry:
        """The best trip, or the one that ends nearest to a target."""
        trips = (args for verb, args in ask.listed() if verb == "go")
        wanted = self.p.mover.open_targets
        if not wanted:
            return Entry(ask.seats[0], "go", next(trips))
        steps = field_distances(self.p.roads, self.p.roads.middles[wanted[0]])

        def far(args: Mapping[str, Plain]) -> int:
            x, y = args["to"]  # type: ignore[misc]
            return steps.get((x, y), LONG)  # type: ignore[arg-type]

        return Entry(ask.seats[0], "go", min(trips, key=far))

    # -- positions ---------------------------------------------------------------------------

    def judge_position(self) -> None:
        naive, p = self.naive, self.p
        assert p.turn == naive.turn or not p.order
        assert p.board.red == naive.board.red
        assert p.targets == naive.targets
        if not p.board.stands:
            return judge_track(p, naive.board)
        for seat in p.seats:
            judge_car(p, naive, seat)
            judge_hand(p, naive, seat)
        judge_diversions(p, naive.board)
        assert (p.now.points, p.pile, sorted(p.discard)) == (
            naive.points, naive.drawn, sorted(naive.discard),
        )  # fmt: skip
        return None

    def judge_end(self) -> None:
        assert self.match.over
        result = self.match.result
        assert result is not None
        assert result.winners == ((self.naive.winner,) if self.naive.winner else ())
        assert self.p.ending == self.naive.ending


def judge_track(p: Town, board: Naive) -> None:
    """The same tableaus with the same arms."""
    parts = p.numbers.parts
    laid = {complex(*tile.cell): (tile.number, parts.turned_arms(tile.number, tile.turns))
            for tile in p.laid}  # fmt: skip
    lies = {piece.cell: (piece.number, piece.arms) for piece in board.pieces}
    assert {cell: (number, {FACING[side] for side in arms})
            for cell, (number, arms) in laid.items()} == lies  # fmt: skip


def judge_car(p: Town, naive: Whole, seat: int) -> None:
    auto = naive.board.autos.get(seat)
    if auto is None:
        assert str(seat) not in p.board.stands
        return
    car, spot = p.car(seat), p.stand(seat).spot
    assert complex(*spot.field) == (auto.gate if auto.at is None else auto.at)
    assert spot.facing == LETTER[auto.way]
    assert car.outside == (auto.at is None)
    assert (car.roof, car.shield) == (auto.roof, auto.shield)
    assert not naive.racing or set(car.open_targets) == auto.open


def judge_hand(p: Town, naive: Whole, seat: int) -> None:
    for sort, kinds in SORTS.items():
        hand = p.car(seat).hands[sort]
        assert not hand.blind
        for kind in kinds:
            assert hand.known[kind] == naive.hands.held[seat][kind]
            assert p.pool[sort][kind] == naive.hands.away[kind]


def judge_diversions(p: Town, board: Naive) -> None:
    turned = p.board.card_turns
    found = {int(number): [joined(*card) for card in zip(stack, turned[number], strict=True)]
             for number, stack in p.stacks.items()}  # fmt: skip
    cards = {piece.number: [joined(*card) for card in piece.cards] for piece in board.pieces}
    assert found == {number: stack for number, stack in cards.items() if stack}


def next_question(run: Run, answer: Answer) -> Question | None:
    try:
        return run.send(answer)
    except StopIteration:
        return None


@cache
def joined(kind: str, turns: int) -> tuple[str, str]:
    return kind, letters(spun(SHAPES.get(kind, []), turns))


# -- which matches ---------------------------------------------------------------------------

#: Values of the options, the rarer ones less often: a match with targets takes long.
VALUES: Mapping[str, tuple[object, ...]] = {
    "track": ("random", "random", "city", "country", "ring", "built", "built"),
    "dice": ("device", "device", "device", "table"),
    "start": ("farthest", "farthest", "rolled"),
    "targets": (*[0] * 20, *[1] * 5, *[2] * 3, 3, 4, 5),
    "surplus": (False, False, True),
    "luck": (False, False, True),
    "build_must_join_road": (False, True),
    "start_distance": ("road", "grid"),
    "quarter_turn_anywhere": (True, False),
    "red_counts_as_car": (True, False),
    "shield_stops_red": (False, True),
    "roof_turn_draws_escape": (False, True),
    "goal_arrival": ("last_step", "end"),
}

#: Shapes of tableaus that owners could find in their boxes: as assumed, fewer roads, anything.
TILES = (*[None] * 8, ("NS", "NE", "NES"), ("N", "NE", "NE", "NES", "NESW", "NS"))


def drawn(seed: int) -> tuple[int, str, dict[str, object]]:
    """Players, printed numbers and options of a match, by chance over all values."""
    rng = random.Random(f"options {seed}")
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    printed = f"full_fields_per_arm = {rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 2))}"
    shapes = rng.choice(TILES)
    if shapes is not None:
        tiles = (f"{a}{b} = '{rng.choice(shapes)}'" for a in range(1, 7) for b in range(1, 7))
        printed += f"\ntiles = {{ {', '.join(tiles)} }}"
    return rng.randint(2, 5), printed, options


def judge(seed: int) -> Judge:
    seats, printed, options = drawn(seed)
    return Judge(seed, seats, printed, **options)


@pytest.mark.clause("KR-MOV-11", "KR-RAM-12", "KR-OIL-3")
@pytest.mark.parametrize("seed", range(8))
def test_a_naive_referee_judges_whole_matches(seed: int) -> None:
    assert judge(seed).play() > 0
