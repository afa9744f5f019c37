"""What the screen shows of a match besides the asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from referee.game import Brings, Scene, Streets, Table, Text, Who, Widget, text
from referee.games.knight_rider import preparation
from referee.games.knight_rider.board import where
from referee.games.knight_rider.board.port import Fate
from referee.games.knight_rider.move import FAILED, OIL, RAM, SKID, SKIDS, WORKS
from referee.games.knight_rider.numbers import COST, DIVERSIONS, KITT, SOMEWHERE
from referee.games.knight_rider.position import SORTS, Hand, Knight
from referee.games.knight_rider.screen import map as town_map
from referee.games.knight_rider.screen import pictures
from referee.games.knight_rider.town import Town

#: Signs of the cards on the pages; the legend under the table spells them out.
SIGNS: Final = {
    "shield": "M", "turbo1": "1", "turbo2": "2", "jump": "B",
    "straight": "=", "dead_end": "U", "roadblock": "X", "right": ">", "left": "<",
}  # fmt: skip

#: Clauses whose help can be read before anything of the kind is reported or played.
RAMMING: Final = ("KR-RAM-1", "KR-RAM-2", "KR-RAM-4")
CARDS: Final = ("KR-KIT-1", "KR-KIT-2", "KR-KIT-3", "KR-KIT-6", "KR-KIT-7", "KR-KIT-9")

#: What of the pages is always the same.
RAM_HELP: Final = tuple(text(f"clause.{clause}") for clause in RAMMING)
CARD_HELP: Final = (text("kr.hands.legend"), *(text(f"clause.{clause}") for clause in CARDS))
COSTS: Final = text("kr.driving.costs", **{verb: COST[verb] for verb in ("step", "turn", "uturn")})
OIL_SLICK: Final = (pictures.SLICK, text("kr.driving.slick"))
LIFT: Final = (pictures.LIFT, text("kr.lift.how"))
LAID: Final = text("clause.KR-DIV-8")
TURNED: Final = text("clause.KR-ESC-13")
CARS: Final = (text("kr.head.car"), "", "")
HANDS: Final = ("", text("kr.head.kitt"), text("kr.head.diversions"))
STACKS: Final = (text("kr.head.tableau"), text("kr.head.diversions"), "")
NO_STACKS: Final = text("kr.diversions.none")

#: What the referee cannot see, as the switches have it (KR-MOV-7, KR-MOV-12, KR-END-4).
GOAL: Final[Mapping[Any, Text]] = {
    "last_step": text("kr.line.goal-last"),
    "end": text("kr.line.goal-end"),
}
TURNS: Final = {True: text("kr.line.turns-any"), False: text("kr.line.turns-bends")}
FULL: Final = {True: text("kr.line.red-counts"), False: text("kr.line.red-ignored")}

#: What ramming brings, by the die of whoever is rammed (KR-RMT-6).
ODDS: Final = tuple(
    Brings(verb, {}, text("kr.brings.ram", hit=round(100 * WORKS), skid=round(100 * SKIDS)))
    for verb in ("ram", "passed")
)

Lines = tuple[Text, ...]
AllLines = Mapping[str, Callable[[Knight], Lines]]
Pages = Mapping[str, tuple[Text | Widget, ...]]


def scene(p: Knight, seat: int | None) -> Scene:
    """The screen of a position; nothing is hidden from anybody."""
    if isinstance(p, Town):
        return _scene(p, _IN_DEVICE, town_map.board(p), _town_pages(p))
    return _scene(p, _ON_TABLE, (), {})


def _scene(p: Knight, lines: AllLines, streets: tuple[Streets, ...], more: Pages) -> Scene:
    """``streets``: the map, if it is shown now; ``more``: pages that only the box's board has."""
    (big, unit), numbers = _big(p), p.car_numbers
    return Scene(
        big=big,
        unit=unit,
        lines=lines[p.state](p) if p.state in lines else (),
        body=streets or _pictures(p),
        pages={**_pages(p, numbers), **more} if p.order else {},
        marks=_marks(p),
        badges={seat: str(number) for seat, number in numbers.items()},
        brings=ODDS if p.state == "drive" else (),
    )


def _big(p: Knight) -> tuple[str, Text | None]:
    """The number that matters now, with its unit."""
    if p.state == "drive" and not p.now.over:
        return str(p.now.points), text("kr.unit.points", n=p.now.points)
    if p.state == "lay":
        return str(p.track.laid), text("kr.unit.laid")
    if p.state == "place":
        return str(p.number), text("kr.unit.tableau")
    if p.state == "start" and not isinstance(p, Town):
        return str(p.red), text("kr.unit.red")
    return "", None


