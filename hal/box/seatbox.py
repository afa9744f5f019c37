"""The seat box as a part of the panel: it is found, kept, and found again, without a question."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from typing import Final

from hal.box.bounds import Budget
from hal.box.messages import Event
from hal.box.ports import Listing
from hal.box.protocol import NEVER, SILENT, Phase, Protocol
from hal.box.trouble import UNTRUE, Reason, Trouble
from hal.box.wire import NoWire, Wire
from hal.gestures import Timing
from hal.interfaces import Edge, Lamp, Presence, Put
from hal.schema import AUTO

log = logging.getLogger(__name__)

#: Seconds between two looks for a box that is not there.
RETRY: Final = 0.5
#: Seconds for which a device that was only found by its USB ids may keep silent; after that it is
#: taken for somebody else's and left alone for so long.
PATIENCE: Final = 3.0
LEFT_ALONE: Final = 30.0
#: A device that cannot be a box is left alone twice as long each time, but never longer than this.
LEFT_ALONE_AT_MOST: Final = 3600.0
#: Seconds for which a port that may not be opened is new: its node is there before its group is.
FRESH: Final = 5.0
#: Why no box works as long as there has been none.
NONE: Final = Reason(Trouble.NONE)
#: A press that is so many seconds old when it arrives is no longer what a player means.
STALE: Final = 5.0


class SeatBox:
    """`Buttons` and `Lamps` on a serial line. All methods are for the loop's thread.

    ``place`` is a serial port, or `AUTO`: found by its USB ids; then a box is not missed until one
    has been there. A loss is put as `Presence("box", ...)`, and once more when another reason
    for it is known; what is plugged in again is attached again, and its lamps show what they
    should. A device that cannot be a box is named and left alone, for longer each time.
    """

    #: What is down when a box is attached means nothing until it is let go; the box sees to that.
    held: frozenset[str] = frozenset()

    def __init__(self, place: str, listing: Listing, put: Put, wake: Callable[[], None]) -> None:
        self.protocol = Protocol()
        self.wire: Wire | None = None
        #: Presses that came too late to be meant.
        self.stale = 0
        self._place = place
        self._listing = listing
        self._put = put
        self._wake = wake
        self._debounce = Timing().debounce
        self._lamps: dict[str, Lamp] = {}
        #: Why no box works; None: one does.
        self.why: Reason | None = NONE
        self._told: Reason | None = None  # the reason that was put last
        self._began = NEVER  # when the first step was
        self._opened = NEVER
        self._retry = NEVER
        self._denied: dict[str, float] = {}  # ports that may not be opened, and since when
        self._alone: dict[str, float] = {}  # ports to be left alone, and until when
        self._pauses: dict[str, float] = {}  # how long each was left alone for what it said
        self._tellings = Budget(20, 1)  # changes that are told; of more than these, the last one
        self._tag = ""
        self._down: dict[str, float] = {}  # buttons that are pressed, and since when
        self._free: dict[str, float] = {}  # from when on they can be pressed anew

    def show(self, lamps: Mapping[str, Lamp]) -> None:
        self._lamps = {name: lamp for name, lamp in lamps.items() if name.startswith("seat")}

    def step(self, now: float) -> float | None:
        if self._began == NEVER:
            self._began = now
        self.protocol.show(self._lamps, now)
        if self.wire is None and now >= self._retry:
            self._retry = now + RETRY
            self._connect(now)
        due = self._exchange(now)
        self._tell(now)
        return due

    def close(self) -> None:
        wire, self.wire = self.wire, None
        self.protocol.closed()
        if wire is not None:
            wire.close()

    # -- the line ------------------------------------------------------------------------------

    def _connect(self, now: float) -> None:
        for path in self._paths(now):
            try:
                self.wire = Wire(path, self._wake)
            except NoWire as error:
                if not self._is_fresh(path, error.reason, now):
                    self._explain(error.reason)
                continue
            self._denied.clear()
            self._opened = now
            self.protocol.opened(now)
            return

    def _is_fresh(self, path: str, reason: Reason, now: float) -> bool:
        """Whether a port may only not be opened yet."""
        if reason.trouble is not Trouble.DENIED:
            return False
        return now < self._denied.setdefault(path, now) + FRESH

    def _paths(self, now: float) -> list[str]:
        if self._place != AUTO:
            paths = [self._place]
            if self._alone and not os.path.exists(self._place):
                self._alone.clear()  # what is plugged in there next may be another device
        else:
            paths = [port.path for port in self._listing() if port.likely]
            self._alone = {path: end for path, end in self._alone.items() if path in paths}
            self._denied = {path: at for path, at in self._denied.items() if path in paths}
            if not paths and self.protocol.about is None:
                self._explain(NONE)
        return [path for path in paths if self._alone.get(path, NEVER) <= now]

    def _exchange(self, now: float) -> float:
        """Bytes in, bytes out; returns when the next step is due."""
        if self.wire is None:
            return self._retry
        try:
            for event in self.protocol.receive(self.wire.take(), now):
                self._take(event, now)
            due = self.protocol.step(now)
            self.wire.write(self.protocol.take())
        except NoWire as error:
            self._explain(error.reason)
            self.close()
            return max(now, self._retry)
        if self.protocol.distrust is not None or self._is_foreign(now):
            self._explain(self._wrong(now))
            self._leave_alone(now)
            return self._retry
        return now + RETRY if due is None else due

    def _leave_alone(self, now: float) -> None:
        """Give the port up for a while, and for longer each time when it was what it said."""
        if self.wire is not None:
            path, pause = self.wire.path, LEFT_ALONE
            if self.protocol.distrust is not None:
                pause = min(2 * self._pauses.get(path, LEFT_ALONE / 2), LEFT_ALONE_AT_MOST)
                self._pauses[path] = pause
            self._alone[path] = now + pause
        self.close()

    def _is_foreign(self, now: float) -> bool:
        """Whether the port was only a guess, and the box may be elsewhere."""
        if self._place != AUTO or not self._is_silent(now):
            return False
        others = sum(port.likely for port in self._listing()) > 1
        return others or self.protocol.about is None

    def _is_silent(self, now: float) -> bool:
        """Whether nobody has answered at an open port for long enough."""
        greeting = self.protocol.phase is Phase.GREETING and not self.protocol.present(now)
        return greeting and now >= self._opened + PATIENCE

    # -- presses -------------------------------------------------------------------------------

    def _take(self, event: Event, now: float) -> None:
        if event.tag != self._tag:  # the box has started anew
            self._tag = event.tag
            self._let_go(now)
        name, at = f"seat{event.seat}", now - event.age
        if not event.down:
            if name in self._down:
                self._release(name, max(at, self._down[name]))
        elif event.age > STALE or at < self._began:
            self.stale += 1
        else:
            # The box has waited until the last release was certain. However the line has shifted
            # the two, this press must not look like bouncing.
            self._down[name] = max(at, self._free.get(name, NEVER))
            self._put(Edge(self._down[name], name, True))

    def _let_go(self, now: float) -> None:
        """Nobody knows whether these are still pressed."""
        for name in list(self._down):
            self._release(name, max(now, self._down[name]))

    def _release(self, name: str, at: float) -> None:
        del self._down[name]
        self._free[name] = at + self._debounce
        self._put(Edge(at, name, False))

    # -- presence ------------------------------------------------------------------------------

    def _tell(self, now: float) -> None:
        """Put it when the box is lost or has come back."""
        self._explain(self._wrong(now))
        if self.why:
            self._let_go(now)
        why = None if self._is_awaited(now) else self.why
        if why != self._told and self._tellings.spend(1, now):
            self._told = why
            self._put(Presence("box", why is None, str(why or "")))

    def _is_awaited(self, now: float) -> bool:
        """At the start, and where none need be, a box is waited for without a complaint."""
        if self.protocol.about is not None:
            return False
        if self.why is not None and self.why.trouble in UNTRUE:
            return False
        return self._place == AUTO or now < self._began + SILENT

    def _wrong(self, now: float) -> Reason | None:
        """Why the box does not work, as far as the protocol knows; else what is known already."""
        protocol = self.protocol
        if protocol.distrust is not None and self.wire is not None:
            about = {**protocol.distrust.about, "path": self.wire.path}
            return Reason(protocol.distrust.trouble, about)
        if protocol.about is not None and protocol.phase is Phase.MISMATCHED:
            return protocol.about.mismatch
        if protocol.phase is Phase.ATTACHED and protocol.fault:
            return Reason(Trouble.FAULT, {"fault": protocol.fault})
        if protocol.present(now):
            return None
        if self.wire is not None and self._is_silent(now):
            return Reason(Trouble.SILENT, {"path": self.wire.path})
        return self.why

    def _explain(self, why: Reason | None) -> None:
        if why != self.why:
            self.why = why
            log.info("seat box: %s", why or "attached")
