"""Notes played in the loop's own time: no thread, no waiting."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from hal.interfaces import Note, Presence, Put


class Voice(Protocol):
    """A buzzer's electrics; `sound` may raise whatever its library raises."""

    def sound(self, hertz: int) -> None:
        """Sound at this pitch, or as near as it can; 0 is silence."""
        ...

    def close(self) -> None: ...


class NoteBuzzer:
    """Plays notes one after another. A voice that fails is reported once and left alone."""

    def __init__(self, voice: Voice | None, put: Put) -> None:
        self._voice = voice
        self._put = put
        self._notes: deque[Note] = deque()
        self._until: float | None = None  # when the sounding note ends; None: nothing sounds
        self._hertz = 0

    def play(self, notes: tuple[Note, ...]) -> None:
        self._notes = deque(notes)
        self._until = None

    def step(self, now: float) -> float | None:
        while self._until is None or self._until <= now:
            if not self._notes:
                self._until = None
                self._sound(0)
                return None
            note = self._notes.popleft()
            self._until = (now if self._until is None else self._until) + note.seconds
            self._sound(note.hertz)
        return self._until

    def close(self) -> None:
        voice, self._voice = self._voice, None
        if voice is not None:
            voice.close()

    def _sound(self, hertz: int) -> None:
        if self._voice is None or hertz == self._hertz:
            return
        self._hertz = hertz
        try:
            self._voice.sound(hertz)
        except Exception as error:  # a buzzer is never worth the loop
            self._voice = None
            self._put(Presence("buzzer", False, str(error)))
