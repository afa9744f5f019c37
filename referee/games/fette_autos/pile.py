"""Tempo cards on their way: turned up, drawn to the hand, laid into a slot, discarded."""

from __future__ import annotations

from referee.game import Arg, Chance, Entry, Kind, Menu, Option, Pick, Say, Who, picks, text
from referee.games.fette_autos.asking import Asks, full_name
from referee.games.fette_autos.cards import SLOTS, UNKNOWN, Card, card_of, cards_of, plains
from referee.games.fette_autos.position import MANOEUVRE, PREPARE, Race

# -- drawing ---------------------------------------------------------------------------------


def _pile(p: Race) -> list[Card]:
    """The cards that the next one is drawn from: the discards when the pile is used up."""
    return p.deck or p.discard


def from_pile(p: Race, verb: str, count: int = 1) -> Option:
    """The device draws so many cards (fewer, if the pile has no more)."""
    cards = _pile(p)
    count = min(count, len(cards))
    return Option(verb, {"cards": Pick(count, count, plains(cards))})


def pile_entry(p: Race, chance: Chance, seat: int, verb: str, count: int = 1) -> Entry:
    """As `from_pile`, drawn."""
    cards = _pile(p)
    count = min(count, len(cards))
    taken = sorted(picks(count, count, len(cards), chance.device()))
    return Entry(seat, verb, {"cards": [list(cards[at]) for at in taken]})


def take_from_pile(p: Race, cards: list[Card], say: Say) -> None:
    """Cards leave the pile; an empty pile is made anew from the discards (FA-SET-10), as in a large
    auction (X-22)."""
    if not p.deck:
        p.deck, p.discard = p.discard, []
        say("fa.deck.shuffled", "FA-SET-10", n=len(p.deck))
    for card in cards:
        p.deck.remove(card)


def drawn_card(p: Race, entry: Entry, say: Say) -> Card:
    """The one card that was turned up; out of the device's pile if it is there."""
    if not p.dealt:
        return card_of(entry.args["card"])
    (card,) = cards_of(entry.items("cards"))
    take_from_pile(p, [card], say)
    return card


# -- to the hand -----------------------------------------------------------------------------


def refill(p: Race, seat: int, count: int, clause: str) -> None:
    """The player draws as many cards as he has played (FA-MAN-9), by this clause."""
    if p.dealt:
        p.push("draw", seat, count=count, clause=clause)
    else:
        p.driver(seat).hand += [UNKNOWN] * count


def cards_due(p: Race, entry: Entry) -> bool:
    """Somebody has cards to draw."""
    return p.top("draw") is not None


def draw_asks(p: Race) -> Asks:
    """A player draws what he has played or discarded; only he sees it."""
    item = p.agenda[-1]
    prompt = text("fa.draw.prompt", who=Who(item.seat))
    menu = Menu(from_pile(p, "draw", item.number("count")))
    return menu.asks(
        (item.seat,), Kind.CHANCE, prompt, item.word("clause"), "cards",
        auto=True, secret=p.secretive,
    )  # fmt: skip


def draw_cards(p: Race, chance: Chance) -> Entry:
    """As `draw_asks`: only the device has a pile to draw from."""
    item = p.agenda[-1]
    return pile_entry(p, chance, item.seat, "draw", item.number("count"))


def take_cards(p: Race, entry: Entry, say: Say) -> None:
    """Cards are drawn to the hand, for its owner's eyes only (FA-MAN-2, FA-MAN-3, FAP-GRID-4)."""
    cards = cards_of(entry.items("cards"))
    take_from_pile(p, cards, say)
    p.driver(entry.seat).hand += cards
    item = p.agenda[-1]
    left = item.data["count"] = item.number("count") - len(cards)
    if not left:
        p.pop()
    if p.secretive:
        got = tuple(map(full_name, cards))
        say("fa.draw.got", item.word("clause"), entry.seat, stop=True, only=(entry.seat,), card=got)


def manoeuvring(p: Race, entry: Entry) -> bool:
    """Phase 2 is under way."""
    return p.phase == MANOEUVRE


def preparing(p: Race, entry: Entry) -> bool:
    """The race has not begun."""
    return p.phase == PREPARE


# -- into a slot -----------------------------------------------------------------------------


def swap_open(p: Race, entry: Entry, clause: str) -> dict[str, Arg]:
    """The player's own exchange: it moves his lane (FAP-LANE-1). Returns what is to be told."""
    seat, slot = entry.seat, SLOTS.index(entry.word("slot"))
    card = card_of(entry.args["card"])
    play_card(p, seat, card)
    put_open(p, seat, slot, card, own=True)
    refill(p, seat, 1, clause)
    what = text(f"fa.sign.{SLOTS[slot]}", card=card.value)
    return {"who": Who(seat), "what": what, "speed": p.driver(seat).speed}


def play_card(p: Race, seat: int, card: Card) -> None:
    """A card leaves the hand."""
    p.driver(seat).hand.remove(card if p.dealt else UNKNOWN)


def put_open(p: Race, seat: int, slot: int, card: Card, *, own: bool) -> None:
    """Lay a card into a slot; the one that lay there is discarded.

    ``own``: the player exchanges it himself, so the lane follows (FAP-LANE-1, I-19). The last
    exchange counts, whatever a forced one did before it (I-20, X-20).
    """
    driver = p.driver(seat)
    gone, driver.open[slot] = driver.open[slot], card
    discard(p, gone)
    if own or p.on("lane_forced"):
        driver.lane = slot


def discard(p: Race, card: Card) -> None:
    if p.dealt:
        p.discard.append(card)
