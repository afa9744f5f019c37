"""The hub: what pages ask for, and what they get to see. It lives in the loop's own thread.

A request is a JSON object: a line of the JSON Lines protocol, or with ``do`` one of those that
pages have besides. With a number ``n`` its reply carries the same number, and a request that came
already is answered from memory, so that a page may ask again after its line broke. What a page
shows comes as ``state`` and ``frame``, each of them whole.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from hal.interfaces import Frame
from referee.authority import Budgets, may, may_watch
from referee.kernel.errors import RefereeError, Refused
from referee.kernel.match import Match
from referee.kernel.text import Text, text
from referee.table import errands
from referee.table.catalogue import Catalogue
from referee.table.modes.telling import Told
from referee.table.program import TableProgram
from referee.web.care import Care
from referee.web.chronicle import Chronicle
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass
from referee.web.entrance import Entrance
from referee.web.panel import elsewhere, frame_data
from referee.web.playing import Playing
from referee.web.record import Records, Work, at_once, takes_long
from referee.web.room import Handler, Room, problem
from referee.web.scenes import Data
from referee.web.seats import Denied, Seats
from referee.web.trails import Trails
from referee.web.views import table

log = logging.getLogger(__name__)


#: An answer to an ask; and verbs of the protocol that answer nothing.
ANSWER: Final = "answer"
PROTOCOL: Final = ("undo", "help", "state")

#: Replies to questions: they are asked again, and not remembered.
TOLD: Final = ("state", "help", "matches", "setup", "care", "invite")


class Hub:
    """``now``: the panel's clock. ``aside``: see `Records`. ``keep_seats`` and ``wall``: see
    `Seats`."""

    def __init__(
        self, program: TableProgram, doorkeeper: Doorkeeper, now: Callable[[], float], *,
        aside: Callable[[Work, Work], object] = at_once,
        keep_seats: Callable[[Mapping[str, Any]], None] = lambda data: None,
        wall: Callable[[], float] = lambda: 0.0,
    ) -> None:  # fmt: skip
        self._program = program
        self._doorkeeper = doorkeeper
        self._clients: list[Client] = []
        self._trails = Trails()
        self._chronicle = Chronicle()
        self._frame: Frame | None = None
        self._frames: dict[bool, str] = {}  # as pages get it, at this very computer and elsewhere
        #: The match as pages show it, by reader, told and language: until it goes on, or somebody
        #: sits elsewhere. Who greets again and again has nothing computed before a press.
        self._tables: dict[tuple[object, ...], str] = {}
        self._table_of: tuple[Match | None, int] = (None, 0)
        self.seats = Seats(doorkeeper, self._tell, now, keep_seats, wall)
        self._room = room = Room(program, doorkeeper, self.seats, now, self._refresh)
        self._records = Records(room, aside)
        entrance = Entrance(room)
        playing = Playing(room, self._chronicle)
        self._handlers: Mapping[str, Handler] = {
            **entrance.handlers, **playing.handlers, **Care(room).handlers,
        }  # fmt: skip
        self._budgets = Budgets()

    # -- clients ---------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        self._clients.append(client)

    def part(self, client: Client) -> None:
        if client in self._clients:
            self._clients.remove(client)

    @property
    def pages(self) -> int:
        """How many pages are connected."""
        return len(self._clients)

    def free(self, match: Match) -> list[int]:
        """See `Seats.free`; who comes back to his seat has it already."""
        coming = {self.seats.of(client, match) for client in self._clients if client.known}
        return [seat for seat in self.seats.free(match) if seat not in coming]

    def guests(self, match: Match) -> bool:
        """Whether somebody has no seat in this match, and is no owner."""
        guests = (client for client in self._clients if client.known and not client.granted.panel)
        return any(self.seats.of(client, match) is None for client in guests)

    def receive(
        self, client: Client, request: Data, done: Callable[[], None] = lambda: None
    ) -> None:
        """Do what a page asks for, once, and reply. Never raises. ``done`` is called when it has
        been replied to, in some thread."""
        number: int | None = request.get("n")

        def reply(data: Data) -> None:
            text = _dump(_numbered(data, number))
            if number is not None and data["type"] == "imported":
                client.remember(number, text)
            client.send(text, "")
            done()

        if "n" in request and type(number) is not int:
            number = None
            reply(self._problem(client, text("web.request")))
        elif number is not None and number in client.done:
            client.send(client.done[number], "")
            done()
        else:
            deed = deed_of(request)
            denied = self._denied(client, deed)
            if denied is not None:
                reply(self._problem(client, denied))
            elif takes_long(deed, request):
                self._records.put(client, request, reply)
            else:
                self._do(client, deed, request, reply)

    def _do(
        self, client: Client, deed: str, request: Data, reply: Callable[[Data], None]
    ) -> None:  # fmt: skip
        if client in self._clients:  # who asks is shown first what came of it
            self._clients.remove(client)
            self._clients.insert(0, client)
        data, number = self._handled(client, deed, request), request.get("n")
        if number is not None and data["type"] not in TOLD and deed != "hello":
            client.remember(number, _dump(_numbered(data, number)))
        reply(data)

    def _handled(self, client: Client, deed: str, request: Data) -> Data:
        try:
            return self._handlers[deed](client, request)
        except Refused as refusal:
            return {
                "type": "refused",
                "reason": self._room.words(client).error(refusal),
                "clause": refusal.clause,
                "key": refusal.reason.key,
            }
        except RefereeError as error:
            # The words of a match that has just begun, or ended.
            return problem(self._room.words(client), error)
        except Exception as error:
            log.exception("a page's request failed: %s", deed)
            return self._problem(client, text("error.fault", detail=type(error).__name__))

    def _problem(self, client: Client, why: Text) -> Data:
        return problem(self._room.words(client), Denied(why.key, **why.args))

    def _denied(self, client: Client, deed: str) -> Text | None:
        """Why not, if `referee.authority` says so."""
        session = self._program.session
        match = session.match if session is not None else None
        if match is not None and client.known and self.seats.arrive(client, match):
            self._arrived()
        visitor = self.seats.visitor(client, match)
        denied = may(
            visitor, deed, playing=session is not None,
            tapping=errands.tapping(self._program.modes),
        )  # fmt: skip
        address = "" if client.local else client.host
        return denied or self._budgets.spend(address, deed, self._room.now())

    def _tell(self, news: Text) -> None:
        """Somebody else sits somewhere now: the panel says so, and all pages do."""
        self._program.errand(lambda desk: errands.tell(desk, news))
        self._refresh()

    def _arrived(self) -> None:
        """Somebody has come to a seat: its cover says so, and its code goes."""
        self._program.errand(lambda desk: None)
        self._refresh()

    def _refresh(self) -> None:
        """Passes have changed: look at everybody's anew."""
        for client in self._clients:
            client.granted = self._doorkeeper.find(client.token) or Pass()
            client.shown = ()
        self._tables.clear()

    # -- what is shown ---------------------------------------------------------------------

    def publish(self, frame: Frame) -> float | None:
        """After every step of the loop: send each page what it does not show yet."""
        session = self._program.session
        reader = errands.reader(self._program.modes) if session is not None else None
        if session is not None:
            self.seats.on_table(session.match)
            if reader is not None:
                self.seats.note_panel(session.match, reader)
        if not self._clients:
            return None
        known = [client for client in self._clients if client.known]
        match = session.match if session is not None else None
        come = match is not None and any([self.seats.arrive(client, match) for client in known])
        if come:
            self._arrived()
        for client in self._clients:
            if client.known:
                self._show_table(client)
                self._show_frame(client, frame)
        return self._room.now() if come else None

    def mirror(self, frame: Frame) -> None:
        """Send the panel's new picture alone, before the display has it."""
        for client in self._clients:
            if client.known:
                self._show_frame(client, frame)

    def _show_table(self, client: Client) -> None:
        session, seat = self._program.session, self._room.seat(client)
        match = session.match if session is not None else None
        lines = match.written if match is not None else 0
        told = errands.told(self._program.modes, seat) if match is not None else None
        number = told.number if told is not None else 0
        if match is not None:
            self.seats.note(client, match)
        people = session.people if session is not None else 0  # fewer computers: more to answer
        state = (id(match), lines, number, seat, client.language, client.granted, people)
        if state == client.shown:
            return
        client.shown = state
        if self._table_of[0] is not match or self._table_of[1] != lines:
            self._table_of = (match, lines)
            self._tables.clear()
        key = (seat, number, client.language, people)
        if key not in self._tables:
            self._tables[key] = _dump(self._table(match, told, seat, client.language))
        client.send(self._tables[key], "state")

    def _table(
        self, match: Match | None, told: Told | None, seat: int | None, language: str
    ) -> Data:
        if match is None:
            return {"type": "state", "match": None}
        words = Catalogue.of(match, language)
        state = table(
            match, words, seat, self._trails, self._room.for_anybody, self._chronicle,
            errands.tapping(self._program.modes),
        )  # fmt: skip
        return {
            **state,
            "told": _told(told, words) if told is not None else None,
            "guarded": match.secretive,
            "taken": sorted(self.seats.held(match)),
            "seating": [words.text(news) for news in self.seats.news(match)],
        }

    def _show_frame(self, client: Client, frame: Frame) -> None:
        if not (client.frames and client.granted.panel):
            return
        why = self._program.at_the_box
        if not may_watch(private=bool(why), here=client.local):
            shown = _dump(elsewhere(frame.picture.size, self._program.language, why))
        else:
            if self._frame is not frame:
                self._frame = frame
                self._frames.clear()
            if client.local not in self._frames:
                data = frame_data(frame, self._program, here=client.local)
                self._frames[client.local] = _dump(data)
            shown = self._frames[client.local]
        if client.frame != shown:  # one that only sounds would tell how often it did
            client.frame = shown
            client.send(shown, "frame")


def deed_of(request: Data) -> str:
    """What a request asks for, as `referee.authority` calls it: ``do`` names it; else it is a line
    of the protocol."""
    if "do" in request:
        return str(request["do"]) if request["do"] not in (*PROTOCOL, ANSWER) else ""
    verb = request.get("verb")
    own = "seat" not in request and "ask" not in request
    return str(verb) if own and verb in PROTOCOL else ANSWER


def _told(told: Told, words: Catalogue) -> Data:
    """What is told over the match; ``passes``: it goes by itself, nobody has to say OK."""
    return {
        "number": told.number,
        "text": told.said(words),
        "seat": told.seat,
        "clause": told.clause,
        "passes": told.passes,
    }


def _numbered(data: Data, number: int | None) -> Data:
    return data if number is None else {**data, "n": number}


def _dump(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
