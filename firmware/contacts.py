"""From contacts that bounce to buttons that are pressed and let go.

The rule is the panel's own (hal/gestures.py): a press counts from its leading edge, at once; it is
over when the contact has stayed open for `DEBOUNCE`. A button that is down when the box
starts means nothing until it is let go.
"""

#: Milliseconds for which a contact must stay open; longer than a worn one bounces.
DEBOUNCE = 25


class Contacts:
    """All buttons of a box, as bits of a number: bit 0 is seat 1. Times are milliseconds."""

    def __init__(self, closed: int) -> None:
        self._closed = closed  # the contacts as they were seen last
        self.down = closed  # the buttons that count as pressed
        self._opened: dict[int, int] = {}  # since when they are open, while that is uncertain

    def step(self, now: int, closed: int) -> list[tuple[int, bool, int]]:
        """What has happened, in order: seat, pressed or let go, and when."""
        if closed == self._closed and not self._opened:
            return []
        events = self._over(now)
        changed = closed ^ self._closed
        self._closed = closed
        seat = 0
        while changed >> seat:
            bit = 1 << seat
            seat += 1
            if not changed & bit:
                continue
            if closed & bit:
                self._opened.pop(seat, 0)
                if not self.down & bit:
                    self.down |= bit
                    events.append((seat, True, now))
            elif self.down & bit:
                self._opened[seat] = now
        return events

    def due(self) -> int | None:
        """When the next release becomes certain."""
        return min(self._opened.values()) + DEBOUNCE if self._opened else None

    def _over(self, now: int) -> list[tuple[int, bool, int]]:
        """The releases that have become certain; each happened when its contact opened."""
        over = [seat for seat in sorted(self._opened) if now - self._opened[seat] >= DEBOUNCE]
        events = [(seat, False, self._opened.pop(seat)) for seat in over]
        for seat in over:
            self.down &= ~(1 << (seat - 1))
        return events
