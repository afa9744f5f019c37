"""``python -m tests.evenings.planted [FAULT ...] [--evenings N]``: are faults found that are known?

Each fault is put into the program, and evenings are played until one fails that does not fail
without it. Ends with 1 if a fault is not found.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final
from unittest import mock

from referee.kernel.store import MatchJournal
from referee.table import errands, speaking
from referee.table.computers import Computers
from referee.table.program import TableProgram
from referee.web import views
from referee.web.doorkeeper import Doorkeeper
from referee.web.hub import Hub
from referee.web.playing import Playing
from referee.web.room import Room
from referee.web.seats import Denied, Seats
from tests.evenings.evening import drawn, fault

#: Makes of what the program does what it does with the fault.
Change = Callable[[Any], Any]


def _nothing(real: Any) -> Any:
    return lambda *_: None


def _now_and_then(count: int) -> Change:
    """Every so manieth time it does not happen."""

    def change(real: Any) -> Any:
        numbers = itertools.count(1)
        return lambda *args: real(*args) if next(numbers) % count else None

    return change


def _refused(real: Any) -> Any:
    def refuse(*_: object) -> Any:
        raise Denied("web.no-undo")

    return refuse


def _done(real: Any) -> Any:
    return lambda *_: {"type": "done"}


def _with(**more: Callable[[Any], object]) -> Change:
    """A page's state has more, or something else, in it; of the match."""

    def change(real: Any) -> Any:
        def table(hub: Hub, match: Any, *args: Any) -> dict[str, Any]:
            shown: dict[str, Any] = real(hub, match, *args)
            return shown if match is None else shown | {k: make(match) for k, make in more.items()}

        return table

    return change


def _nameless(real: Any) -> Any:
    return lambda *args: (found := real(*args)) and found | {"head": ""}


def _optionless(real: Any) -> Any:
    return lambda *args, **named: real(*args, **named) | {"choose": {"options": []}}


PLANTED: Final[Mapping[str, tuple[Any, str, Change]]] = {
    "a seat is given twice": (Seats, "_judge", _nothing),
    "everybody gets the first seat's page": (Room, "seat", lambda real: lambda *_: 1),
    "a page misses every third change": (Hub, "_show_table", _now_and_then(3)),
    "a page is kept when it has gone": (Hub, "part", _nothing),
    "a token is forgotten": (Doorkeeper, "find", _nothing),
    "a page that is asked gets no options": (views, "form", _optionless),
    "nobody has won, on pages": (views, "_result", _nameless),
    "the seed is on the pages": (Hub, "_table", _with(seed=lambda match: match.header.seed)),
    "a hand is on all pages": (Hub, "_table", _with(hand=lambda match: match.view(1))),
    "the last answer is on all pages": (
        Hub, "_table", _with(last=lambda match: [str(line.entry) for line in match.lines[-1:]])
    ),
    "undo is offered and refused": (Playing, "_undo", _refused),
    "once more does nothing": (Playing, "_rematch", _done),
    "an answer is done, and is not": (TableProgram, "answer", _now_and_then(10)),
    "a line is not kept": (MatchJournal, "append", _now_and_then(20)),
    "the match is not there after a cut": (errands, "come_back", _nothing),
    "computers stop": (Computers, "next", _nothing),
    "signs are said": (speaking, "_SIGNS", lambda real: {}),
}  # fmt: skip


def found(name: str, seed: str, most: int) -> tuple[int, str]:
    """In which evening the fault shows (0: in none of them), and as what."""
    target, attribute, change = PLANTED[name]
    for number in range(1, most + 1):
        evening = drawn(f"{seed} {number}")
        with mock.patch.object(target, attribute, change(getattr(target, attribute))):
            told = fault(evening)
        if told and fault(evening) != told:
            return number, told
    return 0, ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="planted", description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="default: all")
    parser.add_argument("--evenings", type=int, default=300, metavar="N", help="at most; 300")
    parser.add_argument("--seed", default="planted")
    asked = parser.parse_args()
    missed = 0
    for name in asked.faults or PLANTED:
        number, told = found(name, asked.seed, asked.evenings)
        missed += not number
        what = told.splitlines()[0][:120] if told else ""
        print(f"{name}: {f'evening {number}: {what}' if number else 'NOT found'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
