"""Spelling a name letter by letter with few buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hal.interfaces import Lamp, Press
from referee.table.answer.controls import DONE, Letters
from referee.table.desk import Desk, DeskMode
from referee.table.screen import Look, Screen, Title

#: Letters of a name; as long as it fits into the title bar.
LONGEST: Final = 10

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
        self._capital = True  # until the first letter has been taken back: then it stays as typed

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
            self._capital = self._capital and bool(self._name)
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
        """A letter from a keyboard; the first one becomes a capital."""
        if not self._name and self._capital:
            letter = letter.upper()
        if len(self._name) < LONGEST and (self._name or letter != " "):
            self._name += letter
            self._stand(DONE)

    def _stand(self, letter: str) -> None:
        """Turn the ring to this letter, or to the same one in the other size."""
        ring = self._ring
        found = (ring.find(sign) for sign in (letter, letter.lower(), letter.upper()))
        self._at = next((at for at in found if at >= 0), 0)

    def screen(self) -> Screen:
        words = self.desk.words
        done = words("spell.done")
        take = done if self._ring[self._at] == DONE else words("spell.take")
        letters = Letters(self._ring, self._at, take, done, words("speech.space"))
        more = "_" if len(self._name) < LONGEST else ""
        return Screen(words, Look.NAME, Title(self._title), self._name, note=more, control=letters)
