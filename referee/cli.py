"""The command ``referee``: it parses, imports the one door that was asked for, and runs it.

Exit codes: 0 done; 1 it went wrong, the message on standard error says what to do; 2 the
command line is wrong; 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from referee import __version__
from referee.doors.terminal import clean_log, tell
from referee.doors.usage import Command, language, speak
from referee.doors.words import Words
from referee.kernel.errors import BadEntry, RefereeError, Refused

DONE, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130

#: Doors that show nothing of their own before a second of imports is over.
_SLOW: Final = ("referee.doors.play", "referee.doors.demo")

#: Begins a command: name, and the door if it is called otherwise.
Begin: TypeAlias = Callable[[str, str], Command]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Never ends in a traceback for a user's mistake."""
    given = sys.argv[1:] if argv is None else list(argv)
    words = Words(language(given))
    speak(words)
    clean_log()
    parser = _parser(words)
    if "_ARGCOMPLETE" in os.environ:  # the shell asks what could come next
        importlib.import_module("referee.doors.completion").complete(parser)
    try:
        if not given:
            tell(words("usage.greeting", version=__version__))
            return DONE
        args = parser.parse_args(given)
        args.asked_lang = args.lang is not None
        args.lang = args.lang or language(given)
        if args.door in _SLOW and sys.stdin.isatty() and sys.stdout.isatty():
            tell(words("usage.starting"))  # on a busy machine what it imports takes seconds
        code = int(importlib.import_module(args.door).run(args))
        sys.stdout.flush()
        return code
    except RefereeError as error:
        tell(f"referee: {_explained(error, args)}", file=sys.stderr)
        return USAGE if isinstance(error, BadEntry | Refused) else WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone; nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _explained(error: RefereeError, args: argparse.Namespace) -> str:
    """What went wrong, in the words of the game it was about, if that can be known."""
    from referee.kernel.game import find_game

    game = getattr(args, "game", None)
    try:
        return Words(args.lang, find_game(game) if game else None).error(error)
    except RefereeError:
        return Words(args.lang).error(error)


def _parser(words: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee", description=words("usage.what"), epilog=words("usage.more")
    )
    version = f"referee {__version__}"
    parser.add_argument("--version", action="version", version=version, help=words("usage.version"))
    parsers = parser.add_subparsers(required=True, metavar=words("usage.command"))
    for declare in _COMMANDS:
        declare(partial(Command, parsers, words))
    return parser


def _play(begin: Begin) -> None:
    _config_file(begin("play", "play"))


def _demo(begin: Begin) -> None:
    begin("demo", "demo")


def _serve(begin: Begin) -> None:
    command = begin("serve", "serve")
    command.add("--host", default="127.0.0.1", metavar="ADDRESS")
    command.add("--port", type=int, default=8080, metavar="N")
    command.add("--open", action="store_true")
    _config_file(command)


def _run(begin: Begin) -> None:
    command = begin("run", "run")
    command.add("--script", metavar="FILE")
    command.add("--safe", action="store_true")
    _simulated(command)
    _config_file(command)


def _doctor(begin: Begin) -> None:
    command = begin("doctor", "doctor")
    command.add("--report", metavar="FILE")
    command.add("--no-panel", action="store_true")
    command.add("--recover", action="store_true")
    _simulated(command)
    _config_file(command)


def _config(begin: Begin) -> None:
    command = begin("config", "config")
    command.add("action", choices=("show", "check", "wiring", "init"))
    command.add("--display", metavar="CHIP")
    command.add("--svg", action="store_true")
    _config_file(command)


def _box(begin: Begin) -> None:
    command = begin("box", "box")
    command.add("action", nargs="?", choices=("flash",))
    command.add("--port", metavar="PORT")
    command.add("--pins", metavar="FILE")
    command.add("--simulate", action="store_true")
    _config_file(command)


def _match(begin: Begin) -> None:
    command = begin("match", "match")
    command.add("game", nargs="?", metavar="GAME")
    command.add("--jsonl", action="store_true")
    command.add("--seats", type=int, metavar="N")
    command.add("--names", metavar="A,B,...")
    command.options()
    command.add("--seed", metavar="SEED")
    command.add("--dice", choices=("device", "table"))
    command.add("--player", action="append", default=[], metavar="SEAT=NAME")
    command.add("--view", type=int, metavar="SEAT")
    command.add("--save", action="store_true")
    command.add("--resume", type=int, metavar="MATCH")
    command.add("--allow-programs", action="store_true")


def _simulate(begin: Begin) -> None:
    command = begin("simulate", "simulate")
    command.add("game", metavar="GAME")
    command.add("--seats", metavar="N")
    command.add("--games", type=int, default=100, metavar="K")
    command.add("--jobs", type=int, default=1, metavar="J")
    command.add("--seed", default="0", metavar="SEED")
    command.add("--first", type=int, default=0, metavar="I")
    command.add("--players", default="random", metavar="A,B,...")
    command.options()
    command.add("--mix", action="store_true")
    command.add("--check", action="store_true")


def _lab(begin: Begin) -> None:
    command = begin("lab", "lab")
    command.add("study", nargs="?", metavar="STUDY")
    command.add("--names", action="store_true")
    command.add("--folder", metavar="FOLDER")
    command.add("--jobs", type=int, default=1, metavar="J")
    command.add("--cluster", metavar="ADDRESS")
    command.add("--times", type=float, default=1.0, metavar="X")
    command.add("--allow-programs", action="store_true")
    command.add("--open", action="store_true")


def _games(begin: Begin) -> None:
    begin("games", "games").add("game", nargs="?", metavar="GAME")


def _history(begin: Begin) -> None:
    begin("history", "history").add("match", nargs="?", type=int, metavar="MATCH")


def _page(begin: Begin) -> None:
    command = begin("page", "page")
    command.add("match", type=int, metavar="MATCH")
    command.add("page", nargs="?", metavar="PAGE")
    command.add("--png", metavar="FILE")


def _export(begin: Begin) -> None:
    begin("export", "export").add("match", type=int, metavar="MATCH")


def _import(begin: Begin) -> None:
    command = begin("import", "import_")
    command.add("file", metavar="FILE")
    command.add("--first", type=int, metavar="N")


def _diagram(begin: Begin) -> None:
    command = begin("diagram", "diagram")
    command.add("game", metavar="GAME")
    command.options()


def _new_game(begin: Begin) -> None:
    command = begin("new-game", "new_game")
    command.add("name", metavar="NAME")
    command.add("--in", dest="folder", default=".", metavar="FOLDER")


def _completion(begin: Begin) -> None:
    begin("completion", "completion").add("shell", choices=("bash", "zsh", "fish"))


def _simulated(command: Command) -> None:
    command.add("--simulate", nargs="*", metavar="FAULT")


def _config_file(command: Command) -> None:
    command.add("--config", metavar="FILE")


_COMMANDS: Final = (
    _play, _demo, _serve, _run, _doctor, _config, _box, _match, _simulate, _lab, _games, _history,
    _page, _export, _import, _diagram, _new_game, _completion,
)  # fmt: skip
