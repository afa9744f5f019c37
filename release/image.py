"""A card's image with the referee in it: ``python -m release.image IMAGE`` (`make image`).

IMAGE is Raspberry Pi OS Lite as it is published, ``.img`` or ``.img.xz``. Beside the new one stand
its SHA-256, given a key its signature, and the manifest by which Raspberry Pi Imager offers it and
its settings. Needs root, losetup, e2fsck, resize2fs, mtools, xz; on a PC also qemu-user-static.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from release.dist import DIST, ROOT, same_time, version
from release.offline import make, sign, write_sum
from release.partitions import Broken, Partition, grow, system_of

#: Bytes that the program takes on the card, with what pip and Python need meanwhile.
ROOM: Final = 700 << 20

#: Machines by the number in the head of their programs: the wheels', and the Imager's name for it.
MACHINES: Final[Mapping[int, tuple[str, str]]] = {183: ("aarch64", "armv8"), 62: ("x86_64", "x86")}

#: Tags of the Imager for what a 64-bit system runs on; a Zero 2 W has the tag of the Pi 3.
DEVICES: Final = {"aarch64": ["pi5-64bit", "pi4-64bit", "pi3-64bit"]}

TOOLS: Final = {
    "losetup": "mount", "e2fsck": "e2fsprogs", "resize2fs": "e2fsprogs", "mcopy": "mtools",
    "xz": "xz-utils",
}  # fmt: skip

CONFIG: Final = "config.txt"


def main() -> int:
    parser = argparse.ArgumentParser(description="Put the referee into an image.")
    parser.add_argument("image", type=Path, help="Raspberry Pi OS Lite, .img or .img.xz")
    parser.add_argument("--address", help="where the image will be published; without: this folder")
    parser.add_argument("--key", type=Path, help="a private ssh key to sign with")
    parser.add_argument("--folder", type=Path, default=DIST)
    parser.add_argument("--level", type=int, default=6, help="of xz, 0-9")
    args = parser.parse_args()
    try:
        look(args.image)
        args.folder.mkdir(parents=True, exist_ok=True)
        image = args.folder / f"tabletop-referee-{version()}.img"
        unpack(args.image, image)
        machine, set_up = install(image, args.folder)
        manifest = publish(image, machine, set_up, args)
    except Broken as broken:
        print(f"image: {broken}", file=sys.stderr)
        return 1
    packed = Path(f"{image}.xz")
    sums = write_sum(packed)
    signed = f", {sign(sums, args.key).name}" if args.key else "; not signed: say --key FILE"
    print(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB\n{manifest.name}, {sums.name}{signed}")
    return 0


def look(image: Path) -> None:
    """Raises Broken for what this needs and has not."""
    if not image.is_file():
        raise Broken(f"there is no {image}: download Raspberry Pi OS Lite (64-bit)")
    lacking = sorted({TOOLS[tool] for tool in TOOLS if shutil.which(tool) is None})
    if lacking:
        raise Broken(f"this needs more tools: sudo apt install {' '.join(lacking)}")
    if os.geteuid() != 0:
        raise Broken("mounting an image needs root: sudo make image IMAGE=...")


def run(*command: str | Path) -> str:
    """What it prints; raises Broken with what it complains about."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise Broken(f"{' '.join(map(str, command))}: {said or done.returncode}")
    return done.stdout


def unpack(source: Path, image: Path) -> None:
    if source.suffix == ".xz":
        with image.open("wb") as out:
            subprocess.run(("xz", "--decompress", "--stdout", source), stdout=out, check=True)
    elif source.suffix == ".img":
        shutil.copyfile(source, image)
    else:
        raise Broken(f"{source.name} is neither .img nor .img.xz")


def install(image: Path, folder: Path) -> tuple[str, str]:
    """Put the program into it; returns the system's machine, and how the Imager sets it up."""
    boot, root = system_of(image)
    root = grow(image, root, ROOM)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        with mounted(image, root, work / "root") as tree:
            machine = machine_of(tree)
            with boot_settings(image, boot, tree / "boot/firmware"):
                inside(tree, make(folder, machine), work / "release")
            clean(tree)
            set_up = "cloudinit-rpi" if (tree / "usr/bin/cloud-init").exists() else "systemd"
            # What nobody uses compresses to nothing where the loop device lets go of it.
            subprocess.run(("fstrim", tree), check=False, capture_output=True)
    return machine, set_up


