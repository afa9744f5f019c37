"""Asks as plain data, for programs: every answer one by one, or described where they are many."""

from __future__ import annotations

from referee.kernel.ask import LISTED, Ask
from referee.kernel.text import Plain


def described(ask: Ask) -> dict[str, Plain]:
    """Who is asked, of what kind, and what may be answered (docs/protocol.md)."""
    return {**headed(ask), **answers(ask)}


def headed(ask: Ask) -> dict[str, Plain]:
    """An ask without its answers."""
    data: dict[str, Plain] = {
        "seats": list(ask.seats),
        "kind": ask.kind.value,
        "verb": ask.verb,
        "clause": ask.clause,
    }
    return data | {"secret": True} if ask.secret else data


def answers(ask: Ask) -> dict[str, Plain]:
    """``options``: all answers; ``choose``: what they are made of, where there are many."""
    if ask.size() > LISTED:
        return {"choose": {"options": [option.describe() for option in ask.options]}}
    return {"options": [{"verb": verb, "args": args} for verb, args in ask.listed()]}
