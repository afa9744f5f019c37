"""What has happened in a match, as data: who has done what, with the choice, and what followed.

An `Event` is made of an entry and its rulings. The log, the pages' log, the record of a kept match,
the list of what can be taken back, the card under a player's name and what is said aloud are
renderings of it: none of them puts a sentence of its own together.

What somebody did is told in the game's words, ``said.<state>.<verb>`` or ``said.<verb>``. Its gaps
are the answer's arguments, and

* ``{who}``, whose deed it is, and ``{box}``, the box, for what is nobody's. A
  sentence with neither is put behind the name: ``Ada: ...``.
* of a place: by what players call it, ``{at}``, where that is in a sentence, and ``{number}``,
  what stands there now;
* of a number ``n``: ``{n_seat}`` is the player on that seat; of several, the players there;
* of several values ``n``: ``{n_1}``, ``{n_2}`` each of them, and ``{n_each}`` all of them, where
  two numbers could be taken for a place.

Steps of a way, told on a card in one sentence, have words of their own besides: `_way`.

A game without such words, or an answer with a gap that nothing fills, is told in the words of its
menu: ``Ada: Play a card: 6``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Final

from referee.kernel.ask import Ask
from referee.kernel.fold import LogEntry
from referee.kernel.game import Result
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Grid, Map, Scene, Streets
from referee.kernel.text import Arg, Plain, Text, Who
from referee.table.catalogue import Catalogue

#: What everybody sees after something has happened, and where they are at hand the scenes before.
Scenes = Callable[[], Sequence[Scene]]

#: The box as the doer of a deed.
BOX: Final = Text("record.box")

#: The verb of a roll.
ROLL: Final = "roll"

#: So many of the same in a row need not be told one by one on a card.
OFTEN: Final = 3

NO_LOOKS: Final[Mapping[str, str]] = {}

_GAP: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a sheet or a map, and the number that stands on it."""

    area: Grid | Map | Streets
    at: tuple[int, int]

    @property
    def number(self) -> str:
        grid = self.area
        if not isinstance(grid, Grid) or self.at not in grid.filled:
            return ""
        found = grid.cells[self.at[0] - 1][self.at[1] - 1]
        return found if isinstance(found, str) else ""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened.

    ``seat`` has answered, or has been asked where the box did it (``by_box``). ``places``: those of
    the arguments, as they looked then. ``followed``: nobody did it, it is a step of what was done
    before, such as those of a drive. ``secret``: only its seat may know. ``effects``: what came of
    it, each with whom it is about, its clause, and who may read it. ``reason``: why a computer
    player has done it, for whoever asks. ``supplied``: its values are the box's, which has rolled
    or drawn them.
    """

    seat: int
    verb: str
    state: str
    args: Mapping[str, Plain]
    places: Mapping[str, Spot]
    by_box: bool
    followed: bool
    secret: bool
    effects: tuple[Ruling, ...]
    reason: Ruling | None = None
    supplied: bool = False

    @property
    def fell(self) -> bool:
        """Whether dice fell, or the box drew something: that has been seen."""
        return self.supplied or "dice" in self.args or self.verb == ROLL

    def shown(self, seat: int | None = None) -> tuple[Ruling, ...]:
        """What came of it, as far as this seat (None: everybody) may read it."""
        return tuple(ruling for ruling in self.effects if ruling.shown_to(seat))


# -- made of a match -------------------------------------------------------------------------


class Story:
    """The events of a match, oldest first, kept in step with its log: each is made when it is new,
    with the scene of that moment. What was not seen happen (a match that is taken up again) is
    told with the places of now, and made when it is asked for."""

    def __init__(self) -> None:
        self._events: list[tuple[Line, Event | LogEntry | None]] = []

    def of(self, match: Match, scenes: Scenes, start: int = 0) -> Sequence[Event]:
        """From line ``start`` of the log on."""
        log, known = match.log, self._events
        same = 0
        for (line, _), logged in zip(known, log, strict=False):
            if line is not logged.line:
                break
            same += 1
        del known[same:]
        known += ((logged.line, logged) for logged in log[same:])
        players, found = match.header.players, list[Event]()
        for number in range(start, len(known)):
            line, made = known[number]
            if isinstance(made, LogEntry):
                made = event(made, players, scenes)
                known[number] = line, made
            if made is not None:
                found.append(made)
        return found


def event(logged: LogEntry, players: Sequence[str], scenes: Scenes) -> Event | None:
    """What an entry of the log tells; None if it is none of somebody's."""
    line = logged.line
    if (entry := line.entry) is None:
        return None
    found = {}
    values = [(n, v) for n, v in entry.args.items() if isinstance(v, list) and n != "dice"]
    if values and not line.secret:
        seen = scenes()
        spots = ((name, _spot(seen, entry.seat, value)) for name, value in values)
        found = {name: place for name, place in spots if place is not None}
    state = logged.rows[0].partition(".")[0] if logged.rows else ""
    return Event(
        entry.seat, entry.verb, state, entry.args, found, _by_box(line, players),
        followed(line, players), line.secret, tuple(logged.rulings), logged.reason, line.device,
    )  # fmt: skip


