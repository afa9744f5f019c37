"""What the box is called in the network at home, and a Wi-Fi of its own.

Other programs are asked over D-Bus, by their own clients: the service itself has no network.
What takes its time is done in threads; nothing here makes a press wait.
"""

from __future__ import annotations

import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hal.service import unheard
from referee.kernel.text import Plain, Text

_AVAHI: Final = ("busctl", "--no-pager", "call", "org.freedesktop.Avahi", "/")
NAME: Final = (*_AVAHI, "org.freedesktop.Avahi.Server", "GetHostNameFqdn")
ADDRESSES: Final = ("nmcli", "-g", "IP4.ADDRESS", "device", "show")

#: What the box's own Wi-Fi is called. With a password of eight letters it makes a QR code that a
#: small display shows.
TABLE: Final = "TABLE"
#: Units of systemd's do it: the service itself may do nothing to a network.
_UNIT: Final = ("--no-ask-password", "--quiet")
OPEN: Final = ("systemctl", *_UNIT, "start", "referee-wifi.service")
CLOSE: Final = ("systemctl", *_UNIT, "stop", "referee-wifi.service")
#: The port of the pages on the box, with their process.
PAGES_OPEN: Final = ("systemctl", *_UNIT, "start", "referee-web.socket")
PAGES_CLOSE: Final = ("systemctl", *_UNIT, "stop", "referee-web.socket")
#: Where that leaves its password, or why it has not opened.
WIFI: Final = Path("/run/referee-wifi")

#: Seconds: an answer may take; what was found out is good for so long.
PATIENCE: Final = 60.0
FRESH: Final = 10.0

Ask = Callable[[Sequence[str]], str]


class NoAnswer(Exception):
    """The other program is not there, or refuses; says why."""


def ask(command: Sequence[str]) -> str:
    """What a command prints. Raises NoAnswer."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=unheard()
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoAnswer(str(error)) from error
    if done.returncode:
        raise NoAnswer(done.stderr.strip() or done.stdout.strip() or str(done.returncode))
    return done.stdout


class Network:
    """``addresses`` and ``name`` are what was found last; any thread may read them."""

    def __init__(self, ask: Ask = ask, now: Callable[[], float] = time.monotonic) -> None:
        self._ask = ask
        self._now = now
        self._queried = -FRESH
        self._querying = threading.Lock()
        self.addresses: tuple[str, ...] = ()
        self.name = ""

    def refresh(self) -> None:
        """Have another look, in a thread, if the last one is not fresh. Returns at once."""
        if self._now() - self._queried >= FRESH and not self._querying.locked():
            threading.Thread(target=self.query, name="network", daemon=True).start()

    def query(self) -> None:
        with self._querying:
            self.name = self._named()
            self.addresses = tuple(self._found())
            self._queried = self._now()

    def forget(self) -> None:
        """What was found does not hold any more."""
        self._queried = -FRESH

    @property
    def best(self) -> str:
        """The address to show; the name where no address is known."""
        return (*self.addresses, self.name or own_name())[0]

    def places(self) -> str:
        """Address and name, as people are told them."""
        return ", ".join(filter(None, (*self.addresses[:1], self.name))) or own_name()

    def _named(self) -> str:
        """The name that avahi has announced: another box may have had the usual one."""
        try:
            found = re.search(r'"([^"]+)"', self._ask(NAME))
        except NoAnswer:
            return ""
        return found[1] if found is not None else ""

    def _found(self) -> list[str]:
        try:
            said = self._ask(ADDRESSES)
        except NoAnswer:
            return []
        found = re.findall(r"(\d+\.\d+\.\d+\.\d+)/\d+", said)
        return [address for address in found if not address.startswith("127.")]


class OwnWifi:
    """A Wi-Fi that the box opens: a `referee.table.appliance.Switch`.

    It stays open when the program starts anew. ``tell`` and ``changed`` are called from a thread.
    ``folder``: where its password is left.
    """

    def __init__(
        self, tell: Callable[[Text], None], changed: Callable[[], None], ask: Ask = ask,
        folder: Path = WIFI,
    ) -> None:  # fmt: skip
        self._tell = tell
        self._changed = changed
        self._ask = ask
        self._folder = folder
        self.password = self._left("password")  # empty until it is open
        self.on = bool(self.password)

    def facts(self) -> Mapping[str, Plain]:
        return {"name": TABLE}

    def switch(self, on: bool) -> None:
        self.on, self.password = on, ""
        work = self._open if on else self._close
        threading.Thread(target=work, name="wifi", daemon=True).start()

    def _open(self) -> None:
        try:
            self._ask(OPEN)
        except NoAnswer as error:
            self.on = False
            detail = self._left("trouble") or str(error)
            self._tell(Text("notice.wifi", {"detail": detail[:200]}))
        else:
            self.password = self._left("password")
        self._changed()

    def _close(self) -> None:
        try:
            self._ask(CLOSE)
        except NoAnswer as error:
            self._tell(Text("notice.wifi", {"detail": str(error)[:200]}))
        self._changed()

    def _left(self, name: str) -> str:
        """What the unit has left there; nothing where it has not."""
        try:
            return (self._folder / name).read_text("utf-8").strip()
        except OSError:
            return ""


def own_name() -> str:
    return socket.gethostname().partition(".")[0].lower()
