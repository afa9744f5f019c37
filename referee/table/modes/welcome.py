"""The first start: the language, and a quick match. Both come once in a box's life."""

from __future__ import annotations

from functools import partial

from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.desk import Desk
from referee.table.modes.listing import Line, Listing
from referee.table.modes.quick import choose_quick
from referee.table.modes.setup import choose_game


def ask_language(desk: Desk) -> None:
    """Each language is offered in itself, the usual one of this machine first."""
    first = desk.settings.language
    languages = sorted(LANGUAGES, key=lambda language: language != first)
    words = [Catalogue(language) for language in languages]

    def lines() -> list[Line]:
        return [
            Line(spoken("language"), partial(_speak, desk, language))
            for language, spoken in zip(languages, words, strict=True)
        ]

    desk.open(Listing(desk, " / ".join(w("settings.language") for w in words), lines))


def _speak(desk: Desk, language: str) -> None:
    def chosen() -> None:
        desk.settings.language = language
        desk.speak(language)
        desk.settings.save(desk.store)
        _offer(desk)

    desk.attempt(chosen)


def _offer(desk: Desk) -> None:
    """What a newcomer wants now."""
    words = desk.words

    def lines() -> list[Line]:
        return [
            Line(words("home.new"), lambda: choose_game(desk)),
            Line(words("home.quick"), lambda: choose_quick(desk), words("home.quick.what")),
            Line(words("menu.home"), desk.home),
        ]

    desk.home()
    offer = Listing(desk, words("welcome.title"), lines)
    offer.select(1)  # the first screen's order, but a quick match is what a newcomer tries
    desk.open(offer)
