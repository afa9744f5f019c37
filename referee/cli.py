"""The command ``referee``: it parses, imports the one door that was asked for, and runs it.

Exit codes: 0 done; 1 it went wrong, the message on standard error says what to do; 2 the
command line is wrong; 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final, TypeAlias

from referee import __version__
from referee.kernel.errors import BadEntry, RefereeError, Refused
from referee.kernel.names import visible
from referee.table.catalogue import LANGUAGES

DONE, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130

_OPTIONS: Final = "options of the match, as listed by 'referee games GAME'"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Never ends in a traceback for a user's mistake."""
    args = _parser().parse_args(argv)
    args.asked_lang = args.lang is not None
    if not args.asked_lang:
        from referee.doors.words import spoken_language

        args.lang = spoken_language()
    try:
        code = int(importlib.import_module(args.door).run(args))
        sys.stdout.flush()
        return code
    except RefereeError as error:
        print("referee:", visible(_explained(error, args), keep="\n"), file=sys.stderr)
        return USAGE if isinstance(error, BadEntry | Refused) else WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone; nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _explained(error: RefereeError, args: argparse.Namespace) -> str:
    """What went wrong, in the words of the game it was about, if that can be known."""
    from referee.doors.words import Words
    from referee.kernel.game import find_game

    game = getattr(error, "game", None) or getattr(args, "game", None)
    try:
        return Words(args.lang, find_game(game) if game else None).error(error)
    except RefereeError:
        return Words(args.lang).error(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee",
        description="Referees board games: on its panel, in a terminal, or for other programs.",
        epilog="'referee COMMAND --help' explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (
        _play,
        _serve,
        _run,
        _doctor,
        _config,
        _box,
        _match,
        _simulate,
        _games,
        _history,
        _page,
        _export,
        _import,
        _diagram,
        _new_game,
    ):
        add(commands)
    return parser


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _command(commands: Commands, name: str, door: str, text: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    command.add_argument(
        "--lang", choices=LANGUAGES, help="language of all messages (default: this machine's)"
    )
    command.set_defaults(door=f"referee.doors.{door}")
    return command


def _play(commands: Commands) -> None:
    command = _command(commands, "play", "play", "play on a simulated panel in this terminal")
    _add_config(command)


def _serve(commands: Commands) -> None:
    command = _command(
        commands, "serve", "serve", "show a simulated panel, the board and the seats in a browser"
    )
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS",
        help="the address to listen at; 0.0.0.0 for all in your network (default: this computer)",
    )  # fmt: skip
    command.add_argument("--port", type=int, default=8080, metavar="N", help="default: 8080")
    command.add_argument("--open", action="store_true", help="open the page in a browser")
    _add_config(command)


def _run(commands: Commands) -> None:
    command = _command(
        commands, "run", "run", "drive the real panel, or play a script on a headless one"
    )
    command.add_argument(
        "--script", metavar="FILE", help="lines like 'press roll' (docs/scripts.md)"
    )
    command.add_argument(
        "--safe", action="store_true", help="safe mode, as after several crashes: without any game"
    )
    _add_simulate(command)
    _add_config(command)


def _doctor(commands: Commands) -> None:
    command = _command(
        commands, "doctor", "doctor", "look whether everything works, here and on the panel"
    )
    command.add_argument(
        "--report", metavar="FILE", help="write what was found, for a bug report; without names"
    )
    command.add_argument(
        "--no-panel", action="store_true", help="look only at what can be seen without the panel"
    )
    command.add_argument(
        "--recover", action="store_true",
        help="take what can be read of damaged databases into the one in use",
    )  # fmt: skip
    _add_simulate(command)
    _add_config(command)


def _config(commands: Commands) -> None:
    command = _command(
        commands, "config", "config", "show the panel's settings, check them, or begin a file"
    )
    command.add_argument(
        "action", choices=("show", "check", "wiring", "init"),
        help="all settings as they hold, and the currents; what is wrong with the file; "
        "what is wired to which pin; write a file to start from",
    )  # fmt: skip
    command.add_argument("--svg", action="store_true", help="with wiring: a drawing (SVG)")
    _add_config(command)


def _box(commands: Commands) -> None:
    command = _command(
        commands, "box", "box", "try the seat box: presses, lamps, errors; put its program on it"
    )
    command.add_argument(
        "action", nargs="?", choices=("flash",),
        help="put the firmware of this program on the board",
    )  # fmt: skip
    command.add_argument("--port", metavar="PORT", help="its serial port (default: it is found)")
    command.add_argument(
        "--pins", metavar="FILE", help="with flash: the board's wiring, a config.py of its own"
    )
    command.add_argument(
        "--simulate", action="store_true",
        help="with a simulated box; lines like 'press seat2', 'box unplug' are its hands",
    )  # fmt: skip
    _add_config(command)


