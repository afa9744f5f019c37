"""``referee config``: show what holds, check a file, begin one."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from hal import current
from hal.config import NAMES, RECOMMENDED, STARTS, effective, initial, parse, survey, text_of
from hal.drawing import drawing
from hal.errors import ConfigError
from hal.schema import SCHEMA
from hal.settings import Settings, shown, shown_key
from hal.wiring import table
from referee.doors import panel, places
from referee.doors.terminal import tell
from referee.doors.words import Words


def run(args: argparse.Namespace) -> int:
    try:
        return ACTIONS[args.action](args)
    except ConfigError as error:
        return panel.complain(error)


def _file(args: argparse.Namespace) -> Path | None:
    return Path(args.config) if args.config is not None else places.config_file()


def _read(args: argparse.Namespace) -> tuple[Path | None, str]:
    """The file, if there is one, and its text; raises ConfigError or `RefereeError`."""
    file = _file(args)
    if file is None:
        return None, ""
    if (error := panel.unreadable(file)) is not None:
        raise error
    return file, text_of(file)


def _show(args: argparse.Namespace) -> int:
    """Every setting as it holds, in the present layout, with the place that it comes from."""
    file, text = _read(args)
    tell("\n".join(_listed(effective(text, str(file)))))
    config, _ = survey(text, str(file))
    tell("\n" + "\n".join(f"# {line}" for line in current.described(config)))
    return 0


def _wiring(args: argparse.Namespace) -> int:
    """The panel's wiring: a table, or a drawing."""
    file, text = _read(args)
    config = parse(text, str(file))
    tell(drawing(config) if args.svg else table(config), end="")
    return 0


def _listed(settings: Settings) -> Iterator[str]:
    yield f"schema = {SCHEMA}"
    tables = ["", *dict.fromkeys(key.rpartition(".")[0] for key in settings)]
    table = ""
    for key in sorted(settings, key=lambda key: tables.index(key.rpartition(".")[0])):
        setting = settings[key]
        head, _, name = key.rpartition(".")
        if key == "schema":
            continue
        if head != table:
            table = head
            yield f"\n[{shown_key(table)}]"
        yield f"{f'{shown_key(name)} = {shown(setting.value)}':<40}  # {setting.where}"


def _check(args: argparse.Namespace) -> int:
    words = Words(args.lang)
    file, text = _read(args)
    if file is None:
        tell(words("config.none", folders=[str(folder) for folder in places.config_folders()]))
        return 0
    _, problems = survey(text, str(file))
    panel.warn(problems, words)
    if problems:
        return 1
    tell(words("config.good", file=str(file)))
    if effective(text)["schema"].value != SCHEMA:
        tell(words("config.old", known=SCHEMA, name=NAMES[0]))
    return 0


def _init(args: argparse.Namespace) -> int:
    """Write a file to start from; never over one that is there."""
    words = Words(args.lang)
    file = Path(args.config) if args.config is not None else places.config_folders()[0] / NAMES[0]
    display = args.display or RECOMMENDED
    if display not in STARTS:
        known = ", ".join(STARTS)
        raise ConfigError(words("config.display", found=display[:20], known=known))
    text = initial(display)
    try:
        if file.exists():
            raise ConfigError(words("config.exists", file=str(file)))
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        why = error.strerror or str(error)
        raise ConfigError(words("config.unwritable", file=str(file), detail=why)) from None
    tell(words("config.written", file=str(file)))
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "show": _show,
    "check": _check,
    "wiring": _wiring,
    "init": _init,
}
