"""Guards and effects of the round's end: disqualification, lanes given up, and the winner."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.draf import rules
from referee.games.draf.laying import put_back
from referee.games.draf.position import Draf


def take_cards_back(p: Draf, entry: Entry, say: Say) -> None:
    """Every played card returns to its hand unless it was lost; then the check (DRF-DSQ-1..4)."""
    for driver in p.drivers:
        if driver.kept:
            driver.hand = sorted([*driver.hand, driver.played])
        driver.played, driver.kept = 0, False
    p.turn = 0
    order, gone = rules.field_of(p), rules.cut_off(p)
    for seat in reversed(gone):
        ahead = order[len(order) - len(gone) - 1]
        free = p.driver(ahead).row - p.driver(seat).row - 1
        _drop(p, seat)
        say(
            "drf.disqualified",
            "DRF-DSQ-2",
            seat,
            stop=True,
            who=Who(seat),
            ahead=Who(ahead),
            n=free,
        )


def _drop(p: Draf, seat: int) -> None:
    """Car, cards and tiles leave the game, a lane will be given up (DRF-DSQ-4, DRF-LANE-1)."""
    driver = p.driver(seat)
    driver.out = True
    driver.lost += driver.hand
    driver.hand = []
    put_back(p, seat)
    p.dropped.append(seat)
    p.to_close += 1


def cardless_go(p: Draf, entry: Entry) -> bool:
    """Some, but not all, have no card left, and such players drop out here (INT-DRF-33)."""
    empty = [seat for seat in p.active if not p.driver(seat).hand]
    return p.options["cardless"] == "out" and 0 < len(empty) < len(p.active)


def drop_cardless(p: Draf, entry: Entry, say: Say) -> None:
    """Players without a card drop out, the rearmost first (INT-DRF-33, DRF-LAY-8)."""
    for seat in reversed(rules.field_of(p)):
        if not p.driver(seat).hand:
            _drop(p, seat)
            say("drf.cardless", "INT-DRF-33", seat, stop=True, who=Who(seat))


def one_left(p: Draf, entry: Entry) -> bool:
    """Only one player is still in the game (DRF-END-3)."""
    return len(p.active) == 1


def last_car_wins(p: Draf, entry: Entry, say: Say) -> None:
    """The last one in the game has won (DRF-END-3)."""
    p.winners, p.ending = list(p.active), "DRF-END-3"
    say("drf.won.last", "DRF-END-3", p.winners[0], stop=True, who=Who(p.winners[0]))


def foremost_wins(p: Draf, entry: Entry, say: Say) -> None:
    """Nobody can move any more: the foremost car wins, level ones share (DRF-END-4)."""
    p.winners, p.ending = rules.foremost(p), "DRF-END-4"
    names = tuple(Who(seat) for seat in p.winners)
    say("drf.won.foremost", "DRF-END-4", p.winners[0], stop=True, who=names, n=len(names))


# -- lanes -----------------------------------------------------------------------------------


def all_closed(p: Draf, entry: Entry) -> bool:
    """A lane has been given up for every player who is out (DRF-LANE-1)."""
    return not p.to_close


def pass_marker(p: Draf, entry: Entry, say: Say) -> None:
    """The start player marker moves on clockwise (DRF-RND-3, INT-DRF-3)."""
    if p.on("marker_rotates") or p.driver(p.marker).out:
        p.marker = p.left_of(p.marker)


def lane_is_clear(p: Draf, entry: Entry) -> bool:
    """One outer lane is empty, or one car of both is ahead (DRF-LANE-2, DRF-LANE-3)."""
    return bool(rules.lane_to_close(p))


def close_by_rule(p: Draf, entry: Entry, say: Say) -> None:
    """The empty outer lane is given up, or that with the foremost car (DRF-LANE-2, -3)."""
    lane = rules.lane_to_close(p)
    _close(p, lane, "DRF-LANE-3" if rules.best_row(p, lane) else "DRF-LANE-2", say)


def both_driven(p: Draf, entry: Entry) -> bool:
    """Both outer lanes have a car, and these are level (DRF-LANE-5)."""
    return all(rules.best_row(p, lane) for lane in rules.outer_lanes(p))


def close_shorter(p: Draf, entry: Entry, say: Say) -> None:
    """Of two empty lanes the shorter one is given up (DRF-LANE-4)."""
    _close(p, entry.number("lane"), "DRF-LANE-4", say)


def close_chosen(p: Draf, entry: Entry, say: Say) -> None:
    """Of equal lanes the one that the marker's holder names (DRF-LANE-5)."""
    _close(p, entry.number("lane"), "DRF-LANE-5", say)


def _close(p: Draf, lane: int, clause: str, say: Say) -> None:
    """Its tiles stay and may be driven on; nothing is added (DRF-LANE-1, DRF-LAY-8)."""
    p.to_close -= 1
    p.road.ends[lane] = 0
    say("drf.closed", clause, stop=True, lane=lane)


def note_end(p: Draf, entry: Entry, say: Say) -> None:
    """The last row of the lane that was given up (DRF-LANE-1, section 0b)."""
    p.road.ends[rules.closing(p)] = entry.number("row")
