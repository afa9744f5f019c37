"""The lap pad away from the panel: at the end of the history, as a page, as a picture to print."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from PIL.Image import Resampling

from referee.cli import main
from referee.doors import places
from referee.games.victory import GAME
from referee.kernel.match import Match
from referee.table.pixels.canvas import SCREEN
from tests.victory.test_examples import example

clause = pytest.mark.clause

#: The pad of the booklet's example, as it stands on paper.
PAD = {
    "de": [
        "3     2     1     Ziel",
        "Rot   Rot   Blau  Grün",
        "Blau  Grün  Rot   Rot",
        "Grün  Blau  Gelb  Gelb",
        "Gelb  Gelb  Grün  Blau",
    ],
    "en": [
        "3       2       1       End",
        "Red     Red     Blue    Green",
        "Blue    Green   Red     Red",
        "Green   Blue    Yellow  Yellow",
        "Yellow  Yellow  Green   Blue",
    ],
}


@pytest.fixture
def raced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The number of the booklet's race, which is kept; Dan never told his name."""
    monkeypatch.setenv(places.DATA, str(tmp_path))
    played = example().match
    options = {**played.header.options}
    with closing(places.open_store()) as store:
        match = Match.new(GAME, ["Ada", "Bob", "Cem", ""], options, "seed", store=store)
        for line in played.lines:
            assert line.entry is not None
            match.answer(line.entry)
    return str(match.id)


@clause("VIC-PAD-4", "VIC-EX-2")
@pytest.mark.parametrize("language", PAD)
def test_the_pad_stands_at_the_end_of_the_history(
    raced: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", raced, "--lang", language]) == 0
    told = capsys.readouterr().out.splitlines()
    title = {"de": "Rundenblock", "en": "Lap pad"}[language]
    at = told.index(title)
    assert told[at + 1 : at + 6] == [f"  {line}" for line in PAD[language]]
    assert told[0].endswith({"de": ": Ada, Bob, Cem, Spieler 4", "en": ", Player 4"}[language])


@clause("VIC-PAD-4", "VIC-EX-2")
@pytest.mark.parametrize("language", PAD)
def test_the_pad_is_a_page_as_text(
    raced: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["page", raced, "pad", "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines() == PAD[language]


@clause("VIC-PAD-4")
def test_the_pad_is_a_picture_to_print(
    raced: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Black on white, wider than the screen, every pixel a clean square."""
    file = tmp_path / "pad.png"
    assert main(["page", raced, "pad", "--png", str(file), "--lang", "de"]) == 0
    assert str(file) in capsys.readouterr().out
    with Image.open(file) as picture:
        pixels = picture.resize((picture.width // 4, picture.height // 4), Resampling.NEAREST)
        assert pixels.width > SCREEN.width
        assert pixels.resize(picture.size, Resampling.NEAREST).tobytes() == picture.tobytes()
        assert picture.getpixel((0, 0)) == 255, "white paper"
