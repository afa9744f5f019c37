"""An evening: what happens, drawn as data; run with an eye on what must hold; and shrunk."""

from __future__ import annotations

import json
import logging
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from referee.kernel.match import Match
from referee.table.modes.helping import Help
from referee.table.modes.menu import Menu
from referee.table.modes.messages import Message
from referee.table.modes.undoing import Correct, keep_or_not
from referee.table.settings import CONTRASTS
from referee.table.speaking import Level
from tests.evenings import invariants, secrets
from tests.evenings.agreeing import the_end_agrees
from tests.evenings.going_on import WITHIN
from tests.evenings.household import Household, begun, household, of_plain
from tests.evenings.pages import ScriptedPhone
from tests.evenings.script import Script
from tests.evenings.simpler import simpler
from tests.evenings.world import SEEDS, Violation, World
from tests.hand import PAUSE

#: What people do at most until one of their answers is taken: they read, leave menus, press anew.
TRIES: Final = 40
#: In so many evenings phones run the pages' own program; there it is looked, too, whether secrets
#: are kept, after one event in so many.
SCRIPTED: Final = 0.1
LOOKS: Final = 10
#: Answers within which a match must end when nothing breaks any more.
MOST: Final = 3000
#: Answers after which the box is switched off, and the match goes on near its end another evening;
#: and how often it does so at most. Then the table gives the match up: under some options a town of
#: Knight Rider is never left.
AWHILE: Final = 10
EVENINGS: Final = 3

#: Presses of BACK that lead to the menu, and choices until a correction is made, at most.
BACKS: Final = 4
CHOICES: Final = 8

#: Seconds for which nobody does anything; a display dims after some minutes.
WAITS: Final = (0.1, 1, 5) * 4 + (70, 70, 400)

#: What happens how often, in the first part of a match. Each takes a person and a number, by which
#: it draws what it needs: so an evening stays one when some of its events are left out.
KINDS: Final[Mapping[str, int]] = {
    "answer": 60, "wait": 6, "undo": 3, "correct": 2, "lost": 3, "lose": 2, "back": 4, "reload": 2,
    "mash": 2, "help": 2, "language": 1, "plug": 1, "box": 1, "display": 1, "full": 1, "room": 2,
    "seat": 2, "late": 2, "tab": 2, "clock": 1, "why": 2, "settings": 1,
}  # fmt: skip


#: How a match ended: by its rules, all of it or but for what a terminal played; or given up.
End = Literal["at the table", "partly elsewhere", "given up"]


@dataclass
class Seen:
    """What came of an evening: how its matches ended, and a digest of all that its doors got."""

    ends: Counter[End] = field(default_factory=Counter)
    heard: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """``what`` happens to the person ``who`` (a number), or to the box; ``number``: its chance."""

    what: str
    who: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """A household and, for each of its matches, what happens in it before all goes well."""

    home: Household
    matches: tuple[tuple[Event, ...], ...]

    def written(self) -> str:
        """As a file that `read` reads: an event a line, and for people whom it happens to."""
        lines = [json.dumps(self.home.plain(), ensure_ascii=False)]
        for plan, events in zip(self.home.plans, self.matches, strict=True):
            lines.append(f"match  # {plan.game}: {', '.join(plan.names)}")
            for event in events:
                person = self.home.people[event.who]
                told = f"{person.name}, {person.door}"
                lines.append(f"{event.what} {event.who} {event.number}  # {told}")
        return "\n".join(lines) + "\n"


def read(text: str) -> Evening:
    first, *lines = text.splitlines()
    matches: list[list[Event]] = []
    for line in lines:
        happened = line.partition("#")[0].strip()
        if happened == "match":
            matches.append([])
        else:
            what, who, number = happened.split()
            matches[-1].append(Event(what, int(who), int(number)))
    return Evening(of_plain(json.loads(first)), tuple(map(tuple, matches)))


def drawn(seed: str, events: int = 30, scripted: float = 0.0) -> Evening:
    """The evening of this seed: one or two matches, up to so many events in each. So many of
    them have phones that run the pages' own program."""
    draw = random.Random(seed)
    home = household(draw, draw.choice((1, 2, 2)))
    home = replace(home, speaks=random.Random(f"{seed} voice").random() < 0.5)
    home = replace(home, scripted=random.Random(f"{seed} script").random() < scripted)
    home = replace(home, noise=home.box and random.Random(f"{seed} noise").random() < 0.25)
    home = begun(home, random.Random(f"{seed} begun"))
    kinds, weights = list(KINDS), list(KINDS.values())
    return Evening(home, tuple(
        tuple(
            Event(kind, draw.randrange(len(home.people)), draw.randrange(1 << 16))
            for kind in draw.choices(kinds, weights, k=draw.randint(4, events))
        )
        for _ in home.plans
    ))  # fmt: skip


