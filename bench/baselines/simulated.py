"""CPU seconds and entries of some random matches, of whatever code is imported; prints JSON.

Every match is played several times, and the least of its times counts: what else the machine does
only adds. Also of commit 45cf78f, so it keeps to what both have.

    python simulated.py GAME MATCHES KEY=VALUE ...
"""

from __future__ import annotations

import json
import sys
import time

from sim.simulate import Plan, play

TIMES = 4

game, matches = sys.argv[1], int(sys.argv[2])
options = dict(word.split("=") for word in sys.argv[3:])
plan = Plan(game, (4,), matches, seed="bench", options=options)
play(plan, range(2))
seconds = [9e9] * matches
entries = [0] * matches
for _ in range(TIMES):
    for number in range(matches):
        began = time.process_time()
        tally = play(plan, [number])
        seconds[number] = min(seconds[number], time.process_time() - began)
        assert not tally.failures, tally.failures[0]
        entries[number] = sum(tally.lengths)
print(json.dumps({"seconds": seconds, "entries": sum(entries)}))
