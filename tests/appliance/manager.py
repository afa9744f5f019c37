"""A little service manager in systemctl's place: it really starts the program of the unit file.

On simulated electrics; it waits for the READY=1 of Type=notify, as systemd does. Called as
``systemctl VERB ...`` with the tree in the variable ``FAKE``.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HOME = Path(os.environ["FAKE"])
ROOT = HOME / "root"
UNIT = ROOT / "etc/systemd/system/referee.service"
PID = HOME / "pid"

#: Seconds that a start and an end may take.
PATIENCE = 120


def alive() -> bool:
    try:
        os.kill(int(PID.read_text()), 0)
    except (OSError, ValueError):
        return False
    return True


def stop() -> int:
    if alive():
        number = int(PID.read_text())
        os.kill(number, signal.SIGTERM)
        for _ in range(PATIENCE * 20):
            if not alive():
                break
            time.sleep(0.05)
    PID.unlink(missing_ok=True)
    return 0


def start() -> int:
    """Start the command of the unit; 1 if it ends, or says nothing, instead of READY=1."""
    found = re.search(r"^ExecStart=(\S+) (.*)$", UNIT.read_text(), re.MULTILINE)
    assert found is not None
    command = [f"{ROOT}{found[1]}", *found[2].split(), "--simulate"]
    run = ROOT / "run/referee"
    run.mkdir(parents=True, exist_ok=True)
    address = run / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(address))
        listener.settimeout(0.1)
        process = subprocess.Popen(
            command, cwd=run, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=(HOME / "journal").open("ab"),
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(address),
                "STATE_DIRECTORY": str(ROOT / "var/lib/referee"),
                "CONFIGURATION_DIRECTORY": str(ROOT / "etc/referee"),
                "RUNTIME_DIRECTORY": str(run),
            },
        )  # fmt: skip
        PID.write_text(str(process.pid))
        for _ in range(PATIENCE * 10):
            try:
                if b"READY=1" in listener.recv(4096):
                    return 0
            except TimeoutError:
                if process.poll() is not None:
                    break
    print("Job for referee.service failed.", file=sys.stderr)
    return 1


def restart() -> int:
    stop()
    return start()


def is_active() -> int:
    return 0 if alive() else 3


VERBS: dict[str, Callable[[], int]] = {
    "start": start, "stop": stop, "restart": restart, "disable": stop, "is-active": is_active,
}  # fmt: skip

if __name__ == "__main__":
    sys.exit(VERBS.get(sys.argv[1], lambda: 0)())
