"""Messages as data: a catalogue key and its arguments.

The kernel and the games never hold a sentence that a player reads. They say *which* sentence;
the table's catalogues say it in German or English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: JSON-able data: None, bool, int, float, str, and lists and string-keyed dicts of them.
Plain = Any

Args = Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class Who:
    """A seat (1, 2, ...) as an argument of a message: shown by the player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class Text:
    """A message to be looked up: ``key`` names it, ``args`` fill its gaps.

    Values in ``args`` are plain data, a `Who`, another `Text`, or a tuple of these.
    """

    key: str
    args: Args = field(default_factory=dict)


def text(key: str, /, **args: Plain) -> Text:
    """Shorthand for ``Text(key, {...})``."""
    return Text(key, args)


def plain_args(args: Args) -> dict[str, Plain]:
    """The arguments as JSON-able data: a `Who` becomes its seat number, a `Text` its key."""
    return {name: _plain(value) for name, value in args.items()}


def _plain(value: Plain) -> Plain:
    if isinstance(value, Who):
        return value.seat
    if isinstance(value, Text):
        return {"key": value.key, "args": plain_args(value.args)} if value.args else value.key
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
