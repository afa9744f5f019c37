"""The real program with all its doors, in virtual time: what is broken here is broken for real."""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hal.config import parse
from hal.interfaces import Frame
from referee.doors.scripted import ScriptedPages
from referee.kernel.ask import Ask, Entry
from referee.kernel.journal import COMMAND
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.answer.form import offered
from referee.table.appliance import Appliance
from referee.table.desk import Mode
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
from referee.table.modes.result import ResultScreen
from referee.table.program import DIMMED, TableProgram
from referee.table.settings import Settings
from referee.table.speaking import Level, Speaker
from referee.web.client import Client
from referee.web.kept import PASSES, SEATING
from sim.panel import SimPanel
from tests.evenings import elsewhere
from tests.evenings.elsewhere import Adviser, Look
from tests.evenings.household import PANEL, PHONE, TABLET, Household, Person, Plan
from tests.evenings.script import NotedPanel, Script
from tests.hand import PAUSE, Hand
from tests.web.process import answers

if TYPE_CHECKING:
    from tests.evenings.going_on import Stuck

Data = dict[str, Any]

#: Where hub and doorkeeper keep what they know.
KEPT: Final = (PASSES, SEATING)

#: What the seeds of the box's dice begin with.
SEEDS: Final = "seed"

#: Of the bytes on a bad line to the seat box so many are spoiled.
NOISE: Final = "1%"

#: Replies to what is not done.
REFUSED: Final = ("error", "refused")

#: What a page shows where there is no match.
NOTHING: Final[Data] = {"match": None, "asks": []}

#: Answers that are left of a match that was played on elsewhere, when the box was switched off.
LEFT: Final = 3


class Violation(AssertionError):
    """Something that must always hold does not; begins with its name."""


