"""Hands for simulated electrics in real time: words on a line of text press buttons.

press roll          tap a button
hold ok             press it until it means its other meaning
push up / release up
display unplug / plug
screen              print what the display shows
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Final, TextIO

from sim.art import framed, half_blocks
from sim.board import SimBoard
from sim.panel import HOLD, TAP

log = logging.getLogger(__name__)

_SECONDS: Final = {"press": TAP, "hold": HOLD}


def listen(board: SimBoard, lines: TextIO) -> None:
    """Do what the lines say, in a thread of its own, until they end; a wrong line is logged."""
    threading.Thread(target=_listen, args=(board, lines), daemon=True).start()


def _listen(board: SimBoard, lines: TextIO) -> None:
    for line in lines:
        if words := line.split():
            try:
                do(board, *words)
            except (ValueError, TypeError) as error:
                log.warning("%s: %s", line.strip(), error)


def do(board: SimBoard, verb: str, name: str = "") -> None:
    """One line; raises ValueError for one that means nothing."""
    if verb in _SECONDS:
        board.push(name)
        time.sleep(_SECONDS[verb])
        board.release(name)
        time.sleep(TAP)
    elif verb == "push":
        board.push(name)
    elif verb == "release":
        board.release(name)
    elif verb == "screen":
        print(framed(half_blocks(board.picture())), flush=True)
    elif (verb, name) == ("display", "unplug"):
        board.bus.unplug()
    elif (verb, name) == ("display", "plug"):
        board.bus.plug()
    else:
        raise ValueError("there are press, hold, push, release, display, screen")
