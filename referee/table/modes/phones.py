"""How phones join: the box's address and a short code, to scan or to type; the switches; and who
plays on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.table.appliance import Invitation, Phones, Switch
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk, DeskMode
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import ask_first
from referee.table.screen import Look, Screen, Title
from referee.table.session import Session

#: What pages elsewhere are shown instead of a seat's code. It is worth something where nothing is
#: hidden, too: whoever has that seat keeps it in the next match.
SEAT_CODE: Final = "web.seat-code"

#: Seconds after which the code is asked for anew: it may have grown old, or a seat been taken.
SOON: Final = 1.0


class PhonesScreen(DeskMode):
    """QR codes on a lit ground, for cameras want a light margin, and the same to type.

    UP and DOWN turn from one to the next. Where a match hides something, each free seat has a code
    of its own, before that for all: when a phone has taken one, the next one stands there, and
    after the last this screen goes.
    """

    left_open = True

    def __init__(self, desk: Desk, phones: Phones) -> None:
        super().__init__(desk)
        self._phones = phones
        self._at = 0
        self._card: str | int = ""
        self._seats = self._free()

    def screen(self) -> Screen:
        words, cards = self.desk.words, [*self._cards()]
        if not cards:
            self._card = ""
            return Screen(words, Look.CODE, text=words(self._phones.waits()))
        # what somebody scans stays; when a phone has taken it, the next one stands there
        self._at = cards.index(self._card) if self._card in cards else self._at % len(cards)
        card = self._card = cards[self._at]
        at = f"{self._at + 1}/{len(cards)}" if len(cards) > 1 else ""
        session = self.desk.session
        if isinstance(card, int) and session is not None:
            who, match = session.catalogue.player(card), session.match
            return _code(words, who, self._phones.invite_to(match, card), at)
        return _code(words, words(f"phones.{card}"), self._phones.invite(str(card)), at)

    @property
    def apart(self) -> str:
        return SEAT_CODE if isinstance(self._card, int) else ""

    def _cards(self) -> Iterator[str | int]:
        """What there is to scan; a number is a seat's. Nobody joins in without the Wi-Fi."""
        cards = self._phones.cards()
        yield from (card for card in cards if card == "wifi")
        yield from self._free() if cards else ()
        yield from (card for card in cards if card != "wifi")

    def _free(self) -> Sequence[int]:
        session = self.desk.session
        return self._phones.free(session.match) if session is not None else ()

    def tick(self, now: float) -> float | None:
        before, self._seats = self._seats, self._free()
        if before and not self._seats:
            self.desk.leave(self)
        return now + SOON

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            self._at += -1 if press.tap == "up" else 1
            self._card = ""
            return True
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def _code(words: Catalogue, title: str, invitation: Invitation, note: str = "") -> Screen:
    return Screen(
        words, Look.CODE, Title(title), note=note, code=invitation.modules,
        facts=(invitation.address, invitation.code),
    )  # fmt: skip


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
        return _code(words, who, invitation)

    @property
    def apart(self) -> str:
        return SEAT_CODE

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
            self.desk.leave(self)
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
