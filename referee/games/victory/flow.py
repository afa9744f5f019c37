"""Victory's flow: one row for every sentence of the rule book that moves the race on.

The order is that of the rule book: setting up, the two throws, the drive, laps and the end. The
drive is reported from the table, or chosen on the circuit in the device.
"""

from __future__ import annotations

from typing import Final

from referee.game import AUTO, Flow, Options, Row, State
from referee.games.victory import asks, asks_board, race, track
from referee.games.victory.position import Victory

STATES: Final[tuple[State[Victory], ...]] = (
    # setting up
    State("circuit", asks_board.circuit_asks, ("done", "take", "lay", "close")),
    State("cars", asks.cars_asks, ("car",)),
    State("lot", asks.lot_asks, ("draw",)),
    State("card", asks_board.card_asks, ("done", "put")),
    State("direction", asks.direction_asks, ("clockwise", "anticlockwise")),
    State("grid", asks.grid_asks, ("done",)),
    # a turn
    State("first", asks.first_asks, ("throw",)),
    State("choose", asks.choose_asks, ("one", "two")),
    State("second", asks.second_asks, ("throw",)),
    State("thrown"),
    State("driving"),
    State("drive", asks_board.drive_asks, ("red", "blue", "line", "driven", "stuck", "move")),
    State("gone"),
    State("places", asks.places_asks, ("on", "stop")),
    State("next"),
    State("over", final=True),
)

ROWS: Final[tuple[Row[Victory], ...]] = (
    # setting up
    Row("done", "circuit", "cars", None, (), ("VIC-COMP-1", "VIC-SET-1", "VIC-SET-2")),
    Row("take", "circuit", "cars", track.take_circuit, (), ("VIC-SET-1",)),
    Row("lay", "circuit", "cars", track.close_circuit, (track.no_more_fit,), ("VIC-SET-1",)),
    Row("lay", "circuit", "circuit", track.lay_square, (), ("VIC-SET-1",)),
    Row("close", "circuit", "cars", track.close_circuit, (), ("VIC-SET-1",)),
    Row("car", "cars", "cars", race.take_car, (race.others_choose,), ("VIC-SET-3",)),
    Row("car", "cars", "lot", race.take_car, (), ("VIC-SET-3", "VIC-COMP-2")),
    Row("draw", "lot", "card", race.note_starter, (), ("VIC-SET-4", "VIC-SET-5")),
    Row("done", "card", "direction", None, (), ("VIC-SET-6", "VIC-SET-7")),
    Row("put", "card", "direction", track.put_card, (), ("VIC-SET-6", "VIC-SET-7")),
    Row("clockwise", "direction", "grid", race.fix_direction, (), ("VIC-SET-8",)),
    Row("anticlockwise", "direction", "grid", race.fix_direction, (), ("VIC-SET-8",)),
    Row("done", "grid", "first", race.line_up, (), ("VIC-SET-9", "VIC-SET-10", "VIC-PAD-1")),
    # always two throws
    Row("throw", "first", "choose", race.throw, (), ("VIC-TURN-2", "VIC-TURN-3")),
    Row("one", "choose", "second", race.choose, (), ("VIC-TURN-4", "VIC-CROSS-8")),
    Row("two", "choose", "second", race.choose, (), ("VIC-TURN-4", "VIC-CROSS-8")),
    Row("throw", "second", "thrown", race.throw, (), ("VIC-TURN-5", "VIC-DICE-2")),
    # what the crosses say
    Row(AUTO, "thrown", "gone", race.crash, (race.crashes,), ("VIC-CROSS-5", "VIC-CROSS-6")),
    Row(AUTO, "thrown", "next", race.miss, (race.misses,), ("VIC-CROSS-4",)),
    Row(AUTO, "thrown", "driving", race.hand_out, (track.on_board,),
        ("VIC-CROSS-2", "VIC-CROSS-3", "VIC-MOVE-1", "VIC-LAP-2")),
    Row(AUTO, "thrown", "drive", race.hand_out, (),
        ("VIC-CROSS-2", "VIC-CROSS-3", "VIC-MOVE-1", "VIC-LAP-2")),
    # the drive: moves in any order, the line, the end of the turn
    Row("red", "drive", "drive", race.tick, (), ("VIC-MOVE-7", "VIC-MOVE-8")),
    Row("blue", "drive", "drive", race.tick, (), ("VIC-MOVE-7", "VIC-MOVE-8")),
    Row("line", "drive", "drive", race.pass_start, (race.starts,), ("VIC-LAP-2",)),
    Row("line", "drive", "gone", race.finish, (race.last_lap,),
        ("VIC-PAD-3", "VIC-END-1", "VIC-END-3", "VIC-END-4")),
    Row("line", "drive", "drive", race.complete_lap, (), ("VIC-LAP-1", "VIC-PAD-2", "VIC-PAD-5")),
    Row("driven", "drive", "next", race.all_done, (), ("VIC-MOVE-9",)),
    Row("stuck", "drive", "next", race.lapse, (), ("VIC-MOVE-10",)),
    # the same with the circuit in the device: move by move
    Row("move", "drive", "gone", race.drive_home, (track.comes_home,),
        ("VIC-PAD-3", "VIC-END-1", "VIC-END-3", "VIC-END-4")),
    Row("move", "drive", "driving", race.drive_on, (),
        ("VIC-MOVE-2", "VIC-MOVE-3", "VIC-MOVE-4", "VIC-LAP-1", "VIC-LAP-3")),
    Row(AUTO, "driving", "next", race.all_done, (track.all_driven,), ("VIC-MOVE-9",)),
    Row(AUTO, "driving", "next", race.lapse_rest, (track.nothing_goes,), ("VIC-MOVE-10",)),
    Row(AUTO, "driving", "drive", None, (), ("VIC-MOVE-8", "VIC-MOVE-9")),
    # a car has left the circuit
    Row(AUTO, "gone", "over", race.survive, (race.one_survives,), ("VIC-END-6",)),
    Row(AUTO, "gone", "over", race.close, (race.nobody_runs,), ("VIC-END-2", "VIC-END-5")),
    Row(AUTO, "gone", "places", None, (race.somebody_won,), ("VIC-END-2",)),
    Row(AUTO, "gone", "next", None, (), ("VIC-TURN-7",)),
    Row("on", "places", "next", None, (), ("VIC-END-2",)),
    Row("stop", "places", "over", race.stop, (), ("VIC-END-2",)),
    # the next player
    Row(AUTO, "next", "first", race.next_turn, (), ("VIC-TURN-1", "VIC-TURN-7")),
)  # fmt: skip

FLOW: Final[Flow[Victory]] = Flow("victory", "circuit", STATES, ROWS)


def flow(options: Options) -> Flow[Victory]:
    """One table for all options: the switches are guards of its rows."""
    return FLOW
