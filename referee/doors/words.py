"""What the doors say: the table's catalogues, with the doors' own sentences behind them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from referee.kernel.game import Game, Options
from referee.table.catalogue import LANGUAGES, Catalogue, read


class Words(Catalogue):
    """A catalogue that also has the sentences of the command line and the protocol."""

    def __init__(
        self,
        language: str,
        game: Game[Any] | None = None,
        names: Sequence[str] = (),
        options: Options | None = None,
    ) -> None:
        super().__init__(language, game, names, options)
        self._sentences = {**read(files("referee.doors"), language), **self._sentences}


def spoken_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of this machine's user, as far as we speak it; English for all others."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return next((code for code in LANGUAGES if value.lower().startswith(code)), "en")
    return "en"
