"""``python -m tests.evenings.planted [FAULT ...] [--evenings N]``: are faults found that are known?

Each fault is put into the program, and evenings are played until one fails that does not fail
without it. Ends with 1 if a fault is not found. What is found stays in build/planted.json, from
which `tests.figures` writes the table of docs/tested.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, Final
from unittest import mock

from hal.interfaces import Lamp
from referee.doors import protocol
from referee.games.knight_rider import GAME, journey
from referee.kernel.ask import Ask, Entry, OneOf
from referee.kernel.fold import Supply
from referee.kernel.game import Game
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.store import MatchJournal
from referee.table import catalogue, errands, lamps, play, speaking
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk
from referee.table.modes import result, telling
from referee.table.modes.play import Computers
from referee.table.pixels.lines import Columns
from referee.table.program import TableProgram
from referee.table.screen import NOTHING
from referee.table.session import Session
from referee.web import playing, record, seats, views
from referee.web.chronicle import Chronicle
from referee.web.client import Client
from referee.web.doorkeeper import Doorkeeper
from referee.web.hub import Hub
from referee.web.playing import Playing
from referee.web.room import Room
from referee.web.seats import Denied, Seats
from tests.evenings.evening import SCRIPTED, drawn, fault
from tests.evenings.pages import Page, spent
from tests.own import ROOT

REPORT: Final = ROOT / "build" / "planted.json"
STATIC: Final = ROOT / "referee" / "web" / "static"

#: Makes of what the program does what it does with the fault.
Change = Callable[[Any], Any]

#: What is wrong together: where something stands, its name, what becomes of it.
Fault = tuple[tuple[Any, str, Change], ...]


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


def _done_and_refused(real: Any) -> Any:
    def refuse(*args: Any) -> Any:
        real(*args)
        raise Denied("web.no-undo")

    return refuse


def _done(real: Any) -> Any:
    return lambda *_: {"type": "done"}


def _next_title(real: Any) -> Any:
    """The title of whoever sits on the next seat."""

    def title(session: Session, seats: Any, **named: Any) -> Any:
        count = session.match.header.seats
        return real(session, [seat % count + 1 for seat in seats], **named)

    return title


def _next_headline(real: Any) -> Any:
    def headline(words: Catalogue, result: Any) -> Any:
        others = tuple(seat % len(words.names) + 1 for seat in result.winners)
        return real(words, replace(result, winners=others))

    return headline


def _one_more(real: Any) -> Any:
    """All scores are higher by one."""

    def places(*args: Any) -> Any:
        made = real(*args)
        return [replace(p, score=f"{int(p.score) + 1}") if p.score.isdigit() else p for p in made]

    return places


def _first_scene(real: Any) -> Any:
    """A scene that is kept for too long."""

    def scene(self: Chronicle, match: Match, seat: int | None) -> Any:
        kept = self.__dict__.setdefault("kept", {})
        return kept.setdefault(
            (match.commitment, match.written // 4, seat), real(self, match, seat)
        )

    return scene


def _with_other_winner(real: Any) -> Any:
    def table(match: Match, *args: Any) -> Any:
        made = real(match, *args)
        for ended in filter(None, [made["result"]]):
            ended["winners"] = [seat % match.header.seats + 1 for seat in ended["winners"]]
        return made

    return table


def _no_tables(real: Any) -> Any:
    """A screen with a table, as the end is, is not for ears."""

    def speech(content: speaking.ScreenContent) -> speaking.Speech:
        table = any(isinstance(line, Columns) for line in content.lines)
        return speaking.Speech() if table else real(content)

    return speech


def _panels_language(real: Any) -> Any:
    """A page is shown the match as the panel speaks, whatever its own language is."""
    return lambda hub, match, told, seat, language: real(
        hub, match, told, seat, hub._program.language
    )


def _bare(real: Any) -> Any:
    return lambda *args: replace(real(*args), control=NOTHING)


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


def _nameless_values(real: Any) -> Any:
    def form(*args: Any, **named: Any) -> Any:
        made = real(*args, **named)
        for option in made["choose"]["options"]:
            for field in option["fields"].values():
                field |= {"labels": [""] * len(field["labels"])} if "labels" in field else {}
            option["label"] = ""
        return made

    return form


def _next_name(real: Any) -> Any:
    def dice(match: Match) -> Any:
        thrown, roller, entry = real(match)
        return thrown, roller and roller % match.header.seats + 1, entry

    return dice


def _for_all_eyes(real: Any) -> Any:
    return lambda *args, **named: real(*args, **named | {"eyes": True})


def _turned(real: Any) -> Any:
    def rematch(desk: Desk, match: Match) -> Any:
        header = match.header
        names = [*header.names[1:], header.names[0]]
        return desk.begin(match.game, names, dict(header.options), None, header.players)

    return rematch


def _other_winner(real: Any) -> Any:
    def result(match: Match, *args: Any) -> Any:
        shown = real(match, *args)
        if shown is None:
            return None
        return shown | {"winners": [seat % match.header.seats + 1 for seat in shown["winners"]]}

    return result


def _first_seat(self: Seats, client: Client, match: Match | None) -> int | None:
    """As it was on a page: the seat that it was given first."""
    seat = client.granted.seat
    return seat if match is not None and (seat or 0) <= match.header.seats else None


def _still_legal(self: Supply, line: Line) -> bool:
    """As it was: whatever is offered stands, whoever has told it."""
    self._fold.judge(line)
    return True


def _any_side(real: Any) -> Any:
    """As it was: the box offered both turns of a trip, and knew by itself which one is true."""

    def told(p: Any, verb: str) -> Any:
        option = real(p, verb)
        if verb != "turn":
            return option
        (side,) = option.fields["side"].values
        other = {"left": "right", "right": "left"}[side]
        return replace(option, fields={"side": OneOf((side, other))})

    return told


def _first_told(position: Any, ask: Ask) -> Entry:
    """What is true stands first."""
    option = ask.options[0]
    return Entry(ask.seats[0], option.verb, option.sample(lambda count: 0))


def _in_module(file: str, *, now: str, then: str) -> Fault:
    """A fault of the pages' own program."""

    def change(real: Any) -> Any:
        assert now in (STATIC / file).read_text("utf-8"), f"{file} has no {now}"
        return [(file, now, then)]

    return ((Page, "planted", change),)


