"""What reading aloud costs a press: the same presses on two panels, one of which speaks.

Both run in this process and are pressed in turns; CPU time of the loop's thread is counted, from
the edge to the first byte on the display's bus. The voice is the real espeak-ng, into a file that
nobody keeps; without it a program that only reads.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from collections.abc import Iterator

from bench.figures import Figure, show
from referee.doors.voice import Voice, speaking
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.appliance import Appliance
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import Level
from sim.display import SimChip
from sim.panel import SimPanel

PRESSES = 300

ESPEAK = "espeak-ng -v {language} -s 165 --stdin -w /dev/null"


class StopChip(SimChip):
    """Takes the loop's CPU time when data arrives."""

    def __init__(self, kind: str) -> None:
        self.at: float | None = None
        super().__init__(kind)

    def data(self, stream: bytes) -> None:
        if self.at is None:
            self.at = time.thread_time()
        super().data(stream)


class Pressed:
    """A panel with a sheet of Knister; every press moves the cursor to the next cell."""

    def __init__(self, voice: Voice | None) -> None:
        settings = Settings(language="en", speech=Level.EVERYTHING)
        box = Appliance(speaks=voice is not None)
        program = TableProgram(None, str, defaults=settings, appliance=box)
        options = {"sheets": "device", "dice": "device"}
        program.show(Match.new(find_game("knister"), ["Anna", "Ben"], options, "bench"))
        self._panel = SimPanel(program)
        self._chip = self._panel.board.bus.chip = StopChip("ssd1306")
        if voice is not None:
            now = self._panel.clock.now
            self._panel.runner.watch(speaking(program, voice, now))
        for button in ("ok", "ok", "roll"):
            self._panel.press(button)
            self._panel.run(2)

    def press(self) -> tuple[float, float]:
        """CPU seconds of a press: until its frame begins to be sent; until all is done."""
        self._chip.at = None
        start = time.thread_time()
        self._panel.push("down")
        if self._chip.at is None:
            raise AssertionError("a press did not reach the display")
        sent = self._chip.at - start
        self._panel.release("down")
        self._panel.run(1)
        return sent, time.thread_time() - start


def figures(presses: int = PRESSES) -> Iterator[Figure]:
    voice = Voice(ESPEAK if shutil.which("espeak-ng") else f"{shutil.which('cat')}")
    silent, speaks = Pressed(None), Pressed(voice)
    pairs = [(silent.press(), speaks.press()) for _ in range(presses)]
    voice.close()

    def median(on: int, part: int) -> float:
        return 1000 * statistics.median(pair[on][part] for pair in pairs)

    off, on = median(0, 0), median(1, 0)
    baseline = f"speech off {off:.3f} ms, on {on:.3f} ms"
    yield Figure("press to frame with speech, CPU time", on / off, "times", 1.2, baseline)
    off, on = median(0, 1), median(1, 1)
    yield Figure("what is said, after the frame", on - off, "ms", None, f"of {on:.2f} ms a press")


def main() -> int:
    return show(figures())


if __name__ == "__main__":
    sys.exit(main())
