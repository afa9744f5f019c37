"""Ramming, the roof, the oil slick."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.screen import pictures
from tests.knight_rider import Play

clause = pytest.mark.clause


def beside(seats: int = 3, die: int = 5, **options: object) -> Play:
    """Seat 1 has come beside seat 2 and passes it: seat 2 is to roll."""
    play = Play(seats, **options).race().lap().roll(die)
    if options.get("strict"):
        play.do("step")
    return play.do("passed", target=2)


# -- when ------------------------------------------------------------------------------------


@clause("KR-RAM-1", "KR-RAM-9", "KR-INT-20")
def test_only_passing_another_players_car_rams() -> None:
    play = Play(4).race().lap().roll(5)
    assert play.values("passed", "target") == [2, 3, 4]
    assert play.do("driven").state == "escape"


@clause("KR-RAM-2", "KR-INT-15", "KR-INT-49")
def test_only_a_car_on_the_road_that_was_reached_in_this_move_can_be_passed() -> None:
    start = Play(3).race().turn().roll(6)
    assert start.values("passed", "target") == [1]
    assert start.refused("passed", target=3) == ("kr.why.not-on-road", "KR-RAM-2")
    counted = Play(3, strict=True).race().lap().roll(5)
    assert counted.refused("passed", target=2) == ("kr.why.not-entered", "KR-RAM-2")
    counted.do("uturn")
    assert counted.refused("passed", target=2)[1] == "KR-RAM-2"
    assert counted.do("step").do("turn").do("passed", target=2).state == "ram"


@clause("KR-RAM-3", "KR-INT-42")
def test_the_rammed_player_rolls_and_the_mover_goes_on() -> None:
    play = beside(strict=True, die=3)
    assert (play.ask.seats, play.ask.clause, play.p.now.points) == ((2,), "KR-RAM-3", 2)
    assert play.refused("roll", 1, dice=[4])[0] == "refused.seat"
    play.roll(4)
    assert (play.state, play.ask.seats, play.p.now.points) == ("drive", (1,), 2)
    assert play.p.agenda == []
    play.do("step").do("step").do("driven")


@clause("KR-RAM-1")
def test_the_screen_shows_the_two_cars_by_their_numbers() -> None:
    scene = GAME.scene(beside().p, None)
    assert scene.body == (pictures.ramming("1", "2"),)
    assert pictures.ramming("1", "2") != pictures.ramming("2", "1")


@clause("KR-RAM-3")
def test_with_two_players_the_target_is_clear() -> None:
    play = Play(2).race().lap().roll(3)
    assert play.values("passed", "target") == [2]
    assert not [refusal for refusal in play.ask.refusals if refusal.verb == "passed"]


@clause("KR-RAM-5", "KR-INT-16", "KR-INT-50")
def test_several_cars_or_the_same_one_in_a_move() -> None:
    play = Play(3).race().lap().roll(4)
    for target in (2, 3, 2):
        play.do("passed", target=target).roll(5)
    assert play.refused("passed", target=3) == ("kr.why.ends-beside", "KR-RAM-4")
    assert [ruling.clause for ruling in play.rulings] == ["KR-RMT-5"]


@clause("KR-RAM-5", "KR-INT-16")
def test_counted_one_attempt_for_each_stay_on_a_field() -> None:
    play = beside(strict=True, die=6).roll(5)
    assert play.refused("passed", target=3) == ("kr.why.not-entered", "KR-RAM-2")
    assert play.do("step").do("passed", target=3).state == "ram"


@clause("KR-RAM-6", "KR-RMT-4")
def test_a_car_that_slid_ahead_is_rammed_again() -> None:
    play = Play(2, strict=True).race().lap().roll(3).do("step").do("passed", target=2).roll(4)
    play.do("step").do("passed", target=2)
    assert (play.state, play.ask.seats) == ("ram", (2,))
    assert play.roll(5).do("step").do("driven").state == "escape"


@clause("KR-RAM-7", "KR-INT-22")
def test_a_car_on_its_roof_is_passed_freely() -> None:
    play = beside().roll(1)
    assert play.refused("passed", target=2) == ("kr.why.on-roof", "KR-RAM-7")
    assert play.values("passed", "target") == [3]


@clause("KR-RAM-8", "KR-KIT-3")
def test_a_shielded_car_is_passed_freely() -> None:
    play = Play(2).race().lap().roll(2).do("kitt", card="shield").do("driven").do("clear").roll(6)
    assert play.refused("passed", target=1) == ("kr.why.shielded", "KR-RAM-8")
    assert play.refused("passed") == ("kr.why.shielded", "KR-RAM-8")
    assert "passed" not in play.verbs


# -- the tables ------------------------------------------------------------------------------


@clause("KR-RMT-1", "KR-RMT-2", "KR-RMT-3", "KR-RMT-4", "KR-RMT-5", "KR-RAM-12", "KR-RAM-14")
@pytest.mark.parametrize(
    ("die", "key", "back"),
    [(1, "roof", 0), (2, "back-turned", 2), (3, "back", 2), (4, "back", 1), (5, "turned", 0)],
)
def test_the_ram_table(die: int, key: str, back: int) -> None:
    play = beside(strict=True).roll(die)
    assert play.said == [(f"kr.fate.{key}", f"KR-RMT-{die}")]
    ruling = play.rulings[0]
    assert (ruling.seat, ruling.stop, (ruling.args or {})["n"]) == (2, False, back)
    assert (play.state, play.p.now.points) == ("drive", 4)
    assert [car.roof for car in play.p.cars] == [False, die == 1, False]


@clause("KR-RMT-6")
def test_after_a_6_the_same_player_rolls_again() -> None:
    play = beside().roll(6)
    assert (play.state, play.ask.seats, play.said) == (
        "ram_again",
        (2,),
        [("kr.ram.failed", "KR-RMT-6")],
    )


@clause("KR-RMT-6")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_the_mover_goes_on_after_1_to_4(die: int) -> None:
    play = beside(strict=True).roll(6).roll(die)
    assert (play.state, play.p.now.points, play.p.now.over) == ("drive", 4, False)
    assert play.said == [("kr.ram.nothing", "KR-RMT-6")]


@clause("KR-RMT-6", "KR-INT-21", "KR-INT-41", "KR-INT-45")
@pytest.mark.parametrize("die", [5, 6])
def test_the_mover_skids_on_5_and_6(die: int) -> None:
    play = beside().roll(6).roll(die)
    assert (play.state, play.p.now.points, play.p.now.over) == ("drive", 0, True)
    assert play.said == [("kr.ram.skid", "KR-RMT-6")]
    assert play.refused("passed", target=3) == ("kr.why.skidded", "KR-RMT-6")
    assert play.refused("reached") == ("kr.why.skidded", "KR-INT-45")
    counted = beside(strict=True).roll(6).roll(die)
    for verb in ("step", "turn", "uturn"):
        assert counted.refused(verb) == ("kr.why.skidded", "KR-RMT-6")
    assert play.do("driven").state == "escape"


@clause("KR-OIL-5", "KR-OLT-1", "KR-INT-29")
def test_a_skid_may_end_on_a_slick() -> None:
    play = beside().roll(6).roll(6).do("behind").roll(1)
    assert play.said == [("kr.fate.roof", "KR-OLT-1")]
    assert (play.state, play.p.car(1).roof) == ("escape", True)
    assert "divert" in play.verbs


@clause("KR-RAM-13", "KR-INT-17", "KR-INT-18", "KR-INT-27", "KR-OIL-6")
@pytest.mark.parametrize("die", [2, 3, 4])
def test_a_slide_leads_to_no_further_roll(die: int) -> None:
    play = beside().roll(die)
    assert (play.state, play.ask.seats, play.match.over) == ("drive", (1,), False)
    play.do("behind").roll(2)
    assert (play.state, play.p.agenda) == ("escape", [])


# -- the roof --------------------------------------------------------------------------------


@clause("KR-RAM-10", "KR-TRN-8", "KR-ESC-14", "KR-INT-25")
def test_the_next_turn_only_rights_the_car() -> None:
    play = beside().roll(1).do("driven").do("clear")
    turned = len(play.p.pile)
    assert (play.state, play.verbs, play.ask.seats) == ("right", ["righted"], (2,))
    for verb in ("roll", "kitt", "divert"):
        assert play.refused(verb) == ("kr.why.righting", "KR-RAM-10")
    assert play.refused("turn_over") == ("kr.why.righting", "KR-ESC-14")
    play.do("righted")
    assert (play.ask.seats, len(play.p.pile), play.p.car(2).roof) == ((3,), turned, False)


@clause("KR-RAM-11")
def test_the_round_after_it_rolls_again() -> None:
    before_its_turn = beside().roll(1).do("driven").do("clear").do("righted").turn().turn()
    assert (before_its_turn.state, before_its_turn.ask.seats) == ("roll", (2,))
    own_turn = Play(3).race().lap().roll(4).do("behind").roll(1).do("clear").turn().turn()
    assert (own_turn.state, own_turn.ask.seats) == ("right", (1,))
    assert own_turn.do("righted").turn().turn().state == "roll"


@clause("KR-INT-25")
def test_a_group_may_turn_an_escape_card_in_a_righting_turn() -> None:
    play = beside(roof_turn_draws_escape=True).roll(1).do("driven").do("clear")
    assert play.refused("turn_over")[0] == "refused.now"
    play.do("righted")
    assert (play.state, play.verbs) == ("escape", ["clear", "hit"])
    assert play.refused("kitt", card="shield") == ("kr.why.righting", "KR-RAM-10")
    assert play.refused("divert", kind="left", tableau=11)[1] == "KR-RAM-10"
    assert play.do("clear").ask.seats == (3,)


# -- oil -------------------------------------------------------------------------------------


@clause("KR-OIL-1", "KR-OIL-2")
def test_ending_behind_a_car_means_a_roll_on_its_slick() -> None:
    play = Play(3).race().lap().roll(1).do("behind")
    assert (play.state, play.ask.seats, play.ask.clause) == ("oil", (1,), "KR-OIL-2")


@clause("KR-OIL-3", "KR-INT-26", "KR-INT-49")
def test_behind_needs_another_car_on_the_road() -> None:
    play = Play(3).race().roll(3)
    assert play.refused("behind") == ("kr.why.nobody-on-road", "KR-OIL-3")
    play.do("driven").do("clear").roll(2).do("behind")
    assert GAME.scene(play.p, None).body == (pictures.SLICK,)


@clause("KR-OLT-1", "KR-OLT-2", "KR-OLT-3", "KR-OLT-4", "KR-OLT-5", "KR-OLT-6", "KR-OIL-4")
@pytest.mark.parametrize(
    ("die", "key", "back"),
    [
        (1, "roof", 0),
        (2, "back", 2),
        (3, "back", 1),
        (4, "turned", 0),
        (5, "nothing", 0),
        (6, "nothing", 0),
    ],
)
def test_the_oil_table(die: int, key: str, back: int) -> None:
    play = Play(3).race().lap().roll(1).do("behind").roll(die)
    assert play.said == [(f"kr.fate.{key}", f"KR-OLT-{die}")]
    assert (play.rulings[0].args or {})["n"] == back
    assert (play.state, play.p.car(1).roof) == ("escape", die == 1)


@clause("KR-OIL-7", "KR-KIT-5", "KR-INT-28")
def test_the_shield_is_no_help_against_oil_or_the_own_skid() -> None:
    play = Play(3).race().lap().roll(4).do("kitt", card="shield").do("passed", target=2)
    play.roll(6).roll(5)
    assert play.p.now.over
    assert play.do("behind").roll(1).p.car(1).roof


@clause("KR-OIL-7", "KR-INT-22")
def test_a_car_on_its_roof_has_a_slick() -> None:
    play = Play(2).race().lap().roll(3).do("passed", target=2).roll(1)
    assert play.do("behind").state == "oil"
