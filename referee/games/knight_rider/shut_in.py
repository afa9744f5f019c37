"""Whether anybody can still win: diversions can shut all cars in (KR-INT-36, KR-DIV-11)."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Entry, Kind, Menu, Say, text
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.board.reach import meeting_places
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, in_device

#: Tableaus in reach of a car that is as good as shut in: in the model games that nobody won, every
#: car had so many or fewer (KR-INT-36).
FEW: Final = 4


def shut_in(p: Knight, entry: Entry) -> bool:
    """No car can come to more than a few places where red can ever be, and no diversion of its own
    changes that (KR-INT-36, KR-INT-54). The players hear it once a round of the escape cards."""
    places = board(p).meeting_places()
    return places is not None and all(count <= FEW for count in places)


def most_in_reach(p: Town) -> int:
    """The places to meet red that the best placed car has; with 0 nobody can win any more, unless
    somebody opens the way for another."""
    return max(meeting_places(p))


@in_device
def warn(p: Town, entry: Entry, say: Say) -> None:
    """They know it now, and play on."""
    p.board.warned = True


def end_unwon(p: Knight, entry: Entry, say: Say) -> None:
    """The players end a match that nobody can win any more (KR-END-9)."""
    p.ending = "KR-END-9"
    say("kr.won.KR-END-9", "KR-END-9")


@in_device
def shut_asks(p: Town) -> tuple[Ask, ...]:
    """All cars are shut in; the group plays on or ends the match (KR-INT-36)."""
    menu = Menu()
    menu.add("play_on")
    menu.add("give_up")
    prompt = text("kr.shut.hardly" if most_in_reach(p) else "kr.shut.nobody")
    return menu.asks(tuple(p.seats), Kind.DECISION, prompt, "KR-INT-36")
