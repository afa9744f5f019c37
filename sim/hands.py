"""Hands for simulated electrics in real time: words on a line of text press buttons.

press roll          tap a button
hold ok             press it until it means its other meaning
push up / release up
wait 0.5
display unplug / plug
box unplug / plug / replug / noise 1% / delay 0.02
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


def listen(board: SimBoard, lines: TextIO) -> threading.Thread:
    """Do what the lines say until they end, in the thread that is returned; a wrong line is
    logged."""
    thread = threading.Thread(target=_listen, args=(board, lines), daemon=True)
    thread.start()
    return thread


def _listen(board: SimBoard, lines: TextIO) -> None:
    for line in lines:
        if words := line.split():
            try:
                do(board, *words)
            except ValueError as error:
                log.warning("%s: %s", line.strip(), error)


def do(board: SimBoard, verb: str, *names: str) -> None:
    """One line; raises ValueError for one that means nothing."""
    name = "".join(names)  # seat 2 is seat2
    if verb == "box" and board.box is not None:
        board.box.do(*names)
    elif verb == "wait":
        time.sleep(float(name))
    elif verb in _SECONDS:
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
        raise ValueError("there are press, hold, push, release, wait, display, box, screen")
