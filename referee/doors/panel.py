"""What ``play`` and ``run`` share: the table's program with its store, and the panel's file."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hal import config as panel_config
from hal.plan import Config
from referee.doors import places
from referee.kernel.errors import StoreError
from referee.table.program import TableProgram
from referee.table.settings import Settings


def complain(error: Exception) -> int:
    """Tell what went wrong on standard error; the exit code for it."""
    print(f"referee: {error}", file=sys.stderr)
    return 1


def config(path: str | None) -> Config:
    """The panel's wiring: the file that is named, else ``panel.toml`` of the config folder, else
    the reference panel. Raises ConfigError."""
    usual = places.config_folder() / "panel.toml"
    if path is not None:
        return panel_config.load(Path(path))
    return panel_config.load(usual if usual.exists() else None)


@contextmanager
def program(args: argparse.Namespace, wiring: Config) -> Iterator[TableProgram]:
    """The table's program. Without a usable database it plays on and says that nothing is kept."""
    notices = []
    store = None
    language = args.lang if args.asked_lang else wiring.language
    defaults = Settings(
        language=language,
        sound=wiring.sound.on,
        contrast=wiring.display.brightness - 1,
        muted=set(wiring.sound.muted),
    )
    try:
        store = places.open_store()
        if args.asked_lang:
            chosen = Settings.load(store, defaults)
            chosen.language = language
            chosen.save(store)
    except StoreError as error:
        notices.append(error.text)
    try:
        yield TableProgram(
            store, _new_seed, defaults=defaults, notices=notices, numbers=places.components
        )
    finally:
        if store is not None:
            store.close()


def _new_seed() -> str:
    return secrets.token_hex(16)
