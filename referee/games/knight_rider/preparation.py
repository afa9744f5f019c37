"""Preparation and the start roll (C, phase 1 a and b)."""

from __future__ import annotations

from referee.game import Ask, Each, Entry, Kind, Menu, Pick, Say, Text, Who, option, text
from referee.games.knight_rider import asking
from referee.games.knight_rider.asking import DIE
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.position import SORTS, Knight


def unpack_asks(p: Knight) -> tuple[Ask, ...]:
    """Everything there, tableaus mixed face down (KR-CMP-1, KR-TRK-1)."""
    return asking.checklist(p, "kr.unpack.prompt", "KR-CMP-1")


def deal_asks(p: Knight) -> tuple[Ask, ...]:
    """Cards in hand, surplus away, escape cards shuffled (KR-CMP-5, KR-CMP-6, KR-CMP-7,
    KR-CMP-8)."""
    return asking.checklist(p, "kr.deal.prompt", "KR-CMP-7")


def put_away(p: Knight, sort: str) -> int:
    """Cards of one sort that stay in the box (KR-CMP-7)."""
    return sum(p.pool[sort].values()) - sum(car.hands[sort].blind for car in p.cars)


# -- shuffled cards, with the board in the device --------------------------------------------


def box_deals(p: Knight, entry: Entry) -> bool:
    """Where the box has the board, it has the cards as well: it shuffles and deals (KR-INT-55)."""
    return board(p).deals and any(car.hands[sort].blind for car in p.cars for sort in SORTS)


def dealing_asks(p: Knight) -> tuple[Ask, ...]:
    """The cards of both sorts that are dealt, in the order in which they come off the shuffled
    piles (KR-VAR-3, KR-VAR-4)."""
    dealing = option("deal", **{sort: _off_the_pile(p, sort) for sort in SORTS})
    prompt = text("kr.dealing.prompt")
    seats = asking.everybody(p)
    return (Ask(seats, Kind.CHANCE, prompt, "KR-VAR-4", (dealing,), source="board", auto=True),)


def _off_the_pile(p: Knight, sort: str) -> Pick:
    pile = tuple(kind for kind, count in p.pool[sort].items() for _ in range(count))
    dealt = sum(car.hands[sort].blind for car in p.cars)
    return Pick(dealt, dealt, pile, ordered=True)


def deal_round(p: Knight, entry: Entry, say: Say) -> None:
    """One card after the other to one player after the other (KR-VAR-3, KR-VAR-4)."""
    for sort in SORTS:
        for number, kind in enumerate(entry.words(sort)):
            hand = p.cars[number % len(p.cars)].hands[sort]
            hand.known[kind] += 1
            hand.blind -= 1
            p.pool[sort][kind] -= 1
    say("kr.board.dealt", "KR-VAR-4")


# -- the start roll --------------------------------------------------------------------------


def first_roll_asks(p: Knight) -> tuple[Ask, ...]:
    """Everybody rolls once, in seating order; ties again (KR-TRK-2)."""
    seat = p.rolling[len(p.rolls)]
    rolling = option("roll", dice=Each(1, DIE))
    prompt = text("kr.first.prompt")
    return (Ask((seat,), Kind.CHANCE, prompt, "KR-TRK-2", (rolling,), source="dice"),)


def note_first_roll(p: Knight, entry: Entry, say: Say) -> None:
    """The die of one player for the start (KR-TRK-2)."""
    p.rolls.append(entry.die())


def rolled(p: Knight) -> tuple[Text, ...]:
    """What each has rolled for the start so far (KR-TRK-2)."""
    dice = zip(p.rolling, p.rolls, strict=False)
    return tuple(text("kr.first.die", who=Who(seat), die=die) for seat, die in dice)


def highest(p: Knight) -> list[int]:
    """The seats with the highest of the rolls for the start (KR-TRK-2)."""
    best = max(p.rolls)
    return [seat for seat, die in zip(p.rolling, p.rolls, strict=True) if die == best]


def rolls_missing(p: Knight, entry: Entry) -> bool:
    """Somebody has still to roll for the start (KR-TRK-2)."""
    return len(p.rolls) < len(p.rolling)


def tied(p: Knight, entry: Entry) -> bool:
    """The highest roll was thrown more than once (KR-INT-2)."""
    return len(highest(p)) > 1


def roll_off(p: Knight, entry: Entry, say: Say) -> None:
    """Those with the highest roll throw again (KR-INT-2)."""
    dice, p.rolling = rolled(p), highest(p)
    p.rolls = []
    say("kr.first.tie", "KR-TRK-2", dice=dice, who=tuple(Who(seat) for seat in p.rolling))


def number_cars(p: Knight, entry: Entry, say: Say) -> None:
    """Clockwise from the start player; cars on the table are numbered in that order (KR-TRK-3,
    KR-CMP-3), those on a board in the device by their seats (KR-INT-56)."""
    first, dice = highest(p)[0], rolled(p)
    p.order = [first]
    while (seat := p.after(p.order[-1])) != first:
        p.order.append(seat)
    p.turn = first
    if p.board_in_device:
        order = tuple(map(Who, p.order))
        said = text("kr.first.order", dice=dice, who=Who(first), order=order)
        say(said, "KR-TRK-3", first, stop=True)
        return
    cars = tuple(text("kr.first.car", number=p.car_number(s), who=Who(s)) for s in p.order)
    said = text("kr.first.starts", dice=dice, who=Who(first), cars=cars)
    say(said, "KR-CMP-3", first, stop=True)


def centre_asks(p: Knight) -> tuple[Ask, ...]:
    """Cars by turn order, four tableaus pushed together (KR-CMP-3, KR-TRK-4)."""
    menu = Menu()
    menu.add("done")
    prompt = text("kr.centre.prompt", n=p.numbers.centre)
    return menu.asks(asking.everybody(p), Kind.REPORT, prompt, "KR-TRK-4", "board")
