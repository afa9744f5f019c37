"""What is asked before the start: teams, age, the track, hands, the auction, the first cards."""

from __future__ import annotations

from referee.game import Ask, Kind, OneOf, Option, Pick, Refusal, Text, Who, option, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import decision, in_hand, report, turned_up, values
from referee.games.fette_autos.cards import SIGNS, SLOTS, Section, plains
from referee.games.fette_autos.position import Auction, Race

#: What may be fixed of a section's form when its sign is left to chance (FAP-PLAN-5).
HALVES = ("curve", "straight")

Asks = tuple[Ask, ...]


# -- teams and age ---------------------------------------------------------------------------


def guest_asks(p: Race) -> Asks:
    """Who sides with the Hasen, if the last game does not say it (I-2): the best placed first."""
    last = p.before.players
    seats = OneOf(last or tuple(p.seats), "seat")
    choose, lot = option("guest", seat=seats), option("lot")
    options = (choose, lot) if last else (lot, choose)
    return (decision(p.seats, text("fa.guest.prompt"), "FAP-TEAM-3", options),)


def guest_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.guest"), "I-2", p.seats),)


def partner_asks(p: Race) -> Asks:
    """A partner for the player whose team is open (FAP-TEAM-4)."""
    free = rules.unteamed(p)
    refusals = (
        Refusal("partner", text("fa.why.teamed", who=Who(seat)), "FAP-TEAM-4", {"seat": seat})
        for seat in p.seats
        if seat not in free
    )
    options = (option("partner", seat=OneOf(tuple(free), "seat")), option("lot"))
    prompt = text("fa.partner.prompt", who=Who(p.teams[-1][0]))
    return (decision(p.seats, prompt, "FAP-TEAM-4", options, refusals),)


def partner_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.partner"), "FAP-TEAM-4", rules.unteamed(p)),)


def _lot(p: Race, prompt: Text, clause: str, seats: range | list[int]) -> Ask:
    """One of these players by lot."""
    drawn = option("drawn", seat=OneOf(tuple(seats), "seat"))
    return Ask(tuple(p.seats), Kind.CHANCE, prompt, clause, (drawn,), source="dice")


def age_asks(p: Race) -> Asks:
    """The players from the youngest on (FA-SET-5)."""
    left = tuple(seat for seat in p.seats if seat not in p.ages)
    prompt = text("fa.age.next" if p.ages else "fa.age.first")
    clause = "FA-SET-6" if len(p.drivers) == p.numbers.cars else "FA-SET-5"
    return (report(p.seats, prompt, clause, (option("youngest", seat=OneOf(left, "seat")),)),)


# -- the track -------------------------------------------------------------------------------


def lay_asks(p: Race) -> Asks:
    """The next section out of the device's deck, or as it lies on the table (FA-SET-3)."""
    number, wish = len(p.track) + 1, rules.wish(p)
    clause = rules.lay_clause(p)
    if p.dealt:
        card = Pick(1, 1, plains(p.roads))
        prompt = text("fa.lay.draw", number=number)
        return (turned_up(1, prompt, clause, (option("lay", section=card),), auto=True),)
    options = _sections(p, wish)
    if not wish:
        prompt = text("fa.lay.prompt", number=number)
        return (report(p.seats, prompt, clause, options),)
    wanted = text(f"fa.wish.{wish}")
    prompt = text("fa.lay.wish", number=number, wish=wanted)
    refusal = Refusal("lay", text("fa.why.wish", wish=wanted), clause)
    return (report(p.seats, prompt, clause, options, (refusal,)),)


def _sections(p: Race, wish: str) -> tuple[Option, ...]:
    """All sections with this property, the mix of the real deck being only assumed."""
    fitting = {
        form: tuple(sign for sign in SIGNS if rules.fits(Section(form, sign), wish or sign))
        for form in p.numbers.forms()
    }
    return _forms("lay", fitting)


