"""CPU seconds and actions of Catanatron's matches of four random players; prints JSON, as
`simulated` does."""

from __future__ import annotations

import json
import sys
import time

from catanatron import Color, Game, RandomPlayer

TIMES = 3

matches = int(sys.argv[1])
seconds = [9e9] * matches
actions = [0] * matches
for number in [0, *range(matches)] * TIMES:
    began = time.process_time()
    game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=number + 1)
    game.play()
    seconds[number] = min(seconds[number], time.process_time() - began)
    assert actions[number] in (0, len(game.state.actions)), "another match"
    actions[number] = len(game.state.actions)
print(json.dumps({"seconds": seconds, "entries": sum(actions)}))
