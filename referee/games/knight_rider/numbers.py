"""What is printed on Knight Rider's cards, cars and tableaus, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.game import Components, text
from referee.games.knight_rider.board.parts import BARRIER, Parts
from referee.games.knight_rider.board.sides import SIDES, rotated

#: Kinds of K.I.T.T. cards and of diversion cards, in the order of menus and pages.
KITT = ("shield", "turbo1", "turbo2", "jump")
DIVERSIONS = ("left", "straight", "right", "dead_end", "roadblock")

#: What the points buy (KR-MOV-2, KR-MOV-3, KR-MOV-5; the landing after a jump: KR-KIT-9).
COST: Final = {"step": 1, "turn": 1, "uturn": 2, "jump": 1}

#: Tiles that lead a road on, at least: with fewer, tracks join so little that cars find no start.
THROUGH = 18

#: What the numbers of the tableaus are made of (KR-CMP-9).
DIGITS: Final = ("tableau_digits",)

#: Copies of a kind of card, and cars of a colour, at most; whole fields of an arm.
MOST: Final = 99
MOST_FIELDS: Final = 4

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
        parts.table("kitt_cards", players, MOST)
        parts.table("diversion_cards", players, MOST)
        return made

    @classmethod
    def _whole(cls, parts: Components) -> Numbers:
        digits = parts.numbers("tableau_digits", 1, 9)
        cars = parts.table("cars", 1, MOST)
        made = cls(
            tableaus=tuple(10 * tens + ones for tens in digits for ones in digits),
            centre=parts.number("centre_tableaus", 1, len(digits) ** 2 - 1, DIGITS),
            cards=parts["cards"],
            cars=sum(cars.values()),
            kitt={kind: parts["kitt_cards"][kind] for kind in KITT},
            diversions={kind: parts["diversion_cards"][kind] for kind in DIVERSIONS},
            diversion_limit=parts.number("diversion_limit", 1, 9),
            field_cars=parts.number("field_cars", 1, 9),
            arrows=_arrows(parts),
            grid=_grid(parts),
            black=cars["black"],
            parts=_parts(parts),
            tracks={name: tuple(order) for name, order in parts["tracks"].items()},
        )
        cards = sum(made.kitt.values()) + sum(made.diversions.values()) + len(made.arrows)
        _agree(parts, "cards", cards, ("kitt_cards", "diversion_cards", "escape_arrows"))
        _agree(parts, "tableaus", len(made.tableaus), DIGITS)
        if sorted(made.parts.arms) != sorted(made.tableaus):
            raise parts.wrong("tiles", text("kr.box.tiles"), of=DIGITS)
        for name, order in made.tracks.items():
            if sorted(order) != sorted(made.tableaus):
                raise parts.wrong("tracks", text("kr.box.track"), name, DIGITS)
        return made


def _grid(parts: Components) -> tuple[int, int]:
    """Columns and rows of the picture on an escape card; its arrow begins in the middle."""
    found = parts.numbers("escape_grid", 1, 15, 2)
    if len(found) > 2 or not all(number % 2 for number in found):
        raise parts.wrong("escape_grid", text("kr.box.grid"))
    columns, rows = found
    return columns, rows


def _arrows(parts: Components) -> tuple[tuple[int, int], ...]:
    """Where the arrows of the escape cards lead, east and north, inside their pictures."""
    columns, rows = _grid(parts)
    found = []
    for arrow in parts["escape_arrows"]:
        inside = len(arrow) == 2 and abs(arrow[0]) <= columns // 2 and abs(arrow[1]) <= rows // 2
        if not inside or arrow == [0, 0]:
            detail = text("kr.box.arrow", arrow=str(arrow), east=columns // 2, north=rows // 2)
            raise parts.wrong("escape_arrows", detail, of=("escape_grid",))
        found.append((arrow[0], arrow[1]))
    if not found:
        raise parts.wrong("escape_arrows", text("components.few", found=0, low=1))
    return tuple(found)


def _parts(parts: Components) -> Parts:
    """Tableaus and diversion cards as the board in the device knows them."""
    arms = {int(n): _sides(parts, "tiles", n, said) for n, said in parts["tiles"].items()}
    long = sum(len(sides) > 1 for sides in arms.values())
    if long < THROUGH:
        raise parts.wrong("tiles", text("kr.box.through", n=long, least=THROUGH))
    shapes = {
        kind: None if said == BARRIER else _sides(parts, "diversion_shapes", kind, said)
        for kind, said in parts["diversion_shapes"].items()
    }
    return Parts(arms, parts.number("full_fields_per_arm", 0, MOST_FIELDS), shapes)


def _sides(parts: Components, name: str, entry: str, said: str) -> str:
    """Sides with a road, in the order of `SIDES`."""
    if not said or len(set(said)) < len(said) or not set(said) <= set(SIDES):
        raise parts.wrong(name, text("kr.box.sides", found=said[:9], known=", ".join(SIDES)), entry)
    return rotated(said, 0)


def _agree(parts: Components, name: str, found: int, of: Sequence[str]) -> None:
    if found != parts[name]:
        raise parts.wrong(name, text("components.sum", found=found, said=parts[name]), of=of)
