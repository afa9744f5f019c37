"""TOML with places: which file and line a setting came from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hal.errors import ConfigError

_HEAD: Final = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY: Final = re.compile(r"\s*[\"']?([\w.-]+)[\"']?\s*=")
_BARE: Final = re.compile(r"[\w-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Setting:
    """One value. ``key`` is ``table.name``; ``where`` is ``file:line``, or says it is a default."""

    key: str
    value: Any
    where: str

    def __str__(self) -> str:
        return f"{self.where}: {self.key} = {shown(self.value)}"


def shown(value: Any) -> str:
    """A value as it stands in a TOML file, as far as a message needs it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{"".join(map(_spelt, value))}"'
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{shown_key(name)} = {shown(part)}" for name, part in value.items())
        return f"{{ {inner} }}"
    return str(value)


def shown_key(name: str) -> str:
    """A key as it stands in a TOML file: quoted if it has to be."""
    return name if _BARE.fullmatch(name) else shown(name)


def _spelt(letter: str) -> str:
    """A letter of a TOML string; what cannot be seen, or would steer a terminal, as its number."""
    if letter in '"\\':
        return f"\\{letter}"
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


class Settings(Mapping[str, Setting]):
    """The settings of one file by ``table.name``; deeper tables are values."""

    def __init__(self, name: str, settings: Mapping[str, Setting]) -> None:
        self.name = name
        self._settings = settings

    @classmethod
    def parse(cls, text: str, name: str) -> Settings:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{name}: not a TOML file: {error}") from None
        except RecursionError:
            raise ConfigError(f"{name}: not a TOML file: nested too deeply") from None
        lines = _lines(text)
        settings = {}
        for key, value in _flat(data):
            line = lines.get(key)
            where = f"{name}:{line}" if line else name
            settings[key] = Setting(key, value, where)
        return cls(name, settings)

    def renamed(self, keys: Mapping[str, str]) -> Settings:
        """These settings under new keys; each still says what stands in the file."""
        return Settings(self.name, {keys.get(key, key): self[key] for key in self})

    def over(self, defaults: Settings) -> Settings:
        """These settings, and the default for what they leave out."""
        kept = {
            key: Setting(key, setting.value, f"default in {defaults.name}")
            for key, setting in defaults.items()
        }
        return Settings(self.name, {**kept, **self._settings})

    def table(self, name: str) -> dict[str, Setting]:
        """The settings of one table, without the table's name."""
        head = f"{name}."
        return {key[len(head) :]: self[key] for key in self if key.startswith(head)}

    def __getitem__(self, key: str) -> Setting:
        return self._settings[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            for inner, part in value.items():
                yield f"{name}.{inner}", part
        else:
            yield name, value


def _lines(text: str) -> dict[str, int]:
    """The line of every key: tomllib does not tell. Good for any file that people write."""
    table = ""
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            table = f"{head[1]}."
        elif key := _KEY.match(line):
            lines.setdefault(table + key[1], number)
        # A table in a table is one value here; its line is where it begins.
        if head and head[1].count(".") == 1:
            lines.setdefault(head[1], number)
    return lines
