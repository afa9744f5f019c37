"""Taktische Startaufstellung: the auction, its worked example, and who may swap."""

from __future__ import annotations

import pytest

from referee.games.fette_autos import GAME
from tests.fette_autos import Play, card

clause = pytest.mark.clause

#: The cards that the worked example reveals, by seat: A, B, C.
HANDS = {
    1: "50s 40s 60s 10s 10w 20s 20w 20b",
    2: "40w 30w 60w 40b 50w 10b 20j 10j",
    3: "40j 30j 40s 30s 50j 60j 60b 50b",
}


def auction(seats: int = 3, hands: dict[int, str] | None = None, **options: object) -> Play:
    """The first reveal, cards in the device."""
    return Play(seats, hands=hands, grid=True, **options).until("bid")


def bid(play: Play, **cards: str) -> Play:
    """All bidders reveal, by letter; revealed cards are replaced somehow."""
    for name, word in cards.items():
        play.do("reveal", "ABCDEFG".index(name) + 1, card=list(card(word)))
    return refilled(play)


def refilled(play: Play) -> Play:
    for _ in range(20):
        if play.state != "draw":
            break
        play.somehow()
    assert play.state != "draw"
    return play


def bidders(play: Play) -> list[int]:
    return [seat for ask in play.asks for seat in ask.seats]


@clause("FAP-GRID-1", "X-10")
def test_the_auction_begins_when_all_have_eight_cards_and_nobody_stands() -> None:
    play = auction()
    assert [len(driver.hand) for driver in play.p.drivers] == [8, 8, 8]
    assert (play.p.places, bidders(play)) == ([], [1, 2, 3])
    assert play.ask.prompt.args["place"] == 7
    assert len(play.p.track) == 8


@clause("X-11")
def test_in_fog_three_sections_are_known_during_the_auction() -> None:
    assert len(auction(fog=True).p.track) == 3


@clause("FAP-GRID-2")
def test_all_bids_are_shown_at_once() -> None:
    play = auction(hands=HANDS)
    play.do("reveal", 1, card=[50, "slope"]).do("reveal", 3, card=[40, "jam"])
    assert (play.said, bidders(play)) == ([], [2])
    assert [GAME.view(play.p, seat)["shown"] for seat in (None, 1, 2)] == [
        {"1": None, "3": None}, {"1": [[50, "slope"]], "3": None}, {"1": None, "3": None},
    ]  # fmt: skip
    assert play.refused("reveal", 1, card=[40, "slope"])[0] == "refused.seat"
    play.do("reveal", 2, card=[60, "wind"])
    assert ("fa.bid.shown", "FAP-GRID-2") in play.said


@clause("FAP-GRID-3")
def test_the_lowest_takes_the_worst_position() -> None:
    play = auction(hands=HANDS)
    bid(play, A="50s", B="30w", C="40j")
    assert play.p.auction is not None
    assert play.p.auction.placed == [2]
    assert play.ask.prompt.args["place"] == 6


@clause("FAP-GRID-4", "I-15", "X-22")
def test_revealed_cards_are_discarded_and_replaced_at_once() -> None:
    play = auction(7)
    assert len(play.p.deck) == 16
    for seat in range(1, 8):
        play.do("reveal", seat, card=list(play.driver(seat).hand[0]))
    assert (play.state, len(play.p.discard)) == ("draw", 7)
    refilled(play)
    assert [len(driver.hand) for driver in play.p.drivers] == [8] * 7
    assert len(play.p.deck) == 9


@clause("FAP-GRID-5", "FAP-GRID-12")
def test_positions_are_auctioned_until_one_player_is_left() -> None:
    play = auction(4)
    lots = []
    for _ in range(200):
        if play.state == "open":
            break
        if play.state == "bid" and play.ask.prompt.args["place"] not in lots:
            lots.append(play.ask.prompt.args["place"])
        play.somehow()
    assert lots == [7, 6, 5]
    assert sorted(play.p.places) == [-3, -2, -1, 1, 2, 3, 4]


@clause(
    "FAP-GRID-6", "FAP-GRID-7", "FAP-GRID-8", "FAP-GRID-9", "FAP-GRID-10", "FAP-GRID-11",
    "FAP-GRID-12", "FAP-GRID-13", "FAP-GRID-14", "FAP-GRID-EX", "I-14",
)  # fmt: skip
def test_the_worked_example() -> None:
    play = auction(hands=HANDS, deck="40w 50s 50w 60w 60j")
    # position 7: B and C tie, A sits out
    bid(play, A="50s", B="40w", C="40j")
    assert (bidders(play), play.ask.clause) == ([2, 3], "FAP-GRID-9")
    assert play.refused("reveal", 1, card=[60, "slope"]) == ("refused.seat", "FAP-GRID-9")
    bid(play, B="30w", C="30j")
    assert bidders(play) == [2, 3]
    bid(play, B="60w", C="40s")
    assert bidders(play) == [1, 2]  # C takes 7 and does not swap for this reveal
    # position 6: A bids again; after each reveal C may swap
    bid(play, A="40s", B="40b")
    assert (play.state, play.ask.seats, play.ask.clause) == ("swap", (3,), "FAP-GRID-6")
    refilled(play.do("swap", card=[30, "slope"]))
    bid(play, A="60s", B="50w")
    assert (play.state, play.ask.seats) == ("swap", (3,))
    play.do("keep")
    # position 5: A without a bid; B and C swap for the last time
    assert (play.state, play.ask.seats, play.ask.clause) == ("swap", (3,), "FAP-GRID-12")
    play.do("keep")
    assert play.ask.seats == (2,)
    refilled(play.do("swap", card=[10, "bump"]))
    assert play.p.places == [-1, -2, -3, -4, 1, 2, 3]
    assert (play.state, [len(driver.hand) for driver in play.p.drivers]) == ("open", [8, 8, 8])
    assert [ask.seats for ask in play.asks] == [(1,), (2,), (3,)]
    said = [ruling for logged in play.fold.log for ruling in logged.rulings]
    placed = [ruling.args["place"] for ruling in said if ruling.key == "fa.bid.placed"]
    shown = [ruling for ruling in said if ruling.key == "fa.bid.shown"]
    assert (placed, len(shown)) == ([7, 6, 5], 5)
    assert sum(len(ruling.args["bids"]) for ruling in shown) == 11


