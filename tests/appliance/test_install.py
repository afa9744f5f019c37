"""The installer in a scratch root: plain folders, and fakes of apt, systemctl, pip.

The same with a real environment, real pip and the real program: `make appliance-check`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.appliance.machine import Scratch
from tests.conftest import ROOT


@pytest.fixture
def machine(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def matches(machine: Scratch, *fresh: str) -> list[str]:
    """What is kept on the machine, after adding this."""
    with closing(sqlite3.connect(machine.root / "var/lib/referee/matches.sqlite")) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS t (x)")
        db.executemany("INSERT INTO t VALUES (?)", [(x,) for x in fresh])
        return [x for (x,) in db.execute("SELECT x FROM t")]


def test_a_fresh_machine_gets_everything_and_runs(machine: Scratch) -> None:
    code, out, errors = machine.install(machine.source("1"))
    assert (code, errors) == (0, "")
    assert machine.runs == "1"
    assert (machine.folder / "enabled").exists()
    log = machine.log()
    assert "apt-get install -y -qq python3-venv python3-lgpio polkitd udev" in log
    verbs = [line.split()[1] for line in log if line.startswith("systemctl")]
    assert verbs.index("daemon-reload") < verbs.index("reset-failed") < verbs.index("restart")
    for path in (
        "etc/systemd/system/referee.service", "etc/systemd/system/referee-wifi.service",
        "etc/udev/rules.d/70-referee.rules",
        "etc/polkit-1/rules.d/50-referee.rules", "etc/sysusers.d/referee.conf",
        "etc/tmpfiles.d/referee.conf", "etc/modules-load.d/referee.conf",
        "etc/systemd/journald.conf.d/60-referee.conf",
        "etc/systemd/system.conf.d/60-referee.conf",
        "etc/referee/referee.toml",
    ):  # fmt: skip
        assert f"/{path} written" in out
        assert (machine.root / path).stat().st_mode & 0o777 == 0o644
    for path in ("usr/local/bin/referee", "usr/local/lib/referee/wifi"):
        assert (machine.root / path).stat().st_mode & 0o777 == 0o755
    boot = (machine.root / "boot/firmware/config.txt").read_text()
    assert boot.startswith("# Pi\ndtparam=audio=on\n")
    assert "\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in boot
    assert out.endswith("The display's bus is switched on with the next start: sudo reboot\n")


def test_no_group_is_declared_that_every_debian_declares_otherwise() -> None:
    """systemd has said so at every start: 'Conflict with earlier configuration', of dialout."""
    lines = (ROOT / "systemd/referee.sysusers").read_text("utf-8").splitlines()
    groups = {line.split()[1] for line in lines if line.startswith("g ")}
    assert groups == {"gpio", "i2c", "spi"}
    assert "m referee dialout" in lines


def test_run_twice_it_changes_nothing(machine: Scratch) -> None:
    source = machine.source("1")
    machine.install(source)
    before = machine.tree()
    machine.log()
    code, out, errors = machine.install(source)
    assert (code, errors) == (0, "")
    assert out.startswith("Nothing to do: 1-")
    assert machine.tree() == before
    assert {line.split()[1] for line in machine.log()} <= {"is-enabled", "is-active"}


def test_a_service_that_was_stopped_by_hand_runs_again(machine: Scratch) -> None:
    source = machine.source("1")
    machine.install(source)
    (machine.folder / "active").unlink()
    (machine.folder / "enabled").unlink()
    code, out, _ = machine.install(source)
    assert code == 0
    assert "The service is started" in out
    assert machine.runs == "1"


def test_an_upgrade_keeps_settings_and_matches_and_the_version_before(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    settings = machine.root / "etc/referee/referee.toml"
    settings.write_text("schema = 2\nspeed = 100000\n")
    matches(machine, "ours")
    assert machine.install(machine.source("2"), "upgrade")[0] == 0
    assert machine.runs == "2"
    assert settings.read_text() == "schema = 2\nspeed = 100000\n"
    assert matches(machine) == ["ours"]
    assert "baudrate=100000" in (machine.root / "boot/firmware/config.txt").read_text()
    out = machine.install(machine.source("3"))[1]
    assert machine.runs == "3"
    assert "1-" in out  # it is told that the oldest one is removed
    names = [path.name.split("-")[0] for path in (machine.root / "opt/referee/versions").iterdir()]
    assert sorted(names) == ["2", "3"]


def test_pages_that_were_switched_on_stay_so_through_upgrade_and_rollback(
    machine: Scratch,
) -> None:
    """What the socket looks for, and the owner's other port; the service is started after it."""
    machine.install(machine.source("1"))
    mark = machine.root / "var/lib/referee/pages-on"
    port = machine.root / "etc/systemd/system/referee-web.socket.d/override.conf"
    for path in (mark, port):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("[Socket]\nListenStream=\nListenStream=0.0.0.0:8080\n")
    source = machine.source("2")
    for what in ("upgrade", "rollback"):
        machine.log()
        assert machine.install(source, what)[0] == 0
        assert mark.exists()
        assert "8080" in port.read_text()
        verbs = [line.split()[1:] for line in machine.log() if line.startswith("systemctl")]
        stopped = next(n for n, verb in enumerate(verbs) if verb[0] == "stop")
        assert {"referee-web.socket", "referee-web.service", "referee-pages.socket"} <= set(
            verbs[stopped]
        )
        assert any(verb[0] == "restart" for verb in verbs[stopped:])
    units = machine.root / "etc/systemd/system"
    assert (
        "Wants=referee-pages.socket referee-web.socket" in (units / "referee.service").read_text()
    )
    assert (
        f"ConditionPathExists=/{mark.relative_to(machine.root)}"
        in (units / "referee-web.socket").read_text()
    )


