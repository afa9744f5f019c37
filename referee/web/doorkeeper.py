"""Who may see and do what: codes that the panel shows, tokens that browsers keep.

A code is read off the panel, so whoever has it was at the table. It admits a browser for a short
time and earns it a token. A token opens what its pass says and nothing else; only its hash is
kept. Time and chance are arguments.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from referee.authority import Lockouts

#: Letters that nobody takes for one another, in a small screen's pixels either: a 2 is a Z there.
#: In capitals, so that a QR code stays small.
ALPHABET: Final = "34679ACDEFGHJKLMNPQRTUVWXY"
#: So long that nobody finds one in an evening, however many addresses he has: docs/security.md
#: reckons it. So nobody has to wait for what others have typed.
LENGTH: Final = 8
#: Seconds that a code holds.
LIFETIME: Final = 600.0
#: Seconds for which a seat's own code is good when it is shown no more: the box may tell something
#: over it, while somebody is typing.
LINGERS: Final = 10.0
#: So many browsers are remembered. Of those that may no more than look on, the oldest of the
#: address that has most of them is forgotten first: so nobody forgets another's.
REMEMBERED: Final = 64


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token opens. ``seat``: that seat's eyes and answers, for the player of this name.

    ``panel``: all buttons of the panel. ``host``: the address that it was given to. ``match``: the
    last match that a page has shown from this seat. ``given``: the panel has given the seat, and it
    was kept from match to match since then.
    """

    seat: int | None = None
    name: str = ""
    panel: bool = False
    host: str = ""
    match: str = ""
    given: bool = False

    def plain(self) -> dict[str, Any]:
        return asdict(self)


#: What the codes for everybody open: the pages, and all buttons besides.
VISIT: Final = Pass()
PANEL: Final = Pass(panel=True)


@dataclass(slots=True)
class Doorkeeper:
    """``letters(n)`` draws n random letters of `ALPHABET`, ``token()`` a fresh secret.

    ``keep`` is called with all passes whenever they change, as plain data by hashed token.
    """

    letters: Callable[[int], str]
    token: Callable[[], str]
    keep: Callable[[Mapping[str, Any]], None] = lambda passes: None
    passes: dict[str, Pass] = field(default_factory=dict)
    #: By what they open: codes, and until when they are good.
    _codes: dict[Pass, tuple[str, float]] = field(default_factory=dict)
    _lockouts: Lockouts = field(default_factory=Lockouts)

    def recall(self, kept: Any) -> None:
        """Take what was kept; what cannot be read is left out."""
        for key, data in kept.items() if isinstance(kept, dict) else ():
            if isinstance(data, dict) and isinstance(data.get("name"), str):
                seat = data.get("seat")
                seat = seat if type(seat) is int else None
                host = str(data.get("host", ""))
                match, panel = str(data.get("match", "")), data.get("panel") is True
                given = data.get("given") is True
                self.passes[str(key)] = Pass(seat, data["name"], panel, host, match, given)

    def code(self, now: float, opens: Pass = VISIT) -> str:
        """The code to show; the same until it is too old. ``opens``: what it is good for, `VISIT`,
        `PANEL`, or one seat of a match. A seat's is good while it is shown, and `LINGERS`."""
        self._codes = {what: code for what, code in self._codes.items() if now < code[1]}
        if opens not in self._codes:
            self._codes[opens] = (self.letters(LENGTH), now + LIFETIME)
        shown, until = self._codes[opens]
        self._codes[opens] = (shown, until if opens.seat is None else now + LINGERS)
        return shown

    def used(self, opens: Pass) -> None:
        """The code for this has done what it was shown for."""
        self._codes.pop(opens, None)

    def admit(self, code: str, now: float, host: str = "") -> Pass | None:
        """What a right code opens; None for a wrong or old one, and while this address has tried
        too many. Others are let in meanwhile, and the code on the screen stays good."""
        if self.wait(now, host):
            return None
        typed = _bytes("".join(code.split()).upper())
        for opens, (right, until) in self._codes.items():
            if now < until and hmac.compare_digest(typed, right.encode()):
                return opens
        self._lockouts.missed(host, now)
        return None

    def wait(self, now: float, host: str = "") -> float:
        """Seconds until a code of this address is looked at again; 0: at once."""
        return self._lockouts.wait(host, now)

    def issue(self, granted: Pass) -> str:
        token = self.token()
        self._put(hashed(token), granted)
        return token

    def widen(self, token: str, granted: Pass) -> None:
        """A browser that is known shows a code: it keeps its token, and may what both say."""
        mine = self.passes[hashed(token)]
        self._put(hashed(token), replace(mine, panel=mine.panel or granted.panel))

    def find(self, token: str) -> Pass | None:
        """What a token opens; None if nobody ever got it, or it was taken away."""
        return self.passes.get(hashed(token))

    def sit(self, token: str, seat: int, name: str) -> None:
        """Give the bearer this seat; whether he may have it is `referee.web.seats`' business."""
        mine = self.passes[hashed(token)]
        self._empty(seat)
        granted = replace(mine, seat=seat, name=name, match="", given=False)
        self._put(hashed(token), granted)

    def meet(self, token: str, match: str, *, given: bool) -> None:
        """The bearer's page shows this match, where his seat is the panel's gift, or is not."""
        mine = self.passes[hashed(token)]
        self._put(hashed(token), replace(mine, match=match, given=given))

    def vacate(self, seat: int) -> None:
        """Whoever has this seat keeps a spectator's pass."""
        self._empty(seat)
        self._keep()

    def _empty(self, seat: int) -> None:
        for key, other in self.passes.items():
            if other.seat == seat:
                self.passes[key] = _standing(other)

    def stand(self, token: str) -> None:
        mine = self.passes.get(hashed(token))
        if mine is not None:
            self._put(hashed(token), _standing(mine))

    def _put(self, key: str, granted: Pass) -> None:
        self.passes.pop(key, None)
        self.passes[key] = granted
        while len(self.passes) > REMEMBERED:
            del self.passes[self._forgotten(key)]
        self._keep()

    def _forgotten(self, fresh: str) -> str:
        """Whose pass goes, so that there is room for this one. There are fewer seats than passes,
        but whoever has the panel may have let in as many owners as he likes."""
        others = {key: one for key, one in self.passes.items() if key != fresh}
        looking = {k: p for k, p in others.items() if p.seat is None and not p.panel} or others
        hosts = Counter(one.host for one in looking.values())
        return max(looking, key=lambda key: hosts[looking[key].host])

    def _keep(self) -> None:
        self.keep({key: value.plain() for key, value in self.passes.items()})


def _standing(granted: Pass) -> Pass:
    """The same without a seat."""
    return replace(granted, seat=None, name="", given=False)


def hashed(token: str) -> str:
    """As which a token is kept."""
    return hashlib.sha256(_bytes(token)).hexdigest()


def _bytes(text: str) -> bytes:
    """Whatever a stranger has sent: half of an emoji, say, which is no UTF-8."""
    return text.encode(errors="surrogatepass")
