#!/usr/bin/python3
"""press.py [--wait S] TOUCH[:SECONDS[:S]] ...: fingers on the panel's buttons, by the lines' pulls.

A touch is a button of the panel, ``box2`` for one of the seat box's, or ``unplug``, ``plug`` for
its cable. Each is followed by a wait until the display's bus has been quiet for S seconds, but for
``restart``, which starts the service anew and waits until it is ready and no longer. Says,
for each, a JSON line: the touch, when the contact closed, when it opened and when the bus was
quiet (nanoseconds of CLOCK_MONOTONIC), what the bus had carried before and after, and which
lamps are lit.
"""

import glob
import json
import subprocess
import sys
import time
import tomllib

REFERENCE = "/opt/referee/current/lib/python3*/site-packages/hal/reference.toml"
COUNT = "/sys/kernel/debug/panel-bus/count"
CONTACTS = "/run/box/contacts"
GADGET = "/usr/local/lib/proving-ground/gadget.sh"
#: Seconds until something has to be shown, and until it has to come to rest; a touch with a quiet
#: of its own may take longer, for each second of it so long.
ANSWERS, RESTS = 8.0, 12.0


def main(words):
    with open(glob.glob(REFERENCE)[0], "rb") as file:
        panel = tomllib.load(file)
    (lines,) = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio0")
    pin = lines[:-1]
    wait = float(words.pop(1)) if words[:1] == ["--wait"] else 1.0
    words = words[1:] if words[:1] == ["--wait"] else words
    for word in words:
        name, held, quiet = (*word.split(":"), "", "")[:3]
        before = carried()
        closed = time.monotonic_ns()
        if name == "restart":
            subprocess.run(["systemctl", "restart", "referee"], check=True)
        elif name in ("plug", "unplug"):
            subprocess.run(["sh", GADGET, name], check=True)
        elif name.startswith("box"):
            put(CONTACTS, str(1 << int(name[3:]) - 1))
            time.sleep(float(held or 0.1))
            put(CONTACTS, "0")
        else:
            pull = f"{pin}{panel['buttons'][name]}/pull"
            put(pull, "pull-down")
            time.sleep(float(held or 0.1))
            put(pull, "pull-up")
        opened = time.monotonic_ns()
        if name != "restart":
            rest(before, float(quiet or wait), RESTS * float(quiet or 1))
        told = {"button": name, "closed": closed, "opened": opened, "quiet": time.monotonic_ns()}
        lamps = [lamp for lamp, at in panel["lamps"].items() if lit(f"{pin}{at['pin']}/value")]
        print(json.dumps({**told, "before": before, "after": carried(), "lit": lamps}), flush=True)


def rest(before, wait, most):
    """Until the bus is quiet; at most for as long as it may take."""
    began = last = time.monotonic()
    seen = before
    while True:
        time.sleep(0.05)
        now, at = carried(), time.monotonic()
        seen, last = (now, at) if now != seen else (seen, last)
        late = at - began
        if late > most or (at - last >= wait and (seen != before or late > ANSWERS)):
            return


def put(file, text):
    with open(file, "w") as out:
        out.write(text)


def lit(file):
    with open(file) as text:
        return text.read().strip() == "1"


def carried():
    with open(COUNT) as file:
        return [int(word) for word in file.read().split()]


main(sys.argv[1:])