class Log(logging.Handler):
    """What was logged as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class World:
    """``now`` is the panel's clock. ``lines``: how the match stood when an answer was last
    acknowledged to somebody, with its number in the store. ``page``: what phones run;
    ``script``: where to note what happens; ``look``: at a match that is played elsewhere."""

    def __init__(
        self, folder: Path, home: Household, page: type[Phone] | None = None,
        script: Script | None = None,
    ) -> None:  # fmt: skip
        self.home, self.script = home, script
        self.log = Log()
        self.said: list[str] = []
        #: What there was to see in one moment of the match, by seat and language.
        self.seen: tuple[object, dict[tuple[int | None, str], tuple[Any, Any]]] = (None, {})
        self.foreign: list[Mode] = []  # told before the language changed; they stay as they are
        self.heard = hashlib.sha256()  # all that pages got, the panel showed, and was said
        self.refused: Data | None = None  # the last reply, if it refuses something
        self.last_words: list[str] = []  # what has been said since the match was over
        self.file = folder / "evening.sqlite"
        self._adviser = Adviser()
        self.look: Look = lambda match: None
        self._seeds = (f"{SEEDS} {n}" for n in itertools.count())
        self._served = ScriptedPages()
        self.acknowledged: tuple[int | None, int] = (None, 0)
        self.full = False
        self.late = False  # everybody wants to go home
        self.wall = 1.7e9  # seconds since 1970 when the panel's clock began, as the box believes
        self.tabs: dict[str, Phone] = {}
        self.explained: set[tuple[str, ...]] = (
            set()
        )  # questions and refusals whose HELP was looked at
        self.stuck: tuple[Stuck, float] | None = None  # nobody can go on, and since when
        self.panel = self._power_on(None)
        if home.noise and (box := self.panel.board.box) is not None:
            self.note(f"box noise {NOISE}")
            box.do("noise", NOISE)
        self.owner = Phone(self, Person("", PHONE, home.language), local=True)
        page = page or Phone
        self.phones = {p.name: page(self, p) for p in home.people if p.door == PHONE}
        self.hands = {p.name: HANDS[p.door](self, p) for p in home.people if p.door in HANDS}
        self._anybody = PanelHand(self, Person("", PANEL, home.language))
        for phone in self.pages:
            phone.open()

    @property
    def pages(self) -> list[Phone]:
        """All pages, the owner's first: phones, and the second tabs of some."""
        return [self.owner, *self.phones.values(), *self.tabs.values()]

    def close(self) -> None:
        """Everybody goes home; a script ends with what the screen says then."""
        if self.script is not None:
            self.script.says(self.program.screen_text())
            self.script = None
        for phone in self.pages:
            phone.close()
        self.panel.close()
        self.store.close()

    # -- the box ---------------------------------------------------------------------------

    def _power_on(self, panel: SimPanel | None) -> SimPanel:
        """The program as its doors make it, on a new panel or on one that lost its power."""
        self.store = store = Store(
            self.file, lambda: self.wall + (panel.clock.now() if panel else 0)
        )
        self.program = program = TableProgram(
            store, lambda: next(self._seeds), defaults=self._settings(),
            appliance=Appliance(phones=self._served, speaks=self.home.speaks),
        )  # fmt: skip
        if self.full:
            store.fill()
        if panel is None:
            panel = self._on_panel(program)
        else:
            panel.restart(program)
        self._served.serve(program, panel.runner, panel.clock.now)
        self.doorkeeper, self.hub = self._served.doorkeeper, self._served.hub
        if self.home.speaks:
            panel.runner.watch(self._speaking(Speaker(), panel))
        return panel

    def _on_panel(self, program: TableProgram) -> SimPanel:
        if self.script is not None:
            return NotedPanel(self.script, program, parse(""), self.home.box)
        return SimPanel(program, parse(""), box=self.home.box)

    def _settings(self) -> Settings:
        level = Level.EVERYTHING if self.home.speaks else Level.OFF
        return Settings(language=self.home.language, speech=level)

    def _speaking(self, speaker: Speaker, panel: SimPanel) -> Callable[[Frame], float | None]:
        """As the doors have a voice say it."""

        def watch(frame: Frame) -> float | None:
            if said := speaker.step(panel.clock.now(), self.program.content):
                self.said.append(said)
                self.heard.update(said.encode())
            return speaker.due()

        return watch

    def pull_the_plug(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """The process ends at this moment, without a word, and starts again; the disk is as full
        as before. Whether by kill -9 or by a power cut is the same for its file, for every commit
        is synced (synchronous=FULL): the log lies there, and nobody has written it back."""
        for phone in self.pages:
            phone.lose()
        meanwhile()
        self.store.cut_off()
        self._power_on(self.panel)
        self.panel.run(2)

    def another_evening(self) -> None:
        """The box is off, and the match goes on at a terminal, nearly to its end; then it is on
        again."""
        match = self.match
        if match is None or match.id is None:
            return
        self.note("# not in a script: the match goes on elsewhere")
        number = match.id
        self.pull_the_plug(
            lambda: elsewhere.gone_on(self.store, number, LEFT, self._adviser, self.look)
        )
        for phone in self.pages:
            phone.open()

    def fill(self) -> None:
        """The disk is full from now on."""
        self.note("disk full")
        self.store.fill()
        self.full = True

    def room(self) -> None:
        if self.full:
            self.note("disk free")
            self.store.make_room()
            self.full = False

    def tell_time(self, wall: float) -> None:
        """The box believes that it is so late."""
        self.note(f"clock {wall!r}")
        self.wall = wall - self.panel.clock.now()

    @property
    def box_gone(self) -> bool:
        """Whether the seats' buttons are on a cable that hangs loose."""
        box = self.panel.board.box
        return box is not None and not box.plugged

    # -- the doors of pages ----------------------------------------------------------------

    def joins(self, client: Client, name: str) -> None:
        if self.script is not None:
            self.script.joins(client, name)
        self.hub.join(client)

    def parts(self, client: Client) -> None:
        if self.script is not None:
            self.script.parts(client)
        self.hub.part(client)

    def hears(self, client: Client, request: Data) -> None:
        """Raises `Violation` if what is refused changes the match all the same."""
        if self.script is not None:
            self.script.asks(client, request)
        before, self.refused = self._moment, None
        self.hub.receive(client, request)
        if self.refused is not None and self._moment != before:
            told = f"{request} is refused, and done: {self.refused}"
            raise Violation(f"what was acknowledged is there: {told}")

    @property
    def _moment(self) -> tuple[str, int] | None:
        """How the match stands; an undo is a line more, too."""
        match = self.match
        return (match.commitment, match.written) if match is not None else None

    def code(self, seat: int | None = None) -> str:
        """A code as somebody reads it at the box: a visitor's, or that of a seat."""
        code = self._served.code(seat)
        if self.script is not None:
            self.script.code(code, seat)
        return code

    def note(self, line: str) -> None:
        """For the script, if one is written."""
        if self.script is not None:
            self.script.note(line)

    # -- the match -------------------------------------------------------------------------

    @property
    def match(self) -> Match | None:
        session = self.program.session
        return session.match if session is not None else None

    @property
    def count(self) -> int:
        """How many lines the present match has."""
        return len(self.match.lines) if self.match is not None else 0

    def seat_of(self, name: str) -> int | None:
        """Where somebody sits in the present match, if he plays."""
        match = self.match
        names = match.header.names if match is not None else ()
        return names.index(name) + 1 if name in names else None

    def begin(self, plan: Plan) -> None:
        """As the owner's page does it."""
        match = self.match
        same = match is not None and match.over and (
            match.header.game, match.header.names
        ) == (plan.game, plan.names)  # fmt: skip
        players = [phone for name, phone in self.phones.items() if name in plan.names]
        if plan.again and same and players and players[0].seated:
            players[0].ask(do="rematch")
            return
        if plan.played or any(player.startswith(COMMAND) for player in plan.players):
            self._elsewhere(plan)
            return
        self.owner.ask(
            do="begin", game=plan.game, names=list(plan.names), players=list(plan.players),
            options=dict(plan.options),
        )  # fmt: skip

    def _elsewhere(self, plan: Plan) -> None:
        """A match against a program was begun at a terminal, another one on another evening; the
        owner's page goes on with it."""
        self.note("# not in a script: a match that was begun elsewhere")
        number = elsewhere.begun(plan, next(self._seeds), self._adviser, self.store, self.look)
        self.owner.ask(do="resume", match=number)

    def settle(self, seconds: float = 0.0) -> None:
        """Time passes; whoever plays by phone and has no seat takes his own."""
        self.panel.run(seconds)
        for phone in self.pages[1:]:
            seat = self.seat_of(phone.person.name)
            if phone.there and seat is not None and phone.state.get("view") != seat:
                phone.ask(do="code", code=self.code(seat))

    def stand_in(self, draw: random.Random) -> bool:
        """Somebody answers at the panel what a program would have to, which is not started here."""
        match, play = self.match, self.play
        if match is None or play is None:
            return False
        played = match.header.players or [""] * match.header.seats
        programs = {seat for seat, name in enumerate(played, 1) if name.startswith(COMMAND)}
        seats = [seat for ask in match.asks for seat in ask.seats if seat in programs]
        if not seats or self.trouble or self.box_gone:
            return False
        self.tidy()
        return self._anybody.play(draw, seats[0])

    def advice(self, ask: Ask, seat: int, draw: random.Random) -> Entry:
        """What somebody answers."""
        assert self.match is not None
        return self._adviser.entry(self.match, ask, seat, draw, self.late)

    @property
    def asked(self) -> list[Ask]:
        return list(self.match.asks) if self.match is not None else []

    @property
    def play(self) -> Play | None:
        """The play screen, if it lies under everything."""
        under = self.program.modes[0]
        return under if isinstance(under, Play) else None

    @property
    def trouble(self) -> bool:
        """Whether the panel asks something about the box, which no page can answer."""
        top = self.program.top
        return isinstance(top, Message) and top.asks

    def tidy(self) -> None:
        """Somebody at the panel leaves what he has opened: back to the match."""
        for _ in range(12):
            there = isinstance(self.program.top, Play | ResultScreen)
            if not isinstance(self.program.modes[0], Play) or there:
                return
            if isinstance(self.program.top, Message):
                self.panel.press("ok")
                self.panel.run(0.2)
            else:
                self.panel.press("back")
            self.panel.run(1.5)


class Phone:
    """A page that stays what it is when its line breaks: it greets again with its token and asks
    again what was not answered."""

    def __init__(self, world: World, person: Person, *, local: bool = False) -> None:
        self.person = person
        self._world = world
        self._local = local
        self._client: Client | None = None
        self._numbers = itertools.count(1)
        self._token = ""
        self._page = f"page of {person.name}"
        self._tabs = 0  # others that this browser has opened
        self._open: Data | None = None  # asked, and no reply yet
        self._taken = False  # it has changed the match already
        self._behind: list[str] | None = None  # what it will hear later
        self._own = 0  # how often its player had answered when it fell behind
        self._shown: tuple[str, Data] = ("", NOTHING)  # what it was shown last, and as data
        self.replies: dict[int, Data] = {}

    @property
    def there(self) -> bool:
        """Whether its line carries."""
        return self._client is not None

    @property
    def state(self) -> Data:
        """What it was shown last; few look at all that comes."""
        text, state = self._shown
        if text:
            state = NOTHING | json.loads(text)
            self._shown = "", state
        return state

    @property
    def seated(self) -> bool:
        return self.there and self.state.get("view") is not None

    def open(self) -> None:
        """A page is opened, or comes back."""
        world = self._world
        self.lose()
        host = "" if self._local else f"host of {self.person.name}"
        self._client = client = Client(
            self._take(lambda: self._client is client), host, self._local
        )
        world.joins(client, self.person.name)
        reply = self.ask(
            do="hello", language=self.person.language, page=self._page, token=self._token
        )
        if not reply.get("known"):
            reply = self.ask(do="code", code=world.code())
        self._token = reply.get("token", self._token)
        world.panel.run(0.0)
        if self._open is not None:  # the line broke before its reply came
            again, self._open = self._open, None
            before = world.count
            self._send(again)
            assert not self._taken or world.count == before, "an answer is taken twice"

    def lose(self) -> None:
        """The line breaks; neither side has said so."""
        if self._client is not None:
            self._world.parts(self._client)
            self._client = None

    def reload(self) -> None:
        """The page is loaded anew: it knows its token, and nothing else."""
        self._open = None
        self._page += "'"
        self._numbers = itertools.count(1)
        self.replies.clear()
        self._shown = "", NOTHING
        self.open()

    def _take(self, mine: Callable[[], bool]) -> Callable[[str, str], None]:
        def take(text: str, slot: str) -> None:
            self._world.heard.update(text.encode())
            if not slot and not self._world.refused:
                message = json.loads(text)
                self._world.refused = message if message["type"] in REFUSED else None
            if not mine():
                return
            if slot != "state":
                message = json.loads(text)
                if "n" in message:
                    self.replies[message["n"]] = message
            elif self._behind is not None:
                self._behind.append(text)
            else:
                self._shown = text, NOTHING

        return take

    def ask(self, *, lost: bool = False, **request: Any) -> Data:
        """Ask, and return the reply; with ``lost`` the line breaks before it comes."""
        numbered = {"n": next(self._numbers), **request}
        if lost and self._client is not None:
            self._open = numbered
            client, self._client = self._client, None
            before = self._world.count
            self._world.hears(client, numbered)
            self._taken = self._world.count > before
            self._world.parts(client)
            return {}
        return self._send(numbered)

    def _send(self, numbered: Data) -> Data:
        assert self._client is not None
        self._world.hears(self._client, numbered)
        self._world.panel.run(0.0)
        reply = self.replies[numbered["n"]]
        match = self._world.match
        if reply["type"] == "done" and match is not None:
            self._world.acknowledged = (match.id, len(match.lines))
        return reply

    def answer(self, draw: random.Random, *, lost: bool = False) -> bool:
        """Answer one of the asks that the page offers, as somebody would who plays along."""
        found, world, seat = answers(self.state, draw), self._world, self.state.get("view")
        if not found or seat is None:
            return False
        line = found[0]
        ask = next(ask for ask in self.state["asks"] if ask.get("id") == line["ask"])
        if seat in ask["seats"]:
            own = next(ask for ask in world.asked if seat in ask.seats)
            entry = world.advice(own, seat, draw)
            offered = [option["verb"] for option in ask["choose"]["options"]]
            assert entry.verb in offered, f"{entry.verb} is legal, the page offers {offered}"
            line |= {"verb": entry.verb, "args": dict(entry.args)}
        else:
            line["seat"] = ask["seats"][0]
        match = world.match
        assert match is not None
        least = len(match.lines) + 1
        if self.ask(**line, lost=lost).get("type") == "done":
            world.acknowledged = (match.id, max(least, len(match.lines)))
        return True

    @contextmanager
    def behind(self) -> Iterator[None]:
        """The page hears of the match only afterwards."""
        self._behind, self._own = [], self._own_lines(self.state.get("view") or 0)
        yield
        late, self._behind = self._behind, None
        for text in late[-1:]:
            self._shown = text, NOTHING

    def answer_late(self, draw: random.Random) -> None:
        """Answer what was asked some time ago: it is taken, or it changes nothing."""
        seat, found = self.state.get("view"), answers(self.state, draw)
        if seat is None or not found or self._client is None:
            return
        before = self._own_lines(seat)
        reply = self.ask(**found[0])
        done, now = reply["type"] == "done", self._own_lines(seat)
        if not done and now != before:
            raise Violation(f"what was acknowledged is there: refused, and done: {reply}")
        if done and now != before != self._own:
            raise Violation("what was acknowledged is there: a question is answered twice")

    def _own_lines(self, seat: int) -> int:
        match = self._world.match
        lines = match.lines if match is not None else ()
        return sum(line.entry is not None and line.entry.seat == seat for line in lines)

    def tab(self) -> Phone:
        """Another tab of the same browser."""
        tab = type(self)(self._world, self.person)
        self._tabs += 1
        tab._token, tab._page = self._token, f"{self._page}, tab {self._tabs}"
        return tab

    def close(self) -> None:
        """The page is closed for good."""
        self.lose()

    def looks_right(self) -> None:
        """What is wrong with the page as somebody sees it is raised as a `Violation`; a phone
        without a screen shows nothing."""

    def read(self) -> bool:
        """OK to what is told and does not go by itself."""
        told = self.state.get("told")
        if not told or told["passes"]:
            return False
        self.ask(do="read", told=told["number"])
        return True


class PanelHand(Hand):
    """Somebody at the panel, who knows what he wants and presses until it is entered."""

    def __init__(self, world: World, person: Person) -> None:
        self.person = person
        self._world = world
        self.presses = 0

    @property
    def program(self) -> TableProgram:  # type: ignore[override]
        return self._world.program

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._world.panel.press(button)
            self._world.panel.run(PAUSE)
            self.presses += 1

    def there(self, button: str) -> bool:
        return button in self._world.panel.board.buttons

    def _rest(self) -> None:
        """Dice come to rest, and what passes goes; but nobody waits for a computer player here."""
        self._world.panel.run(3)
        for _ in range(60):
            if not self.program.top.passing:
                return
            self._world.panel.run(0.5)

    def play(self, draw: random.Random, seat: int) -> bool:
        """Answer one of the asks for this seat, or one about a computer's that only the table
        knows; False if there is none."""
        world = self._world
        play, asks = world.play, [ask for ask in world.asked if seat in ask.seats]
        if not asks and play is not None:
            asks = [ask for ask in world.asked if play.for_anybody(ask)]
        if not asks or world.match is None:
            return False
        if isinstance(self.program.top, Message):
            self.press("ok")
            self._rest()
            return True
        if self.program.passing:  # a press now would be meant for what was there just before
            world.panel.run(1)
            return True
        ask = draw.choice(asks)
        seat = seat if seat in ask.seats else ask.seats[0]
        others = play is not None and play.sight.turn.seats != ask.seats
        if others and not self.there(f"seat{seat}"):
            return False  # without a button of his own he waits until he is asked on the screen
        if self.program.frame().contrast == DIMMED:
            self.press("back")  # it wakes the panel and does nothing else
        if (pad := world.play.keypad if world.play else None) is not None and pad.group is not None:
            self.press("back")  # somebody has begun a number
        try:
            self.answer(ask, world.advice(_offered(ask), seat, draw))
        except AssertionError:
            if not world.full:  # then the panel asks what to do, in the middle of it
                raise
        world.acknowledged = (world.match.id, len(world.match.lines)) if world.match else (None, 0)
        return True


def _offered(ask: Ask) -> Ask:
    """What a panel offers of it."""
    verbs = dict.fromkeys(option.verb for option in ask.options)
    return replace(ask, options=tuple(o for verb in verbs for o in offered(ask, verb)))


class TabletHand(PanelHand):
    """Somebody who presses the panel's buttons on the owner's page."""

    def press(self, *buttons: str) -> None:
        for button in buttons:
            if not self._world.owner.there:
                super().press(button)
                continue
            self._world.owner.ask(do="press", button=button)
            self._world.panel.run(PAUSE)
            self.presses += 1


#: Who plays through a door at which buttons are pressed.
HANDS: Final = {PANEL: PanelHand, TABLET: TabletHand}
