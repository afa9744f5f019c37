"""An upgrade of the system under an installed box, Debian 12 to 13, and the start after it.

apt's dist-upgrade works on the disk from outside, in a chroot: emulated it would take an hour. What
comes then - the first start with another Python - happens in the guest, with its own systemd.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image as Picture

from tests.proving_ground import fetch
from tests.proving_ground.ground import RELEASES, Step, run, say
from tests.proving_ground.guest import Guest, feed
from tests.proving_ground.image import packed
from tests.proving_ground.reading import sees
from tests.proving_ground.session import Session, Verdict, complaints

FROM, TO = RELEASES["12"], RELEASES["13"]
#: Looks, half a second apart: many, on a busy host.
PATIENCE: Final = 1800.0
READY: Final = "systemctl is-active -q referee"
FAILED: Final = "journalctl -b -u referee-rebuild -o cat | grep -q 'The next try is in'"
#: On the display meanwhile, in either language; and when the program is there for the first time.
BUILDS: Final = ("some minutes", "a few minutes", "ein paar Minuten")
MISSES: Final = ("something is", "fehlt etwas")
THERE: Final = ("Resume", "Weiterspielen")

#: Milliseconds of what is looked at before an ordinary start.
COST: Final = """
import subprocess, time
began = time.monotonic()
for _ in range(20):
    subprocess.run(["sh", "/usr/local/lib/referee/rebuild"], check=True)
