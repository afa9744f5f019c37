"""Fette Autos with Fette Autos Professional 1.5: rules in docs/rules/fette-autos.md."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, Options, OptionSpec, Quick, Refused, switch, text
from referee.games.fette_autos.end import carry, result
from referee.games.fette_autos.flow import flow
from referee.games.fette_autos.position import Race, faults, setup
from referee.games.fette_autos.scene import scene
from referee.games.fette_autos.view import view

#: Who supplies cards and lots; the twelve rules of FAP 1.5 (FAP-GEN-3), in its order, whatever
#: their labels (FAP-GEN-2), the last four on trial (FAP-TEST-1); switches of interpretations.
OPTIONS: Final = (
    OptionSpec("cards", ("device", "table"), "FA-SET-2", "facts"),
    OptionSpec("dice", ("device", "table"), "FAP-TEAM-4", "facts", under=("team", True)),
    switch("series", "FA-END-3", group="facts"),
    switch("team", "FAP-TEAM-1", group="variant"),
    switch("lead", "FAP-LEAD-1", group="variant"),
    switch("danger", "FAP-DANGER-1", group="variant"),
    switch("fog", "FAP-FOG-1", group="variant"),
    switch("start", "FAP-START-1", group="variant"),
    switch("plan", "FAP-PLAN-1", group="variant"),
    switch("grid", "FAP-GRID-1", group="variant"),
    switch("hide", "FAP-HIDE-1", group="variant"),
    switch("indiv", "FAP-INDIV-1", group="variant"),
    switch("lane", "FAP-LANE-1", group="variant"),
    switch("fast", "FAP-FAST-2", group="variant"),
    switch("equal", "FAP-EQUAL-1", group="variant"),
    OptionSpec("teams_of_six", ("two", "three"), "I-4"),
    switch("straight_finish", "FAP-PLAN-4"),
    switch("lane_forced", "I-19"),
)


def check(seats: int, options: Options) -> None:
    """Teambildung takes four players (FAP-TEAM-1); everything else may be combined (I-1)."""
    if options["team"] and seats < 4:
        raise Refused(text("fa.why.team", n=seats), "FAP-TEAM-1")


#: What happened, as a drawing.
SIGNS: Final = {
    "fa.sign.first": "flag",
    "fa.sign.last": "flag",
    "fa.poker.passes": "flag",
    "fa.poker.fails": "skip",
    "fa.deck.shuffled": "card",
    "fa.optimise.done": "card",
    "fa.swap.done": "card",
}

GAME: Final[Game[Race]] = Game(
    name="fette-autos",
    version="2",
    seats=range(1, 8),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    check=check,
    view=view,
    conceals=lambda seats, options: seats > 1 and options["cards"] == "device",
    carry=carry,
    invariants=faults,
    about_people=("age",),
    quick=Quick(2, ("open",)),
    abandoned="FA-END-1",
    signs=SIGNS,
    about_all=(
        "fa.sign.first",
        "fa.sign.last",
        "fa.sign.all",
        "fa.bid.shown",
        "fa.hase-in.attacks",
    ),
    opening=("card", "car", "crash"),
)
