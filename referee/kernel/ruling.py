"""Rulings: consequences that the referee announces, each with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from referee.kernel.text import Arg, Args, Plain, Text, plain_args


@dataclass(slots=True)
class Ruling:
    """``seat`` is the player it is about. ``stop``: a panel waits for a press before going on.

    ``only`` limits who may read it (None: everybody); hidden cards are told to their owner.
    ``call`` is a number that is called out to all: a panel sounds it, too.
    """

    key: str
    clause: str
    seat: int | None = None
    args: Args | None = None
    stop: bool = False
    only: tuple[int, ...] | None = None
    call: int | None = None

    @property
    def text(self) -> Text:
        return Text(self.key, self.args or {})

    def shown_to(self, seat: int | None) -> bool:
        """Whether this seat (None: the shared screen) may read it."""
        return self.only is None or seat in self.only

    def plain(self) -> dict[str, Plain]:
        return {
            "key": self.key,
            "seat": self.seat,
            "clause": self.clause,
            "args": plain_args(self.args or {}),
        }


class Say(Protocol):
    """How an effect announces a ruling: ``say("kr.ram.slide", "KR-RMT-4", 2, fields=1)``.

    A message that is ready made stands in the place of its key: ``say(text(...), clause, seat)``.
    """

    def __call__(
        self,
        key: str | Text,
        clause: str,
        seat: int | None = None,
        /,
        *,
        stop: bool = False,
        only: tuple[int, ...] | None = None,
        call: int | None = None,
        **args: Arg,
    ) -> None: ...


@dataclass(slots=True)
class Outcome:
    """What one entry brought about: the rulings, and which flow rows fired (their names)."""

    rulings: list[Ruling] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def say(
        self,
        key: str | Text,
        clause: str,
        seat: int | None = None,
        /,
        *,
        stop: bool = False,
        only: tuple[int, ...] | None = None,
        call: int | None = None,
        **args: Arg,
    ) -> None:
        if isinstance(key, Text):
            args = {**key.args, **args}
            key = key.key
        self.rulings.append(Ruling(key, clause, seat, args, stop, only, call))
