"""Some evenings in every run of the tests; `make evenings` plays others every time."""

from __future__ import annotations

import pytest

from referee.web.seats import Seats
from tests.evenings.evening import drawn, fault, read, shrunk


@pytest.mark.parametrize("number", [1, 3, 4])
def test_an_evening(number: int) -> None:
    assert fault(drawn(f"tests {number}", events=20)) == ""


def test_an_evening_can_be_kept_as_a_file() -> None:
    evening = drawn("kept")
    assert read(evening.written()) == evening


def test_a_seat_that_is_given_twice_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = drawn("planted 82", events=20)
    assert fault(evening) == ""
    monkeypatch.setattr(Seats, "_judge", lambda *_: None)
    told = fault(evening)
    assert told.startswith("nothing hidden is out")
    small = shrunk(evening, told, tries=12)
    assert sum(map(len, small.matches)) < sum(map(len, evening.matches))
    assert fault(small).startswith("nothing hidden is out")
