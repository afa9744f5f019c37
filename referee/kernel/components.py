"""Numbers printed on cards and boards: `components.toml` of a game, and an owner's corrections.

Every number is a table with ``value``, ``status`` (found, derived, assumed) and ``source``. An
owner of the real box writes ``name = value`` into an override file of the same name; it wins. Of a
table, such as one of tiles, it names the entries that are corrected; the others stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from referee.kernel.errors import ComponentsError
from referee.kernel.text import Plain, Shaped, Text
from referee.kernel.toml import Broken, parse

T = TypeVar("T")

STATUSES: Final = ("found", "derived", "assumed")

#: No number of a game is larger: pages and boards are made as large as numbers say.
LARGEST: Final = 9999

#: Letters of a word of a game, such as a colour: a line of a menu has room for more.
WORD: Final = 18

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

    def number(self, name: str, low: int, high: int, of: Sequence[str] = ()) -> int:
        """A whole number from ``low`` to ``high``; raises `ComponentsError` for any other. ``of``:
        see `wrong`."""
        found: int = self[name]
        self._within(name, "", found, low, high, of)
        return found

    def numbers(self, name: str, low: int, high: int, least: int = 1) -> tuple[int, ...]:
        """A list of such numbers, at least so many."""
        found: tuple[int, ...] = tuple(self[name])
        if len(found) < least:
            raise self.wrong(name, Text("components.few", {"found": len(found), "low": least}))
        for number in found:
            self._within(name, "", number, low, high)
        return found

    def table(self, name: str, low: int, high: int) -> dict[str, int]:
        """A table of such numbers."""
        for entry, number in self[name].items():
            self._within(name, entry, number, low, high)
        return dict(self[name])

    def words(self, name: str, least: int = 0) -> tuple[str, ...]:
        """A list of different words that fit on a screen, at least so many."""
        found: tuple[str, ...] = tuple(self[name])
        if len(found) < least:
            raise self.wrong(name, Text("components.few", {"found": len(found), "low": least}))
        for word in found:
            self.fitting(name, word)
        if len(set(found)) < len(found):
            raise self.wrong(name, Text("components.twice"))
        return found

    def fitting(self, name: str, word: str) -> None:
        """Raises `ComponentsError` for a word that does not fit on a screen."""
        if not (word.strip() == word and word.isprintable() and 1 <= len(word) <= WORD):
            raise self.wrong(name, Text("components.word", {"found": word[:WORD], "most": WORD}))

    def _within(
        self, name: str, entry: str, found: int, low: int, high: int, of: Sequence[str] = ()
    ) -> None:
        if not low <= found <= high:
            detail = Text("components.within", {"found": found, "low": low, "high": high})
            raise self.wrong(name, detail, entry, of)

    def wrong(
        self, name: str, detail: str | Text, entry: object = "", of: Sequence[str] = ()
    ) -> ComponentsError:
        """The error of a game that can make no sense of a value, or of an entry of a table: file,
        line and key.

        ``of``: the numbers with which it does not go together. An owner who has corrected one of
        them, and not this one, is told the line of that.
        """
        blamed = next((n for n in (name, *of) if self._parts[n].status == OWNER), name)
        if blamed != name:
            other = Text("components.with", {"other": name, "detail": detail})
            return self.wrong(blamed, other)
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
                if wrong := _differs(self._parts[name].value, value):
                    raise Components(parts).wrong(name, wrong[1], wrong[0])
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
        where, detail = wrong
        line = entries.get(re.split(r"[.\[]", where)[0], line)
        raise ComponentsError(
            "error.components.type", file=file, line=line, key=_joined(name, where), detail=detail
        )
    return Component(value, OWNER, file, line, entries)


def _unknown(file: str, line: int, key: str, known: Sequence[str]) -> ComponentsError:
    return ComponentsError(
        "error.components.unknown", file=file, line=line, key=key, known=", ".join(known)
    )


def _toml(text: str, file: str) -> dict[str, Plain]:
    try:
        return parse(text)
    except Broken as error:
        raise ComponentsError("error.components.syntax", file=file, detail=error.fault) from error


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


#: What a value is called in a message.
_KINDS: Final = {
    bool: "components.bool", int: "components.int", float: "components.float",
    str: "components.str", list: "components.list", dict: "components.dict",
}  # fmt: skip


def _differs(old: Plain, new: Plain, path: str = "") -> tuple[str, Text] | None:
    """Where ``new`` is of another type than ``old``, and how; sizes and lengths may differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        if missing := sorted(set(old) - set(new)):
            return path, Text("components.missing", {"entry": missing[0]})
        if more := sorted(set(new) - set(old)):
            return path, Text("components.unknown", {"entry": more[0], "known": ", ".join(old)})
        parts = ((old[key], new[key], f"{path}.{key}".lstrip(".")) for key in old)
    elif isinstance(old, list) and isinstance(new, list):
        parts = ((old[0], part, f"{path}[{at}]") for at, part in enumerate(new) if old)
    else:
        return _other(old, new, path)
    return next((wrong for part in parts if (wrong := _differs(*part))), None)


def _other(old: Plain, new: Plain, path: str) -> tuple[str, Text] | None:
    """As `_differs`, of a single value."""
    if type(old) is not type(new):
        found, wants = (Text(_KINDS.get(type(n), "components.else")) for n in (new, old))
        return path, Text("components.kind", {"found": found, "wants": wants})
    return None if _small(new) else (path, Text("components.large", {"most": LARGEST}))


def _joined(name: str, where: str) -> str:
    """A key with the place in its value."""
    return f"{name}{where}" if where[:1] in ("", "[") else f"{name}.{where}"


def _small(value: Plain) -> bool:
    """Whether no number in it, at any depth, is larger than any game's."""
    if isinstance(value, dict):
        return all(map(_small, value.values()))
    if isinstance(value, list):
        return all(map(_small, value))
    return not isinstance(value, int | float) or abs(value) <= LARGEST
