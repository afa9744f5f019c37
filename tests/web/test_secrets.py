"""No byte that a page gets depends on a secret that its seat may not see.

``make test-web`` does the same over 200 matches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hal.interfaces import Frame
from referee.kernel.match import Match
from referee.web import hub, views
from referee.web.hub import Hub
from tests.web.twins import MATCHES, play


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("number", range(4))
def test_a_secret_changes_no_byte_of_the_others(game: str, number: int) -> None:
    assert play(game, number)


Show = Callable[..., dict[str, Any]]


def position(show: Show) -> Show:
    """The whole position: hands, hidden chips, others' marks."""
    return lambda match, *rest: {**show(match, *rest), "position": repr(match.position)}


def log(show: Show) -> Show:
    """The last entry, secret or not."""
    return lambda match, *rest: (
        show(match, *rest) | {"dice": [repr(match.log[-1].line.entry)] if match.log else []}
    )


def seed(show: Show) -> Show:
    """What the device's dice and cards follow from."""
    return lambda match, *rest: {**show(match, *rest), "state": match.header.seed}


def cache(show: Show) -> Show:
    """The page of whoever looked first, kept for all."""
    kept: dict[tuple[int, int], dict[str, Any]] = {}

    def shown(match: Match, words: Any, seat: int | None, *rest: Any) -> dict[str, Any]:
        return kept.setdefault((id(match), len(match.lines)), show(match, words, 1, *rest))

    return shown


@pytest.mark.parametrize(
    ("leak", "game"),
    [(position, "fette-autos"), (log, "fette-autos"), (seed, "knister"), (cache, "fette-autos")],
)
def test_a_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[Show], Show], game: str
) -> None:
    """The twins differ where they should: each kind of leak, planted, fails the test above."""
    monkeypatch.setattr(hub, "table", leak(views.table))
    with pytest.raises(AssertionError, match="hears of"):
        sum(play(game, number) for number in range(20))


def test_a_leak_in_a_frame_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel's picture goes to every page, though a seat's hand may be open on it."""

    def publish(self: Hub, frame: Frame) -> None:
        session = self._program.session
        assert session is not None
        for client in self._clients:
            client.send(repr(session.match.view(1)), "frame")

    monkeypatch.setattr(Hub, "publish", publish)
    with pytest.raises(AssertionError, match="hears of"):
        sum(play("fette-autos", number) for number in range(20))
