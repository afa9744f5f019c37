"""What is printed on Knight Rider's cards, cars and tableaus, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game import Components
from referee.games.knight_rider.board.parts import BARRIER, Parts
from referee.games.knight_rider.board.sides import SIDES, rotated

#: Kinds of K.I.T.T. cards and of diversion cards, in the order of menus and pages.
KITT = ("shield", "turbo1", "turbo2", "jump")
DIVERSIONS = ("left", "straight", "right", "dead_end", "roadblock")

#: Tiles that lead a road on, at least: with fewer, tracks join so little that cars find no start.
THROUGH = 18

#: The "tableau" of diversions of which the referee was not told where they lie.
SOMEWHERE = "0"


@dataclass(frozen=True, slots=True)
class Numbers:
    """``kitt``/``diversions``: copies of every kind. ``arrows``: card n is ``arrows[n - 1]``.

    ``tracks``: tracks with a name, by the order in which the box lays their tableaus.
    """

    tableaus: tuple[int, ...]
    centre: int
    cards: int
    cars: int
    kitt: Mapping[str, int]
    diversions: Mapping[str, int]
    diversion_limit: int
    field_cars: int
    arrows: tuple[tuple[int, int], ...]
    grid: tuple[int, int]
    black: int
    parts: Parts
    tracks: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, parts: Components, players: int) -> Numbers:
        """Raises `ComponentsError` for a set that does not add up (KR-CMP-1), or is too small."""
        made = parts.once(cls._whole)
        for name, copies in (("kitt_cards", made.kitt), ("diversion_cards", made.diversions)):
            if min(copies.values()) < players:
                raise parts.wrong(name, f"wants {players} of every kind for {players} players")
        return made

    @classmethod
    def _whole(cls, parts: Components) -> Numbers:
        digits = parts["tableau_digits"]
        columns, rows = parts["escape_grid"]
        made = cls(
            tableaus=tuple(10 * tens + ones for tens in digits for ones in digits),
            centre=parts["centre_tableaus"],
            cards=parts["cards"],
            cars=sum(parts["cars"].values()),
            kitt={kind: parts["kitt_cards"][kind] for kind in KITT},
            diversions={kind: parts["diversion_cards"][kind] for kind in DIVERSIONS},
            diversion_limit=parts["diversion_limit"],
            field_cars=parts["field_cars"],
            arrows=tuple((east, north) for east, north in parts["escape_arrows"]),
            grid=(columns, rows),
            black=parts["cars"]["black"],
            parts=_parts(parts),
            tracks={name: tuple(order) for name, order in parts["tracks"].items()},
        )
        cards = sum(made.kitt.values()) + sum(made.diversions.values()) + len(made.arrows)
        _agree(parts, "cards", cards)
        _agree(parts, "tableaus", len(made.tableaus))
        if set(made.parts.arms) != set(made.tableaus):
            raise parts.wrong("tiles", "wants every tile, from 11 to 66, and no other")
        for name, order in made.tracks.items():
            if sorted(order) != sorted(made.tableaus):
                raise parts.wrong("tracks", f"{name} needs every tableau once")
        return made


def _parts(parts: Components) -> Parts:
    """Tableaus and diversion cards as the board in the device knows them."""
    arms = {int(n): _sides(parts, "tiles", n, said) for n, said in parts["tiles"].items()}
    long = sum(len(sides) > 1 for sides in arms.values())
    if long < THROUGH:
        detail = f"{long} tiles have two roads or more: at least {THROUGH} must, or no track joins"
        raise parts.wrong("tiles", detail)
    shapes = {
        kind: None if said == BARRIER else _sides(parts, "diversion_shapes", kind, said)
        for kind, said in parts["diversion_shapes"].items()
    }
    if parts["full_fields_per_arm"] < 0:
        raise parts.wrong("full_fields_per_arm", "wants 0 or more")
    return Parts(arms, parts["full_fields_per_arm"], shapes)


def _sides(parts: Components, name: str, entry: str, said: str) -> str:
    """Sides with a road, in the order of `SIDES`."""
    if not said or len(set(said)) < len(said) or not set(said) <= set(SIDES):
        letters = ", ".join(SIDES)
        detail = f'found "{said}", wants each side with a road once, of {letters}, such as "NES"'
        raise parts.wrong(name, detail, entry)
    return rotated(said, 0)


def _agree(parts: Components, name: str, found: int) -> None:
    if found != parts[name]:
        raise parts.wrong(name, f"the parts add up to {found}, the whole says {parts[name]}")
