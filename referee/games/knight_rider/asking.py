"""Forms that asks of several moments have."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from referee.game import Ask, Each, Kind, Menu, No, Refusal, Text, option, text
from referee.games.knight_rider.position import Knight

DIE: Final = (1, 2, 3, 4, 5, 6)


def everybody(p: Knight) -> tuple[int, ...]:
    return tuple(p.seats)


def checklist(p: Knight, prompt: str, clause: str) -> tuple[Ask, ...]:
    """A short list on the screen that anybody ticks off with one press."""
    menu = Menu()
    menu.add("done")
    return menu.asks(everybody(p), Kind.REPORT, text(prompt), clause, "board")


#: The buttons of what may be played besides.
CARDS: Final = {"down": "divert", "up": "kitt"}


def on_buttons(menu: Menu) -> None:
    """One thing to do, and cards if there are any: each by one press, always by the same button."""
    offered = list(dict.fromkeys(choice.verb for choice in menu.options))
    rest = [verb for verb in offered if verb not in CARDS.values()]
    cards = {button: verb for button, verb in CARDS.items() if verb in offered}
    if len(rest) == 1:
        menu.buttons = {"ok": rest[0], **cards}
        # beside a map there is no room for what a card brings
        menu.options = [replace(choice, preview=None) for choice in menu.options]


def one_die(seat: int, prompt: Text, clause: str) -> tuple[Ask, ...]:
    """One die of one player. What else he might want is refused by the ask's own clause."""
    rolling = option("roll", dice=Each(1, DIE))
    return (Ask((seat,), Kind.CHANCE, prompt, clause, (rolling,), source="dice"),)


#: Two-digit numbers that stand on no tableau (KR-CMP-9).
NO_TABLEAU: Final = No("kr.why.no-such-tableau", "KR-CMP-9")


def gone(p: Knight) -> dict[int, No]:
    """Tableaus that are known not to be on the table, and why (KR-POS-1)."""
    return dict.fromkeys(p.absent, No("kr.why.absent", "KR-POS-1"))


@cache
def no_such_tableaus(tableaus: tuple[int, ...], verb: str) -> tuple[Refusal, ...]:
    """Says of every other two-digit number that no tableau has it (KR-CMP-9)."""
    menu = Menu()
    for number in range(10, 100):
        if number not in tableaus:
            menu.refuse(verb, NO_TABLEAU, tableau=number)
    return tuple(menu.refusals)
