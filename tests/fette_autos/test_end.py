"""The end: places, points, series of races; Teambildung."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.fette_autos import GAME, end
from referee.kernel.ask import Entry
from referee.kernel.errors import Refused
from referee.kernel.match import Match
from referee.kernel.series import left_over
from referee.kernel.store import Store
from referee.kernel.text import Plain, Who
from tests.fette_autos import NAMES, Play
from tests.table.panel import Panel

clause = pytest.mark.clause


def driven(play: Play) -> Play:
    """To the end of the race; nobody attacks, so that everybody ends where he started."""
    for _ in range(3000):
        if play.fold.over:
            return play
        if play.state == "attack":
            play.do("pass")
        elif play.state == "manoeuvre":
            play.do("keep")
        else:
            play.somehow() if play.state not in SET_UP else play.until("sign")
    raise AssertionError("the race has no end")


SET_UP = ("age", "lay", "deal", "open")


def scores(play: Play) -> dict[str, Plain]:
    result = play.fold.result
    assert result is not None
    return dict(result.scores)


# -- places and points -----------------------------------------------------------------------


@clause("FA-END-1")
def test_the_car_in_front_wins_a_hase_too() -> None:
    hase = driven(Play(3)).fold.result
    assert hase is not None
    assert (hase.winners, hase.reason.key, hase.clause) == ((), "fa.end.hase", "FA-END-1")
    assert hase.reason.args["who"] == Who(hase.ranking[0][0]), "the best player is named too"
    player = driven(Play(7)).fold.result
    assert player is not None
    assert (player.winners, player.reason.key) == ((7,), "fa.end.player")
    assert player.ranking == ((7,), (6,), (5,), (4,), (3,), (2,), (1,))


@clause("FA-END-2", "FA-END-5")
def test_every_place_brings_points_and_chips_bring_none() -> None:
    play = driven(Play(3))
    assert play.stocks != [0, 0, 0]
    assert play.p.points == {3: 3, 2: 2, 1: 1}
    rich = driven(Play(3, numbers="chip_points = 1"))
    assert rich.p.points == {seat: 4 - (4 - seat) + rich.stocks[seat - 1] for seat in (1, 2, 3)}


@clause("FA-END-2")
def test_points_come_from_an_owners_table() -> None:
    play = driven(Play(7, numbers="points = [20, 15, 12, 10, 8, 6, 4]"))
    assert play.p.points == {7: 20, 6: 15, 5: 12, 4: 10, 3: 8, 2: 6, 1: 4}


@clause("FA-END-4")
def test_the_hasen_count_their_best_car_only() -> None:
    play = driven(Play(3))
    assert end.best_hase(play.p) == 7
    assert scores(play)["series"] == {"1": 1, "2": 2, "3": 3, "hasen": 7}


# -- series ----------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "db.sqlite", lambda: 1.0)


def raced(store: Store, seed: str, **options: Plain) -> Match:
    """The next race of the same four players, by the first answer to everything."""
    carried = left_over(store, GAME.name, NAMES[:4])
    match = Match.new(GAME, NAMES[:4], options, seed, store=store, carried=carried)
    for _ in range(3000):
        if match.over:
            return match
        ask = match.asks[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            verb, args = next(ask.listed())
            match.answer(Entry(ask.seats[0], verb, args))
    raise AssertionError("the race has no end")


@clause("FA-END-3", "X-13")
def test_points_are_added_over_the_races_of_a_series(store: Store) -> None:
    sums = dict.fromkeys(["1", "2", "3", "4", "hasen"], 0)
    for number in range(1, 4):
        match = raced(store, str(number), series=True)
        assert isinstance(match.carry, dict)
        result = match.result
        assert result is not None
        for who in sums:
            gained = result.scores.get(who)
            sums[who] += gained if gained is not None else end.best_hase(match.position)
        assert result.scores["series"] == sums
        assert match.carry["races"] == number
    page = GAME.scene(match.position, None).pages["series"]
    points = [int(row[1]) for row in page[1].rows]  # type: ignore[union-attr]
    assert points == sorted(sums.values(), reverse=True)


@clause("FA-END-3")
def test_without_a_series_every_race_stands_alone(store: Store) -> None:
    raced(store, "1", series=True)
    match = raced(store, "2")
    assert isinstance(match.carry, dict)
    assert match.carry["races"] == 1
    assert {who: match.result.scores["series"][who] for who in "1234"} == {  # type: ignore
        str(seat): points for seat, points in match.position.points.items()
    }


@clause("FA-END-3")
def test_equal_totals_are_ordered_by_the_last_race() -> None:
    """Before: seat 1 has two points more than seat 3, who now comes in two places ahead."""
    carried = {"points": {"1": 2, "2": 0, "3": 0, "hasen": 0}, "races": 1, "ages": [1, 2, 3]}
    play = driven(Play(3, series=True, carried=carried))
    page = GAME.scene(play.p, None).pages["series"]
    names = [row[0].args.get("who") for row in page[1].rows]  # type: ignore[union-attr]
    assert play.p.series == {"1": 3, "2": 2, "3": 3, "hasen": 7}
    assert [who and who.seat for who in names] == [None, 3, 1, 2]


@clause("FA-END-3", "X-13", "I-30")
def test_the_hasens_points_stay_in_the_series_when_somebody_sides_with_them() -> None:
    """They had 7; in a race in which they score with a player they keep these, and go on after."""
    series = {"points": {"1": 1, "2": 0, "3": 0, "4": 0, "5": 0, "hasen": 7}, "races": 1}
    play = Play(5, cards="table", team=True, series=True, carried=series).do("guest", seat=5)
    play = driven(play.do("partner", seat=2).until("sign"))
    assert play.p.series == {"1": 2, "2": 2, "3": 3, "4": 4, "5": 5 + 7, "hasen": 7}
    after = driven(Play(5, series=True, carried=GAME.carry(play.p)))  # type: ignore[misc]
    assert after.p.series["hasen"] == 7 + 7


@clause("FAP-TEAM-3", "I-29")
def test_who_won_a_race_of_teams_is_the_front_driver_of_the_winning_side() -> None:
    """Seat 5 comes in first of the players, but Ada and Dan have the most points."""
    numbers = "points = [1, 1, 3, 9, 9, 1, 9]"
    play = driven(teamed(5, 4, guest=5, numbers=numbers).until("sign"))
    result = play.fold.result
    assert result is not None
    assert (play.p.places, result.winners) == ([-1, -2, 5, 4, 3, 2, 1], (1, 4))
    carried = GAME.carry(play.p)  # type: ignore[misc]
    again = Play(5, cards="table", team=True, carried=carried)
    assert again.p.guest == 4


@clause("FAP-TEAM-3", "I-2")
def test_if_the_hasen_alone_won_a_race_of_teams_no_player_did() -> None:
    play = driven(teamed(4, 4, numbers="points = [9, 1, 1, 1, 1, 1, 1]").until("sign"))
    assert GAME.carry(play.p)["winner"] == 0  # type: ignore[misc, index, call-overload]


@clause("FAP-TEAM-4", "FA-END-3")
@pytest.mark.parametrize("series", [True, False])
def test_in_a_series_the_teams_drive_on_together(series: bool) -> None:
    play = driven(teamed(4, 4, series=series).until("sign"))
    carried = GAME.carry(play.p)  # type: ignore[misc]
    again = Play(4, cards="table", team=True, series=series, carried=carried)
    assert (again.state, again.p.teams) == (
        ("sign" if again.state == "sign" else "lay", [[1, 4], [2, 3]]) if series
        else ("partner", [[1]])
    )  # fmt: skip


@clause("FAP-TEAM-3", "FAP-TEAM-4")
def test_teams_are_asked_again_where_another_player_sides_with_the_hasen() -> None:
    play = driven(teamed(5, 2, guest=5, series=True).until("sign"))
    carried = {**GAME.carry(play.p), "winner": 1}  # type: ignore[misc, dict-item]
    again = Play(5, cards="table", team=True, series=True, carried=carried)
    assert (again.p.guest, again.state) == (1, "partner")


@clause("FA-SET-5")
def test_the_same_players_are_not_asked_for_their_age_again() -> None:
    play = Play(3, carried={"ages": [3, 1, 2]}).until("sign", "age")
    assert (play.state, play.p.places[-3:]) == ("sign", [2, 1, 3])


@pytest.mark.parametrize(
    "carried",
    [
        None, 7, [], {}, {"ages": 3, "points": [], "races": "x", "places": {}},
        {"ages": [1, 2, 9], "points": {"1": "x"}, "races": None, "places": [9]},
        {"ages": ["a", 1, None], "points": {"1": None}, "races": -1, "places": [[1]]},
    ],
)  # fmt: skip
def test_what_another_version_left_does_no_harm(carried: Plain) -> None:
    play = driven(Play(3, series=True, carried=carried))
    assert play.p.series == {"1": 1, "2": 2, "3": 3, "hasen": 7}
    odd = Play(5, team=True, carried=carried)
    assert odd.state == "guest"


# -- Teambildung -----------------------------------------------------------------------------


@clause("FAP-TEAM-1", "X-18", "I-1")
def test_teams_take_four_players() -> None:
    for seats in (1, 2, 3):
        with pytest.raises(Refused) as refused:
            Match.new(GAME, seats, {"team": True})
        assert refused.value.clause == "FAP-TEAM-1"
    for seats in (4, 5, 6, 7):
        Match.new(GAME, seats, {"team": True})


def teamed(seats: int, *partners: int, guest: int = 0, **options: object) -> Play:
    play = Play(seats, cards="table", team=True, **options)
    if guest:
        play.do("guest", seat=guest)
    for seat in partners:
        play.do("partner", seat=seat)
    return play


@clause("FAP-TEAM-2")
@pytest.mark.parametrize(
    ("seats", "partners", "teams"),
    [(4, (3,), [[1, 3], [2, 4]]), (6, (6, 5), [[1, 6], [2, 5], [3, 4]])],
)
def test_sizes_of_teams(seats: int, partners: tuple[int, ...], teams: list[list[int]]) -> None:
    play = teamed(seats, *partners)
    assert (play.p.teams, play.state) == (teams, "age")


@clause("I-4")
def test_by_the_english_text_six_make_two_teams_of_three() -> None:
    play = teamed(6, 2, 3, teams_of_six="three")
    assert play.p.teams == [[1, 2, 3], [4, 5, 6]]


@clause("FAP-TEAM-3", "I-2")
@pytest.mark.parametrize(("seats", "teams"), [(5, 2), (7, 3)])
def test_an_odd_player_sides_with_the_hasen(seats: int, teams: int) -> None:
    play = Play(seats, cards="table", team=True)
    assert (play.state, play.verbs) == ("guest", ["lot", "guest"])
    play.do("lot").do("drawn", seat=2)
    for _ in range(teams - 1):
        play.do("partner", seat=play.values("partner", "seat")[0])
    assert (play.p.guest, len(play.p.teams), play.state) == (2, teams, "age")


@clause("FAP-TEAM-3")
def test_who_won_the_last_game_sides_with_the_hasen() -> None:
    play = Play(5, cards="table", team=True, carried={"places": [4, 1, -1, 2, 3, 5, -2]})
    assert (play.p.guest, play.state) == (4, "partner")
    assert ("fa.team.guest", "FAP-TEAM-3") in [(r.key, r.clause) for r in play.fold.opening]


@clause("I-2")
def test_if_a_hase_has_won_the_best_player_of_the_last_game_is_proposed() -> None:
    play = Play(5, cards="table", team=True, carried={"places": [-1, 3, 1, 5, -2, 2, 4]})
    assert (play.state, play.verbs[0]) == ("guest", "guest")
    assert play.values("guest", "seat") == [3, 1, 5, 2, 4]


@clause("FAP-TEAM-4")
def test_players_choose_their_partners_or_draw_lots() -> None:
    play = teamed(6, 2)
    assert play.refused("partner", seat=2) == ("fa.why.teamed", "FAP-TEAM-4")
    assert play.refused("partner", seat=1)[1] == "FAP-TEAM-4"
    assert play.values("partner", "seat") == [4, 5, 6]
    play.do("lot").do("drawn", seat=5)
    assert play.p.teams == [[1, 2], [3, 5], [4, 6]]


@clause("FAP-TEAM-5", "FAP-TEAM-6", "I-28")
def test_points_of_a_team_are_added() -> None:
    """Places of the players: 4 on position 4, 3 on 5, 2 on 6, 1 on 7; Hasen on 1 to 3."""
    play = driven(teamed(4, 4).until("sign"))
    assert play.p.points == {4: 4, 3: 3, 2: 2, 1: 1}
    result = play.fold.result
    assert result is not None
    assert (result.clause, result.reason.key) == ("FAP-TEAM-5", "fa.end.team-hasen")
    drawn = driven(teamed(4, 4, numbers="points = [1, 1, 1, 4, 3, 2, 1]").until("sign"))
    equal = drawn.fold.result
    assert equal is not None
    assert (equal.winners, equal.ranking, equal.reason.key) == (
        (1, 2, 3, 4), ((1, 4, 2, 3),), "fa.end.team",
    )  # fmt: skip


@clause("FAP-TEAM-6", "X-13")
def test_the_guest_scores_his_own_points_and_those_of_the_best_hase() -> None:
    play = driven(teamed(5, 2, guest=5, series=True).until("sign"))
    assert play.p.points == {5: 5 + 7, 4: 4, 3: 3, 2: 2, 1: 1}
    assert "hasen" not in play.p.series
    result = play.fold.result
    assert result is not None
    assert (result.winners, result.ranking[0]) == ((5,), (5,))


@clause("FAP-TEAM-7")
def test_the_guest_is_attacked_by_the_hasen_as_anybody() -> None:
    play = teamed(5, 3, guest=1).until("sign").signs().keep()
    for _ in range(5):
        while play.state == "attack":
            if play.p.ahead(play.p.acting) != -2:
                play.do("pass")
                continue
            play.do("attack").hase(10, 10).do("none").hase(10)
            if play.state == "again":
                play.do("done")
        play.signs().keep()
    assert play.p.poker is not None
    assert (play.state, play.p.poker.cars) == ("hase", (-2, 1))


@clause("X-12", "I-3")
def test_of_seven_the_lone_player_scores_for_himself() -> None:
    play = Play(7, cards="table", team=True).do("guest", seat=3)
    assert ("fa.team.no-hasen", "X-12") in play.said
    play.do("partner", seat=2).do("partner", seat=5).until("sign")
    assert driven(play).p.points[3] == 3


@clause("FAP-TEAM-5")
def test_in_a_team_everybody_drives_for_himself() -> None:
    play = teamed(4, 2).until("sign").signs().keep()
    assert play.do("attack").p.poker.cars == (1, 2)  # type: ignore[union-attr]
    play.poker(2, 1)
    assert play.stocks == [1, 2, 3, 3]


@clause("FAP-TEAM-5")
@pytest.mark.parametrize(
    ("language", "said"), [("de", "Ada, Dan gewinnen!"), ("en", "Ada, Dan win!")]
)
def test_a_team_wins_together(language: str, said: str) -> None:
    numbers = "points = [1, 1, 1, 9, 3, 2, 1]"
    play = driven(teamed(4, 4, numbers=numbers).until("sign"))
    panel = Panel(language=language, games=("fette-autos",)).play(play.match)
    assert said in " ".join(panel.lines)
