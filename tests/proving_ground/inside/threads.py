#!/usr/bin/python3
"""threads.py PID SECONDS: a line for each thread of a process: its number, how often it woke per
second, and what part of a processor it took, in percent."""

import glob
import os
import sys
import time


def seen(pid):
    found = {}
    for task in glob.glob(f"/proc/{pid}/task/*"):
        with open(f"{task}/status") as file:
            wakes = int(file.read().split("\nvoluntary_ctxt_switches:")[1].split()[0])
        with open(f"{task}/stat") as file:
            stat = file.read().rsplit(")", 1)[1].split()
        used = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        found[task] = wakes, used
    return found


def main(pid, seconds):
    before, began = seen(pid), time.monotonic()
    time.sleep(seconds)
    after, passed = seen(pid), time.monotonic() - began
    for task in after.keys() & before.keys():
        wakes, used = (late - early for early, late in zip(before[task], after[task], strict=True))
        print(os.path.basename(task), round(wakes / passed, 1), round(100 * used / passed, 2))


main(sys.argv[1], float(sys.argv[2]))
