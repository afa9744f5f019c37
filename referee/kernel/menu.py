"""What may be answered and what may not, put together into an ask.

A game decides in functions that say `No` (why something may not be done now) or None (it may).
A `Menu` makes options and refusals of these decisions, so that no verb is in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from referee.kernel.ask import Ask, Field, Kind, OneOf, Option, RandBelow, Refusal
from referee.kernel.entry import Entry
from referee.kernel.text import Args, Plain, Text

V = TypeVar("V", bound=Plain)


@dataclass(frozen=True, slots=True)
class No:
    """Why not: the key of the reason with its arguments, and the clause that says so."""

    key: str
    clause: str
    args: Args = field(default_factory=dict)


class Menu:
    """Options and refusals in the order in which they are added: the commonest answer first.

    ``buttons``: what is answered by one button of the panel; see `Ask.buttons`.
    """

    def __init__(self, *options: Option) -> None:
        self.buttons: dict[str, str] = {}
        self.options = list(options)
        self.refusals: list[Refusal] = []

    def add(
        self, verb: str, no: No | None = None, note: Text | None = None, /, **fields: Field
    ) -> None:
        """Offer the verb, or refuse it."""
        if no is None:
            self.options.append(Option(verb, fields, note))
        else:
            self.refuse(verb, no)

    def offer(self, options: Iterable[Option]) -> None:
        """Options with more to them: behind BACK, with a roll, of several fields."""
        self.options += options

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        """Refuse the verb with these arguments; the reason's sentence may speak of them."""
        self.refusals.append(Refusal(verb, Text(no.key, {**args, **no.args}), no.clause, args))

    def bar(self, verb: str, no: No, /, **args: Plain) -> None:
        """Refuse these arguments where somebody gives them, but lead no cursor there."""
        self.refuse(verb, no, **args)
        self.refusals[-1:] = [replace(refusal, aside=True) for refusal in self.refusals[-1:]]

    def choose(
        self,
        verb: str,
        name: str,
        values: Mapping[V, No | None],
        look: str = "list",
        notes: Sequence[Text] = (),
    ) -> None:
        """Offer the verb with the allowed values of one field, and refuse the others one by one.

        ``notes`` go with the allowed values. With no value left the verb itself is refused, for
        the first value's reason.
        """
        allowed = tuple(value for value, no in values.items() if no is None)
        if allowed:
            self.add(verb, **{name: OneOf(allowed, look, tuple(notes))})
        self.refuse_values(verb, name, values)
        if not allowed:
            self.refuse(verb, next(no for no in values.values() if no is not None))

    def refuse_values(self, verb: str, name: str, values: Mapping[V, No | None]) -> None:
        """Refuse the forbidden values of one field."""
        self.refusals += (
            Refusal(verb, Text(no.key, {name: value, **no.args}), no.clause, {name: value})
            for value, no in values.items()
            if no is not None
        )

    def ask(
        self,
        seats: Iterable[int],
        kind: Kind,
        prompt: Text,
        clause: str,
        source: str = "players",
        *,
        auto: bool = False,
        secret: bool = False,
    ) -> Ask:
        """The ask with these options."""
        return Ask(
            tuple(seats), kind, prompt, clause, tuple(self.options), tuple(self.refusals),
            source, auto, secret, tuple(self.buttons.items()),
        )  # fmt: skip

    def asks(
        self,
        seats: Iterable[int],
        kind: Kind,
        prompt: Text,
        clause: str,
        source: str = "players",
        *,
        auto: bool = False,
        secret: bool = False,
    ) -> tuple[Ask, ...]:
        """The same as the only open ask."""
        return (self.ask(seats, kind, prompt, clause, source, auto=auto, secret=secret),)


class Offers(Menu):
    """A menu that keeps no refusals: for a `Draw` that asks what the asks offer."""

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        pass

    def refuse_values(self, verb: str, name: str, values: Mapping[V, No | None]) -> None:
        pass

    def drawn(self, seat: int, below: RandBelow) -> Entry:
        """Any of the options, as a random player answers."""
        option = self.options[below(len(self.options))]
        return Entry(seat, option.verb, option.sample(below))
