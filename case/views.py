"""The parts as line drawings for docs/case.md: ``python -m case.views``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from build123d import Compound, ExportSVG, LineType, Pos

from case.layout import MEASURES
from case.parts import body, hub, plate, pod
from hal.config import load

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"

#: From where the parts are seen.
EYE: Final = (-260.0, -520.0, 560.0)


def main() -> None:
    m = MEASURES
    panel = Compound([body(), Pos(0, 0, m.depth + 45) * plate(load())])
    seats = Compound([hub(), Pos(90, 0, 0) * pod()])
    for name, shape in (("case", panel), ("case-seats", seats)):
        draw(name, shape)


def draw(name: str, shape: Any) -> None:
    middle = shape.bounding_box().center()
    eye = tuple(a + b for a, b in zip(EYE, middle, strict=True))
    visible, _ = shape.project_to_viewport(eye, look_at=middle)
    svg = ExportSVG(scale=2, margin=4)
    svg.add_layer("visible", line_weight=0.4, line_type=LineType.CONTINUOUS)
    svg.add_shape(visible, layer="visible")
    file = PICTURES / f"{name}.svg"
    svg.write(str(file))
    # Black lines want white paper, in a dark browser too.
    text = file.read_text("utf-8").replace("<svg ", '<svg style="background:#fff" ', 1)
    file.write_text(text, "utf-8")
    print(f"{file}: {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
