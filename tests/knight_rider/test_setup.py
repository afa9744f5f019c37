"""Preparation and phase 1: the start roll, the track, the red car, the start tableau."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.numbers import DIVERSIONS, KITT
from referee.games.knight_rider.screen import pictures
from referee.kernel.errors import BadEntry, ComponentsError
from referee.kernel.match import Match
from tests.knight_rider import RED, START, Play

clause = pytest.mark.clause


@clause("KR-CMP-1", "KR-CMP-10", "KR-TRK-1")
def test_the_set_is_checked_when_a_match_starts() -> None:
    play = Play()
    mix, rest = GAME.scene(play.p, None).lines
    assert (play.state, mix.args) == ("unpack", {"n": 36})
    assert rest.args == {"cards": 56, "cars": 6}
    missing = "diversion_cards = {straight=4, dead_end=5, roadblock=5, right=5, left=5}"
    with pytest.raises(ComponentsError):
        Match.new(GAME, 3, components=GAME.components(missing))


@clause("KR-CMP-1")
def test_a_smaller_set_will_do_for_fewer_players() -> None:
    fewer = "cards = 52\nkitt_cards = {shield=4, turbo1=4, turbo2=4, jump=4}"
    assert Match.new(GAME, 4, components=GAME.components(fewer)).state == "unpack"
    with pytest.raises(ComponentsError):
        Match.new(GAME, 5, components=GAME.components(fewer))


@clause("KR-CMP-2", "KR-INT-1")
@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(BadEntry):
        Play(seats)


@clause("KR-INT-1")
def test_two_are_told_that_more_are_better() -> None:
    told = {seats: "kr.unpack.few" in Play(seats).lines for seats in range(2, 6)}
    assert told == {2: True, 3: False, 4: False, 5: False}


@clause("KR-CMP-3", "KR-TRK-3")
def test_cars_are_numbered_clockwise_from_the_start_player() -> None:
    play = Play(3).do("done").do("done").roll(2).roll(6).roll(3)
    assert [play.p.car_number(seat) for seat in (2, 3, 1)] == [1, 2, 3]
    assert GAME.scene(play.p, None).badges == {2: "1", 3: "2", 1: "3"}
    (starts,) = play.rulings
    assert starts.stop
    cars = [(car.args["who"].seat, car.args["number"]) for car in starts.text.args["cars"]]
    assert cars == [(2, 1), (3, 2), (1, 3)]


@clause("KR-INT-56")
def test_cars_of_a_board_in_the_device_have_the_numbers_of_the_seats() -> None:
    play = Play(3, board="device")
    while not play.p.order:
        play.do("done") if play.p.state in ("unpack", "deal") else play.roll(6 - len(play.p.rolls))
    assert [play.p.car_number(seat) for seat in (1, 2, 3)] == [1, 2, 3]
    assert GAME.scene(play.p, None).badges == {1: "1", 2: "2", 3: "3"}
    assert "kr.first.order" in [ruling.key for ruling in play.rulings]


@clause("KR-TRK-3")
def test_both_phases_go_clockwise() -> None:
    play = Play(4, track_counter=True).prepare(3)
    builders = [play.ask.seats[0], *(play.do("laid").ask.seats[0] for _ in range(3))]
    assert builders == play.p.order == [3, 4, 1, 2]
    race = Play(4).race(3)
    assert [race.ask.seats[0], *(race.turn().ask.seats[0] for _ in range(3))] == [3, 4, 1, 2]


@clause("KR-CMP-5", "KR-CMP-6")
def test_everybody_holds_one_card_of_each_kind() -> None:
    for car in Play(5).p.cars:
        assert car.hands["kitt"].known == dict.fromkeys(KITT, 1)
        assert car.hands["diversion"].known == dict.fromkeys(DIVERSIONS, 1)


@clause("KR-CMP-7", "KR-CMP-8")
def test_sets_of_missing_players_are_put_away() -> None:
    hand, away, deck = GAME.scene(Play(3).do("done").p, None).lines
    assert (hand.args, away.args) == ({"kitt": 4, "diversion": 5}, {"kitt": 8, "diversion": 10})
    assert deck.key == "kr.deal.deck"
    everything_in_play = GAME.scene(Play(5).do("done").p, None).lines
    assert [line.key for line in everything_in_play] == ["kr.deal.hand", "kr.deal.deck"]


@clause("KR-CMP-9")
def test_a_tableau_has_two_digits_of_a_die() -> None:
    play = Play().place().roll(2, 6).do("placed")
    assert play.refused("start", tableau=47) == ("kr.why.no-such-tableau", "KR-CMP-9")
    assert play.refused("start", tableau=60)[1] == "KR-CMP-9"
    assert len(play.values("start", "tableau")) == 35
    play.do("start", tableau=46)


@clause("KR-CMP-10")
@pytest.mark.parametrize("die", [0, 7, True, "6"])
def test_a_die_shows_one_to_six(die: int) -> None:
    Play().do("done").do("done").refused("roll", dice=[die])


@clause("KR-TRK-1", "KR-TRK-4")
def test_check_lists_are_one_press_each() -> None:
    play = Play(2)
    assert (play.verbs, play.ask.clause, play.ask.seats) == (["done"], "KR-CMP-1", (1, 2))
    play.do("done", 2).do("done").roll(1).roll(2)
    assert (play.verbs, play.ask.clause) == (["done"], "KR-TRK-4")


@clause("KR-CMP-7", "KR-TRK-2", "KR-TRK-4", "KR-TRK-10", "KR-TRK-17", "KR-POS-1", "KR-POS-3")
@pytest.mark.parametrize("counted", [False, True])
def test_every_step_of_the_set_up_names_its_rule(counted: bool) -> None:
    play = Play(2, track_counter=counted)
    asked: dict[str, tuple[str, str]] = {}
    answers = {"unpack": "done", "deal": "done", "centre": "done", "stack": "done"}
    answers |= {"build": "built", "lay": "laid", "place": "placed"}
    dice = {"first_roll": [[6], [1]], "place_roll": [[2, 6]]}
    while play.state != "start":
        asked[play.state] = (play.ask.prompt.key, play.ask.clause)
        if play.state in dice:
            play.roll(*dice[play.state].pop(0))
        else:
            play.do(answers[play.state])
    building = ("kr.lay.prompt" if counted else "kr.build.prompt", "KR-TRK-10")
    assert asked == {
        "unpack": ("kr.unpack.prompt", "KR-CMP-1"),
        "deal": ("kr.deal.prompt", "KR-CMP-7"),
        "first_roll": ("kr.first.prompt", "KR-TRK-2"),
        "centre": ("kr.centre.prompt", "KR-TRK-4"),
        "lay" if counted else "build": building,
        "stack": ("kr.stack.prompt", "KR-TRK-17"),
        "place_roll": ("kr.place-roll.red", "KR-POS-1"),
        "place": ("kr.place.red", "KR-POS-1"),
    }
    assert (play.ask.prompt.key, play.ask.clause) == ("kr.start.road", "KR-POS-3")
    assert play.ask.prompt.args == {"red": 26}


@clause("KR-TRK-2", "KR-INT-2")
def test_those_tied_for_the_highest_roll_again() -> None:
    play = Play(3).do("done").do("done").roll(5).roll(3).roll(5)
    assert play.said == [("kr.first.tie", "KR-TRK-2")]
    assert play.ask.seats == (1,)
    play.roll(2)
    assert play.ask.seats == (3,)
    play.roll(4)
    assert (play.state, play.p.order) == ("centre", [3, 1, 2])


@clause("KR-TRK-5", "KR-TRK-15")
def test_the_whole_track_is_one_press() -> None:
    play = Play(3).prepare(2)
    assert (play.state, play.verbs) == ("build", ["built"])
    assert play.do("built", 3).state == "stack"


@clause("KR-TRK-5", "KR-TRK-8")
def test_counted_one_tableau_a_turn() -> None:
    play = Play(5, track_counter=True).prepare()
    for _ in range(12):
        play.do("laid")
    assert (play.p.track.laid, play.ask.seats) == (12, (3,))
    assert play.refused("laid", 1)[0] == "refused.seat"


@clause("KR-TRK-6", "KR-TRK-7")
def test_first_tableaus_go_to_the_centre() -> None:
    play = Play(4, track_counter=True).prepare()
    for laid in range(4):
        assert (play.ask.prompt.key, play.ask.clause) == ("kr.lay.first", "KR-TRK-6")
        play.do("laid")
        assert bool(play.said) == (laid == 3)
    assert play.said == [("kr.lay.round-one", "KR-TRK-7")]
    assert play.rulings[0].args == {"n": 4}
    assert play.ask.prompt.key == "kr.lay.prompt"


@clause("KR-TRK-6", "KR-TRK-12")
def test_a_first_tableau_set_aside_leaves_the_first_still_to_lay() -> None:
    play = Play(2, track_counter=True).prepare().do("no_fit").do("laid")
    assert (play.ask.prompt.key, play.said) == ("kr.lay.first", [])
    assert play.do("laid").said == [("kr.lay.round-one", "KR-TRK-7")]


@clause("KR-TRK-7")
def test_how_many_lie_at_the_centre_is_only_told_where_it_is_certain() -> None:
    """A second tableau may lie there too, once the first of somebody else was set aside."""
    play = Play(2, track_counter=True).prepare().do("laid").do("no_fit")
    assert play.do("laid").said == []
    assert play.do("laid").said == []
    assert play.p.track.laid_by == [2, 1]


@clause("KR-TRK-10", "KR-TRK-11", "KR-TRK-14", "KR-INT-3")
@pytest.mark.parametrize("join", [False, True])
def test_reminders_of_how_tableaus_are_laid(join: bool) -> None:
    built = Play(2, build_must_join_road=join).prepare()
    counted = Play(2, build_must_join_road=join, track_counter=True).prepare()
    for play in (built, counted):
        assert "kr.build.edges" in play.lines
        assert {"kr.build.centre", "kr.lay.keep-empty"} & set(play.lines)
        assert ("kr.build.join" in play.lines) == join
    assert "no_fit" in counted.verbs


@clause("KR-TRK-13")
def test_the_centre_is_laid_outside_when_the_outer_tableaus_are_through() -> None:
    play = Play(5, track_counter=True).prepare()
    for _ in range(32):
        play.do("laid")
    assert play.said == [("kr.lay.take-centre", "KR-TRK-13")]
    assert play.rulings[0].stop
    assert (play.p.track.centre, play.ask.seats) == (False, (3,))
    aside = Play(5, track_counter=True).prepare().do("no_fit")
    while aside.p.track.centre:
        aside.do("laid")
    assert aside.p.track.laid == 31


@clause("KR-TRK-15", "KR-POS-1")
def test_building_ends_with_all_36() -> None:
    play = Play(3, track_counter=True).prepare()
    for _ in range(36):
        assert play.state == "lay"
        play.do("laid")
    assert (play.state, play.said) == ("stack", [("kr.lay.complete", "KR-TRK-15")])
    play.do("done").roll(1, 1)
    assert play.refused("absent") == ("kr.why.all-laid", "KR-TRK-15")


@clause("KR-TRK-12", "KR-INT-5")
def test_a_piece_set_aside_comes_again_at_the_end() -> None:
    play = Play(2, track_counter=True).prepare().do("no_fit")
    assert play.said == [("kr.lay.aside", "KR-TRK-12")]
    for _ in range(35):
        play.do("laid")
    assert (play.state, play.p.track.laid, play.p.track.aside) == ("lay", 35, 1)
    assert play.do("laid").state == "stack"


@clause("KR-TRK-12", "KR-INT-5", "KR-POS-1")
def test_building_ends_when_a_pass_brings_no_success() -> None:
    play = Play(2, track_counter=True).prepare().do("no_fit").do("no_fit")
    for _ in range(34):
        play.do("laid")
    assert play.do("no_fit").state == "lay"
    play.do("no_fit")
    assert (play.state, play.p.track.laid) == ("stack", 34)
    assert play.said == [("kr.lay.aside", "KR-TRK-12"), ("kr.lay.out", "KR-TRK-12")]
    play.do("done").roll(3, 3).do("absent")
    assert (play.state, play.said) == ("place_roll", [("kr.place.again", "KR-POS-1")])


@clause("KR-TRK-12")
def test_a_success_starts_the_pass_anew() -> None:
    play = Play(2, track_counter=True).prepare()
    for _ in range(3):
        play.do("no_fit")
    for _ in range(33):
        play.do("laid")
    play.do("no_fit").do("no_fit").do("laid").do("no_fit")
    assert (play.state, play.p.track.aside) == ("lay", 2)
    assert play.do("no_fit").state == "stack"


@clause("KR-TRK-17", "KR-INT-7")
@pytest.mark.parametrize(("cards", "prompt"), [("table", "prompt"), ("device", "north")])
def test_the_stack_lies_in_the_centre_before_phase_2(cards: str, prompt: str) -> None:
    play = Play(2, cards=cards).prepare().do("built")
    named = {"table": "KR-TRK-17", "device": "KR-INT-7"}
    assert (play.state, play.ask.prompt.key) == ("stack", f"kr.stack.{prompt}")
    assert play.ask.clause == named[cards]
    play.refused("roll", dice=[1, 1])


@clause("KR-POS-1", "KR-POS-2")
def test_red_is_where_tens_and_ones_say() -> None:
    play = Play(3).place(2)
    assert play.ask.seats == (2,)
    play.roll(6, 2)
    assert play.ask.prompt.args == {"tableau": 62}
    assert play.ask.prompt.key == "kr.place.red"
    assert play.do("placed").p.red == 62


@clause("KR-POS-3", "KR-POS-4", "KR-INT-6")
@pytest.mark.parametrize(("distance", "prompt"), [("road", "road"), ("grid", "grid")])
def test_all_agree_on_one_start_tableau_but_reds_own(distance: str, prompt: str) -> None:
    play = Play(3, start_distance=distance).place().roll(2, 6).do("placed")
    assert (play.ask.seats, play.ask.prompt.key) == ((1, 2, 3), f"kr.start.{prompt}")
    assert play.refused("start", tableau=RED) == ("kr.why.reds-own", "KR-POS-3")
    assert play.do("start", 3, tableau=START).p.start == START


@clause("KR-POS-5", "KR-TRN-1", "KR-INT-9")
def test_the_cars_line_up_and_car_1_opens() -> None:
    play = Play(3, track_counter=True).race(2)
    assert play.said == [("kr.start.line-up", "KR-POS-5")]
    assert play.rulings[0].stop
    assert (play.state, play.ask.seats) == ("roll", (2,))
    assert all(car.outside for car in play.p.cars)


@clause("KR-ESC-2")
def test_how_a_card_is_turned_is_a_picture() -> None:
    play = Play().race().roll(1).do("driven")
    assert GAME.scene(play.p, None).body == (pictures.LIFT,)
    assert "lift" in GAME.scene(play.p, None).pages


@clause("KR-POS-1", "KR-POS-3")
def test_nobody_starts_at_a_tableau_that_was_reported_absent() -> None:
    play = Play(2).place().roll(3, 3).do("absent").roll(2, 6).do("placed")
    assert play.refused("start", tableau=33) == ("kr.why.absent", "KR-POS-1")
    assert 33 not in play.values("start", "tableau")


@clause("KR-TRK-12", "KR-INT-5")
def test_the_last_piece_set_aside_is_not_tried_again_on_the_same_track() -> None:
    play = Play(2, track_counter=True).prepare()
    for _ in range(35):
        play.do("laid")
    play.do("no_fit")
    assert (play.state, play.p.track.laid) == ("stack", 35)
    assert play.said == [("kr.lay.aside", "KR-TRK-12"), ("kr.lay.out", "KR-TRK-12")]


@clause("KR-TRK-6", "KR-TRK-12")
def test_a_piece_that_fitted_nowhere_as_a_first_tableau_is_tried_again() -> None:
    play = Play(2, track_counter=True).prepare()
    for _ in range(35):
        play.do("laid" if play.p.turn == 1 else "no_fit")
    play.do("no_fit")
    assert (play.state, play.p.track.aside) == ("lay", 18)
