"""The catalogue's checks of preparation and phase 1, played with the board in the device."""

from __future__ import annotations

from referee.game import Kind
from referee.games.knight_rider import escape
from referee.games.knight_rider.board.laying import Laid, legal, touches_centre
from referee.games.knight_rider.board.places import startable, tableau_distances
from referee.games.knight_rider.board.roads import roads
from referee.games.knight_rider.town import Town, town
from tests.knight_rider import Play
from tests.knight_rider.boards import EXAMPLE, parts, spot
from tests.knight_rider.test_checks import clause


def rolled(seats: int, track: str) -> Play:
    """The first player starts; the box does by itself what needs no player."""
    play = Play(seats, board="device", track=track)
    for seat in play.p.seats:
        play.roll(6 if seat == 1 else 1)
    return play


def building(seats: int, laid: int) -> Play:
    """The players lay the track in the device; so many tableaus lie, each where the cursor was."""
    play = rolled(seats, "built")
    for _ in range(laid):
        (choice, *_) = play.ask.options
        play.do("laid", **next(choice.expand()))
    return play


def placing(*laid: Laid) -> Play:
    """The track lies, these tableaus of it or all; where red stands is to be rolled."""
    play = rolled(3, "city")
    if laid:
        town(play.p).board.laid = {str(n.number): (*n.cell, n.turns) for n in laid}
    return play


def board(play: Play) -> Town:
    return town(play.p)


# -- preparation -----------------------------------------------------------------------------


@clause("KR-CMP-7")
def test_of_three_players_cards_12_and_15_are_in_the_game() -> None:
    hands = [car.hands for car in Play(3, board="device").p.cars]
    assert sum(sum(hand["kitt"].known.values()) for hand in hands) == 12
    assert sum(sum(hand["diversion"].known.values()) for hand in hands) == 15


@clause("KR-CMP-8")
def test_before_phase_2_no_escape_card_is_known() -> None:
    play = placing()
    assert (play.p.pile, len(escape.escape_cards_left(play.p))) == ([], 11)


@clause("KR-TRK-1")
def test_all_36_tableaus_are_hidden() -> None:
    found = town(Play(2, board="device", track="built").p).board
    assert (len(set(found.hidden)), found.laid, found.piece) == (36, {}, 0)


@clause("KR-TRK-4")
def test_32_tableaus_are_outside_the_centre() -> None:
    play = building(2, 0)
    assert (play.p.track.fresh, play.p.numbers.centre, play.p.track.centre) == (32, 4, True)


@clause("KR-VAR-4")
def test_five_shuffled_hands() -> None:
    play = Play(5, luck=True).race()
    for car in play.p.cars:
        assert (car.hands["kitt"].blind, car.hands["diversion"].blind) == (4, 5)
    play.roll(1).do("kitt", card="shield").do("driven").do("clear")
    for _ in range(4):
        play.turn()
    assert "shield" in play.roll(1).values("kitt", "card")


# -- the track -------------------------------------------------------------------------------


@clause("KR-TRK-7")
def test_after_the_first_round_everybody_has_one_at_the_centre() -> None:
    cells = [tile.cell for tile in board(building(4, 4)).laid]
    assert len(cells) == 4
    assert all(map(touches_centre, cells))


@clause("KR-TRK-10")
def test_a_road_never_meets_a_built_up_edge() -> None:
    made, above = parts(), Laid(34, (2, 1), 1)  # its roads lead east and west
    ways = legal(made, {above.cell: above}, 45, first=False)
    below = [made.turned_arms(45, way.turns) for way in ways if way.cell == (2, 0)]
    assert below == ["EW"]


@clause("KR-TRK-12", "KR-POS-1")
def test_a_number_that_lies_nowhere_is_rolled_again() -> None:
    play = placing()
    del board(play).board.laid["66"]
    play.roll(6, 6)
    assert play.said == [("kr.place.again", "KR-POS-1")]
    assert (play.state, play.p.absent) == ("place_roll", [66])


@clause("KR-POS-2", "KR-EX-6")
def test_a_2_and_a_6_put_red_on_the_middle_field_of_26() -> None:
    found = board(placing().roll(2, 6))
    assert (found.board.red, found.red_field) == (26, found.roads.middles[26])


# -- the start -------------------------------------------------------------------------------


@clause("KR-POS-3", "KR-POS-4")
def test_of_two_equally_far_the_players_agree_on_one() -> None:
    made = parts()
    far = tableau_distances(made, EXAMPLE, 12)
    assert {number: far[number] for number in startable(made, EXAMPLE)} == {23: 3, 52: 3, 45: 1}
    play = placing(*EXAMPLE).roll(1, 2)
    assert (play.state, play.ask.kind) == ("start", Kind.DECISION)
    assert play.values("start", "tableau") == [23, 52]
    assert next(play.ask.listed())[1] == {"tableau": 23}


@clause("KR-MOV-10", "KR-POS-5")
def test_the_half_field_at_the_start_is_the_first_one() -> None:
    play = placing(*EXAMPLE).roll(1, 2).do("start", tableau=23)
    assert all(car.outside for car in play.p.cars)
    play.roll(2)
    goal = spot("M23 E")
    play.do("go", to=list(goal.field), facing=goal.facing)
    assert not play.p.car(1).outside


@clause("KR-POS-5")
def test_no_car_starts_where_the_road_leads_on() -> None:
    play = placing(*(tile for tile in EXAMPLE if tile.number not in (23, 52))).roll(1, 2)
    assert (play.state, play.p.start) == ("gate", 13)
    assert play.values("gate", "gate") == ["N", "W"]
    play.refused("gate", gate="E")


@clause("KR-POS-6")
def test_a_crossing_joined_on_one_side_has_three_road_starts() -> None:
    made, track = parts(), [Laid(16, (0, 5), 0), Laid(34, (1, 5), 1)]
    assert 16 in startable(made, track)
    assert [side for _, side in roads(made, track, {}).ends[16]] == ["N", "S", "W"]
