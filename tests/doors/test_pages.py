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
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from hal.clock import MonotonicClock
from hal.config import parse
from hal.panel import build
from hal.runner import Runner
from referee.doors.network import ADDRESSES, CLOSE, NAME, OPEN, Network, NoAnswer, OwnWifi
from referee.doors.pages import MARK, BoxPages, Cards, handed_over
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.program import TableProgram
from referee.table.settings import Settings
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


def a_port() -> tuple[socket.socket, int]:
    listening = socket.create_server(("127.0.0.1", 0))
    return listening, listening.getsockname()[1]


def refused(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


# -- at the panel ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_switching_on_says_what_opens_and_starts_the_box_anew(
    tmp_path: Path, language: str
) -> None:
    network, restarts = Network(Machine(name="pi.local")), []
    network.query()
    pages = BoxPages(tmp_path, 80, None, network, lambda: restarts.append(1))
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
    assert restarts == [1]
    assert (tmp_path / MARK).exists()


def test_phones_leads_to_the_switch_as_long_as_the_pages_are_off(tmp_path: Path) -> None:
    network = Network(Machine())
    pages = BoxPages(tmp_path, 80, None, network, lambda: None)
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
    pages = BoxPages(tmp_path / "gone", 80, None, network, lambda: pytest.fail("restarted"))
    appliance = Appliance(phones=Cards(network, lambda: 0.0), pages=pages)
    panel = Panel(language="en", appliance=appliance).choose("Settings").choose("Pages for phones")
    while "Switch on" not in panel.words:
        panel.press("ok")
    panel.choose("Switch on")
    assert "This setting can't be saved" in panel.words


# -- the port -------------------------------------------------------------------------------


def served(port: int) -> int:
    """Ask for the page until it is there: the box opens it after its first picture."""
    found: list[int] = []

    def step() -> None:
        try:
            found.append(get(port))
        except OSError:
            time.sleep(0.2)

    until(lambda: found, step, lambda: f"nothing at port {port}", most=100)
    return found[0]


class Running:
    """A panel whose loop is stepped by hand, with its pages."""

    def __init__(self, folder: Path, at: socket.socket | None) -> None:
        self.program = TableProgram(None, str, defaults=Settings(language="en"))
        board = SimBoard(parse(""), MonotonicClock())
        self._parts = build(board.config, board.hardware)
        self.runner = Runner(self._parts, self.program)
        self.network = Network(Machine())
        self.cards = Cards(self.network, self._parts.clock.now)
        self.pages = BoxPages(folder, 80, at, self.network, self.runner.stop)
        self.told: list[Text] = []
        self.pages.begin(self.program, self.runner, self._parts, self.cards, self.told.append)
        self.runner.step()


def closed() -> None:
    """Wait until the pages have ended."""
    for thread in threading.enumerate():
        if thread.name == "end of pages":
            thread.join(timeout=20)


def get(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as response:
        return int(response.status)


def test_pages_open_at_the_port_that_was_handed_over_and_close_it(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    listening, port = a_port()
    with closing(listening.dup()) as held_by_systemd:
        running = Running(tmp_path, listening)
        assert get(port) == 200
        assert list(running.cards.cards()) == ["page", "panel"]
        page, panel = (running.cards.invite(card) for card in running.cards.cards())
        assert page.address == panel.address == f"192.168.178.123:{port}"
        assert page.code != panel.code
        running.pages.switch(False)
        closed()
        assert refused(port)
        assert held_by_systemd.fileno() > 0
    assert not (tmp_path / MARK).exists()


def test_a_port_that_is_not_wanted_is_closed_at_once(tmp_path: Path) -> None:
    listening, port = a_port()
    with closing(listening.dup()):
        running = Running(tmp_path, listening)
        closed()
        assert refused(port)
    assert running.cards.cards() == ()


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    told = Running(tmp_path, None).told
    assert [text.key for text in told] == ["notice.pages-port"]


def test_what_was_handed_over_to_another_process_is_left_alone() -> None:
    assert handed_over({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) is None
    assert handed_over({}) is None


def test_the_box_serves_at_the_port_that_it_is_started_with(tmp_path: Path) -> None:
    listening, port = a_port()
    listening.close()
    state = tmp_path / "state"
    state.mkdir()
    (state / MARK).touch()
    within = (sys.executable, str(ROOT / "tests/doors/handing.py"), str(port))
    box = Box(tmp_path, within=within, STATE_DIRECTORY=str(state), REFEREE_PORT="80")
    try:
        assert served(port) == 200
        with pytest.raises(urllib.error.HTTPError) as refused:  # a box is no open panel
            urllib.request.urlopen(f"http://127.0.0.1:{port}/nothing", timeout=20)
        refused.value.close()
    finally:
        box.end(signal.SIGTERM)
    assert box.process.returncode == 0
    assert (state / MARK).exists()


# -- the network ----------------------------------------------------------------------------


def test_without_avahi_and_network_manager_the_host_name_is_told() -> None:
    network = Network(Machine(NAME, ADDRESSES))
    network.query()
    assert network.addresses == ()
    assert network.best == network.places() == socket.gethostname().partition(".")[0].lower()


def test_pages_may_be_called_by_the_name_that_avahi_has_announced() -> None:
    network = Network(Machine())
    network.query()
    assert "referee-2.local" in network.names()
    assert network.addresses == ("192.168.178.123",)


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
        ("referee", UNITS, "referee-wifi.service", "kill", "no"),
        ("referee", UNITS, "ssh.service", "start", "no"),
        ("referee", f"{NETWORK}.settings.modify.system", "", "", "no"),
        ("referee", f"{NETWORK}.network-control", "", "", "no"),
        ("somebody", "org.freedesktop.login1.power-off", "", "", "no"),
    ],
)  # fmt: skip
def test_the_service_may_switch_off_and_have_its_own_wifi_and_nothing_else(
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
