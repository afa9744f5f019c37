"""Phase 3: attacks from the back, the poker, further attacks; Schneller! Schneller!, the line."""

from __future__ import annotations

import pytest

from referee.game import OneOf, Who, text
from referee.games.fette_autos import GAME
from referee.table.answer.form import choices
from referee.table.catalogue import Catalogue
from tests.fette_autos import Play

clause = pytest.mark.clause


def phase3(
    hands: dict[int, str], form: str = "straight", seats: int = 3, **options: object
) -> Play:
    """Phase 3 on the table; seat 1 stands on 7, seat 2 on 6 and so on."""
    return Play(seats, cards="table", track=[f"{form} bump"], hands=hands, **options).overtaking()


# -- attack and poker ------------------------------------------------------------------------


@clause("FA-OVT-1")
def test_the_last_car_attacks_the_one_directly_ahead() -> None:
    play = phase3({})
    assert (play.state, play.ask.seats) == ("attack", (1,))
    assert play.ask.prompt.args["rival"].args["who"].seat == 2
    assert play.refused("attack", target=3)[1] == "FA-OVT-1"
    play.do("attack")
    assert play.p.poker is not None
    assert play.p.poker.cars == (1, 2)


@clause("FA-OVT-2", "FA-OVT-12")
def test_who_declines_is_done() -> None:
    play = phase3({}).do("pass")
    assert (play.state, play.ask.seats) == ("attack", (2,))


@clause("FA-OVT-2")
def test_an_owner_may_have_everybody_attack() -> None:
    play = phase3({}, numbers="attack_optional = false")
    assert play.verbs == ["attack"]


@clause("FA-OVT-3")
def test_both_choose_and_nothing_is_told_before_all_have() -> None:
    play = phase3({}).do("attack")
    assert [ask.seats for ask in play.asks] == [(1,), (2,)]
    assert play.refused("stake", 1, chips=4) == ("fa.why.stock", "FA-OVT-3")
    play.do("stake", 1, chips=2)
    assert (play.said, play.stocks) == ([], [3, 3, 3])
    assert [ask.seats for ask in play.asks] == [(2,)]
    play.do("none", 2)
    assert play.stocks == [1, 3, 3]


@clause("FA-OVT-3")
def test_in_the_device_stakes_are_secret_and_come_in_any_order() -> None:
    play = Play(2, track=["straight bump"]).until("attack").do("attack")
    assert [(ask.seats, ask.secret) for ask in play.asks] == [((1,), True), ((2,), True)]
    most = play.stocks[1]
    assert play.values("stake", "chips") == list(range(play.stocks[0] + 1))
    play.do("stake", 2, chips=most)
    assert play.p.poker is not None
    seen = [GAME.view(play.p, seat)["poker"]["stakes"]["2"] for seat in (None, 1, 2)]
    assert seen == [None, None, most]


@clause("FA-OVT-4", "FA-OVT-6", "FA-OVT-7")
def test_speed_and_chips_decide_and_both_pay() -> None:
    play = phase3({1: "30 30 30", 2: "40 30 30"}).do("attack").poker(2, 0)
    told = play.told("fa.poker.passes")
    assert (told["attack"], told["defence"]) == (110, 100)
    assert play.p.places[-3:] == [3, 1, 2]
    assert (play.stocks, play.p.bank) == ([1, 3, 3], 53)


@clause("FA-OVT-6")
def test_who_loses_pays_too() -> None:
    play = phase3({1: "30 30 30", 2: "40 30 30"}).do("attack").poker(1, 2)
    assert (play.stocks, play.p.places[-3:]) == ([2, 1, 3], [3, 2, 1])


@clause("FA-OVT-5")
def test_equal_strength_leaves_the_defender_ahead() -> None:
    play = phase3({1: "30 30 30", 2: "40 30 30"}).do("attack").poker(1, 0)
    assert play.said[0] == ("fa.poker.fails", "FA-OVT-5")
    assert play.p.places[-3:] == [3, 2, 1]
    other = phase3({1: "30 30 30", 2: "40 30 30"}, numbers="tie_to_defender = false")
    assert other.do("attack").poker(1, 0).p.places[-3:] == [3, 1, 2]


@clause("FA-OVT-8")
def test_a_car_that_was_overtaken_or_failed_is_out_for_the_phase() -> None:
    play = phase3({1: "60 60 60"}).do("attack").poker(0, 0).do("done")
    assert (play.p.out, play.state, play.ask.seats) == ([2], "attack", (3,))
    failed = phase3({2: "60 60 60"}).do("attack").poker(0, 0)
    assert (failed.p.out, failed.ask.seats) == ([1], (2,))
    failed.until("sign")
    assert failed.p.out == []


