"""CPU seconds and actions of Catanatron's matches of four random players; prints JSON."""

from __future__ import annotations

import json
import sys
import time

from catanatron import Color, Game, RandomPlayer

matches = int(sys.argv[1])
actions = 0
began = 0.0
for number in range(-1, matches):
    if not number:
        began = time.process_time()
    game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=number + 1)
    game.play()
    actions += len(game.state.actions) if number >= 0 else 0
print(json.dumps({"seconds": time.process_time() - began, "actions": actions}))
