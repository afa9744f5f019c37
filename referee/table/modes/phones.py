"""How phones join: the box's address and a short code, to scan or to type; the switches; and who
plays on a phone."""

from __future__ import annotations

from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.table.appliance import Phones, Switch
from referee.table.desk import Desk
from referee.table.modes.base import DeskMode
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import ask_first
from referee.table.pixels.canvas import SCREEN, Canvas, Rect
from referee.table.session import Session

#: Pixels of a module; fewer are not read off a small display.
MODULE: Final = 2
#: Seconds after which the code is asked for anew: it may have grown old.
FRESH: Final = 5.0


class PhonesScreen(DeskMode):
    """QR codes on a lit ground, for cameras want a light margin, and the same to type.

    UP and DOWN turn from one to the next.
    """

    left_open = True

    def __init__(self, desk: Desk, phones: Phones) -> None:
        super().__init__(desk)
        self._phones = phones
        self._at = 0

    def draw(self, canvas: Canvas) -> None:
        words, cards = self.desk.words, self._phones.cards()
        if not cards:
            canvas.block(SCREEN, words(self._phones.waits()))
            return
        self._at %= len(cards)
        card = cards[self._at]
        invitation = self._phones.invite(card)
        left = 3
        if invitation.modules:
            left += SCREEN.height
            draw_code(canvas, invitation.modules)
        title = words(f"phones.{card}")
        at = f"{self._at + 1}/{len(cards)}" if len(cards) > 1 else ""
        canvas.add_text(f"{title} {at}".strip())
        canvas.line(Rect(left, 1, SCREEN.right, 11), title, ("bold", "body", "small"))
        canvas.add_text(invitation.address)
        for row, part in enumerate(pieces(invitation.address)):
            top = 14 + 9 * row
            canvas.line(Rect(left, top, SCREEN.right, top + 10), part, ("body", "small"))
        canvas.add_text(invitation.code)
        canvas.line(Rect(left, 43, SCREEN.right, 53), invitation.code, ("bold", "body"))
        if at:
            canvas.line(Rect(left, 55, SCREEN.right, 63), f"{at} ▲▼", ("small",))

    def tick(self, now: float) -> float | None:
        return now + FRESH

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            self._at += -1 if press.tap == "up" else 1
            return True
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def join(desk: Desk, phones: Phones) -> None:
    """Show how to join; where the pages are off, ask whether they shall be on."""
    pages = desk.appliance.pages
    if pages is None or pages.on:
        desk.open(PhonesScreen(desk, phones))
    else:
        flip(desk, "pages", pages)


def seats_screen(desk: Desk, session: Session, phones: Phones) -> Listing:
    """Who plays on a phone. OK gives a seat to the next phone that asks, whoever has it now."""
    words, match = session.catalogue, session.match
    players = match.header.players or [""] * match.header.seats

    def give(seat: int) -> None:
        who = words.player(seat)
        ask_first(
            desk, who, words("seating.sure", who=who), words("seating.yes"),
            lambda: phones.open(match, seat),
        )  # fmt: skip

    def lines() -> list[Line]:
        held = phones.held(match) or ()
        return [
            Line(words.player(seat), partial(give, seat), tick=str(seat),
                 right=words("seating.phone") if seat in held else "")
            for seat, computer in enumerate(players, 1) if not computer
        ]  # fmt: skip

    return Listing(desk, words("menu.seats"), lines)


def flip(desk: Desk, name: str, switch: Switch) -> None:
    """Switch off at once; before switching on, say what that opens."""
    words = desk.words
    if switch.on:
        desk.attempt(lambda: switch.switch(False))
        return
    text = words(f"{name}.sure", **switch.facts())
    ask_first(
        desk, words(f"settings.{name}"), text, words(f"{name}.yes"),
        lambda: desk.attempt(lambda: switch.switch(True)),
    )  # fmt: skip


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
    canvas.fill(Rect(0, 0, side, side))
    margin = (side - MODULE * len(modules)) // 2
    for row, line in enumerate(modules):
        for column, module in enumerate(line):
            if module == "#":
                x, y = margin + MODULE * column, margin + MODULE * row
                canvas.fill(Rect(x, y, x + MODULE, y + MODULE), 0)
