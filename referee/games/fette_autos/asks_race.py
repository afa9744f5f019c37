"""What is asked in phases 1 and 2: the warning sign, the manoeuvre, the limit."""

from __future__ import annotations

import itertools

from referee.game import Ask, Kind, Menu, No, OneOf, Option, Pick, Text, Who, option, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import (
    distinct,
    from_pile,
    full_name,
    in_hand,
    lying,
    shy,
    slots,
    values,
)
from referee.games.fette_autos.cards import ARROWS, SLOTS, card_of, plains
from referee.games.fette_autos.position import Race

Asks = tuple[Ask, ...]


# -- phase 1 ---------------------------------------------------------------------------------


def sign_asks(p: Race) -> Asks:
    """The device turns up one card for everybody on one press; on the table each tells his own."""
    if not p.dealt:
        return tuple(_told(p, seat) for seat in p.front_to_back if seat not in p.done)
    seat = rules.next_sign(p)
    prompt = text("fa.sign.draw", number=p.section, form=p.now.form, sign=p.now.sign)
    menu = Menu(from_pile(p, "turn_up"))
    return menu.asks((seat,), Kind.CHANCE, prompt, "FA-SIGN-1", "cards", auto=bool(p.done))


def _told(p: Race, seat: int) -> Ask:
    """The drawn card, the slot where the rules leave a choice, and how many cards match."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for value in p.numbers.tempo_values:
        groups.setdefault(tuple(rules.targets(p, seat, value)), []).append(value)
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


def slot_asks(p: Race) -> Asks:
    """Several cards qualify equally: their owner picks (FA-SIGN-8)."""
    item = p.agenda[-1]
    card = card_of(item.data["card"])
    found = rules.targets(p, item.seat, card.value)
    prompt = text("fa.slot.prompt", card=full_name(card))
    return (_pick_slot(p, item.seat, found, prompt, "FA-SIGN-8"),)


def _pick_slot(p: Race, seat: int, found: list[int], prompt: Text, clause: str) -> Ask:
    menu = Menu()
    menu.add("pick", slot=slots(p, seat, found))
    for slot, name in enumerate(SLOTS):
        if slot not in found:
            menu.refuse("pick", No("fa.why.slot", clause), slot=name)
    return menu.ask((seat,), Kind.DECISION, prompt, clause)


# -- phase 2 ---------------------------------------------------------------------------------


def manoeuvre_asks(p: Race) -> Asks:
    """Exactly one of three: nothing, a manoeuvre, or better hand cards (FA-MAN-1)."""
    seat = rules.mover(p)
    hand = p.driver(seat).hand
    no = None if hand else No("fa.why.no-hand", "FA-MAN-9")
    cards = {"cards": Pick(1, len(hand), plains(sorted(hand)))} if p.dealt else {}
    menu = Menu()
    menu.add("keep")
    menu.add("exchange", no, slot=slots(p, seat, range(len(SLOTS))), card=in_hand(p, seat))
    menu.add("optimise", no, **cards)
    prompt = text("fa.manoeuvre.prompt", cards=lying(p, seat, kinds=True), limit=_limit(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-MAN-1", secret=p.secretive)


def _limit(p: Race) -> Text:
    if not p.now.limit:
        return text("fa.straight")
    return text("fa.limit", side=ARROWS[p.now.side], limit=p.now.limit)


def draw_asks(p: Race) -> Asks:
    """A player draws what he has played or discarded; only he sees it."""
    item = p.agenda[-1]
    prompt = text("fa.draw.prompt", who=Who(item.seat))
    menu = Menu(from_pile(p, "draw", item.number("count")))
    return menu.asks(
        (item.seat,), Kind.CHANCE, prompt, item.word("clause"), "cards",
        auto=True, secret=p.secretive,
    )  # fmt: skip


def speeding_asks(p: Race) -> Asks:
    """Above the limit: pay, or brake (FA-MAN-5, FA-MAN-8)."""
    seat = rules.mover(p)
    due = rules.left_to_pay(p)
    hand = p.driver(seat).hand
    dropped = {"card": OneOf(plains(distinct(hand)))} if p.dealt and hand else {}
    menu = Menu()
    _pay(p, seat, due, menu)
    key = "fa.speeding.prompt"
    if not menu.options and not shy(p):
        key = "fa.speeding.brake" if hand else "fa.speeding.empty"
    menu.options.insert(0 if shy(p) else len(menu.options), Option("brake", dropped))
    prompt = text(key, over=rules.excess(p, p.driver(seat).speed), n=due)
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-MAN-5", secret=p.secretive)


def _pay(p: Race, seat: int, due: int, menu: Menu) -> None:
    """All at once, or with the owner's rules a part of it (FA-MAN-6, FA-MAN-8)."""
    key = "fa.why.not-possible" if p.hiding else "fa.why.cannot-pay"
    no = No(key, "FA-MAN-8", {"n": due})
    if p.numbers.partial_overspeed_payment and not p.trusting:
        chips = tuple(range(min(p.driver(seat).stock, due), 0, -1))
        menu.add("pay", None if chips else no, chips=OneOf(chips, "number"))
    else:
        menu.add("pay", None if rules.affordable(p, seat, due) else no)


def brake_asks(p: Race) -> Asks:
    """The next card of an emergency brake (FA-MAN-7); on the table also the end of it at once."""
    seat = rules.mover(p)
    prompt = text("fa.brake.prompt", limit=p.now.limit)
    if p.dealt:
        menu = Menu(from_pile(p, "replace"))
        return menu.asks((seat,), Kind.CHANCE, prompt, "FA-MAN-7", "cards", auto=True)
    found = rules.highest(p, seat)
    pick = {"slot": slots(p, seat, found)} if len(found) > 1 else {}
    menu = Menu(Option("replace", {"card": values(p), **pick}), *_stopped(p))
    menu.refuse("stopped", No("fa.why.brake", "FA-MAN-7", {"limit": p.now.limit}))
    return menu.asks((seat,), Kind.CHANCE, prompt, "FA-MAN-7", "cards")


def _stopped(p: Race) -> tuple[Option, ...]:
    """The three cards that lie there when the brake is over.

    Not where every exchange counts for the lane: the last one must be known (I-19).
    """
    if p.on("lane") and p.on("lane_forced"):
        return ()
    rights: dict[tuple[int, int], list[int]] = {}
    for left, middle, right in rules.brake_ends(p, rules.mover(p)):
        rights.setdefault((left, middle), []).append(right)
    return tuple(
        option(
            "stopped", left=OneOf((left,), "number"), middle=OneOf((middle,), "number"),
            right=OneOf(tuple(found), "number"),
        )
        for (left, middle), found in rights.items()
    )  # fmt: skip


def brake_slot_asks(p: Race) -> Asks:
    """Several open cards are equally high: their owner picks which goes (FA-MAN-7)."""
    seat = rules.mover(p)
    prompt = text("fa.brake.slot")
    return (_pick_slot(p, seat, rules.highest(p, seat), prompt, "FA-MAN-7"),)
