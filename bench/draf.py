"""D'raf by cautious players, beside the numbers that docs/rules/draf.md gives for calm ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Final

from bench.figures import Figure, show
from sim.simulate import Plan, Tally, play

MATCHES: Final = 30

#: Of calm players, by seats (docs/rules/draf.md, section 19): rounds, and how matches end in %.
CALM: Final[Mapping[int, tuple[float, int, int, int]]] = {
    3: (7.6, 70, 22, 8),
    4: (7.2, 70, 22, 8),
    5: (7.0, 77, 19, 4),
}

#: Of four calm players, in a match: what the figure is called, its value, the rows that count.
EVENTS: Final = (
    ("collisions of cars", 5.7, ("resolve.auto[into_car]",)),
    ("rails hit", 3.1, ("resolve.auto[into_rail]", "resolve.auto[into_dead_end]")),
    ("blind tiles", 12.0, ("blind.draw", "arrive.auto[nothing_to_draw]")),
    ("turns sat out", 3.2, ("choosing.auto[nothing_playable]",)),
    ("box empty", 0.65, ("refilling.auto[must_recycle]", "arrive.auto[not_built&must_recycle]")),
)

#: The reasons of endings: over the edge, the last car, nobody able to move.
ENDS: Final = (
    ("over the edge", ("drf.end.DRF-END-1", "drf.end.DRF-END-2")),
    ("last car standing", ("drf.end.DRF-END-3",)),
    ("nobody able to move", ("drf.end.DRF-END-4",)),
)


def figures(matches: int = MATCHES) -> Iterator[Figure]:
    for seats, calm in CALM.items():
        tally = play(
            Plan("draf", (seats,), matches, seed="bench", players=("easy",)), range(matches)
        )
        taken = tally.seconds
        assert not tally.failures
        yield from _endings(seats, calm, tally)
        if seats == 4:
            yield from _events(tally)
            yield Figure("cautious D'raf matches, 4 players", matches / taken, "a second")


def _endings(seats: int, calm: tuple[float, int, int, int], tally: Tally) -> Iterator[Figure]:
    matches = len(tally.lengths)
    rounds = tally.rows["round.auto"] / matches
    yield Figure(f"rounds, {seats} players", rounds, "", None, f"calm players {calm[0]}")
    for (name, reasons), percent in zip(ENDS, calm[1:], strict=True):
        value = 100 * sum(tally.endings[reason] for reason in reasons) / matches
        yield Figure(f"{name}, {seats} players", value, "%", None, f"calm players {percent} %")


def _events(tally: Tally) -> Iterator[Figure]:
    for name, calm, rows in EVENTS:
        value = sum(tally.rows[row] for row in rows) / len(tally.lengths)
        yield Figure(f"{name}, 4 players", value, "a match", None, f"calm players {calm}")


if __name__ == "__main__":
    sys.exit(show(figures()))
