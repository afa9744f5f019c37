"""Phase 2: nothing, a manoeuvre, or better hand cards."""

from __future__ import annotations

from referee.game import Chance, Entry, Kind, Menu, No, Pick, Say, Text, Who, picks, text
from referee.games.fette_autos.asking import Asks, distinct, in_hand, lying, slots
from referee.games.fette_autos.cards import ARROWS, SLOTS, cards_of, plains
from referee.games.fette_autos.pile import refill, swap_open
from referee.games.fette_autos.position import Race


def mover(p: Race) -> int:
    """Whose turn it is in phase 2; 0 when all have had theirs."""
    for car in p.places:
        if car > 0 and car not in p.done:
            return car
    return 0


def movers_left(p: Race, entry: Entry) -> bool:
    """Somebody has not had his turn in phase 2 (FA-RND-2)."""
    return bool(mover(p))


def manoeuvre_asks(p: Race) -> Asks:
    """Exactly one of three: nothing, a manoeuvre, or better hand cards (FA-MAN-1)."""
    seat = mover(p)
    hand = p.driver(seat).hand
    no = None if hand else No("fa.why.no-hand", "FA-MAN-9")
    cards = {"cards": Pick(1, len(hand), plains(sorted(hand)))} if p.dealt else {}
    menu = Menu()
    menu.add("exchange", no, slot=slots(p, seat, range(len(SLOTS))), card=in_hand(p, seat))
    menu.add("keep")
    menu.add("optimise", no, **cards)
    prompt = text("fa.manoeuvre.prompt", cards=lying(p, seat, kinds=True), limit=_limit(p))
    return menu.asks((seat,), Kind.DECISION, prompt, "FA-MAN-1", secret=p.secretive)


def draw_manoeuvre(p: Race, chance: Chance) -> Entry | None:
    """Any of the three, with cards of the device."""
    if not p.dealt:
        return None
    seat, below = mover(p), chance.below
    hand = sorted(p.driver(seat).hand)
    which = below(3) if hand else 1
    if which == 0:
        cards = distinct(hand)
        slot = SLOTS[below(len(SLOTS))]
        return Entry(seat, "exchange", {"slot": slot, "card": list(cards[below(len(cards))])})
    if which == 1:
        return Entry(seat, "keep")
    taken = sorted(picks(1, len(hand), len(hand), below))
    return Entry(seat, "optimise", {"cards": [list(hand[at]) for at in taken]})


def _limit(p: Race) -> Text:
    if not p.now.limit:
        return text("fa.straight")
    return text("fa.limit", side=ARROWS[p.now.side], limit=p.now.limit)


def exchange_card(p: Race, entry: Entry, say: Say) -> None:
    """A hand card replaces an open one; one card is drawn (FA-MAN-2)."""
    done = swap_open(p, entry, "FA-MAN-2")
    say(text("fa.exchange.done", **done), "FA-MAN-2", entry.seat)


def optimise(p: Race, entry: Entry, say: Say) -> None:
    """Hand cards are discarded and as many drawn; the open cards stay (FA-MAN-3)."""
    cards = cards_of(entry.items("cards")) if entry.has("cards") else []
    for card in cards:
        p.driver(entry.seat).hand.remove(card)
        p.discard.append(card)
    if cards:
        refill(p, entry.seat, len(cards), "FA-MAN-3")
        say("fa.optimise.done", "FA-MAN-3", entry.seat, who=Who(entry.seat), n=len(cards))


def moved(p: Race, entry: Entry, say: Say) -> None:
    """His turn in phase 2 is over (FA-MAN-1)."""
    p.done.append(mover(p))
    p.paid = 0
    p.braked = []