@contextlib.contextmanager
def mounted(image: Path, part: Partition, place: Path) -> Iterator[Path]:
    """The system's tree, as large as its partition is now."""
    place.mkdir()
    device = run(
        "losetup", "--find", "--show", f"--offset={part.offset}", f"--sizelimit={part.size}", image
    ).strip()
    try:
        checked = subprocess.run(("e2fsck", "-f", "-p", device), check=False, capture_output=True)
        if checked.returncode > 1:  # 1: mended
            raise Broken(f"the image's file system is damaged: {checked.stdout.decode()}")
        run("resize2fs", device)
        run("mount", device, place)
        try:
            yield place
        finally:
            run("umount", place)
    finally:
        run("losetup", "--detach", device)


@contextlib.contextmanager
def boot_settings(image: Path, boot: Partition, place: Path) -> Iterator[None]:
    """The Raspberry Pi's config.txt where the running system has it, and back afterwards.

    By mtools, for not every machine that builds images can mount FAT.
    """
    place.mkdir(parents=True, exist_ok=True)
    drive = f"{image}@@{boot.offset}"
    run("mcopy", "-n", "-i", drive, f"::{CONFIG}", place / CONFIG)
    yield
    run("mcopy", "-o", "-i", drive, place / CONFIG, f"::{CONFIG}")
    (place / CONFIG).unlink()


def machine_of(tree: Path) -> str:
    """Whose programs it holds, by the wheels' word."""
    try:
        head = (tree / "usr/bin/python3").resolve().name
        number = (tree / "usr/bin" / head).read_bytes()[18]
        return MACHINES[number][0]
    except (OSError, IndexError, KeyError):
        raise Broken("this is no 64-bit system with Python: take Raspberry Pi OS Lite") from None


def inside(tree: Path, tarball: Path, place: Path) -> None:
    """Install the offline release into the mounted system."""
    with tarfile.open(tarball) as archive:
        archive.extractall(place, filter="data")
    (script,) = place.glob("*/systemd/install.py")
    if subprocess.run((sys.executable, script, "--root", tree, "--image"), check=False).returncode:
        raise Broken("the installation failed, see above")


def clean(tree: Path) -> None:
    """Nothing that is one card's alone; raises Broken for a password."""
    for key in tree.glob("etc/ssh/ssh_host_*"):
        key.unlink()
    if (identity := tree / "etc/machine-id").is_file():
        identity.write_text("uninitialized\n")
    shadow = (tree / "etc/shadow").read_text("utf-8").splitlines()
    for name, password, *_ in (line.split(":") for line in shadow if ":" in line):
        if password.startswith("$"):
            raise Broken(f"{name} has a password in this image: take the image as published")


def publish(image: Path, machine: str, set_up: str, args: argparse.Namespace) -> Path:
    """Compress the image, and write the manifest that the Imager opens."""
    picture = image.with_name("tabletop-referee.png")
    shutil.copyfile(ROOT / "docs/pictures/panel.en.png", picture)
    entry = told(image, machine, set_up)
    run("xz", "--force", "-T0", f"-{args.level}", image)
    packed = Path(f"{image}.xz")
    base = args.address.rstrip("/") if args.address else packed.parent.resolve().as_uri()
    entry |= {
        "url": f"{base}/{packed.name}", "icon": f"{base}/{picture.name}",
        "image_download_size": packed.stat().st_size, "image_download_sha256": digest(packed),
    }  # fmt: skip
    manifest = image.with_name("tabletop-referee.rpi-imager-manifest")
    manifest.write_text(json.dumps({"os_list": [entry]}, indent=2) + "\n", "utf-8")
    return manifest


def told(image: Path, machine: str, set_up: str) -> dict[str, object]:
    """What the manifest says of the image before it is compressed."""
    moment = int({**os.environ, **same_time()}["SOURCE_DATE_EPOCH"])
    return {
        "name": f"Tabletop Referee {version()}",
        "description": "Raspberry Pi OS Lite (64-bit) that starts as a referee for board games",
        "release_date": datetime.fromtimestamp(moment, UTC).date().isoformat(),
        "extract_size": image.stat().st_size,
        "extract_sha256": digest(image),
        "devices": DEVICES.get(machine, []),
        "architecture": dict(MACHINES.values())[machine],
        "init_format": set_up,
    }


def digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
