"""What a panel shows, says and keeps while whole matches are played, as data that can be compared.

``python -m tests.frames record FILE`` plays matches of all games from seeds, in virtual time:
presses that make sense and presses that make none, answers from pages, undo, HELP, menus, other
languages. After each of them it notes the picture, its words, what is said aloud, the lamps, what
a pointer means, what a page is told and the lines of the match. ``compare FILE`` does the same
things again and tells the first difference of each match, the old screen beside the new one: who
rebuilds the table without changing what anybody sees compares with the commit before.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import gzip
import hashlib
import json
import logging
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

from PIL import Image

from hal.interfaces import SIZE, Gesture, Press
from referee.kernel.ask import Ask, Entry
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, find_game
from referee.kernel.match import Match
from referee.kernel.players import levels, random_bot
from referee.kernel.store import Store
from referee.table import errands
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import Level, Speaker
from referee.web.views import table
from sim.art import half_blocks
from tests.hidden import GAME as HIDDEN
from tests.own import OWN

#: Where the samples seem to be installed.
TESTS: Final = Path(__file__).parent

#: The samples show what our games do not: secret hands, all widgets, every kind of field.
GAMES: Final = (*OWN, HIDDEN.name, *OWN, "shapes", *OWN, "toy")
NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fatma", "Gero", "Hugo")

#: Things done in each match, and the first of so many matches that is set up by presses alone.
STEPS: Final = 110
FROM_HOME: Final = 9

BUTTONS: Final = (*("ok",) * 9, *("roll",) * 6, *("down",) * 4, "up", "up", "back")
WAITS: Final = (0.05, 0.05, 0.3, 0.3, 0.3, 1.0, 1.0, 3.0, 3.0, 8.0, 50.0, 200.0)

#: What was done: its name, and what with.
Deed = list[Any]
#: What was to be seen, heard and kept after it.
Seen = dict[str, Any]


# -- a table -------------------------------------------------------------------------------


class Watched:
    """A table at which one deed follows the other, and everything of it that is noted."""

    def __init__(self, start: Mapping[str, Any], store: Store | None) -> None:
        settings = Settings(start["language"], speech=Level(start["speech"]))
        self.program = TableProgram(
            store, lambda: start["seed"], defaults=settings, games=start["games"],
            appliance=Appliance(speaks=start["speaks"], keyboard=start["keyboard"]),
        )  # fmt: skip
        self._speaker, self._said = Speaker(), list[str]()
        self._now, self._told, self._page = 0.0, 0, 0
        if start["options"] is not None:
            match = Match.new(
                game_of(start["games"][0]), start["names"], start["options"], start["seed"],
                store=store, players=start["players"],
            )  # fmt: skip
            self.program.show(match)

    def do(self, deed: Deed) -> Seen:
        name, *args = deed
        self._said = []
        trouble = ""
        try:
            getattr(self, f"_{name}")(*args)
        except RefereeError as error:
            trouble = repr(error)
        self._listen()
        return self._seen() | ({"trouble": trouble} if trouble else {})

    # -- deeds -----------------------------------------------------------------------------

    def _press(self, button: str, gesture: str) -> None:
        self._now += 0.05
        self.program.press(Press(self._now, button, Gesture(gesture)))

    def _touch(self, x: int, y: int) -> None:
        for button in self.program.touched(x, y):
            self._press(button, "tap")

    def _wait(self, seconds: float) -> None:
        end = self._now + seconds
        due = self.program.tick(self._now)
        while due is not None and due <= end:
            self._now = max(due, self._now)
            self._listen()
            due = self.program.tick(self._now)
        self._now = end
        self.program.tick(end)

    def _answer(self, seat: int, verb: str, args: dict[str, Any]) -> None:
        self.program.answer(Entry(seat, verb, args))

    def _undo(self, seat: int | None) -> None:
        self.program.undo(seat)

    def _change(self, wanted: dict[str, Any]) -> None:
        self.program.errand(lambda desk: errands.change(desk, wanted))

    def _read(self, seat: int) -> None:
        told = errands.told(self.program.modes, seat)
        if told is not None:
            self.program.errand(lambda desk: errands.read(desk, told.number, seat))

    def _device(self, name: str, present: bool) -> None:
        self.program.device(name, present)

    # -- what is noted ---------------------------------------------------------------------

    def _listen(self) -> None:
        """What a speaker says now, and when it has waited for the screen to stand."""
        said = self._speaker.step(self._now, self.program.content)
        due = self._speaker.due()
        if said is None and due is not None and due <= self._now + 0.2:
            said = self._speaker.step(due, self.program.content)
        if said is not None:
            self._said.append(said)

    def _seen(self) -> Seen:
        program = self.program
        frame = program.frame()
        notes = frame.notes
        return {
            "words": program.screen_text(),
            "picture": base64.b64encode(frame.picture.tobytes()).decode(),
            "said": self._said,
            "lamps": {k: f"{v.pattern.value} {v.colour}" for k, v in sorted(frame.lamps.items())},
            "sound": [[note.hertz, note.seconds] for note in notes],
            "rest": self._rest(frame.contrast),
            "pointer": self._pointer(),
            **self._kept(),
        }

    def _rest(self, contrast: int) -> dict[str, Any]:
        program = self.program
        return {
            "contrast": contrast, "clipped": program.clipped, "scrolled": program.scrolled,
            "telling": program.telling, "passing": program.passing, "holds": program.holds,
            "spelling": program.spelling, "missing": sorted(program.missing),
        }  # fmt: skip

    def _pointer(self) -> str:
        across, down = range(3, SIZE[0], 12), range(3, SIZE[1], 9)
        touched = [self.program.touched(x, y) for x in across for y in down]
        ways = [self.program.steered(way) for way in ("left", "right", "up", "down")]
        return _digest([touched, ways])

    def _kept(self) -> dict[str, Any]:
        """The lines of the match, and what a page is told: another page's seat each time."""
        session = self.program.session
        if session is None:
            return {"lines": 0}
        match = session.match
        kept: dict[str, Any] = {"lines": len(match.lines), "digest": match.digest}
        kept["line"] = repr(match.lines[-1]) if match.lines else ""
        kept["log"] = _digest(self.program.chronicle()[-4:])
        self._page += 1
        seat = self._page % (match.header.seats + 1) or None

        def for_anybody(ask: Ask) -> bool:
            return errands.for_anybody(self.program.modes, ask)

        words = Catalogue.of(match, ("de", "en")[self._page % 2])
        state = table(match, words, seat, for_anybody=for_anybody)
        told = errands.told(self.program.modes, seat)
        text = told.said(session.catalogue) if told is not None else ""
        return {**kept, "page": _digest(state), "told": text}


