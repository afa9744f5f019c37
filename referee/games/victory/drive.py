"""The drive: every coloured die is a move, reported from the table or chosen on the circuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.game import (
    Ask,
    Chance,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    RandBelow,
    Say,
    Text,
    Who,
    option,
    text,
)
from referee.games.victory import end, laps, track
from referee.games.victory.circuit import Point
from referee.games.victory.numbers import BLUE, RED
from referee.games.victory.position import Racing, Victory

#: Verbs that tick a move off, with the face that allows it.
TICKS: Final = {"red": RED, "blue": BLUE}
COLOURS: Final = {face: verb for verb, face in TICKS.items()}

#: Why a place of the map is no end of a move (VIC-MOVE-2, VIC-MOVE-3, VIC-MOVE-5, VIC-MOVE-6,
#: VIC-MOVE-12).
STAY: Final = No("vic.why.stay", "VIC-MOVE-2")
BEND: Final = No("vic.why.bend", "VIC-MOVE-3")
JUMP: Final = No("vic.why.jump", "VIC-MOVE-5")
SHARE: Final = No("vic.why.share", "VIC-MOVE-6")
REVERSE: Final = No("vic.why.reverse", "VIC-MOVE-12")


def hand_out(p: Victory, entry: Entry, say: Say) -> None:
    """Every coloured die is a move on its line, crosses are none (VIC-CROSS-2, VIC-MOVE-1).

    A car that drives off from behind the line is told that the start is no lap (VIC-LAP-2).
    """
    p.due = {face: p.faces.count(face) for face in (RED, BLUE)}
    if p.turn in p.behind:
        p.behind.remove(p.turn)
        say("vic.behind", "VIC-LAP-2", p.turn)


def drive_asks(p: Victory) -> tuple[Ask, ...]:
    """One move after the other, to any point on a line of a die that is left (VIC-MOVE-2,
    VIC-MOVE-3, VIC-MOVE-8).

    First stands the move that leads farthest and leaves the other dice one; beside each, the colour
    of the die that it takes.
    """
    if not isinstance(p, Racing):
        return _reported_asks(p)
    menu, targets = Menu(), _targets(p)
    used = tuple(_takes(p, point) for point in targets)
    menu.add("move", to=OneOf(tuple(map(track.place_of, targets)), "cell", used))
    for point, no in _barred(p):
        tell = menu.refuse if no is SHARE else menu.bar
        tell("move", no, to=track.place_of(point))
    menu.refuse("move", BEND)
    prompt = text("vic.drive.prompt", moves=moves(p))
    return menu.asks((p.turn,), Kind.DECISION, prompt, "VIC-MOVE-9")


def _takes(p: Racing, point: Point) -> Text:
    """Which die a move takes, and whether it ends the race for this car (VIC-END-1, VIC-LAP-1)."""
    face, gain = _move(p, point)
    return text(f"vic.drive.{'home' if _is_home(p, gain) else 'to'}.{COLOURS[face]}")


def draw_drive(p: Victory, chance: Chance) -> Entry | None:
    """Any move on the circuit in the device, or any report of one on the table."""
    below = chance.below
    if not isinstance(p, Racing):
        return _drawn_report(p, below)
    targets = _targets(p)
    return Entry(p.turn, "move", {"to": track.place_of(targets[below(len(targets))])})


def _targets(p: Racing) -> list[Point]:
    """Where the dice that are left lead, farthest first; last those where the rest would lapse."""
    steps = [
        (_strands(p, face, point, gain), -gain, point)
        for face, lines in p.rays().items()
        for line in lines
        for point, gain in line
    ]
    steps.sort(key=lambda step: step[:2])
    return [point for _, _, point in steps]


def _strands(p: Racing, face: str, to: Point, gain: int) -> bool:
    """Whether no die that is left after this move could be driven from there (VIC-MOVE-10)."""
    left = {**p.due, face: p.due[face] - 1}
    if not any(left.values()) or _is_home(p, gain):
        return False
    return not any(p.rays_from(to, left).values())


# -- moves on the table ----------------------------------------------------------------------


def _reported_asks(p: Victory) -> tuple[Ask, ...]:
    """All coloured dice are driven, in any order (VIC-MOVE-8, VIC-MOVE-9); who crosses the line
    says so (VIC-LAP-1); what cannot be driven lapses (VIC-MOVE-10)."""
    menu = Menu(option("driven"))
    laps.offer(p, menu)
    for verb, face in TICKS.items():
        menu.add(verb, None if p.due[face] else _no_die(verb))
    if p.left:
        menu.add("stuck", n=OneOf(tuple(range(1, _most_stuck(p) + 1)), "number"))
        menu.refuse("end", No("vic.why.must-drive", "VIC-MOVE-9"))
    _not_driven(p, menu)
    prompt = text("vic.drive.prompt", moves=moves(p)) if p.left else text("vic.drive.done")
    return menu.asks((p.turn,), Kind.REPORT, prompt, "VIC-MOVE-9", "board")


def _most_stuck(p: Victory) -> int:
    """Dice that may lapse (VIC-MOVE-10): who was over the line has driven."""
    return p.left - (p.crossed and p.left == p.coloured)


def _drawn_report(p: Victory, below: RandBelow) -> Entry:
    """As `_reported_asks`."""
    verbs = ["driven", *["line"] * laps.line_fits(p), *["start"] * p.unpassed]
    verbs += (verb for verb, face in TICKS.items() if p.due[face])
    if p.left:
        verbs.append("stuck")
    verb = verbs[below(len(verbs))]
    if verb == "stuck":
        return Entry(p.turn, verb, {"n": below(_most_stuck(p)) + 1})
    return Entry(p.turn, verb, {"car": p.turn} if verb == "line" and not p.crossed else {})


def moves(p: Victory) -> tuple[Text, ...]:
    """How many moves of each colour are due (VIC-MOVE-1)."""
    colours = (
        (text("vic.drive.red", n=p.due[RED]), RED),
        (text("vic.drive.blue", n=p.due[BLUE]), BLUE),
    )
    return tuple(words for words, face in colours if p.due[face])


def _not_driven(p: Victory, menu: Menu) -> None:
    """What may not be done on the circuit, and why."""
    menu.refuse("jump", JUMP)
    menu.refuse("share", SHARE)
    menu.refuse("bend", BEND)
    menu.refuse("between", No("vic.why.between", "VIC-MOVE-2"))
    if not p.options["allow_backward"]:
        menu.refuse("reverse", REVERSE)
    menu.refuse("throw", No("vic.why.no-more-throws", "VIC-TURN-2"))


def tick(p: Victory, entry: Entry, say: Say) -> None:
    """One move has been driven, in whatever order (VIC-MOVE-8)."""
    p.due[TICKS[entry.verb]] -= 1


# -- moves in the device ---------------------------------------------------------------------


def _barred(p: Racing) -> Iterator[tuple[Point, No]]:
    """The points on the lines from the car where no move ends, each with what bars the way to it:
    the first car, the direction of travel, or that no such die is left. Points on no line are left
    out."""
    at = p.places[p.turn]
    cars = {place for seat, place in p.places.items() if seat != p.turn}
    yield at, STAY
    for verb, face in TICKS.items():
        for line in p.circuit.rays(at, face, backward=True):
            no, before = None if p.due[face] else _no_die(verb), 0
            for point, gain in line:
                if no is None and gain < before and not p.options["allow_backward"]:
                    no = REVERSE
                if no is None and point in cars:
                    yield point, SHARE
                    no = JUMP
                elif no is not None:
                    yield point, no
                before = gain


def _no_die(verb: str) -> No:
    """Every die of this colour has been driven (VIC-MOVE-7)."""
    return No(f"vic.why.no-{verb}", "VIC-MOVE-7")


def move(p: Victory, entry: Entry, say: Say) -> None:
    """Along one line, as far as wanted; its direction says which die it is (VIC-MOVE-2, VIC-MOVE-3,
    VIC-MOVE-4)."""
    board = track.racing(p)
    to = track.point_of(entry.cell("to"))
    face, gain = _move(board, to)
    p.due[face] -= 1
    board.places[p.turn] = to
    board.driven[p.turn] += gain


def _face(p: Racing, to: Point) -> str:
    """The die that leads to a point: red lines run straight, blue ones across (VIC-MOVE-1)."""
    x, y = p.places[p.turn]
    return RED if to[0] == x or to[1] == y else BLUE


def _move(board: Racing, to: Point) -> tuple[str, int]:
    """The die that leads to a point, and the progress of the move."""
    face = _face(board, to)
    found = (gain for line in board.rays()[face] for point, gain in line if point == to)
    return face, next(found)


def drive_on(p: Victory, entry: Entry, say: Say) -> None:
    """A move on the circuit in the device, and the laps that it completes (VIC-LAP-1,
    VIC-LAP-3)."""
    move(p, entry, say)
    while laps.laps_driven(p) > p.laps(p.turn):
        laps.complete_lap(p, entry, say)


def comes_home(p: Victory, entry: Entry) -> bool:
    """This move completes the last lap; to reach the line is enough (VIC-LAP-1, VIC-PAD-3,
    INT-VIC-16)."""
    board = track.racing(p)
    _, gain = _move(board, track.point_of(entry.cell("to")))
    return _is_home(board, gain)


def _is_home(p: Racing, gain: int) -> bool:
    """Whether so much progress completes the last lap."""
    return p.driven[p.turn] + gain >= p.length * p.circuit.units


def drive_home(p: Victory, entry: Entry, say: Say) -> None:
    """The move that completes the last lap (VIC-END-1, VIC-END-2, VIC-END-3)."""
    move(p, entry, say)
    while p.laps(p.turn) + 1 < p.length:
        laps.complete_lap(p, entry, say)
    end.finish(p, entry, say)


# -- the end of the drive --------------------------------------------------------------------


def all_driven(p: Victory, entry: Entry) -> bool:
    """No coloured die is left: all must be driven, whatever the summary says (VIC-MOVE-9,
    VIC-MOVE-11)."""
    return not p.left


def all_done(p: Victory, entry: Entry, say: Say) -> None:
    """All moves are driven; the car has left the grid (VIC-MOVE-9)."""
    p.fresh = [seat for seat in p.fresh if seat != p.turn]


def nothing_goes(p: Victory, entry: Entry) -> bool:
    """No die that is left has a legal move now; nobody need look for the order that uses most dice
    (VIC-MOVE-10, INT-VIC-14)."""
    return p.left > 0 and not any(track.racing(p).rays().values())


def lapse(p: Victory, entry: Entry, say: Say) -> None:
    """Dice without a legal move lapse, without penalty (VIC-MOVE-10)."""
    _lapse(p, entry.number("n"), say)


def lapse_rest(p: Victory, entry: Entry, say: Say) -> None:
    """No die that is left has a legal move: they lapse (VIC-MOVE-10)."""
    _lapse(p, p.left, say)


def _lapse(p: Victory, count: int, say: Say) -> None:
    """A car that has not moved at all has still to leave the grid (VIC-LAP-2)."""
    if count < p.coloured:
        p.fresh = [seat for seat in p.fresh if seat != p.turn]
    elif p.starting:
        p.behind = [seat for seat in p.order if seat in (*p.behind, p.turn)]
    say("vic.lapsed", "VIC-MOVE-10", p.turn, who=Who(p.turn), n=count)
