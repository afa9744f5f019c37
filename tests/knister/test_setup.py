"""Before the first throw: players, sheets, who begins; options that do not go together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.games.knister import GAME
from referee.games.knister.numbers import CHANCES, SUMS
from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry, ComponentsError, Refused
from referee.kernel.match import Match
from referee.kernel.scene import Table
from referee.kernel.text import Text
from tests.knister import Play

clause = pytest.mark.clause


@clause("KNI-COMP-1", "KNI-COMP-2", "INT-KNI-1")
def test_one_to_twelve_play_and_any_number_more_as_far_as_there_are_seats() -> None:
    for seats in (1, 12, 13, 30):
        assert len(Play(seats).p.sheets) == seats
    for seats in (0, 31):
        with pytest.raises(BadEntry):
            Play(seats)


@clause("KNI-COMP-2", "INT-KNI-1")
def test_a_script_may_still_set_a_limit() -> None:
    with pytest.raises(Refused) as refused:
        Play(13, max_players=12)
    assert (refused.value.reason.key, refused.value.clause) == ("kni.why.too-many", "KNI-COMP-2")
    assert len(Play(13, max_players=30).p.sheets) == 13


@clause("KNI-COMP-4", "UNK-KNI-1")
def test_two_dice_of_six_faces() -> None:
    assert tuple(range(2, 13)) == SUMS
    assert [Fraction(chance).limit_denominator(36) * 36 for chance in CHANCES] == [
        1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1
    ]  # fmt: skip
    play = Play(1)
    for wrong in (1, 13, 0):
        assert play.refused("roll", sum=wrong) == ("refused.args", "KNI-RND-2")
    throw = Match.new(GAME, 1, {"sheets": "device"}, "seed")
    throw.answer(Entry(1, "roll"))
    entry = throw.log[-1].line.entry
    assert entry is not None
    dice = entry.args["dice"]
    assert len(dice) == 2
    assert set(dice) <= set(range(1, 7))
    assert throw.view(None)["sums"] == [sum(dice)]


@clause("KNI-COMP-3")
def test_age_and_minutes_stand_on_a_page() -> None:
    about = GAME.scene(Play().p, None).pages["about"][0]
    assert isinstance(about, Text)
    assert about.args == {"most": 30, "age": 8, "minutes": 15}


@clause("KNI-COMP-5", "KNI-SCORE-13")
def test_the_list_of_the_sheet_is_a_page() -> None:
    table, diagonals = GAME.scene(Play().p, None).pages["combinations"]
    assert isinstance(table, Table)
    assert [row[1] for row in table.rows] == ["1", "3", "6", "10", "3", "8", "8", "12"]
    assert isinstance(diagonals, Text)
    assert diagonals.args == {"factor": 2}


@clause("KNI-SET-1")
def test_every_player_has_an_empty_sheet() -> None:
    assert [sheet.cells for sheet in Play(3).p.sheets] == [[0] * 25] * 3
    paper = Play(3, sheets="paper")
    assert [line.key for line in GAME.scene(paper.p, None).lines] == ["kni.ready"]


@clause("KNI-SET-2")
def test_the_youngest_throws_first() -> None:
    play = Play(4).do("youngest", seat=3)
    assert play.said == [("kni.begins", "KNI-SET-2")]
    assert play.roller == 3


@clause("KNI-SET-3", "INT-KNI-2")
def test_of_two_equally_young_the_device_draws_one() -> None:
    found = set()
    for number in range(12):
        match = Match.new(GAME, 4, {"sheets": "device"}, f"seed {number}")
        match.answer(Entry(1, "same_age", {"seats": [2, 4]}))
        match.answer(Entry(2, "draw"))
        found.add(match.position.roller(1))  # type: ignore[attr-defined]
    assert found == {2, 4}


@clause("KNI-SET-3")
def test_the_table_may_draw_lots_itself() -> None:
    play = Play(4).do("same_age", seats=[4, 2])
    assert play.ask.clause == "KNI-SET-3"
    assert play.refused("draw", seat=3)[1] == "KNI-SET-3"
    assert play.do("draw", seat=4).said == [("kni.begins", "KNI-SET-3")]
    assert play.roller == 4


@clause("KNI-SOLO-1")
def test_alone_nobody_is_asked_for_the_youngest() -> None:
    assert Play(1).roller == 1


@clause("INT-KNI-12")
def test_hints_need_the_sheets_in_the_device() -> None:
    with pytest.raises(Refused) as refused:
        Play(2, sheets="paper", hints=True)
    assert (refused.value.reason.key, refused.value.clause) == ("kni.why.no-sheets", "INT-KNI-12")
    assert GAME.complete(2, {})["hints"] is False


@pytest.mark.parametrize(
    "wrong", ["diagonal_factor = 0", "ratings = { good = 50, super = 50, spectacular = 100 }"]
)
def test_numbers_that_make_no_sense_name_their_file(wrong: str) -> None:
    parts = GAME.components(wrong, "knister.toml")
    with pytest.raises(ComponentsError, match=r"knister\.toml"):
        Match.new(GAME, 1, components=parts)


def test_an_owner_corrects_a_printed_number() -> None:
    parts = GAME.components("diagonal_factor = 3")
    match = Match.new(GAME, 1, components=parts)
    assert match.position.numbers.diagonal_factor == 3  # type: ignore[attr-defined]
