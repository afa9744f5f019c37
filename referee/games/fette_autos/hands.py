"""The hands, and the first three cards."""

from __future__ import annotations

from typing import Final

from referee.game import (
    Ask,
    Chance,
    Entry,
    Kind,
    Menu,
    Option,
    Pick,
    Say,
    Who,
    option,
    picks,
    text,
)
from referee.games.fette_autos.asking import Asks, values
from referee.games.fette_autos.cards import SLOTS, UNKNOWN, Card, cards_of, plains
from referee.games.fette_autos.position import Race

# -- eight cards -----------------------------------------------------------------------------


def hands_due(p: Race, entry: Entry) -> bool:
    """Somebody has no cards yet (FA-SET-4)."""
    return any(not driver.hand for driver in p.drivers)


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


def draw_deal(p: Race, chance: Chance) -> Entry | None:
    """The device deals the next hand."""
    if not p.dealt:
        return None
    seat, count = next(n for n in p.seats if not p.driver(n).hand), p.numbers.hand_start
    taken = sorted(picks(count, count, len(p.deck), chance.device()))
    return Entry(seat, "deal", {"cards": [list(p.deck[at]) for at in taken]})


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


# -- three of them ---------------------------------------------------------------------------


#: Which card a sign takes.
SIGN_RULES: Final = {
    "down": "FA-SIGN-2", "up": "FA-SIGN-3", "wind_left": "FA-SIGN-4", "wind_right": "FA-SIGN-5",
    "bump": "FA-SIGN-6", "jam": "FA-SIGN-7",
}  # fmt: skip


def _rules(p: Race) -> tuple[str, ...]:
    """What HELP says of the first sign and of the symbols on the cards."""
    signs = (SIGN_RULES[section.sign] for section in p.track[:1])
    return (*signs, "FA-SIGN-9")


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
    cards = {"cards": Pick(count, count, hand, ordered=True)}
    menu = Menu(Option("lay", cards, clauses=_rules(p)))
    return menu.ask((seat,), Kind.DECISION, prompt, "FA-SET-8", secret=p.secretive)


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
