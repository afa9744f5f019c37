"""Settings judged one by one, and made into a `Config`."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hal.interfaces import SOUNDS
from hal.lamps import COLOURS
from hal.schema import (
    ABSENT,
    AUTO,
    BRIGHTNESS,
    CHIPS,
    DRIVER,
    LANGUAGES,
    PINS,
    SPEEDS,
    USUAL,
    BuzzerPin,
    Config,
    Display,
    Idle,
    LightPins,
    Sound,
)
from hal.settings import Setting, Settings, shown

_RGB: Final = ("red", "green", "blue")
_EXTRA: Final = frozenset({"colour", "pwm", "brightness", "resistor"})
_OHMS: Final = range(47, 100_001)
_TIMES: Final = ("shift", "dim", "rest")
_SECONDS: Final = range(10, 86_401)


class Reading:
    """Reads settings into a `Config`, collecting what is wrong with them in ``problems``.

    A wrong value is replaced by its default; a part with a wrong pin is left out, of two parts on
    the same pin the second one.
    """

    def __init__(self, settings: Settings, defaults: Settings) -> None:
        self.problems: list[str] = []
        self._settings = settings
        self._defaults = defaults
        self._taken: dict[int, str] = {}

    def config(self) -> Config:
        display = self._display()
        return Config(
            language=self._choice("language", LANGUAGES),
            display=display,
            sound=Sound(self._choice("sound.on", (True, False)), self._muted()),
            idle=self._idle(),
            box=self._box(),
            data=self._folder("folders.data"),
            components=self._folder("folders.components"),
            buttons=self._buttons(),
            lamps=self._lamps(),
            buzzer=self._buzzer(),
            voice=self._voice(),
        )

    # -- tables -----------------------------------------------------------------------------

    def _display(self) -> Display:
        display = Display(
            chip=self._choice("display.chip", CHIPS),
            bus=self._whole("display.bus", range(23)),
            address=self._whole("display.address", range(0x08, 0x78), "0x08 to 0x77"),
            rotation=self._choice("display.rotation", (0, 180)),
            brightness=self._choice("display.brightness", BRIGHTNESS),
            speed=self._choice("display.speed", SPEEDS),
        )
        key = "display.chip" if display.spi else "display.bus"
        self._taken.update(dict.fromkeys(display.wires.values(), f"the display's bus ({key})"))
        reset, data = self._settings["display.reset"], self._settings["display.data"]
        if display.spi and data.value == ABSENT:
            self._wrong(data, f"an {display.chip} has a DC line: allowed: the number of its pin")
        return replace(
            display,
            reset=None if reset.value == ABSENT else self._pin(reset, reset.value),
            data=None if data.value == ABSENT else self._pin(data, data.value),
        )

    def _muted(self) -> tuple[str, ...]:
        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(kind in SOUNDS for kind in value)

        allowed = "allowed: [], or some of " + ", ".join(map(shown, SOUNDS))
        return tuple(self._checked("sound.muted", fits, allowed))

    def _idle(self) -> Idle:
        times = [self._whole(f"idle.{name}", _SECONDS) for name in _TIMES]
        if times == sorted(times):
            return Idle(*times)
        later = next(n for n in (1, 2) if times[n] < times[n - 1])
        before = f"idle.{_TIMES[later - 1]} is {times[later - 1]}"
        self._wrong(self._settings[f"idle.{_TIMES[later]}"], f"allowed: more, for {before}")
        return Idle(*(self._defaults[f"idle.{name}"].value for name in _TIMES))

    def _box(self) -> str | None:
        def fits(value: Any) -> bool:
            return value in (AUTO, ABSENT) or (isinstance(value, str) and value.startswith("/"))

        allowed = f'allowed: "{AUTO}", "{ABSENT}", or a serial port like "/dev/ttyACM0"'
        port = str(self._checked("box.port", fits, allowed))
        return None if port == ABSENT else port

    def _voice(self) -> str | None:
        def fits(value: Any) -> bool:
            if not isinstance(value, str) or "\0" in value:
                return False
            try:
                return bool(shlex.split(value))
            except ValueError:  # a quote that nothing ends
                return False

        allowed = f'allowed: "{ABSENT}", or a program with its arguments, quoted as in a shell'
        command = str(self._checked("speech.command", fits, allowed))
        return None if command == ABSENT else command

    def _folder(self, key: str) -> Path | None:
        def fits(value: Any) -> bool:
            named = isinstance(value, str) and value.startswith(("/", "~/"))
            return value == USUAL or (named and "\0" not in value)

        allowed = f'allowed: "{USUAL}", or a folder beginning with / or ~/'
        folder = str(self._checked(key, fits, allowed))
        return None if folder == USUAL else Path(folder).expanduser()

    def _buttons(self) -> dict[str, int]:
        buttons = self._settings.table("buttons").items()
        pins = {name: self._pin(s, s.value) for name, s in buttons if s.value != ABSENT}
        return {name: pin for name, pin in pins.items() if pin is not None}

    def _lamps(self) -> dict[str, LightPins]:
        lamps = self._settings.table("lamps").items()
        lights = {name: self._light(s) for name, s in lamps if s.value != ABSENT}
        return {name: light for name, light in lights.items() if light is not None}

    def _light(self, setting: Setting) -> LightPins | None:
        value = setting.value if isinstance(setting.value, dict) else {"pin": setting.value}
        names, extra = (("pin",), _EXTRA) if "pin" in value else (_RGB, _EXTRA - {"colour"})
        if not set(names) <= value.keys() <= {*names, *extra}:
            forms = "{ pin = .., colour = .. } or { red = .., green = .., blue = .. }"
            self._wrong(setting, f"a lamp is {forms}, each also with pwm, brightness, resistor")
            return None

        def part(name: str, default: Any) -> Setting:
            return Setting(f"{setting.key}.{name}", value.get(name, default), setting.where)

        pwm = bool(self._one_of(part("pwm", False), (True, False), False))
        colour = self._one_of(part("colour", "white"), tuple(COLOURS), "white")
        brightness = self._brightness(part("brightness", 1.0), pwm)
        resistor = self._resistor(part("resistor", 0)) if "resistor" in value else 0
        pins = [self._pin(setting, value[name]) for name in names]
        usable = tuple(pin for pin in pins if pin is not None)
        if len(usable) < len(pins):
            return None
        return LightPins(usable, colour, pwm, brightness, resistor)

    def _buzzer(self) -> BuzzerPin | None:
        kind = self._choice("buzzer.kind", ("tonal", "plain"))
        setting = self._settings["buzzer.pin"]
        pin = None if setting.value == ABSENT else self._pin(setting, setting.value)
        return None if pin is None else BuzzerPin(pin, kind == "tonal")

    # -- values -----------------------------------------------------------------------------

    def _pin(self, setting: Setting, value: Any) -> int | None:
        """The pin's number, taken from now on; None for one that cannot be had."""
        if type(value) is not int or value not in PINS:
            allowed = f"a pin is a GPIO number from {PINS[0]} to {PINS[-1]}"
            self._wrong(setting, f'{allowed}, or "{ABSENT}" for a part that is not there')
            return None
        if value in self._taken:
            taken = f"pin {value} is already used by {self._taken[value]}"
            self.problems.append(f"{setting}: {taken}; choose another, see docs/wiring.md")
            return None
        self._taken[value] = f"{setting.key} ({setting.where})"
        return value

    def _choice(self, key: str, allowed: tuple[Any, ...]) -> Any:
        return self._one_of(self._settings[key], allowed, self._defaults[key].value)

    def _one_of(self, setting: Setting, allowed: tuple[Any, ...], default: Any) -> Any:
        if any(type(setting.value) is type(one) and setting.value == one for one in allowed):
            return setting.value
        self._wrong(setting, "allowed: " + ", ".join(map(shown, allowed)))
        return default

    def _whole(self, key: str, allowed: range, text: str = "") -> int:
        def fits(value: Any) -> bool:
            return type(value) is int and value in allowed

        text = text or f"{allowed[0]} to {allowed[-1]}"
        return int(self._checked(key, fits, f"allowed: {text}"))

    def _checked(self, key: str, fits: Callable[[Any], bool], allowed: str) -> Any:
        setting = self._settings[key]
        if fits(setting.value):
            return setting.value
        self._wrong(setting, allowed)
        return self._defaults[key].value

    def _brightness(self, setting: Setting, pwm: bool) -> float:
        value = setting.value
        if type(value) not in (int, float) or not 0.05 <= value <= 1:
            self._wrong(setting, "allowed: 0.05 to 1.0")
        elif value != 1 and not pwm:
            self._wrong(setting, "brightness needs pwm = true")
        else:
            return float(value)
        return 1.0

    def _resistor(self, setting: Setting) -> int | str:
        value = setting.value
        if value == DRIVER or (type(value) is int and value in _OHMS):
            return DRIVER if value == DRIVER else int(value)
        self._wrong(setting, f'allowed: {_OHMS[0]} to {_OHMS[-1]} ohms, or "{DRIVER}"')
        return 0

    def _wrong(self, setting: Setting, allowed: str) -> None:
        self.problems.append(f"{setting} is not possible; {allowed}")
