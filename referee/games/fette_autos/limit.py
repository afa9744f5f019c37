"""The limit, after a manoeuvre: pay for the speed, or an emergency brake."""

from __future__ import annotations

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
    Say,
    Who,
    option,
    text,
)
from referee.games.fette_autos.asking import Asks, distinct, slot_ask, slots, values
from referee.games.fette_autos.cards import SLOTS, UNKNOWN, Card, card_of, plains
from referee.games.fette_autos.chips import affordable, excess, pay_chips, price, shy
from referee.games.fette_autos.manoeuvre import moved, mover
from referee.games.fette_autos.pile import (
    discard,
    drawn_card,
    from_pile,
    pile_entry,
    play_card,
    put_open,
)
from referee.games.fette_autos.position import Race

# -- too fast --------------------------------------------------------------------------------


def left_to_pay(p: Race) -> int:
    """What the mover still owes for his speed in this turn."""
    return max(price(p, p.driver(mover(p)).speed) - p.paid, 0)


def too_fast(p: Race, entry: Entry) -> bool:
    """The mover is above the limit and has not paid for it (FA-MAN-5)."""
    return left_to_pay(p) > 0


def speeding_asks(p: Race) -> Asks:
    """Above the limit: pay, or brake (FA-MAN-5, FA-MAN-7, FA-MAN-8)."""
    seat = mover(p)
    due = left_to_pay(p)
    menu = Menu()
    _offer_both(p, seat, due, menu)
    key, clause = "fa.speeding.prompt", "FA-MAN-5"
    if len(menu.options) == 1 and not shy(p):  # what a brake is; why, the prompt says (FA-MAN-8)
        key = "fa.speeding.brake" if p.driver(seat).hand else "fa.speeding.empty"
        clause = "FA-MAN-7"
    prompt = text(key, over=excess(p, p.driver(seat).speed), n=due)
    return menu.asks((seat,), Kind.DECISION, prompt, clause, secret=p.secretive)


def draw_speeding(p: Race, chance: Chance) -> Entry:
    """Pay or brake."""
    menu, seat = Offers(), mover(p)
    _offer_both(p, seat, left_to_pay(p), menu)
    return menu.drawn(seat, chance.below)


def _offer_both(p: Race, seat: int, due: int, menu: Menu) -> None:
    hand = p.driver(seat).hand
    dropped = {"card": OneOf(plains(distinct(hand)))} if p.dealt and hand else {}
    _pay(p, seat, due, menu)
    brake = Option("brake", dropped, clauses=("FA-MAN-7",))
    menu.options.insert(0 if shy(p) else len(menu.options), brake)


def _pay(p: Race, seat: int, due: int, menu: Menu) -> None:
    """All at once, or with the owner's rules a part of it (FA-MAN-6, FA-MAN-8)."""
    key = "fa.why.not-possible" if p.hiding else "fa.why.cannot-pay"
    no = No(key, "FA-MAN-8", {"n": due})
    if p.numbers.partial_overspeed_payment and not p.trusting:
        chips = tuple(range(min(p.driver(seat).stock, due), 0, -1))
        menu.add("pay", None if chips else no, chips=OneOf(chips, "number"))
    else:
        menu.add("pay", None if affordable(p, seat, due) else no)


def pay_overspeed(p: Race, entry: Entry, say: Say) -> None:
    """One chip for every started 10 km/h above the limit; the speed stays (FA-MAN-6)."""
    chips = entry.number("chips", left_to_pay(p))
    pay_chips(p, entry.seat, chips)
    p.paid += chips
    say("fa.pay.done", "FA-MAN-6", entry.seat, who=Who(entry.seat), n=chips)


# -- the emergency brake ---------------------------------------------------------------------


def lose_card(p: Race, entry: Entry, say: Say) -> None:
    """An emergency brake costs a hand card for good (FA-MAN-7, FA-MAN-9)."""
    seat = entry.seat
    if p.driver(seat).hand:
        card = card_of(entry.args["card"]) if p.dealt else UNKNOWN
        play_card(p, seat, card)
        discard(p, card)


def braked(p: Race, entry: Entry) -> bool:
    """The limit is kept, or the safety stop is reached (FA-MAN-7)."""
    return left_to_pay(p) == 0 or len(p.braked) >= p.numbers.ebrake_guard


def _highest(p: Race, seat: int) -> list[int]:
    """The slots with the highest open card: an emergency brake replaces it (FA-MAN-7)."""
    values = [card.value for card in p.driver(seat).open]
    return [slot for slot, value in enumerate(values) if value == max(values)]


