"""How much the suite plays: ``--conformance N`` plays N times as many matches."""

from __future__ import annotations

import pytest

from tests.conformance.cases import NAMES, cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        rounds = metafunc.config.getoption("--conformance")
        found = [case for name in NAMES for case in cases(name, rounds)]
        metafunc.parametrize("case", found, ids=str)
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", NAMES)
