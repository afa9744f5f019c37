#!/usr/bin/python3
"""press.py [--wait S] BUTTON[:SECONDS] ...: fingers on the panel's buttons, by the lines' pulls.

Says, for each press, a JSON line: the button, when its contact closed and opened (nanoseconds
of CLOCK_MONOTONIC), what the bus had carried before and after, and which lamps are lit.
"""

import glob
import json
import sys
import time
import tomllib

REFERENCE = "/opt/referee/current/lib/python3*/site-packages/hal/reference.toml"
COUNT = "/sys/kernel/debug/panel-bus/count"


def main(words):
    with open(glob.glob(REFERENCE)[0], "rb") as file:
        panel = tomllib.load(file)
    (lines,) = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio0")
    wait = float(words.pop(1)) if words[:1] == ["--wait"] else 1.0
    words = words[1:] if words[:1] == ["--wait"] else words
    for word in words:
        name, _, held = word.partition(":")
        pin = lines[:-1] + str(panel["buttons"][name])
        before = carried()
        closed = pull(pin, "pull-down")
        time.sleep(float(held or 0.1))
        opened = pull(pin, "pull-up")
        time.sleep(wait)
        lit = [lamp for lamp, at in panel["lamps"].items() if value(lines[:-1] + str(at["pin"]))]
        told = {"button": name, "closed": closed, "opened": opened, "before": before}
        print(json.dumps({**told, "after": carried(), "lit": lit}), flush=True)


def pull(pin, kind):
    at = time.monotonic_ns()
    with open(f"{pin}/pull", "w") as file:
        file.write(kind)
    return at


def value(pin):
    with open(f"{pin}/value") as file:
        return file.read().strip() == "1"


def carried():
    with open(COUNT) as file:
        return [int(word) for word in file.read().split()]


main(sys.argv[1:])
