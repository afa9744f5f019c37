"""The service on the machine: its files, its data, and whether it is well."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import Final

from installer.machine import Failure, Machine, say
from installer.versions import Versions

#: Where a version's files for the system belong; scripts are executable.
FILES: Final = {
    "referee.service": "etc/systemd/system/referee.service",
    "referee-rebuild.service": "etc/systemd/system/referee-rebuild.service",
    "referee-rebuild.sh": "usr/local/lib/referee/rebuild",
    "referee-pages.socket": "etc/systemd/system/referee-pages.socket",
    "referee-web.socket": "etc/systemd/system/referee-web.socket",
    "referee-web.service": "etc/systemd/system/referee-web.service",
    "referee-wifi.service": "etc/systemd/system/referee-wifi.service",
    "referee-wifi.sh": "usr/local/lib/referee/wifi",
    "70-referee.rules": "etc/udev/rules.d/70-referee.rules",
    "50-referee.rules": "etc/polkit-1/rules.d/50-referee.rules",
    "referee.sysusers": "etc/sysusers.d/referee.conf",
    "referee.tmpfiles": "etc/tmpfiles.d/referee.conf",
    "referee.modules": "etc/modules-load.d/referee.conf",
    "referee.journald": "etc/systemd/journald.conf.d/60-referee.conf",
    "referee.watchdog": "etc/systemd/system.conf.d/60-referee.conf",
    "referee.sh": "usr/local/bin/referee",
}
#: The service, and what would start it by itself while it is being changed.
STOP: Final = (
    "systemctl", "stop", "referee-web.socket", "referee-web.service", "referee-pages.socket",
    "referee.service", "referee-rebuild.service",
)  # fmt: skip
CONFIG: Final = "etc/referee/referee.toml"
#: Gives the service the sound card; there while the settings name a voice.
SPEECH: Final = "etc/systemd/system/referee.service.d/speech.conf"
USER: Final = "referee"
#: Where matches are kept, unless the settings say otherwise; what they are kept in.
DATA: Final = "var/lib/referee"
MATCHES: Final = "matches.sqlite"

#: Beside it, the matches as a version has left them when another one took over.
SAVED: Final = "left-by-{version}.sqlite"

#: Seconds that a fresh version has to stay up after it has said that it runs.
SETTLED: Final = float(os.environ.get("REFEREE_SETTLED", "8"))


class Service:
    def __init__(self, machine: Machine, versions: Versions) -> None:
        self._machine = machine
        self._versions = versions
        self._units_changed = False

    def prepare(self, version: str, running: bool = True) -> None:
        """Everything on the system that this version needs, but for starting it.

        ``running``: the kernel and systemd that it is for are those that run here.
        """
        machine, system = self._machine, self._versions.system(version)
        changed = set()
        for name, path in FILES.items():
            mode = 0o755 if name.endswith(".sh") else 0o644
            if not (system / name).exists():  # it is older than this file
                machine.remove(path)
            elif machine.put(path, (system / name).read_text("utf-8"), mode):
                changed.add(name)
        if "referee.sysusers" in changed:
            machine.run("systemd-sysusers", f"--root={machine.root}", "referee.conf")
        if "referee.tmpfiles" in changed or not (machine.root / "var/lib/referee").is_dir():
            create = ("systemd-tmpfiles", f"--root={machine.root}", "--create")
            machine.run(*create, "referee.conf")
        self._units_changed = any(name.endswith((".service", ".socket")) for name in changed)
        if running:
            self._announce(changed)
        self._configure(version, running)

    def _announce(self, changed: set[str]) -> None:
        """Tell the running system which files are new."""
        machine = self._machine
        if "referee.modules" in changed:
            # A module that the kernel has built in, or that it has not, is no reason to stop.
            machine.tried("modprobe", "-a", "i2c-dev", "spidev", "cdc_acm", "usbserial")
        if "70-referee.rules" in changed:
            machine.tried("udevadm", "control", "--reload")
            machine.tried("udevadm", "trigger", "--subsystem-match=tty")
        if self._units_changed:
            machine.run("systemctl", "daemon-reload")

    def _configure(self, version: str, running: bool) -> None:
        """Begin the settings where there are none; the bus as they say."""
        machine = self._machine
        command = self._versions.command(version)
        if not (machine.root / CONFIG).exists():
            machine.run(command, "config", "init", "--config", machine.root / CONFIG)
            (machine.root / CONFIG).chmod(0o644)
            machine.changed(f"/{CONFIG} written")
        # A file that cannot be read is the self-test's to complain about.
        shown = self._settings(version)
        speed = re.search(r"^speed = (\d+)", shown, re.MULTILINE)
        if speed is not None:
            spi = re.search(r'^chip = "ssd1322"', shown, re.MULTILINE)
            machine.switch_bus_on(None if spi else int(speed[1]))
            speaks = re.search(r'^command = "(?!none")', shown, re.MULTILINE)
            self._give_sound(version if speaks else None, running)

    def _give_sound(self, version: str | None, running: bool) -> None:
        """The sound card for this version's service; None: it stays closed."""
        machine, before = self._machine, self._machine.changes
        if version is not None:
            machine.put(SPEECH, (self._versions.system(version) / "speech.conf").read_text("utf-8"))
        else:
            machine.remove(SPEECH)
        if machine.changes != before:
            self._units_changed = True
            if running:
                machine.run("systemctl", "daemon-reload")

    def _settings(self, version: str) -> str:
        """Every setting as this version understands it."""
        show = (self._versions.command(version), "config", "show", "--config")
        return self._machine.tried(*show, self._machine.root / CONFIG).stdout

    def _folder(self, version: str) -> Path:
        """Where this version keeps the matches."""
        own = re.search(r'^data = "/([^"]+)"', self._settings(version), re.MULTILINE)
        return self._machine.root / (own[1] if own else DATA)

    def keep_running(self) -> None:
        """The version runs already, or shall again."""
        machine = self._machine
        if not self._is("enabled"):
            machine.run("systemctl", "enable", "referee.service")
            machine.changed("The service is switched on")
        if self._units_changed or not self._is("active"):
            self._start()
            machine.changed("The service is started")

    def switch(self, version: str, before: str | None) -> None:
        """Let this version run; if it is not as well as the one before, that one again."""
        machine, previous = self._machine, self._versions.previous
        well = before is not None and self._sound(before)
        machine.tried(*STOP)
        saved = self._save(before)
        self._versions.switch(version)
        machine.changed(f"Switched to {version}")
        try:
            self._examine(version, well)
        except Failure as failure:
            if before is None:
                raise Failure(f"{failure}; for more: referee doctor") from None
            self._back(before, previous, saved)
            raise Failure(f"{failure}; {before} runs again, with all matches") from None

    def _examine(self, version: str, well: bool) -> None:
        """Raises Failure when the version does not start, does not stay, or finds itself ill."""
        if well and not self._sound(version):
            raise Failure(f"the self-test of {version} finds what the one before did not find")
        self._machine.run("systemctl", "enable", "--quiet", "referee.service")
        self._start()

    def _start(self) -> None:
        """It counts as started when it says so itself; then it has to stay for a while."""
        machine = self._machine
        # One that has crashed too often would be refused for some minutes.
        machine.tried("systemctl", "reset-failed", "referee.service")
        machine.run("systemctl", "restart", "referee.service")
        end = time.monotonic() + SETTLED
        while self._stays():
            if time.monotonic() >= end:
                return
            time.sleep(1)
        raise Failure("the service does not stay up: sudo journalctl -u referee")

    def _stays(self) -> bool:
        show = ("systemctl", "show", "--property=NRestarts", "--value", "referee.service")
        return self._is("active") and self._machine.tried(*show).stdout.strip() in ("", "0")

    def _back(self, before: str, previous: str | None, saved: Path | None) -> None:
        machine = self._machine
        machine.tried(*STOP)
        if saved is not None:
            self._keep("restore", saved)
        self._versions.unswitch(before, previous)
        self.prepare(before)
        machine.run("systemctl", "restart", "referee.service")

    def remove(self) -> None:
        machine = self._machine
        machine.tried(*STOP)
        machine.tried("systemctl", "disable", "--now", "referee.service")
        for path in (*FILES.values(), SPEECH):
            machine.remove(path)
        machine.tried("systemctl", "daemon-reload")
        machine.tried("udevadm", "control", "--reload")

    # -- how it is --------------------------------------------------------------------------

    def _is(self, state: str) -> bool:
        done = self._machine.tried("systemctl", f"is-{state}", "--quiet", "referee.service")
        return done.returncode == 0

    def _sound(self, version: str) -> bool:
        """Whether this version's self-test, but for the panel, finds nothing wrong.

        It tries to go on with the unfinished match, too.
        """
        root = self._machine.root
        places = (
            f"STATE_DIRECTORY={root / 'var/lib/referee'}",
            f"CONFIGURATION_DIRECTORY={root / 'etc/referee'}",
        )
        doctor = (self._versions.command(version), "doctor", "--no-panel", "--lang", "en")
        done = self._machine.tried("runuser", "-u", USER, "--", "env", *places, *doctor)
        if done.returncode:
            wrong = [line for line in done.stdout.splitlines() if line.startswith("✗")]
            say("\n".join([f"Self-test of {version}:", *(wrong or [done.stderr.strip()])]))
        return done.returncode == 0

    # -- what it keeps ----------------------------------------------------------------------

    def _save(self, before: str | None) -> Path | None:
        """Copy the matches, in case that the new version leaves them so that the old one cannot
        read them any more; returns the copy, if there is anything to copy.

        One copy for each version that is kept: going back does not overwrite what the upgrade
        has saved.
        """
        if before is None or not (data := self._folder(before) / MATCHES).exists():
            return None
        copy = data.with_name(SAVED.format(version=before))
        try:
            self._keep("save", copy)
        except Failure as failure:
            self._machine.tried("systemctl", "start", "referee.service")
            raise Failure(
                f"the matches in {data} cannot be copied ({failure}); no upgrade"
            ) from None
        return copy

    def forget(self) -> None:
        """Remove the copies that versions left that are not kept any more."""
        versions = self._versions
        kept = {SAVED.format(version=version) for version in versions.all()}
        folder = self._folder(versions.current) if versions.current else self._machine.root / DATA
        for copy in folder.glob(SAVED.format(version="*")):
            if copy.name not in kept:
                self._machine.run("runuser", "-u", USER, "--", "rm", "-f", copy)

    def _keep(self, action: str, copy: Path) -> None:
        """See keep.py; its text is handed over, for the user may not see where it lies."""
        text = Path(__file__).with_name("keep.py").read_text("utf-8")
        python = (sys.executable, "-I", "-c", text, action, copy.with_name(MATCHES), copy)
        done = self._machine.tried("runuser", "-u", USER, "--", *python)
        if done.returncode:
            raise Failure(done.stderr.strip() or str(done.returncode))
