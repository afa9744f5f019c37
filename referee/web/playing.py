"""What a seat's page and the panel's page do in a match: answers, undo, rules, presses."""

from __future__ import annotations

from collections.abc import Mapping

from hal.interfaces import PANEL_BUTTONS, Gesture, Press
from referee.authority import may_answer, may_ask_anew, may_lift, may_watch
from referee.kernel.ask import Entry
from referee.kernel.ask import judge as judge_entry
from referee.kernel.errors import BadEntry
from referee.table import errands
from referee.table.modes.phones import SEAT_CODE
from referee.web.chronicle import Chronicle
from referee.web.client import Client
from referee.web.panel import screen_data
from referee.web.room import Handler, Room, integer
from referee.web.scenes import Data
from referee.web.seats import Denied, judge
from referee.web.views import ask_id, still_asked, table


class Playing:
    """The lines of the JSON Lines protocol, for the seat of the page, and the panel's buttons."""

    def __init__(self, room: Room, chronicle: Chronicle) -> None:
        self._room = room
        self._chronicle = chronicle
        self.handlers: Mapping[str, Handler] = {
            "answer": self._answer,
            "undo": self._undo,
            "help": self._help,
            "state": self._state,
            "press": self._press,
            "choose": self._choose,
            "read": self._read,
            "rematch": self._rematch,
        }

    def _answer(self, client: Client, request: Data) -> Data:
        """An entry of the own seat, or for one that is the box's where people have to tell it.

        ``ask``: the moment that it was made for, if it matters.
        """
        match, seat = self._room.match(), self._room.own_seat(client)
        entry = Entry.parse(
            {
                "seat": request.get("seat", seat),
                "verb": request.get("verb"),
                "args": request.get("args", {}),
            }
        )
        asks = [ask for ask in match.asks if entry.seat in ask.seats]
        if entry.seat != seat:
            asks = [ask for ask in asks if self._room.for_anybody(ask)]
            judge(may_answer(seat, entry.seat, for_anybody=bool(asks)))
            if not any(errands.takes(match, ask, entry) for ask in asks):
                judge_entry(entry, asks, "")  # what else that seat is asked is not for others
        due = [ask_id(match, ask, entry.seat) for ask in asks]
        if "ask" in request and request["ask"] not in due:
            raise Denied("web.late")
        self._room.program.answer(entry)
        return {"type": "done"}

    def _undo(self, client: Client, request: Data) -> Data:
        """A seat takes its own last answer back, as long as nothing was rolled or shown since;
        what others have answered to the same question stays.

        ``seq``: what it was meant for, if it matters.
        """
        match, seat = self._room.match(), self._room.own_seat(client)
        if "seq" in request and request["seq"] != match.written:
            raise Denied("web.late")
        if match.next_undo(seat=seat) is None:
            raise Denied("web.no-undo")
        tapping = errands.tapping(self._room.program.modes)
        stays = not tapping or still_asked(match, seat)
        if denied := may_ask_anew(tapping=tapping, stays=stays, here=client.local):
            raise Denied(denied.key)
        self._room.program.undo(seat)
        return {"type": "done"}

    def _help(self, client: Client, request: Data) -> Data:
        words, clause = self._room.words(client), str(request.get("clause", ""))[:40]
        text = words.spare(f"clause.{clause}")
        if not text:
            raise BadEntry("web.no-clause", clause=clause)
        return {"type": "help", "clause": clause, "text": text}

    def _state(self, client: Client, request: Data) -> Data:
        match, seat = self._room.match(), self._room.seat(client)
        self._room.seats.note(client, match)
        words = self._room.words(client)
        return table(
            match, words, seat, for_anybody=self._room.for_anybody, chronicle=self._chronicle,
            tapping=errands.tapping(self._room.program.modes),
        )  # fmt: skip

    def _read(self, client: Client, request: Data) -> Data:
        """OK to what is told over the match; for any page that plays."""
        number, seat = integer(request, "told"), self._room.seat(client)
        self._room.program.errand(lambda desk: errands.read(desk, number, seat))
        return {"type": "done"}

    def _rematch(self, client: Client, request: Data) -> Data:
        """Once more; for any page that plays. ``seq``: after which end, if it matters."""
        if "seq" in request and request["seq"] != self._room.match().written:
            raise Denied("web.late")
        self._room.program.errand(errands.rematch)
        return {"type": "done"}

    def _press(self, client: Client, request: Data) -> Data:
        button, gesture = str(request.get("button")), str(request.get("gesture", "tap"))
        known = button in PANEL_BUTTONS or (
            button[:4] == "seat" and button.isascii() and button[4:].isdecimal()
        )
        if not known or len(button) > 6 or gesture not in ("tap", "hold"):
            raise BadEntry("web.request")
        press = Press(self._room.now(), button, Gesture(gesture))
        self._may_press(client, press)
        if not client.local:
            self._room.program.wake(press.at)
        self._room.program.press(press)
        return {"type": "done"}

    def _choose(self, client: Client, request: Data) -> Data:
        """One of the choices on the panel's screen. ``moment``: the screen that it stood on."""
        number, program = integer(request, "choice"), self._room.program
        screen = screen_data(program.screen)  # drawn first: it tells whose eyes it is for
        self._may_press(client)  # else it hears whether it has guessed right what stands there
        if request.get("moment") != screen["moment"]:
            raise Denied("web.late")
        if number not in range(len(screen["choices"])):
            raise BadEntry("web.request")
        for button in program.screen.control.offers[number].presses:
            self._may_press(client, Press(self._room.now(), button, Gesture.TAP))
        program.choose(number, self._room.now())
        return {"type": "done"}

    def _may_press(self, client: Client, press: Press | None = None) -> None:
        """Raise `Denied` where the panel shows, or would show by this press, what is for the eyes
        of those at the box. A seat's code may be sent away unseen, but not be guessed (None)."""
        program, here = self._room.program, client.local
        why = program.at_the_box
        sent_away = press is not None and why == program.modes[-1].apart == SEAT_CODE
        if not may_watch(private=bool(why) and not sent_away, here=here):
            raise Denied(why)
        if press is not None and errands.lifts(program.modes, press) and not may_lift(here=here):
            raise Denied(errands.SECRET)
