"""An adversary who has the code: he asks for all that the schema knows, in any order, right and
wrong, beside a match that goes on in two worlds which differ in nothing but one seat's secret.

``python -m tests.web.adversary --minutes 30`` goes on with fresh seeds for so much CPU time; with
``--wire`` he comes as phones do, by the pages' own process and its Unix socket.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from referee.authority import DEEDS
from referee.kernel.ask import Entry
from referee.kernel.fold import Fold
from referee.kernel.game import find_game
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.testing import play_out
from referee.testing.worlds import Twin, twins, worlds_of
from tests.web import Page, Table
from tests.web.wire import Gone, Wire, WireTable, two_wires

SCHEMA: Final = json.loads(
    (Path(__file__).parents[2] / "docs/protocol.schema.json").read_text("utf-8")
)
FIELDS: Final = SCHEMA["$defs"]["page-input"]["properties"]

GAME: Final = "fette-autos"

#: Hidden hands, with and without cards that are chosen in secret for the grid: seats, options.
MATCHES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "grid": (4, {"cards": "device", "dice": "device", "hide": True, "grid": True}),
    "plain": (3, {"cards": "device", "dice": "device", "hide": True}),
}

#: Where the adversary sits, with as many pages as he likes, and where friends do.
THERE, FRIENDS = ("192.168.1.66", "192.168.1.67"), "192.168.1.7"

#: What he sends for a field, whatever it should be.
WRONG: Final = (
    None, True, -1, 0, 2, 10**30, 1.5, "", "2", "x" * 300, "\u202e\x1b[2J\x00", [], [2], {},
    {"seat": 2},
)  # fmt: skip

#: Requests between two answers of the match; pages that he opens at most.
BETWEEN: Final = 8
PAGES: Final = 6


#: By which pages' process he comes to each of the two worlds; without one, to the hub itself.
Wires = tuple[Wire | None, Wire | None]


class Broken(AssertionError):
    """What must not happen."""


def request(draw: random.Random, code: Callable[[], str], verbs: Sequence[str]) -> dict[str, Any]:
    """Anything that a page may send. Most fields fit their names, or nothing would come of it."""
    if draw.random() < 0.75:
        asked: dict[str, Any] = {"do": draw.choice([*FIELDS["do"]["enum"], "claim", "record"])}
        if asked["do"] == "code" and draw.random() < 0.5:  # else he is locked out all the time
            return asked | {"code": code()}
    else:
        asked = {"verb": draw.choice([*verbs, "state", "undo", "help", "match", "correct", "quit"])}
    due = FIT.get(str(asked.get("do", asked.get("verb"))), ("seat", "args", "ask"))
    for name in FIELDS:
        if name in asked or name == "n":
            continue
        chance = 0.8 if name in due else 0.05
        if draw.random() < chance:
            asked[name] = fitting(draw, name) if draw.random() < 0.8 else draw.choice(WRONG)
    return asked


#: Which fields belong to what is asked for.
FIT: Final[dict[str, tuple[str, ...]]] = {
    "hello": ("token", "page", "language", "frames"),
    "code": ("code",), "claim": ("seat",), "language": ("language",),
    "press": ("button", "gesture"), "choose": ("choice", "moment"),
    "read": ("told",), "rematch": ("seq",), "record": ("match", "step"), "export": ("match",),
    "begin": ("game", "names", "players", "options", "playing"), "resume": ("match",),
    "settings": ("set",), "import": ("part", "first", "last"), "undo": ("seq",),
    "help": ("clause",), "state": (), "ping": (), "leave": (), "matches": (), "setup": (),
    "care": (), "invite": (),
}  # fmt: skip


def fitting(draw: random.Random, name: str) -> Any:
    """A value as this field wants one."""
    values: dict[str, Sequence[Any]] = {
        "seat": (1, 2, 3, 4), "match": (1, 1, 1, 2), "step": (0, 5, 50, 999), "seq": (0, 10, 60),
        "told": (0, 1, 2, 3), "language": ("de", "en"), "frames": (True, False),
        "page": ("a", "b"), "code": ("AAAAA", "WRONG"), "clause": ("KNI-RND-1", "FAP-HIDE-3"),
        "button": ("ok", "roll", "back", "seat2"), "gesture": ("tap", "hold"),
        "game": (GAME, "knister"), "names": (["A", "B"],), "players": (["", "easy"],),
        "options": ({}, {"hide": False}), "playing": (1, None), "set": ({}, {"language": "en"}),
        "part": ("{}", "{\"type\": \"match\"}"), "first": (True, False), "last": (True, False),
        "token": ("token 1", "token 2", "guessed"), "ask": ("0123456789ab",),
        "args": ({}, {"seat": 2}, {"cell": 3}, {"card": "1"}), "do": ("state",), "verb": ("state",),
    }  # fmt: skip
    return draw.choice(values.get(name, WRONG))


class World:
    """One of the two: a table with a friend who has the secret, and the adversary's pages.

    ``panel``: the friend plays at the panel, and has done so already; else on a phone. ``own``: the
    seat that the panel has given to the adversary, if any.
    """

    def __init__(
        self, match: Match, lines: Sequence[Line], secret: int, folder: Path, wire: Wire | None, *,
        panel: bool, own: int | None,
    ) -> None:  # fmt: skip
        store = Store(folder / "matches.sqlite", lambda: 1.7e9)
        header, fold = match.header, Fold(match.game, match.header, match.setup.components)
        kept = []
        for line in lines:
            fold.apply(line)
            kept.append((line, fold.digest))
        self.match = Match.resume(store, store.begin(header, kept).id)
        names = [str(n) for n in range(header.seats)]
        self.table = (
            Table(header.game, names, store=store)
            if wire is None
            else WireTable(wire, header.game, names, store=store)
        )
        self.table.program.show(self.match)
        tokens = itertools.count()
        self.table.doorkeeper.token = lambda: hashlib.sha256(b"%d" % next(tokens)).hexdigest()
        self.secret = secret
        self.friend = None if panel else self.table.seat(secret, FRIENDS)
        self.pages = [self.table.guest(address) for address in THERE]
        if own is not None:
            self.pages[0].ask(do="code", code=self.table.hub.seats.code(self.match, own))

    def close(self) -> None:
        if isinstance(self.table, WireTable):
            self.table.close()

    def code(self) -> str:
        return self.table.doorkeeper.code(self.table.panel.clock.now())

    def attack(self, number: int, asked: dict[str, Any]) -> bool:
        """Send it; whether the match went on by it."""
        before = self.match.lines
        if asked.get("do") == "hello" and len(self.pages) < PAGES:
            self.pages.append(self.table.page(THERE[number % 2], **asked))
        else:
            self.pages[number % len(self.pages)].ask(**asked)
        self.check()
        return self.match.lines != before

    def go_on(self, entry: Entry) -> None:
        """The next answer of the match; if it is the friend's, by his page, if he has one."""
        before = len(self.match.lines)
        if self.friend is None or entry.seat != self.secret:
            self.table.program.answer(entry)
            self.table.panel.run(0.0)
        elif self.friend.ask(verb=entry.verb, args=dict(entry.args))["type"] != "done":
            raise Broken(f"{entry} of a friend is refused")
        if len(self.match.lines) == before:
            raise Broken(f"{entry} is acknowledged and not there")

    def check(self) -> None:
        """Nobody is put out, and nobody sees two hands."""
        if self.friend is not None and self.friend.state["view"] != self.secret:
            raise Broken("a friend has lost his seat")
        for page in self.pages:
            shown = [sent["view"] for sent in page.sent if sent.get("view")]
            if self.secret in (*shown, page.client.granted.seat):
                raise Broken("the adversary has the seat of a friend")

    def said(self) -> list[str]:
        """What all the adversary's pages got since the last time."""
        return [json.dumps(sent) for page in self.pages for sent in take(page)]


