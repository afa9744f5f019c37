"""``referee history``: the kept matches, and one of them told entry by entry, as the log does.

While a match is open, what is hidden at the table stays hidden here.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial

from referee.doors import places
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import RefereeError
from referee.kernel.fold import Fold, Standing, effective
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.match import Match
from referee.kernel.names import visible
from referee.kernel.store import Store, StoredMatch
from referee.table.catalogue import names_in
from referee.table.pixels.printing import as_text
from referee.table.story import event, looks, sentence


def run(args: argparse.Namespace) -> int:
    with closing(places.open_store()) as store:
        lines = _listed(store, args.lang) if args.match is None else _one(store, args)
        tell("\n".join(map(visible, lines)))
    return 0


def _one(store: Store, args: argparse.Namespace) -> Iterator[str]:
    stored = store.match(args.match)
    match = Match.resume(store, args.match)
    words = Words.of(match, args.lang)
    yield from whole_match(stored, match, words)


def whole_match(stored: StoredMatch, match: Match, words: Words) -> Iterator[str]:
    """A whole match, with the pages that belong to its record."""
    yield from _heading(stored, match, words)
    yield from _entries(match, words)
    yield from _kept(match, words)


def _listed(store: Store, language: str) -> Iterator[str]:
    """One line for every match, the last played first."""
    words = Words(language)
    if store.notice is not None:
        yield words.text(store.notice)
    stored = store.matches(limit=-1)
    broken = store.unreadable()
    if not stored and not broken:
        yield words("history.none")
    for match in stored:
        yield "  ".join(
            (
                f"{match.id:>5}",
                _date(match.changed),
                f"{words(f'history.status.{match.status}'):<11}",
                f"{words('history.entries', n=match.lines):>14}",
                f"{title(match.header.game, language)}: {people(match.header, words)}",
            )
        )
    for number in broken:
        yield f"{number:>5}  {words('history.unreadable')}"


def _heading(stored: StoredMatch, match: Match, words: Words) -> Iterator[str]:
    yield f"{words('name')}: {people(stored.header, words)}"
    yield f"{_date(stored.started)}, {words(f'history.status.{stored.status}')}"
    for spec in match.game.options:
        value = match.header.options[spec.key]
        if value != spec.default:
            yield f"{words.option(spec.key)}: {words.option_value(spec.key, value)}"
    yield words("history.hash", hash=match.commitment)
    if match.seed is not None:
        yield words("history.seed", seed=match.seed)


def _entries(match: Match, words: Words) -> Iterator[str]:
    """What counts, entry by entry, then what was taken back or corrected. Of what followed by
    itself from an answer only the rulings."""
    printed = match.game.components().with_values(match.header.components)
    fold = Fold(match.game, match.header, printed)
    for ruling in fold.opening:
        yield f"       {words.ruling(ruling)}"
    for index, line in enumerate(effective(match.lines)):
        ask, entry = fold.judge(line), line.entry
        known = looks(ask, entry.verb, entry.args) if entry is not None else {}
        before = fold.game.scene(fold.position, None)
        rulings = fold.apply(line)
        seen = [fold.game.scene(fold.position, None), before]
        made = event(fold.log[-1], match.header.players, partial(list, seen))
        if made is None:
            yield f"{index:>5}  {words('history.abandoned')}"
        elif line.secret and not match.over:
            yield f"{index:>5}  {words('history.secret', who=words.player(made.seat))}"
        elif line.secret or not made.followed:
            yield f"{index:>5}  {sentence(words, made, reveal=True, looks=known)}"
        for ruling in rulings:
            if match.over or ruling.shown_to(None):
                yield f"         {words.ruling(ruling)} ({ruling.clause})"
    if match.result is not None:
        yield words.text(match.result.reason)
    yield from _amended(match.lines, words)


def _kept(match: Match, words: Words) -> Iterator[str]:
    """The pages that belong to the record, as everybody may see them."""
    scene = match.game.scene(match.position, None)
    for name in scene.kept:
        yield ""
        yield words(f"page.{name}")
        yield from (f"  {line}" for line in as_text(scene.pages[name], words))


def _amended(lines: Sequence[Line], words: Words) -> Iterator[str]:
    standing = Standing()
    for line in lines:
        kept = len(standing.lines)
        standing.add(line)
        if line.mark is Mark.UNDO:
            yield words("history.undone", n=line.count, first=kept - line.count, last=kept - 1)
        elif line.mark is Mark.CORRECT:
            yield words("history.corrected", index=line.index)


def people(header: Header, words: Words) -> str:
    """The players; those without a name by their seats, if others have one."""
    if not any(header.names):
        return words("history.seats", n=header.seats)
    named = enumerate(names_in(words.language, header.names, header.players), 1)
    return ", ".join(name or words("seat.name", seat=seat) for seat, name in named)


def title(game: str, language: str) -> str:
    """A game's title; its bare name if it is not installed any more."""
    try:
        return Words(language, find_game(game))("name")
    except RefereeError:
        return game


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
