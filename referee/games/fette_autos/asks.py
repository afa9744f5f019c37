"""What the asks of all parts of a race have in common."""

from __future__ import annotations

from collections.abc import Iterable

from referee.game import OneOf, Option, Pick, Text, text
from referee.games.fette_autos.cards import SLOTS, Card, plains
from referee.games.fette_autos.position import Race
from referee.games.fette_autos.rules import pile


def from_pile(p: Race, verb: str, count: int = 1) -> Option:
    """The device draws so many cards (fewer, if the pile has no more)."""
    cards = pile(p)
    count = min(count, len(cards))
    return Option(verb, {"cards": Pick(count, count, plains(cards))})


def values(p: Race) -> OneOf:
    """The value of a card on the table (FA-SET-2)."""
    return OneOf(p.numbers.tempo_values, "number")


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(sorted(cards)))


def in_hand(p: Race, seat: int) -> OneOf:
    """A card of this player's hand; on the table any value."""
    return OneOf(plains(distinct(p.driver(seat).hand))) if p.dealt else values(p)


def slots(p: Race, seat: int, found: Iterable[int]) -> OneOf:
    """One of these open cards, by its place; beside it what lies there."""
    taken, cards = tuple(found), lying(p, seat, kinds=True)
    return OneOf(tuple(SLOTS[slot] for slot in taken), notes=tuple(cards[slot] for slot in taken))


def shy(p: Race) -> bool:
    """Whether what a player can pay must not be seen by others (FAP-HIDE-1)."""
    return p.secretive and p.hiding


def lying(p: Race, seat: int, *, kinds: bool = False) -> tuple[Text, ...]:
    """A player's open cards from left to right, the lane's in brackets (FAP-LANE-2)."""
    driver = p.driver(seat)
    lane = driver.lane if p.on("lane") else None
    return tuple(
        text(
            "fa.card.lane" if slot == lane else "fa.card.brief",
            value=card.value,
            kind=text(f"fa.letter.{card.kind}") if kinds and card.kind else "",
        )
        for slot, card in enumerate(driver.open)
    )


def full_name(card: Card) -> Text:
    """A card of the device in a sentence."""
    return text("fa.card.full", value=card.value, kind=text(f"fa.kind.{card.kind}"))
