"""An ask as the protocol sends it, with the words that a page shows.

Legality stands in the ask alone. A page only narrows these options down, as the panel's drafts
do, and the match judges what it sends.
"""

from __future__ import annotations

from typing import Any

from referee.kernel.ask import Ask, Each, Field, OneOf, Option, Pick, Refusal, headed
from referee.kernel.scene import Area
from referee.table.catalogue import Catalogue
from referee.web.scenes import Data, paged


def form(
    ask: Ask, words: Catalogue, state: str, *, rolls: bool, eyes: bool, area: Area | None = None
) -> Data:
    """``rolls``: the device supplies the answer, the entry is only the press (no arguments).

    ``eyes``: the viewer may see the options; whoever may not hears who is asked. ``area``: what
    the places of the options lie on.
    """
    prompt = paged(ask.prompt, words).removesuffix(":")  # on a page it is a heading
    data: Data = {**headed(ask), "prompt": prompt, "rolls": rolls}
    if ask.secret and not eyes:
        return data
    return data | {
        "choose": {"options": [_option(o, words, state, area, bare=rolls) for o in ask.options]},
        "refusals": [_refusal(no, words, state) for no in ask.refusals if not no.aside],
    }


def _option(option: Option, words: Catalogue, state: str, area: Area | None, *, bare: bool) -> Data:
    fields = {} if bare else option.fields
    notes = (text for text in (option.preview, option.note) if text is not None)
    said = (paged(text, words) for text in notes)  # the whole sentence, where a page needs it
    return {
        "verb": option.verb,
        "fields": {name: _field(name, field, words, area) for name, field in fields.items()},
        "label": words.verb(option.verb, state),
        "note": next(filter(None, said), ""),
        "aside": option.aside,
    }


def _refusal(refusal: Refusal, words: Catalogue, state: str) -> Data:
    return {
        "verb": refusal.verb,
        "label": words.verb(refusal.verb, state),
        "args": dict(refusal.args),
        "reason": words.text(refusal.reason),
        "clause": refusal.clause,
    }


def _field(name: str, field: Field, words: Catalogue, area: Area | None) -> Data:
    notes = field.notes if isinstance(field, OneOf) else ()
    return {
        **field.describe(),
        "question": words.spare(f"arg.{name}"),
        "look": field.look,
        "labels": [_label(name, value, field.look, words, area) for value in _labelled(field)],
        "notes": [words.text(note) for note in notes],
    }


def _label(name: str, value: Any, look: str, words: Catalogue, area: Area | None) -> str:
    called = words.place(area, tuple(value)) if look == "cell" and area is not None else ""
    return called or words.value(name, value, look)


def _labelled(field: Field) -> list[Any]:
    """The values that labels stand for: of dice each face once."""
    if isinstance(field, Each):
        return list(dict.fromkeys(field.faces))
    assert isinstance(field, OneOf | Pick)
    return list(field.values)
