"""The pages of a panel: their server, who invites to them, and on the box the one port for them."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hal.interfaces import Errand, Frame
from hal.panel import Panel
from hal.runner import Runner
from referee.doors.network import TABLE, Network, OwnWifi
from referee.kernel.errors import RefereeError, StoreError
from referee.kernel.game import find_game, game_names
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Plain, Text
from referee.table.appliance import Invitation
from referee.table.errands import come_back
from referee.table.program import TableProgram

if TYPE_CHECKING:  # loaded when pages are wanted: half a second on a small Pi
    from referee.web.doorkeeper import Doorkeeper
    from referee.web.hub import Hub
    from referee.web.server import Server

log = logging.getLogger(__name__)

#: Where the passes of browsers are kept among the settings.
PASSES: Final = "web.passes"
#: Who has seen which seat's secrets, and what was told of seats, among the settings.
SEATING: Final = "web.seating"
#: How many times as long as it has computed the thread for kept matches rests then.
REST: Final = 4
#: Which match is on the table, until the program ends as it should.
TABLE_NOW: Final = "web.table"
#: Says that the pages are wanted; referee-web.socket looks for it.
MARK: Final = "pages-on"


@dataclass(frozen=True, slots=True)
class Serving:
    """Pages that are being served."""

    doorkeeper: Doorkeeper
    hub: Hub
    server: Server
    leave: Callable[[], None]

    def end(self) -> None:
        """In the loop's thread; takes a moment."""
        self.leave()
        self.server.stop()


def load() -> None:
    """Load what serving needs; raises RefereeError where the extra is not installed."""
    try:
        import referee.web.invitation
        import referee.web.server  # noqa: F401
    except ImportError as error:
        raise RefereeError("error.web.missing", detail=str(error)) from error


def serve(
    program: TableProgram, runner: Runner, parts: Panel, at: socket.socket, network: Network, *,
    open_panel: bool,
) -> Serving:  # fmt: skip
    """Serve pages of this program; call it in the loop's thread, after `load`.

    ``at`` listens. ``open_panel``: whoever is at this very computer may press all buttons.
    """
    from referee.web.doorkeeper import ALPHABET, Doorkeeper
    from referee.web.hub import Hub
    from referee.web.pages import BUILD
    from referee.web.server import Server

    store = program.store
    doorkeeper = Doorkeeper(
        letters=lambda count: "".join(secrets.choice(ALPHABET) for _ in range(count)),
        token=lambda: secrets.token_hex(16),
        keep=lambda passes: _keep(store, PASSES, passes),
    )
    doorkeeper.recall(_kept(store, PASSES))
    aside = Aside(parts.inbox.put)
    hub = Hub(
        program, doorkeeper, parts.clock.now, BUILD, open_panel=open_panel, aside=aside,
        keep_seats=lambda data: _keep(store, SEATING, data),
    )  # fmt: skip
    hub.seats.recall(_kept(store, SEATING))
    server = Server(hub, parts.inbox.put, at, network.names, idle=parts.inbox.until_resting)
    _come_back(program)
    ends = [
        runner.mirror(hub.mirror), runner.watch(hub.publish), runner.watch(_noting(program)),
    ]  # fmt: skip
    server.start()

    def leave() -> None:
        for end_watch in ends:
            end_watch()
        _note(store, None)
        aside.end()

    return Serving(doorkeeper, hub, server, leave)


class Aside:
    """A thread for what takes long: one piece of work after the other. It rests after each, so that
    it computes for a part of the time only: it shares one interpreter with the panel."""

    def __init__(self, post: Callable[[Errand], None]) -> None:
        self._post = post
        self._pool = ThreadPoolExecutor(1, "replay")
        self._ended = threading.Event()

    def __call__(self, work: Callable[[], object], after: Callable[[], None]) -> None:
        """Have ``after`` done in the loop's thread when it has rested."""

        def run() -> None:
            began = time.thread_time()
            work()
            self._ended.wait(REST * (time.thread_time() - began))
            self._post(Errand(after))

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
        from referee.web.guard import is_local

        return self.host == "localhost" or is_local((self.host,))

    @property
    def url(self) -> str:
        """Where phones find the pages, once they are served."""
        assert self.serving is not None
        return f"http://{self.host or self._network.best}:{self.serving.server.port}/"

    def invite(self, card: str) -> Invitation:
        from referee.web.invitation import invitation, wifi_invitation

        if card == "wifi":
            assert self.wifi is not None
            return wifi_invitation(TABLE, self.wifi.password)
        assert self.serving is not None
        code = self.serving.doorkeeper.code(self._now(), panel=card == "panel")
        return invitation(self.host or self._network.best, self.serving.server.port, code)

    def held(self, match: Match) -> Collection[int] | None:
        return self.serving.hub.seats.held(match) if self.serving is not None else None

    def open(self, match: Match, seat: int) -> None:
        if self.serving is not None:
            self.serving.hub.seats.open(match, seat)


