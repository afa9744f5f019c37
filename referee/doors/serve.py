"""``referee serve``: a simulated panel whose pages a browser shows."""

from __future__ import annotations

import argparse
import signal
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager

from hal.clock import MonotonicClock
from hal.errors import HalError
from hal.panel import Panel, build
from hal.runner import Runner
from referee.doors import memory, pages, panel, places
from referee.doors.checkup import Subject, checkup
from referee.doors.network import Network
from referee.doors.terminal import tell
from referee.doors.voice import attach
from referee.doors.words import Words
from referee.kernel.errors import RefereeError
from referee.table.appliance import Appliance
from referee.table.program import TableProgram
from sim.board import SimBoard


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. On this computer everything may be pressed; others need the code."""
    try:
        wiring, problems = panel.config(args.config)
        wiring = panel.spoken(args, wiring)
        board = SimBoard(wiring, MonotonicClock())
        parts = build(board.config, board.hardware)
        network = Network()
        cards = pages.Cards(network, parts.clock.now)
        subject = Subject(wiring, problems, places.config_file(), board.hardware, box=parts.box)
        appliance = Appliance(
            phones=cards, speaks=wiring.voice is not None, checks=lambda: checkup(subject),
            rest=memory.tidy,
        )  # fmt: skip
        with panel.program(args, wiring, problems, appliance) as program:
            runner = Runner(parts, program)
            stop_voice = attach(wiring, program, runner, parts.clock.now)
            with served(program, runner, parts, cards, args.host, args.port) as url:
                memory.settle()
                tell(url)
                words = Words(args.lang)
                tell(words("serve.alone" if cards.alone else "serve.phones", url=cards.url))
                if args.open:
                    webbrowser.open(url)
                for number in (signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, lambda *_: runner.stop())
                runner.run()
            stop_voice()
    except HalError as error:
        return panel.complain(error)
    return 0


@contextmanager
def served(
    program: TableProgram, runner: Runner, parts: Panel, cards: pages.Cards, host: str, port: int
) -> Iterator[str]:
    """Serve pages of this program as long as it lasts; gives the address of the first page.

    Raises RefereeError where the extra is not installed or the port is taken.
    """
    pages.load()
    from referee.web.invitation import local_address

    listening = listen(host, port)
    port = int(listening.getsockname()[1])
    cards.host = host if host not in ("0.0.0.0", "::") else local_address()
    beside = pages.Beside(listening)
    serving = pages.serve(program, runner, parts, beside.listen(), port, open_panel=True)
    cards.serving = serving
    beside.start()
    try:
        here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
        yield f"http://{here}:{port}/"
    finally:
        beside.end()
        serving.end()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises RefereeError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(pages.BACKLOG)
    except OSError as error:
        listening.close()
        raise RefereeError("error.web.port", port=port, detail=str(error)) from error
    return listening
