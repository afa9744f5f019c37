"""Disks that take nothing any more, as the kernel makes them: mounts in a namespace of their own.

Needs the rights of root, or user namespaces.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.doors import places
from referee.kernel.match import Match
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from tests import toy
from tests.doors.box import Box
from tests.patience import until
from tests.table.panel import Panel

pytestmark = pytest.mark.usefixtures("toy_installed")

#: What is done to the data folder ($1) before the command that follows is run.
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"'
FULL = (
    'mkdir -p "$1.all" && cp "$1"/* "$1.all" && mount -t tmpfs -o size=256k none "$1" && '
    'cp "$1.all"/* "$1" && { cat /dev/zero > "$1/rest" || true; }'
)

Start = Callable[[str], Box]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Start]:
    boxes: list[Box] = []

    def start(disk: str) -> Box:
        data = str(tmp_path / "data")
        script = f'{disk} && shift && exec "$@"'
        within = ("unshare", "--map-root-user", "--mount", "sh", "-c", script, "-", data)
        boxes.append(Box(tmp_path, within=within))
        return boxes[-1]

    yield start
    for made in boxes:
        made.end(signal.SIGKILL)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with an unfinished match, and a copy of it to look at."""
    for name in ("data", "copy"):
        store = places.store_in(tmp_path / name)
        Match.new(toy.GAME, ("Ada", "Bob"), {}, "seed", store=store)
        store.close()
    return tmp_path


def panel(kept: Path, why: str) -> Panel:
    """What the box should show, with the same matches."""
    told = (
        Text(f"error.store.{why}", {"file": str(kept / "data" / places.STORE)}),
        Text("notice.store.spare", {}),
    )
    store = places.store_in(kept / "copy")
    return Panel(store, "en", ("toy",), told, appliance=Appliance(checks=list))


@pytest.mark.parametrize(("disk", "why"), [(READ_ONLY, "read-only"), (FULL, "full")])
def test_the_match_goes_on_in_memory_and_after_a_restart_where_it_was(
    box: Start, kept: Path, disk: str, why: str
) -> None:
    running, expected = box(disk), panel(kept, why)
    running.shows(expected)
    until(
        lambda: expected.title == "Referee",
        lambda: running.do("press ok").shows(expected.press("ok")),
        lambda: expected.words,
    )
    running.do("press ok").shows(expected.press("ok"))
    assert expected.match.state == "roll"
    running.do("press roll").shows(expected.press("roll").wait(3))
    assert expected.match.state == "choose"
    running.end(signal.SIGKILL)

    again = box(disk).shows(panel(kept, why))
    expected = panel(kept, why)
    until(
        lambda: expected.title == "Referee",
        lambda: again.do("press ok").shows(expected.press("ok")),
        lambda: expected.words,
    )
    again.do("press ok").shows(expected.press("ok"))
    assert expected.match.state == "choose"
