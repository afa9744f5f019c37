"""The odds on the screen, beside a count of every single case.

The count knows nothing of the game's own arithmetic: it throws all combinations of faces and looks
what the flow makes of them, or counts crosses by itself.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from referee.games.victory import GAME
from referee.games.victory.bots import odds_bot
from referee.games.victory.crosses import odds, percent
from referee.kernel.match import Match
from referee.kernel.players import chosen
from referee.table.catalogue import LANGUAGES, Catalogue
from sim.simulate import Plan, run
from tests.victory import Play
from tests.victory.test_panel import on_panel

clause = pytest.mark.clause

#: Crosses of a first throw, as faces; the second throws by verb, with the number of dice.
FIRST = {0: "RRB", 1: "RBX", 2: "RXX", 3: "XXX"}
SECOND = {"one": 1, "two": 2}
DICE = ("RRBBXX", "RRRBBX", "RBXXXX")


def counted(crosses: int, dice: int, faces: str) -> dict[str, Fraction]:
    """Every fall of the second throw's dice, face by face: how often it drives, misses, crashes."""
    falls = list(product(faces, repeat=dice))
    found = Counter[str]()
    for fall in falls:
        total = crosses + fall.count("X")
        found["drives" if total < 3 else "misses" if total == 3 else "crashes"] += 1
    return {what: Fraction(count, len(falls)) for what, count in found.items()}


@clause("VIC-CROSS-8", "VIC-CROSS-7")
@pytest.mark.parametrize("faces", DICE)
@pytest.mark.parametrize("crosses", FIRST)
@pytest.mark.parametrize("dice", [1, 2])
def test_the_odds_are_those_of_all_cases_counted(crosses: int, dice: int, faces: str) -> None:
    die = {face: faces.count(face) for face in "RBX"}
    found = odds(die, 3, crosses, dice)
    exact = counted(crosses, dice, faces)
    assert found.drives == exact.get("drives", 0)
    assert found.misses == exact.get("misses", 0)
    assert found.crashes == exact.get("crashes", 0)
    assert found.drives + found.misses + found.crashes == 1


@clause("VIC-CROSS-8")
def test_the_expected_moves_are_those_of_all_cases_counted() -> None:
    for crosses, dice in product(FIRST, (1, 2)):
        falls = list(product("RRBBXX", repeat=dice))
        totals = [crosses + fall.count("X") for fall in falls]
        moves = sum(3 + dice - total for total in totals if total < 3)
        found = odds({"R": 2, "B": 2, "X": 2}, 3, crosses, dice)
        assert found.moves == Fraction(moves, len(falls))


@clause("VIC-CROSS-8", "VIC-CROSS-4", "VIC-CROSS-5")
@pytest.mark.parametrize("verb", SECOND)
@pytest.mark.parametrize("crosses", FIRST)
def test_the_flow_itself_falls_out_as_the_screen_says(crosses: int, verb: str) -> None:
    """Both throws are entered, all falls of the second one; the screen rounds to per cent."""
    falls = list(product("RRBBXX", repeat=SECOND[verb]))
    found = Counter[str]()
    for fall in set(falls):
        play = Play(3).race().throw(FIRST[crosses])
        play.do(verb).do("throw", dice=list(fall))
        what = "drives" if play.state == "drive" else play.said[0][0].removeprefix("vic.")
        found[what] += falls.count(fall)
    play = Play(3).race().throw(FIRST[crosses])
    (option,) = (option for option in play.ask.options if option.verb == verb)
    assert option.note is not None
    assert option.preview is not None
    percent = {what: round(100 * Fraction(n, len(falls))) for what, n in found.items()}
    skip, out = percent.get("miss", 0), percent.get("crash", 0)
    assert option.note.args == ({"risk": skip + out} if "drives" in percent else {"out": out})
    if option.preview.key == "vic.odds.safe":
        assert percent == {"drives": 100}
    else:
        assert option.preview.args == {"skip": skip, "out": out}


@clause("VIC-CROSS-8", "VIC-TURN-4")
def test_what_is_rare_is_never_shown_as_impossible() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 4, 996, 1000)] == [0, 1, 1, 99, 100]


