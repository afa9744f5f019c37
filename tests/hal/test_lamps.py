"""Lamps and the buzzer, seen and heard at their simulated pins."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hal.config import parse
from hal.interfaces import Lamp, Note, Pattern
from hal.lamps import COLOURS, WAVES
from sim.panel import SimPanel
from tests.hal.demo import Demo, text_picture

THREE = "schema = 2\n[lamps]\nseat1 = {{ red = 25, green = 14, blue = 15, pwm = {pwm} }}"


@pytest.mark.parametrize("pattern", Pattern)
@pytest.mark.parametrize("pause", [0.0, 0.31, 1.234])
def test_every_pattern_can_be_told_from_the_pin(pattern: Pattern, pause: float) -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.run(pause)
    program.light(seat2=Lamp(pattern, "green"))
    panel.run(0.0)
    assert panel.watch("seat2").pattern is pattern


@pytest.mark.parametrize("pattern", WAVES)
def test_a_pattern_lasts_as_long_as_its_wave_says(pattern: Pattern) -> None:
    program = Demo()
    program.light(seat1=Lamp(pattern))
    panel = SimPanel(program)
    panel.run(3 * sum(WAVES[pattern]) / 1000)
    changes = panel.board.lamp_changes("seat1")
    lengths = [round(1000 * (later - at)) for (at, _), (later, _) in pairwise(changes)]
    assert lengths == [*(WAVES[pattern] * 4)][: len(lengths)]
    assert len(lengths) >= 2 * len(WAVES[pattern])


def test_lamps_of_the_same_pattern_shine_together() -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.BLINK))
    panel = SimPanel(program)
    panel.run(0.3)
    program.light(seat1=Lamp(Pattern.BLINK), seat2=Lamp(Pattern.BLINK))
    panel.run(2.0)
    first = panel.board.lamp_changes("seat1")
    assert first[-3:] == panel.board.lamp_changes("seat2")[-3:]


def test_a_lamp_that_is_no_longer_named_goes_out() -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.ON), seat2=Lamp(Pattern.ON))
    panel = SimPanel(program)
    assert panel.board.lamp("seat1") == "red"
    program.light(seat2=Lamp(Pattern.ON))
    panel.run(0.0)
    assert panel.board.lamp("seat1") is None
    assert panel.board.lamp("seat2") == "blue"


@pytest.mark.parametrize("colour", COLOURS)
def test_a_lamp_in_three_colours_mixes_them(colour: str) -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.ON, colour))
    panel = SimPanel(program, parse(THREE.format(pwm="true")))
    assert panel.board.lamp("seat1") == colour
    assert panel.watch("seat1") == Lamp(Pattern.ON, colour)


@pytest.mark.parametrize(
    ("wanted", "shown"), [("red", "red"), ("orange", "red"), ("cyan", "cyan"), ("mauve", "white")]
)
def test_without_pwm_a_lamp_shows_the_nearest_it_can(wanted: str, shown: str) -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.ON, wanted))
    panel = SimPanel(program, parse(THREE.format(pwm="false")))
    assert panel.board.lamp("seat1") == shown


def test_brightness_dims_the_pin() -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.ON))
    setting = "schema = 2\n[lamps]\nseat1 = { pin = 25, pwm = true, brightness = 0.3 }"
    panel = SimPanel(program, parse(setting))
    assert panel.board.pins.wire(25).state == pytest.approx(0.3)


def test_a_lamp_that_fails_while_it_is_used_is_reported_and_may_come_back() -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.FAST), seat2=Lamp(Pattern.FAST))
    panel = SimPanel(program)
    panel.board.pins.broken.add(25)
    panel.run(1.0)
    assert program.parts == [("lamp seat1", False)]
    assert panel.watch("seat2").pattern is Pattern.FAST
    panel.board.pins.broken.clear()
    panel.run(0.3)
    assert program.parts == [("lamp seat1", False), ("lamp seat1", True)]


def heard(panel: SimPanel, seconds: float) -> list[int]:
    """The tone in the middle of every hundredth of a second."""
    tones = []
    panel.run(0.005)
    for _ in range(round(seconds * 100)):
        tones.append(panel.board.hertz())
        panel.run(0.01)
    return tones


def play(program: Demo, panel: SimPanel, *notes: Note) -> None:
    program.show(text_picture(str(notes)), notes)
    panel.run(0.0)


def test_notes_sound_one_after_another_and_only_once() -> None:
    program = Demo()
    panel = SimPanel(program)
    play(program, panel, Note(440, 0.05), Note(0, 0.03), Note(880, 0.04))
    assert heard(panel, 0.2) == [440] * 5 + [0] * 3 + [880] * 4 + [0] * 8


def test_new_notes_replace_what_still_sounds() -> None:
    program = Demo()
    panel = SimPanel(program)
    play(program, panel, Note(440, 5.0))
    panel.run(0.1)
    play(program, panel, Note(660, 0.05))
    assert heard(panel, 0.1) == [660] * 5 + [0] * 5


def test_a_frame_without_notes_lets_the_old_ones_end() -> None:
    program = Demo()
    panel = SimPanel(program)
    play(program, panel, Note(440, 0.05))
    play(program, panel)
    assert heard(panel, 0.1) == [440] * 5 + [0] * 5


def test_tones_beyond_the_buzzer_are_played_as_near_as_it_can() -> None:
    program = Demo()
    panel = SimPanel(program)
    play(program, panel, Note(3, 0.01), Note(50_000, 0.01))
    assert heard(panel, 0.03) == [50, 8000, 0]


def test_an_active_buzzer_sounds_and_is_silent() -> None:
    program = Demo()
    panel = SimPanel(program, parse('schema = 2\n[buzzer]\nkind = "plain"'))
    play(program, panel, Note(440, 0.02), Note(0, 0.02), Note(880, 0.02))
    assert [tone > 0 for tone in heard(panel, 0.08)] == [True, True, False, False] * 2


def test_a_buzzer_that_fails_is_reported_and_costs_nothing_else() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.board.pins.broken.add(18)
    play(program, panel, Note(440, 0.1), Note(880, 0.1))
    panel.run(1.0)
    panel.press("roll")
    assert program.parts == [("buzzer", False)]
    assert program.taps() == ["roll"]
