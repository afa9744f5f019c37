"""Guards and effects of phase 1: start roll, track building, the red car, the start tableau."""

from __future__ import annotations

from referee.game import Entry, Say, Who, text
from referee.games.knight_rider import building, rules
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import town

# -- start roll ------------------------------------------------------------------------------


def note_first_roll(p: Knight, entry: Entry, say: Say) -> None:
    """The die of one player for the start (KR-TRK-2)."""
    p.rolls.append(entry.die())


def rolls_missing(p: Knight, entry: Entry) -> bool:
    """Somebody has still to roll for the start (KR-TRK-2)."""
    return len(p.rolls) < len(p.rolling)


def tied(p: Knight, entry: Entry) -> bool:
    """The highest roll was thrown more than once (KR-INT-2)."""
    return len(rules.highest(p)) > 1


def roll_off(p: Knight, entry: Entry, say: Say) -> None:
    """Those with the highest roll throw again (KR-INT-2)."""
    p.rolling, p.rolls = rules.highest(p), []
    say("kr.first.tie", "KR-TRK-2", who=tuple(Who(seat) for seat in p.rolling))


def number_cars(p: Knight, entry: Entry, say: Say) -> None:
    """Clockwise from the start player; cars are numbered in that order (KR-TRK-3, KR-CMP-3)."""
    first = rules.highest(p)[0]
    p.order = [first]
    while (seat := p.after(p.order[-1])) != first:
        p.order.append(seat)
    p.turn = first
    cars = tuple(text("kr.first.car", number=n, who=Who(s)) for n, s in enumerate(p.order, 1))
    say("kr.first.starts", "KR-CMP-3", first, stop=True, who=Who(first), cars=cars)


# -- track -----------------------------------------------------------------------------------


def counting(p: Knight, entry: Entry) -> bool:
    """The tableaus are counted one by one (option ``track_counter``; KR-TRK-5)."""
    return p.on("track_counter") and not p.modelled


def lay_piece(p: Knight, entry: Entry, say: Say) -> None:
    """A tableau is laid (KR-TRK-5..8); after the first round the centre is checked (KR-TRK-7)."""
    track = p.track
    if p.modelled:
        building.lay(town(p), entry)
    if track.fresh:
        track.fresh -= 1
    else:
        track.aside -= 1
        track.misses = 0
    track.laid_by[p.turn - 1] += 1
    if track.laid_by == [1] * len(p.cars):
        say("kr.lay.round-one", "KR-TRK-7", n=len(p.cars))


def set_aside(p: Knight, entry: Entry, say: Say) -> None:
    """A tableau that fits nowhere is put aside, face down (KR-TRK-12, KR-INT-5)."""
    track = p.track
    if p.modelled:
        building.put_by(town(p))
    if track.fresh:
        track.fresh -= 1
        track.aside += 1
    else:
        track.misses += 1
    say("kr.lay.aside", "KR-TRK-12")


def building_over(p: Knight, entry: Entry) -> bool:
    """Nothing is left, or one pass over what is left brought no success (KR-TRK-12, -15)."""
    track = p.track
    return not track.fresh and not track.centre and track.misses >= track.aside


def end_building(p: Knight, entry: Entry, say: Say) -> None:
    """All tableaus lie, or those that fit nowhere stay out (KR-TRK-12, KR-TRK-15)."""
    track = p.track
    if track.aside:
        say("kr.lay.out", "KR-TRK-12", n=track.aside)
    else:
        say("kr.lay.complete", "KR-TRK-15", n=track.laid)


def outer_through(p: Knight, entry: Entry) -> bool:
    """All outer tableaus are laid or aside, the centre still lies (KR-TRK-13)."""
    return not p.track.fresh and p.track.centre


def take_centre(p: Knight, entry: Entry, say: Say) -> None:
    """The centre's tableaus are taken away and laid outside, turns going on (KR-TRK-13)."""
    p.track.centre = False
    p.track.fresh = p.numbers.centre
    p.turn = p.after(p.turn)
    say("kr.lay.take-centre", "KR-TRK-13", stop=True, n=p.numbers.centre)


def next_builder(p: Knight, entry: Entry, say: Say) -> None:
    """One tableau a turn, clockwise (KR-TRK-5)."""
    p.turn = p.after(p.turn)


# -- red car, targets, start -------------------------------------------------------------------


def begin_placing(p: Knight, entry: Entry, say: Say) -> None:
    """Red is rolled first, then targets and start if these variants are played (KR-INT-48)."""
    rolled = ["start"] if p.options["start"] == "rolled" else []
    p.placing = ["red", *["target"] * int(p.options["targets"]), *rolled]


def occupied(p: Knight, entry: Entry) -> bool:
    """The number is red's or a target's already (KR-INT-37, KR-INT-48)."""
    tens, ones = entry.dice()
    return 10 * tens + ones in (p.red, *p.targets)


def roll_elsewhere(p: Knight, entry: Entry, say: Say) -> None:
    """A number that is taken is rolled again (KR-INT-37, KR-INT-48)."""
    tens, ones = entry.dice()
    clause = "KR-INT-37" if p.placing[0] == "start" else "KR-INT-48"
    say("kr.place.taken", clause, tableau=10 * tens + ones)


def note_number(p: Knight, entry: Entry, say: Say) -> None:
    """The first die is the tens, the second the ones (KR-POS-1)."""
    tens, ones = entry.dice()
    p.number = 10 * tens + ones


def roll_again(p: Knight, entry: Entry, say: Say) -> None:
    """No such tableau on the table (KR-POS-1), or no free road start there (KR-INT-37)."""
    clause = "KR-POS-1" if entry.verb == "absent" else "KR-INT-37"
    say("kr.place.again", clause, tableau=p.number)


def put_down(p: Knight, entry: Entry, say: Say) -> None:
    """The red car, a target or the start is where the dice say (KR-POS-1, KR-POS-2)."""
    what = p.placing.pop(0)
    if what == "red":
        p.red = p.number
        if p.modelled:
            town(p).board.red = p.number
    elif what == "target":
        p.targets.append(p.number)
    else:
        p.start = p.number


def more_to_place(p: Knight, entry: Entry) -> bool:
    """Something is still to be rolled (KR-VAR-1, KR-VAR-2)."""
    return bool(p.placing)


def start_unknown(p: Knight, entry: Entry) -> bool:
    """The start tableau is still to be agreed on (KR-POS-3)."""
    return not p.start


def agree_on_start(p: Knight, entry: Entry, say: Say) -> None:
    """All start at the same tableau (KR-POS-3, KR-POS-4)."""
    p.start = entry.number("tableau")


def line_up(p: Knight, entry: Entry, say: Say) -> None:
    """The cars go beside road starts of that tableau; car 1 opens phase 2 (KR-POS-5, KR-INT-9)."""
    for car in p.cars:
        car.open_targets = list(p.targets)
    p.turn = p.order[0]
    if p.modelled:
        building.line_up(town(p))
    say("kr.start.line-up", "KR-POS-5", stop=True, tableau=p.start)
