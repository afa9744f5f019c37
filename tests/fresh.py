"""The README's two commands on bare machines: ``python -m tests.fresh [12] [13] [testing]``.

Each machine is a file system that debootstrap makes: a minimal Debian with python3, python3-venv
and make. A user without rights gets a clone of the last commit and calls `make play` and
`make test`. The bare machines fetch packages from where this one does.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from tests.proving_ground.fetch import MIRROR
from tests.proving_ground.ground import PROJECT, ProvingError, Step, run

#: What debootstrap calls them.
SUITES: Final = {"12": "bookworm", "13": "trixie", "testing": "testing"}

#: What the README asks for.
PACKAGES: Final = "python3,python3-venv,make"

#: The commands and how long each may take, in seconds; nobody is there to press a key.
COMMANDS: Final = {"make play": 900, "make test": 1800}

USER: Final = "newcomer"

#: What of pip's and npm's settings says where and how they fetch.
PIP: Final = ("index-url", "extra-index-url", "proxy", "cert", "timeout", "trusted-host")
NPM: Final = ("registry", "proxy", "https-proxy", "cafile")

#: Variables of the environment that say the same.
VARIABLES: Final = re.compile(r"(?:https?|all|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE", re.I)

#: Namespaces of its own: what it starts ends with it, and what it mounts goes with it. Whoever
#: removes the tree meets no mounts in it, even where debootstrap was stopped half way.
APART: Final = ("unshare", "--mount", "--pid", "--fork", "--kill-child")

WITHIN: Final = """
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
exec chroot --userspec="$1:$1" "$0" env -i "${@:3}" sh -c "cd ~/referee && $2" </dev/null
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Try the README's commands in bare Debians.")
    parser.add_argument("releases", nargs="*", metavar="|".join(SUITES))
    releases = parser.parse_args().releases or list(SUITES)
    if unknown := set(releases) - set(SUITES):
        parser.error(f"no such release: {', '.join(sorted(unknown))}")
    if os.geteuid() != 0:
        print("This makes system trees, so it needs root.", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what runs, removes the tree
    lines, good = [], True
    for release in releases:
        with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="referee-fresh-") as name:
            Path(name).chmod(0o755)
            try:
                lines.append(tried(release, Path(name) / "root"))
            except ProvingError as error:
                print(error, flush=True)
                lines.append(f"Debian {release}: failed, see above")
                good = False
    print("\n".join(lines), flush=True)
    return 0 if good else 1


def tried(release: str, root: Path) -> str:
    """How long the commands took on a new machine; raises ProvingError if one fails."""
    with Step(f"Debian {release}: making a bare system"):
        run(
            *APART, "debootstrap", "--variant=minbase", f"--include={PACKAGES}",
            SUITES[release], root, mirror(), limit=1800, env=apt_proxy(),
        )  # fmt: skip
        run("chroot", root, "useradd", "--create-home", USER, limit=60)
        environment = settled(root)
        run("git", "clone", "--quiet", PROJECT, root / "home" / USER / "referee", limit=300)
        run("chroot", root, "chown", "-R", f"{USER}:", f"/home/{USER}", limit=60)
    python = run("chroot", root, "python3", "--version", limit=60).strip()
    took = []
    for command, limit in COMMANDS.items():
        with Step(f"Debian {release}, {python}: {command}") as step:
            called(root, command, environment, limit)
        took.append(f"{command} {step.seconds:.0f} s")
    return f"Debian {release}, {python}: {', '.join(took)}"


def called(root: Path, command: str, environment: Mapping[str, str], limit: float) -> None:
    """Call it as the user; raises ProvingError with the end of what it printed."""
    settings = [f"{name}={value}" for name, value in environment.items()]
    inside = (*APART, "bash", "-ec", WITHIN)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as told:
        try:
            done = subprocess.run(
                [*inside, root, USER, command, *settings],
                stdout=told, stderr=subprocess.STDOUT, timeout=limit, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise ProvingError(f"{command}: not ready after {limit} s{end_of(told)}") from None
        if done.returncode:
            raise ProvingError(f"{command} ends with {done.returncode}{end_of(told)}")


def end_of(told: IO[str]) -> str:
    told.seek(0)
    return "\n".join(["", *told.read().splitlines()[-60:]])


# -- where things are fetched from ----------------------------------------------------------


def mirror() -> str:
    """The one that this machine's apt uses, if it is one of Debian."""
    targets = run("apt-get", "indextargets", "--format", "$(REPO_URI)", limit=60).split()
    return next((uri for uri in targets if uri.rstrip("/").endswith("/debian")), MIRROR)


def apt_proxy() -> dict[str, str]:
    """apt's proxy, for what debootstrap fetches with."""
    told = run("apt-config", "dump", "--format", "%v%n", "Acquire::http::Proxy", limit=60).strip()
    return {"http_proxy": told} if told and told != "DIRECT" else {}


def settled(root: Path) -> dict[str, str]:
    """The user's environment. The machine resolves names as this one does, and has the
    certificates that are named in it."""
    for file in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copy(file, root / file[1:])
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": f"/home/{USER}", "LANG": "C.UTF-8",
        **{name: value for name, value in os.environ.items() if VARIABLES.fullmatch(name)},
        **pip_settings(), **npm_settings(),
    }  # fmt: skip
    for value in environment.values():
        if Path(value).is_file():
            copy = root / value[1:]
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(value, copy)
    return environment


def pip_settings() -> dict[str, str]:
    """Where pip fetches from, as variables; an index that is a folder here is none there."""
    listed = run(sys.executable, "-m", "pip", "config", "list", limit=60)
    found = re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", listed, re.MULTILINE)
    settings = {name: value for name, value in found if name in PIP}
    kept = [url for url in settings.pop("extra-index-url", "").split() if "file:" not in url]
    if kept:
        settings["extra-index-url"] = " ".join(kept)
    return {f"PIP_{name.upper().replace('-', '_')}": value for name, value in settings.items()}


def npm_settings() -> dict[str, str]:
    npm = Path(sys.executable).with_name("npm")
    told = {name: run(npm, "config", "get", name, limit=60).strip() for name in NPM}
    return {
        f"npm_config_{name.replace('-', '_')}": value
        for name, value in told.items() if value not in ("", "null", "undefined")
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
