"""The panel's configuration: TOML, versioned, checked as a whole.

The truth about keys and defaults is `reference.toml`; a user's file only says what differs. A wrong
file is refused with one line for each fault: file, line, key, what was found, what is
allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hal.errors import ConfigError
from hal.interfaces import PANEL_BUTTONS
from hal.lamps import COLOURS
from hal.settings import Setting, Settings, shown

SCHEMA: Final = 1
LANGUAGES: Final = ("de", "en")
CHIPS: Final = ("ssd1306", "ssd1309", "sh1106")
#: Most seats of any game; the reference panel has buttons and lamps for the first seven.
SEATS: Final = 12
#: GPIO numbers of the header's pins; 0 and 1 belong to the add-on boards' memory.
PINS: Final = range(2, 28)
#: Pins that an I2C bus takes for itself.
BUS_PINS: Final[Mapping[int, tuple[int, ...]]] = {1: (2, 3)}
#: What a part is set to that the panel does not have.
ABSENT: Final = "none"

_REFERENCE: Final = Path(__file__).with_name("reference.toml")
_NAMES: Final = (*PANEL_BUTTONS, *(f"seat{seat}" for seat in range(1, SEATS + 1)))
_RGB: Final = ("red", "green", "blue")
_EXTRA: Final = frozenset({"colour", "pwm", "brightness"})


@dataclass(frozen=True, slots=True)
class Display:
    chip: str
    port: int
    address: int
    rotation: int


@dataclass(frozen=True, slots=True)
class LightPins:
    """A lamp: one pin, or red, green and blue. ``colour``: of a single LED."""

    pins: tuple[int, ...]
    colour: str = "white"
    pwm: bool = False
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class BuzzerPin:
    pin: int
    tonal: bool


@dataclass(frozen=True, slots=True)
class Config:
    language: str
    display: Display
    sound: bool
    buttons: Mapping[str, int]
    lamps: Mapping[str, LightPins]
    buzzer: BuzzerPin | None


def load(path: Path | None = None) -> Config:
    """The configuration in ``path`` over the reference panel's; raises ConfigError."""
    if path is None:
        return parse("")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8 text; save the file as UTF-8") from None
    except OSError as error:
        remedy = "create the file, or leave it out for the reference panel"
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); {remedy}") from None
    return parse(text, str(path))


def parse(text: str, name: str = "panel.toml") -> Config:
    """As `load`, from text; ``name`` stands in the messages. An empty text is no file at all."""
    own = Settings.parse(text, name)
    defaults = Settings.parse(reference(), _REFERENCE.name)
    reading = _Reading(own.over(defaults))
    config = reading.config()
    problems = [*_schema(own), *_unknown(own, defaults), *reading.problems]
    if problems:
        raise ConfigError(*problems)
    return config


def reference() -> str:
    """The documented defaults, as a file that users can start from."""
    return _REFERENCE.read_text(encoding="utf-8")


def _schema(own: Settings) -> Iterable[str]:
    if own and "schema" not in own:
        yield f"{own.name}: schema is missing; write `schema = {SCHEMA}` on top"
    elif own and own["schema"].value != SCHEMA:
        remedy = "a file of a newer program needs that program"
        yield f"{own['schema']}: allowed is {SCHEMA}; {remedy}"


