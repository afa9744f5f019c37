"""Which lamp shines how: who must act, what has happened to the others.

The meaning lies in the pattern; the colour only repeats it.
"""

from __future__ import annotations

from typing import Final

from hal.interfaces import Lamp, Pattern
from referee.kernel.ask import Kind
from referee.table.play import Sight
from referee.table.session import Session

#: Must act: choose or report something; let dice or cards fall; may be named by his button.
DECIDES: Final = Lamp(Pattern.ON, "green")
ROLLS: Final = Lamp(Pattern.BLINK, "yellow")
NAMED: Final = Lamp(Pattern.FAST, "blue")
WINS: Final = Lamp(Pattern.FAST, "green")

#: Lit while a seat's taps are counted; it says that, not how many.
COUNTING: Final = Lamp(Pattern.FAST, "white")

#: States that a game marks a seat with, for all who do not have to act.
MARKS: Final = {
    "shield": Lamp(Pattern.PULSE, "blue"),
    "roof": Lamp(Pattern.DOUBLE, "red"),
    "out": Lamp(),
    "won": WINS,
}
OTHER_MARK: Final = Lamp(Pattern.PULSE, "white")


def lamps_of(session: Session) -> dict[str, Lamp]:
    """The lamps of the seats in a match."""
    lamps: dict[str, Lamp] = {}
    for seat, mark in session.scene().marks.items():
        lamps[f"seat{seat}"] = MARKS.get(mark, OTHER_MARK)
    turns = session.turns
    for turn in turns:
        rolls = any(ask.kind is Kind.CHANCE for ask in turn.asks)
        lamps |= {f"seat{seat}": ROLLS if rolls else DECIDES for seat in turn.seats}
    result = None if turns else session.match.result
    for seat in result.winners if result is not None else ():
        lamps[f"seat{seat}"] = WINS
    return lamps


def lamps_beside(sight: Sight) -> dict[str, Lamp]:
    """Besides the seats that must act: who may be named now, and the ROLL button."""
    form = sight.state.form
    tapped = {f"seat{tap.seat}": COUNTING for tap in sight.state.taps}
    if form is None or sight.covered or sight.left_to_box:
        return tapped
    named = {f"seat{seat}": NAMED for seat in form.seats} | (tapped if sight.state.open else {})
    return {**named, "roll": ROLLS} if form.rolls else named
