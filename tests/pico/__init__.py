"""The seat box's program on its own chip: MicroPython's real binary in an emulated RP2040.

`micropython` builds the binary, `chip` runs it, the checks say what a box does: ``make test-pico``.
The radio of a Pico W and the RP2350 of a Pico 2 cannot be emulated; nothing here speaks of them.
"""
