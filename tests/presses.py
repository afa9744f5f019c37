"""Presses at the table, per game and way of playing: ``make pace`` writes docs/presses.md anew.

Whole matches are entered on a panel by somebody who knows the screens (`tests.hand`). Computer
players decide where they know enough; what the table reports is the commonest answer three times
out of four, and any other that is allowed else.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from referee.kernel.ask import Ask, Entry, Kind, OneOf, Option
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import RANDOM, Bot, chosen, find_player, levels
from tests.hand import Hand

PAGE: Final = Path(__file__).parent.parent / "docs" / "presses.md"

#: Matches of each way, and of one whose turns differ more; answers of each match, at most.
MATCHES: Final = 4
MORE: Final = 100
ANSWERS: Final = 400

#: How often a report is the commonest one, and a tile on the way plain.
COMMON: Final = 0.75
PLAIN: Final = 0.85


@dataclass(frozen=True, slots=True)
class Phase:
    """A piece of a turn: answers in these states, one after the other. ``target``: the most that
    the median may be. ``each``: every answer is one. ``begin``: the state and the verb with which
    one begins; empty: any. ``never``, ``ever``: states or verbs that are not part of one, or of
    which one must be. ``suggested``: at the place that is offered first."""

    name: str
    states: tuple[str, ...]
    target: int | None = None
    each: bool = False
    begin: tuple[str, str] = ("", "")
    suggested: bool = False
    never: tuple[str, ...] = ()
    ever: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A game, and who knows what. ``level``: of the players; empty: the first that there is."""

    game: str
    name: str
    options: Mapping[str, Any]
    phases: tuple[Phase, ...]
    matches: int = MATCHES
    seats: int = 4
    level: str = ""


DRIVE: Final = ("drive", "look", "blind", "water", "service", "joker", "joker_with", "lose")
TURN_KR: Final = ("roll", "drive", "ram", "ram_again", "oil", "escape", "draw", "hit", "red_ram")
CARDS: Final = ("divert", "kitt")
BOX: Final = {"board": "device", "cards": "device", "track": "built"}
TURN_VIC: Final = ("first", "choose", "second", "drive")
MANOEUVRE: Final = ("manoeuvre", "draw", "speeding", "brake_slot", "brake")
POKER: Final = ("attack", "hase", "stake", "hase_more")

_MANOEUVRE: Final = Phase("a manoeuvre", MANOEUVRE, 5, begin=("manoeuvre", ""))
_POKER: Final = Phase(
    "a poker of two players", POKER, 5, begin=("attack", "attack"), never=("hase",)
)
_HASE: Final = Phase("a poker with a Hase", POKER, begin=("attack", "attack"), ever=("hase",))

