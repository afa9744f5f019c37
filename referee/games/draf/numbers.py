"""What is printed on D'raf's cards and tiles, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import Components, text

#: Kinds of tiles, in the order of menus and pages; every one but plain is special (DRF-COMP-6).
PLAIN: Final = "plain"
SPECIAL: Final = ("police", "ramp", "water", "caltrops", "truck", "service", "joker")
KINDS: Final = (PLAIN, *SPECIAL)

#: A card shows no more curve symbols than that (DRF-LC-3).
MOST_CURVES: Final = 2

#: Every player has a colour.
PLAYERS: Final = 5

#: A hand holds no more tiles than that.
MOST_TILES: Final = 20

MM_PER_CM: Final = 10
CM_PER_METRE: Final = 100


@dataclass(frozen=True, slots=True)
class Card:
    """A speed card: tiles to lay, lane changes, cards lost in a crash (DRF-SPD-5; UNK-DRF-1,
    UNK-DRF-2, UNK-DRF-3)."""

    tiles: int
    curves: int
    triangles: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """``cards`` by speed; ``rows``: the last row that fits on the table (DRF-SET-1); ``minutes``:
    how long the match is likely to be (DRF-COMP-5)."""

    cards: Mapping[int, Card]
    box: Mapping[str, int]
    rows: int
    minutes: int
    hand: int
    start_rows: int
    too_far: int
    free_rows: int
    police: int
    edge_rows: int
    colours: tuple[str, ...]

    @classmethod
    def of(cls, parts: Components, players: int, centimetres: int) -> Numbers:
        """Raises `ComponentsError` for a number that makes no sense, or for too few tiles."""
        speeds = _speeds(parts)
        made = cls(
            cards={speed: _card(parts, speed) for speed in speeds},
            box={kind: parts.number(f"box_{kind}", 0, 1000) for kind in KINDS},
            rows=centimetres * MM_PER_CM // parts.number("row_mm", 5, 60),
            minutes=parts.number("minutes_per_metre", 1, 240) * centimetres // CM_PER_METRE,
            hand=parts.number("hand_tiles", 1, MOST_TILES),
            start_rows=parts.number("start_rows", 1, 8),
            too_far=parts.number("too_far", 1, 100),
            free_rows=parts.number("free_rows", 1, 100),
            police=parts.number("police_points", 0, 10),
            edge_rows=parts.number("edge_rows", 1, 100),
            colours=parts.words("colours", PLAYERS),
        )
        _enough(parts, made, players)
        return made


def _speeds(parts: Components) -> list[int]:
    speeds: list[int] = parts["speeds"]
    known = sorted(int(name.partition("_")[2]) for name in parts if name.startswith("tiles_"))
    if sorted(speeds) != known:
        listed = ", ".join(map(str, known))
        raise parts.wrong("speeds", text("components.all-of", known=listed))
    return known


def _card(parts: Components, speed: int) -> Card:
    most = len(parts["speeds"])
    return Card(
        tiles=parts.number(f"tiles_{speed}", 1, MOST_TILES),
        curves=parts.number(f"curves_{speed}", 0, MOST_CURVES),
        triangles=parts.number(f"triangles_{speed}", 0, most),
    )


def _enough(parts: Components, made: Numbers, players: int) -> None:
    """Rows to drive on, and tiles for the start and every hand (DRF-SET-2, DRF-SET-8)."""
    if made.rows <= made.start_rows:
        detail = text("drf.box.rows", rows=made.rows, start=made.start_rows)
        raise parts.wrong("row_mm", detail, of=("start_rows",))
    for speed, card in made.cards.items():
        if card.tiles > made.hand:
            detail = text("drf.box.hand", n=card.tiles, hand=made.hand)
            raise parts.wrong(f"tiles_{speed}", detail, of=("hand_tiles",))
    start = made.start_rows * players
    if (plain := made.box[PLAIN]) < start:
        detail = text("drf.box.plain", n=plain, start=start)
        raise parts.wrong(f"box_{PLAIN}", detail, of=("start_rows",))
    needed, total = start + made.hand * players, sum(made.box.values())
    if total < needed:
        detail = text("drf.box.tiles", total=total, players=players, needed=needed)
        first, *others = (f"box_{kind}" for kind in KINDS)
        raise parts.wrong(first, detail, of=(*others, "hand_tiles", "start_rows"))
