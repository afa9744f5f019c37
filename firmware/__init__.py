"""The seat box's program: MicroPython for a Raspberry Pi Pico, plain Python everywhere else.

Only `pico` knows hardware. The other modules run unchanged under CPython and MicroPython, so they
import nothing that MicroPython lacks: no typing, no dataclasses, no enum.
"""
