"""Which clause of our games' rules is tested by which test, and which by none: ``make clauses``.

Clauses that only a modelled board can check stand in tests/<game>/board_only.toml with the reason,
until there is one.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from referee.testing.clauses import Concordance, concordance
from tests.own import OWN, RULES

TESTS = Path(__file__).parent


def of(game: str) -> Concordance:
    return concordance(game, RULES / f"{game}.md", TESTS, board_only(game))


def board_only(game: str) -> dict[str, str]:
    file = TESTS / game.replace("-", "_") / "board_only.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def report(found: Concordance) -> Iterator[str]:
    yield (
        f"{found.game}: {len(found.clauses)} clauses, {len(found.tests)} tested,"
        f" {len(found.excused)} for a board model only, {len(found.untested)} without a test"
    )
    for clause in found.clauses:
        if clause in found.tests:
            tests = ", ".join(dict.fromkeys(found.tests[clause]))
        elif clause in found.excused:
            tests = f"board only: {found.excused[clause]}"
        else:
            tests = "WITHOUT A TEST"
        yield f"  {clause:<12} {tests}"
    yield from (f"  {clause}: listed as board only, but tested or unknown" for clause in found.idle)


def main() -> int:
    """Exit code 1 if a clause has no test."""
    found = [of(game) for game in sys.argv[1:] or OWN]
    for one in found:
        print("\n".join(report(one)))
    return 1 if any(one.untested or one.idle for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
