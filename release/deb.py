"""A Debian package for Raspberry Pi OS: ``python -m release.deb [--machine M]``.

Its payload is the offline release; its scripts call the installer, so that a package and a tarball
leave the same service behind. Needs dpkg-deb.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from release.dist import DIST, ROOT, same_time, version
from release.offline import make

NAME: Final = "tabletop-referee"
ARCHITECTURES: Final = {"aarch64": "arm64", "x86_64": "amd64"}
#: Where the payload is.
PLACE: Final = f"usr/lib/{NAME}"

CONTROL: Final = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: The Tabletop Referee developers <release@tabletop-referee.invalid>
Installed-Size: {size}
Depends: python3 (>= 3.11), python3-venv, python3-lgpio, polkitd, udev, systemd
Section: games
Priority: optional
Description: box on the game table that referees board games
 A Raspberry Pi with a small display, a ROLL button and a lit button at every
 seat. It knows the complete rules of five board games, says whose turn it is,
 rolls or takes the dice, settles what happens and refuses what the rules
 forbid.
 .
 The package brings everything that its service needs and uses no network.
"""

POSTINST: Final = f"""\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    if [ -d /run/systemd/system ]; then
        python3 /{PLACE}/systemd/install.py
    else
        python3 /{PLACE}/systemd/install.py --image
    fi
fi
"""

PRERM: Final = f"""\
#!/bin/sh
set -e
if [ "$1" = remove ]; then
    python3 /{PLACE}/systemd/install.py uninstall
fi
if [ "$1" = remove ] || [ "$1" = upgrade ]; then
    find /{PLACE} -name __pycache__ -type d -prune -exec rm -rf {{}} +
fi
"""

POSTRM: Final = """\
#!/bin/sh
set -e
if [ "$1" = purge ]; then
    rm -rf /etc/referee /var/lib/referee
fi
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a Debian package.")
    parser.add_argument("--machine", default="aarch64", choices=ARCHITECTURES)
    parser.add_argument("--folder", type=Path, default=DIST)
    args = parser.parse_args()
    deb = package(args.folder, args.machine)
    print(f"{deb}: {deb.stat().st_size / 1e6:.1f} MB")
    return 0


def package(folder: Path, machine: str) -> Path:
    architecture = ARCHITECTURES[machine]
    deb = folder / f"{NAME}_{version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        _payload(make(folder, machine), tree)
        _documents(tree)
        _control(tree, architecture)
        build = ("dpkg-deb", "--root-owner-group", "--build", tree, deb)
        environment = {**os.environ, **same_time()}
        subprocess.run(build, check=True, env=environment, stdout=subprocess.DEVNULL)
    return deb


def _payload(tarball: Path, tree: Path) -> None:
    """The offline release's tree; its installer is called with an interpreter."""
    place = tree / PLACE
    place.mkdir(parents=True)
    with tarfile.open(tarball) as archive:
        for member in archive.getmembers():
            member.name = member.name.partition("/")[2]
            archive.extract(member, place, filter="data")
    (place / "systemd/install.py").chmod(0o644)
    for file in ("systemd/check", "CHANGELOG.md", ".gitignore"):
        (place / file).unlink(missing_ok=True)


def _documents(tree: Path) -> None:
    folder = tree / "usr/share/doc" / NAME
    folder.mkdir(parents=True)
    licences = [ROOT / "LICENSE", *sorted((ROOT / "referee").rglob("fonts/LICENSE*"))]
    texts = [f"{file.relative_to(ROOT)}:\n\n{file.read_text('utf-8')}" for file in licences]
    copyright_ = (
        f"{NAME}, by its developers. Its licences follow. Each of the wheels in\n"
        f"/{PLACE}/wheels brings the licence of what it holds.\n\n"
    )
    (folder / "copyright").write_text(copyright_ + "\n".join(texts), "utf-8")
    moment = {**os.environ, **same_time()}["SOURCE_DATE_EPOCH"]
    date = subprocess.run(
        ("date", "--utc", "--rfc-email", f"--date=@{moment}"),
        check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"},
    ).stdout.strip()  # fmt: skip
    log = (
        f"{NAME} ({version()}) stable; urgency=medium\n\n  * See CHANGELOG.md of the project.\n\n"
        f" -- The Tabletop Referee developers <release@tabletop-referee.invalid>  {date}\n"
    )
    (folder / "changelog.gz").write_bytes(gzip.compress(log.encode(), 9, mtime=0))


def _control(tree: Path, architecture: str) -> None:
    files = [file for file in tree.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) // 1024
    folder = tree / "DEBIAN"
    folder.mkdir()
    (folder / "control").write_text(
        CONTROL.format(name=NAME, version=version(), architecture=architecture, size=size)
    )
    for script, text in (("postinst", POSTINST), ("prerm", PRERM), ("postrm", POSTRM)):
        (folder / script).write_text(text)
        (folder / script).chmod(0o755)
    for path in (tree, *(entry for entry in tree.rglob("*") if entry.is_dir())):
        path.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
