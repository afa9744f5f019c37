"""The catalogue's checks on its example road, played on the board in the device: K.I.T.T. cards,
diversions, red's flight, the end."""

from __future__ import annotations

import pytest

from referee.game import OneOf, Text
from referee.games.knight_rider import GAME
from sim.simulate import Plan, play
from tests.knight_rider import Play
from tests.knight_rider.boards import spot
from tests.knight_rider.test_checks import A, B, C, clause, road, shielded
from tests.knight_rider.test_town import Road


def covered(found: Road, *tableaus: int, kind: str = "roadblock", high: int = 1) -> Road:
    """So many diversions of one kind lie unturned on each of these tableaus."""
    for tableau in tableaus:
        found.town.stacks[str(tableau)] = [kind] * high
        found.board.card_turns[str(tableau)] = [0] * high
        found.town.pool["diversion"][kind] -= high
    return found.refresh()


def flee(found: Road, east: int, north: int) -> Road:
    """The player on turn ends the move; this arrow is on the escape card."""
    found.load(escape=found.p.numbers.arrows.index((east, north)) + 1)
    found.do("flip" if found.state == "drive" else "turn_over")
    return found


def fled(cars: dict[int, str], **options: str | bool) -> Road:
    """Red comes from tableau 45 to 12, on A's turn."""
    found = road(cars, **options)
    found.roll(2).do("uturn")
    return flee(found, 0, -1)


# -- K.I.T.T. cards --------------------------------------------------------------------------


@clause("KR-KIT-9", "KR-RAM-15")
def test_a_jump_over_two_cars_is_free_and_rams_nobody() -> None:
    found = road({A: "M13 E", B: "13/34 E", C: "13/34 E"})
    found.roll(2).do("kitt", card="jump")
    assert (found.at(A), found.state, found.p.now.points) == (spot("M34 E"), "drive", 1)
    assert found.drive("34/12 E").state == "drive"


@clause("KR-KIT-10")
def test_one_card_is_one_jump() -> None:
    found = covered(road({A: "13/34 E"}, red=23), 34, 45)
    found.roll(6).do("kitt", card="jump").do("step").do("turn", side="left").do("step")
    assert found.at(A) == spot("12/45 N")
    assert found.refused("step") == ("kr.why.roadblock", "KR-DIV-10")
    assert found.refused("kitt", card="jump") == ("kr.why.second-kitt", "KR-TRN-9")


@clause("KR-VAR-4", "KR-CMP-6", "KR-INT-55")
def test_of_the_cards_that_the_box_dealt_those_in_hand_can_be_played() -> None:
    found = road({A: "M13 E"}, luck=True)
    hands = found.town.car(A).hands
    found.roll(1)
    for card, copies in hands["kitt"].known.items():
        if not copies:
            assert found.refused("kitt", card=card) == ("kr.why.not-in-hand", "KR-VAR-4")
    kinds = {kind for kind, copies in hands["diversion"].known.items() if copies}
    assert {str(v) for v in found.values("divert", "kind")} == kinds
    assert sum(copies == 0 for hand in hands.values() for copies in hand.known.values()) > 0


# -- diversions ------------------------------------------------------------------------------


@clause("KR-DIV-6")
def test_a_car_drives_off_from_under_a_roadblock() -> None:
    found = road({A: "M34 E"})
    found.roll(1).do("divert", kind="roadblock", tableau=34, joins="")
    assert found.drive("34/12 E").verbs[0] == "flip"


@clause("KR-DIV-4", "KR-DIV-11")
def test_a_car_that_is_shut_in_turns_on_the_spot() -> None:
    found = road({A: "M34 E"})
    found.roll(5).do("divert", kind="straight", tableau=34, joins="NS")
    no_way = ("kr.why.no-way", "KR-MOV-6")
    cut = ("kr.why.cut", "KR-DIV-8")
    for turn, why in (({"uturn": ""}, cut), ({"turn": "left"}, cut), ({"uturn": ""}, no_way)):
        assert found.refused("step") == why
        ((verb, side),) = turn.items()
        found.do(verb, **({"side": side} if side else {}))
    assert (found.at(A), found.verbs[0]) == (spot("M34 N"), "flip")


@clause("KR-DIV-8", "KR-DIV-9")
def test_the_diversion_on_top_counts() -> None:
    found = road({A: "M45 S", B: "23/13 E"})
    found.roll(2).do("uturn").do("divert", kind="straight", tableau=13, joins="NS")
    flee(found, 0, 1).roll(1)
    assert found.refused("step") == ("kr.why.cut", "KR-DIV-8")
    found.do("divert", kind="straight", tableau=13, joins="EW")
    assert found.drive("M13 E").at(B) == spot("M13 E")


