"""What all requests of pages share: the program, who somebody is, the words for him."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from referee.table.program import TableProgram
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper
from referee.web.scenes import Data

#: Does what a page asks for and says what came of it; raises `RefereeError`.
Handler = Callable[[Client, Data], Data]


class Denied(RefereeError):
    """This page may not do that, or not now."""


@dataclass(frozen=True, slots=True)
class Room:
    """``now``: the panel's clock. ``refresh``: passes have changed."""

    program: TableProgram
    doorkeeper: Doorkeeper
    now: Callable[[], float]
    refresh: Callable[[], None]

    def match(self) -> Match:
        """The match that is played; raises `BadEntry` where there is none."""
        session = self.program.session
        if session is None:
            raise BadEntry("web.no-match")
        return session.match

    def seat(self, client: Client) -> int | None:
        """The seat that a client has in the match that is played; a match of other players has
        none for it."""
        session = self.program.session
        seat = client.granted.seat
        if session is None or seat is None or seat > session.match.header.seats:
            return None
        return seat if name_of(session.match, seat) == client.granted.name else None

    def own_seat(self, client: Client) -> int:
        """Raises `BadEntry` where it has none."""
        seat = self.seat(client)
        if seat is None:
            raise BadEntry("web.no-seat")
        return seat

    def words(self, client: Client) -> Catalogue:
        """In the page's language, with the words of the match that is played."""
        session = self.program.session
        if session is None:
            return Catalogue(client.language)
        return match_words(session.match, client.language)


def match_words(match: Match, language: str) -> Catalogue:
    header = match.header
    return Catalogue(language, match.game, header.names, header.options)


def name_of(match: Match, seat: int) -> str:
    names = match.header.names
    return names[seat - 1] if names else ""


def owner(client: Client) -> None:
    """What only those may who were let in at the panel; raises `Denied`."""
    if not client.granted.panel:
        raise Denied("web.no-panel")


def integer(request: Data, field: str) -> int:
    """A whole number of a request; raises `BadEntry`."""
    value: Any = request.get(field)
    if type(value) is not int:
        raise BadEntry("web.request")
    return value