def _pictures(p: Knight) -> tuple[Widget, ...]:
    if p.state in ("ram", "red_ram"):
        by = p.turn if p.state == "ram" else 0
        return (pictures.ramming(_sign(p, by), _sign(p, p.agenda[-1].seat)),)
    if p.state == "oil":
        return (pictures.SLICK,)
    if p.state == "escape" and p.arrow is not None:
        return (pictures.arrow(p.numbers.grid, p.arrow),)
    if p.state == "escape" and not p.deck_in_device:
        return (pictures.LIFT,)
    return ()


def _sign(p: Knight, seat: int) -> str:
    """The number on the car of this seat; 0: the red one has none."""
    return str(p.car_number(seat)) if seat else ""


def _marks(p: Knight) -> Mapping[int, str]:
    """Lamps: roof before shield; at the end who has won, for no other says why he has no place."""
    if p.state == "over":
        return {p.winner: "won"} if p.winner else {}
    marked = ((seat, "roof" if car.roof else "shield" if car.shield else "")
              for seat, car in enumerate(p.cars, 1))  # fmt: skip
    return {seat: mark for seat, mark in marked if mark}


# -- lines -----------------------------------------------------------------------------------


def _unpack(p: Knight) -> Lines:
    """What belongs to the game, and for how many it is best (KR-INT-1)."""
    numbers = p.numbers
    rest = text("kr.unpack.rest", cards=numbers.cards, cars=numbers.cars)
    few = (text("kr.unpack.few"),) if len(p.cars) == 2 else ()
    return (text("kr.unpack.mix", n=len(numbers.tableaus)), rest, *few)


def _deal(p: Knight) -> Lines:
    hands = p.cars[0].hands
    own = {sort: sum(hands[sort].known.values()) for sort in SORTS}
    blind = {sort: hands[sort].blind for sort in SORTS}
    away = {sort: preparation.put_away(p, sort) for sort in SORTS}
    lists = (("hand", own), ("mixed", blind), ("away", away))
    cards = (text(f"kr.deal.{what}", **counts) for what, counts in lists if any(counts.values()))
    return (*cards, text("kr.deal.no-deck" if p.deck_in_device else "kr.deal.deck"))


def _first(p: Knight) -> Lines:
    dice = preparation.rolled(p)
    return (text("kr.first.so-far", dice=dice),) if dice else ()


def _build(p: Knight) -> Lines:
    road = (text("kr.build.join"),) if p.on("build_must_join_road") else ()
    laying = (text("kr.build.first"), text("kr.build.edges"), *road)
    return (*laying, text("kr.build.centre"))


def _lay(p: Knight) -> Lines:
    road = (text("kr.build.join"),) if p.on("build_must_join_road") else ()
    aside = (text("kr.lay.set-aside", n=p.track.aside),) if p.track.aside else ()
    return (*aside, *road, text("kr.build.edges"), text("kr.lay.keep-empty"))


def _stack(p: Knight) -> Lines:
    return () if p.deck_in_device else (text("kr.stack.bars"), text("kr.stack.turn"))


def _start(p: Knight) -> Lines:
    return (text("kr.start.free-road"),)


def _sought(p: Knight) -> Lines:
    """Which sign of the map is the red car: it has just come onto it."""
    return (text("kr.line.square"),)


def _known(p: Knight) -> Lines:
    """Where red is known to be, open targets, the escape cards turned so far."""
    red = (_red(p),) if p.red_at else ()
    targets = p.mover.open_targets
    open_ = (text("kr.line.targets", tableaus=tuple(targets)),) if targets else ()
    deck = _deck(p)
    return (*open_, *red, deck)


def _red(p: Knight) -> Text:
    """On which tableau red is; where the box knows the board, how far away by road."""
    if isinstance(p, Town) and str(p.turn) in p.board.stands:
        return town_map.red_away(p)
    return text("kr.line.red", tableau=p.red_at)


def _drive(p: Knight) -> Lines:
    """Where the rest of the choices is, beside the map."""
    return (text("kr.drive.more"),) if p.now.points else ()


def _roll(p: Knight) -> Lines:
    """The screen before the move has room for what the move's own has not."""
    return (*_known(p), *_reminders(p))


def _reminders(p: Knight) -> Lines:
    goal = GOAL[p.options["goal_arrival"]]
    return goal, TURNS[p.on("quarter_turn_anywhere")], FULL[p.on("red_counts_as_car")]


def _table_of(fates: Mapping[int, Fate], last: Lines = ()) -> Lines:
    """A die table in few words: what the roll will mean."""
    rows = (
        text("kr.table.row", die=die, fate=text(f"kr.short.{fate.key.split('.')[-1]}", n=fate.back))
        for die, fate in fates.items()
    )
    return (text("kr.table.rows", rows=(*rows, *last)),)


def _ram_again(p: Knight) -> Lines:
    return (text("kr.table.again", low=SKID[0], high=SKID[-1]),)


#: What the dice mean for whoever is rammed, and on oil.
RAM_TABLE: Final = _table_of(RAM, (text("kr.table.row", die=FAILED, fate=text("kr.short.again")),))
OIL_TABLE: Final = _table_of(OIL)


