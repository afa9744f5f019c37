"""The box's service: how it ended before, how it ends, what it goes on with, safe mode."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.doors import network, power
from referee.doors.lifeline import CRASHES, WITHIN, End, Lifeline, Starts
from referee.doors.places import store_in
from referee.kernel.ask import Entry
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from tests import toy
from tests.doors.box import Box
from tests.patience import until
from tests.table.panel import Panel

Start = Callable[..., Box]

pytestmark = pytest.mark.usefixtures("toy_installed")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Start]:
    boxes: list[Box] = []

    def start(*args: str, **env: str) -> Box:
        boxes.append(Box(tmp_path, *args, **env))
        return boxes[-1]

    yield start
    for made in boxes:
        made.end(signal.SIGKILL)


def panel(tmp_path: Path, *notices: str, **args: object) -> Panel:
    """What the box should show, with the same matches."""
    store = store_in(tmp_path / "data")
    told = [Text(key, {}) for key in notices]
    appliance = Appliance(checks=list)
    return Panel(store, "en", ("toy",), told, appliance=args.get("appliance", appliance))  # type: ignore[arg-type]


# -- a life of the service ------------------------------------------------------------------


def test_it_starts_is_watched_and_ends_orderly(box: Start, tmp_path: Path) -> None:
    running = box(WATCHDOG_USEC="400000").shows(panel(tmp_path))
    assert (tmp_path / "data" / "running").exists()
    until(  # the watchdog's patience is systemd's: seconds of the real clock
        lambda: running.heard.count("WATCHDOG=1") >= 3,
        lambda: time.sleep(0.05), lambda: str(running.heard), 200,
    )  # fmt: skip
    running.end()
    assert running.process.returncode == 0
    heard = running.heard
    assert heard[0] == "READY=1"
    assert heard[-1] == "STOPPING=1"
    assert not (tmp_path / "data" / "running").exists()
    assert not (tmp_path / "run" / "starts").exists()


def test_it_reads_aloud_once_a_voice_is_named(box: Start, tmp_path: Path) -> None:
    said, config = tmp_path / "said", tmp_path / "box.toml"
    config.write_text(f"schema = 2\n[speech]\ncommand = 'tee -a {said}'\n")
    store = store_in(tmp_path / "data")
    store.set_setting("settings", {"language": "en", "speech": "everything"})
    store.close()
    running = box("--config", str(config))
    new_match = Catalogue("en")("home.new")
    until(
        lambda: said.exists() and new_match in said.read_text(),
        lambda: time.sleep(0.05),
        lambda: running.screen(),
        most=1000,
    )
    running.end()
    assert running.process.returncode == 0


def test_after_a_crash_it_says_so_and_the_match_goes_on(box: Start, tmp_path: Path) -> None:
    with_match(tmp_path)
    box().shows(panel(tmp_path)).end(signal.SIGKILL)
    running = box().shows(panel(tmp_path, "notice.crash"))
    running.do("press ok").shows(panel(tmp_path))
    running.do("press ok").shows(panel(tmp_path).press("ok"))


def with_match(tmp_path: Path) -> None:
    """An unfinished match, as a table left it."""
    store = store_in(tmp_path / "data")
    match = Match.new(toy.GAME, ("Ada", "Bob"), {"dice": "table"}, "seed", store=store)
    match.answer(Entry(1, "roll", {"dice": [4]}))
    store.close()


def test_after_a_power_cut_it_says_so(box: Start, tmp_path: Path) -> None:
    box().shows(panel(tmp_path)).end(signal.SIGKILL)
    (tmp_path / "data" / "running").write_text("another start of the machine")
    (tmp_path / "run" / "starts").unlink()
    box().shows(panel(tmp_path, "notice.power")).end()
    box().shows(panel(tmp_path))


def test_three_crashes_in_a_row_lead_to_safe_mode_and_a_press_out_of_it(
    box: Start, tmp_path: Path
) -> None:
    box().shows(panel(tmp_path)).end(signal.SIGKILL)
    for _ in range(CRASHES - 1):
        box().shows(panel(tmp_path, "notice.crash")).end(signal.SIGKILL)
    safe = Appliance(checks=list, retry=lambda: None)
    running = box().shows(panel(tmp_path, appliance=safe))
    running.do("press ok").shows(panel(tmp_path, appliance=safe).press("ok"))
    running.do("press ok")
    assert running.process.wait(20) == 0
    box().shows(panel(tmp_path))  # safe mode has told of the crashes


def test_safe_mode_speaks_the_language_that_was_chosen_last(box: Start, tmp_path: Path) -> None:
    """The database, which has it, is left alone; once safe mode spoke the configuration's."""
    store = store_in(tmp_path / "data")
    store.set_setting("settings", {"language": "en"})
    store.close()
    box(lang="").shows(panel(tmp_path)).end(signal.SIGKILL)
    for _ in range(CRASHES - 1):
        box(lang="").shows(panel(tmp_path, "notice.crash")).end(signal.SIGKILL)
    safe = Appliance(checks=list, retry=lambda: None)
    box(lang="").shows(panel(tmp_path, appliance=safe))


