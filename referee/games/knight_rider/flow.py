"""Knight Rider's flow: one row for every sentence of the rule book that moves the game on.

It is the index of the game, in the order of the rule book: preparation, phase 1 a-g, phase 2 with
the turn, the move, ramming, oil, the escape card. Every moment stands in one module, moments that
are always read together in the same one, with its asks, its decisions (``why_no_...`` says why
something may not be done now, or None if it may), its guards and effects. Cards (`cards`) may be
played in ``drive`` and ``escape``.

The board is behind one port (`board.port`). Where the box has it, `IN_DEVICE` says what is asked
instead of players' reports: what is true there, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from referee.game import AUTO, DEVICE, Ask, Flow, Options, Row, State
from referee.games.knight_rider import (
    cards,
    escape,
    journey,
    move,
    placing,
    preparation,
    shut_in,
    track,
)
from referee.games.knight_rider.position import Knight

STATES: Final[tuple[State[Knight], ...]] = (
    # phase 1
    State("unpack", preparation.unpack_asks, ("done",)),
    State("deal", preparation.deal_asks, ("done",)),
    State("dealing", preparation.dealing_asks, ("deal",)),
    State("first_roll", preparation.first_roll_asks, ("roll",)),
    State("first_rolled"),
    State("centre", preparation.centre_asks, ("done",)),
    State("build", track.build_asks, ("built",)),
    State("reveal", track.reveal_asks, ("turn_up",)),
    State("lay", track.lay_asks, ("laid", "no_fit")),
    State("laid"),
    State("stack", track.stack_asks, ("done",)),
    State("place_roll", placing.place_roll_asks, ("roll",)),
    State("place", placing.place_asks, ("absent", "no_road", "placed")),
    State("placed"),
    State("start", placing.start_asks, ("start",)),
    State("gate", placing.gate_asks, ("gate",)),
    # phase 2
    State("turn"),
    State("shut", shut_in.shut_asks, ("play_on", "give_up")),
    State("right", move.right_asks, ("righted",)),
    State("roll", move.roll_asks, ("roll",)),
    State("drive", move.drive_asks,
          ("driven", "flip", "passed", "behind", "reached", "closed", "ticked", "step", "turn",
           "uturn", "catch", "go", "ram", "kitt", "divert"),
          draw=move.draw_drive),
    State("ram", move.ram_asks, ("roll",)),
    State("ram_again", move.ram_again_asks, ("roll",)),
    State("oil", move.oil_asks, ("roll",)),
    State("escape", escape.escape_asks,
          ("turn_over", "clear", "hit", "no_tableau", "kitt", "divert"),
          draw=escape.draw_escape),
    State("draw", escape.draw_asks, ("draw",)),
    State("hit", escape.hit_asks, ("one", "both")),
    State("red_ram", escape.red_ram_asks, ("roll",)),
    State("escaped"),
    State("next"),
    State("over", final=True),
)  # fmt: skip

PHASE_1: Final[tuple[Row[Knight], ...]] = (
    # preparation
    Row("done", "unpack", "deal", None, (), ("KR-CMP-1", "KR-CMP-2", "KR-TRK-1")),
    Row("done", "deal", "dealing", None, (preparation.box_deals,), ("KR-VAR-3", "KR-VAR-4")),
    Row("deal", "dealing", "first_roll", preparation.deal_round, (), ("KR-VAR-3", "KR-VAR-4")),
    Row("done", "deal", "first_roll", None, (), ("KR-CMP-5", "KR-CMP-6", "KR-CMP-7", "KR-CMP-8")),
    # a, b: the start player
    Row("roll", "first_roll", "first_rolled", preparation.note_first_roll, (), ("KR-TRK-2",)),
    Row(AUTO, "first_rolled", "first_roll", None, (preparation.rolls_missing,), ("KR-TRK-2",)),
    Row(AUTO, "first_rolled", "first_roll", preparation.roll_off, (preparation.tied,),
        ("KR-INT-2",)),
    Row(AUTO, "first_rolled", "centre", preparation.number_cars, (), ("KR-TRK-3", "KR-CMP-3")),
    # c: the centre, then one tableau a turn - counted, or built without the referee
    Row("done", "centre", "reveal", None, (track.by_hand,), ("KR-TRK-4", "KR-TRK-5")),
    Row("done", "centre", "lay", None, (track.counting,), ("KR-TRK-4", "KR-TRK-5")),
    Row("done", "centre", "build", None, (), ("KR-TRK-4", "KR-TRK-5")),
    Row("built", "build", "stack", track.lay_at_once, (), ("KR-TRK-5", "KR-TRK-15")),
    Row("turn_up", "reveal", "lay", track.turn_up, (), ("KR-TRK-5",)),
    Row("laid", "lay", "laid", track.lay_piece, (), ("KR-TRK-6", "KR-TRK-8", "KR-TRK-10")),
    Row("no_fit", "lay", "laid", track.set_aside, (), ("KR-TRK-11", "KR-TRK-12")),
    # d, e: the centre's own tableaus, the end of building, the stack of escape cards
    Row(AUTO, "laid", "stack", track.end_building, (track.building_over,), ("KR-TRK-15",)),
    Row(AUTO, "laid", "reveal", track.take_centre, (track.outer_through, track.more_to_draw),
        ("KR-TRK-13",)),
    Row(AUTO, "laid", "lay", track.take_centre, (track.outer_through,), ("KR-TRK-13",)),
    Row(AUTO, "laid", "reveal", track.next_builder, (track.more_to_draw,), ("KR-TRK-5",)),
    Row(AUTO, "laid", "lay", track.next_builder, (), ("KR-TRK-5",)),
    Row("done", "stack", "place_roll", placing.begin_placing, (), ("KR-TRK-14", "KR-TRK-17")),
    # f: the red car (and what the variants roll for)
    Row("roll", "place_roll", "place_roll", placing.roll_elsewhere, (placing.occupied,),
        ("KR-INT-37", "KR-INT-48")),
    Row("roll", "place_roll", "place", placing.note_number, (), ("KR-POS-1", "KR-CMP-9")),
    Row("absent", "place", "place_roll", placing.roll_again, (), ("KR-POS-1",)),
    Row("no_road", "place", "place_roll", placing.roll_again, (), ("KR-INT-37",)),
    Row("placed", "place", "placed", placing.put_down, (), ("KR-POS-2",)),
    Row(AUTO, "placed", "place_roll", None, (placing.more_to_place,), ("KR-VAR-1", "KR-VAR-2")),
    # g: the start tableau
    Row(AUTO, "placed", "start", None, (placing.start_unknown,), ("KR-POS-3",)),
    Row(AUTO, "placed", "gate", None, (placing.choice_of_gates,), ("KR-POS-5",)),
    Row(AUTO, "placed", "turn", placing.line_up, (), ("KR-VAR-1", "KR-POS-5", "KR-TRN-1")),
    Row("start", "start", "placed", placing.agree_on_start, (), ("KR-POS-3", "KR-POS-4")),
    Row("gate", "gate", "placed", placing.choose_gate, (), ("KR-POS-5", "KR-INT-8")),
)  # fmt: skip

PHASE_2: Final[tuple[Row[Knight], ...]] = (
    # all cars are shut in: the players end the match or play on
    Row(AUTO, "turn", "shut", None, (shut_in.shut_in,), ("KR-INT-36", "KR-END-9")),
    Row("play_on", "shut", "turn", shut_in.warn, (), ("KR-INT-36",)),
    Row("give_up", "shut", "over", shut_in.end_unwon, (), ("KR-END-9",)),
    # a turn: a car on its roof is righted, all others roll first
    Row(AUTO, "turn", "right", None, (move.on_roof,), ("KR-TRN-8",)),
    Row(AUTO, "turn", "roll", None, (), ("KR-TRN-1",)),
    Row("righted", "right", "escape", move.right_car, (move.righting_draws,), ("KR-INT-25",)),
    Row("righted", "right", "next", move.right_car, (), ("KR-RAM-10", "KR-RAM-11", "KR-ESC-14")),
    Row("roll", "roll", "drive", move.roll_distance, (), ("KR-TRN-2", "KR-MOV-1")),
    # then, in any order: the move and one card of each sort
    Row("kitt", "drive", "drive", cards.play_kitt, (), ("KR-TRN-6", "KR-KIT-1", "KR-KIT-2")),
    Row("divert", "drive", "drive", cards.lay_diversion, (),
        ("KR-TRN-6", "KR-DIV-2", "KR-DIV-4")),
    Row("catch", "drive", "drive", journey.set_out, (), ("KR-END-1", "KR-END-3")),
    Row("go", "drive", "drive", journey.set_out, (), ("KR-MOV-1", "KR-MOV-11")),
    Row("ram", "drive", "drive", journey.set_out, (), ("KR-RAM-1",)),
    Row("step", "drive", "drive", move.manoeuvre, (), ("KR-MOV-2", "KR-MOV-10")),
    Row("turn", "drive", "drive", move.manoeuvre, (), ("KR-MOV-3", "KR-MOV-4")),
    Row("uturn", "drive", "drive", move.manoeuvre, (), ("KR-MOV-5",)),
    Row("ticked", "drive", "drive", move.tick, (), ("KR-VAR-2", "KR-INT-38")),
    Row("passed", "drive", "ram", move.pass_car, (), ("KR-RAM-1", "KR-RAM-2", "KR-RAM-3")),
    Row("driven", "drive", "escape", move.end_move, (), ("KR-MOV-16", "KR-TRN-3")),
    Row("flip", "drive", "draw", move.end_move, (), ("KR-MOV-16", "KR-TRN-4", "KR-INT-51")),
    Row("closed", "drive", "escape", move.lapse, (), ("KR-MOV-13",)),
    Row("behind", "drive", "oil", move.end_move, (), ("KR-OIL-1",)),
    Row("reached", "drive", "over", move.reach_red, (), ("KR-END-1", "KR-END-2", "KR-END-5")),
    # ramming
    Row("roll", "ram", "ram_again", move.roll_once_more, (move.failed,), ("KR-RMT-6",)),
    Row("roll", "ram", "drive", move.suffer_ram, (),
        ("KR-RMT-1", "KR-RMT-2", "KR-RMT-3", "KR-RMT-4", "KR-RMT-5")),
    Row("roll", "ram_again", "drive", move.skid, (move.skids,), ("KR-RMT-6", "KR-INT-21")),
    Row("roll", "ram_again", "drive", move.hold_out, (), ("KR-RMT-6",)),
    # oil slick
    Row("roll", "oil", "escape", move.slip, (),
        ("KR-OLT-1", "KR-OLT-2", "KR-OLT-3", "KR-OLT-4", "KR-OLT-5", "KR-OLT-6")),
    # last: the escape card
    Row("kitt", "escape", "escape", cards.play_kitt, (), ("KR-TRN-6", "KR-KIT-2")),
    Row("divert", "escape", "escape", cards.lay_diversion, (), ("KR-TRN-6", "KR-DIV-3")),
    Row("turn_over", "escape", "draw", None, (), ("KR-TRN-4", "KR-ESC-1")),
    Row("draw", "draw", "escape", escape.show_arrow, (), ("KR-ESC-2", "KR-ESC-13")),
    Row("clear", "escape", "escaped", escape.red_moves, (), ("KR-ESC-1", "KR-ESC-3", "KR-ESC-4")),
    Row("no_tableau", "escape", "escaped", escape.red_stays, (), ("KR-ESC-5",)),
    Row("hit", "escape", "hit", None, (), ("KR-ESC-7",)),
    Row("one", "hit", "red_ram", escape.red_hits, (), ("KR-ESC-7",)),
    Row("both", "hit", "red_ram", escape.red_hits, (), ("KR-ESC-9",)),
    Row("roll", "red_ram", "over", escape.win_by_six, (escape.six_wins,), ("KR-ESC-8", "KR-END-6")),
    Row("roll", "red_ram", "escaped", escape.suffer_red, (), ("KR-ESC-7", "KR-INT-46")),
    # the end of the turn
    Row(AUTO, "escaped", "red_ram", None, (escape.another_hit,), ("KR-ESC-9",)),
    Row(AUTO, "escaped", "next", escape.reshuffle, (escape.all_turned,),
        ("KR-ESC-12", "KR-INT-44")),
    Row(AUTO, "escaped", "next", None, (), ("KR-TRN-5",)),
    Row(AUTO, "next", "turn", move.next_seat, (), ("KR-TRN-5", "KR-KIT-4")),
)  # fmt: skip

#: The states in which players are asked otherwise where the box has the board.
IN_DEVICE: Final[Mapping[str, Callable[[Knight], tuple[Ask, ...]]]] = {
    "build": track.box_builds_asks,
    "lay": track.lay_in_device_asks,
    "place": placing.place_in_device_asks,
    "start": placing.farthest_asks,
    "right": move.right_in_device_asks,
    "roll": move.roll_beside_map_asks,
    "drive": journey.drive_asks,
    "escape": escape.flight_asks,
    "draw": escape.draw_in_device_asks,
    "hit": escape.struck_asks,
}


def flow(options: Options) -> Flow[Knight]:
    """One table for all variants: the switches are guards of its rows. The asks are the board's."""
    return _flow(in_device=options.get("board") == DEVICE)


@cache
def _flow(*, in_device: bool) -> Flow[Knight]:
    others = IN_DEVICE if in_device else {}
    states = [
        replace(state, asks=others[state.name], draw=None) if state.name in others else state
        for state in STATES
    ]
    return Flow("knight-rider", "unpack", states, PHASE_1 + PHASE_2)
