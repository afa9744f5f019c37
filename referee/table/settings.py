"""What the household has set: language, sound, brightness. Kept in the store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from hal.interfaces import SOUNDS
from referee.kernel.errors import RefereeError
from referee.kernel.store import Store
from referee.kernel.text import Plain, Text
from referee.table.catalogue import LANGUAGES
from referee.table.speaking import Level

#: Contrast of the screen in steps, the brightest last (0..255).
CONTRASTS: Final = (40, 120, 255)


@dataclass(slots=True)
class Settings:
    """``contrast`` is a step of `CONTRASTS`; ``muted`` are the sounds that are off."""

    language: str = LANGUAGES[0]
    sound: bool = True
    contrast: int = len(CONTRASTS) - 1
    muted: set[str] = field(default_factory=set)
    speech: Level = Level.EVERYTHING  # of a box that has a voice

    @classmethod
    def load(cls, store: Store | None, defaults: Settings | None = None) -> Settings:
        """The stored settings; ``defaults`` where none is stored, or none that is known here.

        Raises `StoreError`.
        """
        settings = replace(defaults) if defaults is not None else cls()
        stored: Any = store.setting("settings", {}) if store is not None else {}
        stored = stored if isinstance(stored, dict) else {}
        if stored.get("language") in LANGUAGES:
            settings.language = stored["language"]
        if isinstance(stored.get("sound"), bool):
            settings.sound = stored["sound"]
        if stored.get("contrast") in range(len(CONTRASTS)):
            settings.contrast = int(stored["contrast"])
        if stored.get("speech") in [level.value for level in Level]:
            settings.speech = Level(stored["speech"])
        muted = stored.get("muted")
        settings.muted = set(SOUNDS) & set(muted if isinstance(muted, list) else settings.muted)
        return settings

    @classmethod
    def attempt(cls, store: Store | None, defaults: Settings | None) -> tuple[Settings, list[Text]]:
        """As `load`, and what went wrong with it instead of an error."""
        try:
            return cls.load(store, defaults), []
        except RefereeError as error:
            return cls.load(None, defaults), [error.text]

    def save(self, store: Store | None) -> None:
        """Raises `StoreError`."""
        if store is not None:
            store.set_setting("settings", self.plain())

    def plain(self) -> dict[str, Plain]:
        return {
            "language": self.language,
            "sound": self.sound,
            "contrast": self.contrast,
            "muted": sorted(self.muted),
            "speech": self.speech.value,
        }

    def next_language(self) -> None:
        at = LANGUAGES.index(self.language)
        self.language = LANGUAGES[(at + 1) % len(LANGUAGES)]

    def next_speech(self) -> None:
        levels = list(Level)
        self.speech = levels[(levels.index(self.speech) + 1) % len(levels)]
