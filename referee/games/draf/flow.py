"""D'raf's flow: one row for every sentence of the rules that moves the game on.

It is the index of the game, in the order of the rules: preparation, choosing speed, laying,
driving, off the road and collisions, special tiles, new tiles, the round's end. Every moment has a
module of its own with its asks, its decisions (``why_no_...`` says why something may not be done
now, or None if it may), its guards and effects. A car that moves, its losses and its collisions are
on the agenda (`moving`): the fork ``resolve`` takes the next thing from it.
"""

from __future__ import annotations

from typing import Final

from referee.game import AUTO, Flow, Options, Row, State
from referee.games.draf import (
    arrival,
    cards,
    correction,
    crash,
    drive,
    end,
    lanes,
    laying,
    moving,
    off_road,
    preparation,
    refill,
    round_end,
    speed,
    tiles,
)
from referee.games.draf.position import Draf

STATES: Final[tuple[State[Draf], ...]] = (
    # preparation
    State("colour", preparation.colour_asks, ("colour",)),
    State("coloured"),
    State("prepare", preparation.prepare_asks, ("done",)),
    State("line_up", preparation.line_up_asks, ("drawn",)),
    State("lined_up"),
    State("deal", preparation.deal_asks, ("refill",)),
    # phase 1
    State("round"),
    State("choosing"),
    State("choose", speed.choose_asks, ("play",), draw=speed.draw_card),
    # phase 2
    State("act"),
    State("laying"),
    State("lay", laying.lay_asks, ("lay", "laid", "correct"), draw=laying.draw_lay),
    State("drive", drive.drive_asks, ("forward", "ahead", "left", "right", "off", "correct"),
          draw=drive.draw_drive),
    State("resolve"),
    State("look", arrival.look_asks,
          ("here", "forward", "ahead", "left", "right", "halt", "off", "correct"),
          draw=arrival.draw_look),
    State("arrive"),
    State("blind", off_road.blind_asks, ("draw",)),
    State("water", tiles.water_asks, ("left", "right")),
    State("service", tiles.service_asks, ("regain", "leave")),
    State("joker", tiles.joker_asks, ("swap", "keep", "swapped")),
    State("joker_with", tiles.joker_with_asks, ("with",)),
    State("lose", cards.lose_asks, ("lose",)),
    State("refilling"),
    State("refill", refill.refill_asks, ("refill",), draw=refill.draw_refill),
    # the round's end
    State("round_end"),
    State("closing"),
    State("shorter", lanes.shorter_asks, ("shorter", "level")),
    State("which_lane", lanes.which_lane_asks, ("give_up",)),
    State("close_end", lanes.close_end_asks, ("ends",)),
    State("over", final=True),
)  # fmt: skip

PHASE_1: Final[tuple[Row[Draf], ...]] = (
    # preparation
    Row("colour", "colour", "coloured", preparation.pick_colour, (), ("DRF-SET-3",)),
    Row(AUTO, "coloured", "colour", None, (preparation.colours_missing,), ("DRF-SET-3",)),
    Row(AUTO, "coloured", "prepare", None, (), ("DRF-SET-1", "DRF-SET-2")),
    Row("done", "prepare", "line_up", None, (), ("DRF-SET-6", "DRF-SET-7")),
    Row("drawn", "line_up", "lined_up", preparation.line_up, (), ("DRF-SET-4", "DRF-SET-5")),
    Row(AUTO, "lined_up", "line_up", None, (preparation.cars_missing,), ("DRF-SET-4",)),
    Row(AUTO, "lined_up", "deal", None, (preparation.hands_missing,), ("DRF-SET-8",)),
    Row(AUTO, "lined_up", "round", None, (), ("DRF-SET-9",)),
    Row("refill", "deal", "lined_up", refill.take_tiles, (), ("DRF-SET-8",)),
    # choosing speed
    Row(AUTO, "round", "over", end.foremost_wins, (end.nobody_has_cards,), ("DRF-END-4",)),
    Row(AUTO, "round", "choosing", speed.begin_round, (), ("DRF-RND-1", "DRF-SPD-1")),
    Row(AUTO, "choosing", "act", speed.order_by_speed, (speed.all_chosen,), ("DRF-ACT-1",)),
    Row(AUTO, "choosing", "choosing", speed.sit_out, (speed.nothing_playable,),
        ("DRF-SPD-3", "DRF-CARD-6")),
    Row(AUTO, "choosing", "choose", None, (), ("DRF-SPD-1", "DRF-SPD-4")),
    Row("play", "choose", "choosing", speed.play_card, (), ("DRF-SPD-2", "DRF-SPD-5")),
)  # fmt: skip

