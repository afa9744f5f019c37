"""No word of the other language: what a panel or a page says in one language has no word in it that
stands in the catalogues of the other one alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from referee.kernel.game import find_game
from referee.table.catalogue import LANGUAGES, Sentences, common, read

#: A word; shorter ones are letters of places and cards.
WORD: Final = re.compile(r"[^\W\d_]{3,}")

#: What is called the same in all languages: clauses, the levels of computer players, and the seeds
#: that a script gives.
SIGN: Final = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-\d+\b|\b(?:easy|good|random|cmd|seed \d+)\b")

#: Where a sentence has a gap.
GAP: Final = re.compile(r"\{[^}]*\}")


def foreign(texts: Iterable[str], language: str, game: str, names: Sequence[str]) -> list[str]:
    """Words of another language in them; players' ``names`` are of none."""
    others, own = _others(language, game), {word for name in names for word in _words(name)}
    return sorted({word for text in texts for word in _words(text)} & others - own)


@cache
def _others(language: str, game: str) -> frozenset[str]:
    """What is said in other languages, of this game and in general, and not in this one."""
    said = {spoken: _vocabulary(spoken, game) for spoken in LANGUAGES}
    return frozenset().union(*said.values()) - said[language]


@cache
def _vocabulary(language: str, game: str) -> frozenset[str]:
    own = [read(find_game(game).resources, language)] if game else []
    return frozenset(word for each in (common(language), *own) for word in _said(each))


def _said(sentences: Sentences) -> Iterable[str]:
    for said in sentences.values():
        for text in said.values() if isinstance(said, Mapping) else (said,):
            yield from _words(GAP.sub(" ", text))


@lru_cache(maxsize=10_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in WORD.findall(SIGN.sub(" ", text)))
