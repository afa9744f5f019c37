"""A ring of letters: what a name is spelled with, one press after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.table.answer.controls import draw_key
from referee.table.pixels.canvas import DARK, LIT, SCREEN, Canvas, Rect, presses_for
from referee.table.pixels.cursor import Cursor
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Chosen, Key, Keys
from referee.table.screen import Offer

DONE: Final = "✓"
CHECK: Final = ("       #", "      ##", "#    ## ", "##  ##  ", " ####   ", "  ##    ")


@dataclass(frozen=True, slots=True)
class Letters:
    """``ring``: what may come next, `DONE` among it; ``at``: the one that OK takes. ``take``,
    ``done``, ``space``: what OK and ROLL do, and a space, in words."""

    ring: str
    at: int
    take: str
    done: str
    space: str

    @property
    def offers(self) -> Sequence[Offer]:
        count = len(self.ring)
        return [Offer(self._read(letter), presses_for(self.at, n, count), selected=n == self.at)
                for n, letter in enumerate(self.ring)]  # fmt: skip

    @property
    def cursor(self) -> Cursor | None:
        return None

    @property
    def width(self) -> int:
        return SCREEN.width

    def rows(self, width: int) -> tuple[int, int]:
        return 29, 29

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        """At the bottom of the rect: the letters, and under them the buttons."""
        self._draw_ring(canvas, rect, rect.bottom - 29)
        top, small = rect.bottom - 10, font("small")
        left = rect.left + draw_key(canvas, rect.left, top, "OK")
        canvas.ink(left, top, self.take, small)
        left = rect.left + 58 + draw_key(canvas, rect.left + 58, top, "ROLL")
        canvas.line(Rect(left, top, rect.right, rect.bottom), self.done, ("small",))
        canvas.say(Keys((Key("ok", self.take), Key("roll", self.done))))

    def _draw_ring(self, canvas: Canvas, rect: Rect, top: int) -> None:
        ring, body = self.ring, font("body")
        side = 4 if len(ring) > 8 else 0
        for step in range(-side, side + 1):
            letter = ring[(self.at + step) % len(ring)]
            x = rect.left + rect.width // 2 + step * 13  # with room for the arrows
            lit = DARK if step == 0 else LIT
            if step == 0:
                canvas.fill(Rect(x - 7, top, x + 7, top + 12))
            if letter == DONE:
                canvas.art(x - 4, top + 3, CHECK, lit)
            else:
                letter = letter.replace(" ", "_")
                canvas.ink(x - body.width(letter) // 2, top + 1, letter, body, lit)
        canvas.ink(rect.left, top + 1, "▲", font("small"))
        canvas.ink(rect.right - 7, top + 1, "▼", font("small"))
        canvas.say(Chosen(self._read(ring[self.at]), selected=True))

    def _read(self, letter: str) -> str:
        return {DONE: self.done, " ": self.space}.get(letter, letter)
