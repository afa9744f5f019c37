"""Messages that several modules say: what a line is called and what it brings."""

from __future__ import annotations

from referee.games.knister.rules import Line, Score
from referee.kernel.text import Text, text


def line_name(line: Line) -> Text:
    """``Row 2``, ``Column 4``, ``Diagonal 1``."""
    return text(f"kni.line.{line.kind}", number=line.number)


def combination_name(combination: str) -> Text:
    return text(f"kni.combination.{combination}")


def points_text(combination: str, points: int) -> Text:
    """A combination with its points; nothing is nothing."""
    if combination == "nothing":
        return combination_name(combination)
    return text("kni.line.points", combination=combination_name(combination), points=points)


def line_text(score: Score) -> Text:
    """A line with its combination and its points."""
    return text(
        "kni.line.scored",
        name=line_name(score.line),
        points=points_text(score.combination, score.points),
    )
