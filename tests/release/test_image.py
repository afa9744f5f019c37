"""What a card's image is made of, without mounting one: `release/check-image` does the rest."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from release.image import clean, look, machine_of, unpack
from release.partitions import SECTOR, Broken, grow, partitions, system_of

FAT, LINUX = 0x0C, 0x83


def card(folder: Path, *parts: tuple[int, int, int]) -> Path:
    """An image with these partitions: kind, first sector, sectors."""
    table = b"".join(struct.pack("<4xB3xII", kind, start, count) for kind, start, count in parts)
    image = folder / "raspios.img"
    image.write_bytes(bytes(446) + table.ljust(64, b"\0") + b"\x55\xaa")
    end = max((start + count for _, start, count in parts), default=1)
    with image.open("r+b") as stream:
        stream.truncate(end * SECTOR)
    return image


def test_the_system_grows_and_the_boot_partition_stays(tmp_path: Path) -> None:
    image = card(tmp_path, (FAT, 8, 16), (LINUX, 24, 100))
    boot, root = system_of(image)
    grown = grow(image, root, 50 * SECTOR)
    assert (boot.offset, boot.size) == (8 * SECTOR, 16 * SECTOR)
    assert (grown.offset, grown.size) == (24 * SECTOR, 150 * SECTOR)
    assert partitions(image) == [boot, grown]
    assert image.stat().st_size == 174 * SECTOR


@pytest.mark.parametrize(
    "parts", [(), ((LINUX, 8, 16),), ((LINUX, 8, 16), (FAT, 24, 8)),
              ((FAT, 8, 16), (LINUX, 24, 8), (LINUX, 32, 8))],
)  # fmt: skip
def test_another_systems_image_is_refused(
    tmp_path: Path, parts: tuple[tuple[int, int, int], ...]
) -> None:
    with pytest.raises(Broken, match=r"raspios\.img is not partitioned as Raspberry Pi OS is"):
        system_of(card(tmp_path, *parts))


def test_what_is_no_image_at_all_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture.img"
    file.write_bytes(bytes(4096))
    with pytest.raises(Broken, match="has no partitions"):
        system_of(file)
    with pytest.raises(Broken, match=r"picture\.zip is neither \.img nor \.img\.xz"):
        unpack(tmp_path / "picture.zip", file)
    with pytest.raises(Broken, match="download Raspberry Pi OS Lite"):
        look(tmp_path / "missing.img")


@pytest.mark.parametrize(("number", "machine"), [(183, "aarch64"), (62, "x86_64")])
def test_the_systems_machine_is_read_off_its_python(
    tmp_path: Path, number: int, machine: str
) -> None:
    programs = tmp_path / "usr/bin"
    programs.mkdir(parents=True)
    (programs / "python3.13").write_bytes(bytes(18) + struct.pack("<H", number))
    (programs / "python3").symlink_to("python3.13")
    assert machine_of(tmp_path) == machine


def test_a_32_bit_system_is_refused(tmp_path: Path) -> None:
    programs = tmp_path / "usr/bin"
    programs.mkdir(parents=True)
    (programs / "python3").write_bytes(bytes(18) + struct.pack("<H", 40))
    with pytest.raises(Broken, match="no 64-bit system"):
        machine_of(tmp_path)


def test_nothing_that_is_one_cards_alone_is_shipped(tmp_path: Path) -> None:
    (tmp_path / "etc/ssh").mkdir(parents=True)
    (tmp_path / "etc/ssh/ssh_host_ed25519_key").write_text("secret")
    (tmp_path / "etc/machine-id").write_text("0123456789abcdef\n")
    shadow = tmp_path / "etc/shadow"
    shadow.write_text("root:*:1::::::\nreferee:!:1::::::\n")
    clean(tmp_path)
    assert not list((tmp_path / "etc/ssh").iterdir())
    assert (tmp_path / "etc/machine-id").read_text() == "uninitialized\n"
    shadow.write_text("root:*:1::::::\npi:$y$j9T$abc:1::::::\n")
    with pytest.raises(Broken, match="pi has a password"):
        clean(tmp_path)
