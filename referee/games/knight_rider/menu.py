"""Putting an ask's options and refusals together from decisions of `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from referee.game import Ask, Field, Kind, OneOf, Option, Plain, Refusal, Text, text
from referee.games.knight_rider.rules import No

V = TypeVar("V", bound=Plain)


class Menu:
    """Options and refusals, in the order in which they are added: the commonest answer first."""

    def __init__(self) -> None:
        self.options: list[Option] = []
        self.refusals: list[Refusal] = []

    def add(self, verb: str, no: No | None = None, /, **fields: Field) -> None:
        """Offer the verb, or refuse it."""
        if no is None:
            self.options.append(Option(verb, fields))
        else:
            self.refuse(verb, no)

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        self.refusals.append(Refusal(verb, text(no.key, **args), no.clause, args))

    def choose(
        self, verb: str, name: str, values: Mapping[V, No | None], look: str = "list"
    ) -> None:
        """Offer the verb with the allowed values of one field, and refuse the others one by one.

        With no value left the verb itself is refused, for the first value's reason.
        """
        allowed = tuple(value for value, no in values.items() if no is None)
        if allowed:
            self.add(verb, **{name: OneOf(allowed, look)})
        self.refuse_values(verb, name, values)
        if not allowed:
            self.refuse(verb, next(no for no in values.values() if no is not None))

    def refuse_values(self, verb: str, name: str, values: Mapping[V, No | None]) -> None:
        """Refuse the forbidden values of one field; a reason may speak of the value."""
        for value, no in values.items():
            if no is not None:
                self.refuse(verb, no, **{name: value})

    def ask(
        self, seats: tuple[int, ...], kind: Kind, prompt: Text, clause: str, source: str = "players"
    ) -> tuple[Ask, ...]:
        """The one open ask with these options."""
        options, refusals = tuple(self.options), tuple(self.refusals)
        return (Ask(seats, kind, prompt, clause, options, refusals, source),)
