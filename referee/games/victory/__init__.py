"""Victory (Pelikan), refereed at the table: rules in docs/rules/victory.md."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, OptionSpec, Plain, Quick, Result, plain, switch, text
from referee.games.victory.flow import flow
from referee.games.victory.numbers import LAPS
from referee.games.victory.position import Victory, carry, faults, setup
from referee.games.victory.scene import scene

#: The length of the race; who supplies the facts; the switches of the interpretations.
OPTIONS: Final = (
    OptionSpec("laps", LAPS, "VIC-SET-11", "facts"),
    OptionSpec("board", ("table", "device"), "VIC-SET-1", "facts"),
    OptionSpec("dice", ("device", "table"), "VIC-DICE-1", "facts"),
    OptionSpec("lot", ("device", "table"), "VIC-SET-4", "facts"),
    switch("allow_backward", "VIC-MOVE-12"),
    switch("last_survivor_wins", "VIC-END-6", on=True),
)

#: The clause that each ending follows from.
ENDINGS: Final = {
    "finished": "VIC-END-2",
    "stopped": "VIC-END-2",
    "survivor": "VIC-END-6",
    "nobody": "VIC-END-6",
}


def result(p: Victory) -> Result:
    """The order of finishing, nothing else (VIC-COMP-3); crashed cars have no place (VIC-END-5)."""
    places = p.running if p.ending == "survivor" else p.finished
    ranking = tuple((seat,) for seat in places)
    reason = text(f"vic.end.{p.ending}", n=len(p.out))
    return Result(tuple(places[:1]), reason, ENDINGS[p.ending], ranking)


def view(p: Victory, seat: int | None) -> Plain:
    """Nothing is hidden; what the dice look like is told with it."""
    return {**plain(p), "die": dict(p.numbers.die)}


#: What happened, as a drawing.
SIGNS: Final = {
    "vic.miss": "skip",
    "vic.crash": "crash",
    "vic.lap": "flag",
    "vic.behind": "flag",
    "vic.lapsed": "skip",
}

GAME: Final[Game[Victory]] = Game(
    name="victory",
    version="2",
    changes={"2": text("vic.changed.2")},
    seats=range(2, 7),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    view=view,
    conceals=lambda seats, options: False,
    carry=carry,
    invariants=faults,
    quick=Quick(3, ("first",), {"board": "device", "laps": 1}),
    abandoned="INT-VIC-19",
    signs=SIGNS,
    opening=("dice", "car", "flag"),
)
