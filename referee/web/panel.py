"""The panel as its page gets it: the picture, and the same screen as text and choices."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import cache
from hashlib import sha256

from hal.interfaces import Frame, Lamp
from referee.table.catalogue import Catalogue
from referee.table.lamps import COUNTING, lamps_of
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.lines import KEYS
from referee.table.pixels.printing import as_text
from referee.table.program import DRAWN, TableProgram
from referee.table.screen import Look, Screen, Title
from referee.web.scenes import Data


def frame_data(frame: Frame, program: TableProgram, *, here: bool) -> Data:
    """The picture: ``width`` times 64 bits, row by row from the top left, the highest bit first.

    ``here``: for a page at this very computer. Elsewhere no lamp counts the taps of a secret, and
    no display is spared: when its picture stops being shifted or dimmed, somebody has tapped."""
    if not here:
        frame = replace(frame, picture=program.steady, contrast=program.contrast)
    lamps = dict(frame.lamps)
    if not here and COUNTING in lamps.values() and program.session is not None:
        shine = lamps_of(program.session)
        taps = {name for name, lamp in lamps.items() if lamp == COUNTING}
        lamps = {n: shine.get(n, Lamp()) if n in taps else lamp for n, lamp in lamps.items()}
    return _frame_data(replace(frame, lamps=lamps), program.screen, program.screen_text())


@cache
def elsewhere(size: tuple[int, int], language: str, why: str) -> Data:
    """What a page gets while the panel shows what is for those at the box; ``why``: a text."""
    words, canvas = Catalogue(language), Canvas(*size)
    screen = Screen(words, Look.TEXT, Title(words("notice.title")), text=words(why))
    DRAWN[size](canvas, screen)
    return _frame_data(Frame(canvas.picture), screen, "\n".join(canvas.texts))


def _frame_data(frame: Frame, screen: Screen, text: str) -> Data:
    return {
        "type": "frame",
        "width": frame.picture.width,
        "picture": base64.b64encode(frame.picture.tobytes()).decode(),
        "lamps": {
            name: [lamp.pattern.value, lamp.colour] for name, lamp in sorted(frame.lamps.items())
        },
        "words": text.splitlines(),
        "contrast": frame.contrast,
        "screen": screen_data(screen),
    }


def screen_data(screen: Screen) -> Data:
    """The screen in words, all of it, whatever a display has room for.

    ``choices`` are chosen by their number from 0, as long as the ``moment`` is the same.
    """
    words, title = screen.words, screen.title
    data: Data = {
        "title": title.text,
        "badge": title.badge,
        "dice": [str(face) for face in (*title.dice, *screen.faces)],
        "number": " ".join(filter(None, (title.right, screen.number, screen.unit))),
        "text": screen.text,
        "facts": list(screen.facts),
        "happened": list(screen.strip),
        "about": screen.about,
        "note": screen.note,
        "widgets": [
            *([f"{one.rank} {one.name} {one.score}".strip()] for one in screen.standings),
            *(list(as_text([one], words)) for one in (*screen.widgets, *screen.items)),
        ],
        "choices": [
            {
                "label": offer.label,
                "right": offer.right,
                "tick": offer.tick,
                "selected": offer.selected,
                "refused": offer.refused,
                "about": words.said(offer.about),
            }
            for offer in screen.control.offers
        ],
        "keys": [{"button": KEYS[key.button], "label": key.label} for key in screen.unseen],
        "private": screen.private,
    }
    return {**data, "moment": _digest(data)}


def _digest(data: Data) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
