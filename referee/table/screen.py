"""A screen as data: what a mode shows, for one viewer, in words and widgets and without pixels.

Every mode returns a `Screen` (`Mode.screen`). A renderer makes the 1-bit picture of it, with the
lines that scripts read and voices say (`pixels.panel` for 128x64, `pixels.wide` for 256x64); a page
gets it as JSON (`web.panel`). None of them asks a mode for anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from referee.kernel.scene import Map, Widget
from referee.kernel.text import Plain, Text
from referee.table.catalogue import Catalogue
from referee.table.pixels.lines import Key

#: What a page holds; a string is shown as it is.
Item = Text | Widget | str


class Look(Enum):
    """How a renderer divides the room."""

    PLAY = auto()  # the number, widgets, the question and its choices, what happened
    TEXT = auto()  # a text to be read, and what may be done about it
    CARD = auto()  # what somebody has done or suffered, with a drawing
    COVER = auto()  # whose secret lies below, seen from across the table
    END = auto()  # who has won, and everybody's place
    LIST = auto()  # things to choose from, and what the selected one brings
    PAGE = auto()  # texts and widgets one under the other, longer than a screen
    NAME = auto()  # a name that is being spelled
    DICE = auto()  # dice, as large as they can be
    COUNT = auto()  # a number that counts down
    CODE = auto()  # a code to scan, and the same to type
    TEST = auto()  # a picture that shows every edge of a display
    MARKS = auto()  # short marked words in columns
    REST = auto()  # a word that wanders, and darkness


@dataclass(frozen=True, slots=True)
class Title:
    """The bar at the top: whose turn, or what this is. ``badge``: the seat's or car's number;
    ``dice``: the last ones. ``alarm``: a part of the panel is missing. ``aloud``: how it is said,
    if otherwise."""

    text: str
    badge: str = ""
    dice: tuple[Plain, ...] = ()
    right: str = ""
    alarm: bool = False
    aloud: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the things that may be chosen, and the ``presses`` that choose it from here.

    ``refused``: it may not be chosen now, and ``about`` says why; else that says what it brings.
    ``tick``: a toggle's state, or the sign of a piece. ``short``: what it is called where the label
    has no room.
    """

    label: str
    presses: tuple[str, ...]
    right: str = ""
    tick: str = ""
    selected: bool = False
    refused: bool = False
    about: Text | str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody came: ``rank`` is "2.", or a dash for who has no place; ``score`` a sum, what
    became of the player, or empty where a game counts nothing."""

    rank: str
    name: str
    score: str
    won: bool = False


#: A place as fields name it: ``(row, column)`` of a grid, ``(column, row)`` of a map, (east, north)
#: of a town.
Place = tuple[int, int]


def apart(one: Place, other: Place) -> int:
    """How far it is from one to the other, across and along."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the cursor stands on the scene's grid or map, and where it may go.

    ``presses``: what a pointer means on each place; ``moves``: they move the cursor there.
    ``arms``: those of a tile that would lie there, empty if nothing leads through it; None: as the
    town says.
    """

    at: Place
    places: Collection[Place] = ()
    presses: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    moves: bool = False
    arms: str | None = None


def on_screen(area: Map, place: Place) -> Place:
    """Where a place stands: icons from the left and from the top, both from 0."""
    column, row = place
    return (row - 1, column - 1) if area.lying else (column - 1, area.rows - row)


#: The press on what is selected already.
TAKE: Final = ("ok",)


def presses_to(at: int, number: int, count: int) -> tuple[str, ...]:
    """UP or DOWN until thing ``number`` of ``count`` in a ring is selected, or OK if it is."""
    down, up = (number - at) % count, (at - number) % count
    if not down:
        return TAKE
    return ("down",) * down if down <= up else ("up",) * up


def presses_for(at: int, number: int, count: int) -> tuple[str, ...]:
    """The presses that select thing ``number`` of a ring, and take it."""
    to = presses_to(at, number, count)
    return to if to is TAKE else (*to, *TAKE)


class Control:
    """What is asked for: a list, a keypad, a button to press; of itself nothing."""

    __slots__ = ()

    @property
    def offers(self) -> Sequence[Offer]:
        """What may be chosen now."""
        return ()

    @property
    def cursor(self) -> Cursor | None:
        """Where the cursor stands on the scene's grid or map, if it moves one."""
        return None


NOTHING: Final = Control()


@dataclass(frozen=True, slots=True)
class Screen:
    """What there is to see, and to choose.

    ``text``: the question, or what is to be read; ``asks``: it is about what has been chosen, and
    no title says as much. ``number`` with its ``unit`` is what matters most; ``facts`` are short
    lines beside it; ``items`` stand on a page. ``control`` holds the choices, and which button does
    what. ``strip``: what happened last; ``spare``: it may be left out where there is no room.
    ``about``: what is told of the choice under the cursor. ``note``: a page's number, or the sign
    of a clause. ``unseen``: buttons that only ears have need of. ``private``: for one player's
    eyes, who has not asked to hear it. ``faces``: dice that fall. ``step``: how far something is
    that goes on by itself. ``sign``: what happened, as a drawing (`pixels.signs`);
    ``steps``: several, each with what it says, from left to right. ``top``,
    ``lowest``: by so many pixel rows a page is scrolled, and can be. ``code``: a QR code, ``#`` for
    a dark module. ``standings``: how a match ended, best first.
    """

    words: Catalogue
    look: Look = Look.TEXT
    title: Title = Title("")
    text: str = ""
    asks: bool = False
    number: str = ""
    unit: str = ""
    facts: tuple[str, ...] = ()
    widgets: tuple[Widget, ...] = ()
    items: Sequence[Item] = ()
    control: Control = NOTHING
    strip: tuple[str, ...] = ()
    spare: bool = False
    about: str = ""
    note: str = ""
    unseen: tuple[Key, ...] = ()
    private: bool = False
    faces: tuple[Plain, ...] = ()
    step: int = 0
    sign: str = ""
    steps: tuple[tuple[str, str], ...] = ()
    top: int = 0
    lowest: int = 0
    code: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()


# -- what HELP explains of it -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that HELP can explain: a clause of a game, a common text by its key, or what is
    ``said`` of this screen alone.

    ``words``: where it is explained; None: as the desk speaks.
    """

    clause: str = ""
    key: str = ""
    said: str = ""
    words: Catalogue | None = None