def _without_the_red_car(real: Any) -> Any:
    """As it was: these clauses had no sentence for matches in which it is no car."""
    clauses = ("KR-MOV-9", "KR-KIT-8")
    return lambda sentences: {k: v for k, v in real(sentences).items() if v.clause not in clauses}


PLANTED: Final[Mapping[str, Fault]] = {
    "a seat is given twice": ((seats, "judge", _nothing),),
    "everybody gets the first seat's page": ((Room, "seat", lambda real: lambda *_: 1),),
    "a page misses every third change": ((Hub, "_show_table", _now_and_then(3)),),
    "a page is kept when it has gone": ((Hub, "part", _nothing),),
    "a token is forgotten": ((Doorkeeper, "find", _nothing),),
    "a page that is asked gets no options": ((views, "form", _optionless),),
    "nobody has won, on pages": ((views, "_result", _nameless),),
    "the seed is on the pages": ((Hub, "_table", _with(seed=lambda match: match.header.seed)),),
    "a hand is on all pages": ((Hub, "_table", _with(hand=lambda match: match.view(1))),),
    "the last answer is on all pages": (
        (Hub, "_table", _with(last=lambda match: [str(line.entry) for line in match.lines[-1:]])),
    ),
    "undo is offered and refused": ((Playing, "_undo", _refused),),
    "an undo is refused, and done": ((Playing, "_undo", _done_and_refused),),
    "once more does nothing": ((Playing, "_rematch", _done),),
    "an answer is done, and is not": ((TableProgram, "answer", _now_and_then(10)),),
    "a line is not kept": ((MatchJournal, "append", _now_and_then(20)),),
    "the match is not there after a cut": ((errands, "come_back", _nothing),),
    "computers stop": ((Computers, "next", _nothing),),
    "what goes by itself stands for too long": ((telling, "LEAST", lambda real: 12.0),),
    "the panel asks and offers nothing": ((play, "_turn", _bare),),
    "the panel names the next player": ((Session, "title", _next_title),),
    "the panel's winner is another one": ((result, "headline", _next_headline),),
    "a score on the panel is another one": ((result, "places", _one_more),),
    "a score on pages is another one": ((views, "places", _one_more),),
    "a page draws what was there before": ((Chronicle, "scene", _first_scene),),
    "a lamp stays dark": ((lamps, "DECIDES", lambda real: Lamp()),),
    "the end is not said": ((speaking, "_speech", _no_tables),),
    "the record has another winner": ((record, "table", _with_other_winner),),
    "a program is told that nobody is asked": (
        (protocol.Session, "_asked", lambda real: lambda self: real(self) | {"asks": []}),
    ),
    "a page speaks the panel's language": ((Hub, "_table", _panels_language),),
    "signs are said": ((speaking, "_SIGNS", lambda real: {}),),
    "an answer that is asked again is taken again": (
        (views, "ask_id", lambda real: lambda *_: "moment"),
        (playing, "ask_id", lambda real: lambda *_: "moment"),
    ),
    "the dice stand under the next name": ((views, "_dice", _next_name),),
    "pages miss what was announced": ((Chronicle, "rulings", lambda real: lambda *_: []),),
    "a ruling is told by its key": (
        (Catalogue, "ruling", lambda real: lambda self, ruling: ruling.key),
    ),
    "all options are on all pages": ((views, "form", _for_all_eyes),),
    "once more seats others": ((Desk, "rematch", _turned),),
    "the wrong one has won, on pages": ((views, "_result", _other_winner),),
}  # fmt: skip

