"""Phones at the box: the pages' unit, its sandbox and its sockets, by a real systemd."""

from __future__ import annotations

import re
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import zxingcpp
from PIL import Image as Picture
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.proving_ground.fetch import kernel_version
from tests.proving_ground.ground import PROJECT, ProvingError, cache, run, say
from tests.proving_ground.guest import ADDRESS, Guest
from tests.proving_ground.image import all_modules, needed
from tests.proving_ground.installing import BUILDS, CLONE, LINES
from tests.proving_ground.reading import chosen, sees
from tests.proving_ground.session import PATIENT, WELCOME, Session, Verdict, complaints
from tests.web.process import Phone, free_port

#: Looks, half a second apart: many, on a busy host.
PATIENCE: Final = 1200.0
PANEL, PAGES = "referee", "referee-web"
#: Lines of menus on the way to the switch, and what stands on the screens there.
PHONES, SETTINGS, ON, OFF = "Phones", "Settings", "Switch on", "Pages for phones"
MATCH: Final = ("Quick match", "Knight Rider")

#: What the pages' process is and has, as the kernel says it: a line each.
SANDBOX: Final = """
pid=$(systemctl show --value -p MainPID referee-web)
echo "user $(stat -c %U /proc/$pid) $(sed -n 's/^Groups:[[:space:]]*//p' /proc/$pid/status | wc -w)"
sed -n 's/^CapEff:[[:space:]]*/caps /p; s/^NoNewPrivs:[[:space:]]*/news /p' /proc/$pid/status
sed -n 's/^Seccomp:[[:space:]]*/seccomp /p' /proc/$pid/status
echo "users $(tr -s ' ' </proc/$pid/uid_map | tr '\\n' ';')"
echo "net $(nsenter -t $pid -n busybox ip -o link | wc -l)"
inside() { nsenter -t $pid -m "$@" 2>/dev/null; }
echo "state $(inside find /var/lib/referee /etc/referee /home -mindepth 1 | wc -l)"
echo "devices $(inside ls /dev | grep -c -e gpio -e i2c -e tty[A-Z] -e vda)"
echo "line $(stat -c '%U %G %a' /run/referee-pages)"
"""
WANTED: Final = {
    "user": r"referee-web [01]", "caps": r"0+", "news": "1", "seccomp": "2",
    "users": r"(?!.*4294967295).+", "net": "1", "state": "0", "devices": "0",
    "line": "referee referee-web 660",
}  # fmt: skip
#: Somebody who speaks to the panel's process, as ``{}``.
SPEAKS: Final = (
    'runuser -u {} -- python3 -c "import socket; line = socket.socket(1); '
    "line.connect('/run/referee-pages'); line.sendall(b'garbage\\n'); line.recv(9)\""
)
GARBAGE: Final = "journalctl -b -u referee -o cat | grep -q 'no referee-web of this version'"
#: Somebody from farther away than a home.
FAR: Final = "203.0.113.5"
COMES_FROM_FAR: Final = (
    f'busybox ip addr add {FAR}/32 dev lo; python3 -c "import socket; '
    f"socket.create_connection(('{ADDRESS}', 80), 5, ('{FAR}', 0))\""
)
LIMIT: Final = "systemctl set-property --runtime referee-web.service MemoryMax={}"
KILLED: Final = "journalctl -b -u referee-web -o cat | grep -q 'oom-kill'"


