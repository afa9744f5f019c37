"""Which of the open turns is on the screen, whether it is covered, and the answer being made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.kernel.journal import Mark
from referee.kernel.scene import Scene, Widget
from referee.table.answer.answering import Answering
from referee.table.session import Moment, Session, Turn

#: An open secret is covered again when nobody has pressed anything for so long (seconds).
COVER_AFTER: Final = 45.0


class Spotlight:
    """Follows the match: `follow` after anything that may have changed it.

    ``seats`` are those of the shown turn, nobody's when the match is over. ``open``: a secret turn
    is uncovered, and the panel is in the hands of its player; one person alone needs no cover.
    ``box``: whether the box answers for these seats; of several open turns, that of a person is
    shown first.
    """

    def __init__(self, session: Session, box: Callable[[tuple[int, ...]], bool]) -> None:
        self.session = session
        self._box = box
        self.seats: tuple[int, ...] = ()
        self.answering: Answering | None = None
        self.open = False
        self.moment: Moment | None = None
        self.begun = 0  # answers, so far

    @property
    def turn(self) -> Turn:
        return next(turn for turn in self.session.turns if turn.seats == self.seats)

    @property
    def covered(self) -> bool:
        return bool(self.seats) and self.turn.secret and not (self.open or self._unshared)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen is for; None: everybody's."""
        return self.seats[0] if self.open or self._unshared else None

    @property
    def _unshared(self) -> bool:
        """Whether nobody else is there who must not see the shown turn: one person plays against
        the box, and it is that person's turn."""
        alone = self.session.people == 1
        return alone and bool(self.seats) and self.turn.secret and not self._box(self.seats)

    @property
    def scene(self) -> Scene:
        """The scene for those eyes."""
        return self.session.scene(self.viewer)

    def follow(self) -> bool:
        """Look at the match anew; returns whether others are asked now than were before.

        A half-made answer goes on as long as its question stays; in another language it begins
        anew.
        """
        match = self.session.match
        now: Moment = (self.session.catalogue, match, len(match.lines))
        if now == self.moment:
            return False
        earlier = self.moment or now
        played = earlier[1:] != now[1:]
        self.moment = now
        if self._goes_on(earlier):
            self.open = self.open and not self._all_looked(earlier)
            return False
        before, held = self.seats, self.open and played and not self._all_looked(earlier)
        same = (turn for turn in self.session.turns if turn.seats == before and not played)
        self.show(next(same, None))
        self.open = held and self.seats == before and self.covered
        return played and self.seats != before

    def show(self, turn: Turn | None) -> None:
        """Show this turn, covered if it is secret; None: the first one that is open."""
        turns = self.session.turns
        people = (turn for turn in turns if not self._box(turn.seats))
        turn = turn or next(people, turns[0] if turns else None)
        self.open = False
        self.seats = turn.seats if turn is not None else ()  # nobody's: the match is over
        self.answering = self._begun(turn) if turn is not None else None

    def widgets(self, scene: Scene) -> tuple[Widget, ...]:
        """The scene's widgets; those of the asked seat where it has some of its own."""
        own = scene.sheets.get(self.seats[0], ()) if len(self.seats) == 1 else ()
        return own or scene.body

    def _begun(self, turn: Turn) -> Answering:
        session, scene = self.session, self._seen_by(turn)
        self.begun += 1
        words, state, widgets = session.catalogue, session.match.state, self.widgets(scene)
        return Answering(words, state, turn.asks, widgets, scene.badges)

    def _seen_by(self, turn: Turn) -> Scene:
        return self.session.scene(turn.seats[0] if turn.secret else None)

    def _goes_on(self, earlier: Moment) -> bool:
        """Whether nobody but others has answered, and these seats are asked the same as before:
        what they have begun is theirs, and only what they see is new."""
        (words, match, count), session, answering = earlier, self.session, self.answering
        fresh = session.match.lines[count:]
        turn = next((turn for turn in session.turns if turn.seats == self.seats), None)
        if answering is None or turn is None or not fresh or self.covered:
            return False
        others = all(
            line.mark is Mark.ENTRY and line.entry is not None and line.entry.seat not in self.seats
            for line in fresh
        )
        here = (words, match) == (session.catalogue, session.match)
        if not (here and others and answering.asked(turn.asks, session.match.state)):
            return False
        scene = self._seen_by(turn)
        answering.update_scene(self.widgets(scene), scene.badges)
        return True

    def _all_looked(self, earlier: Moment) -> bool:
        """Whether the panel has left the hands of the one player who had it for himself.

        It has if something was told to all since then, or taken back, or in another match.
        """
        _, match, count = earlier
        fresh = self.session.match.lines[count:]
        if match is not self.session.match or any(line.mark is not Mark.ENTRY for line in fresh):
            return True
        last = match.log[len(match.log) - len(fresh) :]
        return any(r.stop and r.shown_to(None) for logged in last for r in logged.rulings)


class Cover:
    """Who lifts the cover of a secret turn, and when it comes back by itself.

    ``unheard``: somebody has the panel for himself, and wants nothing of it said aloud.
    """

    def __init__(self, spot: Spotlight) -> None:
        self._spot = spot
        self._aloud = False
        self._touched = 0.0

    @property
    def unheard(self) -> bool:
        return self._spot.open and not self._aloud

    def lift(self, *, aloud: bool) -> None:
        self._spot.open, self._aloud = True, aloud

    def touch(self, now: float) -> None:
        """Somebody has pressed something."""
        self._touched = now

    def tick(self, now: float) -> float | None:
        """Cover what nobody cares for any more; returns when that is."""
        if not self._spot.open:
            return None
        due = self._touched + COVER_AFTER
        if now < due:
            return due
        self._spot.open = False
        return None
