"""Without Pillow - in a browser - the panel shows the same pixels."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

from hal.interfaces import SIZE
from referee.kernel.game import find_game
from referee.table.pixels.bitmap import Bitmap, turned
from referee.table.pixels.canvas import Canvas, Rect
from referee.testing.gallery import gallery, tour
from tests.own import OWN, ROOT


def pictures(name: str) -> Iterator[str]:
    """Every screen of a match, and for no game of those before a match, as digests."""
    shots = gallery(find_game(name), "de", 1)[0] if name else tour("de", OWN)[0]
    for shot in shots:
        yield f"{shot.name} {hashlib.sha256(shot.picture.tobytes()).hexdigest()}"


#: The same in a Python that has no Pillow.
WITHOUT = f"""
import sys
sys.modules["PIL"] = None
from {__name__} import pictures
print(*pictures(sys.argv[1]), sep="\\n")
"""


@pytest.mark.parametrize("name", [*OWN, ""])
def test_the_same_pixels_without_pillow(name: str) -> None:
    run = (sys.executable, "-c", WITHOUT, name)
    there = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert there.stdout.splitlines() == list(pictures(name))


@pytest.mark.parametrize(("right", "down"), [(0, 1), (1, 0), (2, 1)])
def test_a_picture_is_turned_alike(right: int, down: int) -> None:
    canvas = Canvas()
    canvas.block(Rect(0, 0, *SIZE), "Übermut tut selten gut, 1234567890")
    canvas.dots(63)
    raw = canvas.picture.tobytes()
    rows = [int.from_bytes(raw[16 * y : 16 * y + 16], "big") for y in range(SIZE[1])]
    mine = Bitmap(*SIZE, rows)
    assert mine.tobytes() == raw
    assert mine.turned(right, down).tobytes() == turned(canvas.picture, right, down).tobytes()
