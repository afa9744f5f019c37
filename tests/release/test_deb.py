"""The Debian package: what stands in it besides the offline release."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.deb import _documents


def test_the_debian_package_brings_all_licences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # otherwise git is asked
    _documents(tmp_path)
    text = (tmp_path / "usr/share/doc/tabletop-referee/copyright").read_text("utf-8")
    assert "MIT License" in text
    assert "Bitstream Vera" in text
