"""The parts to print, as solids: ``python -m case.parts [CONFIG]`` writes STL files to build/case.

Needs build123d: the extra `case`, in an environment of its own (`make case`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from build123d import Align, Axis, Box, Cylinder, Pos, export_stl, fillet

from case.layout import DISPLAY, MEASURES, Measures, corners, display_screws, holes
from hal.config import load
from hal.schema import Config

FOLDER: Final = Path(__file__).parent.parent / "build" / "case"

#: Screw holes of the Pi from its first one: a Zero has the lower two rows, the others the outer.
PI: Final = (25.0, 62.0)
PI_HOLES: Final = ((0, 0), (58, 0), (0, 23), (58, 23), (0, 49), (58, 49))
STANDOFF: Final = 5.0
#: Where cables leave through the back: middle, and the notch's width and height.
NOTCHES: Final = (45.0, 110.0)
NOTCH: Final = (12.0, 9.0)

#: Inside of the seat box's hub: a Pico with its wires; and of a seat's button.
HUB: Final = (64.0, 34.0, 18.0)
POD: Final = (42.0, 42.0, 38.0)

_CORNER: Final = (Align.MIN, Align.MIN, Align.MIN)
_UP: Final = (Align.CENTER, Align.CENTER, Align.MIN)


def plate(config: Config, measures: Measures = MEASURES) -> Any:
    """The front, seen from the front."""
    solid = _rounded(measures.width, measures.height, measures.plate, measures.corner)
    for hole in holes(config, measures):
        solid -= Pos(hole.x, hole.y, 0) * _drill(hole.diameter, measures.plate)
    x, y = DISPLAY
    solid -= Pos(x, y, measures.plate / 2) * Box(*measures.window, 2 * measures.plate)
    for hole in display_screws(measures):
        solid -= Pos(hole.x, hole.y, 0) * _drill(hole.diameter, measures.plate)
    return solid


def body(measures: Measures = MEASURES) -> Any:
    """The box below the plate, floor down, open at the top."""
    solid = _tub(measures.width, measures.height, measures.depth, measures)
    for x, y in corners(measures):
        solid += Pos(x, y, 0) * Cylinder(measures.post / 2, measures.depth, align=_UP)
    for x, y in corners(measures):
        solid -= Pos(x, y, measures.depth - 20) * Cylinder(measures.post_hole / 2, 21, align=_UP)
    for across, along in PI_HOLES:
        where = Pos(PI[0] + across, PI[1] + along, measures.wall)
        solid += where * Cylinder(3, STANDOFF, align=_UP)
        solid -= where * Cylinder(1.1, STANDOFF + 1, align=_UP)
    wide, high = NOTCH
    for x in NOTCHES:
        notch = Box(wide, 3 * measures.wall, 2 * high)
        solid -= Pos(x, measures.height - measures.wall / 2, measures.depth) * notch
    return solid


def hub(measures: Measures = MEASURES) -> Any:
    """The seat box: a tub for a Pico, the plug at one end, a hole for each seat's cable."""
    wide, deep, high = (inside + 2 * measures.wall for inside in HUB)
    solid = _tub(wide, deep, high, measures)
    solid -= Pos(0, deep / 2, high) * Box(3 * measures.wall, 12, 20)
    for seat in range(7):
        side, place = divmod(seat, 4)
        y = (deep - measures.wall / 2) if side else measures.wall / 2
        along = Pos(12 + 13.5 * place, y, high / 2) * Cylinder(2.1, 3 * measures.wall).rotate(
            Axis.X, 90
        )
        solid -= along
    return solid


def pod(measures: Measures = MEASURES) -> Any:
    """One seat's button and lamp; print it face down, glue felt below."""
    wide, deep, high = (inside + 2 * measures.wall for inside in POD)
    solid = _tub(wide, deep, high, measures)
    solid -= Pos(wide / 2, deep / 2 - 5, 0) * _drill(measures.button_hole, measures.wall)
    solid -= Pos(wide / 2, deep - 11, 0) * _drill(measures.lamp_hole, measures.wall)
    return solid - Pos(wide / 2, deep, high) * Box(6, 3 * measures.wall, 10)


def parts(config: Config, measures: Measures = MEASURES) -> dict[str, Any]:
    """Every part to print by its name, as it lies on the printer's bed: the plate on its face."""
    turned = Pos(measures.width, 0, measures.plate) * plate(config, measures).rotate(Axis.Y, 180)
    return {
        "plate": turned, "body": body(measures),
        "seat-hub": hub(measures), "seat-pod": pod(measures),
    }  # fmt: skip


def _rounded(wide: float, deep: float, high: float, radius: float) -> Any:
    box = Box(wide, deep, high, align=_CORNER)
    return fillet(box.edges().filter_by(Axis.Z), radius)


def _tub(wide: float, deep: float, high: float, measures: Measures) -> Any:
    wall = measures.wall
    inside = _rounded(wide - 2 * wall, deep - 2 * wall, high, max(measures.corner - wall, 1))
    return _rounded(wide, deep, high, measures.corner) - Pos(wall, wall, wall) * inside


def _drill(diameter: float, thickness: float) -> Any:
    return Pos(0, 0, thickness / 2) * Cylinder(diameter / 2, 2 * thickness)


def write(solids: dict[str, Any], folder: Path = FOLDER) -> Iterable[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, solid in solids.items():
        file = folder / f"{name}.stl"
        export_stl(solid, str(file))
        yield file


def main() -> None:
    config = load(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    for file in write(parts(config)):
        print(f"{file}: {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
