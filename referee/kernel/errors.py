"""The kernel's errors: one root, few children. Each says what is wrong and what to do.

RefereeError
├── Refused          the rules forbid this entry (reason and clause)
├── BadEntry         this is no entry at all (wrong shape, unknown option value)
├── BadArchive       a file to import is wrong (line)
├── ComponentsError  a components file is wrong (file, line, key)
├── RulesChanged     a stored match no longer replays as it was played
├── StoreError       the database: damaged, newer, locked, read-only, full
└── FlowError        a fault in a game's own tables; never the players' doing
"""

from __future__ import annotations

from referee.kernel.text import Arg, Text


class RefereeError(Exception):
    """Root of all errors that a user may read; `text` is looked up in the catalogues.

    ``game``: whose sentences it may need, where that is not the game on the table.
    """

    game = ""

    def __init__(self, key: str, /, **args: Arg) -> None:
        self.text = Text(key, args)
        super().__init__(key, args)

    def __str__(self) -> str:
        detail = ", ".join(f"{name}={value!r}" for name, value in self.text.args.items())
        return f"{self.text.key}({detail})"


class Refused(RefereeError):
    """The rules forbid the entry; the position is unchanged. `clause` names the rule."""

    def __init__(self, reason: Text, clause: str) -> None:
        super().__init__(reason.key, **dict(reason.args))
        self.reason = reason
        self.clause = clause

    def __str__(self) -> str:
        return f"{super().__str__()} [{self.clause}]"


class BadEntry(RefereeError, ValueError):
    """Not an entry at all: wrong types, missing fields, an unknown seat or option."""


class BadArchive(RefereeError, ValueError):
    """A file to import is cut off, changed or no match of ours; the message names the line.

    ``line``: its number, from 1. ``game``: empty when the file does not say.
    """

    def __init__(self, line: int, detail: Text, game: str = "") -> None:
        super().__init__("error.archive", line=line, detail=detail)
        self.line = line
        self.game = game


class ComponentsError(RefereeError, ValueError):
    """A components file is wrong; the message names the file, the line and the key."""


class RulesChanged(RefereeError):
    """A stored match was written under other rules and does not replay.

    `good` is the number of journal lines that still replay as they were played, `clauses` are
    those of the rows that the next line fires now; empty where that is not known.
    """

    def __init__(self, game: str, good: int, total: int, clauses: tuple[str, ...] = ()) -> None:
        rule = ", ".join(clauses[:3]) or "?"
        super().__init__("error.rules-changed", game=game, good=good, total=total, rule=rule)
        self.good = good
        self.clauses = clauses


class StoreError(RefereeError, OSError):
    """The database cannot be used; the message names the file and the remedy."""


class FlowError(RefereeError):
    """A game's flow table is wrong. Shown when it is loaded, or when no row fits a legal entry."""

    def __init__(self, detail: str) -> None:
        super().__init__("error.flow", detail=detail)
        self.detail = detail
