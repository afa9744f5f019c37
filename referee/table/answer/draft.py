"""An answer in the making: which of an ask's options still fit, and what must still be said.

Legality stands in the ask alone. A draft only ever narrows the ask's own options down; what is
left of them when no argument is missing is an entry that the match accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from referee.kernel.ask import Ask, Entry, Field, OneOf, Option, Pick, Refusal
from referee.kernel.text import Plain, Text

#: Looks of a field that says a place.
PLACES: Final = ("cell", "tile")


@dataclass(frozen=True, slots=True)
class Question:
    """The next argument: its values, and those that may not be chosen now with the reason."""

    name: str
    field: Field
    refused: tuple[tuple[Plain, Refusal], ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A verb of an ask with some of its arguments, and the ``question`` what must be said next;
    None when the answer is complete."""

    ask: Ask
    verb: str
    options: tuple[Option, ...]
    args: Mapping[str, Plain] = field(default_factory=dict)
    question: Question | None = None

    @property
    def place(self) -> Plain:
        """The place of a sheet or a map, or the tile of a town, that has been said; None: none."""
        fields = self.options[0].fields
        said = (value for name, value in self.args.items() if fields[name].look in PLACES)
        return next(said, None)

    @property
    def lying(self) -> tuple[str, ...]:
        """How a tile may lie at the place that is asked for now, or has been said."""
        fields = self.options[0].fields.items()
        ways = (f.expand() for name, f in fields if name not in self.args and f.look == "arms")
        return tuple(map(str, next(ways, ())))

    def put(self, name: str, value: Plain) -> Draft:
        """The draft with one more argument; options that it does not fit are gone."""
        left = (o for o in self.options if name in o.fields and o.fields[name].accepts(value))
        return Draft(self.ask, self.verb, tuple(left), {**self.args, name: value}).asking()

    def entry(self, seat: int) -> Entry:
        return Entry(seat, self.verb, dict(self.args))

    def asking(self) -> Draft:
        """With its question; arguments that leave no choice are not asked for."""
        name = next((n for n in self.options[0].fields if n not in self.args), None)
        if name is None:
            return self
        fields = [option.fields[name] for option in self.options if name in option.fields]
        merged, refused = _merged(fields), self._refused(name, fields)
        if not refused and (only := _only(merged)):
            return self.put(name, only[0])
        return replace(self, question=Question(name, merged, refused))

    def _refused(self, name: str, fields: Sequence[Field]) -> tuple[tuple[Plain, Refusal], ...]:
        found = []
        for refusal in self.ask.refusals:
            if refusal.aside or refusal.verb != self.verb or name not in refusal.args:
                continue
            others = {key: value for key, value in refusal.args.items() if key != name}
            value = refusal.args[name]
            fits = all(key in self.args and self.args[key] == others[key] for key in others)
            if fits and not any(choice.accepts(value) for choice in fields):
                found.append((value, refusal))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb that the asks offer, with the draft that it begins, or (``refusal``) one that may not
    be used now. ``aside``: it is seldom wanted, with whatever arguments. ``note``: the
    game's own, beside it; ``preview``: what it brings; empty if nothing is known of it."""

    ask: Ask
    verb: str
    draft: Draft | None = None
    refusal: Refusal | None = None
    aside: bool = False
    note: Text | str = ""
    preview: Text | str = ""

    @classmethod
    def of(cls, ask: Ask, verb: str) -> Choice:
        options = tuple(option for option in ask.options if option.verb == verb)
        draft, aside = Draft(ask, verb, options).asking(), all(option.aside for option in options)
        note = next((o.note for o in options if o.note is not None), "")
        preview = next((o.preview for o in options if o.preview is not None), "")
        return cls(ask, verb, draft, None, bool(options) and aside, note, preview)


def choices(asks: Iterable[Ask]) -> tuple[Choice, ...]:
    """What a player can choose from, the commonest first, then what he may not do now."""
    asks = list(asks)
    found = [
        Choice.of(ask, verb)
        for ask in asks
        for verb in dict.fromkeys(option.verb for option in ask.options)
    ]
    offered = {choice.verb for choice in found}
    for ask in asks:
        for refusal in ask.refusals:
            if refusal.verb not in offered:
                offered.add(refusal.verb)
                found.append(Choice(ask, refusal.verb, refusal=refusal))
    return tuple(found)


def _merged(fields: Sequence[Field]) -> Field:
    """One field for several options: all their values, without notes; dice and cards are alike
    in them all."""
    first = fields[0]
    if len(fields) == 1 or not isinstance(first, OneOf):
        return first
    merged = OneOf((), first.look)
    for choice in fields:
        for value in choice.expand():
            if not merged.accepts(value):
                merged = OneOf((*merged.values, value), first.look)
    return merged


def _only(choice: Field) -> list[Plain]:
    """The one value of a field that has no other."""
    if isinstance(choice, OneOf) and len(choice.values) == 1:
        return [choice.values[0]]
    if isinstance(choice, Pick) and choice.low == len(choice.values) and not choice.ordered:
        return [list(choice.values)]
    return []


def named_seat(asks: Iterable[Ask], seat: int) -> tuple[Ask, Entry] | None:
    """The answer by a seat's own button: the one option that asks for nothing but a seat.

    None if no option, or more than one, offers this seat.
    """
    found = [
        (ask, Entry(ask.seats[0], option.verb, {name: seat}))
        for ask in asks
        for option in ask.options
        if len(option.fields) == 1
        for name, choice in option.fields.items()
        if isinstance(choice, OneOf) and choice.look == "seat" and choice.accepts(seat)
    ]
    return found[0] if len(found) == 1 else None
