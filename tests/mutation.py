"""Do the tests notice a wrong rule? ``make mutation``: each game's guards, changed one by one.

A guard decides which row of the flow fires: a rule's "if". One token of it is changed, and the
game's own tests have to fail. mutmut and cosmic-ray start a Python for each mutant or copy the
whole tree, for modules that are named; here a fork takes over the loaded program and puts the
changed code into the function, and the guards are those of the flow, wherever they stand.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import inspect
import io
import json
import os
import random
import resource
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from referee.kernel.errors import Refused
from referee.kernel.game import Game, find_game
from tests.own import OWN, ROOT

#: What `tests.figures` puts into the docs.
REPORT: Final = ROOT / "build" / "mutation.json"

#: Seconds of CPU after which a mutant that goes round in circles counts as noticed.
PATIENCE: Final = 120

#: The program is loaded before, so pytest cannot rewrite its assertions.
OPTIONS: Final = ("-x", "-q", "-n0", "-p", "no:cacheprovider", "--timeout", "0", "--assert=plain")

_SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """``line``: of the file, with what stands there now."""

    guard: FunctionType
    line: int
    text: str
    code: CodeType

    def __str__(self) -> str:
        return f"{self.guard.__module__}.{self.guard.__name__}, line {self.line}: {self.text}"


def guards(game: Game[Any]) -> list[FunctionType]:
    """What its flows ask before a row fires, under the usual options and each other choice."""
    chosen = {spec.key: spec.default for spec in game.options}
    others = [
        {**chosen, spec.key: value} for spec in game.options for value in spec.values
    ]  # fmt: skip
    found: dict[FunctionType, None] = {}
    for options in [chosen, *others]:
        with contextlib.suppress(Refused):
            game.check(game.seats[0], options)
            for row in game.flow(options).rows:
                found |= dict.fromkeys(g for g in row.when if isinstance(g, FunctionType))
    return [guard for guard in found if not guard.__code__.co_freevars]


def mutants(guard: FunctionType) -> Iterator[Mutant]:
    """Every one that can be made of a function by changing one place."""
    lines, first = inspect.getsourcelines(guard)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    (function,) = tree.body
    if not isinstance(function, ast.FunctionDef):
        return
    body = function.body[1:] if ast.get_docstring(function) else function.body
    places = [node for statement in body for node in ast.walk(statement)]
    for number, node in enumerate(places):
        for changed in _changes(node):
            fresh = copy.deepcopy(tree)
            (new,) = fresh.body
            assert isinstance(new, ast.FunctionDef)
            statements = new.body[1:] if ast.get_docstring(new) else new.body
            target = [n for statement in statements for n in ast.walk(statement)][number]
            target.__class__, target.__dict__ = changed.__class__, changed.__dict__
            ast.fix_missing_locations(fresh)
            line = getattr(node, "lineno", None) or _line(places, number)
            text = f"{lines[line - 1].strip()} -> {ast.unparse(new).splitlines()[-1].strip()}"
            module = compile(fresh, guard.__code__.co_filename, "exec")
            (code,) = (
                c for c in module.co_consts
                if isinstance(c, CodeType) and c.co_name == guard.__name__
            )  # fmt: skip
            yield Mutant(guard, first + line - 1, text, code)


def _line(places: list[ast.AST], number: int) -> int:
    """Operators have no place of their own: that of the last node before them."""
    lines = (getattr(n, "lineno", None) for n in reversed(places[:number]))
    return next(line for line in lines if isinstance(line, int))


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    if swapped := _SWAPPED.get(type(node)):
        yield swapped()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.copy_location(ast.Constant(not node.value), node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.copy_location(ast.Constant(node.value + 1), node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Return) and node.value is not None:
        yield ast.copy_location(ast.Return(ast.UnaryOp(ast.Not(), node.value)), node)


def noticed(mutant: Mutant | None, tests: str) -> bool:
    """Whether a test fails with it, in a process that ends afterwards."""
    child = os.fork()
    if child == 0:
        status = 3
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
            if mutant is not None:
                mutant.guard.__code__ = mutant.code
            quiet = io.StringIO()
            with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
                status = int(pytest.main([*OPTIONS, tests]))
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status > 2:
        raise RuntimeError(f"the tests in {tests} do not run: pytest ends with {status}")
    return status != 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Change the games' guards and run their tests.")
    parser.add_argument("games", nargs="*", default=OWN, metavar="GAME")
    parser.add_argument("--each", type=int, default=20, help="mutants of each game; 0: all")
    parser.add_argument("--seed", default="mutation", help="draws them")
    args = parser.parse_args()
    os.chdir(ROOT)
    start = time.process_time()
    report: dict[str, dict[str, object]] = {}
    for name in args.games:
        every = [m for guard in guards(find_game(name)) for m in mutants(guard)]
        chosen = every
        if args.each and len(every) > args.each:
            chosen = random.Random(args.seed).sample(every, args.each)
        tests = f"tests/{name.replace('-', '_')}"
        if noticed(None, tests):
            raise RuntimeError(f"the tests in {tests} fail without any mutant")
        survivors = [mutant for mutant in chosen if not noticed(mutant, tests)]
        report[name] = {
            "tried": len(chosen), "every": len(every), "left": [str(m) for m in survivors],
        }  # fmt: skip
        # What is done is kept, for whoever has no patience for all games.
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
        print(f"{name}: {len(chosen) - len(survivors)} of {len(chosen)} noticed,"
              f" drawn from {len(every)}", flush=True)  # fmt: skip
        print("".join(f"  not noticed: {mutant}\n" for mutant in survivors), end="", flush=True)
    used = time.process_time() - start + sum(os.times()[2:4])
    print(f"{used:.0f} s of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main())
