"""Whatever a command says on a terminal goes through here.

A title of a study, a value of the settings, a player's name, a line of a device: what others wrote
is shown, and steers nothing. So is what the program logs there.
"""

from __future__ import annotations

import logging
from typing import TextIO

from referee.kernel.names import visible


def tell(text: str = "", *, end: str = "\n", file: TextIO | None = None) -> None:
    """Write a text, of one line or more, at once; to standard output unless told where."""
    print(visible(text, keep="\n"), end=end, file=file, flush=True)


class Visible(logging.Formatter):
    """A message of the log, with a sign for all that would steer a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record), keep="\n")


def clean_log() -> None:
    """What is logged where nobody has set up another place is written to standard error."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(Visible())
