"""Presses of a match and what the play screen's step made of each, as lines of text.

``python -m tests.table.recorded`` records them anew: a change of the rules or of the flow of an
answer is to be seen in them, a change of words or pictures is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hal.interfaces import Gesture, Press
from referee.table.play import Effect, Enter, Ignored, Open, Refuse, Sound
from tests.own import OWN
from tests.table.test_step import Screen, screen_of

FOLDER: Final = Path(__file__).parent / "presses"
SEATS: Final = 3
PRESSES: Final = 120

#: What hands do; a wait is written as its seconds.
HANDS: Final = (*("ok",) * 9, *("roll",) * 6, *("down",) * 4, "up", "up", "back",
                "seat1", "seat2", "3")  # fmt: skip


def written(effect: Effect) -> str:
    """An effect in words: what is entered, why not, what is opened or heard."""
    match effect:
        case Enter(entry=entry, rolls=rolls):
            args = "".join(f" {name}={value}" for name, value in entry.args.items())
            return f"enter {entry.seat} {entry.verb}{args}" + (f", {rolls} rolls" if rolls else "")
        case Refuse(refusal):
            return f"refuse {refusal.verb} {refusal.clause}".rstrip()
        case Open(what):
            return f"open {what}"
        case Sound(kind):
            return f"sound {kind}"
        case Ignored():
            return "ignored"


def done(screen: Screen, deed: str) -> str:
    """One deed and what came of it: the effects, and who is asked then."""
    if deed.isdigit():
        effects = screen.wait(float(deed))
    else:
        screen.now += 0.2
        effects = screen.do(Press(screen.now, deed, Gesture.TAP))
    seats = " ".join(map(str, screen.state.seats))
    return f"{deed}: {'; '.join(map(written, effects)) or '-'} [{seats}]"


def played(game: str) -> Iterator[str]:
    screen, rng = screen_of(game, SEATS), random.Random(game)
    for _ in range(PRESSES):
        yield done(screen, rng.choice(HANDS))
    yield screen.session.match.digest


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in OWN:
        text = "\n".join(played(game))
        (FOLDER / f"{game}.txt").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
