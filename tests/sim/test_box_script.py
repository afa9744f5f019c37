"""Lines of scripts that pull, spoil and slow the seat box's line."""

from __future__ import annotations

import pytest

from hal.config import parse as parse_config
from sim.panel import SimPanel
from sim.script import Player, ScriptError, has_box, parse
from tests.hal.demo import Demo


def play(text: str, config: str = "") -> tuple[Demo, SimPanel]:
    lines = parse(text, "demo.txt")
    demo = Demo()
    panel = SimPanel(demo, parse_config(config), box=has_box(lines))
    try:
        Player(panel, demo, print).play(lines)
    finally:
        panel.close()
    return demo, panel


def test_presses_go_over_a_bad_and_slow_line() -> None:
    demo, panel = play("box noise 2%\nbox delay 0.05\n" + "press seat 2 seat 3\n" * 10)
    assert demo.taps() == ["seat2", "seat3"] * 10
    assert panel.board.box is not None
    assert panel.board.box.from_box.spoiled > 0
    assert panel.clock.now() > 20 * 0.05


def test_the_plug_is_pulled_and_put_back() -> None:
    demo, _ = play(
        """
        press seat 1
        box unplug
        wait 1
        press seat 1    # the panel's own
        box plug
        press seat 1
        box replug
        press seat 1
        """
    )
    assert demo.taps() == ["seat1"] * 4
    assert demo.parts == [("box", False), ("box", True)] * 2


def test_lamps_of_the_box_are_watched() -> None:
    play("box noise 0%\nexpect lamp seat7 off")


@pytest.mark.parametrize(
    "line", ["box", "box plugg", "box noise", "box noise 1", "box noise 101%", "box noise x%",
             "box delay", "box delay -1", "box delay nan", "box delay 1 2"],
)  # fmt: skip
def test_other_words_are_refused_with_those_that_there_are(line: str) -> None:
    with pytest.raises(ScriptError, match=r"demo.txt:1: box.*(write box unplug|no number)"):
        play(line)


def test_a_panel_that_can_have_no_box_says_so() -> None:
    with pytest.raises(ScriptError, match="has no seat box"):
        play("box unplug", 'schema = 2\n[box]\nport = "none"\n')
