"""A turn as far as the escape card (phase 2 a-c): the roll, the move as players report it, rams,
oil slicks, and the end at red.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from referee.game import Ask, Chance, Entry, Kind, Menu, No, Offers, Say, Text, Who, text
from referee.games.knight_rider import asking, cards
from referee.games.knight_rider.board.port import Fate, board
from referee.games.knight_rider.board.trips import Trip
from referee.games.knight_rider.numbers import COST
from referee.games.knight_rider.position import Knight, Turn
from referee.games.knight_rider.town import Town

# -- a car on its roof ------------------------------------------------------------------------


def on_roof(p: Knight, entry: Entry) -> bool:
    """The car of the player on turn lies on its roof (KR-TRN-8, KR-RAM-10)."""
    return p.mover.roof


ONLY_RIGHT = No("kr.why.righting", "KR-RAM-10")


def right_asks(p: Knight) -> tuple[Ask, ...]:
    """A car on its roof is put on its wheels, nothing else (KR-RAM-10)."""
    return _right(p, Kind.REPORT, "board")


def right_in_device_asks(p: Knight) -> tuple[Ask, ...]:
    """A box that knows the board waits for nobody's report: its own players right their cars,
    too (KR-RAM-10)."""
    return _right(p, Kind.DECISION, "players")


def _right(p: Knight, kind: Kind, source: str) -> tuple[Ask, ...]:
    menu = Menu()
    menu.add("righted")
    for verb in ("roll", "kitt", "divert"):
        menu.refuse(verb, ONLY_RIGHT)
    if not p.on("roof_turn_draws_escape"):
        menu.refuse("turn_over", No("kr.why.righting", "KR-ESC-14"))
    return menu.asks((p.turn,), kind, text("kr.right.prompt"), "KR-RAM-10", source)


def right_car(p: Knight, entry: Entry, say: Say) -> None:
    """The car is put on its wheels; that was the turn (KR-RAM-10, KR-RAM-11)."""
    p.mover.roof = False
    p.now.righting = True


def righting_draws(p: Knight, entry: Entry) -> bool:
    """The group turns an escape card in a righting turn too (KR-INT-25, a switch)."""
    return p.on("roof_turn_draws_escape")


# -- the roll --------------------------------------------------------------------------------


def roll_asks(p: Knight) -> tuple[Ask, ...]:
    """The distance comes first (KR-TRN-2)."""
    return asking.one_die(p.turn, text("kr.roll.prompt"), "KR-TRN-2")


def roll_beside_map_asks(p: Knight) -> tuple[Ask, ...]:
    """The same in fewer words (KR-TRN-2)."""
    return asking.one_die(p.turn, text("kr.roll.town"), "KR-TRN-2")


def roll_distance(p: Knight, entry: Entry, say: Say) -> None:
    """The die is the number of points (KR-TRN-2, KR-MOV-1)."""
    p.now.roll = p.now.points = entry.die()
    p.now.entering = p.mover.outside


# -- the next turn ---------------------------------------------------------------------------


def next_seat(p: Knight, entry: Entry, say: Say) -> None:
    """The next player clockwise (KR-TRN-5); his own shield ends now (KR-KIT-4)."""
    p.turn = p.after(p.turn)
    p.now = Turn()
    board(p).new_turn()
    if p.mover.shield:
        p.mover.shield = False
        p.discard.append("shield")
        say("kr.shield.ends", "KR-KIT-4", p.turn, who=Who(p.turn))


# -- the points of a move ---------------------------------------------------------------------

#: Ways onto a field: what "the last point" must be to reach red (KR-END-4).
ENTERING: Final = ("step", "jump")


def last_way(p: Knight) -> str:
    """The last manoeuvre of this move; empty before the first."""
    return next((verb for verb in reversed(p.now.trail) if verb != "ram"), "")


def has_entered(p: Knight) -> bool:
    """Whether the car has come onto a field in this move (known where points are counted)."""
    return any(verb in ENTERING for verb in p.now.trail)


def least(p: Knight, *goals: int) -> int:
    """Points that a move takes at least to the middle fields of these tableaus, after those of the
    targets that it has reached already (KR-MOV-2, KR-MOV-10, KR-POS-2); 0: any tableau.

    From one middle field to another it is a tableau's length or more; a jump spares a point.
    """
    parts = p.numbers.parts
    known = {goal for goal in (*p.now.ticked, *goals) if goal}
    if p.now.entering:
        needed = parts.full_fields + 2 + parts.spacing * len(known - {p.start})
    else:
        needed = 1 + parts.spacing * max(len(known) - 1, 0)
    return max(1, needed - ("jump" in p.now.trail))


def why_too_far(p: Knight, *goals: int) -> No | None:
    """Why the points of a move on the table can't have led there. Of an uncounted move that ended
    in a skid nobody knows how many were used."""
    if p.now.over and not p.counted:
        return None
    driven = sum(verb in ENTERING for verb in p.now.trail) if p.counted else p.now.points
    if driven >= least(p, *goals):
        return None
    return No("kr.why.too-far", "KR-MOV-10" if p.now.entering else "KR-POS-2")


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
    if not p.on("strict"):
        return None
    free = p.on("quarter_turn_anywhere") or p.mover.outside
    unusable = 0 if free else COST["turn"]
    return No("kr.why.points-left", "KR-MOV-1") if p.now.points > unusable else None


def end_move(p: Knight, entry: Entry, say: Say) -> None:
    """All points are used, and no card extends the move any more; the car is on the road
    (KR-MOV-16, KR-INT-13)."""
    p.now.points, p.now.over = 0, True
    p.mover.outside = False


# -- the move, as players report it -----------------------------------------------------------


MOVE_FIRST = No("kr.why.move-first", "KR-TRN-4")


def drive_asks(p: Knight) -> tuple[Ask, ...]:
    """How the move goes; cards before, during and after it (KR-TRN-3, KR-TRN-6).

    With the deck in the device the move is reported by the press that turns the card (KR-INT-51).
    """
    menu = Menu()
    _offer(p, menu)
    menu.refuse("turn_over", MOVE_FIRST)
    return menu.asks((p.turn,), Kind.REPORT, _drive_prompt(p), "KR-TRN-3", "board")


def draw_drive(p: Knight, chance: Chance) -> Entry | None:
    """Any report of a move."""
    menu = Offers()
    _offer(p, menu)
    return menu.drawn(p.turn, chance.below)


def _offer(p: Knight, menu: Menu) -> None:
    """What may be reported, the commonest first."""
    if p.now.points:
        _manoeuvres(p, menu)
    menu.add("flip" if p.deck_in_device else "driven", why_no_end(p))
    offer_passing(p, menu)
    menu.add("behind", why_no_oil(p))
    menu.add("reached", why_no_goal(p))
    cards.offer_kitt(p, menu)
    cards.offer_diversion(p, menu)
    if p.mover.open_targets:
        reasons = {tableau: why_no_tick(p, tableau) for tableau in p.mover.open_targets}
        menu.choose("ticked", "tableau", reasons)
    if p.mover.outside:
        menu.add("closed", why_no_closed(p))
    if not p.now.points:
        _manoeuvres(p, menu)


def _manoeuvres(p: Knight, menu: Menu) -> None:
    """The counted steps and turns (option ``strict``); they stand first while points are left."""
    if p.on("strict"):
        for verb in ("step", "turn", "uturn"):
            menu.add(verb, why_no_manoeuvre(p, verb))
        menu.refuse("back", No("kr.why.reverse", "KR-MOV-6"))


def _drive_prompt(p: Knight) -> Text:
    if p.now.over:
        return text("kr.drive.over")
    if not p.on("strict"):
        return text("kr.drive.prompt", n=p.now.points)
    return text("kr.drive.strict" if p.now.points else "kr.drive.end", n=p.now.points)


# -- manoeuvres ------------------------------------------------------------------------------


def manoeuvre(p: Knight, entry: Entry, say: Say) -> None:
    """One counted step or turn (KR-MOV-2, KR-MOV-3, KR-MOV-4, KR-MOV-5; the first step leads onto
    the road, KR-MOV-10)."""
    p.now.points -= COST[entry.verb]
    p.now.trail.append(entry.verb)
    board(p).drive(entry)
    if entry.verb == "step":
        p.mover.outside = False


def why_no_closed(p: Knight) -> No | None:
    """Why no points may lapse (KR-MOV-13): two other cars close a road start, never fewer."""
    if len(p.others_on_road) < p.numbers.field_cars:
        return No("kr.why.entry-free", "KR-MOV-13")
    return None


def lapse(p: Knight, entry: Entry, say: Say) -> None:
    """The road start is closed: the car stays outside, its points lapse, and it tries again next
    turn (KR-MOV-13, KR-INT-12)."""
    say("kr.drive.lapsed", "KR-MOV-13", p.turn, who=Who(p.turn), n=p.now.points)
    p.now.points, p.now.over = 0, True


# -- targets ---------------------------------------------------------------------------------


def why_no_tick(p: Knight, tableau: int) -> No | None:
    """Why this target can't have been driven to yet: its middle field is entered (KR-INT-38)."""
    if p.on("strict") and not has_entered(p):
        return No("kr.why.no-step", "KR-INT-38")
    return why_too_far(p, tableau)


