"""`Play`, golden matches and the concordance fail where they should, and say why."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from referee import testing
from referee.kernel.match import Match
from referee.testing import golden, play_out, undo_and_redo, untested, written
from tests import hidden, toy


class Play(testing.Play[toy.Toy]):
    game = toy.GAME
    seats = 3
    facts: ClassVar = {"dice": "table"}


def test_a_match_is_played_and_looked_at_in_one_line() -> None:
    play = Play().do("roll", dice=[4])
    assert (play.state, play.verbs, play.said) == ("choose", ["on", "stop"], [])
    assert play.do("stop").p.points == [4, 0, 0]
    assert play.do("roll", dice=[1]).said == [("toy.duel.opens", "TOY-2")]
    assert play.ask.seats == (3,)
    assert play.do("roll", 3, dice=[5]).told("toy.duel.won")["points"] == 5


def test_options_and_seats_of_a_test_stand_before_the_usual_ones() -> None:
    play = Play(2, dice="device", long=True)
    assert play.match.header.seats == 2
    assert play.match.header.options == {"dice": "device", "long": True}


def test_dice_in_the_device_fall_as_a_test_says_and_then_as_they_will() -> None:
    play = Play(dice="device").load(dice=[1]).load(dice=[6]).do("roll").do("roll")
    assert play.told("toy.duel.won")["points"] == 6
    assert play.p.points == [0, 6, 0]
    assert play.do("on").do("roll").match.log[-1].line.device
    with pytest.raises(AssertionError, match="cannot fall in"):
        Play(dice="device").load(dice=[7]).do("roll")


class Hidden(testing.Play[hidden.Bids]):
    game = hidden.GAME


def test_what_is_dealt_before_anybody_is_asked_is_as_a_test_says() -> None:
    play = Hidden(3, opening=[{"card": [4]}, {"card": [9]}])
    assert play.p.cards[:2] == [4, 9]
    assert play.p.cards[2] not in (4, 9)
    assert play.state == "bid"


def test_an_opening_that_cannot_be_dealt_is_told() -> None:
    with pytest.raises(AssertionError, match=r"\[4\].* cannot fall in deal"):
        Hidden(2, opening=[{"card": [4]}, {"card": [4]}])


def test_what_is_refused_names_reason_and_clause() -> None:
    play = Play()
    assert play.refused("stop") == ("toy.why.roll-first", "TOY-1")
    with pytest.raises(AssertionError, match="is not refused"):
        play.refused("roll", dice=[3])


def test_what_was_not_announced_is_told_by_what_was() -> None:
    with pytest.raises(AssertionError, match=r"toy\.won is not among"):
        Play().do("roll", dice=[1]).told("toy.won")


def match(**options: object) -> Match:
    return play_out(Match.new(hidden.GAME, 3, options, "golden"), "golden")


@pytest.mark.parametrize("cards", ["device", "table"])
def test_a_written_match_plays_again(cards: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("# For readers.\n" + written(match(cards=cards)), "utf-8")
    assert golden(hidden.GAME, file).digest == match(cards=cards).digest


def test_a_match_that_was_given_up_plays_again(tmp_path: Path) -> None:
    given_up = Match.new(hidden.GAME, 2, {}, "golden")
    given_up.abandon()
    (tmp_path / "match.txt").write_text(written(given_up), "utf-8")
    assert golden(hidden.GAME, tmp_path / "match.txt").abandoned


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("height=2", "height=3", "reads otherwise|is refused"),
        ("BID-2", "BID-3", "reads otherwise"),
        ("winners=", "winners=9", "reads otherwise"),
        ("bid height=", "fly height=", "is refused"),
        ("\nover", "\n# over", "ends before its match"),
    ],
)
def test_a_match_that_comes_out_otherwise_fails(
    old: str, new: str, why: str, tmp_path: Path
) -> None:
    text = written(match(cards="table"))
    assert old in text
    (tmp_path / "match.txt").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(AssertionError, match=why):
        golden(hidden.GAME, tmp_path / "match.txt")


def test_a_match_that_ends_early_fails(tmp_path: Path) -> None:
    text = written(match())
    (tmp_path / "match.txt").write_text(text + text.splitlines()[-1], "utf-8")
    with pytest.raises(AssertionError, match="goes on after its match"):
        golden(hidden.GAME, tmp_path / "match.txt")


def test_undo_and_redo_sees_a_position_that_comes_out_otherwise() -> None:
    undo_and_redo(match())
    played = match()
    played.position.cards[0] += 1  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match="led elsewhere"):
        undo_and_redo(played)


def test_clauses_without_a_test_are_listed(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text("| ID | Rule |\n|---|---|\n| ABC-1 | One. |\n| ABC-X-2 | Two. |\n", "utf-8")
    (tmp_path / "test_one.py").write_text(
        "import pytest\n@pytest.mark.clause('ABC-1')\ndef test_one(): ...\n", "utf-8"
    )
    assert untested(rules, tmp_path) == ["ABC-X-2"]