def in_the_box(fast: int) -> Play:
    """Phase 3 with cards in the box, one of three players faster than the others."""
    slow = {1: "20s 20w 20j", 2: "10s 10w 10j", 3: "10s 10w 20b"}
    play = Play(3, track=["straight bump"], hands=slow | {fast: "60s 60w 60j"}, deck="30b 30j 30w")
    return play.race().draw("30b", "30j", "30w").keep()


def duel(play: Play) -> Play:
    """The one that may attack does, and nobody stakes a chip."""
    play.do("attack")
    while play.state == "stake":
        play.do("stake", play.ask.seats[0], chips=0)
    return play


@clause("FA-OVT-8")
def test_in_the_box_who_was_overtaken_is_told_that_no_turn_comes() -> None:
    """On the table that would take another press; there HELP says it. Whoever fails knows."""
    play = duel(in_the_box(1))
    assert ("fa.poker.out", "FA-OVT-8") in play.said
    assert play.told("fa.poker.out")["who"] == Who(2)
    table = phase3({1: "60 60 60"}).do("attack").poker(0, 0)
    assert (table.p.out, "fa.poker.out" in dict(table.said)) == ([2], False)
    failed = duel(in_the_box(2))
    assert (failed.p.out, "fa.poker.out" in dict(failed.said)) == ([1], False)


@clause("FA-OVT-8", "FA-OVT-11", "FA-HASE-5")
def test_nothing_is_told_of_a_hase_or_of_who_led_and_would_not_act() -> None:
    play = Play(1, track=["straight bump"], hands={1: "60s 60w 60j"}, deck="60b 10s 10w 10j")
    play.race().draw("60b").keep().do("attack").draw("10s", "10w")
    play.do("stake", chips=0).draw("10j")
    assert (play.p.out, play.said) == ([-6], [("fa.poker.passes", "FA-OVT-4")])
    front = Play(7, track=["straight bump"], hands={6: "60s 60w 60j"}).until("attack")
    while front.ask.seats != (6,):
        front.do("pass")
    duel(front)
    assert front.p.places[:2] == [6, 7]
    assert "fa.poker.passes" in dict(front.said)
    assert "fa.poker.out" not in dict(front.said)


@clause("FA-OVT-7")
@pytest.mark.parametrize(("cards", "swap"), [("table", True), ("device", False)])
@pytest.mark.parametrize(("language", "hands"), [("en", "swap"), ("de", "Vertauscht")])
def test_cars_are_swapped_by_hand_where_cards_lie_on_the_table(
    cards: str, swap: bool, language: str, hands: str
) -> None:
    words = Catalogue(language, GAME, options=GAME.complete(3, {"cards": cards}))
    assert (hands in words("fa.poker.passes")) is swap


@clause("FA-HASE-3", "FA-OVT-3")
def test_an_attack_says_what_its_player_brings_and_what_comes_after_it() -> None:
    play = phase3({1: "30 30 40"})
    preview = play.ask.options[0].preview
    assert preview == text("fa.brings.attack", speed=100)
    play.do("pass").do("pass")
    assert play.ask.options[0].preview == text("fa.brings.hase", speed=90)


@clause("FAP-LANE-4")
def test_what_an_attack_brings_counts_the_ideal_line() -> None:
    preview = phase3({1: "30 30 40"}, lane=True).ask.options[0].preview
    assert preview == text("fa.brings.attack", speed=110)


@clause("FA-OVT-10")
def test_what_slowing_down_costs_is_told_before() -> None:
    play = after_success("40 30 30", "left70", numbers="chips_start = 5")
    brings = GAME.scene(play.p, 1).brings
    said = {(one.args["slot"], one.args["card"]): one.said for one in brings}
    assert said["left", 30] == text("fa.brings.paid", speed=90, over=20, n=2)
    assert said["left", 10] == text("fa.brings.speed", speed=70, over=0, n=0)


