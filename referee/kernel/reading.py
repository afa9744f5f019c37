"""Typed readers for named plain values: the arguments of an entry, the memory of an interruption.

An ask has let the values pass before a game reads them. So a value that is missing or of another
type is a fault of the game's tables, or an old line under other rules: `FlowError` names the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from referee.kernel.errors import FlowError
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
