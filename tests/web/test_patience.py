"""What waits for a server gives up on one that is stuck, and not on one that is starved."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest

from tests.web.process import Patience, starved


@pytest.mark.parametrize(
    ("waited", "spent"), [(0.0, True), (0.4, False), (5.0, False)], ids=["idle", "busy", "threads"]
)
def test_time_in_which_others_were_at_work_does_not_count(
    monkeypatch: pytest.MonkeyPatch, waited: float, spent: bool
) -> None:
    now = [100.0, 7.0]
    monkeypatch.setattr("tests.web.process.time.monotonic", lambda: now[0])
    patience = Patience(50.0, lambda: now[1])
    for _ in range(60):
        now[0] += 1.0
        now[1] += waited
        given_up = patience.spent
    assert given_up is spent


def test_the_kernel_tells_how_long_a_process_stood_in_line() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert child.stdin is not None
    with closing(child.stdin):
        assert starved([child.pid]) >= 0.0
    child.wait()
    assert starved([child.pid]) == 0.0
