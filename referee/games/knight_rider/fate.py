"""What a die does to a car: where it slides to, how it lies then."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a car: ``back`` fields, then turned round, or on its roof."""

    key: str
    clause: str
    back: int = 0
    turned: bool = False
    roof: bool = False
