"""What is asked before the race: preparation, start roll, track building, red car, start."""

from __future__ import annotations

from functools import cache
from typing import Final

from referee.game import Ask, Each, Kind, Menu, No, OneOf, Refusal, Who, option, text
from referee.games.knight_rider import asks_town, rules
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.rules import DIE
from referee.games.knight_rider.town import town

#: Two-digit numbers that stand on no tableau (KR-CMP-9).
NO_TABLEAU: Final = No("kr.why.no-such-tableau", "KR-CMP-9")


def everybody(p: Knight) -> tuple[int, ...]:
    return tuple(p.seats)


def _checklist(p: Knight, prompt: str, clause: str) -> tuple[Ask, ...]:
    """A short list on the screen that anybody ticks off with one press."""
    menu = Menu()
    menu.add("done")
    return menu.asks(everybody(p), Kind.REPORT, text(prompt), clause, "board")


def unpack_asks(p: Knight) -> tuple[Ask, ...]:
    """Everything there, tableaus mixed face down (KR-CMP-1, KR-TRK-1)."""
    return _checklist(p, "kr.unpack.prompt", "KR-CMP-1")


def deal_asks(p: Knight) -> tuple[Ask, ...]:
    """Cards in hand, surplus away, escape cards shuffled (KR-CMP-5..8)."""
    return _checklist(p, "kr.deal.prompt", "KR-CMP-7")


def first_roll_asks(p: Knight) -> tuple[Ask, ...]:
    """Everybody rolls once, in seating order; ties again (KR-TRK-2)."""
    seat = p.rolling[len(p.rolls)]
    rolling = option("roll", dice=Each(1, DIE))
    prompt = text("kr.first.prompt")
    return (Ask((seat,), Kind.CHANCE, prompt, "KR-TRK-2", (rolling,), source="dice"),)


def centre_asks(p: Knight) -> tuple[Ask, ...]:
    """Cars by turn order, four tableaus pushed together (KR-CMP-3, KR-TRK-4)."""
    menu = Menu()
    menu.add("done")
    prompt = text("kr.centre.prompt", n=p.numbers.centre)
    return menu.asks(everybody(p), Kind.REPORT, prompt, "KR-TRK-4", "board")


def build_asks(p: Knight) -> tuple[Ask, ...]:
    """The whole track in one press (KR-TRK-5..15)."""
    if p.modelled:
        return asks_town.build_asks(town(p))
    menu = Menu()
    menu.add("built")
    prompt = text("kr.build.prompt", who=Who(p.order[0]))
    return menu.asks(everybody(p), Kind.REPORT, prompt, "KR-TRK-10", "board")


def lay_asks(p: Knight) -> tuple[Ask, ...]:
    """One tableau a turn, counted (option ``track_counter``; KR-TRK-5..13)."""
    if p.modelled:
        return asks_town.lay_asks(town(p))
    menu = Menu()
    menu.add("laid")
    menu.add("no_fit")
    first = not p.track.laid_by[p.turn - 1]
    prompt = text("kr.lay.first" if first else "kr.lay.prompt", number=p.track.laid + 1)
    clause = "KR-TRK-6" if first else "KR-TRK-10"
    return menu.asks((p.turn,), Kind.REPORT, prompt, clause, "board")


def stack_asks(p: Knight) -> tuple[Ask, ...]:
    """The escape cards in the centre, board north fixed (KR-TRK-17, KR-INT-7)."""
    prompt = "kr.stack.north" if p.deck_in_device else "kr.stack.prompt"
    return _checklist(p, prompt, "KR-INT-7" if p.deck_in_device else "KR-TRK-17")


def place_roll_asks(p: Knight) -> tuple[Ask, ...]:
    """The start player rolls tens and ones of a tableau (KR-POS-1, KR-VAR-1, KR-VAR-2)."""
    what = p.placing[0]
    rolling = option("roll", dice=Each(2, DIE))
    prompt = text(f"kr.place-roll.{what}")
    return (Ask((p.order[0],), Kind.CHANCE, prompt, _place_clause(p), (rolling,), source="dice"),)


def place_asks(p: Knight) -> tuple[Ask, ...]:
    """The rolled tableau: there, or not on the table (KR-POS-1, KR-INT-37)."""
    what = p.placing[0]
    menu = Menu()
    menu.add("placed")
    menu.add("absent", rules.why_no_absence(p))
    if what == "start":
        menu.add("no_road")
    prompt = text(f"kr.place.{what}", tableau=p.number)
    return menu.asks(everybody(p), Kind.REPORT, prompt, _place_clause(p), "board")


def _place_clause(p: Knight) -> str:
    return {"red": "KR-POS-1", "start": "KR-VAR-1", "target": "KR-VAR-2"}[p.placing[0]]


def start_asks(p: Knight) -> tuple[Ask, ...]:
    """The farthest tableau with a free road start, agreed by all (KR-POS-3, KR-POS-4)."""
    if p.modelled:
        return asks_town.start_asks(town(p))
    menu = Menu()
    others = tuple(n for n in p.numbers.tableaus if n != p.red)
    menu.add("start", tableau=OneOf(others, "number"))
    menu.refuse("start", No("kr.why.reds-own", "KR-POS-3"), tableau=p.red)
    menu.refusals += no_such_tableaus(p.numbers.tableaus, "start")
    key = "kr.start.road" if p.options["start_distance"] == "road" else "kr.start.grid"
    return menu.asks(everybody(p), Kind.REPORT, text(key, red=p.red), "KR-POS-3", "board")


@cache
def no_such_tableaus(tableaus: tuple[int, ...], verb: str) -> tuple[Refusal, ...]:
    """Says of every other two-digit number that no tableau has it (KR-CMP-9)."""
    menu = Menu()
    for number in range(10, 100):
        if number not in tableaus:
            menu.refuse(verb, NO_TABLEAU, tableau=number)
    return tuple(menu.refusals)
