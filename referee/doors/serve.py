"""``referee serve``: a simulated panel whose pages a browser shows."""

from __future__ import annotations

import argparse
import secrets
import signal
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hal.clock import MonotonicClock
from hal.errors import HalError
from hal.panel import Panel, build
from hal.runner import Runner
from referee.doors import panel
from referee.kernel.errors import RefereeError, StoreError
from referee.kernel.store import Store
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
        with panel.program(args, wiring, problems) as program:
            runner = Runner(parts, program)
            with served(program, program.store, runner, parts, args.host, args.port) as url:
                print(url, flush=True)
                if args.open:
                    webbrowser.open(url)
                for number in (signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, lambda *_: runner.stop())
                runner.run()
    except HalError as error:
        return panel.complain(error)
    return 0


@contextmanager
def served(
    program: TableProgram, store: Store | None, runner: Runner, parts: Panel, host: str, port: int
) -> Iterator[str]:
    """Serve pages of this program as long as it lasts; gives the address of the first page.

    Raises RefereeError where the extra is not installed or the port is taken.
    """
    try:
        from referee.web.doorkeeper import ALPHABET, Doorkeeper
        from referee.web.hub import Hub
        from referee.web.pages import BUILD
        from referee.web.server import PortTaken, Server
    except ImportError as error:
        raise RefereeError("error.web.missing", detail=str(error)) from error
    doorkeeper = Doorkeeper(
        letters=lambda count: "".join(secrets.choice(ALPHABET) for _ in range(count)),
        token=lambda: secrets.token_hex(16),
        keep=lambda passes: _keep(store, passes),
    )
    doorkeeper.recall(_kept(store))
    hub = Hub(program, doorkeeper, parts.clock.now, BUILD, open_panel=True)
    try:
        server = Server(hub, parts.inbox.put, host, port)
    except PortTaken as error:
        raise RefereeError("error.web.port", port=port, detail=str(error)) from error
    runner.watch(hub.step)
    server.start()
    try:
        yield f"http://{host}:{server.port}/"
    finally:
        runner.watch(None)
        server.stop()


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
