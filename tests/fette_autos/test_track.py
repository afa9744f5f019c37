"""The track: Nebel, Startgeschwindigkeit, Streckenplanung."""

from __future__ import annotations

import random

import pytest

from referee.games.fette_autos import GAME
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from tests.fette_autos import Play, section

clause = pytest.mark.clause


# -- Nebel -----------------------------------------------------------------------------------


@clause("FAP-FOG-1", "FAP-FOG-2", "FAP-FOG-3", "FAP-FOG-4", "I-7", "I-8")
@pytest.mark.parametrize("where", ["device", "table"])
def test_three_sections_are_seen_and_eight_driven(where: str) -> None:
    play = Play(2, cards=where, fog=True).race()
    windows, driven = [], 0
    for _ in range(3000):
        if play.fold.over:
            break
        if play.state == "sign" and play.p.section > driven:
            driven = play.p.section
            windows.append(len(play.p.track) - driven + 1)
        play.somehow()
    assert windows == [3, 3, 3, 3, 3, 3, 2, 1]
    assert len(play.p.track) == 8


@clause("FAP-FOG-2", "I-7")
def test_a_new_section_comes_when_one_is_driven_through() -> None:
    play = Play(2, cards="table", fog=True).overtaking()
    assert len(play.p.track) == 3
    play.do("pass").do("pass")
    assert play.state == "lay"
    assert ("fa.section-end.over", "FA-RND-3") in play.said
    play.do("lay", form="left90", sign="jam")
    assert (play.state, play.p.section, play.p.track[3]) == ("sign", 2, section("left90 jam"))


# -- Startgeschwindigkeit --------------------------------------------------------------------


@clause("FAP-START-1", "FAP-START-3")
def test_the_first_section_on_the_table_is_a_70_curve() -> None:
    play = Play(2, cards="table", start=True).until("lay")
    for form in ("left90", "straight"):
        refused = play.refused("lay", form=form, sign="jam")
        assert refused == ("fa.why.wish", "FAP-START-1")
    assert play.values("lay", "form") == ["left70", "right70"]
    play.do("lay", form="right70", sign="jam")
    assert "straight" in play.values("lay", "form")


@clause("FAP-START-2", "I-9", "X-7")
@pytest.mark.parametrize("fog", [False, True])
def test_the_device_draws_until_a_70_curve_comes(fog: bool) -> None:
    for seed in range(40):
        match = Match.new(GAME, 1, {"start": True, "fog": fog}, str(seed))
        view = match.view(None)
        assert view["track"][0][0] in ("left70", "right70")
        assert len(view["roads"]) == 48 - len(view["track"])
        assert view["odd"] == []


@clause("FAP-START-2")
def test_cards_that_do_not_fit_are_shuffled_back() -> None:
    play = Play(1, start=True).until("lay")
    play._device(section=[["straight", "jam"]])
    assert (play.p.track, play.p.odd) == ([], [section("straight jam")])
    play._device(section=[["left70", "jam"]])
    assert (play.p.track, play.p.odd) == ([section("left70 jam")], [])
    assert len(play.p.roads) == 47


@clause("FAP-START-3")
def test_starting_from_zero_changes_no_speed() -> None:
    play = Play(1, cards="table", start=True, track=["left70 bump"], hands={1: "60 60 30"})
    assert play.race().driver(1).speed == 150


# -- Streckenplanung -------------------------------------------------------------------------


@clause("FAP-PLAN-1", "I-12")
def test_the_players_choose_in_turn_out_of_the_cards_there_are() -> None:
    play = Play(3, plan=True).until("plan")
    planners = []
    for _ in range(2):
        planners.append(play.ask.prompt.args["who"].seat)
        play.do("choose", form="straight", sign="jam")
    assert play.refused("choose", form="straight", sign="jam") == ("fa.why.used", "FAP-PLAN-1")
    planners.append(play.ask.prompt.args["who"].seat)
    assert planners == play.p.ages == [1, 2, 3]
    table = Play(3, plan=True, cards="table").until("plan")
    for _ in range(3):
        table.do("choose", form="straight", sign="jam")
    assert table.p.track == [section("straight jam")] * 3


@clause("FAP-PLAN-2", "X-6")
@pytest.mark.parametrize("fog", [False, True])
def test_no_card_is_dealt_before_the_track_is_planned(fog: bool) -> None:
    play = Play(2, plan=True, fog=fog).until("plan")
    for number in range(8):
        assert (play.state, play.driver(1).hand) == ("plan", [])
        assert play.refused("deal")[0] == "refused.now"
        play.do("half_form", form="straight").until("plan", "deal")
        assert len(play.p.track) + len(play.p.wishes) == number + 1 or fog
    assert play.state == "deal"
    assert len(play.p.track) == (3 if fog else 8)


