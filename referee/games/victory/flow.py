"""Victory's flow: one row for every sentence of the rule book that moves the race on.

It is the index of the game, in the order of the rule book: setting up, the two throws, the crosses,
the drive and its laps, the end. Every moment has a module of its own with its asks, its guards and
effects, for both ways: the circuit on the table, where the drive is reported, and in the device
(`track`), where it is chosen.
"""

from __future__ import annotations

from typing import Final

from referee.game import AUTO, Flow, Options, Row, State
from referee.games.victory import crosses, drive, end, laps, preparation, track, turn
from referee.games.victory.position import Victory

STATES: Final[tuple[State[Victory], ...]] = (
    # setting up
    State("circuit", preparation.circuit_asks, ("done", "take", "lay", "close")),
    State("cars", preparation.cars_asks, ("car",)),
    State("lot", preparation.lot_asks, ("draw",)),
    State("card", preparation.card_asks, ("done", "put")),
    State("direction", preparation.direction_asks, ("clockwise", "anticlockwise")),
    State("grid", preparation.grid_asks, ("done",)),
    # a turn
    State("first", turn.first_asks, ("throw",), draw=turn.draw_first),
    State("choose", turn.choose_asks, ("one", "two"), draw=turn.draw_choice),
    State("second", turn.second_asks, ("throw",), draw=turn.draw_second),
    State("thrown"),
    State("driving"),
    State(
        "drive",
        drive.drive_asks,
        ("red", "blue", "line", "start", "driven", "stuck", "move"),
        draw=drive.draw_drive,
    ),
    State("gone"),
    State("places", end.places_asks, ("on", "stop")),
    State("next"),
    State("over", final=True),
)