def test_pages_get_a_process_of_their_own_by_an_upgrade_and_lose_it_by_a_rollback(
    machine: Scratch,
) -> None:
    """The version before let the panel's process have the port; the mark stays all the while."""
    old = machine.source("1")
    own = {"referee-web.service", "referee-pages.socket"}
    for name in own:
        (old / "systemd" / name).unlink()
    for name, line in {"service": "Sockets=", "socket": "Service=referee.service"}.items():
        path = (
            old / "systemd" / {"service": "referee.service", "socket": "referee-web.socket"}[name]
        )
        path.write_text(f"{path.read_text()}# {line}\n")
    machine.install(old)
    units = machine.root / "etc/systemd/system"
    mark = machine.root / "var/lib/referee/pages-on"
    mark.touch()

    def there() -> set[str]:
        return {path.name for path in units.iterdir()} & own

    new = machine.source("2")
    for what, after in (("upgrade", own), ("rollback", set()), ("rollback", own)):
        machine.log()
        assert machine.install(new, what)[0] == 0
        assert there() == after
        assert ("Service=referee.service" in (units / "referee-web.socket").read_text()) == (
            not after
        )
        log = machine.log()
        (stop,) = [line for line in log if line.startswith("systemctl stop")]
        assert own <= set(stop.split())
        assert log.index("systemctl daemon-reload") < log.index(stop)
        assert mark.exists()
    assert "referee-web" in (machine.root / "etc/sysusers.d/referee.conf").read_text()
    machine.install(new, "uninstall")
    assert there() == set()


def test_the_service_gets_the_sound_card_while_the_settings_name_a_voice(machine: Scratch) -> None:
    source = machine.source("1")
    machine.install(source)
    card = machine.root / "etc/systemd/system/referee.service.d/speech.conf"
    settings = machine.root / "etc/referee/referee.toml"
    assert not card.exists()
    for command, open_ in (("espeak-ng --stdin", True), ("none", False), ("sh -c 'x'", True)):
        settings.write_text(f'schema = 2\n[speech]\ncommand = "{command}"\n')
        machine.log()
        code, out, errors = machine.install(source)
        assert (code, errors) == (0, "")
        assert card.exists() is open_
        assert not open_ or "DeviceAllow=char-alsa rw" in card.read_text()
        assert "The service is started" in out
        verbs = [line.split()[1] for line in machine.log() if line.startswith("systemctl")]
        assert verbs.index("daemon-reload") < verbs.index("restart")
        assert machine.install(source)[1].startswith("Nothing to do")
    machine.install(source, "uninstall")
    assert not card.exists()


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ("broken", "systemctl restart referee.service: Job for referee.service failed"),
        ("flaky", "the service does not stay up: sudo journalctl -u referee"),
        ("sick", "finds what the one before did not find"),
    ],
)
def test_an_upgrade_that_is_not_well_goes_back_by_itself(
    machine: Scratch, mark: str, why: str
) -> None:
    machine.install(machine.source("1"))
    unit = (machine.root / "etc/systemd/system/referee.service").read_text()
    matches(machine, "ours")
    worse = machine.source("2", mark)
    (worse / "systemd/referee.service").write_text("# another one\n")
    code, out, errors = machine.install(worse)
    assert code == 1
    assert why in errors
    assert "1-" in errors
    assert errors.endswith("runs again, with all matches\n")
    assert machine.runs == "1"
    assert matches(machine) == ["ours"]
    assert (machine.root / "etc/systemd/system/referee.service").read_text() == unit
    assert ("Self-test of 2-" in out) == (mark == "sick")
    assert machine.install(machine.folder / "1")[1].startswith("Nothing to do")


