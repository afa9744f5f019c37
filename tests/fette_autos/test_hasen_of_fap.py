"""Gefährliche Hasen and Individuelle Hasen, and what goes with them."""

from __future__ import annotations

import pytest

from referee.games.fette_autos import GAME
from tests.fette_autos import Play
from tests.fette_autos.hasen import against, drawn, fallen_back

clause = pytest.mark.clause


# -- Gefährliche Hasen -----------------------------------------------------------------------


@clause("FAP-DANGER-1")
def test_it_counts_whoever_attacks_but_not_between_players() -> None:
    assert drawn(against(danger=True), 30, 40, 40, 20) == 130
    play = fallen_back(5, danger=True).hase(30, 40).do("none").hase(40)
    assert play.state == "hase_more"
    assert play.hase(20).told("fa.poker.passes")["attack"] == 130
    pair = Play(2, cards="table", danger=True).overtaking().do("attack").poker(0, 0)
    assert pair.p.poker is None


@clause("FAP-DANGER-2", "FAP-DANGER-4")
@pytest.mark.parametrize(
    ("cards", "strength"),
    [((30, 40, 40, 20), 130), ((40, 40, 40), 120), ((10, 10, 10, 10), 40), ((60, 60, 10), 130)],
)
def test_below_120_a_fourth_card_never_a_fifth(cards: tuple[int, ...], strength: int) -> None:
    assert drawn(against(danger=True), *cards) == strength


@clause("FAP-DANGER-3")
def test_the_stake_stands_before_the_third_card() -> None:
    play = against(danger=True).hase(30, 40).do("stake", chips=1)
    assert play.refused("stake", chips=1) == ("fa.why.no-more", "FA-HASE-3")
    assert play.hase(40).refused("stake", chips=1) == ("fa.why.no-more", "FAP-DANGER-3")
    assert play.hase(20).told("fa.poker.fails")["mine"] == 1


@clause("FAP-DANGER-5", "FAP-DANGER-6")
@pytest.mark.parametrize(
    ("danger", "cards", "strength"),
    [
        (True, (30, 40, 10), 80), (False, (30, 40), 70), (True, (40, 40), 80),
        (True, (10, 10, 10), 30),
    ],
)  # fmt: skip
def test_in_a_curve_a_third_card_also_at_exactly_the_limit(
    danger: bool, cards: tuple[int, ...], strength: int
) -> None:
    assert drawn(against("left70", "20 20 20", danger=danger), *cards) == strength


@clause("X-1", "FAP-EQUAL-3")
def test_dangerous_and_with_equal_rights() -> None:
    hands = dict.fromkeys(range(1, 6), "40 40 40")
    play = fallen_back(5, hands, danger=True, equal=True)
    for _ in range(2):
        play.hase(30, 30).do("none").hase(30, 40)
        assert play.told("fa.poker.passes")["attack"] == 130
    play.hase(40, 40).do("none").hase(40)
    assert play.said == [("fa.poker.fails", "FA-OVT-5")]


@clause("FAP-EQUAL-3")
def test_good_luck_is_wished() -> None:
    play = Play(3, danger=True, equal=True).until("age")
    play.do("youngest", seat=1).do("youngest", seat=2)
    assert ("fa.hint.luck", "FAP-EQUAL-3") in play.said


@clause("X-17")
def test_with_seven_players_three_rules_have_no_effect_and_the_device_says_so() -> None:
    play = Play(7, cards="table", danger=True, indiv=True, equal=True).until("age")
    for seat in range(1, 7):
        play.do("youngest", seat=seat)
    assert ("fa.hint.no-hasen", "X-17") in play.said
    play.overtaking().do("attack").poker(0, 0)
    assert play.p.poker is None


# -- Individuelle Hasen ----------------------------------------------------------------------


