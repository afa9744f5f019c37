"""Pages without browsers, for scripts and tests: each is a line to the hub, called by a number."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from hal.runner import Runner
from referee.kernel.match import Match
from referee.table.appliance import Invitation
from referee.table.program import TableProgram
from referee.web.client import Client
from referee.web.doorkeeper import VISIT, Doorkeeper, Pass
from referee.web.hub import Hub
from referee.web.kept import OnTable, hub_of

#: Where the box says that its pages are.
ADDRESS: Final = "192.168.178.20"


class ScriptedPages:
    """A `sim.script.Pages`, and the `referee.table.appliance.Phones` of the program that it
    serves. Codes and tokens are numbers, so that a script knows them."""

    hub: Hub
    doorkeeper: Doorkeeper

    def __init__(self) -> None:
        self._secrets = itertools.count()
        self._clients: dict[str, Client] = {}
        self._shown: dict[str, dict[str, Any]] = {}

    def serve(self, program: TableProgram, runner: Runner, now: Callable[[], float]) -> None:
        """From now on; a program that is started anew is served anew, by the same numbers, and goes
        on with the match that was on the table."""
        self._program, self._now = program, now
        self._clients.clear()
        self.hub, self.doorkeeper = hub_of(
            program, now, letters=lambda count: f"{next(self._secrets):0{count}}"[-count:],
            token=lambda: f"token {next(self._secrets)}",
        )  # fmt: skip
        on_table = OnTable(program)
        on_table.come_back()
        runner.mirror(self.hub.mirror)
        runner.watch(self.hub.publish)
        runner.watch(lambda frame: on_table.look())

    # -- what pages do -----------------------------------------------------------------------

    def join(self, page: str, host: str) -> None:
        """Open a page on the computer ``host``; empty: on the box itself."""
        self.part(page)
        self._clients[page] = client = Client(self._take(page), host, local=not host)
        self.hub.join(client)

    def part(self, page: str) -> None:
        """Its line breaks, if it has one."""
        if (client := self._clients.pop(page, None)) is not None:
            self.hub.part(client)

    def ask(self, page: str, request: str) -> None:
        """Raises ValueError for what is no object of JSON, or where no such page is open."""
        asked = json.loads(request)
        if not isinstance(asked, dict):
            raise ValueError(f"{request} is no object of JSON")
        if page not in self._clients:
            raise ValueError(f"page {page} is not open")
        self.hub.receive(self._clients[page], asked)

    def code(self, seat: int | None) -> str:
        """A code as somebody reads it at the box: a visitor's, or that of a seat. Raises ValueError
        where nobody plays."""
        if seat is None:
            return self.doorkeeper.code(self._now())
        if (session := self._program.session) is None:
            raise ValueError("no match is played")
        return self.hub.seats.code(session.match, seat)

    def shown(self, page: str) -> str:
        """What it asks, and the end of its log."""
        state = self._shown.get(page, {})
        asks = [f"{ask['seats']} {ask['prompt']}" for ask in state.get("asks", [])]
        told = [state["told"]["text"]] if state.get("told") else []
        log = [f"{line['entry']}: {line['text']}" for line in state.get("log", [])]
        return "\n".join([*log, *told, *asks])

    def _take(self, page: str) -> Callable[[str, str], None]:
        def take(text: str, slot: str) -> None:
            message = json.loads(text)
            if message["type"] == "state":
                self._shown[page] = message

        return take

    # -- as the program invites phones -------------------------------------------------------

    def cards(self) -> Sequence[str]:
        return ("page", "panel")

    def waits(self) -> str:
        return "phones.wait"

    def invite(self, card: str) -> Invitation:
        opens = Pass(panel=True) if card == "panel" else VISIT
        return Invitation(ADDRESS, self.doorkeeper.code(self._now(), opens))

    def held(self, match: Match) -> set[int]:
        return self.hub.seats.held(match)

    def free(self, match: Match) -> Sequence[int]:
        return self.hub.free(match)

    def guests(self, match: Match) -> bool:
        return self.hub.guests(match)

    def open(self, match: Match, seat: int) -> None:
        self.hub.seats.open(match, seat)

    def invite_to(self, match: Match, seat: int) -> Invitation:
        return Invitation(ADDRESS, self.hub.seats.code(match, seat))
