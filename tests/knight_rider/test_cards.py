"""K.I.T.T. cards and diversions."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.numbers import DIVERSIONS, KITT
from tests.knight_rider import RED, START, Play

clause = pytest.mark.clause


# -- K.I.T.T. --------------------------------------------------------------------------------


@clause("KR-KIT-1")
def test_only_the_player_on_turn_plays_cards() -> None:
    play = Play(3).race().lap().roll(3)
    assert play.refused("kitt", 2, card="shield") == ("refused.seat", "KR-TRN-3")
    assert play.refused("divert", 2, kind="left", tableau=11)[0] == "refused.seat"


@clause("KR-KIT-2", "KR-DIV-3")
def test_no_card_after_the_escape_card() -> None:
    play = Play(3, cards="device").race().roll(3).do("flip")
    assert play.refused("kitt", card="shield") == ("kr.why.escape-turned", "KR-KIT-2")
    refused = play.refused("divert", kind="left", tableau=11)
    assert refused == ("kr.why.escape-turned", "KR-DIV-3")
    assert "kitt" not in play.verbs


@clause("KR-KIT-2", "KR-INT-10")
def test_no_card_during_a_ram_or_oil_roll() -> None:
    play = Play(3).race().lap().roll(3).do("passed", target=2)
    assert play.refused("kitt", 2, card="shield")[1] == "KR-RAM-3"
    assert play.refused("kitt", 1, card="shield")[1] == "KR-RAM-3"
    play.roll(5).do("behind")
    assert play.refused("kitt", card="shield") == ("refused.now", "KR-OIL-2")


@clause("KR-KIT-3", "KR-KIT-4", "KR-RAM-8")
def test_a_shield_lasts_until_the_own_next_turn() -> None:
    play = Play(3).race().lap().roll(3).do("driven").do("kitt", card="shield")
    assert play.said == [("kr.kitt.shield", "KR-KIT-3")]
    assert GAME.scene(play.p, None).marks == {1: "shield"}
    play.do("clear")
    for _ in range(2):
        play.roll(6)
        assert play.refused("passed", target=1)[1] == "KR-RAM-8"
        play.do("driven").do("clear")
    assert play.said == [("kr.shield.ends", "KR-KIT-4")]
    assert (play.p.car(1).shield, play.p.discard) == (False, ["shield"])
    play.turn().roll(6).do("passed", target=1)


@clause("KR-KIT-4", "KR-INT-25")
def test_a_shield_ends_with_a_righting_turn_too() -> None:
    play = Play(2).race().lap().roll(3).do("kitt", card="shield").do("behind").roll(1)
    play.do("clear").turn()
    assert (play.state, play.p.car(1).shield) == ("right", False)


@clause("KR-KIT-6", "KR-INT-30")
def test_turbo_1_adds_the_roll_after_part_of_the_move() -> None:
    play = Play(2, strict=True).race().roll(4).do("step").do("step").do("step")
    play.do("kitt", card="turbo1")
    assert play.p.now.points == 5
    assert play.rulings[0].args == {"more": 4, "n": 5}


@clause("KR-KIT-7")
def test_turbo_2_makes_a_1_a_6() -> None:
    play = Play(2).race().roll(2)
    assert play.refused("kitt", card="turbo2") == ("kr.why.turbo2", "KR-KIT-7")
    play.do("driven").do("clear").roll(1).do("kitt", card="turbo2")
    assert (play.p.now.points, play.said) == (6, [("kr.kitt.turbo", "KR-KIT-7")])
    counted = Play(2, strict=True).race().roll(1).do("step").do("kitt", card="turbo2")
    assert counted.p.now.points == 5


@clause("KR-KIT-8", "KR-KIT-9", "KR-KIT-10")
def test_a_jump_pays_for_the_landing_only_and_is_used_up() -> None:
    play = Play(2, strict=True).race().lap().roll(2).do("kitt", card="jump")
    assert (play.p.now.points, play.p.discard) == (1, ["jump"])
    assert play.refused("kitt", card="jump")[1] == "KR-TRN-9"
    play.do("step").do("driven").do("clear").turn().roll(3)
    assert play.refused("kitt", card="jump") == ("kr.why.card-used", "KR-KIT-13")


@clause("KR-KIT-8", "KR-INT-32")
@pytest.mark.parametrize(("counts", "alone"), [(True, 1), (False, 2)])
def test_without_two_cars_on_the_road_or_a_roadblock_there_is_nothing_to_jump(
    counts: bool, alone: int
) -> None:
    """Red is one of the two, if it counts as a car."""
    play = Play(3, red_counts_as_car=counts).race()
    for _ in range(alone):
        play.roll(4)
        assert play.refused("kitt", card="jump") == ("kr.why.no-obstacle", "KR-KIT-8")
        play.do("driven").do("clear")
    assert "jump" in play.roll(4).values("kitt", "card")


@clause("KR-KIT-8", "KR-DIV-9")
def test_a_roadblock_is_an_obstacle_even_where_another_diversion_lies_over_it() -> None:
    """Cards may overlap, so it may still show; on the table its players judge."""
    play = Play(3, red_counts_as_car=False).race().roll(4)
    play.do("divert", kind="roadblock", tableau=START).do("driven").do("clear").roll(4)
    assert "jump" in play.values("kitt", "card")
    play.do("divert", kind="straight", tableau=START)
    assert "jump" in play.values("kitt", "card")


@clause("KR-KIT-9")
def test_without_counting_a_jump_leaves_the_points_of_the_move_as_they_are() -> None:
    play = Play(2).race().lap().roll(2).do("kitt", card="jump")
    assert (play.said, play.p.now.points) == ([("kr.kitt.jump", "KR-KIT-9")], 2)


@clause("KR-KIT-9", "KR-INT-32")
def test_a_jump_needs_a_point_to_land_and_leads_beside_a_car() -> None:
    play = Play(2, strict=True).race().lap().roll(2).do("step").do("step")
    assert play.refused("kitt", card="jump") == ("kr.why.jump-points", "KR-KIT-9")
    other = Play(2, strict=True).race().lap().roll(2).do("kitt", card="jump")
    assert other.do("passed", target=2).state == "ram"
    goal = Play(2, strict=True).race().lap().roll(1).do("kitt", card="jump")
    assert goal.do("reached").match.over


@clause("KR-KIT-13")
@pytest.mark.parametrize("card", KITT)
def test_every_kitt_card_works_once(card: str) -> None:
    play = Play(2).race().lap().roll(1).do("kitt", card=card).do("driven").do("clear")
    play.turn().roll(1)
    assert play.refused("kitt", card=card) == ("kr.why.card-used", "KR-KIT-13")
    assert set(play.values("kitt", "card")) == set(KITT) - {card}


@clause("KR-KIT-7", "KR-KIT-13")
def test_a_card_in_the_hand_says_why_none_may_be_played() -> None:
    play = Play(2, red_counts_as_car=False).race()
    for card in ("shield", "turbo1"):
        play.turn().roll(4).do("kitt", card=card).do("driven").do("clear")
    play.turn().roll(4)
    assert play.refused("kitt", card="shield") == ("kr.why.card-used", "KR-KIT-13")
    assert play.refused("kitt") == ("kr.why.turbo2", "KR-KIT-7")


@clause("KR-KIT-14")
def test_two_boosts_never_meet_in_a_turn() -> None:
    play = Play(2).race().roll(1).do("kitt", card="turbo2")
    assert play.refused("kitt", card="turbo1")[1] == "KR-TRN-9"
    assert play.refused("kitt", card="jump")[1] == "KR-TRN-9"


# -- diversions ------------------------------------------------------------------------------


@clause("KR-DIV-1", "KR-DIV-5", "KR-CMP-5")
def test_all_five_kinds_are_laid_once_and_stay() -> None:
    play = Play(2).race()
    for number, kind in enumerate(DIVERSIONS):
        play.roll(1).do("divert", kind=kind, tableau=61 + number).do("driven").do("clear").turn()
    assert play.p.stacks == {str(61 + n): [kind] for n, kind in enumerate(DIVERSIONS)}
    play.roll(1)
    assert play.refused("divert", kind="left", tableau=11) == ("kr.why.diversion-laid", "KR-DIV-5")
    assert play.refused("divert") == ("kr.why.diversion-laid", "KR-DIV-5")
    play.refused("remove", tableau=61)


@clause("KR-DIV-5", "KR-KIT-13")
def test_a_kind_that_is_used_is_refused_while_others_are_left() -> None:
    play = Play(2).race().roll(1).do("divert", kind="left", tableau=61).do("driven").do("clear")
    play.turn().roll(1)
    refused = play.refused("divert", kind="left", tableau=62)
    assert refused == ("kr.why.diversion-laid", "KR-DIV-5")
    assert play.values("divert", "kind") == [kind for kind in DIVERSIONS if kind != "left"]


@clause("KR-DIV-4", "KR-DIV-6", "KR-INT-33")
def test_any_tableau_will_do() -> None:
    play = Play(2).race().roll(1)
    tableaus = play.values("divert", "tableau")
    assert len(tableaus) == 36
    assert {RED, START} <= set(tableaus)
    assert play.values("divert", "kind") == list(DIVERSIONS)
    assert play.refused("divert", kind="left", tableau=10)[1] == "KR-CMP-9"
    play.do("divert", kind="roadblock", tableau=START)


@clause("KR-DIV-5", "KR-DIV-10")
def test_a_roadblock_is_told_from_a_changed_course() -> None:
    play = Play(3).race().roll(1).do("divert", kind="roadblock", tableau=13)
    assert play.said == [("kr.divert.laid", "KR-DIV-10")]
    play.do("driven").do("clear").roll(1).do("divert", kind="straight", tableau=13)
    assert play.said == [("kr.divert.laid", "KR-DIV-5")]


@clause("KR-DIV-7")
def test_the_third_on_a_tableau_is_the_last() -> None:
    play = Play(3).race()
    for _ in range(3):
        play.roll(1).do("divert", kind="left", tableau=13)
        last = play.said
        play.do("driven").do("clear")
    assert last == [("kr.divert.last", "KR-DIV-7")]
    play.roll(1)
    refused = play.refused("divert", kind="right", tableau=13)
    assert refused == ("kr.why.three-diversions", "KR-DIV-7")
    assert play.do("divert", kind="right", tableau=14).said == [("kr.divert.laid", "KR-DIV-5")]


@clause("KR-DIV-4", "KR-POS-1")
def test_no_diversion_on_a_tableau_that_was_reported_absent() -> None:
    play = (
        Play(3).place().roll(3, 3).do("absent").roll(2, 6).do("placed").do("start", tableau=START)
    )
    play.roll(2)
    refused = play.refused("divert", kind="left", tableau=33)
    assert refused == ("kr.why.absent", "KR-POS-1")


@clause("KR-DIV-4", "KR-DIV-7")
def test_only_the_kind_of_a_diversion_is_asked_unless_its_place_is_wanted() -> None:
    play = Play(3, diversion_places=False, red_counts_as_car=False).race().roll(2)
    offered = [option.fields for option in play.ask.options if option.verb == "divert"]
    assert [set(fields) for fields in offered] == [{"kind"}]
    play.do("divert", kind="roadblock")
    assert play.said == [("kr.divert.somewhere", "KR-DIV-7")]
    assert GAME.invariants(play.p) == []
    assert play.refused("divert", kind="left") == ("kr.why.second-diversion", "KR-DIV-2")
    assert "jump" in play.values("kitt", "card")
    for _ in range(9):
        play.do("driven").do("clear")
        kind = play.roll(2).values("divert", "kind")[0]
        play.do("divert", kind=kind)
    assert GAME.invariants(play.p) == []
