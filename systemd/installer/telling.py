"""Telling on the display what the installer does while the program cannot, for it is being built.

Standard library alone: pictures and each chip's commands are drawn beforehand (notices.json, made
by `make docs`); the settings are read as far as a display needs them. Nothing here raises: who
cannot tell goes on without.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
import tomllib
from pathlib import Path
from typing import Any, Final

NOTICES: Final = Path(__file__).with_name("notices.json")
SETTINGS: Final = "etc/referee/referee.toml"

#: Of the kernel: which device on the bus is written to. Of the chips: brightness, and on.
I2C_SLAVE: Final = 0x0703
BRIGHT: Final = bytes((0x81, 0x80))
ON: Final = bytes((0xAF,))
COMMAND, DATA = b"\x00", b"\x40"
WIDTH: Final = 128

#: What the kernel calls the chip that the header is on.
HEADER: Final = "pinctrl-"
#: Seconds that a reset is low.
PULSE: Final = 0.01

#: Every byte with its bits the other way round.
TURNED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Teller:
    """The display of this machine. ``root``: its tree."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._pin: Any = None  # holds the display's reset line up for as long as this lives

    def tell(self, what: str) -> None:
        """``rebuilding`` or ``unbuilt``."""
        try:
            settings = tomllib.loads((self._root / SETTINGS).read_text("utf-8"))
            display = settings.get("display", {})
            notices = json.loads(NOTICES.read_text("utf-8"))
            chip = notices["chips"][display.get("chip", "ssd1306")]
            picture = bytes.fromhex(notices["pictures"][settings.get("language", "de")][what])
            if display.get("rotation", 0):
                picture = picture[::-1].translate(TURNED)
            try:
                self._reset(display.get("reset", "none"))
            except Exception as error:  # it may have been reset before, and still show something
                print(f"The display cannot be reset: {error}", flush=True)
            self._send(display, [*transfers(chip, picture)])
        except Exception as error:  # of settings, chips, buses, pins
            print(f"The display does not tell it: {error}", flush=True)

    def _send(self, display: dict[str, Any], sent: list[bytes]) -> None:
        bus = self._root / f"dev/i2c-{display.get('bus', display.get('port', 1))}"
        wire = os.open(bus, os.O_RDWR)
        try:
            fcntl.ioctl(wire, I2C_SLAVE, display.get("address", 0x3C))
            for data in sent:
                os.write(wire, data)
        finally:
            os.close(wire)

    def _reset(self, pin: object) -> None:
        """By the distribution's pin library, if it is there."""
        if not isinstance(pin, int) or self._pin is not None:
            return
        import lgpio

        for number in range(16):
            try:
                chip = lgpio.gpiochip_open(number)
            except lgpio.error:
                continue
            if str(lgpio.gpio_get_chip_info(chip)[3]).startswith(HEADER):
                self._pin = chip
                lgpio.gpio_claim_output(chip, pin, 0)
                for high in (0, 1):
                    lgpio.gpio_write(chip, pin, high)
                    time.sleep(PULSE)
                return
            lgpio.gpiochip_close(chip)


def transfers(chip: dict[str, list[str]], picture: bytes) -> list[bytes]:
    """What goes over the bus, a transfer each, so that a chip shows this memory."""
    sent = [COMMAND + bytes.fromhex(command) for command in chip["start"]]
    for page, place in enumerate(chip["pages"]):
        memory = picture[WIDTH * page : WIDTH * (page + 1)]
        sent += [COMMAND + bytes.fromhex(place), DATA + memory]
    return [*sent, COMMAND + BRIGHT, COMMAND + ON]