@contextmanager
def _logging(world: World) -> Any:
    root = logging.getLogger()
    root.addHandler(world.log)
    try:
        yield
    finally:
        root.removeHandler(world.log)


def run(
    evening: Evening, live: bool = True, script: Script | None = None,
    seen: Seen | None = None,
) -> None:  # fmt: skip
    """Let it happen. Raises `Violation`.

    ``live``: after its events each match goes on without faults and has to end. ``script``: where
    to note what happens; ``seen``: what to look at afterwards.
    """
    entries, seen = 0, seen or Seen()
    with tempfile.TemporaryDirectory(prefix="evening-", dir=_memory()) as folder:
        world = World(
            Path(folder), evening.home, ScriptedPhone if evening.home.scripted else None, script
        )  # fmt: skip
        world.look = partial(invariants.help_is_true, world)
        with _logging(world), closing(world):
            for plan, events in zip(evening.home.plans, evening.matches, strict=True):
                world.begin(plan)
                world.settle(0.5)
                if world.match is None or world.match.over:
                    raise Violation("it ends: the next match does not begin")
                if tuple(world.match.header.names) != plan.names:
                    raise Violation("it ends: the next match is one of other people")
                for event in events:
                    happen(world, event)
                    invariants.check(world)
                    if evening.home.scripted and event.number % LOOKS == 0:
                        secrets.are_kept(world, random.Random(event.number))
                recover(world)
                if live:
                    away = play_to_the_end(world, random.Random(len(events)))
                    seen.ends[_end(world, away)] += 1
                entries += len(world.match.lines) if world.match else 0
                invariants.is_kept(world)
                invariants.box_tells_the_truth(world)
                invariants.corrections_stand(world, random.Random(entries))
                invariants.stays_small(world)
        seen.heard = world.heard.hexdigest()


def _end(world: World, away: int) -> End:
    assert world.match is not None
    return "given up" if world.match.abandoned else "partly elsewhere" if away else "at the table"


def _memory() -> str | None:
    """A folder that is no disk, if there is one: an evening writes thousands of times."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


# -- what happens ---------------------------------------------------------------------------


def happen(world: World, event: Event) -> None:
    """One event; what is not possible now does not happen."""
    draw = random.Random(event.number)
    name = world.home.people[event.who].name
    world.note(f"# {event.what}: {name}")
    _EVENTS[event.what](world, name, draw)
    world.settle()


def answer(world: World, name: str, draw: random.Random) -> None:
    """Somebody who is asked answers: this person, or whoever comes after him."""
    names = [person.name for person in world.home.people]
    at = names.index(name)
    for other in names[at:] + names[:at]:
        if act(world, other, draw):
            return
    if not world.stand_in(draw):
        world.settle(1.0)


def act(world: World, name: str, draw: random.Random, *, lost: bool = False) -> bool:
    """He answers, or reads what is told; False where his door offers nothing."""
    if world.trouble:
        return False
    if (phone := world.phones.get(name)) is not None:
        if (tab := world.tabs.get(name)) is not None and draw.random() < 0.5:
            phone = tab
        return phone.there and (phone.answer(draw, lost=lost) or phone.read())
    hand, seat = world.hands[name], world.seat_of(name)
    if seat is None or world.box_gone:
        return False
    world.tidy()
    return hand.play(draw, seat)


def _wait(world: World, name: str, draw: random.Random) -> None:
    world.settle(draw.choice(WAITS))


def _undo(world: World, name: str, draw: random.Random) -> None:
    """At the panel, or on a page that offers it: this person's, or else somebody else's."""
    offering = [p for p in world.pages[1:] if p.there and p.state.get("undo")]
    if name in world.hands and world.match is not None:
        world.panel.hold("back")
        _taken_back(world)
        world.settle(0.5)
    elif offering:
        own = world.phones.get(name)
        phone = own if own is not None and own in offering else offering[0]
        reply = phone.ask(verb="undo", seq=phone.state["seq"])
        if reply["type"] != "done" and not world.full:
            raise Violation(f"somebody can go on: undo is offered and refused: {reply}")
        _taken_back(world)


def _taken_back(world: World) -> None:
    match = world.match
    if match is not None:
        world.acknowledged = (match.id, len(match.lines))


def _correct(world: World, name: str, draw: random.Random) -> None:
    """A die that was entered by hand was another one, mostly one of the last: at the panel, by its
    menu."""
    session = world.program.session
    if session is None or world.play is None or world.trouble or not session.mistakable():
        return
    world.tidy()
    words = session.catalogue
    for _ in range(BACKS):
        if isinstance(world.program.top, Menu):
            break
        if (line := words("menu.line")) in (labels := _labels(world)):
            _choose(world, labels.index(line))
        else:
            world.panel.press("back")
            world.panel.run(PAUSE)
    labels = _labels(world)
    if isinstance(world.program.top, Menu) and words("menu.correct") in labels:
        _choose(world, labels.index(words("menu.correct")))
        _choose(world, draw.choice((0, 0, 1)))  # the newest ones first
        for _ in range(CHOICES):
            if not isinstance(world.program.top, Correct):
                break
            _choose(world, draw.randrange(1 << 16))
        if world.trouble:  # what falls away with it: yes
            _choose(world, -1)
    world.tidy()
    _taken_back(world)
    invariants.box_tells_the_truth(world)


def _labels(world: World) -> list[str]:
    return [offer.label for offer in world.program.screen.control.offers]


def _choose(world: World, number: int) -> None:
    """Choose something that the panel's screen offers, by its buttons."""
    offers = world.program.screen.control.offers
    for button in offers[number % len(offers)].presses if offers else ("back",):
        world.panel.press(button)
    world.panel.run(PAUSE)