def test_a_display_that_is_missing_at_the_start_is_found_later(box: Start, tmp_path: Path) -> None:
    running = box("no-display")
    assert "█" not in running.screen()
    lost = "STATUS=lost: screen (I2C device not found on address: 0x3C)"
    until(lambda: lost in running.heard, lambda: time.sleep(0.05), running.screen, 200)
    running.do("display plug").shows(panel(tmp_path))
    running.end()


def test_without_pins_the_display_says_why(box: Start) -> None:
    running = box("no-pins")
    assert running.process.wait(20) == 1
    assert "no pins of a Raspberry Pi can be opened here" in running.end()


# -- how it ended before --------------------------------------------------------------------


def test_a_failure_is_kept_for_the_next_start(tmp_path: Path) -> None:
    line = Lifeline(tmp_path)
    assert line.failure == ""
    with pytest.raises(ZeroDivisionError), line.run():
        raise ZeroDivisionError("the third")
    assert line.failure.endswith("ZeroDivisionError: the third")
    with Lifeline(tmp_path).run() as before:
        assert before is End.CRASH
    with Lifeline(tmp_path).run() as before:
        assert before is End.ORDERLY


def test_crashes_long_ago_are_forgotten(tmp_path: Path) -> None:
    now = 1000.0
    starts = Starts(tmp_path, lambda: now)
    for _ in range(CRASHES):
        assert not starts.hopeless
        starts.note()
    assert starts.hopeless
    now += WITHIN
    assert not starts.hopeless
    starts.note()
    starts.note()
    starts.clear()
    assert not starts.hopeless


@pytest.mark.parametrize("content", ["nonsense", "1.0 2.0", ""])
def test_a_count_that_cannot_be_read_is_no_reason_for_safe_mode(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / "starts").write_text(content)
    assert not Starts(tmp_path).hopeless


def test_without_anybody_who_restarts_nothing_is_counted() -> None:
    starts = Starts(None)
    for _ in range(CRASHES):
        starts.note()
    assert not starts.hopeless


# -- switching the machine off --------------------------------------------------------------


@pytest.fixture
def busctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Logind's side of D-Bus: a command that does this and notes what it was asked."""

    def make(does: str) -> Path:
        file, log = tmp_path / "bin" / "busctl", tmp_path / "asked"
        file.parent.mkdir()
        file.write_text(f'#!/bin/sh\necho "$@" >> {log}\n{does}\n')
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{file.parent}:/usr/bin:/bin")
        return log

    return make


def test_logind_is_asked_to_switch_off(busctl: Callable[[str], Path]) -> None:
    asked = busctl("echo 's \"yes\"'")
    assert power.may_power_off()
    power.power_off()
    assert [line.split()[-3:] for line in asked.read_text().splitlines()] == [
        ["/org/freedesktop/login1", "org.freedesktop.login1.Manager", "CanPowerOff"],
        ["PowerOff", "b", "false"],
    ]


@pytest.mark.parametrize("answer", ["echo 's \"challenge\"'", "echo Denied >&2; exit 1"])
def test_where_it_is_not_allowed_it_is_not_offered(
    busctl: Callable[[str], Path], answer: str
) -> None:
    busctl(answer)
    assert not power.may_power_off()


def test_an_answer_that_is_late_at_the_start_does_not_take_the_line_off_the_menu(
    busctl: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow guest's polkit took longer, and the box could not be switched off any more."""
    busctl("exec sleep 60")
    monkeypatch.setattr(power, "PATIENCE", 0.1)
    assert power.may_power_off()
    with pytest.raises(RefereeError):
        power.power_off()


def test_a_refusal_is_told_with_the_remedy(busctl: Callable[[str], Path]) -> None:
    busctl("echo 'Call failed: Access denied' >&2; exit 1")
    with pytest.raises(RefereeError) as caught:
        power.power_off()
    assert caught.value.text.args["detail"] == "Call failed: Access denied"


def test_the_programs_that_are_asked_do_not_speak_to_the_service_manager(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """busctl tells it of its own failure, and it complained at every start."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere")
    command = ("sh", "-c", "echo ${NOTIFY_SOCKET-unheard}")
    assert network.ask(command) == power._asked(command) == "unheard\n"


def test_without_systemd_nothing_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert not power.may_power_off()
    assert not power.shutting_down()
    with pytest.raises(RefereeError):
        power.power_off()


def test_a_start_takes_little_of_a_processor_until_its_first_picture(tmp_path: Path) -> None:
    """A small Raspberry Pi takes ten times as long, and systemd waits 90 seconds at most."""
    spent = []
    for n in range(3):  # the first one may have to compile
        home = tmp_path / str(n)
        home.mkdir()
        running = Box(home)
        while "READY=1" not in running.heard:
            assert running.process.poll() is None
            time.sleep(0.005)
        times = Path(f"/proc/{running.process.pid}/stat").read_text().rpartition(")")[2].split()
        spent.append((int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"))
        running.end(signal.SIGKILL)
    assert min(spent) <= 1.0
