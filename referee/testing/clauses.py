"""Which clause of the rules is named by which test, and which by none.

A test names the clauses it checks by ``@pytest.mark.clause("TOY-1", "TOY-2")``; in the rules a
clause stands alone in the first cell of a row of a table. Nothing is imported: both are read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

#: A clause in the rules.
CLAUSE: Final = re.compile(r"^\| *([A-Z]+(?:-[A-Z0-9]+)+) *\|", re.MULTILINE)

#: Options with their values and the clauses that they change.
CHANGED: Final = re.compile(
    r"^\| (`[a-z_]+`(?: \+ `[a-z_]+`)*) \|([^|`]+)\|([A-Z0-9, -]+)\|$", re.MULTILINE
)

#: Options, each with some values of it.
When = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass
class Concordance:
    """The clauses of one game and the tests that name them.

    ``excused``: clauses that need no test, with the reason.
    """

    game: str
    clauses: list[str]
    excused: Mapping[str, str]
    tests: dict[str, list[str]] = field(default_factory=dict)

    @property
    def untested(self) -> list[str]:
        return [c for c in self.clauses if c not in self.tests and c not in self.excused]

    @property
    def idle(self) -> list[str]:
        """Clauses that are excused though they do not exist or are tested."""
        known = set(self.clauses)
        return sorted(c for c in self.excused if c not in known or c in self.tests)


def clauses_of(rules: Traversable) -> list[str]:
    """All clauses of a file of rules, in its order."""
    return list(dict.fromkeys(CLAUSE.findall(rules.read_text(encoding="utf-8"))))


def changed_by_options(rules: Traversable) -> dict[When, list[str]]:
    """The clauses that read otherwise under an option, by the option and its values: the rows
    ``| `option` | value, value | clause, clause |`` of a file of rules, or under several together,
    ``| `option` + `other` | value + value | clause |``. A row with ``-`` names an option that
    changes none by itself."""
    found: dict[When, list[str]] = {}
    for named, values, clauses in CHANGED.findall(rules.read_text(encoding="utf-8")):
        options, shared = named.replace("`", "").split(" + "), values.strip() != "-"
        each = values.strip().split(" + ") if shared else [""]
        words = (tuple(some.split(", ")) if some else () for some in each)
        when = tuple(zip(options, words, strict=True))
        found[when] = clauses.strip().split(", ") if shared else []
    return found


def untested(rules: Traversable, tests: Path) -> list[str]:
    """The clauses of a file of rules that no test in a folder names."""
    return concordance("", rules, tests).untested


def concordance(
    game: str, rules: Traversable, tests: Path, excused: Mapping[str, str] | None = None
) -> Concordance:
    clauses = clauses_of(rules)
    found: dict[str, list[str]] = {}
    for clause, test in marks(tests):
        if clause in clauses:
            found.setdefault(clause, []).append(test)
    return Concordance(game, clauses, excused or {}, found)


def marks(tests: Path) -> Iterator[tuple[str, str]]:
    """All (clause, test) pairs that marks in the source of a folder's tests name."""
    for path in sorted(tests.rglob("test_*.py")):
        place = path.relative_to(tests.parent)
        for clause, name in _marked(path.read_text("utf-8")):
            yield clause, f"{place}::{name}" if name else str(place)


@cache  # asked for once a game
def _marked(source: str) -> list[tuple[str, str]]:
    """All clauses that a module names, those of the whole module first, each with its test's
    name."""
    found = [(c, _named(node)) for node in ast.parse(source).body for c in _clauses(node)]
    return sorted(found, key=lambda pair: pair[1] != "")


def _named(node: ast.stmt) -> str:
    """The name of a function or class; a statement of the module has none."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return node.name if isinstance(node, kinds) else ""


def _clauses(node: ast.AST) -> Iterator[str]:
    """The words of every ``pytest.mark.clause("A", "B")`` in a node; also of its alias
    ``clause``."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _called(call.func) in ("pytest.mark.clause", "clause"):
            words = (arg.value for arg in call.args if isinstance(arg, ast.Constant))
            yield from (word for word in words if isinstance(word, str))


def _called(function: ast.expr) -> str:
    """The name of a function as it is written, with dots; empty if it is no name."""
    if isinstance(function, ast.Attribute):
        return f"{_called(function.value)}.{function.attr}"
    return function.id if isinstance(function, ast.Name) else ""
