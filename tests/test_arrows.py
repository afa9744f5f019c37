"""Imports go along the arrows of docs/architecture.md and no others."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: layer -> layers that it may import, itself always.
ARROWS = {
    "referee.cli": {
        "referee.kernel", "referee.players", "referee.table", "referee.web", "referee.lab",
        "referee.authority", "hal", "sim", "firmware",
    },
    "referee.lab": {"referee.kernel", "referee.players"},
    "referee.web": {"referee.kernel", "referee.table", "referee.authority", "hal.interfaces"},
    "referee.authority": {"referee.kernel"},
    "referee.table": {"referee.kernel", "hal.interfaces"},
    "referee.games": {"referee.game"},
    "referee.game": {"referee.kernel"},
    "referee.testing": {
        "referee.game", "referee.kernel", "referee.players", "referee.table", "referee.web",
        "referee.doors", "hal.interfaces", "sim", "pytest",
    },
    "referee.players": {"referee.kernel"},
    "referee.kernel": {"transitions"},
    "hal": {"gpiod", "gpiozero", "luma", "serial", "smbus2", "PIL", "lgpio"},
    "sim": {
        "hal", "firmware", "referee.kernel", "referee.players",
        "gpiozero", "luma", "serial", "smbus2", "PIL", "rich", "textual",
    },
}  # fmt: skip

#: Other packages that the people's side may use.
LIBRARIES = {
    "referee.cli": {
        "argcomplete",
        "platformdirs",
        "rich",
        "distributed",
        "matplotlib",
        "pyarrow",
    },
    "referee.lab": {
        "distributed",
        "gymnasium",
        "matplotlib",
        "numpy",
        "pettingzoo",
        "pyarrow",
    },
    "referee.table": {"PIL"},
    "referee.testing": {"PIL"},
    "referee.web": {"segno", "starlette", "uvicorn"},
}

#: What the command line consists of.
CLI = ("referee.cli", "referee.doors", "referee.__main__")

#: A game for `referee new-game` to copy; in its place it is data.
TEMPLATE = ROOT / "referee" / "doors" / "template"

FILES = sorted(
    path
    for folder in ("referee", "hal", "sim")
    for path in (ROOT / folder).rglob("*.py")
    if TEMPLATE not in path.parents
)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    if module == "referee" or module.startswith(CLI):
        return "referee.cli"
    return next((layer for layer in ARROWS if f"{module}.".startswith(f"{layer}.")), module)


def imported(path: Path) -> set[str]:
    """All modules that a file names in its imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_follow_the_arrows(path: Path) -> None:
    layer = layer_of(module_of(path))
    allowed = ARROWS[layer] | LIBRARIES.get(layer, set())
    for module in imported(path):
        root = module.partition(".")[0]
        if root in sys.stdlib_module_names or module == "referee":
            continue
        target = layer_of(module)
        fits = target == layer or any(f"{module}.".startswith(f"{name}.") for name in allowed)
        assert fits, f"{module_of(path)} imports {module}: {layer} may import {sorted(allowed)}"


def test_a_game_imports_no_other_game() -> None:
    for path in FILES:
        if "games" in path.parts:
            game = path.relative_to(ROOT / "referee" / "games").parts[0]
            games = {m.split(".")[2] for m in imported(path) if m.startswith("referee.games.")}
            assert games <= {game}, path


def test_no_two_modules_import_each_other() -> None:
    """Nor several in a circle; imports inside functions and for types count as well."""
    modules = {module_of(path): path for path in FILES}
    arrows = {name: targets(path, modules) - {name} for name, path in modules.items()}
    while arrows:
        leaves = {name for name, found in arrows.items() if not found}
        assert leaves, f"a circle among {sorted(arrows)}"
        arrows = {name: found - leaves for name, found in arrows.items() if name not in leaves}


def targets(path: Path, modules: Mapping[str, Path]) -> set[str]:
    """The modules of this repository that a file imports, packages not counted."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = {f"{node.module}.{name.name}" for name in node.names}
            found |= parts & modules.keys() or {node.module or ""}
    return found & modules.keys()


def test_kernel_and_games_pull_in_no_hardware_and_no_screens() -> None:
    code = (
        "import sys, pkgutil, importlib, referee.kernel, referee.games\n"
        "for package in (referee.kernel, referee.games):\n"
        "    for found in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        if found.name != 'referee.kernel.diagram':\n"
        "            importlib.import_module(found.name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    found = set(done.stdout.split())
    assert {"referee", "transitions"} <= found
    assert not found & {"gpiozero", "luma", "textual", "serial", "PIL", "rich", "hal", "sim"}


def test_a_match_for_programs_pulls_in_no_hardware_and_no_screens(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom referee.cli import main\n"
        "main(['match', 'knight-rider'])\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, input="", check=True
    )
    found = set(done.stderr.split())
    assert "referee" in found
    assert not found & {"gpiozero", "luma", "textual", "serial", "PIL", "rich", "hal", "sim"}


def test_pytest_learns_its_options_without_importing_anything() -> None:
    """Every run of pytest loads the plugin where the referee is installed."""
    code = (
        "import sys, pytest; before = set(sys.modules)\n"
        "import referee.testing.plugin\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.split() == ["referee", "referee.testing", "referee.testing.plugin"]
