"""What is asked in phase 3: attack, attack again, the Hase's cards, the stakes."""

from __future__ import annotations

from referee.game import Arg, Ask, Kind, Menu, No, OneOf, Option, Plain, Who, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import (
    distinct,
    from_pile,
    shy,
    slots,
    values,
)
from referee.games.fette_autos.cards import SLOTS, Card
from referee.games.fette_autos.position import Poker, Race

Asks = tuple[Ask, ...]


def attack_asks(p: Race) -> Asks:
    """The car that acts may attack the one directly ahead (FA-OVT-1, FA-OVT-2)."""
    seat = p.acting
    dear = p.numbers.first_attack_pays_again
    short = dear and not rules.affordable(p, seat, rules.again_price(p, p.driver(seat).speed))
    menu = Menu()
    menu.add("attack", _why_short(p, "FA-OVT-10") if short else None)
    if p.numbers.attack_optional or short:
        menu.add("pass")
    prompt = text("fa.attack.prompt", rival=_rival(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-OVT-1", secret=dear and shy(p))


def _rival(p: Race) -> Arg:
    """The car ahead with its speed, as far as it is known."""
    car = p.ahead(p.acting)
    if car < 0:
        return named(p, car)
    return text("fa.rival", who=Who(car), speed=p.driver(car).speed)


def named(p: Race, car: int) -> Arg:
    """A car in a sentence: its player's name, or Hase (with its sticker)."""
    if car > 0:
        return Who(car)
    value = rules.sticker(p, car)
    return text("fa.hase-with", value=value) if value else text("fa.hase")


def _why_short(p: Race, clause: str) -> No:
    """Chips are missing; a hidden stock is not spoken of (X-14)."""
    return No("fa.why.not-possible" if p.hiding else "fa.why.no-chips", clause)


def again_asks(p: Race) -> Asks:
    """After a success: get slower and attack again, or stop (FA-OVT-9, FA-OVT-10)."""
    seat = p.acting
    menu = Menu()
    menu.add("done")
    for slot in range(p.numbers.open_cards):
        _slow_cards(p, seat, slot, menu)
    if len(menu.options) == 1:
        menu.refuse("slow", No("fa.why.no-slower", "FA-OVT-9"))
    menu.refuse("attack", No("fa.why.slow-first", "FA-OVT-9"))
    prompt = text("fa.again.prompt", rival=_rival(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-OVT-9", secret=p.secretive)


def _slow_cards(p: Race, seat: int, slot: int, menu: Menu) -> None:
    """Cards that make slow enough in this slot, and why the others do not do."""
    fine: list[Plain] = []
    hand = p.driver(seat).hand
    cards = distinct(hand) if p.dealt else tuple(map(Card, p.numbers.tempo_values if hand else ()))
    for card in cards:
        value: Plain = list(card) if p.dealt else card.value
        speed = rules.slower(p, seat, slot, card)
        if no := _why_not_slow(p, seat, speed):
            menu.refuse("slow", no, slot=SLOTS[slot], card=value)
        else:
            fine.append(value)
    if fine:
        chosen = OneOf(tuple(fine), "list" if p.dealt else "number")
        menu.add("slow", slot=slots(p, seat, [slot]), card=chosen)


def _why_not_slow(p: Race, seat: int, speed: int) -> No | None:
    """Why this speed does not do for a further attack (FA-OVT-9, FA-OVT-10)."""
    if not rules.slow_enough(p, seat, speed):
        return No("fa.why.too-fast", "FA-OVT-9", {"by": p.numbers.slowdown_min})
    if not rules.affordable(p, seat, rules.again_price(p, speed)):
        return _why_short(p, "FA-OVT-10")
    return None


def fast_again_asks(p: Race) -> Asks:
    """With Schneller! Schneller! he attacks again at once, or stops (FAP-FAST-2)."""
    seat = p.acting
    chips = rules.again_price(p, p.driver(seat).speed)
    short = None if rules.affordable(p, seat, chips) else _why_short(p, "FAP-FAST-5")
    menu = Menu()
    menu.refuse("slow", No("fa.why.no-exchange", "FAP-FAST-3"))
    if shy(p):
        menu.add("done")
        menu.add("attack", short)
    else:
        menu.add("attack", short)
        menu.add("done")
    prompt = text("fa.again.fast" if not chips else "fa.again.chip", rival=_rival(p), n=chips)
    return menu.asks((seat,), Kind.DECISION, prompt, "FAP-FAST-2", secret=shy(p))


def hase_asks(p: Race) -> Asks:
    """The next card of the Hase, before the stake or after it (FA-HASE-1..3)."""
    poker = _poker(p)
    count = len(poker.cards) + 1
    clause = rules.hase_clause(p, poker)
    prompt = text("fa.hase-in.prompt", hase=named(p, poker.hase), number=count)
    seats = poker.players[:1]
    if p.dealt:
        menu = Menu(from_pile(p, "turn_up"))
        return menu.asks(seats, Kind.CHANCE, prompt, clause, "cards", auto=True)
    menu = Menu()
    menu.add("turn_up", card=values(p))
    if poker.stakes:  # after the stake there are no more chips
        late = "FAP-DANGER-3" if clause == "FAP-DANGER-2" else "FA-HASE-3"
        menu.refuse("stake", No("fa.why.no-more", late))
    return menu.asks(seats, Kind.CHANCE, prompt, clause, "cards")


def stake_asks(p: Race) -> Asks:
    """Chips in the fist: hidden and shown together, 0 to all (FA-OVT-3).

    On the table the fists open first and the attacker's chips are told before the defender's.
    """
    poker = _poker(p)
    return tuple(_stake(p, poker, seat) for seat in poker.players if seat not in poker.stakes)


def _stake(p: Race, poker: Poker, seat: int) -> Ask:
    stock = p.numbers.chips_supply if p.trusting else p.driver(seat).stock
    clause = "FA-HASE-3" if poker.hase else "FA-OVT-3"
    rival = poker.defender if seat == poker.attacker else poker.attacker
    mine, theirs = (rules.unstaked(p, poker, car) for car in (seat, rival))
    key = "fa.stake.attack" if seat == poker.attacker else "fa.stake.defend"
    prompt = text(key, mine=mine, theirs=theirs, rival=named(p, rival))
    short = No("fa.why.not-possible", "FA-OVT-3")
    menu = Menu()
    menu.refuse("stake", short if p.hiding else No("fa.why.stock", "FA-OVT-3", {"n": stock}))
    if stock or shy(p):  # where chips are hidden the verb tells nothing of the stock
        menu.add("stake", chips=OneOf(tuple(range(stock + 1))))
    else:
        menu.add("none")
    if p.dealt:
        secret = p.secretive and (len(poker.players) > 1 or p.hiding)
        return menu.ask((seat,), Kind.DECISION, prompt, clause, secret=secret)
    if stock:  # said instead of 0 chips
        menu.offer([Option("none", aside=True)])
    return menu.ask((seat,), Kind.REPORT, prompt, clause)


def _poker(p: Race) -> Poker:
    assert p.poker is not None
    return p.poker
