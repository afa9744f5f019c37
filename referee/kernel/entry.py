"""Entries: one answer to an ask each, with everything that chance or the table said in it.

`Reader` gives the arguments of an entry, and the memory of an interruption, in their types. An ask
has let the values pass before a game reads them. So a value that is missing or of another type is a
fault of the game's tables, or an old line under other rules: `FlowError` names the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from referee.kernel.errors import BadEntry, FlowError
from referee.kernel.text import Plain

T = TypeVar("T")


class Reader:
    """A thing with named values; `_values` says which they are."""

    __slots__ = ()

    _values: Mapping[str, Plain]

    def has(self, name: str) -> bool:
        return name in self._values

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number: points, a seat, a row."""
        value = self._values.get(name, default)
        return value if type(value) is int else _typed(name, value, int)

    def word(self, name: str, default: str | None = None) -> str:
        """A word: a kind of card, a colour, a side."""
        value = self._values.get(name, default)
        return value if type(value) is str else _typed(name, value, str)

    def items(self, name: str) -> list[Plain]:
        """A list of anything, as a copy: cards that are more than a word."""
        return list(_typed(name, self._values.get(name), list))

    def numbers(self, name: str) -> list[int]:
        found: Any = self._values.get(name)
        if type(found) is not list:
            _typed(name, found, list)
        for item in found:
            if type(item) is not int:
                _typed(name, item, int)
        return [*found]

    def words(self, name: str) -> list[str]:
        return [_typed(name, item, str) for item in self.items(name)]

    def cell(self, name: str = "cell") -> tuple[int, int]:
        """A place by the two numbers that name it."""
        found = self._values.get(name)
        if type(found) is list and len(found) == 2:
            first, second = found
            if type(first) is int and type(second) is int:
                return first, second
        first, second = self.numbers(name)
        return first, second

    def dice(self, name: str = "dice") -> list[int]:
        """The dice of a roll, in their order."""
        return self.numbers(name)

    def die(self, name: str = "dice") -> int:
        """The only die of a roll."""
        (die,) = self.numbers(name)
        return die

    def faces(self, name: str = "dice") -> list[str]:
        """The dice of a roll that show signs."""
        return self.words(name)


def _typed(name: str, value: Plain, kind: type[T]) -> T:
    if type(value) is not kind:
        raise FlowError(f"{name} is read as {kind.__name__}, but is {value!r}")
    return value


@dataclass(slots=True)
class Entry(Reader):
    """One answer: the seat that gave it, a verb, and arguments (dice and cards included).

    The readers (`number`, `word`, `dice`, `cell`, ...) give an argument in the type that it has.
    """

    seat: int
    verb: str
    args: dict[str, Plain] = field(default_factory=dict)

    def plain(self) -> dict[str, Plain]:
        return {"seat": self.seat, "verb": self.verb, "args": self.args}

    @classmethod
    def parse(cls, data: Plain) -> Entry:
        """An entry from decoded JSON; raises `BadEntry` naming the field that is wrong."""
        if not isinstance(data, dict):
            raise BadEntry("error.entry.shape", found=_kind(data))
        unknown = sorted(set(data) - {"seat", "verb", "args"})
        if unknown:
            raise BadEntry("error.entry.unknown", field=unknown[0][:40])
        seat, verb, args = data.get("seat"), data.get("verb"), data.get("args", {})
        if type(seat) is not int:
            raise BadEntry("error.entry.field", field="seat", found=_kind(seat))
        if not isinstance(verb, str):
            raise BadEntry("error.entry.field", field="verb", found=_kind(verb))
        if not isinstance(args, dict):
            raise BadEntry("error.entry.field", field="args", found=_kind(args))
        return cls(seat, verb, args)


# The same slot under the readers' name, which guards use more than anything else.
Entry._values = Entry.args  # type: ignore[misc]


def _kind(value: Plain) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "nothing"}
    return names.get(type(value), "number")
