"""The box's pages: switched on and off at the panel, a port that systemd opens, a Wi-Fi."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from hal.clock import MonotonicClock
from hal.config import parse
from hal.panel import build
from hal.runner import Runner
from referee.doors.network import (
    ADDRESSES,
    CLOSE,
    NAME,
    OPEN,
    PAGES_CLOSE,
    PAGES_OPEN,
    Network,
    NoAnswer,
    OwnWifi,
)
from referee.doors.pages import MARK, BoxPages, Cards, handed_over
from referee.doors.serve import listen
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.line import WELCOME, Arrival
from sim.board import SimBoard
from tests.conftest import ROOT
from tests.doors.box import Box
from tests.doors.process import started
from tests.patience import until
from tests.table.panel import Panel


class Machine:
    """Answers what commands would; ``silent``: those that are not there."""

    def __init__(self, *silent: Sequence[str], name: str = "referee-2.local") -> None:
        self.asked: list[tuple[str, ...]] = []
        self._silent = silent
        self._said = {NAME: f's "{name}"\n', ADDRESSES: "192.168.178.123/24\n\n127.0.0.1/8\n"}

    def __call__(self, command: Sequence[str]) -> str:
        self.asked.append(tuple(command))
        if tuple(command) in self._silent:
            raise NoAnswer(f"{command[0]}: not found")
        return self._said.get(tuple(command), "")


# -- at the panel ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_switching_on_says_what_opens_and_opens_it(tmp_path: Path, language: str) -> None:
    machine = Machine(name="pi.local")
    network = Network(machine)
    network.query()
    pages = BoxPages(tmp_path, 80, None, network, ask=machine)
    cards = Cards(network, lambda: 0.0)
    panel = Panel(language=language, appliance=Appliance(phones=cards, pages=pages))
    words = {
        "de": ("Einstellungen", "Seiten für Handys aus"),
        "en": ("Settings", "Pages for phones off"),
    }
    for line in words[language]:
        panel.choose(line)
    told = panel.words
    while "192.168.178.123" not in told:
        panel.press("down")
        told += panel.words
    assert "80" in told
    assert "pi.local" in told
    assert panel.program.clipped == []
    assert not pages.on
    while {"de": "Einschalten", "en": "Switch on"}[language] not in panel.words:
        panel.press("ok")
    panel.choose({"de": "Einschalten", "en": "Switch on"}[language])
    switched()
    assert PAGES_OPEN in machine.asked
    assert (tmp_path / MARK).exists()


def test_phones_leads_to_the_switch_as_long_as_the_pages_are_off(tmp_path: Path) -> None:
    network = Network(Machine())
    pages = BoxPages(tmp_path, 80, None, network)
    appliance = Appliance(phones=Cards(network, lambda: 0.0), pages=pages)
    panel = Panel(language="en", appliance=appliance).choose("Phones")
    assert panel.title == "Pages for phones"
    panel.press("back")
    (tmp_path / MARK).touch()
    panel.choose("Phones")
    assert "The pages will be here in a moment" in panel.words


@pytest.mark.parametrize(("language", "menu"), [("de", "Handys"), ("en", "Phones")])
@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_pages_of_this_computer_alone_invite_no_phones(language: str, menu: str, host: str) -> None:
    cards = Cards(Network(Machine()), lambda: 0.0)
    cards.host = host
    panel = Panel(language=language, appliance=Appliance(phones=cards)).choose(menu)
    assert cards.cards() == ()
    assert "--host 0.0.0.0" in panel.words
    assert panel.program.clipped == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_serve_says_how_phones_reach_it(tmp_path: Path, language: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    process = started(tmp_path, "serve", "--port", str(port), LANG=f"{language}_XX.UTF-8")
    assert process.stdout is not None
    address, phones = process.stdout.readline(), process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert address.decode().strip() == f"http://127.0.0.1:{port}/"
    assert "--host 0.0.0.0" in phones.decode()
    assert "make web HOST=0.0.0.0" in phones.decode()


def test_a_switch_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    network = Network(Machine())
    pages = BoxPages(
        tmp_path / "gone", 80, None, network, ask=lambda command: pytest.fail("opened")
    )
    appliance = Appliance(phones=Cards(network, lambda: 0.0), pages=pages)
    panel = Panel(language="en", appliance=appliance).choose("Settings").choose("Pages for phones")
    while "Switch on" not in panel.words:
        panel.press("ok")
    panel.choose("Switch on")
    assert "This setting can't be saved" in panel.words


# -- on the box ------------------------------------------------------------------------------


class Running:
    """A panel whose loop is stepped by hand, with its pages; their process is in a thread."""

    def __init__(self, folder: Path, *silent: Sequence[str], socket_: bool = True) -> None:
        self.program = TableProgram(None, str, defaults=Settings(language="en"))
        board = SimBoard(parse(""), MonotonicClock())
        self._parts = build(board.config, board.hardware)
        self.runner = Runner(self._parts, self.program)
        self.machine = Machine(*silent)
        self.network = Network(self.machine)
        self.cards = Cards(self.network, self._parts.clock.now)
        self.told: list[Text] = []
        self.listening = socket.socket(socket.AF_UNIX)  # systemd holds it as well
        self.listening.bind(str(folder / "pages"))
        self.listening.listen()
        self._at = self.listening.dup()
        at = self._at if socket_ else None
        self.pages = BoxPages(folder, 80, at, self.network, self.told.append, self.machine)
        self.pages.begin(self.program, self.runner, self._parts, self.cards)
        self.runner.step()

    def close(self) -> None:
        self.pages.end()
        self._at.close()
        self.listening.close()

    def lets_in(self) -> bool:
        """Whether a page may come."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(0.5)
            line.connect(str(self.listening.getsockname()))
            line.sendall(Arrival("192.168.1.7", False, "build").line())
            try:
                return line.recv(1) == WELCOME
            except TimeoutError:
                return False


