"""How every clause is enforced and proven: a page for each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.kernel.game import find_game
from referee.table.catalogue import Catalogue
from tests import clauses
from tests.own import ROOT
from website.code import Place, places, test_place


@dataclass
class Proof:
    """What is known about one clause. ``rows`` as text, ``excused``: why it has no test."""

    words: str
    rows: list[str] = field(default_factory=list)
    code: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)
    excused: str = ""


def proofs(name: str) -> dict[str, Proof]:
    """Every clause of a game in the order of its catalogue."""
    found, game = clauses.of(name), find_game(name)
    words = Catalogue("en", game)
    told = {clause for clause in found.clauses if words.has(f"clause.{clause}")}
    made = {
        clause: Proof(words.clause(clause) if clause in told else "") for clause in found.clauses
    }
    flow = game.flow(game.complete(game.seats[0], {}))
    for row in flow.rows:
        guards = " and ".join(guard.__name__ for guard in row.when)
        line = f"`{row.source}` - {row.trigger}{f' if {guards}' if guards else ''} → `{row.dest}`"
        for clause in set(row.clauses) & made.keys():
            made[clause].rows.append(line)
    seen: dict[str, list[Place]] = defaultdict(list)
    for clause, place in places(ROOT / "referee" / "games" / name.replace("-", "_")):
        seen[clause].append(place)
    for clause, proof in made.items():
        proof.code = seen[clause]
        proof.tests = [test_place(test) for test in dict.fromkeys(found.tests.get(clause, ()))]
        proof.excused = found.excused.get(clause, "")
    return made


def page(name: str) -> Iterator[str]:
    """The page as Markdown, line by line; sources are linked as ``SOURCE/path#line``."""
    title = Catalogue("en", find_game(name))("name")
    yield f"# {title}: enforced and proven"
    yield (
        f"\nEvery clause of [the catalogue](../rules/{name}.md): what the box says of it, the rows"
        f" of [the flow](../flows/{name}.md) as played by default, the places in the program that"
        " carry it out, and the tests that check it.\n"
    )
    for clause, proof in proofs(name).items():
        yield f"\n## {clause}\n"
        yield f"[In the catalogue](../rules/{name}.md#{anchor(clause)})\n"
        if proof.words:
            yield f"> {proof.words}\n"
        yield from _listed("Rows", proof.rows)
        yield from _listed("Code", map(linked, proof.code))
        yield from _listed("Tests", map(linked, proof.tests))
        if proof.excused:
            yield f"Without a test: {proof.excused}\n"


def anchor(clause: str) -> str:
    return f"clause-{clause.lower()}"


def linked(place: Place) -> str:
    return source_link(f"{place.path}: {place.name}", place.path, place.line, depth=1)


def source_link(text: str, path: str, line: int | None, depth: int) -> str:
    """A link out of a page that lies so many folders below the top."""
    target = f"{'../' * depth}source/{path}.html" + (f"#line-{line}" if line else "")
    return f'<a href="{target}"><code>{text}</code></a>'


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield f"**{title}**\n"
        yield from lines
        yield ""
