"""What a game's tests need: prove that a game keeps the promises that every game makes.

- `Play`: a match in the hands of a test: ``play.do("roll", dice=[3]).do("stop")``, ``play.said``.
- `Conformance`: the suite that every game passes, as a class to derive from; without a line of
  code, ``pytest --pyargs referee.testing --game NAME`` runs it for an installed game.
- `golden`, `written`: whole matches as readable text, played again and compared line by line.
- `play_out`, `undo_and_redo`: a match to its end by bots; all the way back and forth again.
- `untested`: clauses of the rules that no test names by ``@pytest.mark.clause("TOY-1")``.

It needs pytest, which the referee itself does not: ``pip install "tabletop-referee[testing]"``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    import pytest
except ImportError as error:
    raise ImportError(
        "referee.testing needs pytest, which is not installed here:"
        ' pip install "tabletop-referee[testing]"'
    ) from error

# A failed assertion in these says what it has compared, as one in a test module does.
pytest.register_assert_rewrite(
    *(
        f"referee.testing.{name}"
        for name in (
            "cases",
            "clauses",
            "conformance",
            "whole",
            "play",
            "plays",
            "screens",
            "texts",
            "views",
            "worlds",
        )
    )
)

if TYPE_CHECKING:
    from referee.testing.clauses import untested
    from referee.testing.conformance import Conformance
    from referee.testing.play import Observer, Play, play_out, undo_and_redo
    from referee.testing.whole import golden, written

__all__ = [
    "Conformance",
    "Observer",
    "Play",
    "golden",
    "play_out",
    "undo_and_redo",
    "untested",
    "written",
]

_HOMES = {
    "untested": "clauses",
    "Conformance": "conformance",
    **dict.fromkeys(("golden", "written"), "whole"),
    **dict.fromkeys(("Observer", "Play", "play_out", "undo_and_redo"), "play"),
}


def __getattr__(name: str) -> Any:
    """What is used is imported then: pytest's plugin lies in this package, and every run of pytest
    loads it where the referee is installed."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
