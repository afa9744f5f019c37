"""Phase 2: one of three, then the limit, payment and emergency brake; the lane."""

from __future__ import annotations

import pytest

from referee.games.fette_autos import GAME
from tests.fette_autos import Play, cards

clause = pytest.mark.clause


def table(hand: str, form: str = "left70", seats: int = 1, **options: object) -> Play:
    """Phase 2 with these open cards of the first seat, on the table."""
    track = [f"{form} bump"]
    return Play(seats, cards="table", track=track, hands={1: hand}, **options).manoeuvres()


def device(hand: str, form: str = "left70", deck: str = "", **options: object) -> Play:
    """Phase 2 of a single player; phase 1 has not changed his open cards (a jam, nothing drawn
    that is higher)."""
    play = Play(1, track=[f"{form} up"], hands={1: hand}, deck=f"60j {deck}", **options).race()
    return play.draw("60j")


# -- one of three ----------------------------------------------------------------------------


@clause("FA-MAN-1")
def test_exactly_one_of_three() -> None:
    play = device("10s 10w 10b 20s 20w", "straight", deck="20j")
    assert play.verbs == ["exchange", "keep", "optimise"]
    play.do("exchange", slot="left", card=[20, "slope"]).draw("20j")
    assert play.state == "attack"
    assert play.refused("optimise", cards=[[20, "wind"]])[0] == "refused.now"


@clause("FA-MAN-1")
def test_the_front_player_is_first() -> None:
    play = table("30 30 30", "straight", seats=3)
    order = []
    for _ in range(3):
        order.append(play.ask.seats)
        play.do("keep")
    assert order == [(3,), (2,), (1,)]


@clause("FA-MAN-2", "FAP-LANE-1")
def test_a_manoeuvre_exchanges_an_open_card_and_draws_one() -> None:
    play = device("40s 30s 30w 60b 20s 20w 20b 20j", "straight", deck="50w")
    play.do("exchange", slot="right", card=[60, "bump"])
    assert (play.driver(1).speed, len(play.driver(1).hand)) == (130, 4)
    play.draw("50w")
    assert play.driver(1).hand == cards("20s 20w 20b 20j 50w")
    assert cards("30w")[0] in play.p.discard
    assert play.refused("keep")


@clause("FA-MAN-2")
def test_a_manoeuvre_on_the_table_is_told_as_slot_and_value() -> None:
    play = table("40 30 30", "straight")
    play.do("exchange", slot="right", card=60)
    assert (play.driver(1).speed, len(play.driver(1).hand)) == (130, 5)
    assert play.told("fa.exchange.done")["speed"] == 130


@clause("FA-MAN-3", "FAP-LANE-6")
def test_optimise_swaps_hand_cards_only() -> None:
    play = device("40s 30s 30w 60b 20s 20w 20b 20j", "straight", deck="50w 50b 50s", lane=True)
    play.do("optimise", cards=[[20, "slope"], [20, "wind"], [20, "bump"]])
    assert play.told("fa.optimise.done")["n"] == 3
    play.draw("50w", "50b", "50s")
    assert play.driver(1).hand == cards("60b 20j 50w 50b 50s")
    assert (play.open(1), play.driver(1).lane) == ([40, 30, 30], 1)


@clause("FA-MAN-3")
def test_optimise_takes_at_least_one_card_and_at_most_the_hand() -> None:
    play = device("40s 30s 30w 60b 20s 20w 20b 20j", "straight")
    assert play.refused("optimise", cards=[])[1] == "FA-MAN-1"
    assert play.refused("optimise", cards=[[60, "bump"], [60, "bump"]])[1] == "FA-MAN-1"
    pick = next(option for option in play.ask.options if option.verb == "optimise").fields["cards"]
    assert pick.describe()["pick"] == [1, 5]


@clause("FA-MAN-4")
def test_doing_nothing_changes_nothing() -> None:
    play = device("40s 30s 30w", "straight")
    before = play.driver(1).hand.copy()
    play.do("keep")
    assert (play.open(1), play.driver(1).hand) == ([40, 30, 30], before)


# -- the limit -------------------------------------------------------------------------------


@clause("FA-MAN-5")
@pytest.mark.parametrize(
    ("form", "hand", "asked"),
    [
        ("left70", "30 20 20", False), ("left70", "30 20 30", True),
        ("right90", "30 30 30", False), ("right90", "40 30 30", True),
        ("straight", "60 60 60", False),
    ],
)  # fmt: skip
def test_only_above_the_limit_something_is_due(form: str, hand: str, asked: bool) -> None:
    assert (table(hand, form).do("keep").state == "speeding") is asked


@clause("FA-MAN-6", "FA-MAN-8")
def test_one_chip_for_every_10_too_much_and_the_speed_stays() -> None:
    play = table("40 30 30").do("keep")
    assert play.verbs == ["pay", "brake"]
    assert play.ask.prompt.args == {"over": 30, "n": 3}
    play.do("pay")
    assert (play.stocks, play.p.bank, play.driver(1).speed) == ([0], 60, 100)
    assert play.state == "attack"
    assert play.said[0] == ("fa.pay.done", "FA-MAN-6")


