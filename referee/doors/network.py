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
from typing import Final

from referee.kernel.text import Plain, Text

_AVAHI: Final = ("busctl", "--no-pager", "call", "org.freedesktop.Avahi", "/")
NAME: Final = (*_AVAHI, "org.freedesktop.Avahi.Server", "GetHostNameFqdn")
ADDRESSES: Final = ("nmcli", "-g", "IP4.ADDRESS", "device", "show")

#: Six letters: with a password of eight it makes a QR code that a small display shows.
TABLE: Final = "TABLE"
_CONNECTION: Final = "referee-table"
#: Left over from a run that ended otherwise; not kept on the disk, so gone after a restart.
CLOSE: Final = ("nmcli", "connection", "delete", _CONNECTION)
OPEN: Final = ("nmcli", "--wait", "40", "connection", "up", _CONNECTION)
#: The built-in radios of small Pis refuse phones without the last five.
MAKE: Final = (
    "nmcli", "connection", "add", "save", "no", "type", "wifi", "con-name", _CONNECTION,
    "ifname", "*", "autoconnect", "no", "ssid", TABLE, "802-11-wireless.mode", "ap",
    "802-11-wireless.band", "bg", "ipv4.method", "shared", "ipv6.method", "disabled",
    "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp",
    "wifi-sec.group", "ccmp", "wifi-sec.pmf", "disable", "wifi-sec.psk",
)  # fmt: skip

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
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
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

    def names(self) -> frozenset[str]:
        """By what pages may call this machine, besides its addresses."""
        own = own_name()
        return frozenset({own, f"{own}.local", self.name.lower()}) - {""}

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
    """A Wi-Fi that the box opens by NetworkManager: a `referee.table.appliance.Switch`.

    ``password`` makes a new one of eight capitals and digits. ``tell`` and ``changed`` are called
    from a thread.
    """

    def __init__(
        self, password: Callable[[], str], tell: Callable[[Text], None],
        changed: Callable[[], None], ask: Ask = ask,
    ) -> None:  # fmt: skip
        self._new_password = password
        self._tell = tell
        self._changed = changed
        self._ask = ask
        self.on = False
        self.password = ""

    def facts(self) -> Mapping[str, Plain]:
        return {"name": TABLE}

    def switch(self, on: bool) -> None:
        self.on = on
        self.password = self._new_password() if on else ""
        work = self._open if on else self._close
        threading.Thread(target=work, name="wifi", daemon=True).start()

    def _open(self) -> None:
        self._close()
        try:
            self._ask((*MAKE, self.password))
            self._ask(OPEN)
        except NoAnswer as error:
            self.on = False
            self._close()
            self._tell(Text("notice.wifi", {"detail": str(error)[:200]}))
        self._changed()

    def _close(self) -> None:
        try:
            self._ask(CLOSE)
        except NoAnswer:  # there is none
            return
        finally:
            self._changed()


def own_name() -> str:
    return socket.gethostname().partition(".")[0].lower()
