#!/usr/bin/python3
"""player.py SECONDS SEED LINE: presses buttons at random, and tells over a serial line, after
each press that the screen has answered, how many lines the journal has and which is the newest
match: `LINES <n> <match>`."""

import glob
import os
import random
import sqlite3
import sys
import time

PINS = {"roll": 4, "ok": 23, "seat1": 5, "seat2": 6, "down": 22}
WORDS = ("ok", "ok", "ok", "roll", "roll", "seat1", "seat2", "down")
COUNT = "/sys/kernel/debug/panel-bus/count"
DATA = "file:/var/lib/referee/matches.sqlite?mode=ro"


def pull(pin, kind):
    with open(f"{pin}/pull", "w") as file:
        file.write(kind)


def carried():
    with open(COUNT) as file:
        return file.read()


def main(seconds, seed, line):
    (lines,) = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio0")
    os.system(f"stty -F {line} raw 115200")
    told = os.open(line, os.O_RDWR | os.O_NOCTTY)
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    journal = sqlite3.connect(DATA, uri=True)
    while time.monotonic() < end:
        pin = lines[:-1] + str(PINS[rng.choice(WORDS)])
        before = carried()
        pull(pin, "pull-down")
        time.sleep(0.09)
        pull(pin, "pull-up")
        late = time.monotonic() + 2
        while carried() == before and time.monotonic() < late:
            time.sleep(0.01)
        found = journal.execute("SELECT count(*), max(match) FROM line").fetchone()
        os.write(told, b"LINES %d %d\n" % found)


main(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
