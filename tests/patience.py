"""Loops of tests that end: a step repeated until something has come true, but not for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def until(
    done: Callable[[], object],
    step: Callable[[], object],
    tell: Callable[[], str],
    most: int = 60,
) -> None:
    """Repeat ``step`` until ``done``; after ``most`` steps the test fails with what is told."""
    for _ in range(most):
        if done():
            return
        step()
    if not done():
        pytest.fail(f"still not after {most} steps: {tell()}")
