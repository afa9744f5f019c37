"""A turn begins: the roll, or a car on its roof (phase 2 a); it ends with the next seat's."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, Menu, No, Say, Who, text
from referee.games.knight_rider import asking
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.position import Knight, Turn


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
