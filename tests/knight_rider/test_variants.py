"""The booklet's variants."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.numbers import KITT
from tests.knight_rider import START, Play

clause = pytest.mark.clause


@clause("KR-VAR-5")
def test_the_basic_game_is_the_default() -> None:
    options = Play().match.header.options
    variants = {spec.key: options[spec.key] for spec in GAME.options if spec.group == "variant"}
    assert variants == {"start": "farthest", "targets": 0, "surplus": False, "luck": False}


# -- rolled start ----------------------------------------------------------------------------


@clause("KR-VAR-1", "KR-INT-48")
def test_a_rolled_start() -> None:
    play = Play(2, start="rolled").place().roll(1, 2).do("placed")
    assert (play.state, play.ask.clause) == ("place_roll", "KR-VAR-1")
    assert play.ask.prompt.key == "kr.place-roll.start"
    play.roll(3, 4)
    assert (play.verbs, play.ask.clause) == (["placed", "absent", "no_road"], "KR-VAR-1")
    play.do("placed")
    assert (play.state, play.p.red, play.p.start) == ("roll", 12, 34)
    assert play.said == [("kr.start.line-up", "KR-POS-5")]


@clause("KR-VAR-1", "KR-INT-37")
def test_a_start_on_red_absent_or_without_a_road_is_rolled_again() -> None:
    play = Play(2, start="rolled").place().roll(1, 2).do("placed").roll(1, 2)
    assert (play.state, play.said) == ("place_roll", [("kr.place.taken", "KR-INT-37")])
    assert play.rulings[0].args == {"tableau": 12}
    for report, why in (("absent", "KR-POS-1"), ("no_road", "KR-INT-37")):
        play.roll(3, 4).do(report)
        assert play.said == [("kr.place.again", why)]
    play.roll(5, 5).do("placed")
    assert play.p.start == 55


# -- several targets -------------------------------------------------------------------------


def aimed(seats: int = 2, **options: object) -> Play:
    """A race with the targets 23 and 52; all cars are on the road."""
    play = Play(seats, targets=2, **options).place().roll(2, 6).do("placed")
    play.roll(2, 3).do("placed").roll(5, 2).do("placed")
    return play.do("start", tableau=START).lap()


@clause("KR-VAR-2", "KR-INT-38")
def test_all_targets_before_red() -> None:
    play = aimed().roll(4)
    assert play.refused("reached") == ("kr.why.targets-open", "KR-VAR-2")
    play.do("ticked", tableau=52)
    assert play.said == [("kr.drive.ticked", "KR-VAR-2")]
    assert play.refused("ticked", tableau=52)[0] == "refused.args"
    play.do("ticked", tableau=23)
    assert play.said == [("kr.drive.red-open", "KR-VAR-2")]
    assert play.do("reached").p.winner == 1


@clause("KR-VAR-2")
def test_every_seat_has_its_own_tick_list() -> None:
    play = aimed().roll(4).do("ticked", tableau=52).do("driven").do("clear").roll(2)
    assert play.values("ticked", "tableau") == [23, 52]
    assert [car.open_targets for car in play.p.cars] == [[23], [23, 52]]
    (table,) = GAME.scene(play.p, None).pages["targets"]
    assert [row[1:] for row in table.rows] == [("-", "x"), ("-", "-")]


@clause("KR-INT-48")
def test_targets_differ_from_red_and_from_each_other() -> None:
    play = Play(2, targets=2).place().roll(2, 6).do("placed").roll(2, 6)
    assert play.said == [("kr.place.taken", "KR-INT-48")]
    assert (play.ask.prompt.key, play.ask.clause) == ("kr.place-roll.target", "KR-VAR-2")
    play.roll(2, 3)
    assert (play.verbs, play.ask.clause) == (["placed", "absent"], "KR-VAR-2")
    play.do("placed").roll(2, 3)
    assert play.said == [("kr.place.taken", "KR-INT-48")]
    assert play.p.targets == [23]


@clause("KR-VAR-2", "KR-INT-38")
def test_a_target_entered_before_a_skid_is_ticked_after_it() -> None:
    play = aimed().roll(4).do("passed", target=2).roll(6).roll(6)
    play.do("ticked", tableau=23)
    assert (play.p.car(1).open_targets, play.state) == ([52], "drive")


@clause("KR-VAR-2", "KR-INT-38", "KR-MOV-13")
def test_a_target_is_ticked_by_a_car_on_the_road() -> None:
    start = Play(3, targets=1).place().roll(2, 6).do("placed").roll(2, 3).do("placed")
    play = start.do("start", tableau=START).turn().turn().roll(4)
    assert "closed" in play.verbs
    play.do("ticked", tableau=23)
    assert (play.p.car(3).outside, "closed" in play.verbs) == (False, False)


@clause("KR-VAR-2", "KR-INT-38")
def test_counted_a_target_is_ticked_after_a_step_only() -> None:
    play = aimed(strict=True).roll(4).do("turn")
    assert play.refused("ticked", tableau=23) == ("kr.why.no-step", "KR-INT-38")
    assert play.do("step").do("ticked", tableau=23).p.car(1).open_targets == [52]


@clause("KR-VAR-2", "KR-INT-46")
def test_a_6_against_red_is_nothing_while_targets_are_open() -> None:
    play = aimed().roll(4).do("driven").do("hit").do("one", target=2)
    assert play.ask.prompt.key == "kr.red.open"
    play.roll(6)
    assert (play.match.over, play.said) == (False, [("kr.red.too-early", "KR-INT-46")])
    play.roll(4).do("ticked", tableau=52).do("ticked", tableau=23).do("driven")
    assert play.do("hit").do("one", target=2).roll(6).p.winner == 2


# -- cards -----------------------------------------------------------------------------------


@clause("KR-VAR-3", "KR-INT-39")
def test_surplus_cards_are_dealt_evenly() -> None:
    own, mixed, away, _ = GAME.scene(Play(3, surplus=True).do("done").p, None).lines
    assert own.args == {"kitt": 4, "diversion": 5}
    assert mixed.args == {"kitt": 2, "diversion": 3}
    assert away.args == {"kitt": 2, "diversion": 1}


@clause("KR-VAR-3")
def test_five_players_have_no_surplus() -> None:
    lines = GAME.scene(Play(5, surplus=True).do("done").p, None).lines
    assert [line.key for line in lines] == ["kr.deal.hand", "kr.deal.deck"]


@clause("KR-VAR-4")
@pytest.mark.parametrize(("surplus", "counts"), [(False, (4, 5)), (True, (10, 12))])
def test_shuffled_cards_are_known_by_number_only(surplus: bool, counts: tuple[int, int]) -> None:
    play = Play(2, luck=True, surplus=surplus)
    hands = play.p.car(1).hands
    assert (hands["kitt"].blind, hands["diversion"].blind) == counts
    assert not any(hands["kitt"].known.values())


@clause("KR-VAR-4", "KR-INT-47", "KR-KIT-13")
def test_of_shuffled_cards_as_many_can_be_played_as_there_are() -> None:
    play = Play(2, luck=True).race().lap()
    for _ in range(4):
        play.roll(1).do("kitt", card="jump").do("driven").do("clear").turn()
    play.roll(1)
    assert play.refused("kitt", card="shield") == ("kr.why.hand-empty", "KR-CMP-7")
    play.do("driven").do("clear").roll(1).do("kitt", card="jump").do("driven").do("clear")
    play.turn().roll(1)
    assert play.p.pool["kitt"]["jump"] == 0
    assert play.refused("kitt", card="jump") == ("kr.why.card-used", "KR-KIT-13")
    play.do("kitt", card="turbo1")


@clause("KR-VAR-4", "KR-INT-47", "KR-CMP-7")
def test_of_an_empty_shuffled_hand_no_card_is_called_laid() -> None:
    play = Play(2, luck=True).race()
    for tableau in range(11, 16):
        play.roll(1).do("divert", kind="left", tableau=tableau).do("driven").do("clear").turn()
    play.roll(1)
    refused = play.refused("divert", kind="right", tableau=16)
    assert refused == ("kr.why.hand-empty", "KR-CMP-7")


@clause("KR-VAR-3", "KR-INT-47")
def test_a_surplus_card_may_be_a_second_one_of_a_kind() -> None:
    play = Play(3, surplus=True).race()
    for tableau in (11, 12):
        play.roll(1).do("divert", kind="left", tableau=tableau).do("driven").do("clear")
        play.turn().turn()
    hand = play.p.car(1).hands["diversion"]
    assert (hand.known["left"], hand.blind, play.p.pool["diversion"]["left"]) == (0, 2, 1)


def dealt(seats: int, **options: bool) -> Play:
    """A match with its board in the device, up to the first roll; nobody had to answer anything."""
    play = Play(seats, board="device", **options)
    assert play.state == "first_roll"
    return play


@clause("KR-VAR-4", "KR-INT-55")
@pytest.mark.parametrize(("surplus", "counts"), [(False, (4, 5)), (True, (6, 8))])
def test_the_box_deals_shuffled_cards_where_it_has_the_board(
    surplus: bool, counts: tuple[int, int]
) -> None:
    """Once it let everybody play whatever they liked."""
    play = dealt(3, luck=True, surplus=surplus)
    hands = [car.hands for car in play.p.cars]
    for hand in hands:
        assert (hand["kitt"].blind, hand["diversion"].blind) == (0, 0)
        assert (sum(hand["kitt"].known.values()), sum(hand["diversion"].known.values())) == counts
    assert [hand["kitt"].known for hand in hands] != [dict.fromkeys(KITT, 1)] * 3


@clause("KR-VAR-3", "KR-INT-39", "KR-INT-55")
def test_the_box_deals_surplus_cards_where_it_has_the_board() -> None:
    play = dealt(3, surplus=True)
    hands = [car.hands for car in play.p.cars]
    assert all(min(hand["kitt"].known.values()) >= 1 for hand in hands)
    assert [sum(hand["kitt"].known.values()) for hand in hands] == [6, 6, 6]
    assert sum(play.p.pool["kitt"].values()) == 2
    assert sum(play.p.pool["diversion"].values()) == 1


@clause("KR-VAR-2", "KR-POS-2")
def test_one_point_reaches_one_target() -> None:
    play = aimed().roll(1).do("ticked", tableau=52)
    assert play.refused("ticked", tableau=23) == ("kr.why.too-far", "KR-POS-2")
    counted = aimed(strict=True).roll(1).do("step").do("ticked", tableau=52)
    assert counted.refused("ticked", tableau=23) == ("kr.why.too-far", "KR-POS-2")
