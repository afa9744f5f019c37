"""Who may: the whole of what a visitor may do, see and cost, as plain data and pure functions.

docs/security.md tells the same in words. A visitor asks for a deed; each function here says no with
the reason in words (a `Text`), or None for yes. Nothing is changed here, and nobody else decides:
pages (`referee.web.hub`), their gate and doorkeeper, and programs with ``--view`` ask here.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum
from math import ceil
from typing import Final

from referee.kernel.text import Text, Who, text


class Role(IntEnum):
    """What somebody is, by what he has shown. Each may do what those before him may, but that an
    owner plays no seat unless he holds one."""

    #: Has reached the port, no more.
    STRANGER = 0
    #: Has read the code off the panel, or has a token that somebody got for it.
    GUEST = 1
    #: A guest whose page has a seat in the match on the table.
    HOLDER = 2
    #: Was let in at the panel: by "All buttons", or at this very computer where that is allowed.
    OWNER = 3


@dataclass(frozen=True, slots=True)
class Deed:
    """``least``: who may ask for it. ``points``: what it costs of its address's `BUDGET`.
    ``playing``: only while a match is on the table. ``seated``: it is a player's, so that an owner
    needs a seat for it, too. ``touches``: it may lay something over the panel's screen, or ask
    anew what is asked there."""

    least: Role
    points: float = 0.0
    playing: bool = False
    seated: bool = False
    touches: bool = False


#: What others notice costs most: a seat taken is told to all, and kept on the disk.
DEEDS: Final[Mapping[str, Deed]] = {
    "hello": Deed(Role.STRANGER),
    "ping": Deed(Role.STRANGER),
    "language": Deed(Role.STRANGER, 0.5),
    "code": Deed(Role.STRANGER, 2),
    "state": Deed(Role.GUEST, 0.5, playing=True),
    "help": Deed(Role.GUEST, 0.5),
    "claim": Deed(Role.GUEST, 4, playing=True, touches=True),
    "leave": Deed(Role.GUEST, 4, touches=True),
    "matches": Deed(Role.GUEST, 1),
    "record": Deed(Role.GUEST, 0.5),
    "export": Deed(Role.GUEST, 3),
    "answer": Deed(Role.HOLDER, playing=True, seated=True),
    "undo": Deed(Role.HOLDER, 4, playing=True, seated=True),
    "read": Deed(Role.HOLDER),
    "rematch": Deed(Role.HOLDER, playing=True),
    "press": Deed(Role.OWNER, touches=True),
    "choose": Deed(Role.OWNER, touches=True),
    "invite": Deed(Role.OWNER, touches=True),
    "setup": Deed(Role.OWNER, 1, touches=True),
    "begin": Deed(Role.OWNER, 1, touches=True),
    "resume": Deed(Role.OWNER, 1, touches=True),
    "settings": Deed(Role.OWNER, touches=True),
    "care": Deed(Role.OWNER, 1, touches=True),
    "import": Deed(Role.OWNER, 0.1, touches=True),
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks. ``seat``: the one that he holds in the match on the table. ``here``: at this very
    computer, whose screen is the panel. ``eyes``: by what he is known again, his token first, then
    his address; empty where there is none."""

    known: bool = False
    seat: int | None = None
    panel: bool = False
    here: bool = False
    eyes: tuple[str, str] = ("", "")

    @property
    def role(self) -> Role:
        if not self.known:
            return Role.STRANGER
        if self.panel:
            return Role.OWNER
        return Role.GUEST if self.seat is None else Role.HOLDER


def may(visitor: Visitor, deed: str, *, playing: bool, tapping: bool = False) -> Text | None:
    """Why this visitor may not ask for this; None if he may. A deed that is not in `DEEDS` is
    nobody's. ``playing``: a match is on the table. ``tapping``: it asks for a number that may be
    tapped in secret. A tap that meets another screen is refused, and the refusal would tell whoever
    has laid that screen there when the taps came, so how many there were."""
    known = DEEDS.get(deed)
    if known is None:
        return text("web.request")
    role = visitor.role
    if role is Role.STRANGER and known.least is not Role.STRANGER:
        return text("web.stranger")
    if known.playing and not playing:
        return text("web.no-match")
    if role < known.least:
        return text("web.no-panel" if known.least is Role.OWNER else "web.no-seat")
    if known.seated and visitor.seat is None:
        return text("web.no-seat")
    return text("web.tapping") if tapping and known.touches and not visitor.here else None


