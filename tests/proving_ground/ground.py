"""What everything here shares: where things are kept, what is said, commands with a limit."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

#: The project's tree, and what belongs to the guest.
PROJECT: Final = Path(__file__).parents[2]
INSIDE: Final = Path(__file__).with_name("inside")
KERNEL: Final = Path(__file__).with_name("kernel")

#: What the host needs, by command, with the Debian package that brings it.
TOOLS: Final = {
    "qemu-system-x86_64": "qemu-system-x86",
    "mmdebstrap": "mmdebstrap",
    "dpkg-scanpackages": "dpkg-dev",
    "mke2fs": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "cpio": "cpio",
    "depmod": "kmod",
    "git": "git",
}
#: For a guest of another architecture, and to run its programs here.
FOREIGN_TOOLS: Final = {
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "arch-test": "arch-test",
    "fdtput": "device-tree-compiler",
}
#: Before what makes a system tree: its mounts go with it, also when it is stopped half way.
APART: Final = ("unshare", "--mount")
#: Where the kernel is told how foreign programs are run.
KERNELS: Final = Path("/proc/sys/fs/binfmt_misc")


class ProvingError(Exception):
    """What went wrong, and what to do about it."""


@dataclass(frozen=True, slots=True)
class Architecture:
    """``debian``: its name there, ``machine``: everywhere else; ``console``, ``second``: its serial
    lines; ``emulated``, ``wired``: QEMU's words for it, and for the second line; ``compiler``: the
    package of the one that runs on amd64."""

    debian: str
    machine: str
    console: str
    second: str
    emulated: tuple[str, ...]
    wired: tuple[str, ...]
    compiler: str

    @property
    def prefix(self) -> str:
        """That of its compiler's commands."""
        return f"{self.machine}-linux-gnu-"


#: Half as fast again as QEMU's `max`: younger processors have what is slow to emulate.
AMD64: Final = Architecture(
    "amd64", "x86_64", "ttyS0", "ttyS1",
    ("-machine", "pc", "-cpu", "Nehalem"), ("-serial", "chardev:told"), "gcc",
)  # fmt: skip
ARM64: Final = Architecture(
    "arm64", "aarch64", "ttyAMA0", "ttyS0",
    ("-machine", "virt", "-cpu", "cortex-a53"), ("-device", "pci-serial,chardev=told"),
    "gcc-aarch64-linux-gnu",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Release:
    """A Debian release: its number, name, Python, and what it runs on."""

    number: str
    name: str
    python: str
    arch: Architecture = AMD64


RELEASES: Final = {
    "12": Release("12", "bookworm", "3.11"),
    "13": Release("13", "trixie", "3.13"),
    "13-arm64": Release("13-arm64", "trixie", "3.13", ARM64),
}
#: Those that are proved when nobody says which.
USUAL: Final = ("12", "13")

#: Programs of another architecture are emulated here. QEMU's usual processor signs its pointers,
#: which makes them up to 15 times as slow.
_SURROUNDINGS: Final = {"LC_ALL": "C.UTF-8", "QEMU_CPU": "cortex-a53"}


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def run(
    *command: str | Path, limit: float, cwd: Path | None = None,
    env: Mapping[str, str] | None = None, data: bytes | None = None,
) -> str:  # fmt: skip
    """What a command prints, run with low priority; raises ProvingError when it fails or lasts.

    With it ends all that it has started: what goes on in a tree would have mounts there.
    """
    words = ["nice", "-n", "10", *map(str, command)]
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL if data is None else subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, start_new_session=True,
        env={**os.environ, **_SURROUNDINGS, **(env or {})},
    )  # fmt: skip
    try:
        out, err = process.communicate(data, limit)
    except BaseException as ended:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(ended, subprocess.TimeoutExpired):
            raise ProvingError(f"{_short(words)}: not ready after {limit:.0f} s") from None
        raise
    if process.returncode:
        said = (err or out).decode("utf-8", "replace").strip()[-1500:]
        raise ProvingError(f"{_short(words)}: {said or process.returncode}")
    return out.decode("utf-8", "replace")


def _short(words: Sequence[str]) -> str:
    return " ".join(words[3:])[:200]


def cache(release: Release | None = None) -> Path:
    """The folder of what is fetched and built; outside the project."""
    folder = Path(platformdirs.user_cache_dir("tabletop-referee")) / "proving-ground"
    folder = folder / release.number if release else folder
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def look_at_host(releases: Iterable[Release]) -> None:
    """Raises ProvingError when this machine can't do it."""
    foreign = any(release.arch is not AMD64 for release in releases)
    tools = {**TOOLS, **(FOREIGN_TOOLS if foreign else {})}
    if os.geteuid() != 0:
        raise ProvingError("this needs root: it makes system trees and disk images")
    missing = sorted({package for tool, package in tools.items() if shutil.which(tool) is None})
    if missing:
        say(f"Installing {', '.join(missing)} ...")
        run("apt-get", "update", "-qq", limit=300)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        run(
            "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing,
            limit=900, env=quiet,
        )  # fmt: skip
    if foreign:
        _register()


def _register() -> None:
    """Have the kernel run the programs of a foreign system tree, as systemd does where there is
    one."""
    if not (KERNELS / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", KERNELS, limit=10)
    if not (KERNELS / "qemu-aarch64").exists():
        rule = Path("/usr/lib/binfmt.d/qemu-aarch64.conf").read_text()
        (KERNELS / "register").write_text(rule)


class Step:
    """Says what is being done and how long it took."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.seconds = 0.0

    def __enter__(self) -> Step:
        self._began = time.monotonic()
        say(f"{self._what} ...")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.seconds = time.monotonic() - self._began
        say(f"{self._what}: {'failed' if kind else 'done'} after {self.seconds:.0f} s")
