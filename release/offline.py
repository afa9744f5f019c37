"""A release that installs without a network: ``python -m release.offline [--machine M] [--key K]``.

The sdist's tree and, in its folder ``wheels``, everything that pip would fetch for the Pythons of
Raspberry Pi OS and of Debian's next release; beside the tarball its SHA-256 and, given a key, its
signature by ssh-keygen, which every system has to verify it with.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from release.dist import DIST, build, same_time, version

#: Python of Bookworm, Trixie and Forky.
PYTHONS: Final = ("3.11", "3.13", "3.14")

#: Of the C library: from manylinux2014's to Bookworm's, the older system.
GLIBC: Final = range(17, 37)

#: Names the kind of signature; ssh-keygen refuses one that was made for something else.
NAMESPACE: Final = "tabletop-referee"
#: Whose signature it is, in the file that says which key is whose.
SIGNER: Final = "release@tabletop-referee"
SIGNERS: Final = "allowed_signers"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a tarball that installs offline.")
    parser.add_argument("--machine", default="aarch64", help="aarch64, or x86_64 to try it on a PC")
    parser.add_argument("--key", type=Path, help="a private ssh key to sign with")
    parser.add_argument("--folder", type=Path, default=DIST)
    args = parser.parse_args()
    tarball = make(args.folder, args.machine)
    sums = write_sum(tarball)
    print(f"{tarball}: {tarball.stat().st_size / 1e6:.1f} MB")
    if args.key is None:
        print(f"Not signed: say --key FILE. Its sum is in {sums.name}.")
    else:
        print(f"Signed: {sign(sums, args.key).name}")
    return 0


def make(folder: Path, machine: str) -> Path:
    """The tarball in ``folder``; the same contents make the same bytes."""
    sdist, wheel = build(folder)
    moment = int({**os.environ, **same_time()}["SOURCE_DATE_EPOCH"])
    top = f"tabletop-referee-{version()}"
    tarball = folder / f"{top}-{machine}.tar.gz"
    with tempfile.TemporaryDirectory() as name, tarball.open("wb") as raw:
        wheels = Path(name)
        for python in PYTHONS:
            fetch(wheel, wheels, python, machine)
        with (
            gzip.GzipFile("", "wb", 6, raw, moment) as zipped,
            tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as out,
        ):
            for member, data in contents(sdist, wheels, top):
                member.mtime = moment
                out.addfile(member, io.BytesIO(data))
    return tarball


def fetch(wheel: Path, folder: Path, python: str, machine: str) -> None:
    """The program and all that it needs, as wheels: nothing is compiled on the Pi."""
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC]
    platforms.append(f"manylinux2014_{machine}")
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--only-binary=:all:", "--implementation=cp", f"--python-version={python}",
        f"--dest={folder}", *(f"--platform={name}" for name in platforms), f"{wheel}[pi,web]",
    ]  # fmt: skip
    subprocess.run(command, check=True)


def contents(sdist: Path, wheels: Path, top: str) -> list[tuple[tarfile.TarInfo, bytes]]:
    """The tarball's files: those of the sdist, below its new name, and the wheels."""
    files: dict[str, tuple[int, bytes]] = {}
    with tarfile.open(sdist) as archive:
        for member in archive.getmembers():
            if (stream := archive.extractfile(member)) is not None:
                inner = member.name.partition("/")[2]
                files[inner] = (member.mode, stream.read())
    files |= {f"wheels/{file.name}": (0o644, file.read_bytes()) for file in wheels.iterdir()}
    found = []
    for name in sorted(files):
        mode, data = files[name]
        member = tarfile.TarInfo(f"{top}/{name}")
        member.size = len(data)
        member.mode = 0o755 if mode & 0o100 else 0o644
        found.append((member, data))
    return found


def write_sum(tarball: Path) -> Path:
    """A file for ``sha256sum -c``."""
    digest = hashlib.sha256(tarball.read_bytes()).hexdigest()
    file = tarball.with_name(f"{tarball.name}.sha256")
    file.write_text(f"{digest}  {tarball.name}\n", "ascii")
    return file


def sign(file: Path, key: Path) -> Path:
    """``FILE.sig``, and beside it who may sign; docs/install.md says how it is verified."""
    signature = file.with_name(f"{file.name}.sig")
    signature.unlink(missing_ok=True)
    command = ("ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, file)
    subprocess.run(command, check=True)
    public = subprocess.run(
        ("ssh-keygen", "-y", "-f", key), check=True, capture_output=True, text=True
    ).stdout
    line = f'{SIGNER} namespaces="{NAMESPACE}" {public}'
    file.with_name(SIGNERS).write_text(line, "ascii")
    return signature


if __name__ == "__main__":
    sys.exit(main())
