"""Answers as sequences of actions with fixed numbers, for learners (docs/lab.md).

An answer is spelled: its verb, then the values of its fields, each as its words and numbers. So
three of eight cards are three steps or more, and a cell is two. Action 0 says that a list, or an
answer that might have one field more, is done. Then come the whole numbers from `LOWEST` to
`HIGHEST`, then the game's words (`words`). What follows is decided by the open ask alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from referee.kernel.ask import Ask, Each, Entry, Field, OneOf, Option
from referee.kernel.errors import BadEntry
from referee.kernel.text import Plain

LOWEST, HIGHEST = -64, 447

#: A word or a number of an answer; None: done.
Atom: TypeAlias = "str | int | None"

DONE: Final = None


class Alphabet:
    """The actions of a game by their numbers."""

    def __init__(self, words: Sequence[str]) -> None:
        numbers = range(LOWEST, HIGHEST + 1)
        self.atoms: tuple[Atom, ...] = (DONE, *numbers, *words)
        self._at = {atom: number for number, atom in enumerate(self.atoms)}

    def __len__(self) -> int:
        return len(self.atoms)

    def action(self, atom: Atom) -> int:
        """Raises `BadEntry` for a word that the game was not known to have."""
        if atom not in self._at:
            raise BadEntry("error.lab.word", word=str(atom), low=LOWEST, high=HIGHEST)
        return self._at[atom]


def atoms(value: Plain) -> tuple[Atom, ...]:
    """The words and numbers of a value, in their order; true and false are 1 and 0."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, int):
        return (int(value),)
    if isinstance(value, list | tuple):
        return tuple(atom for item in value for atom in atoms(item))
    raise TypeError(f"{value!r} cannot be spelled")


@dataclass(frozen=True, slots=True)
class _Way:
    """One option, as far as it is spelled: its fields that are whole, and the items and atoms of
    the field that is not."""

    option: Option
    args: dict[str, Plain] = field(default_factory=dict)
    items: tuple[Plain, ...] = ()
    prefix: tuple[Atom, ...] = ()

    def next(self) -> Iterator[tuple[Atom, _Way]]:
        """The atoms that may follow, each with where it leads."""
        name = next((name for name in self.option.fields if name not in self.args), None)
        if name is None:
            return
        kind = self.option.fields[name]
        if not self.prefix and _may_end(kind, self.items):
            yield DONE, self._with(name, list(self.items))
        for value in _values(kind, self.items):
            spelled, at = atoms(value), len(self.prefix)
            if len(spelled) <= at or spelled[:at] != self.prefix:
                continue
            prefix = (*self.prefix, spelled[at])
            if len(spelled) > len(prefix):
                yield spelled[at], _Way(self.option, self.args, self.items, prefix)
            elif isinstance(kind, OneOf):
                yield spelled[at], self._with(name, value)
            else:
                yield spelled[at], self._longer(name, kind, value)

    def _longer(self, name: str, kind: Field, value: Plain) -> _Way:
        """A list with one item more; whole, where it can get no longer."""
        items = (*self.items, value)
        most = kind.count if isinstance(kind, Each) else kind.high  # type: ignore[union-attr]
        if len(items) == most:
            return self._with(name, list(items))
        return _Way(self.option, self.args, items)

    def _with(self, name: str, value: Plain) -> _Way:
        return _Way(self.option, {**self.args, name: value})

    @property
    def whole(self) -> bool:
        return self.args.keys() == self.option.fields.keys()


def _may_end(kind: Field, items: Sequence[Plain]) -> bool:
    """Whether a list of a varying length may end here."""
    return not isinstance(kind, OneOf | Each) and kind.low <= len(items) < kind.high


def _values(kind: Field, items: Sequence[Plain]) -> Sequence[Plain]:
    """What the next item may be."""
    if isinstance(kind, OneOf):
        return kind.values
    if isinstance(kind, Each):
        return kind.faces
    left = list(kind.values)
    for item in items:
        left.remove(item)
    return left


class Spelling:
    """An answer of a seat to an ask, being spelled."""

    def __init__(self, ask: Ask, seat: int) -> None:
        self._seat = seat
        self._verbs = {option.verb for option in ask.options}
        self._options = ask.options
        self._ways: list[_Way] | None = None

    def allowed(self) -> list[Atom]:
        """What may come next, in no order; empty when the answer is whole."""
        if self._ways is None:
            return sorted(self._verbs)  # type: ignore[return-value]
        found: dict[Atom, None] = {}
        for way in self._ways:
            found.update((atom, None) for atom, _ in way.next())
        if found and any(way.whole for way in self._ways):
            found[DONE] = None
        return list(found)

    def take(self, atom: Atom) -> None:
        """Spell one more; `atom` is allowed."""
        if self._ways is None:
            self._ways = [_Way(option) for option in self._options if option.verb == atom]
            return
        ways = self._ways
        if atom is DONE and any(way.whole for way in ways):
            self._ways = [way for way in ways if way.whole]
            return
        self._ways = _distinct(to for way in ways for said, to in way.next() if said == atom)

    def entry(self) -> Entry:
        """The whole answer."""
        assert self._ways is not None
        way = next(way for way in self._ways if way.whole)
        return Entry(self._seat, way.option.verb, way.args)


def _distinct(ways: Iterator[_Way]) -> list[_Way]:
    """Equal cards lead to the same."""
    found: list[_Way] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return found
