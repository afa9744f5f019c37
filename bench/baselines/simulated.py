"""CPU seconds and entries of random matches, of whatever code is imported; prints JSON.

Also of commit 45cf78f, so it keeps to what both have.

    python simulated.py GAME MATCHES KEY=VALUE ...
"""

from __future__ import annotations

import json
import sys
import time

from sim.simulate import Plan, play

game, matches = sys.argv[1], int(sys.argv[2])
options = dict(word.split("=") for word in sys.argv[3:])
plan = Plan(game, (4,), matches, seed="bench", options=options)
play(plan, range(2))
began = time.process_time()
tally = play(plan, range(matches))
seconds = time.process_time() - began
assert not tally.failures, tally.failures[0]
print(json.dumps({"seconds": seconds, "entries": sum(tally.lengths)}))
