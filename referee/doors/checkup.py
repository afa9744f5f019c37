"""The self-test's findings: the panel's parts, the machine, what is kept."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from hal.box.seatbox import SeatBox
from hal.box.trouble import Trouble
from hal.errors import HardwareError
from hal.panel import Hardware
from hal.probe import READABLE, ProbeResult, probe
from hal.schema import Config
from referee.doors import places
from referee.doors.machine import Machine
from referee.kernel.errors import RefereeError, StoreError
from referee.kernel.match import Match
from referee.kernel.salvage import damaged_files
from referee.kernel.store import Store
from referee.kernel.text import Plain, Text
from referee.table.appliance import Finding, Grade
from referee.table.pixels.fonts import font

#: All letters that German needs, and the signs of the lists.
_LETTERS = "AÄÖÜaäöüß→✓✗"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be looked at.

    ``problems`` of the configuration ``file``; ``lost``: parts of the running panel that are
    missing, with the reasons; ``held``: buttons that were down from the start; ``box``: the line
    to the seat box. Without ``hardware`` there is no panel to look at; ``refused`` is why.
    ``taken``: another program has the panel.
    """

    config: Config
    problems: Sequence[str | Text] = ()
    file: Path | None = None
    hardware: Hardware | None = None
    refused: Text | None = None
    lost: Mapping[str, str] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    box: SeatBox | None = None
    machine: Machine = field(default_factory=Machine)
    taken: bool = False


def checkup(subject: Subject) -> list[Finding]:
    """Everything that can be looked at without hands; raises nothing."""
    display = subject.config.display
    found = [*_settings(subject)]
    if subject.refused is not None:
        found.append(Finding("pins", Grade.BAD, subject.refused))
    if subject.hardware is not None:
        if not subject.taken:
            found += _display(subject, subject.hardware)
        found += _parts(subject)
    if subject.config.voice is not None:
        found.append(subject.machine.voice(subject.config.voice))
    found += [*_fonts(), *_kept(subject.config)]
    try:
        folder = places.data_folder(subject.config.data)
    except StoreError:
        folder = Path.home()  # told by `_kept`
    return [*found, *subject.machine.examine(display, folder)]


def refusal(error: HardwareError) -> Text:
    """Why there is no panel."""
    if not error.kind:
        return _detail(str(error))
    return Text(f"check.pins.{error.kind}", dict(error.about))


def _detail(detail: str | Text) -> Text:
    """Words that come from below, as they are."""
    return Text("check.detail", {"detail": detail})


def _settings(subject: Subject) -> Iterator[Finding]:
    for problem in subject.problems:
        yield Finding("config", Grade.BAD, _detail(problem))
    if not subject.problems and subject.file is not None:
        text = Text("check.config.good", {"file": str(subject.file)})
        yield Finding("config", Grade.GOOD, text)
    elif not subject.problems:
        yield Finding("config", Grade.GOOD, Text("check.config.none", {}))


# -- the panel ------------------------------------------------------------------------------


def _display(subject: Subject, hardware: Hardware) -> Iterator[Finding]:
    display = subject.config.display
    if display.spi:
        yield from _spi(subject, hardware)
        return
    try:
        bus = hardware.bus(display.bus)
    except OSError as error:
        args: dict[str, Plain] = {"bus": display.bus, "detail": error.strerror or str(error)}
        key = "check.bus.off" if _absent(error) else "check.bus.failed"
        yield Finding("bus", Grade.BAD, Text(key, args))
        return
    try:
        seen = probe(bus, display)
    finally:
        bus.close()
    yield Finding("bus", Grade.GOOD, Text("check.bus.good", {"bus": display.bus}))
    yield _judged(subject.config, seen)


def _absent(error: OSError) -> bool:
    return error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO)


def _spi(subject: Subject, hardware: Hardware) -> Iterator[Finding]:
    """The bus, and the display's lines. The chip answers nothing: whether it shows anything, only
    eyes can tell."""
    display = subject.config.display
    args: dict[str, Plain] = {"chip": display.chip, "file": display.device}
    try:
        hardware.spi().close()
    except OSError as error:
        args["detail"] = error.strerror or str(error)
        key = "check.spi.off" if _absent(error) else "check.spi.failed"
        yield Finding("spi", Grade.BAD, Text(key, args))
        return
    yield Finding("spi", Grade.GOOD, Text("check.spi.good", args))
    if (why := subject.lost.get("screen")) is not None:
        yield Finding("screen", Grade.BAD, Text("check.screen.lines", {"detail": why}))
    else:
        wires = ", ".join(f"{name} (GPIO {pin})" for name, pin in display.wires.items())
        lines = {"DC": display.data, "RES": display.reset}
        named = (f"{name} (GPIO {pin})" for name, pin in lines.items() if pin is not None)
        args["wires"] = ", ".join((wires, *named))
        yield Finding("screen", Grade.NOTE, Text("check.screen.silent", args))


