"""The turn and the move: what comes first and last, points, the ways a move ends."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.screen import pictures
from referee.kernel.ask import Entry
from referee.kernel.text import Plain, Text
from tests.knight_rider import Play

clause = pytest.mark.clause


def strict(seats: int = 3, **options: object) -> Play:
    return Play(seats, strict=True, **options).race()


def reminders(play: Play) -> list[str]:
    """Keys of the page about driving, which can be called up at any moment of the race."""
    page = GAME.scene(play.p, None).pages["driving"]
    return [item.key for item in page if isinstance(item, Text)]


# -- the turn --------------------------------------------------------------------------------


@clause("KR-TRN-1", "KR-TRN-5")
def test_turns_pass_clockwise() -> None:
    play = Play(3).race()
    assert [play.turn().ask.seats for _ in range(4)] == [(2,), (3,), (1,), (2,)]


@clause("KR-TRN-2", "KR-KIT-2", "KR-DIV-3")
@pytest.mark.parametrize(
    ("verb", "args"),
    [("kitt", {"card": "shield"}), ("divert", {"kind": "left", "tableau": 11}), ("driven", {})],
)
def test_nothing_goes_before_the_roll(verb: str, args: dict[str, object]) -> None:
    play = Play().race()
    assert play.refused(verb, **args) == ("refused.now", "KR-TRN-2")
    assert play.verbs == ["roll"]


@clause("KR-TRN-3", "KR-TRN-6", "KR-DIV-2")
def test_move_and_cards_come_in_any_order() -> None:
    before = Play().race().roll(3).do("divert", kind="left", tableau=11).do("kitt", card="shield")
    before.do("driven").do("clear")
    between = strict().roll(5).do("step").do("step").do("divert", kind="left", tableau=11)
    assert between.do("step").p.now.points == 2
    after = Play().race().roll(3).do("driven").do("kitt", card="shield")
    assert after.do("divert", kind="dead_end", tableau=66).do("clear").ask.seats == (2,)


@clause("KR-TRN-4", "KR-ESC-1")
def test_the_escape_card_comes_last() -> None:
    play = strict().roll(3).do("step")
    assert play.refused("turn_over") == ("kr.why.move-first", "KR-TRN-4")
    assert play.refused("clear")[0] == "refused.now"
    play.do("turn").do("step").do("driven")
    assert (play.state, play.verbs[0]) == ("escape", "clear")


@clause("KR-TRN-7", "KR-RAM-1")
def test_a_ram_and_a_slick_cannot_be_declined() -> None:
    play = Play().race().lap().roll(5).do("passed", target=2)
    assert (play.state, play.verbs, play.ask.seats) == ("ram", ["roll"], (2,))
    assert play.refused("driven") == ("refused.now", "KR-RAM-3")
    assert play.refused("driven", 1) == ("refused.seat", "KR-RAM-3")
    play.roll(5).do("behind")
    assert (play.state, play.verbs) == ("oil", ["roll"])


@clause("KR-TRN-9", "KR-KIT-1", "KR-DIV-2")
def test_one_card_of_each_sort_and_no_saving_up() -> None:
    play = Play(2).race().lap().roll(2).do("kitt", card="shield")
    assert play.refused("kitt", card="jump") == ("kr.why.second-kitt", "KR-TRN-9")
    play.do("divert", kind="left", tableau=11)
    assert play.refused("divert", kind="right", tableau=12)[1] == "KR-DIV-2"
    play.do("driven")
    assert play.refused("kitt", card="jump")[1] == "KR-TRN-9"
    assert play.refused("divert", kind="right", tableau=12)[1] == "KR-DIV-2"
    play.do("clear").turn().turn().turn().roll(2)
    play.do("divert", kind="right", tableau=12).do("kitt", card="turbo1")
    assert play.refused("kitt", card="jump") == ("kr.why.second-kitt", "KR-TRN-9")


@clause("KR-TRN-10", "KR-END-5", "KR-CMP-4")
def test_a_win_drops_the_rest_of_the_turn() -> None:
    play = Play(3).race().lap().roll(4).do("reached")
    assert play.match.over
    assert play.match.result is not None
    assert play.match.result.winners == (1,)
    assert len(play.p.pile) == 3
    assert play.match.ask is None


# -- points ----------------------------------------------------------------------------------


@clause("KR-MOV-1")
def test_no_point_may_be_dropped() -> None:
    play = strict().lap().roll(5)
    for _ in range(4):
        play.do("step")
    for verb in ("driven", "behind"):
        assert play.refused(verb) == ("kr.why.points-left", "KR-MOV-1")
    play.do("step")
    assert play.refused("step") == ("kr.why.no-points", "KR-MOV-1")
    play.do("driven")


@clause("KR-MOV-1")
def test_without_counting_the_screen_says_the_points() -> None:
    play = Play().race().roll(5)
    scene = GAME.scene(play.p, None)
    assert (scene.big, play.verbs[0]) == ("5", "driven")
    assert "step" not in play.verbs


@clause("KR-MOV-2", "KR-MOV-3", "KR-MOV-4", "KR-MOV-5")
def test_what_points_buy() -> None:
    play = strict().roll(6).do("step")
    costs = []
    for verb in ("step", "turn", "uturn"):
        before = play.p.now.points
        costs.append(before - play.do(verb).p.now.points)
    assert costs == [1, 1, 2]
    assert play.p.now.points == 1
    assert play.refused("uturn") == ("kr.why.no-points", "KR-MOV-5")


@clause("KR-MOV-2", "KR-MOV-3", "KR-MOV-5", "KR-OIL-3")
def test_what_points_buy_and_where_oil_lies_can_be_looked_up() -> None:
    page = GAME.scene(Play().race().roll(3).p, None).pages["driving"]
    assert isinstance(page[0], Text)
    assert page[0].args == {"step": 1, "turn": 1, "uturn": 2}
    assert pictures.SLICK in page


@clause("KR-MOV-6")
def test_reversing_is_forbidden() -> None:
    assert strict().roll(3).refused("back") == ("kr.why.reverse", "KR-MOV-6")


@clause("KR-MOV-7", "KR-INT-19")
@pytest.mark.parametrize(("counts", "line"), [(True, "counts"), (False, "ignored")])
def test_the_limit_of_a_field_is_a_reminder(counts: bool, line: str) -> None:
    play = Play(red_counts_as_car=counts).race()
    assert f"kr.line.red-{line}" in play.lines
    assert f"kr.line.red-{line}" in reminders(play)


@clause("KR-MOV-10", "KR-MOV-13", "KR-POS-5")
def test_the_first_point_leads_onto_the_half_field() -> None:
    play = strict().roll(2)
    for verb in ("turn", "uturn"):
        assert play.refused(verb) == ("kr.why.outside-turn", "KR-MOV-10")
    play.do("step")
    assert (play.p.now.points, play.p.car(1).outside) == (1, False)
    play.do("turn").do("driven")


@clause("KR-MOV-11", "KR-MOV-12", "KR-INT-11")
def test_any_mix_of_manoeuvres_uses_the_points() -> None:
    play = strict().lap().roll(4).do("uturn").do("uturn").do("driven").do("clear")
    play.roll(1).do("turn").do("driven").do("clear")
    play.roll(5).do("turn").do("turn").do("turn").do("turn").do("turn").do("driven")
    assert play.state == "escape"


@clause("KR-INT-11", "KR-MOV-12")
def test_where_quarter_turns_are_bound_a_last_point_may_lapse() -> None:
    play = strict(quarter_turn_anywhere=False).roll(3).do("step")
    assert play.refused("driven")[1] == "KR-MOV-1"
    assert "kr.line.turns-bends" in reminders(play)
    assert play.do("step").do("driven").state == "escape"
    assert "kr.line.turns-any" in reminders(strict())


@clause("KR-MOV-1", "KR-MOV-10", "KR-INT-11")
def test_beside_the_start_even_a_last_point_has_its_use() -> None:
    play = strict(quarter_turn_anywhere=False).roll(1)
    for verb in ("driven", "behind"):
        assert play.refused(verb) == ("kr.why.points-left", "KR-MOV-1")
    assert play.do("step").do("driven").state == "escape"


# -- a closed road start ---------------------------------------------------------------------


@clause("KR-MOV-13", "KR-INT-12")
def test_points_lapse_before_a_closed_road_start() -> None:
    play = Play(3).race()
    assert play.roll(4).refused("closed") == ("kr.why.entry-free", "KR-MOV-13")
    play.do("driven").do("clear").roll(2)
    assert play.refused("closed") == ("kr.why.entry-free", "KR-MOV-13")
    play.do("driven").do("clear").roll(4).do("closed")
    assert play.said == [("kr.drive.lapsed", "KR-MOV-13")]
    assert (play.state, play.p.car(3).outside, play.p.now.points) == ("escape", True, 0)
    for card in ("turbo1", "jump"):
        assert play.refused("kitt", card=card) == ("kr.why.move-over", "KR-INT-30")
    play.do("clear").turn().turn().roll(2).do("driven").do("clear")
    play.turn().turn().roll(2)
    assert "closed" not in play.verbs


@clause("KR-MOV-13", "KR-RAM-2")
def test_a_car_that_has_passed_another_is_not_before_its_entry_any_more() -> None:
    play = Play(3).race().turn().turn().roll(4)
    assert "closed" in play.verbs
    assert "closed" not in play.do("passed", target=1).roll(5).verbs
    assert not play.p.car(3).outside


@clause("KR-MOV-13", "KR-KIT-8", "KR-KIT-9")
def test_or_the_car_jumps_in() -> None:
    play = strict().turn().turn().roll(4).do("kitt", card="jump")
    assert play.said == [("kr.kitt.jump", "KR-KIT-9")]
    assert (play.p.now.points, play.p.car(3).outside) == (3, False)
    assert "closed" not in play.verbs


# -- what is asked ---------------------------------------------------------------------------


@clause("KR-TRN-2", "KR-TRN-3", "KR-RAM-3", "KR-RMT-6", "KR-OIL-2", "KR-ESC-7", "KR-ESC-8")
@pytest.mark.parametrize("cards", ["table", "device"])
def test_every_step_of_a_turn_names_its_rule(cards: str) -> None:
    """A ram that fails, an oil slick without harm, and red puts a car on its roof."""
    play = Play(2, cards=cards).race().lap()
    answers: list[tuple[str, dict[str, Plain]]] = [
        ("roll", {"dice": [4]}),
        ("passed", {"target": 2}),
        ("roll", {"dice": [6]}),
        ("roll", {"dice": [1]}),
        ("behind", {}),
        ("roll", {"dice": [5]}),
        *([("turn_over", {})] if cards == "device" else []),
        ("hit", {}),
        ("one", {"target": 2}),
        ("roll", {"dice": [1]}),
    ]
    asked = []
    for verb, args in answers:
        asked.append((play.state, play.ask.prompt.key.removeprefix("kr."), play.ask.clause))
        play.match.answer(Entry(play.ask.seats[0], verb, args))
    asked.append((play.state, play.ask.prompt.key.removeprefix("kr."), play.ask.clause))
    turning = [("escape", "escape.turn-over", "KR-ESC-1")] if cards == "device" else []
    landing = "escape.way" if cards == "device" else "escape.prompt"
    assert asked == [
        ("roll", "roll.prompt", "KR-TRN-2"),
        ("drive", "drive.prompt", "KR-TRN-3"),
        ("ram", "ram.prompt", "KR-RAM-3"),
        ("ram_again", "ram-again.prompt", "KR-RMT-6"),
        ("drive", "drive.prompt", "KR-TRN-3"),
        ("oil", "oil.prompt", "KR-OIL-2"),
        *turning,
        ("escape", landing, "KR-ESC-7"),
        ("hit", "hit.prompt", "KR-ESC-9"),
        ("red_ram", "red.prompt", "KR-ESC-8"),
        ("right", "right.prompt", "KR-RAM-10"),
    ]


@clause("KR-MOV-1", "KR-MOV-16")
def test_while_points_are_counted_the_commonest_answer_comes_first() -> None:
    play = strict().roll(2)
    asked = [(play.ask.prompt.key, play.ask.prompt.args["n"], play.verbs[0])]
    for _ in range(2):
        play.do("step")
        asked.append((play.ask.prompt.key, play.ask.prompt.args["n"], play.verbs[0]))
    steps = [("kr.drive.strict", 2, "step"), ("kr.drive.strict", 1, "step")]
    assert asked == [*steps, ("kr.drive.end", 0, "driven")]
    assert (Play().race().roll(4).ask.prompt.key, play.ask.clause) == (
        "kr.drive.prompt",
        "KR-TRN-3",
    )


@clause("KR-RMT-6", "KR-INT-21")
def test_after_a_skid_the_screen_says_that_the_trip_is_over() -> None:
    play = Play(3).race().lap().roll(4).do("passed", target=2).roll(6).roll(5)
    assert (play.ask.prompt.key, play.verbs[0]) == ("kr.drive.over", "driven")
    assert GAME.scene(play.p, None).big == ""


# -- the end of the move ---------------------------------------------------------------------


@clause("KR-MOV-8", "KR-MOV-15", "KR-RAM-4", "KR-INT-50")
def test_with_one_point_a_car_can_only_end_beside_another() -> None:
    play = Play(3).race().lap().roll(1)
    assert play.refused("passed", target=2) == ("kr.why.ends-beside", "KR-RAM-4")
    assert play.do("driven").state == "escape"
    play.do("clear").roll(2).do("passed", target=1).roll(5)
    assert play.refused("passed", target=3)[1] == "KR-RAM-4"
    assert play.state == "drive"
    counted = strict().lap().roll(1).do("step")
    assert counted.refused("passed", target=2) == ("kr.why.ends-beside", "KR-RAM-4")


@clause("KR-MOV-16", "KR-KIT-6", "KR-INT-13", "KR-INT-30")
def test_a_turbo_extends_the_move_until_it_is_closed() -> None:
    play = strict().roll(2).do("step").do("step")
    assert GAME.scene(play.p, None).big == "0"
    play.do("kitt", card="turbo1")
    assert (play.p.now.points, play.said) == (2, [("kr.kitt.turbo", "KR-KIT-6")])
    play.do("step").do("step").do("driven")
    late = Play().race().roll(2).do("driven")
    assert late.refused("kitt", card="turbo1") == ("kr.why.move-over", "KR-INT-30")


# -- red -------------------------------------------------------------------------------------


@clause("KR-END-1", "KR-END-2")
def test_reaching_red_wins_at_once() -> None:
    play = Play(4).race().lap().turn().roll(2).do("reached")
    assert play.said == [("kr.won.KR-END-2", "KR-END-2")]
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking, result.clause) == ((2,), ((2,),), "KR-END-2")
    assert GAME.scene(play.p, None).marks == {2: "won"}


@clause("KR-END-4", "KR-INT-31")
@pytest.mark.parametrize(("arrival", "wins"), [("last_step", False), ("end", True)])
def test_the_last_point_must_be_the_step_to_red(arrival: str, wins: bool) -> None:
    play = strict(goal_arrival=arrival).lap().roll(3).do("step").do("step").do("turn")
    if wins:
        assert play.do("reached").match.over
    else:
        assert play.refused("reached") == ("kr.why.last-step", "KR-END-4")


@clause("KR-END-4")
@pytest.mark.parametrize(("arrival", "why"), [("last_step", "last-step"), ("end", "no-step")])
def test_turning_on_reds_field_alone_never_wins(arrival: str, why: str) -> None:
    play = strict(goal_arrival=arrival).lap().roll(4)
    for _ in range(4):
        play.do("turn")
    assert play.refused("reached") == (f"kr.why.{why}", "KR-END-4")


@clause("KR-END-4")
@pytest.mark.parametrize(("arrival", "line"), [("last_step", "last"), ("end", "end")])
def test_without_counting_the_condition_is_a_reminder(arrival: str, line: str) -> None:
    play = Play(goal_arrival=arrival).race()
    assert f"kr.line.goal-{line}" in play.lines
    assert f"kr.line.goal-{line}" in reminders(play)


@clause("KR-END-8")
def test_driving_over_red_with_points_left_wins_nothing() -> None:
    play = strict().lap().roll(3).do("step").do("step")
    assert play.refused("reached") == ("kr.why.passing-red", "KR-END-8")


@clause("KR-END-9", "KR-INT-36")
def test_an_abandoned_match_has_no_winner() -> None:
    play = Play().race().lap()
    play.match.abandon()
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking, result.clause) == ((), (), "KR-END-9")


# -- wins that the points exclude ------------------------------------------------------------


@clause("KR-END-2", "KR-MOV-10")
def test_one_point_leads_no_car_from_beside_the_track_to_red() -> None:
    play = Play(3).race().roll(1)
    assert play.refused("reached") == ("kr.why.too-far", "KR-MOV-10")
    counted = strict().roll(1).do("step")
    assert counted.refused("reached") == ("kr.why.too-far", "KR-MOV-10")


@clause("KR-END-2", "KR-MOV-10", "KR-POS-2")
@pytest.mark.parametrize(("moved", "die", "wins"), [(0, 3, False), (0, 4, True), (1, 1, False),
                                                    (1, 2, True)])  # fmt: skip
def test_the_way_to_reds_first_tableau_is_longer_than_to_the_start(
    moved: int, die: int, wins: bool
) -> None:
    """As long as red stands where it began it is not on the start tableau."""
    play = Play(3).race()
    for _ in range(moved):
        play.roll(1).do("driven").do("clear")
    play.roll(die)
    assert ("reached" in play.verbs) == wins


@clause("KR-END-2", "KR-KIT-9")
def test_a_jump_out_of_the_start_spares_a_point() -> None:
    play = Play(3).race().roll(1).do("driven").do("clear").roll(1)
    assert play.refused("reached") == ("kr.why.too-far", "KR-MOV-10")
    assert "reached" in play.do("kitt", card="jump").verbs
