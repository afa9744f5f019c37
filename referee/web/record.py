"""Kept matches for pages: a list, one of them step by step, files of them both ways.

What is hidden at the table stays hidden: steps are shown as everybody may see them.
"""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from referee.authority import may_bring, may_export, may_import
from referee.kernel.archive import (
    Judged,
    judge_match,
    keep_judged,
    without_programs,
    written,
)
from referee.kernel.errors import BadEntry, RefereeError, StoreError
from referee.kernel.fold import effective
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line
from referee.kernel.match import Match
from referee.kernel.store import Store, StoredMatch
from referee.table.catalogue import Catalogue, game_title, names_in
from referee.table.story import event, sentence
from referee.web.client import Client
from referee.web.room import Room, integer, problem
from referee.web.scenes import Data
from referee.web.seats import judge
from referee.web.views import table

log = logging.getLogger(__name__)

Work = Callable[[], None]

#: So many matches are listed.
LISTED: Final = 100
#: Characters of the longest match that a page may bring, in parts of a request each.
LARGEST: Final = 2_000_000


def kept_matches(store: Store | None, language: str) -> list[Data]:
    """The kept matches, the last played first."""
    found = store.matches(limit=LISTED) if store is not None else []
    return [
        {
            "id": stored.id,
            "title": game_title(stored.header.game, language),
            "names": _names(stored.header, language),
            "status": stored.status,
            "changed": stored.changed,
            "steps": stored.lines,
        }
        for stored in found
    ]


def _names(header: Header, language: str) -> list[str]:
    """What the players are called; all empty where nobody has a name."""
    seats = range(1, header.seats + 1)
    words = Catalogue(language, names=names_in(language, header.names, header.players))
    return [words.player(seat) if any(header.names) else "" for seat in seats]


def upload(room: Room, client: Client, request: Data) -> str:
    """Add a part of a file; what has come so far. Raises `RefereeError`."""
    part = request.get("part")
    if room.program.store is None or not isinstance(part, str):
        raise BadEntry("web.request")
    judge(may_import(playing=room.program.session is not None))
    client.upload = "" if request.get("first") is True else client.upload
    if len(client.upload) + len(part) > LARGEST:
        client.upload = ""
        raise BadEntry("web.request")
    client.upload += part
    return client.upload


def takes_long(deed: str, request: Data) -> bool:
    """Whether this is for `Records`."""
    return deed in ("record", "export") or (deed == "import" and request.get("last") is True)


class Records:
    """Steps and files of kept matches, which take long: one after the other, whoever asks, in a
    thread that nobody waits for. What was fetched and replayed last is kept, for a page asks for
    one step of a match after the other. A match that is brought is judged there, and kept in the
    loop's thread, to which the store belongs.

    ``aside(work, after)`` has work done there, and ``after`` in the loop's thread then.
    """

    def __init__(self, room: Room, aside: Callable[[Work, Work], object]) -> None:
        self._room = room
        self._aside = aside
        self._waiting: deque[tuple[Client, Data, Callable[[Data], None]]] = deque()
        self._at_work = False
        self._fetched: Fetched | None = None
        self._replayed: tuple[Fetched, Match] | None = None  # belongs to the other thread
        self._brought: Callable[[], None] | None = None  # what is to be done with it in the loop

    def put(self, client: Client, request: Data, reply: Callable[[Data], None]) -> None:
        """``reply`` is called once: about what changes something in the loop's thread."""
        self._waiting.append((client, request, reply))
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and not self._at_work:
            client, request, reply = self._waiting.popleft()
            words, before = self._room.words(client), client.done.get(request.get("n", -1))
            try:
                if before is not None:  # its line broke while it was being done
                    reply(json.loads(before))
                    continue
                if request.get("do") == "import":
                    work = self._bringing(client, request, reply)
                else:
                    work = partial(_reply, self._prepared(client, request, words), words, reply)
            except Exception as error:
                reply(_failed(words, error))
                continue
            self._at_work = True
            self._aside(work, self._worked)

    def _worked(self) -> None:
        self._at_work = False
        brought, self._brought = self._brought, None
        if brought is not None:
            brought()
        self._go_on()

    def _bringing(self, client: Client, request: Data, reply: Callable[[Data], None]) -> Work:
        """Raises `RefereeError`."""
        text, client.upload = upload(self._room, client, request), ""

        def work() -> None:
            found: Judged | Exception
            try:
                found = judge_match(_whole(text).splitlines(keepends=True))
            except Exception as error:
                found = error
            self._brought = lambda: reply(self._kept(client, found))

        return work

    def _kept(self, client: Client, found: Judged | Exception) -> Data:
        words, store = self._room.words(client), self._room.program.store
        try:
            if isinstance(found, Exception):
                raise found
            assert store is not None
            header = found.header
            secretive = find_game(header.game).secretive(header.seats, header.options)
            players = header.players or ("",) * header.seats
            named = all(map(any, zip(header.names or ("",) * header.seats, players, strict=True)))
            judge(may_bring(found.status, secretive=secretive, named=named, here=client.local))
            imported = keep_judged(store, found)
        except Exception as error:
            return _failed(words, error)
        dropped = [words.text(told) for told in imported.dropped]
        return {"type": "imported", "match": imported.id, "dropped": dropped}

    def _prepared(self, client: Client, request: Data, words: Catalogue) -> Callable[[], Data]:
        """Fetch what it needs; raises `RefereeError`. The rest needs neither store nor panel."""
        store, number = self._room.program.store, integer(request, "match")
        if store is None:
            raise BadEntry("web.request")
        if request.get("do") == "export":
            judge(may_export(_stored(store, number).status))
            header, lines, digests = self._fetch(store, number).match
            file = partial(written, without_programs(header), lines, digests)
            return lambda: {"type": "export", "match": number, "lines": [*file()]}
        at, language = integer(request, "step"), client.language
        found = self._fetch(store, number)
        return lambda: self._step(found, at, language, words)

    def _fetch(self, store: Store, number: int) -> Fetched:
        stored = _stored(store, number)
        mark = (number, stored.lines, stored.changed)
        if self._fetched is None or self._fetched.mark != mark:
            self._fetched = Fetched(mark, (stored.header, *store.lines(number)))
        return self._fetched

    def _step(self, found: Fetched, at: int, language: str, words: Catalogue) -> Data:
        try:
            if self._replayed is None or self._replayed[0] is not found:
                self._replayed = (found, replay(found.match[0], found.match[1]))
            return step(self._replayed[1], at, language)
        except Exception:  # played under other rules, or by a game that is gone
            log.info("match %s cannot be replayed", found.mark[0], exc_info=True)
            return problem(words, RefereeError("web.no-replay"))


