"""Alte Hasen in phase 3; Gleichberechtigung."""

from __future__ import annotations

import pytest

from tests.fette_autos import Play
from tests.fette_autos.hasen import against, crawl, drawn, fallen_back

clause = pytest.mark.clause


@clause("FA-HASE-1")
def test_on_a_straight_three_cards() -> None:
    assert drawn(against(), 30, 40, 40) == 110


@clause("FA-HASE-2")
@pytest.mark.parametrize(
    ("form", "cards", "strength"),
    [
        ("left70", (30, 30, 50), 110), ("left70", (30, 40), 70), ("right70", (60, 60), 120),
        ("left90", (60, 40), 100), ("right90", (60, 20, 10), 90),
    ],
)  # fmt: skip
def test_in_a_curve_a_third_card_only_below_the_limit(
    form: str, cards: tuple[int, ...], strength: int
) -> None:
    assert drawn(against(form, "20 20 20"), *cards) == strength


@clause("FA-HASE-3", "FAP-DANGER-2")
@pytest.mark.parametrize(
    ("form", "first", "danger", "key", "most"),
    [
        ("straight", (60, 60), False, "attack.and", 1),
        ("straight", (60, 60), True, "attack.and", 1),
        ("straight", (30, 30), True, "attack.up-to", 2),
        ("left70", (30, 30), True, "attack.and", 1),
        ("left70", (40, 30), False, "attack.none", 0), ("left70", (40, 30), True, "attack.and", 1),
    ],
)  # fmt: skip
def test_a_stake_is_asked_for_with_the_cards_that_may_still_come(
    form: str, first: tuple[int, int], danger: bool, key: str, most: int
) -> None:
    play = against(form, "20 20 20", danger=danger).hase(*first)
    assert (play.ask.prompt.key, play.ask.prompt.args["n"]) == (f"fa.stake.{key}", most)


@clause("FA-HASE-3", "I-6")
@pytest.mark.parametrize("form", ["straight", "left70"])
def test_two_cards_then_the_stake_then_the_rest(form: str) -> None:
    play = against(form, "20 20 20").hase(30)
    assert play.refused("stake", chips=1)[0] == "refused.now"
    play.hase(30)
    assert (play.state, play.ask.clause) == ("stake", "FA-HASE-3")
    assert play.ask.prompt.args["theirs"] == 60
    assert play.ask.prompt.key == "fa.stake.attack.and", "a third card is still to come"
    play.do("stake", chips=1)
    assert (play.state, play.stocks) == ("hase_more", [2])
    assert play.refused("stake", chips=1) == ("fa.why.no-more", "FA-HASE-3")
    assert play.hase(40).told("fa.poker.fails")["mine"] == 1


@clause("FA-HASE-4", "FAP-EQUAL-1")
def test_a_hase_attacks_exactly_when_a_player_is_directly_ahead() -> None:
    play = fallen_back(5)
    assert play.p.places == [-1, 5, 4, 3, 2, 1, -2]
    assert play.p.poker is not None
    assert (play.state, play.p.poker.cars) == ("hase", (-2, 1))


@clause("FA-HASE-4")
def test_a_hase_behind_a_hase_does_nothing() -> None:
    """Hasen on 1 to 3 and nobody passes them: in no section does a Hase ask for cards."""
    play = Play(4, cards="table").overtaking()
    for _ in range(8):
        for _ in range(4):
            assert play.state == "attack"
            play.do("pass")
        play.signs().keep()
    assert play.fold.over


@clause("FA-HASE-4", "FAP-TEAM-7")
def test_nobody_decides_for_a_hase() -> None:
    play = fallen_back(5)
    assert play.verbs == ["turn_up"]
    for verb in ("pass", "attack", "done"):
        assert play.refused(verb)[0] == "refused.now"
    play.hase(10, 10)
    assert [ask.seats for ask in play.asks] == [(1,)]


@clause("FA-OVT-8", "FA-HASE-6")
def test_a_hase_fails_like_any_car_and_draws_anew_for_every_poker() -> None:
    play = fallen_back(5)
    crawl(play)
    assert play.said == [("fa.poker.fails", "FA-OVT-4")]
    assert (play.p.out, play.ask.seats) == ([-2], (1,))
    assert play.p.poker is None


@clause("FA-HASE-6")
def test_the_cards_of_a_hase_go_to_the_discards() -> None:
    play = Play(1, hands={1: "60s 60w 60b"}, track=["straight up"], deck="10s 10w 10b").race()
    play.until("attack")
    before = len(play.p.discard)
    play.do("attack").draw("10s", "10w").do("stake", chips=0).draw("10b")
    assert len(play.p.discard) == before + 3


@clause("FA-HASE-5")
def test_a_hase_attacks_once_also_after_a_success() -> None:
    play = fallen_back(5).hase(60, 60).do("none").hase(60)
    assert play.p.places == [-1, 5, 4, 3, 2, -2, 1]
    assert (play.state, play.ask.seats, play.p.at) == ("attack", (2,), 5)


@clause("FAP-EQUAL-1", "FAP-EQUAL-2", "I-27")
def test_with_equal_rights_it_attacks_on_at_once() -> None:
    play = fallen_back(5, equal=True)
    for place in range(6, 1, -1):
        assert play.p.poker is not None
        assert play.p.poker.cars == (-2, play.p.places[place - 1])
        play.hase(60, 60).do("none").hase(60)
        assert play.p.places.index(-2) + 1 == place
    assert play.p.places == [-1, -2, 5, 4, 3, 2, 1]
    assert (play.state, play.p.section) == ("sign", 7)


@clause("FAP-EQUAL-2", "I-27")
def test_it_ends_when_it_fails_and_the_car_ahead_is_next() -> None:
    play = fallen_back(5, {3: "60 60 60"}, equal=True)
    for _ in range(2):
        play.hase(60, 60).do("none").hase(60)
    play.hase(60, 60).do("none").hase(40)
    told = play.told("fa.poker.fails")
    assert (told["attack"], told["defence"]) == (160, 180)
    assert play.p.places.index(-2) + 1 == 5
    assert play.ask.seats == (3,)


@clause("I-26", "X-15", "FAP-EQUAL-1")
@pytest.mark.parametrize("fast", [False, True])
def test_a_hase_gets_new_cards_for_each_attack_never_slows_down_and_never_pays(fast: bool) -> None:
    play = Play(5, cards="table", track=["left70 bump"] * 8, hands=dict.fromkeys(range(1, 6),
                "20 20 20"), equal=True, fast=fast).overtaking()  # fmt: skip
    for _ in range(5):
        for _ in range(5):
            if play.state != "attack":
                break
            if play.p.ahead(play.p.acting) == -2:
                play.do("attack").hase(20, 20).do("stake", chips=3).hase(10)
                if play.state == "again":
                    play.do("done")
            else:
                play.do("pass")
        play.signs().keep()
    assert play.p.places[-1] == -2
    bank = play.p.bank
    for _ in range(2):
        play.hase(60, 60).do("none")
        assert play.state == "hase"
        assert play.p.poker is not None
        assert play.p.poker.cards == []
    assert play.p.bank == bank
