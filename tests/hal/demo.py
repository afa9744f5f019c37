"""A program for a panel that keeps what happens to it and shows what a test tells it to."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from hal.interfaces import SIZE, Frame, Gesture, Lamp, Note, Press


def text_picture(text: str) -> Image.Image:
    image = Image.new("1", SIZE)
    ImageDraw.Draw(image).multiline_text((1, 1), text, fill=1)
    return image


class Demo:
    """Counts presses and shows the count; ``wants`` is the next tick that it asks for."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, Gesture]] = []
        self.parts: list[tuple[str, bool]] = []
        self.ticks: list[float] = []
        self.wants: float | None = None
        self.lamps: Mapping[str, Lamp] = {}
        self.fail_in = ""
        self._frame: Frame | None = None

    def press(self, press: Press) -> None:
        self._fail("press")
        self.presses.append((press.button, press.gesture))
        self._frame = None

    def tick(self, now: float) -> float | None:
        self._fail("tick")
        self.ticks.append(now)
        return self.wants

    def device(self, name: str, present: bool) -> None:
        self._fail("device")
        self.parts.append((name, present))

    def frame(self) -> Frame:
        self._fail("frame")
        if self._frame is None:
            self.show(text_picture(self.screen_text()))
        assert self._frame is not None
        return self._frame

    def screen_text(self) -> str:
        return f"pressed {len(self.presses)}"

    def show(self, picture: Image.Image, notes: tuple[Note, ...] = (), contrast: int = 255) -> None:
        """Show this from now on, until the next press."""
        self._frame = Frame(picture, self.lamps, notes, contrast)

    def light(self, **lamps: Lamp) -> None:
        self.lamps = lamps
        self._frame = None

    def taps(self) -> list[str]:
        return [button for button, gesture in self.presses if gesture is Gesture.TAP]

    def type_die(self, value: int | str) -> tuple[str, ...]:
        """UP once for each pip, then OK."""
        if value not in range(1, 7):
            raise ValueError(f"there is no face {value}")
        return ("up",) * int(value) + ("ok",)

    def _fail(self, where: str) -> None:
        if where == self.fail_in:
            raise KeyError(f"broken {where}")