def _stored(store: Store, number: int) -> StoredMatch:
    """Raises `BadEntry` where there is none; where it would lie is nothing for pages."""
    try:
        return store.match(number)
    except StoreError as error:
        if error.text.key != "error.store.no-match":
            raise
        raise BadEntry("web.no-record", match=number) from None


def _whole(upload: str) -> bytes:
    """A file's text, put together from parts that may have ended inside an emoji."""
    return upload.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def at_once(work: Work, after: Work) -> None:
    work()
    after()


def _reply(work: Callable[[], Data], words: Catalogue, reply: Callable[[Data], None]) -> None:
    try:
        data = work()
    except Exception as error:
        data = _failed(words, error)
    reply(data)


def _failed(words: Catalogue, error: Exception) -> Data:
    """Whatever goes wrong is told: a page that hears nothing waits for ever."""
    if not isinstance(error, RefereeError):
        log.error("a kept match cannot be shown or brought", exc_info=error)
        error = RefereeError("error.fault", detail=type(error).__name__)
    return problem(words, error)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A match as the store has it: header, lines, digests. ``mark``: number, lines, last change."""

    mark: tuple[int, int, float]
    match: tuple[Header, Sequence[Line], Sequence[str]]


def replay(header: Header, lines: Sequence[Line]) -> Match:
    """The match of those entries that stand. Heavy. Raises what replaying raises when it was played
    under other rules."""
    game = find_game(header.game)
    return Match(game, header, game.components().with_values(header.components), effective(lines))


def step(whole: Match, number: int, language: str) -> Data:
    """The match after its first ``number`` standing entries, with what the last one brought."""
    number = max(0, min(number, whole.length))
    match = whole.at(number)
    words = Catalogue.of(match, language)
    return {
        "type": "record",
        "steps": whole.length,
        "step": number,
        "entry": _entry(match, words),
        "state": table(match, words, None) | {"asks": []},
    }


def _entry(match: Match, words: Catalogue) -> Data | None:
    """The last answer; ``said``: the sentence of the log."""
    last = match.log[-1:]
    made = (
        event(last[0], match.header.players, lambda: [match.game.scene(match.position, None)])
        if last
        else None
    )
    if made is None or made.secret:
        return None
    args = {name: words.value(name, value) for name, value in made.args.items()}
    verb = words.verb(made.verb, made.state)
    said = sentence(words, made, spelled=True)
    return {"seat": made.seat, "verb": verb, "args": args, "said": said}
