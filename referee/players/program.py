"""A program as a computer player: JSON Lines on its standard input and output (docs/protocol.md).

It is told once what is played, then asked one decision after the other, and answers each with one
line within a time limit. A program that fails costs its match, and the error says what it did.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import subprocess
import tempfile
import time
import weakref
from typing import IO, Any, Final

from referee.kernel.ask import Ask, Entry, RandBelow, described
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import Game, Setup
from referee.kernel.players import Chosen, Player
from referee.kernel.strict import strict_json
from referee.kernel.text import Plain, Shaped, plain_args

#: Changes when a program that follows docs/protocol.md could misread what it is sent.
VERSION: Final = 1

#: Seconds for one answer; the first one may take longer, as a program has to start.
PATIENCE: Final = 10.0

#: Bytes of one answer.
LONGEST: Final = 65_536


class ProgramFailed(RefereeError):
    """A program did not answer, or not as it should have."""


def program(game: Game[Any], command: str, patience: float = PATIENCE) -> Player:
    """The player that is this command line; raises `BadEntry` if it is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadEntry("error.player.command", command=command[:60], detail=str(error)) from error
    if not words:
        raise BadEntry("error.player.command", command=command[:60], detail="empty")
    return Player(lambda setup: Program(words, game.name, setup, patience))


class Program:
    """One running program; it plays one seat of one match."""

    def __init__(self, words: list[str], game: str, setup: Setup, patience: float) -> None:
        self._name = os.path.basename(words[0])
        self._patience = patience
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the program
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError as error:
            self._errors.close()
            raise self._failed("start", detail=error.strerror or str(error)) from error
        weakref.finalize(self, _end, self._process, self._errors)
        self._rest = b""
        self._hello: dict[str, Plain] = {
            "type": "player",
            "protocol": VERSION,
            "game": game,
            "seats": setup.seats,
            "options": dict(setup.options),
        }

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
        """Ask the program; raises `ProgramFailed`."""
        if self._hello:
            self._send({**self._hello, "seat": seat})
            self._hello = {}
        number = below(2**32)
        self._send({
            "type": "ask", "seat": seat, "position": view, "chance": number,
            "prompt": {"key": ask.prompt.key, "args": plain_args(ask.prompt.args)},
            **described(ask),
        })  # fmt: skip
        return self._entry(self._receive(), ask, seat)

    def _entry(self, line: bytes, ask: Ask, seat: int) -> Entry:
        said = line[:80].decode("utf-8", "replace")
        try:
            data = strict_json(line)
            entry = Entry.parse({"seat": seat, **data} if isinstance(data, dict) else data)
        except (ValueError, RefereeError) as error:
            raise self._failed("line", line=said) from error
        if entry.seat != seat or not ask.accepts(entry.verb, entry.args):
            raise self._failed("illegal", line=said)
        return entry

    def _send(self, message: dict[str, Plain]) -> None:
        """Give it a line; a program that reads nothing is not waited for without end."""
        stdin = self._process.stdin
        assert stdin is not None
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        rest = memoryview(text.encode() + b"\n")
        os.set_blocking(stdin.fileno(), False)
        until = time.monotonic() + self._patience
        while rest:
            self._wait(stdin.fileno(), selectors.EVENT_WRITE, until)
            try:
                rest = rest[os.write(stdin.fileno(), rest) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._ended() from error

    def _receive(self) -> bytes:
        """The next line of its output."""
        stdout = self._process.stdout
        assert stdout is not None
        until = time.monotonic() + self._patience
        while b"\n" not in self._rest:
            self._wait(stdout.fileno(), selectors.EVENT_READ, until)
            got = os.read(stdout.fileno(), LONGEST)
            self._rest += got
            if not got:
                raise self._ended()
            if len(self._rest) > LONGEST:
                self._process.kill()
                raise self._failed("long", bytes=LONGEST)
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _wait(self, file: int, event: int, until: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(file, event)
            if not selector.select(max(until - time.monotonic(), 0)):
                self._process.kill()
                raise self._failed("late", seconds=f"{self._patience:g}")

    def _ended(self) -> ProgramFailed:
        """It has ended; the last line of its error output says why, if it wrote one."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        code = self._process.returncode
        return self._failed("ended", code=str(code), detail=lines[-1][:120] if lines else "-")

    def _failed(self, kind: str, **args: Plain) -> ProgramFailed:
        return ProgramFailed(f"error.program.{kind}", name=self._name, **args)


def _end(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """Let a program go: its input ends, and if it stays it is ended."""
    for pipe in (process.stdin, process.stdout, errors):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