WAYS: Final = (
    Way("draf", "road on screen", {"board": "device"}, (
        Phase("the speed card", ("choose",), each=True),
        Phase("a tile laid at the suggested place", ("lay",), 2, each=True, suggested=True),
        Phase("a tile laid anywhere", ("lay",), each=True),
        Phase("driving", DRIVE, 5),
    )),
    Way("draf", "road on the table", {"board": "table"}, (
        Phase("the speed card", ("choose",), each=True),
        Phase("tiles laid", ("lay",), each=True),
        Phase("driving", DRIVE, 6),
    ), MORE),
    Way("fette-autos", "cards on screen", {"cards": "device"}, (_MANOEUVRE, _POKER, _HASE)),
    Way("fette-autos", "cards on the table", {"cards": "table"}, (_MANOEUVRE, _POKER, _HASE)),
    Way("knight-rider", "board on screen, good players", BOX, (
        Phase("a turn", TURN_KR, 8, begin=("roll", "")),
        Phase("a turn without cards", TURN_KR, 5, begin=("roll", ""), never=CARDS),
        Phase("a turn with cards", TURN_KR, 13, begin=("roll", ""), ever=CARDS),
        Phase("a diversion", ("drive", "escape"), 6, each=True, begin=("", "divert")),
        Phase("a K.I.T.T. card", ("drive", "escape"), 5, each=True, begin=("", "kitt")),
        Phase("a tile laid", ("lay",), 4, each=True),
    ), 2 * MATCHES, level="good"),
    Way("knight-rider", "board on screen, easy players", BOX, (
        Phase("a turn", TURN_KR, 8, begin=("roll", "")),
    ), level="easy"),
    Way("knight-rider", "board on screen, any answer", BOX, (
        Phase("a turn without cards", TURN_KR, 8, begin=("roll", ""), never=CARDS),
        Phase("a turn with cards", TURN_KR, begin=("roll", ""), ever=CARDS),
        Phase("a diversion", ("drive", "escape"), begin=("", "divert"), each=True),
        Phase("a tile laid", ("lay",), each=True),
    ), level=RANDOM),
    Way("knight-rider", "board on the table", {"board": "table"}, (
        Phase("a turn", TURN_KR, 6, begin=("roll", "")),
        Phase("a diversion", ("drive", "escape"), 5, each=True, begin=("", "divert")),
    ), MORE // 4),
    Way("knister", "sheets on screen", {"sheets": "device"}, (
        Phase("a roll", ("roll",), each=True),
        Phase("a number placed", ("place",), 2, each=True),
    )),
    Way("knister", "sheets on paper, dice on the table", {"sheets": "paper", "dice": "table"}, (
        Phase("a roll", ("roll",), each=True),
    )),
    Way("victory", "circuit on screen, good players", {"board": "device"}, (
        Phase("a turn", TURN_VIC, begin=("first", "")),
        Phase("a move of one die", ("drive",), 3, each=True),
    ), level="good"),
    Way("victory", "circuit on screen, easy players", {"board": "device"}, (
        Phase("a turn", TURN_VIC, 5, begin=("first", "")),
        Phase("a move of one die", ("drive",), 3, each=True),
    ), level="easy"),
    Way("victory", "circuit on the table", {"board": "table"}, (
        Phase("a turn", TURN_VIC, 5, begin=("first", "")),
    )),
    Way("victory", "circuit and dice on the table", {"board": "table", "dice": "table"}, (
        Phase("a turn", TURN_VIC, 8, begin=("first", "")),
    )),
)  # fmt: skip


# -- playing -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer of a match, and the presses it took, with what was told after it."""

    state: str
    seat: int
    verb: str
    presses: int
    suggested: bool  # the place is the one that is offered first

    def among(self, names: Sequence[str]) -> bool:
        return self.state in names or self.verb in names


def played(way: Way, seed: str) -> Iterator[Answered]:
    """The answers of one match that somebody gave."""
    game, rng = find_game(way.game), random.Random(seed)
    names = [f"Player {seat}" for seat in range(1, way.seats + 1)]
    match = Match.new(game, names, way.options, seed)
    level = find_player(game, way.level or levels(way.game)[0])
    knows = level.knows(match.header.options)
    bots = {seat: level.make(match.setup) if knows else None for seat in range(1, way.seats + 1)}
    hand = Hand(match)
    for _ in range(ANSWERS):
        if match.over:
            return
        ask, state, before = match.asks[0], match.state, hand.presses
        entry = _wanted(match, ask, bots[ask.seats[0]], rng)
        hand.answer(ask, entry)
        yield Answered(state, entry.seat, entry.verb, hand.presses - before, _suggested(ask, entry))


def _suggested(ask: Ask, entry: Entry) -> bool:
    places = (
        (option.fields[name], value)
        for option in ask.options if option.verb == entry.verb
        for name, value in entry.args.items() if name in option.fields
    )  # fmt: skip
    cells = ((f, value) for f, value in places if isinstance(f, OneOf) and f.look == "cell")
    return all(list(value) == list(f.values[0]) for f, value in cells)  # type: ignore[arg-type]


def _wanted(match: Match, ask: Ask, bot: Bot | None, rng: random.Random) -> Entry:
    """What is to be answered; of what the device supplies, the verb is enough."""
    seat = ask.seats[0]
    if match.supplies(ask):
        return Entry(seat, ask.verb)
    if ask.kind is Kind.DECISION and bot is not None:
        return chosen(bot(match.view(seat), ask, seat, rng.randrange)).entry
    usual = [option for option in ask.options if not option.aside]
    verbs = {option.verb: option for option in usual}
    beside = [way for way in ("left", "right") if way in verbs]
    if "ahead" in verbs and "here" in verbs:  # plain up to here: around what is next, or onto it
        if beside and rng.random() < COMMON:
            return Entry(seat, rng.choice(beside))
        return Entry(seat, "here", _lying(match, verbs["here"], rng))
    if "ahead" in verbs:
        most = max(verbs["ahead"].fields["steps"].expand(), key=int)  # type: ignore[arg-type]
        plain = next((n for n in range(1, int(str(most))) if rng.random() > PLAIN), most)
        if plain != 1:
            return Entry(seat, "ahead", {"steps": plain})
    if "stake" in verbs and "chips" in verbs["stake"].fields:  # few, mostly
        offered = list(verbs["stake"].fields["chips"].expand())
        few = rng.choice((0, 0, 0, 1, 1, 2))
        return Entry(seat, "stake", {"chips": min(few, len(offered) - 1)})
    first = usual[0] if rng.random() < COMMON else rng.choice(usual)
    if "tile" in first.fields:
        return Entry(seat, first.verb, _lying(match, first, rng))
    return Entry(seat, first.verb, first.sample(rng.randrange))


def _lying(match: Match, choice: Option, rng: random.Random) -> dict[str, Any]:
    """A tile of D'raf that is met or drawn, as often as the box holds it; a plain one where it
    must be told, and no tile at all as often as a police."""
    tiles = list(map(str, choice.fields["tile"].expand()))
    parts = match.game.components()
    counts = {tile: parts["box_police" if tile == "unbuilt" else f"box_{tile}"] for tile in tiles}
    if len(match.asks[0].options) > 1:
        counts["plain"] = 0
    return {"tile": rng.choices(tiles, [counts[tile] for tile in tiles])[0]}


# -- counting ------------------------------------------------------------------------------


def pieces(answers: Sequence[Answered], phase: Phase) -> list[int]:
    """The presses of every piece of a turn."""
    found: list[list[Answered]] = []
    open_ = False
    for answer in answers:
        state, verb = phase.begin
        starts = state in ("", answer.state) and verb in ("", answer.verb)
        inside = answer.state in phase.states and (answer.suggested or not phase.suggested)
        if inside and starts and (phase.each or any(phase.begin) or not open_):
            found.append([])
            open_ = True
        if inside and open_ and (starts or not phase.each):
            found[-1].append(answer)
        open_ = open_ and inside
    return [
        sum(answer.presses for answer in piece)
        for piece in found
        if not any(answer.among(phase.never) for answer in piece)
        if not phase.ever or any(answer.among(phase.ever) for answer in piece)
    ]


@dataclass(slots=True)
class Count:
    """The pieces of one phase of one way."""

    way: Way
    phase: Phase
    presses: list[int] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.presses)

    @property
    def most(self) -> int:
        """What 90 of 100 take at most."""
        return sorted(self.presses)[(9 * len(self.presses)) // 10]

    @property
    def good(self) -> bool:
        return self.phase.target is None or self.median <= self.phase.target


def counted(way: Way) -> list[Count]:
    """All phases of a way over its matches."""
    counts = [Count(way, phase) for phase in way.phases]
    for number in range(way.matches):
        answers = list(played(way, f"presses {number}"))
        for count in counts:
            count.presses += pieces(answers, count.phase)
    return [count for count in counts if count.presses]


def page(counts: Sequence[Count]) -> str:
    """What stands in the docs."""
    lines = [
        "# Presses\n",
        f"Made by `make pace`: {MATCHES} to {MORE} matches of each way, entered on a panel by"
        " somebody who knows the screens,\nwith a button at every seat. Computer players decide"
        " where they know enough; what the table reports is the\ncommonest answer in three of four"
        " cases. Presses that only read on are counted, too.\n",
        "| game | who knows what | what | median | 90 % | target | times |",
        "|---|---|---|---|---|---|---|",
    ]
    for count in counts:
        target = "" if count.phase.target is None else f"<= {count.phase.target}"
        lines.append(
            f"| {count.way.game} | {count.way.name} | {count.phase.name} | {count.median:g} "
            f"| {count.most} | {target}{'' if count.good else ' (missed)'} | {len(count.presses)} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    counts: list[Count] = []
    for way in WAYS:
        counts += counted(way)
        print(f"{way.game}, {way.name}: {len(counts[-1].presses)}", flush=True)
    PAGE.write_text(page(counts), "utf-8")
    print(page(counts))


if __name__ == "__main__":
    main()