@clause("FA-OVT-10")
def test_beside_a_slower_card_stands_the_speed_and_its_price() -> None:
    """In the box; the card of phase 1 goes back, so the hand is as it was dealt."""
    hands = {1: "30s 30w 40b 20b 10w 60j 60b 50j", 2: "10s 20w 20b", 3: "10w 10b 10j"}
    numbers = "chips_start = 9"
    play = Play(3, track=["left70 up"], hands=hands, deck="60w 60s 50w", numbers=numbers).race()
    play.draw("60w", "60s", "50w").keep().do("attack")
    play.do("stake", 1, chips=0).do("stake", 2, chips=0)
    left = next(o for o in play.ask.options if o.verb == "slow" and o.accepts(
        {"slot": "left", "card": [20, "bump"]}
    ))  # fmt: skip
    cards = left.fields["card"]
    assert isinstance(cards, OneOf)
    assert cards.look == "list", "buttons with prices take the row of the question"
    assert dict(zip(map(str, cards.values), cards.notes, strict=True)) == {
        "[20, 'bump']": text("fa.slow.paid", speed=90, n=2),
        "[10, 'wind']": text("fa.slow.paid", speed=80, n=1),
    }


@clause("FA-OVT-8", "FA-OVT-12")
def test_a_car_that_held_its_place_acts_in_turn_and_the_next_is_the_one_ahead() -> None:
    play = phase3({1: "60 60 60", 4: "60 60 60"}, seats=4)
    play.do("attack").poker(0, 0).do("slow", slot="left", card=50)
    play.poker(0, 0).do("slow", slot="left", card=40).poker(0, 0)
    assert play.p.places[-4:] == [4, 1, 3, 2]
    assert (play.state, play.ask.seats) == ("attack", (4,))


@clause("FA-OVT-11")
def test_the_car_in_front_attacks_nobody() -> None:
    play = phase3({}, seats=7)
    for seat in range(1, 7):
        assert play.ask.seats == (seat,)
        play.do("pass")
    assert (play.state, play.p.section) == ("sign", 2)


@clause("FA-OVT-11", "FA-OVT-13")
def test_who_reaches_the_front_ends_the_phase() -> None:
    play = phase3({6: "60 60 60"}, seats=7)
    for _ in range(5):
        play.do("pass")
    play.do("attack").poker(0, 0)
    assert play.p.places[:2] == [6, 7]
    assert (play.state, play.p.section) == ("sign", 2)


@clause("FA-OVT-13")
def test_in_a_phase_at_most_six_act_and_each_defends_once() -> None:
    play = Play(7, cards="table").overtaking()
    for _ in range(8):
        acted, defended = [], []
        for _ in range(3000):
            if play.state not in ("attack", "again", "stake"):
                break
            if play.state == "attack":
                acted.append(play.ask.seats[0])
            play.somehow()
            if play.p.poker is not None and play.state == "stake" and not play.p.poker.stakes:
                defended.append(play.p.poker.defender)
        assert len(set(acted)) == len(acted) <= 6
        assert len(set(defended)) == len(defended)
        if play.fold.over:
            return
        play.until("attack")
    raise AssertionError("the race has no end")


# -- further attacks -------------------------------------------------------------------------


def after_success(hand: str, form: str = "straight", **options: object) -> Play:
    """Seat 1 has overtaken seat 2 and stands behind seat 3."""
    return phase3({1: hand}, form, **options).do("attack").poker(0, 0)


@clause("FA-OVT-9", "FAP-FAST-1", "I-25")
def test_a_further_attack_takes_a_card_that_is_10_lower() -> None:
    play = after_success("40 40 30")
    assert (play.state, play.verbs) == ("again", ["done", "slow"])
    assert play.refused("attack") == ("fa.why.slow-first", "FA-OVT-9")
    assert play.refused("slow", slot="left", card=40) == ("fa.why.too-fast", "FA-OVT-9")
    play.do("slow", slot="left", card=30)
    assert (play.driver(1).speed, len(play.driver(1).hand), play.state) == (100, 5, "stake")
    assert play.p.poker is not None
    assert play.p.poker.cars == (1, 3)


@clause("FA-OVT-9", "FAP-FAST-1")
@pytest.mark.parametrize(("low", "slow"), [("60s", False), ("20s", True)])
def test_without_a_slower_card_there_is_no_further_attack(low: str, slow: bool) -> None:
    """The attacker's hand stays as it was dealt; the card of phase 1 is discarded itself."""
    hands = {1: f"40s 30s 30w 60b 60w 60j 60b {low}", 2: "20s 20w 20b", 3: "20s 20w 20j"}
    play = Play(3, track=["straight up"], hands=hands, deck="60j 60w 60s").race()
    play.draw("60j", "60w", "60s").keep().do("attack")
    play.do("stake", 1, chips=0).do("stake", 2, chips=0)
    assert ("slow" in play.verbs) is slow
    if slow:
        play.do("slow", slot="left", card=[20, "slope"])
        assert play.driver(1).speed == 80
        assert (play.state, play.ask.clause) == ("draw", "FA-OVT-9")
    else:
        assert play.refused("slow") == ("fa.why.no-slower", "FA-OVT-9")
        assert play.refused("slow", slot="left", card=[60, "bump"])[0] == "fa.why.too-fast"


