"""The command line in the user's language: help and errors from the catalogue, argparse's own too.

A command is declared by its flags alone; what they are for stands in the catalogue under
``usage.COMMAND.FLAG``, or under ``usage.any.FLAG`` where it is the same for several commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from referee.doors.words import Words, spoken_language
from referee.table.catalogue import LANGUAGES

#: What stands for the name of a file in the help.
FILES: Final = ("FILE", "FOLDER", "PORT", "STUDY")

Parsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

#: What argparse says of itself, and where the catalogue says it. Its gaps are those of ``%``.
_OWN: Final = {
    "usage: ": "usage",
    "positional arguments": "positional",
    "options": "options",
    "show this help message and exit": "help",
    "%(prog)s: error: %(message)s\n": "error",
    "argument %(argument_name)s: %(message)s": "argument",
    "the following arguments are required: %s": "required",
    "unrecognized arguments: %s": "unknown",
    "ambiguous option: %(option)s could match %(matches)s": "ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "choice",
    "invalid %(type)s value: %(value)r": "value",
    "expected one argument": "one",
    "expected at most one argument": "at-most-one",
    "expected at least one argument": "at-least-one",
    "ignored explicit argument %r": "explicit",
}


def speak(words: Words) -> None:
    """Let argparse speak the language of these words, from now on."""
    said = {own: words(f"argparse.{key}") for own, key in _OWN.items()}
    said["%(prog)s: error: %(message)s\n"] += "\n"
    said["usage: "] += " "
    # argparse asks gettext through this name; there is no other way to hand it a catalogue.
    vars(argparse)["_"] = lambda message: said.get(message, message)


def asked_language(argv: Sequence[str]) -> str | None:
    """The language after ``--lang``, before anything is parsed: errors are said in it as well."""
    for flag, value in zip(argv, [*argv[1:], ""], strict=False):
        name, _, joined = flag.partition("=")
        if name == "--lang" and (joined or value) in LANGUAGES:
            return joined or value
    return None


def language(argv: Sequence[str]) -> str:
    """What this user is spoken to in: as asked, else the language of this machine."""
    return asked_language(argv) or spoken_language()


class Command:
    """A command being declared. ``add`` takes what ``add_argument`` takes, but for the help."""

    def __init__(self, parsers: Parsers, words: Words, name: str, door: str) -> None:
        self._words = words
        self._name = name
        text = words(f"usage.{name}.what")
        sentence = f"{text[0].upper()}{text[1:]}."
        self._parser = parsers.add_parser(name, help=text, description=sentence)
        self.add("--lang", choices=LANGUAGES)
        self._parser.set_defaults(door=f"referee.doors.{door}")

    def add(self, flag: str, **how: Any) -> None:
        """Declare a flag or an argument. Raises KeyError where the catalogue lacks its help.

        What it takes is text, if it is no file: a file may have any name.
        """
        if not {"type", "choices"} & how.keys() and how.get("metavar") not in (None, *FILES):
            how["type"] = self._text
        key = flag.removeprefix("--")
        found = self._words.spare(f"usage.{self._name}.{key}") or self._words(f"usage.any.{key}")
        self._parser.add_argument(flag, help=found, **how)

    def _text(self, word: str) -> str:
        """A word of the command line that is text in the user's encoding."""
        try:
            word.encode()
        except UnicodeEncodeError:
            raise argparse.ArgumentTypeError(self._words("argparse.encoding")) from None
        return word

    def options(self) -> None:
        self.add("--options", nargs="+", action="extend", default=[], metavar="KEY=VALUE")
