"""Who somebody is: greetings, codes, seats."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.errors import BadEntry
from referee.table.catalogue import LANGUAGES
from referee.web.client import Client, Memory
from referee.web.doorkeeper import Pass
from referee.web.room import Handler, Room
from referee.web.scenes import Data
from referee.web.seats import Denied, which


class Entrance:
    """A page of another build than `Client.build` loads itself anew."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._memory = Memory()
        self.handlers: Mapping[str, Handler] = {
            "hello": self._hello,
            "code": self._code,
            "language": self._language,
            "ping": self._ping,
            "claim": self._claim,
            "leave": self._leave,
        }

    def _hello(self, client: Client, request: Data) -> Data:
        self._language(client, request)
        token = request.get("token")
        doorkeeper = self._room.doorkeeper
        found = doorkeeper.find(token) if isinstance(token, str) and token else None
        if found is not None:
            client.token, client.granted, client.known = str(token), found, True
        elif client.local:
            self._let_in(client, doorkeeper.issue(Pass(panel=True, host=client.host)))
        client.frames = request.get("frames") is True
        client.page = str(request.get("page", ""))[:40]
        self._memory.recall(client)
        client.shown = ()
        return self._welcome(client)

    def _code(self, client: Client, request: Data) -> Data:
        now, doorkeeper = self._room.now(), self._room.doorkeeper
        opened = doorkeeper.admit(str(request.get("code", ""))[:40], now, client.host)
        if opened is None:
            wait = round(doorkeeper.wait(now, client.host))
            raise Denied("web.locked" if wait else "web.wrong", seconds=wait)
        mine = Pass(panel=opened.panel, host=client.host)
        if doorkeeper.find(client.token) is not None:
            doorkeeper.widen(client.token, mine)
            self._let_in(client, client.token)
        else:
            self._let_in(client, doorkeeper.issue(mine))
        if opened.seat is not None:
            self._sit_down(client, opened)
        return self._welcome(client)

    def _sit_down(self, client: Client, opened: Pass) -> None:
        """The panel has shown this page the code of a seat."""
        match = self._room.match()
        if which(match) != opened.match:
            raise Denied("web.late")
        assert opened.seat is not None
        self._room.seats.claim(client, match, opened.seat, given=True)
        self._room.refresh()

    def _let_in(self, client: Client, token: str) -> None:
        found = self._room.doorkeeper.find(token)
        assert found is not None
        client.token, client.granted, client.known = token, found, True
        self._memory.recall(client)
        client.shown = ()

    def _welcome(self, client: Client) -> Data:
        return {
            "type": "welcome",
            "build": client.build,
            "known": client.known,
            "token": client.token,
            "seat": self._room.seat(client),
            "panel": client.granted.panel,
            "language": client.language,
            "languages": list(LANGUAGES),
            "words": self._room.words(client).under("web.page."),
        }

    def _claim(self, client: Client, request: Data) -> Data:
        match = self._room.match()
        seat = request.get("seat")
        if type(seat) is not int or not 1 <= seat <= match.header.seats:
            raise BadEntry("error.seat", seat=str(seat)[:9], seats=match.header.seats)
        self._room.seats.claim(client, match, seat)
        self._room.refresh()
        return self._welcome(client)

    def _leave(self, client: Client, request: Data) -> Data:
        session = self._room.program.session
        self._room.seats.leave(client, session.match if session is not None else None)
        self._room.refresh()
        return self._welcome(client)

    def _language(self, client: Client, request: Data) -> Data:
        if request.get("language") in LANGUAGES:
            client.language = str(request["language"])
            client.shown = ()
        return {"type": "done"}

    def _ping(self, client: Client, request: Data) -> Data:
        """The page wants to know whether its line still carries."""
        return {"type": "done"}