def tick(p: Knight, entry: Entry, say: Say) -> None:
    """A target tableau is reached, so the car is on the road (KR-VAR-2, KR-INT-38)."""
    p.mover.open_targets.remove(entry.number("tableau"))
    p.now.ticked.append(entry.number("tableau"))
    p.mover.outside = False
    key = "kr.drive.ticked" if p.mover.open_targets else "kr.drive.red-open"
    say(key, "KR-VAR-2", p.turn, who=Who(p.turn), n=len(p.mover.open_targets))


# -- rams (b., and their table) ---------------------------------------------------------------

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

#: How likely an attempt works (the highest face fails), and that the ramming car skids (KR-RMT-6).
WORKS: Final = Fraction(len(RAM), FAILED)
SKIDS: Final = (1 - WORKS) * Fraction(len(SKID), FAILED)


def offer_passing(p: Knight, menu: Menu) -> None:
    """Which car is being passed (KR-RAM-3); with two players there is nothing to choose."""
    if no := why_no_pass(p):
        menu.refuse("passed", no)
        return
    others = (seat for seat in p.seats if seat != p.turn)
    targets = {seat: why_no_target(p, seat) for seat in others}
    menu.choose("passed", "target", targets, "seat")


def why_no_pass(p: Knight) -> No | None:
    """Why the moving car can't be passing any car now (KR-RAM-2, KR-RAM-3).

    Every car passed takes a point to get beside it, and one more is needed to drive on: n points
    pass n - 1 cars (KR-INT-50). A move that ends beside a car rams nobody (KR-RAM-4, KR-MOV-15).
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
    """Whether the car has come onto a field since the last attempt: one for each stay, as often as
    there are stays (KR-RAM-5, KR-INT-16)."""
    since = next((verb for verb in reversed(trail) if verb in (*ENTERING, "ram")), "ram")
    return since != "ram"


def why_no_target(p: Knight, seat: int) -> No | None:
    """Why this player's car can't be rammed by a passing car: it is not on the road yet
    (KR-INT-49), on its roof (KR-RAM-7), or shielded (KR-RAM-8). The shield covers that alone
    (KR-KIT-5, KR-INT-28)."""
    car = p.car(seat)
    if car.outside:
        return No("kr.why.not-on-road", "KR-RAM-2")
    if car.roof:
        return No("kr.why.on-roof", "KR-RAM-7")
    return No("kr.why.shielded", "KR-RAM-8") if car.shield else None


def pass_car(p: Knight, entry: Entry, say: Say) -> None:
    """The car stops beside the one it passes; that player rolls (KR-RAM-3)."""
    p.now.trail.append("ram")
    p.mover.outside = False
    board(p).stop_beside()
    p.push("ram", entry.number("target"))


# -- the rammed player's dice ----------------------------------------------------------------


def ram_asks(p: Knight) -> tuple[Ask, ...]:
    """The rammed player rolls (KR-RAM-3); nobody can decline it (KR-TRN-7)."""
    return asking.one_die(p.agenda[-1].seat, text("kr.ram.prompt", by=Who(p.turn)), "KR-RAM-3")


def suffer_ram(p: Knight, entry: Entry, say: Say) -> None:
    """The ram table applies to the rammed car at once (KR-RMT-1, KR-RMT-2, KR-RMT-3, KR-RMT-4,
    KR-RMT-5)."""
    suffer(p, p.pop().seat, RAM[entry.die()], say)


def failed(p: Knight, entry: Entry) -> bool:
    """A 6: the attempt fails (KR-RMT-6)."""
    return entry.die() == FAILED


def roll_once_more(p: Knight, entry: Entry, say: Say) -> None:
    """The rammed player rolls again (KR-RMT-6)."""
    say("kr.ram.failed", "KR-RMT-6", p.agenda[-1].seat)


def ram_again_asks(p: Knight) -> tuple[Ask, ...]:
    """After a 6 the rammed player rolls once more (KR-RMT-6)."""
    prompt = text("kr.ram-again.prompt", by=Who(p.turn))
    return asking.one_die(p.agenda[-1].seat, prompt, "KR-RMT-6")


def skids(p: Knight, entry: Entry) -> bool:
    """A 5 or 6 on the second die (KR-RMT-6)."""
    return entry.die() in SKID


def skid(p: Knight, entry: Entry, say: Say) -> None:
    """The ramming car loses its points and stands turned round (KR-RMT-6, KR-INT-21)."""
    p.pop()
    p.now.points, p.now.over = 0, True
    say("kr.ram.skid", "KR-RMT-6", p.turn, who=Who(p.turn))
    board(p).turn_round()


def hold_out(p: Knight, entry: Entry, say: Say) -> None:
    """1 to 4 on the second die: nothing, the mover goes on (KR-RMT-6)."""
    p.pop()
    say("kr.ram.nothing", "KR-RMT-6", p.turn, who=Who(p.turn))


# -- what becomes of a car -------------------------------------------------------------------


def suffer(p: Knight, seat: int, fate: Fate, say: Say) -> None:
    """Announce what becomes of a car; roofs are kept, the players move the car."""
    p.car(seat).roof |= fate.roof
    say(fate.key, fate.clause, seat, who=Who(seat), n=fate.back)
    board(p).slide(seat, fate, say)


# -- oil slicks (c., and their table) ---------------------------------------------------------

#: The die of the player on an oil slick.
OIL: Final[Mapping[int, Fate]] = {
    1: Fate("kr.fate.roof", "KR-OLT-1", roof=True),
    2: Fate("kr.fate.back", "KR-OLT-2", back=2),
    3: Fate("kr.fate.back", "KR-OLT-3", back=1),
    4: Fate("kr.fate.turned", "KR-OLT-4", turned=True),
    5: Fate("kr.fate.nothing", "KR-OLT-5"),
    6: Fate("kr.fate.nothing", "KR-OLT-6"),
}


def why_no_oil(p: Knight) -> No | None:
    """Why the car can't have ended behind another one (KR-OIL-3): its move must be over, rams and
    all (KR-OIL-5)."""
    if no := why_no_end(p):
        return no
    return None if p.others_on_road else No("kr.why.nobody-on-road", "KR-OIL-3")


def oil_asks(p: Knight) -> tuple[Ask, ...]:
    """The player on turn rolls for the slick (KR-OIL-2), once even behind two cars (KR-OIL-4,
    KR-INT-27)."""
    return asking.one_die(p.turn, text("kr.oil.prompt"), "KR-OIL-2")


def slip(p: Knight, entry: Entry, say: Say) -> None:
    """The oil table applies to the car of the player on turn (KR-OLT-1, KR-OLT-2, KR-OLT-3,
    KR-OLT-4, KR-OLT-5, KR-OLT-6).

    No slide leads to another roll (KR-OIL-6), and even on its roof the turn goes on (KR-INT-29).
    """
    suffer(p, p.turn, OIL[entry.die()], say)


# -- the end: red is reached, by the last point or by a 6 -------------------------------------


def why_no_goal(p: Knight) -> No | None:
    """Why red can't be reached now, as far as the referee sees on the table (KR-END-2)."""
    return why_no_win(p) or why_too_far(p, p.red)


