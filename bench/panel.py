"""The panel's numbers: bytes on the bus, from a press to the display, idle.

``python -m bench.panel`` prints them; its exit code is 1 if a limit is broken.

Everything runs on the simulated electrics, so times are computing alone; what the bus itself takes
follows from the bytes (nine bits each). The baselines are luma.oled's own whole frames, and for an
idle panel gpiozero's own buttons with a screen drawn ten times a second.
"""

from __future__ import annotations

import random
import statistics
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

from gpiozero import Button
from PIL import Image, ImageDraw

from bench.figures import Figure, p99, show
from hal.bus import I2CWire
from hal.chips import luma_devices
from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import SIZE, Frame, Lamp, Pattern, Press
from hal.panel import build
from hal.partial import pack
from hal.runner import Runner
from hal.schema import Config
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.dice import draw_dice
from sim.board import SimBoard
from sim.bus import SimBus
from sim.display import SimChip
from sim.panel import SimPanel


class Trivial:
    """A program that does nothing but show how often it was pressed."""

    def __init__(self, lamp: Pattern = Pattern.OFF) -> None:
        self._lamps = {"seat1": Lamp(lamp)}
        self._presses = 0
        self._frame: Frame | None = None

    def press(self, press: Press) -> None:
        self._presses += 1
        self._frame = None

    def tick(self, now: float) -> float | None:
        return None

    def device(self, name: str, present: bool) -> None:
        """Nothing depends on it."""

    def show(self, picture: Image.Image) -> None:
        self._frame = Frame(picture, self._lamps)

    def frame(self) -> Frame:
        if self._frame is None:
            self.show(lines(f"Press {self._presses}"))
        assert self._frame is not None
        return self._frame

    def screen_text(self) -> str:
        return f"Press {self._presses}"


# -- pictures ----------------------------------------------------------------------------------


def lines(*texts: str) -> Image.Image:
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    for row, text in enumerate(texts):
        draw.text((1, 12 * row), text, fill=1)
    return image


def changing_line() -> Iterator[Image.Image]:
    """A screen full of text of which one line changes."""
    for number in range(40):
        yield lines("Anna: 12 Punkte", f"Wurf {number}: noch {97 - number} Felder", *("Zug",) * 3)


def rolling_dice() -> Iterator[Image.Image]:
    """Two dice as large as the table draws them; they flip in turn, one in every frame."""
    rng = random.Random(1)
    faces = [1, 2]
    for number in range(60):
        faces[number % 2] = rng.choice([face for face in range(1, 7) if face != faces[number % 2]])
        canvas = Canvas()
        draw_dice(canvas, Rect(22, 17, 105, 57), tuple(faces), 40)
        yield canvas.picture


