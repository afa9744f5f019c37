"""``referee lab`` where its extra is not installed: on the box, say."""

from __future__ import annotations

import sys

import pytest

from referee.cli import main


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["lab", "victory", "--lang", "en"]) != 0
    said = capsys.readouterr().err
    assert "pip install 'tabletop-referee[lab]'" in said
    assert "Traceback" not in said