@clause("FA-MAN-6")
def test_a_step_that_is_begun_counts_whole() -> None:
    play = table("40 30 30", numbers="overspeed_step = 20").do("keep")
    assert play.ask.prompt.args["n"] == 2


@clause("FA-MAN-6")
def test_the_paid_speed_counts_in_the_poker_unless_an_owner_says_otherwise() -> None:
    paid = table("40 30 30").do("keep").do("pay").do("attack").hase(30, 40)
    assert paid.ask.prompt.args["mine"] == 100
    capped = table("40 30 30", numbers="overspeed_counts_in_poker = false")
    assert capped.do("keep").do("pay").do("attack").hase(30, 40).ask.prompt.args["mine"] == 70


@clause("FA-MAN-7", "FA-MAN-8")
def test_who_cannot_pay_everything_must_brake() -> None:
    play = table("40 30 30", numbers="chips_start = 2").do("keep")
    assert play.verbs == ["brake"]
    assert play.refused("pay") == ("fa.why.cannot-pay", "FA-MAN-8")
    assert (play.ask.prompt.key, play.ask.prompt.args["over"]) == ("fa.speeding.brake", 30)
    assert play.ask.clause == "FA-MAN-7", "HELP says what a brake does"


@clause("FA-MAN-8")
def test_an_owner_may_allow_a_part_of_the_price() -> None:
    numbers = "chips_start = 2\npartial_overspeed_payment = true"
    play = table("40 30 30", numbers=numbers).do("keep")
    assert play.values("pay", "chips") == [2, 1]
    play.do("pay", chips=2)
    assert (play.state, play.verbs, play.stocks) == ("speeding", ["brake"], [0])
    play.do("brake").do("replace", card=30)
    assert (play.driver(1).speed, play.state) == (90, "attack")


# -- the emergency brake ---------------------------------------------------------------------


@clause("FA-MAN-7", "FA-MAN-9")
def test_the_highest_goes_until_the_limit_is_kept() -> None:
    hand = "60s 50s 40s 10s 10w 20s 20w 20b"
    play = device(hand, "left90", deck="30b 10b 20j").do("keep")
    play.do("brake", card=[10, "wind"]).draw("30b", "10b")
    assert (play.open(1), play.state) == ([30, 10, 40], "attack")
    assert play.driver(1).hand == cards("10s 20s 20w 20b")
    assert cards("20j")[0] in play.p.deck
    assert play.told("fa.brake.drawn") | {"who": 0} == {
        "who": 0, "cards": (30, 10), "speed": 80, "n": 4,
    }  # fmt: skip


@clause("FA-MAN-7")
def test_a_brake_goes_card_by_card_or_by_its_end() -> None:
    by_card = table("60 50 40", "left90").do("keep").do("brake")
    assert by_card.ask.prompt.args["limit"] == 90
    by_card.do("replace", card=30).do("replace", card=10)
    at_once = table("60 50 40", "left90").do("keep").do("brake")
    assert at_once.refused("stopped", left=30, middle=30, right=40)[1] == "FA-MAN-7"
    at_once.do("stopped", left=30, middle=10, right=40)
    for play in (by_card, at_once):
        assert (play.open(1), play.state) == ([30, 10, 40], "attack")
        assert len(play.driver(1).hand) == 4


@clause("FA-MAN-7")
def test_a_brake_ends_only_with_cards_that_it_can_bring() -> None:
    """Only the highest goes: the 20 and the 10 stay where they lie, and are not asked for."""
    play = table("60 20 10", "left70").do("keep").do("brake")
    ends = [tuple(args.values()) for verb, args in play.ask.listed() if verb == "stopped"]
    assert ends == [(left, 20, 10) for left in (10, 20, 30, 40)]
    refused = play.refused("stopped", left=10, middle=10, right=10)
    assert refused == ("fa.why.brake", "FA-MAN-7")
    assert play.do("stopped", left=40, middle=20, right=10).driver(1).speed == 70


@clause("FA-MAN-7")
def test_a_brake_ends_at_exactly_the_limit() -> None:
    play = table("60 50 40", "left90").do("keep").do("brake")
    play.do("replace", card=20).do("replace", card=30)
    assert (play.driver(1).speed, play.state) == (90, "attack")
    assert (
        table("60 50 40", "left90")
        .do("keep")
        .do("brake")
        .ask.accepts("stopped", {"left": 20, "middle": 30, "right": 40})
    )


@clause("FA-MAN-7")
def test_of_equally_high_cards_the_owner_picks() -> None:
    hands = {1: "60s 10s 10w 20s 20w 20b 20j 30j"}
    play = Play(1, track=["left90 bump"], hands=hands, deck="60w 10j").race().draw("60w")
    play.do("keep").do("brake", card=[20, "wind"])
    assert (play.state, play.values("pick", "slot")) == ("brake_slot", ["left", "middle"])
    assert play.refused("pick", slot="right") == ("fa.why.slot", "FA-MAN-7")
    assert play.do("pick", slot="middle").draw("10j").open(1) == [60, 10, 10]
    told = table("60 60 10", "left90").do("keep").do("brake")
    assert told.do("replace", card=10, slot="middle").open(1) == [60, 10, 10]


