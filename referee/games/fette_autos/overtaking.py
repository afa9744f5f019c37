"""Phase 3: from the last car to the front, who attacks, and who attacks again."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.game import (
    Arg,
    Chance,
    Entry,
    Kind,
    Menu,
    No,
    Offers,
    OneOf,
    Option,
    Plain,
    Say,
    Text,
    Who,
    text,
)
from referee.games.fette_autos.asking import Asks, distinct, slots
from referee.games.fette_autos.cards import SLOTS, Card
from referee.games.fette_autos.chips import affordable, excess, pay_chips, price, shy
from referee.games.fette_autos.hase import named, sticker
from referee.games.fette_autos.pile import swap_open
from referee.games.fette_autos.position import OVERTAKE, Poker, Race

# -- who acts --------------------------------------------------------------------------------


def begin_overtaking(p: Race, entry: Entry, say: Say) -> None:
    """All have finished phase 2; the last car begins (FA-RND-2, FA-OVT-1)."""
    p.phase = OVERTAKE
    p.done, p.out = [], []
    p.at, p.attacks = p.numbers.cars, 0


def front_reached(p: Race, entry: Entry) -> bool:
    """The car in front attacks nobody: the phase is over (FA-OVT-11, FA-OVT-13)."""
    return p.at == 1


def idle(p: Race, entry: Entry) -> bool:
    """The car is out for this phase, or a Hase with nobody to attack (FA-OVT-8, FA-HASE-4)."""
    return p.acting in p.out or p.acting < 0


def next_car(p: Race, entry: Entry, say: Say) -> None:
    """This car is done; the one on the next position acts (FA-OVT-12), after a Hase's chain too
    (I-27)."""
    p.at -= 1
    p.attacks = 0


# -- how fast a car counts -------------------------------------------------------------------


def poker_speed(p: Race, seat: int) -> int:
    """What counts for a player in a poker before the chips: his speed, and the ideal line."""
    speed = p.driver(seat).speed
    if not p.numbers.overspeed_counts_in_poker:  # FA-MAN-6
        speed -= excess(p, speed)
    return speed + _bonus(p, seat)


def _bonus(p: Race, seat: int) -> int:
    """What the ideal line adds in a poker and nowhere else, in attack or defence (FAP-LANE-3,
    FAP-LANE-4, FAP-LANE-5, I-22).

    Never in front when it is played (FAP-LANE-8, I-21), where fewer chips come as well (X-4).
    """
    ideal = p.on("lane") and p.driver(seat).lane == p.now.ideal and p.place(seat) > 1
    return p.numbers.lane_bonus if ideal else 0


# -- the attack ------------------------------------------------------------------------------

#: What HELP says before chips are staked, and before an attack on a Hase.
WHO_WINS: Final = ("FA-OVT-4", "FA-OVT-5")
HASE_RULES: Final = ("FA-HASE-3", "FA-HASE-4", "FA-HASE-6")


def attack_asks(p: Race) -> Asks:
    """The car that acts may attack the one directly ahead (FA-OVT-1, FA-OVT-2). Where chips are
    hidden, what stands first, which all get to see, does not depend on them; but whoever has to
    attack where he can shows by what he does that he cannot."""
    seat = p.acting
    dear = p.numbers.first_attack_pays_again
    secret = dear and shy(p)
    short = dear and not affordable(p, seat, again_price(p, p.driver(seat).speed))
    menu, may_pass = Menu(), p.numbers.attack_optional or short
    passing = [Option("pass", preview=text("fa.brings.pass"))] if may_pass else []
    menu.offer(passing if secret else [])
    _offer_attack(p, seat, menu, _why_short(p, "FA-OVT-10") if short else None)
    menu.offer([] if secret else passing)
    prompt = text("fa.attack.prompt", rival=_rival(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-OVT-1", secret=secret)


def _offer_attack(p: Race, seat: int, menu: Menu, no: No | None) -> None:
    """Attack; it says what a player brings, and what comes after that (FA-OVT-3, FA-HASE-3)."""
    if no is not None:
        menu.refuse("attack", no)
        return
    hase = p.ahead(seat) < 0
    said = text(f"fa.brings.{'hase' if hase else 'attack'}", speed=poker_speed(p, seat))
    menu.offer([Option("attack", preview=said, clauses=HASE_RULES if hase else WHO_WINS)])


def _rival(p: Race) -> Arg:
    """The car ahead with its speed, as far as it is known, and the chips that all can see."""
    car = p.ahead(p.acting)
    if car < 0:
        return named(p, car) if sticker(p, car) else text("fa.rival.hase")
    driver = p.driver(car)
    if p.hiding:
        return text("fa.rival", who=Who(car), speed=driver.speed)
    return text("fa.rival.chips", who=Who(car), speed=driver.speed, n=driver.stock)


def attack(p: Race, entry: Entry, say: Say) -> None:
    """A first attack; it costs nothing again unless the owner's rules say so (FA-OVT-10)."""
    if p.numbers.first_attack_pays_again:
        _tell_pay(p, entry.seat, "FA-OVT-10", say)
    begin_poker(p, entry, say)


