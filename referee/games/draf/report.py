"""What the device's own road says where the players would look at theirs."""

from __future__ import annotations

from referee.game import Ask, Entry
from referee.games.draf import lanes, moving, road
from referee.games.draf.position import Draf


def report(p: Draf, ask: Ask) -> Entry:
    """The answer to an ask about the road, which is in the device."""
    seat = ask.seats[0]
    if p.state == "look":
        kind = road.kind_at(p, moving.target(p.agenda[-1]))
        return Entry(seat, "here", {"tile": kind})
    if p.state == "close_end":
        return Entry(seat, "ends", {"row": p.road.length(lanes.closing(p))})
    left, right = lanes.outer_lanes(p)
    lengths = {lane: p.road.length(lane) for lane in (left, right)}
    if lengths[left] == lengths[right]:
        return Entry(seat, "level")
    return Entry(seat, "shorter", {"lane": min(lengths, key=lambda lane: lengths[lane])})