TURN: Final[tuple[Row[Draf], ...]] = (
    # whose turn it is; laying
    Row(AUTO, "act", "round_end", round_end.take_cards_back, (laying.all_acted,),
        ("DRF-RND-2", "DRF-DSQ-1", "DRF-DSQ-2", "DRF-DSQ-3", "DRF-DSQ-4")),
    Row(AUTO, "act", "laying", laying.next_turn, (), ("DRF-ACT-1", "DRF-ACT-2", "DRF-ACT-3")),
    Row(AUTO, "laying", "drive", drive.begin_drive, (laying.laying_over,),
        ("DRF-DRV-1", "DRF-LAY-10")),
    Row(AUTO, "laying", "lay", None, (), ("DRF-LAY-1",)),
    Row("lay", "lay", "laying", laying.lay_tile, (), ("DRF-LAY-2", "DRF-LAY-3")),
    Row("laid", "lay", "laying", laying.all_laid, (), ("DRF-LAY-1",)),
    Row("correct", "lay", "lay", correction.correct_car, (), ("DRF-RND-1",)),
    # driving
    Row("forward", "drive", "resolve", drive.step, (), ("DRF-DRV-2",)),
    Row("ahead", "drive", "resolve", drive.ahead, (), ("DRF-DRV-2", "DRF-SPC-1")),
    Row("left", "drive", "resolve", drive.step, (), ("DRF-LC-1", "DRF-LC-2", "DRF-LC-3")),
    Row("right", "drive", "resolve", drive.step, (), ("DRF-LC-1", "DRF-LC-2", "DRF-LC-3")),
    Row("off", "drive", "over", end.leave_table, (), ("DRF-END-1",)),
    Row("correct", "drive", "drive", correction.correct_car, (), ("DRF-RND-1",)),
)  # fmt: skip

AGENDA: Final[tuple[Row[Draf], ...]] = (
    # a car moves to a place: off the table, a rail, a car, a tile
    Row(AUTO, "resolve", "resolve", end.stay_on_table, (end.kept_on_the_table,), ("INT-DRF-36",)),
    Row(AUTO, "resolve", "over", end.leave_table, (end.over_the_edge,),
        ("DRF-END-1", "DRF-END-2", "DRF-RAMP-5", "DRF-OFF-7")),
    Row(AUTO, "resolve", "resolve", off_road.hit_rail, (off_road.into_rail,),
        ("DRF-OFF-2", "DRF-OFF-3", "DRF-WAT-5", "DRF-COL-8")),
    Row(AUTO, "resolve", "resolve", off_road.hit_dead_end, (off_road.into_dead_end,),
        ("DRF-OFF-6",)),
    Row(AUTO, "resolve", "resolve", crash.collide, (crash.into_car,),
        ("DRF-COL-1", "DRF-COL-4", "DRF-COL-7")),
    Row(AUTO, "resolve", "look", None, (moving.entering,), ("DRF-SPC-2", "DRF-OFF-1")),
    # cards are lost; then the other steps of a collision
    Row(AUTO, "resolve", "lose", None, (cards.choosing,), ("DRF-CARD-2", "DRF-COL-18")),
    Row(AUTO, "resolve", "resolve", cards.lose_all, (cards.losing,),
        ("DRF-CARD-1", "DRF-CARD-3", "DRF-COL-2", "DRF-COL-3")),
    Row(AUTO, "resolve", "resolve", crash.move_up, (crash.way_is_free,),
        ("DRF-COL-10", "DRF-COL-11")),
    Row(AUTO, "resolve", "resolve", crash.stay_behind, (crash.moving_up,),
        ("DRF-COL-10", "DRF-COL-15", "DRF-COL-17")),
    Row(AUTO, "resolve", "resolve", crash.halt, (crash.halting,), ("DRF-COL-12", "DRF-COL-13")),
    # nothing is open any more
    Row(AUTO, "resolve", "drive", None, (drive.points_left,), ("DRF-DRV-4", "DRF-COL-14")),
    Row(AUTO, "resolve", "refilling", drive.end_drive, (), ("DRF-DRV-5", "DRF-REF-1")),
    Row("lose", "lose", "resolve", cards.lose_chosen, (), ("DRF-CARD-1", "DRF-CARD-2")),
)  # fmt: skip

