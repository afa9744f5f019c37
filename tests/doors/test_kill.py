"""kill -9 at any moment: the match stands at the last ruling shown, or one answer further.

``--kills N`` kills N times (``make kill``: 200).
"""

from __future__ import annotations

import json
import random
import select
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.ask import Entry
from referee.kernel.fold import effective
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.attack.progress import told
from tests.doors.process import started

#: Answers in one life of the process, and milliseconds until it is killed after the last one.
ANSWERS, DELAY = 12, 6.0

Message = dict[str, Any]


class Life:
    """One process between its start and its violent end, and what it has shown."""

    def __init__(self, home: Path, kept: list[Line], *args: str) -> None:
        self.process = started(home, "match", *args)
        self.shown: list[Message] = []  # the entries that stand, as far as they were told
        self.old = len(effective(kept))  # entries that are only told again
        self.seq = len(kept)  # journal lines at the last ask
        self.since = 0  # entries told after it
        self.undoing = False  # whether an undo was sent after it
        self.ask: Message | None = None

    def read(self) -> bool:
        """Read up to the next ask; False at the end of the match or of the output."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith(b"\n"):
                return False  # cut off by the kill
            message = json.loads(line)
            kind = message["type"]
            assert kind not in ("error", "refused"), message
            if kind == "entry":
                self.shown.append({key: message[key] for key in ("seat", "verb", "args")})
                self.since += message["index"] >= self.old
            elif kind == "undone":
                del self.shown[len(self.shown) - len(message["entries"]) :]
            elif kind in ("ask", "over"):
                self.ask = message if kind == "ask" else None
                self.seq, self.since, self.undoing, self.old = message["seq"], 0, False, 0
                return bool(kind == "ask")
        return False

    def answer(self, rng: random.Random) -> None:
        assert self.process.stdin is not None
        assert self.ask is not None
        if rng.random() < 0.15 and len(self.shown) > 10:
            self.undoing = True
            message: Message = {"verb": "undo"}
        else:
            ask = rng.choice(self.ask["asks"])
            message = {"seat": rng.choice(ask["seats"]), **rng.choice(ask["options"])}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def kill(self, delay: float) -> None:
        """Kill it after some milliseconds and read what it had shown until then."""
        select.select([], [], [], delay / 1000)
        self.process.kill()
        while self.read():
            pass
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--kills"))


def test_a_killed_match_stands_where_it_was_shown(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / "matches.sqlite", lambda: 0.0)
    for _ in told(kills, "kills"):
        going_on = store.matches("open", limit=1)
        if going_on:
            match_id = going_on[0].id
            life = Life(tmp_path, store.lines(match_id)[0], "--resume", str(match_id))
        else:
            life = Life(tmp_path, [], "knight-rider", "--save")
        answers = rng.randrange(ANSWERS + 1) if going_on else ANSWERS
        for _ in range(answers):
            if not life.read():
                break
            life.answer(rng)
        life.kill(rng.random() * DELAY)
        check(store, life)


#: Says what it is asked and by which chance it answers; it thinks for ever where a file says so.
THINKER = """
import json, os, sys, time
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] != "ask":
        continue
    with open("thoughts", "a") as file:
        file.write(json.dumps([ask["chance"], ask["options"]]) + chr(10))
    while os.path.exists("hang"):
        time.sleep(0.01)
    print(json.dumps(ask["options"][ask["chance"] % len(ask["options"])]), flush=True)
"""


def test_a_box_killed_while_it_thinks_has_changed_nothing(tmp_path: Path) -> None:
    """It is asked the same again, by the same chance, and answers for itself."""
    (tmp_path / "data").mkdir()
    (tmp_path / "hang").touch()
    (tmp_path / "thinker.py").write_text(THINKER)
    bot = f"cmd:{sys.executable} thinker.py"
    life = Life(tmp_path, [], "toy", "--save", "--seed", "x", "--player", f"1={bot}")
    thoughts = tmp_path / "thoughts"
    reading = threading.Thread(target=life.read)
    reading.start()
    while reading.is_alive() and not (thoughts.exists() and thoughts.read_text().endswith("\n")):
        reading.join(0.01)
    life.process.kill()
    reading.join()
    life.kill(0)  # it is dead; its pipes are closed
    store = Store(tmp_path / "data" / "matches.sqlite", lambda: 0.0)
    match_id = store.matches("open", limit=1)[0].id
    before, _ = store.lines(match_id)
    assert all(line.device for line in before)
    (tmp_path / "hang").unlink()
    again = Life(tmp_path, before, "--resume", str(match_id))
    again.read()
    again.kill(0)
    first, second, *_ = thoughts.read_text().splitlines()
    assert first == second
    after, _ = store.lines(match_id)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def check(store: Store, life: Life) -> None:
    match_id = store.matches(limit=1)[0].id
    lines, _ = store.lines(match_id)
    told = life.seq + life.since
    if life.undoing:  # it may have taken back an answer and what the device had added to it
        before, after = entries(lines[: life.seq]), entries(lines)
        assert after[: len(before) - 4] == before[: len(before) - 4]
    else:
        assert told <= len(lines)
        assert sum(not line.device for line in lines[told:]) <= 1  # with what the device added
        assert entries(lines[:told])[: len(life.shown)] == life.shown
    Match.resume(store, match_id)  # raises if it does not replay as it was played


def entries(lines: list[Line]) -> list[Message]:
    return [entry.plain() for line in effective(lines) if isinstance(entry := line.entry, Entry)]
