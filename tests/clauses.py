"""Which clause of our games' rules is tested by which test, and which by none: ``make clauses``.

Clauses that only a modelled board can check stand in tests/<game>/board_only.toml with the reason,
until there is one. Also: which clauses the code of a game does not name.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.testing.clauses import CLAUSE, Concordance, concordance
from tests.own import OWN, ROOT, RULES

TESTS = Path(__file__).parent

#: The columns of a catalogue that say what the box does, or assumes, by a clause.
DONE: Final = ("Referee", "Table mode", "Board model", "assumed value", "Assumption")

#: What stands there where it does nothing by it: a reason, a wording, a figure that is not needed.
NOTHING: Final = frozenset({"", "-", "–", "none", "none needed", "not needed"})

#: The other clauses that nothing is done by; their catalogues have no such column, or say more.
READ_ONLY: Final = {
    "INT-DRF-35": "how three words of the overview are read, which no rule depends on",
    "INT-KNI-8": "how the picture of a worked example is read",
    "UNK-KNI-2": "what a worked example leaves open",
}


def of(game: str) -> Concordance:
    return concordance(game, RULES / f"{game}.md", TESTS, board_only(game))


def board_only(game: str) -> dict[str, str]:
    file = TESTS / game.replace("-", "_") / "board_only.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def decided(rules: Path) -> list[str]:
    """The clauses of a file of rules that the box decides something by, in its order.

    Left out are worked examples (``-EX``, which tests play), and clauses by which nothing is done
    in any of the columns `DONE`. Tables without such a column are of interpretations.
    """
    found, head = [], list[str]()
    for line in rules.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "ID":
            head = cells
        elif CLAUSE.match(line) and not re.search(r"-EX\b", cells[0]):
            does = [cell for name, cell in zip(head, cells, strict=True) if name in DONE]
            if not does or not NOTHING.issuperset(does):
                found.append(cells[0])
    return list(dict.fromkeys(found))


def unnamed(clauses: list[str], package: Path) -> list[str]:
    """Those that neither a module of a game's package nor its numbers name in full.

    ``KR-RAM-2..5`` names the first one alone: nobody finds the others by searching for them.
    """
    files = [*modules(package), package / "components.toml"]
    code = "\n".join(file.read_text("utf-8") for file in files)
    return [c for c in clauses if not re.search(rf"(?<![\w-]){re.escape(c)}(?![\w-])", code)]


def ranges(package: Path) -> list[str]:
    """Where a module names clauses in a range, or by the end of their ID."""
    short = re.compile(r"[A-Z-]+-\d+(\.\.|, -)\d+")
    found = ((file.name, short.search(file.read_text("utf-8"))) for file in modules(package))
    return [f"{name}: {some[0]}" for name, some in found if some]


def modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def package_of(game: str) -> Path:
    return ROOT / "referee" / "games" / game.replace("-", "_")


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
