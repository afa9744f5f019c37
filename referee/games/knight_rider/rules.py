"""Knight Rider's tables and decisions: pure functions of a position, no effects.

A function called ``why_no_...`` says why something may not be done now, or None if it may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import No
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town

DIE: Final = (1, 2, 3, 4, 5, 6)

#: What the points buy (KR-MOV-2, KR-MOV-3, KR-MOV-5; the landing after a jump: KR-KIT-9).
COST: Final = {"step": 1, "turn": 1, "uturn": 2, "jump": 1}

#: Turbo-Boost II: only this roll, and what it counts as (KR-KIT-7).
TURBO2: Final = (1, 6)

#: Ways onto a field: what "the last point" must be to reach red (KR-END-4).
ENTERING: Final = ("step", "jump")


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a car: ``back`` fields, then turned round, or on its roof."""

    key: str
    clause: str
    back: int = 0
    turned: bool = False
    roof: bool = False


#: The rammed player's die (6: the attempt fails, see `SKID`).
RAM: Final[Mapping[int, Fate]] = {
    1: Fate("kr.fate.roof", "KR-RMT-1", roof=True),
    2: Fate("kr.fate.back-turned", "KR-RMT-2", back=2, turned=True),
    3: Fate("kr.fate.back", "KR-RMT-3", back=2),
    4: Fate("kr.fate.back", "KR-RMT-4", back=1),
    5: Fate("kr.fate.turned", "KR-RMT-5", turned=True),
}

#: A failed attempt, and the second dice at which the ramming car skids (KR-RMT-6).
FAILED: Final = 6
SKID: Final = (5, 6)

#: The die of the player on an oil slick.
OIL: Final[Mapping[int, Fate]] = {
    1: Fate("kr.fate.roof", "KR-OLT-1", roof=True),
    2: Fate("kr.fate.back", "KR-OLT-2", back=2),
    3: Fate("kr.fate.back", "KR-OLT-3", back=1),
    4: Fate("kr.fate.turned", "KR-OLT-4", turned=True),
    5: Fate("kr.fate.nothing", "KR-OLT-5"),
    6: Fate("kr.fate.nothing", "KR-OLT-6"),
}


#: A step or jump that would pass a car: the attempt comes first.
PASSES: Final = No("kr.why.passes", "KR-RAM-1")

# -- start -----------------------------------------------------------------------------------


def highest(p: Knight) -> list[int]:
    """The seats with the highest of the rolls for the start (KR-TRK-2)."""
    best = max(p.rolls)
    return [seat for seat, die in zip(p.rolling, p.rolls, strict=True) if die == best]


def put_away(p: Knight, sort: str) -> int:
    """Cards of one sort that stay in the box (KR-CMP-7)."""
    return sum(p.pool[sort].values()) - sum(car.hands[sort].blind for car in p.cars)


def all_laid(p: Knight) -> bool:
    """Whether the referee knows that every tableau is on the table (KR-TRK-15)."""
    return p.on("track_counter") and p.track.laid == len(p.numbers.tableaus)


def why_no_absence(p: Knight) -> No | None:
    """Why the rolled tableau can't be missing (KR-POS-1)."""
    return No("kr.why.all-laid", "KR-TRK-15") if all_laid(p) else None


# -- cards -----------------------------------------------------------------------------------


def why_no_card(p: Knight, window: str) -> No | None:
    """Why no card may be played now (KR-TRN-6); ``window``: the clause that says when."""
    if p.now.righting:
        return No("kr.why.righting", "KR-RAM-10")
    if p.now.arrow:
        return No("kr.why.escape-turned", window)
    return None


def held(p: Knight, seat: int, sort: str, kind: str) -> bool:
    """Whether this player holds, or may hold, such a card."""
    hand = p.car(seat).hands[sort]
    return hand.known[kind] > 0 or (hand.blind > 0 and p.pool[sort][kind] > 0)


def missing(p: Knight, sort: str, used: No) -> No:
    """Why a card is not in the hand: used, or of a hand that nobody knew all is used."""
    unknown = p.on("luck") and not p.mover.hands[sort].blind
    return No("kr.why.hand-empty", "KR-CMP-7") if unknown else used


