"""The JSON Lines protocol (docs/protocol.md): one client's conversation with one match.

Pure: a line of bytes goes in, messages come out as plain data. Who reads and writes them is
`referee.doors.match`'s business.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.authority import may_abandon, may_answer, may_take_back
from referee.doors.terminal import tell
from referee.kernel.ask import Ask, Entry, answers, headed
from referee.kernel.errors import BadEntry, RefereeError, Refused
from referee.kernel.fold import LogEntry
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.ruling import Ruling
from referee.kernel.strict import strict_json
from referee.kernel.text import Plain, Text, text
from referee.table.catalogue import Catalogue

#: Changes when a client that follows docs/protocol.md could misread what is sent.
VERSION: Final = 1

#: Bytes of one line; longer ones are thrown away unread.
LONGEST: Final = 65_536

Message = dict[str, Plain]


class Session:
    """A match and its client. With ``seat``, everything sent is what that seat may see."""

    def __init__(
        self, match: Match, words: Catalogue, seat: int | None = None,
        players: Players | None = None,
    ) -> None:  # fmt: skip
        self.match = match
        self.closed = False
        self._players = players
        #: The device answers what it knows together with the client's answer - where no computer
        #: player may have to answer in between.
        self._presses = not any(match.header.players)
        self._words = words
        self._seat = seat
        self._controls = {
            "undo": self._undo,
            "correct": self._correct,
            "abandon": self._abandon,
            "state": self._state,
            "help": self._help,
            "quit": self._quit,
        }

    def open(self) -> Iterator[Message]:
        """The first messages: what is played, what was announced, what is asked."""
        header = self.match.header
        yield {
            "type": "match",
            "protocol": VERSION,
            "id": self.match.id,
            "game": header.game,
            "version": header.version,
            "seats": header.seats,
            "names": list(header.names),
            "options": dict(header.options),
            "commitment": self.match.commitment,
            **({"players": list(header.players)} if any(header.players) else {}),
        }
        yield from self._rulings(self.match.opening)
        yield from self._entered(0)
        for error in self._players.missing if self._players is not None else ():
            yield {"type": "error", "message": self._words.error(error), "key": error.text.key}
        yield from self._advance()

    def receive(self, line: bytes) -> Iterator[Message]:
        """Answer one line. Nothing that a client sends raises; a refusal changes nothing."""
        try:
            if len(line) > LONGEST:
                raise BadEntry("error.json.long", longest=LONGEST)
            yield from self._dispatch(_decoded(line))
        except Refused as refusal:
            yield {
                "type": "refused",
                "reason": self._words.text(refusal.reason),
                "clause": refusal.clause,
                "key": refusal.reason.key,
            }
        except RefereeError as error:
            yield {"type": "error", "message": self._words.text(error.text), "key": error.text.key}
        except Exception as error:  # a fault of ours or of a game: the match goes on
            traceback.print_exc(file=sys.stderr)
            fault = text("fault.same", detail=type(error).__name__)
            yield {"type": "error", "message": self._words.text(fault), "key": fault.key}

    def _dispatch(self, data: Plain) -> Iterator[Message]:
        if isinstance(data, dict) and "seat" not in data:
            verb = data.get("verb")
            control = self._controls.get(verb) if isinstance(verb, str) else None
            if control is not None:
                return control({name: data[name] for name in data if name != "verb"})
        return self._answer(Entry.parse(data))

    # -- what a client may send --------------------------------------------------------------

    def _answer(self, entry: Entry) -> Iterator[Message]:
        if may_answer(self._seat, entry.seat) is not None:
            raise BadEntry("error.view.seat", seat=entry.seat, view=self._seat)
        before = len(self.match.log)
        self.match.answer(entry, press=self._presses)
        yield from self._entered(before)
        yield from self._advance()

    def _undo(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        """Take back the client's last answer and what the device has added since."""
        _only(args)
        log = self.match.log
        own = [i for i, logged in enumerate(log) if not (logged.line.device or logged.line.auto)]
        if not own:
            raise BadEntry("undo.nothing")
        self._may_undo(own[-1])
        undo = self.match.undo(own[-1], press=self._presses)
        gone = [self._entry(logged) for logged in log[own[-1] :] if logged.line.entry]
        correction = undo is not None and undo.correction
        yield {"type": "undone", "entries": gone, "correction": correction}
        yield from self._entered(own[-1])
        yield from self._advance()

    def _may_undo(self, index: int) -> None:
        """Raise `BadEntry` if the client may not change effective line ``index``."""
        undo = self.match.next_undo(index) if 0 <= index < len(self.match.log) else None
        entry = self.match.log[index].line.entry if undo is not None else None
        doer = entry.seat if entry is not None else None
        correction = undo is not None and undo.correction
        told = self.match.seed is not None
        _judge(may_take_back(self._seat, doer, correction=correction, told=told))

    def _correct(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        """Entry number ``index`` had other arguments in truth."""
        _only(args, "index", "args")
        index, values = args.get("index"), args.get("args")
        if type(index) is not int:
            raise BadEntry("error.entry.field", field="index", found=str(index)[:20])
        if not isinstance(values, dict):
            raise BadEntry("error.entry.field", field="args", found=str(values)[:20])
        self._may_undo(index)
        later = [logged for logged in self.match.log[index + 1 :] if logged.line.entry]
        dropped = self.match.correct(index, values, press=self._presses)
        people = [logged for logged in later if not (logged.line.device or logged.line.auto)]
        gone = people[len(people) - len(dropped) :]
        yield {
            "type": "corrected",
            "index": index,
            "entry": self._entry(self.match.log[index]),
            "dropped": [self._entry(logged) for logged in gone],
            "entries": [
                {
                    "index": number,
                    **self._entry(logged),
                    "rulings": [*self._rulings(logged.rulings)],
                }
                for number, logged in enumerate(self.match.log[index:], index)
                if logged.line.entry is not None
            ],
        }
        yield from self._advance()

    def _abandon(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        _only(args)
        _judge(may_abandon(self._seat))
        self.match.abandon()
        yield from self._advance()

    def _state(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        _only(args)
        yield {
            "type": "state",
            **self._asked(),
            "position": self.match.view(self._seat),
            "over": self.match.over,
        }

    def _help(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        """The rule behind a clause, in one or two sentences."""
        _only(args, "clause")
        clause = args.get("clause")
        key = f"clause.{clause}"
        if not isinstance(clause, str) or not self._words.has(key):
            raise BadEntry("error.help.unknown", clause=str(clause)[:40])
        yield {"type": "help", "clause": clause, "text": self._words(key)}

    def _quit(self, args: Mapping[str, Plain]) -> Iterator[Message]:
        _only(args)
        self.closed = True
        yield from ()

    # -- what is sent ------------------------------------------------------------------------

    def _advance(self) -> Iterator[Message]:
        """Let the device answer what it knows, then say what is waited for, or the end."""
        while True:
            before = len(self.match.log)
            if (ask := self._played()) is not None:
                yield from self._play(ask)
            elif (ask := next(filter(self.match.supplies, self.match.asks), None)) is not None:
                self.match.supply(ask)
                yield from self._entered(before)
            else:
                break
        result = self.match.result
        if result is None:
            yield {"type": "ask", **self._asked()}
            return
        told = {**result.plain(), "text": self._words.text(result.reason)}
        yield {
            "type": "over",
            "seq": len(self.match.lines),
            "result": told,
            "seed": self.match.seed,
        }

    def _played(self) -> Ask | None:
        """What a computer player answers now."""
        return self._players.due() if self._players is not None else None

    def _play(self, ask: Ask) -> Iterator[Message]:
        """Have a computer player answer. One that fails leaves its seat to the client."""
        assert self._players is not None
        before = len(self.match.log)
        try:
            task = self._players.task(ask)
            chosen = task() if task is not None else None
            self._players.answer(ask, chosen)
        except RefereeError as error:
            self._players.leave(ask.seats[0])
            yield self._let_go(error)
            return
        why = chosen.why if chosen is not None else None
        first, *rest = self._entered(before)
        yield first if why is None else first | {"why": self._words.text(why)}
        yield from rest

    def _let_go(self, error: RefereeError) -> Message:
        """Why a computer player is out. To a view its answer may be another seat's secret."""
        told = error.text
        if self._seat is not None and self.match.secretive:
            told = text("computer.out", detail=type(error).__name__)
            tell(str(error), file=sys.stderr)
        return {"type": "error", "message": self._words.text(told), "key": told.key}

    def _entered(self, before: int) -> Iterator[Message]:
        """The entries from number ``before`` on, each followed by its rulings."""
        for index, logged in enumerate(self.match.log[before:], before):
            if logged.line.entry is not None:
                yield {"type": "entry", "index": index, **self._entry(logged)}
            yield from self._rulings(logged.rulings)

    def _entry(self, logged: LogEntry) -> Message:
        """An entry as this client may see it: another seat's secret has no arguments."""
        line = logged.line
        assert line.entry is not None
        data = {**line.entry.plain(), "device": line.device}
        if line.auto and not line.device and any(self.match.header.players):
            data["player"] = self.match.header.players[line.entry.seat - 1]
        if line.secret and self._seat not in (None, line.entry.seat):
            data["args"] = {}
        return data

    def _rulings(self, rulings: Sequence[Ruling]) -> Iterator[Message]:
        for ruling in rulings:
            if self._seat is None or ruling.shown_to(self._seat):
                message = {
                    "type": "ruling",
                    **ruling.plain(),
                    "text": self._words.text(ruling.text),
                }
                yield message if ruling.only is None else message | {"only": list(ruling.only)}

    def _asked(self) -> Message:
        return {
            "seq": len(self.match.lines),
            "state": self.match.state,
            "asks": [self._ask(ask) for ask in self.match.asks],
        }

    def _ask(self, ask: Ask) -> Message:
        data: Message = {**headed(ask), "prompt": self._words.text(ask.prompt)}
        if ask.secret and self._seat is not None and self._seat not in ask.seats:
            return data
        return data | answers(ask)


def _decoded(line: bytes) -> Any:
    try:
        return strict_json(line)
    except ValueError as error:
        raise BadEntry("error.json.broken", detail=str(error)[:120]) from error


def _judge(reason: Text | None) -> None:
    """Raise `BadEntry` if `referee.authority` has a reason."""
    if reason is not None:
        raise BadEntry(reason.key, **reason.args)


def _only(args: Mapping[str, Plain], *allowed: str) -> None:
    """A control message has these fields and no others."""
    if unknown := sorted(args.keys() - set(allowed)):
        raise BadEntry("error.entry.unknown", field=unknown[0][:40])
