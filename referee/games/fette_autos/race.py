"""Phases 1 and 2 of a section: the warning sign, the manoeuvre, the limit."""

from __future__ import annotations

from referee.game import Arg, Entry, Say, Text, Who, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import full_name
from referee.games.fette_autos.cards import SLOTS, UNKNOWN, Card, card_of, cards_of
from referee.games.fette_autos.position import MANOEUVRE, PREPARE, SIGN, Race

# -- cards -----------------------------------------------------------------------------------


def take_from_pile(p: Race, cards: list[Card], say: Say) -> None:
    """Cards leave the pile; an empty pile is made anew from the discards (FA-SET-10)."""
    if not p.deck:
        p.deck, p.discard = p.discard, []
        say("fa.deck.shuffled", "FA-SET-10", n=len(p.deck))
    for card in cards:
        p.deck.remove(card)


def drawn_card(p: Race, entry: Entry, say: Say) -> Card:
    """The one card that was turned up; out of the device's pile if it is there."""
    if not p.dealt:
        return card_of(entry.args["card"])
    (card,) = cards_of(entry.items("cards"))
    take_from_pile(p, [card], say)
    return card


def discard(p: Race, card: Card) -> None:
    if p.dealt:
        p.discard.append(card)


def put_open(p: Race, seat: int, slot: int, card: Card, *, own: bool) -> Card:
    """Lay a card into a slot; returns the one that lay there, which is discarded.

    ``own``: the player exchanges it himself, so the lane follows (FAP-LANE-1, I-19).
    """
    driver = p.driver(seat)
    gone, driver.open[slot] = driver.open[slot], card
    discard(p, gone)
    if own or p.on("lane_forced"):
        driver.lane = slot
    return gone


def play_card(p: Race, seat: int, card: Card) -> None:
    """A card leaves the hand."""
    p.driver(seat).hand.remove(card if p.dealt else UNKNOWN)


def refill(p: Race, seat: int, count: int, clause: str) -> None:
    """The player draws as many cards as he has played (FA-MAN-9), by this clause."""
    if p.dealt:
        p.push("draw", seat, count=count, clause=clause)
    else:
        p.driver(seat).hand += [UNKNOWN] * count


def pay_chips(p: Race, seat: int, chips: int) -> None:
    """Chips go to the bank; a negative number comes from it."""
    if not p.trusting:
        p.driver(seat).stock -= chips
        p.bank += chips


def cards_due(p: Race, entry: Entry) -> bool:
    """Somebody has cards to draw."""
    return p.top("draw") is not None


def preparing(p: Race, entry: Entry) -> bool:
    """The race has not begun."""
    return p.phase == PREPARE


def manoeuvring(p: Race, entry: Entry) -> bool:
    """Phase 2 is under way."""
    return p.phase == MANOEUVRE


def take_cards(p: Race, entry: Entry, say: Say) -> None:
    """Cards are drawn to the hand, for its owner's eyes only (FA-MAN-2, FA-MAN-3, FAP-GRID-4)."""
    cards = cards_of(entry.items("cards"))
    take_from_pile(p, cards, say)
    p.driver(entry.seat).hand += cards
    item = p.agenda[-1]
    left = item.data["count"] = item.number("count") - len(cards)
    if not left:
        p.pop()
    if p.secretive:
        got = tuple(map(full_name, cards))
        say("fa.draw.got", item.word("clause"), entry.seat, stop=True, only=(entry.seat,), card=got)


# -- phase 1 ---------------------------------------------------------------------------------


def begin_section(p: Race, entry: Entry, say: Say) -> None:
    """The next section is current; phase 1 begins (FA-RND-1, FA-RND-3)."""
    p.section += 1
    p.phase = SIGN
    p.done = []
    p.turned = []


def undecided(p: Race, entry: Entry) -> bool:
    """Several open cards qualify equally, and their owner has not picked one (FA-SIGN-8)."""
    if entry.has("slot"):
        return False
    return len(rules.targets(p, entry.seat, _value(p, entry))) > 1


