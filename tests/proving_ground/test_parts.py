"""The parts of the proving ground that need no guest."""

from __future__ import annotations

import random
import re
import struct
import threading
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from hal.interfaces import SIZE
from hal.oled import OledScreen
from referee.doors.lifeline import End
from referee.doors.network import Network
from referee.doors.pages import BoxPages
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.aside import in_thread
from referee.table.catalogue import Catalogue
from referee.table.program import TableProgram
from sim.display import SimChip
from sim.script import parse
from tests.conftest import ROOT
from tests.own import OWN
from tests.proving_ground import (
    crashes,
    crashing,
    examining,
    mirror,
    page,
    phones,
    raspi,
    session,
    starting,
    writelog,
)
from tests.proving_ground.fetch import asked_for
from tests.proving_ground.ground import RELEASES, USUAL, ProvingError, run
from tests.proving_ground.guest import feed
from tests.proving_ground.modules import _irq
from tests.proving_ground.playing import entries_of, pressed
from tests.proving_ground.reading import sees
from tests.proving_ground.scenarios import SCENARIOS
from tests.table.panel import Panel

SECTOR = 512


# -- the display, as the bus in the guest records it ---------------------------------------------


class Recorder:
    """A bus that keeps each transfer as the guest's does, its control byte first."""

    def __init__(self) -> None:
        self.transfers: list[bytes] = []

    def command(self, *codes: int) -> None:
        self.transfers.append(bytes([0, *codes]))

    def data(self, data: bytes) -> None:
        self.transfers.append(b"\x40" + bytes(data))

    def cleanup(self) -> None:
        pass


def test_recorded_transfers_become_the_picture_that_was_shown() -> None:
    bus, chip = Recorder(), SimChip("ssd1306")
    screen = OledScreen("ssd1306", 0, lambda: bus, lambda item: None)
    screen.step(0.0)
    for n in range(3):
        picture = Image.new("1", SIZE)
        ImageDraw.Draw(picture).text((5 * n, 7 * n), f"picture {n}", fill=1)
        screen.show(picture)
    for transfer in bus.transfers:
        feed(chip, transfer)
    assert chip.picture().tobytes() == picture.tobytes()


@pytest.mark.parametrize("words", ["New match", "Quick match", "Referee"])
def test_words_are_read_off_a_picture_whatever_ground_they_stand_on(words: str) -> None:
    shown = Panel(language="en", games=["knister"]).program.frame().picture
    assert sees(shown, words)
    assert not sees(shown, f"{words}es")
    assert not sees(shown, words.upper())


# -- a match to be played there ------------------------------------------------------------------


def test_the_same_touches_show_the_same_pictures_whatever_the_box_draws(tmp_path: Path) -> None:
    """The whole match that comes before them is one of tests/scenarios."""
    others = mirror.OTHERS.split("\n", 3)[3]  # nobody has to leave a result
    played = []
    for seed in ("one", "another"):
        store = Store(tmp_path / f"{seed}.sqlite", lambda: 1.0)
        touches = mirror.mirrored(store, seed, parse(mirror.WELCOME), parse(others))
        journals = {stored.header.game: entries_of(store, stored.id) for stored in store.matches()}
        store.close()
        played.append((touches, journals))
    assert played[0] == played[1]
    touches, journals = played[0]
    assert all(journals.values())
    assert len(journals) == 4
    assert {touch.what for touch in touches} >= {"ok", "down", "up", "back"}


def test_the_touches_of_the_first_start_lead_to_the_menu_and_on_to_a_match(tmp_path: Path) -> None:
    """Once the welcome's lines changed places, and nobody pressed for a power cut."""
    panel, store = Panel(), Store(tmp_path / "first.sqlite", lambda: 1.0)
    panel.program = TableProgram(store, lambda: "seed", welcome=True)
    panel.press(*session.WELCOME)
    assert sees(panel.program.frame().picture, crashing.HOME)
    panel.press(*crashes.QUICK)
    assert panel.match.header.game == "knight-rider"
    store.close()


# -- after a crash -------------------------------------------------------------------------------


def crashed(appliance: Appliance) -> Panel:
    notices = [] if appliance.failure else [Text(End.CRASH.value, {})]
    return Panel(language="en", games=[], notices=notices, appliance=appliance)


def test_after_a_crash_the_box_is_switched_off_by_the_scenarios_touches() -> None:
    """Once they forgot the notice: it took the OK that was meant for the menu."""
    panel = crashed(Appliance(power_off=lambda: None))
    assert sees(panel.program.frame().picture, crashing.CRASHED)
    assert sees(panel.press(*crashing.READ).program.frame().picture, crashing.HOME)
    assert sees(panel.press(*crashing.LAST_LINE).program.frame().picture, crashing.OFF)
    assert sees(panel.press("hold ok").program.last_words(), crashing.LAST)


