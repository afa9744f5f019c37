"""``referee serve``: a simulated panel whose pages a browser shows."""

from __future__ import annotations

import argparse
import secrets
import signal
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from hal.clock import MonotonicClock
from hal.errors import HalError
from hal.panel import Panel, build
from hal.runner import Runner
from referee.doors import panel
from referee.doors.voice import attach
from referee.kernel.errors import RefereeError, StoreError
from referee.kernel.store import Store
from referee.table.appliance import Appliance, Invitation
from referee.table.program import TableProgram
from sim.board import SimBoard

#: Where the passes of browsers are kept among the settings.
PASSES = "web.passes"


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. On this computer everything may be pressed; others need the code."""
    try:
        wiring, problems = panel.config(args.config)
        board = SimBoard(wiring, MonotonicClock())
        parts = build(board.config, board.electrics)
        phones = Phones()
        appliance = Appliance(phones=phones, speaks=wiring.voice is not None)
        with panel.program(args, wiring, problems, appliance) as program:
            runner = Runner(parts, program)
            stop_voice = attach(wiring, program, runner, parts.clock.now)
            with served(program, runner, parts, phones, args.host, args.port) as url:
                print(url, flush=True)
                if args.open:
                    webbrowser.open(url)
                for number in (signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, lambda *_: runner.stop())
                runner.run()
            stop_voice()
    except HalError as error:
        return panel.complain(error)
    return 0


class Phones:
    """Invites phones as soon as pages are served; the screen is made before them."""

    def __init__(self) -> None:
        self.invite: Callable[[], Invitation] = lambda: Invitation("", "")

    def __call__(self) -> Invitation:
        return self.invite()


@contextmanager
def served(
    program: TableProgram, runner: Runner, parts: Panel, phones: Phones, host: str, port: int
) -> Iterator[str]:
    """Serve pages of this program as long as it lasts; gives the address of the first page.

    Raises RefereeError where the extra is not installed or the port is taken.
    """
    try:
        from referee.web.doorkeeper import ALPHABET, Doorkeeper
        from referee.web.hub import Hub
        from referee.web.invitation import invitation, local_address
        from referee.web.pages import BUILD
        from referee.web.server import PortTaken, Server
    except ImportError as error:
        raise RefereeError("error.web.missing", detail=str(error)) from error
    store = program.store
    doorkeeper = Doorkeeper(
        letters=lambda count: "".join(secrets.choice(ALPHABET) for _ in range(count)),
        token=lambda: secrets.token_hex(16),
        keep=lambda passes: _keep(store, passes),
    )
    doorkeeper.recall(_kept(store))
    aside = ThreadPoolExecutor(1, "replay")
    hub = Hub(program, doorkeeper, parts.clock.now, BUILD, open_panel=True, aside=aside.submit)
    try:
        server = Server(hub, parts.inbox.put, host, port)
    except PortTaken as error:
        raise RefereeError("error.web.port", port=port, detail=str(error)) from error
    own = host if host not in ("0.0.0.0", "::") else local_address()
    phones.invite = lambda: invitation(own, server.port, doorkeeper.code(parts.clock.now()))
    end_watch = runner.watch(hub.publish)
    server.start()
    try:
        yield f"http://{host}:{server.port}/"
    finally:
        end_watch()
        server.stop()
        aside.shutdown(wait=False, cancel_futures=True)


def _keep(store: Store | None, passes: Mapping[str, Any]) -> None:
    try:
        if store is not None:
            store.set_setting(PASSES, dict(passes))
    except StoreError:  # a browser that is forgotten reads the code once more
        return


def _kept(store: Store | None) -> Any:
    try:
        return store.setting(PASSES, {}) if store is not None else {}
    except StoreError:
        return {}
