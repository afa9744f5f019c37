"""Tempo cards and track cards: what they are called, and what is printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.game import Plain, Shaped

#: The open cards from left to right, and the cars' lanes (FA-SET-8, FAP-LANE-2).
SLOTS: Final = ("left", "middle", "right")
MIDDLE: Final = 1

#: Signs of track cards (FA-SET-3), and the kind of tempo card that each of them fits (FA-SIGN-10).
KIND_OF: Final = {
    "down": "slope", "up": "slope", "wind_left": "wind", "wind_right": "wind",
    "bump": "bump", "jam": "jam",
}  # fmt: skip
SIGNS: Final = tuple(KIND_OF)
KINDS: Final = ("slope", "wind", "bump", "jam")

#: Forms of track cards. The lane that is the ideal line (FAP-LANE-3) stands in `IDEAL`.
STRAIGHT: Final = "straight"
SIDES: Final = ("left", "right")
IDEAL: Final = {STRAIGHT: 1, "left": 0, "right": 2}

#: How they are drawn.
ARROWS: Final = {"left": "←", "right": "→", STRAIGHT: "↑"}


class Card(NamedTuple):
    """A tempo card. ``kind`` is empty where it was not told, ``value`` 0 where it is not known."""

    value: int
    kind: str = ""


#: A card in the hand of a player whose cards lie on the table.
UNKNOWN: Final = Card(0)


class Section(NamedTuple):
    """A track card. ``form``: ``straight``, or side and limit: ``left70``."""

    form: str
    sign: str

    @property
    def limit(self) -> int:
        """The most that may be driven in this curve; 0: a straight has none (FA-MAN-5)."""
        digits = self.form.lstrip("abcdefghijklmnopqrstuvwxyz")
        return int(digits or 0)

    @property
    def ideal(self) -> int:
        """The slot that is the ideal line here (FAP-LANE-3)."""
        return IDEAL[self.side]

    @property
    def side(self) -> str:
        """``left``, ``right`` or ``straight``."""
        return self.form.rstrip("0123456789")

    @property
    def kind(self) -> str:
        """The tempo cards that match its sign (FA-SIGN-10)."""
        return KIND_OF[self.sign]


def curve(side: str, limit: int) -> str:
    """The form of a curve."""
    return f"{side}{limit}"


def plains(cards: Sequence[Card | Section]) -> tuple[Plain, ...]:
    """The cards as values of a field."""
    return tuple(list(card) for card in cards)


def card_of(value: Shaped) -> Card:
    """A card of an entry: with its kind out of the device, a bare value from the table."""
    return Card(*value) if isinstance(value, list) else Card(value)


def cards_of(values: Sequence[Shaped]) -> list[Card]:
    """Tempo cards from an entry, each as its value and kind."""
    return [Card(*value) for value in values]


def sections_of(values: Sequence[Shaped]) -> list[Section]:
    """Track cards from an entry, each as its form and sign."""
    return [Section(*value) for value in values]


def total(cards: Sequence[Card]) -> int:
    """The speed that these cards show (FA-SET-9)."""
    return sum(card.value for card in cards)
