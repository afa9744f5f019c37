"""Strict JSON: what a stranger sends is read as exactly one meaning, or refused; and what is sent
steers no terminal on which somebody looks at it."""

from __future__ import annotations

import json
import math

from referee.kernel.names import visible
from referee.kernel.text import Plain


def strict_json(data: bytes) -> Plain:
    """Decode one JSON value from UTF-8; raises `ValueError` for anything doubtful.

    That is, besides broken JSON: NaN, infinities, numbers too large for a float, the same key
    twice in an object, and nesting or digits without end.
    """
    try:
        decoded: Plain = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return decoded


def _once(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("the same key twice in an object")
    return data


def _no_constant(word: str) -> Plain:
    raise ValueError(f"{word} is no JSON number")


def _finite(word: str) -> float:
    if not math.isfinite(number := float(word)):
        raise ValueError("a number is too large")
    return number


def harmless(text: str) -> str:
    """The same JSON, with all that would steer a terminal - in a name, say - spelt by its number;
    other letters stand as they are."""
    return text if visible(text) == text else "".join(map(_spelt, text))


def _spelt(letter: str) -> str:
    if visible(letter) == letter:
        return letter
    return json.dumps(letter)[1:-1]
