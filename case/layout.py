"""Where everything is on the front plate, in millimetres from its lower left corner.

Change `MEASURES` for other buttons, another display, a thicker plate: the template and the printed
parts follow, and `problems` says what no longer fits.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from hal.schema import Config


@dataclass(frozen=True, slots=True)
class Measures:
    """``*_hole``: diameters to drill; ``*_rim``: what a part covers around its hole.

    ``window``: what is seen of the display; ``board``: the display's, with ``pitch`` between its
    screw holes; ``glass``: what stands before the board, its depth last; ``spacer``: what keeps the
    board that far behind the plate. All displays differ: measure yours. The defaults are a
    2.42 inch module's. ``lamp_hole`` takes a clip for an LED of 5 mm. ``*_depth``: how far a button
    may reach below the plate, with its plugs.
    """

    width: float = 210
    height: float = 140
    plate: float = 3
    wall: float = 2.4
    depth: float = 46
    corner: float = 5
    button_hole: float = 16.2
    button_rim: float = 19
    roll_hole: float = 30.2
    roll_rim: float = 35
    lamp_hole: float = 6.5
    lamp_rim: float = 8
    window: tuple[float, float] = (58, 30)
    board: tuple[float, float] = (73, 44)
    pitch: tuple[float, float] = (67, 38)
    display_hole: float = 2.7
    glass: tuple[float, float, float] = (60.5, 37, 2.4)
    spacer: float = 3
    display_board: float = 1.6
    nut: float = 2
    display_screw: float = 12
    button_depth: float = 34
    roll_depth: float = 40
    screw_hole: float = 3.2
    post: float = 9
    post_hole: float = 2.6


MEASURES: Final = Measures()


@dataclass(frozen=True, slots=True)
class Hole:
    """``rim``: the diameter that the part covers on the plate or below it."""

    name: str
    x: float
    y: float
    diameter: float
    rim: float


#: Centre of the display; of the menu's buttons and ROLL; the seats' row from its first place on.
DISPLAY: Final = (70.0, 99.0)
_BUTTONS: Final = {
    "up": (132.0, 113.0), "down": (132.0, 85.0), "ok": (158.0, 113.0), "back": (158.0, 85.0),
    "roll": (186.0, 97.0),
}  # fmt: skip
_LAMPS: Final = {"roll": (186.0, 123.0)}
_FIRST: Final = (21.0, 30.0)
_STEP: Final = 28.0
_ABOVE: Final = 21.0  # from a seat's button to its lamp
#: Seats that have room on the plate; more have theirs in the seat box.
SEATS: Final = 7


def holes(config: Config, measures: Measures = MEASURES) -> list[Hole]:
    """Buttons and lamps of a configuration, and the plate's screws."""
    found = [*_buttons(config, measures), *_lamps(config, measures)]
    found += [Hole("screw", x, y, measures.screw_hole, measures.post) for x, y in corners(measures)]
    return found


def corners(measures: Measures = MEASURES) -> Iterator[tuple[float, float]]:
    """Where the plate is screwed on."""
    inset = measures.wall + measures.post / 2 - 1  # into the walls, not beside them
    for x in (inset, measures.width - inset):
        for y in (inset, measures.height - inset):
            yield x, y


def display_screws(measures: Measures = MEASURES) -> Iterator[Hole]:
    """What the display's board is screwed on with; its board covers them."""
    (x, y), (wide, high) = DISPLAY, measures.pitch
    for across, along in itertools.product((-0.5, 0.5), repeat=2):
        yield Hole(
            "screw",
            x + across * wide,
            y + along * high,
            measures.display_hole,
            measures.display_hole,
        )


def problems(config: Config, measures: Measures = MEASURES) -> Iterator[str]:
    """What does not fit: parts that overlap, or that reach over the edge."""
    all_holes = holes(config, measures)
    for one, other in itertools.combinations(all_holes, 2):
        if hypot(one.x - other.x, one.y - other.y) < (one.rim + other.rim) / 2:
            yield f"{one.name} and {other.name} overlap"
    left, bottom, right, top = display(measures)
    for hole in all_holes:
        edge = measures.wall if hole.name != "screw" else 0
        room = hole.rim / 2 + edge
        inside = (
            room <= hole.x <= measures.width - room and room <= hole.y <= measures.height - room
        )
        if not inside:
            yield f"{hole.name} reaches over the edge"
        near_x, near_y = min(max(hole.x, left), right), min(max(hole.y, bottom), top)
        if hypot(hole.x - near_x, hole.y - near_y) < hole.rim / 2:
            yield f"{hole.name} overlaps the display"
    yield from _display_problems(measures)


def _display_problems(measures: Measures) -> Iterator[str]:
    """Of the display, from the plate backwards: glass, spacers, board, nuts."""
    wide, high, thick = measures.glass
    if measures.window[0] > wide or measures.window[1] > high:
        yield "the window is larger than the display's glass"
    if measures.spacer < thick:
        yield "the display's spacers are thinner than its glass: its board bends"
    stack = measures.plate + measures.spacer + measures.display_board + measures.nut
    if measures.display_screw < stack:
        yield f"the display's screws are {stack - measures.display_screw:.1f} mm too short"


def display(measures: Measures = MEASURES) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of the display's board below the plate."""
    (x, y), (wide, high) = DISPLAY, measures.board
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _buttons(config: Config, measures: Measures) -> Iterator[Hole]:
    for name in config.buttons:
        place = _BUTTONS.get(name) or _seat(name)
        if place is not None:
            big = name == "roll"
            size = measures.roll_hole if big else measures.button_hole
            rim = measures.roll_rim if big else measures.button_rim
            yield Hole(name, *place, size, rim)


def _lamps(config: Config, measures: Measures) -> Iterator[Hole]:
    for name in config.lamps:
        place = _LAMPS.get(name)
        if place is None and (seat := _seat(name)) is not None:
            place = (seat[0], seat[1] + _ABOVE)
        if place is not None:
            yield Hole(f"lamp {name}", *place, measures.lamp_hole, measures.lamp_rim)


def _seat(name: str) -> tuple[float, float] | None:
    """The place of a seat's button; None for one that the plate has no room for."""
    number = int(name.removeprefix("seat"))
    return (_FIRST[0] + _STEP * (number - 1), _FIRST[1]) if number <= SEATS else None
