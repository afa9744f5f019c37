"""A whole match as text that reads like a report; `referee.testing.written` writes one."""

from __future__ import annotations

from pathlib import Path

from referee.testing import golden, undo_and_redo

from my_game import GAME


def test_a_whole_match_reads_as_it_is_written() -> None:
    match = golden(GAME, Path(__file__).parent / "whole_match.txt")
    assert match.over
    undo_and_redo(match)
