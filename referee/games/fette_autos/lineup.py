"""The grid: in the order of age, or by an auction (FAP-GRID)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Pick, Say, Who, option, text
from referee.games.fette_autos.asking import Asks, in_hand
from referee.games.fette_autos.cards import Card, card_of
from referee.games.fette_autos.position import Auction, Race


def line_up(p: Race, entry: Entry, say: Say) -> None:
    """The youngest on the last position, the Hasen in front (FA-SET-5, FA-SET-6, FA-SET-7)."""
    _fill_grid(p, p.ages)
    if not p.hasen:
        say("fa.grid.grey", "FA-SET-6", p.places[0], who=Who(p.places[0]))


def _fill_grid(p: Race, rear: list[int]) -> None:
    """These players from the last position forward, the Hasen before them, by their stickers
    (X-16)."""
    p.places = [*p.hasen, *reversed(rear)]


# -- the auction -----------------------------------------------------------------------------


def _auction(p: Race) -> Auction:
    assert p.auction is not None
    return p.auction


def open_auction(p: Race, entry: Entry, say: Say) -> None:
    """Nobody has a position yet (FAP-GRID-1)."""
    p.auction = Auction([])


def one_left(p: Race, entry: Entry) -> bool:
    """One player is left without a position (FAP-GRID-12): whoever drives alone, at once (X-18)."""
    return len(_auction(p).placed) == len(p.drivers) - 1


def place_last(p: Race, entry: Entry, say: Say) -> None:
    """He gets the next position without a bid, the others may swap once more (FAP-GRID-12)."""
    auction = _auction(p)
    auction.swapping = list(auction.placed)
    last = next(seat for seat in p.seats if seat not in auction.placed)
    _place(p, last, "FAP-GRID-12", say)
    auction.bidders = []


def open_lot(p: Race, entry: Entry, say: Say) -> None:
    """The next position is auctioned among all who have none (FAP-GRID-5, FAP-GRID-9)."""
    auction = _auction(p)
    auction.bidders = [seat for seat in p.seats if seat not in auction.placed]


# -- bids ------------------------------------------------------------------------------------


def bid_asks(p: Race) -> Asks:
    """All bidders reveal a card at once; on the table: who has shown the lowest? (FAP-GRID-2)"""
    auction = _auction(p)
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


def show_card(p: Race, entry: Entry, say: Say) -> None:
    """A bidder has chosen; all are turned up together (FAP-GRID-2)."""
    card = card_of(entry.args["card"])
    p.driver(entry.seat).hand.remove(card)
    p.shown[entry.seat] = [card]


def bids_missing(p: Race, entry: Entry) -> bool:
    """Somebody has not chosen a card yet (FAP-GRID-2)."""
    return len(p.shown) < len(_auction(p).bidders)


def settle_bids(p: Race, entry: Entry, say: Say) -> None:
    """The lowest must take the position; all cards shown are discarded and replaced."""
    bids = {seat: p.shown[seat] for seat in _auction(p).bidders}
    for cards in bids.values():
        p.discard += cards
    p.shown = {}
    for seat in reversed(bids):
        p.push("draw", seat, count=1, clause="FAP-GRID-4")
    shown = (text("fa.bid.one", who=Who(s), value=c[0].value) for s, c in bids.items())
    say("fa.bid.shown", "FAP-GRID-2", stop=True, bids=tuple(shown))
    _settle(p, _lowest_bidders(bids), say)


def _lowest_bidders(bids: Mapping[int, Sequence[Card]]) -> list[int]:
    """Who has shown the lowest card (FAP-GRID-3); several: a tie (FAP-GRID-7)."""
    least = min(cards[0].value for cards in bids.values())
    return [seat for seat, cards in bids.items() if cards[0].value == least]


def settle_told(p: Race, entry: Entry, say: Say) -> None:
    """The table says who has shown the lowest card (FAP-GRID-3, FAP-GRID-7)."""
    seats = entry.numbers("seats") if entry.has("seats") else [entry.number("seat")]
    _settle(p, sorted(seats), say)


def _settle(p: Race, lowest: list[int], say: Say) -> None:
    """A tie is bid for further, by these alone (FAP-GRID-7); one takes the position (FAP-GRID-8).

    Who was placed before this reveal may swap for it, who is placed by it may not (FAP-GRID-6,
    FAP-GRID-11, I-14).
    """
    auction = _auction(p)
    auction.swapping = list(auction.placed)
    auction.bidders = lowest
    if len(lowest) > 1:
        say("fa.bid.tie", "FAP-GRID-7", who=tuple(map(Who, lowest)))
    else:
        _place(p, lowest[0], "FAP-GRID-3", say)


def _place(p: Race, seat: int, clause: str, say: Say) -> None:
    auction = _auction(p)
    place = p.numbers.cars - len(auction.placed)
    auction.placed.append(seat)
    say("fa.bid.placed", clause, seat, who=Who(seat), place=place)


# -- who is placed may swap ------------------------------------------------------------------


def swapping_left(p: Race, entry: Entry) -> bool:
    """A placed player may still swap a card for this reveal (FAP-GRID-6)."""
    return bool(_auction(p).swapping)


def swap_asks(p: Race) -> Asks:
    """Placed players may discard a card and draw one (FAP-GRID-6), in turn (I-15)."""
    auction = _auction(p)
    if not p.dealt:
        who = tuple(map(Who, auction.swapping))
        prompt = text("fa.swap.all", who=who)
        return Menu(option("swapped")).asks(auction.swapping, Kind.REPORT, prompt, "FAP-GRID-6")
    seat = auction.swapping[0]
    clause = "FAP-GRID-6" if auction.bidders else "FAP-GRID-12"
    menu = Menu(option("keep"), option("swap", card=in_hand(p, seat)))
    prompt = text("fa.swap.prompt")
    return menu.asks((seat,), Kind.DECISION, prompt, clause, secret=p.secretive)


def swap_card(p: Race, entry: Entry, say: Say) -> None:
    """A placed player discards a card and draws one (FAP-GRID-6)."""
    auction = _auction(p)
    auction.swapping.remove(entry.seat)
    card = card_of(entry.args["card"])
    p.driver(entry.seat).hand.remove(card)
    p.discard.append(card)
    p.push("draw", entry.seat, count=1, clause="FAP-GRID-6")
    say("fa.swap.done", "FAP-GRID-6", entry.seat, who=Who(entry.seat))


def keep_cards(p: Race, entry: Entry, say: Say) -> None:
    """He keeps his cards (FAP-GRID-6)."""
    _auction(p).swapping.remove(entry.seat)


def all_swapped(p: Race, entry: Entry, say: Say) -> None:
    """Whoever wanted to has swapped on the table (FAP-GRID-6)."""
    _auction(p).swapping = []


def tied(p: Race, entry: Entry) -> bool:
    """Several go on bidding for this position, as often as it takes (FAP-GRID-8, I-13)."""
    return len(_auction(p).bidders) > 1


def all_placed(p: Race, entry: Entry) -> bool:
    """Every player's car stands on the grid (FAP-GRID-5)."""
    return len(_auction(p).placed) == len(p.drivers)


def grid_done(p: Race, entry: Entry, say: Say) -> None:
    """The Hasen come in front of the players (FAP-GRID-13)."""
    _fill_grid(p, _auction(p).placed)
    p.auction = None
