"""Whatever is pressed, in whatever order: nothing crashes, nothing is cut off, nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hal.interfaces import Gesture, Press
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests.table.panel import GAMES, Panel, store_in

BUTTONS = (
    ["ok"] * 8 + ["roll"] * 5 + ["down"] * 6 + ["up"] * 2 + ["back", "seat1", "seat2", "seat3"]
)
RARE = ["hold ok", "hold back", "seat9", "seat0", "hold up", "hold roll", "hold seat2", "volume"]

#: Presses of each monkey, times the rounds of ``--conformance``.
PRESSES = 600


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_any_presses(
    game: str, seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    rng = random.Random(f"{game} {seed}")
    store = store_in(tmp_path)
    panel = Panel(store, language=("de", "en")[seed % 2], games=[game])
    for _ in range(PRESSES * int(request.config.getoption("--conformance"))):
        if rng.random() < 0.02:
            panel.wait(rng.choice([0.1, 1, 70, 200]))
        panel.press(rng.choice(RARE if rng.random() < 0.04 else BUTTONS))
        assert panel.program.clipped == [], panel.words
        assert panel.words
    assert caplog.records == []
    session = panel.program.session
    if session is not None and session.match.id is not None:
        kept = Match.resume(store, session.match.id)
        assert kept.digest == session.match.digest
        assert find_game(game) is kept.game


def test_gestures_that_mean_nothing_change_nothing() -> None:
    panel = Panel()
    before = panel.program.frame()
    panel.program.press(Press(1.0, "roll", Gesture.REPEAT))
    assert panel.program.frame() is before
