"""The panel's configuration: TOML, versioned, checked as a whole.

The truth about keys and defaults is `reference.toml`; a user's file, ``referee.toml``, only says
what differs. A file of an older layout is read as the present one. What is wrong with a file comes
as one line for each fault: file, line, key, what was found, what is allowed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hal.errors import ConfigError
from hal.interfaces import PANEL_BUTTONS
from hal.reading import Reading
from hal.schema import ABSENT, SCHEMA, SEATS, Config
from hal.settings import Settings

#: The names of the file, the present one first; the other one is of layout 1.
NAMES: Final = ("referee.toml", "panel.toml")

_REFERENCE: Final = Path(__file__).with_name("reference.toml")
_PARTS: Final = (*PANEL_BUTTONS, *(f"seat{seat}" for seat in range(1, SEATS + 1)))

#: The display that docs/build-it.md recommends.
RECOMMENDED: Final = "ssd1309"

#: What a new file says that differs, by the display that it is for. The bus of an
#: ssd1322 takes three pins of the reference panel's, and frees two.
STARTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "ssd1309": {"display.chip": '"ssd1309"', "display.reset": "15"},
        "ssd1322": {
            "display.chip": '"ssd1322"', "display.reset": "15", "display.data": "3",
            "buttons.seat6": "2", "lamps.seat5": '{ pin = 14, colour = "white" }',
            "lamps.seat6": '{ pin = 21, colour = "orange" }',
        },
    }
)  # fmt: skip

#: A line of the reference that sets something.
_SETTING: Final = re.compile(r"(?!schema)[a-z]\w* = ")

#: How the settings of an older layout become those of the next one.
_LATER: Final[Mapping[int, Callable[[Settings], Settings]]] = MappingProxyType(
    {1: lambda old: old.renamed({"display.port": "display.bus"})}
)


def load(path: Path | None = None) -> Config:
    """The configuration in ``path`` over the reference panel's; raises ConfigError."""
    return parse("") if path is None else parse(text_of(path), str(path))


def parse(text: str, name: str = NAMES[0]) -> Config:
    """As `load`, from text; ``name`` stands in the messages. An empty text is no file at all."""
    config, problems = survey(text, name)
    if problems:
        raise ConfigError(*problems)
    return config


def survey_file(path: Path | None) -> tuple[Config, tuple[str, ...]]:
    """As `survey`, from a file; never raises."""
    try:
        text = "" if path is None else text_of(path)
    except ConfigError as error:
        return careful(), error.problems
    return survey(text, str(path))


def survey(text: str, name: str = NAMES[0]) -> tuple[Config, tuple[str, ...]]:
    """What can be used of a file, and what is wrong with the rest of it.

    A wrong value stands as its default. A part whose pin is wrong or taken is left out; the
    others work. Of a file that cannot be understood at all, nothing is used: see `careful`.
    """
    try:
        own = _present(Settings.parse(text, name))
    except ConfigError as error:
        return careful(), error.problems
    defaults = _defaults()
    reading = Reading(own.over(defaults), defaults)
    config = reading.config()
    return config, (*_unknown(own, defaults), *reading.problems)


def careful() -> Config:
    """The reference panel without anything that puts a voltage on a pin.

    For a panel whose wiring is unknown: a pin that is driven as a lamp's may have a button on it,
    and pressing that would be a short circuit. As inputs, pins do no harm.
    """
    lamps = "".join(f'{name} = "{ABSENT}"\n' for name in _defaults().table("lamps"))
    return parse(f'schema = {SCHEMA}\n[buzzer]\npin = "{ABSENT}"\n[lamps]\n{lamps}')


def effective(text: str, name: str = NAMES[0]) -> Settings:
    """Every setting with the place that it comes from, as the present layout has them.

    Raises ConfigError for a file that cannot be understood at all.
    """
    return _present(Settings.parse(text, name)).over(_defaults())


def reference() -> str:
    """The documented defaults, as a file."""
    return _REFERENCE.read_text(encoding="utf-8")


def initial(display: str = RECOMMENDED) -> str:
    """A file to start from: all settings are explained in it.

    None is changed yet but for the display's, one of `STARTS`, and for what has to give way to it.
    """
    _, settings = reference().split("\n\n", 1)
    head = (
        "# Settings of the panel. What stands here behind a # is the default: to change one, take\n"
        "# the # away and write another value. `referee config check` says whether it is right.\n"
        "#\n# Pins are GPIO numbers (BCM), not positions on the header. A button or lamp that\n"
        f'# your panel does not have is "{ABSENT}".\n\n'
    )
    table, lines = "", list[str]()
    for line in settings.split("\n"):
        if line.startswith("["):
            table = line.strip("[]") + "."
        name = table + line.partition(" = ")[0]
        if name in STARTS[display]:
            line = f"{name.removeprefix(table)} = {STARTS[display][name]}"
        elif _SETTING.match(line):
            line = f"#{line}"
        lines.append(line)
    return head + "\n".join(lines)


def recommended(display: str = RECOMMENDED) -> Config:
    """The panel of docs/build-it.md: what a new file says, and what the drawings show."""
    return parse(initial(display))


def text_of(path: Path) -> str:
    """A file's text; raises ConfigError."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8 text; save the file as UTF-8") from None
    except OSError as error:
        remedy = "create the file, or leave it out for the reference panel"
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); {remedy}") from None


def _defaults() -> Settings:
    return Settings.parse(reference(), _REFERENCE.name)


def _present(own: Settings) -> Settings:
    """The settings as the present layout has them."""
    if not own:
        return own
    if "schema" not in own:
        raise ConfigError(f"{own.name}: schema is missing; write `schema = {SCHEMA}` on top")
    found = own["schema"].value
    if type(found) is not int or not 1 <= found <= SCHEMA:
        remedy = f"allowed: 1 to {SCHEMA}; a file of a newer program needs that program"
        raise ConfigError(f"{own['schema']} is not possible; {remedy}")
    for layout in range(found, SCHEMA):
        own = _LATER[layout](own)
    return own


def _unknown(own: Settings, defaults: Settings) -> Iterable[str]:
    known = set(defaults) | {f"{table}.{name}" for table in ("buttons", "lamps") for name in _PARTS}
    for key in own:
        if key not in known:
            near = difflib.get_close_matches(key, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else "`referee config show` lists the keys"
            yield f"{own[key]}: no such key; {hint}"
