"""What is read aloud, by Debian's espeak-ng itself: speech, and no longer than it takes."""

from __future__ import annotations

import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.doors.voice import Voice
from referee.table.speaking import Level
from tests.doors.test_voice import eventually
from tests.table.ears import Listener, played


def spoken(text: str, language: str, file: Path) -> array[int]:
    """Have the real synthesizer say it; returns the samples, of 22,050 a second."""
    synthesizer = Voice(f"espeak-ng -v {{language}} -s 165 --stdin -w {file}")
    synthesizer.say(text, language)
    eventually(lambda: file.exists() and not synthesizer.busy)
    synthesizer.close()
    assert synthesizer.trouble is None
    with wave.open(str(file)) as sound:
        assert sound.getframerate() == RATE
        return array("h", sound.readframes(sound.getnframes()))


RATE = 22_050


def level(samples: Sequence[int]) -> float:
    return (sum(sample * sample for sample in samples) / max(len(samples), 1)) ** 0.5


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_turn_of_knight_rider_is_spoken_by_a_real_synthesizer(
    language: str, tmp_path: Path
) -> None:
    """Rolling, driving, and what the referee rules then: all that is said until the next player
    is to roll, screen by screen."""
    screens = a_turn(language)
    texts = " ".join(screens)
    assert {"de": "Gewürfelt: ", "en": "Rolled: "}[language] in texts
    assert {"de": "Fahre ", "en": "Drive "}[language] in texts
    total = 0.0
    for number, text in enumerate(screens):
        samples = spoken(text, language, tmp_path / f"{number}.wav")
        seconds = len(samples) / RATE
        total += seconds
        assert level(samples) > 500, "of 32768: speech, not silence"
        assert 5 < len(text) / seconds < 30, f"letters a second of {text!r}: this is no speech"
        loud = [level(samples[n : n + RATE // 4]) > 300 for n in range(0, len(samples), RATE // 4)]
        assert sum(loud) > len(loud) / 2, "speech from beginning to end"
    assert total > 10
    print(f"{language}: {len(screens)} screens, {len(texts)} letters, {total:.1f} s")


def a_turn(language: str) -> list[str]:
    """What is said in the first turn of a match of Knight Rider in which something is ruled."""
    ears = Listener("knight-rider", language, Level.EVERYTHING, dice="device")
    heard: list[str] = []
    ruled = drove = False
    for said, turn in played(ears):
        state = ears.match.state
        heard += [said] if said else []
        drove = drove or state == "drive"
        ruled = ruled or (drove and turn is not None and bool(turn.rulings))
        if state == "roll" and drove and ruled:
            return heard
        if state == "roll":
            heard, ruled, drove = [said], False, False
    raise AssertionError("no turn had a ruling in it")
