"""What a study's file may say: every key with what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.kernel.errors import BadEntry
from referee.kernel.text import text

#: Whether a value fits a key.
Fits = Callable[[Any], bool]


def whole(value: Any) -> bool:
    """A whole number from 1."""
    return type(value) is int and value >= 1


def _word(value: Any) -> bool:
    return isinstance(value, str) and value != "" and value.isprintable()


def _list_of(fits: Fits) -> Fits:
    """At least one of these."""
    return lambda value: isinstance(value, list) and value != [] and all(map(fits, value))


def _table_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def _setting(value: Any) -> bool:
    return isinstance(value, bool | int | str)


_WORDS: Final = _list_of(_word)

#: What a study takes, by key. What each wants is said by ``lab.wants.<key>`` in the texts.
STUDY: Final[Mapping[str, Fits]] = {
    "title": lambda value: isinstance(value, str),
    "seed": lambda value: isinstance(value, str),
    "batch": whole,
    "rows": lambda value: isinstance(value, bool),
    "entries": whole,
    "contest": _list_of(lambda value: isinstance(value, dict)),
}

#: The same of a contest.
CONTEST: Final[Mapping[str, Fits]] = {
    "game": _word,
    "seats": lambda value: whole(value) or _list_of(whole)(value),
    "players": _WORDS,
    "tables": _list_of(_WORDS),
    "options": _table_of(_setting),
    "vary": _table_of(_list_of(_setting)),
    "each": _WORDS,
    "matches": whole,
    "precision": lambda value: isinstance(value, float) and 0 < value < 1,
    "most": whole,
}


def check(data: Mapping[str, Any], known: Mapping[str, Fits], where: str) -> None:
    """Raises `BadEntry` that names the place, the key, and what it takes."""
    for key, value in data.items():
        if key not in known:
            raise BadEntry("error.lab.key", where=where, key=key, known=", ".join(known))
        if not known[key](value):
            wants = text(f"lab.wants.{key}")
            raise BadEntry(
                "error.lab.value", where=where, key=key, found=str(value)[:40], wants=wants
            )
