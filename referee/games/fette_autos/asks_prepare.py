"""What is asked before the start: teams, age, the track, hands, the auction, the first cards."""

from __future__ import annotations

from referee.game import Ask, Kind, Menu, No, OneOf, Option, Pick, Text, Who, option, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks import in_hand, values
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
    menu = Menu(choose, lot) if last else Menu(lot, choose)
    return menu.asks(p.seats, Kind.DECISION, text("fa.guest.prompt"), "FAP-TEAM-3")


def guest_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.guest"), "I-2", p.seats),)


def partner_asks(p: Race) -> Asks:
    """A partner for the player whose team is open (FAP-TEAM-4)."""
    free = rules.unteamed(p)
    menu = Menu(option("partner", seat=OneOf(tuple(free), "seat")), option("lot"))
    for seat in p.seats:
        if seat not in free:
            menu.refuse("partner", No("fa.why.teamed", "FAP-TEAM-4", {"who": Who(seat)}), seat=seat)
    prompt = text("fa.partner.prompt", who=Who(p.teams[-1][0]))
    return menu.asks(p.seats, Kind.DECISION, prompt, "FAP-TEAM-4")


def partner_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.partner"), "FAP-TEAM-4", rules.unteamed(p)),)


def _lot(p: Race, prompt: Text, clause: str, seats: range | list[int]) -> Ask:
    """One of these players by lot."""
    menu = Menu(option("drawn", seat=OneOf(tuple(seats), "seat")))
    return menu.ask(p.seats, Kind.CHANCE, prompt, clause, "dice")


def age_asks(p: Race) -> Asks:
    """The players from the youngest on (FA-SET-5)."""
    left = tuple(seat for seat in p.seats if seat not in p.ages)
    prompt = text("fa.age.next" if p.ages else "fa.age.first")
    clause = "FA-SET-6" if len(p.drivers) == p.numbers.cars else "FA-SET-5"
    menu = Menu(option("youngest", seat=OneOf(left, "seat")))
    return menu.asks(p.seats, Kind.REPORT, prompt, clause)


# -- the track -------------------------------------------------------------------------------


def lay_asks(p: Race) -> Asks:
    """The next section out of the device's deck, or as it lies on the table (FA-SET-3)."""
    number, wish = len(p.track) + 1, rules.wish(p)
    clause = rules.lay_clause(p)
    if p.dealt:
        card = Pick(1, 1, plains(p.roads))
        prompt = text("fa.lay.draw", number=number)
        menu = Menu(option("lay", section=card))
        return menu.asks((1,), Kind.CHANCE, prompt, clause, "cards", auto=True)
    menu = Menu(*_sections(p, wish))
    prompt = text("fa.lay.prompt", number=number)
    if wish:
        wanted = text(f"fa.wish.{wish}")
        prompt = text("fa.lay.wish", number=number, wish=wanted)
        menu.refuse("lay", No("fa.why.wish", clause, {"wish": wanted}))
    return menu.asks(p.seats, Kind.REPORT, prompt, clause)


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
    menu = Menu()
    _chosen(p, number, menu)
    _halves(p, number, menu)
    planner = p.ages[(number - 1) % len(p.ages)] if p.ages else 1
    prompt = text("fa.plan.prompt", who=Who(planner), number=number)
    return menu.asks(p.seats, Kind.DECISION, prompt, "FAP-PLAN-1")


def _chosen(p: Race, number: int, menu: Menu) -> None:
    """Form and sign as the players like, out of the cards that are left (FAP-PLAN-1)."""
    if p.on("fog"):
        menu.refuse("choose", No("fa.why.fog", "X-6"))
        return
    signs: dict[str, tuple[str, ...]] = {}
    start = No("fa.why.start", "FAP-START-1", {"limit": p.numbers.start_limit})
    for form in p.numbers.forms():
        if number == 1 and p.on("start") and not rules.fits(Section(form, SIGNS[0]), rules.wish(p)):
            menu.refuse("choose", start, form=form)
            continue
        left = [sign for sign in SIGNS if not p.dealt or Section(form, sign) in p.roads]
        signs[form] = tuple(left)
        for sign in SIGNS:
            if sign not in left:
                menu.refuse("choose", No("fa.why.used", "FAP-PLAN-1"), form=form, sign=sign)
    menu.offer(_forms("choose", signs))


def _halves(p: Race, number: int, menu: Menu) -> None:
    """One property is fixed, the rest is left to chance (FAP-PLAN-5)."""
    for verb, name, wishes in (("half_form", "form", HALVES), ("half_sign", "sign", SIGNS)):
        if number == 1 and p.on("start"):
            limit = {"limit": p.numbers.start_limit}
            menu.refuse(verb, No("fa.why.half-start", "X-8", limit))
            continue
        left = tuple(wish for wish in wishes if rules.granted(p, wish))
        if left:
            menu.add(verb, **{name: OneOf(left)})
        for wish in wishes:
            if wish not in left:
                menu.refuse(verb, No("fa.why.none-fits", "FAP-PLAN-6"), **{name: wish})
        menu.refuse(verb, No("fa.why.one-half", "FAP-PLAN-5"))


