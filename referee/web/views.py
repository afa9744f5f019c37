"""What one viewer may see of a match, as one message: a page that missed a hundred changes needs
but the last of these."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from referee.kernel.ask import Ask
from referee.kernel.journal import shown_player
from referee.kernel.match import Match
from referee.kernel.scene import Area, Grid, Map, Scene, Streets
from referee.table.catalogue import Catalogue
from referee.table.story import headline, places
from referee.web.chronicle import Chronicle
from referee.web.forms import form
from referee.web.scenes import Data, scene_data
from referee.web.trails import Trails


def ask_id(match: Match, ask: Ask, seat: int) -> str:
    """Names this moment of this seat: an answer that was made for another moment is late.

    It stays the same while others answer their own asks of the same moment, and changes with
    every answer of the seat's own and with every undo.
    """
    own = sum(1 for done in match.log if done.line.entry and done.line.entry.seat == seat)
    undone = match.written - match.length
    moment = (match.header.seed, own, undone, match.state, str(ask.prompt), ask.clause)
    return hashlib.sha256(repr(moment).encode()).hexdigest()[:12]


def table(
    match: Match, words: Catalogue, seat: int | None, trails: Trails | None = None,
    for_anybody: Callable[[Ask], bool] = lambda ask: False, chronicle: Chronicle | None = None,
    tapping: bool = False,
) -> Data:  # fmt: skip
    """The whole of it for ``seat`` (None: for everybody's eyes), in the catalogue's language.

    ``for_anybody``: whether every seat may answer an ask for the seats that it is for.
    ``tapping``: a number is asked for at the box that is tapped in secret.
    """
    chronicle = chronicle or Chronicle()
    header, scene = match.header, chronicle.scene(match, seat)
    seen = (*scene.body, *(item for page in scene.pages.values() for item in page))
    mover, trail = trails.note(match, seat, seen) if trails is not None else ("", [])
    thrown, roller, cast = _dice(match)
    return {
        "type": "state",
        "seq": match.written,
        "match": {
            "id": match.id,
            "game": header.game,
            "version": header.version,
            "title": words("name"),
            "seats": header.seats,
            "names": [words.player(n) for n in range(1, header.seats + 1)],
            "players": [*map(shown_player, header.players)],
            "commitment": match.commitment,
            "options": dict(header.options),
            "chosen": {
                words.option(key): words.option_value(key, value)
                for key, value in header.options.items()
            },
            "words": words.under("drawn.") | _values(words),
        },
        "view": seat,
        "state": match.state,
        "over": match.over,
        "undo": seat is not None and _undoable(match, seat, tapping=tapping),
        "asks": [
            _ask(match, ask, scene, words, seat, anybody=for_anybody(ask)) for ask in match.asks
        ],
        "scene": scene_data(scene, words),
        "trail": {"sign": mover, "places": [list(place) for place in trail]},
        "position": match.view(seat),
        "rulings": chronicle.rulings(match, words, seat),
        "log": chronicle.lines(match, words, seat),
        "dice": thrown,
        "roller": roller,
        "cast": cast,
        "result": _result(match, words),
    }


def _undoable(match: Match, seat: int, *, tapping: bool) -> bool:
    """Whether a page may take this seat's last answer back."""
    there = match.next_undo(seat=seat) is not None
    return there and (not tapping or still_asked(match, seat))


def still_asked(match: Match, seat: int) -> bool:
    """Whether all others are asked the same after this seat's undo."""
    after = match.copy()
    after.undo(seat=seat)
    there = [(ask.seats, ask.options) for ask in after.asks]
    return all((a.seats, a.options) in there for a in match.asks if seat not in a.seats)


def _values(words: Catalogue) -> dict[str, str]:
    """What a game calls the values of its fields, by ``field.value``: a page draws what nobody is
    asked for now, a hand for example."""
    return {key: said for key, said in words.under("arg.").items() if key.count(".") == 1}


def _ask(
    match: Match, ask: Ask, scene: Scene, words: Catalogue, seat: int | None, *, anybody: bool
) -> Data:
    eyes, rolls = seat in ask.seats, match.supplies(ask)
    area = _area(scene, seat or ask.seats[0])
    data = form(ask, words, match.state, rolls=rolls, eyes=eyes, area=area)
    if seat is None or not (eyes or anybody):
        return data
    return data | {"id": ask_id(match, ask, seat if eyes else ask.seats[0])}


def _area(scene: Scene, seat: int) -> Area | None:
    """What an ask's places lie on: the seat's own sheet, the board, or a page of it."""
    pages = (item for page in scene.pages.values() for item in page)
    things = (*scene.sheets.get(seat, ()), *scene.body, *pages)
    return next((item for item in things if isinstance(item, Grid | Map | Streets)), None)


def _dice(match: Match) -> tuple[list[Any], int | None, int]:
    """The dice that lie there, if everybody saw them, the seat that threw them, and the number of
    their entry: they stay while all that is answered belongs to the moment that they led to."""
    log = match.log
    for number in reversed(range(len(log))):
        done = log[number]
        entry, line = done.line.entry, done.line
        if line.chance:
            if entry is None or line.secret or not entry.has("dice"):
                break
            return entry.items("dice"), entry.seat, number
        within = any(row.startswith(f"{match.state}.") for row in done.rows[:1])  # none: given up
        if not (line.auto or within):
            break
    return [], None, 0


def _result(match: Match, words: Catalogue) -> Data | None:
    result = match.result
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "ranking": [list(place) for place in result.ranking],
        "head": headline(words, result),
        "places": [[p.rank, p.seat, p.score] for p in places(words, match, result)],
        "text": words.text(result.reason),
        "clause": result.clause,
        "tally": {} if match.abandoned else _tally(match),
    }


def _tally(match: Match) -> Data:
    """How often each seat did what, and how often it met what: by verb and by ruling's key. Secrets
    count, too: it is for a match that has been played to its end."""
    counts: dict[str, Counter[int]] = {}
    for done in match.log:
        entry = done.line.entry
        told = [(entry.verb, entry.seat)] if entry is not None else []
        for key, seat in (*told, *((ruling.key, ruling.seat) for ruling in done.told)):
            if seat:
                counts.setdefault(key, Counter())[seat] += 1
    return {key: dict(count) for key, count in counts.items()}
