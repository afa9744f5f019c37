"""All that a match gives one viewer: a seat, or None for everybody's eyes.

Every part is text, so that two of them are the same where they are the same to the byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.doors import protocol
from referee.game import Ask
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import SETTLED, Level, Speaker
from referee.web.views import table

#: What is shown in one language is shown in the others.
LANGUAGE: Final = LANGUAGES[-1]

#: Characters of a difference that are shown, and of what stands before it.
SHOWN, BEFORE = 80, 40


def told(match: Match, viewer: int | None) -> str:
    """What was announced to this viewer of the last answer."""
    return repr([ruling for ruling in match.log[-1].rulings if ruling.shown_to(viewer)])


def data(match: Match, viewer: int | None) -> dict[str, str]:
    """What the game itself shows: view, asks with the options that are for these eyes, scene."""
    scene = match.game.scene(match.position, viewer)
    return {
        "view": json.dumps(match.view(viewer)),
        "asks": repr([_open(ask, viewer) for ask in match.asks]),
        "scene": repr(scene),
    }


def _open(ask: Ask, viewer: int | None) -> Ask:
    """An ask as others see it: who is asked what, but in secret not what may be answered."""
    hides = ask.secret and viewer not in ask.seats
    return replace(ask, options=(), refusals=()) if hides else ask


def rendered(match: Match, viewers: Sequence[int | None]) -> dict[str, str]:
    """What people and programs get of it: each viewer a page's state, the strip and the protocol,
    all of them the panel before anybody has touched it."""
    program = TableProgram(None, str, defaults=Settings(LANGUAGE))
    program.show(match.copy())
    session = program.session
    assert session is not None
    found = _panel(program)
    for viewer in viewers:
        words, who = session.catalogue, "all" if viewer is None else f"seat {viewer}"
        found[f"page of {who}"] = json.dumps(table(match, words, viewer))
        found[f"strip of {who}"] = repr(session.latest.strip(viewer))
        # the protocol would let the box answer; without a seat it hides nothing
        if viewer is not None and not any(map(match.supplies, match.asks)):
            messages = protocol.Session(match.copy(), words, viewer).open()
            found[f"protocol of {who}"] = json.dumps(list(messages))
    return found


def _panel(program: TableProgram) -> dict[str, str]:
    frame, content = program.frame(), replace(program.content, level=Level.EVERYTHING)
    speaker = Speaker()
    said = [speaker.step(now, content) or "" for now in (0.0, 2 * SETTLED)]
    return {
        "screen": program.screen_text(),
        "picture": frame.picture.tobytes().hex(),
        "lamps": repr(frame.lamps),
        "speech": "".join(said),
        "chronicle": "\n".join(program.chronicle()),
    }


def difference(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """Where the first part differs, and how; empty if none does."""
    for name, text in one.items():
        if text != other[name]:
            pairs = enumerate(zip(text, other[name], strict=False))
            at = next((n for n, (ours, theirs) in pairs if ours != theirs), len(text))
            start = max(0, at - BEFORE)
            end = start + SHOWN
            return f"{name} has ...{text[start:end]}... or ...{other[name][start:end]}..."
    return ""