def _judged(config: Config, seen: ProbeResult) -> Finding:
    display = config.display
    args: dict[str, Plain] = {
        "address": f"{display.address:#x}",
        "chip": display.chip,
        "bus": display.bus,
    }
    if display.address in seen.answers:
        readable = display.chip == READABLE
        if seen.chip and not readable:
            text = Text("check.screen.chip", {**args, "found": seen.chip})
            return Finding("screen", Grade.BAD, text)
        if readable and not seen.chip:
            return Finding("screen", Grade.NOTE, Text("check.screen.unsure", args))
        return Finding("screen", Grade.GOOD, Text("check.screen.good", args))
    if seen.answers:
        found = ", ".join(f"{address:#x}" for address in seen.answers)
        return Finding(
            "screen", Grade.BAD, Text("check.screen.elsewhere", {**args, "found": found})
        )
    return Finding("screen", Grade.BAD, Text("check.screen.missing", args))


def _parts(subject: Subject) -> Iterator[Finding]:
    """Buttons, lamps, buzzer, seat box: the lost ones by themselves, the others counted."""
    config, lost = subject.config, dict(subject.lost)
    for name in sorted(subject.held):
        yield Finding(f"button {name}", Grade.BAD, Text("check.button.stuck", {}))
        lost.pop(f"button {name}", None)
    lost.pop("screen", None)
    busy = [part for part, why in lost.items() if _busy(why)]
    if len(busy) > len(config.buttons):  # not one or two, but all there are
        yield Finding("pins", Grade.BAD, Text("check.pins.busy", {"n": len(busy)}))
        lost = {part: why for part, why in lost.items() if part not in busy}
    lost.pop("box", None)
    for part, why in lost.items():
        yield Finding(part, Grade.BAD, _reason(why))
    buttons = [name for name in config.buttons if f"button {name}" not in subject.lost]
    yield Finding(
        "buttons", Grade.GOOD, Text("check.buttons", {"n": len(set(buttons) - subject.held)})
    )
    lamps = [name for name in config.lamps if f"lamp {name}" not in subject.lost]
    yield Finding("lamps", Grade.GOOD, Text("check.lamps", {"n": len(lamps)}))
    if config.buzzer is None:
        yield Finding("buzzer", Grade.GOOD, Text("check.buzzer.none", {}))
    elif "buzzer" not in subject.lost:
        yield Finding("buzzer", Grade.GOOD, Text("check.buzzer", {}))
    if not subject.taken:
        yield _box(subject.box)


def why_lost(part: str, why: str, box: SeatBox | None) -> Text:
    """Why a part is missing, from what the panel says of it."""
    return _box(box).text if part == "box" and box is not None else _reason(why)


def _busy(why: str) -> bool:
    return "busy" in why.lower()


def _reason(why: str) -> Text:
    """Why a part is missing, as the panel reports it."""
    if why == "stuck":
        return Text("check.button.stuck", {})
    return Text("check.pin.busy", {"detail": why}) if _busy(why) else _detail(why)


def _box(box: SeatBox | None) -> Finding:
    """What the box said of itself; one that is found by itself need not be there."""
    if box is None:
        return Finding("box", Grade.GOOD, Text("check.box.none", {}))
    if box.why is not None and box.why.trouble is not Trouble.NONE:
        text = Text(f"check.box.{box.why.trouble.value}", box.why.about)
        return Finding("box", Grade.BAD, text)
    about = box.protocol.about
    if about is None:
        return Finding("box", Grade.GOOD, Text("check.box.absent", {}))
    args: dict[str, Plain] = {"n": about.seats, "firmware": about.firmware, "board": about.board}
    return Finding("box", Grade.GOOD, Text("check.box", args))


# -- what is kept ---------------------------------------------------------------------------


def _fonts() -> Iterator[Finding]:
    drawn = all(
        font(name).width(letter) for name in ("body", "bold", "small") for letter in _LETTERS
    )
    key, grade = ("check.fonts", Grade.GOOD) if drawn else ("check.fonts.bad", Grade.BAD)
    yield Finding("fonts", grade, Text(key, {}))


def _kept(config: Config) -> Iterator[Finding]:
    """The database, and whether what was left unfinished last can go on."""
    try:
        with closing(places.open_store(config.data)) as store:
            yield _counted(store)
            for file in damaged_files(store.path):
                text = Text("check.store.damaged", {"file": str(file)})
                yield Finding("store", Grade.NOTE, text)
    except RefereeError as error:
        yield Finding("store", Grade.BAD, error.text)


def _counted(store: Store) -> Finding:
    if store.notice is not None:
        return Finding("store", Grade.BAD, store.notice)
    unfinished = store.matches("open", 1)
    for stored in unfinished:
        Match.resume(store, stored.id)
    args: dict[str, Plain] = {"n": len(store.matches(limit=-1)), "file": str(store.path)}
    return Finding(
        "store", Grade.GOOD, Text("check.store.open" if unfinished else "check.store", args)
    )
