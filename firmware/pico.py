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
#: Bytes that are read or written in one step; few, so that no step takes long.
CHUNK = 64
#: The watchdog's register that says why it has reset the board, and its bit for a count that ran
#: out. machine.reset() goes through the watchdog, too, with another bit that reset_cause() ignores.
REASONS = {"RP2040": 0x40058008, "RP2350": 0x400D8008}
RAN_OUT = 1
#: Milliseconds: the first seat's button held so long asks for the prompt, and then is stuck.
ASKED = 3000
STUCK = 8000
#: Its presence keeps the program from starting, once.
STAY = "stay"


class Pico(Board):
    """Buttons, lamps and the USB line. Pins are set up as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self.seats = len(settings.buttons)
        self.lamps = "led" if settings.strip is None else "rgb"
        self.id = machine.unique_id().hex()
        self.tag = os.urandom(3).hex()
        self.reason = "watchdog" if _bitten() else "power"
        self.fault = settings.fault
        self._buttons = [_input(pin) for pin in settings.buttons]
        self._lamps = [_output(pin) for pin in settings.lamps]
        self._led = None if settings.led is None else _output(settings.led)
        self._brightness = settings.brightness
        self._strip = None
        if settings.strip is not None:
            from firmware.strip import Strip

            self._strip = Strip(settings.strip)
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
        # A computer that has the port open and does not read stops the line, not the box. "Room" is
        # a byte at least; for more MicroPython would wait, and drop what finds none.
        taken = 0
        while taken < min(len(data), CHUNK) and self._room.poll(0):
            if not sys.stdout.buffer.write(data[taken : taken + 1]):
                break
            taken += 1
        return taken

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
        bright = self._brightness
        dimmed = [(r * bright // 255, g * bright // 255, b * bright // 255) for r, g, b in colours]
        self._strip.show(dimmed)

    def leave(self) -> None:
        with open(STAY, "w"):
            pass
        machine.reset()


def run() -> None:
    """The box's whole life. Returns only when the board shall be left alone."""
    pico = _pico()
    if _stays() or _asked(pico):
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


def _bitten() -> bool:
    """Whether the program had stopped, so that the watchdog's count ran out."""
    chip = os.uname().machine.split()[-1]
    return bool(chip in REASONS and machine.mem32[REASONS[chip]] & RAN_OUT)


def _asked(pico: Pico) -> bool:
    """Whether a hand holds the first seat's button, and lets go when its lamp is lit."""
    begun = ticks_ms()
    held = 0
    while pico.closed() & 1:
        held = ticks_diff(ticks_ms(), begun)
        if held >= STUCK:
            return False
        if held >= ASKED:
            pico.show([(255, 255, 255)] + [(0, 0, 0)] * (pico.seats - 1), False)
        sleep_ms(10)
    return held >= ASKED


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
