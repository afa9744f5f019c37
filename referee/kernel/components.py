"""Numbers printed on cards and boards: `components.toml` of a game, and an owner's corrections.

Every number is a table with ``value``, ``status`` (found, derived, assumed) and ``source``. An
owner of the real box writes ``name = value`` into an override file of the same name; it wins. Of a
table, such as one of tiles, it names the entries that are corrected; the others stay.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


#: A key of TOML, one of several with dots between; lines that begin a table, or give a key a value.
_PART: Final = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_PATH: Final = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE: Final = re.compile(rf"\s*\[\s*({_PATH})\s*\]")
_KEY: Final = re.compile(rf"\s*({_PATH})\s*=")


@dataclass(frozen=True, slots=True)
class Component:
    """One number or table of numbers, how sure it is, and where it comes from.

    ``line``: where it stands in its file (the owner's, or the game's own); 0 if it is unknown.
    ``lines``: the same of a table's entries, those that stand in lines of their own.
    """

    value: Plain
    status: str
    source: str
    line: int = 0
    lines: Mapping[str, int] = field(default_factory=dict)


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

    def wrong(self, name: str, detail: str, entry: object = "") -> ComponentsError:
        """The error of a game that can make no sense of a value, or of an entry of a table: file,
        line and key."""
        part, at = self._parts[name], str(entry)
        file = part.source if part.status == OWNER else "components.toml"
        line, key = part.lines.get(at, part.line), f"{name}.{at}" if at else name
        return ComponentsError(
            "error.components.type", file=file, line=line, key=key, detail=detail
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
        parts[name] = _corrected(parts, name, value, override, file)
    return Components(parts)


def _corrected(
    parts: Mapping[str, Component], name: str, value: Plain, override: str, file: str
) -> Component:
    """A number as the owner has it; of a table what is not named stays."""
    lines = _lines(override)
    line = lines.get((name,), 0)
    entries = {path[1]: n for path, n in lines.items() if len(path) == 2 and path[0] == name}
    if name not in parts:
        raise _unknown(file, line, name, sorted(parts))
    if isinstance(value, dict) and set(value) <= {"value", "status", "source"} and "value" in value:
        value = value["value"]
    old = parts[name].value
    if isinstance(old, dict) and isinstance(value, dict):
        for entry in value:
            if entry not in old:
                raise _unknown(file, entries.get(entry, line), f"{name}.{entry}", list(old))
        value = {**old, **value}
    if wrong := _differs(old, value):
        line = entries.get(re.split(r"[.\[:]", wrong)[0], line)
        raise ComponentsError("error.components.type", file=file, line=line, key=name, detail=wrong)
    return Component(value, OWNER, file, line, entries)


def _unknown(file: str, line: int, key: str, known: Sequence[str]) -> ComponentsError:
    return ComponentsError(
        "error.components.unknown", file=file, line=line, key=key, known=", ".join(known)
    )


def _toml(text: str, file: str) -> dict[str, Plain]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ComponentsError("error.components.syntax", file=file, detail=str(error)) from error


def _component(text: str, name: str, body: Plain) -> Component:
    line = _lines(text).get((name,), 0)
    if not isinstance(body, dict) or set(body) != {"value", "status", "source"}:
        detail = "wants value, status, source"
    elif body["status"] not in STATUSES:
        detail = f"status is one of {', '.join(STATUSES)}"
    else:
        return Component(body["value"], body["status"], str(body["source"]), line)
    raise ComponentsError(
        "error.components.type", file="components.toml", line=line, key=name, detail=detail
    )


@cache
def _lines(text: str) -> Mapping[tuple[str, ...], int]:
    """The first line of every key and table of a file, by its path; ``value`` under a name is no
    part of it."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _TABLE.match(line):
            path = table = _path(head[1])
        elif key := _KEY.match(line):
            path = (*table, *_path(key[1]))
        else:
            continue
        named = path[:1] + path[2:] if path[1:2] == ("value",) else path
        for length in range(1, len(named) + 1):
            found.setdefault(named[:length], number)
    return found


def _path(keys: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, keys))


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