def _spot(scenes: Sequence[Scene], seat: int, value: Plain) -> Spot | None:
    """A place of an answer of this seat, as the first of these scenes shows it that has a name for
    it; None if none has."""
    if not isinstance(value, list) or [type(part) for part in value] != [int, int]:
        return None
    at = value[0], value[1]
    areas = (area for scene in scenes for area in _areas(scene, seat))
    return next((Spot(area, at) for area in areas if area.called(at)), None)


def _areas(scene: Scene, seat: int) -> Iterator[Grid | Map | Streets]:
    """What shows places to this seat: its own sheet, the board, and pages of both."""
    pages = scene.player_pages.values()
    own = (
        *scene.sheets.get(seat, ()),
        *(item for page in pages for item in page.get(seat, ())),
    )
    open_ = (*scene.body, *(item for page in scene.pages.values() for item in page))
    yield from (item for item in (*own, *open_) if isinstance(item, Grid | Map | Streets))


def given(line: Line, players: Sequence[str]) -> bool:
    """Whether somebody gave this answer; ``players`` are those of the match's header."""
    return not line.auto or (line.entry is not None and _computer(line, players))


def followed(line: Line, players: Sequence[str]) -> bool:
    """Whether nobody has done it: it followed from an answer, such as the steps of a drive."""
    by_itself = line.auto and line.device
    return not line.chance and (by_itself or not given(line, players))


def _by_box(line: Line, players: Sequence[str]) -> bool:
    """Whether the box has done it by itself, and the seat was only asked for the form of it."""
    return line.device and line.auto and not _computer(line, players)


def _computer(line: Line, players: Sequence[str]) -> bool:
    return line.entry is not None and any(players) and players[line.entry.seat - 1] != ""


# -- in words --------------------------------------------------------------------------------


def sentence(
    words: Catalogue, event: Event, *, reveal: bool = False, spelled: bool = False,
    looks: Mapping[str, str] = NO_LOOKS,
) -> str:  # fmt: skip
    """Who has done what, with the choice; empty where the game wants nothing told of it. What is
    secret is told as that, unless ``reveal``.

    ``looks``: what the arguments are (`ask.OneOf.look`), for the words of the menu. ``spelled``:
    the faces of dice that show no numbers in words, where there is room for them.
    """
    who: Arg = BOX if event.by_box else Who(event.seat)
    if event.secret and not reveal:
        return words("record.secret", who=who)
    key = _key(words, event)
    said = words.pattern(f"said.{key}") if key is not None else None
    args = _gaps(words, event) | {"who": Who(event.seat), "box": BOX}
    if said == "":
        return ""
    if said is not None and all(args.get(gap, "") != "" for gap in _GAP.findall(said)):
        told = words(f"said.{key}", **args)
        whole = "{who}" in said or "{box}" in said
        return told if whole else words("record.of", who=who, what=told)
    if isinstance(dice := event.args.get("dice"), list):
        return words("record.rolled", who=who, dice=_faces(words, dice, spelled))
    return words("record.of", who=who, what=_in_words_of_the_menu(words, event, looks))


def _faces(words: Catalogue, dice: Sequence[Plain], spelled: bool) -> str:
    said = [words.spare(f"speech.die.{face}") for face in dice]
    return ", ".join(said) if spelled and all(said) else " ".join(map(str, dice))


def _key(words: Catalogue, event: Event) -> str | None:
    """Which of the game's sentences tells it; None if it has none."""
    keys = (f"{event.state}.{event.verb}", event.verb)
    return next((key for key in keys if words.has(f"said.{key}")), None)


def _gaps(words: Catalogue, event: Event) -> dict[str, Arg]:
    """What fills the gaps of a game's sentence."""
    args: dict[str, Arg] = {}
    for name, value in event.args.items():
        args |= {name: words.value(name, value), "number": ""}
        if type(value) is int:
            args |= {name: value, f"{name}_seat": Who(value)}
        elif isinstance(value, list):
            args |= _parts(words, name, value)
        place = event.places.get(name)
        if place is not None:
            at = words.at(place.area, place.at)
            args |= {name: words.place(place.area, place.at), "at": at, "number": place.number}
    return args


