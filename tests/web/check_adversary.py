"""The adversary comes as phones do: by the pages' own process, its Unix socket and the gate. The
suite has the one who speaks to the hub."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.web import gate
from tests.web.adversary import MATCHES, evening
from tests.web.wire import two_wires


@pytest.mark.parametrize("kind", MATCHES)
def test_by_the_pages_process_he_learns_nothing_either(kind: str, tmp_path: Path) -> None:
    with two_wires() as wires:
        told = evening(kind, "wire", tmp_path, 2, wires)
    assert told["state"]
    assert told["welcome"]


def test_a_gate_that_confuses_pages_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put, there = gate._Page.put, list[Any]()

    def confused(page: Any, text: str, slot: str) -> None:
        there.append(page)
        for one in dict.fromkeys(there):
            put(one, text, slot)

    monkeypatch.setattr(gate._Page, "put", confused)
    with two_wires() as wires, pytest.raises(AssertionError, match="a page got"):
        evening("grid", "wire", tmp_path, 2, wires)
