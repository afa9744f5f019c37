"""Care for the display, sounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops

from hal.interfaces import Gesture, Press
from referee.kernel.match import Match
from referee.kernel.scene import Scene
from referee.kernel.store import Store
from referee.table.appliance import Appliance
from referee.table.modes.play import Play
from referee.table.screen import Screen
from tests.table.panel import Panel, new, store_in
from tests.toy import GAME


def test_an_idle_picture_shifts_but_loses_nothing() -> None:
    panel = Panel().play(new(GAME))
    before = panel.program.frame().picture
    panel.wait(61)
    moved = panel.program.frame().picture
    assert moved.tobytes() == ImageChops.offset(before, 1, 0).tobytes()
    assert "> Würfeln ROLL" in panel.lines


def test_an_idle_panel_dims_and_the_press_that_wakes_does_nothing_else() -> None:
    panel = Panel().play(new(GAME))
    panel.wait(200)
    assert panel.program.frame().contrast < 20
    assert "> Würfeln ROLL" in panel.lines
    panel.press("roll")
    assert panel.program.frame().contrast == 255
    assert panel.match.log == ()
    panel.press("roll")
    assert len(panel.match.log) == 1


def test_where_a_dimmed_display_is_as_bright_as_ever_the_first_press_counts() -> None:
    panel = Panel().play(new(GAME)).wait(200)
    panel.program.wake(panel.now)
    panel.press("roll")
    assert len(panel.match.log) == 1


def test_a_press_on_a_resting_screen_only_shows_what_it_hides() -> None:
    panel = Panel().wait(1000)
    assert len(panel.lines) == 1
    panel.program.wake(panel.now)
    panel.press("ok")
    assert panel.lines == Panel().lines


def test_the_clock_may_begin_anywhere() -> None:
    panel = Panel()
    panel.now = 1e6
    panel.press("down")
    assert panel.lines[2].startswith(">")
    panel.wait(170)
    assert panel.program.frame().contrast == 255
    panel.wait(20)
    assert panel.program.frame().contrast < 20


def test_a_button_held_while_waking_does_nothing_until_it_is_pressed_anew() -> None:
    panel = Panel().play(new(GAME)).wait(200)
    for gesture in (Gesture.TAP, Gesture.REPEAT, Gesture.REPEAT):
        panel.now += 0.1
        panel.program.press(Press(panel.now, "down", gesture))
    assert "> Würfeln ROLL" in panel.lines
    panel.press("down")
    assert "> (Aufhören)" in panel.lines


def test_only_the_home_screen_rests(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path)).wait(1000)
    assert panel.words == "Taste drücken"
    first = panel.program.frame().picture.getbbox()
    panel.wait(61)
    assert panel.program.frame().picture.getbbox() != first
    panel.press("ok")
    assert panel.title == "Schiedsrichter"
    panel.play(new(GAME)).wait(5000)
    assert "> Würfeln ROLL" in panel.lines


def test_holding_a_button_scrolls_a_list() -> None:
    panel = Panel()
    for _ in range(2):
        panel.now += 0.2
        panel.program.press(Press(panel.now, "down", Gesture.REPEAT))
    assert panel.lines[3].startswith(">")


def test_a_press_sounds_once() -> None:
    panel = Panel().press("down")
    assert panel.program.frame().notes != ()
    assert panel.program.frame() is panel.program.frame()
    panel.press("down", "up")
    assert len(panel.program.frame().notes) == 1


def test_a_refusal_sounds_different_from_a_press() -> None:
    panel = Panel().play(new(GAME))
    panel.press("down")
    usual = panel.program.frame().notes
    panel.press("seat2")
    assert panel.program.frame().notes not in ((), usual)


def test_dice_sound_higher_the_more_they_show() -> None:
    panel = Panel().play(new(GAME)).press("roll").wait(0.36)
    (note,) = panel.program.frame().notes
    value = panel.match.log[-1].line.entry
    assert value is not None
    assert note.hertz == (523, 587, 659, 698, 784, 880)[value.args["dice"][0] - 1]


def test_sound_can_be_off_altogether_and_by_kind(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path)).choose("Einstellungen").choose("Welche Töne?")
    assert panel.lines[1:3] == ["> ☑ Taste", "  ☑ Wer am Zug ist"]
    panel.press("ok", "down")
    assert panel.program.frame().notes == ()
    panel.press("up", "ok", "down")
    assert panel.program.frame().notes != ()
    panel.press("back").choose("Ton")
    assert panel.title == "Einstellungen"
    panel.press("down")
    assert panel.program.frame().notes == ()
    assert Panel(store_in(tmp_path)).press("down").program.frame().notes == ()


def test_a_tick_that_changes_no_pixel_draws_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner ticks for each change of a lamp that blinks fast; the picture stays as it is."""
    panel = Panel().play(new(GAME))
    count = 0
    screen = Play.screen

    def counted(self: Play) -> Screen:
        nonlocal count
        count += 1
        return screen(self)

    monkeypatch.setattr(Play, "screen", counted)
    panel.press("down")
    frame = panel.program.frame()
    for tick in range(1, 81):
        panel.program.tick(panel.now + tick / 8)
        assert panel.program.frame() is frame
    assert count == 1


def test_the_scene_is_made_once_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel()
    made: list[int | None] = []

    def scene(position: Any, seat: int | None) -> Scene:
        made.append(seat)
        return GAME.scene(position, seat)

    game = replace(GAME, scene=scene)
    panel.play(Match.new(game, 2, {}, "seed"))
    for _ in range(4):
        panel.press("down").wait(1)
        assert "Ada" not in panel.words
    assert made == [None]
    panel.press("roll").wait(5)
    assert len(made) == len(set(made)) + 1 == 2


def test_what_a_press_would_feel_is_done_once_while_nobody_plays(tmp_path: Path) -> None:
    """The log is brought into the database, memory is looked through."""
    rests: list[float] = []
    store = Store(tmp_path / "db.sqlite", lambda: 1.0, owner=True)
    panel = Panel(store, appliance=Appliance(rest=lambda: rests.append(panel.now)))
    panel.play(Match.new(GAME, 2, {"dice": "device"}, "seed", store=store))
    log = Path(f"{store.path}-wal")
    for _ in range(2):
        panel.press("roll")
        assert rests == [], "a press waited for it"
        assert log.stat().st_size > 0
        panel.wait(55)
    panel.wait(300)
    assert len(rests) == 1
    assert log.stat().st_size == 0
    panel.press("roll", "roll").wait(70)
    assert len(rests) == 2
