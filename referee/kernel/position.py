"""A position: a game's whole state as plain data, and the agenda of interruptions on it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeVar

from referee.kernel.ask import Reader
from referee.kernel.text import Plain, Shaped

#: Metadata of position fields that never change during a match (options, component numbers):
#: they stand in the match header and are left out of `plain` and `digest`.
CONSTANT: Mapping[str, Any] = {"constant": True}

#: Metadata of fields that a game got when matches of it had been kept already: they change and are
#: restored as all others are, but stand in no digest, so that the digests that were kept hold.
LATER: Mapping[str, Any] = {"later": True}


@dataclass(slots=True)
class Item(Reader):
    """One open interruption: what it is, whose it is, and what it must remember.

    It is read as an `Entry` is: ``item.number("count")``.
    """

    kind: str
    seat: int
    data: dict[str, Plain] = field(default_factory=dict)


Item._values = Item.data  # type: ignore[misc]  # as in `Entry`


@dataclass(slots=True)
class Position:
    """Base of every game's position.

    ``state`` is the flow's state and is written by the flow alone. ``agenda`` is a stack, the
    innermost interruption last: entering one pushes, leaving its state pops.
    """

    state: str = ""
    agenda: list[Item] = field(default_factory=list)

    def push(self, kind: str, seat: int, **data: Plain) -> None:
        self.agenda.append(Item(kind, seat, data))

    def pop(self) -> Item:
        return self.agenda.pop()

    def top(self, kind: str | None = None) -> Item | None:
        """The innermost interruption, or None; with ``kind``, only if it is of that kind."""
        agenda = self.agenda
        if agenda and (kind is None or agenda[-1].kind == kind):
            return agenda[-1]
        return None


P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


#: The names of fields by class: those that may change, those that never do.
_fields: Final[dict[type[Any], tuple[tuple[str, ...], tuple[str, ...]]]] = {}


def fields(kind: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a dataclass's fields: those that may change, and those that never do in a
    match. The first ones are restored when a match goes back."""
    found = _fields.get(kind)
    if found is None:
        all_fields = dataclasses.fields(kind)
        names = (
            [f.name for f in all_fields if bool(f.metadata.get("constant")) == c]
            for c in (False, True)
        )
        changing, constant = map(tuple, names)
        found = _fields[kind] = changing, constant
    return found


#: Types that are plain as they are.
_ATOMS = frozenset((type(None), bool, int, float, str))


def _digest_fields_of(kind: type[Any]) -> tuple[str, ...]:
    later = {f.name for f in dataclasses.fields(kind) if f.metadata.get("later")}
    return tuple(name for name in fields(kind)[0] if name not in later)


#: How values of other types become plain, by type.
_ways: Final[dict[type[Any], Callable[[Any], Shaped]]] = {}


def plain(value: Any) -> Shaped:
    """The value as JSON-able data; a position's constant and later fields are left out."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list or kind is tuple:
        return [item if type(item) in _ATOMS else plain(item) for item in value]
    if kind is dict:
        return {key if type(key) is str else _key(key): plain(item) for key, item in value.items()}
    if kind not in _ways:
        _ways[kind] = _way(kind)
    return _ways[kind](value)


def _key(key: Any) -> str:
    return str(plain(key))


def _way(kind: type[Any]) -> Callable[[Any], Shaped]:
    """How values of such a type become plain."""
    if dataclasses.is_dataclass(kind):
        names = _digest_fields_of(kind)
        return lambda value: {name: plain(getattr(value, name)) for name in names}
    if issubclass(kind, list | tuple):
        return lambda value: [item if type(item) in _ATOMS else plain(item) for item in value]
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, bool | int | float | str):
        return lambda value: value
    if issubclass(kind, Mapping):
        return lambda value: {_key(key): plain(item) for key, item in value.items()}
    if issubclass(kind, set | frozenset):
        return lambda value: sorted((plain(item) for item in value), key=repr)
    raise TypeError(f"{kind.__name__} is not plain data")


def digest(position: Position) -> str:
    """Sixteen hex digits that differ when the positions differ."""
    text = _encode(plain(position))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
