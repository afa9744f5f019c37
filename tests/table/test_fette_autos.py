"""Fette Autos on the panel: what is known when chips are asked for, and that the end is near."""

from __future__ import annotations

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.modes.play import Play
from tests.fette_autos.test_manoeuvre import device
from tests.table.panel import Panel


def racing(language: str = "en", seed: str = "seed") -> Panel:
    """A race of one person against the box, all cards in it."""
    options = {"cards": "device"}
    match = Match.new(find_game("fette-autos"), ["Ada", ""], options, seed, players=["", "easy"])
    return Panel(language=language, games=("fette-autos",)).play(match)


@pytest.mark.clause("FA-HASE-3")
def test_a_stake_is_asked_for_with_what_is_known_and_what_still_comes() -> None:
    panel = racing()
    asked, last = 0, ""
    while not panel.match.over:
        position, state = panel.match.position, panel.match.state
        asks = state == "stake" and isinstance(panel.program.top, Play) and "Ada" in panel.title
        if asks and panel.words != last:
            last, asked = panel.words, asked + 1
            poker = position.poker
            line = next(line for line in panel.lines if line.startswith(("Attack", "Defence")))
            speed = sum(card.value for card in poker.cards)
            more = bool(poker.hase) and (not position.now.limit or speed < position.now.limit)
            assert ("+1 card" in line) is more, panel.words
            assert ("●" in panel.words.replace("● chips?", "")) is not bool(poker.hase), (
                "what it has"
            )
            bare = position.driver(1).stock == 0
            assert bare is ("(OK) Without chips" in panel.words)
            assert bare or "0 = " in panel.words, "what a stake adds up to stands beside it"
        panel.press("ok").wait(1)
    assert asked > 3


@pytest.mark.clause("FA-SIGN-1")
@pytest.mark.parametrize(("language", "said"), [("de", "Karte geht"), ("en", "card goes")])
def test_a_sign_says_before_and_after_which_card_goes_and_the_row_where_its_front_is(
    language: str, said: str
) -> None:
    match = Match.new(find_game("fette-autos"), ["Ada"], {"cards": "device"}, "signs")
    panel, before, after = Panel(language=language).play(match), 0, 0
    while not panel.match.over:
        if panel.match.state == "sign" and "(ROLL)" in panel.words:
            before += 1
            assert said in panel.words
            (row,) = (line for line in panel.lines if line.startswith("| "))
            assert row.startswith("| ◄ "), "no letters and numbers but those of the cars"
        elif f"{said}!" in panel.words:
            after += 1
        panel.press("ok").wait(0.5)
    assert before >= 8
    assert after >= 4


@pytest.mark.clause("FA-RND-1")
@pytest.mark.parametrize(("language", "said"), [("de", "Der letzte Abschnitt"), ("en", "The last")])
def test_the_last_section_is_announced_before_it_is_driven(language: str, said: str) -> None:
    panel = racing(language)
    found = []
    while not panel.match.over:
        if said in panel.words:
            found.append(panel.match.position.section)
        panel.press("ok") if not panel.program.top.passing else panel.wait(0.3)
        panel.wait(0.3)
    assert set(found) == {8}
    assert any(said in line for line in panel.record())


@pytest.mark.clause("FA-MAN-5", "FA-MAN-7")
def test_help_says_what_an_emergency_brake_costs_and_its_card_what_was_drawn_for_what() -> None:
    play = device("60s 50s 40s 10s 10w 20s 20w 20b", "left90", deck="30b 10b 20j").do("keep")
    panel = Panel(language="en", games=("fette-autos",)).play(play.match).read()
    for _ in range(2):  # before it is chosen, and when the card is
        panel.press("hold ok")
        told = panel.words
        while "read on" in panel.words:
            told += panel.press("ok").words
        assert "a hand card until the end" in told
        panel.press("back").choose("Emergency brake" if "Pay chips" in panel.words else "10, slope")
    panel.wait(1)
    assert "brakes to" in panel.words
    assert "from the pile, each for the highest card" in panel.words
    assert panel.words.endswith("Left in hand: 4.")


@pytest.mark.parametrize(("language", "letter"), [("de", "H"), ("en", "P")])
def test_an_old_pro_s_letter_is_of_the_language_and_help_explains_it(
    language: str, letter: str
) -> None:
    panel = racing(language)
    while panel.match.state != "sign" or not any(line[:2] == "| " for line in panel.lines):
        panel.press("ok").wait(0.5)
    row = next(line for line in panel.lines if "=" in line)
    assert letter in row.split()
    panel.press("hold ok")
    told = [panel.words]
    while len(told) < 12 and "(OK)" in panel.words and panel.press("ok").words != told[-1]:
        told.append(panel.words)
    assert any(f"{letter} an Old Pro" in one or f"{letter} ein Hase" in one for one in told)


def test_what_a_sign_has_brought_is_read_in_help_when_its_card_has_gone() -> None:
    panel = racing("en")
    while panel.match.state != "manoeuvre" or "Manoeuvre: 1 card" not in panel.words:
        panel.press("ok").wait(1)
    told = panel.press("hold ok").words
    for _ in range(12):
        told += panel.press("ok").words if "(OK) read on" in panel.words else ""
    assert "Told just now" in told
