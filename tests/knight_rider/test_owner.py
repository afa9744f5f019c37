"""An owner's corrections of tiles and diversions: single ones, all of them, and wrong ones."""

from __future__ import annotations

import random

import pytest

from referee.game import ComponentsError
from referee.games.knight_rider import GAME
from referee.games.knight_rider.numbers import THROUGH, Numbers
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.own import ROOT
from tests.table.panel import Panel
from tests.web.scenes import play_on

NUMBERS = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]

#: The box as it is assumed to be.
ASSUMED = Numbers.of(GAME.components(), 5)


def numbers(override: str) -> Numbers:
    return Numbers.of(GAME.components(override, "mine.toml"), 5)


def tiles(arms: dict[int, str]) -> str:
    return "[tiles]\n" + "".join(f'{number} = "{sides}"\n' for number, sides in arms.items())


def complaint(override: str) -> tuple[object, ...]:
    with pytest.raises(ComponentsError) as found:
        numbers(override)
    args = found.value.text.args
    assert args["file"] == "mine.toml"
    for language in LANGUAGES:
        told = Catalogue(language, GAME).error(found.value)
        assert "mine.toml" in told
        assert str(args["key"]) in told
    detail = args.get("detail", args.get("known"))
    said = Catalogue("en", GAME).text(detail) if isinstance(detail, Text) else detail
    return args["line"], args["key"], said


def test_one_tile_is_corrected_alone() -> None:
    arms = numbers('[tiles]\n46 = "WN"').parts.arms
    assert arms == {**ASSUMED.parts.arms, 46: "NW"}


def test_a_file_with_all_tiles_goes_on_working() -> None:
    turned = {number: sides[::-1] for number, sides in ASSUMED.parts.arms.items()}
    assert numbers(tiles(turned)).parts.arms == ASSUMED.parts.arms
    whole = GAME.resources.joinpath("components.toml").read_text("utf-8")
    assert numbers(whole).parts.arms == ASSUMED.parts.arms


def test_the_example_of_the_manual_holds() -> None:
    text = (ROOT / "docs" / "install.md").read_text("utf-8")
    example = text.partition("```toml\n# /etc/referee/components/knight-rider.toml")[2]
    made = numbers(example.partition("```")[0])
    assert made.parts.arms == {**ASSUMED.parts.arms, 46: "NEW", 12: "NS"}
    assert made.parts.shapes == {**ASSUMED.parts.shapes, "left": "NSW"}
    assert made.parts.full_fields == 1


@pytest.mark.parametrize("said", ["NN", "NSN", "", "NX", "nes", "N E", "barrier", "NESWN"])
def test_a_tile_with_other_roads_than_it_can_have_is_named_with_its_line(said: str) -> None:
    line, key, detail = complaint(f'# mine\n[tiles]\n12 = "NE"\n46 = "{said}"\n')
    assert (line, key) == (4, "tiles.46")
    assert f"\u201c{said}\u201d is not possible" in str(detail)
    assert "NES" in str(detail)


def test_a_number_that_no_tile_has_lists_those_that_there_are() -> None:
    line, key, known = complaint('[tiles]\n46 = "NE"\n67 = "NE"')
    assert (line, key) == (3, "tiles.67")
    assert known == ", ".join(map(str, NUMBERS))


def test_a_diversion_with_unknown_sides_is_named_with_its_line() -> None:
    line, key, _ = complaint('[diversion_shapes]\nstraight = "SX"')
    assert (line, key) == (2, "diversion_shapes.straight")


def test_fields_below_zero_are_refused() -> None:
    assert complaint("\nfull_fields_per_arm = -1")[:2] == (2, "full_fields_per_arm")


def test_a_mistake_in_the_language_of_the_file_names_the_file() -> None:
    with pytest.raises(ComponentsError) as found:
        numbers('[tiles]\n46 = "NE"\n46 = "NES"\n12 = "NS"')
    assert found.value.text.args["file"] == "mine.toml"
    assert "line 3" in Catalogue("en").error(found.value)


@pytest.mark.parametrize("short", [36, 36 - THROUGH + 1])
def test_tiles_of_which_no_town_can_be_built_are_refused(short: int) -> None:
    line, key, detail = complaint(tiles(dict.fromkeys(NUMBERS[:short], "N")))
    assert (line, key) == (1, "tiles")
    assert str(THROUGH) in str(detail)


@pytest.mark.clause("KR-POS-3", "KR-POS-6", "KR-INT-6")
@pytest.mark.parametrize("long", ["NE", "NS", "NESW"])
@pytest.mark.parametrize("start", ["farthest", "rolled"])
def test_of_any_tiles_that_are_let_in_cars_find_a_start(long: str, start: str) -> None:
    """As few roads that lead on as may be."""
    draw = random.Random(long + start)
    for number in range(6):
        few = set(draw.sample(NUMBERS, THROUGH))
        arms = {tile: long if tile in few else "N" for tile in NUMBERS}
        components = GAME.components(tiles(arms))
        facts = {"board": "device", "dice": "device", "start": start, "targets": 0}
        match = Match.new(GAME, 3, facts, f"few {number}", components=components)
        while match.state != "roll":
            play_on(match)
        assert match.position.start


def test_a_kept_match_goes_on_with_the_tiles_it_was_begun_with() -> None:
    store = Store(":memory:", lambda: 0.0)
    corrected = GAME.components('[tiles]\n46 = "N"')
    match = Match.new(GAME, 2, {"board": "device"}, "kept", store=store, components=corrected)
    again = Match.resume(store, match.id)
    assert again.position.numbers.parts.arms[46] == "N"


@pytest.mark.parametrize(("language", "line"), [("de", "Zeile 3"), ("en", "line 3")])
def test_the_panel_tells_a_mistake_when_a_match_begins(language: str, line: str) -> None:
    file, wrong = "/etc/referee/components/knight-rider.toml", '# mine\n[tiles]\n46 = "NN"'
    panel = Panel(
        language=language,
        games=("knight-rider",),
        numbers=lambda game: game.components(wrong, file),
    )
    panel.program.errand(lambda desk: desk.begin(GAME, ["Ada", "Bob"], {}))
    panel.wait(1)
    told = " ".join(panel.lines)
    assert file.rpartition("/")[2] in told.replace(" ", "")
    assert line in told
    assert "tiles.46" in told
    assert panel.program.session is None
    assert panel.program.clipped == []
