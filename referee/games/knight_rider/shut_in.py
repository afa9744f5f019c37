"""Whether anybody can still win: diversions can shut all cars in (KR-INT-36, KR-DIV-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from referee.game import Ask, Entry, Kind, Menu, Say, text
from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.places import red_reaches, within_reach
from referee.games.knight_rider.board.roads import Card, Roads, roads
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town

#: Tableaus in reach of a car that is as good as shut in: in the model games that nobody won, every
#: car had so many or fewer (KR-INT-36).
FEW: Final = 4


def shut_in(p: Knight, entry: Entry) -> bool:
    """No car can come to more than a few places where red can ever be, and no diversion of its own
    changes that (KR-INT-36, KR-INT-54). The players hear it once a round of the escape cards."""
    if not p.modelled or town(p).board.warned:
        return False
    return all(count <= FEW for count in _in_reach(town(p)))


def most_in_reach(p: Town) -> int:
    """The places to meet red that the best placed car has; with 0 nobody can win any more, unless
    somebody opens the way for another."""
    return max(_in_reach(p))


def _in_reach(p: Town) -> Iterator[int]:
    """By car, the places to meet red, counted when they are wanted."""
    reds = red_reaches(p.laid, p.board.red, p.numbers.arrows)
    for seat in p.seats:
        made = _opened(p) if _diverts(p, seat) else p.roads
        yield len(_meeting_places(p, seat, made) & reds)


def _opened(p: Town) -> Roads:
    """The most open roads that diversions can make: with all tableaus as printed but those on
    which three lie already (KR-DIV-7, KR-DIV-8)."""
    tops = ((n, Card(p.stacks[str(n)][-1], p.board.card_turns[str(n)][-1])) for n in _full(p))
    return _most_open(p.numbers.parts, p.laid, tuple(tops))


@lru_cache(maxsize=16)
def _most_open(parts: Parts, laid: tuple[Laid, ...], tops: tuple[tuple[int, Card], ...]) -> Roads:
    return roads(parts, laid, dict(tops))


def _full(p: Knight) -> list[int]:
    """Tableaus whose topmost diversion stays topmost."""
    return [int(n) for n, stack in p.stacks.items() if len(stack) >= p.numbers.diversion_limit]


def _diverts(p: Knight, seat: int) -> bool:
    """Whether this player has, or may have, a diversion left."""
    hand = p.car(seat).hands["diversion"]
    return bool(hand.blind) or any(hand.known.values())


def _meeting_places(p: Town, seat: int, made: Roads) -> set[int]:
    """Tableaus on whose middle field this car can still stand, once its targets are driven to."""
    here = p.stand(seat).spot.field
    found = within_reach(made, here, jumps=_jumps(p, seat))
    if not found.issuperset(p.car(seat).open_targets):
        return set()
    own = {made.numbers[here]} if here in made.numbers else set()
    return found | own


def _jumps(p: Knight, seat: int) -> int:
    """Jump cards that this player may hold."""
    hand = p.car(seat).hands["kitt"]
    return hand.known["jump"] + min(hand.blind, p.pool["kitt"]["jump"])


def warn(p: Knight, entry: Entry, say: Say) -> None:
    """They know it now, and play on."""
    town(p).board.warned = True


def end_unwon(p: Knight, entry: Entry, say: Say) -> None:
    """The players end a match that nobody can win any more (KR-END-9)."""
    p.ending = "KR-END-9"
    say("kr.won.KR-END-9", "KR-END-9")


def shut_asks(p: Knight) -> tuple[Ask, ...]:
    """All cars are shut in; the group plays on or ends the match (KR-INT-36)."""
    menu = Menu()
    menu.add("play_on")
    menu.add("give_up")
    prompt = text("kr.shut.hardly" if most_in_reach(town(p)) else "kr.shut.nobody")
    return menu.asks(tuple(p.seats), Kind.DECISION, prompt, "KR-INT-36")
