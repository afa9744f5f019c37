"""One page that is connected, as the hub sees it, and what is on its way to the page."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from referee.web.doorkeeper import Pass

#: Answers that may wait for a slow page before it is let go.
WAITING: Final = 32


class Overflow(Exception):
    """The page does not take what it is sent."""


@dataclass(slots=True)
class Outbox:
    """What goes to a page next. Of the table and of the frame only the latest is of use.

    Belongs to the gate's thread; the hub reaches it through `Client.send`. ``showing``: what was
    taken last is a table or a frame.
    """

    replies: deque[str] = field(default_factory=deque)
    latest: OrderedDict[str, str] = field(default_factory=OrderedDict)
    showing: bool = False

    def put(self, text: str, slot: str = "") -> None:
        if slot:
            self.latest[slot] = text
        elif len(self.replies) >= WAITING:
            raise Overflow
        else:
            self.replies.append(text)

    def take(self) -> str | None:
        self.showing = not self.replies
        if self.replies:
            return self.replies.popleft()
        return self.latest.popitem(last=False)[1] if self.latest else None


@dataclass(slots=True, eq=False)
class Client:
    """``send(text, slot)`` may be called from the loop's thread; with a ``slot``, a later message
    replaces one that has not left yet. ``host``: the address that it came from; ``local``: it came
    from this very computer, and may press everything; ``build``: the pages that it should be."""

    send: Callable[[str, str], None]
    host: str = ""
    local: bool = False
    build: str = ""
    token: str = ""
    page: str = ""  # what it calls itself, the same after its line broke
    granted: Pass = field(default_factory=Pass)
    known: bool = False  # it has shown a token or a code that opens anything at all
    language: str = "de"
    frames: bool = False  # it wants the panel's picture
    shown: tuple[object, ...] = ()  # the state that it was sent last
    frame: str = ""  # the picture that it was sent last
    upload: str = ""  # parts of a file that it is sending
    done: OrderedDict[int, str] = field(default_factory=OrderedDict)

    def remember(self, number: int, reply: str) -> None:
        """Keep a reply: a request that comes again is answered, not done, again."""
        self.done[number] = reply
        while len(self.done) > WAITING:
            self.done.popitem(last=False)


#: So many pages' replies are kept.
PAGES: Final = 64


class Memory:
    """What was replied to which page: a page whose line broke comes back as another client."""

    def __init__(self) -> None:
        self._done: OrderedDict[tuple[str, str], OrderedDict[int, str]] = OrderedDict()

    def recall(self, client: Client) -> None:
        """Let a client that has said who it is have the replies to its page."""
        if not (client.token and client.page):
            return
        known = self._done.setdefault((client.token, client.page), client.done)
        self._done.move_to_end((client.token, client.page))
        known.update(client.done)
        client.done = known
        while len(self._done) > PAGES:
            self._done.popitem(last=False)
