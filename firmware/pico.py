"""The box's hardware: a Raspberry Pi Pico or Pico 2 (also W) under MicroPython."""

import os
import select
import sys
from time import sleep_ms, ticks_diff, ticks_ms  # type: ignore[attr-defined]

import machine
import micropython

from firmware.box import Board, Box
from firmware.settings import Settings

#: Milliseconds after which a box that has stopped working is started again.
WATCHDOG = 8000
#: Bytes that are read and written at one go; few, so that no step takes long.
CHUNK = 64
#: Its presence keeps the program from starting, once.
STAY = "stay"


class Pico(Board):
    """Buttons, lamps and the USB line. Pins are set up as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self.seats = len(settings.buttons)
        self.lamps = "led" if settings.strip is None else "rgb"
        self.id = machine.unique_id().hex()
        self.tag = os.urandom(3).hex()
        self.reason = "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power"
        self.fault = settings.fault
        self._buttons = [_input(pin) for pin in settings.buttons]
        self._lamps = [_output(pin) for pin in settings.lamps]
        self._led = None if settings.led is None else _output(settings.led)
        self._brightness = settings.brightness
        self._strip = None
        if settings.strip is not None:
            import neopixel

            self._strip = neopixel.NeoPixel(_output(settings.strip), self.seats)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        data = b""
        while len(data) < CHUNK and self._poll.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def write(self, data: bytes) -> int:
        # A computer that has the port open and does not read stops the line, not the box.
        if not self._room.poll(0):
            return 0
        sys.stdout.buffer.write(data[:CHUNK])
        return len(data[:CHUNK])

    def closed(self) -> int:
        closed = 0
        for seat, pin in enumerate(self._buttons):
            if not pin.value():
                closed |= 1 << seat
        return closed

    def show(self, colours: list[tuple[int, int, int]], alive: bool) -> None:
        if self._led is not None:
            self._led.value(alive)
        if self._strip is None:
            for seat, pin in enumerate(self._lamps):
                pin.value(any(colours[seat]))
            return
        for seat, colour in enumerate(colours):
            self._strip[seat] = tuple(part * self._brightness // 255 for part in colour)
        self._strip.write()

    def leave(self) -> None:
        with open(STAY, "w"):
            pass
        machine.reset()


def run() -> None:
    """The box's whole life. Returns only when the board shall be left alone."""
    pico = _pico()
    if _stays() or pico.closed() & 1:  # asked to, or the first seat's button is held
        print("The seat box's program is not running; it starts when the board is reset.")
        return
    # A 3 among the bytes would otherwise stop the program: it is Ctrl-C to MicroPython.
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG)
    box = Box(pico)
    now = 0
    last = ticks_ms()
    while True:
        # Counted on: the board's own count begins anew every twelve days.
        ticks = ticks_ms()
        now += ticks_diff(ticks, last)
        last = ticks
        box.step(now)
        watchdog.feed()
        sleep_ms(1)


def _pico() -> Pico:
    """The board as config.py has it; if that cannot be, without seats, so that it can say so."""
    try:
        import config

        return Pico(Settings(config))
    except Exception as error:  # whatever an owner's edit has done to it
        settings = Settings(None)
        settings.fault = f"config.py: {error!r}"
        return Pico(settings)


def _stays() -> bool:
    """Whether the program shall not start this time."""
    try:
        os.remove(STAY)
    except OSError:
        return False
    return True


def _input(pin: object) -> machine.Pin:
    return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)


def _output(pin: object) -> machine.Pin:
    return machine.Pin(pin, machine.Pin.OUT, value=0)