@clause("FA-MAN-7")
def test_with_an_empty_hand_a_brake_costs_no_card() -> None:
    play = table("60 50 40", "left90", numbers="hand_start = 3")
    assert play.refused("exchange", slot="left", card=10) == ("fa.why.no-hand", "FA-MAN-9")
    assert play.refused("optimise") == ("fa.why.no-hand", "FA-MAN-9")
    assert play.do("keep").ask.prompt.key == "fa.speeding.empty"
    play.do("brake").do("stopped", left=30, middle=10, right=40)
    assert play.driver(1).hand == []


@clause("FA-MAN-7")
def test_a_brake_without_an_end_is_ended() -> None:
    play = table("60 60 60", "left70", numbers="ebrake_guard = 3").do("keep").do("brake")
    for _ in range(3):
        slot = {"slot": play.values("replace", "slot")[0]} if play.values("replace", "slot") else {}
        play.do("replace", card=60, **slot)
    assert (play.state, play.driver(1).speed) == ("attack", 180)
    assert play.said[0] == ("fa.brake.guard", "FA-MAN-7")


@clause("FA-MAN-9")
def test_the_hand_stays_smaller_for_the_rest_of_the_race() -> None:
    track = ["left70 bump"] * 3
    play = Play(1, cards="table", track=track, hands={1: "30 30 30"}).manoeuvres()
    for size in (4, 3):
        play.do("exchange", slot="left", card=60).do("brake")
        play.do("stopped", left=30, middle=10, right=30)
        assert len(play.driver(1).hand) == size
        play.until("sign").signs()
    assert len(play.do("exchange", slot="left", card=10).driver(1).hand) == 3


# -- the lane --------------------------------------------------------------------------------


@clause("FAP-LANE-1", "FAP-LANE-2", "FAP-LANE-7", "I-20")
def test_the_last_exchanged_card_names_the_lane() -> None:
    play = table("10 10 10", "straight", lane=True)
    assert play.driver(1).lane == 1
    shown = play.ask.prompt.args["cards"]
    assert [text.key for text in shown] == ["fa.card.brief", "fa.card.lane", "fa.card.brief"]
    play.do("exchange", slot="right", card=20)
    assert play.driver(1).lane == 2
    play.until("manoeuvre").do("exchange", slot="left", card=10)
    assert play.driver(1).lane == 0


@clause("FAP-LANE-6")
def test_doing_nothing_leaves_the_lane() -> None:
    play = table("10 10 10", "straight", lane=True).do("exchange", slot="right", card=20)
    play.until("manoeuvre")
    assert play.do("keep").driver(1).lane == 2
    assert play.until("manoeuvre").do("optimise").driver(1).lane == 2


@clause("FAP-LANE-5")
def test_the_ideal_line_does_not_count_for_the_limit() -> None:
    play = table("30 10 30", "left70", lane=True).do("exchange", slot="left", card=30)
    assert (play.driver(1).lane, play.p.now.ideal) == (0, 0)
    assert play.state == "attack"
    assert GAME.scene(play.p, None).big == "70"


@clause("I-19", "X-20")
@pytest.mark.parametrize("forced", [False, True])
def test_forced_exchanges_count_for_the_lane_by_a_switch_only(forced: bool) -> None:
    options = {"lane": True, "lane_forced": forced}
    track = ["left90 wind_left"]
    play = Play(1, cards="table", track=track, hands={1: "60 50 40"}, **options).race()
    play.do("turn_up", card=60, matches=0)
    assert play.driver(1).lane == (0 if forced else 1)
    play.do("exchange", slot="right", card=50)
    assert play.driver(1).lane == 2
    play.do("brake").do("replace", card=10).do("replace", card=10, slot="middle")
    assert play.driver(1).lane == (1 if forced else 2)


@clause("I-19")
@pytest.mark.parametrize("forced", [False, True])
def test_a_drawn_card_that_is_discarded_itself_is_no_exchange(forced: bool) -> None:
    options = {"lane": True, "lane_forced": forced}
    track = ["straight down"]
    play = Play(1, cards="table", track=track, hands={1: "20 30 40"}, **options).race()
    assert play.do("turn_up", card=10, matches=0).driver(1).lane == 1


@clause("FA-MAN-2", "FA-MAN-3")
def test_a_drawn_card_names_what_it_is_drawn_for() -> None:
    hands = {1: "10s 10w 10b 20s 20w", 2: "20j 20j 20j 30s"}
    play = Play(2, track=["straight up"], hands=hands, deck="60j 60w").race().draw("60w", "60j")
    play.do("optimise", cards=[[30, "slope"]])
    assert play.ask.clause == "FA-MAN-3"
    play.somehow()
    assert play.said[0] == ("fa.draw.got", "FA-MAN-3")
    play.do("exchange", slot="left", card=[20, "slope"])
    assert play.ask.clause == "FA-MAN-2"
    play.somehow()
    assert play.said[0] == ("fa.draw.got", "FA-MAN-2")