def _lost(world: World, name: str, draw: random.Random) -> None:
    """The line breaks with an answer on it."""
    if name in world.phones:
        act(world, name, draw, lost=True)


def _lose(world: World, name: str, draw: random.Random) -> None:
    if name in world.phones:
        world.phones[name].lose()


def _back(world: World, name: str, draw: random.Random) -> None:
    for phone in world.pages:
        if not phone.there:
            phone.open()


def _reload(world: World, name: str, draw: random.Random) -> None:
    if name in world.phones:
        world.phones[name].reload()


def _mash(world: World, name: str, draw: random.Random) -> None:
    """A child gets hold of the panel."""
    buttons = ["ok", "roll", "up", "down", "back", *(f"seat{n}" for n in range(1, 6))]
    for _ in range(draw.randint(1, 12)):
        world.panel.press(draw.choice(buttons))


def _help(world: World, name: str, draw: random.Random) -> None:
    world.panel.hold("ok")
    for _ in range(draw.randrange(6)):
        world.panel.press("down")
        invariants.can_be_read(world)
    world.panel.press("back")


def _why(world: World, name: str, draw: random.Random) -> None:
    """Somebody asks HELP at the panel why a computer player has done what it did."""
    session = world.program.session
    if session is None or world.trouble:
        return
    world.tidy()
    reason, shown, pages = session.reason, world.program.top, list[str]()
    world.panel.hold("ok")
    while isinstance(world.program.top, Help) and world.program.screen.text not in pages:
        pages.append(world.program.screen.text)
        invariants.can_be_read(world)
        world.panel.press("down")
    if not pages:
        return
    world.panel.press("back")
    if reason is None or shown is not world.play or reason is not session.reason:
        return
    if session.catalogue.ruling(reason) not in " ".join(pages):
        raise Violation(
            f"it can be read: HELP does not say why: {session.catalogue.ruling(reason)}"
        )


def _settings(world: World, name: str, draw: random.Random) -> None:
    """The owner's page changes how loud, bright and talkative the box is."""
    speech = draw.choice(list(Level)) if world.home.speaks else Level.OFF
    wanted = {
        "sound": draw.random() < 0.5, "contrast": draw.randrange(len(CONTRASTS)),
        "speech": speech.value,
    }  # fmt: skip
    world.owner.ask(do="settings", set=wanted)


def _language(world: World, name: str, draw: random.Random) -> None:
    """What is told already, and dice that roll, stay in the language in which they were."""
    before = world.program.language
    world.owner.ask(do="settings", set={"language": draw.choice(("de", "en"))})
    if world.program.language != before:
        modes = world.program.modes
        world.foreign = [mode for mode in modes if mode.passing or isinstance(mode, Message)]


def _plug(world: World, name: str, draw: random.Random) -> None:
    """The plug is pulled, and put back. On a full disk the box starts, too; which match lay on the
    table could perhaps not be noted there."""
    match = world.match
    before = match.lines if match is not None and match.id is not None else None
    world.pull_the_plug()
    for phone in world.pages:
        phone.open()
    if before is None or match is None or match.id is None:
        return
    if Match.resume(world.store, match.id).lines[: len(before)] != before:
        raise Violation("what was acknowledged is there: the store has another match after a cut")
    after = world.match
    if match.over or world.full:
        return
    if after is None or after.lines[: len(before)] != before:
        raise Violation("what was acknowledged is there: the match is another after a cut")


