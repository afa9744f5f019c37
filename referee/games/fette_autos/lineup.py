"""The start: hands, the order of the cars or its auction, the first three cards."""

from __future__ import annotations

from referee.game import Entry, Say, Who, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.cards import SLOTS, UNKNOWN, Card, card_of, cards_of
from referee.games.fette_autos.position import Auction, Race

# -- hands -----------------------------------------------------------------------------------


def hands_due(p: Race, entry: Entry) -> bool:
    """Somebody has no cards yet (FA-SET-4)."""
    return any(not driver.hand for driver in p.drivers)


def deal_hand(p: Race, entry: Entry, say: Say) -> None:
    """A player gets his eight cards out of the device's deck (FA-SET-4)."""
    driver = p.driver(entry.seat)
    driver.hand = cards_of(entry.items("cards"))
    for card in driver.hand:
        p.deck.remove(card)


def take_hands(p: Race, entry: Entry, say: Say) -> None:
    """All have taken eight cards and their chips (FA-SET-4)."""
    for driver in p.drivers:
        driver.hand = [UNKNOWN] * p.numbers.hand_start


# -- the grid --------------------------------------------------------------------------------


def line_up(p: Race, entry: Entry, say: Say) -> None:
    """The youngest on the last position, the Hasen in front (FA-SET-5, FA-SET-6, FA-SET-7)."""
    _fill_grid(p, p.ages)
    if not p.hasen:
        say("fa.grid.grey", "FA-SET-6", p.places[0], who=Who(p.places[0]))


def _fill_grid(p: Race, rear: list[int]) -> None:
    """These players from the last position forward, the Hasen before them."""
    p.places = [*p.hasen, *reversed(rear)]


def open_auction(p: Race, entry: Entry, say: Say) -> None:
    """Nobody has a position yet (FAP-GRID-1)."""
    p.auction = Auction([])


def _auction(p: Race) -> Auction:
    assert p.auction is not None
    return p.auction


def one_left(p: Race, entry: Entry) -> bool:
    """One player is left without a position (FAP-GRID-12)."""
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
    _settle(p, rules.lowest_bidders(bids), say)


def settle_told(p: Race, entry: Entry, say: Say) -> None:
    """The table says who has shown the lowest card (FAP-GRID-3, FAP-GRID-7)."""
    seats = entry.numbers("seats") if entry.has("seats") else [entry.number("seat")]
    _settle(p, sorted(seats), say)


def _settle(p: Race, lowest: list[int], say: Say) -> None:
    """A tie is bid for further, by these alone (FAP-GRID-7); one takes the position (8).

    Who was placed before this reveal may swap for it (FAP-GRID-6, FAP-GRID-11).
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


def swapping_left(p: Race, entry: Entry) -> bool:
    """A placed player may still swap a card for this reveal (FAP-GRID-6)."""
    return bool(_auction(p).swapping)


def tied(p: Race, entry: Entry) -> bool:
    """Several go on bidding for this position (FAP-GRID-8)."""
    return len(_auction(p).bidders) > 1


def all_placed(p: Race, entry: Entry) -> bool:
    """Every player's car stands on the grid (FAP-GRID-5)."""
    return len(_auction(p).placed) == len(p.drivers)


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


def grid_done(p: Race, entry: Entry, say: Say) -> None:
    """The Hasen come in front of the players (FAP-GRID-13)."""
    _fill_grid(p, _auction(p).placed)
    p.auction = None


# -- the first cards -------------------------------------------------------------------------


def lay_down(p: Race, entry: Entry, say: Say) -> None:
    """Three cards are chosen; all are turned up together (FA-SET-8)."""
    hand = p.driver(entry.seat).hand
    if p.dealt:
        p.shown[entry.seat] = cards_of(entry.items("cards"))
        for card in p.shown[entry.seat]:
            hand.remove(card)
    else:
        p.shown[entry.seat] = [Card(entry.number(slot)) for slot in SLOTS]
        del hand[: p.numbers.open_cards]


def cards_missing(p: Race, entry: Entry) -> bool:
    """Somebody has not laid his cards yet (FA-SET-8)."""
    return len(p.shown) < len(p.drivers)


def turn_up_all(p: Race, entry: Entry, say: Say) -> None:
    """All open cards are turned up; everybody is in the middle lane (FA-SET-8, FAP-LANE-7)."""
    for seat in p.seats:
        p.driver(seat).open = p.shown[seat]
    p.shown = {}