def several_highest(p: Race, entry: Entry) -> bool:
    """The device turns up the card, and several open ones are equally high (FA-MAN-7)."""
    return p.dealt and p.top("brake") is None and len(_highest(p, mover(p))) > 1


def brake_slot_asks(p: Race) -> Asks:
    """Several open cards are equally high: their owner picks which goes (FA-MAN-7)."""
    seat = mover(p)
    prompt = text("fa.brake.slot")
    return (slot_ask(p, seat, _highest(p, seat), prompt, "FA-MAN-7"),)


def pick_highest(p: Race, entry: Entry, say: Say) -> None:
    """The owner picks which of the equally high cards goes (FA-MAN-7)."""
    p.push("brake", entry.seat, slot=SLOTS.index(entry.word("slot")))


def brake_asks(p: Race) -> Asks:
    """The next card of an emergency brake (FA-MAN-7); on the table also the end of it at once."""
    seat = mover(p)
    prompt = text("fa.brake.prompt", limit=p.now.limit)
    if p.dealt:
        menu = Menu(from_pile(p, "replace"))
        return menu.asks((seat,), Kind.CHANCE, prompt, "FA-MAN-7", "cards", auto=True)
    found = _highest(p, seat)
    pick = {"slot": slots(p, seat, found)} if len(found) > 1 else {}
    menu = Menu(Option("replace", {"card": values(p), **pick}), *_stopped(p))
    menu.refuse("stopped", No("fa.why.brake", "FA-MAN-7", {"limit": p.now.limit}))
    return menu.asks((seat,), Kind.CHANCE, prompt, "FA-MAN-7", "cards")


def draw_brake(p: Race, chance: Chance) -> Entry | None:
    """The device turns up the next card."""
    return pile_entry(p, chance, mover(p), "replace") if p.dealt else None


def _stopped(p: Race) -> tuple[Option, ...]:
    """The three cards that lie there when the brake is over.

    Not where every exchange counts for the lane: the last one must be known (I-19).
    """
    if p.on("lane") and p.on("lane_forced"):
        return ()
    rights: dict[tuple[int, int], list[int]] = {}
    for left, middle, right in _ends(p, mover(p)):
        rights.setdefault((left, middle), []).append(right)
    return tuple(
        option(
            "stopped", left=OneOf((left,), "number"), middle=OneOf((middle,), "number"),
            right=OneOf(tuple(found), "number"),
        )
        for (left, middle), found in rights.items()
    )  # fmt: skip


def _ends(p: Race, seat: int) -> list[tuple[int, ...]]:
    """The open values with which an emergency brake can end: while they are too fast, one of the
    highest goes for any other, and nothing else does (FA-MAN-7)."""
    most = p.now.limit + p.paid * p.numbers.overspeed_step
    ahead = [tuple(card.value for card in p.driver(seat).open)]
    seen, ends = set(ahead), []
    while ahead:
        values = ahead.pop()
        if sum(values) <= most:
            ends.append(values)
            continue
        for slot in (slot for slot, value in enumerate(values) if value == max(values)):
            drawn = {(*values[:slot], new, *values[slot + 1 :]) for new in p.numbers.tempo_values}
            ahead += drawn - seen
            seen |= drawn
    return sorted(ends)


def replace_highest(p: Race, entry: Entry, say: Say) -> None:
    """The highest open card is replaced by the card turned up (FA-MAN-7)."""
    seat = entry.seat
    item = p.pop() if p.top("brake") is not None else None
    slot = _highest(p, seat)[0] if item is None else item.number("slot")
    if entry.has("slot"):
        slot = SLOTS.index(entry.word("slot"))
    card = drawn_card(p, entry, say)
    put_open(p, seat, slot, card, own=False)
    p.braked.append(card.value)


def note_stopped(p: Race, entry: Entry, say: Say) -> None:
    """The table tells the three cards that lie there when the brake is over (FA-MAN-7)."""
    p.driver(entry.seat).open = [Card(entry.number(slot)) for slot in SLOTS]


def end_brake(p: Race, entry: Entry, say: Say) -> None:
    """The brake is over, and with it the turn (FA-MAN-7)."""
    seat = mover(p)
    driver = p.driver(seat)
    cards: dict[str, Arg] = {}
    if left_to_pay(p):
        key = "fa.brake.guard"
    elif p.dealt:
        key, cards = "fa.brake.drawn", {"cards": tuple(p.braked)}
    else:
        key = "fa.brake.ends"
    ends = text(key, **cards, who=Who(seat), speed=driver.speed, n=len(driver.hand))
    say(ends, "FA-MAN-7", seat, stop=p.dealt)
    moved(p, entry, say)
