"""The games of this repository. Others may be installed beside them; their tests are elsewhere."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent

#: The catalogues of their rules, ``<game>.md``.
RULES: Final = ROOT / "docs" / "rules"

_PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

#: Their names, sorted.
OWN: Final[tuple[str, ...]] = tuple(sorted(_PROJECT["entry-points"]["referee.games"]))
