"""What a lamp's pattern means in time, and the lamps of a panel stepped by the loop's own clock.

The waves hang on the clock, not on the moment a lamp is switched: lamps with the same pattern
shine together, and setting a lamp again never makes it stutter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Final, Protocol

from hal.interfaces import Lamp, Pattern, Presence, Put

#: Milliseconds on, off, on, off ... Whole numbers: a wave never misses its own edge by rounding.
WAVES: Final[Mapping[Pattern, tuple[int, ...]]] = MappingProxyType(
    {
        Pattern.BLINK: (500, 500),
        Pattern.FAST: (125, 125),
        Pattern.PULSE: (100, 1900),
        Pattern.DOUBLE: (125, 125, 125, 875),
    }
)

#: Red, green, blue from 0 to 1, tuned so that a lamp without PWM shows the nearest pure colour.
COLOURS: Final[Mapping[str, tuple[float, float, float]]] = MappingProxyType(
    {
        "white": (1.0, 1.0, 1.0),
        "red": (1.0, 0.0, 0.0),
        "green": (0.0, 1.0, 0.0),
        "blue": (0.0, 0.0, 1.0),
        "yellow": (1.0, 0.7, 0.0),
        "orange": (1.0, 0.3, 0.0),
        "purple": (0.6, 0.0, 1.0),
        "pink": (1.0, 0.2, 0.6),
        "cyan": (0.0, 1.0, 1.0),
    }
)


def lit(pattern: Pattern, now: float) -> bool:
    """Whether a lamp with this pattern is lit at ``now``."""
    return pattern is not Pattern.OFF and _place(pattern, now)[0]


def next_change(pattern: Pattern, now: float) -> float | None:
    """When it will next go on or off; None for lamps that do neither."""
    return None if pattern not in WAVES else _place(pattern, now)[1]


#: Milliseconds until each part of a wave ends.
_ENDS: Final = {pattern: tuple(accumulate(WAVES.get(pattern, (1,)))) for pattern in Pattern}


def _place(pattern: Pattern, now: float) -> tuple[bool, float]:
    """Lit or not, and until when."""
    ends = _ENDS[pattern]
    milliseconds = round(now * 1000)
    into = milliseconds % ends[-1]
    part = bisect_right(ends, into)
    return part % 2 == 0, (milliseconds - into + ends[part]) / 1000


class Light(Protocol):
    """One lamp's electrics; `show` may raise whatever its library raises."""

    def show(self, colour: str | None) -> None:
        """Shine in this colour as well as it can, or be dark (None)."""
        ...

    def close(self) -> None: ...


class PatternLamps:
    """Lamps by name. A light that fails is reported and tried again when it next changes."""

    def __init__(self, lights: Mapping[str, Light], put: Put) -> None:
        self._lights = lights
        self._put = put
        self._wanted: dict[str, Lamp] = {}
        self._shown: dict[str, str | None] = dict.fromkeys(lights)
        self._broken: set[str] = set()

    def show(self, lamps: Mapping[str, Lamp]) -> None:
        self._wanted = {name: lamp for name, lamp in lamps.items() if name in self._lights}

    def step(self, now: float) -> float | None:
        for name in self._lights:
            lamp = self._wanted.get(name)
            self._set(name, lamp.colour if lamp and lit(lamp.pattern, now) else None)
        dues = (next_change(lamp.pattern, now) for lamp in self._wanted.values())
        return min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        for light in self._lights.values():
            light.close()

    def _set(self, name: str, colour: str | None) -> None:
        if self._shown[name] == colour:
            return
        self._shown[name] = colour
        try:
            self._lights[name].show(colour)
        except Exception as error:  # libraries raise what they like; the loop must live
            if name not in self._broken:
                self._broken.add(name)
                self._put(Presence(f"lamp {name}", False, str(error)))
        else:
            if name in self._broken:
                self._broken.discard(name)
                self._put(Presence(f"lamp {name}", True))
