"""Knight Rider's flow: one row for every sentence of the rule book that moves the game on.

The order is that of the rule book: preparation, phase 1 a-g, phase 2 with the turn, the move,
ramming, oil, the escape card. Cards (KR-KIT, KR-DIV) may be played in ``drive`` and ``escape``.
"""

from __future__ import annotations

from typing import Final

from referee.game import AUTO, Flow, Options, Row, State
from referee.games.knight_rider import (
    asks_race,
    asks_town,
    asks_track,
    building,
    cars,
    race,
    shut_in,
    track,
)
from referee.games.knight_rider.position import Knight

STATES: Final[tuple[State[Knight], ...]] = (
    # phase 1
    State("unpack", asks_track.unpack_asks, ("done",)),
    State("deal", asks_track.deal_asks, ("done",)),
    State("first_roll", asks_track.first_roll_asks, ("roll",)),
    State("first_rolled"),
    State("centre", asks_track.centre_asks, ("done",)),
    State("build", asks_track.build_asks, ("built",)),
    State("reveal", asks_town.reveal_asks, ("turn_up",)),
    State("lay", asks_track.lay_asks, ("laid", "no_fit")),
    State("laid"),
    State("stack", asks_track.stack_asks, ("done",)),
    State("place_roll", asks_track.place_roll_asks, ("roll",)),
    State("place", asks_track.place_asks, ("absent", "no_road", "placed")),
    State("placed"),
    State("start", asks_track.start_asks, ("start",)),
    State("gate", asks_town.gate_asks, ("gate",)),
    # phase 2
    State("turn"),
    State("shut", asks_town.shut_asks, ("play_on", "give_up")),
    State("right", asks_race.right_asks, ("righted",)),
    State("roll", asks_race.roll_asks, ("roll",)),
    State("drive", asks_race.drive_asks,
          ("driven", "flip", "passed", "behind", "reached", "closed", "ticked", "step", "turn",
           "uturn", "catch", "go", "ram", "kitt", "divert")),
    State("ram", asks_race.ram_asks, ("roll",)),
    State("ram_again", asks_race.ram_again_asks, ("roll",)),
    State("oil", asks_race.oil_asks, ("roll",)),
    State("escape", asks_race.escape_asks,
          ("turn_over", "clear", "hit", "no_tableau", "kitt", "divert")),
    State("draw", asks_race.draw_asks, ("draw",)),
    State("hit", asks_race.hit_asks, ("one", "both")),
    State("red_ram", asks_race.red_ram_asks, ("roll",)),
    State("escaped"),
    State("next"),
    State("over", final=True),
)  # fmt: skip

