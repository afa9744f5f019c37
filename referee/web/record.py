"""Kept matches for pages: a list, and one of them step by step.

What is hidden at the table stays hidden: steps are shown as everybody may see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line, effective
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.catalogue import Catalogue, game_title
from referee.table.chronicle import told
from referee.web.scenes import Data
from referee.web.views import table

#: So many matches are listed.
LISTED: Final = 100


def kept_matches(store: Store | None, language: str) -> list[Data]:
    """The kept matches, the last played first."""
    found = store.matches(limit=LISTED) if store is not None else []
    return [
        {
            "id": stored.id,
            "title": game_title(stored.header.game, language),
            "names": list(stored.header.names) or [""] * stored.header.seats,
            "status": stored.status,
            "changed": stored.changed,
            "steps": stored.lines,
        }
        for stored in found
    ]


def step(header: Header, lines: Sequence[Line], number: int, language: str) -> Data:
    """The match after its first ``number`` standing entries, with what the last one brought.

    Heavy: it replays them. Call it in a thread that nobody waits for. Raises what replaying
    raises when the match was played under other rules.
    """
    standing = effective(lines)
    number = max(0, min(number, len(standing)))
    game = find_game(header.game)
    printed = game.components().with_values(header.components)
    match = Match(game, header, printed, standing[:number])
    words = Catalogue(language, game, header.names, header.options)
    return {
        "type": "record",
        "steps": len(standing),
        "step": number,
        "entry": _entry(match, words),
        "state": table(match, words, None) | {"asks": []},
    }


def _entry(match: Match, words: Catalogue) -> Data | None:
    """The last answer; ``said`` in the game's own words, or in those of the menus."""
    line = match.log[-1].line if match.log else None
    if line is None or line.entry is None or line.secret:
        return None
    entry = line.entry
    verb = words.verb(entry.verb)
    args = {name: words.value(name, value) for name, value in entry.args.items()}
    said = told(words, entry, match.game.scene(match.position, None))
    return {
        "seat": entry.seat,
        "verb": verb,
        "args": args,
        "said": said or (f"{verb}: {', '.join(args.values())}" if args else verb),
    }
