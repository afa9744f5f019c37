"""No byte that a page gets depends on a secret that its seat may not see.

``make test-web`` does the same over 200 matches.
"""

from __future__ import annotations

import pytest

from tests.web.twins import MATCHES, play


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("number", range(4))
def test_a_secret_changes_no_byte_of_the_others(game: str, number: int) -> None:
    assert play(game, number)
