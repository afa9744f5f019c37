"""What all requests of pages share: the program, who somebody is, the words for him."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from referee.kernel.ask import Ask
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.match import Match
from referee.table import errands
from referee.table.catalogue import Catalogue
from referee.table.program import TableProgram
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper
from referee.web.scenes import Data
from referee.web.seats import Seats

#: Numbers of requests are smaller.
LARGE: Final = 2**53

#: Does what a page asks for and says what came of it; raises `RefereeError`.
Handler = Callable[[Client, Data], Data]


@dataclass(frozen=True, slots=True)
class Room:
    """``now``: the panel's clock. ``seats``: who sits where. ``refresh``: passes have changed."""

    program: TableProgram
    doorkeeper: Doorkeeper
    seats: Seats
    now: Callable[[], float]
    refresh: Callable[[], None]

    def match(self) -> Match:
        """The match that is played; raises `BadEntry` where there is none."""
        session = self.program.session
        if session is None:
            raise BadEntry("web.no-match")
        return session.match

    def seat(self, client: Client) -> int | None:
        """The seat that a client has in the match that is played."""
        session = self.program.session
        return self.seats.of(client, session.match if session is not None else None)

    def own_seat(self, client: Client) -> int:
        """The same, where `referee.authority` wants one; raises `BadEntry` where there is none."""
        seat = self.seat(client)
        if seat is None:
            raise BadEntry("web.no-seat")
        return seat

    def for_anybody(self, ask: Ask) -> bool:
        """Whether any page that plays may answer this ask, for the box's seat that it is for."""
        return errands.for_anybody(self.program.modes, ask)

    def words(self, client: Client) -> Catalogue:
        """In the page's language, with the words of the match that is played."""
        session = self.program.session
        if session is None:
            return Catalogue(client.language)
        return Catalogue.of(session.match, client.language)


def integer(request: Data, field: str) -> int:
    """A whole number of a request, which a database can hold; raises `BadEntry`."""
    value: Any = request.get(field)
    if type(value) is not int or abs(value) >= LARGE:
        raise BadEntry("web.request")
    return value


def problem(words: Catalogue, error: RefereeError) -> Data:
    """What went wrong, as a page is told it: of a file its name, and not where it lies."""
    said, file = words.error(error), error.text.args.get("file")
    if isinstance(file, str):
        said = said.replace(f"{PurePath(file).parent}/", "")
    return {"type": "error", "message": said, "key": error.text.key}