def _value(p: Race, entry: Entry) -> int:
    return cards_of(entry.items("cards"))[0].value if p.dealt else entry.number("card")


def hold_card(p: Race, entry: Entry, say: Say) -> None:
    """The drawn card waits until its slot is picked (FA-SIGN-8)."""
    p.push("slot", entry.seat, card=list(drawn_card(p, entry, say)))


def exchange_sign(p: Race, entry: Entry, say: Say) -> None:
    """The drawn card replaces what the sign says, or is discarded itself (FA-SIGN-1..7)."""
    slots = rules.targets(p, entry.seat, _value(p, entry))
    if entry.has("slot"):
        slots = [SLOTS.index(entry.word("slot"))]
    card = drawn_card(p, entry, say)
    found = entry.number("matches") if entry.has("matches") else None
    _sign(p, entry.seat, card, slots, found, say)


def pick_slot(p: Race, entry: Entry, say: Say) -> None:
    """The owner has picked among equal cards (FA-SIGN-8)."""
    card = card_of(p.pop().data["card"])
    _sign(p, entry.seat, card, [SLOTS.index(entry.word("slot"))], None, say)


def _sign(p: Race, seat: int, card: Card, slots: list[int], found: int | None, say: Say) -> None:
    """Exchange, then chips for the open cards that match (FA-SIGN-9)."""
    if slots:
        put_open(p, seat, slots[0], card, own=False)
    else:
        discard(p, card)
    found = rules.matches(p, seat) if found is None else found
    chips = rules.reward(p, seat, found)
    pay_chips(p, seat, -chips)
    p.done.append(seat)
    where = SLOTS[slots[0]] if slots else "away"
    if p.dealt:
        p.turned.append((seat, card.value, where, chips))
    else:
        clause = "FAP-LEAD-1" if p.on("lead") and p.place(seat) == 1 else "FA-SIGN-9"
        say(_turned(seat, card.value, where, chips), clause, seat)


def _turned(seat: int, value: int, where: str, chips: int) -> Text:
    """What a warning sign has brought one player."""
    what = text(f"fa.sign.{where}", card=value)
    return text("fa.sign.done", who=Who(seat), what=what, n=chips)


def signs_missing(p: Race, entry: Entry) -> bool:
    """Somebody has not turned up a card yet (FA-RND-2)."""
    return len(p.done) < len(p.drivers)


# -- phase 2 ---------------------------------------------------------------------------------


def begin_manoeuvres(p: Race, entry: Entry, say: Say) -> None:
    """All have finished phase 1 (FA-RND-2); what the device has turned up is told together."""
    if p.turned:
        found = tuple(_turned(*turned) for turned in p.turned)
        say("fa.sign.all", "FA-SIGN-9", stop=True, found=found)
    p.turned = []
    p.phase = MANOEUVRE
    p.done = []


def movers_left(p: Race, entry: Entry) -> bool:
    """Somebody has not had his turn in phase 2 (FA-RND-2)."""
    return bool(rules.mover(p))


def exchange_card(p: Race, entry: Entry, say: Say) -> None:
    """A hand card replaces an open one; one card is drawn (FA-MAN-2)."""
    done = swap_open(p, entry, "FA-MAN-2")
    say(text("fa.exchange.done", **done), "FA-MAN-2", entry.seat)


def swap_open(p: Race, entry: Entry, clause: str) -> dict[str, Arg]:
    """The player's own exchange: it moves his lane (FAP-LANE-1). Returns what is to be told."""
    seat, slot = entry.seat, SLOTS.index(entry.word("slot"))
    card = card_of(entry.args["card"])
    play_card(p, seat, card)
    put_open(p, seat, slot, card, own=True)
    refill(p, seat, 1, clause)
    what = text(f"fa.sign.{SLOTS[slot]}", card=card.value)
    return {"who": Who(seat), "what": what, "speed": p.driver(seat).speed}