def _match(commands: Commands) -> None:
    command = _command(
        commands, "match", "match", "play one match by JSON Lines (docs/protocol.md)"
    )
    command.add_argument("game", nargs="?", metavar="GAME", help="a game of 'referee games'")
    command.add_argument("--jsonl", action="store_true", help="the JSON Lines protocol (default)")
    command.add_argument("--seats", type=int, metavar="N", help="number of players")
    command.add_argument("--names", metavar="A,B,...", help="the players' names, in seating order")
    _add_options(command)
    command.add_argument("--seed", help="seed of the device's dice (default: a new secret one)")
    command.add_argument(
        "--dice",
        choices=("device", "table"),
        help="who rolls: the device by itself, or the table, whose entries bring the values",
    )
    command.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="SEAT=NAME",
        help="a computer player for a seat: easy, good, random, cmd:PROGRAM",
    )
    command.add_argument(
        "--view", type=int, metavar="SEAT", help="send only what this seat may see"
    )
    command.add_argument("--save", action="store_true", help="keep the match in the database")
    command.add_argument("--resume", type=int, metavar="MATCH", help="go on with a kept match")


def _simulate(commands: Commands) -> None:
    command = _command(
        commands, "simulate", "simulate", "play many matches by bots and count what happened"
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", metavar="N", help="number of players, or 2-5: drawn for every match"
    )
    command.add_argument("--games", type=int, default=100, metavar="K", help="how many matches")
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes")
    command.add_argument("--seed", default="0", help="the same seed plays the same matches")
    command.add_argument("--first", type=int, default=0, metavar="I", help="number of the first")
    command.add_argument(
        "--players",
        default="random",
        metavar="A,B,...",
        help="random, rare, easy, good, cmd:PROGRAM: one for all seats, or one for each",
    )
    _add_options(command)
    command.add_argument(
        "--mix", action="store_true", help="draw options, and seats if not given, for every match"
    )
    command.add_argument(
        "--check", action="store_true", help="check the game's invariants after every entry"
    )


def _games(commands: Commands) -> None:
    command = _command(commands, "games", "games", "list the games with their seats and options")
    command.add_argument("game", nargs="?", metavar="GAME", help="only this one")


def _history(commands: Commands) -> None:
    command = _command(commands, "history", "history", "list the kept matches, or tell one of them")
    command.add_argument("match", nargs="?", type=int, metavar="MATCH", help="its number")


def _page(commands: Commands) -> None:
    command = _command(commands, "page", "page", "show a page of a kept match: the pad, the hands")
    command.add_argument("match", type=int, metavar="MATCH", help="its number in the history")
    command.add_argument("page", nargs="?", metavar="PAGE", help="its name (default: list them)")
    command.add_argument("--png", metavar="FILE", help="write it as a picture to print")


def _export(commands: Commands) -> None:
    command = _command(commands, "export", "export", "write a kept match as JSON Lines")
    command.add_argument("match", type=int, metavar="MATCH", help="its number in the history")


def _import(commands: Commands) -> None:
    command = _command(commands, "import", "import_", "check an exported match and keep it")
    command.add_argument("file", metavar="FILE", help="written by 'referee export'; - reads stdin")
    command.add_argument(
        "--first", type=int, metavar="N", help="keep only the first N entries of its journal"
    )


def _diagram(commands: Commands) -> None:
    command = _command(commands, "diagram", "diagram", "draw a game's flow as a Mermaid diagram")
    command.add_argument("game", metavar="GAME")
    _add_options(command)


def _new_game(commands: Commands) -> None:
    command = _command(
        commands, "new-game", "new_game", "begin a game of your own (docs/adding-a-game.md)"
    )
    command.add_argument("name", metavar="NAME", help="what it is called: liars-dice")
    command.add_argument(
        "--in", dest="folder", default=".", metavar="FOLDER",
        help="where its folder is made (default: here)",
    )  # fmt: skip


def _add_simulate(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--simulate", nargs="*", metavar="FAULT",
        help="on simulated electrics, with faults such as no-display (docs/trouble.md)",
    )  # fmt: skip


def _add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--config",
        metavar="FILE",
        help="the panel's settings (default: referee.toml in the usual place)",
    )


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--options", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help=_OPTIONS
    )
