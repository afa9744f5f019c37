"""The pages of a panel: the gate to their process, who invites to them, on the box their switch."""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hal.interfaces import Errand
from hal.panel import Panel
from hal.runner import Runner
from referee.doors.network import (
    PAGES_CLOSE,
    PAGES_OPEN,
    TABLE,
    Ask,
    Network,
    NoAnswer,
    OwnWifi,
    ask,
)
from referee.kernel.errors import RefereeError
from referee.kernel.game import find_game, game_names
from referee.kernel.match import Match
from referee.kernel.text import Plain, Text
from referee.table.appliance import Invitation
from referee.table.program import TableProgram

if TYPE_CHECKING:  # loaded when pages are wanted: half a second on a small Pi
    from referee.web.doorkeeper import Doorkeeper
    from referee.web.gate import Gate
    from referee.web.hub import Hub

log = logging.getLogger(__name__)

#: How many times as long as it has computed the thread for kept matches rests then.
REST: Final = 4
#: Says that the pages are wanted; referee-web.socket looks for it.
MARK: Final = "pages-on"
#: Connections that may wait, at the port and at the gate: as many as the pages' process takes.
BACKLOG: Final = 160
#: Seconds: until the pages' process is started anew; that it may take to end.
AGAIN: Final = 1.0
PATIENCE: Final = 5.0


@dataclass(frozen=True, slots=True)
class Serving:
    """Pages that are being served."""

    doorkeeper: Doorkeeper
    hub: Hub
    gate: Gate
    port: int
    leave: Callable[[], None]

    def end(self) -> None:
        """In the loop's thread; takes a moment."""
        self.leave()
        self.gate.stop()


def load() -> None:
    """Load what the gate needs, and look for what the pages' process does; raises RefereeError
    where the extra is not installed."""
    for name in ("segno", "starlette", "uvicorn", "websockets"):
        if importlib.util.find_spec(name) is None:
            raise RefereeError("error.web.missing", detail=name)
    import referee.web.gate
    import referee.web.invitation  # noqa: F401


def serve(
    program: TableProgram, runner: Runner, parts: Panel, at: socket.socket, port: int, *,
    open_panel: bool,
) -> Serving:  # fmt: skip
    """Let the pages' process in; call it in the loop's thread, after `load`.

    ``at``: the Unix socket to which it connects. ``port``: where browsers find it. ``open_panel``:
    whoever is at this very computer may press all buttons.
    """
    from referee.web.gate import Gate
    from referee.web.kept import OnTable, hub_of

    aside, on_table = Aside(parts.inbox.put), OnTable(program)
    hub, doorkeeper = hub_of(program, parts.clock.now, aside)
    gate = Gate(hub, parts.inbox.put, at, open_panel=open_panel)
    on_table.come_back()
    ends = [
        runner.mirror(hub.mirror), runner.watch(hub.publish),
        runner.watch(lambda frame: on_table.look()),
    ]  # fmt: skip
    gate.start()

    def leave() -> None:
        for end_watch in ends:
            end_watch()
        on_table.end()
        hub.seats.end()
        aside.end()

    return Serving(doorkeeper, hub, gate, port, leave)


class Aside:
    """A thread for what takes long: one piece of work after the other. It rests after each, so that
    it computes for a part of the time only: it shares one interpreter with the panel."""

    def __init__(self, post: Callable[[Errand], None]) -> None:
        self._post = post
        self._pool = ThreadPoolExecutor(1, "replay")
        self._ended = threading.Event()

    def __call__(self, work: Callable[[], object], after: Callable[[], None]) -> None:
        """Have ``after`` done in the loop's thread; it rests meanwhile."""

        def run() -> None:
            began = time.thread_time()
            work()
            self._post(Errand(after))
            self._ended.wait(REST * (time.thread_time() - began))

        with suppress(RuntimeError):  # it has ended
            self._pool.submit(run)

    def end(self) -> None:
        self._ended.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Cards:
    """Invites phones: a `referee.table.appliance.Phones`. ``serving`` is set as soon as it is."""

    def __init__(self, network: Network, now: Callable[[], float]) -> None:
        self._network = network
        self._now = now
        self.serving: Serving | None = None
        self.wifi: OwnWifi | None = None
        self.host = ""  # the address, where it is not the network's to know

    def cards(self) -> Sequence[str]:
        self._network.refresh()
        if self.serving is None or self.alone:
            return ()
        joins = ("wifi",) if self.wifi is not None and self.wifi.password else ()
        return (*joins, "page", "panel")

    def waits(self) -> str:
        return "phones.alone" if self.alone else "phones.wait"

    @property
    def alone(self) -> bool:
        """Whether nobody but this very computer reaches the pages."""
        from referee.web.line import is_local

        return self.host == "localhost" or is_local((self.host,))

    @property
    def url(self) -> str:
        """Where phones find the pages, once they are served."""
        assert self.serving is not None
        return f"http://{self.host or self._network.best}:{self.serving.port}/"

    def invite(self, card: str) -> Invitation:
        from referee.web.invitation import wifi_invitation

        if card == "wifi":
            assert self.wifi is not None
            return wifi_invitation(TABLE, self.wifi.password)
        assert self.serving is not None
        from referee.web.doorkeeper import PANEL, VISIT

        opens = PANEL if card == "panel" else VISIT
        return self._invitation(self.serving, self.serving.doorkeeper.code(self._now(), opens))

    def invite_to(self, match: Match, seat: int) -> Invitation:
        assert self.serving is not None
        return self._invitation(self.serving, self.serving.hub.seats.code(match, seat))

    def _invitation(self, serving: Serving, code: str) -> Invitation:
        from referee.web.invitation import invitation

        return invitation(self.host or self._network.best, serving.port, code)

    def held(self, match: Match) -> Collection[int] | None:
        return self.serving.hub.seats.held(match) if self.serving is not None else None

    def free(self, match: Match) -> Sequence[int]:
        return self.serving.hub.free(match) if self.serving is not None else ()

    def guests(self, match: Match) -> bool:
        return self.serving is not None and self.serving.hub.guests(match)

    def open(self, match: Match, seat: int) -> None:
        if self.serving is not None:
            self.serving.hub.seats.open(match, seat)


