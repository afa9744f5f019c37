"""Ramming (phase 2, b.; the ram table)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from referee.game import Ask, Entry, Menu, No, Say, Who, text
from referee.games.knight_rider import asking
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.fate import Fate
from referee.games.knight_rider.points import COST, ENTERING
from referee.games.knight_rider.position import Knight

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


# -- passing ---------------------------------------------------------------------------------


def offer(p: Knight, menu: Menu) -> None:
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