@clause("FAP-PLAN-2")
def test_a_planned_track_comes_first_in_the_printed_order_too() -> None:
    play = Play(2, plan=True, numbers="track_before_hands = false").until("plan", "deal")
    assert play.state == "plan"


@clause("FAP-PLAN-3", "X-9", "I-10")
def test_a_single_player_is_advised_to_take_curves_only() -> None:
    play = Play(1, plan=True).until("plan")
    play.do("choose", form="straight", sign="jam")
    assert (play.state, play.ask.clause) == ("plan_sure", "FAP-PLAN-3")
    assert play.do("other").p.track == []
    play.do("half_form", form="straight").do("anyway")
    assert play.said[0] == ("fa.plan.anyway", "FAP-PLAN-3")
    for _ in range(7):
        play.until("plan").do("choose", form="left70", sign=play.values("choose", "sign")[0])
        assert play.state != "plan_sure"


@clause("FAP-PLAN-4", "I-10")
@pytest.mark.parametrize(("form", "advised"), [("left90", True), ("straight", False)])
def test_two_and_more_are_advised_to_finish_on_a_straight(form: str, advised: bool) -> None:
    play = Play(4, plan=True, cards="table").until("plan")
    for _ in range(7):
        play.do("choose", form="right90", sign="jam")
    play.do("choose", form=form, sign="jam")
    assert (play.state == "plan_sure") is advised
    if advised:
        assert play.ask.clause == "FAP-PLAN-4"
        assert play.do("anyway").p.track[-1] == section("left90 jam")


@clause("FAP-PLAN-4", "X-6")
def test_in_fog_the_last_property_is_advised_on_though_no_card_lies_there() -> None:
    play = Play(4, plan=True, fog=True).until("plan")
    for _ in range(7):
        play.do("half_form", form="curve").until("plan")
    assert play.do("half_form", form="curve").state == "plan_sure"


@clause("FAP-PLAN-4", "I-10")
def test_a_random_track_may_end_with_a_straight_too() -> None:
    for seed in range(20):
        match = Match.new(GAME, 1, {"straight_finish": True}, str(seed))
        assert match.view(None)["track"][-1][0] == "straight"
    play = Play(2, cards="table", straight_finish=True).until("lay")
    for _ in range(7):
        play.do("lay", form="left70", sign="jam")
    refused = play.refused("lay", form="left70", sign="jam")
    assert refused == ("fa.why.wish", "FAP-PLAN-4")


@clause("FAP-PLAN-4", "FAP-PLAN-5", "I-10")
@pytest.mark.parametrize("cards", ["device", "table"])
def test_a_last_section_fixed_by_its_sign_is_advised_on_before_it_is_drawn(cards: str) -> None:
    """It may be a curve, and what is drawn is laid."""
    track = ["left70 up"] * 7 if cards == "table" else []
    play = Play(3, plan=True, cards=cards, track=track).until("plan")
    for _ in range(7):
        play.do("half_sign", sign="up").until("plan")
    play.do("half_sign", sign="down")
    assert (play.state, play.ask.clause) == ("plan_sure", "FAP-PLAN-4")
    assert play.do("other").state == "plan"
    play.do("half_sign", sign="down").do("anyway")
    assert (play.state, play.ask.clause) == ("lay", "FAP-PLAN-5")


@clause("FAP-PLAN-3", "FAP-PLAN-5")
def test_a_single_player_is_warned_where_a_sign_may_bring_a_straight() -> None:
    play = Play(1, plan=True).until("plan").do("half_sign", sign="jam")
    assert (play.state, play.ask.clause) == ("plan_sure", "FAP-PLAN-3")
    play.do("other")
    for _ in range(2):  # the two straights with this sign, then only curves are left
        play.do("choose", form="straight", sign="jam").do("anyway")
    assert play.do("half_sign", sign="jam").state == "lay"


@clause("FAP-PLAN-5", "FAP-PLAN-6")
def test_half_random_draws_until_the_fixed_property_comes() -> None:
    play = Play(2, plan=True).until("plan").do("half_sign", sign="jam")
    for words in ("left70 bump", "right90 up"):
        play._device(section=[words.split()])
        assert (play.state, play.p.track) == ("lay", [])
    play._device(section=[["left90", "jam"]])
    assert play.p.track == [section("left90 jam")]
    assert (len(play.p.roads), play.p.odd) == (47, [])


