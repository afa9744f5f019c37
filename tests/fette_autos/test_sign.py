"""Phase 1, the warning sign: which card goes, and chips; Spitzenreiter."""

from __future__ import annotations

import pytest

from referee.games.fette_autos import GAME
from referee.table.catalogue import Catalogue
from tests.fette_autos import Play, card

clause = pytest.mark.clause


def facing(sign: str, hand: str, drawn: str = "", **options: object) -> Play:
    """A single player with these open cards before a section with this sign."""
    return Play(1, track=[f"straight {sign}"], hands={1: hand}, deck=drawn, **options).race()


@pytest.mark.parametrize(
    ("sign", "hand", "drawn", "left"),
    [
        # the lowest of the four goes, also the drawn one; equal: the open one
        pytest.param("down", "40s 10s 60s", "30b", [40, 30, 60], marks=clause("FA-SIGN-2")),
        pytest.param("down", "40s 20s 60s", "10b", [40, 20, 60], marks=clause("FA-SIGN-2")),
        pytest.param("down", "40s 20s 60s", "20b", [40, 20, 60], marks=clause("FA-SIGN-2")),
        # the highest of the four goes
        pytest.param("up", "40s 10s 60s", "30b", [40, 10, 30], marks=clause("FA-SIGN-3")),
        pytest.param("up", "40s 10s 50s", "60b", [40, 10, 50], marks=clause("FA-SIGN-3")),
        pytest.param("wind_left", "40s 10s 60s", "60b", [60, 10, 60], marks=clause("FA-SIGN-4")),
        pytest.param("wind_right", "40s 10s 60s", "50b", [40, 10, 50], marks=clause("FA-SIGN-5")),
        pytest.param("bump", "40s 10s 60s", "60b", [40, 60, 60], marks=clause("FA-SIGN-6")),
        pytest.param("jam", "40s 10s 60s", "60b", [40, 10, 60], marks=clause("FA-SIGN-7")),
        pytest.param("jam", "40s 10s 60s", "20b", [40, 10, 20], marks=clause("FA-SIGN-7")),
    ],
)
def test_what_the_sign_replaces(sign: str, hand: str, drawn: str, left: list[int]) -> None:
    play = facing(sign, hand, drawn).draw(drawn)
    assert play.open(1) == left
    stays = (sign, drawn) in (("down", "10b"), ("up", "60b"))
    assert (card(drawn) in play.driver(1).open) is not stays
    assert len(play.p.discard) == 1


@clause("FA-SIGN-2")
def test_equally_low_the_open_card_goes_and_the_drawn_one_stays() -> None:
    play = facing("down", "40s 20s 60s", "20b").draw("20b")
    assert [found.kind for found in play.driver(1).open] == ["slope", "bump", "slope"]


@clause("FA-SIGN-2")
def test_an_owner_may_leave_the_drawn_card_out_of_the_comparison() -> None:
    play = facing("down", "40s 20s 60s", "10b", numbers="slope_four_cards = false")
    assert play.draw("10b").open(1) == [40, 10, 60]


@clause("FA-SIGN-1")
def test_everybody_turns_up_a_card_and_cannot_avoid_it() -> None:
    play = Play(4, track=["straight bump"]).race()
    for verb in ("keep", "pass", "none", "done"):
        assert play.refused(verb)[1] == "FA-SIGN-1"
    for _ in range(4):
        assert play.verbs == ["turn_up"]
        play.somehow()
    assert play.state == "manoeuvre"
    told = play.told("fa.sign.all")["found"]
    assert [found.args["who"].seat for found in told] == [4, 3, 2, 1]
    assert {found.args["what"].key for found in told} == {"fa.sign.middle"}


@clause("FA-SIGN-1")
def test_one_press_turns_up_the_cards_of_all() -> None:
    match = Play(3, track=["straight bump"]).race().match
    match.supply(match.asks[0])
    assert match.state == "manoeuvre"


@clause("FA-SIGN-8")
def test_of_equal_cards_the_owner_picks() -> None:
    play = facing("down", "20s 20w 60b", "50b").draw("50b")
    assert play.state == "slot"
    assert play.values("pick", "slot") == ["left", "middle"]
    assert play.refused("pick", slot="right") == ("fa.why.slot", "FA-SIGN-8")
    assert play.do("pick", slot="middle").open(1) == [20, 50, 60]


@clause("FA-SIGN-8")
def test_on_the_table_the_slot_is_told_only_where_there_is_a_choice() -> None:
    track, hands = ["straight down"], {1: "20 20 60"}
    play = Play(1, cards="table", track=track, hands=hands).race()
    assert play.refused("turn_up", card=50, matches=1) == ("refused.args", "FA-SIGN-1")
    wrong = play.refused("turn_up", card=50, slot="right", matches=1)
    assert wrong == ("fa.why.slot", "FA-SIGN-8")
    assert play.refused("turn_up", card=50, slot="left", matches=4)[1] == "FA-SIGN-1"
    play.do("turn_up", card=50, slot="middle", matches=1)
    assert (play.open(1), play.stocks) == ([20, 50, 60], [5])
    plain = Play(1, cards="table", track=track, hands=hands).race()
    assert plain.do("turn_up", card=10, matches=0).open(1) == [20, 20, 60]


