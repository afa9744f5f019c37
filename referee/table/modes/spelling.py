"""Spelling a name letter by letter with few buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hal.interfaces import Lamp, Press
from referee.table.answer.controls import draw_key
from referee.table.desk import Desk
from referee.table.modes.base import DeskMode
from referee.table.pixels.canvas import DARK, LIT, SCREEN, Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Chosen, Key, Keys
from referee.table.pixels.screens import CONTENT, Title, draw_title

#: Letters of a name; as long as it fits into the title bar.
LONGEST: Final = 10

DONE: Final = "✓"
CHECK: Final = ("       #", "      ##", "#    ## ", "##  ##  ", " ####   ", "  ##    ")

_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
_OTHERS: Final = "abcdefghijklmnopqrstuvwxyzäöüß -0123456789"


class Spelling(DeskMode):
    """UP and DOWN choose a letter, OK takes it, BACK takes one back, ROLL is done.

    After a letter the ring stands where it stood. Letters may come from a keyboard, too: then it
    stands at "done".
    """

    def __init__(
        self, desk: Desk, title: str, lamps: Mapping[str, Lamp], done: Callable[[str], None]
    ) -> None:
        super().__init__(desk)
        self._title = title
        self._lamps = dict(lamps)
        self._done = done
        self._name = ""
        self._at = 0

    @property
    def _ring(self) -> str:
        """The letters to choose from; the sign for "done" stands before the first."""
        if len(self._name) == LONGEST:
            return DONE
        return _OTHERS + DONE if self._name else _CAPITALS

    def lamps(self) -> Mapping[str, Lamp]:
        return self._lamps

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            self._at = (self._at + (1 if press.tap == "down" else -1)) % len(self._ring)
            return True
        if press.tap == "ok":
            self._take(self._ring[self._at])
            return True
        if press.tap == "roll" and self._name.strip():
            self._take(DONE)
            return True
        if press.tap == "back" and self._name:
            last, self._name = self._name[-1], self._name[:-1]
            self._stand(last)
            return True
        return super().press(press)

    def _take(self, letter: str) -> None:
        if letter != DONE:
            self._name += letter
            self._stand(letter)
        elif self._name.strip():
            self.desk.close(self)
            self._done(self._name.strip())

    def type(self, letter: str) -> None:
        """A letter from a keyboard."""
        if len(self._name) < LONGEST and (self._name or letter != " "):
            self._name += letter
            self._stand(DONE)

    def _stand(self, letter: str) -> None:
        """Turn the ring to this letter, or to the same one in the other size."""
        ring = self._ring
        found = (ring.find(sign) for sign in (letter, letter.lower(), letter.upper()))
        self._at = next((at for at in found if at >= 0), 0)

    def draw(self, canvas: Canvas) -> None:
        words = self.desk.words
        draw_title(canvas, Title(self._title))
        mid = font("mid")
        name = self._name + ("_" if len(self._name) < LONGEST else "")
        shown = name
        while mid.width(shown) > SCREEN.width:
            shown = shown[1:]
        canvas.ink(1, CONTENT.top + 3, shown, mid)
        canvas.add_text(self._name)
        self._draw_ring(canvas)
        left = draw_key(canvas, 0, SCREEN.bottom - 10, "OK")
        canvas.ink(left, SCREEN.bottom - 10, words("spell.take"), font("small"))
        left = 58 + draw_key(canvas, 58, SCREEN.bottom - 10, "ROLL")
        canvas.line(
            Rect(left, SCREEN.bottom - 10, SCREEN.right, SCREEN.bottom),
            words("spell.done"), ("small",),
        )  # fmt: skip
        canvas.say(Keys((Key("ok", words("spell.take")), Key("roll", words("spell.done")))))

    def _draw_ring(self, canvas: Canvas) -> None:
        ring, body = self._ring, font("body")
        side = 4 if len(ring) > 8 else 0
        for step in range(-side, side + 1):
            letter = ring[(self._at + step) % len(ring)]
            x = SCREEN.width // 2 + step * 13  # with room for the arrows
            lit = DARK if step == 0 else LIT
            if step == 0:
                canvas.fill(Rect(x - 7, 35, x + 7, 47))
            if letter == DONE:
                canvas.art(x - 4, 38, CHECK, lit)
            else:
                letter = letter.replace(" ", "_")
                canvas.ink(x - body.width(letter) // 2, 36, letter, body, lit)
        canvas.ink(0, 36, "▲", font("small"))
        canvas.ink(SCREEN.right - 7, 36, "▼", font("small"))
        canvas.say(Chosen(self._read(ring[self._at]), selected=True))

    def _read(self, letter: str) -> str:
        words = self.desk.words
        return {DONE: words("spell.done"), " ": words("speech.space")}.get(letter, letter)
