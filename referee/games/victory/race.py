"""Guards and effects of Victory's flow."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.victory import rules, track
from referee.games.victory.asks import THROWS, TICKS
from referee.games.victory.numbers import BLUE, RED
from referee.games.victory.position import Racing, Victory

# -- setting up ------------------------------------------------------------------------------


def others_choose(p: Victory, entry: Entry) -> bool:
    """More players have no car yet (VIC-SET-3)."""
    return len(p.cars) + 1 < p.seats


def take_car(p: Victory, entry: Entry, say: Say) -> None:
    """A player's car, for the whole race (VIC-SET-3)."""
    p.cars.append(entry.word("car"))


def note_starter(p: Victory, entry: Entry, say: Say) -> None:
    """Who was drawn starts, the others follow clockwise (VIC-SET-4, VIC-SET-5)."""
    at = entry.number("starter") - 1
    seats = p.everybody
    p.order = [*seats[at:], *seats[:at]]
    p.turn = p.order[0]
    say("vic.lot.starts", "VIC-SET-5", p.turn, who=Who(p.turn))


def fix_direction(p: Victory, entry: Entry, say: Say) -> None:
    """The direction holds for the whole race (VIC-SET-8)."""
    p.direction = entry.verb


def line_up(p: Victory, entry: Entry, say: Say) -> None:
    """The grid is entered on the pad under the number of laps (VIC-PAD-1)."""
    p.pad = [list(p.order), *([] for _ in range(p.length))]
    p.behind = p.order[p.numbers.start_row :]
    p.fresh = list(p.order)
    if isinstance(p, Racing):
        track.line_up(p)


# -- throws ----------------------------------------------------------------------------------


def throw(p: Victory, entry: Entry, say: Say) -> None:
    """The dice stay on the table until the turn is over (VIC-TURN-5, VIC-DICE-2)."""
    p.throws.append(entry.faces())


def choose(p: Victory, entry: Entry, say: Say) -> None:
    """One die or two for the second throw (VIC-TURN-4)."""
    p.taken = THROWS[entry.verb]


def crashes(p: Victory, entry: Entry) -> bool:
    """Four or five crosses in both throws (VIC-CROSS-5, VIC-CROSS-6)."""
    return p.crosses >= rules.OUT


def misses(p: Victory, entry: Entry) -> bool:
    """Three crosses in both throws (VIC-CROSS-4)."""
    return p.crosses == rules.MISSED


def crash(p: Victory, entry: Entry, say: Say) -> None:
    """The car is out for good and leaves the circuit (VIC-CROSS-5, VIC-CROSS-6)."""
    p.out.append(p.turn)
    track.leave(p)
    clause = "VIC-CROSS-5" if p.crosses == rules.OUT else "VIC-CROSS-6"
    say("vic.crash", clause, p.turn, stop=True, car=p.car(p.turn), n=p.crosses)


def miss(p: Victory, entry: Entry, say: Say) -> None:
    """The car does not move in this turn, coloured dice are void (VIC-CROSS-4)."""
    say("vic.miss", "VIC-CROSS-4", p.turn, who=Who(p.turn), n=p.crosses)


def hand_out(p: Victory, entry: Entry, say: Say) -> None:
    """Every coloured die is a move on its line, crosses are none (VIC-CROSS-2, VIC-MOVE-1).

    A car that drives off from behind the line is told that the start is no lap (VIC-LAP-2).
    """
    p.due = {face: p.faces.count(face) for face in (RED, BLUE)}
    if p.turn in p.behind:
        p.behind.remove(p.turn)
        say("vic.behind", "VIC-LAP-2", p.turn)


# -- the drive -------------------------------------------------------------------------------


def tick(p: Victory, entry: Entry, say: Say) -> None:
    """One move has been driven, in whatever order (VIC-MOVE-8)."""
    p.due[TICKS[entry.verb]] -= 1


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