PHASE_1: Final[tuple[Row[Knight], ...]] = (
    # preparation
    Row("done", "unpack", "deal", None, (), ("KR-CMP-1", "KR-CMP-2", "KR-TRK-1")),
    Row("done", "deal", "first_roll", None, (), ("KR-CMP-5", "KR-CMP-6", "KR-CMP-7", "KR-CMP-8")),
    # a, b: the start player
    Row("roll", "first_roll", "first_rolled", track.note_first_roll, (), ("KR-TRK-2",)),
    Row(AUTO, "first_rolled", "first_roll", None, (track.rolls_missing,), ("KR-TRK-2",)),
    Row(AUTO, "first_rolled", "first_roll", track.roll_off, (track.tied,), ("KR-INT-2",)),
    Row(AUTO, "first_rolled", "centre", track.number_cars, (), ("KR-TRK-3", "KR-CMP-3")),
    # c: the centre, then one tableau a turn - counted, or built without the referee
    Row("done", "centre", "reveal", None, (building.by_hand,), ("KR-TRK-4", "KR-TRK-5")),
    Row("done", "centre", "lay", None, (track.counting,), ("KR-TRK-4", "KR-TRK-5")),
    Row("done", "centre", "build", None, (), ("KR-TRK-4", "KR-TRK-5")),
    Row("built", "build", "stack", building.lay_at_once, (), ("KR-TRK-5", "KR-TRK-15")),
    Row("turn_up", "reveal", "lay", building.turn_up, (), ("KR-TRK-5",)),
    Row("laid", "lay", "laid", track.lay_piece, (), ("KR-TRK-6", "KR-TRK-8", "KR-TRK-10")),
    Row("no_fit", "lay", "laid", track.set_aside, (), ("KR-TRK-11", "KR-TRK-12")),
    # d, e: the centre's own tableaus, the end of building, the stack of escape cards
    Row(AUTO, "laid", "stack", track.end_building, (track.building_over,), ("KR-TRK-15",)),
    Row(AUTO, "laid", "reveal", track.take_centre, (track.outer_through, building.more_to_draw),
        ("KR-TRK-13",)),
    Row(AUTO, "laid", "lay", track.take_centre, (track.outer_through,), ("KR-TRK-13",)),
    Row(AUTO, "laid", "reveal", track.next_builder, (building.more_to_draw,), ("KR-TRK-5",)),
    Row(AUTO, "laid", "lay", track.next_builder, (), ("KR-TRK-5",)),
    Row("done", "stack", "place_roll", track.begin_placing, (), ("KR-TRK-14", "KR-TRK-17")),
    # f: the red car (and what the variants roll for)
    Row("roll", "place_roll", "place_roll", track.roll_elsewhere, (track.occupied,),
        ("KR-INT-37", "KR-INT-48")),
    Row("roll", "place_roll", "place", track.note_number, (), ("KR-POS-1", "KR-CMP-9")),
    Row("absent", "place", "place_roll", track.roll_again, (), ("KR-POS-1",)),
    Row("no_road", "place", "place_roll", track.roll_again, (), ("KR-INT-37",)),
    Row("placed", "place", "placed", track.put_down, (), ("KR-POS-2",)),
    Row(AUTO, "placed", "place_roll", None, (track.more_to_place,), ("KR-VAR-1", "KR-VAR-2")),
    # g: the start tableau
    Row(AUTO, "placed", "start", None, (track.start_unknown,), ("KR-POS-3",)),
    Row(AUTO, "placed", "gate", None, (building.choice_of_gates,), ("KR-POS-5",)),
    Row(AUTO, "placed", "turn", track.line_up, (), ("KR-VAR-1", "KR-POS-5", "KR-TRN-1")),
    Row("start", "start", "placed", track.agree_on_start, (), ("KR-POS-3", "KR-POS-4")),
    Row("gate", "gate", "placed", building.choose_gate, (), ("KR-POS-5", "KR-INT-8")),
)  # fmt: skip

