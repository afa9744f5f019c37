"""``referee match``: the JSON Lines protocol between standard input and standard output."""

from __future__ import annotations

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from io import RawIOBase
from types import FrameType
from typing import BinaryIO, TypeVar

from referee.doors import choices, places, programs
from referee.doors.protocol import LONGEST, Message, Session
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.series import left_over
from referee.kernel.store import Store
from referee.kernel.strict import harmless

T = TypeVar("T")


def run(args: argparse.Namespace) -> int:
    """Serve one match until its client leaves. A match that is kept can be taken up again."""
    if not args.save and args.resume is None:
        return _play(args, None)
    with closing(places.open_store()) as store:
        return _play(args, store)


def _play(args: argparse.Namespace, store: Store | None) -> int:
    match = _fresh(args, store) if args.resume is None else _resumed(args, store)
    if args.view is not None and not 1 <= args.view <= match.header.seats:
        raise BadEntry("error.seat", seat=args.view, seats=match.header.seats)
    words = Words.of(match, args.lang)
    if store is not None and store.notice is not None:
        tell(words.text(store.notice), file=sys.stderr)
    typed = match.header.players if args.resume is None or args.allow_programs else ()
    if store is not None:
        programs.note(typed)
    players = Players(match, programs.finder(typed))
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as sink:
        serve(Session(match, words, args.view, players), sys.stdin.buffer, sink)
    return 0


def _fresh(args: argparse.Namespace, store: Store | None) -> Match:
    if args.game is None:
        raise BadEntry("error.match.game")
    game = find_game(args.game)
    players = choices.players(game, args.seats, args.names)
    names = () if isinstance(players, int) else players
    options = choices.options(game, args.options, args.dice)
    levels = choices.computer_players(game, args.player, args.seats or len(names) or game.seats[0])
    return Match.new(
        game,
        players,
        choices.knowing(game, levels, options),
        secrets.token_hex(16) if args.seed is None else args.seed,
        components=places.components(game),
        store=store,
        carried=left_over(store, game.name, names) if store is not None else None,
        players=levels,
    )


def _resumed(args: argparse.Namespace, store: Store | None) -> Match:
    if any((args.seats, args.names, args.options, args.dice, args.player, args.seed is not None)):
        raise BadEntry("error.match.resumed")
    assert store is not None
    match = Match.resume(store, args.resume)
    if args.game not in (None, match.game.name):
        raise BadEntry("error.match.other", match=args.resume, game=match.game.name)
    return match


def serve(session: Session, source: BinaryIO, sink: RawIOBase) -> None:
    """Answer line by line until the client quits, hangs up, or the process is told to end."""
    stop = _Stop()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    lines = _lines(source)
    try:
        _send(stop, sink, session.open())
        while not session.closed and (line := stop.waiting(next, lines, None)) is not None:
            _send(stop, sink, session.receive(line))
    except (_Stopped, BrokenPipeError):
        return


def _send(stop: _Stop, sink: RawIOBase, messages: Iterable[Message]) -> None:
    """Write each message as soon as it is made: what is shown is never far behind the disk."""
    for message in messages:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        stop.waiting(_write, sink, harmless(text).encode() + b"\n")


class _Stopped(Exception):
    """The process was told to end."""


class _Stop:
    """A signal handler that interrupts waiting at once, but work only when it is done."""

    def __init__(self) -> None:
        self._asked = False
        self._waiting = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self._asked = True
        if self._waiting:
            self._waiting = False
            raise _Stopped

    def waiting(self, function: Callable[..., T], *args: object) -> T:
        """Call what may take for ever; raises `_Stopped` when a signal comes or came."""
        if self._asked:
            raise _Stopped
        self._waiting = True
        result = function(*args)
        self._waiting = False
        return result


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their ends. What is too long is dropped but for the bytes that show it."""
    while line := source.readline(LONGEST + 2):
        rest = line
        while len(rest) >= LONGEST + 2 and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 2)
        yield line.rstrip(b"\r\n")


def _write(sink: RawIOBase, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[sink.write(rest) or 0 :]
