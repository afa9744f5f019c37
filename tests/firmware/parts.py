"""A Pico without a Pico: what `firmware.pico` imports, for MicroPython's interpreter.

`power_on` runs the board's program on these parts. A test looks at them and moves them by `moves`.
"""

import os
import sys
import time

HIGH, LOW = 1, 0
PERIOD = time.ticks_add(0, -1) + 1  # of the count of milliseconds


class Off(Exception):
    """The power goes off."""


class Pin:
    IN, OUT, PULL_UP = "in", "out", "up"

    def __init__(
        self, number: object, mode: str = "", pull: str | None = None, value: int = 0
    ) -> None:
        assert mode in ("", Pin.OUT) or pull == Pin.PULL_UP
        self.mode = mode
        self.level = LOW if number in grounded else (HIGH if mode == Pin.IN else value)
        pins[number] = self

    def value(self, level: int | None = None) -> int:
        if level is not None:
            assert self.mode == Pin.OUT
            self.level = int(level)
        return self.level


class Watchdog:
    def __init__(self, timeout: int) -> None:
        self.timeout = timeout
        self.fed = 0
        machine.dogs.append(self)

    def feed(self) -> None:
        self.fed += 1


class Machine:
    Pin = Pin
    WDT = Watchdog

    def __init__(self) -> None:
        self.mem32 = {0x40058008: 0}
        self.dogs: list[Watchdog] = []
        self.resets = 0

    def unique_id(self) -> bytes:
        return b"\xe6\x61\x64"

    def reset(self) -> None:
        self.resets += 1
        raise Off


class Lights:
    """What the chip sends by itself: the words of a strip of WS2812 lights, its last ones."""

    words: list[int] = []  # noqa: RUF012

    def __init__(self, number: int, program: object, freq: int, sideset_base: Pin) -> None:
        Lights.words = []

    def active(self, on: int) -> None:
        assert on

    def put(self, word: int, shift: int) -> None:
        Lights.words.append((word << shift) & 0xFFFFFFFF)


class Rp2:
    """The module rp2; its assembler is left out."""

    StateMachine = Lights

    class PIO:
        OUT_LOW = SHIFT_LEFT = JOIN_TX = 0

    @staticmethod
    def asm_pio(**how: object) -> object:
        return lambda program: program


class Usb:
    """The line to the computer, as sys, micropython and select have it."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self) -> None:
        self.came = self.said = b""
        self.full = False
        self.interrupt = 3
        self.stdin = self.stdout = self.buffer = self

    def read(self, count: int) -> bytes:
        data, self.came = self.came[:count], self.came[count:]
        return data

    def write(self, data: bytes) -> int:
        assert not self.full
        self.said += data
        return len(data)

    def poll(self) -> "Poll":
        return Poll()

    def kbd_intr(self, letter: int) -> None:
        self.interrupt = letter


class Poll:
    def register(self, port: Usb, event: int) -> None:
        self.event = event

    def poll(self, wait: int) -> list[Usb]:
        assert wait == 0
        ready = usb.came if self.event == Usb.POLLIN else not usb.full
        return [usb] if ready else []


class Os:
    """What this build of MicroPython does not have."""

    remove = os.remove

    class uname:  # noqa: N801
        machine = "Raspberry Pi Pico with RP2040"

    @staticmethod
    def urandom(count: int) -> bytes:
        return b"\x0a\x0b\x0c"[:count]


class Time:
    """A clock whose count begins anew after 20 milliseconds."""

    def __init__(self, end: int, moves: "list | tuple") -> None:
        self.now = 0
        self.end = end
        self.moves = list(moves)

    def ticks_ms(self) -> int:
        return (PERIOD - 20 + self.now) % PERIOD

    def sleep_ms(self, milliseconds: int) -> None:
        self.now += milliseconds
        due = [do for at, do in self.moves if at <= self.now]
        self.moves = self.moves[len(due) :]
        for do in due:
            do()
        if self.now >= self.end:
            raise Off


#: The parts since `power_on`; buttons that are down at that moment, by their pins.
pins: "dict[object, Pin]" = {}
usb = Usb()
machine = Machine()
grounded: "set[object]" = set()


def power_on(config: str, milliseconds: int, moves: "list | tuple" = (), reason: int = 0) -> str:
    """Run the program with this config.py for so long; ``moves``: what happens meanwhile.

    Returns what has become of it: ``running``, or ``ended`` by itself.
    """
    usb.__init__()  # pico knows these two
    machine.__init__()
    machine.mem32[0x40058008] = reason
    pins.clear()
    clock = Time(milliseconds, moves)
    sys.modules["machine"] = machine
    sys.modules["rp2"] = Rp2
    with open("/config.py", "w") as file:
        file.write(config)
    sys.modules.pop("config", None)
    from firmware import pico

    pico.sys = pico.select = pico.micropython = usb
    pico.os = Os
    pico.sleep_ms, pico.ticks_ms = clock.sleep_ms, clock.ticks_ms
    try:
        pico.run()
    except Off:
        return "running"
    return "ended"


def press(number: int) -> object:
    return lambda: setattr(pins[number], "level", LOW)


def release(number: int) -> object:
    return lambda: setattr(pins[number], "level", HIGH)


def say(data: bytes) -> object:
    return lambda: setattr(usb, "came", usb.came + data)