def test_a_version_that_cannot_be_built_leaves_everything_as_it_is(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    before = machine.tree()
    code, _, errors = machine.install(machine.source("2", "unbuildable"))
    assert code == 1
    assert "No matching distribution found\n" in errors
    assert "stays as it is" in errors
    assert (machine.runs, machine.tree()) == ("1", before)


def test_a_building_that_was_cut_off_is_begun_anew(machine: Scratch) -> None:
    source = machine.source("1")
    machine.install(source)
    version = (machine.root / "opt/referee/current").resolve()
    (version / "whole").unlink()
    (version / "bin/referee").write_text("half of it")
    assert machine.install(source)[0] == 0
    assert "config init" in (version / "bin/referee").read_text()


def test_the_first_version_that_does_not_start_says_where_to_look(machine: Scratch) -> None:
    code, _, errors = machine.install(machine.source("1", "broken"))
    assert code == 1
    assert errors.endswith("Job for referee.service failed; for more: referee doctor\n")


def test_matches_that_cannot_be_copied_are_no_subject_of_an_upgrade(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    (machine.root / "var/lib/referee/matches.sqlite").write_bytes(b"no database at all" * 99)
    code, _, errors = machine.install(machine.source("2"))
    assert code == 1
    assert "cannot be copied (file is not a database); no upgrade" in errors
    assert machine.runs == "1"


def test_rollback_goes_to_the_version_before_and_back(machine: Scratch) -> None:
    source = machine.source("1")
    machine.install(source)
    assert machine.install(source, "rollback")[2] == (
        "install: there is no version before this one\n"
    )
    second = machine.source("2")
    machine.install(second)
    assert machine.install(second, "rollback")[0] == 0
    assert machine.runs == "1"
    first, other = machine.install(second, "status")[1].splitlines()
    assert (first[:2], first.split("  ")[1]) == ("1-", "runs")
    assert (other[:2], other.split("  ")[1]) == ("2-", "the one before")
    assert machine.install(second, "rollback")[0] == 0
    assert machine.runs == "2"


def test_uninstalled_nothing_is_left_but_matches_and_settings(machine: Scratch) -> None:
    source = machine.source("1")
    before = set(machine.tree())
    machine.install(source)
    matches(machine, "ours")
    code, out, _ = machine.install(source, "uninstall")
    assert code == 0
    assert out.endswith("Matches and settings stay in /var/lib/referee and /etc/referee.\n")
    assert set(machine.tree()) - before == {
        "etc/referee/referee.toml", "var/lib/referee/matches.sqlite",
    }  # fmt: skip
    assert not (machine.root / "opt/referee").exists()
    assert "systemctl disable --now referee.service" in machine.log()
    assert machine.install(source)[0] == 0
    assert matches(machine) == ["ours"]


def test_i2c_that_is_on_already_is_left_alone(machine: Scratch) -> None:
    boot = machine.root / "boot/firmware/config.txt"
    boot.write_text("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")
    out = machine.install(machine.source("1"))[1]
    assert boot.read_text() == "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
    assert "reboot" not in out


def test_a_machine_that_is_no_pi_is_told_what_is_left_to_do(machine: Scratch) -> None:
    (machine.root / "boot/firmware/config.txt").unlink()
    (machine.root / "etc/os-release").write_text("VERSION_CODENAME=other\n")
    code, out, _ = machine.install(machine.source("1"))
    assert code == 0
    assert out.startswith("This is made for Raspberry Pi OS bookworm and trixie; trying it here.")
    assert "switch I2C on by yourself" in out


def test_a_32_bit_system_gets_the_libraries_that_its_wheels_lack(machine: Scratch) -> None:
    (machine.folder / "armhf").touch()
    assert machine.install(machine.source("1"))[0] == 0
    assert any("libopenjp2-7" in line for line in machine.log())


def test_a_release_brings_its_wheels_and_asks_no_index(machine: Scratch) -> None:
    source = machine.release("1", "3.11")
    assert machine.install(source)[0] == 0
    (pip,) = [line for line in machine.log() if " -m pip " in line]
    (version,) = (machine.root / "opt/referee/versions").iterdir()
    own = f"{version}/wheels/tabletop_referee-1-py3-none-any.whl[pi,web]"
    assert f"--no-index --find-links={version}/wheels {own}" in pip


def test_a_release_without_wheels_for_this_python_says_for_which_it_has_some(
    machine: Scratch,
) -> None:
    source = machine.release("1")
    for tag in ("cp313-cp313", "cp39-cp39", "cp314-cp314", "cp314-cp314t", "py3-none"):
        (source / f"wheels/pillow-12.0-{tag}-manylinux_2_28_x86_64.whl").touch()
    code, _, errors = machine.install(source)
    assert code == 1
    assert "brings wheels for Python 3.9, 3.13, 3.14. On another one" in errors


def test_a_mounted_card_is_installed_by_its_own_python(machine: Scratch) -> None:
    source = machine.source("1")
    python = machine.root / "usr/bin/python3"
    for folder in (python.parent, machine.root / "var/tmp"):
        folder.mkdir(parents=True)
    code, _, errors = machine.install(source, "--image")
    assert (code, errors) == (
        1,
        f"install: {machine.root} is not the tree of a Raspberry Pi OS: "
        "it has no usr/bin/python3\n",
    )
    python.touch()
    (machine.folder / "foreign").touch()
    code, _, errors = machine.install(source, "--image")
    assert code == 1
    assert "do not run here" in errors
    assert "apt install qemu-user-static" in errors
    (machine.folder / "foreign").unlink()
    assert machine.install(source, "--image")[0] == 0
    (called,) = [line for line in machine.log() if line.startswith("unshare")]
    assert f"{machine.root} /usr/bin/python3 /var/tmp/" in called
    assert called.endswith("/source/systemd/install.py --image")
    assert list((machine.root / "var/tmp").iterdir()) == []
    assert machine.runs == ""


# -- what root must not be led to --------------------------------------------------------------


def test_links_that_the_services_user_has_laid_lead_nowhere(machine: Scratch) -> None:
    """Root gave the files behind them away: to the service's user, with his rights."""
    machine.install(machine.source("1"))
    matches(machine, "ours")
    data = machine.root / "var/lib/referee"
    secret = machine.folder / "shadow"
    secret.write_text("root's own")
    secret.chmod(0o600)
    (data / "matches.sqlite").chmod(0o666)
    for name in ("matches.sqlite-shm", ".left-by-1.sqlite.new", "before-upgrade.sqlite"):
        (data / name).symlink_to(secret)
    (version,) = (machine.root / "opt/referee/versions").iterdir()
    (data / f".left-by-{version.name}.sqlite.new").symlink_to(secret)
    assert machine.install(machine.source("2", "sick"))[0] == 1
    assert (secret.read_text(), secret.stat().st_mode & 0o777) == ("root's own", 0o600)
    assert machine.install(machine.source("3"))[0] == 0
    assert (secret.read_text(), secret.stat().st_mode & 0o777) == ("root's own", 0o600)


def test_root_does_not_touch_the_matches_itself(machine: Scratch) -> None:
    """Whatever is done in the folder of the service's user is done as that user."""
    machine.install(machine.source("1"))
    matches(machine, "ours")
    (machine.folder / "bin/runuser").write_text('#!/bin/sh\necho "no: $*" >&2\nexit 1\n')
    before = machine.tree()
    code, _, errors = machine.install(machine.source("2"))
    assert code == 1
    assert "cannot be copied" in errors
    kept = "var/lib/referee/"
    assert {name for name in machine.tree() if name.startswith(kept)} == {
        name for name in before if name.startswith(kept)
    }


# -- going back --------------------------------------------------------------------------------


def test_a_rollback_that_fails_leaves_the_copy_from_before_the_upgrade(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    matches(machine, "ours")
    second = machine.source("2")
    machine.install(second)
    matches(machine, "later")
    old = (machine.root / "opt/referee/previous").resolve()
    (old / "broken").touch()
    code, _, errors = machine.install(second, "rollback")
    assert code == 1
    assert "runs again, with all matches" in errors
    assert machine.runs == "2"
    assert matches(machine) == ["ours", "later"]
    copy = machine.root / f"var/lib/referee/left-by-{old.name}.sqlite"
    with closing(sqlite3.connect(copy)) as db:
        assert [x for (x,) in db.execute("SELECT x FROM t")] == ["ours"]


def test_matches_in_a_folder_of_their_own_are_copied_there(machine: Scratch) -> None:
    """As with a read-only root: the settings say where they are."""
    machine.install(machine.source("1"))
    folder = machine.root / "data/referee"
    folder.mkdir(parents=True)
    (machine.root / "etc/referee/referee.toml").write_text(
        'schema = 2\n[folders]\ndata = "/data/referee"\n'
    )
    matches(machine, "elsewhere")
    (machine.root / "var/lib/referee/matches.sqlite").rename(folder / "matches.sqlite")
    assert machine.install(machine.source("2"))[0] == 0
    (copy,) = folder.glob("left-by-1*.sqlite")
    with closing(sqlite3.connect(copy)) as db:
        assert [x for (x,) in db.execute("SELECT x FROM t")] == ["elsewhere"]
    machine.install(machine.source("3"))
    assert [path.name.removeprefix("left-by-")[0] for path in folder.glob("left-by-*")] == ["2"]


def test_copies_of_versions_that_are_gone_go_too(machine: Scratch) -> None:
    for name in "1234":
        machine.install(machine.source(name))
        matches(machine, name)
    copies = sorted(path.name for path in (machine.root / "var/lib/referee").glob("left-by-*"))
    assert [copy.removeprefix("left-by-")[0] for copy in copies] == ["3"]


# -- what it is built from ---------------------------------------------------------------------


def test_a_version_is_built_from_a_clean_copy(machine: Scratch) -> None:
    """What an earlier build has left in the clone is not shipped, and nothing new is left there."""
    source = machine.source("1")
    for stray in ("build/lib/referee/deleted.py", "referee/__pycache__/old.pyc"):
        (source / stray).parent.mkdir(parents=True, exist_ok=True)
        (source / stray).touch()
    before = sorted(path for path in source.rglob("*") if "__pycache__" not in path.parts)
    assert machine.install(source)[0] == 0
    built = (machine.folder / "built").read_text().splitlines()
    assert any(path.endswith("/referee/__init__.py") for path in built)
    assert not [path for path in built if path.startswith(str(source))]
    assert not [path for path in built if "deleted" in path or "__pycache__" in path]
    after = sorted(path for path in source.rglob("*") if "__pycache__" not in path.parts)
    assert after == before
    (version,) = (machine.root / "opt/referee/versions").iterdir()
    assert not list(version.rglob("pyproject.toml")), "the copy is gone"


def test_where_the_distribution_has_no_pin_library_pip_brings_it(machine: Scratch) -> None:
    (machine.folder / "no-python3-lgpio").touch()
    source = machine.source("1")
    code, out, errors = machine.install(source)
    assert (code, errors) == (0, "")
    assert "no python3-lgpio: pip shall bring the pin library" in out
    log = machine.log()
    assert "apt-get install -y -qq python3-venv polkitd udev" in log
    assert "lgpio>=0.2.2,<1" in next(line for line in log if "pip wheel" in line)
    assert machine.install(source)[1].startswith("Nothing to do")


def test_where_neither_has_the_pin_library_it_is_said_what_to_do(machine: Scratch) -> None:
    (machine.folder / "no-python3-lgpio").touch()
    code, _, errors = machine.install(machine.source("1", "unbuildable"))
    assert code == 1
    assert "sudo apt install gcc swig python3-dev" in errors


def test_where_the_distribution_has_the_pin_library_pip_does_not(machine: Scratch) -> None:
    machine.install(machine.source("1"))
    assert "lgpio" not in next(line for line in machine.log() if "pip wheel" in line)