@clause("FA-OVT-10")
def test_still_too_fast_is_paid_at_every_further_attack() -> None:
    numbers = "chips_start = 5"
    play = after_success("40 30 30", "left70", numbers=numbers)
    assert play.stocks[0] == 2
    assert play.refused("slow", slot="left", card=40) == ("fa.why.too-fast", "FA-OVT-9")
    play.do("slow", slot="left", card=30)
    assert (play.driver(1).speed, play.stocks[0]) == (90, 0)
    assert play.said == [("fa.exchange.paid", "FA-OVT-10")]


@clause("FA-OVT-10")
def test_a_third_attack_is_paid_for_like_the_second() -> None:
    hands = {1: "60 30 30", 2: "10 10 10", 3: "10 10 10", 4: "10 10 10"}
    play = phase3(hands, "left70", seats=4, numbers="chips_start = 20")
    play.do("attack").poker(0, 0).do("slow", slot="left", card=40)
    assert play.stocks[0] == 20 - 5 - 3
    play.poker(0, 0).do("slow", slot="left", card=30)
    assert play.stocks[0] == 20 - 5 - 3 - 2


@clause("FA-OVT-9", "FA-OVT-10")
def test_where_cards_are_slow_enough_and_chips_are_missing_the_chips_are_named() -> None:
    """Each choice of an exchange has its own reason, the attack as a whole the one that counts."""
    play = after_success("60 60 60", "left70", numbers="chips_start = 12")
    assert play.stocks[0] == 1
    assert play.verbs == ["done"]
    assert play.refused("slow") == ("fa.why.no-chips", "FA-OVT-10")
    shown = next(choice for choice in choices([play.ask]) if choice.verb == "slow")
    assert shown.refusal is not None
    assert (shown.refusal.reason.key, shown.refusal.clause) == ("fa.why.no-chips", "FA-OVT-10")


@clause("FA-OVT-10")
def test_who_cannot_pay_again_may_not_attack() -> None:
    play = after_success("40 30 30", "left70", numbers="chips_start = 4")
    assert play.stocks[0] == 1
    assert play.refused("slow", slot="left", card=30) == ("fa.why.no-chips", "FA-OVT-10")
    play.do("slow", slot="left", card=20)
    assert play.stocks[0] == 0


@clause("FA-OVT-10")
def test_the_first_attack_costs_nothing_again_unless_an_owner_says_so() -> None:
    hands = {1: "40 30 30"}
    free = phase3(hands, "left70").do("attack")
    assert free.stocks[0] == 0
    numbers = "first_attack_pays_again = true\nchips_start = 6"
    paid = phase3(hands, "left70", numbers=numbers).do("attack")
    assert (paid.stocks[0], paid.said[0]) == (0, ("fa.pay.done", "FA-OVT-10"))
    numbers = "first_attack_pays_again = true\nchips_start = 5"
    poor = phase3(hands, "left70", numbers=numbers)
    assert (poor.verbs, poor.refused("attack")) == (["pass"], ("fa.why.no-chips", "FA-OVT-10"))


# -- Schneller! Schneller! -------------------------------------------------------------------


@clause("FAP-FAST-2", "FAP-FAST-3")
def test_fast_attacks_again_at_once_and_changes_no_card() -> None:
    play = after_success("40 40 30", fast=True)
    assert play.verbs == ["attack", "done"]
    assert play.refused("slow", slot="left", card=30) == ("fa.why.no-exchange", "FAP-FAST-3")
    play.do("attack")
    assert (play.state, play.open(1)) == ("stake", [40, 40, 30])


@clause("FAP-FAST-4", "I-23")
def test_fast_above_the_limit_every_further_attack_costs_one_chip() -> None:
    hands = {1: "40 30 30", 2: "10 10 10", 3: "10 10 10", 4: "10 10 10"}
    play = phase3(hands, "left70", seats=4, fast=True, numbers="chips_start = 5")
    assert play.stocks[0] == 2
    play.do("attack").poker(0, 0)
    assert play.ask.prompt.args["n"] == 1
    play.do("attack")
    assert (play.stocks[0], play.said[0]) == (1, ("fa.pay.done", "FAP-FAST-4"))
    assert play.poker(0, 0).do("attack").stocks[0] == 0


