"""Where cars can still meet red, for all that diversions may yet do (KR-INT-36, KR-DIV-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.places import red_reaches, within_reach
from referee.games.knight_rider.board.roads import Card, Roads, roads
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town


def meeting_places(p: Town) -> Iterator[int]:
    """By car, the places to meet red, counted when they are wanted."""
    reds = red_reaches(p.laid, p.board.red, p.numbers.arrows)
    for seat in p.seats:
        made = _opened(p) if _diverts(p, seat) else p.roads
        yield len(_reached(p, seat, made) & reds)


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


def _reached(p: Town, seat: int, made: Roads) -> set[int]:
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
