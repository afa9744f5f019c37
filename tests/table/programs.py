"""Programs as players that fail, each in its way."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from referee.kernel.players import Player
from referee.players.program import program
from tests.toy import GAME

#: Seconds that they are given for an answer.
PATIENCE: Final = 0.3


def _python(code: str, patience: float = 30.0) -> Player:
    return program(GAME, shlex.join((sys.executable, "-c", code)), patience)


HANGS: Final = _python("import time; time.sleep(60)", PATIENCE)
DIES: Final = _python("raise SystemExit('no more')")
CHEATS: Final = _python('print(\'{"verb": "fly"}\', flush=True); input()')
BABBLES: Final = _python("print('hello', flush=True); input()")
MISSING: Final = program(GAME, "./no-such-program")
