"""How phones join: the box's address and a short code, to scan or to type; the switches; and who
plays on a phone."""

from __future__ import annotations

from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.table.appliance import Phones, Switch
from referee.table.desk import Desk, DeskMode
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import ask_first
from referee.table.screen import Look, Screen, Title
from referee.table.session import Session

#: Seconds after which the code is asked for anew: it may have grown old.
FRESH: Final = 5.0
#: And after which it is looked at whether a seat has been taken.
SOON: Final = 1.0


class PhonesScreen(DeskMode):
    """QR codes on a lit ground, for cameras want a light margin, and the same to type.

    UP and DOWN turn from one to the next.
    """

    left_open = True

    def __init__(self, desk: Desk, phones: Phones) -> None:
        super().__init__(desk)
        self._phones = phones
        self._at = 0

    def screen(self) -> Screen:
        words, cards = self.desk.words, self._phones.cards()
        if not cards:
            return Screen(words, Look.CODE, text=words(self._phones.waits()))
        self._at %= len(cards)
        card = cards[self._at]
        invitation = self._phones.invite(card)
        at = f"{self._at + 1}/{len(cards)}" if len(cards) > 1 else ""
        return Screen(
            words, Look.CODE, Title(words(f"phones.{card}")), note=at, code=invitation.modules,
            facts=(invitation.address, invitation.code),
        )  # fmt: skip

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


class SeatScreen(DeskMode):
    """The code of one seat. It goes as soon as a phone has taken it."""

    left_open = True

    def __init__(self, desk: Desk, session: Session, phones: Phones, seat: int) -> None:
        super().__init__(desk)
        self._match = session.match
        self._phones = phones
        self._seat = seat

    def screen(self) -> Screen:
        words, who = self.desk.words, self._who
        if self._done:
            return Screen(words, Look.CODE, text=words("seating.taken", who=who))
        invitation = self._phones.invite_to(self._match, self._seat)
        return Screen(
            words, Look.CODE, Title(who), code=invitation.modules,
            facts=(invitation.address, invitation.code),
        )  # fmt: skip

    @property
    def _who(self) -> str:
        session = self.desk.session
        words = session.catalogue if session is not None else self.desk.words
        return words.player(self._seat)

    @property
    def _done(self) -> bool:
        held = self._phones.held(self._match)
        return held is None or self._seat in held

    def tick(self, now: float) -> float | None:
        if self._done:
            self.desk.close(self)
        return now + SOON

    def press(self, press: Press) -> bool:
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def seats_screen(desk: Desk, session: Session, phones: Phones) -> Listing:
    """Who plays on a phone. OK takes a seat from whoever has it, and shows its own code."""
    words, match = session.catalogue, session.match
    players = match.header.players or [""] * match.header.seats

    def give(seat: int) -> None:
        who = words.player(seat)

        def show() -> None:
            phones.open(match, seat)
            desk.open(SeatScreen(desk, session, phones, seat))

        ask_first(desk, who, words("seating.sure", who=who), words("seating.yes"), show)

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