@clause("FAP-FAST-4", "FAP-FAST-5", "I-24")
@pytest.mark.parametrize(("form", "hand"), [("straight", "60 60 60"), ("left70", "30 20 20")])
def test_fast_within_the_limit_costs_nothing(form: str, hand: str) -> None:
    hands = {1: hand, 2: "10 10 10", 3: "10 10 10"}
    play = phase3(hands, form, fast=True, numbers="chips_start = 0").do("attack").poker(0, 0)
    assert play.do("attack").stocks == [0, 0, 0]


@clause("FAP-FAST-5")
def test_fast_without_a_chip_there_is_no_further_attack() -> None:
    play = after_success("40 30 30", "left70", fast=True, numbers="chips_start = 3")
    assert play.stocks[0] == 0
    assert play.verbs == ["done"]
    assert play.refused("attack") == ("fa.why.no-chips", "FAP-FAST-5")


# -- the ideal line --------------------------------------------------------------------------


@clause("FAP-LANE-3")
@pytest.mark.parametrize("slot", ["left", "middle", "right"])
@pytest.mark.parametrize("form", ["straight", "left90", "right70"])
def test_the_ideal_line(form: str, slot: str) -> None:
    track = [f"{form} bump"]
    hands = {1: "10 10 10", 2: "20 20 20"}
    play = Play(2, cards="table", lane=True, track=track, hands=hands).manoeuvres()
    play.do("keep")
    play.do("exchange", slot=slot, card=10).do("attack")
    ideal = {"straight": "middle", "left90": "left", "right70": "right"}[form]
    assert play.ask.prompt.args["mine"] == (40 if slot == ideal else 30)


@clause("FAP-LANE-4", "I-22")
def test_the_line_gives_10_in_attack_and_defence_and_no_chip() -> None:
    hands = {1: "40 30 30", 2: "40 30 30"}
    play = Play(3, cards="table", lane=True, track=["straight bump"], hands=hands).manoeuvres()
    play.do("keep").do("exchange", slot="left", card=40).do("keep")
    play.do("attack").poker(0, 0)
    told = play.told("fa.poker.passes")
    assert (told["attack"], told["defence"], play.stocks) == (110, 100, [3, 3, 3])
    other = Play(3, cards="table", lane=True, track=["straight bump"], hands=hands).manoeuvres()
    other.do("keep").do("keep").do("exchange", slot="left", card=40).do("attack").poker(1, 0)
    assert other.told("fa.poker.fails")["defence"] == 110


@clause("FAP-LANE-5")
def test_the_line_does_not_count_when_getting_slower() -> None:
    play = after_success("40 40 30", lane=True)
    assert play.refused("slow", slot="right", card=30)[0] == "fa.why.too-fast"
    play.do("slow", slot="right", card=20)
    assert play.driver(1).speed == 100


@clause("FAP-LANE-8", "I-21", "X-4")
def test_in_front_the_line_never_counts() -> None:
    hands = {6: "40 40 30", 7: "40 30 30"}
    track = ["straight bump"]
    play = Play(7, cards="table", lane=True, lead=True, track=track, hands=hands).manoeuvres()
    play.do("keep").do("exchange", slot="left", card=40).keep()
    for _ in range(5):
        play.do("pass")
    play.do("attack").poker(0, 0)
    told = play.told("fa.poker.passes")
    assert (told["attack"], told["defence"]) == (110, 100)
    assert (play.driver(7).lane, play.p.places[0]) == (1, 6)


@clause("X-4")
def test_who_attacks_the_leader_keeps_the_line() -> None:
    play = Play(7, cards="table", lane=True, lead=True, track=["straight bump"]).overtaking()
    for _ in range(5):
        play.do("pass")
    play.do("attack")
    assert [play.ask.prompt.args[name] for name in ("mine", "theirs")] == [100, 90]


@clause("X-5")
def test_with_fast_the_lane_stays_and_getting_slower_moves_it() -> None:
    chain = after_success("40 40 30", lane=True, fast=True).do("attack")
    assert chain.driver(1).lane == 1
    slow = after_success("40 40 30", lane=True).do("slow", slot="right", card=10)
    assert slow.driver(1).lane == 2


def test_both_sums_stand_in_the_question_for_chips() -> None:
    play = phase3({1: "30 30 30", 2: "40 30 30"}).do("attack")
    asked = [(ask.prompt.args["mine"], ask.prompt.args["theirs"]) for ask in play.asks]
    assert asked == [(90, 100), (100, 90)]
