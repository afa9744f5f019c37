"""``referee page``: a page of a kept match - the lap pad, the hands - as text, or as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing

from referee.doors import places
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.match import Match
from referee.table.pixels.printing import as_picture, as_text
from referee.table.screen import Item


def run(args: argparse.Namespace) -> int:
    if args.png is not None and args.page is None:
        raise BadEntry("error.page.png")
    with closing(places.open_store()) as store:
        match = Match.resume(store, args.match)
    words = Words.of(match, args.lang)
    if args.page is None:
        tell("\n".join(listed(match, words)))
        return 0
    items = page(match, args.page)
    if args.png is None:
        tell("\n".join(as_text(items, words)))
        return 0
    heading = f"{words('name')} {match.id}: {words(f'page.{args.page}')}"
    try:
        as_picture(heading, items, words).save(args.png, "PNG")
    except OSError as error:
        detail = error.strerror or str(error)
        raise BadEntry("error.page.file", file=args.png, detail=detail) from error
    tell(words("pages.written", file=args.png))
    return 0


def listed(match: Match, words: Words) -> Iterator[str]:
    """The names of all pages with their titles."""
    pages = match.game.scene(match.position, None).pages
    width = max(map(len, pages), default=0)
    yield from (f"{name:<{width}}  {words(f'page.{name}')}" for name in pages)
    if not pages:
        yield words("pages.none")


def page(match: Match, name: str) -> tuple[Item, ...]:
    """The items of a page that everybody may see; raises `BadEntry` naming those there are."""
    pages = match.game.scene(match.position, None).pages
    if name not in pages:
        raise BadEntry("error.page.unknown", page=name[:40], known=", ".join(pages) or "-")
    return pages[name]
