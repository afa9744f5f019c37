"""Hostile seat boxes: lines that no box says, floods, boxes that are others all the time.

Each device has its own random stream. The panel's end stays small, quick and truthful, and a real
box at the same port works afterwards.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from typing import Final

from hal.box.codec import frame
from hal.box.protocol import Phase, Protocol
from hal.interfaces import Lamp, Pattern
from tests.attack.progress import told

DEVICES: Final = 400
#: Lines that each device says, at most; fewer where it is found out.
LINES: Final = 500
#: Bytes of memory that all of them together may leave behind, and processor seconds for a line.
LEFT: Final = 2_000_000
A_LINE: Final = 0.002

NUMBERS: Final = ("0", "1", "2", "7", "12", "13", "255", "999999999", "-1", "1e9", "", "x")
VERBS: Final = ("box", "down", "up", "shown", "fault", "lamps", "ack", "hello")


def word(rng: random.Random) -> str:
    kind = rng.randrange(4)
    if kind == 0:
        return "".join(chr(rng.randrange(32, 127)) for _ in range(rng.randrange(40)))
    return rng.choice(NUMBERS) if kind < 3 else rng.choice(("0000aa", "0000bb", "rgb", "1.0.0"))


def text(rng: random.Random) -> str:
    tag, number = f"{rng.randrange(4):06x}", rng.choice(NUMBERS)
    kind = rng.random()
    if kind < 0.3:
        return f"box {rng.choice('112')} 1.0.{rng.randrange(3)} x {tag} 1 {number} rgb power"
    if kind < 0.6:
        verb = rng.choice(("down", "up"))
        return f"{verb} {tag} {rng.randrange(20)} {number} {rng.choice(NUMBERS)}"
    return " ".join((rng.choice(VERBS), *(word(rng) for _ in range(rng.randrange(10)))))


def line(rng: random.Random) -> bytes:
    data = frame(text(rng).replace("*", "+"))
    fate = rng.random()
    if fate < 0.1:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(3000)))
    if fate < 0.2:
        return data.rstrip(b"\n") * rng.randrange(1, 30)
    return data


def test_no_device_hangs_the_panel_fills_its_memory_or_lights_what_is_not_there() -> None:
    tracemalloc.start()
    began, said, lied = time.process_time(), 0, 0
    for seed in told(DEVICES, "hostile devices"):
        rng = random.Random(seed)
        protocol = Protocol()
        now = 0.0
        protocol.opened(now)
        protocol.show({f"seat{n}": Lamp(Pattern.ON) for n in range(1, 8)}, now)
        for _ in range(LINES):
            now += rng.choice((0.0, 0.001, 0.05, 0.5))
            events = protocol.receive(line(rng), now)
            protocol.step(now)
            said += 1
            assert all(1 <= event.seat <= 12 for event in events)
            assert len(protocol.take()) < 5000
            if protocol.distrust is not None:
                lied += 1
                break
        works(protocol, now)
    spent = time.process_time() - began
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"{said} lines of {DEVICES} devices, {lied} found out; {1e6 * spent / said:.0f} us a line"
    )
    assert lied > DEVICES / 2
    assert left < LEFT
    assert spent < A_LINE * said + 5


def works(protocol: Protocol, now: float) -> None:
    """A real box at the same port, in the place of the hostile one."""
    now += 100
    protocol.closed()
    protocol.opened(now)
    protocol.receive(frame("box 1 1.0.0 e66164 ffffff 1 7 rgb power"), now)
    assert protocol.phase is Phase.ATTACHED
    assert [event.seat for event in protocol.receive(frame("down ffffff 1 3 0"), now)] == [3]