def _digest(data: Any) -> str:
    written = json.dumps(data, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


# -- matches -------------------------------------------------------------------------------


def game_of(name: str) -> Game[Any]:
    """A game by its name; of the samples, one is not even installed."""
    return HIDDEN if name == HIDDEN.name else find_game(name)


def start_of(number: int) -> dict[str, Any]:
    """With what match ``number`` begins."""
    rng = random.Random(f"frames {number}")
    name = GAMES[number % len(GAMES)]
    game = game_of(name)
    seats = rng.randint(game.seats[0], min(game.seats[1], 5))
    speaks = rng.random() < 0.6
    start: dict[str, Any] = {
        "games": [name], "language": ("de", "en")[number // 5 % 2], "seed": f"seed {number}",
        "speech": rng.choice(["off", "turns", "everything", "everything"]),
        "speaks": speaks, "keyboard": rng.random() < 0.2, "store": rng.random() < 0.3,
        "names": list(NAMES[:seats]), "players": [], "options": None,
    }  # fmt: skip
    if number % FROM_HOME == FROM_HOME - 1 and name in OWN:
        return start | {"store": False}  # the menu tells in which folder
    if rng.random() < 0.2:
        start["names"] = ["" for _ in range(seats)]
    start["options"] = _options(game, seats, rng)
    if rng.random() < 0.4 and name in OWN and (known := levels(name)):
        level = rng.choice(["any", known[0], known[0]])
        people = rng.choice([1, 1, seats // 2])
        start["players"] = ["" if seat < people else level for seat in range(seats)]
        rng.shuffle(start["players"])
    return start


def _options(game: Game[Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """Any options that fit together; else the usual ones."""
    wanted: dict[str, Any] = {}
    for spec in game.options:
        if rng.random() < 0.5:
            wanted[spec.key] = rng.choice(list(spec.values))
    try:
        return dict(game.complete(seats, wanted))
    except RefereeError:
        return dict(game.complete(seats, {}))


#: How often what is done, of a hundred and some times.
DEEDS: Final[dict[str, int]] = {
    "button": 42, "seat": 10, "unusual": 3, "touch": 5, "wait": 18, "answer": 18,
    "undo": 1, "change": 1, "read": 2, "device": 1,
}  # fmt: skip

UNUSUAL: Final = (("ok", "hold"), ("back", "hold"), ("down", "repeat"))
CHANGES: Final = (("language", "de"), ("language", "en"), ("speech", "everything"))


def wanted(watched: Watched, rng: random.Random) -> Deed:
    """What is done next."""
    session = watched.program.session
    seat = rng.randint(1, session.match.header.seats if session is not None else 3)
    x, y = rng.randrange(SIZE[0]), rng.randrange(SIZE[1])
    key, value = rng.choice(CHANGES)
    deeds: dict[str, Deed] = {
        "button": ["press", rng.choice(BUTTONS), "tap"],
        "seat": ["press", f"seat{seat}", "tap"],
        "unusual": ["press", *rng.choice(UNUSUAL)],
        "touch": ["touch", x, y],
        "wait": ["wait", rng.choice(WAITS)],
        "undo": ["undo", rng.choice([None, seat])],
        "change": ["change", {key: value}],
        "read": ["read", seat],
        "device": ["device", rng.choice(["screen", "box"]), rng.random() < 0.6],
    }
    kind = rng.choices([*DEEDS], [*DEEDS.values()])[0]
    if kind != "answer":
        return deeds[kind]
    if session is None or session.match.over:
        return deeds["button"]
    return _answer(session.match, rng)


def _answer(match: Match, rng: random.Random) -> Deed:
    ask = rng.choice(match.asks)
    if match.supplies(ask):
        return ["answer", rng.choice(ask.seats), ask.verb, {}]
    entry = random_bot(None, ask, rng.choice(ask.seats), rng.randrange)
    return ["answer", entry.seat, entry.verb, dict(entry.args)]


@contextlib.contextmanager
def _watched(start: Mapping[str, Any]) -> Iterator[Watched]:
    quiet = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        stack.callback(logging.disable, quiet)
        store = None
        if start["store"]:
            stack.enter_context(contextlib.chdir(folder))  # a screen tells where matches are kept
            store = Store(Path("db.sqlite"), lambda: 1e9, owner=True)
            stack.enter_context(closing(store))
        yield Watched(start, store)


def recorded(number: int) -> str:
    """One match as a line of JSON: its start, and every deed with what came of it."""
    try:
        return _recorded(number)
    except Exception as error:  # some of ours cannot be sent from one process to another
        raise RuntimeError(f"match {number}: {error!r}") from None


def _recorded(number: int) -> str:
    start, rng = start_of(number), random.Random(f"presses {number}")
    steps: list[Any] = []
    with _watched(start) as watched:
        before: Seen = {}
        for _ in range(STEPS):
            deed = wanted(watched, rng)
            seen = watched.do(deed)
            steps.append([deed, _news(before, seen)])
            before = seen
    return json.dumps({"number": number, "start": start, "steps": steps}, ensure_ascii=False)


def _news(before: Seen, seen: Seen) -> Seen:
    """What is different now."""
    gone = {key: None for key in before if key not in seen}
    return {key: value for key, value in seen.items() if before.get(key) != value} | gone


def compared(line: str) -> str:
    """The first difference of a match that was recorded; empty if there is none."""
    match = json.loads(line)
    with _watched(match["start"]) as watched:
        old: Seen = {}
        for number, (deed, news) in enumerate(match["steps"]):
            old = {key: value for key, value in (old | news).items() if value is not None}
            new = json.loads(json.dumps(watched.do(deed)))
            different = [key for key in {**old, **new} if old.get(key) != new.get(key)]
            if different:
                head = f"match {match['number']} ({match['start']['games'][0]}), step {number}"
                return f"{head}, {deed}:\n" + "\n".join(_told(key, old, new) for key in different)
    return ""


def _told(key: str, old: Seen, new: Seen) -> str:
    if key == "picture":
        return _beside(_art(old.get(key)), _art(new.get(key)))
    if key == "words":
        return _beside(str(old.get(key)).splitlines(), str(new.get(key)).splitlines())
    return f"  {key}: {old.get(key)!r}\n  {' ' * len(key)}  {new.get(key)!r}"


def _art(data: str | None) -> list[str]:
    if data is None:
        return []
    picture = Image.frombytes("1", SIZE, base64.b64decode(data))
    return half_blocks(picture).splitlines()


def _beside(old: Sequence[str], new: Sequence[str]) -> str:
    rows = [*zip(old, new, strict=False)]
    longer = old if len(old) > len(new) else new
    under = [f"  was {a}\n  is  {b}" for a, b in rows if a != b]
    return "\n".join([*under, *(f"  only one has: {line}" for line in longer[len(rows) :])])


# -- files ---------------------------------------------------------------------------------


def lines_of(file: Path, first: int, count: int | None) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from islice(lines, first, None if count is None else first + count)


def _install_samples() -> None:
    sys.path[:0] = [str(TESTS / "installed"), str(TESTS / "table" / "installed")]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frames", description=__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--matches", type=int, help="so many (1000 when recording, else all)")
    parser.add_argument("--first", type=int, default=0, help="begin with this match")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=3, help="so many differences are told")
    args = parser.parse_args(arguments)
    with Pool(args.jobs, _install_samples) as pool:
        if args.what == "record":
            numbers = range(args.first, args.first + (args.matches or 1000))
            with gzip.open(args.file, "wt", encoding="utf-8", compresslevel=3) as file:
                for line in pool.imap(recorded, numbers, chunksize=4):
                    file.write(line + "\n")
            return 0
        found = pool.imap(compared, lines_of(args.file, args.first, args.matches), chunksize=2)
        return _report(found, args.show)


def _report(found: Iterable[str], most: int) -> int:
    count = different = 0
    for difference in found:
        count += 1
        different += bool(difference)
        if difference and different <= most:
            print(difference, "\n", flush=True)
    print(f"{count} matches, {different} of them different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
