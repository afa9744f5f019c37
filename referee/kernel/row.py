"""A row of a flow: a trigger in a state, with its guards, its effect, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic

from referee.kernel.entry import Entry
from referee.kernel.position import P
from referee.kernel.ruling import Say

#: The trigger of rows that leave a fork; the kernel fires it, nobody enters it.
AUTO: Final = "auto"

Guard = Callable[[P, Entry], bool]
Effect = Callable[[P, Entry, Say], None]


@dataclass(frozen=True, slots=True)
class Row(Generic[P]):
    """One line of the table. ``name`` is ``source.trigger`` unless given (variants use it)."""

    trigger: str
    source: str
    dest: str
    effect: Effect[P] | None = None
    when: tuple[Guard[P], ...] = ()
    clauses: tuple[str, ...] = ()
    label: str = ""

    @property
    def name(self) -> str:
        """Built anew at every call; a running flow holds it ready."""
        tests = "&".join(guard.__name__ for guard in self.when)
        return self.label or f"{self.source}.{self.trigger}" + (f"[{tests}]" if tests else "")