PHASE_2: Final[tuple[Row[Knight], ...]] = (
    # all cars are shut in: the players end the match or play on
    Row(AUTO, "turn", "shut", None, (shut_in.shut_in,), ("KR-INT-36", "KR-END-9")),
    Row("play_on", "shut", "turn", shut_in.warn, (), ("KR-INT-36",)),
    Row("give_up", "shut", "over", shut_in.end_unwon, (), ("KR-END-9",)),
    # a turn: a car on its roof is righted, all others roll first
    Row(AUTO, "turn", "right", None, (race.on_roof,), ("KR-TRN-8",)),
    Row(AUTO, "turn", "roll", None, (), ("KR-TRN-1",)),
    Row("righted", "right", "escape", race.right_car, (race.righting_draws,), ("KR-INT-25",)),
    Row("righted", "right", "next", race.right_car, (), ("KR-RAM-10", "KR-RAM-11", "KR-ESC-14")),
    Row("roll", "roll", "drive", race.roll_distance, (), ("KR-TRN-2", "KR-MOV-1")),
    # then, in any order: the move and one card of each sort
    Row("kitt", "drive", "drive", race.play_kitt, (), ("KR-TRN-6", "KR-KIT-1", "KR-KIT-2")),
    Row("divert", "drive", "drive", race.lay_diversion, (), ("KR-TRN-6", "KR-DIV-2", "KR-DIV-4")),
    Row("catch", "drive", "drive", cars.set_out, (), ("KR-END-1", "KR-END-3")),
    Row("go", "drive", "drive", cars.set_out, (), ("KR-MOV-1", "KR-MOV-11")),
    Row("ram", "drive", "drive", cars.set_out, (), ("KR-RAM-1",)),
    Row("step", "drive", "drive", race.manoeuvre, (), ("KR-MOV-2", "KR-MOV-10")),
    Row("turn", "drive", "drive", race.manoeuvre, (), ("KR-MOV-3", "KR-MOV-4")),
    Row("uturn", "drive", "drive", race.manoeuvre, (), ("KR-MOV-5",)),
    Row("ticked", "drive", "drive", race.tick, (), ("KR-VAR-2", "KR-INT-38")),
    Row("passed", "drive", "ram", race.pass_car, (), ("KR-RAM-1", "KR-RAM-2", "KR-RAM-3")),
    Row("driven", "drive", "escape", race.end_move, (), ("KR-MOV-16", "KR-TRN-3")),
    Row("flip", "drive", "draw", race.end_move, (), ("KR-MOV-16", "KR-TRN-4", "KR-INT-51")),
    Row("closed", "drive", "escape", race.lapse, (), ("KR-MOV-13",)),
    Row("behind", "drive", "oil", race.end_move, (), ("KR-OIL-1",)),
    Row("reached", "drive", "over", race.reach_red, (), ("KR-END-1", "KR-END-2", "KR-END-5")),
    # ramming
    Row("roll", "ram", "ram_again", race.roll_once_more, (race.failed,), ("KR-RMT-6",)),
    Row("roll", "ram", "drive", race.suffer_ram, (),
        ("KR-RMT-1", "KR-RMT-2", "KR-RMT-3", "KR-RMT-4", "KR-RMT-5")),
    Row("roll", "ram_again", "drive", race.skid, (race.skids,), ("KR-RMT-6", "KR-INT-21")),
    Row("roll", "ram_again", "drive", race.hold_out, (), ("KR-RMT-6",)),
    # oil slick
    Row("roll", "oil", "escape", race.slip, (),
        ("KR-OLT-1", "KR-OLT-2", "KR-OLT-3", "KR-OLT-4", "KR-OLT-5", "KR-OLT-6")),
    # last: the escape card
    Row("kitt", "escape", "escape", race.play_kitt, (), ("KR-TRN-6", "KR-KIT-2")),
    Row("divert", "escape", "escape", race.lay_diversion, (), ("KR-TRN-6", "KR-DIV-3")),
    Row("turn_over", "escape", "draw", None, (), ("KR-TRN-4", "KR-ESC-1")),
    Row("draw", "draw", "escape", race.show_arrow, (), ("KR-ESC-2", "KR-ESC-13")),
    Row("clear", "escape", "escaped", race.red_moves, (), ("KR-ESC-1", "KR-ESC-3", "KR-ESC-4")),
    Row("no_tableau", "escape", "escaped", race.red_stays, (), ("KR-ESC-5",)),
    Row("hit", "escape", "hit", None, (), ("KR-ESC-7",)),
    Row("one", "hit", "red_ram", race.red_hits, (), ("KR-ESC-7",)),
    Row("both", "hit", "red_ram", race.red_hits, (), ("KR-ESC-9",)),
    Row("roll", "red_ram", "over", race.win_by_six, (race.six_wins,), ("KR-ESC-8", "KR-END-6")),
    Row("roll", "red_ram", "escaped", race.suffer_red, (), ("KR-ESC-7", "KR-INT-46")),
    # the end of the turn
    Row(AUTO, "escaped", "red_ram", None, (race.another_hit,), ("KR-ESC-9",)),
    Row(AUTO, "escaped", "next", race.reshuffle, (race.all_turned,), ("KR-ESC-12", "KR-INT-44")),
    Row(AUTO, "escaped", "next", None, (), ("KR-TRN-5",)),
    Row(AUTO, "next", "turn", race.next_seat, (), ("KR-TRN-5", "KR-KIT-4")),
)  # fmt: skip

FLOW: Final[Flow[Knight]] = Flow("knight-rider", "unpack", STATES, PHASE_1 + PHASE_2)


def flow(options: Options) -> Flow[Knight]:
    """One table for all variants: the switches are guards of its rows."""
    return FLOW
