"""The installed program on an emulated Raspberry Pi 3B: Debian's kernel, that board's device tree.

Its header's lines are a BCM2835's, by the driver that a real one has, beside a second chip. But
QEMU's board has no I2C before version 9, and no pull-ups: all buttons look pressed. So this is
looked at: whether the service finds the header among the chips, takes the panel's lines there, and
goes on without what is lost.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from tests.proving_ground.fetch import kernel_version
from tests.proving_ground.ground import ARM64, PROJECT, ProvingError, cache, run
from tests.proving_ground.guest import copied
from tests.proving_ground.image import all_modules, initrd, needed
from tests.proving_ground.session import Session, Verdict

BOARD: Final = "broadcom/bcm2837-rpi-3-b.dtb"
MODEL: Final = "Raspberry Pi 3 Model B"
HEADER: Final = "pinctrl-bcm2835"
#: What its card needs, whose size has to be a power of two.
CARD: Final = ("bcm2835", "mmc_block", "ext4")
SIZE: Final = "4G"
#: Seconds until it has told all of it, on a busy host.
LIMIT: Final = 2400.0

#: The marks between which it tells of itself, on its serial line.
BEGIN, END = "--- told: ", "--- end"
_TELLS: Final = f"""
import json, subprocess
def said(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip()
def shown(what):
    return said("systemctl", "show", "--value", "-p", what, "referee")
told = dict(
    model=open("/proc/device-tree/model").read().strip("\\0"), chips=said("gpiodetect"),
    lines=said("gpioinfo"), state=shown("ActiveState"), restarts=shown("NRestarts"),
    status=shown("StatusText"), uptime=float(open("/proc/uptime").read().split()[0]),
    journal=said("journalctl", "-b", "-u", "referee", "-o", "cat", "--no-pager"),
)
with open("/dev/console", "w") as line:
    print("\\n{BEGIN}" + json.dumps(told) + "\\n{END}", file=line, flush=True)
"""
#: When the service has been started, whatever became of it.
_UNIT: Final = """[Unit]
After=referee.service
[Service]
Type=oneshot
ExecStart=/usr/bin/python3 /root/tells.py
"""
#: The disk's files are those of another machine.
_COMMANDS: Final = f"""
/bin/busybox sed -i s,/dev/vda,/dev/mmcblk0, /root/etc/fstab
/bin/busybox cat >/root/root/tells.py <<'END_OF_FILE'
{_TELLS}
END_OF_FILE
/bin/busybox cat >/root/etc/systemd/system/tells.service <<'END_OF_FILE'
{_UNIT}
END_OF_FILE
"""


def raspi3b(session: Session) -> Verdict:
    """See this module; only arm64 has such a board."""
    image = session.image
    if image.release.arch is not ARM64:
        return Verdict(True, "no processor of a Raspberry Pi 3B")
    if not session.installed.exists():
        raise ProvingError("nothing is installed yet: run the scenario `install` first")
    told = _told(session)
    wrong = wrongs(told)
    return Verdict(
        not wrong,
        f"{told['model']}: {', '.join(told['chips'].splitlines())}; "
        f"{'; '.join(wrong) or 'the buttons have their lines on the header'}; {told['state']} "
        f"{told['uptime']:.0f} s after the kernel's start, {told['status'].count('lost')} parts "
        "lost: its display, and the buttons, which all look stuck",
    )


def wrongs(told: Mapping[str, Any]) -> list[str]:
    """What was not as it should be."""
    buttons = tomllib.loads((PROJECT / "hal/reference.toml").read_text("utf-8"))["buttons"]
    missing = set(buttons.values()) - taken(told["chips"], told["lines"])
    found = {
        f"not a {MODEL}": MODEL in told["model"],
        "a single chip of lines": len(told["chips"].splitlines()) > 1,
        f"{told['state']} after {told['restarts']} restarts": told["state"] == "active"
        and told["restarts"] == "0",
        f"buttons without their lines: {sorted(missing)}": not missing,
        "a fault of its own": "Traceback" not in told["journal"],
    }
    return [what for what, good in found.items() if not good]


def taken(chips: str, lines: str) -> set[int]:
    """The header's lines that a program holds as inputs with a pull-up; from `gpiodetect` and
    `gpioinfo` of libgpiod 2."""
    header = re.search(rf"^(\S+) \[{HEADER}\]", chips, re.MULTILINE)
    if header is None:
        return set()
    (own,) = re.findall(rf"^{header[1]} - .*\n((?:\s+line.*\n?)*)", lines, re.MULTILINE)
    held = re.findall(r"line +(\d+):.*input.*bias=pull-up.*consumer=", own)
    return {int(number) for number in held}


def _told(session: Session) -> dict[str, Any]:
    folder, version = session.installed.parent, kernel_version(session.image.release)
    kernel = cache(session.image.release) / "kernel"
    card, start, serial = copied(session.installed, "card.img"), folder / "pi.initrd", folder / "pi"
    run("truncate", "-s", SIZE, card, limit=10)
    run("tar", "-C", folder, "-xf", folder / "root.tar", "./usr/bin/busybox", limit=300)
    modules = needed(all_modules(kernel, version), version, CARD)
    initrd(start, folder / "usr/bin/busybox", modules, "/dev/mmcblk0", _COMMANDS)
    tree = folder / "pi.dtb"
    shutil.copy(kernel / f"usr/lib/linux-image-{version}" / BOARD, tree)
    # A board's own firmware puts its revision there.
    run("fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", "a02082", limit=10)
    serial.unlink(missing_ok=True)
    words = [
        "qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=multi", "-display", "none",
        "-monitor", "none", "-kernel", str(session.image.kernel), "-initrd", str(start),
        "-dtb", str(tree), "-drive", f"if=sd,format=raw,file={card}", "-serial", f"file:{serial}",
        "-append", "console=ttyAMA0 panic=-1 systemd.show_status=0 systemd.wants=tells.service "
        "systemd.mask=proving-hardware.service systemd.mask=proving-agent.service "
        f"systemd.default_timeout_start_sec={LIMIT:.0f}",
    ]  # fmt: skip
    end = time.monotonic() + LIMIT
    board = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        while True:
            said = serial.read_text("utf-8", "replace") if serial.exists() else ""
            if END in said:
                return dict(json.loads(said.split(BEGIN)[1].split("\n")[0]))
            if board.poll() is not None or time.monotonic() > end:
                raise ProvingError(f"the board has told nothing: {said[-1500:]}")
            time.sleep(1)
    finally:
        board.kill()
        board.wait()
