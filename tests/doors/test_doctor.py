"""The self-test: every fault is made on simulated electrics, and its message read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import sim.faults
from hal.box.seatbox import SeatBox
from hal.box.trouble import Trouble
from hal.config import initial, parse
from hal.panel import Hardware
from hal.schema import Config
from referee.doors import appliance
from referee.doors.appliance import chosen_electrics
from referee.doors.checkup import Subject, checkup
from referee.doors.machine import EARLIEST, Machine
from referee.doors.words import Words
from referee.kernel.match import Match
from referee.table.appliance import Grade
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.selftest import finding_lines as lines_of
from sim.board import SimBoard
from sim.clock import SimClock
from tests import toy
from tests.conftest import ROOT
from tests.doors.conftest import Run

#: What is said about a fault, in German.
FAULTS = {
    "no-display": "✗ Bildschirm: An 0x3c antwortet nichts, anderswo auf Bus 1 auch nicht.",
    "no-bus": "✗ I2C-Bus: Den Bus 1 gibt es nicht: I2C ist aus. Einschalten: sudo raspi-config",
    "other-address": "✗ Bildschirm: An 0x3c antwortet nichts, an 0x3d aber schon: Ändere",
    "wrong-chip": "✗ Bildschirm: Eingestellt ist ssd1306, es ist aber ein sh1106: ",
    "no-pins": "✗ Pins: Hier lassen sich keine Pins eines Raspberry Pi öffnen (simulated).",
    "taken": "✗ Pins: Alle 21 Pins sind vergeben: Der Schiedsrichter läuft schon.",
    "stuck:ok": "✗ Taste OK: ist dauernd gedrückt. Klemmt die Taste, oder liegt",
    "stuck:seat3": "✗ Taste Platz 3: ist dauernd gedrückt.",
    "broken:seat2": "✗ Taste Platz 2: Der Pin ist vergeben: an eine andere Funktion",
    "broken:lamp-roll": "✗ Lampe ROLL: Der Pin ist vergeben:",
    "broken:buzzer": "✗ Summer: Der Pin ist vergeben:",
}


def bad(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("✗")]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_told_with_its_remedy(run: Run, fault: str) -> None:
    code, out, errors = run("doctor", "--lang", "de", "--simulate", fault)
    assert (code, errors) == (1, "")
    (line,) = bad(out)
    assert line.startswith(FAULTS[fault])


def test_the_faults_that_there_are_are_told_in_the_docs() -> None:
    page = (ROOT / "docs" / "trouble.md").read_text("utf-8")
    simulated = re.findall(r"^    ([a-z0-9-]+)", sim.faults.__doc__ or "", re.MULTILINE)
    assert "no-display" in simulated
    assert [fault for fault in simulated if not re.search(rf"`{fault}[`:]", page)] == []


def test_several_faults_come_together_the_bad_ones_first(run: Run) -> None:
    _, out, _ = run(
        "doctor", "--lang", "de", "--simulate", "no-display", "stuck:up", "broken:buzzer"
    )
    assert len(bad(out)) == 3
    assert out.splitlines()[:3] == bad(out)


def test_a_sound_panel_is_told_on_the_terminal_and_on_the_display(run: Run) -> None:
    code, out, errors = run("doctor", "--lang", "de", "--simulate")
    assert (code, errors) == (0, "")
    assert bad(out) == []
    said = {line.split(":")[0].removeprefix("✓ ") for line in out.splitlines() if line[0] in "✓•"}
    assert said == {
        "Einstellungen", "I2C-Bus", "Bildschirm", "Tasten", "Lampen", "Summer", "Tastenkasten",
        "Schrift", "Partien", "Programm", "Rechner", "Uhr", "Speicher",
    }  # fmt: skip
    assert "┌" in out  # the display's picture, with the findings


def test_an_sh1106_that_is_set_but_not_there_is_worth_a_look(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('schema = 2\n[display]\nchip = "sh1106"\n')
    assert run("doctor", "--config", str(file), "--simulate")[0] == 0
    code, out, _ = run("doctor", "--config", str(file), "--simulate", "wrong-chip")
    assert code == 0
    assert "• display: The settings say sh1106; it behaves like an ssd1306." in out


@pytest.fixture
def wide(tmp_path: Path) -> str:
    """A panel with a display of 256x64."""
    file = tmp_path / "wide.toml"
    file.write_text(initial("ssd1322"))
    return str(file)


def test_a_wide_display_says_what_only_eyes_can_tell(run: Run, wide: str) -> None:
    code, out, errors = run("doctor", "--config", wide, "--simulate")
    assert (code, errors) == (0, "")
    assert "✓ SPI bus: /dev/spidev0.0 is there." in out
    (line,) = [line for line in out.splitlines() if line.startswith("• display:")]
    assert "never answers" in line
    assert "D1 (GPIO 10), D0 (GPIO 11), CS (GPIO 8), DC (GPIO 3), RES (GPIO 15)" in line


def test_spi_that_is_off_is_told_with_its_remedy(run: Run, wide: str) -> None:
    code, out, _ = run("doctor", "--config", wide, "--lang", "de", "--simulate", "no-bus")
    assert code == 1
    assert bad(out)[0].startswith("✗ SPI-Bus: /dev/spidev0.0 gibt es nicht: SPI ist aus.")
    assert "dtoverlay=spi0-1cs,no_miso" in bad(out)[0]


def test_lines_of_a_wide_display_that_cannot_be_used_are_told(run: Run, wide: str) -> None:
    code, out, _ = run("doctor", "--config", wide, "--simulate", "taken")
    assert code == 1
    assert "pins" in bad(out)[0]


@pytest.mark.parametrize("fault", ["nonsense", "stuck:elbow", "broken:everything"])
def test_a_fault_that_there_is_not_is_refused_with_those_that_there_are(
    run: Run, fault: str
) -> None:
    code, _, errors = run("doctor", "--simulate", fault)
    assert code == 1
    assert fault.split(":")[-1] in errors
    assert "there are" in errors or "it has" in errors


def test_settings_that_are_wrong_are_told_and_the_rest_is_looked_at(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text("schema = 2\n[buttons]\nup = 4\n")
    code, out, _ = run("doctor", "--config", str(file), "--simulate")
    assert code == 1
    assert bad(out)[0].startswith(f"✗ settings: {file}:3: buttons.up = 4: pin 4 is already used")
    assert "✓ buttons: 11 work" in out


def test_without_a_raspberry_pi_it_says_so_and_looks_at_the_rest(run: Run) -> None:
    code, out, _ = run("doctor")
    assert code == 1
    assert bad(out)[0].startswith("✗ pins: ")
    assert "✓ fonts: all letters are there" in out


def test_it_can_do_without_a_panel(run: Run) -> None:
    code, out, _ = run("doctor", "--no-panel")
    assert code == 0
    assert "pins" not in out
    assert "✓ matches: 0 matches" in out


# -- what is kept ---------------------------------------------------------------------------


def test_an_unfinished_match_that_can_go_on_is_said(run: Run, kept: Callable[..., Match]) -> None:
    kept()
    assert "✓ matches: one match; you can resume it" in run("doctor", "--no-panel")[1]


def test_a_match_that_cannot_go_on_is_found(run: Run, kept: Callable[..., Match]) -> None:
    match = kept()
    store = match._journal.store  # type: ignore[union-attr]
    store._db.execute("UPDATE line SET digest = 'other'")
    code, out, _ = run("doctor", "--no-panel")
    assert code == 1
    assert bad(out)[0].startswith("✗ matches: This match was played under other rules")


@pytest.fixture
def kept(toy_installed: None) -> Callable[..., Match]:
    from referee.doors import places
    from referee.kernel.ask import Entry

    def begin(*names: str) -> Match:
        match = Match.new(
            toy.GAME, names or ("Ada", "Bob"), {"dice": "table"}, "seed", store=places.open_store()
        )
        match.answer(Entry(1, "roll", {"dice": [4]}))
        return match

    return begin


# -- the report -----------------------------------------------------------------------------


def test_the_report_tells_everything_but_names(
    run: Run, kept: Callable[..., Match], tmp_path: Path
) -> None:
    kept("Maximiliane", "Bo")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "referee.toml").write_text('schema = 2\n[display]\nchip = "sh1106"\n')
    (tmp_path / "data" / "last-failure.txt").write_text("ValueError: Bo and Maximiliane, Bob\n")
    file = tmp_path / "report.txt"
    out = run("doctor", "--simulate", "no-display", "--report", str(file))[1]
    assert f"Report written: {file}" in out
    text = file.read_text("utf-8")
    assert "✗ display: Nothing answers at 0x3c" in text
    assert "python: 3." in text
    assert "gpiozero: 2." in text
    assert 'display.chip = "sh1106"' in text
    assert "toy, open: 1" in text
    assert "screen: I2C device not found" in text
    assert "ValueError: (name) and (name), Bob" in text
    assert "Maximiliane" not in text


def test_a_report_that_cannot_be_written_is_complained_about(run: Run, tmp_path: Path) -> None:
    _, out, errors = run("doctor", "--no-panel", "--report", str(tmp_path / "no" / "report"))
    assert f"{tmp_path}/no/report: No such file" in errors
    assert "✓ fonts" in out


# -- the machine ----------------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path: Path) -> Callable[[dict[str, bytes]], Machine]:
    """A machine with these files under its root."""

    def make(files: dict[str, bytes]) -> Machine:
        for name, content in files.items():
            file = tmp_path / "root" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return Machine(tmp_path / "root")

    return make


def told(machine: Machine, folder: Path) -> dict[str, tuple[Grade, str]]:
    words = Catalogue("en")
    return {
        f"{found.part} {found.text.key}": (found.grade, words.text(found.text))
        for found in machine.examine(parse("").display, folder)
    }


def test_a_raspberry_pi_says_what_it_is(
    machine: Callable[[dict[str, bytes]], Machine], tmp_path: Path
) -> None:
    pi = machine(
        {
            "proc/device-tree/model": b"Raspberry Pi Zero 2 W Rev 1.0\0",
            "etc/os-release": b'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
            "run/systemd/timesync/synchronized": b"",
        }
    )
    found = told(pi, tmp_path)
    assert found["machine check.machine"][1] == (
        "Raspberry Pi Zero 2 W Rev 1.0, Debian GNU/Linux 12 (bookworm)"
    )
    assert "clock check.clock.good" in found
    assert pi.versions()["machine"] == "Raspberry Pi Zero 2 W Rev 1.0"


def test_what_a_voice_needs_is_looked_for(
    machine: Callable[[dict[str, bytes]], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Catalogue("en")

    def found(pi: Machine, command: str = "sh -c true") -> tuple[Grade, str]:
        finding = pi.voice(command)
        return finding.grade, words.text(finding.text)

    pi = machine({"dev/null": b""})
    assert found(pi, "no-such-voice --stdin")[1].startswith("no-such-voice is not installed")
    assert found(pi)[1].startswith("There is no sound card")
    pi = machine({"dev/snd/pcmC0D0p": b"", "dev/snd/pcmC0D0c": b""})
    assert found(pi) == (Grade.GOOD, "sh and a sound card are there")
    monkeypatch.setattr("os.access", lambda file, mode: not str(file).endswith("0p"))
    monkeypatch.setattr("shutil.which", lambda program: "/bin/sh")
    assert found(pi)[1].startswith("This user may not use the sound card")


def test_a_configured_voice_is_part_of_the_self_test(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text("schema = 2\n[speech]\ncommand = 'no-such-voice --stdin'\n")
    _, out, _ = run("doctor", "--simulate", "--config", str(file))
    assert "no-such-voice is not installed" in " ".join(out.split())


def test_a_slow_bus_is_noted(
    machine: Callable[[dict[str, bytes]], Machine], tmp_path: Path
) -> None:
    node = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
    slow = told(machine({node: (100_000).to_bytes(4, "big")}), tmp_path)
    grade, text = slow["bus check.bus.speed"]
    assert grade is Grade.NOTE
    assert text.startswith("runs at 100000 Hz instead of 400000.")
    fast = told(machine({node: (400_000).to_bytes(4, "big")}), tmp_path)
    assert "bus check.bus.speed" not in fast


def test_devices_that_may_not_be_used_name_the_group(
    machine: Callable[[dict[str, bytes]], Machine],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pi = machine({"dev/i2c-1": b"", "dev/gpiochip0": b""})
    assert told(pi, tmp_path)["rights check.rights.good"][1] == "2 devices, all ready to use"
    monkeypatch.setattr("os.access", lambda file, mode: "gpiochip" not in str(file))
    grade, text = told(pi, tmp_path)["rights check.rights"]
    assert grade is Grade.BAD
    assert text.startswith("/dev/gpiochip0 belongs to the group ")
    assert "sudo usermod -aG " in text


@pytest.mark.parametrize(
    ("free", "grade"), [(10_000_000, Grade.BAD), (100_000_000, Grade.NOTE), (10**10, Grade.GOOD)]
)
def test_a_disk_that_fills_up_is_told(
    machine: Callable[[dict[str, bytes]], Machine],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    free: int,
    grade: Grade,
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda place: type("Usage", (), {"free": free})())
    found = told(machine({}), tmp_path / "not" / "there")
    key = "disk check.disk.good" if grade is Grade.GOOD else "disk check.disk.narrow"
    assert found[key][0] is grade
    assert f"{free // 1_000_000} MB" in found[key][1]


#: What a Pi mounts: its card; the same below the overlay of raspi-config; and a container.
CARD = "/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n"
OVERLAY = (
    "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\ntmpfs-root /media/root-rw tmpfs rw 0 0\n"
    "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n"
)
CONTAINER = "overlay / overlay rw,lowerdir=/l,upperdir=/srv/upper,workdir=/srv/work 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "memory"),
    [
        (CARD, False),
        (CARD + "tmpfs {folder} tmpfs rw 0 0\n", True),
        (OVERLAY, True),
        (OVERLAY + "/dev/mmcblk0p3 {folder} ext4 rw 0 0\n", False),
        (CONTAINER, False),
        ("", False),
    ],
)
def test_matches_that_are_kept_in_memory_only_are_noted(
    machine: Callable[[dict[str, bytes]], Machine], tmp_path: Path, mounts: str, memory: bool
) -> None:
    text = mounts.format(folder=tmp_path)
    found = told(machine({"proc/self/mounts": text.encode()}), tmp_path / "matches")
    assert ("disk check.disk.memory" in found) is memory


def test_a_clock_that_cannot_be_right_is_noted(
    machine: Callable[[dict[str, bytes]], Machine],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: EARLIEST - 1.0)
    grade, text = told(machine({}), tmp_path)["clock check.clock.wrong"]
    assert grade is Grade.NOTE
    assert "the dates in the history will be wrong" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faults", [("no-pins",), ("no-bus", "taken"), tuple(FAULTS)[5:]])
def test_every_finding_has_its_sentence(run: Run, language: str, faults: tuple[str, ...]) -> None:
    _, out, _ = run("doctor", "--lang", language, "--simulate", *faults)
    assert bad(out)
    assert "check." not in out
    assert "part." not in out


# -- beside the service ------------------------------------------------------------------------


def test_a_display_that_another_program_shows_something_on_is_left_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the running service, wrong pixels stood on its screen for a quarter of a minute."""
    boards: list[SimBoard] = []

    def chosen(simulate: Sequence[str], wiring: Config) -> tuple[Hardware, SimBoard]:
        hardware, board = chosen_electrics(simulate, wiring)
        assert board is not None
        boards.append(board)
        return hardware, board

    monkeypatch.setattr(appliance, "chosen_electrics", chosen)
    code, out, errors = run("doctor", "--lang", "en", "--simulate", "taken")
    assert (code, errors) == (1, "")
    assert boards[0].bus.transfers == 0
    assert "sudo systemctl stop referee" in out
    assert "matches" in out, "what needs no panel is looked at"


# -- reasons in the reader's language ----------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "key",
    [
        *(f"check.box.{trouble.value}" for trouble in Trouble if trouble is not Trouble.NONE),
        *(f"check.pins.{kind}" for kind in ("no-chip", "refused", "no-library", "no-folder")),
    ],
)
def test_what_hal_finds_wrong_is_said_in_the_chosen_language(key: str, language: str) -> None:
    assert Catalogue(language).has(key)


def test_why_there_is_no_seat_box_is_said_in_german() -> None:
    box = SeatBox("/dev/no-such-port", list, lambda item: None, lambda: None)
    box.step(1.0)
    board = SimBoard(parse(""), SimClock())
    found = checkup(Subject(board.config, hardware=board.hardware, box=box))
    box.close()
    said = "\n".join(lines_of(found, Words("de")))
    assert "✗ Tastenkasten: An /dev/no-such-port ist nichts angesteckt." in said