#: What only the pages' own program shows; phones run it then.
ON_PAGES: Final[Mapping[str, Fault]] = {
    "what can be chosen has no name on pages": ((views, "form", _nameless_values),),
    "a page gets no scene": ((Hub, "_table", _with(scene=lambda match: None)),),
    "the focus is lost": _in_module("calling.js", now="question.focus(", then="void ("),
    "an error stays": _in_module("asking.js", now='tell("");', then=""),
    "a page leaves its question out now and then": _in_module(
        "seat.js", now="ask ? html`<h2", then="ask && state.seq % 5 ? html`<h2"
    ),
}

#: Where parts met and failed, before somebody looked there; each was mended and is put back.
SEAMS: Final[Mapping[str, Fault]] = {
    "what is told waits at the box, where pages do not see it": (
        (telling, "_passes", lambda real: lambda *_: False),
        (errands, "told", lambda real: lambda *_: None),
    ),
    "a page keeps its seat in a match of others": ((Seats, "of", lambda real: _first_seat),),
    "what the box has told stands after a correction": (
        (Supply, "fits", lambda real: _still_legal),
        (journey, "_telling", _any_side),
        (GAME, "report", lambda real: _first_told),
    ),
    "HELP does not say what is refused under a pair of options": (
        (catalogue, "variants", _without_the_red_car),
    ),
    "a page is told that it is kept, and the disk is full": ((errands, "_raise", _nothing),),
}
ALL: Final[Mapping[str, Fault]] = {**SEAMS, **PLANTED, **ON_PAGES}


def found(name: str, seed: str, most: int) -> tuple[int, str]:
    """In which evening the fault shows (0: in none of them), and as what."""
    for number in range(1, most + 1):
        scripted = 1.0 if name in ON_PAGES else SCRIPTED
        evening = drawn(f"{seed} {number}", scripted=scripted)
        with planted(name):
            told = fault(evening)
        if told and _without(f"{seed} {number}", scripted) != told:
            return number, told
    return 0, ""


@cache
def _without(seed: str, scripted: float) -> str:
    """What is wrong with an evening as the program is."""
    return fault(drawn(seed, scripted=scripted))


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The program with this fault."""
    with ExitStack() as stack:
        catalogue._whole.cache_clear()
        stack.callback(catalogue._whole.cache_clear)
        for target, attribute, change in ALL[name]:
            real = getattr(target, attribute)
            if isinstance(target, Game):  # which is frozen
                object.__setattr__(target, attribute, change(real))
                stack.callback(object.__setattr__, target, attribute, real)
            else:
                stack.enter_context(mock.patch.object(target, attribute, change(real)))
        yield


def tried(name: str, seed: str, most: int) -> dict[str, Any]:
    """What came of looking for one fault, for the report."""
    began = spent()
    number, told = found(name, seed, most)
    took = spent() - began
    said = told.splitlines()[0][:120] if told else ""
    return {"fault": name, "seam": name in SEAMS, "evening": number, "told": said, "cpu": took}


def kept(row: dict[str, Any]) -> None:
    """Put what came of one fault into the report."""
    rows = json.loads(REPORT.read_text("utf-8")) if REPORT.exists() else {}
    rows = {name: old for name, old in rows.items() if name in ALL} | {row["fault"]: row}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="planted", description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="default: all")
    parser.add_argument("--evenings", type=int, default=300, metavar="N", help="at most; 300")
    parser.add_argument("--seed", default="planted")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: one a core")
    asked = parser.parse_args()
    names, missed = asked.faults or list(ALL), 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        trying = [pool.submit(tried, name, asked.seed, asked.evenings) for name in names]
        for done, future in enumerate(as_completed(trying), 1):
            row = future.result()
            number, name = row["evening"], row["fault"]
            missed += not number
            what = f"evening {number}: {row['told']}" if number else "NOT found"
            print(f"{done} of {len(names)}: {name}: {what}", flush=True)
            kept(row | {"most": asked.evenings})
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
