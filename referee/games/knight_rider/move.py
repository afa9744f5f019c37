"""The move as players report it, and what every manoeuvre changes (phase 2 b)."""

from __future__ import annotations

from referee.game import Ask, Chance, Entry, Kind, Menu, No, Offers, Say, Text, Who, text
from referee.games.knight_rider import diversion, end, kitt, oil, points, ram
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.points import COST
from referee.games.knight_rider.position import Knight

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
    menu.add("flip" if p.deck_in_device else "driven", points.why_no_end(p))
    ram.offer(p, menu)
    menu.add("behind", oil.why_no_oil(p))
    menu.add("reached", end.why_no_goal(p))
    kitt.offer(p, menu)
    diversion.offer(p, menu)
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
            menu.add(verb, points.why_no_manoeuvre(p, verb))
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
    if len(points.others_on_road(p)) < p.numbers.field_cars:
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
    if p.on("strict") and not points.has_entered(p):
        return No("kr.why.no-step", "KR-INT-38")
    return points.why_too_far(p, tableau)


def tick(p: Knight, entry: Entry, say: Say) -> None:
    """A target tableau is reached, so the car is on the road (KR-VAR-2, KR-INT-38)."""
    p.mover.open_targets.remove(entry.number("tableau"))
    p.now.ticked.append(entry.number("tableau"))
    p.mover.outside = False
    key = "kr.drive.ticked" if p.mover.open_targets else "kr.drive.red-open"
    say(key, "KR-VAR-2", p.turn, who=Who(p.turn), n=len(p.mover.open_targets))
