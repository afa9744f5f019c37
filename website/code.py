"""Where the program names a clause, and its source as pages with numbered lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound

from tests.own import ROOT

#: A clause in a string or docstring of the program.
CLAUSE: Final = re.compile(r"\b[A-Z]{2,4}(?:-[A-Z0-9]+)+\b")


@dataclass(frozen=True, slots=True)
class Place:
    """A function, class or constant that names a clause, or a test that checks it."""

    path: str
    line: int
    name: str


def places(folder: Path) -> Iterator[tuple[str, Place]]:
    """All clauses that modules in a folder name, each with its place, in the order of the text."""
    for path in sorted(folder.rglob("*.py")):
        where = str(path.relative_to(ROOT))
        for node in ast.parse(path.read_text("utf-8")).body:
            name = _name(node)
            found = dict.fromkeys(_named(node)) if name else {}
            yield from ((clause, Place(where, node.lineno, name)) for clause in found)


def test_place(test: str) -> Place:
    """Of ``tests/file.py::name``, or a whole file."""
    where, _, name = test.partition("::")
    text = (ROOT / where).read_text("utf-8")
    found = re.search(rf"^(?:def|class) {name}\b", text, re.MULTILINE) if name else None
    line = text.count("\n", 0, found.start()) + 1 if found else 1
    return Place(where, line, name or where)


def page(path: str, back: str) -> str:
    """A file of the program as a page of its own; every line is an anchor ``line-N``."""
    text = (ROOT / path).read_text("utf-8")
    try:
        lexer = get_lexer_for_filename(path)
    except ClassNotFound:
        lexer = get_lexer_for_filename("x.txt")
    style = HtmlFormatter(
        full=True, title=path, linenos="table", lineanchors="line", anchorlinenos=True
    )
    shown = str(highlight(text, lexer, style))
    return shown.replace("<body>", f'<body>\n<p><a href="{back}">Tabletop Referee</a></p>', 1)


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    targets: Iterable[ast.expr] = ()
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = (node.target,)
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _named(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield from CLAUSE.findall(inner.value)
