"""The pages in a browser: a panel in virtual time, and clients without a network."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import Any

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass
from referee.web.hub import Hub
from sim.panel import SimPanel
from tests.doors.client import validator

Data = dict[str, Any]


class Page:
    """A page as the hub sees it: what it asks for, and what it was sent."""

    def __init__(self, table: Table, *, local: bool = False) -> None:
        self.sent: list[Data] = []
        self._table = table
        self._numbers = itertools.count(1)
        self.client = Client(self._take, local=local)
        table.hub.join(self.client)

    def _take(self, text: str, slot: str) -> None:
        message = json.loads(text)
        validator("page-sent").validate(message)
        self.sent.append(message)

    def ask(self, n: int | None = None, **request: Any) -> Data:
        """Send a request and return its reply; time enough passes for all to follow."""
        number = next(self._numbers) if n is None else n
        self._table.hub.receive(self.client, {"n": number, **request})
        self._table.panel.run(0.0)
        return next(sent for sent in reversed(self.sent) if sent.get("n") == number)

    @property
    def state(self) -> Data:
        """What the page shows of the match."""
        return next(sent for sent in reversed(self.sent) if sent["type"] == "state")

    def answer(self, verb: str, **args: Any) -> Data:
        """Answer the page's first own ask that offers this verb."""
        asks = [ask for ask in self.state["asks"] if "id" in ask]
        ask = next(a for a in asks if verb in (o["verb"] for o in a["choose"]["options"]))
        return self.ask(ask=ask["id"], verb=verb, args=args)


class Table:
    """A match on a simulated panel with pages open."""

    def __init__(
        self, game: str, names: Sequence[str], *, store: Store | None = None, kept: bool = False,
        players: Sequence[str] = (), **options: Any,
    ) -> None:  # fmt: skip
        """``kept``: the match is, in the store. ``players``: the computer players by seat."""
        program = TableProgram(store, lambda: "seed", defaults=Settings(language="en"))
        self.program = program
        self.match = Match.new(
            find_game(game), names, options, "web", store=store if kept else None, players=players
        )
        program.show(self.match)
        self.panel = SimPanel(program)
        numbers = itertools.count()
        self.doorkeeper = Doorkeeper(
            letters=lambda count: f"{next(numbers):0{count}}",
            token=lambda: f"token {next(numbers)}",
        )
        self.hub = Hub(program, self.doorkeeper, self.panel.clock.now, "build", open_panel=True)
        self.panel.runner.mirror(self.hub.mirror)
        self.panel.runner.watch(self.hub.publish)

    def page(self, **hello: Any) -> Page:
        """A page that has shown nothing yet."""
        page = Page(self)
        page.ask(do="hello", language="en", **hello)
        return page

    def seat(self, seat: int) -> Page:
        """A page that sits on this seat."""
        page = self.page(token=self.doorkeeper.issue(Pass()))
        page.ask(do="claim", seat=seat)
        return page
