"""``referee doctor --recover``: what can still be read of damaged databases, match by match."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing

from hal.schema import Config
from referee.doors import panel, places
from referee.doors.history import people, title
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import RefereeError
from referee.kernel.salvage import RecoverableMatch, recover, recoverable
from referee.kernel.text import Plain


def run(args: argparse.Namespace) -> int:
    """Take back all that can be; raises `StoreError` naming what is wrong with the database."""
    words = Words(args.lang)
    wiring, _ = panel.config(args.config)
    with closing(places.open_store(wiring.data)) as store:
        found = recoverable(store)
        for each in found:
            match = recover(store, each).id
            tell(words("recovery.taken", match=match, **_about(each, words)))
    if not found:
        tell(words("recovery.none"))
    return 0


def offered(config: Config, words: Words) -> Iterator[str]:
    """What `run` would take back; nothing while the database itself cannot be used."""
    try:
        with closing(places.open_store(config.data)) as store:
            found = recoverable(store)
    except RefereeError:
        return
    if found:
        yield words("recovery.found", n=len(found))
    for each in found:
        yield words("recovery.match", file=each.source.name, **_about(each, words))


def _about(found: RecoverableMatch, words: Words) -> dict[str, Plain]:
    return {
        "game": title(found.header.game, words.language),
        "people": people(found.header, words),
        "good": len(found.lines),
        "total": found.total,
    }