def begin_poker(p: Race, entry: Entry, say: Say) -> None:
    """The car that acts attacks the one directly ahead (FA-OVT-1). A Hase gets new cards each time,
    the extra one too (I-26, X-1)."""
    p.poker = Poker(p.acting, p.ahead(p.acting))
    p.attacks += 1


def begin_hase_poker(p: Race, entry: Entry, say: Say) -> None:
    """A Hase attacks, and nobody has pressed anything (FA-HASE-4)."""
    rival = p.ahead(p.acting)
    say("fa.hase-in.attacks", "FA-HASE-4", rival, hase=named(p, p.acting), who=Who(rival))
    begin_poker(p, entry, say)


# -- a further attack ------------------------------------------------------------------------


def again_price(p: Race, speed: int) -> int:
    """Chips for a further attack at this speed (FA-OVT-10). With Schneller! Schneller! one, however
    fast, and for each of them (FAP-FAST-4, I-23)."""
    due = price(p, speed)
    return min(due, p.numbers.fast_chip) if p.on("fast") else due


def _why_short(p: Race, clause: str) -> No:
    """Chips are missing; a hidden stock is not spoken of (X-14)."""
    return No("fa.why.not-possible" if p.hiding else "fa.why.no-chips", clause)


def again_asks(p: Race) -> Asks:
    """After a success: get slower and attack again, or stop (FA-OVT-9, FA-OVT-10, FAP-FAST-1)."""
    seat = p.acting
    menu = Menu()
    _offer_slower(p, seat, menu)
    if len(menu.options) == 1:
        no = _why_none_slower(p, seat)
        why = "chips" if no.key == "fa.why.no-chips" else "none"
        menu.options[0] = replace(menu.options[0], preview=text(f"fa.again.{why}"))
        menu.refuse("slow", no)
    menu.refuse("attack", No("fa.why.slow-first", "FA-OVT-9"))
    prompt = text("fa.again.prompt", rival=_rival(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-OVT-9", secret=p.secretive)


def draw_again(p: Race, chance: Chance) -> Entry:
    """Any card that makes slow enough, or none."""
    menu = Offers()
    _offer_slower(p, p.acting, menu)
    return menu.drawn(p.acting, chance.below)


def _offer_slower(p: Race, seat: int, menu: Menu) -> None:
    menu.add("done")
    for slot in range(p.numbers.open_cards):
        _slow_cards(p, seat, slot, menu)


def _slow_cards(p: Race, seat: int, slot: int, menu: Menu) -> None:
    """Cards that make slow enough in this slot, with the speed and its price (FA-OVT-10), and why
    the others do not do."""
    fine: list[Plain] = []
    notes: list[Text] = []
    for card in _hand(p, seat):
        value: Plain = list(card) if p.dealt else card.value
        speed = p.driver(seat).speed_with(slot, card)
        if no := _why_not_slow(p, seat, speed):
            menu.refuse("slow", no, slot=SLOTS[slot], card=value)
        else:
            fine.append(value)
            chips = again_price(p, speed)
            notes.append(text("fa.slow.paid" if chips else "fa.slow.free", speed=speed, n=chips))
    if fine:
        chosen = OneOf(tuple(fine), "number")
        if p.dealt:  # a list: buttons with prices take the row of the question
            chosen = OneOf(tuple(fine), notes=tuple(notes))
        menu.add("slow", slot=slots(p, seat, [slot]), card=chosen)


def _hand(p: Race, seat: int) -> tuple[Card, ...]:
    """The cards to get slower with; on the table, all that there are."""
    hand = p.driver(seat).hand
    return distinct(hand) if p.dealt else tuple(map(Card, p.numbers.tempo_values if hand else ()))


def _why_none_slower(p: Race, seat: int) -> No:
    """Why no card does: none makes slow enough, or chips are missing for all that would
    (FA-OVT-9, FA-OVT-10)."""
    driver, slots = p.driver(seat), range(p.numbers.open_cards)
    speeds = (driver.speed_with(slot, card) for slot in slots for card in _hand(p, seat))
    if any(_slow_enough(p, seat, speed) for speed in speeds):
        return _why_short(p, "FA-OVT-10")
    return No("fa.why.no-slower", "FA-OVT-9")


def _why_not_slow(p: Race, seat: int, speed: int) -> No | None:
    """Why this speed does not do for a further attack (FA-OVT-9, FA-OVT-10)."""
    if not _slow_enough(p, seat, speed):
        return No("fa.why.too-fast", "FA-OVT-9", {"by": p.numbers.slowdown_min})
    if not affordable(p, seat, again_price(p, speed)):
        return _why_short(p, "FA-OVT-10")
    return None


def _slow_enough(p: Race, seat: int, speed: int) -> bool:
    """Whether this speed allows a further attack (FA-OVT-9)."""
    return speed <= p.driver(seat).speed - p.numbers.slowdown_min


def slow_down(p: Race, entry: Entry, say: Say) -> None:
    """A lower hand card makes him slower; he pays for what is still too fast, and attacks
    (FA-OVT-9, FA-OVT-10, I-25)."""
    done = swap_open(p, entry, "FA-OVT-9")
    chips = _pay_again(p, entry.seat)
    if chips:
        say(text("fa.exchange.paid", n=chips, **done), "FA-OVT-10", entry.seat)
    else:
        say(text("fa.exchange.slower", **done), "FA-OVT-9", entry.seat)
    begin_poker(p, entry, say)


def fast_again_asks(p: Race) -> Asks:
    """With Schneller! Schneller! he attacks again at once, or stops (FAP-FAST-2). No card changes,
    so no lane (FAP-FAST-3, X-5); without a chip he may as long as none is due (I-24)."""
    seat = p.acting
    chips = again_price(p, p.driver(seat).speed)
    short = None if affordable(p, seat, chips) else _why_short(p, "FAP-FAST-5")
    menu = Menu()
    menu.refuse("slow", No("fa.why.no-exchange", "FAP-FAST-3"))
    if shy(p):
        menu.add("done")
        _offer_attack(p, seat, menu, short)
    else:
        _offer_attack(p, seat, menu, short)
        menu.add("done")
    prompt = text("fa.again.fast" if not chips else "fa.again.chip", rival=_rival(p), n=chips)
    return menu.asks((seat,), Kind.DECISION, prompt, "FAP-FAST-2", secret=shy(p))


def attack_fast(p: Race, entry: Entry, say: Say) -> None:
    """He attacks again at once; above the limit that costs one chip (FAP-FAST-2, FAP-FAST-4)."""
    _tell_pay(p, entry.seat, "FAP-FAST-4", say)
    begin_poker(p, entry, say)


def _tell_pay(p: Race, seat: int, clause: str, say: Say) -> None:
    if chips := _pay_again(p, seat):
        say("fa.pay.done", clause, seat, who=Who(seat), n=chips)


def _pay_again(p: Race, seat: int) -> int:
    chips = again_price(p, p.driver(seat).speed)
    pay_chips(p, seat, chips)
    return chips
