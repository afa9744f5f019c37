"""Faults that a panel may have, made on simulated electrics.

A fault is a word, some with a name after a colon:

    no-display          the display does not answer, or is dark
    no-bus              the display's bus is switched off
    other-address       the display answers at 0x3D, or at 0x3C if 0x3D is configured; on I2C
    wrong-chip          the display has another controller than is configured; on I2C
    no-pins             nothing can be done with the pins at all
    stuck:BUTTON        a button's contact is closed all the time
    broken:PART         the pin of a button, of a lamp (lamp-NAME) or of the buzzer cannot be used
    taken               another program has all the pins
    dead-pins           the pin library stops reporting edges
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from hal.chips import CHIPS
from hal.errors import HardwareError
from hal.schema import PINS
from sim.board import SimBoard
from sim.display import SimChip


def make(board: SimBoard, fault: str) -> None:
    """Break something; raises ValueError, naming the faults that there are, for none of them.

    Before the panel is built: what breaks while it runs is for the board's own methods.
    """
    kind, _, name = fault.partition(":")
    if kind not in _FAULTS:
        raise ValueError(f"there is no fault {fault!r}; there are {', '.join(_FAULTS)}")
    _FAULTS[kind](board, name)


def _other_address(board: SimBoard, _: str) -> None:
    board.bus.address = 0x3C if board.config.display.address == 0x3D else 0x3D


def _wrong_chip(board: SimBoard, _: str) -> None:
    mine = board.config.display.chip
    paged, first = "sh1106", next(iter(CHIPS))
    board.chip = board.bus.chip = SimChip(first if mine == paged else paged)


def _no_pins(board: SimBoard, _: str) -> None:
    def refuse() -> Any:
        what = "no pins of a Raspberry Pi can be opened here (simulated)"
        raise HardwareError(what, "no-chip", found="simulated")

    board.hardware = replace(board.hardware, pins=refuse)


def _broken(board: SimBoard, name: str) -> None:
    config = board.config
    pins = {f"lamp-{lamp}": light.pins for lamp, light in config.lamps.items()}
    pins |= {button: (pin,) for button, pin in config.buttons.items()}
    if config.buzzer is not None:
        pins["buzzer"] = (config.buzzer.pin,)
    if name not in pins:
        raise ValueError(f"the panel has no {name!r}; it has {', '.join(pins)}")
    board.pins.broken |= set(pins[name])


def _dead_pins(board: SimBoard, _: str) -> None:
    board.hardware = replace(
        board.hardware, failure=lambda: "the pin library's thread has ended (simulated)"
    )


_FAULTS: Final[Mapping[str, Callable[[SimBoard, str], None]]] = MappingProxyType(
    {
        "no-display": lambda board, _: board.line.unplug(),
        "no-bus": lambda board, _: board.line.exist(False),
        "other-address": _other_address,
        "wrong-chip": _wrong_chip,
        "no-pins": _no_pins,
        "stuck": lambda board, name: board.push(name),
        "broken": _broken,
        "taken": lambda board, _: board.pins.broken.update(PINS),
        "dead-pins": _dead_pins,
    }
)
