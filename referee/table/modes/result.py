"""The end of a match: who has won, the ranking, the seed; rematch in one press."""

from __future__ import annotations

from collections.abc import Sequence

from hal.interfaces import Press
from referee.kernel.game import Result
from referee.kernel.scene import Table
from referee.table.answer.controls import ListControl, Row
from referee.table.desk import SETTLES, Desk, DeskMode
from referee.table.modes.listing import Line
from referee.table.modes.menu import Menu, leave, luck_page, page_lines, record_line
from referee.table.modes.pages import Page
from referee.table.pixels.panel import title_fits
from referee.table.screen import Look, Screen, Standing, Title, Topic
from referee.table.session import Session
from referee.table.story import UNPLACED, headline, places


class ResultScreen(DeskMode):
    """Stands over the play mode, so that an undo leads back into the match."""

    undoes = True

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self._session = session
        self._list = ListControl()  # no press means anything before the screen has stood
        self._cheered = False
        self._begins = 0.0  # from then on a press is meant for it
        self._pressed = False
        self._early = ""

    @property
    def _result(self) -> Result:
        result = self._session.match.result
        assert result is not None
        return result

    def shown(self) -> None:
        if not self._pressed:  # it has just come, or what was told over it has just gone
            self._begins = self.desk.now + SETTLES
        if not self._cheered and self._result.winners:
            self.desk.sound("win")
        self._cheered = True

    def _lines(self) -> list[Line]:
        desk, session = self.desk, self._session
        words, match = session.catalogue, session.match
        lines = [Line(words("result.rematch"), lambda: desk.rematch(match))]
        if self._result.ranking:
            lines.append(Line(words("result.ranking"), self._show_ranking))
        lines += page_lines(desk, session)
        lines.append(record_line(desk, session))
        if session.checkable:
            lines.append(Line(words("result.seed"), lambda: desk.open(luck_page(desk, session))))
        lines.append(Line(words("menu.home"), lambda: leave(desk, session)))
        return lines

    def screen(self) -> Screen:
        words, result = self._session.catalogue, self._result
        title, text = Title(headline(words, result)), words.text(result.reason)
        if not (title.text and title_fits(title)):
            title, text = Title(words("result.title")), f"{title.text} {text}".strip()
        text = self._early or text
        self._list = ListControl([Row(line.label) for line in self._lines()], self._list.at)
        standings = tuple(
            Standing(
                place.rank, words.player(place.seat), place.score, place.seat in result.winners
            )
            for place in places(words, self._session.match, result)
            # Who has not won needs no line for it.
            if result.scores or place.score or place.rank != UNPLACED
        )
        look = Look.END if standings else Look.TEXT
        return Screen(words, look, title, text=text, control=self._list, standings=standings)

    def hint(self, text: str) -> None:
        self._early = text

    def press(self, press: Press) -> bool:
        self._early = ""
        if press.tap == "back":
            self.desk.open(Menu(self.desk, self._session))
            return True
        if press.tap not in ("up", "down", "ok"):
            return False
        if self.desk.now < self._begins:  # it was meant for the last question
            self.desk.sound("refusal")
            self.hint(self.desk.words("notice.early"))
            return True
        self._pressed = True
        self._list, entered = self._list.press(press.tap)
        if entered is not None:
            self._lines()[entered.value].action()
        return True

    def _show_ranking(self) -> None:
        words = self._session.catalogue
        found = places(words, self._session.match, self._result)
        rows = tuple((place.rank, words.player(place.seat), place.score) for place in found)
        table = Table(("", "", ""), rows)
        self.desk.open(Page(self.desk, words("result.ranking"), [table]))

    def topics(self) -> Sequence[Topic]:
        return [Topic(self._result.clause)] if self._result.clause else []
