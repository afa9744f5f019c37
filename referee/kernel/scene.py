"""What a game wants shown, as data. How it looks on a panel is the table's business.

A scene goes with the open asks: the table adds whose turn it is, the prompt and the choices.
Strings in widgets are shown as they are (numbers, signs); sentences are `Text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.kernel.text import Plain, Text


def column_name(column: int) -> str:
    """The letter of a column, from 1 at the left; after ``Z`` comes ``AA``."""
    letters = ""
    while column > 0:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def cell_name(column: int, row: int) -> str:
    """``C4``: the column from the left, the row from the top; on all sheets and maps."""
    return f"{column_name(column)}{row}"


def column_number(letters: str) -> int:
    """The number of a column by its letters; see `cell_name`."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice side by side: 1..6 as pips, any other string as a sign of its own.

    ``X`` is a cross, ``B`` (blue) light on dark, so that it is told apart from ``R`` at a glance.
    """

    faces: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A raster of short strings, row by row, with a drawn frame round every cell.

    ``left``, ``right``, ``above``: small notes before and behind the rows and over the columns;
    ``corners``: notes over the left and right end of the ``above`` line. ``marked`` cells are
    shown inverted. Cells are named by ``[row, column]`` from 1 in fields that look like ``cell``;
    ``previews`` say what the choice of a cell brings, and are shown while the cursor stands there.
    ``focus``: the cell where it begins; None: at the first that the ask offers.
    """

    cells: tuple[tuple[Text | str, ...], ...]
    right: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    corners: tuple[str, str] = ("", "")
    marked: frozenset[tuple[int, int]] = frozenset()
    previews: Mapping[tuple[int, int], Text] = field(default_factory=dict)
    focus: tuple[int, int] | None = None
    left: tuple[str, ...] = ()

    def cell(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """The column and the row by which players call this cell."""
        return place[1], place[0]

    def called(self, place: tuple[int, int]) -> str:
        """What players call this cell."""
        row, column = place
        return cell_name(column, row)

    @property
    def filled(self) -> frozenset[tuple[int, int]]:
        """The cells with a string in them."""
        rows = enumerate(self.cells, 1)
        return frozenset((r, c) for r, row in rows for c, text in enumerate(row, 1) if text)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of short strings under heads, scrolled when too long. ``marked``: row numbers.

    Where the columns are too wide for the screen, a `Text` is shown in its short form, the
    sentence ``<key>-short``, if there is one.
    """

    heads: tuple[Text | str, ...]
    rows: tuple[tuple[Text | str, ...], ...]
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Map:
    """A map of 8x8-pixel icons, row 1 at the bottom, column 1 at the left.

    A ``lying`` map is drawn on its side: row 1 at the left, column 1 at the top - a road that
    leads to the right. ``icons`` maps names to eight strings of eight characters (space: dark,
    other: lit). ``tiles`` maps (column, row) to icon names; ``tokens`` (cars) are drawn over
    them, inverted. A tile or token without an icon is drawn as its name (a car's number).
    ``focus`` is the place round which the map is shown where it is too large. Places are named
    by ``[column, row]`` in fields that look like ``cell``; ``aims`` maps verbs without fields to
    the places that they lead to: the cursor stands there while such a choice is selected. Lanes
    run along the longer side; ``closed`` are their numbers. A ``fine`` map has icons of 4x4, for
    many places; of its tokens the one in the ``focus`` alone is inverted. An ``edged`` map is a
    road: it takes the whole width, with a line wherever tiles end and, if it lies, dashes between
    its lanes. ``words``: what an icon is called, by its name, where a screen is read. A token on a
    ``notable`` tile is framed. ``first``: the number of row 1 of a lying map that shows a part of a
    road; 0: a mere row of pictures, whose places are called nothing. ``under``: by place the tiles
    that a panel shows instead while its cursor stands there.
    """

    columns: int
    rows: int
    icons: Mapping[str, tuple[str, ...]]
    tiles: Mapping[tuple[int, int], str]
    tokens: Mapping[tuple[int, int], str] = field(default_factory=dict)
    focus: tuple[int, int] = (1, 1)
    closed: frozenset[int] = frozenset()
    lying: bool = False
    aims: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    fine: bool = False
    words: Mapping[str, Text] = field(default_factory=dict)
    notable: frozenset[str] = frozenset()
    first: int = 1
    edged: bool = False
    under: Mapping[tuple[int, int], Mapping[tuple[int, int], str]] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """Pixels of an icon's side."""
        return 4 if self.fine else 8

    def cell(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """The column and the row by which players call this place, if they do. On a lying map the
        letter is that of the lane, so that the number is the game's own row."""
        column, row = place
        if not self.first:
            return None
        return column, row + self.first - 1 if self.lying else self.rows - row + 1

    def called(self, place: tuple[int, int]) -> str:
        """What players call this place."""
        cell = self.cell(place)
        return cell_name(*cell) if cell is not None else ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A small drawing, one string a pixel row (space: dark, other: lit); at most 128x40."""

    pixels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """A card that lies on a tile: what it is called, and the sides that its road joins; none where
    it bars the middle."""

    name: Text
    joins: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A square tile with roads: the sides ``N``, ``E``, ``S``, ``W`` to which arms lead from its
    middle. ``joined``: the arms that meet there now; ``barred``: nothing drives onto the middle.
    ``covers``: the cards on it, the topmost last.
    """

    cell: tuple[int, int]
    name: str
    arms: str
    joined: str
    barred: bool = False
    covers: tuple[Cover, ...] = ()


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A car on a field, its bonnet to ``facing`` (empty: it has none). ``sign``: its number;
    empty for the one that all are after. ``upset``: it lies on its roof. ``outside``: it stands
    before the field and will drive onto it. ``called``: its name in words, where it has no sign;
    ``short``: in a word or two, for the edge of a map that does not show it."""

    sign: str
    field: tuple[int, int]
    facing: str = ""
    upset: bool = False
    outside: bool = False
    called: Text | None = None
    short: Text | None = None


@dataclass(frozen=True, slots=True)
class Streets:
    """A town of `Tile` squares, north up, and the cars in it.

    Fields stand on a raster of their own: the tile in cell (x, y) has its middle field at
    ``(spacing * x, spacing * y)``, neighbouring fields are one apart. Places that an answer names
    by ``[east, north]`` are fields, or with ``cells`` the cells of tiles. ``whole``: the overview;
    else a window round ``focus``, a field. ``empty``: cells that stay empty. ``laying``: the arms
    of the tile in hand as it would lie in a cell. ``notable``: cells that a page frames.
    ``begin``: the place next to which a cursor over tiles begins; None: ``focus``. ``aims``: the
    places that the values of a list stand for. ``own``: the sign of the car that plays, which is
    shown at the edge where it is out of sight. ``ways``: the fields that it drives over to a place,
    from where it is, drawn while the cursor stands there.
    """

    tiles: tuple[Tile, ...]
    cars: tuple[Vehicle, ...] = ()
    spacing: int = 2
    focus: tuple[int, int] = (0, 0)
    whole: bool = False
    cells: bool = False
    empty: tuple[tuple[int, int], ...] = ()
    previews: Mapping[tuple[int, int], Text] = field(default_factory=dict)
    laying: Mapping[tuple[int, int], str] = field(default_factory=dict)
    notable: tuple[tuple[int, int], ...] = ()
    begin: tuple[int, int] | None = None
    aims: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    own: str = ""
    ways: Mapping[tuple[int, int], Sequence[tuple[int, int]]] = field(default_factory=dict)

    def middle(self, name: str) -> tuple[int, int] | None:
        """The place of the tile of this name; None if there is none."""
        return next((self.at(tile.cell) for tile in self.tiles if tile.name == name), None)

    def at(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The place of a cell: itself, or the middle field of its tile."""
        return cell if self.cells else (self.spacing * cell[0], self.spacing * cell[1])

    def cell(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """The column and the row by which players call this place, where tiles are laid."""
        if not self.cells:
            return None
        cells = [*self.empty, *(tile.cell for tile in self.tiles)] or [place]
        home = self.empty or cells[:1]
        west = min(min(x for x, _ in home) - MARGIN, min(x for x, _ in cells) - 1)
        north = max(max(y for _, y in home) + MARGIN, max(y for _, y in cells) + 1)
        return place[0] - west + 1, north - place[1] + 1

    def called(self, place: tuple[int, int], sides: Mapping[str, str] | None = None) -> str:
        """What players call this place: by the tiles there (``46``, ``46-12`` half way, ``46 N``
        beside it); where tiles are laid, by column and row. These begin so far outside the cells
        that stay empty, or the first tile, that names stay the same while a town grows.

        ``sides``: what ``N``, ``E``, ``S``, ``W`` are in the players' language.
        """
        if (cell := self.cell(place)) is not None:
            return cell_name(*cell)
        nearest = self.nearest(place)
        if len(nearest) != 1:
            return "-".join(name for name, _, _ in nearest)
        ((name, side, steps),) = nearest
        beside = f" {(sides or {}).get(side, side)}{steps if steps > 1 else ''}"
        return f"{name}{beside if steps else ''}"

    def nearest(self, place: tuple[int, int]) -> list[tuple[str, str, int]]:
        """The tile that a field is on, else those next to it: the name, the side of the tile on
        which the field lies, and how many fields it is from the middle."""
        names = {(self.spacing * t.cell[0], self.spacing * t.cell[1]): t.name for t in self.tiles}
        if place in names:
            return [(names[place], "", 0)]
        near = [
            (names[middle], side, steps)
            for side, (east, north) in _SIDES.items()
            for steps in range(1, self.spacing)
            if (middle := (place[0] - steps * east, place[1] - steps * north)) in names
        ]
        least = min((steps for _, _, steps in near), default=0)
        return [(name, side, steps) for name, side, steps in near if steps == least]


#: Columns and rows that have a name before the first tile is laid, on the west and the north.
MARGIN: Final = 7

#: The way from a tile to each of its sides, east and north.
_SIDES: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

#: What has places that an answer may name.
Area = Grid | Map | Streets

Widget = Dice | Table | Picture | Area


@dataclass(frozen=True, slots=True)
class Brings:
    """What an answer with this verb and these of its arguments brings, as far as that is known
    before: a speed, odds. Without arguments it is said beside the verb."""

    verb: str
    args: Mapping[str, Plain]
    said: Text


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen of a position besides the asks.

    ``big`` is the one number that matters now (points, a sum), ``unit`` the word under it.
    ``lines`` are short facts, the most important first: a small screen shows as many as fit.
    ``pages`` are whole screens that a player may call up (standings, hands, the lap pad);
    ``kept`` names those of them that belong to the match's record: its history ends with them.
    ``player_pages`` are pages about one player each, by name and seat.
    ``marks`` are states of seats that their lamps show besides "your turn": ``shield``,
    ``roof``, ``out``, ``won``. ``badges`` are the signs on the players' pieces (a car's number),
    shown before a name; a seat without one shows its own number. ``sheets`` are widgets that
    belong to a seat and are open to all: they stand instead of ``body`` while that seat is asked.
    ``brings`` is what pages show beside choices; the panel shows an option's ``note`` and
    ``preview``.
    """

    big: str = ""
    unit: Text | None = None
    lines: tuple[Text, ...] = ()
    body: tuple[Widget, ...] = ()
    pages: Mapping[str, tuple[Text | Widget, ...]] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    player_pages: Mapping[str, Mapping[int, tuple[Text | Widget, ...]]] = field(
        default_factory=dict
    )
    marks: Mapping[int, str] = field(default_factory=dict)
    badges: Mapping[int, str] = field(default_factory=dict)
    sheets: Mapping[int, tuple[Widget, ...]] = field(default_factory=dict)
    brings: tuple[Brings, ...] = ()