class Box:
    """Reached by a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def line(self) -> connect:
        at = socket.create_connection(("127.0.0.1", self.port), 60)
        origin = Origin(f"http://{ADDRESS}")
        return connect(f"ws://{ADDRESS}/ws", sock=at, origin=origin, open_timeout=600)

    def starved(self) -> float:
        """The whole machine stands in line with its emulator, which is not asked."""
        return time.monotonic() * (1 - 60 / PATIENCE)

    def serves(self) -> bool:
        """Whether it shows the first page."""
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port))) as line:
            line.settimeout(600)
            line.sendall(f"GET / HTTP/1.1\r\nHost: {ADDRESS}\r\n\r\n".encode())
            return line.recv(99).startswith(b"HTTP/1.1 200")
        return False


def phones(session: Session) -> Verdict:
    """Switched on at the panel, reached from outside, killed, short of memory, off and on."""
    box = Box(free_port())
    found: dict[str, bool] = {}
    with session.booted(box.port) as guest:
        guest.first_picture()
        guest.run(PATIENT)
        guest.press(*WELCOME)
        _network(guest)
        for name, good in _tried(guest, box):
            say(f"{name}: {'as it should' if good else 'WRONG'}")
            found[name] = good
        told = complaints(guest)
        found[f"no complaints {told}".removesuffix(" []")] = not told
        memory = [_memory(guest, unit) for unit in (PANEL, PAGES)]
    wrong = [name for name, good in found.items() if not good]
    return Verdict(
        not wrong,
        f"{len(found) - len(wrong)} of {len(found)} as they should: {', '.join(found)}"
        f"{'; NOT: ' + ', '.join(wrong) if wrong else ''}; memory (RSS) of both processes "
        f"{sum(memory):.0f} MB: the panel's {memory[0]:.0f}, the pages' {memory[1]:.0f}",
    )


def _tried(guest: Guest, box: Box) -> Iterator[tuple[str, bool]]:
    yield "closed before", not box.serves()
    _switch_on(guest)
    guest.until("systemctl is-active -q referee-web.socket", PATIENCE)
    yield "on by the panel", guest.tried("systemctl is-active -q referee-web")[0] != 0
    yield "their process comes when somebody does", box.serves()
    yield "off by the panel", _off(guest) and not box.serves()
    _switch_on(guest)
    guest.until("systemctl is-active -q referee-web.socket", PATIENCE)
    yield "and on again", box.serves()
    wrong = _unlike(guest.run(SANDBOX))
    yield f"the sandbox {wrong}".removesuffix(" []"), not wrong
    yield "nobody else speaks to the panel's process", guest.tried(SPEAKS.format("pi"))[0] != 0
    guest.tried(SPEAKS.format(PAGES))
    yield "garbage is named", guest.until(GARBAGE, PATIENCE) >= 0
    yield "nobody from far away is answered", guest.tried(COMES_FROM_FAR)[0] != 0
    with closing(Phone(box, "phone")) as phone:
        yield "a phone joins by the picture", _joined(guest, phone)
        guest.press("ok")
        for line in MATCH:
            choose(guest, line)
        guest.until(f"[ $({LINES}) -gt 0 ]", PATIENCE)
        yield "and takes a seat", phone.ask(do="claim", seat=1)["seat"] == 1
        panel = _process(guest, PANEL)
        guest.run("systemctl kill --kill-who=main -s KILL referee-web")
        yield "there again after kill -9 of the pages", _still(phone)
        guest.run(LIMIT.format("12M"))
        guest.until(KILLED, PATIENCE)
        guest.run(LIMIT.format("96M"))
        yield "there again when memory was short", _still(phone)
        yield "the panel noticed nothing", panel == _process(guest, PANEL) and _plays(guest)
        guest.run("systemctl kill --kill-who=main -s KILL referee")
        yield "there again after kill -9 of the panel", _still(phone)


def _network(guest: Guest) -> None:
    """The network card's driver is none of those that the disk has."""
    version = kernel_version(release := guest.image.release)
    files = needed(all_modules(cache(release) / "kernel", version), version, ("virtio_net",))
    for file in files:
        guest.put(file.read_bytes(), f"/run/modules/{file.name}")
        guest.tried(f"modprobe -q {file.name.partition('.')[0]} || insmod /run/modules/{file.name}")
    guest.until("ls -d /sys/class/net/e*", 60)
    card = guest.run("ls /sys/class/net | grep ^e").strip()
    guest.run(f"busybox ip link set {card} up; busybox ip addr add {ADDRESS}/24 dev {card}")


def choose(guest: Guest, words: str) -> None:
    """Move to this line and press OK; the list may not have it."""
    for _ in range(16):
        if chosen(guest.picture(), words):
            guest.press("ok")
            return
        guest.press("down")
    raise ProvingError(f"there is no line {words!r} on the display")


def _switch_on(guest: Guest) -> None:
    choose(guest, PHONES)
    for _ in range(8):
        if sees(guest.picture(), ON):
            break
        guest.press("ok")
    choose(guest, ON)
    _home(guest)


def _off(guest: Guest) -> bool:
    choose(guest, SETTINGS)
    choose(guest, OFF)
    guest.until("! systemctl is-active -q referee-web.socket", PATIENCE)
    guest.until("! systemctl is-active -q referee-web", PATIENCE)
    _home(guest)
    return True


def _home(guest: Guest) -> None:
    for _ in range(5):
        if sees(guest.picture(), PHONES):
            return
        guest.press("back")
    raise ProvingError("BACK does not lead home")