def _box(world: World, name: str, draw: random.Random) -> None:
    box = world.panel.board.box
    if box is not None:
        world.note(f"box {'unplug' if box.plugged else 'plug'}")
        (box.unplug if box.plugged else box.plug)()
        world.settle(3)


def _display(world: World, name: str, draw: random.Random) -> None:
    world.note("display unplug")
    world.panel.board.bus.unplug()
    world.settle(draw.choice((0.5, 5)))
    world.note("display plug")
    world.panel.board.bus.plug()
    world.settle(3)


def _full(world: World, name: str, draw: random.Random) -> None:
    world.fill()


def _room(world: World, name: str, draw: random.Random) -> None:
    world.room()
    _once_more(world)


def _once_more(world: World) -> None:
    """What could not be kept is tried again at the panel, which asks."""
    for _ in range(6):
        if not world.trouble:
            return
        world.panel.press("ok")
        world.settle(0.5)


def _seat(world: World, name: str, draw: random.Random) -> None:
    """Somebody tries to take a seat that is not his, or that only the panel gives."""
    phone, match = world.phones.get(name), world.match
    if phone is None or not phone.there or match is None:
        return
    seat = draw.randint(1, match.header.seats)
    bots = match.header.players
    others = {match.header.names[n - 1] for n in range(1, match.header.seats + 1)} - {name}
    phone_s = {person for person, other in world.phones.items() if other.seated}
    guarded = match.secretive and phone.state.get("view") != seat
    if guarded or match.header.names[seat - 1] in others & phone_s or (bots and bots[seat - 1]):
        reply = phone.ask(do="claim", seat=seat)
        if reply["type"] == "welcome":
            raise Violation(f"nothing hidden is out: {name} is given seat {seat}, which is taken")


def _late(world: World, name: str, draw: random.Random) -> None:
    """Two answer at once: his page has not heard yet what somebody else has done, or he himself on
    its second tab."""
    phone = world.phones.get(name)
    if phone is None or not phone.there or world.trouble:
        return
    with phone.behind():
        tab = world.tabs.get(name)
        if tab is None or not (tab.there and tab.answer(draw)):
            others = (other.name for other in world.home.people if other.name != name)
            _ = any(act(world, other, draw) for other in others)
        world.panel.run(0.1)
        phone.answer_late(draw)


def _tab(world: World, name: str, draw: random.Random) -> None:
    """He opens the page once more beside the first, or closes that."""
    if (tab := world.tabs.pop(name, None)) is not None:
        tab.close()
    elif (phone := world.phones.get(name)) is not None and phone.there:
        world.tabs[name] = phone.tab()
        world.tabs[name].open()


def _clock(world: World, name: str, draw: random.Random) -> None:
    """A box has no clock of its own: what time it is, it learns from the network, or not."""
    world.tell_time(draw.choice((0.0, 1.2e9, 1.7e9, 1.9e9)))
    match = world.match
    if match is None or match.id is None or world.full or not match.lines:
        return
    if (last := world.store.matches(limit=1)) and last[0].id != match.id and not match.over:
        raise Violation(f"what was acknowledged is there: last in the store is {last[0].id}")


_EVENTS: Final[Mapping[str, Callable[[World, str, random.Random], None]]] = {
    "answer": answer, "wait": _wait, "undo": _undo, "correct": _correct, "lost": _lost,
    "lose": _lose, "back": _back, "reload": _reload, "mash": _mash, "help": _help,
    "language": _language, "plug": _plug, "box": _box, "display": _display, "full": _full,
    "room": _room, "seat": _seat, "late": _late, "tab": _tab, "clock": _clock, "why": _why,
    "settings": _settings,
}  # fmt: skip


# -- when nothing breaks any more -----------------------------------------------------------


def recover(world: World) -> None:
    """All lines carry, the disk has room, nobody has a menu open."""
    world.room()
    box = world.panel.board.box
    if box is not None and not box.plugged:
        world.note("box plug")
        box.plug()
    for phone in world.pages:
        if not phone.there:
            phone.open()
    world.settle(3)
    _once_more(world)
    if world.match is None or world.play is None:
        _resume(world)
    world.tidy()
    invariants.check(world)


def _resume(world: World) -> None:
    """A child has put the match away: the owner's page goes on with it."""
    found = world.store.matches(limit=1)
    if found:
        world.owner.ask(do="resume", match=found[0].id)
        world.settle(0.5)


