"""The guest's disk: Debian made to look like Raspberry Pi OS, with the project cloned into it."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.proving_ground import modules
from tests.proving_ground.fetch import kernel_version, wheels
from tests.proving_ground.ground import ARM64, INSIDE, PROJECT, Release, Step, cache, run

#: Modules until the disk is there, and those that may be wanted later.
EARLY: Final = ("virtio_pci", "virtio_blk", "ext4")
LATER: Final = (
    "virtio_console", "virtio_rng", "configfs", "i2c-dev", "libcomposite", "usb_f_acm", "cdc_acm",
    "usbserial", "ftdi_sio", "autofs4", "udc-core", "loop",
)  # fmt: skip
SIZE: Final = "2500M"
#: What every guest has.
MACHINE: Final = ("-accel", "tcg,thread=multi", "-smp", "2", "-m", "768")

#: Units that a proving ground has no use for.
MASKED: Final = (
    "systemd-firstboot.service", "systemd-timesyncd.service", "apt-daily.timer",
    "apt-daily-upgrade.timer", "e2scrub_all.timer", "e2scrub_reap.service", "dpkg-db-backup.timer",
    "fstrim.timer", "getty@tty1.service",
)  # fmt: skip

_HARDWARE: Final = """[Unit]
Description=The simulated hardware of a Raspberry Pi
DefaultDependencies=no
Requires=sys-kernel-config.mount sys-kernel-debug.mount
After=sys-kernel-config.mount sys-kernel-debug.mount systemd-modules-load.service
Before=basic.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/lib/proving-ground/hardware.sh
[Install]
WantedBy=basic.target
"""
_AGENT: Final = """[Unit]
Description=The host's hand in the guest
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/proving-ground/agent.py
Restart=always
[Install]
WantedBy=multi-user.target
"""
#: As Raspberry Pi OS has them.
_RULES: Final = """SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
"""
_USERS: Final = """
for group in gpio i2c spi; do groupadd -rf $group; done
useradd -m -s /bin/bash -G sudo,dialout,gpio,i2c pi
passwd -d root >/dev/null
echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/010_pi-nopasswd
systemctl enable proving-hardware proving-agent 2>/dev/null
systemd-machine-id-setup >/dev/null
echo raspberrypi >/etc/hostname
echo '127.0.0.1 localhost raspberrypi' >/etc/hosts
rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
"""
#: ``{0}``: the disk, ``{1}``: commands on its files in /root, before anything there starts.
_INIT: Final = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*.ko; do /bin/busybox insmod $module 2>/dev/null; done
tries=0
while [ ! -e {0} ] && [ $tries -lt 500 ]; do
    /bin/busybox usleep 20000
    tries=$((tries + 1))
done
/bin/busybox mount -t ext4 -o rw,noatime {0} /root || exec /bin/busybox sh
{1}
/bin/busybox umount /proc
/bin/busybox umount /sys
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /sbin/init
"""