@clause("KR-DIV-7")
def test_a_fourth_diversion_finds_no_room() -> None:
    found = covered(road({A: "M34 E"}), 13, kind="left", high=2)
    found.roll(1).do("divert", kind="left", tableau=13, joins="NE").do("turn", side="left")
    flee(found, 0, 1).roll(1)
    refused = found.refused("divert", kind="right", tableau=13, joins="NE")
    assert refused == ("kr.why.three-diversions", "KR-DIV-7")


@clause("KR-DIV-8", "KR-INT-34")
def test_what_diversions_do_can_be_looked_up_where_the_box_decides_it() -> None:
    found = road({A: "M34 E"})
    assert "clause.KR-DIV-8" in keys_of(found)
    found.roll(1).do("divert", kind="straight", tableau=34, joins="NS")
    assert "clause.KR-DIV-8" in keys_of(found)
    assert "clause.KR-DIV-8" not in keys_of(Play(2).race())


def keys_of(play: Play) -> list[str]:
    """The sentences on the page of diversions."""
    page = GAME.scene(play.p, None).pages["diversions"]
    return [item.key for item in page if isinstance(item, Text)]


# -- red flees -------------------------------------------------------------------------------


@clause("KR-ESC-2", "KR-ESC-6")
@pytest.mark.parametrize("seat", [A, B])
def test_the_arrow_leads_the_same_way_on_everybodys_turn(seat: int) -> None:
    found = road({A: "52n N", B: "M34 E"}, red=12)
    found.board.laid["16"] = (4, 7, 0)  # no road leads there
    found.p.turn = seat
    found.refresh().roll(2).do("uturn")
    assert found.p.numbers.arrows[8 - 1] == (1, 2)
    assert flee(found, 1, 2).board.red == 16


@clause("KR-ESC-3", "KR-ESC-4")
def test_red_follows_the_arrow_onto_a_middle_field() -> None:
    found = road({}, red=34)
    found.roll(2).do("uturn")
    assert flee(found, 1, 0).board.red == 12
    assert found.town.red_field == spot("M12 N").field


@clause("KR-ESC-5")
def test_where_no_tableau_lies_red_stays_and_rams_nobody() -> None:
    found = road({B: "M34 E"}, red=34)
    found.roll(2).do("uturn")
    assert flee(found, 0, 1).said[-1] == ("kr.red.stays-there", "KR-ESC-5")
    assert (found.board.red, found.state, found.ask.seats) == (34, "roll", (B,))


@clause("KR-ESC-7")
def test_red_rams_the_car_it_lands_on() -> None:
    found = fled({B: "M12 E"})
    found.roll(4)
    assert found.at(B) == spot("34/12 E")


@clause("KR-ESC-8", "KR-END-6")
def test_a_six_against_red_wins() -> None:
    found = fled({B: "M12 E"})
    assert (found.state, found.ask.seats) == ("red_ram", (B,))
    found.roll(6)
    assert found.match.result is not None
    assert found.match.result.winners == (B,)


@clause("KR-ESC-9")
def test_red_rams_both_cars_in_turn_order() -> None:
    found = fled({A: "M12 W", B: "M12 E"})
    assert found.ask.seats == (A,)
    found.roll(5)
    assert found.at(A) == spot("M12 W")
    assert found.ask.seats == (B,)
    found.roll(4)
    assert found.at(B) == spot("34/12 E")


@clause("KR-ESC-10")
def test_red_does_not_ram_a_roof() -> None:
    found = road({B: "M12 E"})
    found.town.car(B).roof = True
    found.roll(2).do("uturn")
    assert flee(found, 0, -1).board.red == 12
    assert (found.state, found.ask.seats) == ("right", (B,))


@clause("KR-ESC-11")
@pytest.mark.parametrize(("stops", "stands"), [(False, "M13 E"), (True, "M34 E")])
def test_a_shield_stops_red_where_it_is_agreed(stops: bool, stands: str) -> None:
    found = road({B: "M34 E"}, red=12, shield_stops_red=stops)
    shielded(found, B)
    found.roll(2).do("uturn")
    flee(found, -1, 0)
    if not stops:
        found.roll(3)
    assert found.state == "roll"
    assert found.at(B) == spot(stands)


@clause("KR-ESC-12")
def test_the_eleventh_card_is_followed_by_a_shuffle() -> None:
    found = road({})
    found.p.turn = B
    found.p.pile[:] = range(2, 12)
    found.refresh().roll(2).do("uturn").do("flip")
    assert found.said[-1] == ("kr.escape.reshuffle", "KR-ESC-12")
    assert (found.p.pile, found.ask.seats) == ([], (C,))


@clause("KR-ESC-14", "KR-RAM-10")
def test_of_two_players_one_rights_the_car_and_one_card_is_turned() -> None:
    play = Play(2, cards="device").race().lap()
    play.roll(3).do("passed", target=2).roll(1).do("flip").do("clear")
    turned = len(play.p.pile)
    play.do("righted").roll(1).do("flip")
    assert len(play.p.pile) == turned + 1


