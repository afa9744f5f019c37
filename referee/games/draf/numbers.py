"""What is printed on D'raf's cards and tiles, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import OWNER, Components

#: Kinds of tiles, in the order of menus and pages; every one but plain is special (DRF-COMP-6).
PLAIN: Final = "plain"
SPECIAL: Final = ("police", "ramp", "water", "caltrops", "truck", "service", "joker")
KINDS: Final = (PLAIN, *SPECIAL)

#: A card shows no more curve symbols than that (DRF-LC-3).
MOST_CURVES: Final = 2

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
            box={kind: _within(parts, f"box_{kind}", 0, 1000) for kind in KINDS},
            rows=centimetres * MM_PER_CM // _within(parts, "row_mm", 5, 60),
            minutes=_within(parts, "minutes_per_metre", 1, 240) * centimetres // CM_PER_METRE,
            hand=_within(parts, "hand_tiles", 1, MOST_TILES),
            start_rows=_within(parts, "start_rows", 1, 8),
            too_far=_within(parts, "too_far", 1, 100),
            free_rows=_within(parts, "free_rows", 1, 100),
            police=_within(parts, "police_points", 0, 10),
            edge_rows=_within(parts, "edge_rows", 1, 100),
            colours=_colours(parts),
        )
        _enough(parts, made, players)
        return made


def _speeds(parts: Components) -> list[int]:
    speeds: list[int] = parts["speeds"]
    known = {int(name.partition("_")[2]) for name in parts if name.startswith("tiles_")}
    if sorted(speeds) != sorted(known):
        listed = ", ".join(map(str, sorted(known)))
        raise parts.wrong("speeds", f"wants each of {listed} once")
    return sorted(speeds)


def _card(parts: Components, speed: int) -> Card:
    most = len(parts["speeds"])
    return Card(
        tiles=_within(parts, f"tiles_{speed}", 1, MOST_TILES),
        curves=_within(parts, f"curves_{speed}", 0, MOST_CURVES),
        triangles=_within(parts, f"triangles_{speed}", 0, most),
    )


def _colours(parts: Components) -> tuple[str, ...]:
    colours = tuple(parts["colours"])
    if len(set(colours)) < len(colours) or len(colours) < 5:
        raise parts.wrong("colours", "wants five different colours")
    return colours


def _within(parts: Components, name: str, low: int, high: int) -> int:
    value: int = parts[name]
    if not low <= value <= high:
        raise parts.wrong(name, f"found {value}, wants {low} to {high}")
    return value


def _enough(parts: Components, made: Numbers, players: int) -> None:
    """Rows to drive on, and tiles for the start and every hand (DRF-SET-2, DRF-SET-8)."""
    if made.rows <= made.start_rows:
        detail = f"{made.rows} rows fit, the start takes {made.start_rows}"
        raise parts.wrong(_given(parts, "row_mm", "start_rows"), detail)
    for speed, card in made.cards.items():
        if card.tiles > made.hand:
            name = _given(parts, f"tiles_{speed}", "hand_tiles")
            raise parts.wrong(name, f"{card.tiles} tiles to lay, {made.hand} in a hand")
    start = made.start_rows * players
    if (plain := made.box[PLAIN]) < start:
        name = _given(parts, f"box_{PLAIN}", "start_rows")
        raise parts.wrong(name, f"found {plain} plain tiles, the start rows want {start}")
    needed, total = start + made.hand * players, sum(made.box.values())
    if total < needed:
        name = _given(parts, *(f"box_{kind}" for kind in KINDS), "hand_tiles", "start_rows")
        raise parts.wrong(name, f"{total} tiles in all, {players} players want {needed}")


def _given(parts: Components, *names: str) -> str:
    """Of numbers that do not go together the one that the owner gave, else the first."""
    return next((name for name in names if parts.of(name).status == OWNER), names[0])