TILES: Final[tuple[Row[Draf], ...]] = (
    # which tile it is; with the road on the table the next step says: a plain one
    Row("here", "look", "arrive", arrival.note_tile, (), ("DRF-SPC-2",)),
    Row("forward", "look", "resolve", arrival.drive_on, (), ("DRF-SPC-1", "DRF-DRV-2")),
    Row("ahead", "look", "resolve", arrival.drive_on_ahead, (), ("DRF-SPC-1", "DRF-DRV-2")),
    Row("left", "look", "resolve", arrival.drive_on, (), ("DRF-SPC-1", "DRF-LC-1")),
    Row("right", "look", "resolve", arrival.drive_on, (), ("DRF-SPC-1", "DRF-LC-1")),
    Row("halt", "look", "resolve", arrival.end_here, (), ("DRF-SPC-1", "DRF-DRV-4")),
    Row("correct", "look", "look", correction.correct_underway, (), ("DRF-SPC-2", "DRF-RND-1")),
    Row("off", "look", "resolve", end.stay_on_table, (end.may_not_leave,), ("INT-DRF-36",)),
    Row("off", "look", "over", end.leave_table, (), ("DRF-END-1", "DRF-END-2")),
    # not built yet
    Row(AUTO, "arrive", "resolve", off_road.hit_dead_end, (off_road.no_more_tiles,),
        ("DRF-OFF-6",)),
    Row(AUTO, "arrive", "arrive", refill.recycle, (off_road.not_built, refill.must_recycle),
        ("DRF-REF-3",)),
    Row(AUTO, "arrive", "arrive", off_road.lay_plain, (off_road.nothing_to_draw,), ("DRF-REF-3",)),
    Row(AUTO, "arrive", "blind", None, (off_road.not_built,), ("DRF-OFF-4",)),
    Row("draw", "blind", "arrive", off_road.lay_blind, (), ("DRF-OFF-4", "DRF-OFF-5")),
    # special tiles
    Row(AUTO, "arrive", "resolve", tiles.meet_police, (tiles.is_police,),
        ("DRF-POL-1", "DRF-POL-2", "DRF-POL-3", "DRF-POL-4", "DRF-POL-5")),
    Row(AUTO, "arrive", "resolve", tiles.jump, (tiles.is_ramp,),
        ("DRF-RAMP-1", "DRF-RAMP-2", "DRF-RAMP-3", "DRF-RAMP-4", "DRF-RAMP-6", "DRF-RAMP-7")),
    Row(AUTO, "arrive", "water", tiles.skid, (tiles.is_water,), ("DRF-WAT-1",)),
    Row("left", "water", "resolve", tiles.slide, (), ("DRF-WAT-2", "DRF-WAT-4", "DRF-WAT-6")),
    Row("right", "water", "resolve", tiles.slide, (), ("DRF-WAT-2", "DRF-WAT-4", "DRF-WAT-6")),
    Row(AUTO, "arrive", "resolve", tiles.step_on_caltrops, (tiles.is_caltrops,), ("DRF-CAL-1",)),
    Row(AUTO, "arrive", "resolve", tiles.hit_truck, (tiles.is_truck,),
        ("DRF-TRK-1", "DRF-TRK-2", "DRF-TRK-3", "DRF-TRK-4")),
    Row(AUTO, "arrive", "service", tiles.call_service, (tiles.is_useful_service,),
        ("DRF-SVC-1",)),
    Row("regain", "service", "resolve", tiles.regain, (), ("DRF-SVC-2", "DRF-CARD-5")),
    Row("leave", "service", "resolve", tiles.let_be, (), ("DRF-SVC-1",)),
    Row(AUTO, "arrive", "joker", tiles.draw_joker, (tiles.is_joker,), ("DRF-JOK-1",)),
    Row("swap", "joker", "joker_with", tiles.choose_first, (), ("DRF-JOK-1", "DRF-JOK-2")),
    Row("with", "joker_with", "resolve", tiles.exchange, (), ("DRF-JOK-1", "DRF-JOK-3")),
    Row("keep", "joker", "resolve", tiles.let_be, (), ("DRF-JOK-1",)),
    Row("swapped", "joker", "resolve", tiles.let_be, (), ("DRF-JOK-1",)),
    Row(AUTO, "arrive", "resolve", arrival.stand_plain, (), ("DRF-SPC-1", "DRF-COL-5")),
)  # fmt: skip