@clause("FA-SIGN-9", "FA-SIGN-10")
@pytest.mark.parametrize(
    ("sign", "hand", "drawn", "chips"),
    [
        ("down", "20s 20s 60j", "10w", 4),
        ("up", "20s 20s 50j", "60w", 4),
        ("jam", "20s 10s 60j", "50j", 2),
        ("wind_left", "20s 20w 60w", "10w", 6),
        ("wind_right", "20w 20s 60w", "10b", 2),
        ("bump", "20s 20w 60j", "10s", 0),
    ],
)
def test_two_chips_for_every_card_that_matches(
    sign: str, hand: str, drawn: str, chips: int
) -> None:
    play = facing(sign, hand, drawn).draw(drawn)
    assert play.stocks == [3 + chips]
    assert play.p.bank == 57 - chips


@clause("FA-SIGN-9")
def test_on_the_table_only_the_number_of_matches_is_told() -> None:
    play = Play(2, cards="table").race()
    assert play.refused("turn_up", card=30, matches=4)[0] == "refused.args"
    play.do("turn_up", 1, card=30, matches=3).do("turn_up", 2, card=30, matches=0)
    assert play.stocks == [9, 3]


@clause("FA-SIGN-9", "FA-SIGN-10")
def test_the_chips_are_told_with_the_cards_that_brought_them() -> None:
    play = facing("wind_left", "20s 20w 60w", "10w").draw("10w")
    assert play.said[0] == ("fa.sign.all", "FA-SIGN-9")
    (told,) = play.told("fa.sign.all")["found"]
    assert Catalogue("en", GAME, ["Ada"]).text(told) == "Ada: left is 10 (3× wind: +6●)"
    (told,) = facing("bump", "20s 20w 60j", "10s").draw("10s").told("fa.sign.all")["found"]
    assert Catalogue("de", GAME, ["Ada"]).text(told) == "Ada: Mitte jetzt 10 (0× Uneben)"


@clause("FA-SIGN-9")
def test_a_bank_that_is_limited_pays_what_it_has() -> None:
    numbers = "chips_supply = 8\nbank_limited = true"
    play = Play(2, cards="table", numbers=numbers).race()
    play.do("turn_up", 1, card=30, matches=3)
    assert (play.stocks, play.p.bank) == ([5, 3], 0)
    free = Play(2, cards="table", numbers="chips_supply = 8").race()
    free.do("turn_up", 1, card=30, matches=3)
    assert (free.stocks, free.p.bank) == ([9, 3], -4)


# -- Spitzenreiter ---------------------------------------------------------------------------


@clause("FAP-LEAD-1", "FAP-LEAD-3", "I-5")
def test_the_leader_gets_one_chip_for_every_card_that_matches() -> None:
    play = Play(7, cards="table", lead=True).race()
    assert play.p.places[:2] == [7, 6]
    for seat in (7, 6):
        play.do("turn_up", seat, card=30, matches=2)
        assert play.said == [("fa.sign.done", "FAP-LEAD-1" if seat == 7 else "FA-SIGN-9")]
    assert (play.stocks[6], play.stocks[5]) == (5, 7)


@clause("FAP-LEAD-1", "I-5")
def test_a_card_with_two_slope_signs_is_one_match_for_the_leader() -> None:
    hands = {7: "60s 60s 60s"}
    play = Play(7, track=["straight up"], hands=hands, deck="10j", lead=True).race()
    play.draw("10j").do("pick", slot="left")
    assert play.stocks[6] == 3 + 2


@clause("FAP-LEAD-2")
def test_behind_a_hase_nobody_gets_less() -> None:
    play = Play(6, cards="table", lead=True).race()
    assert play.p.places[:2] == [-1, 6]
    assert play.do("turn_up", 6, card=30, matches=2).stocks[5] == 7


@clause("FAP-LEAD-3", "X-21")
def test_leading_at_night_changes_nothing_else_and_is_told_openly() -> None:
    play = Play(7, cards="device", lead=True, hide=True).until("manoeuvre")
    assert len(play.told("fa.sign.all")["found"]) == 7
    same = [Play(7, cards="table", lead=lead).overtaking() for lead in (False, True)]
    assert same[0].stocks == same[1].stocks
    assert [ask.prompt for ask in same[0].asks] == [ask.prompt for ask in same[1].asks]


def test_the_screen_says_which_card_the_sign_replaces() -> None:
    play = Play(1, cards="table", track=["left70 wind_left"]).race()
    assert play.ask.prompt.args["target"].key == "fa.target.left"
    shown = GAME.scene(play.p, None).body[0]
    assert shown.right == ("←70 W►",)  # type: ignore[union-attr]
