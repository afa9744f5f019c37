"""Which clause of the rules is named by which test, and which by none: ``make clauses``.

A test names the clauses it checks by ``@pytest.mark.clause("KR-RAM-3")``. Clauses that only a
modelled board can check stand in tests/<game>/board_only.toml with the reason, until there is one.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from referee.kernel.game import game_names

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"

#: A clause stands alone in the first cell of a row of a table.
CLAUSE = re.compile(r"^\| *([A-Z]+(?:-[A-Z0-9]+)+) *\|", re.MULTILINE)


@dataclass
class Concordance:
    """The clauses of one game and the tests that name them."""

    game: str
    clauses: list[str]
    board_only: dict[str, str]  # with the reason
    tests: dict[str, list[str]] = field(default_factory=dict)

    @property
    def untested(self) -> list[str]:
        return [c for c in self.clauses if c not in self.tests and c not in self.board_only]

    @property
    def idle(self) -> list[str]:
        """Clauses that are listed as board-only though they do not exist or are tested."""
        known = set(self.clauses)
        return sorted(c for c in self.board_only if c not in known or c in self.tests)


def concordance(game: str) -> Concordance:
    found = CLAUSE.findall((RULES / f"{game}.md").read_text("utf-8"))
    clauses = list(dict.fromkeys(found))
    tests: dict[str, list[str]] = {}
    for clause, test in marks():
        if clause in clauses:
            tests.setdefault(clause, []).append(test)
    return Concordance(game, clauses, board_only(game), tests)


def board_only(game: str) -> dict[str, str]:
    file = TESTS / game.replace("-", "_") / "board_only.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def marks() -> Iterator[tuple[str, str]]:
    """All (clause, test) pairs that marks in the tests' source name."""
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS.parent)
        tree = ast.parse(path.read_text("utf-8"))
        whole = [c for node in tree.body if not _named(node) for c in _clauses(node)]
        yield from ((clause, str(place)) for clause in whole)
        for node in tree.body:
            if name := _named(node):
                yield from ((clause, f"{place}::{name}") for clause in _clauses(node))


def _named(node: ast.stmt) -> str:
    """The name of a function or class; a statement of the module has none."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return node.name if isinstance(node, kinds) else ""


def _clauses(node: ast.AST) -> Iterator[str]:
    """The words of every ``pytest.mark.clause("A", "B")`` in a node; also of its alias
    ``clause``."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in (
            "pytest.mark.clause",
            "clause",
        ):
            words = (arg.value for arg in call.args if isinstance(arg, ast.Constant))
            yield from (word for word in words if isinstance(word, str))


def report(found: Concordance) -> Iterator[str]:
    yield (
        f"{found.game}: {len(found.clauses)} clauses, {len(found.tests)} tested,"
        f" {len(found.board_only)} for a board model only, {len(found.untested)} without a test"
    )
    for clause in found.clauses:
        if clause in found.tests:
            tests = ", ".join(dict.fromkeys(found.tests[clause]))
        elif clause in found.board_only:
            tests = f"board only: {found.board_only[clause]}"
        else:
            tests = "WITHOUT A TEST"
        yield f"  {clause:<12} {tests}"
    yield from (f"  {clause}: listed as board only, but tested or unknown" for clause in found.idle)


def main() -> int:
    """Exit code 1 if a clause has no test."""
    games = sys.argv[1:] or game_names()
    found = [concordance(game) for game in games]
    for one in found:
        print("\n".join(report(one)))
    return 1 if any(one.untested or one.idle for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
