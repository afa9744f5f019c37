"""The drilling template: an SVG to be printed at 100 %. ``python -m case.template [CONFIG]``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from case.layout import DISPLAY, MEASURES, Hole, Measures, display, display_screws, holes
from hal.config import load
from hal.schema import Config

_MARGIN: Final = 10
_STYLE: Final = (
    "text{font:3.2px sans-serif;fill:#222;text-anchor:middle}"
    "circle,rect,path{stroke:#222;stroke-width:.25;fill:none}.r{stroke:#aaa;stroke-dasharray:1 1}"
)


def template(config: Config, measures: Measures = MEASURES) -> str:
    """A whole SVG file, in millimetres."""
    wide, high = measures.width + 2 * _MARGIN, measures.height + 2 * _MARGIN + 12
    left, bottom, right, top = display(measures)
    x, y = DISPLAY
    window_wide, window_high = measures.window
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}">',
        f"<style>{_STYLE}</style>",
        f'<rect x="0" y="0" width="{wide}" height="{high}" style="fill:#fff;stroke:none"/>',
        _rect(measures, 0, 0, measures.width, measures.height, ""),
        _rect(measures, left, bottom, right - left, top - bottom, "r"),
        _rect(measures, x - window_wide / 2, y - window_high / 2, window_wide, window_high, ""),
        f'<text x="{_MARGIN + x}" y="{_down(measures, y)}">'
        f"window {window_wide:g} x {window_high:g}</text>",
    ]
    for hole in (*holes(config, measures), *display_screws(measures)):
        lines += _hole(hole, measures)
    lines += [*_scale(measures), "</svg>"]
    return "\n".join(lines) + "\n"


def _down(measures: Measures, y: float) -> float:
    """SVG counts from the top."""
    return _MARGIN + measures.height - y


def _rect(measures: Measures, x: float, y: float, wide: float, high: float, kind: str) -> str:
    where = f'x="{_MARGIN + x}" y="{_down(measures, y + high)}" width="{wide}" height="{high}"'
    return f'<rect class="{kind}" {where}/>'


def _hole(hole: Hole, measures: Measures) -> Iterator[str]:
    x, y, radius = _MARGIN + hole.x, _down(measures, hole.y), hole.diameter / 2
    yield f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
    yield f'<circle class="r" cx="{x}" cy="{y}" r="{hole.rim / 2}"/>'
    yield f'<path d="M{x - 2} {y}h4M{x} {y - 2}v4"/>'
    if hole.name != "screw":
        below = y + max(radius, hole.rim / 2) + 3.6
        yield f'<text x="{x}" y="{below}">{hole.name} {hole.diameter:g}</text>'


def _scale(measures: Measures) -> Iterator[str]:
    """A length to measure before drilling."""
    y = measures.height + 2 * _MARGIN + 2
    yield f'<path d="M{_MARGIN} {y}h50m0 -2v4m-50 0v-4"/>'
    yield f'<text x="{_MARGIN + 25}" y="{y + 6}">50 mm: measure it before you drill</text>'
    screws = f"screws {measures.screw_hole:g}, the display's {measures.display_hole:g}"
    words = f"{measures.width:g} x {measures.height:g}, seen from the front; {screws}"
    yield f'<text x="{_MARGIN + 130}" y="{y + 6}">{words}</text>'


def main() -> None:
    print(template(load(Path(sys.argv[1]) if len(sys.argv) > 1 else None)), end="")


if __name__ == "__main__":
    main()
