"""An upgrade of the system brings another Python: the version that runs is built anew by itself.

In the scratch root of test_install.py. With a real apt, dpkg and pip: `make check-upgrade`.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from hal.chips import CHIPS
from referee.table.catalogue import LANGUAGES
from sim.display import SimChip
from tests.appliance.machine import Scratch
from tests.conftest import ROOT
from tests.generated import notice


@pytest.fixture
def machine(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def versions(machine: Scratch) -> list[str]:
    """The folders of versions, without the sum over their files."""
    folder = machine.root / "opt/referee/versions"
    return sorted(re.sub("-[0-9a-f]{10}-", "-", path.name) for path in folder.iterdir())


def links(machine: Scratch) -> tuple[str, ...]:
    folder = machine.root / "opt/referee"
    found = (folder / name for name in ("current", "previous"))
    return tuple(
        re.sub("-[0-9a-f]{10}-", "-", link.readlink().name) for link in found if link.is_symlink()
    )


def kept(machine: Scratch) -> Path:
    """The installer that the running version keeps, as a source."""
    folder = (machine.root / "opt/referee/current").resolve()
    link = machine.folder / "kept"
    link.unlink(missing_ok=True)
    link.symlink_to(folder)
    assert (folder / "system/install.py").exists()
    source = machine.folder / "own"
    source.mkdir(exist_ok=True)
    inner = source / "systemd"
    inner.unlink(missing_ok=True)
    inner.symlink_to(folder / "system")
    return source


def before_start(machine: Scratch, *words: str) -> subprocess.CompletedProcess[str]:
    """What systemd runs before each start of the service."""
    text = (machine.root / "usr/local/lib/referee/rebuild").read_text()
    script = machine.folder / "rebuild"
    script.write_text(
        text.replace("/opt/", f"{machine.root}/opt/")
        .replace("/usr/bin/python3", f"{machine.folder}/interpreter")
    )  # fmt: skip
    interpreter = machine.folder / "interpreter"
    interpreter.write_text(
        f'#!/bin/sh\necho "$*" >>{machine.folder}/rebuilt\n'
        f'exec {sys.executable} "$@" --root {machine.root}\n'
    )
    interpreter.chmod(0o755)
    return subprocess.run(
        ["sh", script, *words], capture_output=True, text=True, timeout=300, check=False,
        env={
            **os.environ,
            "PATH": f"{machine.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "FAKE": str(machine.folder),
            "PYTHON": machine.python,
            "REFEREE_PAUSES": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )  # fmt: skip


def test_an_ordinary_start_runs_no_python(machine: Scratch) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    before = machine.tree()
    machine.log()
    for words in ((), ("started",)):
        done = before_start(machine, *words)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (machine.folder / "rebuilt").exists()
    assert (machine.tree(), machine.log()) == (before, [])


def test_a_release_is_built_anew_from_the_wheels_that_it_keeps(machine: Scratch) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    machine.has_python("3.13")
    (machine.folder / "no-network").touch()
    done = before_start(machine)
    assert done.returncode == 0, done.stderr
    assert links(machine) == ("1-py3.13",)
    assert versions(machine) == ["1-py3.11", "1-py3.13"], "the old one stays until it starts"
    assert (machine.root / "opt/referee/current/bin/referee").exists()
    assert before_start(machine, "started").returncode == 0
    assert versions(machine) == ["1-py3.13"]
    assert not any("pip wheel" in line for line in machine.log()), "no network was asked for"
    machine.log()
    assert before_start(machine).returncode == 0
    assert machine.log() == [], "built once"


def test_a_source_fetches_what_its_wheels_lack_as_soon_as_there_is_a_network(
    machine: Scratch,
) -> None:
    machine.install(machine.source("1"))
    machine.has_python("3.13")
    (machine.folder / "no-network").touch()
    code, _, errors = machine.install(kept(machine), "rebuild")
    assert code == 1
    assert "needs wheels for Python 3.13: give it a network" in errors
    assert "stays as it is" in errors
    assert versions(machine) == ["1-py3.11"], "nothing half-made is left"
    (machine.folder / "no-network").unlink()
    assert before_start(machine).returncode == 0
    assert links(machine) == ("1-py3.13",)
    fetched = next(line for line in machine.log() if "pip wheel" in line and "only-binary" in line)
    assert "--find-links=" in fetched


def test_it_tries_again_until_it_succeeds(machine: Scratch) -> None:
    """A full card, and somebody who makes room: the third try finds it."""
    machine.install(machine.release("1", "3.11", "3.13"))
    machine.has_python("3.13")
    (machine.folder / "full").touch()
    python = Path(machine.python)
    # The fake counts how often it was asked to begin; the third time there is room.
    python.write_text(
        python.read_text().replace(
            'if [ -e "$FAKE/full" ]; then',
            'echo >> "$FAKE/tries"\n    [ $(wc -l < "$FAKE/tries") -lt 3 ] || rm -f "$FAKE/full"\n'
            '    if [ -e "$FAKE/full" ]; then',
        )
    )
    done = before_start(machine)
    assert done.returncode == 0
    assert done.stdout.count("No space left on device. The next try is in 0 s.") == 2
    assert links(machine) == ("1-py3.13",)
    assert len((machine.folder / "rebuilt").read_text().splitlines()) == 1, "by one program"


def test_a_power_cut_while_it_is_built_leaves_the_old_one_and_it_begins_anew(
    machine: Scratch,
) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    machine.has_python("3.13")
    old = (machine.root / "opt/referee/current").resolve()
    half = old.with_name(old.name.replace("3.11", "3.13"))
    (half / "lib/python3.13/site-packages/referee").mkdir(parents=True)
    (half / "bin").mkdir()
    (half / "bin/referee").write_text("half of it")
    assert before_start(machine).returncode == 0
    assert links(machine) == ("1-py3.13",)
    assert "config init" in (half / "bin/referee").read_text()


def test_a_downgrade_goes_back_to_what_is_there_or_builds_it(machine: Scratch) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    for version in ("3.13", "3.11", "3.13"):
        machine.has_python(version)
        assert before_start(machine).returncode == 0
        assert links(machine) == (f"1-py{version}",)
        assert not (machine.root / "opt/referee/current" / "old").exists()
    assert before_start(machine, "started").returncode == 0
    assert links(machine) == ("1-py3.13",)
    assert versions(machine) == ["1-py3.13"]
    machine.has_python("3.11")
    assert before_start(machine).returncode == 0
    assert links(machine) == ("1-py3.11",)


def test_the_version_before_stays_and_fits_when_it_is_wanted(machine: Scratch) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    second = machine.release("2", "3.11", "3.13")
    machine.install(second)
    machine.has_python("3.13")
    assert before_start(machine).returncode == 0
    assert before_start(machine, "started").returncode == 0
    assert links(machine) == ("2-py3.13", "1-py3.11")
    code, _, errors = machine.install(kept(machine), "rollback")
    assert (code, errors) == (0, "")
    assert links(machine) == ("1-py3.13", "2-py3.13")
    assert versions(machine) == ["1-py3.13", "2-py3.13"]


def test_the_installer_does_the_same_and_keeps_the_version_before(machine: Scratch) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    second = machine.release("2", "3.11", "3.13")
    machine.install(second)
    machine.has_python("3.13")
    assert machine.install(second)[0] == 0
    assert links(machine) == ("2-py3.13", "1-py3.11")
    assert machine.install(second)[1].startswith("Nothing to do")


def test_a_version_of_before_that_keeps_no_wheels_says_what_to_do(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    shutil.rmtree((machine.root / "opt/referee/current").resolve() / "wheels")
    machine.has_python("3.13")
    code, _, errors = machine.install(machine.folder / "1", "rebuild")
    assert code == 1
    assert "keeps no wheels: install it once more from its source" in errors


def test_a_version_older_than_this_is_gone_back_to(machine: Scratch) -> None:
    """It brings no unit that looks; what would look is taken away with the version that does."""
    first = machine.source("1")
    for file in (first / "systemd").glob("referee-rebuild.*"):
        file.unlink()
    assert machine.install(first)[0] == 0
    units = [
        machine.root / path
        for path in ("usr/local/lib/referee/rebuild", "etc/systemd/system/referee-rebuild.service")
    ]
    code, _, errors = machine.install(machine.source("2", "broken"))
    assert code == 1
    assert "runs again, with all matches" in errors
    assert not any(unit.exists() for unit in units)
    assert machine.install(machine.source("3"))[0] == 0
    assert all(unit.exists() for unit in units)


def test_the_installer_that_a_version_keeps_installs_nothing(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    before = machine.tree()
    code, _, errors = machine.install(kept(machine))
    assert code == 1
    assert errors.startswith("install: this installer belongs to a version that is installed")
    assert machine.tree() == before
    assert "Nothing to do" in machine.install(kept(machine), "rebuild")[1]


def test_the_service_waits_for_it_and_counts_no_start() -> None:
    unit = (ROOT / "systemd/referee.service").read_text()
    assert re.search(r"^After=.*\breferee-rebuild\.service\b", unit, re.MULTILINE)
    assert "Wants=referee-rebuild.service" in unit
    assert "ExecStartPost=-+/usr/local/lib/referee/rebuild started" in unit
    rebuild = (ROOT / "systemd/referee-rebuild.service").read_text()
    assert "Type=oneshot" in rebuild
    assert "TimeoutStartSec=infinity" in rebuild
    assert "ReadWritePaths=/opt/referee" in rebuild


# -- what is told meanwhile --------------------------------------------------------------------


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("chip", CHIPS)
def test_the_display_tells_what_is_done_without_the_program(
    machine: Scratch, monkeypatch: pytest.MonkeyPatch, chip: str, rotation: int
) -> None:
    """By what goes over the bus; the bus itself is a file here."""
    monkeypatch.syspath_prepend(ROOT / "systemd")
    telling = importlib.import_module("installer.telling")
    sent: list[bytes] = []
    addresses: list[tuple[int, int]] = []
    monkeypatch.setattr(telling.os, "write", lambda _, data: sent.append(data))
    monkeypatch.setattr(telling.fcntl, "ioctl", lambda _, *told: addresses.append(told))
    settings = machine.root / "etc/referee/referee.toml"
    settings.parent.mkdir(parents=True)
    # No pin library here: the reset line stays as it is, and the picture comes all the same.
    settings.write_text(
        f'language = "en"\n[display]\nchip = "{chip}"\naddress = 0x3D\nrotation = {rotation}\n'
        "reset = 15\n"
    )
    bus = machine.root / "dev/i2c-1"
    bus.parent.mkdir()
    bus.touch()
    for what in ("rebuilding", "unbuilt"):
        sent.clear()
        telling.Teller(machine.root).tell(what)
        display = SimChip(chip)
        for data in sent:
            (display.command if data[0] == 0 else display.data)(data[1:])
        shown = display.picture()
        shown = shown.transpose(Image.Transpose.ROTATE_180) if rotation else shown
        assert shown.tobytes() == notice("en", what).picture.tobytes()
    assert addresses == [(0x0703, 0x3D)] * 2


@pytest.mark.parametrize("settings", ["", "no TOML [", '[display]\nchip = "other"\n'])
def test_a_display_that_cannot_be_told_stops_nothing(machine: Scratch, settings: str) -> None:
    machine.install(machine.release("1", "3.11", "3.13"))
    (machine.root / "etc/referee/referee.toml").write_text(settings)
    machine.has_python("3.13")
    done = before_start(machine)
    assert "The display does not tell it" in done.stdout
    assert links(machine) == ("1-py3.13",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["rebuilding", "unbuilt"])
def test_what_is_told_has_room(language: str, what: str) -> None:
    assert notice(language, what).clipped == []
