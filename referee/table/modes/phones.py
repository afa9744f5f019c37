"""How phones join: the box's address and a short code, to scan or to type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hal.interfaces import Press
from referee.table.appliance import Invitation
from referee.table.desk import Desk
from referee.table.modes.base import DeskMode
from referee.table.pixels.canvas import SCREEN, Box, Canvas

#: Pixels of a module; fewer are not read off a small display.
MODULE: Final = 2
#: Seconds after which the code is asked for anew: it may have grown old.
FRESH: Final = 5.0


class Phones(DeskMode):
    """A QR code on a lit ground, for cameras want a light margin, and the same to type."""

    def __init__(self, desk: Desk, invite: Callable[[], Invitation]) -> None:
        super().__init__(desk)
        self._invite = invite

    def draw(self, canvas: Canvas) -> None:
        words, invitation = self.desk.words, self._invite()
        left = 3
        if invitation.modules:
            left += SCREEN.height
            draw_code(canvas, invitation.modules)
        title = words("phones.title")
        canvas.say(title)
        canvas.line(Box(left, 1, SCREEN.right, 11), title, ("bold", "body", "small"))
        canvas.say(invitation.address)
        for row, part in enumerate(pieces(invitation.address)):
            top = 15 + 10 * row
            canvas.line(Box(left, top, SCREEN.right, top + 10), part, ("body", "small"))
        canvas.say(invitation.code)
        canvas.line(Box(left, 49, SCREEN.right, 62), invitation.code, ("bold",))

    def tick(self, now: float) -> float | None:
        return now + FRESH

    def press(self, press: Press) -> bool:
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def pieces(address: str) -> list[str]:
    """An address in short lines: ``192.168.``, ``178.123``, ``:8080``."""
    host, colon, port = address.partition(":")
    names = host.split(".")
    half = len(names) // 2
    first, second = ".".join(names[:half]), ".".join(names[half:])
    return [line for line in (f"{first}." if first else "", second, colon + port) if line]


def draw_code(canvas: Canvas, modules: tuple[str, ...]) -> None:
    """A QR code in the middle of a lit square at the left edge."""
    side = SCREEN.height
    canvas.fill(Box(0, 0, side, side))
    margin = (side - MODULE * len(modules)) // 2
    for row, line in enumerate(modules):
        for column, module in enumerate(line):
            if module == "#":
                x, y = margin + MODULE * column, margin + MODULE * row
                canvas.fill(Box(x, y, x + MODULE, y + MODULE), 0)
