"""Knister's flow: who begins, 25 rounds, the count. It is the index of the game.

Every moment has a module with its asks, guards and effects: the `roll`, `placing` on sheets in the
device, sheets on `paper`. What a sheet is worth stands in `scoring`, who has won in `end`.

With sheets on paper the next throw says that everybody has written, and the sheets are entered
at the end; with sheets in the device all seats place the number, in any order.
"""

from __future__ import annotations

from typing import Final

from referee.game import AUTO, Flow, Options, Row, State
from referee.games.knister import paper, placing, roll
from referee.games.knister.position import Knister

STATES: Final[tuple[State[Knister], ...]] = (
    State("begin"),
    State("youngest", roll.youngest_asks, ("youngest", "same_age")),
    State("lots", roll.lots_asks, ("draw",)),
    State("roll", roll.roll_asks, ("roll", "line"), draw=roll.draw_roll),
    State("rolled"),
    # sheets in the device
    State("place", placing.place_asks, ("place", "hint"), draw=placing.draw_place),
    State("placed"),
    # sheets on paper
    State("line", paper.line_asks, ("number", "cancel")),
    State("count", paper.count_asks, ("sheet", "total", "finish")),
    State("sheet", paper.sheet_asks, ("number", "cancel")),
    State("counted"),
    State("over", final=True),
)

ROWS: Final[tuple[Row[Knister], ...]] = (
    # who throws first
    Row(AUTO, "begin", "roll", None, (roll.alone,), ("KNI-SOLO-1",)),
    Row(AUTO, "begin", "youngest", None, (), ("KNI-SET-1", "KNI-SET-2")),
    Row("youngest", "youngest", "roll", roll.begin_with, (), ("KNI-SET-2",)),
    Row("same_age", "youngest", "lots", roll.note_tied, (), ("KNI-SET-3",)),
    Row("draw", "lots", "roll", roll.begin_with, (), ("KNI-SET-3",)),
    # a round
    Row("roll", "roll", "rolled", roll.call, (), ("KNI-RND-2", "KNI-RND-3", "KNI-COMP-4")),
    Row(AUTO, "rolled", "place", None, (roll.in_device,), ("KNI-RND-4", "KNI-RND-6")),
    Row(AUTO, "rolled", "count", None, (roll.all_thrown,), ("KNI-END-1", "KNI-RND-1")),
    Row(AUTO, "rolled", "roll", None, (), ("KNI-RND-4", "KNI-RND-7")),
    # sheets in the device: everybody, in any order
    Row("place", "place", "placed", placing.write, (), ("KNI-RND-5", "KNI-RND-6", "KNI-RND-8")),
    Row("hint", "place", "place", placing.give_hint, (), ("INT-KNI-12",)),
    Row(AUTO, "placed", "place", None, (placing.others_missing,), ("KNI-RND-4",)),
    Row(AUTO, "placed", "over", None, (roll.all_thrown,), ("KNI-END-1", "KNI-RND-9")),
    Row(AUTO, "placed", "roll", None, (), ("KNI-RND-7",)),
    # sheets on paper: a full line at any time, all sheets at the end
    Row("line", "roll", "line", None, (), ("KNI-SCORE-16",)),
    Row("number", "line", "roll", paper.score_line, (paper.fifth,), ("KNI-SCORE-16",)),
    Row("number", "line", "line", paper.note_number, (), ("KNI-SCORE-16",)),
    Row("cancel", "line", "roll", paper.drop_line, (), ("KNI-SCORE-16",)),
    Row("sheet", "count", "sheet", paper.begin_sheet, (), ("KNI-END-2",)),
    Row("total", "count", "counted", paper.note_total, (), ("KNI-END-2",)),
    Row("finish", "count", "over", None, (), ("INT-KNI-13",)),
    Row("number", "sheet", "counted", paper.finish_sheet, (paper.last,), ("KNI-RND-9",)),
    Row("number", "sheet", "sheet", paper.enter_number, (), ("KNI-RND-9", "KNI-SCORE-16")),
    Row("cancel", "sheet", "count", paper.drop_sheet, (), ("KNI-END-2",)),
    Row(AUTO, "counted", "count", None, (paper.more_to_count,), ("KNI-END-2",)),
    Row(AUTO, "counted", "over", None, (), ("KNI-END-2", "KNI-END-3")),
)

FLOW: Final[Flow[Knister]] = Flow("knister", "begin", STATES, ROWS)


def flow(options: Options) -> Flow[Knister]:
    """One table for sheets on paper and in the device."""
    return FLOW
