"""The Hasen in phase 3: whom they attack, and the cards that are turned up for them."""

from __future__ import annotations

from referee.game import Arg, Chance, Entry, Kind, Menu, No, Say, Who, text
from referee.games.fette_autos.asking import Asks, values
from referee.games.fette_autos.cards import total
from referee.games.fette_autos.pile import drawn_card, from_pile, pile_entry
from referee.games.fette_autos.position import Poker, Race, present_poker

# -- which one, and whom it attacks ----------------------------------------------------------


def sticker(p: Race, car: int) -> int:
    """The value that a Hase carries, the first ones the highest (FAP-INDIV-1, FAP-INDIV-4); 0
    without this rule.

    It is the car's wherever it drives (FAP-INDIV-5, I-18), and in every attack of a chain (X-3).
    """
    return p.numbers.stickers[-car - 1] if p.on("indiv") else 0


def named(p: Race, car: int) -> Arg:
    """A car in a sentence: its player's name, or Hase (with its sticker)."""
    if car > 0:
        return Who(car)
    value = sticker(p, car)
    return text("fa.hase-with", value=value) if value else text("fa.hase")


def hase_attacks(p: Race, entry: Entry) -> bool:
    """A Hase attacks exactly when a player is directly ahead (FA-HASE-4, FAP-EQUAL-1), be it the
    one who sides with it (FAP-TEAM-7)."""
    return p.at > 1 and p.acting < 0 and p.acting not in p.out and p.ahead(p.acting) > 0


def hase_acts(p: Race, entry: Entry) -> bool:
    """The car that has overtaken is a Hase: it attacks once in a phase (FA-HASE-5)."""
    return p.acting < 0


# -- its cards -------------------------------------------------------------------------------


def hase_speed(p: Race, poker: Poker) -> int:
    """What the Hase's cards and sticker show so far."""
    return total(poker.cards) + sticker(p, poker.hase)


def _count(p: Race, poker: Poker) -> int:
    """The Hase's cards; the sticker counts as the first one (FAP-INDIV-3, I-17)."""
    return len(poker.cards) + bool(p.on("indiv"))


def first_cards_due(p: Race, entry: Entry) -> bool:
    """The Hase's first cards are turned up before the stake (FA-HASE-3, FAP-INDIV-2)."""
    return _lacks_first(p, present_poker(p))


def _lacks_first(p: Race, poker: Poker) -> bool:
    """Whether the Hase still lacks a card of those seen before the stake (FA-HASE-3)."""
    return bool(poker.hase) and _count(p, poker) < p.numbers.hase_first_cards


def more_cards_due(p: Race, entry: Entry) -> bool:
    """The Hase gets a further card, after the stake, also in curves (FA-HASE-1, FA-HASE-2, I-6).

    With Gefährliche Hasen a fourth one on straights while the sum is below the line, never a fifth
    (FAP-DANGER-2, FAP-DANGER-4); in curves three stay the most (FAP-DANGER-6). The sticker counts
    as one (X-2).
    """
    return _gets_more(p, present_poker(p))


def _gets_more(p: Race, poker: Poker) -> bool:
    if not poker.hase:
        return False
    count, speed, limit = _count(p, poker), hase_speed(p, poker), p.now.limit
    if limit:
        below = speed <= limit if p.on("danger") else speed < limit
        return below and count < p.numbers.hase_curve_max
    if count < p.numbers.hase_straight_cards:
        return True
    dangerous = p.on("danger") and speed < p.numbers.danger_line
    return dangerous and count < p.numbers.danger_cards


def cards_to_come(p: Race, poker: Poker) -> tuple[int, int]:
    """How many cards the Hase gets after the stake, at least and at most (FA-HASE-3)."""
    if not _gets_more(p, poker):
        return 0, 0
    count, numbers = _count(p, poker), p.numbers
    if p.now.limit:
        return 1, numbers.hase_curve_max - count
    least = max(numbers.hase_straight_cards - count, 1)
    dangerous = p.on("danger") and hase_speed(p, poker) < numbers.danger_line
    return least, numbers.danger_cards - count if dangerous else least


def hase_asks(p: Race) -> Asks:
    """The next card of the Hase, before the stake or after it (FA-HASE-1, FA-HASE-2, FA-HASE-3)."""
    poker = present_poker(p)
    count = len(poker.cards) + 1
    clause = _clause(p, poker)
    prompt = text("fa.hase-in.prompt", hase=named(p, poker.hase), number=count)
    seats = poker.players[:1]
    if p.dealt:
        menu = Menu(from_pile(p, "turn_up"))
        return menu.asks(seats, Kind.CHANCE, prompt, clause, "cards", auto=True)
    menu = Menu()
    menu.add("turn_up", card=values(p))
    if poker.stakes:  # after the stake there are no more chips
        late = "FAP-DANGER-3" if clause == "FAP-DANGER-2" else "FA-HASE-3"
        menu.refuse("stake", No("fa.why.no-more", late))
    return menu.asks(seats, Kind.CHANCE, prompt, clause, "cards")


def draw_hase(p: Race, chance: Chance) -> Entry | None:
    """The device turns up the next card."""
    return pile_entry(p, chance, present_poker(p).players[0], "turn_up") if p.dealt else None


def _clause(p: Race, poker: Poker) -> str:
    """The clause by which the Hase gets its next card."""
    if p.on("indiv") and _lacks_first(p, poker):
        return "FAP-INDIV-2"
    if not p.now.limit:
        fourth = _count(p, poker) >= p.numbers.hase_straight_cards
        return "FAP-DANGER-2" if fourth else "FA-HASE-1"
    exactly = not _lacks_first(p, poker) and hase_speed(p, poker) == p.now.limit
    return "FAP-DANGER-5" if exactly else "FA-HASE-2"


def add_hase_card(p: Race, entry: Entry, say: Say) -> None:
    """A card is turned up for the Hase (FA-HASE-1, FA-HASE-2, FA-HASE-6)."""
    present_poker(p).cards.append(drawn_card(p, entry, say))
