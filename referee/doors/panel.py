"""What ``play`` and ``run`` share: the table's program with its store, and the panel's file."""

from __future__ import annotations

import argparse
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from hal.config import survey, survey_file, text_of
from hal.errors import ConfigError
from hal.schema import Config
from hal.settings import Settings as Keys
from referee.doors import places
from referee.doors.machine import takes_nothing
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel import toml
from referee.kernel.archive import keep_copies
from referee.kernel.errors import RefereeError, StoreError
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.aside import in_thread
from referee.table.program import Idle, TableProgram
from referee.table.settings import Settings

#: What is wrong with the configuration, as a message or in English.
Problem: TypeAlias = "str | Text"

#: What may be wrong with a disk although the matches on it can be read.
_READABLE: Final = frozenset(
    f"error.store.{why}" for why in ("read-only", "full", "cannot-open", "failed")
)


def complain(error: Exception) -> int:
    """Tell what went wrong on standard error; the exit code for it."""
    tell(f"referee: {error}", file=sys.stderr)
    return 1


def warn(problems: Sequence[Problem], words: Words) -> None:
    """Tell what is wrong with the configuration on standard error."""
    for problem in problems:
        told = words.text(problem) if isinstance(problem, Text) else problem
        tell(f"referee: {told}", file=sys.stderr)


def config(path: str | None) -> tuple[Config, tuple[Problem, ...]]:
    """The panel's configuration: the file that is named, else the usual one, else the reference
    panel's; and what is wrong with it. The rest of a wrong file holds.

    Raises ConfigError when the file that is named cannot be read.
    """
    file = Path(path) if path is not None else places.config_file()
    if path is None:
        wiring, problems = survey_file(file)
    else:
        wiring, problems = survey(text_of(Path(path)), path)
    unread = unreadable(file) if problems and file is not None else None
    return wiring, problems if unread is None else (unread.text,)


def unreadable(file: Path) -> RefereeError | None:
    """What is wrong with a file that is no TOML, and what to do; None for any other."""
    try:
        toml.parse(text_of(file))
    except toml.Broken as error:
        return RefereeError("error.toml", file=str(file), fault=error.fault)
    except ConfigError:
        pass
    return None


def spoken(args: argparse.Namespace, wiring: Config) -> Config:
    """The same panel in this user's language, if its file names none: a PC has one, a box not."""
    file = Path(args.config) if args.config is not None else places.config_file()
    try:
        named = file is not None and "language" in Keys.parse(text_of(file), str(file))
    except ConfigError:  # one of the file's problems
        named = False
    return wiring if named else replace(wiring, language=args.lang)


def settings(wiring: Config) -> Settings:
    """What the household has by its configuration, until it chooses something else."""
    return Settings(
        language=wiring.language,
        sound=wiring.sound.on,
        contrast=wiring.display.brightness - 1,
        muted=set(wiring.sound.muted),
    )


def idle(wiring: Config) -> Idle:
    return Idle(wiring.idle.shift, wiring.idle.dim, wiring.idle.rest)


@contextmanager
def program(
    args: argparse.Namespace, wiring: Config, problems: Sequence[Problem] = (),
    appliance: Appliance | None = None, notices: Sequence[Text] = (),
) -> Iterator[TableProgram]:  # fmt: skip
    """The table's program. Without a usable database it plays on and says that nothing is kept.

    ``problems`` of the configuration are told on the screen and on standard error.
    """
    told = [*notices]
    warn(problems, Words(args.lang))
    if problems:
        told.append(Text("notice.config", {"n": len(problems), "first": problems[0]}))
    defaults = settings(wiring)
    store, troubles = opened(wiring)
    told += troubles
    if args.asked_lang:
        defaults.language = args.lang
        told += _speak(store, defaults)
    try:
        yield TableProgram(
            store, _new_seed, defaults=defaults, notices=told, numbers=places.components,
            appliance=appliance, idle=idle(wiring), aside=in_thread,
            welcome=not args.asked_lang and _unused(store), size=wiring.display.size,
        )  # fmt: skip
    finally:
        if store is not None:
            store.close()


def opened(wiring: Config) -> tuple[Store | None, list[Text]]:
    """The database, and what is wrong with it.

    Of one on a disk that takes nothing any more a copy in memory is opened: the match goes on
    where it was, and is kept until the power goes.
    """
    try:
        store = places.open_store(wiring.data, owner=True)
        keep_copies(store)
        return store, []
    except StoreError as error:
        told = [_reason(error.text, wiring)]
        if error.text.key in _READABLE and (spare := _copy(wiring)) is not None:
            return spare, [*told, Text("notice.store.spare", {})]
        return None, told


def _reason(text: Text, wiring: Config) -> Text:
    """Why the database cannot be used. SQLite does not always know; the disk does."""
    try:
        folder = places.data_folder(wiring.data)
        why = takes_nothing(folder) if text.key in _READABLE else ""
    except (OSError, StoreError):
        return text
    return Text(f"error.store.{why}", {"file": str(folder / places.STORE)}) if why else text


def _copy(wiring: Config) -> Store | None:
    """A copy of the database where it can be written to until the power goes.

    A copy that is there already is newer than the original: the program has been started again.
    """
    try:
        original = places.data_folder(wiring.data) / places.STORE
        folder = (places.run_folder() or Path(tempfile.mkdtemp(prefix="referee-"))) / "spare"
        if not folder.exists():
            folder.mkdir()
            for suffix in ("", "-wal"):
                if (file := Path(f"{original}{suffix}")).exists():
                    shutil.copyfile(file, folder / file.name)
        return places.store_in(folder, owner=True)
    except (OSError, StoreError):
        return None


def _speak(store: Store | None, defaults: Settings) -> list[Text]:
    """Keep the language that was asked for on the command line."""
    if store is None:
        return []
    try:
        chosen = Settings.load(store, defaults)
        chosen.language = defaults.language
        chosen.save(store)
    except StoreError as error:
        return [error.text]
    return []


def _unused(store: Store | None) -> bool:
    """Whether nobody has chosen a language or played here yet."""
    try:
        return store is not None and not store.setting("settings", {}) and not store.matches()
    except StoreError:
        return False


def _new_seed() -> str:
    return secrets.token_hex(16)
