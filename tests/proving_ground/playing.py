"""From power to the first picture, and matches by line pulls and a seat box's presses."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final

from PIL import Image as Picture

from hal.interfaces import SIZE
from referee.kernel.archive import export
from referee.kernel.store import Store
from tests.proving_ground.guest import TOOLS, Guest, feed
from tests.proving_ground.mirror import Touch, everything
from tests.proving_ground.session import Session, Verdict, complaints

#: Touches that are made by one command.
TOGETHER: Final = 20
PLUG: Final = f"mkdir -p /run/box; sh {TOOLS}/gadget.sh plug"
#: A box's firmware runs as long as the gadget does.
BOX: Final = f"systemd-run -q --unit=box python3 {TOOLS}/box.py"


def play(session: Session) -> Verdict:
    """The first start, a whole Knight Rider and the others begun, judged by what eyes see and by
    what the journal has."""
    with tempfile.TemporaryDirectory() as folder, session.booted() as guest:
        first = guest.first_picture()
        ready, began = (_seconds(guest, name) for name in ("ActiveEnter", "ExecMainStart"))
        spent = int(guest.run("systemctl show --value -p CPUUsageNSec referee")) / 1e9
        guest.run(f"{PLUG}; {BOX}; sleep 10")
        store = Store(Path(folder) / "mirror.sqlite", lambda: 1.0)
        touches = everything(store)
        wrong, delays = compared(guest, touches, session.evidence.with_name("play-wrong"))
        lines = guest.run("referee history --lang en").splitlines()
        same = [
            entries(guest.run(f"referee export {stored.id}")) == entries_of(store, stored.id)
            for stored in store.matches()
        ]
        restarts = guest.run("systemctl show --value -p NRestarts referee").strip()
        complained = complaints(guest)
        store.close()
    good = not wrong and all(same) and len(same) == 5 and restarts == "0" and ready >= first - 0.5
    good = good and not complained
    return Verdict(
        good,
        f"first picture {first - began:.1f} s after the program's start, {first:.1f} s after the "
        f"kernel's; ready {ready - first:+.1f} s from it, {spent:.1f} s of processor by then; "
        f"{len(touches)} touches, {len(touches) - len(wrong)} pictures as on the simulated panel; "
        f"{sum(same)} of {len(same)} journals the same ({lines[0] if lines else 'no match'}); from "
        f"contact to bus {statistics.median(delays):.0f} ms in the middle, "
        f"{max(delays):.0f} ms at most; {restarts} restarts; "
        f"{'; '.join(complained) or 'nothing in the journal that does not belong there'}",
    )


def _seconds(guest: Guest, moment: str) -> float:
    """When the service came to this, in seconds since the kernel's start."""
    shown = f"systemctl show --value -p {moment}TimestampMonotonic referee"
    return int(guest.run(shown)) / 1e6


def compared(
    guest: Guest, touches: Sequence[Touch], folder: Path
) -> tuple[list[Touch], list[float]]:
    """Those after which the picture was another one, left in the folder; milliseconds from each
    contact to the first bytes of an answer."""
    wrong, delays = [], []
    for begin in range(0, len(touches), TOGETHER):
        some = touches[begin : begin + TOGETHER]
        told = guest.press(*map(pressed, some), wait=0.5)
        sent = guest.transfers(follow=False)
        for touch, moment in zip(some, told, strict=True):
            answers = []
            while sent and sent[0][0] <= moment["quiet"]:
                at, data = sent.pop(0)
                feed(guest.chip, data)
                answers += [at] if data[0] == 0x40 and at >= moment["closed"] else []
            delays += [(answers[0] - moment["closed"]) / 1e6] if answers else []
            if guest.chip.picture().tobytes() != touch.picture:
                wrong.append(touch)
                _leave(folder / f"{begin}-{len(wrong)}", touch, guest.chip.picture())
    return wrong, delays


def pressed(touch: Touch) -> str:
    """The touch for `Guest.press`; the dots of a game that is loaded come slowly on a busy host."""
    return f"{touch.what}:{touch.seconds + 0.02}" + (":10" if touch.loads else "")


def _leave(place: Path, touch: Touch, seen: Picture.Image) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    both = Picture.new("1", (SIZE[0], 2 * SIZE[1] + 4), 1)
    both.paste(Picture.frombytes("1", SIZE, touch.picture), (0, 0))
    both.paste(seen, (0, SIZE[1] + 4))
    both.resize((3 * both.width, 3 * both.height)).save(place.with_suffix(".png"))
    place.with_suffix(".txt").write_text(f"{touch.line}: {touch.what}\n{touch.words}\n")


def entries(exported: str) -> list[str]:
    """The lines of an exported match, up to what the box itself draws; without its head: that has
    a seed and a time."""
    lines = exported.splitlines()[1:]
    return list(takewhile(lambda line: '"device": true' not in line, lines))


def entries_of(store: Store, number: int) -> list[str]:
    return entries("\n".join(export(store, number)))
