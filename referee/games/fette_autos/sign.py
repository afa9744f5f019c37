"""Phase 1: everybody's card for the warning sign, and the chips that it brings."""

from __future__ import annotations

import itertools

from referee.game import Ask, Chance, Entry, Kind, Menu, No, OneOf, Say, Text, Who, text
from referee.games.fette_autos.asking import Asks, full_name, slot_ask, slots
from referee.games.fette_autos.cards import SLOTS, Card, card_of, cards_of
from referee.games.fette_autos.chips import pay_chips
from referee.games.fette_autos.end import last_section
from referee.games.fette_autos.pile import discard, drawn_card, from_pile, pile_entry, put_open
from referee.games.fette_autos.position import MANOEUVRE, SIGN, Race


def begin_section(p: Race, entry: Entry, say: Say) -> None:
    """The next section is current; phase 1 begins (FA-RND-1, FA-RND-3)."""
    p.section += 1
    p.phase = SIGN
    p.done = []
    p.turned = []
    if p.section == 1 and p.dealt:  # on the table everybody lays and looks at it
        say("fa.sign.first", "FA-RND-1", stop=True, form=p.now.form, sign=p.now.sign)
    if last_section(p, entry):
        say("fa.sign.last", "FA-RND-1", stop=True, form=p.now.form, sign=p.now.sign)


# -- a card is turned up ---------------------------------------------------------------------


def sign_asks(p: Race) -> Asks:
    """The device turns up one card for everybody on one press, from front to back (FA-RND-2); on
    the table each tells his own."""
    waiting = [seat for seat in p.front_to_back if seat not in p.done]
    if not p.dealt:
        return tuple(_told(p, seat) for seat in waiting)
    prompt = text("fa.sign.draw", number=p.section, sign=p.now.sign)
    menu = Menu(from_pile(p, "turn_up"))
    return menu.asks(waiting[:1], Kind.CHANCE, prompt, "FA-SIGN-1", "cards", auto=bool(p.done))


def draw_sign(p: Race, chance: Chance) -> Entry | None:
    """The device turns up the next player's card."""
    if not p.dealt:
        return None
    seat = next(seat for seat in p.front_to_back if seat not in p.done)
    return pile_entry(p, chance, seat, "turn_up")


