"""Settings of the household and options of a match, as lists to go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hal.interfaces import SOUNDS
from referee.kernel.game import Game, OptionSpec
from referee.kernel.text import Plain
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk
from referee.table.mode import Topic
from referee.table.modes.listing import Line, Listing
from referee.table.modes.phones import flip
from referee.table.pixels.fonts import font
from referee.table.pixels.screens import CONTENT
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


def option_line(
    words: Catalogue, spec: OptionSpec, value: Plain, change: Callable[[], None]
) -> Line:
    """One option with its value; OK changes it to the next one, HELP shows its clause.

    A switch may carry a flag, shown beside it, and a detail, shown while it is selected.
    """
    label, shown = words.option(spec.key), words.option_value(spec.key, value)
    topic = Topic(spec.clause)
    if isinstance(value, bool):
        detail, flag = words.spare(f"detail.{spec.key}"), words.spare(f"flag.{spec.key}")
        return Line(label, change, detail, flag, "☑" if value else "☐", topic)
    whole = f"{label}: {shown}"
    fits = font("body").width(whole) <= CONTENT.width - 12
    return Line(whole if fits else label, change, detail=whole, topic=topic)


def next_value(spec: OptionSpec, value: Plain) -> Plain:
    return spec.values[(spec.values.index(value) + 1) % len(spec.values)]


class OptionsScreen(Listing):
    """The options of one group; ``chosen`` is changed in place."""

    def __init__(
        self, desk: Desk, game: Game[Any], words: Catalogue, group: str, chosen: dict[str, Plain]
    ) -> None:
        self._specs = [spec for spec in game.options if spec.group == group]
        self._words = words
        self._chosen = chosen
        super().__init__(desk, words(f"group.{group}"), self._items)

    def _items(self) -> list[Line]:
        return [
            option_line(self._words, spec, self._chosen[spec.key], partial(self._change, spec))
            for spec in self._specs
        ]

    def _change(self, spec: OptionSpec) -> None:
        self._chosen[spec.key] = next_value(spec, self._chosen[spec.key])