def noise() -> Iterator[Image.Image]:
    """The worst case: every pixel anew."""
    rng = random.Random(1)
    for _ in range(20):
        yield Image.frombytes("1", SIZE, rng.randbytes(SIZE[0] * SIZE[1] // 8))


# -- bytes on the bus --------------------------------------------------------------------------


def luma_display(chip: SimChip) -> tuple[Callable[[Image.Image], None], SimBus]:
    """luma.oled's own way to show a picture on this chip, and the bus that it uses."""
    bus = SimBus(chip, 0x3C, lambda: None)
    warnings.filterwarnings("ignore", category=DeprecationWarning, module="luma")
    device = getattr(luma_devices(), chip.kind)(I2CWire(bus, 0x3C))
    device.persist = True
    return device.display, bus


def bytes_per_update(chip: str, pictures: Iterator[Image.Image]) -> tuple[int, int]:
    """The most bytes of an update here, and with luma; memory is compared after every update."""
    display, luma_bus = luma_display(SimChip(chip))
    program = Trivial()
    panel = SimPanel(program, parse(f'schema = 2\n[display]\nchip = "{chip}"'))
    board = panel.board
    most = luma_most = 0
    for number, picture in enumerate(pictures):
        before, luma_before = board.bus.bytes, luma_bus.bytes
        program.show(picture)
        panel.run(0.0)
        display(picture)
        if board.chip.ram() != pack(picture) or luma_bus.chip.ram() != pack(picture):
            raise AssertionError(f"{chip}: the memory is not the picture")
        if number:  # the first one comes from another screen
            most = max(most, board.bus.bytes - before)
            luma_most = max(luma_most, luma_bus.bytes - luma_before)
    return most, luma_most


def bus_figures() -> Iterator[Figure]:
    """Bytes per update, the worst of a series, on each chip."""
    works = [
        ("one changed line", changing_line, 200),
        ("frame of the dice animation", rolling_dice, 150),
    ]
    for chip, full in (("ssd1306", 1034), ("ssd1309", 1034), ("sh1106", 1080)):
        for name, pictures, limit in [*works, ("any picture (noise)", noise, full)]:
            most, luma = bytes_per_update(chip, pictures())
            yield Figure(f"{chip}: {name}", most, "bytes", limit, f"luma {luma}")


# -- from a press to the display ----------------------------------------------------------------


class StopChip(SimChip):
    """Takes the time when data arrives: by the clock, and CPU seconds of this process."""

    def __init__(self, kind: str) -> None:
        self.arrived = threading.Event()
        self.at = self.spent = 0.0
        super().__init__(kind)

    def data(self, stream: bytes) -> None:
        if not self.arrived.is_set():
            self.at, self.spent = time.perf_counter(), time.process_time()
            self.arrived.set()
        super().data(stream)


class LumaScreen:
    """A screen as luma drives it, for the baseline: every new picture whole."""

    def __init__(self, display: Callable[[Image.Image], None]) -> None:
        self._display = display

    def show(self, picture: Image.Image) -> None:
        self._display(picture)

    def contrast(self, level: int) -> None:
        """Left as it is."""

    def step(self, now: float) -> None:
        """Nothing to try again."""

    def forget(self) -> None:
        """It remembers nothing."""

    def close(self, last: Image.Image | None = None) -> None:
        """Left as it is."""


def latencies(presses: int, luma: bool) -> tuple[list[float], float]:
    """Milliseconds from a pin's edge to the first data byte, through a loop in its own thread; and
    CPU milliseconds of all threads for a press and its release."""
    clock = MonotonicClock()
    board = SimBoard(parse(""), clock)
    chip = board.bus.chip = StopChip("ssd1306")
    panel = build(board.config, board.hardware)
    if luma:
        panel = replace(panel, screen=LumaScreen(luma_display(chip)[0]))
    runner = Runner(panel, Trivial())
    loop = threading.Thread(target=runner.run)
    loop.start()
    found = []
    spent = time.process_time()
    for _ in range(presses):
        time.sleep(0.04)  # the loop is asleep again, and the contact counts as let go
        chip.arrived.clear()
        start = time.perf_counter()
        board.push("roll")
        if not chip.arrived.wait(60.0):
            raise AssertionError("a press did not reach the display")
        found.append(1000 * (chip.at - start))
        board.release("roll")
    spent = 1000 * (time.process_time() - spent) / presses
    runner.stop()
    loop.join()
    return found, spent


def latency_figures(presses: int = 150) -> Iterator[Figure]:
    """Real times have no limit: a busy machine lets everybody wait."""
    (ours, spent), (luma, lumas) = latencies(presses, luma=False), latencies(presses, luma=True)
    yield Figure(
        "edge to first changed byte, and the release", spent, "ms CPU", 5, f"luma {lumas:.2f}"
    )
    for name, pick in (("median", statistics.median), ("p99", p99)):
        yield Figure(
            f"edge to first changed byte, {name}", pick(ours), "ms", None, f"luma {pick(luma):.2f}"
        )


# -- idle ----------------------------------------------------------------------------------------


def idle_share(seconds: float, lamp: Pattern) -> float:
    """Percent of a core that a panel takes while nobody touches it."""
    board = SimBoard(parse(""), MonotonicClock())
    runner = Runner(build(board.config, board.hardware), Trivial(lamp))
    loop = threading.Thread(target=runner.run)
    loop.start()
    time.sleep(0.2)  # the first picture
    before = time.process_time()
    time.sleep(seconds)
    spent = time.process_time() - before
    runner.stop()
    loop.join()
    return 100 * spent / seconds


def polling_share(seconds: float, config: Config) -> float:
    """The same with gpiozero's buttons, and luma showing the same picture ten times a second."""
    board = SimBoard(config, MonotonicClock())
    buttons = [Button(pin, pin_factory=board.pins) for pin in config.buttons.values()]
    display, _ = luma_display(SimChip("ssd1306"))
    picture = lines("Press 0")
    before = time.process_time()
    for _ in range(round(10 * seconds)):
        display(picture)
        time.sleep(0.1)
    spent = time.process_time() - before
    for button in buttons:
        button.close()
    return 100 * spent / seconds


def idle_figures(seconds: float = 4.0) -> Iterator[Figure]:
    baseline = polling_share(seconds / 2, parse(""))
    for name, lamp in (("nobody touches it", Pattern.OFF), ("a lamp blinks", Pattern.BLINK)):
        share = idle_share(seconds, lamp)
        yield Figure(f"idle, {name}", share, "% CPU", 1, f"polling {baseline:.2f}")


def figures() -> Iterator[Figure]:
    yield from bus_figures()
    yield from latency_figures()
    yield from idle_figures()


if __name__ == "__main__":
    sys.exit(show(figures()))
