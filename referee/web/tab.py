"""The whole box in one browser tab: the program, its hub and everybody's line to it, in one thread,
without sockets. The site's worker runs it, see docs/site.md.

All pages are in this browser, so they are local; each tab that has a name of its own is somebody of
its own. Time is what the worker says: `Tab.step` says when it wants to be called next.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.kernel.archive import parse
from referee.kernel.errors import RefereeError
from referee.kernel.store import Store
from referee.kernel.strict import strict_json
from referee.table.modes.quick import begin_quick
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.client import Client
from referee.web.kept import OnTable, hub_of
from referee.web.record import replay

#: The file of the matches.
STORE: Final = "referee.db"


class Tab:
    """``send(page, text)`` brings a line to a page. ``now``: seconds that never run backwards;
    ``clock``: those since 1970. ``build`` names the pages. ``language``: until the players choose.
    """

    def __init__(
        self, folder: Path, send: Callable[[str, str], None], now: Callable[[], float],
        clock: Callable[[], float], build: str, language: str,
    ) -> None:  # fmt: skip
        self._send = send
        self._now = now
        self._build = build
        self._pages: dict[str, Client] = {}
        self._store = store = Store(folder / STORE, clock, owner=True)
        self._program = TableProgram(
            store, lambda: secrets.token_hex(16), defaults=Settings(language)
        )
        self._hub, _ = hub_of(self._program, now)
        self._on_table = OnTable(self._program)
        self._on_table.come_back()

    def join(self, page: str) -> None:
        """A page has opened its line, or opens it anew."""
        self.part(page)
        client = Client(lambda text, slot: self._send(page, text), local=True, build=self._build)
        self._pages[page] = client
        self._hub.join(client)

    def part(self, page: str) -> None:
        if (client := self._pages.pop(page, None)) is not None:
            self._hub.part(client)

    def hear(self, page: str, line: str) -> None:
        """What a page says; one that is not known has been forgotten, and opens its line anew."""
        if (client := self._pages.get(page)) is None:
            return
        try:
            request = strict_json(line.encode())
        except ValueError:
            request = {}
        self._hub.receive(client, request if isinstance(request, dict) else {})

    def quick(self, page: str, game: str) -> None:
        """A match against the box, whose first seat this page gets. One of this game that goes on
        is the same; another one is kept, and can be gone on with."""
        session, client = self._program.session, self._pages[page]
        match = session.match if session is not None else None
        if match is None or match.over or match.header.game != game:
            with suppress(RefereeError):  # there is no such game
                self._program.errand(lambda desk: begin_quick(desk, game))
        session = self._program.session
        if session is not None and client.known:
            with suppress(RefereeError):  # somebody in another tab sits there
                self._hub.seats.claim(client, session.match, 1)

    def show(self, lines: str) -> None:
        """Keep a match that came with the pages, for them to show it step by step. Its dice are
        told, not rolled, so they are not checked as those of a file from elsewhere."""
        header, told = parse(line.encode() for line in lines.splitlines())
        match = replay(header, [line for line, _ in told])
        self._store.begin(header, told, "over" if match.over else "open")

    def step(self) -> float:
        """Do what is due; in how many seconds it wants to be called again."""
        now = self._now()
        due = self._program.tick(now)
        self._hub.publish(self._program.frame())
        self._on_table.look()
        return max(0.0, (due if due is not None else now + 60.0) - self._now())