# -- what a deed is done to --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one match. ``saw``: whose secrets somebody has seen, by his eyes.

    ``secret``: the match may hide something from somebody. ``played``: the seats for which somebody
    has answered what only they may know, or looked at it at the panel.
    """

    computers: Set[int] = frozenset()
    held: Set[int] = frozenset()
    saw: Mapping[str, int] = field(default_factory=dict)
    secret: bool = False
    played: Set[int] = frozenset()

    def seen_by(self, eyes: tuple[str, str]) -> tuple[int | None, int | None]:
        """Whose secrets this token has seen, and this address."""
        token, address = (self.saw.get(one) if one else None for one in eyes)
        return token, address


def may_sit(visitor: Visitor, seat: int, seating: Seating, *, given: bool = False) -> Text | None:
    """A computer's seat is nobody's. A seat that is held is its holder's to give, or the panel's.
    Who has seen a seat's secrets takes no other: never with the same token, and from the same
    address with another one only what the panel gives. Where something is hidden, the panel gives
    every seat, one by one; but who is at this very computer sees the panel anyway.

    ``given``: the panel shows this seat's own code, and this page has typed it."""
    if visitor.seat == seat:
        return None
    token, address = seating.seen_by(visitor.eyes)
    if seat in seating.computers:
        return text("web.computer-seat", who=Who(seat))
    if token not in (None, seat):
        return text("web.seen", who=Who(seat), seen=Who(token or 0))
    if given:
        return None
    if seat in seating.held:
        return text("web.held", who=Who(seat))
    if token is None and address not in (None, seat):
        return text("web.seen-here", who=Who(seat), seen=Who(address or 0))
    if seating.secret and not visitor.here:
        return text("web.given" if seat in seating.played else "web.free", who=Who(seat))
    return None


def may_come_back(seat: int, seating: Seating, *, given: bool, saw: int | None) -> bool:
    """Whether who had this seat in the match before has it in this one, too, which is shown to him
    for the first time. Where something is hidden, only if the panel gave it to him then
    (``given``), and nobody else has played from it here, or seen what it hides: another match may
    go on that others have begun. ``saw``: whose secrets he knows."""
    theirs = seat in seating.played or seat in seating.saw.values()
    return not seating.secret or (given and (not theirs or saw == seat))


def may_watch(*, private: bool, here: bool) -> bool:
    """Whether a page gets the panel's picture, and may press what stands there. What is for one
    player's eyes, or gives a seat, is ``private``: for those at the box."""
    return here or not private


def may_lift(*, here: bool) -> bool:
    """Whether a page may lift a cover: it would have the panel open for whoever stands there."""
    return here


def may_ask_anew(*, tapping: bool, stays: bool, here: bool) -> Text | None:
    """Whether a page's undo may take away a question that others are asked, too, but if it
    ``stays``: while they tap a number it may not, for the reason of `may`."""
    return text("web.tapping") if tapping and not stays and not here else None


def may_answer(seat: int | None, wanted: int, *, for_anybody: bool = False) -> Text | None:
    """A holder answers for his own seat, and for the box's where people have to tell it something.
    ``seat`` None: a program that is the whole table."""
    if seat in (None, wanted) or for_anybody:
        return None
    return text("web.other-seat")


def may_take_back(
    view: int | None, doer: int | None, *, correction: bool, told: bool
) -> Text | None:
    """A program with a view takes its own last answer back, and nothing that anything was learnt
    from: no correction, and nothing once the secrets of the match were ``told``. ``view`` None: a
    program that is the whole table. ``doer``: who has given the answer; None: there is none."""
    if view is None or (view == doer and not (correction or told)):
        return None
    return text("error.view.back", view=view)


def may_abandon(view: int | None) -> Text | None:
    """A match is its table's to give up, and no single view's."""
    return None if view is None else text("error.view.table", view=view)


def may_export(status: str) -> Text | None:
    """The file of a match that goes on would give its secrets away."""
    return None if status == "over" else text("web.not-over")


def may_import(*, playing: bool) -> Text | None:
    """Judging a file takes seconds on a small Pi: not in the middle of a match."""
    return text("web.busy") if playing else None


def may_bring(status: str, *, secretive: bool, named: bool, here: bool) -> Text | None:
    """Whoever has made the file of a match that hides something knows every card of it, the seed
    those to come; so it has to be over, as where it is written. And its seats have to be ``named``:
    else anybody's could be anybody's in its rematch. ``status``: of the match in it."""
    if here or not secretive:
        return None
    if status != "over":
        return text("web.told")
    return None if named else text("web.nameless")


# -- how much ----------------------------------------------------------------------------------