def take(page: Page) -> list[dict[str, Any]]:
    fresh, page.sent = page.sent, []
    return fresh


def evening(
    kind: str, seed: str, folder: Path, between: int = BETWEEN, wires: Wires = (None, None)
) -> Counter[str]:
    """One whole match; beside each kind of its secrets the adversary. Returns what he was told, by
    key or type. Raises `Broken`."""
    draw = random.Random(f"{kind} {seed}")
    seats, options = MATCHES[kind]
    match = Match.new(find_game(GAME), seats, options, seed)
    play_out(match, seed)
    told: Counter[str] = Counter()
    for number, twin in enumerate(twins(match, draw, 1)):
        told += beside(match, twin, draw, folder / str(number), between, wires)
    return told


def beside(
    match: Match, twin: Twin, draw: random.Random, folder: Path, between: int, wires: Wires
) -> Counter[str]:
    """The adversary beside one secret, for as long as it is one."""
    lines = [logged.line for logged in match.log]
    hidden = max((worlds.shared for worlds in worlds_of(match, twin)), default=-1)
    later = range(twin.number + 1, len(lines))
    people = [n for n in later if not (lines[n].device or lines[n].auto)]
    if not people or people[0] - twin.number - 1 > hidden or len(twin.ask.seats) != 1:
        return Counter()
    start = people[0]
    other = [*lines[:start]]
    other[twin.number] = replace(lines[twin.number], entry=twin.other)
    secret = twin.ask.seats[0]
    panel = any(map(partial(answers, secret), lines[:start])) and draw.random() < 0.5
    own = draw.choice([None, *(n for n in range(1, match.header.seats + 1) if n != secret)])
    told: Counter[str] = Counter()
    with ExitStack() as stack, suppress(Gone):  # a page of his that said too late who it is
        pair = []
        for name, part, wire in (("one", lines[:start], wires[0]), ("other", other, wires[1])):
            (folder / name).mkdir(parents=True)
            pair.append(World(match, part, secret, folder / name, wire, panel=panel, own=own))
            stack.callback(pair[-1].close)
        for said in attacked(pair, twin, draw, lines, people, twin.number + hidden, between):
            told += said
    return told


