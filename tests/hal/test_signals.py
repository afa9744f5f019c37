"""A signal ends the loop's wait, at whatever moment it comes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

#: A panel whose loop rests. Another thread gets the signal: so it is, as far as the loop is
#: concerned, with one that comes after the interpreter was let go, before the wait has begun.
PANEL = """
import signal, sys, threading
from hal.clock import MonotonicClock
from hal.config import parse
from hal.panel import build
from hal.runner import Runner
from sim.board import SimBoard
from tests.hal.demo import Demo

board = SimBoard(parse(""), MonotonicClock())
parts = build(board.config, board.hardware)
runner = Runner(parts, Demo())
wait, rests = parts.inbox.wait, threading.Event()
parts.inbox.wait = lambda seconds: (rests.set(), wait(None))  # nothing else ever happens
number = signal.Signals[sys.argv[1]]
signal.signal(number, lambda *_: runner.stop())

def tell():
    rests.wait()
    signal.pthread_kill(threading.get_ident(), number)

runner.run(ready=threading.Thread(target=tell, daemon=True).start)
assert signal.set_wakeup_fd(-1) == -1
print("ended")
"""


def ended(code: str, name: str) -> str:
    """What this prints; it gets a minute, and needs a fraction of a second."""
    done = subprocess.run(
        [sys.executable, "-c", code, name], capture_output=True, timeout=60, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_that_interrupts_no_wait_ends_it_all_the_same(name: str) -> None:
    """Without a listener the loop sleeps on until something else happens: for ever here."""
    assert ended(PANEL, name) == "ended\n"


def test_signals_are_left_alone_outside_the_main_thread() -> None:
    code = PANEL.replace("runner.run(", "threading.Thread(target=lambda: runner.run(").replace(
        ".start)\nassert", ".start)).start()\nassert"
    )
    code = code.replace("def tell():", "def tell():\n    return runner.stop()")
    assert ended(code, "SIGTERM") == "ended\n"