class Image:
    """What one release's guest starts from: ``disk``, ``kernel``, ``initrd``."""

    def __init__(self, release: Release, kept: bool = False) -> None:
        """``kept``: the disk of an earlier run, although the project has changed since."""
        folder = cache(release)
        self.release = release
        self.kernel = folder / "vmlinuz"
        self.initrd = folder / "initrd.img"
        self.tree = folder / "machine.dtb"
        there = sorted(folder.glob("plain-*.img"), key=os.path.getmtime)
        self.disk = there[-1] if kept and there else folder / f"plain-{_digest(release)}.img"

    @property
    def commit(self) -> str:
        """That of the program on the disk."""
        return self.disk.with_suffix(".commit").read_text().strip()

    def words(self) -> tuple[str, ...]:
        """QEMU's words for a machine with this kernel."""
        arch = self.release.arch
        tree = ("-dtb", str(self.tree)) if arch is ARM64 else ()
        return (
            f"qemu-system-{arch.machine}", *arch.emulated, *MACHINE, *tree,
            "-kernel", str(self.kernel), "-initrd", str(self.initrd),
        )  # fmt: skip

    def make(self) -> None:
        if self.disk.exists():
            return
        with Step(f"Debian {self.release.number}: making the disk"):
            built = modules.build(self.release)
            brought = wheels(self.release)
            for kind in ("plain", "installed", "running"):
                for old in cache(self.release).glob(f"{kind}-*"):
                    old.unlink()
            tree = cache(self.release) / "tree"
            shutil.rmtree(tree, ignore_errors=True)
            tree.mkdir()
            _fill(tree, self.release, built, brought)
            self._write(tree)
            shutil.rmtree(tree)

    def _write(self, tree: Path) -> None:
        folder, version = cache(self.release), kernel_version(self.release)
        shutil.copy(folder / "kernel/boot" / f"vmlinuz-{version}", self.kernel)
        started = needed(tree / "lib/modules" / version, version, EARLY)
        initrd(self.initrd, tree / "bin/busybox", started, "/dev/vda")
        if self.release.arch is ARM64:
            _device_tree(self.release, self.tree)
        self.disk.with_suffix(".commit").write_text(_head("--short"))
        packed(tree, self.disk)


def packed(tree: Path, disk: Path) -> None:
    """A disk with these files, in the place of what is there."""
    fresh = disk.with_name("fresh.img")
    fresh.unlink(missing_ok=True)
    run("truncate", "-s", SIZE, fresh, limit=10)
    run("mke2fs", "-q", "-t", "ext4", "-L", "root", "-d", tree, fresh, limit=600)
    fresh.rename(disk)


def _head(*how: str) -> str:
    return run("git", "-C", PROJECT, "rev-parse", *how, "HEAD", limit=10)


def _digest(release: Release) -> str:
    """Over all that the disk is made of but the project itself, which is cloned anew."""
    digest = hashlib.sha256(kernel_version(release).encode())
    files = [*INSIDE.iterdir(), *sorted(Path(__file__).parent.glob("*.py"))]
    for file in sorted(file for file in files if file.name in _PARTS or file.parent == INSIDE):
        digest.update(file.read_bytes())
    digest.update(_head().encode())
    return digest.hexdigest()[:10]


_PARTS: Final = ("image.py", "modules.py", "fetch.py")


