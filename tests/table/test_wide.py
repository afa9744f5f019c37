"""The same screens on a display of 256x64: all of them are drawn, nothing is cut off or outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from luma.core.framebuffer import full_frame

from hal.chips import luma_devices
from hal.interfaces import WIDE
from referee.kernel.game import find_game
from referee.kernel.scene import Picture
from referee.kernel.text import text
from referee.table.answer.controls import ListControl, Row
from referee.table.appliance import Appliance, Finding, Grade, Invitation
from referee.table.catalogue import Catalogue
from referee.table.pixels import wide
from referee.table.pixels.canvas import Canvas, Rect, fitting
from referee.table.pixels.fonts import font
from referee.table.pixels.panel import draw
from referee.table.screen import Look, Screen, Title
from referee.testing.gallery import gallery, tour
from tests.own import OWN
from tests.table.panel import Panel

#: So many pixels outside are looked at.
MARGIN: Final = 40


class Roomy(Canvas):
    """A canvas with a margin, which nothing may touch."""

    def __init__(self) -> None:
        super().__init__(WIDE[0] + MARGIN, WIDE[1] + MARGIN)
        self.whole = Rect(0, 0, *WIDE)


class Asked(Canvas):
    """A canvas that knows in which ``face`` a question was written."""

    def __init__(self, question: str) -> None:
        super().__init__(*WIDE)
        self._question = question
        self.face = ""

    def block(
        self, rect: Rect, text: str, faces: tuple[str, ...] = ("body", "small"), *,
        spread: bool = False,
    ) -> int:  # fmt: skip
        if text == self._question and not self.face:
            self.face = fitting(text, faces, rect)[0].name
        return super().block(rect, text, faces, spread=spread)


def capital(face: str) -> int:
    """Rows of an H."""
    canvas = Canvas(40, 40)
    canvas.ink(0, 0, "H", font(face))
    box = canvas.picture.getbbox()
    assert box is not None
    return int(box[3] - box[1])


def faults(screen: Screen) -> list[str]:
    """What is wrong with a screen's wide picture."""
    canvas = Roomy()
    wide.draw(canvas, screen)
    found = [f"cut off: {cut}" for cut in canvas.clipped]
    box = canvas.picture.getbbox()
    if box is None and screen.look is not Look.REST:
        found.append("empty")
    if box is not None and (box[2] > WIDE[0] or box[3] > WIDE[1]):
        found.append(f"outside: {box}")
    return found


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_screen_of_a_match_fits_with_large_capitals_and_one_focus(
    game: str, language: str
) -> None:
    """A few questions that would take the rows of what is asked for are smaller than nine pixels;
    see docs/look.md."""
    faces, wrong = list[str](), dict[str, list[str]]()
    for shot in gallery(find_game(game), language, 2)[0]:
        screen = shot.screen
        wrong |= {shot.name: found} if (found := faults(screen)) else {}
        assert sum(offer.selected for offer in screen.control.offers) <= 1, shot.name
        if screen.look is Look.PLAY and screen.text:
            canvas = Asked(screen.text)
            wide.draw(canvas, screen)
            faces.append(canvas.face)
    assert wrong == {}
    assert capital("lead") == 9
    assert faces.count("lead") >= 0.95 * len(faces)


def pictured(rows: int, question: str, *facts: str) -> Screen:
    """A question with a picture that needs the width of 128x64."""
    picture, choices = Picture(("#" * 120,) * rows), ListControl([Row("One"), Row("Two")])
    words, title = Catalogue("en"), Title("Ada")
    return Screen(
        words, Look.PLAY, title, question, widgets=(picture,), facts=facts, control=choices
    )


def test_facts_that_have_no_room_beside_a_picture_stand_below_it() -> None:
    facts = "1 on the roof, 2 and 3 back, 4 and 5 turned around", "6 wins"
    screen = pictured(17, "The red car hits you: what does the die show?", *facts)
    canvas = Canvas(*WIDE)
    wide.draw(canvas, screen)
    assert canvas.texts.index(facts[0]) < canvas.texts.index(facts[1])
    assert not canvas.clipped


