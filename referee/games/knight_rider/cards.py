"""Cards in the players' hands, and what the two sorts do: K.I.T.T. (3.), diversions (4.)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from referee.game import Entry, Menu, No, OneOf, Option, Say, Who, text
from referee.games.knight_rider import asking
from referee.games.knight_rider.board.places import field_distances, walled_in
from referee.games.knight_rider.board.port import PASSES, board
from referee.games.knight_rider.board.roads import Card, diverted
from referee.games.knight_rider.board.sides import apart
from referee.games.knight_rider.numbers import COST, DIVERSIONS, KITT, SOMEWHERE
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town

T = TypeVar("T")


# -- cards in the hand ------------------------------------------------------------------------


def why_no_card(p: Knight, window: str) -> No | None:
    """Why no card may be played now (KR-TRN-6); ``window``: the clause that says when. Between two
    steps of a move any may (KR-INT-10)."""
    if p.now.righting:
        return No("kr.why.righting", "KR-RAM-10")
    if p.now.arrow:
        return No("kr.why.escape-turned", window)
    return None


def may_hold(p: Knight, sort: str) -> set[str]:
    """The kinds of cards that the player on turn holds, or may hold: of shuffled hands only their
    number is known (KR-INT-47)."""
    hand, pool = p.mover.hands[sort], p.pool[sort]
    return {kind for kind, n in hand.known.items() if n > 0 or (hand.blind > 0 and pool[kind] > 0)}


def missing(p: Knight, sort: str, used: No) -> No:
    """Why a card is not in the hand: used, all used of a hand that nobody knew, or not dealt by the
    box (KR-INT-55)."""
    if board(p).deals and p.on("luck"):
        return No("kr.why.not-in-hand", "KR-VAR-4")
    unknown = p.on("luck") and not p.mover.hands[sort].blind
    return No("kr.why.hand-empty", "KR-CMP-7") if unknown else used


def take(p: Knight, sort: str, kind: str) -> None:
    """A card leaves the hand; of cards that the referee was not shown, now one is known."""
    hand = p.mover.hands[sort]
    if hand.known[kind]:
        hand.known[kind] -= 1
    else:
        hand.blind -= 1
        p.pool[sort][kind] -= 1
    p.now.played.append(sort)


# -- K.I.T.T. (3.) ----------------------------------------------------------------------------

#: What playing one brings, whichever it is.
KITT_BRINGS: Final = text("kr.kitt.brings")

#: What HELP shows where a card of either sort is chosen.
KITT_RULES: Final = ("KR-KIT-1", "KR-KIT-3", "KR-KIT-6", "KR-KIT-7", "KR-KIT-9")
DIVERSION_RULES: Final = ("KR-DIV-8", "KR-DIV-4", "KR-DIV-10")

#: Turbo-Boost II: only this roll, and what it counts as (KR-KIT-7).
TURBO2: Final = (1, 6)


def offer_kitt(p: Knight, menu: Menu) -> None:
    """One K.I.T.T. card a turn (KR-KIT-1). If none may be played, a card in the hand says why."""
    closed, held = _why_no_kitt(p), may_hold(p, "kitt")
    kinds = [kind for kind in KITT if kind in held] + [kind for kind in KITT if kind not in held]
    menu.choose("kitt", "card", {kind: closed or _why_not_kind(p, kind, held) for kind in kinds})
    for choice in menu.options:
        if choice.verb == "kitt":
            choice.clauses, choice.preview = KITT_RULES, KITT_BRINGS


def _why_no_kitt(p: Knight) -> No | None:
    """Why no K.I.T.T. card may be played now: the moment, one a turn (KR-KIT-2, KR-TRN-9).

    So two Turbo-Boosts, or a Turbo-Boost and a jump, never meet in one turn (KR-KIT-14).
    """
    if "kitt" in p.now.played:
        return why_no_card(p, "KR-KIT-2") or No("kr.why.second-kitt", "KR-TRN-9")
    return why_no_card(p, "KR-KIT-2")


def _why_not_kind(p: Knight, kind: str, held: Collection[str]) -> No | None:
    """Why it can't be this one: one use a card, what it is for (KR-KIT-7, KR-KIT-13)."""
    if kind not in held:
        return missing(p, "kitt", No("kr.why.card-used", "KR-KIT-13"))
    if kind == "turbo2" and p.now.roll != TURBO2[0]:
        return No("kr.why.turbo2", "KR-KIT-7")
    if kind != "shield" and p.now.over:
        return No("kr.why.move-over", "KR-INT-30")
    return board(p).why_no_jump() if kind == "jump" else None


