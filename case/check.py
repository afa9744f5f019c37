"""Do the printed parts fit, and can they be printed? ``make check-case``; needs build123d."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import trimesh
from build123d import Box, Cylinder, Pos

from case.layout import DISPLAY, MEASURES, corners, holes, problems
from case.parts import PI, STANDOFF, body, parts, write
from hal.config import load

#: The printer's bed; the thinnest wall that prints well. Millimetres.
BED: Final = 220
THIN: Final = 1.6
#: How far a lamp in its clip reaches below the plate; a display's pins and wires behind its board.
LAMP: Final = 12
WIRES: Final = 8
#: A Pi 3, 4 or 5 from its first screw hole: before it, its size, and what stands on it.
BOARD: Final = (-3.5, -3.5, 85.0, 56.0, 18.0)


def main() -> int:
    config = load()
    solids = parts(config)
    found = [*problems(config), *_fit(), *_thin(), *_face(solids["plate"])]
    with tempfile.TemporaryDirectory() as folder:
        for name, file in zip(solids, write(solids, Path(folder)), strict=True):
            found += _printable(name, solids[name], trimesh.load(file))
    for problem in found:
        print(f"case: {problem}", file=sys.stderr)
    if not found:
        print(f"case: {', '.join(solids)} are closed, fit the bed and each other")
    return 1 if found else 0


def _printable(name: str, solid: Any, mesh: Any) -> Iterator[str]:
    if len(solid.solids()) != 1:
        yield f"{name} falls apart into {len(solid.solids())} pieces"
    if not mesh.is_watertight:
        yield f"{name} is not closed"
    size = solid.bounding_box().size
    if max(size.X, size.Y) > BED:
        yield f"{name} is {size.X:.0f} x {size.Y:.0f} mm, the bed {BED}"
    floor = [face for face in solid.faces() if abs(face.center().Z) < 0.01]
    if sum(face.area for face in floor) < 0.2 * size.X * size.Y:
        yield f"{name} hardly touches the bed"


def _face(plate: Any) -> Iterator[str]:
    """The plate lies on its face: seen from above it is a mirror image."""
    for hole in holes(load()):
        drill = Pos(MEASURES.width - hole.x, hole.y, 0) * Cylinder(hole.diameter / 2 - 0.1, 9)
        if _volume(drill & plate) > 0.01:
            yield f"the plate as it is printed has no hole for {hole.name}"


def _thin() -> Iterator[str]:
    """Walls that are too thin, by the measures that make them."""
    m = MEASURES
    walls = {"wall": m.wall, "plate": m.plate, "post": (m.post - m.post_hole) / 2}
    yield from (f"{name} is {mm:.1f} mm thin" for name, mm in walls.items() if mm < THIN)


def _fit() -> Iterator[str]:
    """What is built in meets neither the body nor each other; the screws meet their posts."""
    m, tub = MEASURES, body()
    left, bottom, wide, deep, high = BOARD
    board = Pos(
        PI[0] + left + wide / 2, PI[1] + bottom + deep / 2, m.wall + STANDOFF + 0.1 + high / 2
    ) * Box(wide, deep, high)
    inside = {"the Pi": board}
    x, y = DISPLAY
    behind = m.display_board + WIRES
    inside["the display"] = Pos(x, y, m.depth - m.spacer - behind / 2) * Box(*m.board, behind)
    wide, high, thick = m.glass
    inside["the glass"] = Pos(x, y, m.depth - m.spacer + thick / 2) * Box(wide, high, thick - 0.1)
    for hole in holes(load()):
        if hole.name == "screw":
            continue
        reach = _reach(hole.name)
        # A lamp is no wider than its hole; a button's body neither: its rim is above the plate.
        shaft = Cylinder(hole.diameter / 2, reach)
        inside[hole.name] = Pos(hole.x, hole.y, m.depth - reach / 2) * shaft
    for name, one in inside.items():
        if _volume(one & tub) > 0.01:
            yield f"{name} meets the body"
    names = list(inside)
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            if _volume(inside[name] & inside[other]) > 0.01:
                yield f"{name} meets {other}"
    for across, along in corners():
        screw = Pos(across, along, m.depth - 5) * Cylinder(m.post_hole / 2 - 0.05, 9)
        if _volume(screw & tub) > 0.01:
            yield "a screw does not meet the hole of its post"


def _reach(name: str) -> float:
    """How far a button or a lamp reaches below the plate."""
    if name.startswith("lamp"):
        return LAMP
    return MEASURES.roll_depth if name == "roll" else MEASURES.button_depth


def _volume(shape: Any) -> float:
    """Of what two solids have in common; nothing if they do not touch."""
    return float(sum(solid.volume for solid in shape.solids())) if shape is not None else 0.0


if __name__ == "__main__":
    sys.exit(main())
