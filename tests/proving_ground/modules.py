"""Kernel modules that the guest needs: Debian's own gpio-sim and USB loop-back, and two of ours.

Debian ships neither gpio-sim nor irq_sim. They are built from its own source package, in its own
build tree; nothing of that source is kept in this project.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.proving_ground.fetch import kernel_version
from tests.proving_ground.ground import KERNEL, ProvingError, Release, Step, cache, run

#: A module's sources in the kernel's tree, by the names that they get here.
FOREIGN: Final[Mapping[str, Mapping[str, str]]] = {
    "gpio-sim": {
        "drivers/gpio/gpio-sim.c": "sim-chip.c",
        "kernel/irq/irq_sim.c": "sim-irq.c",
        "drivers/gpio/gpiolib.h": "gpiolib.h",
        "drivers/gpio/dev-sync-probe.h": "dev-sync-probe.h",
        "drivers/gpio/dev-sync-probe.c": "dev-sync-probe.c",
    },
    "dummy_hcd": {"drivers/usb/gadget/udc/dummy_hcd.c": "dummy_hcd.c"},
}


def build(release: Release) -> Path:
    """The folder with the modules, built unless they are there."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for file in sorted(KERNEL.iterdir()):
        digest.update(file.read_bytes())
    target = cache(release) / f"modules-{kernel_version(release)}-{digest.hexdigest()[:8]}"
    if target.exists():
        return target
    with Step(f"Debian {release.number}: building kernel modules"):
        work = cache(release) / "builder/tmp/modules"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        source = _sources(release, work)
        for name in FOREIGN:
            _foreign(name, source, work / name)
        shutil.copytree(KERNEL, work / "ours")
        built = [ko for name in (*FOREIGN, "ours") for ko in _make(release, work, name)]
        fresh = target.with_name("fresh-modules")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        builder = cache(release) / "builder"
        for module in built:
            inside = Path("/", module.relative_to(builder))
            strip = f"{release.arch.prefix}strip"
            run("chroot", builder, strip, "--strip-debug", inside, limit=300)
            shutil.copy(module, fresh)
        fresh.rename(target)
    return target


def _sources(release: Release, work: Path) -> Path:
    (archive,) = (cache(release) / "builder/usr/src").glob("linux-source-*.tar.xz")
    top = archive.name.removesuffix(".tar.xz")
    wanted = {f"{top}/{path}" for files in FOREIGN.values() for path in files}
    listed = set(run("tar", "-tJf", archive, limit=300).splitlines())
    run("tar", "-C", work, "-xJf", archive, *sorted(wanted & listed), limit=300)
    return work / top


def _foreign(name: str, source: Path, folder: Path) -> None:
    folder.mkdir()
    objects = []
    for path, own in FOREIGN[name].items():
        if not (source / path).exists():  # other kernels have other parts
            continue
        text = (source / path).read_text("utf-8")
        (folder / own).write_text(_ADAPTED.get(own, str)(text))
        objects += [own.replace(".c", ".o")] if own.endswith(".c") else []
    made = f"{name}-y := {' '.join(objects)}\n" if objects != [f"{name}.o"] else ""
    (folder / "Kbuild").write_text(f"obj-m := {name}.o\n{made}")


def _make(release: Release, work: Path, name: str) -> list[Path]:
    inside = f"/tmp/modules/{name}"
    headers = f"/lib/modules/{kernel_version(release)}/build"
    builder = cache(release) / "builder"
    run(
        "chroot", builder, "make", "-C", headers, f"M={inside}",
        f"CROSS_COMPILE={release.arch.prefix}", "modules", limit=3600,
    )  # fmt: skip
    found = sorted((work / name).glob("*.ko"))
    if not found:
        raise ProvingError(f"the kernel module {name} was not built")
    return found


def _irq(text: str) -> str:
    """The simulated interrupts as a module: what only the kernel itself may call is replaced.

    Older ones also search for the next interrupt behind the last one only.
    """
    text = text.replace("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
    if "find_next_bit(" in text and "find_first_bit" not in text:
        begin = text.index("find_next_bit(")
        end = text.index(";", begin)
        first = "find_first_bit(work_ctx->pending, work_ctx->irq_count)"
        text = text[:begin] + first + text[end:]
    return text


_ADAPTED: Final[Mapping[str, Callable[[str], str]]] = {"sim-irq.c": _irq}
