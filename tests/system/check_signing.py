"""A release can be verified with what lies beside it, and a forged one cannot."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from release.offline import NAMESPACE, SIGNER, SIGNERS, sign, write_sum


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A maintainer's key, thrown away afterwards."""
    file = tmp_path / "key"
    command = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "x", "-f", file)
    subprocess.run(command, check=True)
    return file


def verified(sums: Path, text: bytes) -> bool:
    command = (
        "ssh-keygen", "-q", "-Y", "verify", "-f", sums.with_name(SIGNERS), "-I", SIGNER,
        "-n", NAMESPACE, "-s", f"{sums}.sig",
    )  # fmt: skip
    return subprocess.run(command, input=text, check=False, capture_output=True).returncode == 0


def test_a_signed_sum_is_ours_and_another_is_not(tmp_path: Path, key: Path) -> None:
    tarball = tmp_path / "release.tar.gz"
    tarball.write_bytes(b"wheels")
    sums = write_sum(tarball)
    sign(sums, key)
    assert verified(sums, sums.read_bytes())
    assert not verified(sums, sums.read_bytes().replace(b"a", b"b"))
    assert subprocess.run(
        ("sha256sum", "--quiet", "-c", sums.name), cwd=tmp_path, check=False
    ).returncode == 0  # fmt: skip
    # Whoever has another key is not the maintainer.
    (tmp_path / SIGNERS).write_text(
        (tmp_path / SIGNERS).read_text().replace(SIGNER, "somebody@else")
    )
    assert not verified(sums, sums.read_bytes())