class BoxPages:
    """The pages on the box: a `referee.table.appliance.Switch`.

    Their process is a unit of its own (systemd/referee-web.service), which systemd starts when
    somebody comes to its port (referee-web.socket). It speaks with the Unix socket ``at``, which
    systemd has opened for this process (referee-pages.socket). Switching on is a mark in
    ``folder``, for the next start of the box, and the port's opening, by ``ask``.
    """

    def __init__(
        self, folder: Path, port: int, at: socket.socket | None, network: Network,
        tell: Callable[[Text], None] = lambda text: None, ask: Ask = ask,
    ) -> None:  # fmt: skip
        self._mark = folder / MARK
        self._port = port
        self._socket = at
        self._network = network
        self._tell = tell
        self._ask = ask
        self._open: Callable[[socket.socket], Serving] | None = None
        self._post: Callable[[Errand], None] = lambda errand: None
        self._cards: Cards | None = None

    @property
    def on(self) -> bool:
        return self._mark.exists()

    def facts(self) -> Mapping[str, Plain]:
        self._network.refresh()
        return {"port": self._port, "places": self._network.places()}

    def switch(self, on: bool) -> None:
        """In the loop's thread."""
        try:
            if on:
                self._mark.touch()
            else:
                self._mark.unlink(missing_ok=True)
        except OSError as error:
            raise RefereeError("error.pages.keep", detail=str(error)) from error
        if not on:
            self.end()
        threading.Thread(target=self._switch, args=(on,), name="pages' switch").start()

    def _switch(self, on: bool) -> None:
        try:
            self._ask(PAGES_OPEN if on else PAGES_CLOSE)
        except NoAnswer as error:
            detail = str(error)[:200]
            self._tell(Text("notice.pages", {"port": self._port, "detail": detail}))
        if on:
            self.serve()

    def begin(self, program: TableProgram, runner: Runner, parts: Panel, cards: Cards) -> None:
        """Serve, if that is wanted. Call it in a thread that nobody waits for."""

        def open_(at: socket.socket) -> Serving:
            return serve(program, runner, parts, at, self._port, open_panel=False)

        self._open, self._post, self._cards = open_, parts.inbox.put, cards
        self._network.query()
        if self.on:
            self.serve()

    def serve(self) -> None:
        """Open the gate. Call it in a thread that nobody waits for."""
        if self._socket is None:
            self._tell(Text("notice.pages-socket", {}))
            return
        try:
            load()
        except RefereeError as error:
            self._tell(error.text)
            return
        self._post(Errand(self._start))
        for name in game_names():  # a page that sets a match up asks for all of them at once
            with suppress(RefereeError):
                find_game(name)

    def _start(self) -> None:
        cards, at, open_ = self._cards, self._socket, self._open
        if self.on and cards and at and open_ and cards.serving is None:
            cards.serving = open_(at.dup())

    def end(self) -> None:
        """Close the gate; in the loop's thread. What systemd has opened stays so."""
        cards = self._cards
        if cards is not None and cards.serving is not None:
            cards.serving.end()
            cards.serving = None


class Beside:
    """The pages' process of a PC, started by this one, and started anew should it end.

    ``at``: the port. ``path``: where the referee listens, in a folder that nobody else sees.
    """

    def __init__(self, at: socket.socket) -> None:
        self._at = at
        self._folder = Path(tempfile.mkdtemp(prefix="referee-"))
        self.path = self._folder / "pages"
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="pages' process", daemon=True)

    def listen(self) -> socket.socket:
        """The Unix socket to which it connects."""
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(self.path))
        listening.listen(BACKLOG)
        return listening

    def start(self) -> None:
        self._begin()
        self._thread.start()

    def end(self) -> None:
        """Takes a moment."""
        self._ended.set()
        with self._lock:
            process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join()
        self._at.close()
        self.path.unlink(missing_ok=True)
        with suppress(OSError):  # it has removed it
            self._folder.rmdir()

    def _run(self) -> None:
        while self._process is not None:
            code = self._process.wait()
            if self._ended.is_set():
                return
            log.warning("the pages' process has ended (%s); it is started anew", code)
            self._ended.wait(AGAIN)
            self._begin()

    def _begin(self) -> None:
        """Start it, unless it is not wanted any more."""
        port = self._at.fileno()
        command = (
            sys.executable, "-m", "referee.web.process", "--child", "--port-fd", str(port),
            "--referee", str(self.path),
        )  # fmt: skip
        with self._lock:
            if not self._ended.is_set():
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, pass_fds=(port,),
                    process_group=0,  # Ctrl-C is for this process, which ends the other one
                )  # fmt: skip


def handed_over(environ: MutableMapping[str, str] = os.environ) -> socket.socket | None:
    """The listening socket that the service manager has opened for this very process."""
    mine = environ.pop("LISTEN_PID", "") == str(os.getpid())
    count = environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if not mine or count != "1":
        return None
    os.set_inheritable(_FIRST, False)
    return socket.socket(fileno=_FIRST)


#: Where handed-over sockets begin (sd_listen_fds).
_FIRST: Final = 3