#: Points that an address may spend at once, and that it gets back in a second. This very computer
#: has no limit: whoever is there has the panel.
BUDGET: Final = 30.0
REFILL: Final = 4.0
#: Of so many addresses it is known what they have left.
ADDRESSES: Final = 256


@dataclass(slots=True)
class Budgets:
    """What addresses have left: points, and since when."""

    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def spend(self, address: str, deed: str, now: float) -> Text | None:
        """Take the points of a deed of `DEEDS`; why not, if there are not enough: nothing is taken
        then. ``address``: empty for this very computer."""
        points = DEEDS[deed].points
        if not points or not address:
            return None
        left, since = self._left.pop(address, (BUDGET, now))
        left = min(BUDGET, left + REFILL * max(0.0, now - since))
        lacking = points - left
        self._left[address] = (left - points if lacking <= 0 else left, now)
        while len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        if lacking <= 0:
            return None
        return text("web.too-much", seconds=max(1, ceil(lacking / REFILL)))


#: Requests that a page may send a second for long, and at once.
RATE: Final = 20.0
BURST: Final = 60.0
#: What a page may send at once that is let in late, for another of its address asked for too much.
SOBER: Final = 5.0


@dataclass(slots=True)
class Flow:
    """How many requests a page may send: ``left`` at the moment ``since``."""

    left: float
    since: float

    def spend(self, now: float) -> bool:
        """Whether it may send one more now; if not, it is hung up on."""
        self.left, self.since = min(BURST, self.left + (now - self.since) * RATE), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


# -- wrong codes -------------------------------------------------------------------------------

#: So many wrong codes, and for so many seconds no code of that address is looked at.
TRIES: Final = 5
LOCKED: Final = 60.0
#: Of so many addresses it is known how often they were wrong: of all that can come while one of
#: them is locked out.
WRONG: Final = 4096


@dataclass(slots=True)
class Lockouts:
    """How often addresses have been wrong within `LOCKED` seconds of the first time. A right code
    in between changes nothing: a guest has one to type."""

    _wrong: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)

    def wait(self, address: str, now: float) -> float:
        """Seconds until a code of this address is looked at again; 0: at once."""
        times, since = self._wrong.get(address, (0, 0.0))
        return max(0.0, since + LOCKED - now) if times >= TRIES else 0.0

    def missed(self, address: str, now: float) -> None:
        """It has typed a wrong one; the minute of the last try begins with it."""
        times, since = self._wrong.pop(address, (0, now))
        if now >= since + LOCKED:
            times, since = 0, now
        self._wrong[address] = (times + 1, now if times + 1 >= TRIES else since)
        while len(self._wrong) > WRONG:
            self._wrong.popitem(last=False)


# -- places ------------------------------------------------------------------------------------

#: Pages of people who are known; of one address at most, but for this very computer; and of
#: strangers.
PAGES: Final = 40
EACH: Final = 20
STRANGERS: Final = 40
#: Seconds within which a page says who it is, by a token or a code; its reader's phone comes again.
STRANGE: Final = 20.0


@dataclass(slots=True, eq=False)
class Caller:
    """A page that is connected, each of them another one. ``known``: no stranger. ``seat``: the one
    that it has; ``panel``: an owner's."""

    address: str
    local: bool = False
    known: bool = False
    seat: int | None = None
    panel: bool = False

    @property
    def company(self) -> str | int:
        """Which pages are one person's, as far as can be told."""
        return self.address if self.seat is None else self.seat


def in_the_way(new: Caller, there: Sequence[Caller]) -> Caller | None:
    """Who has to go so that ``new`` may come in: nobody, one of ``there``, or ``new`` itself.

    ``there``: who is connected, the oldest first. Everybody comes as a stranger, and strangers have
    places of their own. Where they are taken, the oldest one of the address that has most of them
    goes, so that whoever comes next gets in, and nobody keeps others out. Of more known pages than
    there are places one goes of those of which one seat or address has most: rather one that only
    looks on, and the youngest.
    """
    strangers = [caller for caller in there if not caller.known]
    known = [caller for caller in there if caller.known]
    addresses = Counter(caller.address for caller in there)
    if not new.local and addresses[new.address] >= EACH:
        return new
    if len(known) > PAGES:
        crowds = Counter(caller.company for caller in known)
        return max(
            reversed(known),
            key=lambda caller: (crowds[caller.company], caller.seat is None and not caller.panel),
        )
    if len(strangers) < STRANGERS:
        return None
    of_strangers = Counter(caller.address for caller in strangers)
    return max(strangers, key=lambda caller: of_strangers[caller.address])
