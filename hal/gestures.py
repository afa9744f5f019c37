"""From timed raw edges to presses: debounce, hold, repeat, stuck buttons.

Theory of operation. A press counts from its leading edge, at once. A release counts only when the
contact has stayed open for `Timing.debounce`; so however a contact bounces, on the way down or up,
it makes one press. Buttons whose hold means something decide when they are let go or when the
hold time is over. A button that stays down for `Timing.stuck`, or was down when the program
started, means nothing until it is let go.

Everything depends on the times of the edges alone: how often `step` is called in between changes
when a gesture is handed out, never which one. No clock, no thread, no pins: edges of GPIO pins and
of a seat box are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from hal.interfaces import Edge, Gesture, Press


class Reaction(Enum):
    """What staying down means for a button."""

    NOTHING = "nothing"  # TAP on the way down
    REPEAT = "repeat"  # TAP on the way down, then REPEAT again and again
    HOLD = "hold"  # TAP when let go, or HOLD


#: All other buttons (roll, the seats') react with `Reaction.NOTHING`.
REACTIONS: Final[Mapping[str, Reaction]] = MappingProxyType(
    {
        "up": Reaction.REPEAT,
        "down": Reaction.REPEAT,
        "ok": Reaction.HOLD,
        "back": Reaction.HOLD,
    }
)


@dataclass(frozen=True, slots=True)
class Timing:
    """All in seconds. ``debounce`` must be longer than a worn contact bounces (5..15 ms)."""

    debounce: float = 0.025
    hold: float = 0.6
    repeat_after: float = 0.45
    repeat_every: float = 0.12
    stuck: float = 10.0


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button has been down for too long (``stuck``), or has come free again."""

    at: float
    button: str
    stuck: bool


class _Phase(Enum):
    UP = "up"
    DOWN = "down"
    MUTE = "mute"  # down, but it has said what it had to say
    STUCK = "stuck"


class _Button:
    """One button. Its next deadline is ``due``; the caller steps it there before anything later."""

    def __init__(self, name: str, reaction: Reaction, timing: Timing) -> None:
        self.name = name
        self._reaction = reaction
        self._timing = timing
        self._phase = _Phase.UP
        self._closed = False  # the raw contact
        self._changed = 0.0  # when the contact changed last
        self._pressed = 0.0
        self._next = 0.0  # when a repeat is due
        self._free = float("-inf")  # when the last release became certain

    def mute(self, at: float) -> None:
        """It was down when the program started: wait until it is let go."""
        self._phase = _Phase.MUTE
        self._closed = True
        self._changed = self._pressed = at

    def edge(self, at: float, closed: bool) -> list[Press | Stuck]:
        if closed == self._closed:
            return []
        self._closed = closed
        self._changed = at
        if not closed or self._phase is not _Phase.UP:
            return []
        self._pressed = at
        if at < self._free:  # an edge delivered late: it belongs to the bounce that is over
            self._phase = _Phase.MUTE
            return []
        self._phase = _Phase.DOWN
        self._next = at + self._timing.repeat_after
        return [] if self._reaction is Reaction.HOLD else [Press(at, self.name, Gesture.TAP)]

    def due(self) -> float | None:
        if self._phase is _Phase.UP:
            return None
        if not self._closed:
            return self._changed + self._timing.debounce
        if self._phase is _Phase.STUCK:
            return None
        times = [self._pressed + self._timing.stuck]
        if self._phase is _Phase.DOWN and self._reaction is Reaction.HOLD:
            times.append(self._pressed + self._timing.hold)
        if self._phase is _Phase.DOWN and self._reaction is Reaction.REPEAT:
            times.append(self._next)
        # A deadline that passed while the contact was open counts from when it closed again.
        return max(min(times), self._changed)

    def fire(self, at: float) -> Press | Stuck | None:
        """What happens at the deadline ``at``; only called when that is `due`."""
        if not self._closed:
            return self._let_go(at)
        if at >= self._pressed + self._timing.stuck:
            self._phase = _Phase.STUCK
            return Stuck(at, self.name, stuck=True)
        if self._reaction is Reaction.HOLD:
            self._phase = _Phase.MUTE
            return Press(at, self.name, Gesture.HOLD)
        self._next = at + self._timing.repeat_every
        return Press(at, self.name, Gesture.REPEAT)

    def _let_go(self, at: float) -> Press | Stuck | None:
        phase, self._phase = self._phase, _Phase.UP
        self._free = at
        if phase is _Phase.STUCK:
            return Stuck(at, self.name, stuck=False)
        if phase is _Phase.DOWN and self._reaction is Reaction.HOLD:
            return Press(at, self.name, Gesture.TAP)
        return None


class Gestures:
    """All buttons of a panel. Buttons not heard of before are added as they come."""

    def __init__(
        self,
        timing: Timing | None = None,
        reactions: Mapping[str, Reaction] = REACTIONS,
    ) -> None:
        self._timing = timing or Timing()
        self._reactions = reactions
        self._buttons: dict[str, _Button] = {}

    def start(self, held: Iterable[str], at: float) -> None:
        """These buttons are down already and must be let go before they mean anything."""
        for name in held:
            self._button(name).mute(at)

    def feed(self, edge: Edge) -> list[Press | Stuck]:
        """An edge, and all that was due before it. Feed each button's edges in order of time."""
        events = self.step(edge.at)
        return events + self._button(edge.button).edge(edge.at, edge.down)

    def step(self, now: float) -> list[Press | Stuck]:
        """All that has become due by ``now``, in order of time."""
        events: list[Press | Stuck] = []
        while True:
            ready = [(due, name) for due, name in self._dues() if due <= now]
            if not ready:
                return events
            due, name = min(ready)
            event = self._buttons[name].fire(due)
            if event is not None:
                events.append(event)

    def due(self) -> float | None:
        """When `step` will have something to do; None: not before the next edge."""
        return min((due for due, _ in self._dues()), default=None)

    def _dues(self) -> list[tuple[float, str]]:
        dues = ((button.due(), name) for name, button in self._buttons.items())
        return [(due, name) for due, name in dues if due is not None]

    def _button(self, name: str) -> _Button:
        button = self._buttons.get(name)
        if button is None:
            reaction = self._reactions.get(name, Reaction.NOTHING)
            button = self._buttons[name] = _Button(name, reaction, self._timing)
        return button
