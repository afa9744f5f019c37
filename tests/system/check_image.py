"""A card's image, packed by xz, and what stands beside it."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from release.image import publish


def test_the_manifest_tells_the_imager_what_it_checks(tmp_path: Path) -> None:
    image = tmp_path / "tabletop-referee-1.img"
    image.write_bytes(b"card" * 5000)
    args = argparse.Namespace(address="https://example.org/releases/", level=0)
    manifest = publish(image, "aarch64", "cloudinit-rpi", args)
    (entry,) = json.loads(manifest.read_text("utf-8"))["os_list"]
    packed = tmp_path / "tabletop-referee-1.img.xz"
    assert manifest.suffix == ".rpi-imager-manifest"
    assert entry["extract_size"] == 20_000
    assert entry["extract_sha256"] == hashlib.sha256(b"card" * 5000).hexdigest()
    assert entry["image_download_size"] == packed.stat().st_size
    assert entry["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert entry["url"] == "https://example.org/releases/tabletop-referee-1.img.xz"
    assert entry["devices"] == ["pi5-64bit", "pi4-64bit", "pi3-64bit"]
    assert (entry["architecture"], entry["init_format"]) == ("armv8", "cloudinit-rpi")
    assert {"name", "description", "icon", "release_date"} <= entry.keys()
    # Without an address it is for whoever has the file: the Imager takes whole addresses only.
    image.write_bytes(b"card")
    args = argparse.Namespace(address=None, level=0)
    (entry,) = json.loads(publish(image, "aarch64", "systemd", args).read_text())["os_list"]
    assert entry["url"] == packed.as_uri()