class BoxPages:
    """The pages on the box: a `referee.table.appliance.Switch`.

    The service may open no port. systemd opens one for it, if the pages are wanted, and hands it
    over when the program starts (systemd/referee-web.socket). So switching on is a mark in
    ``folder``, and a new start; switching off closes the port at once.
    """

    def __init__(
        self, folder: Path, port: int, at: socket.socket | None, network: Network,
        restart: Callable[[], None],
    ) -> None:  # fmt: skip
        self._mark = folder / MARK
        self._port = port
        self._socket = at
        # Its own hold: the server closes the other one when it ends.
        self._port_itself = at.dup() if at is not None else None
        self._network = network
        self._restart = restart
        self._serving: Serving | None = None

    @property
    def on(self) -> bool:
        return self._mark.exists()

    def facts(self) -> Mapping[str, Plain]:
        self._network.refresh()
        return {"port": self._port, "places": self._network.places()}

    def switch(self, on: bool) -> None:
        try:
            if on:
                self._mark.touch()
            else:
                self._mark.unlink(missing_ok=True)
        except OSError as error:
            raise RefereeError("error.pages.keep", detail=str(error)) from error
        if on:
            self._restart()
        else:
            self.close()

    def begin(
        self, program: TableProgram, runner: Runner, parts: Panel, cards: Cards,
        tell: Callable[[Text], None],
    ) -> None:  # fmt: skip
        """Serve, if that is wanted. Call it in a thread that nobody waits for."""
        self._network.query()
        if not self.on:
            self.close()
            return
        listening = self._socket
        if listening is None:
            tell(Text("notice.pages-port", {"port": self._port}))
            return
        try:
            load()
        except RefereeError as error:
            tell(error.text)
            return

        def start() -> None:
            self._serving = cards.serving = serve(
                program, runner, parts, listening, self._network, open_panel=False
            )

        parts.inbox.put(Errand(start))
        for name in game_names():  # a page that sets a match up asks for all of them at once
            with suppress(RefereeError):
                find_game(name)

    def end(self) -> None:
        """The program ends; the port stays open for the next one."""
        if self._serving is not None:
            self._serving.end()

    def close(self) -> None:
        """End serving, and then close the port, for systemd too, which holds it as well."""
        serving, self._serving = self._serving, None
        port, self._port_itself = self._port_itself, None
        unused, self._socket = self._socket, None

        if serving is not None:
            serving.leave()

        def end() -> None:
            if serving is not None:
                serving.server.stop()
            elif unused is not None:
                unused.close()
            if port is not None:
                with suppress(OSError), port:
                    port.shutdown(socket.SHUT_RDWR)

        threading.Thread(target=end, name="end of pages").start()


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


def _come_back(program: TableProgram) -> None:
    """If the program was cut off in the middle of a match, go on there: pages wait for it."""
    store, left = program.store, None
    try:
        left = store.setting(TABLE_NOW, None) if store is not None else None
        if type(left) is int:
            program.errand(lambda desk: come_back(desk, left))
    except RefereeError:
        log.warning("match %s cannot go on", left, exc_info=True)


def _noting(program: TableProgram) -> Callable[[Frame], float | None]:
    """A watcher that notes which match is on the table."""
    noted: list[int | None] = [None]

    def watch(frame: Frame) -> float | None:
        session = program.session
        now = session.match.id if session is not None else None
        if [now] != noted:
            noted[0] = now
            _note(program.store, now)
        return None

    return watch


def _note(store: Store | None, match_id: int | None) -> None:
    with suppress(StoreError):
        if store is not None:
            store.set_setting(TABLE_NOW, match_id)


def _keep(store: Store | None, key: str, data: Mapping[str, Any]) -> None:
    try:
        if store is not None:
            store.set_setting(key, dict(data))
    except StoreError:  # a browser that is forgotten reads the code once more
        return


def _kept(store: Store | None, key: str) -> Any:
    try:
        return store.setting(key, {}) if store is not None else {}
    except StoreError:
        return {}
