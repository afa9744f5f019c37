"""Sounds by category. None of them carries anything that the screen does not say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hal.interfaces import Note
from referee.kernel.text import Plain

_PAUSE: Final = Note(0, 0.05)

TUNES: Final = {
    "press": (Note(1800, 0.012),),
    "turn": (Note(880, 0.06), Note(1175, 0.08)),
    "ruling": (Note(660, 0.09), _PAUSE, Note(660, 0.09)),
    "refusal": (Note(200, 0.16),),
    "win": (Note(784, 0.12), Note(988, 0.12), Note(1175, 0.12), Note(1568, 0.35)),
}

#: A major scale: the pitch of a die's face rises with its value.
_SCALE: Final = (523, 587, 659, 698, 784, 880, 988, 1047, 1175, 1319, 1397, 1568)


def dice_notes(faces: Iterable[Plain]) -> tuple[Note, ...]:
    """A short tone for each die, the higher the more it shows."""
    notes: list[Note] = []
    for face in faces:
        value = face if type(face) is int else 1
        notes += (Note(_SCALE[max(0, min(value, len(_SCALE)) - 1)], 0.07), _PAUSE)
    return tuple(notes[:-1])


def call_notes(number: int) -> tuple[Note, ...]:
    """A number to be counted by ear: a long tone for five, a short one for one."""
    notes: list[Note] = []
    for seconds, hertz, count in ((0.4, 523, number // 5), (0.12, 784, number % 5)):
        notes += (Note(hertz, seconds), Note(0, 0.12)) * count
    return tuple(notes[:-1])