def _told(p: Race, seat: int) -> Ask:
    """The drawn card, the slot where the rules leave a choice, and how many cards match."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for value in p.numbers.tempo_values:
        groups.setdefault(tuple(_targets(p, seat, value)), []).append(value)
    matches = OneOf(tuple(range(p.numbers.open_cards + 1)), "number")
    menu = Menu()
    for found, drawn in groups.items():
        card = OneOf(tuple(drawn), "number")
        if len(found) < 2:
            menu.add("turn_up", card=card, matches=matches)
            continue
        menu.add("turn_up", card=card, slot=slots(p, seat, found), matches=matches)
        for value, (slot, name) in itertools.product(drawn, enumerate(SLOTS)):
            if slot not in found:
                menu.refuse("turn_up", No("fa.why.slot", "FA-SIGN-8"), card=value, slot=name)
    target = text(f"fa.target.{p.numbers.sign_target[p.now.sign]}")
    prompt = text("fa.sign.prompt", target=target)
    return menu.ask((seat,), Kind.CHANCE, prompt, "FA-SIGN-1", "cards")


def _targets(p: Race, seat: int, value: int) -> list[int]:
    """The slots that a drawn card of this value may replace (FA-SIGN-2, FA-SIGN-3, FA-SIGN-4,
    FA-SIGN-5, FA-SIGN-6, FA-SIGN-7).

    Several: their owner picks one (FA-SIGN-8). None: the drawn card itself is discarded.
    """
    values = [card.value for card in p.driver(seat).open]
    target = p.numbers.sign_target[p.now.sign]
    if target in SLOTS:
        return [SLOTS.index(target)]
    worst = min(values) if target == "lowest" else max(values)
    if p.now.kind == "slope" and p.numbers.slope_four_cards and value != worst:
        itself = value < worst if target == "lowest" else value > worst
        if itself:
            return []
    return [slot for slot, found in enumerate(values) if found == worst]


def undecided(p: Race, entry: Entry) -> bool:
    """Several open cards qualify equally, and their owner has not picked one (FA-SIGN-8)."""
    if entry.has("slot"):
        return False
    return len(_targets(p, entry.seat, _value(p, entry))) > 1


def _value(p: Race, entry: Entry) -> int:
    return cards_of(entry.items("cards"))[0].value if p.dealt else entry.number("card")


def hold_card(p: Race, entry: Entry, say: Say) -> None:
    """The drawn card waits until its slot is picked (FA-SIGN-8)."""
    p.push("slot", entry.seat, card=list(drawn_card(p, entry, say)))


def slot_asks(p: Race) -> Asks:
    """Several cards qualify equally: their owner picks (FA-SIGN-8)."""
    item = p.agenda[-1]
    card = card_of(item.data["card"])
    found = _targets(p, item.seat, card.value)
    prompt = text("fa.slot.prompt", card=full_name(card))
    return (slot_ask(p, item.seat, found, prompt, "FA-SIGN-8"),)


def pick_slot(p: Race, entry: Entry, say: Say) -> None:
    """The owner has picked among equal cards (FA-SIGN-8)."""
    card = card_of(p.pop().data["card"])
    _sign(p, entry.seat, card, [SLOTS.index(entry.word("slot"))], None, say)


def exchange_sign(p: Race, entry: Entry, say: Say) -> None:
    """The drawn card replaces what the sign says, or is discarded itself (FA-SIGN-1)."""
    targets = _targets(p, entry.seat, _value(p, entry))
    if entry.has("slot"):
        targets = [SLOTS.index(entry.word("slot"))]
    card = drawn_card(p, entry, say)
    found = entry.number("matches") if entry.has("matches") else None
    _sign(p, entry.seat, card, targets, found, say)


# -- what it brings --------------------------------------------------------------------------


def _sign(p: Race, seat: int, card: Card, targets: list[int], found: int | None, say: Say) -> None:
    """Exchange, then chips for the open cards that match (FA-SIGN-9)."""
    if targets:
        put_open(p, seat, targets[0], card, own=False)
    else:
        discard(p, card)
    found = _matching(p, seat) if found is None else found
    chips = _reward(p, seat, found)
    pay_chips(p, seat, -chips)
    p.done.append(seat)
    where = SLOTS[targets[0]] if targets else "away"
    if p.dealt:
        p.turned.append((seat, card.value, where, chips))
    else:
        clause = "FAP-LEAD-1" if p.on("lead") and p.place(seat) == 1 else "FA-SIGN-9"
        say(_turned(p, seat, card.value, where, found, chips), clause, seat)


def _matching(p: Race, seat: int) -> int:
    """Open cards that fit the section's sign, each once, however many signs it shows (FA-SIGN-9,
    FA-SIGN-10, I-5)."""
    return sum(card.kind == p.now.kind for card in p.driver(seat).open)


def _reward(p: Race, seat: int, found: int) -> int:
    """Chips for so many matches (FA-SIGN-9). The leader's are fewer at night (FAP-LEAD-1,
    FAP-LEAD-3), and nobody's where a Hase leads (FAP-LEAD-2)."""
    leads = p.on("lead") and p.place(seat) == 1
    chips = found * (p.numbers.lead_chips if leads else p.numbers.chips_per_match)
    return min(chips, max(p.bank, 0)) if p.numbers.bank_limited and not p.trusting else chips


def _turned(p: Race, seat: int, value: int, where: str, found: int, chips: int) -> Text:
    """What a warning sign has brought one player, and for how many cards (FA-SIGN-9)."""
    target = text(f"fa.target.{p.numbers.sign_target[p.now.sign]}")
    what = text(f"fa.sign.{where}", card=value, target=target)
    kind = text(f"fa.kind.{p.now.kind}")
    key = "fa.sign.done" if chips else "fa.sign.nothing"
    return text(key, who=Who(seat), what=what, found=found, kind=kind, n=chips)


def signs_missing(p: Race, entry: Entry) -> bool:
    """Somebody has not turned up a card yet (FA-RND-2)."""
    return len(p.done) < len(p.drivers)


def begin_manoeuvres(p: Race, entry: Entry, say: Say) -> None:
    """All have finished phase 1 (FA-RND-2); what the device has turned up is told together."""
    if p.turned:
        found = tuple(
            _turned(p, seat, value, where, _matching(p, seat), chips)
            for seat, value, where, chips in p.turned
        )
        target = text(f"fa.target.{p.numbers.sign_target[p.now.sign]}")
        say(
            "fa.sign.all", "FA-SIGN-9", stop=True, number=p.section, sign=p.now.sign,
            target=target, found=found,
        )  # fmt: skip
    p.turned = []
    p.phase = MANOEUVRE
    p.done = []