def _fill(tree: Path, release: Release, built: Path, brought: Path) -> None:
    folder = cache(release)
    root = folder / "root.tar"
    run("tar", "-C", tree, "--numeric-owner", "--exclude=./dev/*", "-xf", root, limit=300)
    tools = tree / "usr/local/lib/proving-ground"
    shutil.copytree(INSIDE, tools)
    for tool in tools.iterdir():
        tool.chmod(0o755)
    _kernel_modules(tree, folder / "kernel", kernel_version(release), built)
    system = tree / "etc/systemd/system"
    (system / "proving-hardware.service").write_text(_HARDWARE)
    (system / "proving-agent.service").write_text(_AGENT)
    for unit in MASKED:
        (system / unit).unlink(missing_ok=True)
        (system / unit).symlink_to("/dev/null")
    (tree / "etc/udev/rules.d/60-pi.rules").write_text(_RULES)
    (tree / "etc/fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
    (tree / "boot/firmware").mkdir(parents=True, exist_ok=True)
    (tree / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[all]\n")
    (tree / "var/log/journal").mkdir(parents=True, exist_ok=True)
    _mirrors(tree, folder, brought)
    run("chroot", tree, "sh", "-ec", _USERS, limit=120)
    clone = tree / "home/pi/tabletop-referee"
    run("git", "clone", "-q", "--depth", "1", f"file://{PROJECT}", clone, limit=120)
    run("chroot", tree, "chown", "-R", "pi:pi", "/home/pi", limit=60)


def _mirrors(tree: Path, folder: Path, brought: Path) -> None:
    """apt's and pip's sources, in the guest itself: it has no network."""
    shutil.copytree(folder / "debs", tree / "srv/debs")
    shutil.copytree(brought, tree / "srv/wheels")
    shutil.rmtree(tree / "etc/apt/sources.list.d", ignore_errors=True)
    (tree / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/srv/debs ./\n")
    (tree / "etc/pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/wheels\n")


def _kernel_modules(tree: Path, kernel: Path, version: str, built: Path) -> None:
    """The few modules that are used, with what they need, and the built ones."""
    target = tree / "lib/modules" / version
    (target / "updates").mkdir(parents=True)
    source = all_modules(kernel, version)
    for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        shutil.copy(source / name, target)
    for file in needed(source, version, (*EARLY, *LATER)):
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    for module in built.iterdir():
        shutil.copy(module, target / "updates")
    run("depmod", "-b", tree, version, limit=120)


def all_modules(kernel: Path, version: str) -> Path:
    """The folder of the kernel's own modules, in its unpacked package."""
    old = kernel / "lib/modules" / version
    folder = old if old.exists() else kernel / "usr/lib/modules" / version
    if not (folder / "modules.dep").exists():
        run("depmod", "-b", folder.parents[2], version, limit=120)
    return folder


def needed(modules_folder: Path, version: str, names: Iterable[str]) -> list[Path]:
    """The modules' files, each after those it needs."""
    root = modules_folder.parents[2]
    files: dict[Path, None] = {}
    for name in names:
        shown = run("modprobe", "-d", root, "-S", version, "--show-depends", name, limit=30)
        for line in shown.splitlines():
            if line.startswith("insmod "):
                files[Path(line.split()[1])] = None
    return list(files)


def initrd(
    target: Path, busybox: Path, started: Iterable[Path], root: str, commands: str = ""
) -> None:
    """What the kernel starts with: these modules, then what is on the disk ``root``."""
    folder = target.with_name("initrd")
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("bin", "dev", "proc", "sys", "root", "modules"):
        (folder / name).mkdir(parents=True)
    shutil.copy(busybox, folder / "bin/busybox")
    for n, file in enumerate(started):
        _unpacked(file, folder / "modules" / f"{n:02}-{file.name.removesuffix('.xz')}")
    (folder / "init").write_text(_INIT.format(root, commands))
    (folder / "init").chmod(0o755)
    names = "\n".join(sorted(str(p.relative_to(folder)) for p in folder.rglob("*")))
    fresh = target.with_name("initrd.cpio")
    run(
        "cpio", "-o", "-H", "newc", "--quiet", "-O", fresh,
        cwd=folder, data=names.encode(), limit=60,
    )  # fmt: skip
    target.write_bytes(gzip.compress(fresh.read_bytes(), 1))
    fresh.unlink()
    shutil.rmtree(folder)


def _device_tree(release: Release, target: Path) -> None:
    """The emulated machine's own, which says that it is a Raspberry Pi; without its power button,
    whose chip of lines would be the first one."""
    qemu, *emulated = f"qemu-system-{release.arch.machine}", *release.arch.emulated
    emulated[1] += f",dumpdtb={target}"
    run(qemu, *emulated, *MACHINE, "-nodefaults", "-display", "none", limit=60)
    run("fdtput", "-t", "s", target, "/", "model", "Raspberry Pi Zero 2 W Rev 1.0", limit=10)
    run("fdtput", "-c", target, "/system", limit=10)
    run("fdtput", "-t", "x", target, "/system", "linux,revision", "902120", limit=10)
    for node in ("/gpio-keys", "/pl061@9030000"):
        run("fdtput", "-r", target, node, limit=10)


def _unpacked(file: Path, target: Path) -> None:
    if file.suffix == ".xz":
        import lzma

        target.write_bytes(lzma.decompress(file.read_bytes()))
    else:
        shutil.copy(file, target)
    os.chmod(target, 0o644)
