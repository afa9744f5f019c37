"""All screens of a game, found by playing: for the pictures in the docs, and for the test that
every text fits.

The walk is always the same: it takes what was answered least so far, and draws from the kernel's
stream with a fixed seed among that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hal.interfaces import Gesture, Press
from referee.kernel.ask import Ask, Entry, Option, RandBelow
from referee.kernel.chance import Stream
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.table.desk import SETTLES
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
from referee.table.modes.telling import Tumble
from referee.table.play import Enter
from referee.table.program import TableProgram
from referee.table.screen import Screen
from referee.table.settings import Settings

if TYPE_CHECKING:
    from PIL import Image

#: Answers after which a match is left, should it not have ended.
LONGEST: Final = 300

#: Lines of a list that are looked at, one by one.
DEEPEST: Final = 9

#: Looks of one state that are gone into; of the others only the screen itself is kept.
EXPLORED: Final = 10

#: Short and long names; some seats have none.
NAMES: Final = ("Anna", "Maximilian", "Özgür", "", "Jo", "Benedikt", "Friederike")


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen. ``name``: what it shows, unique; ``clipped``: texts that did not fit on it;
    ``screen``: the same as data."""

    name: str
    picture: Image.Image
    words: str
    clipped: tuple[str, ...]
    screen: Screen


class Camera:
    """Takes each different screen once; numbers and players' names make no difference."""

    def __init__(self, language: str, games: Sequence[str]) -> None:
        self._settings = Settings(language)
        self._games = games
        self._program = self._fresh()
        self._now = 0.0
        self._counts: dict[str, int] = {}
        self._answered: Counter[tuple[str, str]] = Counter()
        self._explored: Counter[str] = Counter()
        self._seen: set[str] = set()
        self.shots: list[Shot] = []
        self.missing: set[str] = set()

    def _fresh(self) -> TableProgram:
        return TableProgram(None, lambda: "gallery", defaults=self._settings, games=self._games)

    def show(self, match: Match) -> Play:
        """Put a copy of the match before the camera."""
        self._program = self._fresh()
        self._program.show(match.copy())
        shown = self._program.modes[0]
        assert isinstance(shown, Play)
        return shown

    def announcing(self) -> bool:
        """Whether something is to be read before it goes on."""
        return isinstance(self._program.top, Message | Tumble)

    @property
    def words(self) -> str:
        return self._program.screen_text()

    def home(self) -> None:
        """Put the home screen before the camera."""
        self._program = self._fresh()

    def wait(self) -> None:
        """Until no press is too early for what has just come."""
        self._now += SETTLES

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._now += 0.001
            gesture = Gesture.HOLD if button.startswith("hold ") else Gesture.TAP
            self._program.press(Press(self._now, button.removeprefix("hold "), gesture))

    def take(self, name: str) -> bool:
        """Keep the present screen; False if one like it has been kept already."""
        words = self._program.screen_text()
        like = f"{name} {_likeness(words)}"
        if like in self._seen:
            return False
        self._seen.add(like)
        number = self._counts[name] = self._counts.get(name, 0) + 1
        picture, clipped = self._program.frame().picture, tuple(self._program.clipped)
        self.shots.append(Shot(f"{name}-{number}", picture, words, clipped, self._program.screen))
        self.missing |= self._program.missing
        return True

    def explores(self, state: str) -> bool:
        """Whether a new look of this state is still worth going into; counts it."""
        self._explored[state] += 1
        return self._explored[state] <= EXPLORED

    def choose(self, state: str, ask: Ask, below: RandBelow) -> Option:
        """One of the options with the answer that was given least in this state so far."""
        least = min(self._answered[state, option.verb] for option in ask.options)
        rare = [o for o in ask.options if self._answered[state, o.verb] == least]
        option = rare[below(len(rare))]
        self._answered[state, option.verb] += 1
        return option


def _likeness(words: str) -> str:
    """The words without names, numbers, the strip, a map, and the lines of a list; but of a line
    that may not be chosen it makes a difference which it is."""
    for name in filter(None, NAMES):
        words = words.replace(name, "@")
    marks = {"> ": ">", "* ": "*", "| ": "", "  ": ""}
    lines = [
        line if line.startswith("> (") else marks.get(line[:2], line) for line in words.splitlines()
    ]
    return re.sub(r"\w+ \d+$|\d+", "#", "\n".join(filter(None, lines)), flags=re.MULTILINE)


def gallery(game: Game[Any], language: str, matches: int = 6) -> tuple[list[Shot], set[str]]:
    """The screens of a few matches, with different numbers of seats and sources.

    Besides them, the keys that no catalogue has; there should be none.
    """
    camera = Camera(language, [game.name])
    for number in range(matches):
        below = Stream(f"gallery {number}").at(0)
        count = game.seats[number % len(game.seats)]
        names = [NAMES[seat % len(NAMES)] for seat in range(count)]
        facts = (spec for spec in game.options if spec.group == "facts")
        options = {spec.key: spec.values[number % len(spec.values)] for spec in facts}
        _walk(camera, Match.new(game, names, options, f"gallery {number}"), below)
    return camera.shots, camera.missing


def _walk(camera: Camera, match: Match, below: RandBelow) -> None:
    """Play to the end and look at everything on the way."""
    play = camera.show(match)
    for _ in range(LONGEST):
        match = play.session.match
        if match.over:
            camera.take("result")
            camera.wait()
            camera.press("down", "ok")
            camera.take("result")
            return
        state = match.state
        if camera.take(state) and camera.explores(state):
            _explore(camera, match)
            play = camera.show(match)
        ask = match.asks[below(len(match.asks))]
        option = camera.choose(state, ask, below)
        seat = ask.seats[below(len(ask.seats))]
        play.enter(Enter(Entry(seat, option.verb, option.sample(below)), ask))
        while camera.announcing():
            camera.take(f"{state}-told")
            camera.press("ok")


def _explore(camera: Camera, match: Match) -> None:
    """What the buttons lead to from here: each line of a list, what follows it, help, menu."""
    seen: set[str] = set()
    for steps in range(DEEPEST):
        camera.show(match)
        camera.press(*["down"] * steps)
        if camera.words in seen:
            break
        seen.add(camera.words)
        camera.take(match.state)
        camera.press("ok")
        camera.take(f"{match.state}-ok")
    for button, name in (("hold ok", "help"), ("back", "menu")):
        camera.show(match)
        camera.press(button)
        camera.take(f"{match.state}-{name}" if name == "help" else name)


def tour(language: str, games: Sequence[str]) -> tuple[list[Shot], set[str]]:
    """The screens that belong to no match: home, settings, set-up; and missing keys."""
    camera = Camera(language, games)
    ways: dict[str, tuple[str, ...]] = {
        "home": (),
        "settings": ("down", "down", "ok"),
        "sounds": ("down", "down", "ok", "down", "down", "ok"),
        "buttons": ("down", "down", "down", "ok"),
        "about": ("up", "ok"),
        "game": ("ok",),
        "players": ("ok", "ok") if len(games) > 1 else ("ok",),
    }
    ways["seat"] = (*ways["players"], "ok")
    ways["name"] = (*ways["seat"], "down", "ok", "down", "ok")
    ways["start"] = (*ways["seat"], "down", "down", "ok")
    for name, presses in ways.items():
        camera.home()
        camera.press(*presses)
        camera.take(name)
    return camera.shots, camera.missing
