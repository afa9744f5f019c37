"""Putting an ask's options and refusals together from decisions of `rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from referee.game import Ask, Field, Kind, OneOf, Option, Plain, Refusal, Text
from referee.games.draf.rules import No

V = TypeVar("V", bound=Plain)


class Menu:
    """Options and refusals, in the order in which they are added: the commonest answer first."""

    def __init__(self) -> None:
        self.options: list[Option] = []
        self.refusals: list[Refusal] = []

    def add(
        self, verb: str, no: No | None = None, note: Text | None = None, /, **fields: Field
    ) -> None:
        """Offer the verb, or refuse it."""
        if no is None:
            self.options.append(Option(verb, fields, note))
        else:
            self.refuse(verb, no)

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        self.refusals.append(Refusal(verb, Text(no.key, {**args, **no.args}), no.clause, args))

    def choose(
        self,
        verb: str,
        name: str,
        values: Sequence[Plain],
        refused: Mapping[V, No],
        notes: Sequence[Text] = (),
    ) -> None:
        """Offer the verb with the allowed values of one field, and refuse the others."""
        self.add(verb, **{name: OneOf(tuple(values), notes=tuple(notes))})
        for value, no in refused.items():
            self.refuse(verb, no, **{name: value})

    def ask(
        self,
        seats: Sequence[int],
        kind: Kind,
        prompt: Text,
        clause: str,
        source: str = "players",
    ) -> tuple[Ask, ...]:
        """The one open ask with these options."""
        options, refusals = tuple(self.options), tuple(self.refusals)
        return (Ask(tuple(seats), kind, prompt, clause, options, refusals, source),)