def _red_ram(p: Knight) -> Lines:
    won = "kr.short.nothing" if p.car(p.agenda[-1].seat).open_targets else "kr.short.won"
    return _table_of(RAM, (text("kr.table.row", die=FAILED, fate=text(won)),))


_ON_TABLE: Final[AllLines] = {
    "unpack": _unpack,
    "deal": _deal,
    "first_roll": _first,
    "build": _build,
    "lay": _lay,
    "stack": _stack,
    "start": _start,
    "roll": _roll,
    "ram": lambda p: RAM_TABLE,
    "ram_again": _ram_again,
    "oil": lambda p: OIL_TABLE,
    "escape": _known,
    "red_ram": _red_ram,
}
_IN_DEVICE: Final[AllLines] = {
    **_ON_TABLE, "start": _sought, "gate": _sought, "roll": _known, "drive": _drive,
}  # fmt: skip


# -- pages -----------------------------------------------------------------------------------


def _pages(p: Knight, numbers: Mapping[int, int]) -> Pages:
    pages: dict[str, tuple[Text | Widget, ...]] = {
        "order": (_order(p, numbers),),
        "driving": _driving(p),
        "ramming": (*RAM_HELP, *RAM_TABLE),
        "hands": (_hands(p), *CARD_HELP),
        "diversions": _diversions(p),
        "lift": LIFT,
    }
    if p.targets:
        pages["targets"] = (_targets(p),)
    if p.deck_in_device:
        del pages["lift"]
        pages["turned"] = _turned(p)
    return pages


def _turned(p: Knight) -> tuple[Text | Widget, ...]:
    """The escape cards that would lie face up on the table, the last one first (KR-ESC-13)."""
    numbers = p.numbers
    cards = (text("kr.turned", way=where.arrow(*numbers.arrows[n - 1])) for n in reversed(p.pile))
    return (_deck(p), *cards, TURNED)


def _deck(p: Knight) -> Text:
    return text("kr.line.deck", turned=len(p.pile), of=len(p.numbers.arrows))


def _town_pages(p: Town) -> Pages:
    """What diversions do (KR-DIV-8); the board."""
    diversions = (*_diversions(p), LAID)
    if not p.board.laid:
        return {"diversions": diversions}
    return {"diversions": diversions, "board": (town_map.whole(p), *town_map.standing(p))}


@cache
def _name(seat: int) -> Text:
    return text("kr.name", who=Who(seat))


def _order(p: Knight, numbers: Mapping[int, int]) -> Table:
    """Turn order with car numbers, and what is the matter with each car."""
    rows = []
    for seat, number in numbers.items():
        car = p.cars[seat - 1]
        states = (
            ("mark.roof", car.roof),
            ("mark.shield", car.shield),
            ("kr.mark.outside", car.outside),
        )
        marks = tuple(text(key) for key, holds in states if holds)
        rows.append((str(number), _name(seat), text("kr.marks", marks=marks)))
    return Table(CARS, tuple(rows), frozenset({numbers[p.turn]}))


def _hands(p: Knight) -> Table:
    hands = ((seat, p.cars[seat - 1].hands) for seat in p.order)
    rows: tuple[tuple[Text | str, ...], ...] = tuple(
        (_name(seat), *(_signs(cards[sort], sort) for sort in SORTS)) for seat, cards in hands
    )
    return Table(HANDS, rows)


def _signs(hand: Hand, sort: str) -> str:
    kinds = KITT if sort == "kitt" else DIVERSIONS
    known = "".join(SIGNS[kind] * hand.known[kind] for kind in kinds)
    return known + (f"+{hand.blind}" if hand.blind else "")


def _diversions(p: Knight) -> tuple[Text | Widget, ...]:
    """The diversions on every tableau, the lowest card first."""
    if not p.stacks:
        return (NO_STACKS,)
    limit = p.numbers.diversion_limit
    rows = tuple(
        (tableau, "".join(SIGNS[kind] for kind in stack), f"{len(stack)}/{limit}")
        if tableau != SOMEWHERE
        else ("?", "".join(SIGNS[kind] for kind in stack), "")
        for tableau, stack in sorted(p.stacks.items())
    )
    return (Table(STACKS, rows),)


def _driving(p: Knight) -> tuple[Text | Widget, ...]:
    """What points buy, what only the players can see, and whose tail means oil (KR-OIL-3)."""
    return (COSTS, *_reminders(p), *OIL_SLICK)


def _targets(p: Knight) -> Table:
    """Which targets every player has still to drive to (KR-VAR-2)."""
    rows: tuple[tuple[Text | str, ...], ...] = tuple(
        (
            _name(seat),
            *("-" if t in p.car(seat).open_targets else "x" for t in p.targets),
        )
        for seat in p.order
    )
    return Table(("", *(str(target) for target in p.targets)), rows)
