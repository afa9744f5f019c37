"""A real server with a match on a simulated panel, in threads of this process: they speak over a
real Unix socket, as the two processes do."""

from __future__ import annotations

import itertools
import secrets
import socket
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import Errand, Frame
from hal.panel import build
from hal.runner import Runner
from referee.doors.checkup import Subject, checkup
from referee.doors.serve import listen
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.appliance import Appliance, Invitation
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.doorkeeper import ALPHABET, PANEL, VISIT, Doorkeeper
from referee.web.gate import DELAY, Gate
from referee.web.hub import Hub
from referee.web.invitation import invitation
from referee.web.server import SILENCE, Server
from sim.board import SimBoard
from tests.web.scenes import answered


class Invites:
    """A `referee.table.appliance.Phones` of a box in a network at home."""

    def __init__(self, served: Served) -> None:
        self._served = served

    def cards(self) -> Sequence[str]:
        return ("page", "panel")

    def waits(self) -> str:
        return "phones.wait"

    def invite(self, card: str) -> Invitation:
        now = self._served.runner_now()
        code = self._served.doorkeeper.code(now, PANEL if card == "panel" else VISIT)
        return invitation("192.168.178.20", 80, code)

    def held(self, match: Match) -> Collection[int] | None:
        return None

    def free(self, match: Match) -> Sequence[int]:
        return ()

    def guests(self, match: Match) -> bool:
        return False

    def open(self, match: Match, seat: int) -> None:
        raise AssertionError

    def invite_to(self, match: Match, seat: int) -> Invitation:
        raise AssertionError


class Served:
    """``with Served("knister", ["Anna", "Ben"]) as served: ... served.url``.

    The panel's loop runs in a thread of its own, in real time; all that belongs to it is made
    there. `do` has something done there. ``folder``: where matches are kept.
    ``invites``: the panel can show how phones join.
    """

    match: Match
    program: TableProgram
    doorkeeper: Doorkeeper
    hub: Hub
    gate: Gate
    runner: Runner

    def __init__(
        self, game: str, names: Sequence[str], *, seed: str = "web", host: str = "127.0.0.1",
        language: str = "en", prepare: Callable[[Match], None] = lambda match: None,
        open_panel: bool = True, port: int = 0, folder: Path | None = None,
        silence: float = SILENCE, delay: float = DELAY, invites: bool = False,
        players: Sequence[str] = (), **options: Any,
    ) -> None:  # fmt: skip
        self._delay = delay
        self._invites = invites
        self.listening = listen(host, port)
        self.port = int(self.listening.getsockname()[1])
        self.url = f"http://{host}:{self.port}"
        self._folder = tempfile.TemporaryDirectory()
        path = f"{self._folder.name}/pages"
        self._line = socket.socket(socket.AF_UNIX)
        self._line.bind(path)
        self._line.listen()
        self.server = Server(self.listening, path, silence)
        self._server = threading.Thread(target=self.server.run, daemon=True)
        self._made = threading.Event()

        def live() -> None:
            store = Store(folder / "matches.sqlite", lambda: 1.7e9) if folder else None
            self.match = Match.new(
                find_game(game), names, options, seed, store=store, players=players
            )
            prepare(self.match)
            self._build(store, language, open_panel=open_panel)
            self._made.set()
            self.runner.run()
            if store is not None:
                store.close()

        self._thread = threading.Thread(target=live, daemon=True)

    def _build(self, store: Store | None, language: str, *, open_panel: bool) -> None:
        wiring = parse("")
        board = SimBoard(wiring, MonotonicClock())
        self._parts = build(board.config, board.hardware)
        subject = Subject(wiring, (), None, board.hardware, box=self._parts.box)
        seeds = (f"x{number or ''}" for number in itertools.count())
        self.program = TableProgram(
            store, lambda: next(seeds), defaults=Settings(language=language),
            appliance=Appliance(
                checks=lambda: checkup(subject), phones=Invites(self) if self._invites else None
            ),
        )  # fmt: skip
        self.program.show(self.match)
        self.runner = Runner(self._parts, self.program)
        self.doorkeeper = Doorkeeper(
            letters=lambda count: "".join(secrets.choice(ALPHABET) for _ in range(count)),
            token=lambda: secrets.token_hex(16),
        )
        self.hub = Hub(self.program, self.doorkeeper, self._parts.clock.now)
        self._ends = (self.runner.mirror(self.hub.mirror), self.runner.watch(self.hub.publish))
        self.gate = Gate(
            self.hub, self._parts.inbox.put, self._line, open_panel=open_panel, delay=self._delay
        )

    def runner_now(self) -> float:
        """The panel's time; ask in its loop only."""
        return self._parts.clock.now()

    def play_on(self) -> None:
        """The next answer, as the easiest computer player gives it, by the door of the pages: the
        panel knows of it."""

        def on() -> None:
            if not self.match.over:
                self.program.answer(answered(self.match))

        self.do(on)

    @contextmanager
    def shown(self, seat: int) -> Iterator[str]:
        """The seat's own code in the match on the table, while it stands on the panel."""
        seats, session = self.hub.seats, self.program.session
        match = session.match if session is not None else self.match

        def show(frame: Frame) -> float:
            seats.code(match, seat)
            return self.runner_now() + 1.0

        end = self.do(lambda: self.runner.watch(show))
        yield self.do(lambda: seats.code(match, seat))
        self.do(end)

    def free(self) -> None:
        """Whoever has a seat loses it."""
        seats = range(1, self.match.header.seats + 1)
        self.do(lambda: [self.doorkeeper.vacate(seat) for seat in seats])

    def do(self, errand: Callable[[], Any]) -> Any:
        """Have something done in the panel's loop, and return what it gave."""
        done, found = threading.Event(), []

        def run() -> None:
            found.append(errand())
            done.set()

        self._parts.inbox.put(Errand(run))
        assert done.wait(10)
        return found[0]

    def __enter__(self) -> Served:
        self._thread.start()
        assert self._made.wait(60)
        self.gate.start()
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        for end in self._ends:
            end()
        self.stop_server()
        self.gate.stop()
        self.runner.stop()
        self._thread.join(timeout=10)
        self._folder.cleanup()

    def stop_server(self) -> None:
        """End the pages' half."""
        self.server.end()
        self._server.join(timeout=10)
