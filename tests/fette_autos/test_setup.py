"""Set-up: seats, decks, hands, the grid, the first three cards; how a race goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.fette_autos import GAME
from referee.games.fette_autos.numbers import Numbers
from referee.kernel.errors import BadEntry, ComponentsError
from referee.kernel.match import Match
from referee.kernel.text import text
from tests.fette_autos import Play, card, cards, parts, section

clause = pytest.mark.clause

NUMBERS = Numbers.of(parts())


@clause("FA-SET-1")
def test_seven_cars_race_and_hasen_drive_those_without_a_player() -> None:
    for seats in range(1, 8):
        assert len(Play(seats).p.hasen) == 7 - seats
    for seats in (0, 8):
        with pytest.raises(BadEntry):
            Match.new(GAME, seats)


@clause("FA-SET-2")
def test_the_tempo_deck() -> None:
    deck = NUMBERS.tempo_deck()
    assert len(deck) == 72
    assert set(Counter(found.value for found in deck).values()) == {12}
    assert set(Counter(found.kind for found in deck).values()) == {18}
    play = Play(cards="table").race()
    assert play.refused("turn_up", card=70, matches=0) == ("refused.args", "FA-SIGN-1")


@clause("FA-SET-3")
def test_the_track_deck() -> None:
    forms = Counter(found.form for found in NUMBERS.track_deck())
    assert forms == {"left70": 9, "right70": 9, "left90": 9, "right90": 9, "straight": 12}
    assert set(Counter(found.sign for found in NUMBERS.track_deck()).values()) == {8}


@clause("FA-SET-3", "FAP-FOG-1")
@pytest.mark.parametrize(("fog", "count"), [(False, 8), (True, 3)])
@pytest.mark.parametrize("where", ["device", "table"])
def test_the_track_lies_before_hands_are_dealt(where: str, fog: bool, count: int) -> None:
    play = Play(cards=where, fog=fog).until("lay")
    for number in range(count):
        assert (play.state, len(play.p.track)) == ("lay", number)
        assert not play.driver(1).hand
        play._lay()
    assert play.state == "deal"


@clause("FA-SET-3")
def test_in_the_printed_order_hands_come_first() -> None:
    play = Play(numbers="track_before_hands = false").until("deal")
    assert play.p.track == []
    play.until("lay")
    assert [len(driver.hand) for driver in play.p.drivers] == [8, 8, 8]
    assert len(play.race().p.track) == 8


@clause("FA-SET-4")
def test_everybody_gets_eight_cards_and_three_chips() -> None:
    play = Play(4).until("open")
    assert [len(driver.hand) for driver in play.p.drivers] == [8, 8, 8, 8]
    assert play.stocks == [3, 3, 3, 3]
    assert len(play.p.deck) == 40
    assert play.p.bank == 60 - 12


@clause("FA-SET-5")
def test_the_youngest_starts_on_the_last_position() -> None:
    play = Play(3).until("age").do("youngest", seat=2).do("youngest", seat=3).race()
    assert play.p.places == [-1, -2, -3, -4, 1, 3, 2]


@clause("FA-SET-6")
def test_seven_players_have_no_hasen_and_the_oldest_stands_in_front() -> None:
    play = Play(7).until("age")
    assert play.ask.clause == "FA-SET-6"
    play.until("open")
    assert play.p.hasen == []
    assert play.p.places == [7, 6, 5, 4, 3, 2, 1]
    assert ("fa.grid.grey", "FA-SET-6") in play.said


@clause("FA-SET-7")
def test_a_single_player_starts_behind_six_hasen() -> None:
    play = Play(1).until("lay")
    assert play.p.ages == [1]
    assert play.race().p.places == [-1, -2, -3, -4, -5, -6, 1]


@clause("FA-SET-8")
def test_three_of_eight_cards_are_laid_from_left_to_right() -> None:
    hand = "40s 10w 60b 20j 30s 30w 30b 50j"
    play = Play(2, hands={1: hand}).until("open")
    for wrong in ("40s 10w", "40s 10w 60b 20j", "40s 40s 10w"):
        laid = [list(found) for found in cards(wrong)]
        assert play.refused("lay", cards=laid)[1] == "FA-SET-8"
    play.do("lay", cards=[list(card(word)) for word in ("60b", "40s", "10w")])
    assert play.driver(1).open == []
    play.until("sign")
    assert play.open(1) == [60, 40, 10]
    assert len(play.driver(1).hand) == 5


@clause("FA-SET-8")
def test_on_the_table_everybody_tells_his_three_values() -> None:
    play = Play(2, cards="table").until("open")
    assert play.refused("lay", left=30, middle=40)[1] == "FA-SET-8"
    play.do("lay", 2, left=10, middle=20, right=30).do("lay", 1, left=60, middle=60, right=60)
    assert (play.open(1), play.open(2)) == ([60, 60, 60], [10, 20, 30])


@clause("FA-SET-9")
def test_the_speed_is_the_sum_of_the_open_cards() -> None:
    play = Play(2, cards="table", hands={1: "30 40 60"}).race()
    assert (play.driver(1).speed, play.driver(2).speed) == (130, 90)
    shown = GAME.scene(play.manoeuvres().p, None)
    assert shown.big == str(play.driver(play.ask.seats[0]).speed)


@clause("FA-SET-10")
def test_an_empty_pile_is_made_of_the_discards() -> None:
    play = Play(7, hands={7: "60s 60s 60s"}).race()
    for _ in range(3000):
        if play.state == "sign" and not play.p.deck:
            break
        play.somehow()
    before = len(play.p.discard)
    assert (len(play.p.deck), before > 0) == (0, True)
    play.somehow()
    assert len(play.p.deck) == before - 1
    assert ("fa.deck.shuffled", "FA-SET-10") in play.said
    assert play.told("fa.deck.shuffled")["n"] == before


# -- sections and phases ---------------------------------------------------------------------


@clause("FA-RND-1", "FA-RND-3")
def test_eight_sections_and_no_ninth() -> None:
    play = Play(2).race()
    seen = []
    for _ in range(3000):
        if play.fold.over:
            break
        if play.state == "sign" and play.p.section not in seen:
            seen.append(play.p.section)
        assert play.refused("attack" if play.state != "attack" else "keep")
        play.somehow()
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]
    assert play.fold.over
    assert play.refused("keep", 1)[0] == "refused.over"


@clause("FA-RND-3")
def test_driven_sections_lie_face_down() -> None:
    play = Play(2, cards="table", track=["straight jam", "left70 down"]).race()
    page = GAME.scene(play.p, None).pages["track"][0]
    assert [row[1] == text("fa.track.driven") for row in page.rows[:2]] == [False, False]  # type: ignore[union-attr]
    while play.p.section == 1:
        play.somehow()
    page = GAME.scene(play.p, None).pages["track"][0]
    assert [row[1] == text("fa.track.driven") for row in page.rows[:2]] == [True, False]  # type: ignore[union-attr]
    assert (page.marked, play.p.now) == ({2}, section("left70 down"))  # type: ignore[union-attr]


@clause("FA-RND-2", "FA-OVT-13")
def test_phases_1_and_2_go_from_front_to_back_and_phase_3_back_to_front() -> None:
    play = Play(3, hands={1: "10s 10s 10s", 2: "10w 10w 10w", 3: "10b 10b 10b"}).race()
    order: dict[str, list[int]] = {"sign": [], "manoeuvre": [], "attack": []}
    for _ in range(3000):
        if play.p.section > 1:
            break
        if play.state in order and play.ask.seats[0] not in order[play.state][-1:]:
            order[play.state].append(play.ask.seats[0])
        if play.state == "manoeuvre":
            play.do("keep")
        elif play.state == "attack":
            play.do("pass")
        else:
            play.somehow()
    assert order == {"sign": [3, 2, 1], "manoeuvre": [3, 2, 1], "attack": [1, 2, 3]}


@clause("FA-RND-4", "FA-SIGN-1")
def test_hasen_take_no_part_in_phases_1_and_2() -> None:
    play = Play(3, cards="table").race()
    assert [ask.seats for ask in play.asks] == [(3,), (2,), (1,)]
    assert [ask.seats for ask in play.signs().asks] == [(3,)]


# -- which rules are on ----------------------------------------------------------------------

FAP = [
    "team", "lead", "danger", "fog", "start", "plan",
    "grid", "hide", "indiv", "lane", "fast", "equal",
]  # fmt: skip


@clause("FAP-GEN-1", "I-1")
def test_the_rules_of_fap_are_switches_for_the_whole_match() -> None:
    switches = {spec.key: spec for spec in GAME.options if spec.group == "variant"}
    assert list(switches) == FAP
    assert not any(spec.default for spec in switches.values())
    assert Play(3).race().refused("fast")[0] == "refused.now"


@clause("FA-SET-2")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("tempo_per_value", "tempo_per_value = 11"),
        ("track_cards", "track_cards = 47"),
        ("sign_target", 'sign_target = {down = "x", up = "highest", wind_left = "left",'
         ' wind_right = "right", bump = "middle", jam = "highest"}'),
        ("points", "points = [3, 2, 1]"),
        ("stickers", "stickers = [60]"),
        ("start_limit", "start_limit = 80"),
        ("open_cards", "open_cards = 4"),
        ("hand_start", "hand_start = 2"),
        ("sections", "sections = 13"),
        ("players_max", "players_max = 6"),
        ("overspeed_step", "overspeed_step = 0"),
        ("track_mix.curve80", "track_mix = {curve70 = 3, curve80 = 3, straight = 2}"),
    ],
)  # fmt: skip
def test_an_owners_numbers_must_go_together(name: str, line: str) -> None:
    with pytest.raises(ComponentsError) as found:
        Match.new(GAME, 3, {}, "seed", components=GAME.components(f"# mine\n{line}\n", "mine.toml"))
    args = found.value.text.args
    assert (args["file"], args["line"], args["key"]) == ("mine.toml", 2, name)