def play_kitt(p: Knight, entry: Entry, say: Say) -> None:
    """One K.I.T.T. card of the player on turn (KR-KIT-1, KR-KIT-3, KR-KIT-6, KR-KIT-7,
    KR-KIT-8)."""
    kind = entry.word("card")
    take(p, "kitt", kind)
    if kind == "shield":
        p.mover.shield = True
        say("kr.kitt.shield", "KR-KIT-3", p.turn, who=Who(p.turn))
        return
    p.discard.append(kind)
    if kind == "jump":
        _jump(p, say)
    else:
        more = more_points(p, kind)
        p.now.points += more
        clause = "KR-KIT-6" if kind == "turbo1" else "KR-KIT-7"
        say("kr.kitt.turbo", clause, p.turn, more=more, n=p.now.points)


def more_points(p: Knight, kind: str) -> int:
    """How many points a K.I.T.T. card brings (KR-KIT-6, KR-KIT-7)."""
    low, high = TURBO2
    return {"turbo1": p.now.roll, "turbo2": high - low}.get(kind, 0)


# -- a jump --------------------------------------------------------------------------------


def ram_before_jump(p: Knight) -> bool:
    """Whether a jump off this field would pass a car that has to be rammed first (KR-INT-32)."""
    return (_why_no_kitt(p) or _why_not_kind(p, "jump", may_hold(p, "kitt"))) == PASSES


def _jump(p: Knight, say: Say) -> None:
    """Over one obstacle, once: the card is gone (KR-KIT-8, KR-KIT-10). Only the landing is paid for
    (KR-KIT-9)."""
    if p.counted:
        p.now.points -= COST["jump"]
    board(p).jump()
    p.now.trail.append("jump")
    p.mover.outside = False
    say("kr.kitt.jump", "KR-KIT-9", p.turn)


# -- diversions (4.) --------------------------------------------------------------------------


def offer_diversion(p: Knight, menu: Menu) -> None:
    """One diversion card a turn, on any tableau of the table (KR-DIV-2, KR-DIV-4).

    Which one matters for nothing but the third card on it (KR-DIV-7): the players see that, and
    are asked for it with the option ``diversion_places`` only. Matches kept from before tell it.
    """
    kinds = _why_no_diversions(p, DIVERSIONS)
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


#: Kinds of diversions that lead nobody on (KR-DIV-10).
BARRING: Final = ("roadblock", "dead_end")


def offer_joins(p: Town, menu: Menu) -> None:
    """Diversions on a board in the device: kind, tableau and what the card joins, whether that fits
    the printed roads or not (KR-DIV-4, KR-INT-33). When the own move is over, the cursor begins at
    the kinds that bar the others' way."""
    rooms = {number: why_no_room(p, number) for number in _lying(p)}
    free = tuple(number for number, no in rooms.items() if no is None)
    named = sorted(p.numbers.diversions, key=lambda kind: not p.now.points and kind not in BARRING)
    kinds = _why_no_diversions(p, named)
    out = way_out(p, [kind for kind, no in kinds.items() if no is None], free)
    for kind in sorted(kinds, key=lambda kind: kind != out.kind) if out else kinds:
        if kinds[kind] is None and free:
            joins = _ways(p, kind)
            if out and kind == out.kind:
                free, joins = _first(out.tableau, free), _first(out.joins, joins)
            fields = {"kind": OneOf((kind,), order=DIVERSIONS), "tableau": OneOf(free, "tile")}
            fields["joins"] = OneOf(joins, "arms")
            brings = text("kr.divert.brings")
            menu.offer([Option("divert", fields, preview=brings, clauses=DIVERSION_RULES)])
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
    near = sorted(free, key=lambda number: apart(made.middles[number], here))
    for kind, number in itertools.product(kinds, near):
        for turns in parts.distinct_card_turns(kind):
            after = diverted(parts, made, tiles[number], Card(kind, turns))
            if not walled_in(after, here):
                return WayOut(kind, number, parts.joined(kind, turns) or "")
    return None