def plan_sure_asks(p: Race) -> Asks:
    """A choice against the advice: anyway? (I-10)"""
    clause = p.agenda[-1].word("clause")
    prompt = text("fa.advice.curves" if clause == "FAP-PLAN-3" else "fa.advice.finish")
    menu = Menu(option("other"), option("anyway"))
    return menu.asks(p.seats, Kind.DECISION, prompt, clause)


# -- hands and the auction -------------------------------------------------------------------


def deal_asks(p: Race) -> Asks:
    """The next player's hand; on the table all take theirs at once (FA-SET-4)."""
    count = p.numbers.hand_start
    if p.dealt:
        seat = next(seat for seat in p.seats if not p.driver(seat).hand)
        menu = Menu(option("deal", cards=Pick(count, count, plains(p.deck))))
        prompt = text("fa.deal.draw", who=Who(seat))
        return menu.asks(
            (seat,), Kind.CHANCE, prompt, "FA-SET-4", "cards", auto=True, secret=p.secretive
        )
    prompt = text("fa.deal.prompt", cards=count, n=p.numbers.chips_start)
    return Menu(option("dealt")).asks(p.seats, Kind.REPORT, prompt, "FA-SET-4")


def bid_asks(p: Race) -> Asks:
    """All bidders reveal a card at once; on the table: who has shown the lowest? (FAP-GRID-2)"""
    auction = p.auction
    assert auction is not None
    place = p.numbers.cars - len(auction.placed)
    waits = len(auction.bidders) + len(auction.placed) < len(p.drivers)
    clause = "FAP-GRID-9" if waits else "FAP-GRID-2"
    prompt = text("fa.bid.prompt", place=place)
    if p.dealt:
        missing = (seat for seat in auction.bidders if seat not in p.shown)
        return tuple(
            Menu(option("reveal", card=in_hand(p, seat))).ask(
                (seat,), Kind.DECISION, prompt, clause, secret=True
            )
            for seat in missing
        )
    return (_lowest(p, auction, place, clause),)


def _lowest(p: Race, auction: Auction, place: int, clause: str) -> Ask:
    seats = tuple(auction.bidders)
    menu = Menu()
    menu.add("lowest", seat=OneOf(seats, "seat"))
    menu.add("tie", seats=Pick(2, len(seats), seats, look="seat"))
    others = (seat for seat in p.seats if seat not in seats)
    menu.refuse_values("lowest", "seat", {seat: _why_no_bidder(auction, seat) for seat in others})
    return menu.ask(p.seats, Kind.REPORT, text("fa.bid.lowest", place=place), clause)


def _why_no_bidder(auction: Auction, seat: int) -> No:
    """Why this player cannot have shown the lowest card: he stands already, or sits out."""
    if seat in auction.placed:
        return No("fa.why.placed", "FAP-GRID-5", {"who": Who(seat)})
    return No("fa.why.sits-out", "FAP-GRID-9", {"who": Who(seat)})


def swap_asks(p: Race) -> Asks:
    """Placed players may discard a card and draw one (FAP-GRID-6), in turn (I-15)."""
    auction = p.auction
    assert auction is not None
    if not p.dealt:
        who = tuple(map(Who, auction.swapping))
        prompt = text("fa.swap.all", who=who)
        return Menu(option("swapped")).asks(auction.swapping, Kind.REPORT, prompt, "FAP-GRID-6")
    seat = auction.swapping[0]
    clause = "FAP-GRID-6" if auction.bidders else "FAP-GRID-12"
    menu = Menu(option("keep"), option("swap", card=in_hand(p, seat)))
    prompt = text("fa.swap.prompt")
    return menu.asks((seat,), Kind.DECISION, prompt, clause, secret=p.secretive)


def open_asks(p: Race) -> Asks:
    """Everybody lays three of his eight cards, at the same time (FA-SET-8)."""
    return tuple(_opening(p, seat) for seat in p.seats if seat not in p.shown)


def _opening(p: Race, seat: int) -> Ask:
    prompt = text("fa.open.prompt")
    if not p.dealt:
        menu = Menu(option("lay", **dict.fromkeys(SLOTS, values(p))))
        return menu.ask((seat,), Kind.REPORT, prompt, "FA-SET-8")
    count = p.numbers.open_cards
    hand = plains(sorted(p.driver(seat).hand))
    menu = Menu(option("lay", cards=Pick(count, count, hand, ordered=True)))
    return menu.ask((seat,), Kind.DECISION, prompt, "FA-SET-8", secret=p.secretive)
