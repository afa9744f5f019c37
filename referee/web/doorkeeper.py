"""Who may see and do what: codes that the panel shows, tokens that browsers keep.

A code is read off the panel, so whoever has it was at the table. It admits a browser for a short
time and earns it a token. A token opens what its pass says and nothing else; only its hash is
kept. Time and chance are arguments.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: Letters that nobody takes for one another; in capitals, so that a QR code stays small.
ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH: Final = 5
#: Seconds that a code holds, and how long nobody is let in after so many wrong ones.
LIFETIME: Final = 600.0
TRIES: Final = 5
PAUSE: Final = 60.0
#: So many browsers are remembered; the oldest is forgotten first.
REMEMBERED: Final = 64


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token opens. ``seat``: that seat's eyes and answers, for the player of this name.

    ``panel``: all buttons of the panel.
    """

    seat: int | None = None
    name: str = ""
    panel: bool = False

    def plain(self) -> dict[str, Any]:
        return {"seat": self.seat, "name": self.name, "panel": self.panel}


@dataclass(slots=True)
class Doorkeeper:
    """``letters(n)`` draws n random letters of `ALPHABET`, ``token()`` a fresh secret.

    ``keep`` is called with all passes whenever they change, as plain data by hashed token.
    """

    letters: Callable[[int], str]
    token: Callable[[], str]
    keep: Callable[[Mapping[str, Any]], None] = lambda passes: None
    passes: dict[str, Pass] = field(default_factory=dict)
    _codes: dict[bool, tuple[str, float]] = field(default_factory=dict)  # by what they open
    _misses: int = 0
    _locked_until: float = 0.0

    def recall(self, kept: Any) -> None:
        """Take what was kept; what cannot be read is left out."""
        for key, data in kept.items() if isinstance(kept, dict) else ():
            if isinstance(data, dict) and isinstance(data.get("name"), str):
                seat = data.get("seat")
                seat = seat if type(seat) is int else None
                self.passes[str(key)] = Pass(seat, data["name"], data.get("panel") is True)

    def code(self, now: float, *, panel: bool = False) -> str:
        """The code to show; the same until it is too old. ``panel``: it opens the panel, too."""
        code, since = self._codes.get(panel, ("", 0.0))
        if not code or now >= since + LIFETIME:
            code = self.letters(LENGTH)
            self._codes[panel] = (code, now)
        return code

    def admit(self, code: str, now: float) -> str | None:
        """A token for a right code; None for a wrong or old one, and while too many were tried."""
        if now < self._locked_until:
            return None
        typed = code.strip().upper().encode()
        for panel, (right, since) in self._codes.items():
            if now < since + LIFETIME and hmac.compare_digest(typed, right.encode()):
                self._misses = 0
                return self.issue(Pass(panel=panel))
        self._misses += 1
        if self._misses >= TRIES:
            self._misses, self._locked_until = 0, now + PAUSE
            self._codes.clear()
        return None

    def wait(self, now: float) -> float:
        """Seconds until a code is looked at again; 0: at once."""
        return max(0.0, self._locked_until - now)

    def issue(self, granted: Pass) -> str:
        token = self.token()
        self._put(hashed(token), granted)
        return token

    def find(self, token: str) -> Pass | None:
        """What a token opens; None if nobody ever got it, or it was taken away."""
        return self.passes.get(hashed(token))

    def sit(self, token: str, seat: int, name: str) -> None:
        """Give the bearer this seat; whether he may have it is `referee.web.seats`' business."""
        mine = self.passes[hashed(token)]
        self._empty(seat)
        self._put(hashed(token), Pass(seat, name, mine.panel))

    def vacate(self, seat: int) -> None:
        """Whoever has this seat keeps a spectator's pass."""
        self._empty(seat)
        self._keep()

    def _empty(self, seat: int) -> None:
        for key, other in self.passes.items():
            if other.seat == seat:
                self.passes[key] = Pass(panel=other.panel)

    def stand(self, token: str) -> None:
        mine = self.passes.get(hashed(token))
        if mine is not None:
            self._put(hashed(token), Pass(panel=mine.panel))

    def _put(self, key: str, granted: Pass) -> None:
        self.passes.pop(key, None)
        self.passes[key] = granted
        while len(self.passes) > REMEMBERED:
            del self.passes[next(iter(self.passes))]
        self._keep()

    def _keep(self) -> None:
        self.keep({key: value.plain() for key, value in self.passes.items()})


def hashed(token: str) -> str:
    """As which a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()