def opens_way(p: Town) -> bool:
    """Whether a diversion that may be laid now leads the car on turn off where it is walled in."""
    kinds = [kind for kind, no in _why_no_diversions(p, p.numbers.diversions).items() if no is None]
    free = [number for number in _lying(p) if why_no_room(p, number) is None]
    return way_out(p, kinds, free) is not None


def _ways(p: Town, kind: str) -> tuple[str, ...]:
    """What a card of this kind can join, by its turns (KR-DIV-6)."""
    parts = p.numbers.parts
    return tuple(parts.joined(kind, turn) or "" for turn in parts.distinct_card_turns(kind))


def _first(best: T, among: tuple[T, ...]) -> tuple[T, ...]:
    return (best, *(one for one in among if one != best))


def _lying(p: Town) -> list[int]:
    return sorted(int(number) for number in p.board.laid)


def _why_no_diversions(p: Knight, kinds: Iterable[str]) -> dict[str, No | None]:
    """Why each of these diversion cards may not be laid now (KR-DIV-2, KR-DIV-3)."""
    closed = why_no_card(p, "KR-DIV-3")
    if closed is None and "diversion" in p.now.played:
        closed = No("kr.why.second-diversion", "KR-DIV-2")
    if closed is not None:
        return dict.fromkeys(kinds, closed)
    held, laid = may_hold(p, "diversion"), No("kr.why.diversion-laid", "KR-DIV-5")
    return {k: None if k in held else missing(p, "diversion", laid) for k in kinds}


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
    take(p, "diversion", kind)
    if "tableau" not in entry.args:
        p.stacks.setdefault(SOMEWHERE, []).append(kind)
        say("kr.divert.somewhere", "KR-DIV-7", p.turn, n=p.numbers.diversion_limit)
        return
    tableau = entry.number("tableau")
    shut, apart_from_red = _walled(p), _cut_off(p)
    stack = p.stacks.setdefault(str(tableau), [])
    under = stack[-1:]
    stack.append(kind)
    board(p).divert(entry)
    last = len(stack) == p.numbers.diversion_limit
    clause = "KR-DIV-7" if last else "KR-DIV-10" if kind == "roadblock" else "KR-DIV-5"
    key, joins = "kr.divert.last" if last else "kr.divert.laid", entry.args.get("joins", "")
    say(key, clause, p.turn, kind=kind, tableau=tableau, joins=joins)
    for lifted in under if isinstance(p, Town) else ():  # on the table cards may overlap in part
        say("kr.divert.over", "KR-DIV-8", p.turn, kind=lifted)
    walled = "kr.board.walled" if last else "kr.board.walled-until"  # no card fits there then
    now_shut = _walled(p)
    for seat in sorted(now_shut - shut):
        say(walled, "KR-DIV-11", seat, who=Who(seat))
    cut_off = _cut_off(p) - apart_from_red - now_shut
    if len(cut_off) == len(p.order):
        say("kr.board.cut-off-all", "KR-DIV-8", p.turn)
        return
    for seat in sorted(cut_off):
        say("kr.board.cut-off", "KR-DIV-8", seat, who=Who(seat))


def _cut_off(p: Knight) -> set[int]:
    """Who is after red, and no road leads there, where the box knows the board (KR-DIV-8)."""
    if not isinstance(p, Town) or p.red_field is None:
        return set()
    after = (seat for seat in p.order if not p.car(seat).open_targets)
    return {
        seat for seat in after
        if p.red_field not in field_distances(p.roads, p.stand(seat).spot.field)
    }  # fmt: skip


def _walled(p: Knight) -> set[int]:
    """Whose cars are walled in, where the box knows the board (KR-DIV-11)."""
    if not isinstance(p, Town):
        return set()
    return {seat for seat in p.order if walled_in(p.roads, p.stand(seat).spot.field)}