def why_no_win(p: Knight) -> No | None:
    """Why a move doesn't win, even where it ends at red (KR-END-2, KR-END-3, KR-END-4,
    KR-VAR-2)."""
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
        arrived, no = has_entered(p), No("kr.why.no-step", "KR-END-4")
    else:
        arrived = last_way(p) in ENTERING
        no = No("kr.why.last-step", "KR-END-4")
    return None if arrived else no


def wins(p: Town, trip: Trip) -> bool:
    """Whether this trip reaches red (KR-END-2, KR-END-3, KR-END-4, KR-VAR-2)."""
    if trip.left or trip.at.open or trip.at.spot.field != p.red_field:
        return False
    last_step = p.options["goal_arrival"] == "last_step"
    return trip.arrives if last_step else "F" in trip.path or has_entered(p)


def reach_red(p: Knight, entry: Entry, say: Say) -> None:
    """The last point brings the car to red: won, all else is dropped (KR-END-1, KR-END-5,
    KR-TRN-10)."""
    end_move(p, entry, say)
    win(p, p.turn, "KR-END-2", say)


def win(p: Knight, seat: int, clause: str, say: Say) -> None:
    p.winner, p.ending = seat, clause
    p.agenda.clear()
    say(f"kr.won.{clause}", clause, seat, who=Who(seat))
