"""D'raf (Splotter Spellen): a race over a motorway that is built while it lasts.

Rules in docs/rules/draf.md.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, OptionSpec, Quick, Result, switch, text
from referee.games.draf import end
from referee.games.draf.flow import flow
from referee.games.draf.invariants import faults
from referee.games.draf.position import Draf, carry, setup
from referee.games.draf.screen.scene import scene

#: Where the road is; the table; the switches of the interpretations.
OPTIONS: Final = (
    OptionSpec("board", ("device", "table"), "DRF-COMP-2", "facts"),
    OptionSpec("length", (100, 125, 150, 175, 200, 250, 300, 50, 75), "DRF-SET-1", "facts"),
    OptionSpec("closed_end", ("rail", "stop", "blind_tile"), "INT-DRF-18"),
    switch("police_aside", "INT-DRF-8", under=("board", "device"), was=True),
    OptionSpec("cardless", ("stays", "out"), "INT-DRF-33"),
    switch("marker_rotates", "INT-DRF-3", on=True),
    switch("pushed_off_wins", "INT-DRF-25", on=True),
)


def result(p: Draf) -> Result:
    """The winner, or several level ones; the others as they stand (DRF-END-5)."""
    reason = text(f"drf.end.{p.ending}")
    rows = {str(seat): min(p.driver(seat).row, p.numbers.rows) for seat in p.seats}
    return Result(tuple(p.winners), reason, p.ending, end.ranking(p), rows)


#: What happened, as a drawing.
SIGNS: Final = {
    "drf.police.stop": "police",
    "drf.police.last": "police",
    "drf.police.nothing": "police",
    "drf.crash": "crash",
    "drf.truck": "crash",
    "drf.truck-gone": "crash",
    "drf.rail": "crash",
    "drf.dead-end": "barrier",
    "drf.closed": "barrier",
    "drf.sit.out": "skip",
    "drf.sit.stranded": "skip",
    "drf.cardless": "skip",
    "drf.disqualified": "skip",
}

GAME: Final[Game[Draf]] = Game(
    name="draf",
    version="5",
    changes={"4": text("drf.changed.4"), "5": text("drf.changed.5")},
    seats=range(3, 6),  # DRF-COMP-1
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    invariants=faults,
    carry=carry,
    quick=Quick(3, ("choose",), {"length": 50}),
    abandoned="DRF-END-5",
    signs=SIGNS,
    about_all=("drf.line-up.done",),
    opening=("card", "barrier", "car"),
)
