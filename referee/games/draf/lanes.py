"""For every player who is out a lane is given up."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, Menu, OneOf, Say, text
from referee.games.draf.position import Draf


def all_closed(p: Draf, entry: Entry) -> bool:
    """A lane has been given up for every player who is out (DRF-LANE-1)."""
    return not p.to_close


# -- which one -------------------------------------------------------------------------------


def outer_lanes(p: Draf) -> tuple[int, int]:
    """The leftmost and the rightmost open lane (DRF-LANE-2)."""
    lanes = p.open_lanes()
    return lanes[0], lanes[-1]


def best_row(p: Draf, lane: int) -> int:
    """The row of the foremost car in a lane, 0 without one (DRF-LANE-3, DRF-LANE-6)."""
    rows = [p.driver(seat).row for seat in p.active if p.driver(seat).lane == lane]
    return max(rows, default=0)


def lane_to_close(p: Draf) -> int:
    """The lane that is given up by DRF-LANE-2 and DRF-LANE-3; 0 where these do not decide."""
    left, right = outer_lanes(p)
    rows = {lane: best_row(p, lane) for lane in (left, right)}
    if rows[left] and rows[right]:
        return max(rows, key=lambda lane: rows[lane]) if rows[left] != rows[right] else 0
    empty = [lane for lane in (left, right) if not rows[lane]]
    return empty[0] if len(empty) == 1 else 0


def lane_is_clear(p: Draf, entry: Entry) -> bool:
    """One outer lane is empty, or one car of both is ahead (DRF-LANE-2, DRF-LANE-3)."""
    return bool(lane_to_close(p))


def close_by_rule(p: Draf, entry: Entry, say: Say) -> None:
    """The empty outer lane is given up, or that with the foremost car (DRF-LANE-2, DRF-LANE-3)."""
    lane = lane_to_close(p)
    _close(p, lane, "DRF-LANE-3" if best_row(p, lane) else "DRF-LANE-2", say)


def shorter_asks(p: Draf) -> tuple[Ask, ...]:
    """Which of two empty outer lanes is the shorter one (DRF-LANE-4); no text tells which
    (INT-DRF-29, UNK-DRF-9)."""
    menu, lanes = Menu(), outer_lanes(p)
    shorter = _shorter(p, lanes) if p.modelled else lanes
    if shorter:
        menu.add("shorter", lane=OneOf(shorter))
    if not p.modelled or not shorter:
        menu.add("level")
    prompt = text("drf.shorter.prompt")
    return menu.asks(p.active, Kind.REPORT, prompt, "DRF-LANE-4", "board")


def _shorter(p: Draf, lanes: tuple[int, int]) -> tuple[int, ...]:
    """The shorter of these lanes on the device's own road; none if they are level (DRF-LANE-4)."""
    left, right = map(p.road.length, lanes)
    return () if left == right else (min(lanes, key=p.road.length),)


def close_shorter(p: Draf, entry: Entry, say: Say) -> None:
    """Of two empty lanes the shorter one is given up (DRF-LANE-4)."""
    _close(p, entry.number("lane"), "DRF-LANE-4", say)


def both_driven(p: Draf, entry: Entry) -> bool:
    """Both outer lanes have a car, and these are level (DRF-LANE-5)."""
    return all(best_row(p, lane) for lane in outer_lanes(p))


def which_lane_asks(p: Draf) -> tuple[Ask, ...]:
    """Between equal lanes the marker's holder decides (DRF-LANE-5, INT-DRF-29)."""
    menu = Menu()
    menu.add("give_up", lane=OneOf(outer_lanes(p)))
    prompt = text("drf.which-lane.prompt")
    return menu.asks((decider(p),), Kind.DECISION, prompt, "DRF-LANE-5")


def decider(p: Draf) -> int:
    """Who decides between equal lanes: the marker's holder, or the next one (DRF-LANE-5)."""
    return p.marker if not p.driver(p.marker).out else p.left_of(p.marker)


def close_chosen(p: Draf, entry: Entry, say: Say) -> None:
    """Of equal lanes the one that the marker's holder names (DRF-LANE-5)."""
    _close(p, entry.number("lane"), "DRF-LANE-5", say)


def _close(p: Draf, lane: int, clause: str, say: Say) -> None:
    """Its tiles stay and may be driven on; nothing is added (DRF-LANE-1, DRF-LAY-8)."""
    p.to_close -= 1
    p.road.ends[lane] = 0
    say("drf.closed", clause, stop=True, lane=lane)


# -- where it ends ---------------------------------------------------------------------------


def closing(p: Draf) -> int:
    """The lane that was just given up and whose end is not known yet (DRF-LANE-1)."""
    return next(lane for lane, end in p.road.ends.items() if not end)


def close_end_asks(p: Draf) -> tuple[Ask, ...]:
    """The last row of the lane that is given up, asked once (section 0b; DRF-LANE-1).

    It is not behind the start rows, and not behind a car that stands in the lane.
    """
    lane = closing(p)
    first = max(p.numbers.start_rows, best_row(p, lane))
    last = max(first, p.numbers.rows + p.numbers.edge_rows)
    menu = Menu()
    rows = (p.road.length(lane),) if p.modelled else tuple(range(first, last + 1))
    menu.add("ends", row=OneOf(rows, "number"))
    prompt = text("drf.close-end.prompt", lane=lane)
    return menu.asks(p.active, Kind.REPORT, prompt, "DRF-LANE-1", "board")


def note_end(p: Draf, entry: Entry, say: Say) -> None:
    """The last row of the lane that was given up (DRF-LANE-1, section 0b)."""
    p.road.ends[closing(p)] = entry.number("row")