def _joined(guest: Guest, phone: Phone) -> bool:
    """By the code that a camera reads off the display."""
    choose(guest, PHONES)
    picture = guest.picture().convert("L").resize((512, 256), Picture.Resampling.NEAREST)
    read = zxingcpp.read_barcode(picture)
    code = re.search(r"/J/(\w+)$", read.text if read is not None else "")
    if code is None:
        return False
    stranger = phone.ask(do="matches")["key"] == "web.stranger"
    welcome = phone.ask(do="code", code=code[1])
    phone.token = welcome["token"]
    return stranger and bool(welcome["known"])


def _still(phone: Phone) -> bool:
    """Whether the phone comes back by itself to where it was."""
    began = time.monotonic()
    state = phone.look()
    say(f"back after {time.monotonic() - began:.0f} s")
    return state["type"] == "state" and state["view"] == 1


def _plays(guest: Guest) -> bool:
    before = guest.picture().tobytes()
    guest.press("back")
    return guest.picture().tobytes() != before


def _unlike(said: str) -> list[str]:
    """What of the sandbox is not as it should be."""
    found = dict(line.split(" ", 1) for line in said.splitlines())
    return [
        f"{name} {found.get(name)}"
        for name, wanted in WANTED.items()
        if not re.fullmatch(wanted, found.get(name, ""))
    ]


def _process(guest: Guest, unit: str) -> str:
    return guest.run(f"systemctl show -p MainPID,NRestarts {unit}")


def _memory(guest: Guest, unit: str) -> float:
    """Megabytes of a unit's process."""
    status = f"/proc/$(systemctl show --value -p MainPID {unit})/status"
    return int(guest.run(f"sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' {status}")) / 1024


# -- from the version whose panel served its pages itself -----------------------------------------

#: The last one; its units are fewer.
OLDER: Final = "86e7577"
OLD_TREE: Final = "/home/pi/older"
OWN_UNIT: Final = "systemctl cat referee-web.service"
#: Its installer does not know these, as if they had never been there.
FORGET: Final = (
    "systemctl stop referee referee-web.socket referee-web.service referee-pages.socket; "
    "cd /etc/systemd/system && rm referee-web.* referee-pages.socket && systemctl daemon-reload"
)


def migrate(session: Session) -> Verdict:
    """From there to here, back, and here again, with the pages on; a phone that has joined there
    stays known."""
    box = Box(free_port())
    found: dict[str, bool] = {}
    with session.booted(box.port) as guest, closing(Phone(box, "phone")) as phone:
        guest.first_picture()
        guest.run(PATIENT)
        _network(guest)
        _older(guest)
        guest.run(FORGET)
        found["the older one"] = _install(guest, OLD_TREE) and not _own_unit(guest)
        guest.press(*WELCOME)
        guest.run(
            "touch /var/lib/referee/pages-on; systemctl stop referee; systemctl start referee", 900
        )
        guest.first_picture()
        found["a phone joins"] = _served(guest, box) and _joined(guest, phone)
        for name, action, own in (
            ("upgrade", "install", True),
            ("rollback", "rollback", False),
            ("rollback of the rollback", "rollback", True),
        ):
            done = _install(guest, CLONE, action)
            known = _served(guest, box) and phone.ask(do="matches")["type"] == "matches"
            found[name] = done and known and _own_unit(guest) is own
    wrong = [name for name, good in found.items() if not good]
    return Verdict(
        not wrong,
        f"{OLDER}: {len(found) - len(wrong)} of {len(found)} as they should, with the pages on: "
        f"{', '.join(found)}{'; NOT: ' + ', '.join(wrong) if wrong else ''}",
    )


def _older(guest: Guest) -> None:
    """Its tree, without what an installer does not read."""
    left_out = (f":(exclude){name}" for name in ("docs", "tests", "website", "bench", "case"))
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "older.tar.gz"
        run(
            "git", "-C", PROJECT, "archive", "--format=tar.gz", "-o", packed, OLDER, ".",
            *left_out, limit=60,
        )  # fmt: skip
        guest.put(packed.read_bytes(), "/run/older.tar.gz")
    guest.run(f"mkdir {OLD_TREE} && tar -xzf /run/older.tar.gz -C {OLD_TREE}")


def _install(guest: Guest, tree: str, action: str = "install") -> bool:
    code, out, err = guest.tried(f"cd {tree} && systemd/install.py {action}", BUILDS)
    say(f"{action} in {tree}: {code}: {' / '.join((out + err).splitlines()[-3:])}")
    return code == 0


def _own_unit(guest: Guest) -> bool:
    return guest.tried(OWN_UNIT)[0] == 0


def _served(guest: Guest, box: Box) -> bool:
    guest.until("systemctl is-active -q referee", PATIENCE)
    guest.until("systemctl is-active -q referee-web.socket", PATIENCE)
    return box.serves()
