"""The hub: what pages ask for, and what they get to see. It lives in the loop's own thread.

A request is a JSON object with a number ``n`` and what is wanted, ``do``; its reply carries the
same number; without ``do`` it is an entry of the page's seat, as in the JSON Lines protocol.
Requests that came already are answered from memory, so that a page may ask again after its line
broke. What a page shows comes as ``state`` and ``frame``, each of them whole.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from hal.interfaces import PANEL_BUTTONS, Frame, Gesture, Press
from referee.kernel.entry import Entry
from referee.kernel.errors import BadEntry, RefereeError, Refused
from referee.kernel.match import Match
from referee.kernel.text import Text
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.program import TableProgram
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper, Pass
from referee.web.record import kept_matches, step
from referee.web.scenes import Data
from referee.web.views import ask_id, table

log = logging.getLogger(__name__)

Handler = Callable[[Client, Data], Data]


class Hub:
    """``now``: the panel's clock. ``build`` names the program that made the pages: a page of
    another build loads itself anew. ``open_panel``: whoever is at this computer may press
    everything (on a PC; never on the box). ``aside`` has work done
    in another thread."""

    def __init__(
        self, program: TableProgram, doorkeeper: Doorkeeper, now: Callable[[], float],
        build: str, *, open_panel: bool = False,
        aside: Callable[[Callable[[], None]], object] = lambda work: work(),
    ) -> None:  # fmt: skip
        self._program = program
        self._doorkeeper = doorkeeper
        self._now = now
        self._build = build
        self._open_panel = open_panel
        self._aside = aside
        self._clients: list[Client] = []
        self._frame: tuple[Frame | None, str] = (None, "")
        self._handlers: Mapping[str, Handler] = {
            "hello": self._hello,
            "code": self._code,
            "claim": self._claim,
            "leave": self._leave,
            "answer": self._answer,
            "undo": self._undo,
            "help": self._help,
            "press": self._press,
            "matches": self._matches,
            "language": self._language,
            "ping": self._ping,
        }

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

    def receive(self, client: Client, request: Data) -> None:
        """Do what a page asks for, once, and reply. Never raises."""
        number = request.get("n")
        if type(number) is not int:
            client.send(_dump(_error(self._words(client), "web.request")), "")
            return
        if number in client.done:
            client.send(client.done[number], "")
            return
        if request.get("do") == "record":
            self._record(client, request, number)
            return
        reply = _dump({**self._handled(client, request), "n": number})
        client.remember(number, reply)
        client.send(reply, "")

    def _handled(self, client: Client, request: Data) -> Data:
        words = self._words(client)
        handler = self._handlers.get(str(request.get("do", "answer")))
        if handler is None:
            return _error(words, "web.request")
        open_to_all = (self._hello, self._code, self._language, self._ping)
        if not client.known and handler not in open_to_all:
            return _error(words, "web.stranger")
        try:
            return handler(client, request)
        except Refused as refusal:
            reason = words.text(refusal.reason)
            return {"type": "refused", "reason": reason, "clause": refusal.clause}
        except RefereeError as error:
            return {"type": "error", "message": words.error(error), "key": error.text.key}
        except Exception as error:
            log.exception("a page's request failed: %s", request.get("do"))
            return _error(words, "error.fault", detail=type(error).__name__)

    def _record(self, client: Client, request: Data, number: int) -> None:
        """A step of a kept match: fetched here, replayed where nobody waits for it."""
        store, wanted, at = self._program.store, request.get("match"), request.get("step")
        words, language = self._words(client), client.language

        def reply(data: Data) -> None:
            client.send(_dump({**data, "n": number}), "")

        if store is None or not client.known or type(wanted) is not int or type(at) is not int:
            reply(_error(words, "web.request"))
            return
        try:
            header, (lines, _) = store.match(wanted).header, store.lines(wanted)
        except RefereeError as error:
            reply({"type": "error", "message": words.error(error), "key": error.text.key})
            return

        def replay() -> None:
            try:
                reply(step(header, lines, at, language))
            except Exception:  # played under other rules, or by a game that is gone
                log.info("match %s cannot be replayed", wanted, exc_info=True)
                reply(_error(words, "web.no-replay"))

        self._aside(replay)

    # -- who somebody is -------------------------------------------------------------------

    def _hello(self, client: Client, request: Data) -> Data:
        self._language(client, request)
        token = request.get("token")
        found = self._doorkeeper.find(token) if isinstance(token, str) and token else None
        if found is not None:
            client.token, client.granted, client.known = str(token), found, True
        elif client.local and self._open_panel:
            self._let_in(client, self._doorkeeper.issue(Pass(panel=True)))
        client.frames = request.get("frames") is True
        client.shown = ()
        return self._welcome(client)

    def _code(self, client: Client, request: Data) -> Data:
        token = self._doorkeeper.admit(str(request.get("code", ""))[:40], self._now())
        if token is None:
            wait = round(self._doorkeeper.wait(self._now()))
            key = "web.locked" if wait else "web.wrong"
            return _error(self._words(client), key, seconds=wait)
        self._let_in(client, token)
        return self._welcome(client)

    def _let_in(self, client: Client, token: str) -> None:
        found = self._doorkeeper.find(token)
        assert found is not None
        client.token, client.granted, client.known = token, found, True
        client.shown = ()

    def _welcome(self, client: Client) -> Data:
        return {
            "type": "welcome",
            "build": self._build,
            "known": client.known,
            "token": client.token,
            "seat": self._seat(client),
            "panel": client.granted.panel,
            "language": client.language,
            "languages": list(LANGUAGES),
            "words": self._words(client).under("web.page."),
        }

    def _claim(self, client: Client, request: Data) -> Data:
        match = self._match()
        seat = request.get("seat")
        if type(seat) is not int or not 1 <= seat <= match.header.seats:
            raise BadEntry("error.seat", seat=str(seat)[:9], seats=match.header.seats)
        self._doorkeeper.sit(client.token, seat, _name(match, seat))
        self._refresh()
        return self._welcome(client)

    def _leave(self, client: Client, request: Data) -> Data:
        self._doorkeeper.stand(client.token)
        self._refresh()
        return self._welcome(client)

    def _refresh(self) -> None:
        """Passes have changed: look at everybody's anew."""
        for client in self._clients:
            client.granted = self._doorkeeper.find(client.token) or Pass()
            client.shown = ()

    def _seat(self, client: Client) -> int | None:
        """The seat that a client has in the match that is played; a match of other players has
        none for it."""
        session = self._program.session
        seat = client.granted.seat
        if session is None or seat is None or seat > session.match.header.seats:
            return None
        return seat if _name(session.match, seat) == client.granted.name else None

    # -- playing ---------------------------------------------------------------------------

    def _answer(self, client: Client, request: Data) -> Data:
        match, seat = self._match(), self._own_seat(client)
        entry = Entry.parse(
            {"seat": seat, "verb": request.get("verb"), "args": request.get("args", {})}
        )
        due = [ask_id(match, ask, seat) for ask in match.asks if seat in ask.seats]
        if request.get("ask") not in due:
            return _error(self._words(client), "web.late")
        self._program.answer(entry)
        return {"type": "done"}

    def _undo(self, client: Client, request: Data) -> Data:
        """A seat takes its own last answer back, as long as nothing was rolled or shown since."""
        match, seat = self._match(), self._own_seat(client)
        plan = match.take_back()
        line = match.log[len(match.log) - plan.count].line if plan is not None else None
        mine = line is not None and line.entry is not None and line.entry.seat == seat
        if plan is None or plan.correction or not mine:
            return _error(self._words(client), "web.no-undo")
        self._program.undo()
        return {"type": "done"}

    def _help(self, client: Client, request: Data) -> Data:
        words, clause = self._words(client), str(request.get("clause", ""))[:40]
        text = words.spare(f"clause.{clause}")
        return {"type": "help", "clause": clause, "text": text}

    def _press(self, client: Client, request: Data) -> Data:
        if not client.granted.panel:
            return _error(self._words(client), "web.no-panel")
        button, gesture = str(request.get("button")), str(request.get("gesture", "tap"))
        known = button in PANEL_BUTTONS or (button[:4] == "seat" and button[4:].isdecimal())
        if not known or len(button) > 6 or gesture not in ("tap", "hold"):
            return _error(self._words(client), "web.request")
        self._program.press(Press(self._now(), button, Gesture(gesture)))
        return {"type": "done"}

    def _matches(self, client: Client, request: Data) -> Data:
        return {
            "type": "matches",
            "matches": kept_matches(self._program.store, client.language),
        }

    def _language(self, client: Client, request: Data) -> Data:
        if request.get("language") in LANGUAGES:
            client.language = str(request["language"])
            client.shown = ()
        return {"type": "done"}

    def _ping(self, client: Client, request: Data) -> Data:
        """The page wants to know whether its line still carries."""
        return {"type": "done"}

    def _match(self) -> Match:
        session = self._program.session
        if session is None:
            raise BadEntry("web.no-match")
        return session.match

    def _own_seat(self, client: Client) -> int:
        seat = self._seat(client)
        if seat is None:
            raise BadEntry("web.no-seat")
        return seat

    # -- what is shown ---------------------------------------------------------------------

    def publish(self, frame: Frame) -> float | None:
        """After every step of the loop: send each page what it does not show yet."""
        if not self._clients:
            return None
        made: dict[tuple[object, ...], str] = {}
        for client in self._clients:
            if client.known:
                self._show_table(client, made)
                self._show_frame(client, frame)
        return None

    def _show_table(self, client: Client, made: dict[tuple[object, ...], str]) -> None:
        session, seat = self._program.session, self._seat(client)
        match = session.match if session is not None else None
        lines = len(match.lines) if match is not None else 0
        state = (id(match), lines, seat, client.language, client.granted)
        if state == client.shown:
            return
        client.shown = state
        key = (seat, client.language)
        if key not in made:
            made[key] = _dump(self._table(match, seat, client.language))
        client.send(made[key], "state")

    def _table(self, match: Match | None, seat: int | None, language: str) -> Data:
        if match is None:
            return {"type": "state", "match": None}
        data = table(match, _match_words(match, language), seat)
        taken = {p.seat for p in self._doorkeeper.passes.values() if p.seat is not None}
        return data | {"taken": sorted(taken)}

    def _show_frame(self, client: Client, frame: Frame) -> None:
        if not (client.frames and client.granted.panel):
            return
        if self._frame[0] is not frame:
            self._frame = (frame, _dump(_frame_data(frame, self._program.words())))
        if client.frame is not frame:
            client.frame = frame
            client.send(self._frame[1], "frame")

    def _words(self, client: Client) -> Catalogue:
        session = self._program.session
        if session is None:
            return Catalogue(client.language)
        return _match_words(session.match, client.language)


def _match_words(match: Match, language: str) -> Catalogue:
    header = match.header
    return Catalogue(language, match.game, header.names, header.options)


def _frame_data(frame: Frame, words: str) -> Data:
    """The panel as it is: 128x64 bits, row by row from the top left, the highest bit first."""
    return {
        "type": "frame",
        "picture": base64.b64encode(frame.picture.tobytes()).decode(),
        "lamps": {
            name: [lamp.pattern.value, lamp.colour] for name, lamp in sorted(frame.lamps.items())
        },
        "words": words.splitlines(),
        "contrast": frame.contrast,
    }


def _name(match: Match, seat: int) -> str:
    names = match.header.names
    return names[seat - 1] if names else ""


def _error(words: Catalogue, key: str, **args: Any) -> Data:
    return {"type": "error", "message": words.text(Text(key, args)), "key": key}


def _dump(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