def test_a_wide_picture_gives_way_on_the_small_display() -> None:
    """Nothing of the question is cut off for it, and nothing lies over it."""
    shown, alone = Canvas(), Canvas()
    question = "The red car hits you: what does the die show?"
    draw(shown, pictured(40, question))
    draw(alone, replace(pictured(40, question), widgets=()))
    assert shown.picture.tobytes() == alone.picture.tobytes()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_screen_besides_a_match_fits(language: str) -> None:
    shots = tour(language, sorted(OWN))[0]
    assert {shot.name: found for shot in shots if (found := faults(shot.screen))} == {}


class Phones:
    """Two codes, as large as they come."""

    def cards(self) -> tuple[str, ...]:
        return "join", "panel"

    def waits(self) -> str:
        return "phones.wait"

    def invite(self, card: str) -> Invitation:
        return Invitation("192.168.178.123:8080", "K7F3QMNP", ("#." * 14 + "#",) * 29)

    def held(self, match: Any) -> set[int]:
        return set()

    def free(self, match: Any) -> Sequence[int]:
        return ()

    def guests(self, match: Any) -> bool:
        return False

    def open(self, match: Any, seat: int) -> None:
        raise AssertionError(seat)

    def invite_to(self, match: Any, seat: int) -> Invitation:
        raise AssertionError(seat)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_screen_of_the_box_itself_fits(language: str) -> None:
    """Self-test, lamps, buttons, codes for phones, switching off, rest, by pressing."""
    findings = [Finding("screen", Grade.BAD, text("check.screen.lost"))]
    box = Appliance(
        checks=lambda: findings, lamps=("roll", "seat1"), buttons=("ok", "up", "down", "seat1"),
        phones=Phones(), power_off=lambda: None,
    )  # fmt: skip
    panel = Panel(language=language, appliance=box)
    looks, wrong = set[Look](), dict[str, list[str]]()

    def look() -> None:
        screen = panel.program.screen
        looks.add(screen.look)
        if found := faults(screen):
            wrong[panel.program.screen_text()] = found

    for line in range(len(panel.program.screen.control.offers)):
        panel.press(*["down"] * line, "ok")
        for presses in (
            (),
            ("hold ok",),
            ("down",),
            ("ok",),
            ("ok",),
            ("down", "ok"),
            ("hold ok",),
        ):
            panel.press(*presses)
            look()
        panel.program.errand(lambda desk: desk.home())
    for line in range(5):
        panel.program.self_test()
        panel.press(*["down"] * line, "ok")
        look()
        panel.press("hold back")
        panel.program.errand(lambda desk: desk.home())
    panel.wait(1000)
    look()
    assert wrong == {}
    assert looks >= {Look.LIST, Look.TEXT, Look.PAGE, Look.CODE, Look.TEST, Look.MARKS, Look.COUNT,
                     Look.REST}  # fmt: skip


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # luma's, of Pillow
def test_the_pictures_are_what_an_ssd1322_takes() -> None:
    sent: list[bytes] = []

    class Wire:
        def command(self, *cmd: int) -> None:
            assert all(byte in range(256) for byte in cmd)

        def data(self, data: Any) -> None:
            sent.append(bytes(data))

        def cleanup(self) -> None:
            """There is nothing to close."""

    device = luma_devices().ssd1322(Wire(), mode="1", framebuffer=full_frame())
    device.persist = True
    canvas = Canvas(*WIDE)
    wide.draw(canvas, Panel().program.screen)
    device.display(canvas.picture)
    assert len(sent[-1]) == WIDE[0] * WIDE[1] // 2  # four bits a pixel
    lit = sum(pixel > 0 for byte in sent[-1] for pixel in (byte >> 4, byte & 15))
    assert lit == sum(count for count, value in canvas.picture.convert("L").getcolors() if value)