print(round(1000 * (time.monotonic() - began) / 20, 1))
"""

_SERVICE: Final = (
    "runuser -u referee -- env STATE_DIRECTORY=/var/lib/referee "
    "CONFIGURATION_DIRECTORY=/etc/referee /opt/referee/current/bin/referee"
)
_APT: Final = (
    "export DEBIAN_FRONTEND=noninteractive; apt-get -qq update; apt-get -y -qq "
    "-o APT::Keep-Downloaded-Packages=false -o Dpkg::Options::=--force-confold {}; apt-get clean"
)
#: The pins as Raspberry Pi OS has them: one package, whatever the Python.
_PINS: Final = (
    "Package: python3-lgpio\nVersion: 0.2.2\nArchitecture: all\n"
    "Maintainer: Nobody <nobody@example.org>\nDescription: as Raspberry Pi OS brings it\n"
)


def dist_upgrade(session: Session) -> Verdict:
    """After both ways to install: the box is there again by itself, and says so meanwhile."""
    if session.image.release is not FROM:
        return Verdict(True, f"there is nothing to upgrade Debian {TO.number} to")
    told, wrong = [], []
    for name, installed, installs in (
        ("deb", session.image.disk, _by_deb),
        ("installer", session.installed, None),
    ):
        disk = installed.with_name("upgrading.img")
        with _changed(installed, disk) as tree:
            if installs is not None:
                installs(tree)
            _inside(tree, f"{_SERVICE} match knister --save </dev/null >/dev/null")
            before = (tree / "opt/referee/current").readlink().name
            _upgraded(tree)
        bad, figures = _started(session, disk, before)
        told.append(f"{name}: {figures}")
        say(f"{told[-1]}; wrong: {bad}")
        wrong += [f"{name}: {what}" for what in bad]
    return Verdict(not wrong, "; ".join([*told, *(f"NOT {what}" for what in wrong)]))


# -- the disk --------------------------------------------------------------------------------------


def _by_deb(tree: Path) -> None:
    """The package on the disk as Debian leaves it; and no network, not even a list of wheels."""
    with Step("making and installing the Debian package"):
        folder = tree / "var/tmp/made"
        run(
            sys.executable, "-m", "release.deb", "--machine", FROM.arch.machine, "--folder", folder,
            limit=900,
        )  # fmt: skip
        _pins(tree, folder)
        _sources(tree, FROM.name)
        _inside(tree, _APT.format("install --no-install-recommends /var/tmp/made/*.deb"))
        shutil.rmtree(folder)
        shutil.rmtree(tree / "srv/wheels")
        (tree / "srv/wheels").mkdir()


def _pins(tree: Path, folder: Path) -> None:
    package = folder / "pins"
    target = package / "usr/lib/python3/dist-packages"
    (package / "DEBIAN").mkdir(parents=True)
    (package / "DEBIAN/control").write_text(_PINS)
    for release in (FROM, TO):
        (wheel,) = fetch.wheels(release).glob("lgpio-*.whl")
        shutil.unpack_archive(wheel, target, "zip")
    run("dpkg-deb", "--root-owner-group", "--build", package, folder / "pins.deb", limit=60)


def _upgraded(tree: Path) -> None:
    with Step(f"upgrading Debian {FROM.number} to {TO.number}"):
        _sources(tree, TO.name)
        _inside(tree, _APT.format("dist-upgrade"))
        shutil.copytree(fetch.wheels(TO), tree / "srv/wheels-later")


def _sources(tree: Path, name: str) -> None:
    (tree / "etc/apt/sources.list").write_text(f"deb {fetch.MIRROR} {name} main\n")
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")


@contextmanager
def _changed(disk: Path, target: Path) -> Iterator[Path]:
    """A disk's files in a folder; what becomes of them is on ``target`` afterwards.

    A disk that is mounted to be written to is not whole after it: while another namespace still
    sees the mount, the kernel has not written all of it back.
    """
    tree, mount = disk.with_name("tree"), disk.with_name("mounted")
    shutil.rmtree(tree, ignore_errors=True)
    mount.mkdir(exist_ok=True)
    run("mount", "-o", "loop,ro", disk, mount, limit=60)
    try:
        run("cp", "-a", mount, tree, limit=600)
    finally:
        run("umount", mount, limit=300)
    yield tree
    packed(tree, target)
    shutil.rmtree(tree)


def _inside(tree: Path, command: str) -> None:
    """In the tree, with the host's network and the mounts that a running system has. Whatever it
    starts ends with it."""
    mounts = 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" "$@"'
    run(
        "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", mounts, tree,
        "sh", "-ec", command, limit=1800,
    )  # fmt: skip


# -- the first start after it ----------------------------------------------------------------------


def _started(session: Session, disk: Path, before: str) -> tuple[list[str], str]:
    """What was not as it should be, and what was seen."""
    with Guest(session.image, disk) as guest:
        try:
            found = {}
            if not _keeps_all(guest, before):
                guest.until(FAILED, PATIENCE)
                found["says what is missing"] = _sees(guest.picture(), MISSES)
                guest.run("cp /srv/wheels-later/* /srv/wheels/")
            seconds = guest.until(READY, PATIENCE)
            pictures = _shown(guest)
            now = guest.run("basename $(readlink /opt/referee/current)").strip()
            show = "systemctl show --value -p NRestarts referee"
            found |= {
                "told meanwhile": any(_sees(picture, BUILDS) for picture in pictures),
                "there again": _sees(pictures[-1], THERE),
                "the same version": now == before.replace(FROM.python, TO.python),
                "the old one is gone": guest.run("ls /opt/referee/versions").split() == [now],
                "no start was lost": guest.run(show).strip() == "0",
                "the match is kept": "Knister" in guest.run(f"{_SERVICE} history"),
                "nothing is left to do": not guest.tried("sh /usr/local/lib/referee/rebuild")[0],
                "no complaints": not complaints(guest),
            }
            cost = guest.run(f"python3 -c {shlex.quote(COST)}").strip()
            say(f"{before} -> {now}; a look takes {cost} ms")
        finally:
            guest.evidence(session.evidence)
    wrong = [what for what, good in found.items() if not good]
    return wrong, f"{len(found) - len(wrong)} of {len(found)} ({', '.join(found)}), {seconds:.0f} s"


def _shown(guest: Guest) -> list[Picture.Image]:
    """What was to be seen so far: a display is switched on after its first picture."""
    found = []
    for _, data in guest.transfers(follow=False):
        feed(guest.chip, data)
        found.append(guest.chip.picture())
    return found


def _keeps_all(guest: Guest, before: str) -> bool:
    """Whether the version has wheels for the new Python, too."""
    tag = f"cp{TO.python.replace('.', '')}"
    return guest.tried(f"ls /opt/referee/versions/{before}/wheels/*-{tag}-*")[0] == 0


def _sees(picture: Picture.Image, words: tuple[str, ...]) -> bool:
    return any(sees(picture, line) for line in words)
