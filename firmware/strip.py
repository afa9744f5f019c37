"""A strip of WS2812 lights, driven by the RP2's own programmable pins.

The chip sends the bits by itself, so no interrupt waits for them and nothing but what every
MicroPython of this board brings is needed.
"""

# The program's words are names of the assembler alone.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined, attr-defined, untyped-decorator"

import machine
from rp2 import PIO, StateMachine, asm_pio

#: Steps a second: a bit takes seven of them, 1.25 us. A zero is high for two, a one for five.
STEPS = 5_600_000


@asm_pio(
    sideset_init=PIO.OUT_LOW, out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True, pull_thresh=24, fifo_join=PIO.JOIN_TX,
)  # fmt: skip
def _bits() -> None:
    wrap_target()
    label("bit")
    out(x, 1).side(0)[1]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[2]
    label("zero")
    nop().side(0)[2]
    wrap()


class Strip:
    """The lights at a pin; a light takes 30 us."""

    def __init__(self, pin: int) -> None:
        self._lights = StateMachine(0, _bits, freq=STEPS, sideset_base=machine.Pin(pin))
        self._lights.active(1)

    def show(self, colours: list[tuple[int, int, int]]) -> None:
        """Red, green and blue from 0 to 255, the first light's first."""
        for red, green, blue in colours:
            self._lights.put(green << 16 | red << 8 | blue, 8)