def _parts(words: Catalogue, name: str, values: Sequence[Plain]) -> dict[str, Arg]:
    """Several values: the same ones counted, each by its number, and the players on such seats."""
    labels = [_label(words, name, value) for value in values]
    counted = [(label, labels.count(label)) for label in dict.fromkeys(labels)]
    each = ", ".join(f"{n}x {label}" if n > 1 else label for label, n in counted)
    args: dict[str, Arg] = {name: each, f"{name}_each": each}
    args |= {f"{name}_{n}": label for n, label in enumerate(labels, 1)}
    if all(type(value) is int for value in values):
        args[f"{name}_seat"] = tuple(Who(value) for value in values if isinstance(value, int))
    return args


def _label(words: Catalogue, name: str, value: Plain) -> str:
    """One of several values; of one that has parts, such as a card with a number and a colour, the
    parts one after the other."""
    if isinstance(value, list):
        pause = ", " if all(isinstance(part, str) for part in value) else " "
        return pause.join(words.value(name, part) for part in value)
    return words.value(name, value)


def _in_words_of_the_menu(words: Catalogue, event: Event, looks: Mapping[str, str]) -> str:
    verb = words.verb(event.verb, event.state)
    values = []
    for name, value in event.args.items():
        place = event.places.get(name)
        if place is not None:
            values.append(words.place(place.area, place.at))
        else:
            values.append(words.value(name, value, looks.get(name, "list")))
    return words("record.values", verb=verb, values=", ".join(values)) if values else verb


def looks(ask: Ask | None, verb: str, args: Mapping[str, Plain]) -> Mapping[str, str]:
    """What the arguments of an answer to this ask are: players, places, cards."""
    options = ask.options if ask is not None else ()
    fields = (o.fields for o in options if o.verb == verb and o.accepts(args))
    return {name: field.look for name, field in next(fields, {}).items()}


# -- as lines --------------------------------------------------------------------------------


def lines(
    words: Catalogue, seats: int, opening: Sequence[Ruling], events: Sequence[Event]
) -> list[str]:
    """All that everybody has seen, oldest first: what was done, then what came of it. The same
    several times is one line. A reason that holds for several moves of a player in a row stands
    behind the first of them, before what came of it."""
    told = [recorded(words, seats, ruling) for ruling in opening if ruling.shown_to(None)]
    last = None
    for event in events:
        told += deed(words, event, spelled=True)
        reason = event.reason
        if reason is not None and reason != last:
            told.append(recorded(words, seats, reason))
        told += [recorded(words, seats, ruling) for ruling in event.shown()]
        if reason is not None or (last is not None and event.seat != last.seat):
            last = reason
    return _counted(words, told)


def _counted(words: Catalogue, told: Iterable[str]) -> list[str]:
    """The same several times is one line, which ends as each of them does."""
    runs = ((line, len(list(same))) for line, same in groupby(told))
    return [_times(words, line, n) if n > 1 else line for line, n in runs]


def _times(words: Catalogue, line: str, n: int) -> str:
    what = line.removesuffix(".")
    return words("record.times", what=what, n=n) + line[len(what) :]


def deed(words: Catalogue, event: Event, *, spelled: bool = False) -> Iterator[str]:
    """What was done, for everybody's eyes; nothing of what is secret, or only followed.

    ``spelled``: as in `sentence`.
    """
    if event.secret or event.followed:
        return
    if told := sentence(words, event, spelled=spelled):
        yield told


def recorded(words: Catalogue, seats: int, ruling: Ruling) -> str:
    """A ruling with the player it is about, where it names nobody of so many."""
    told = words.ruling(ruling)
    people = [words.player(seat) for seat in range(1, seats + 1)]
    if ruling.seat is None or any(name in told for name in people):
        return told
    return words("record.of", who=Who(ruling.seat), what=told)