@clause("FAP-INDIV-1", "FAP-INDIV-4")
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_the_highest_stickers_race_the_60_in_front(seats: int) -> None:
    play = Play(seats, cards="table", indiv=True).race()
    values = [str(value) for value in (60, 50, 40, 30, 20, 10)][: 7 - seats]
    grid = GAME.scene(play.p, None).body[0]
    assert list(grid.cells[0][: 7 - seats]) == values  # type: ignore[union-attr]


@clause("FAP-INDIV-2", "FAP-INDIV-3", "I-17")
@pytest.mark.parametrize(
    ("form", "seats", "cards", "strength"),
    [
        ("straight", 6, (20, 30), 110), ("left70", 4, (20, 60), 120), ("left70", 4, (30,), 70),
        ("left70", 4, (40,), 80),
    ],
)  # fmt: skip
def test_the_sticker_stands_for_the_first_card(
    form: str, seats: int, cards: tuple[int, ...], strength: int
) -> None:
    """With six players the Hase of 60 is there; with four the last one carries 40."""
    play = Play(seats, cards="table", track=[f"{form} bump"], indiv=True,
                hands=dict.fromkeys(range(1, 8), "20 20 20"))  # fmt: skip
    play.overtaking()
    for _ in range(seats - 1):
        play.do("pass")
    play.do("attack")
    assert play.ask.prompt.args["number"] == 1
    assert drawn(play, *cards) == strength


@clause("FAP-INDIV-5", "I-18", "X-3")
def test_the_sticker_moves_with_the_car() -> None:
    play = fallen_back(5, {3: "60 60 60"}, indiv=True, equal=True)
    assert play.p.places[-1] == -2
    for _ in range(2):
        play.hase(60).do("none").hase(60)
        assert play.told("fa.poker.passes")["attack"] == 50 + 60 + 60


@clause("X-2")
def test_dangerous_hasen_count_their_sticker_as_a_card() -> None:
    play = Play(6, cards="table", danger=True, indiv=True).overtaking()
    for _ in range(5):
        play.do("pass")
    assert drawn(play.do("attack"), 20, 30, 10) == 120
    hands = dict.fromkeys(range(1, 5), "20 20 20")
    play = Play(4, cards="table", danger=True, indiv=True, track=["left70 bump"], hands=hands)
    play.overtaking()
    for _ in range(3):
        play.do("pass")
    assert drawn(play.do("attack"), 30, 10) == 80


@clause("X-19")
def test_the_line_joins_the_sum_after_all_cards_of_the_hase() -> None:
    play = against(hand="40 40 40", danger=True, lane=True)
    play.hase(30, 40)
    assert play.ask.prompt.args["mine"] == 130
    play.do("none").hase(40, 10)
    assert play.told("fa.poker.passes") | {"who": 0, "rival": 0} == {
        "who": 0, "rival": 0, "attack": 130, "defence": 120, "mine": 0, "theirs": 0,
    }  # fmt: skip


@clause("FAP-LANE-9")
def test_hasen_never_get_the_line() -> None:
    play = fallen_back(5, dict.fromkeys(range(1, 6), "40 30 30"), lane=True)
    play.hase(30, 30).do("none").hase(40)
    told = play.told("fa.poker.fails")
    assert (told["attack"], told["defence"]) == (100, 110)


@clause("FA-HASE-1", "FA-HASE-2", "FAP-DANGER-2", "FAP-DANGER-5", "FAP-INDIV-2")
def test_the_question_for_a_card_names_the_clause_that_gives_it() -> None:
    play = against(danger=True, indiv=True)
    found = [play.ask.clause]
    play.hase(20).do("none")
    for _ in range(2):
        found.append(play.ask.clause)
        play.hase(20)
    assert found == ["FAP-INDIV-2", "FA-HASE-1", "FAP-DANGER-2"]
    curve = against("left70", "20 20 20", danger=True)
    assert curve.ask.clause == "FA-HASE-2"
    assert curve.hase(30, 40).do("none").ask.clause == "FAP-DANGER-5"
    assert against("left70", "20 20 20").hase(30, 30).do("none").ask.clause == "FA-HASE-2"