def all_done(p: Victory, entry: Entry, say: Say) -> None:
    """All moves are driven; the car has left the grid (VIC-MOVE-9)."""
    p.fresh = [seat for seat in p.fresh if seat != p.turn]


def starts(p: Victory, entry: Entry) -> bool:
    """The car drives off over the line from behind it (VIC-LAP-2)."""
    return p.starting and not p.lines


def pass_start(p: Victory, entry: Entry, say: Say) -> None:
    """That is no lap (VIC-LAP-2)."""
    p.lines += 1
    p.crossed = True
    say("vic.behind", "VIC-LAP-2", p.turn)


def last_lap(p: Victory, entry: Entry) -> bool:
    """This crossing completes the last lap (VIC-PAD-3)."""
    return p.laps(p.turn) + 1 == p.length


def complete_lap(p: Victory, entry: Entry, say: Say) -> None:
    """The car is written under its laps to go (VIC-LAP-1, VIC-PAD-2, VIC-PAD-5)."""
    done = p.laps(p.turn) + 1
    p.pad[done].append(p.turn)
    p.lines += 1
    p.crossed = True
    to_go, place = p.length - done, len(p.pad[done])
    say("vic.lap", "VIC-PAD-2", p.turn, car=p.car(p.turn), n=to_go, place=place)


def finish(p: Victory, entry: Entry, say: Say) -> None:
    """The car is written under ZIEL and leaves the circuit; its dice lapse (VIC-END-1..3)."""
    p.finished.append(p.turn)
    track.leave(p)
    place = len(p.finished)
    key, clause = ("vic.won", "VIC-END-1") if place == 1 else ("vic.placed", "VIC-END-2")
    say(key, clause, p.turn, who=Who(p.turn), place=place)


def drive_on(p: Victory, entry: Entry, say: Say) -> None:
    """A move on the circuit in the device, and the laps that it completes (VIC-LAP-1, -3)."""
    track.move(p, entry, say)
    while track.laps_driven(p) > p.laps(p.turn):
        complete_lap(p, entry, say)


def drive_home(p: Victory, entry: Entry, say: Say) -> None:
    """The move that completes the last lap (VIC-END-1, VIC-END-2, VIC-END-3)."""
    track.move(p, entry, say)
    while p.laps(p.turn) + 1 < p.length:
        complete_lap(p, entry, say)
    finish(p, entry, say)


# -- the end ---------------------------------------------------------------------------------


def one_survives(p: Victory, entry: Entry) -> bool:
    """One car is left and nobody has finished (VIC-END-6, a switch)."""
    lonely = len(p.running) == 1 and not p.finished
    return lonely and bool(p.options["last_survivor_wins"])


def survive(p: Victory, entry: Entry, say: Say) -> None:
    """The last car on the circuit wins at once (VIC-END-6)."""
    p.ending = "survivor"
    (seat,) = p.running
    say("vic.survivor", "VIC-END-6", seat, who=Who(seat))


def nobody_runs(p: Victory, entry: Entry) -> bool:
    """No car is left on the circuit (VIC-END-2, VIC-END-5)."""
    return not p.running


def close(p: Victory, entry: Entry, say: Say) -> None:
    """All cars have finished or crashed (VIC-END-2, VIC-END-5)."""
    p.ending = "finished" if p.finished else "nobody"


def somebody_won(p: Victory, entry: Entry) -> bool:
    """The others race for the places only (VIC-END-2)."""
    return bool(p.finished)


def stop(p: Victory, entry: Entry, say: Say) -> None:
    """The players stop the race after the winner (VIC-END-2)."""
    p.ending = "stopped"


def next_turn(p: Victory, entry: Entry, say: Say) -> None:
    """The dice go to the next running car clockwise (VIC-TURN-7, VIC-SET-5)."""
    p.turn = p.after(p.turn)
    p.throws, p.taken = [], 0
    p.due = dict.fromkeys(p.due, 0)
    p.crossed, p.lines = False, 0