ROWS: Final[tuple[Row[Victory], ...]] = (
    # setting up
    Row("done", "circuit", "lot", None, (preparation.cars_kept,), ("VIC-SET-3",)),
    Row("done", "circuit", "cars", None, (), ("VIC-COMP-1", "VIC-SET-1", "VIC-SET-2")),
    Row("take", "circuit", "lot", preparation.take_circuit, (preparation.cars_kept,),
        ("VIC-SET-1", "VIC-SET-3")),
    Row("take", "circuit", "cars", preparation.take_circuit, (), ("VIC-SET-1",)),
    Row("lay", "circuit", "lot", preparation.close_circuit,
        (preparation.no_more_fit, preparation.cars_kept), ("VIC-SET-1", "VIC-SET-3")),
    Row("lay", "circuit", "cars", preparation.close_circuit, (preparation.no_more_fit,),
        ("VIC-SET-1",)),
    Row("lay", "circuit", "circuit", preparation.lay_square, (), ("VIC-SET-1",)),
    Row("close", "circuit", "lot", preparation.close_circuit, (preparation.cars_kept,),
        ("VIC-SET-1", "VIC-SET-3")),
    Row("close", "circuit", "cars", preparation.close_circuit, (), ("VIC-SET-1",)),
    Row("car", "cars", "cars", preparation.take_car, (preparation.others_choose,), ("VIC-SET-3",)),
    Row("car", "cars", "lot", preparation.take_car, (), ("VIC-SET-3", "VIC-COMP-2")),
    Row("draw", "lot", "card", preparation.note_starter, (), ("VIC-SET-4", "VIC-SET-5")),
    Row("done", "card", "direction", None, (), ("VIC-SET-6", "VIC-SET-7")),
    Row("put", "card", "direction", preparation.put_card, (), ("VIC-SET-6", "VIC-SET-7")),
    Row("clockwise", "direction", "grid", preparation.fix_direction, (), ("VIC-SET-8",)),
    Row("anticlockwise", "direction", "grid", preparation.fix_direction, (), ("VIC-SET-8",)),
    Row("done", "grid", "first", preparation.line_up, (), ("VIC-SET-9", "VIC-SET-10", "VIC-PAD-1")),
    # always two throws
    Row("throw", "first", "choose", turn.throw, (), ("VIC-TURN-2", "VIC-TURN-3")),
    Row("one", "choose", "second", turn.choose, (), ("VIC-TURN-4", "VIC-CROSS-8")),
    Row("two", "choose", "second", turn.choose, (), ("VIC-TURN-4", "VIC-CROSS-8")),
    Row("throw", "second", "thrown", turn.throw, (), ("VIC-TURN-5", "VIC-DICE-2")),
    # what the crosses say
    Row(AUTO, "thrown", "gone", crosses.crash, (crosses.crashes,), ("VIC-CROSS-5", "VIC-CROSS-6")),
    Row(AUTO, "thrown", "next", crosses.miss, (crosses.misses,), ("VIC-CROSS-4",)),
    Row(AUTO, "thrown", "driving", drive.hand_out, (track.on_board,),
        ("VIC-CROSS-2", "VIC-CROSS-3", "VIC-MOVE-1", "VIC-LAP-2")),
    Row(AUTO, "thrown", "drive", drive.hand_out, (),
        ("VIC-CROSS-2", "VIC-CROSS-3", "VIC-MOVE-1", "VIC-LAP-2")),
    # the drive: moves in any order, the line, the end of the turn
    Row("red", "drive", "drive", drive.tick, (), ("VIC-MOVE-7", "VIC-MOVE-8")),
    Row("blue", "drive", "drive", drive.tick, (), ("VIC-MOVE-7", "VIC-MOVE-8")),
    Row("line", "drive", "drive", laps.pass_start, (laps.starts,), ("VIC-LAP-2",)),
    Row("start", "drive", "drive", laps.pass_start, (), ("VIC-LAP-2",)),
    Row("line", "drive", "gone", end.finish, (laps.last_lap,),
        ("VIC-PAD-3", "VIC-END-1", "VIC-END-3", "VIC-END-4")),
    Row("line", "drive", "drive", laps.complete_lap, (), ("VIC-LAP-1", "VIC-PAD-2", "VIC-PAD-5")),
    Row("driven", "drive", "next", drive.all_done, (), ("VIC-MOVE-9",)),
    Row("stuck", "drive", "next", drive.lapse, (), ("VIC-MOVE-10",)),
    # the same with the circuit in the device: move by move
    Row("move", "drive", "gone", drive.drive_home, (drive.comes_home,),
        ("VIC-PAD-3", "VIC-END-1", "VIC-END-3", "VIC-END-4")),
    Row("move", "drive", "driving", drive.drive_on, (),
        ("VIC-MOVE-2", "VIC-MOVE-3", "VIC-MOVE-4", "VIC-LAP-1", "VIC-LAP-3")),
    Row(AUTO, "driving", "next", drive.all_done, (drive.all_driven,), ("VIC-MOVE-9",)),
    Row(AUTO, "driving", "next", drive.lapse_rest, (drive.nothing_goes,), ("VIC-MOVE-10",)),
    Row(AUTO, "driving", "drive", None, (), ("VIC-MOVE-8", "VIC-MOVE-9")),
    # a car has left the circuit
    Row(AUTO, "gone", "over", end.survive, (end.one_survives,), ("VIC-END-6",)),
    Row(AUTO, "gone", "over", end.close, (end.nobody_runs,), ("VIC-END-2", "VIC-END-5")),
    Row(AUTO, "gone", "places", None, (end.somebody_won,), ("VIC-END-2",)),
    Row(AUTO, "gone", "next", None, (), ("VIC-TURN-7",)),
    Row("on", "places", "next", None, (), ("VIC-END-2",)),
    Row("stop", "places", "over", end.stop, (), ("VIC-END-2",)),
    # the next player
    Row(AUTO, "next", "first", turn.next_turn, (), ("VIC-TURN-1", "VIC-TURN-7")),
)  # fmt: skip

FLOW: Final[Flow[Victory]] = Flow("victory", "circuit", STATES, ROWS)


def flow(options: Options) -> Flow[Victory]:
    """One table for all options: the switches are guards of its rows."""
    return FLOW
