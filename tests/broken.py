"""Packages of games with something wrong in them, as pip would have installed them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from referee.kernel.game import look_again

#: A game that is whole: the toy under another name, in a package of its own.
WHOLE: Final = """\
from dataclasses import replace
from importlib.resources import files
from tests import toy
GAME = replace(toy.GAME, name="{name}", resources=files(__name__))
"""

#: What is wrong by name: the package's code, and a part of what is said about it.
FAULTS: Final = {
    "syntax": ("def setup(:\n", "SyntaxError"),
    "keyword": ("from referee.game import Game\nGAME = Game(nme='keyword')\n", "nme"),
    "raises": ("raise ZeroDivisionError('at import')\n", "ZeroDivisionError: at import"),
    "exits": ("import sys\nsys.exit(3)\n", "SystemExit"),
    "interrupts": ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    "ends": ("class End(BaseException): pass\nraise End('all')\n", "End: all"),
    "closes": ("raise GeneratorExit\n", "GeneratorExit"),
    "import": ("import no_such_module\n", "no_such_module"),
    "record": ("GAME = 3\n", "int"),
    "nothing": ("", "GAME"),
    "named": (WHOLE.format(name="other"), "other"),
    "api": (WHOLE + "GAME = replace(GAME, api=99)\n", "API 99"),
    "seats": (WHOLE + "GAME = replace(GAME, seats=4)\n", "seats"),
    "table": (WHOLE + "GAME = replace(GAME, flow=lambda options: options['nothing'])\n", "nothing"),
    "texts": (WHOLE, "texts/de.toml"),
    "toml": (WHOLE, "name = Toy"),
    "sentence": (WHOLE, "name is no sentence"),
    "numbers": (WHOLE, "components"),
}  # fmt: skip

_METADATA: Final = "Metadata-Version: 2.1\nName: {name}-game\nVersion: 1\n"


@contextmanager
def installed(folder: Path, *names: str) -> Iterator[None]:
    """Games with these faults are found by their entry points."""
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            _install(folder, name)
        patch.syspath_prepend(folder)
        look_again()
        yield
    look_again()


def _install(folder: Path, name: str) -> None:
    module = f"broken_{name}"
    info, package = folder / f"{name}_game-1.dist-info", folder / module
    for made in (info, package / "texts"):
        made.mkdir(parents=True)
    (info / "METADATA").write_text(_METADATA.format(name=name), "utf-8")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{name} = {module}:GAME\n", "utf-8")
    (package / "__init__.py").write_text(FAULTS[name][0].format(name=name), "utf-8")
    toy = Path(__file__).parent / "toy"
    for part in ("components.toml", "texts/de.toml", "texts/en.toml"):
        (package / part).write_bytes((toy / part).read_bytes())
    match name:
        case "texts":
            (package / "texts" / "de.toml").unlink()
        case "toml" | "sentence":
            text = "name = Toy" if name == "toml" else "name = 3"
            for language in ("de", "en"):
                (package / "texts" / f"{language}.toml").write_text(text, "utf-8")
        case "numbers":
            (package / "components.toml").write_text("goal = 3", "utf-8")