def test_safe_mode_is_left_by_the_scenarios_touches() -> None:
    tried: list[str] = []
    panel = crashed(Appliance(failure="broken", retry=lambda: tried.append("again")))
    assert sees(panel.program.frame().picture, crashing.SAFE)
    panel.press(*crashing.TRY_AGAIN)
    assert tried == ["again"]


# -- a press at once ------------------------------------------------------------------------------


class Shown:
    """A guest of which nothing is asked but its panel."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    def picture(self) -> Image.Image:
        return self._panel.program.frame().picture

    def press(self, *touches: str) -> None:
        self._panel.press(*touches)

    def until(self, *condition: object) -> None:
        pass


def test_the_pages_are_switched_on_and_off_by_the_lines_that_the_scenario_looks_for(
    tmp_path: Path,
) -> None:
    network = Network(lambda command: "")
    pages = BoxPages(tmp_path, 80, None, network, ask=lambda command: "")
    panel = Panel(language="en", appliance=Appliance(phones=mirror.NoPhones(), pages=pages))
    guest: Any = Shown(panel)
    for on in (True, False, True):
        (phones._switch_on if on else phones._off)(guest)
        assert pages.on is on


def test_the_scenarios_words_for_the_sandbox_fit_what_a_kernel_says() -> None:
    said = (
        "user referee-web 1\ncaps 0000000000000000\nnews 1\nseccomp 2\nusers  0 0 1;\nnet 1\n"
        "state 0\ndevices 0\nline referee referee-web 660"
    )
    assert phones._unlike(said) == []
    assert phones._unlike(said.replace("caps 00", "caps 01")) == ["caps 0100000000000000"]
    assert phones._unlike(said.replace("users  0 0 1", "users  0 0 4294967295"))


def as_pressed(panel: Panel, *touches: str) -> Panel:
    return panel.press(*(touch.partition(":")[0] for touch in touches))


@pytest.mark.parametrize("seed", "abcdef")
def test_the_touches_after_the_start_lead_to_what_is_looked_for(seed: str) -> None:
    def home() -> Panel:
        return Panel(language="en", games=OWN, seed=seed)

    def shows(panel: Panel, *words: str) -> bool:
        return any(sees(panel.program.frame().picture, word) for word in words)

    assert shows(as_pressed(home(), *starting.CHOOSE[:1]), starting.LIST)
    assert shows(as_pressed(home(), *starting.CHOOSE), starting.PLAYERS)
    assert shows(as_pressed(home(), *starting.QUICK[:2]), starting.LIST)
    assert shows(as_pressed(home(), *starting.QUICK), *starting.QUESTION)
    assert not shows(as_pressed(home(), *starting.QUICK[1:]), *starting.QUESTION)  # a lost press


def test_a_game_that_is_loaded_says_so_where_the_scenario_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may = threading.Event()
    monkeypatch.setattr("referee.table.modes.loading.find_game", lambda name: may.wait(60))
    monkeypatch.setattr("referee.table.modes.loading.MOMENT", 0.0)
    panel = as_pressed(Panel(language="en", games=OWN, aside=in_thread), *starting.CHOOSE)
    assert sees(panel.program.frame().picture, starting.LOADING)
    may.set()


def test_the_touches_that_load_a_game_are_waited_for_longer(tmp_path: Path) -> None:
    store = Store(tmp_path / "loads.sqlite", lambda: 1.0)
    script = parse('choose "New match"\nchoose "Victory"\nchoose "6 players"\npress back\n')
    touches = mirror.mirrored(store, "seed", parse(mirror.WELCOME), script)
    store.close()
    (loading,) = [n for n, touch in enumerate(touches) if touch.loads]
    assert sees(Image.frombytes("1", SIZE, touches[loading].picture), starting.PLAYERS)
    assert [pressed(touches[n]).count(":") for n in (loading - 1, loading)] == [1, 2]


def test_moments_are_read_off_what_went_over_the_bus() -> None:
    bus, chip = Recorder(), SimChip("ssd1306")
    screen = OledScreen("ssd1306", 0, lambda: bus, lambda item: None)
    screen.step(0.0)
    panel = Panel(language="en", games=OWN)
    sent: list[tuple[int, bytes]] = []
    for second, touch in enumerate(["", "ok", "down"]):
        screen.show(panel.press(*filter(None, [touch])).program.frame().picture)
        sent += [(second * 10**9 + n, data) for n, data in enumerate(bus.transfers)]
        bus.transfers.clear()
    pictures = starting.shown(chip, sent)
    assert starting.until(pictures, 0, [starting.LIST]) == pytest.approx(1, abs=1e-3)
    assert starting.until(pictures, 2 * 10**9, [starting.LIST]) == pytest.approx(0, abs=1e-3)
    assert starting.until(pictures, 0, [starting.PLAYERS]) == float("inf")
    moments = [at for at, _ in pictures]
    assert starting.stillness(moments, 0, 3.0) == pytest.approx(1, abs=1e-3)
    assert starting.stillness(moments, 10**8, 1.0) == pytest.approx(0.9, abs=1e-3)


def test_a_slow_answer_is_told() -> None:
    good = starting.Moments(start=20.0, list=2.0, answer=2.0, game=6.0, still=1.0)
    assert not starting.slowness(good, quick=False)
    loaded_all = replace(good, list=12.0)
    assert starting.slowness(loaded_all, quick=False) == ["list after 0.60"]
    assert starting.slowness(replace(good, game=12.0), quick=False) == ["game after 0.60"]
    assert not starting.slowness(replace(good, game=12.0), quick=True)


def test_the_order_of_the_units_is_judged() -> None:
    shown = (
        "Id=local-fs.target\nActiveEnterTimestampMonotonic=5\n\n"
        "Id=tmp.mount\nActiveEnterTimestampMonotonic=\n"
    )
    after = starting.units_of(shown)
    assert after == {"local-fs.target": 5, "tmp.mount": 0}
    assert not starting.disorder(after, 6, {"local-fs.target"})
    assert starting.disorder(after, 4, {"dbus.service"}) == [
        "before local-fs.target", "not ordered after dbus.service",
    ]  # fmt: skip
    waits = {"network-online.target": 1}
    assert starting.disorder(waits, 6, set()) == ["waits for network-online.target"]
    assert {"local-fs.target", "systemd-modules-load.service"} <= starting.stated()


# -- the self-test -------------------------------------------------------------------------------


def test_the_self_test_is_judged_by_its_exit_code_too() -> None:
    busy = "✗ Pins: " + Catalogue("en")("check.pins.busy", n=21)
    assert examining.found(examining.BESIDE, 1, busy, "")
    assert not examining.found(examining.BESIDE, 0, busy, "")
    assert not examining.found(examining.BESIDE, 1, "✓ Pins: good", "")
    assert examining.found("", 0, "✓ all", "")
    assert not examining.found("", 1, "✓ all", "")
    assert not examining.found("", 0, "✓ all", "Traceback")


# -- what is fetched -----------------------------------------------------------------------------


def test_the_guest_finds_every_library_that_the_installer_asks_for() -> None:
    """Once the installer asked for the extra `web` too, and its wheels were not there."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        optional = tomllib.load(file)["project"]["optional-dependencies"]
    wanted = asked_for()
    assert "hatchling" in " ".join(wanted)
    installer = (ROOT / "systemd/installer/versions.py").read_text("utf-8")
    assert 'EXTRAS: Final = "pi,web"' in installer
    assert {*optional["pi"], *optional["web"]} <= set(wanted)


