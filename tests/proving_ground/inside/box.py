#!/usr/bin/python3
"""box.py [NUMBER]: the seat box's own firmware behind a USB gadget; contacts and lamps are files
in /run/box; the contacts are those of all boxes.

``contacts``: the closed ones as a number, bit 0 is seat 1. ``lamps0``: what they show, a word each.
"""

import os
import sys
import termios
import time
import tty

sys.path.insert(0, "/home/pi/tabletop-referee")

from firmware.box import Board, Box

NUMBER = sys.argv[1] if sys.argv[1:] else "0"
PORT = f"/dev/ttyGS{NUMBER}"
FOLDER = "/run/box"


class GadgetBoard(Board):
    lamps = "rgb"
    id = f"gadget{NUMBER}"
    seats = 7

    def __init__(self):
        self.tag = f"{time.monotonic_ns() % 0xFFFFFF:06x}"
        self._shown = None
        self._open()

    def _open(self):
        while True:
            try:
                self._port = os.open(PORT, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
                tty.setraw(self._port)
                return
            except (OSError, termios.error):
                time.sleep(0.05)

    def read(self):
        try:
            data = os.read(self._port, 4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:  # the plug was pulled
            os.close(self._port)
            self._open()
        return data

    def write(self, data):
        try:
            return os.write(self._port, data)
        except OSError:
            return 0

    def closed(self):
        try:
            with open(f"{FOLDER}/contacts") as file:
                return int(file.read() or 0)
        except (OSError, ValueError):
            return 0

    def show(self, colours, alive):
        if colours != self._shown:
            self._shown = list(colours)
            lamps = f"{FOLDER}/lamps{NUMBER}"
            with open(f"{lamps}.new", "w") as file:
                file.write(" ".join(bytes(colour).hex() for colour in colours))
            os.replace(f"{lamps}.new", lamps)

    def leave(self):
        pass


os.makedirs(FOLDER, exist_ok=True)
box = Box(GadgetBoard())
while True:
    box.step(time.monotonic_ns() // 1_000_000)
    time.sleep(0.02)
