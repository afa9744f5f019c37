"""The referee, or the process of its pages, is killed again and again beside three phones.

``python -m tests.web.kills --game draf --whom pages --times 200``; ``--term`` ends the referee by
SIGTERM instead, while phones have just asked for something.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from tests.web.process import Data, Phone, Serve, answers

#: game -> options of a match with everything in the box.
GAMES: Final[dict[str, dict[str, Any]]] = {
    "draf": {"board": "device", "length": 50},
    "fette-autos": {"cards": "device"},
    "knight-rider": {"board": "device"},
    "knister": {"sheets": "device", "dice": "device"},
    "victory": {"board": "device", "laps": 1},
}
REFEREE, PAGES = "referee", "pages"

#: Answers between two kills at most.
ANSWERS: Final = 5
#: Seconds until the referee is told to end, after something was asked for, at most.
SOON: Final = 0.03


class Played:
    """A match that two phones play at a server that is killed."""

    def __init__(self, serve: Serve, game: str, draw: random.Random) -> None:
        self._serve = serve
        self._game = game
        self._draw = draw
        self._phones = [Phone(serve, f"page {seat}") for seat in (1, 2, 3)]
        self.acknowledged = 0
        self._begin()

    def _begin(self) -> None:
        begun = self._phones[0].ask(
            do="begin", game=self._game, names=["Anna", "Ben", "Cem"], options=GAMES[self._game]
        )
        assert begun["type"] == "done", begun
        for seat, phone in enumerate(self._phones, 1):
            assert phone.ask(do="claim", seat=seat)["seat"] == seat
        state = self._phones[0].look()
        self._match, self._lines = state["match"]["id"], state["seq"]

    def kill(self, whom: str) -> None:
        """After some answers; one is on its way. Then everything is where it was."""
        for _ in range(self._draw.randint(1, ANSWERS)):
            if (sent := self._send()) is not None:
                self._note(sent[0].finish(sent[1]))
        flying, before = self._send(), self._phones[0].state["seq"]
        if whom == PAGES:
            self._serve.kill_pages()
        else:
            self._serve.kill()
            self._serve.start()
        if flying is not None:
            reply = flying[0].finish(flying[1])
            # Done before the end, and asked again: it is late, and it stands.
            late = reply.get("key") == "web.late"
            assert reply["type"] in ("done", "refused") or late, reply
            self._note(reply)
            assert not late or self._lines > before, "it is neither done nor asked for"
        for seat, phone in enumerate(self._phones, 1):
            state = phone.look()
            assert (state["match"]["id"], state["view"]) == (self._match, seat)
            assert state["seq"] == self._lines, "what stood does not"
        if self._phones[0].state["result"] is not None:
            self._begin()

    def _send(self) -> tuple[Phone, Data] | None:
        """Have one phone send one answer to something that it is asked."""
        for phone in self._draw.sample(self._phones, len(self._phones)):
            for request in answers(phone.look(), self._draw):
                return phone, phone.send(**request)
        return None

    def _note(self, reply: Data) -> None:
        lines = self._phones[0].look()["seq"]
        assert lines > self._lines or reply["type"] != "done", "acknowledged, and not there"
        self.acknowledged += reply["type"] == "done"
        self._lines = lines

    def close(self) -> None:
        for phone in self._phones:
            phone.close()


def told_to_end(home: Path, draw: random.Random) -> None:
    """Phones have just asked for a match and for what can be played."""
    serve = Serve(home)
    phones = [Phone(serve, f"page {number}") for number in range(2)]
    for phone in phones:
        phone.ask(do="ping")
    phones[0].send(do="begin", game="knister", names=["Anna", "Ben"])
    phones[1].send(do="setup")
    time.sleep(draw.uniform(0.0, SOON))
    process, pages = serve.process, serve.pages()
    assert process is not None
    serve.stop()
    assert process.returncode == 0
    assert not Path(f"/proc/{pages}").exists()
    for phone in phones:
        phone.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.kills", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="knister")
    parser.add_argument("--whom", choices=(REFEREE, PAGES), default=REFEREE)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", default=str(os.getpid()))
    parser.add_argument("--term", action="store_true")
    given = parser.parse_args()
    draw = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if given.term:
            for number in range(given.times):
                told_to_end(Path(folder), draw)
                print(f"\r{number + 1} ends", end="", flush=True)
            print(f"\rSIGTERM, {given.times} times: both have ended each time, seed {given.seed}")
            return
        serve = Serve(Path(folder))
        stack.callback(serve.end, signal.SIGKILL)
        played = Played(serve, given.game, draw)
        stack.callback(played.close)
        for number in range(given.times):
            played.kill(given.whom)
            print(f"\r{number + 1} kills, {played.acknowledged} answers", end="", flush=True)
        print(
            f"\r{given.game}: {given.whom} killed {given.times} times, {played.acknowledged}"
            f" acknowledged answers, none lost, seed {given.seed}"
        )


if __name__ == "__main__":
    main()