@clause("VIC-CROSS-8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_risk_stands_beside_both_choices_and_in_words_below(language: str) -> None:
    panel = on_panel(Play(3).race().throw("RXX"), language=language)
    words = Catalogue(language, GAME)
    one, two = words.verb("one"), words.verb("two")
    assert f"(OK) {one} 33%" in panel.lines
    assert f"(▼) {two} 55%" in panel.lines
    risk = words("vic.odds.risk", skip=44, out=11)
    assert panel.lines[-1] == f"* {two}: {risk}", "of the riskier one, by its name"
    safe = on_panel(Play(3).race().throw("RRB"), language=language)
    assert f"(OK) {one} 0%" in safe.lines, "each always has its own button"
    assert f"(▼) {two} 0%" in safe.lines
    assert safe.lines[-1] == f"* {words('vic.odds.safe')}"


@clause("VIC-CROSS-8", "VIC-TURN-4")
@pytest.mark.parametrize("throw", ["RBX", "RXX", "RRB"])
def test_ok_takes_the_throw_that_risks_less_and_the_other_is_one_press_away(throw: str) -> None:
    for button, taken in (("ok", "one"), ("down", "two")):
        panel = on_panel(Play(3).race().throw(throw), language="en").press(button)
        assert taken in [line.entry.verb for line in panel.match.lines if line.entry]


# -- the bot -----------------------------------------------------------------------------------


@clause("VIC-CROSS-8")
@pytest.mark.parametrize(("crosses", "verb"), [(0, "two"), (1, "two"), (2, "one"), (3, "one")])
def test_the_bot_takes_one_die_after_two_crosses(crosses: int, verb: str) -> None:
    play = Play(3).race().throw(FIRST[crosses])
    entry = chosen(odds_bot(play.match.view(1), play.ask, 1, lambda k: 0)).entry
    assert (entry.verb, entry.seat) == (verb, 1)


@clause("VIC-CROSS-8")
def test_the_bot_minds_an_owners_dice() -> None:
    """With five crosses on every die even one cross makes a second die too dear."""
    own = GAME.components("die = { red = 1, blue = 1, cross = 8 }")
    match = Match.new(GAME, 2, {"dice": "table", "lot": "table"}, components=own)
    for _ in range(7):  # the circuit, two cars, the lot, the card, the direction, the grid
        assert match.ask is not None
        match.answer(Play.first(match.ask))
    assert match.state == "first"
    play = Play(2)
    play.match = match
    play.throw("RBX")
    assert chosen(odds_bot(match.view(1), play.ask, 1, lambda k: 0)).entry.verb == "one"


@clause("VIC-CROSS-8")
def test_the_whole_turns_odds_of_always_one_always_two_and_the_bots_way() -> None:
    """All 6^5 falls of five dice; where one is taken the last die is not looked at."""

    def share(policy: dict[int, int]) -> dict[str, Fraction]:
        found = Counter[str]()
        for fall in product("RRBBXX", repeat=5):
            first = fall[:3].count("X")
            total = first + fall[3 : 3 + policy[first]].count("X")
            found["drives" if total < 3 else "misses" if total == 3 else "crashes"] += 1
        return {what: Fraction(count, 6**5) for what, count in found.items()}

    always_two, always_one = share(dict.fromkeys(range(4), 2)), share(dict.fromkeys(range(4), 1))
    bot = share({0: 2, 1: 2, 2: 1, 3: 1})
    assert (always_two["crashes"], always_two["misses"]) == (Fraction(11, 243), Fraction(40, 243))
    assert (always_one["crashes"], always_one["misses"]) == (Fraction(1, 81), Fraction(8, 81))
    assert (bot["crashes"], bot["misses"]) == (Fraction(1, 81), Fraction(4, 27))


@clause("VIC-CROSS-8")
def test_bots_crash_as_often_as_their_odds_say() -> None:
    """Per turn 1/81 with the odds; random choices crash about three times as often."""
    rate = {}
    for bot in ("easy", "random"):
        tally = run(Plan("victory", (4,), 60, players=(bot,)), 1, lambda done: None)
        assert tally.failures == []
        rate[bot] = tally.rows["thrown.auto[crashes]"] / tally.rows["second.throw"]
    assert rate["easy"] < 0.02 < rate["random"] < 0.04
