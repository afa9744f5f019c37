"""``referee-web``: the process of the pages. It has their files, a port and a line to the referee
(`referee.web.line`), and loads nothing of games, panel or storage."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
import threading
from pathlib import Path
from typing import Final

from referee.web.server import Server

#: Who plays at the panel goes first, also where pages are flooded.
NICE: Final = 5


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="referee-web", description="Serve the referee's pages. The referee starts this itself."
    )
    parser.add_argument(
        "--port-fd", type=int, required=True, metavar="N",
        help="an open file descriptor: a TCP socket that listens",
    )  # fmt: skip
    parser.add_argument(
        "--referee", required=True, metavar="PATH", help="the Unix socket at which it listens"
    )
    parser.add_argument(
        "--child", action="store_true",
        help="of a referee on a PC: end when standard input does, and remove the Unix socket then",
    )  # fmt: skip
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    try:
        at = socket.socket(fileno=args.port_fd)
    except OSError as error:
        parser.error(f"--port-fd {args.port_fd} is no socket ({error}); systemd's is 3")
    server = Server(at, args.referee)
    if args.child:
        os.nice(NICE)
        threading.Thread(target=_outlive_nobody, args=(server, args.referee), daemon=True).start()
    server.run()
    return 0


def _outlive_nobody(server: Server, path: str) -> None:
    """The referee holds the other end of the standard input, and lets go of it however it ends."""
    sys.stdin.buffer.read()
    Path(path).unlink(missing_ok=True)
    if Path(path).parent.is_dir():
        Path(path).parent.rmdir()
    server.end()


if __name__ == "__main__":
    sys.exit(main())
