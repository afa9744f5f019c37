"""Entries: one answer to an ask each, with everything that chance or the table said in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.kernel.errors import BadEntry
from referee.kernel.reading import Reader
from referee.kernel.text import Plain


@dataclass(slots=True)
class Entry(Reader):
    """One answer: the seat that gave it, a verb, and arguments (dice and cards included).

    The readers (`number`, `word`, `dice`, `cell`, ...) give an argument in the type that it has.
    """

    seat: int
    verb: str
    args: dict[str, Plain] = field(default_factory=dict)

    def plain(self) -> dict[str, Plain]:
        return {"seat": self.seat, "verb": self.verb, "args": self.args}

    @classmethod
    def parse(cls, data: Plain) -> Entry:
        """An entry from decoded JSON; raises `BadEntry` naming the field that is wrong."""
        if not isinstance(data, dict):
            raise BadEntry("error.entry.shape", found=_kind(data))
        unknown = sorted(set(data) - {"seat", "verb", "args"})
        if unknown:
            raise BadEntry("error.entry.unknown", field=unknown[0][:40])
        seat, verb, args = data.get("seat"), data.get("verb"), data.get("args", {})
        if type(seat) is not int:
            raise BadEntry("error.entry.field", field="seat", found=_kind(seat))
        if not isinstance(verb, str):
            raise BadEntry("error.entry.field", field="verb", found=_kind(verb))
        if not isinstance(args, dict):
            raise BadEntry("error.entry.field", field="args", found=_kind(args))
        return cls(seat, verb, args)


# The same slot under the readers' name, which guards use more than anything else.
Entry._values = Entry.args  # type: ignore[misc]


def _kind(value: Plain) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "nothing"}
    return names.get(type(value), "number")
