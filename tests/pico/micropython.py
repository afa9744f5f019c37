"""``python -m tests.pico.micropython``: MicroPython's binary, built once and kept.

It is built from Debian's source packages in a system tree of its own. Nothing of it lies in the
project: what was built is kept in the user's cache, under the checksum of how it is built.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.proving_ground.fetch import MIRROR
from tests.proving_ground.ground import APART, PROJECT, ProvingError, Step, cache, run, say

RECIPE: Final = Path(__file__).with_name("build.sh")
#: The release whose sources and compiler are taken: MicroPython 1.25.0, Pico SDK 2.1.1.
RELEASE: Final = "trixie"
PACKAGES: Final = (
    "build-essential", "ca-certificates", "cmake", "dpkg-dev", "gcc-arm-none-eabi",
    "libnewlib-arm-none-eabi", "libstdc++-arm-none-eabi-newlib", "pico-sdk-source", "python3",
    "tinyusb-source",
)  # fmt: skip
SOURCES: Final = "".join(f"{kind} {MIRROR} {RELEASE} main\n" for kind in ("deb", "deb-src"))


def kept() -> Path:
    """Where the binary is once it is built as it would be built now."""
    recipe = RECIPE.read_bytes() + repr((PACKAGES, SOURCES)).encode()
    folder = cache().with_name("micropython")
    folder.mkdir(exist_ok=True)
    return folder / f"rp2040-{hashlib.sha256(recipe).hexdigest()[:16]}.bin"


def build() -> Path:
    """The binary; raises ProvingError when it cannot be built."""
    binary = kept()
    if binary.exists():
        return binary
    if os.geteuid() != 0:
        raise ProvingError("MicroPython is built in a system tree of its own; that needs root")
    run(PROJECT / ".ci/need", "mmdebstrap=mmdebstrap", limit=1200)
    with tempfile.TemporaryDirectory(dir=binary.parent) as scratch:
        tree = Path(scratch) / "tree"
        with Step("Fetching the compiler and the Pico's SDK"):
            run(
                *APART, "mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}",
                "--skip=cleanup/apt", RELEASE, tree, f"deb {MIRROR} {RELEASE} main", limit=1800,
            )  # fmt: skip
        (tree / "etc/apt/sources.list").write_text(SOURCES)
        shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
        shutil.copy(RECIPE, tree / "build.sh")
        with Step("Building MicroPython"):
            run("chroot", tree, "sh", "/build.sh", limit=1800)
        fresh = Path(scratch) / "firmware.bin"
        shutil.copy(tree / "firmware.bin", fresh)
        fresh.rename(binary)
    return binary


def main() -> int:
    try:
        say(f"MicroPython: {build()}")
    except ProvingError as error:
        print(f"test-pico: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
