"""All screens of a game, found by playing: every text fits on them, in every language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from referee.game import Game
from referee.testing.gallery import Shot, gallery

#: Matches that are looked at.
MATCHES: Final = 4


class Screens:
    """What a panel shows of a game."""

    def test_every_text_fits_on_the_screen(self, tested: Game[Any], language: str) -> None:
        shots, missing = looked_at(tested, language)
        clipped = [
            f"{shot.name} cuts off {', '.join(shot.clipped)}; it reads:\n{shot.words}"
            for shot in shots
            if shot.clipped
        ]
        assert not clipped, "\n\n".join(clipped)
        assert not missing


def looked_at(game: Game[Any], language: str) -> tuple[list[Shot], set[str]]:
    """The gallery of a game, and keys that no catalogue has; the last one is kept."""
    return _looked_at(_Same(game), language)


class _Same:
    """A game as the key of a cache: itself and no other."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=1)
def _looked_at(same: _Same, language: str) -> tuple[list[Shot], set[str]]:
    return gallery(same.game, language, MATCHES)
