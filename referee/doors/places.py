"""Where things are kept on this machine: the database, and an owner's corrections."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final

import platformdirs

from referee.kernel.components import Components
from referee.kernel.errors import ComponentsError
from referee.kernel.game import Game
from referee.kernel.store import Store

APP: Final = "tabletop-referee"

#: Environment variables that move the two folders (a service, a test, a USB stick).
DATA, CONFIG = "REFEREE_DATA", "REFEREE_CONFIG"


def data_folder() -> Path:
    return Path(os.environ.get(DATA) or platformdirs.user_data_path(APP))


def config_folder() -> Path:
    return Path(os.environ.get(CONFIG) or platformdirs.user_config_path(APP))


def open_store() -> Store:
    """The database of this user; raises `StoreError` naming the file and the remedy."""
    return Store(data_folder() / "matches.sqlite", time.time)


def components(game: Game[Any]) -> Components:
    """A game's numbers, with the corrections in ``components/<game>.toml`` of the config folder.

    Raises `ComponentsError` naming file, line and key.
    """
    file = config_folder() / "components" / f"{game.name}.toml"
    try:
        override = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        override = ""
    except (OSError, UnicodeDecodeError) as error:
        detail = str(error)
        raise ComponentsError("error.components.syntax", file=str(file), detail=detail) from error
    return game.components(override, str(file))
