"""What makes `board.mjs` a board: run by MicroPython before anything else.

It has the firmware's modules run as they stand in the board's files, with nothing wired to it.
"""

import builtins
import os
import sys
import time
from binascii import hexlify

import _board

sys.path.append("")  # as on a board: the files at the top
box = None


def _numbered(function):
    """This build's numbers of errors are WebAssembly's."""

    def call(*args):
        try:
            return function(*args)
        except OSError as error:
            raise OSError({44: 2, 20: 17}.get(error.errno, error.errno)) from None

    return call


for _name in ("stat", "mkdir", "remove", "listdir", "ilistdir"):
    setattr(os, _name, _numbered(getattr(os, _name)))
builtins.open = _numbered(open)


class machine:  # noqa: N801
    """The module machine."""

    @staticmethod
    def reset():
        _board.reset()


sys.modules["machine"] = machine


def start():
    """What a board does when it starts: its main.py, if it has one."""
    global box
    box = None
    for name in [name for name in sys.modules if name.split(".")[0] in ("firmware", "config")]:
        del sys.modules[name]
    if "main.py" not in os.listdir() or "stay" in os.listdir():
        return False
    import config

    from firmware.box import Board, Box
    from firmware.settings import Settings

    class Bare(Board):
        seats = len(Settings(config).buttons)
        left = False
        came = b""

        def read(self):
            return bytes(int(byte) for byte in _board.came().split())

        def write(self, data):
            _board.say(hexlify(data).decode())
            return len(data)

        def closed(self):
            return 0

        def show(self, colours, alive):
            pass

        def leave(self):
            self.left = True

    box = Box(Bare())
    return True


def step():
    """Whether the program goes on running."""
    box.step(time.ticks_ms())
    return not box._board.left
