"""Messages as data: a catalogue key and its arguments.

The kernel and the games never hold a sentence that a player reads. They say *which* sentence;
the table's catalogues say it in German or English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

#: JSON-able data: None, bool, int, float, str, and lists and string-keyed dicts of them.
Plain: TypeAlias = "bool | int | float | str | Sequence[Plain] | Mapping[str, Plain] | None"

#: The value of a match's option.
Value = bool | int | str

#: Plain data in a shape that its reader knows: what a bot sees of its own game's position, the
#: tables of a game's components file, what a store gives back.
Shaped: TypeAlias = Any

#: What fills the gap of a message: plain data, a player, another message, or several of these.
Arg: TypeAlias = "Plain | Who | Text | Sequence[Arg]"

Args = Mapping[str, Arg]


@dataclass(frozen=True, slots=True)
class Who:
    """A seat (1, 2, ...) as an argument of a message: shown by the player's name."""

    seat: int


@dataclass(slots=True)
class Text:
    """A message to be looked up: ``key`` names it, ``args`` fill its gaps.

    Values in ``args`` are plain data, a `Who`, another `Text`, or a tuple of these.
    """

    key: str
    args: Args = field(default_factory=dict)


def text(key: str, /, **args: Arg) -> Text:
    """Shorthand for ``Text(key, {...})``."""
    return Text(key, args)


def plain_args(args: Args) -> dict[str, Plain]:
    """The arguments as JSON-able data: a `Who` becomes its seat number, a `Text` its key."""
    return {name: _plain(value) for name, value in args.items()}


def _plain(value: Arg) -> Plain:
    if isinstance(value, Who):
        return value.seat
    if isinstance(value, Text):
        return {"key": value.key, "args": plain_args(value.args)} if value.args else value.key
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return [_plain(item) for item in value]
