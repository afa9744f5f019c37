"""What is asked in phases 1 and 2: the warning sign, the manoeuvre, the limit."""

from __future__ import annotations

from referee.game import Ask, OneOf, Option, Pick, Refusal, Text, Who, option, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import (
    Options,
    Refusals,
    decision,
    distinct,
    from_pile,
    in_hand,
    lying,
    shy,
    slots,
    told,
    turned_up,
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
    options = (from_pile(p, "turn_up"),)
    return (turned_up(seat, prompt, "FA-SIGN-1", options, auto=bool(p.done)),)


def _told(p: Race, seat: int) -> Ask:
    """The drawn card, the slot where the rules leave a choice, and how many cards match."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for value in p.numbers.tempo_values:
        groups.setdefault(tuple(rules.targets(p, seat, value)), []).append(value)
    matches = OneOf(tuple(range(p.numbers.open_cards + 1)), "number")
    options = []
    for found, drawn in groups.items():
        card = OneOf(tuple(drawn), "number")
        pick = {"slot": slots(p, seat, found)} if len(found) > 1 else {}
        options.append(Option("turn_up", {"card": card, **pick, "matches": matches}))
    refusals = (
        Refusal("turn_up", text("fa.why.slot"), "FA-SIGN-8", {"card": value, "slot": name})
        for found, drawn in groups.items()
        for value in drawn
        for slot, name in enumerate(SLOTS)
        if len(found) > 1 and slot not in found
    )
    target = text(f"fa.target.{p.numbers.sign_target[p.now.sign]}")
    prompt = text("fa.sign.prompt", target=target)
    return turned_up(seat, prompt, "FA-SIGN-1", options, refusals)


def slot_asks(p: Race) -> Asks:
    """Several cards qualify equally: their owner picks (FA-SIGN-8)."""
    item = p.agenda[-1]
    card = card_of(item.data["card"])
    found = rules.targets(p, item.seat, card.value)
    prompt = text("fa.slot.prompt", card=told(card))
    return (_pick_slot(p, item.seat, found, prompt, "FA-SIGN-8"),)


def _pick_slot(p: Race, seat: int, found: list[int], prompt: Text, clause: str) -> Ask:
    refusals = (
        Refusal("pick", text("fa.why.slot"), clause, {"slot": name})
        for slot, name in enumerate(SLOTS)
        if slot not in found
    )
    picked = option("pick", slot=slots(p, seat, found))
    return decision((seat,), prompt, clause, (picked,), refusals)


# -- phase 2 ---------------------------------------------------------------------------------


def manoeuvre_asks(p: Race) -> Asks:
    """Exactly one of three: nothing, a manoeuvre, or better hand cards (FA-MAN-1)."""
    seat = rules.mover(p)
    hand = p.driver(seat).hand
    options: list[Option] = [option("keep")]
    refusals: Refusals = ()
    if hand:
        options.append(
            option("exchange", slot=slots(p, seat, range(len(SLOTS))), card=in_hand(p, seat))
        )
        cards = {"cards": Pick(1, len(hand), plains(sorted(hand)))} if p.dealt else {}
        options.append(Option("optimise", cards))
    else:
        reason = text("fa.why.no-hand")
        refusals = tuple(Refusal(verb, reason, "FA-MAN-9") for verb in ("exchange", "optimise"))
    prompt = text("fa.manoeuvre.prompt", cards=lying(p, seat, kinds=True), limit=_limit(p))
    return (decision((seat,), prompt, "FA-MAN-1", options, refusals, secret=p.secretive),)


def _limit(p: Race) -> Text:
    if not p.now.limit:
        return text("fa.straight")
    return text("fa.limit", side=ARROWS[p.now.side], limit=p.now.limit)


def draw_asks(p: Race) -> Asks:
    """A player draws what he has played or discarded; only he sees it."""
    item = p.agenda[-1]
    prompt = text("fa.draw.prompt", who=Who(item.seat))
    options = (from_pile(p, "draw", item.number("count")),)
    clause = item.word("clause")
    return (turned_up(item.seat, prompt, clause, options, auto=True, secret=p.secretive),)


def speeding_asks(p: Race) -> Asks:
    """Above the limit: pay, or brake (FA-MAN-5, FA-MAN-8)."""
    seat = rules.mover(p)
    due = rules.left_to_pay(p)
    pay, refusals = _pay(p, seat, due)
    hand = p.driver(seat).hand
    dropped = {"card": OneOf(plains(distinct(hand)))} if p.dealt and hand else {}
    brake = Option("brake", dropped)
    options = (brake, *pay) if shy(p) else (*pay, brake)
    over = rules.excess(p, p.driver(seat).speed)
    key = "fa.speeding.prompt"
    if not pay and not shy(p):
        key = "fa.speeding.brake" if hand else "fa.speeding.empty"
    prompt = text(key, over=over, n=due)
    return (decision((seat,), prompt, "FA-MAN-5", options, refusals, secret=p.secretive),)


def _pay(p: Race, seat: int, due: int) -> tuple[Options, Refusals]:
    stock = p.driver(seat).stock
    if p.numbers.partial_overspeed_payment and not p.trusting:
        chips = tuple(range(min(stock, due), 0, -1))
        if chips:
            return (option("pay", chips=OneOf(chips, "number")),), ()
    elif rules.affordable(p, seat, due):
        return (option("pay"),), ()
    key = "fa.why.not-possible" if p.hiding else "fa.why.cannot-pay"
    return (), (Refusal("pay", text(key, n=due), "FA-MAN-8"),)


def brake_asks(p: Race) -> Asks:
    """The next card of an emergency brake (FA-MAN-7); on the table also the end of it at once."""
    seat = rules.mover(p)
    prompt = text("fa.brake.prompt", limit=p.now.limit)
    if p.dealt:
        options: Options = (from_pile(p, "replace"),)
        return (turned_up(seat, prompt, "FA-MAN-7", options, auto=True),)
    found = rules.highest(p, seat)
    pick = {"slot": slots(p, seat, found)} if len(found) > 1 else {}
    options = (Option("replace", {"card": values(p), **pick}), *_stopped(p))
    refusals = (Refusal("stopped", text("fa.why.brake", limit=p.now.limit), "FA-MAN-7"),)
    return (turned_up(seat, prompt, "FA-MAN-7", options, refusals),)


def _stopped(p: Race) -> Options:
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
