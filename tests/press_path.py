"""How long a way one press goes: from the button's edge to the picture, through which files.

``python -m tests.press_path`` counts it on Knight Rider's first roll, whatever files are called:
calls of functions that lie in this repository, the files they lie in, and how often the way leaves
one file for another. It counts as well the lines of the modules in which the panel plays, and the
regular expressions over texts that were made for a screen.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import random_bot
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.panel import TAP, SimPanel

ROOT: Final = Path(__file__).parent.parent
TABLE: Final = ROOT / "referee" / "table"

#: A match in which the box knows but its die.
OPTIONS: Final = {"board": "table", "cards": "table"}

#: What counts as the project's own.
ROOMS: Final = tuple(str(ROOT / room) for room in ("referee", "hal", "sim", "firmware"))

#: Where the panel plays a match.
PLAY: Final = (
    "play.py", "modes/play.py", "modes/telling.py", "session.py", "desk.py",
    "errands.py", "answer",
)  # fmt: skip

#: Where texts that were made for a screen might be read back.
READERS: Final = ("speaking.py",)


@dataclass(slots=True)
class Way:
    """What one press went through; ``calls``: every function, in the order of being called."""

    calls: list[CodeType] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """How often the next function that is called lies in another file."""
        return sum(a.co_filename != b.co_filename for a, b in pairwise(self.calls))

    @property
    def files(self) -> set[str]:
        return {code.co_filename for code in self.calls}

    @property
    def functions(self) -> set[CodeType]:
        return set(self.calls)

    def inside(self, folder: Path) -> Way:
        """What of it lies in this folder."""
        return Way([code for code in self.calls if code.co_filename.startswith(str(folder))])


def first_roll() -> Way:
    """Knight Rider's first roll, from the moment that the button's contact closes to the picture.

    Everything that there is to be done once has been done by another match before.
    """
    _rolled(Way())
    way = Way()
    _rolled(way)
    return way


def _rolled(way: Way) -> None:
    match = Match.new(find_game("knight-rider"), 3, OPTIONS, "press path")
    while match.state != "roll":
        ask = match.asks[0]
        match.answer(random_bot(None, ask, ask.seats[0], lambda below: 0))
    program = TableProgram(None, lambda: "", defaults=Settings("en"))
    program.show(match)
    panel = SimPanel(program)
    panel.run(1.0)
    shown, lines = list[bool](), len(match.lines)

    def count(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(ROOMS) or event not in ("call", "return"):
            return
        if code.co_name.startswith("<") and code.co_name != "<lambda>":
            return  # some interpreters call these, and some do not
        if shown:
            return
        if event == "call":
            way.calls.append(code)
        elif code.co_qualname == "TableProgram.frame":
            shown.append(True)

    panel.board.push("roll")
    sys.setprofile(count)
    try:
        panel.runner.step()
    finally:
        sys.setprofile(None)
    panel.run(TAP)
    panel.close()
    assert len(match.lines) > lines, "nothing was rolled"


def lines_of_play() -> int:
    """Lines of the modules in which the panel plays."""
    return sum(len(file.read_text("utf-8").splitlines()) for file in _files(PLAY))


def expressions() -> int:
    """Regular expressions over texts made for a screen."""
    return sum(_expressions(ast.parse(file.read_text("utf-8"))) for file in _files(READERS))


def _expressions(tree: ast.AST) -> int:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = (call for call in calls if isinstance(call, ast.Attribute))
    return sum(
        isinstance(call.value, ast.Name) and call.value.id == "re" and call.attr != "escape"
        for call in named
    )


def _files(names: Iterable[str]) -> list[Path]:
    found: list[Path] = []
    for name in names:
        at = TABLE / name
        found += [at] if at.is_file() else at.glob("*.py")
    return found


def main(arguments: Sequence[str]) -> int:
    way = first_roll()
    if "-v" in arguments:
        for code in way.calls:
            print(f"{Path(code.co_filename).relative_to(ROOT)}: {code.co_qualname}")
    print(f"calls {len(way.calls)}, functions {len(way.functions)}, files {len(way.files)}, "
          f"moves {way.moves}; in the table {len(way.inside(TABLE).calls)} calls, "
          f"{len(way.inside(TABLE).files)} files")  # fmt: skip
    print(f"lines of the panel's play {lines_of_play()}")
    print(f"regular expressions over texts of a screen {expressions()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