def why_no_kitt(p: Knight, kind: str) -> No | None:
    """Why this K.I.T.T. card may not be played now (KR-KIT-1..14, KR-TRN-9)."""
    if no := why_no_card(p, "KR-KIT-2"):
        return no
    if "kitt" in p.now.played:
        return No("kr.why.second-kitt", "KR-TRN-9")
    if not held(p, p.turn, "kitt", kind):
        return missing(p, "kitt", No("kr.why.card-used", "KR-KIT-13"))
    if kind == "turbo2" and p.now.roll != TURBO2[0]:
        return No("kr.why.turbo2", "KR-KIT-7")
    if kind != "shield" and p.now.over:
        return No("kr.why.move-over", "KR-INT-30")
    return why_no_jump(p) if kind == "jump" else None


def why_no_jump(p: Knight) -> No | None:
    """Why there can be nothing to jump (KR-KIT-8), or no point to land with (KR-KIT-9).

    Obstacles are two cars on one field, red being one of them if it counts, or a roadblock that
    no other diversion covers.
    """
    if p.modelled:
        return _why_no_jump_here(town(p))
    blocked = any(stack[-1] == "roadblock" for stack in p.stacks.values())
    cars = len(others_on_road(p)) + p.on("red_counts_as_car")
    if not blocked and cars < p.numbers.field_cars:
        return No("kr.why.no-obstacle", "KR-KIT-8")
    return No("kr.why.jump-points", "KR-KIT-9") if p.now.points < COST["jump"] else None


def _why_no_jump_here(p: Town) -> No | None:
    """Why nothing can be jumped from here (KR-KIT-8..11); who is passed is rammed first."""
    if p.now.points < COST["jump"]:
        return No("kr.why.jump-points", "KR-KIT-9")
    if p.driver.jump(p.course) is None:
        return No("kr.why.nothing-ahead", "KR-KIT-11")
    return PASSES if p.driver.victim(p.course) else None


def ram_before_jump(p: Knight) -> bool:
    """Whether a jump off this field would pass a car that has to be rammed first (KR-INT-32)."""
    return why_no_kitt(p, "jump") == PASSES


def why_no_diversion(p: Knight, kind: str) -> No | None:
    """Why this diversion card may not be laid now (KR-DIV-2, KR-DIV-3)."""
    if no := why_no_card(p, "KR-DIV-3"):
        return no
    if "diversion" in p.now.played:
        return No("kr.why.second-diversion", "KR-DIV-2")
    if not held(p, p.turn, "diversion", kind):
        return missing(p, "diversion", No("kr.why.diversion-laid", "KR-DIV-5"))
    return None


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


# -- moving ----------------------------------------------------------------------------------


def others_on_road(p: Knight) -> list[int]:
    """The other seats whose cars stand on the road."""
    return [seat for seat in p.seats if seat != p.turn and not p.car(seat).outside]


def why_no_manoeuvre(p: Knight, verb: str) -> No | None:
    """Why a counted step or turn may not be made (option ``strict``)."""
    if p.now.over:
        return No("kr.why.skidded", "KR-RMT-6")
    if p.now.points < COST[verb]:
        return No("kr.why.no-points", "KR-MOV-5" if verb == "uturn" else "KR-MOV-1")
    if verb != "step" and p.mover.outside:
        return No("kr.why.outside-turn", "KR-MOV-10")
    return None


def why_no_end(p: Knight) -> No | None:
    """Why the move can't end yet: counted points are left (KR-MOV-1).

    Where quarter turns are not free, a single point may have no use and lapses (KR-INT-11); not
    so beside the start tableau, where it leads onto the road (KR-MOV-10).
    """
    free = p.on("quarter_turn_anywhere") or p.mover.outside
    unusable = 0 if free else COST["turn"]
    if p.on("strict") and p.now.points > unusable:
        return No("kr.why.points-left", "KR-MOV-1")
    return None


def why_no_oil(p: Knight) -> No | None:
    """Why the car can't have ended behind another one (KR-OIL-3)."""
    if no := why_no_end(p):
        return no
    return None if others_on_road(p) else No("kr.why.nobody-on-road", "KR-OIL-3")


