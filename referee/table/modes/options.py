"""Settings of the household and options of a match, as lists to go through."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Any, Final

from hal.interfaces import SOUNDS
from referee.kernel.game import Game, OptionSpec, spoken
from referee.kernel.text import Value
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk
from referee.table.modes.listing import Line, Listing
from referee.table.modes.phones import flip
from referee.table.screen import Topic
from referee.table.settings import CONTRASTS


class SettingsScreen(Listing):
    """Language, sound, brightness; what is changed holds at once and is kept."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "", self._items)

    def shown(self) -> None:
        self._title = self.desk.words("menu.settings")
        super().shown()

    def _items(self) -> list[Line]:
        desk, words = self.desk, self.desk.words
        settings = desk.settings
        self._title = words("menu.settings")
        on = words("value.on" if settings.sound else "value.off")
        step = f"{settings.contrast + 1}/{len(CONTRASTS)}"
        return [
            Line(words("settings.language"), self._language, right=words("language")),
            Line(words("settings.sound"), self._sound, right=on),
            Line(words("settings.sounds"), lambda: desk.open(SoundsScreen(desk))),
            Line(words("settings.contrast"), self._contrast, right=step),
            *self._speech_lines(),
            *self._switches(),
        ]

    def _switches(self) -> Iterator[Line]:
        """What opens the box to the network, where that is to be had."""
        words, box = self.desk.words, self.desk.appliance
        for name, switch in (("pages", box.pages), ("wifi", box.wifi)):
            if switch is not None:
                on = words("value.on" if switch.on else "value.off")
                yield Line(words(f"settings.{name}"), partial(flip, self.desk, name, switch),
                           right=on)  # fmt: skip

    def _speech_lines(self) -> list[Line]:
        """How much is said aloud, where the box has a voice."""
        words, speech = self.desk.words, self.desk.settings.speech
        if not self.desk.appliance.speaks:
            return []
        shown = words(f"speech.level.{speech.value}")
        return [Line(words("settings.speech"), self._speech, right=shown)]

    def _speech(self) -> None:
        self.desk.settings.next_speech()
        self.desk.keep_settings()

    def _language(self) -> None:
        self.desk.settings.next_language()
        self.desk.speak(self.desk.settings.language)
        self.desk.keep_settings()

    def _sound(self) -> None:
        self.desk.settings.sound = not self.desk.settings.sound
        self.desk.keep_settings()

    def _contrast(self) -> None:
        self.desk.settings.contrast = (self.desk.settings.contrast + 1) % len(CONTRASTS)
        self.desk.keep_settings()


class SoundsScreen(Listing):
    """Each kind of sound on or off."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, desk.words("settings.sounds"), self._items)

    def _items(self) -> list[Line]:
        return [
            Line(self.desk.words(f"sound.{kind}"), partial(self._switch, kind),
                 tick="☐" if kind in self.desk.settings.muted else "☑")
            for kind in SOUNDS
        ]  # fmt: skip

    def _switch(self, kind: str) -> None:
        self.desk.settings.muted ^= {kind}
        self.desk.sound(kind, (3,))
        self.desk.keep_settings()


#: Options of more values are chosen from a list; OK changes the others to the next value.
STEPPED: Final = 3


class Choices:
    """The options of a match to be: how lists show them, and how a press changes them.

    ``values`` is changed in place. An option is a line with its value; while it is selected it says
    what that value means (``detail.<key>.<value>``, else ``detail.<key>``), and HELP shows its rule
    as it reads under what has been chosen so far. A switch may carry a flag (``flag.<key>``).
    """

    def __init__(self, desk: Desk, game: Game[Any], values: dict[str, Value]) -> None:
        self._desk = desk
        self.game = game
        self.values = values

    @property
    def words(self) -> Catalogue:
        """The game's sentences, as they read under these options."""
        return Catalogue(self._desk.settings.language, self.game, options=self.values)

    def lines(self, groups: Container[str]) -> list[Line]:
        """The options of these groups that mean anything as the others are chosen."""
        words = self.words
        asked = (spec for spec in self.game.options if spec.matters(self.values))
        return [self._line(words, spec) for spec in asked if spec.group in groups]

    def changed(self, group: str) -> int:
        """How many options of this group are not as they are by default."""
        specs = [spec for spec in self.game.options if spec.group == group]
        return sum(self.values[spec.key] != spec.default for spec in specs)

    def _line(self, words: Catalogue, spec: OptionSpec) -> Line:
        value, label = self.values[spec.key], words.option(spec.key)
        detail, topic = _explained(words, spec, value), Topic(spec.clause, words=words)
        if isinstance(value, bool):
            flag, tick = words.spare(f"flag.{spec.key}"), "☑" if value else "☐"
            return Line(label, partial(self._step, spec), detail, flag, tick, topic)
        act = self._choose if len(spec.values) > STEPPED else self._step
        shown = f"{label}: {words.option_value(spec.key, value)}"
        return Line(shown, partial(act, spec), detail, topic=topic)

    def _step(self, spec: OptionSpec) -> None:
        at = spec.values.index(self.values[spec.key])
        self.values[spec.key] = spec.values[(at + 1) % len(spec.values)]

    def _choose(self, spec: OptionSpec) -> None:
        """Open a list of the values, numbers by size; the cursor stands on the present one."""
        words, desk = self.words, self._desk
        numbers = all(type(value) is int for value in spec.values)
        values = sorted(spec.values, key=lambda value: value if numbers else 0)

        def take(value: Value) -> None:
            self.values[spec.key] = value
            desk.close(listing)

        lines = [
            Line(words.option_value(spec.key, value), partial(take, value),
                 _explained(words, spec, value), topic=Topic(spec.clause, words=words))
            for value in values
        ]  # fmt: skip
        listing = Listing(desk, words.option(spec.key), lambda: lines)
        listing.select(values.index(self.values[spec.key]))
        desk.open(listing)


def _explained(words: Catalogue, spec: OptionSpec, value: Value) -> str:
    own = words.spare(f"detail.{spec.key}.{spoken(value)}")
    return own or words.spare(f"detail.{spec.key}")


class OptionsScreen(Listing):
    """The options of one group."""

    def __init__(self, desk: Desk, choices: Choices, group: str) -> None:
        title = choices.words(f"group.{group}")
        super().__init__(desk, title, lambda: choices.lines((group,)))
