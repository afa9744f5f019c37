"""A round begins: all choose their speed, and act in its order (phase 1)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Ask, Chance, Entry, Kind, Menu, No, Say, Text, Who, text
from referee.games.draf.numbers import Card
from referee.games.draf.position import Draf


def begin_round(p: Draf, entry: Entry, say: Say) -> None:
    """All choose, in clockwise order from the marker's holder (DRF-RND-1, DRF-SPD-1)."""
    p.round += 1
    p.turn = 0
    p.queue = [p.marker]
    while (seat := p.left_of(p.queue[-1])) != p.marker:
        p.queue.append(seat)


def all_chosen(p: Draf, entry: Entry) -> bool:
    """Everybody has been asked (DRF-ACT-1)."""
    return not p.queue


def choose_asks(p: Draf) -> tuple[Ask, ...]:
    """One card, open, none that another has played; nobody may pass (DRF-SPD-1, DRF-SPD-2,
    DRF-SPD-4, INT-DRF-4). The middle of the hand is suggested."""
    seat = p.queue[0]
    cards = middle_first(playable(p, seat))
    why = dict.fromkeys(cards) | {card: why_no_speed(p, seat, card) for card in p.numbers.cards}
    menu = Menu()
    menu.choose("play", "card", why, notes=notes(p, cards))
    menu.refuse("pass", No("drf.why.must-play", "DRF-SPD-4"))
    return menu.asks((seat,), Kind.DECISION, text("drf.choose.prompt"), "DRF-SPD-1")


def middle_first(cards: list[int]) -> list[int]:
    return cards[len(cards) // 2 :] + cards[: len(cards) // 2]


def draw_card(p: Draf, chance: Chance) -> Entry:
    seat = p.queue[0]
    cards = middle_first(playable(p, seat))
    return Entry(seat, "play", {"card": cards[chance.below(len(cards))]})


def notes(p: Draf, cards: Sequence[int]) -> list[Text]:
    """What the cards allow and cost, beside their speed (DRF-SPD-5)."""
    return [_note(p.numbers.cards[card]) for card in cards]


def _note(card: Card) -> Text:
    curves = text("drf.curves", n=card.curves)
    return text("drf.note.card", tiles=card.tiles, curves=curves, n=card.triangles)


def why_no_speed(p: Draf, seat: int, card: int) -> No | None:
    """Why this card may not be played (DRF-SPD-2, DRF-CARD-1)."""
    if card not in p.driver(seat).hand:
        return No("drf.why.lost", "DRF-CARD-1")
    taken = next((other for other in p.active if p.driver(other).played == card), 0)
    return No("drf.why.taken", "DRF-SPD-2", {"who": Who(taken)}) if taken else None


def playable(p: Draf, seat: int) -> list[int]:
    """The cards that a player may choose from (DRF-SPD-2)."""
    return [card for card in p.driver(seat).hand if why_no_speed(p, seat, card) is None]


def play_card(p: Draf, entry: Entry, say: Say) -> None:
    """The card lies in front of its player for this round (DRF-SPD-5)."""
    driver = p.driver(p.queue.pop(0))
    driver.played, driver.kept = entry.number("card"), True
    driver.hand.remove(driver.played)


def nothing_playable(p: Draf, entry: Entry) -> bool:
    """All his cards are taken by others, or he has none (DRF-SPD-3, DRF-CARD-6)."""
    seat = p.queue[0]
    hand = p.driver(seat).hand
    return all(why_no_speed(p, seat, card) is not None for card in hand)


def sit_out(p: Draf, entry: Entry, say: Say) -> None:
    """He neither lays nor drives this round, and is in the game as before (DRF-SPD-3, DRF-SPD-6,
    INT-DRF-1)."""
    seat = p.queue.pop(0)
    stranded = not p.driver(seat).hand
    key, clause = ("stranded", "DRF-CARD-6") if stranded else ("out", "DRF-SPD-3")
    say(f"drf.sit.{key}", clause, seat, stop=True, who=Who(seat))


def order_by_speed(p: Draf, entry: Entry, say: Say) -> None:
    """The slowest acts first; no two are equally fast (DRF-ACT-1, DRF-ACT-2)."""
    chosen = [seat for seat in p.active if p.driver(seat).played]
    p.queue = sorted(chosen, key=lambda seat: p.driver(seat).played)
