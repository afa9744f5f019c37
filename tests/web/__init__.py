"""The pages in a browser: a panel in virtual time, and clients without a network."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.appliance import Appliance, Invitation
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.client import Client
from referee.web.doorkeeper import PANEL, VISIT, Doorkeeper, Pass
from referee.web.hub import Hub
from referee.web.record import Work, at_once
from sim.panel import SimPanel
from tests.doors.client import validator

Data = dict[str, Any]


class Page:
    """A page as the hub sees it: what it asks for, and what it was sent."""

    def __init__(self, table: Table, *, local: bool = False, host: str = "") -> None:
        self._table = table
        self.prepare(Client(lambda text, slot: self.take(text), host, local))
        table.hub.join(self.client)

    def prepare(self, client: Client) -> None:
        """It is this client's page."""
        self.client = client
        self.sent: list[Data] = []
        self.numbers = itertools.count(1)

    def take(self, text: str) -> None:
        message = json.loads(text)
        validator("page-sent").validate(message)
        self.sent.append(message)

    def ask(self, n: int | None = None, **request: Any) -> Data:
        """Send a request and return its reply; time enough passes for all to follow."""
        number = next(self.numbers) if n is None else n
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


class Phones:
    """A `referee.table.appliance.Phones` of a table, once it is served."""

    hub: Hub | None = None
    code: Callable[[Pass], str] | None = None

    def cards(self) -> Sequence[str]:
        return ("page", "panel") if self.hub is not None else ()

    def waits(self) -> str:
        return "phones.wait"

    def invite(self, card: str) -> Invitation:
        assert self.code is not None
        return Invitation("192.168.1.2", self.code(PANEL if card == "panel" else VISIT))

    def held(self, match: Match) -> set[int] | None:
        return self.hub.seats.held(match) if self.hub is not None else None

    def free(self, match: Match) -> Sequence[int]:
        return self.hub.free(match) if self.hub is not None else ()

    def guests(self, match: Match) -> bool:
        return self.hub is not None and self.hub.guests(match)

    def open(self, match: Match, seat: int) -> None:
        assert self.hub is not None
        self.hub.seats.open(match, seat)

    def invite_to(self, match: Match, seat: int) -> Invitation:
        assert self.hub is not None
        return Invitation("192.168.1.2", self.hub.seats.code(match, seat))


class Table:
    """A match on a simulated panel with pages open."""

    def __init__(
        self, game: str, names: Sequence[str], *, store: Store | None = None, kept: bool = False,
        players: Sequence[str] = (), language: str = "en",
        aside: Callable[[Work, Work], object] = at_once, hub: type[Hub] = Hub, **options: Any,
    ) -> None:  # fmt: skip
        """``kept``: the match is, in the store. ``players``: the computer players by seat."""
        self._language = language
        phones, seeds = Phones(), (f"seed {n}" for n in itertools.count())
        program = TableProgram(
            store, lambda: next(seeds), defaults=Settings(language=language),
            appliance=Appliance(phones=phones),
        )  # fmt: skip
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
        self.hub = hub(program, self.doorkeeper, self.panel.clock.now, aside=aside)
        phones.hub = self.hub
        phones.code = lambda opens: self.doorkeeper.code(self.panel.clock.now(), opens)
        self.panel.runner.mirror(self.hub.mirror)
        self.panel.runner.watch(self.hub.publish)

    def opened(self, host: str) -> Page:
        """A line from there, on which nothing has been said."""
        return Page(self, host=host)

    def page(self, host: str = "", **hello: Any) -> Page:
        """A page that has shown nothing yet."""
        page = self.opened(host)
        page.ask(**{"do": "hello", "language": self._language, **hello})
        return page

    def guest(self, host: str = "", **hello: Any) -> Page:
        """A page whose reader has read the code."""
        page = self.page(host, **hello)
        page.ask(do="code", code=self.doorkeeper.code(self.panel.clock.now()))
        return page

    def seat(self, seat: int, host: str = "") -> Page:
        """A page that sits on this seat, which the panel has given to it."""
        page = self.page(host, token=self.doorkeeper.issue(Pass(host=host)))
        page.ask(do="code", code=self.hub.seats.code(self.program.session.match, seat))
        return page
