"""What the service manager (systemd) is told while the panel runs: ready, alive, how it is.

The protocol is a datagram of ``NAME=value`` lines on the socket that ``NOTIFY_SOCKET`` names.
Without that variable nobody is told anything.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping


def unheard(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """For programs that are started: they would tell the manager of their own end, as if it were
    ours."""
    return {name: value for name, value in environ.items() if name != "NOTIFY_SOCKET"}


class Service:
    """One thread. A manager that has gone away is no reason to stop: nothing here raises."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
        #: Seconds after which `alive` is to be called again, at the latest; None: never.
        self.interval = _interval(environ) if address else None
        self._status = ""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        """Feed the watchdog. Call it from the loop whose standing still is to be noticed."""
        if self.interval is not None:
            self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """A line for ``systemctl status``; sent when it is another one."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={text}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, message: str) -> None:
        if self._socket is not None:
            # The manager may be restarting, or its queue be full: the next call comes soon.
            with contextlib.suppress(OSError):
                self._socket.sendto(message.replace("\n", " ").encode(), self._address)


def _interval(environ: Mapping[str, str]) -> float | None:
    """Half the time after which the manager would end us; None without a watchdog."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environ.get("WATCHDOG_USEC", "")) / 2e6
    except ValueError:
        return None