def _forms(verb: str, signs: dict[str, tuple[str, ...]]) -> tuple[Option, ...]:
    """Forms with the signs that may go with each, as few options as possible."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for form, found in signs.items():
        groups.setdefault(found, []).append(form)
    return tuple(
        option(verb, form=OneOf(tuple(forms)), sign=OneOf(found))
        for found, forms in groups.items()
        if found
    )


def plan_asks(p: Race) -> Asks:
    """The next section, chosen or half left to chance, by the player whose turn it is (I-12)."""
    number = len(p.track) + len(p.wishes) + 1
    options, refusals = _chosen(p, number)
    halves, no_halves = _halves(p, number)
    planner = p.ages[(number - 1) % len(p.ages)] if p.ages else 1
    prompt = text("fa.plan.prompt", who=Who(planner), number=number)
    refusals = (*refusals, *no_halves)
    return (decision(p.seats, prompt, "FAP-PLAN-1", (*options, *halves), refusals),)


def _chosen(p: Race, number: int) -> tuple[tuple[Option, ...], tuple[Refusal, ...]]:
    """Form and sign as the players like, out of the cards that are left (FAP-PLAN-1)."""
    if p.on("fog"):
        return (), (Refusal("choose", text("fa.why.fog"), "X-6"),)
    signs: dict[str, tuple[str, ...]] = {}
    refusals = []
    for form in p.numbers.forms():
        if number == 1 and p.on("start") and not rules.fits(Section(form, SIGNS[0]), rules.wish(p)):
            reason = text("fa.why.start", limit=p.numbers.start_limit)
            refusals.append(Refusal("choose", reason, "FAP-START-1", {"form": form}))
            continue
        left = [sign for sign in SIGNS if not p.dealt or Section(form, sign) in p.roads]
        signs[form] = tuple(left)
        refusals += [
            Refusal("choose", text("fa.why.used"), "FAP-PLAN-1", {"form": form, "sign": sign})
            for sign in SIGNS
            if sign not in left
        ]
    return _forms("choose", signs), tuple(refusals)


def _halves(p: Race, number: int) -> tuple[tuple[Option, ...], tuple[Refusal, ...]]:
    """One property is fixed, the rest is left to chance (FAP-PLAN-5)."""
    verbs = {"half_form": ("form", HALVES), "half_sign": ("sign", SIGNS)}
    if number == 1 and p.on("start"):
        reason = text("fa.why.half-start", limit=p.numbers.start_limit)
        return (), tuple(Refusal(verb, reason, "X-8") for verb in verbs)
    options, refusals = [], []
    for verb, (name, wishes) in verbs.items():
        left = tuple(wish for wish in wishes if rules.granted(p, wish))
        if left:
            options.append(Option(verb, {name: OneOf(left)}))
        refusals += [
            Refusal(verb, text("fa.why.none-fits"), "FAP-PLAN-6", {name: wish})
            for wish in wishes
            if wish not in left
        ]
        refusals.append(Refusal(verb, text("fa.why.one-half"), "FAP-PLAN-5"))
    return tuple(options), tuple(refusals)


def plan_sure_asks(p: Race) -> Asks:
    """A choice against the advice: anyway? (I-10)"""
    clause = p.agenda[-1].word("clause")
    prompt = text("fa.advice.curves" if clause == "FAP-PLAN-3" else "fa.advice.finish")
    return (decision(p.seats, prompt, clause, (option("other"), option("anyway"))),)


# -- hands and the auction -------------------------------------------------------------------


def deal_asks(p: Race) -> Asks:
    """The next player's hand; on the table all take theirs at once (FA-SET-4)."""
    count = p.numbers.hand_start
    if p.dealt:
        seat = next(seat for seat in p.seats if not p.driver(seat).hand)
        dealt = option("deal", cards=Pick(count, count, plains(p.deck)))
        prompt = text("fa.deal.draw", who=Who(seat))
        ask = turned_up(seat, prompt, "FA-SET-4", (dealt,), auto=True, secret=p.secretive)
        return (ask,)
    prompt = text("fa.deal.prompt", cards=count, n=p.numbers.chips_start)
    return (report(p.seats, prompt, "FA-SET-4", (option("dealt"),)),)


def bid_asks(p: Race) -> Asks:
    """All bidders reveal a card at once; on the table: who has shown the lowest? (FAP-GRID-2)"""
    auction = p.auction
    assert auction is not None
    place = p.numbers.cars - len(auction.placed)
    waits = len(auction.bidders) + len(auction.placed) < len(p.drivers)
    clause = "FAP-GRID-9" if waits else "FAP-GRID-2"
    prompt = text("fa.bid.prompt", place=place)
    if p.dealt:
        return tuple(
            decision(
                (seat,), prompt, clause, (option("reveal", card=in_hand(p, seat)),), secret=True
            )
            for seat in auction.bidders
            if seat not in p.shown
        )
    return (_lowest(p, auction, place, clause),)


def _lowest(p: Race, auction: Auction, place: int, clause: str) -> Ask:
    seats = tuple(auction.bidders)
    lowest = option("lowest", seat=OneOf(seats, "seat"))
    tie = Option("tie", {"seats": Pick(2, len(seats), seats, look="seat")})
    refusals = (_no_bidder(auction, seat) for seat in p.seats if seat not in seats)
    return report(p.seats, text("fa.bid.lowest", place=place), clause, (lowest, tie), refusals)


def _no_bidder(auction: Auction, seat: int) -> Refusal:
    """Why this player cannot have shown the lowest card: he stands already, or sits out."""
    placed = seat in auction.placed
    reason = text("fa.why.placed" if placed else "fa.why.sits-out", who=Who(seat))
    return Refusal("lowest", reason, "FAP-GRID-5" if placed else "FAP-GRID-9", {"seat": seat})


def swap_asks(p: Race) -> Asks:
    """Placed players may discard a card and draw one (FAP-GRID-6), in turn (I-15)."""
    auction = p.auction
    assert auction is not None
    if not p.dealt:
        who = tuple(map(Who, auction.swapping))
        prompt = text("fa.swap.all", who=who)
        return (report(auction.swapping, prompt, "FAP-GRID-6", (option("swapped"),)),)
    seat = auction.swapping[0]
    clause = "FAP-GRID-6" if auction.bidders else "FAP-GRID-12"
    options = (option("keep"), option("swap", card=in_hand(p, seat)))
    return (decision((seat,), text("fa.swap.prompt"), clause, options, secret=p.secretive),)


def open_asks(p: Race) -> Asks:
    """Everybody lays three of his eight cards, at the same time (FA-SET-8)."""
    return tuple(_opening(p, seat) for seat in p.seats if seat not in p.shown)


def _opening(p: Race, seat: int) -> Ask:
    prompt = text("fa.open.prompt")
    if not p.dealt:
        cards = option("lay", **dict.fromkeys(SLOTS, values(p)))
        return report((seat,), prompt, "FA-SET-8", (cards,))
    count = p.numbers.open_cards
    hand = plains(sorted(p.driver(seat).hand))
    cards = option("lay", cards=Pick(count, count, hand, ordered=True))
    return decision((seat,), prompt, "FA-SET-8", (cards,), secret=p.secretive)
