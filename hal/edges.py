"""The edges of a Raspberry Pi's pins as the kernel tells them: nothing wakes while nothing happens.

All else about a pin is lgpio's. To see edges lgpio looks at the lines 2,000 times a second; here
libgpiod has a line as long as its edges are wanted, and one thread waits for those of all lines.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from typing import Any, Final

import gpiod
import lgpio
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

_BIAS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}

#: Gets the second (of the monotonic clock) and the level of an edge.
Seen = Callable[[float, int], None]


class EdgePin(LGPIOPin):  # type: ignore[misc]
    """A pin whose edges come from its factory's thread."""

    _line: gpiod.LineRequest | None = None

    def _enable_event_detect(self) -> None:
        settings = gpiod.LineSettings(
            direction=Direction.INPUT, edge_detection=_EDGES[self.edges], bias=_BIAS[self.pull]
        )
        lgpio.gpio_free(self.factory._handle, self._number)
        self._line = self.factory.watch(self._number, settings, self._call_when_changed)

    def _disable_event_detect(self) -> None:
        flags = lgpio.gpio_get_mode(self.factory._handle, self._number) & self.GPIO_LINE_FLAGS_MASK
        if self._line is not None:
            self.factory.leave(self._line)
            self._line = None
        lgpio.gpio_claim_input(self.factory._handle, self._number, flags)

    def _call_when_changed(self, ticks: float, level: int) -> None:
        super(LGPIOPin, self)._call_when_changed(ticks, level)  # lgpio's own hands over more

    def _get_state(self) -> Any:
        if self._line is None:
            return super()._get_state()
        return self._line.get_value(self._number) is Value.ACTIVE


class EdgeFactory(LGPIOFactory):  # type: ignore[misc]
    """lgpio's pins on a chip, and the thread that waits for their edges."""

    def __init__(self, chip: int) -> None:
        super().__init__(chip=chip)
        self.pin_class = EdgePin
        self._guard = threading.Lock()
        self._lines: dict[int, tuple[gpiod.LineRequest, Seen]] = {}
        self._waits = select.epoll()
        self._end = os.eventfd(0)
        self._waits.register(self._end, select.EPOLLIN)
        self._thread = threading.Thread(target=self._wait, name="edges", daemon=True)
        self._thread.start()

    def alive(self) -> bool:
        """Whether edges still come."""
        return self._thread.is_alive()

    def watch(self, number: int, settings: gpiod.LineSettings, seen: Seen) -> gpiod.LineRequest:
        """Take a line; ``seen`` is called in another thread and may not raise."""
        line = gpiod.request_lines(
            f"/dev/gpiochip{self.chip}", consumer="referee", config={number: settings}
        )
        with self._guard:
            self._lines[line.fd] = line, seen
            self._waits.register(line.fd, select.EPOLLIN)
        return line

    def leave(self, line: gpiod.LineRequest) -> None:
        """Let a line go."""
        with self._guard:
            self._waits.unregister(line.fd)
            del self._lines[line.fd]
            line.release()

    def close(self) -> None:
        super().close()
        os.eventfd_write(self._end, 1)
        self._thread.join()

    def _wait(self) -> None:
        while True:
            for ready, _ in self._waits.poll():
                if ready == self._end:
                    return
                for seen, event in self._told(ready):
                    level = event.event_type is event.Type.RISING_EDGE
                    seen(event.timestamp_ns / 1e9, int(level))

    def _told(self, ready: int) -> list[tuple[Seen, gpiod.EdgeEvent]]:
        with self._guard:
            if ready not in self._lines:  # it has just been left
                return []
            line, seen = self._lines[ready]
            # A number that was left is soon another line's.
            events = line.read_edge_events() if line.wait_edge_events(0) else []
        return [(seen, event) for event in events]
