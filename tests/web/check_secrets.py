"""Every byte that three clients get in 200 matches, with twin secrets: `make test-web`."""

from __future__ import annotations

import pytest

from tests.web.twins import MATCHES, play

#: Matches of each of the two games.
EACH = 100


@pytest.mark.parametrize("game", MATCHES)
def test_two_hundred_matches_give_no_secret_away(game: str) -> None:
    assert sum(play(game, number) for number in range(EACH)) > EACH
