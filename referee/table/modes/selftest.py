"""The self-test on the panel itself: what was found, and what only eyes, ears and hands can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hal.interfaces import Lamp, Note, Pattern, Press
from referee.table.answer.controls import ButtonControl
from referee.table.appliance import Finding, Grade, key_name, part_name
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk, DeskMode
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import Message
from referee.table.modes.pages import Page
from referee.table.screen import Look, Screen, Title

#: What a finding begins with.
SIGNS: Final[Mapping[Grade, str]] = {Grade.GOOD: "✓", Grade.NOTE: "•", Grade.BAD: "✗"}

_SCALE: Final = tuple(Note(hertz, 0.15) for hertz in (523, 659, 784, 1047))


class SelfTest(Listing):
    """Everything that can be looked at. The checks are made anew whenever this is opened."""

    def __init__(self, desk: Desk) -> None:
        checks = desk.appliance.checks
        self._findings = list(checks()) if checks is not None else []
        super().__init__(desk, "", lambda: list(self._items()))

    def shown(self) -> None:
        self._title = self.desk.words("home.selftest")
        super().shown()

    def _items(self) -> Iterator[Line]:
        desk, words = self.desk, self.desk.words
        bad = sum(finding.grade is Grade.BAD for finding in self._findings)
        right = f"{bad} ✗" if bad else "✓"
        yield Line(words("selftest.findings"), self._tell, right=right)
        yield Line(words("selftest.picture"), lambda: desk.open(TestPicture(desk)))
        if desk.appliance.lamps:
            yield Line(words("selftest.lamps"), lambda: desk.open(LampTest(desk)))
        yield Line(words("selftest.sound"), lambda: desk.play_notes(_SCALE))
        yield Line(words("selftest.buttons"), lambda: desk.open(ButtonTest(desk)))

    def _tell(self) -> None:
        words = self.desk.words
        lines = finding_lines(self._findings, words) or [words("selftest.nothing")]
        self.desk.open(Page(self.desk, words("selftest.findings"), lines))


def finding_lines(findings: Sequence[Finding], words: Catalogue) -> list[str]:
    """One paragraph for each finding, the bad ones first."""
    order = list(Grade)
    ordered = sorted(findings, key=lambda finding: -order.index(finding.grade))
    return [
        f"{SIGNS[found.grade]} {part_name(words, found.part)}: {words.text(found.text)}"
        for found in ordered
    ]


class TestPicture(DeskMode):
    """A frame on the outermost pixels, and stripes: shows a wrong chip, and dead rows."""

    def screen(self) -> Screen:
        words = self.desk.words
        frame, answer = words("selftest.frame"), words("selftest.answer")
        return Screen(words, Look.TEST, text=frame, note=answer)

    def press(self, press: Press) -> bool:
        if press.tap in ("ok", "roll", "back"):
            self.desk.close(self)
            return True
        if press.tap not in ("up", "down"):
            return False
        words = self.desk.words
        self.desk.close(self)
        self.desk.open(Message(self.desk, words("selftest.picture"), words("selftest.chip")))
        return True


class LampTest(DeskMode):
    """One lamp after the other shines, all others are dark."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._at = 0

    def screen(self) -> Screen:
        words, names = self.desk.words, self.desk.appliance.lamps
        title = Title(words("selftest.lamps"), right=f"{self._at + 1}/{len(names)}")
        text = words("selftest.lamp", lamp=key_name(words, names[self._at]))
        button = ButtonControl(words("button.on"), "ok")
        return Screen(words, title=title, text=text, control=button)

    def press(self, press: Press) -> bool:
        if press.tap not in ("up", "down", "ok", "roll"):
            return super().press(press)
        self._at += -1 if press.tap == "up" else 1
        if self._at in range(len(self.desk.appliance.lamps)):
            return True
        self.desk.close(self)
        return True

    def lamps(self) -> Mapping[str, Lamp]:
        names = self.desk.appliance.lamps
        return {name: Lamp(Pattern.ON if n == self._at else Pattern.OFF)
                for n, name in enumerate(names)}  # fmt: skip


class ButtonTest(DeskMode):
    """Every button is ticked off when it is pressed. Only holding BACK leads out."""

    holds = "back"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._pressed: set[str] = set()

    def screen(self) -> Screen:
        words, pressed = self.desk.words, self._pressed
        names = list(dict.fromkeys([*self.desk.appliance.buttons, *sorted(pressed)]))
        done = sum(name in pressed for name in names)
        title = Title(words("selftest.buttons"), right=f"{done}/{len(names)}")
        marks = (f"{'☑' if n in pressed else '☐'} {key_name(words, n)}" for n in names)
        return Screen(words, Look.MARKS, title, words("selftest.leave"), facts=tuple(marks))

    def press(self, press: Press) -> bool:
        if press.held == "back":
            self.desk.close(self)
            return True
        self._pressed.add(press.button)
        return True
