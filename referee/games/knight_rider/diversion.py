"""The diversion cards (4.)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from referee.game import Entry, Menu, No, OneOf, Say
from referee.games.knight_rider import asking, hand
from referee.games.knight_rider.board.places import walled_in
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.board.roads import Card, Roads, diverted
from referee.games.knight_rider.board.sides import Point
from referee.games.knight_rider.numbers import DIVERSIONS, SOMEWHERE
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town

T = TypeVar("T")


def offer(p: Knight, menu: Menu) -> None:
    """One diversion card a turn, on any tableau of the table (KR-DIV-2, KR-DIV-4).

    Which one matters for nothing but the third card on it (KR-DIV-7): the players see that, and
    are asked for it with the option ``diversion_places`` only. Matches kept from before tell it.
    """
    kinds = _why_not(p, DIVERSIONS)
    playable = tuple(kind for kind, no in kinds.items() if no is None)
    if not playable:
        menu.refuse("divert", next(no for no in kinds.values() if no is not None))
        return
    if not _places_told(p):
        menu.add("divert", kind=OneOf(playable, "buttons"))
        menu.refuse_values("divert", "kind", kinds)
        return
    full = {**full_tableaus(p), **asking.gone(p)}
    free = tuple(number for number in p.numbers.tableaus if number not in full)
    menu.add("divert", kind=OneOf(playable, "buttons"), tableau=OneOf(free, "number"))
    menu.refuse_values("divert", "kind", kinds)
    menu.refuse_values("divert", "tableau", full)
    menu.refusals += asking.no_such_tableaus(p.numbers.tableaus, "divert")


def _places_told(p: Knight) -> bool:
    """Whether the referee hears on which tableau a diversion lies; it did before it was asked."""
    return kept_from_before(p) or p.on("diversion_places")


def kept_from_before(p: Knight) -> bool:
    """Whether the match is of a time without the option; it told more than it is asked now."""
    return "diversion_places" not in p.options


def offer_joins(p: Town, menu: Menu) -> None:
    """Diversions on a board in the device: kind, tableau and what the card joins, whether that fits
    the printed roads or not (KR-DIV-4, KR-INT-33)."""
    rooms = {number: why_no_room(p, number) for number in _lying(p)}
    free = tuple(number for number, no in rooms.items() if no is None)
    kinds = _why_not(p, p.numbers.diversions)
    out = way_out(p, [kind for kind, no in kinds.items() if no is None], free)
    for kind in sorted(kinds, key=lambda kind: kind != out.kind) if out else kinds:
        if kinds[kind] is None and free:
            joins = _ways(p, kind)
            if out and kind == out.kind:
                free, joins = _first(out.tableau, free), _first(out.joins, joins)
            fields = {"kind": OneOf((kind,), "buttons"), "tableau": OneOf(free, "tile")}
            menu.add("divert", None, **fields, joins=OneOf(joins, "arms"))
    if not any(choice.verb == "divert" for choice in menu.options):
        menu.refuse("divert", next(filter(None, (*kinds.values(), *rooms.values()))))
        return
    menu.refuse_values("divert", "kind", kinds)
    menu.refuse_values("divert", "tableau", rooms)


class WayOut(NamedTuple):
    """A diversion that opens a way for a car that is walled in (KR-DIV-11)."""

    kind: str
    tableau: int
    joins: str


def way_out(p: Town, kinds: Sequence[str], free: Sequence[int]) -> WayOut | None:
    """The first diversion that leads the car on turn off where it is walled in."""
    here, made = p.stand(p.turn).spot.field, p.roads
    if not p.now.points or not kinds or not walled_in(made, here):
        return None
    parts, tiles = p.numbers.parts, {tile.number: tile for tile in p.laid}
    for kind, number in itertools.product(kinds, sorted(free, key=partial(_far, made, here))):
        for turns in parts.distinct_card_turns(kind):
            after = diverted(parts, made, tiles[number], Card(kind, turns))
            if not walled_in(after, here):
                return WayOut(kind, number, parts.joined(kind, turns) or "")
    return None


def opens_way(p: Town) -> bool:
    """Whether a diversion that may be laid now leads the car on turn off where it is walled in."""
    kinds = [kind for kind, no in _why_not(p, p.numbers.diversions).items() if no is None]
    free = [number for number in _lying(p) if why_no_room(p, number) is None]
    return way_out(p, kinds, free) is not None


def _far(made: Roads, here: Point, number: int) -> int:
    """How far a tableau is from a field, as the crow drives."""
    x, y = made.middles[number]
    return abs(x - here[0]) + abs(y - here[1])


def _ways(p: Town, kind: str) -> tuple[str, ...]:
    """What a card of this kind can join, by its turns (KR-DIV-6)."""
    parts = p.numbers.parts
    return tuple(parts.joined(kind, turn) or "" for turn in parts.distinct_card_turns(kind))


def _first(best: T, among: tuple[T, ...]) -> tuple[T, ...]:
    return (best, *(one for one in among if one != best))


def _lying(p: Town) -> list[int]:
    return sorted(int(number) for number in p.board.laid)


def _why_not(p: Knight, kinds: Iterable[str]) -> dict[str, No | None]:
    """Why each of these diversion cards may not be laid now (KR-DIV-2, KR-DIV-3)."""
    closed = hand.why_no_card(p, "KR-DIV-3")
    if closed is None and "diversion" in p.now.played:
        closed = No("kr.why.second-diversion", "KR-DIV-2")
    if closed is not None:
        return dict.fromkeys(kinds, closed)
    held, laid = hand.held(p, "diversion"), No("kr.why.diversion-laid", "KR-DIV-5")
    return {k: None if k in held else hand.missing(p, "diversion", laid) for k in kinds}


def why_no_room(p: Knight, tableau: int) -> No | None:
    """Why no diversion may be laid on this tableau (KR-DIV-7)."""
    stack = p.stacks.get(str(tableau), ())
    full = len(stack) >= p.numbers.diversion_limit
    return No("kr.why.three-diversions", "KR-DIV-7") if full else None


def full_tableaus(p: Knight) -> dict[int, No]:
    """Where no diversion may be laid, in the order of the tableaus, and why."""
    laid = set(map(int, p.stacks))
    reasons = ((number, why_no_room(p, number)) for number in p.numbers.tableaus if number in laid)
    return {number: no for number, no in reasons if no is not None}


def lay_diversion(p: Knight, entry: Entry, say: Say) -> None:
    """One diversion card onto any tableau, for good: a road led elsewhere, or a roadblock
    (KR-DIV-1, KR-DIV-4, KR-DIV-5, KR-DIV-7, KR-DIV-10)."""
    kind = entry.word("kind")
    hand.take(p, "diversion", kind)
    if "tableau" not in entry.args:
        p.stacks.setdefault(SOMEWHERE, []).append(kind)
        say("kr.divert.somewhere", "KR-DIV-7", p.turn, n=p.numbers.diversion_limit)
        return
    tableau = entry.number("tableau")
    stack = p.stacks.setdefault(str(tableau), [])
    stack.append(kind)
    board(p).divert(entry)
    if len(stack) == p.numbers.diversion_limit:
        say("kr.divert.last", "KR-DIV-7", p.turn, kind=kind, tableau=tableau)
    else:
        clause = "KR-DIV-10" if kind == "roadblock" else "KR-DIV-5"
        say("kr.divert.laid", clause, p.turn, kind=kind, tableau=tableau)