# -- disks after a power cut ---------------------------------------------------------------------


def log_of(path: Path, *entries: tuple[int, bytes, int]) -> Path:
    """A write log: place in sectors, data, flags."""
    data = struct.pack("<QQQI", 0x6A736677736872, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")
    for place, content, flags in entries:
        head = struct.pack("<QQQQ", place, len(content) // SECTOR, flags, 0)
        data += head.ljust(SECTOR, b"\0") + content
    path.write_bytes(data)
    return path


def sector(letter: str) -> bytes:
    return letter.encode() * SECTOR


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return log_of(
        tmp_path / "log",
        (0, sector("a"), 0), (1, sector("b"), 0), (0, b"", 1),
        (0, sector("c"), 0), (2, sector("d") * 2, 0),
    )  # fmt: skip


def test_a_log_is_read_whole(log: Path) -> None:
    writes = writelog.read(log)
    assert [(write.at, write.end - write.begin, write.flush) for write in writes] == [
        (0, 512, False), (512, 512, False), (0, 0, True), (0, 512, False), (1024, 1024, False),
    ]  # fmt: skip


def test_half_an_entry_at_the_end_counts_for_nothing(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-100])
    assert len(writelog.read(log)) == 4


def test_what_was_flushed_survives_every_cut_and_the_rest_by_luck(log: Path) -> None:
    writes = writelog.read(log)
    seen = set()
    for seed in range(40):
        flushed, lucky = writelog.survivors(writes, len(writes), random.Random(seed))
        assert flushed == 3
        seen.add(tuple(write.at for write in lucky))
    assert seen == {(), (0,), (1024,), (0, 1024)}
    assert writelog.survivors(writes, 2, random.Random(0))[0] == 0


def test_a_disk_is_put_together_of_its_writes(log: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.write_bytes(bytes(4 * SECTOR))
    writes = writelog.read(log)
    with log.open("rb") as source, disk.open("r+b") as target:
        writelog.apply(source, target, writes[:3])
        assert_sectors(target.name, "ab\0\0", target)
        writelog.apply(source, target, writes[3:])
        assert_sectors(target.name, "cbdd", target)


def test_no_cut_comes_before_the_first_promise(log: Path) -> None:
    """One that came just before the promised flush had lost what nobody had been shown yet."""
    writes = writelog.read(log)
    flush = next(write for write in writes if write.flush)
    found = crashes.places(writes, flush.end, 200, random.Random(1))
    assert set(found) == {3, 4, 5}
    assert all(writes[place - 1].end >= flush.end for place in found)


def assert_sectors(name: str, letters: str, file: object) -> None:
    file.flush()  # type: ignore[attr-defined]
    data = Path(name).read_bytes()
    assert [chr(data[n * SECTOR]) for n in range(4)] == list(letters)


# -- the page ------------------------------------------------------------------------------------


@dataclass
class Judged:
    good: bool
    figures: str


def test_a_row_replaces_the_one_of_the_same_scenario_and_release() -> None:
    text = f"before\n{page.BEGIN}{page.END}after\n"
    for where, figures in (("12, 6.1", "first"), ("13, 6.12", "other"), ("12, 6.1.1", "a|b\nc")):
        text = page.with_row(text, "play", where, "today", Judged(True, figures))
    rows = [line for line in text.splitlines() if line.startswith("| play")]
    assert rows == [
        "| play | 12, 6.1.1 | today | good | a b c |",
        "| play | 13, 6.12 | today | good | other |",
    ]
    assert text.startswith("before\n")
    assert text.endswith("after\n")


def test_what_went_wrong_stands_out() -> None:
    text = page.with_row(page.BEGIN + page.END, "play", "12, 6.1", "today", Judged(False, "x"))
    assert "| **bad** | x |" in text


def test_the_page_has_rows_of_scenarios_and_releases_that_there_are() -> None:
    text = page.PAGE.read_text("utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([0-9a-z-]+), 6", text, re.MULTILINE)
    assert {scenario for scenario, _ in rows} <= set(SCENARIOS)
    assert set(USUAL) <= {release for _, release in rows} <= set(RELEASES)


# -- commands ------------------------------------------------------------------------------------


def test_a_command_that_lasts_ends_with_all_that_it_has_started() -> None:
    """What went on kept mounts in a tree, and removing the tree failed on them. The
    lines on which they speak close with the last of them, so this would not come back."""
    with pytest.raises(ProvingError, match="not ready after"):
        run("sh", "-c", "sh -c 'sleep 1000; true' & wait", limit=1)
    assert run("echo", "still here", limit=60) == "still here\n"


# -- the emulated Raspberry Pi -------------------------------------------------------------------

CHIPS = "gpiochip0 [raspberrypi-exp-gpio] (8 lines)\ngpiochip1 [pinctrl-bcm2835] (54 lines)"
LINES = """gpiochip0 - 8 lines:
\tline   4:\t"HDMI_HPD_N"    \tinput bias=pull-up consumer="other"
gpiochip1 - 54 lines:
\tline   4:\t"GPIO_GCLK"     \tinput
\tline   5:\t"GPIO5"         \tinput bias=pull-up edges=both consumer="lg"
\tline   9:\t"SPI_MISO"      \toutput consumer="lg"
\tline  13:\t"GPIO13"        \tinput bias=pull-up edges=both consumer="referee\""""


def test_the_lines_that_count_are_the_headers_whatever_its_number() -> None:
    assert raspi.taken(CHIPS, LINES) == {5, 13}
    assert raspi.taken(CHIPS.replace("bcm2835", "other"), LINES) == set()


# -- the kernel modules --------------------------------------------------------------------------


def test_kernel_modules_of_this_project_say_under_what_licence_they_are() -> None:
    for file in (ROOT / "tests/proving_ground/kernel").glob("*.c"):
        text = file.read_text()
        assert text.startswith("// SPDX-License-Identifier: MIT OR GPL-2.0\n")
        assert 'MODULE_LICENSE("Dual MIT/GPL");' in text


def test_an_interrupt_before_the_last_one_is_found_too() -> None:
    """Older kernels look for the next simulated interrupt behind the last one only."""
    adapted = _irq(
        "n = find_next_bit(work_ctx->pending,\n  work_ctx->irq_count, n);\n"
        "handle(irq_to_desc(irqnum));\n"
    )
    assert adapted == (
        "n = find_first_bit(work_ctx->pending, work_ctx->irq_count);\n"
        "handle(irq_data_to_desc(irq_get_irq_data(irqnum)));\n"
    )
