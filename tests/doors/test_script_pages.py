"""Scripts with pages: `referee run --script` lets somebody play from a phone, too."""

from __future__ import annotations

import pytest

from referee.doors.run import play_script
from sim.script import ScriptError, parse

#: Ada begins a match at the box, and has her seat's code on her phone.
BEGUN = """
page 1 opens
page 1 asks '{"do": "hello", "language": "en"}'
page 1 code
page 2 opens phone
page 2 asks '{"do": "hello", "language": "en"}'
page 2 code
page 1 asks '{"do": "begin", "game": "knister", "names": ["Ada"], "options": {"sheets": "device"}}'
wait 0.5
page 2 code seat 1
wait 0.5
"""


def test_a_page_begins_a_match_and_the_panel_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    play_script(parse(f'{BEGUN}press roll roll\nread on\npage 2\nexpect text "C3"'), "en")
    assert "[1] " in capsys.readouterr().out


@pytest.mark.parametrize(("line", "why"), [
    ("page 3 asks '{}'", "page 3 is not open"), ("page 2 asks '[]'", "no object"),
    ("page 2 asks {", "Expecting"), ("page 2 sleeps", "write page NUMBER"),
    ("page 2 leaves\npage 2 asks '{}'", "page 2 is not open"),
])  # fmt: skip
def test_what_a_page_cannot_do_is_said(line: str, why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        play_script(parse(BEGUN + line), "en")


def test_no_seat_has_a_code_before_a_match() -> None:
    with pytest.raises(ScriptError, match="no match is played"):
        play_script(parse("page 1 opens\npage 1 code seat 1"), "en")


def test_a_match_goes_on_after_a_power_cut() -> None:
    """With pages it is on the table again; without any the home screen offers it."""
    cut = "press roll roll\nread on\npower cut\nwait 2"
    play_script(parse(f'{BEGUN}{cut}\nexpect text "C3"'), "en")
    quick = 'choose "Quick match"\nchoose Knister\nwait 5'
    play_script(parse(f'{quick}\nclock 1.9e9\npower cut\nwait 2\nexpect text "Resume"'), "en")


def test_a_full_disk_is_told_until_there_is_room() -> None:
    """Also after the plug was pulled."""
    full = "disk full\npower cut\nwait 2\n" + "press roll\nwait 2\npress ok\nwait 2\n" * 40
    with pytest.raises(ScriptError) as stopped:
        play_script(parse(f'{BEGUN}{full}expect text "nothing of that"'), "en")
    assert "No space left" in str(stopped.value)
    free = 'disk free\nchoose "Try again"\nwait 2\nexpect no text "No space"'
    play_script(parse(BEGUN + full + free), "en")
