"""Knight Rider (ASS), refereed at the table: rules in docs/rules/knight-rider.md."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, OptionSpec, Quick, Result, switch, text
from referee.games.knight_rider.flow import flow
from referee.games.knight_rider.position import Knight, faults
from referee.games.knight_rider.screen.scene import scene
from referee.games.knight_rider.town import setup

#: How a track on screen comes about (KR-TRK-5).
TRACKS: Final = ("random", "built", "city", "country", "ring")

#: What nobody has to tell the box where it has the board, and the deck of the escape cards with it.
AT_TABLE: Final = ("board", "table")

#: Who supplies the facts; variants of the booklet, off until the group wants them (KR-VAR-5); the
#: switches of the interpretations.
OPTIONS: Final = (
    OptionSpec("dice", ("device", "table"), "KR-CMP-10", "facts"),
    OptionSpec("board", ("table", "device"), "KR-CMP-1", "facts"),
    OptionSpec("track", TRACKS, "KR-TRK-5", "facts", ("board", "device")),
    OptionSpec("cards", ("table", "device"), "KR-ESC-1", "facts", AT_TABLE),
    switch("strict", "KR-MOV-1", group="facts", under=AT_TABLE),
    switch("track_counter", "KR-TRK-5", group="facts", under=AT_TABLE),
    switch("diversion_places", "KR-DIV-7", group="facts", under=AT_TABLE),
    OptionSpec("start", ("farthest", "rolled"), "KR-VAR-1", "variant"),
    OptionSpec("targets", (0, 1, 2, 3, 4, 5), "KR-VAR-2", "variant"),
    switch("surplus", "KR-VAR-3", group="variant"),
    switch("luck", "KR-VAR-4", group="variant"),
    switch("build_must_join_road", "KR-INT-3"),
    OptionSpec("start_distance", ("road", "grid"), "KR-INT-6"),
    switch("quarter_turn_anywhere", "KR-INT-11", on=True),
    switch("red_counts_as_car", "KR-INT-19", on=True),
    switch("shield_stops_red", "KR-INT-23"),
    switch("roof_turn_draws_escape", "KR-INT-25"),
    OptionSpec("goal_arrival", ("last_step", "end"), "KR-INT-31"),
)


def result(p: Knight) -> Result:
    """One winner or none; nobody else has a place (KR-CMP-4, KR-END-9)."""
    winners = (p.winner,) if p.winner else ()
    ranking = (winners,) if winners else ()
    return Result(winners, text(f"kr.end.{p.ending}"), p.ending, ranking)


#: What happened, as a drawing.
SIGNS: Final = {
    "kr.ram.skid": "oil",
    "kr.ram.failed": "crash",
    "kr.ram.nothing": "crash",
    "kr.fate.roof": "roof",
    "kr.fate.back": "back",
    "kr.fate.back-turned": "back",
    "kr.fate.turned": "turned",
    "kr.fate.nothing": "crash",
    "kr.divert.laid": "barrier",
    "kr.divert.last": "barrier",
    "kr.board.red-flees": "card",
    "kr.red.stays": "card",
    "kr.red.stays-there": "card",
    "kr.escape.reshuffle": "card",
    "kr.won.KR-END-2": "flag",
    "kr.won.KR-ESC-8": "flag",
    "kr.drive.lapsed": "skip",
}

GAME: Final[Game[Knight]] = Game(
    name="knight-rider",
    version="1",
    seats=range(2, 6),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    invariants=faults,
    quick=Quick(3, ("roll",), {"board": "device", "cards": "device", "track": "city"}),
    abandoned="KR-END-9",
    signs=SIGNS,
    about_all=("kr.first.order", "kr.first.starts", "kr.board.red-here", "kr.start.line-up"),
    opening=("dice", "car", "card"),
)
