"""The escape card, red's rams, the reshuffle."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.screen import pictures
from referee.kernel.ask import Entry
from referee.kernel.scene import Picture
from tests.knight_rider import RED, Play

clause = pytest.mark.clause


def escaping(seats: int = 3, **options: object) -> Play:
    """All cars are on the road; seat 1 has driven."""
    return Play(seats, **options).race().lap().roll(3).do("driven")


@clause("KR-ESC-1", "KR-ESC-13")
def test_one_card_a_turn_is_counted() -> None:
    play = Play(3).race().turn()
    assert len(play.p.pile) == 1
    play.turn()
    (deck,) = (line for line in GAME.scene(play.p, None).lines if line.key == "kr.line.deck")
    assert deck.args == {"turned": 2, "of": 11}


@clause("KR-ESC-3", "KR-ESC-5")
def test_red_is_no_longer_where_it_was_unless_it_stayed() -> None:
    play = Play(3).race().roll(2).do("driven").do("no_tableau")
    assert play.said == [("kr.red.stays", "KR-ESC-5")]
    assert (play.p.red, play.state, len(play.p.pile)) == (RED, "roll", 1)
    assert play.turn().p.red == 0
    play.roll(1).do("driven")  # now it is as if nobody was hit
    assert "no_tableau" not in play.verbs
    assert play.refused("no_tableau")[0] == "refused.now"


@clause("KR-ESC-5")
def test_a_match_of_a_time_that_asked_more_still_tells_it() -> None:
    play = Play(3).race().turn().roll(1)
    play.p.options = {k: v for k, v in play.p.options.items() if k != "diversion_places"}
    assert "no_tableau" in play.do("driven").verbs


@clause("KR-ESC-2", "KR-ESC-3")
def test_the_devices_deck_shows_the_arrow() -> None:
    play = Play(3, cards="device").race().roll(2).do("flip")
    assert (play.state, play.verbs[0], len(play.p.pile)) == ("escape", "clear", 1)
    scene = GAME.scene(play.p, None)
    assert isinstance(scene.body[0], Picture)
    east, north = play.p.numbers.arrows[play.p.pile[0] - 1]
    words = {t.key.split(".")[2]: t.args["n"] for t in play.ask.prompt.args["way"]}
    sides = {"east": east, "west": -east, "north": north, "south": -north}
    assert words == {side: n for side, n in sides.items() if n > 0}
    assert play.do("clear").state == "roll"


@clause("KR-INT-51", "KR-TRN-6", "KR-KIT-2")
def test_cards_are_played_before_the_devices_card_turns() -> None:
    play = Play(3, cards="device").race().lap().roll(2).do("kitt", card="shield")
    play.do("divert", kind="left", tableau=11).do("flip")
    assert (play.state, play.p.now.played, len(play.p.pile)) == ("escape", ["kitt", "diversion"], 4)
    assert play.refused("kitt", card="jump")[0] == "kr.why.escape-turned"


@clause("KR-INT-51", "KR-TRN-6")
def test_after_an_oil_slick_the_devices_card_waits_for_a_press_of_its_own() -> None:
    play = Play(3, cards="device").race().lap().roll(2).do("behind").roll(5)
    assert (play.verbs[:2], play.ask.source) == (["turn_over", "kitt"], "players")
    play.do("kitt", card="shield").do("turn_over")
    assert (play.verbs[0], play.p.car(1).shield) == ("clear", True)


@clause("KR-ESC-13", "KR-ESC-12")
def test_the_devices_deck_repeats_no_card_until_the_shuffle() -> None:
    play = Play(2, cards="device").race()
    drawn = []
    for _ in range(11):
        play.roll(1).do("flip")
        drawn.append(play.p.now.arrow)
        play.do("clear")
    assert sorted(drawn) == list(range(1, 12))
    assert [(r.key, r.stop) for r in play.rulings] == [("kr.escape.reshuffle", False)]
    assert play.p.pile == []


@clause("KR-ESC-12", "KR-INT-44")
def test_the_shuffle_comes_after_the_eleventh_card_is_carried_out() -> None:
    play = Play(2).race()
    for _ in range(10):
        play.turn()
    play.roll(1).do("driven").do("hit").do("one", target=2)
    assert (play.said, len(play.p.pile)) == ([], 11)
    play.roll(5)
    assert [(r.key, r.stop) for r in play.rulings] == [
        ("kr.fate.turned", False),
        ("kr.escape.reshuffle", True),
    ]
    assert (play.p.pile, play.ask.seats) == ([], (2,))


@clause("KR-ESC-14")
def test_a_righting_turn_does_not_count_for_the_cycle() -> None:
    play = escaping().do("hit").do("one", target=2).roll(1)
    before = len(play.p.pile)
    play.turn()
    assert len(play.p.pile) == before
    play.turn()
    assert len(play.p.pile) == before + 1


@clause("KR-ESC-7")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_red_rams_the_car_it_lands_on(die: int) -> None:
    play = escaping().do("hit").do("one", target=3)
    assert (play.state, play.ask.seats) == ("red_ram", (3,))
    assert GAME.scene(play.p, None).body == (pictures.ramming("", "3"),)
    play.roll(die)
    assert play.rulings[0].clause == f"KR-RMT-{die}"
    assert (play.state, play.ask.seats, play.p.car(3).roof) == ("roll", (2,), die == 1)


@clause("KR-ESC-8", "KR-END-6", "KR-INT-43")
@pytest.mark.parametrize("seat", [1, 3])
def test_a_6_against_red_wins_on_anybodys_turn(seat: int) -> None:
    play = escaping().do("hit").do("one", target=seat).roll(6)
    result = play.match.result
    assert result is not None
    assert (result.winners, result.clause) == ((seat,), "KR-ESC-8")
    assert play.said == [("kr.won.KR-ESC-8", "KR-ESC-8")]


@clause("KR-ESC-9", "KR-INT-24")
def test_two_cars_roll_in_turn_order_from_the_player_on_turn() -> None:
    play = Play(4).race().lap().turn().roll(3).do("driven").do("hit").do("both", target=1, other=3)
    assert play.ask.seats == (3,)
    play.roll(5)
    assert (play.state, play.ask.seats) == ("red_ram", (1,))
    assert play.roll(4).ask.seats == (3,)
    own = escaping().do("hit").do("both", target=2, other=1)
    assert own.ask.seats == (1,)


@clause("KR-ESC-9")
def test_two_players_may_be_hit_together() -> None:
    play = escaping(2).do("hit")
    assert play.verbs == ["one", "both"]
    assert play.do("both", target=2, other=1).roll(5).ask.seats == (2,)


@clause("KR-ESC-9")
def test_the_first_6_stops_the_rest() -> None:
    play = escaping().do("hit").do("both", target=1, other=2).roll(6)
    assert play.match.over
    assert (play.p.winner, play.p.agenda) == (1, [])


@clause("KR-ESC-9")
def test_two_cars_are_two_different_cars() -> None:
    play = escaping().do("hit")
    assert play.refused("both", target=1, other=1)[0] == "refused.args"


@clause("KR-ESC-10", "KR-RAM-7")
def test_a_car_on_its_roof_is_not_rammed() -> None:
    play = Play(2).race().lap().roll(4).do("passed", target=2).roll(1).do("driven")
    assert play.do("hit").refused("one", target=2) == ("kr.why.on-roof", "KR-ESC-10")
    assert play.values("one", "target") == [1]
    assert "both" not in play.verbs
    for two in ({"target": 1, "other": 2}, {"target": 2, "other": 1}):
        assert play.refused("both", **two) == ("kr.why.on-roof", "KR-ESC-10")


@clause("KR-ESC-10")
def test_nobody_can_be_hit_when_all_lie_on_their_roofs() -> None:
    play = Play(2).race().lap().roll(4).do("passed", target=2).roll(1).do("behind").roll(1)
    assert play.refused("hit") == ("kr.why.on-roof", "KR-ESC-10")


@clause("KR-ESC-11", "KR-KIT-5", "KR-INT-23")
@pytest.mark.parametrize("stops", [False, True])
def test_the_shield_does_not_stop_red_unless_agreed(stops: bool) -> None:
    play = escaping(shield_stops_red=stops).do("kitt", card="shield")
    if stops:
        assert play.do("hit").refused("one", target=1) == ("kr.why.shielded", "KR-ESC-11")
    else:
        assert play.do("hit").do("one", target=1).roll(3).said == [("kr.fate.back", "KR-RMT-3")]


@clause("KR-ESC-7", "KR-INT-49")
def test_a_car_beside_the_start_is_not_hit() -> None:
    play = Play(3).race().roll(3).do("driven")
    assert play.do("hit").refused("one", target=2) == ("kr.why.not-on-road", "KR-ESC-7")
    assert play.values("one", "target") == [1]


@clause("KR-END-8", "KR-RAM-13")
def test_sliding_wins_nothing() -> None:
    play = escaping().do("hit").do("one", target=2).roll(2)
    assert (play.match.over, play.state) == (False, "roll")


@clause("KR-ESC-12")
def test_a_match_of_many_cycles_counts_on() -> None:
    play = Play(2).race()
    for turn in range(40):
        assert len(play.p.pile) == turn % 11
        play.match.answer(Entry(play.ask.seats[0], "roll", {"dice": [1]}))
        play.do("driven").do("clear")