ROUND_END: Final[tuple[Row[Draf], ...]] = (
    # new tiles
    Row(AUTO, "refilling", "refill", None, (refill.refilling,), ("DRF-REF-1",)),
    Row("refill", "refill", "refilling", refill.take_tiles, (), ("DRF-REF-2",)),
    Row(AUTO, "refilling", "refilling", refill.recycle, (refill.must_recycle,), ("DRF-REF-3",)),
    Row(AUTO, "refilling", "act", refill.remind_of_refill, (), ("DRF-REF-1", "DRF-ACT-2")),
    # the round's end
    Row(AUTO, "round_end", "round_end", round_end.drop_cardless, (round_end.cardless_go,),
        ("INT-DRF-33", "DRF-LAY-8")),
    Row(AUTO, "round_end", "over", end.last_car_wins, (end.one_left,), ("DRF-END-3",)),
    Row(AUTO, "round_end", "closing", None, (), ("DRF-LANE-1",)),
    Row(AUTO, "closing", "round", round_end.pass_marker, (lanes.all_closed,), ("DRF-RND-3",)),
    Row(AUTO, "closing", "close_end", lanes.close_by_rule, (lanes.lane_is_clear,),
        ("DRF-LANE-2", "DRF-LANE-3", "DRF-LANE-6")),
    Row(AUTO, "closing", "which_lane", None, (lanes.both_driven,), ("DRF-LANE-5",)),
    Row(AUTO, "closing", "shorter", None, (), ("DRF-LANE-4",)),
    Row("shorter", "shorter", "close_end", lanes.close_shorter, (), ("DRF-LANE-4",)),
    Row("level", "shorter", "which_lane", None, (), ("DRF-LANE-4", "DRF-LANE-5")),
    Row("give_up", "which_lane", "close_end", lanes.close_chosen, (), ("DRF-LANE-5",)),
    Row("ends", "close_end", "closing", lanes.note_end, (), ("DRF-LANE-1",)),
)  # fmt: skip

FLOW: Final[Flow[Draf]] = Flow(
    "draf", "coloured", STATES, PHASE_1 + TURN + AGENDA + TILES + ROUND_END
)


def flow(options: Options) -> Flow[Draf]:
    """One table for both ways and all switches: they are guards of its rows."""
    return FLOW