# -- the end ---------------------------------------------------------------------------------


@clause("KR-END-3", "KR-EX-7")
def test_past_red_and_back_wins() -> None:
    found = road({A: "M13 E"}, red=34)
    found.roll(6)
    for manoeuvre in ("step", "step", "step", "uturn", "step"):
        found.do(manoeuvre)
    assert found.p.winner == A


@clause("KR-END-4")
def test_the_last_point_must_be_the_step_onto_reds_field() -> None:
    for arrival, winner in (("last_step", 0), ("end", A)):
        found = road({A: "M13 E"}, red=34, goal_arrival=arrival)
        found.roll(3).do("step").do("step").do("turn", side="left")
        assert found.p.winner == winner
        found = road({A: "M34 E"}, red=34, goal_arrival=arrival)
        found.roll(4).do("uturn").do("uturn")
        assert (found.verbs[0], found.p.winner) == ("flip", 0)


@clause("KR-END-4", "KR-INT-31")
@pytest.mark.parametrize(("die", "offered"), [(3, False), (4, True), (5, True), (6, True)])
def test_a_car_on_reds_field_wins_by_entering_it_anew(die: int, offered: bool) -> None:
    """Once it was offered with four points and six only: with five, turning on the spot hid it."""
    found = road({A: "M34 E"}, red=34, goal_arrival="end")
    found.roll(die)
    assert ("catch" in found.verbs) == offered
    if offered:
        assert found.do("catch").p.winner == A


@clause("KR-END-4", "KR-MOV-11")
def test_on_reds_field_it_is_told_which_facing_wins() -> None:
    """Its preview says that red is reached; the last point may still be a turn."""
    found = road({A: "M13 E"}, red=34)
    found.roll(4)
    goal = list(spot("M34 E").field)
    (facing,) = [o.fields["facing"] for o in found.ask.options
                 if o.verb == "go" and o.fields["to"].accepts(goal)]  # fmt: skip
    assert isinstance(facing, OneOf)
    told = dict(zip(facing.values, (note.key for note in facing.notes), strict=True))
    assert told == {"E": "kr.board.wins-so", "W": "kr.board.not-so"}
    assert found.do("go", to=goal, facing="E").p.winner == A


@clause("KR-END-1", "KR-END-5", "KR-MOV-16")
def test_on_reds_field_nobody_asks_for_a_slick() -> None:
    found = road({A: "M13 E", C: "34/12 E"}, red=34)
    found.roll(2).do("catch")
    assert [key for key, _ in found.said if "won" in key] == ["kr.won.KR-END-2"]
    assert (found.match.over, found.p.winner) == (True, A)


@clause("KR-END-7")
def test_nobody_comes_onto_reds_field_beside_another_car() -> None:
    found = road({A: "13/34 E", B: "M34 E"}, red=34)
    found.roll(1)
    assert found.refused("step") == ("kr.why.two-cars", "KR-MOV-9")
    assert "catch" not in found.verbs


@clause("KR-END-8")
def test_a_slide_onto_reds_field_wins_nothing() -> None:
    found = road({A: "13/34 E", B: "M12 E"}, red=34)
    found.roll(2)
    found.drive("34/12 E").do("behind").roll(3)
    assert (found.at(A), found.p.winner) == (spot("M34 E"), 0)


@clause("KR-END-9")
def test_a_match_that_is_stopped_for_its_length_has_no_winner() -> None:
    tally = play(Plan("knight-rider", (2,), 1, options={"board": "device"}, cap=60), range(1))
    assert not tally.endings
    assert "no end after 60 entries" in tally.failures[0].message


@clause("KR-VAR-2")
def test_red_is_reached_too_early() -> None:
    found = road({A: "M13 E"}, red=34)
    found.town.car(A).open_targets = [23, 52]
    found.refresh().roll(2)
    assert "catch" not in found.verbs
    assert found.drive("M34 E").verbs[0] == "flip"
    assert not found.match.over


@clause("KR-EX-8")
def test_the_composed_turn_to_its_end() -> None:
    found = road({A: "M13 E", B: "13/34 E", C: "M12 E"})
    found.roll(3).do("ram", target=B).roll(4)
    found.drive("34/12 E").do("behind").roll(3).do("kitt", card="shield")
    flee(found, 0, -1)
    assert (found.state, found.ask.seats, found.board.red) == ("red_ram", (C,), 12)
    found.roll(5)
    stand = {A: "M34 E", B: "M13 E", C: "M12 W"}
    assert all(found.at(seat) == spot(words) for seat, words in stand.items())
    assert (found.ask.seats, found.p.car(A).shield) == ((B,), True)