def _unknown(own: Settings, defaults: Settings) -> Iterable[str]:
    known = set(defaults) | {f"{table}.{name}" for table in ("buttons", "lamps") for name in _NAMES}
    for key in own:
        if key not in known:
            near = difflib.get_close_matches(key, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else "hal/reference.toml lists the keys"
            yield f"{own[key]}: no such key; {hint}"


class _Reading:
    """Reads settings into a `Config`, collecting what is wrong with them.

    A wrong value is replaced by a harmless one, so that all faults are found in one go.
    """

    def __init__(self, settings: Settings) -> None:
        self.problems: list[str] = []
        self._settings = settings
        self._taken: dict[int, str] = {}

    def config(self) -> Config:
        display = self._display()
        bus = BUS_PINS.get(display.port, ())
        self._taken.update(dict.fromkeys(bus, "the display's bus (display.port)"))
        return Config(
            language=self._choice(self._settings["language"], LANGUAGES),
            display=display,
            sound=self._flag(self._settings["sound.on"]),
            buttons=self._buttons(),
            lamps=self._lamps(),
            buzzer=self._buzzer(),
        )

    def _display(self) -> Display:
        get = self._settings.__getitem__
        return Display(
            chip=self._choice(get("display.chip"), CHIPS),
            port=self._whole(get("display.port"), range(23)),
            address=self._whole(get("display.address"), range(0x08, 0x78), "0x08 to 0x77"),
            rotation=self._choice(get("display.rotation"), (0, 180)),
        )

    def _buttons(self) -> dict[str, int]:
        buttons = self._settings.table("buttons").items()
        return {name: self._pin(s, s.value) for name, s in buttons if s.value != ABSENT}

    def _lamps(self) -> dict[str, LightPins]:
        lamps = self._settings.table("lamps").items()
        return {name: self._light(s) for name, s in lamps if s.value != ABSENT}

    def _light(self, setting: Setting) -> LightPins:
        value = setting.value if isinstance(setting.value, dict) else {"pin": setting.value}
        pins, extra = (("pin",), _EXTRA) if "pin" in value else (_RGB, _EXTRA - {"colour"})
        if not set(pins) <= value.keys() <= {*pins, *extra}:
            forms = "{ pin = .., colour = .. } or { red = .., green = .., blue = .. }"
            self._wrong(setting, f"a lamp is {forms}, each also with pwm and brightness")
            return LightPins(())

        def part(name: str, default: Any) -> Setting:
            return Setting(f"{setting.key}.{name}", value.get(name, default), setting.where)

        pwm = self._flag(part("pwm", False))
        return LightPins(
            tuple(self._pin(setting, value[name]) for name in pins),
            self._choice(part("colour", "white"), tuple(COLOURS)),
            pwm,
            self._brightness(part("brightness", 1.0), pwm),
        )

    def _buzzer(self) -> BuzzerPin | None:
        kind = self._choice(self._settings["buzzer.kind"], ("tonal", "plain"))
        setting = self._settings["buzzer.pin"]
        if setting.value == ABSENT:
            return None
        return BuzzerPin(self._pin(setting, setting.value), kind == "tonal")

    # -- values -----------------------------------------------------------------------------

    def _pin(self, setting: Setting, value: Any) -> int:
        if type(value) is not int or value not in PINS:
            allowed = f"a pin is a GPIO number from {PINS[0]} to {PINS[-1]}"
            self._wrong(setting, f'{allowed}, or "{ABSENT}" for a part that is not there')
            return 0
        if value in self._taken:
            taken = f"pin {value} is already used by {self._taken[value]}"
            self.problems.append(f"{setting}: {taken}; choose another, see docs/wiring.md")
        self._taken.setdefault(value, f"{setting.key} ({setting.where})")
        return value

    def _choice(self, setting: Setting, allowed: tuple[Any, ...]) -> Any:
        if any(type(setting.value) is type(one) and setting.value == one for one in allowed):
            return setting.value
        self._wrong(setting, "allowed: " + ", ".join(map(shown, allowed)))
        return allowed[0]

    def _whole(self, setting: Setting, allowed: range, text: str = "") -> int:
        if type(setting.value) is int and setting.value in allowed:
            return setting.value
        self._wrong(setting, f"allowed: {text or f'{allowed[0]} to {allowed[-1]}'}")
        return allowed[0]

    def _flag(self, setting: Setting) -> bool:
        return bool(self._choice(setting, (True, False)))

    def _brightness(self, setting: Setting, pwm: bool) -> float:
        value = setting.value
        if type(value) not in (int, float) or not 0.05 <= value <= 1:
            self._wrong(setting, "allowed: 0.05 to 1.0")
        elif value != 1 and not pwm:
            self._wrong(setting, "brightness needs pwm = true")
        else:
            return float(value)
        return 1.0

    def _wrong(self, setting: Setting, allowed: str) -> None:
        self.problems.append(f"{setting} is not possible; {allowed}")
