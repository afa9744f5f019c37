"""Over the line: laps, and the pad that they are written on."""

from __future__ import annotations

from referee.game import Entry, Menu, No, OneOf, Say, Who
from referee.games.victory import track
from referee.games.victory.position import Racing, Victory


def offer(p: Victory, menu: Menu) -> None:
    """Over the line, as often as the dice of the turn can bring a car there (VIC-LAP-3)."""
    if not line_fits(p):
        menu.refuse("line", No("vic.why.too-few-dice", "VIC-LAP-3"))
    elif p.crossed:
        menu.add("line")
    else:
        menu.add("line", car=OneOf((p.turn,), "seat"))
    if p.unpassed:
        menu.add("start")


def line_fits(p: Victory) -> bool:
    """Whether the line can be crossed now: for a lap, or by driving off (VIC-LAP-2, VIC-LAP-3)."""
    return lap_fits(p) or (p.starting and not p.lines)


def lap_fits(p: Victory) -> bool:
    """Whether the moves of this turn can complete one more lap (VIC-LAP-3, INT-VIC-21).

    A straight move comes less than half round any point within the circuit: once round takes three
    moves from the start row, a further time round two more.
    """
    laps = p.lines - (p.starting and p.lines > 0)
    return p.coloured >= 2 * (laps + 1) + (1 if p.turn in p.fresh else -1)


def starts(p: Victory, entry: Entry) -> bool:
    """The car drives off over the line from behind it (VIC-LAP-2)."""
    return p.starting and not p.lines


def pass_start(p: Victory, entry: Entry, say: Say) -> None:
    """That is no lap (VIC-LAP-2)."""
    p.lines += 1
    p.crossed = True
    p.passed.append(p.turn)
    say("vic.behind", "VIC-LAP-2", p.turn)


def last_lap(p: Victory, entry: Entry) -> bool:
    """This crossing completes the last lap (VIC-PAD-3)."""
    return p.laps(p.turn) + 1 == p.length


def complete_lap(p: Victory, entry: Entry, say: Say) -> None:
    """The car is written under its laps to go, at its own crossing of the line (VIC-LAP-1,
    VIC-PAD-2, VIC-PAD-5, INT-VIC-7)."""
    done = p.laps(p.turn) + 1
    p.pad[done].append(p.turn)
    p.lines += 1
    p.crossed = True
    to_go, place = p.length - done, len(p.pad[done])
    who, car = Who(p.turn), p.car(p.turn)
    say("vic.lap", "VIC-PAD-2", p.turn, who=who, car=car, n=to_go, place=place)


def laps_driven(p: Victory) -> int:
    """Laps that the car on turn has come round by now (VIC-LAP-1, VIC-LAP-3)."""
    board = track.racing(p)
    return board.driven[p.turn] // board.circuit.units


# -- the standing ----------------------------------------------------------------------------


def standing(p: Victory) -> list[int]:
    """All cars, the best placed first (VIC-PAD-4); crashed ones last, the latest of them first.

    Of two cars with the same laps to go the one written first is ahead (VIC-END-4, VIC-END-5);
    with the circuit in the box, the one that has come farther since then.
    """
    far = p.driven if isinstance(p, Racing) else {}
    running = sorted(
        p.running, key=lambda seat: (-p.laps(seat), -far.get(seat, 0), _entry(p, seat))
    )
    return [*p.finished, *running, *reversed(p.out)]


def _entry(p: Victory, seat: int) -> int:
    return p.pad[p.laps(seat)].index(seat)
