"""What the desk shows: as frames, with the top mode's picture, the lamps, the notes; and as
what is said aloud of it."""

from __future__ import annotations

from hal.interfaces import Frame, Lamp, Pattern
from referee.table.desk import Desk
from referee.table.idle import DIMMED, Idle
from referee.table.lamps import lamps_of
from referee.table.mode import Mode
from referee.table.modes.faults import Fault
from referee.table.modes.play import Play
from referee.table.modes.power import last_words
from referee.table.pixels.canvas import Canvas
from referee.table.settings import CONTRASTS
from referee.table.speaking import Level, ScreenContent


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

    @property
    def text(self) -> str:
        """The words of what was drawn last, line by line."""
        return "\n".join(self.canvas.texts)

    def content(self, presses: int) -> ScreenContent:
        """What was drawn last, for who says it aloud; so many presses had a meaning so far."""
        desk, session = self._desk, self._desk.session
        play = desk.top if isinstance(desk.top, Play) else None
        count = len(session.match.lines) if session is not None else 0
        news = session.strip(None) if session and play else ()
        deed = session.placed() if session and play else ""
        level = desk.settings.speech if desk.appliance.speaks else Level.OFF
        if level is Level.TURNS and play is None:
            level = Level.EVERYTHING  # without the cursor, nobody finds his way through lists
        return ScreenContent(
            tuple(self.canvas.lines), desk.words, level,
            private=any(mode.private for mode in desk.modes), passing=desk.top.passing,
            moment=(desk.top, play.begun if play else count, desk.words.language),
            presses=presses, about=desk.top.about,
            news=(*filter(None, [deed]), *map(desk.words.ruling, news)),
            grid=self.canvas.grid,
            left_to_box=play is not None and play.left_to_box,
        )  # fmt: skip

    def last_words(self) -> Canvas:
        """Draw what stays on the screen when the program has ended."""
        self.canvas = last_words(self._desk)
        return self.canvas
