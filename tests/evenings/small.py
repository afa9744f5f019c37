"""``python -m tests.evenings.small [--matches N]``: a hundred matches at one table, one after the
other. What the program holds must not grow with them. Ends with 1 if it does.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final
from unittest import mock

from referee.kernel.game import find_game
from referee.kernel.text import Plain
from referee.testing.cases import allowed
from referee.web import seats
from tests.evenings.evening import play_to_the_end
from tests.evenings.household import PANEL, PHONE, Household, Person, Plan
from tests.evenings.world import KEPT, World

#: Matches between two looks; looks until everything has been used once; and by how much what is
#: there then may grow.
EVERY: Final = 20
WARM: Final = 2
GROWS: Final = 1.02

#: Of so few matches it is remembered here who has seen what: that they are forgotten shows sooner.
REMEMBERED: Final = 2

#: game -> options with which a match is short and needs nobody's eyes.
SHORT: Final[Mapping[str, Mapping[str, Plain]]] = {
    "draf": {"board": "device", "length": 50}, "fette-autos": {"cards": "device"},
    "knister": {"sheets": "device"}, "victory": {"board": "device", "laps": 1},
}  # fmt: skip

PEOPLE: Final = (
    Person("Ada", PHONE, "de"), Person("Ben", PHONE, "en"), Person("Cleo", PANEL, "de"),
)  # fmt: skip


class Lines(logging.Handler):
    """How many were logged since the last look."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1

    def look(self) -> int:
        found, self.count = self.count, 0
        return found


def plan(number: int) -> Plan:
    """Games in turn, now with a computer, now without; seats in another order every time."""
    game = list(SHORT)[number % len(SHORT)]
    names = [person.name for person in PEOPLE] + ["Box"] * (number // len(SHORT) % 2)
    random.Random(number).shuffle(names)
    options = dict(allowed(find_game(game), len(names), SHORT[game]))
    players = tuple("easy" if name == "Box" else "" for name in names) if "Box" in names else ()
    return Plan(game, tuple(names), players, options)


def held(world: World, lines: Lines) -> dict[str, int]:
    """What the process and the program hold, once nobody needs what is gone."""
    for phone in world.pages:
        phone.replies.clear()
    gc.collect()
    kept = (world.store.setting(key, {}) for key in KEPT)
    return {
        "objects": len(gc.get_objects()), "threads": threading.active_count(),
        "descriptors": len(os.listdir("/proc/self/fd")), "tokens": len(world.doorkeeper.passes),
        "pages": world.hub.pages, "bytes kept of phones": len(json.dumps(list(kept))),
        "lines logged": lines.look(),
    }  # fmt: skip


def measured(matches: int, every: int) -> Iterator[dict[str, int]]:
    """What is held after so many matches each."""
    lines = Lines()
    logging.getLogger().addHandler(lines)
    with (
        tempfile.TemporaryDirectory(prefix="small-") as folder,
        mock.patch.object(seats, "MATCHES", REMEMBERED),
        closing(World(Path(folder), Household("de", PEOPLE, (), box=True))) as world,
    ):
        for number in range(1, matches + 1):
            world.begin(plan(number))
            world.settle(0.5)
            play_to_the_end(world, random.Random(number), at_once=True)
            if number % every == 0:
                yield {"matches": number, **held(world, lines)}
    logging.getLogger().removeHandler(lines)


def grown(early: Sequence[Mapping[str, int]], late: Mapping[str, int]) -> list[str]:
    """What has become more than it may, of the most that there was early."""
    most = {what: max(row[what] for row in early) for what in late}
    return [
        f"{what}: {most[what]}, then {count}"
        for what, count in late.items()
        if what != "matches" and count > GROWS * most[what]
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="small", description=__doc__)
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="default: 100")
    asked = parser.parse_args()
    rows = []
    for row in measured(asked.matches, EVERY):
        rows.append(row)
        print(", ".join(f"{count} {what}" for what, count in row.items()), flush=True)
    if more := grown(rows[:WARM], rows[-1]):
        print(f"it stays small: {'; '.join(more)}")
    return 1 if more else 0


if __name__ == "__main__":
    sys.exit(main())