@clause("FAP-PLAN-5")
def test_exactly_one_property_is_fixed() -> None:
    play = Play(2, plan=True).until("plan")
    for verb in ("half_form", "half_sign"):
        both = play.refused(verb, form="curve", sign="jam")
        assert both == ("fa.why.one-half", "FAP-PLAN-5")
        assert play.refused(verb) == ("fa.why.one-half", "FAP-PLAN-5")


@clause("FAP-PLAN-5")
def test_half_random_on_the_table_takes_only_a_card_that_fits() -> None:
    play = Play(2, plan=True, cards="table").until("plan").do("half_form", form="curve")
    refused = play.refused("lay", form="straight", sign="jam")
    assert refused == ("fa.why.wish", "FAP-PLAN-5")
    assert play.do("lay", form="left70", sign="up").p.track == [section("left70 up")]


@clause("FAP-PLAN-6")
@pytest.mark.parametrize("fog", [False, True])
def test_a_property_that_no_card_has_left_is_refused(fog: bool) -> None:
    play = Play(2, plan=True, fog=fog, numbers="sections = 9").until("plan")
    for _ in range(8):
        play.do("half_sign", sign="jam").until("plan")
    before = play.p.roads.copy()
    assert play.refused("half_sign", sign="jam") == ("fa.why.none-fits", "FAP-PLAN-6")
    assert play.p.roads == before
    assert play.do("half_sign", sign="up").until("deal").state == "deal"


@clause("X-6", "I-11")
def test_fog_allows_half_random_planning_only() -> None:
    play = Play(2, plan=True, fog=True).until("plan")
    assert play.refused("choose", form="straight", sign="jam") == ("fa.why.fog", "X-6")
    for _ in range(8):
        play.do("half_sign", sign="jam").until("plan", "deal")
    assert (len(play.p.track), play.p.wishes) == (3, ["jam"] * 5)
    assert {found.sign for found in play.p.track} == {"jam"}
    play.rng = random.Random(1)
    play.until("over")
    assert {found.sign for found in play.p.track} == {"jam"}


@clause("X-8")
def test_a_planned_first_section_is_a_70_curve() -> None:
    play = Play(2, plan=True, start=True).until("plan")
    refused = play.refused("choose", form="straight", sign="jam")
    assert refused == ("fa.why.start", "FAP-START-1")
    for verb, args in (("half_form", {"form": "curve"}), ("half_sign", {"sign": "jam"})):
        assert play.refused(verb, **args) == ("fa.why.half-start", "X-8")
    play.do("choose", form="left70", sign="jam")
    assert play.do("choose", form="straight", sign="jam").p.track[-1] == section("straight jam")


@clause("FAP-PLAN-5", "FAP-FOG-1", "FAP-FOG-2", "FAP-START-1", "FAP-PLAN-4")
def test_on_the_table_the_question_says_what_is_drawn_for_and_by_which_clause() -> None:
    def asked(play: Play) -> tuple[str, str, str]:
        wish = play.ask.prompt.args.get("wish")
        return play.ask.prompt.key, wish.key if wish else "", play.ask.clause

    play = Play(2, plan=True, fog=True, cards="table").until("plan").do("half_sign", sign="jam")
    assert asked(play) == ("fa.lay.wish", "fa.wish.jam", "FAP-PLAN-5")
    fog = Play(2, fog=True, cards="table").until("lay")
    assert asked(fog) == ("fa.lay.prompt", "", "FAP-FOG-1")
    fog.do("lay", form="left70", sign="bump")
    assert fog.said == [("fa.track.laid", "FAP-FOG-1")]
    assert asked(fog.overtaking().do("pass").do("pass")) == ("fa.lay.prompt", "", "FAP-FOG-2")
    start = Play(2, start=True, straight_finish=True, cards="table").until("lay")
    assert asked(start) == ("fa.lay.wish", "fa.wish.70", "FAP-START-1")
    start.do("lay", form="left70", sign="jam")
    assert asked(start) == ("fa.lay.prompt", "", "FA-SET-3")
    for _ in range(6):
        start.do("lay", form="left70", sign="jam")
    assert asked(start) == ("fa.lay.wish", "fa.wish.straight", "FAP-PLAN-4")


@pytest.mark.clause("FA-SET-3", "FAP-START-2", "X-6", "X-8")
@pytest.mark.parametrize(("language", "three"), [("de", "Drei "), ("en", "Three ")])
def test_help_where_fog_meets_a_planned_track_tells_of_both(language: str, three: str) -> None:
    words = Catalogue(language, GAME, options=GAME.complete(4, {"fog": True, "plan": True}))
    assert words.clause("FA-SET-3").startswith(three)
    assert words.clause("FAP-START-2") == Catalogue(language, GAME).clause("FAP-START-2")
