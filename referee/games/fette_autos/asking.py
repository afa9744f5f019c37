"""What asks of several moments have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.game import Ask, Kind, Menu, No, OneOf, Text, text
from referee.games.fette_autos.cards import SLOTS, Card, plains
from referee.games.fette_autos.position import Race

Asks = tuple[Ask, ...]

#: The buttons of the open cards, from left to right.
KEYS: Final = ("up", "ok", "down")


def values(p: Race) -> OneOf:
    """The value of a card on the table (FA-SET-2)."""
    return OneOf(p.numbers.tempo_values, "number")


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(sorted(cards)))


def in_hand(p: Race, seat: int) -> OneOf:
    """A card of this player's hand; on the table any value."""
    return OneOf(plains(distinct(p.driver(seat).hand)), "buttons") if p.dealt else values(p)


def slots(p: Race, seat: int, found: Iterable[int]) -> OneOf:
    """One of these open cards, by its place; beside it what lies there."""
    taken, cards = tuple(found), lying(p, seat, kinds=True)
    names, notes = (tuple(SLOTS[slot] for slot in taken), tuple(cards[slot] for slot in taken))
    return OneOf(names, "buttons", notes, keys=tuple(KEYS[slot] for slot in taken))


def slot_ask(p: Race, seat: int, found: list[int], prompt: Text, clause: str) -> Ask:
    """Several open cards qualify equally: their owner picks one (FA-SIGN-8, FA-MAN-7)."""
    menu = Menu()
    menu.add("pick", slot=slots(p, seat, found))
    for slot, name in enumerate(SLOTS):
        if slot not in found:
            menu.refuse("pick", No("fa.why.slot", clause), slot=name)
    return menu.ask((seat,), Kind.DECISION, prompt, clause)


def lying(p: Race, seat: int, *, kinds: bool = False) -> tuple[Text, ...]:
    """A player's open cards from left to right, the lane's in brackets (FAP-LANE-2)."""
    driver = p.driver(seat)
    lane = driver.lane if p.on("lane") else None
    return tuple(
        text(
            "fa.card.lane" if slot == lane else "fa.card.brief",
            value=card.value,
            kind=text(f"drawn.{card.kind}") if kinds and card.kind else "",
        )
        for slot, card in enumerate(driver.open)
    )


def full_name(card: Card) -> Text:
    """A card of the device in a sentence."""
    return text("fa.card.full", value=card.value, kind=text(f"fa.kind.{card.kind}"))
