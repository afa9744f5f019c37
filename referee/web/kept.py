"""What the pages know beyond one run of the program, among the settings of the store: who is known,
who has seen what, which match is on the table."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from referee.kernel.errors import RefereeError, StoreError
from referee.table import errands
from referee.table.program import TableProgram
from referee.web.doorkeeper import ALPHABET, Doorkeeper
from referee.web.hub import Hub
from referee.web.record import Work, at_once

log = logging.getLogger(__name__)

#: The passes of browsers; who has seen which seat's secrets, and what was told of seats.
PASSES: Final = "web.passes"
SEATING: Final = "web.seating"
#: Which match is on the table, until the program ends as it should.
TABLE: Final = "web.table"


def _letters(count: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def _token() -> str:
    return secrets.token_hex(16)


def hub_of(
    program: TableProgram, now: Callable[[], float],
    aside: Callable[[Work, Work], object] = at_once,
    letters: Callable[[int], str] = _letters, token: Callable[[], str] = _token,
) -> tuple[Hub, Doorkeeper]:  # fmt: skip
    """The hub of a program's pages, which knows whom it knew. For ``aside`` see `Records`, for
    ``letters`` and ``token`` `Doorkeeper`."""
    doorkeeper = Doorkeeper(
        letters=letters, token=token,
        keep=lambda passes: _keep(program, PASSES, dict(passes)),
    )  # fmt: skip
    doorkeeper.recall(_kept(program, PASSES, {}))
    hub = Hub(
        program, doorkeeper, now, aside=aside,
        keep_seats=lambda data: _keep(program, SEATING, dict(data)),
        wall=program.store.clock if program.store is not None else lambda: 0.0,
    )  # fmt: skip
    hub.seats.recall(_kept(program, SEATING, {}))
    return hub, doorkeeper


class OnTable:
    """Notes which match is on the table."""

    def __init__(self, program: TableProgram) -> None:
        self._program = program
        self._noted = _kept(program, TABLE, None)

    def come_back(self) -> None:
        """If the program was cut off in the middle of a match, go on there: pages wait for it."""
        left = self._noted
        try:
            if type(left) is int:
                self._program.errand(lambda desk: errands.come_back(desk, left))
        except RefereeError as error:  # it was removed, or its game is not here any more
            log.warning("match %s cannot go on: %s", left, error)

    def look(self) -> None:
        """After every step of the loop."""
        session = self._program.session
        self._note(session.match.id if session is not None else None)

    def end(self) -> None:
        """The program ends as it should."""
        self._note(None)

    def _note(self, match: int | None) -> None:
        if match != self._noted:
            self._noted = match
            _keep(self._program, TABLE, match)


def _keep(program: TableProgram, key: str, value: Mapping[str, Any] | int | None) -> None:
    """A store that takes nothing says so where a match is kept; a browser that is forgotten reads
    the code once more."""
    with suppress(StoreError):
        if program.store is not None:
            program.store.set_setting(key, value)


def _kept(program: TableProgram, key: str, default: Any) -> Any:
    with suppress(StoreError):
        return default if program.store is None else program.store.setting(key, default)
    return default
