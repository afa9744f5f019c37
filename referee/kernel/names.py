"""Players' names: what a match takes, and how a stranger's words are shown on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from referee.kernel.errors import BadEntry

#: Letters of one name.
LONGEST: Final = 40

#: Signs that join letters and emoji; of their category nothing else is let through.
_JOINERS: Final = "\u200c\u200d"


def check_names(names: Sequence[str]) -> None:
    """Raises `BadEntry` for a name that cannot be kept or shown; an empty one is a free seat."""
    for seat, name in enumerate(names, 1):
        if len(name) > LONGEST:
            raise BadEntry("error.name.long", seat=seat, found=len(name), longest=LONGEST)
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise BadEntry("error.name.encoding", seat=seat) from error


def check_text(word: str) -> None:
    """Raises `BadEntry` for a word that cannot be kept: bytes of a command line that are no text,
    or half a character that JSON has spelt."""
    try:
        word.encode()
    except UnicodeEncodeError as error:
        raise BadEntry("error.encoding", found=word[:40]) from error


def visible(text: str, keep: str = "") -> str:
    """The text with a sign for all that would steer a terminal: ESC, line ends, bidi overrides.

    ``keep``: control characters that stay what they are.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter in keep else _sign(letter) for letter in text)


def _sign(letter: str) -> str:
    category = unicodedata.category(letter)
    if category not in ("Cc", "Cf", "Cs", "Zl", "Zp") or letter in _JOINERS:
        return letter
    code = ord(letter)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"