def why_no_closed(p: Knight) -> No | None:
    """Why no points may lapse (KR-MOV-13): two other cars close a road start, never fewer."""
    if len(others_on_road(p)) < p.numbers.field_cars:
        return No("kr.why.entry-free", "KR-MOV-13")
    return None


def why_no_goal(p: Knight) -> No | None:
    """Why red can't be reached now (KR-END-2..4, KR-VAR-2)."""
    now = p.now
    if p.mover.open_targets:
        return No("kr.why.targets-open", "KR-VAR-2")
    if now.over:
        return No("kr.why.skidded", "KR-INT-45")
    if not p.counted:
        return None
    if now.points:
        return No("kr.why.passing-red", "KR-END-8")
    if p.options["goal_arrival"] == "end":
        return None if has_entered(p) else No("kr.why.no-step", "KR-END-4")
    return None if last_way(p) in ENTERING else No("kr.why.last-step", "KR-END-4")


def last_way(p: Knight) -> str:
    """The last manoeuvre of this move; empty before the first."""
    return next((verb for verb in reversed(p.now.trail) if verb != "ram"), "")


def has_entered(p: Knight) -> bool:
    """Whether the car has come onto a field in this move (known where points are counted)."""
    return any(verb in ENTERING for verb in p.now.trail)


def why_no_tick(p: Knight) -> No | None:
    """Why no target can have been driven to yet: its middle field is entered (KR-INT-38)."""
    if p.on("strict") and not has_entered(p):
        return No("kr.why.no-step", "KR-INT-38")
    return None


# -- ramming ---------------------------------------------------------------------------------


def why_no_pass(p: Knight) -> No | None:
    """Why the moving car can't be passing any car now (KR-RAM-2..5).

    Every car passed takes a point to get beside it, and one more is needed to drive on.
    """
    now = p.now
    if now.over:
        return No("kr.why.skidded", "KR-RMT-6")
    if not p.on("strict"):
        needed = Counter(now.trail)["ram"] + 2
        return No("kr.why.ends-beside", "KR-RAM-4") if now.points < needed else None
    if not _beside_somebody_new(now.trail):
        return No("kr.why.not-entered", "KR-RAM-2")
    return No("kr.why.ends-beside", "KR-RAM-4") if now.points < COST["step"] else None


def _beside_somebody_new(trail: list[str]) -> bool:
    """Whether the car has come onto a field since the last attempt: one for each stay."""
    since = next((verb for verb in reversed(trail) if verb in (*ENTERING, "ram")), "ram")
    return since != "ram"


def why_no_target(p: Knight, seat: int) -> No | None:
    """Why this player's car can't be rammed by a passing car (KR-RAM-7, KR-RAM-8)."""
    car = p.car(seat)
    if car.outside:
        return No("kr.why.not-on-road", "KR-RAM-2")
    if car.roof:
        return No("kr.why.on-roof", "KR-RAM-7")
    return No("kr.why.shielded", "KR-RAM-8") if car.shield else None


def why_no_hit(p: Knight, seat: int) -> No | None:
    """Why red, landing on this player's car, does not ram it (KR-ESC-10, KR-ESC-11)."""
    car = p.car(seat)
    if car.outside:
        return No("kr.why.not-on-road", "KR-ESC-7")
    if car.roof:
        return No("kr.why.on-roof", "KR-ESC-10")
    shielded = car.shield and p.on("shield_stops_red")
    return No("kr.why.shielded", "KR-ESC-11") if shielded else None


def hittable(p: Knight) -> list[int]:
    """The seats that red may ram, in turn order from the one on turn (KR-ESC-9)."""
    seat, found = p.turn, []
    for _ in p.seats:
        if why_no_hit(p, seat) is None:
            found.append(seat)
        seat = p.after(seat)
    return found


# -- escape ----------------------------------------------------------------------------------


def escape_cards_left(p: Knight) -> list[int]:
    """Numbers of the cards still face down in the device's deck (KR-ESC-13)."""
    return [card for card in range(1, len(p.numbers.arrows) + 1) if card not in p.pile]


def arrow(p: Knight) -> tuple[int, int] | None:
    """Where the drawn card sends red, (east, north) in tableaus; None while none is drawn."""
    return p.numbers.arrows[p.now.arrow - 1] if p.now.arrow else None
