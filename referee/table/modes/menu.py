"""The menu of a match: what players may look at, change, or give up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.kernel.scene import Widget
from referee.kernel.text import Text
from referee.table.answer.controls import ButtonControl
from referee.table.desk import Desk, DeskMode
from referee.table.modes.helping import explain
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import ask_first
from referee.table.modes.options import SettingsScreen
from referee.table.modes.pages import Page, open_page
from referee.table.modes.phones import join, seats_screen
from referee.table.modes.setup import change_options
from referee.table.modes.undoing import choose_die, keep_or_not, take_back
from referee.table.screen import Screen, Title
from referee.table.session import Session

#: So much of what happened is shown.
RECORDED: Final = 40


class Menu(Listing):
    """Opened by BACK. HELP here explains what the buttons do."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self._session = session
        super().__init__(desk, "", lambda: list(self._items()))

    @property
    def title(self) -> Title:
        return Title(self._session.catalogue("name"), alarm=bool(self.desk.lost))

    def _items(self) -> Iterator[Line]:
        desk, session = self.desk, self._session
        words = session.catalogue
        yield Line(words("menu.back"), lambda: desk.close(self))
        if session.unplayed and not session.match.over:
            yield Line(words("menu.change"), lambda: change_options(desk, session.match))
        yield from page_lines(desk, session)
        yield record_line(desk, session)
        if session.match.next_undo() is not None:
            yield Line(words("menu.undo"), lambda: take_back(desk, session))
        if session.mistakable():
            yield Line(words("menu.correct"), lambda: choose_die(desk, session))
        yield Line(words("menu.buttons"), lambda: explain(desk))
        if (phones := desk.appliance.phones) is not None:
            yield Line(words("menu.phones"), lambda: join(desk, phones))
            if phones.held(session.match) is not None:
                seats = partial(seats_screen, desk, session, phones)
                yield Line(words("menu.seats"), lambda: desk.open(seats()))
        yield Line(words("menu.settings"), lambda: desk.open(SettingsScreen(desk)))
        yield Line(words("menu.match"), lambda: desk.open(match_page(desk, session)))
        if not session.match.over:
            yield Line(words("menu.abandon"), lambda: desk.open(Abandon(desk, session)))
        yield Line(words("menu.home"), lambda: leave(desk, session))


def record_line(desk: Desk, session: Session) -> Line:
    """What happened so far: opens with the newest of it in sight."""
    title = session.catalogue("menu.record")

    def show() -> None:
        lines = [*session.chronicle[-RECORDED:]] or [session.catalogue("record.nothing")]
        desk.open(Page(desk, title, lines, end=True))

    return Line(title, show)


def page_lines(desk: Desk, session: Session) -> Iterator[Line]:
    """The pages of the scene; those about single players behind one line, which asks for whom."""
    words, scene = session.catalogue, session.scene()
    for name, by_seat in scene.player_pages.items():
        if by_seat:
            title = words(f"page.{name}")
            yield Line(title, partial(_open_player_page, desk, session, title, by_seat))
    for name, items in scene.pages.items():
        title = words(f"page.{name}")
        yield Line(title, partial(open_page, desk, title, items))


def _open_player_page(
    desk: Desk, session: Session, title: str, by_seat: Mapping[int, Sequence[Text | Widget]]
) -> None:
    """The page about a player; with several players, a list of them."""
    lines = [
        Line(
            session.catalogue.player(seat),
            partial(open_page, desk, session.catalogue.player(seat), items),
            tick=str(seat),
        )
        for seat, items in by_seat.items()
    ]
    if len(lines) == 1:
        lines[0].action()
    else:
        desk.open(Listing(desk, title, lambda: lines))


def leave(desk: Desk, session: Session) -> None:
    """Go home; a match that is not kept anywhere would be lost, so that is asked first."""
    if session.match.id is not None or session.match.over:
        desk.home()
        return
    words = session.catalogue
    ask_first(desk, words("menu.home"), words("leave.sure"), words("leave.yes"), desk.home)


def match_page(desk: Desk, session: Session) -> Page:
    """What is played, and what lets players check the device's dice."""
    words, match = session.catalogue, session.match
    lines = [words("match.number", n=match.id) if match.id else words("match.unsaved")]
    lines += [
        f"{words.option(key)}: {words.option_value(key, value)}"
        for key, value in match.header.options.items()
    ]
    if session.checkable:
        lines += _proof(desk, session)
    return Page(desk, words("menu.match"), lines)


def luck_page(desk: Desk, session: Session) -> Page:
    """What lets players check the device's dice, and how."""
    return Page(desk, session.catalogue("result.seed"), _proof(desk, session))


def _proof(desk: Desk, session: Session) -> list[str]:
    words, match = session.catalogue, session.match
    told = words("match.hash", hash=match.commitment)
    kept = match.id is not None or desk.store is None  # else its file goes on, and is secret
    if match.seed is None or not kept:
        return [words("match.check"), told]
    return [words("match.checked"), words("match.seed", seed=match.seed), told]


class Abandon(DeskMode):
    """Giving a match up takes a held button; it can be undone."""

    holds = "ok"

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self._session = session

    def screen(self) -> Screen:
        words = self._session.catalogue
        button = ButtonControl(words("button.hold"), "ok")
        title, text = Title(words("menu.abandon")), words("abandon.text")
        return Screen(words, title=title, text=text, control=button)

    def press(self, press: Press) -> bool:
        if press.held != "ok":
            return super().press(press)
        self.desk.close(self)
        keep_or_not(self.desk, self._session, self._session.match.abandon)
        return True
