"""The adversary who has the code (tests/web/adversary.py) learns nothing and puts nobody out; and
he would, if one line were wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee import authority
from referee.kernel.text import Text
from referee.web import hub, record, seats, views
from tests.web.adversary import FIELDS, FIT, MATCHES, Broken, evening


@pytest.mark.parametrize("kind", MATCHES)
def test_who_has_the_code_and_asks_for_everything_learns_nothing(kind: str, tmp_path: Path) -> None:
    told = evening(kind, "one", tmp_path, 1)
    assert told["state"]


def test_the_adversary_knows_all_that_the_schema_knows() -> None:
    assert set(FIELDS["do"]["enum"]) <= set(FIT)


def yes(*args: Any, **more: Any) -> Text | None:
    return None


def open_hands(sit: Callable[..., Any]) -> Callable[..., Any]:
    """A seat is free for whoever asks, as where nothing is hidden."""
    return lambda visitor, seat, seating, **more: sit(
        visitor, seat, replace(seating, secret=False), **more
    )


def first(show: Callable[..., Any]) -> Callable[..., Any]:
    """Everybody sees what seat 1 sees."""
    return lambda match, words, seat, *rest, **more: show(match, words, 1, *rest, **more)


def lines(show: Callable[..., Any]) -> Callable[..., Any]:
    """The last entry goes to all, secret or not."""
    return lambda match, *rest, **more: (
        show(match, *rest, **more) | {"dice": [repr(match.log[-1].line.entry)]}
    )


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (seats, "may_sit", yes),
        (seats, "may_sit", open_hands(authority.may_sit)),
        (record, "may_export", yes),
        (hub, "table", first(views.table)),
        (hub, "table", lines(views.table)),
        (record, "table", first(views.table)),
    ],
    ids=[
        "seats are a free choice",
        "whoever plays at the panel is spied out",
        "files of open matches",
        "one view for all",
        "last",
        "records",
    ],
)
def test_a_planted_hole_is_found(
    where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(where, what, planted)

    def some() -> None:
        for seed in range(3, 20):  # the first ones see little
            evening("grid", str(seed), tmp_path / str(seed))

    with pytest.raises(Broken):
        some()