def play_to_the_end(world: World, draw: random.Random, *, at_once: bool = False) -> int:
    """Everybody plays along; the match has to end. Where somebody can answer, somebody does so
    within `WITHIN` seconds, and with few tries. ``at_once``: here, and this evening. Returns how
    often it took too long, and did not go on at the table."""
    people = [person.name for person in world.home.people]
    answers = breaks = tries = 0
    waited = 0.0
    for _ in range(MOST):
        match, world.late = world.match, breaks > 0
        if match is None or match.over:
            break
        # not where nobody can answer: whoever waits finds that out
        if answers >= AWHILE and not at_once:
            answers, breaks = 0, breaks + 1
            (_give_up if breaks > EVENINGS else World.another_evening)(world)
            continue
        before = len(match.lines)
        acted = any(act(world, name, draw) for name in draw.sample(people, len(people)))
        acted = acted or world.stand_in(draw)
        world.settle(0.1 if acted else 1.0)
        invariants.check(world)
        moved = world.match is not match or len(match.lines) != before
        answers += moved
        tries = 0 if moved else tries + acted
        waited = 0.0 if moved or acted or world.stuck else waited + 1.0
        if waited > WITHIN or tries > TRIES:
            raise Violation(f"somebody can go on: {_scene(world)}")
    if world.match is not None and not world.match.over:
        raise Violation(f"it ends: not after {MOST} answers")
    world.settle(5)
    invariants.check(world)
    the_end_agrees(world)
    return breaks


def _give_up(world: World) -> None:
    """As the panel's menu does it."""
    world.tidy()
    session = world.program.session
    assert session is not None
    world.program.errand(lambda desk: keep_or_not(desk, session, session.match.abandon))


def _scene(world: World) -> str:
    asked = [(ask.seats, ask.verb) for ask in world.asked]
    top = type(world.program.top).__name__
    told = world.program.screen_text() if isinstance(world.program.top, Message) else ""
    return f"asked {asked}, {top} on the panel {told}\n{world.program.screen_text()}"


# -- shrinking ------------------------------------------------------------------------------


def fault(evening: Evening, script: Script | None = None, seen: Seen | None = None) -> str:
    """What is wrong with it; empty if nothing is. ``script``, ``seen``: see `run`."""
    try:
        run(evening, script=script, seen=seen)
    except Violation as violation:
        return str(violation)
    except Exception as error:
        return f"nothing fails: {type(error).__name__}: {error}"
    return ""


def scripted(evening: Evening) -> str:
    """What happens in it, as a script for `referee run --script`, where nothing is said aloud."""
    script = Script(SEEDS)
    told = fault(replace(evening, home=replace(evening.home, speaks=False)), script)
    return script.whole(told)


#: Whether a smaller evening has the same fault.
Same = Callable[[Evening], bool]


def shrunk(evening: Evening, told: str, tries: int = 200) -> Evening:
    """The evening without what its fault (its name) does not need: matches, events, people, what
    was played before, options. Runs it so often at most."""
    name, left = _name(told), iter(range(tries))

    def same(smaller: Evening) -> bool:
        return next(left, None) is not None and _name(fault(smaller)) == name

    evening = next(filter(same, _fewer_matches(evening)), evening)
    for number in range(len(evening.matches)):
        evening = _fewer_events(evening, number, same)
    while (simple := next(filter(same, simpler(evening)), None)) is not None:
        evening = simple
    return evening


def _fewer_events(evening: Evening, number: int, same: Same) -> Evening:
    """Without those of this match that it does not need: half of them, a quarter ..., one."""
    step = max(1, len(evening.matches[number]) // 2)
    while step:
        at = 0
        while at < len(evening.matches[number]):
            smaller = _without(evening, number, at, step)
            if same(smaller):
                evening = smaller
            else:
                at += step
        step //= 2
    return evening


def _name(told: str) -> str:
    """What is wrong; of what failed the kind of error, too."""
    name, _, rest = told.partition(":")
    return f"{name}:{rest.partition(':')[0]}" if name == "nothing fails" else name


def _fewer_matches(evening: Evening) -> Iterable[Evening]:
    """The first matches alone, the fewest first; or the last ones."""
    home, count = evening.home, len(evening.matches)
    for keep in range(1, count):
        for part in (slice(0, keep), slice(count - keep, count)):
            yield Evening(replace(home, plans=home.plans[part]), evening.matches[part])


def _without(evening: Evening, match: int, at: int, count: int) -> Evening:
    def cut(events: Sequence[Event]) -> tuple[Event, ...]:
        return (*events[:at], *events[at + count :])

    matches = [cut(e) if n == match else e for n, e in enumerate(evening.matches)]
    return Evening(evening.home, tuple(matches))