@clause("FAP-GRID-EX", "FAP-GRID-6", "FAP-GRID-9", "FAP-GRID-10", "FAP-GRID-11", "FAP-GRID-12")
def test_the_worked_example_on_the_table() -> None:
    """One press a reveal; one for all who swap."""
    play = Play(3, cards="table", grid=True).until("bid")
    play.do("tie", seats=[2, 3])
    assert play.refused("lowest", seat=1) == ("fa.why.sits-out", "FAP-GRID-9")
    play.do("tie", seats=[2, 3]).do("lowest", seat=3)
    assert (play.state, play.ask.prompt.args["place"]) == ("bid", 6)
    assert play.refused("lowest", seat=3) == ("fa.why.placed", "FAP-GRID-5")
    play.do("tie", seats=[1, 2])
    assert (play.state, play.ask.seats) == ("swap", (3,))
    play.do("swapped").do("lowest", seat=2)
    assert play.ask.seats == (3,)
    play.do("swapped")
    assert (play.state, set(play.ask.seats)) == ("swap", {2, 3})
    play.do("swapped")
    assert play.p.places == [-1, -2, -3, -4, 1, 2, 3]


@clause("FAP-GRID-8", "I-13")
def test_a_tie_may_go_on_without_an_end() -> None:
    play = Play(3, cards="table", grid=True).until("bid")
    for _ in range(50):
        play.do("tie", seats=[1, 2])
    assert (play.state, play.ask.prompt.args["place"]) == ("bid", 7)
    assert play.do("lowest", seat=1).state == "bid"


@clause("FAP-GRID-6", "I-15")
def test_placed_players_swap_in_the_order_of_their_placing_the_new_card_too() -> None:
    hands = {1: "20s 60s 60w", 2: "10s", 3: "50s 60b 40s", 4: "50w 60j 30w", 5: "50b 40b 30b"}
    play = auction(5, hands)
    bid(play, A="20s", B="10s", C="50s", D="50w", E="50b")
    bid(play, A="60s", C="60b", D="60j", E="40b")
    assert play.p.auction is not None
    assert play.p.auction.placed == [2, 5]
    play.do("keep")
    bid(play, A="60w", C="40s", D="30w")
    assert (play.state, play.ask.seats) == ("swap", (2,))
    new = play.driver(2).hand[-1]
    refilled(play.do("swap", card=list(new)))
    assert play.ask.seats == (5,)
    play.do("keep")
    assert (bidders(play), play.ask.prompt.args["place"]) == ([1, 3], 4)


@clause("X-16")
def test_hasen_with_stickers_stand_in_front_in_their_order() -> None:
    play = Play(3, cards="table", grid=True, indiv=True).until("bid")
    play.do("lowest", seat=1).do("lowest", seat=2).do("swapped").do("swapped")
    assert play.p.places == [-1, -2, -3, -4, 3, 2, 1]


@clause("X-18")
def test_a_single_player_bids_for_nothing() -> None:
    play = Play(1, grid=True).until("open")
    assert play.p.places == [-1, -2, -3, -4, -5, -6, 1]


@clause("FA-SET-6", "FAP-GRID-1")
def test_after_an_auction_nobody_is_called_the_oldest() -> None:
    """The oldest may stand anywhere then, and his car was taken before the bids."""
    play = Play(7, cards="table", grid=True).until("bid")
    for seat in range(1, 7):
        play.do("lowest", seat=seat)
        for _ in range(2):
            if play.state == "swap":
                play.do("swapped")
    assert (play.state, play.p.places) == ("open", [7, 6, 5, 4, 3, 2, 1])
    keys = [ruling.key for logged in play.fold.log for ruling in logged.rulings]
    assert "fa.bid.placed" in keys
    assert "fa.grid.grey" not in keys


@clause("FAP-GRID-4", "FAP-GRID-6")
def test_cards_drawn_in_the_auction_name_its_clauses() -> None:
    play = auction(hands=HANDS)
    play.do("reveal", 1, card=[50, "slope"]).do("reveal", 2, card=[30, "wind"])
    play.do("reveal", 3, card=[40, "jam"])
    assert (play.state, play.ask.clause) == ("draw", "FAP-GRID-4")
    play.somehow()
    assert ("fa.draw.got", "FAP-GRID-4") in play.said
    bid(refilled(play), A="60s", C="30j")
    play.do("swap", card=[10, "bump"])
    assert play.ask.clause == "FAP-GRID-6"
    play.somehow()
    assert ("fa.draw.got", "FAP-GRID-6") in play.said
