"""Does an installed referee work? ``python3 smoke.py BIN``, in a folder without the source tree.

BIN is the folder of its commands. Needs Python's standard library only, so that it runs wherever
the program was installed. Whatever fails is printed and ends it with exit code 1.
"""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

GAMES = ("draf", "fette-autos", "knight-rider", "knister", "victory")
#: Seconds for one command on a busy machine.
PATIENCE = 120


class Broken(Exception):
    """What an installed program did not do."""


def main() -> int:
    bin_folder = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as home:
        # Nothing of a source tree, and nobody's settings.
        os.chdir(home)
        environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        try:
            check(bin_folder / "referee", environment)
        except Broken as broken:
            print(f"smoke: {broken}", file=sys.stderr)
            return 1
    print("smoke: games, match, simulate, doctor, diagram, config and play work")
    return 0


def check(referee: Path, environment: Mapping[str, str]) -> None:
    listed = run(referee, environment, "games")
    missing = [game for game in GAMES if game not in listed]
    expect(not missing, f"games does not list {missing}:\n{listed}")
    said = run(referee, environment, "match", "knister", "--seed", "1")
    types = [json.loads(line)["type"] for line in said.splitlines()]
    expect(types[0] == "match" and "ask" in types, f"match says {types}")
    for game in GAMES:
        run(referee, environment, "simulate", game, "--games", "2", "--check")
    run(referee, environment, "doctor", "--simulate")
    run(referee, environment, "diagram", "victory")
    run(referee, environment, "config", "show")
    play((str(referee), "play"), environment)


def run(referee: Path, environment: Mapping[str, str], *args: str) -> str:
    done = subprocess.run(
        [referee, *args], input="", capture_output=True, text=True, check=False,
        env=environment, timeout=PATIENCE,
    )  # fmt: skip
    expect(done.returncode == 0, f"{' '.join(args)}: {done.stdout}{done.stderr}")
    return done.stdout


def play(command: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """The panel in a terminal comes up, and ``q`` leaves it; a match that plays itself is taken
    over by the first one."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, {**environment, "TERM": "xterm-256color"})
    shown, left = b"", 0.0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:  # it has ended
                break
        if len(shown) > 2000 and time.monotonic() > left + 2:
            os.write(terminal, b"q")
            left = time.monotonic()
    else:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    expect(bool(left) and status == 0, f"{command[-1]} ended with {status}: {shown[-500:]!r}")


def expect(good: bool, message: str) -> None:
    if not good:
        raise Broken(message)


if __name__ == "__main__":
    sys.exit(main())