def answers(seat: int, line: Line) -> bool:
    """Whether with this line somebody has answered for this seat what only it may know."""
    return line.secret and not line.auto and line.entry is not None and line.entry.seat == seat


def attacked(
    pair: Sequence[World], twin: Twin, draw: random.Random, lines: Sequence[Line],
    people: Sequence[int], last: int, between: int,
) -> Iterator[Counter[str]]:  # fmt: skip
    """The match goes on by these entries of ``people``; until ``last`` the secret is one."""
    for at, after in pairwise([*people, len(lines)]):
        for _ in range(between):
            asked = request(draw, pair[0].code, [lines[at].entry.verb])  # type: ignore[union-attr]
            page = draw.randrange(1000)
            moved = [world.attack(page, asked) for world in pair]
            if any(moved):  # he plays himself: what he turns up is his to see
                return
            yield compared(pair, twin, asked)
        if after - 1 > last:
            return
        entry = lines[at].entry
        assert entry is not None
        for world in pair:
            world.go_on(entry)
        if any(list(world.match.lines[at:]) != lines[at:after] for world in pair):
            return  # the box has drawn something else
        yield compared(pair, twin, {})


def compared(pair: Sequence[World], twin: Twin, asked: dict[str, Any]) -> Counter[str]:
    one, other = (world.said() for world in pair)
    if one != other:
        differs = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), ("", ""))
        at = next((n for n, (a, b) in enumerate(zip(*differs, strict=False)) if a != b), 0)
        near = [text[max(0, at - 60) : at + 60] for text in differs]
        raise Broken(f"after {asked} the adversary can tell {twin}: {near}")
    return Counter(key(json.loads(text)) for text in one)


def key(sent: dict[str, Any]) -> str:
    return str(sent.get("key") or sent["type"])


def main() -> None:
    """For so many minutes of CPU time, with its progress."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.adversary", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="of CPU time")
    parser.add_argument("--seed", default="", help="begin with this seed")
    parser.add_argument("--wire", action="store_true", help="by the pages' own process")
    given = parser.parse_args()
    with two_wires() if given.wire else nullcontext((None, None)) as wires:
        told = evenings(given.minutes, given.seed, wires)
    for name, count in told.most_common():
        print(f"{count:8} {name}")
    never = sorted(set(DEEDS) - {name for name in FIT} - {"answer"})
    print("never asked for:", ", ".join(never) or "nothing")


def evenings(minutes: float, seed: str, wires: Wires) -> Counter[str]:
    told: Counter[str] = Counter()
    for number in itertools.count():
        for kind in MATCHES:
            with tempfile.TemporaryDirectory() as folder:
                told += evening(kind, f"{seed}{number}", Path(folder), wires=wires)
        spent = time.process_time() / 60
        print(f"\r{number + 1} evenings a kind, {told.total()} messages, {spent:.1f} min", end="")
        if spent >= minutes:
            break
    print()
    return told


if __name__ == "__main__":
    main()