def optimise(p: Race, entry: Entry, say: Say) -> None:
    """Hand cards are discarded and as many drawn; the open cards stay (FA-MAN-3)."""
    cards = cards_of(entry.items("cards")) if entry.has("cards") else []
    for card in cards:
        p.driver(entry.seat).hand.remove(card)
        p.discard.append(card)
    if cards:
        refill(p, entry.seat, len(cards), "FA-MAN-3")
        say("fa.optimise.done", "FA-MAN-3", entry.seat, who=Who(entry.seat), n=len(cards))


def too_fast(p: Race, entry: Entry) -> bool:
    """The mover is above the limit and has not paid for it (FA-MAN-5)."""
    return rules.left_to_pay(p) > 0


def moved(p: Race, entry: Entry, say: Say) -> None:
    """His turn in phase 2 is over (FA-MAN-1)."""
    p.done.append(rules.mover(p))
    p.paid = 0
    p.braked = []


def pay_overspeed(p: Race, entry: Entry, say: Say) -> None:
    """One chip for every started 10 km/h above the limit; the speed stays (FA-MAN-6)."""
    chips = entry.number("chips", rules.left_to_pay(p))
    pay_chips(p, entry.seat, chips)
    p.paid += chips
    say("fa.pay.done", "FA-MAN-6", entry.seat, who=Who(entry.seat), n=chips)


def lose_card(p: Race, entry: Entry, say: Say) -> None:
    """An emergency brake costs a hand card for good (FA-MAN-7, FA-MAN-9)."""
    seat = entry.seat
    if p.driver(seat).hand:
        card = card_of(entry.args["card"]) if p.dealt else UNKNOWN
        play_card(p, seat, card)
        discard(p, card)


def braked(p: Race, entry: Entry) -> bool:
    """The limit is kept, or the safety stop is reached (FA-MAN-7)."""
    return rules.left_to_pay(p) == 0 or len(p.braked) >= p.numbers.ebrake_guard


def end_brake(p: Race, entry: Entry, say: Say) -> None:
    """The brake is over, and with it the turn (FA-MAN-7)."""
    seat = rules.mover(p)
    driver = p.driver(seat)
    cards: dict[str, Arg] = {}
    if rules.left_to_pay(p):
        key = "fa.brake.guard"
    elif p.dealt:
        key, cards = "fa.brake.drawn", {"cards": tuple(p.braked)}
    else:
        key = "fa.brake.ends"
    ends = text(key, **cards, who=Who(seat), speed=driver.speed, n=len(driver.hand))
    say(ends, "FA-MAN-7", seat, stop=p.dealt)
    moved(p, entry, say)


def several_highest(p: Race, entry: Entry) -> bool:
    """The device turns up the card, and several open ones are equally high (FA-MAN-7)."""
    return p.dealt and p.top("brake") is None and len(rules.highest(p, rules.mover(p))) > 1


def pick_highest(p: Race, entry: Entry, say: Say) -> None:
    """The owner picks which of the equally high cards goes (FA-MAN-7)."""
    p.push("brake", entry.seat, slot=SLOTS.index(entry.word("slot")))


def replace_highest(p: Race, entry: Entry, say: Say) -> None:
    """The highest open card is replaced by the card turned up (FA-MAN-7)."""
    seat = entry.seat
    item = p.pop() if p.top("brake") is not None else None
    slot = rules.highest(p, seat)[0] if item is None else item.number("slot")
    if entry.has("slot"):
        slot = SLOTS.index(entry.word("slot"))
    card = drawn_card(p, entry, say)
    put_open(p, seat, slot, card, own=False)
    p.braked.append(card.value)


def note_stopped(p: Race, entry: Entry, say: Say) -> None:
    """The table tells the three cards that lie there when the brake is over (FA-MAN-7)."""
    p.driver(entry.seat).open = [Card(entry.number(slot)) for slot in SLOTS]
