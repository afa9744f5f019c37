"""The moving picture of the README: ten seconds of Knight Rider on the box, with a ram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageSequence

from hal.interfaces import Frame, Gesture, Press
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from tests.panel_picture import drawn_panel

#: Seconds between two looks at the box, and that a button is seen down.
LOOK, DOWN = 0.05, 0.2

GAME, SEED = "knight-rider", "film 35"
NAMES: Final = ("Ada", "Bob", "Cem")
OPTIONS: Final = {"board": "device", "cards": "device", "track": "city"}
#: How the match came to Bob's turn.
BEFORE: Final = (
    Entry(1, "roll"), Entry(2, "roll"), Entry(3, "roll"), Entry(1, "roll"),
    Entry(1, "gate", {"gate": "W"}), Entry(2, "gate", {"gate": "S"}),
    Entry(3, "gate", {"gate": "W"}), Entry(1, "roll"),
    Entry(1, "go", {"to": [-4, -3], "facing": "S"}), Entry(1, "flip"),
)  # fmt: skip
#: He rolls, rams Ada, and she rolls what becomes of her: a button, then the seconds to look.
HANDS: Final = (("roll", 2.2), ("down", 0.6), ("ok", 1.6), ("seat1", 2.6), ("ok", 1.4))
#: Seconds before he presses the first.
BEGIN: Final = 1.2
#: Colours of the file: more than the picture has.
COLOURS: Final = 32


@dataclass(slots=True)
class Scene:
    """What the box looks like for some seconds."""

    picture: Image.Image
    seconds: float


class Camera:
    """Looks at a program in virtual time and keeps what changes."""

    def __init__(self, program: TableProgram) -> None:
        self._program = program
        self._looks = 0
        self._last: object = None
        self.scenes: list[Scene] = []

    def press(self, button: str) -> None:
        self.watch(DOWN, button)
        self._program.press(Press(self._now, button, Gesture.TAP))

    def watch(self, seconds: float, pressed: str = "") -> None:
        for _ in range(round(seconds / LOOK)):
            self._looks += 1
            self._program.tick(self._now)
            self._keep(self._program.frame(), pressed)

    @property
    def _now(self) -> float:
        return self._looks * LOOK

    def _keep(self, frame: Frame, pressed: str) -> None:
        seen = (frame.picture.tobytes(), pressed, dict(frame.lamps))
        if seen != self._last:
            self._last = seen
            self.scenes.append(Scene(drawn_panel(frame, NAMES, pressed), 0.0))
        self.scenes[-1].seconds += LOOK


def film(language: str) -> list[Scene]:
    """Bob's turn in this language."""
    match = Match.new(find_game(GAME), NAMES, OPTIONS, SEED)
    for entry in BEFORE:
        match.answer(entry)
    program = TableProgram(None, lambda: SEED, defaults=Settings(language), games=[GAME])
    program.show(match)
    camera = Camera(program)
    camera.watch(BEGIN)
    for button, seconds in HANDS:
        camera.press(button)
        camera.watch(seconds)
    return camera.scenes


def save(scenes: Sequence[Scene], path: Path) -> None:
    """Write them as a GIF that goes round and round."""
    first, *others = [scene.picture.quantize(COLOURS) for scene in scenes]
    times = [milliseconds for _, milliseconds in _shown(scenes)]
    first.save(path, save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def same(path: Path, scenes: Sequence[Scene]) -> bool:
    """Whether the file shows these scenes, each for its time."""
    if not path.exists():
        return False
    with Image.open(path) as stored:
        found = [
            (frame.convert("RGB").tobytes(), frame.info["duration"])
            for frame in ImageSequence.Iterator(stored)
        ]
    return found == [(picture.tobytes(), time) for picture, time in _shown(scenes)]


def _shown(scenes: Sequence[Scene]) -> list[tuple[Image.Image, int]]:
    return [(scene.picture, round(100 * scene.seconds) * 10) for scene in scenes]
