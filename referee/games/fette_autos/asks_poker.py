"""What is asked in phase 3: attack, attack again, the Hase's cards, the stakes."""

from __future__ import annotations

from referee.game import Arg, Ask, OneOf, Option, Plain, Refusal, Text, Who, option, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import (
    decision,
    distinct,
    from_pile,
    report,
    shy,
    slots,
    turned_up,
    values,
)
from referee.games.fette_autos.cards import SLOTS, Card
from referee.games.fette_autos.position import Poker, Race

Asks = tuple[Ask, ...]


def attack_asks(p: Race) -> Asks:
    """The car that acts may attack the one directly ahead (FA-OVT-1, FA-OVT-2)."""
    seat = p.acting
    options = [option("attack")]
    if p.numbers.attack_optional:
        options.append(option("pass"))
    refusals: list[Refusal] = []
    dear = p.numbers.first_attack_pays_again
    if dear and not rules.affordable(p, seat, rules.again_price(p, p.driver(seat).speed)):
        options = [option("pass")]
        refusals = [Refusal("attack", _short(p), "FA-OVT-10")]
    prompt = text("fa.attack.prompt", rival=_rival(p))
    secret = dear and shy(p)
    return (decision((seat,), prompt, "FA-OVT-1", options, refusals, secret=secret),)


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


def _short(p: Race) -> Text:
    """Chips are missing; a hidden stock is not spoken of (X-14)."""
    return text("fa.why.not-possible" if p.hiding else "fa.why.no-chips")


def again_asks(p: Race) -> Asks:
    """After a success: get slower and attack again, or stop (FA-OVT-9, FA-OVT-10)."""
    seat = p.acting
    options, refusals = [option("done")], []
    for slot in range(p.numbers.open_cards):
        fine, wrong = _slow_cards(p, seat, slot)
        if fine:
            options.append(option("slow", slot=slots(p, seat, [slot]), card=fine))
        refusals += wrong
    if len(options) == 1:
        refusals.append(Refusal("slow", text("fa.why.no-slower"), "FA-OVT-9"))
    refusals.append(Refusal("attack", text("fa.why.slow-first"), "FA-OVT-9"))
    prompt = text("fa.again.prompt", rival=_rival(p))
    return (decision((seat,), prompt, "FA-OVT-9", options, refusals, secret=p.secretive),)


def _slow_cards(p: Race, seat: int, slot: int) -> tuple[OneOf | None, list[Refusal]]:
    """Cards that make slow enough in this slot, and why the others do not do."""
    fine, wrong = [], []
    hand = p.driver(seat).hand
    cards = distinct(hand) if p.dealt else tuple(map(Card, p.numbers.tempo_values if hand else ()))
    for card in cards:
        value: Plain = list(card) if p.dealt else card.value
        speed = rules.slower(p, seat, slot, card)
        args = {"slot": SLOTS[slot], "card": value}
        if not rules.slow_enough(p, seat, speed):
            by = p.numbers.slowdown_min
            wrong.append(Refusal("slow", text("fa.why.too-fast", by=by), "FA-OVT-9", args))
        elif not rules.affordable(p, seat, rules.again_price(p, speed)):
            wrong.append(Refusal("slow", _short(p), "FA-OVT-10", args))
        else:
            fine.append(value)
    return OneOf(tuple(fine), "list" if p.dealt else "number") if fine else None, wrong


def fast_again_asks(p: Race) -> Asks:
    """With Schneller! Schneller! he attacks again at once, or stops (FAP-FAST-2)."""
    seat = p.acting
    chips = rules.again_price(p, p.driver(seat).speed)
    attack, done = option("attack"), option("done")
    refusals = [Refusal("slow", text("fa.why.no-exchange"), "FAP-FAST-3")]
    if rules.affordable(p, seat, chips):
        options = [done, attack] if shy(p) else [attack, done]
    else:
        options = [done]
        refusals.append(Refusal("attack", _short(p), "FAP-FAST-5"))
    prompt = text("fa.again.fast" if not chips else "fa.again.chip", rival=_rival(p), n=chips)
    return (decision((seat,), prompt, "FAP-FAST-2", options, refusals, secret=shy(p)),)


def hase_asks(p: Race) -> Asks:
    """The next card of the Hase, before the stake or after it (FA-HASE-1..3)."""
    poker = _poker(p)
    count = len(poker.cards) + 1
    clause = rules.hase_clause(p, poker)
    prompt = text("fa.hase-in.prompt", hase=named(p, poker.hase), number=count)
    if p.dealt:
        return (turned_up(poker.players[0], prompt, clause, _one(p), auto=True),)
    options = (option("turn_up", card=values(p)),)
    return (turned_up(poker.players[0], prompt, clause, options, _late(p, poker)),)


def _late(p: Race, poker: Poker) -> tuple[Refusal, ...]:
    """After the stake there are no more chips (FA-HASE-3, FAP-DANGER-3)."""
    if not poker.stakes:
        return ()
    clause = "FAP-DANGER-3" if rules.hase_clause(p, poker) == "FAP-DANGER-2" else "FA-HASE-3"
    return (Refusal("stake", text("fa.why.no-more"), clause),)


def _one(p: Race) -> tuple[Option, ...]:
    return (from_pile(p, "turn_up"),)


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
    reason = text("fa.why.not-possible") if p.hiding else text("fa.why.stock", n=stock)
    refusals = (Refusal("stake", reason, "FA-OVT-3"),)
    if p.dealt:
        chips = OneOf(tuple(range(stock + 1)), "number")
        staking = stock or shy(p)  # where chips are hidden the verb tells nothing of the stock
        options = (option("stake", chips=chips),) if staking else (option("none"),)
        secret = p.secretive and (len(poker.players) > 1 or p.hiding)
        return decision((seat,), prompt, clause, options, refusals, secret=secret)
    chips = OneOf(tuple(range(1, stock + 1)), "number")
    told = (option("none"), *((option("stake", chips=chips),) if stock else ()))
    return report((seat,), prompt, clause, told, refusals)


def _poker(p: Race) -> Poker:
    assert p.poker is not None
    return p.poker
