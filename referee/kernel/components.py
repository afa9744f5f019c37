"""Numbers printed on cards and boards: `components.toml` of a game, and an owner's corrections.

Every number is a table with ``value``, ``status`` (found, derived, assumed) and ``source``. An
owner of the real box writes ``name = value`` into an override file of the same name; it wins.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from referee.kernel.errors import ComponentsError
from referee.kernel.text import Plain, Shaped

T = TypeVar("T")

STATUSES: Final = ("found", "derived", "assumed")

#: No number of a game is larger: pages and boards are made as large as numbers say.
LARGEST: Final = 9999

#: The status of a number that an override file gives.
OWNER: Final = "owner"


#: The beginning of a line that gives a key its value, or of a table.
_HEAD: Final = re.compile(r"""\s*\[?\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.\]]""")


@dataclass(frozen=True, slots=True)
class Component:
    """One number or table of numbers, how sure it is, and where it comes from.

    ``line``: where it stands in its file (the owner's, or the game's own); 0 if it is unknown.
    """

    value: Plain
    status: str
    source: str
    line: int = 0


class Components(Mapping[str, Shaped]):
    """The values by name: ``components["escape_cards"]``. `of` tells status and source."""

    def __init__(self, parts: Mapping[str, Component]) -> None:
        self._parts = dict(parts)
        self._made: dict[Callable[[Components], Any], Any] = {}

    def __getitem__(self, name: str) -> Shaped:
        return self._parts[name].value

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def of(self, name: str) -> Component:
        return self._parts[name]

    def wrong(self, name: str, detail: str) -> ComponentsError:
        """The error of a game that can make no sense of a value: file, line and key."""
        part = self._parts[name]
        file = part.source if part.status == OWNER else "components.toml"
        return ComponentsError(
            "error.components.type", file=file, line=part.line, key=name, detail=detail
        )

    def once(self, make: Callable[[Components], T]) -> T:
        """What a game makes of these numbers, made once: it must never be changed."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    def plain(self) -> dict[str, Plain]:
        """The values alone, for a match header."""
        return {name: part.value for name, part in self._parts.items()}

    def with_values(self, values: Mapping[str, Plain]) -> Components:
        """The same parts with the values that a stored match was played with.

        Raises `ComponentsError` for a number that nobody can have played with.
        """
        parts = dict(self._parts)
        for name, value in values.items():
            if name in parts and parts[name].value != value:
                parts[name] = Component(value, OWNER, "match", 1)
                if not _small(value):
                    raise Components(parts).wrong(name, f"at most {LARGEST}")
        return Components(parts) if parts != self._parts else self


@lru_cache(maxsize=64)
def load(text: str, override: str = "", file: str = "components.toml") -> Components:
    """The components of a game; raises `ComponentsError` naming file, line and key.

    The same texts are parsed once a process.
    """
    parts = {}
    for name, body in _toml(text, "components.toml").items():
        parts[name] = _component(text, name, body)
    for name, value in _toml(override, file).items():
        line = line_of(override, name)
        if name not in parts:
            known = ", ".join(sorted(parts))
            raise ComponentsError(
                "error.components.unknown", file=file, line=line, key=name, known=known
            )
        if (
            isinstance(value, dict)
            and set(value) <= {"value", "status", "source"}
            and "value" in value
        ):
            value = value["value"]
        if wrong := _differs(parts[name].value, value):
            raise ComponentsError(
                "error.components.type", file=file, line=line, key=name, detail=wrong
            )
        parts[name] = Component(value, OWNER, file, line)
    return Components(parts)


def _toml(text: str, file: str) -> dict[str, Plain]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ComponentsError("error.components.syntax", file=file, detail=str(error)) from error


def _component(text: str, name: str, body: Plain) -> Component:
    line = line_of(text, name)
    if not isinstance(body, dict) or set(body) != {"value", "status", "source"}:
        detail = "wants value, status, source"
    elif body["status"] not in STATUSES:
        detail = f"status is one of {', '.join(STATUSES)}"
    else:
        return Component(body["value"], body["status"], str(body["source"]), line)
    raise ComponentsError(
        "error.components.type", file="components.toml", line=line, key=name, detail=detail
    )


def line_of(text: str, name: str) -> int:
    """The line (from 1) on which a top-level key or table stands; 0 if it is not found."""
    return _lines(text).get(name, 0)


@cache
def _lines(text: str) -> Mapping[str, int]:
    """The first line of every key and table of a file."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            found.setdefault(head[1] or head[2] or head[3], number)
    return found


def _differs(old: Plain, new: Plain, path: str = "") -> str:
    """What of ``new`` is of another type than ``old``; sizes and lengths may differ."""
    where = path or "value"
    if isinstance(old, dict) and isinstance(new, dict):
        if missing := sorted(set(old) ^ set(new)):
            return f"{where}: {missing[0]} is missing or too much"
        return next(
            (w for k in old if (w := _differs(old[k], new[k], f"{path}.{k}".lstrip(".")))), ""
        )
    if isinstance(old, list) and isinstance(new, list):
        if not old:
            return ""
        return next(
            (w for i, v in enumerate(new) if (w := _differs(old[0], v, f"{where}[{i}]"))), ""
        )
    if type(old) is not type(new):
        return f"{where}: found {type(new).__name__}, wants {type(old).__name__}"
    return "" if _small(new) else f"{where}: at most {LARGEST}"


def _small(value: Plain) -> bool:
    """Whether no number in it, at any depth, is larger than any game's."""
    if isinstance(value, dict):
        return all(map(_small, value.values()))
    if isinstance(value, list):
        return all(map(_small, value))
    return not isinstance(value, int | float) or abs(value) <= LARGEST
