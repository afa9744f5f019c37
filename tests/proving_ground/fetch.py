"""What comes from the package mirrors: system trees, kernel, headers and sources, wheels."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Final

from tests.proving_ground.ground import (
    AMD64,
    APART,
    PROJECT,
    ProvingError,
    Release,
    Step,
    cache,
    run,
)

MIRROR: Final = "http://deb.debian.org/debian"
SECURITY: Final = "http://deb.debian.org/debian-security"

#: What a Raspberry Pi OS Lite has of what is used here, and what the guest's own tools need.
GUEST: Final = (
    "systemd", "systemd-sysv", "dbus", "udev", "kmod", "python3", "python3-venv",
    "ca-certificates", "busybox-static", "gpiod", "i2c-tools", "e2fsprogs", "procps", "sudo",
    "git", "usbutils", "libpam-systemd",
)  # fmt: skip
#: What builds the kernel modules, and a wheel that the index has not. It runs on this machine's
#: processor, for whatever processor it builds.
BUILDER: Final = (
    "linux-source", "make", "xz-utils", "kmod", "swig",
    "python3", "python3-pip", "python3-setuptools", "python3-wheel",
)  # fmt: skip
#: The kernel's headers, unpacked: to apt they want a compiler that runs on the guest's processor.
_HEADERS: Final = (
    'of() {{ apt-cache depends $1:{0} | grep -o "linux-[a-z]*-[0-9][^: ]*"; }}; cd /tmp; '
    "name=$(of linux-headers-{0}); apt-get install -y -qq $(of $name | grep -e -common -e kbuild); "
    "apt-get download -qq $name:{0}; dpkg-deb --fsys-tarfile $name*.deb | "
    "tar -xC / --keep-directory-symlink; rm $name*.deb"
)
#: What the installer fetches with apt-get, brought along as a repository in the guest.
DEBS: Final = ("polkitd", "python3-lgpio")


def fetch(release: Release) -> None:
    """All of it, unless it is there."""
    folder = cache(release)
    _tree(release, folder / "root.tar", GUEST, release.arch.debian)
    builder(release)
    _kernel(release)
    _debs(release)


def builder(release: Release) -> Path:
    """The system tree with the compiler, fetched unless it is there."""
    target, arch = cache(release) / "builder", release.arch
    _tree(
        release, target, (*BUILDER, arch.compiler, f"libpython3-dev:{arch.debian}"),
        ",".join(dict.fromkeys((AMD64.debian, arch.debian))), "--skip=cleanup/apt",
        f"--customize-hook=chroot $1 sh -ec '{_HEADERS.format(arch.debian)}'",
    )  # fmt: skip
    return target


def _tree(
    release: Release, target: Path, packages: tuple[str, ...], runs: str, *options: str
) -> None:
    if target.exists():
        return
    with Step(f"Debian {release.number}: fetching {target.name}"):
        fresh = target.with_name(f"fresh-{target.name}")
        _forget(fresh)
        name = release.name
        run(
            *APART, "mmdebstrap", f"--architectures={runs}", "--variant=minbase",
            f"--include={','.join(packages)}", *options,
            name, fresh, f"deb {MIRROR} {name} main", f"deb {SECURITY} {name}-security main",
            limit=5400,
        )  # fmt: skip
        fresh.rename(target)


def _forget(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


def kernel_version(release: Release) -> str:
    """As the headers in the builder have it."""
    found = sorted((cache(release) / "builder/lib/modules").glob(f"*-{release.arch.debian}"))
    if not found:
        raise ProvingError(f"no kernel headers for Debian {release.number}; empty {cache(release)}")
    return found[-1].name


def _kernel(release: Release) -> None:
    """The kernel's package, unpacked; it is not installed anywhere."""
    target = cache(release) / "kernel"
    if target.exists():
        return
    with Step(f"Debian {release.number}: fetching the kernel"):
        tree = builder(release)
        run(
            "chroot", tree, "sh", "-ec",
            f"cd /tmp && rm -f linux-image*.deb && apt-get update -qq && "
            f"apt-get download -qq linux-image-{kernel_version(release)}:{release.arch.debian}",
            limit=900,
        )  # fmt: skip
        (deb,) = tree.glob("tmp/linux-image-*.deb")
        fresh = target.with_name("fresh-kernel")
        _forget(fresh)
        run("dpkg-deb", "-x", deb, fresh, limit=300)
        deb.unlink()
        fresh.rename(target)


