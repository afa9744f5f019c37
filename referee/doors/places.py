"""Where things are on this machine: configuration, database, an owner's corrections."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final

import platformdirs

from referee.kernel import toml
from referee.kernel.components import Components
from referee.kernel.errors import ComponentsError, RefereeError, StoreError
from referee.kernel.game import Game
from referee.kernel.store import Store
from referee.kernel.text import Text

APP: Final = "tabletop-referee"

#: Environment variables that move the two folders (a test, a USB stick); and what systemd calls
#: the folders that a service has.
DATA, CONFIG = "REFEREE_DATA", "REFEREE_CONFIG"
STATE_OF_SERVICE, CONFIG_OF_SERVICE = "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"
RUN_OF_SERVICE: Final = "RUNTIME_DIRECTORY"

#: Names of the configuration, the present one first.
FILES: Final = ("referee.toml", "panel.toml")

#: Where the configuration of a whole machine is, for users who have none of their own.
SYSTEM: Final = Path("/etc/referee")

#: The database.
STORE: Final = "matches.sqlite"


class BadConfig(RefereeError):
    """The configuration cannot be read, so nobody knows which folders it names."""


def config_folders() -> list[Path]:
    """Where the configuration may be; the first folder that has one counts."""
    for name in (CONFIG, CONFIG_OF_SERVICE):
        if folder := os.environ.get(name):
            return [Path(folder)]
    return [platformdirs.user_config_path(APP), SYSTEM]


def config_file() -> Path | None:
    """The configuration that counts; None: there is none, all is as usual.

    A folder this user may not look into (somebody else's home, after ``sudo -u``) has none.
    """
    files = (folder / name for folder in config_folders() for name in FILES)
    return next((file for file in files if os.path.exists(file)), None)


def data_folder(chosen: Path | None = None) -> Path:
    """Where matches are kept. ``chosen``: what the configuration says, where that is known.

    Raises `StoreError` when the configuration cannot be read and nothing else says where.
    """
    if folder := os.environ.get(DATA):
        return Path(folder)
    usual = os.environ.get(STATE_OF_SERVICE, "").partition(":")[0]
    try:
        chosen = chosen or _chosen("data")
    except BadConfig as error:
        if not usual:
            raise StoreError(error.text.key, **dict(error.text.args)) from error
    return chosen or Path(usual or platformdirs.user_data_path(APP))


def state_of_service() -> Path | None:
    """Where the service manager lets the service keep things; None for what is no service."""
    folder = os.environ.get(STATE_OF_SERVICE, "").partition(":")[0]
    return Path(folder) if folder else None


def run_folder() -> Path | None:
    """What is kept there is gone when the machine is switched off; only a service has one."""
    folder = os.environ.get(RUN_OF_SERVICE, "").partition(":")[0]
    return Path(folder) if folder else None


def open_store(chosen: Path | None = None, *, owner: bool = False) -> Store:
    """The database of this user; raises `StoreError` naming the file and the remedy."""
    return store_in(data_folder(chosen), owner=owner)


def store_in(folder: Path, *, owner: bool = False) -> Store:
    """As `open_store`, in this very folder. ``owner``: for the program that owns the table."""
    return Store(folder / STORE, time.time, owner=owner)


def components(game: Game[Any]) -> Components:
    """A game's numbers, with the owner's corrections in ``<game>.toml`` of his folder for them.

    Raises `ComponentsError` naming file, line and key, or `BadConfig`.
    """
    config = config_file()
    usual = (config.parent if config is not None else config_folders()[0]) / "components"
    file = (_chosen("components") or usual) / f"{game.name}.toml"
    try:
        override = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        override = ""
    except (OSError, UnicodeDecodeError) as error:
        detail = why_unread(error)
        raise ComponentsError("error.components.file", file=str(file), detail=detail) from error
    return game.components(override, str(file))


def why_unread(error: OSError | UnicodeDecodeError) -> str | Text:
    """Why a file could not be read, for the gap of a sentence that names it."""
    if isinstance(error, UnicodeDecodeError):
        return Text("toml.encoding")
    return error.strerror or str(error)


def _chosen(name: str) -> Path | None:
    """The folder that the configuration names; None where it is the usual one.

    Only this is read here: doors that have no panel do without all the rest. A value of a wrong
    kind is `referee config check`'s to complain about.
    """
    file = config_file()
    if file is None:
        return None
    try:
        folders = toml.parse(file.read_text(encoding="utf-8")).get("folders", {})
    except toml.Broken as error:
        raise BadConfig("error.config", file=str(file), detail=error.fault) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig("error.config", file=str(file), detail=why_unread(error)) from error
    value = folders.get(name) if isinstance(folders, dict) else None
    named = isinstance(value, str) and value.startswith(("/", "~/"))
    if named and "\0" in str(value):
        raise BadConfig("error.config", file=str(file), detail=f"folders.{name}: NUL")
    return Path(value).expanduser() if named and value is not None else None