def switched() -> None:
    """Wait until the switch has done what it does beside the loop."""
    for thread in threading.enumerate():
        if thread.name == "pages' switch":
            thread.join(timeout=20)


def get(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as response:
        return int(response.status)


def test_pages_that_are_on_come_with_the_box(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    running = Running(tmp_path)
    assert running.lets_in()
    assert list(running.cards.cards()) == ["page", "panel"]
    page, panel = (running.cards.invite(card) for card in running.cards.cards())
    assert page.address == panel.address == "192.168.178.123"
    assert page.code != panel.code
    assert PAGES_OPEN not in running.machine.asked  # systemd has opened the port before
    running.close()
    assert (tmp_path / MARK).exists()


def test_pages_are_switched_on_and_off_and_on_while_the_box_runs(tmp_path: Path) -> None:
    running = Running(tmp_path)
    assert not running.lets_in()
    for on in (True, False, True):
        running.machine.asked.clear()
        running.pages.switch(on)
        switched()
        running.runner.step()
        assert running.lets_in() == on
        assert (PAGES_OPEN in running.machine.asked, PAGES_CLOSE in running.machine.asked) == (
            on, not on,
        )  # fmt: skip
        assert (running.cards.cards() != ()) == (tmp_path / MARK).exists() == on
    running.close()


def test_a_port_that_does_not_open_is_told(tmp_path: Path) -> None:
    running = Running(tmp_path, PAGES_OPEN)
    running.pages.switch(True)
    switched()
    (told,) = running.told
    assert (told.key, told.args["port"]) == ("notice.pages", 80)
    assert "not found" in str(told.args["detail"])
    running.runner.step()
    running.close()


def test_a_socket_that_is_missing_is_told(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    with closing(Running(tmp_path, socket_=False)) as running:
        assert [text.key for text in running.told] == ["notice.pages-socket"]


def test_what_was_handed_over_to_another_process_is_left_alone() -> None:
    assert handed_over({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) is None
    assert handed_over({}) is None


def test_the_box_and_its_pages_meet_at_the_sockets_that_they_are_started_with(
    tmp_path: Path,
) -> None:
    """Both processes, as systemd starts them; the box is killed and comes again."""
    state = tmp_path / "state"
    state.mkdir()
    (state / MARK).touch()
    handing = (sys.executable, str(ROOT / "tests/doors/handing.py"))
    path = str(tmp_path / "pages")
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    command = (
        sys.executable, "-m", "referee.web.process", "--port-fd", str(listening.fileno()),
        "--referee", path,
    )  # fmt: skip
    with subprocess.Popen(command, pass_fds=(listening.fileno(),), cwd=ROOT) as pages:
        listening.close()
        try:
            for number in (signal.SIGKILL, signal.SIGTERM):
                box = Box(
                    tmp_path, within=(*handing, path), STATE_DIRECTORY=str(state), REFEREE_PORT="80"
                )
                try:
                    assert welcomed(port)["panel"] is False  # a box is no open panel
                finally:
                    box.end(number)
            assert box.process.returncode == 0
            assert get(port) == 200  # the files are there without it
        finally:
            pages.terminate()
    assert pages.returncode == 0
    assert (state / MARK).exists()


def welcomed(port: int) -> dict[str, Any]:
    """Greet until a page is let in: the box opens its gate after its first picture."""
    found: list[dict[str, Any]] = []
    at = f"127.0.0.1:{port}"

    def step() -> None:
        try:
            with connect(f"ws://{at}/ws", origin=Origin(f"http://{at}")) as line:
                line.send('{"n": 1, "do": "hello"}')
                found.append(json.loads(line.recv(timeout=30)))
        except (OSError, WebSocketException):
            time.sleep(0.2)

    until(lambda: found, step, lambda: f"nobody at port {port}", most=100)
    return found[0]


# -- the network ----------------------------------------------------------------------------


def test_without_avahi_and_network_manager_the_host_name_is_told() -> None:
    network = Network(Machine(NAME, ADDRESSES))
    network.query()
    assert network.addresses == ()
    assert network.best == network.places() == socket.gethostname().partition(".")[0].lower()


class Unit(Machine):
    """Leaves what referee-wifi.service would."""

    def __init__(self, folder: Path, *silent: Sequence[str]) -> None:
        super().__init__(*silent)
        self._folder = folder

    def __call__(self, command: Sequence[str]) -> str:
        opens = tuple(command) == OPEN
        name = "trouble" if opens and OPEN in self._silent else "password"
        said = {"trouble": "No Wi-Fi device.", "password": "K7F3QMNP" if opens else ""}[name]
        (self._folder / name).write_text(said)
        return super().__call__(command)


def wifi(machine: Machine, folder: Path) -> tuple[OwnWifi, list[Text]]:
    told: list[Text] = []
    return OwnWifi(told.append, lambda: None, machine, folder), told


def test_the_boxs_own_wifi_is_opened_and_ended_by_its_unit(tmp_path: Path) -> None:
    machine = Unit(tmp_path)
    own, told = wifi(machine, tmp_path)
    assert not own.on
    own.switch(True)
    until(lambda: own.password, lambda: time.sleep(0.05), lambda: str(machine.asked))
    assert (own.on, own.password, told, machine.asked) == (True, "K7F3QMNP", [], [OPEN])
    again, _ = wifi(machine, tmp_path)  # the program was killed: phones are still in that Wi-Fi
    assert (again.on, again.password) == (True, "K7F3QMNP")
    again.switch(False)
    until(lambda: CLOSE in machine.asked, lambda: time.sleep(0.05), lambda: str(machine.asked))
    assert (again.on, again.password) == (False, "")


def test_a_wifi_that_does_not_open_is_told_and_the_box_stays_where_it_was(tmp_path: Path) -> None:
    own, told = wifi(Unit(tmp_path, OPEN), tmp_path)
    own.switch(True)
    until(lambda: told, lambda: time.sleep(0.05), lambda: "nothing told")
    assert (told[0].key, told[0].args) == ("notice.wifi", {"detail": "No Wi-Fi device."})
    assert not own.on


def wifi_script(folder: Path, verb: str, nmcli: str = "") -> tuple[int, str]:
    """Run the unit's script with stand-ins; its exit code, and how NetworkManager was called."""
    for name, text in {"nmcli": f'echo "$@" >> {folder}/log\n{nmcli}', "chgrp": ""}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(folder)}
    script = ROOT / "systemd" / "referee-wifi.sh"
    done = subprocess.run([script, verb], env=environment, timeout=30, check=False)
    return done.returncode, (folder / "log").read_text()


def test_the_units_script_opens_a_wifi_and_leaves_its_password(tmp_path: Path) -> None:
    code, log = wifi_script(tmp_path, "open")
    password = (tmp_path / "password").read_text()
    assert code == 0
    assert re.fullmatch("[2-9A-HJ-NP-Z]{8}", password)
    assert (tmp_path / "password").stat().st_mode & 0o007 == 0
    assert "ssid TABLE 802-11-wireless.mode ap" in log
    assert f"wifi-sec.psk {password} " in log
    assert "connection up referee-table" in log
    assert wifi_script(tmp_path, "close")[0] == 0
    assert not (tmp_path / "password").exists()


def test_the_units_script_says_why_it_could_not(tmp_path: Path) -> None:
    refusing = 'case "$*" in *up*) echo "No suitable device found"; exit 4 ;; esac'
    code, log = wifi_script(tmp_path, "open", refusing)
    assert code == 1
    assert (tmp_path / "trouble").read_text() == "No suitable device found"
    assert not (tmp_path / "password").exists()
    assert log.rstrip().endswith("connection delete referee-table")


UNITS = "org.freedesktop.systemd1.manage-units"
NETWORK = "org.freedesktop.NetworkManager"


@pytest.mark.parametrize(
    ("user", "action", "unit", "verb", "may"),
    [
        ("referee", "org.freedesktop.login1.power-off", "", "", "yes"),
        ("referee", UNITS, "referee-wifi.service", "start", "yes"),
        ("referee", UNITS, "referee-wifi.service", "stop", "yes"),
        ("referee", UNITS, "referee-web.socket", "start", "yes"),
        ("referee", UNITS, "referee-web.socket", "stop", "yes"),
        ("referee", UNITS, "referee-web.socket", "restart", "no"),
        ("referee", UNITS, "referee-web.service", "start", "no"),
        ("referee-web", UNITS, "referee-web.socket", "start", "no"),
        ("referee", UNITS, "referee-wifi.service", "kill", "no"),
        ("referee", UNITS, "ssh.service", "start", "no"),
        ("referee", f"{NETWORK}.settings.modify.system", "", "", "no"),
        ("referee", f"{NETWORK}.network-control", "", "", "no"),
        ("somebody", "org.freedesktop.login1.power-off", "", "", "no"),
    ],
)  # fmt: skip
def test_the_service_may_switch_off_and_have_its_wifi_and_its_pages_and_nothing_else(
    user: str, action: str, unit: str, verb: str, may: str
) -> None:
    """polkit's rule, run as polkit runs it: JavaScript, with the action and who wants it."""
    details = json.dumps({"unit": unit, "verb": verb})
    script = f"""
        const polkit = {{ Result: {{ YES: "yes", NOT_HANDLED: "no" }},
            addRule: (rule) => console.log(rule({{ id: "{action}",
                lookup: (name) => ({details})[name] }}, {{ user: "{user}" }})) }};
        {(ROOT / "systemd" / "50-referee.rules").read_text("utf-8")}"""
    node = Path(sys.executable).with_name("node")
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == may