def _debs(release: Release) -> None:
    """A repository of the packages that the installer asks for, as far as Debian has them."""
    target = cache(release) / "debs"
    if target.exists():
        return
    with Step(f"Debian {release.number}: fetching the packages that the installer wants"):
        fresh, scratch = target.with_name("fresh-debs"), cache(release) / "scratch"
        for path in (fresh, scratch):
            _forget(path)
            path.mkdir()
        run("tar", "-C", scratch, "--numeric-owner", "-xf", cache(release) / "root.tar", limit=300)
        shutil.copy("/etc/resolv.conf", scratch / "etc/resolv.conf")
        name = release.name
        (scratch / "etc/apt/sources.list").write_text(
            f"deb {MIRROR} {name} main\ndeb {SECURITY} {name}-security main\n"
        )
        for package in DEBS:
            run(
                "chroot", scratch, "sh", "-ec",
                f"apt-get update -qq; apt-cache show {package} >/dev/null 2>&1 || exit 0; "
                f"apt-get install -y -qq --download-only --no-install-recommends {package}",
                limit=600,
            )  # fmt: skip
        for deb in scratch.glob("var/cache/apt/archives/*.deb"):
            shutil.copy(deb, fresh)
        packages = run("dpkg-scanpackages", "--multiversion", ".", cwd=fresh, limit=120)
        (fresh / "Packages").write_text(packages)
        shutil.rmtree(scratch)
        fresh.rename(target)


def wheels(release: Release) -> Path:
    """The wheels that pip needs in the guest, for the guest's Python."""
    wanted = asked_for()
    pins = "lgpio==0.2.2.0"
    as_wheel = release.python == "3.11"
    if as_wheel:
        wanted.append(pins)
    target = cache(release) / "wheels"
    stamp = target / "wanted"
    named = "\n".join([*wanted, pins])
    if stamp.exists() and stamp.read_text() == named:
        return target
    with Step(f"Debian {release.number}: fetching wheels"):
        platforms = [
            f"--platform=manylinux{n}_{release.arch.machine}" for n in ("2014", "_2_28", "_2_34")
        ]
        run(
            sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:", "--dest", target,
            f"--python-version={release.python}", *platforms, *wanted, limit=900,
        )  # fmt: skip
        if not as_wheel:
            _built(release, pins, target)
        stamp.write_text(named)
    return target


def asked_for() -> list[str]:
    """What the installer asks pip for: the build's tools, the program's libraries, its extras."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    versions = (PROJECT / "systemd/installer/versions.py").read_text("utf-8")
    (extras,) = re.findall(r'^EXTRAS: Final = "([^"]+)"', versions, re.MULTILINE)
    optional = project["project"]["optional-dependencies"]
    return [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(wanted for extra in extras.split(",") for wanted in optional[extra]),
    ]


def _built(release: Release, package: str, target: Path) -> None:
    """A wheel that the index has not for this Python: Raspberry Pi OS brings a package."""
    scratch = builder(release) / "tmp/wheels"
    scratch.mkdir(exist_ok=True)
    alone = ("--no-deps", "--no-binary=:all:")
    run(sys.executable, "-m", "pip", "download", "-q", *alone, "-d", scratch, package, limit=300)
    machine = release.arch.machine
    run(
        "chroot", builder(release), "sh", "-ec",
        "cd /tmp/wheels && PYPI=1 pip wheel -q --no-deps --no-index --no-build-isolation *.tar.gz",
        limit=3600, env={
            "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
            "_PYTHON_SYSCONFIGDATA_NAME": f"_sysconfigdata__{machine}-linux-gnu",
        },
    )  # fmt: skip
    for wheel in scratch.glob("*.whl"):
        shutil.copy(wheel, target)
