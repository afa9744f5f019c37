"""What the desk shows, as frames: the top mode's picture, the lamps, the notes."""

from __future__ import annotations

from hal.interfaces import Frame, Lamp, Pattern
from referee.table.desk import Desk
from referee.table.idle import DIMMED, Idle
from referee.table.lamps import lamps_of
from referee.table.mode import Mode
from referee.table.modes.faults import Fault
from referee.table.modes.power import last_words
from referee.table.pixels.canvas import Canvas
from referee.table.settings import CONTRASTS


class Renderer:
    """``canvas``: what was drawn last, with the texts on it."""

    def __init__(self, desk: Desk, idle: Idle) -> None:
        self.canvas = Canvas()
        self._desk = desk
        self._idle = idle

    def frame(self, before: Frame | None) -> Frame:
        """Draw; the frame ``before`` where nothing is different, and nothing to be heard."""
        desk, now = self._desk, self._desk.now
        self.canvas = canvas = Canvas()
        bare = len(desk.modes) == 1 and desk.session is None
        if bare and self._idle.resting(now):
            self._idle.draw_rest(canvas, desk.words, now)
        else:
            desk.top.draw(canvas)
        picture = self._idle.place(canvas.picture, now)
        lamps = self._lamps(desk.top)
        contrast = DIMMED if self._idle.dimmed(now) else CONTRASTS[desk.settings.contrast]
        notes = desk.take_notes()
        if before is not None and not notes:
            same = before.picture.tobytes() == picture.tobytes()
            if same and (before.lamps, before.contrast) == (lamps, contrast):
                return before
        return Frame(picture, lamps, notes, contrast)

    def _lamps(self, mode: Mode) -> dict[str, Lamp]:
        desk = self._desk
        faulty = isinstance(desk.modes[0], Fault)  # the match's lamps may be what failed
        session = None if faulty else desk.session
        lamps = {**(lamps_of(session) if session is not None else {}), **mode.lamps()}
        if "screen" in desk.lost:  # nothing but the lamps can say so
            lamps.setdefault("roll", Lamp(Pattern.DOUBLE))
        return lamps

    def last_words(self) -> Canvas:
        """Draw what stays on the screen when the program has ended."""
        self.canvas = last_words(self._desk)
        return self.canvas