# -- as a card -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a player did in a row and what came of it, as it stands on a card under the doer's
    name. ``own``: it is told to its doer, who knows what was chosen. ``viewer``: who alone reads
    it; None: everybody. ``together``: those of whom any could say so, such as all at the table."""

    seat: int
    events: tuple[Event, ...]
    own: bool = False
    viewer: int | None = None
    together: tuple[int, ...] = ()

    @property
    def effects(self) -> list[Ruling]:
        return [ruling for event in self.events for ruling in event.shown(self.viewer)]

    def lines(self, words: Catalogue, seats: int, *, deeds: bool, named: bool = False) -> list[str]:
        """Cause before effect. ``deeds``: also those of which nothing came. ``named``: the doer's
        name does not stand over it, so each says whom it is about."""
        told, way = list[str](), list[Event]()
        for event in self._telling(words, deeds):
            step = _is_step(words, event)
            if not (step or self.own or event.fell):
                told += [*_way(words, way), *deed(words, event), *self._led(words, event)]
                way = []
            way += [event] if step and not self.own else []
            if shown := event.shown(self.viewer):
                told += _way(words, way)
                over = None if named else event.seat
                told += (_under(words, seats, ruling, over) for ruling in shown)
                way = []
        return _counted(words, [*told, *_way(words, way)])

    def _led(self, words: Catalogue, event: Event) -> list[str]:
        """The steps in which the box carried it out, of each kind so many; empty if in none."""
        begin = next(n for n, one in enumerate(self.events, 1) if one is event)
        steps, kinds = takewhile(lambda one: one.followed, self.events[begin:]), Counter[str]()
        for step in sorted(steps, key=lambda one: one.verb):
            if words.has(f"step.{step.verb}"):
                kinds[step.verb] += _reach(step)
        told = ", ".join(words(f"step.{verb}", n=n) for verb, n in kinds.items())
        return [words("record.led", steps=told)] if told else []

    def _telling(self, words: Catalogue, deeds: bool) -> list[Event]:
        """The events that say something here. Of what a player does often in a row, such as tiles
        laid, the board tells more: besides those of which something came only the last is told, how
        it stands now; steps of a way are told whole; and where there was nothing to be chosen and
        nothing followed, nor any way led on, that is told for want of anything else, or at the
        end: who was hit has then missed a turn."""
        found, plain = list[Event](), list[Event]()
        for _, same in groupby(self.events, key=lambda event: (event.verb, event.by_box)):
            run = list(same)
            telling = [event for event in run if event.shown(self.viewer)]
            rest = [one for one in run if one not in telling and not one.fell] if deeds else []
            if _is_step(words, run[0]):
                found += telling + rest
                continue
            chosen = [event for event in rest if event.args or self._led(words, event)]
            found += telling + (chosen if len(chosen) < OFTEN else chosen[-1:] if telling else [])
            plain += rest
        last = [one for one in plain[-1:] if one is self.events[-1]]
        kept = [*found, *last] if found else plain[-1:]
        return [event for event in self.events if event in kept]


def chapters(
    events: Sequence[Event], own: Collection[int] = (), viewer: int | None = None
) -> list[Chapter]:
    """What happened, by its doers. ``own``: whom it is told to."""
    groups = groupby(events, key=lambda event: event.seat)
    return [Chapter(seat, tuple(done), seat in own, viewer) for seat, done in groups]


def _is_step(words: Catalogue, event: Event) -> bool:
    """Whether it is a step of a way, in the game's words ``step.<verb>``."""
    plain = not (event.secret or event.followed or event.fell)
    return plain and words.has(f"step.{event.verb}") and _key(words, event) == event.verb


def _way(words: Catalogue, steps: Sequence[Event]) -> list[str]:
    """Steps in a row as one sentence, ``said.steps``: those of a kind together, ``{n}`` of them.
    One that says how far it goes counts as so many."""
    if len(steps) < 2:
        return [sentence(words, step) for step in steps]
    told = []
    for _, same in groupby(steps, key=lambda step: words.pattern(f"step.{step.verb}")):
        run = list(same)
        told.append(words(f"step.{run[0].verb}", n=sum(map(_reach, run))))
    return [words.text(Text("said.steps", {"who": Who(steps[0].seat), "steps": ", ".join(told)}))]


def _reach(step: Event) -> int:
    return next((value for value in step.args.values() if type(value) is int), 1)


def _under(words: Catalogue, seats: int, ruling: Ruling, seat: int | None) -> str:
    """A ruling that stands under this player's name; None: under nobody's."""
    return words.ruling(ruling) if ruling.seat == seat else recorded(words, seats, ruling)


# -- how it ended -----------------------------------------------------------------------------

#: The rank of who has none.
UNPLACED: Final = "–"


@dataclass(frozen=True, slots=True)
class Place:
    """``rank`` is "2.", or `UNPLACED` for a seat without a place; ``score``: its sum, or what
    became of it; empty where a game counts nothing."""

    rank: str
    seat: int
    score: str


def headline(words: Catalogue, result: Result) -> str:
    """Who has won; empty if nobody has."""
    if not result.winners:
        return ""
    key = "result.team" if result.together else "result.winners"
    return words(key, n=len(result.winners), who=words.players(result.winners))


def places(words: Catalogue, match: Match, result: Result) -> list[Place]:
    """The ranking, best first, and then who has no place in it; none where nobody has one."""
    found: list[Place] = []
    for group in result.ranking:
        rank = f"{len(found) + 1}."
        found += [Place(rank, seat, str(result.scores.get(str(seat), ""))) for seat in group]
    if not found:
        return []
    marks = match.game.scene(match.position, None).marks
    placed = {place.seat for place in found}
    rest = [seat for seat in range(1, match.header.seats + 1) if seat not in placed]
    became = {seat: _why(words, marks.get(seat, "unplaced")) for seat in rest}
    return found + [Place(UNPLACED, seat, why) for seat, why in became.items()]


def _why(words: Catalogue, mark: str) -> str:
    """What became of a seat without a place, if the game has a word for it; else nothing."""
    return words.spare(f"mark.{mark}") or ""
