"""Oil slicks (phase 2, c.; the oil table)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.game import Ask, Entry, No, Say, text
from referee.games.knight_rider import asking, points, ram
from referee.games.knight_rider.fate import Fate
from referee.games.knight_rider.position import Knight

#: The die of the player on an oil slick.
OIL: Final[Mapping[int, Fate]] = {
    1: Fate("kr.fate.roof", "KR-OLT-1", roof=True),
    2: Fate("kr.fate.back", "KR-OLT-2", back=2),
    3: Fate("kr.fate.back", "KR-OLT-3", back=1),
    4: Fate("kr.fate.turned", "KR-OLT-4", turned=True),
    5: Fate("kr.fate.nothing", "KR-OLT-5"),
    6: Fate("kr.fate.nothing", "KR-OLT-6"),
}


def why_no_oil(p: Knight) -> No | None:
    """Why the car can't have ended behind another one (KR-OIL-3): its move must be over, rams and
    all (KR-OIL-5)."""
    if no := points.why_no_end(p):
        return no
    return None if points.others_on_road(p) else No("kr.why.nobody-on-road", "KR-OIL-3")


def oil_asks(p: Knight) -> tuple[Ask, ...]:
    """The player on turn rolls for the slick (KR-OIL-2), once even behind two cars (KR-OIL-4,
    KR-INT-27)."""
    return asking.one_die(p.turn, text("kr.oil.prompt"), "KR-OIL-2")


def slip(p: Knight, entry: Entry, say: Say) -> None:
    """The oil table applies to the car of the player on turn (KR-OLT-1, KR-OLT-2, KR-OLT-3,
    KR-OLT-4, KR-OLT-5, KR-OLT-6).

    No slide leads to another roll (KR-OIL-6), and even on its roof the turn goes on (KR-INT-29).
    """
    ram.suffer(p, p.turn, OIL[entry.die()], say)
