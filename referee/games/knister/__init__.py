"""Knister (NSV), refereed at the table: rules in docs/rules/knister.md."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, Options, OptionSpec, Quick, Refused, Setup, switch, text
from referee.games.knister.bots import prepare
from referee.games.knister.end import result
from referee.games.knister.flow import flow
from referee.games.knister.numbers import MOST, PLAYERS
from referee.games.knister.position import Knister, faults, setup
from referee.games.knister.scene import scene

#: Who supplies the facts; the switches of the interpretations.
OPTIONS: Final = (
    OptionSpec("sheets", ("paper", "device"), "KNI-SET-1", "facts"),
    OptionSpec("dice", ("device", "table"), "KNI-COMP-4", "facts"),
    switch("hints", "INT-KNI-12", group="facts"),
    # of scripts and earlier matches: only a limit means anything, so nobody is asked for one
    OptionSpec("max_players", (MOST, PLAYERS), "KNI-COMP-2", under=("max_players", PLAYERS)),
)


def begin(start: Setup) -> Knister:
    """A fresh match; with hints their tables are read now, not in the first hint's press."""
    if start.options["hints"]:
        prepare()
    return setup(start)


def check(seats: int, options: Options) -> None:
    """1 to 12 people, and more, who roll less often, unless a limit was chosen (KNI-COMP-1,
    KNI-COMP-2, KNI-VAR-1, INT-KNI-1). Hints need the sheets (INT-KNI-12)."""
    if seats > int(options["max_players"]):
        reason = text("kni.why.too-many", n=options["max_players"])
        raise Refused(reason, "KNI-COMP-2")
    if options["hints"] and options["sheets"] == "paper":
        raise Refused(text("kni.why.no-sheets"), "INT-KNI-12")


GAME: Final[Game[Knister]] = Game(
    name="knister",
    version="2",
    changes={"2": text("kni.changed.2")},
    seats=range(1, MOST + 1),
    setup=begin,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    check=check,
    invariants=faults,
    about_people=("youngest",),
    quick=Quick(2, ("roll",), {"sheets": "device"}),
    abandoned="INT-KNI-14",
    opening=("dice", "sheet", "cup"),
)
