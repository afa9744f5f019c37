"""Messages that several modules say: what a line is called and what it brings."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Arg, Text, text
from referee.games.knister.rules import Line, Score


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


def gain_text(key: str, full: Sequence[Score], **args: Arg) -> Text:
    """What lines bring that are full now, with the combinations that bring it."""
    names = [found.combination for found in full if found.points] or ["nothing"]
    points = sum(found.points for found in full)
    return text(key, points=points, combinations=tuple(map(combination_name, names)), **args)
