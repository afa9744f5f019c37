"""Presses on the panel: the pace at the table, and buttons of rammed players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.screen.scene import CARDS, RAMMING
from referee.kernel.journal import Header
from referee.kernel.match import Match
from referee.kernel.text import Plain
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.knight_rider import Play
from tests.patience import until
from tests.table.panel import Panel

NAMES = ("Ada", "Bob", "Cem", "Dan", "Eve")

#: Two presses for every value of a typed die.
TYPED = {
    1: ("up", "up"),
    2: ("up", "ok"),
    3: ("up", "down"),
    4: ("down", "up"),
    5: ("down", "ok"),
    6: ("down", "down"),
}


def on_panel(play: Play, dice: str = "device", language: str = "de") -> Panel:
    """The match on a panel, no press counted yet; from here on the device may roll."""
    header: Header = play.match.header
    options = {**header.options, "dice": dice}
    named = replace(header, names=NAMES[: header.seats], options=options)
    match = Match(GAME, named, GAME.components(), play.match.lines)
    return Panel(language=language, games=("knight-rider",)).play(match)


def rolled(panel: Panel, button: str) -> None:
    """Roll the device's die and let it come to rest."""
    panel.press(button).wait(5)


@pytest.mark.clause("KR-TRN-1", "KR-TRN-5")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_ordinary_turn_takes_three_presses(seats: int) -> None:
    panel = on_panel(Play(seats).race().lap())
    rolled(panel, "roll")
    panel.press("ok", "ok")
    assert (panel.presses, panel.match.state, panel.title) == (3, "roll", "2 Bob")


def test_an_ordinary_turn_takes_four_with_typed_dice() -> None:
    panel = on_panel(Play(3).race().lap(), dice="table")
    panel.press(*TYPED[4], "ok", "ok")
    assert (panel.presses, panel.match.state, panel.title) == (4, "roll", "2 Bob")
    assert panel.match.log[-3].line.entry.args == {"dice": [4]}  # type: ignore[union-attr]


@pytest.mark.clause("KR-ESC-1", "KR-INT-51")
@pytest.mark.parametrize(("dice", "presses"), [("device", 3), ("table", 4)])
def test_an_ordinary_turn_takes_no_more_with_the_devices_deck(dice: str, presses: int) -> None:
    panel = on_panel(Play(3, cards="device").race(), dice)
    if dice == "device":
        rolled(panel, "roll")
    else:
        panel.press(*TYPED[4])
    panel.press("ok", "ok")
    assert (panel.presses, panel.match.state, panel.title) == (presses, "roll", "2 Bob")


@pytest.mark.clause("KR-RAM-3")
def test_the_rammed_players_button_names_him_and_the_mover_confirms() -> None:
    panel = on_panel(Play(3).race().lap().roll(4))
    panel.press("seat3", "seat3")  # however often: the one who moves says so, too
    assert (panel.match.state, panel.lines[-1]) == ("drive", "* Ada: mit OK bestätigen")
    panel.press("seat1")
    assert (panel.match.state, panel.title) == ("ram", "3 Cem")
    rolled(panel, "seat3")
    assert panel.match.state in ("drive", "ram_again")
    assert panel.presses == 4


@pytest.mark.clause("KR-RAM-3")
def test_a_ram_takes_three_presses_on_the_panels_own_buttons() -> None:
    panel = on_panel(Play(2).race().lap().roll(4))
    panel.press("down", "ok")
    assert (panel.match.state, panel.title) == ("ram", "2 Bob")
    rolled(panel, "roll")
    assert panel.presses == 3
    assert panel.match.state in ("drive", "ram_again")


@pytest.mark.clause("KR-ESC-7")
def test_on_the_escape_screen_a_seats_button_names_nobody() -> None:
    """The player's own button is OK; the next player's, pressed too early, is nothing."""
    panel = on_panel(Play(3).race().roll(3).do("driven"))
    panel.press("seat2")
    assert panel.match.state == "escape"
    panel.press("seat1")
    assert (panel.match.state, panel.title) == ("roll", "2 Bob")


@pytest.mark.clause("KR-ESC-7")
def test_who_is_hit_by_red_rolls_on_his_own_button() -> None:
    panel = on_panel(Play(3).race().lap().roll(3).do("driven"))
    panel.press("down", "ok", "seat3")
    assert (panel.match.state, panel.title) == ("red_ram", "3 Cem")


@pytest.mark.clause("KR-CMP-3", "KR-ESC-9")
def test_players_are_named_by_the_numbers_on_their_cars() -> None:
    """Seat 2 began, so car 1 is his: in the lists as in the head of the screen."""
    driven = Play(3).race(2).lap().roll(3).do("driven").do("hit")
    panel = on_panel(driven).press("ok")
    assert panel.lines == ["1 Bob", "Welches Auto?", "> 3 Ada", "  1 Bob", "  2 Cem"]


def told(play: Play, panel: Panel, language: str) -> list[str]:
    """Keys of those facts of the position that can be read on the screen."""
    words, shown = Catalogue(language, GAME), " ".join(panel.words.split())
    return [line.key for line in GAME.scene(play.p, None).lines if words.text(line) in shown]


@pytest.mark.clause("KR-TRK-10", "KR-TRK-14", "KR-TRK-17", "KR-POS-3", "KR-INT-1", "KR-INT-3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_set_up_has_to_say_is_on_the_screen(language: str) -> None:
    joined = Play(2, build_must_join_road=True)
    moments = [Play(2), joined.prepare(), Play(2).prepare().do("built")]
    for distance in ("road", "grid"):
        placed = Play(2, start_distance=distance).place().roll(2, 6).do("placed")
        moments.append(placed)
    for play in moments:
        assert told(play, on_panel(play, language=language), language) == play.lines, play.state


@pytest.mark.clause("KR-MOV-7", "KR-MOV-12", "KR-END-4", "KR-END-7", "KR-ESC-13")
@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_roll_the_screen_reminds_of_what_only_the_players_see(language: str) -> None:
    play = Play(3).race().turn()
    reminders = ["kr.line.goal-last", "kr.line.turns-any", "kr.line.red-counts"]
    found = told(play, on_panel(play, language=language), language)
    assert found == ["kr.line.deck", *reminders]


@pytest.mark.clause("KR-MOV-7", "KR-MOV-12", "KR-END-4", "KR-OIL-3")
def test_during_the_move_the_reminders_can_be_called_up() -> None:
    panel = on_panel(Play(3).race().roll(3)).press("back").choose("Fahren")
    assert panel.title == "Fahren"
    assert "Rotes + 1 Auto: Feld voll" in panel.words
    assert "Das rote Auto hat keine." in " ".join(panel.words.split())


@pytest.mark.clause("KR-RAM-1", "KR-RAM-2", "KR-KIT-3", "KR-KIT-6", "KR-KIT-7", "KR-KIT-9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_passing_is_and_what_a_card_does_can_be_read_before_it_happens(language: str) -> None:
    words, play = Catalogue(language, GAME), Play(3).race().roll(3)
    for page, clauses in (("ramming", RAMMING), ("hands", CARDS)):
        panel = on_panel(play, language=language).press("back").choose(words(f"page.{page}"))
        read = " ".join(panel.words.split())
        assert not [clause for clause in clauses if words.clause(clause) not in read], page
        assert panel.program.clipped == []


@pytest.mark.clause("KR-ESC-3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_arrow_of_the_devices_card_stands_on_the_screen_in_words(language: str) -> None:
    play = Play(2, cards="device").race()
    for _ in range(11):
        play.roll(1).do("flip")
        panel = on_panel(play, language=language)
        assert Catalogue(language, GAME).text(play.ask.prompt) in " ".join(panel.words.split())
        play.do("clear")


@pytest.mark.clause("KR-MOV-1")
def test_the_points_are_the_biggest_thing_on_the_screen() -> None:
    panel = on_panel(Play(3).race().lap().roll(4))
    assert panel.lines[:2] == ["1 Ada", "4 Punkte"]
    assert "> Fertig gefahren" in panel.lines


@pytest.mark.clause("KR-TRK-5", "KR-TRK-15")
def test_the_whole_set_up_is_a_few_presses() -> None:
    panel = on_panel(Play(3))
    panel.press("ok", "ok")
    while panel.match.state == "first_roll":
        rolled(panel, "roll")
    panel.press("ok", "ok", "ok", "ok")
    assert panel.match.state == "place_roll"


def test_a_press_too_much_is_taken_back() -> None:
    panel = on_panel(Play(3).race().lap().roll(4))
    before = panel.match.digest
    panel.press("ok", "hold back")
    assert panel.match.digest == before


def nearest(panel: Panel, words: str) -> None:
    """Take the line with these words by the shorter way, UP or DOWN."""
    rows = panel.lines[next(n for n, line in enumerate(panel.lines) if line.startswith("> ")) :]
    down = next(n for n, line in enumerate(rows) if words in line)
    up = len(rows) - down
    panel.press(*(["down"] * down if down <= up else ["up"] * up), "ok")


@pytest.mark.clause("KR-DIV-2", "KR-DIV-4")
@pytest.mark.parametrize(("moved", "most"), [(False, 5), (True, 4)])
@pytest.mark.parametrize("kind", ["Gerade", "Sackgasse", "Straßensperre", "Rechts", "Links"])
def test_a_diversion_takes_few_presses(moved: bool, most: int, kind: str) -> None:
    play = Play(3, diversion_places=False).race().lap().roll(3)
    panel = on_panel(play.do("driven") if moved else play)
    nearest(panel, "Umleitung")
    if kind in ("Sackgasse", "Straßensperre"):
        panel.press("roll")  # the others
    panel.choose(kind)
    assert panel.presses <= most
    assert panel.match.view(None)["stacks"].keys() == {"0"}


def driving(language: str = "en") -> Panel:
    """On the box's own track, a move to be chosen on the map."""
    options: dict[str, Plain] = {"board": "device", "dice": "device"}
    panel = Panel(games=("knight-rider",), language=language)
    panel.play(Match.new(GAME, ("Ada", "Bob"), options, "b"))
    for _ in range(60):
        if panel.match.state == "drive":
            return panel
        panel.press("roll").wait(3).press("ok").wait(3)
    raise AssertionError(panel.words)


def selected(panel: Panel) -> str:
    return next(line[2:] for line in panel.lines if line.startswith("> "))


@pytest.mark.clause("KR-TRN-3")
def test_back_leads_from_the_map_to_all_choices_and_back_to_it() -> None:
    panel = driving()
    place = selected(panel)
    assert panel.press("back").lines[0].startswith("2 Drive where?")
    assert selected(panel) == "Diversion"
    assert selected(panel.press("back")) == place
    assert selected(panel.press("back").choose("Drive")) == place
    assert "(BACK) more" in panel.lines
    assert panel.press("back").choose("Menu").title == "Knight Rider"


@pytest.mark.clause("KR-DIV-8")
def test_a_way_round_says_where_it_meets_no_road() -> None:
    """A bend on a tile of two roads: one of its four ways meets both, two meet one."""
    panel = driving().press("back").choose("Diversion").choose("left bend")
    arms = ""
    for _ in range(36):
        tile = selected(panel)
        arms = next(line for line in panel.lines if line.startswith(f"| {tile} ")).split()[3]
        if arms in ("↑→", "→↓", "↓←", "↑←"):
            break
        panel.press("down")
    panel.press("ok")
    arrows, said = {"north": "↑", "east": "→", "south": "↓", "west": "←"}, list[int]()
    for _ in range(4):
        missed = [side for side in selected(panel).split(" - ") if arrows[side] not in arms]
        wanted = {
            0: [],
            1: [f"* Allowed, but no road leads {side}." for side in missed],
            2: ["* Allowed, but no end meets a road."],
        }[len(missed)]
        assert [line for line in panel.lines if line.startswith("* Allowed")] == wanted
        said.append(len(missed))
        panel.press("down")
    assert sorted(said) == [0, 1, 1, 2]


@pytest.mark.clause("KR-ESC-13")
def test_the_cards_that_the_box_has_turned_can_be_looked_at() -> None:
    """On a table they lie face up; who plays against the box sees as much as it does."""
    play, words = Play(2, cards="device").race(), Catalogue("en", GAME)
    said = list[str]()
    for _ in range(2):
        play.roll(1).do("flip")
        said.insert(0, words.text(play.ask.prompt).removeprefix("Red car: "))
        play.do("clear")
    panel = on_panel(play, language="en").press("back").choose("Escape cards")
    assert panel.title == "Escape cards"
    page = " ".join(panel.words.split())
    assert "Cards turned: 2 of 11" in page
    assert page.index(said[0]) < page.index(said[1])


@pytest.mark.clause("KR-DIV-4", "KR-DIV-10")
def test_a_tile_says_so_where_ok_lays_the_card_at_once() -> None:
    """A roadblock lies one way only, so nothing is asked after its tile."""
    at_once = "* OK lays it at once."
    panel = driving().press("back").choose("Diversion").choose("dead end")
    assert at_once not in panel.lines
    panel.press("back").choose("roadblock")
    assert at_once in panel.lines
    before = len(panel.match.log)
    assert len(panel.press("ok").match.log) == before + 1


@pytest.mark.clause("KR-DIV-7", "KR-DIV-8")
def test_diversions_keep_their_order_and_the_lower_one_is_said_to_count_no_longer() -> None:
    """The order changed with the points, and guests took the card that was elsewhere then."""
    panel = driving()
    points = diversions(panel.press("back").choose("Diversion"))
    panel.choose("straight")
    tile, over = selected(panel), "* Only the new card will count."
    assert over not in panel.lines
    panel.press("ok", "ok").wait(9)
    until(
        lambda: panel.match.position.turn == 1 and "No points left. What now?" in panel.lines,
        lambda: panel.press("roll" if "(ROLL) Roll" in panel.lines else "ok").wait(9),
        lambda: panel.words,
    )
    assert diversions(panel.choose("Diversion")) == points
    panel.choose("straight")
    while selected(panel) != tile:
        panel.press("down")
    assert over in panel.lines


def diversions(panel: Panel) -> list[str]:
    return [line[2:] for line in panel.lines if line[:2] in ("> ", "  ")]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("The box laid the track. ", " rolls for the red car's tile.")),
        ("de", ("Das Gerät hat die Strecke gelegt. ", " würfelt aus, wo Rot steht.")),
    ],
)
def test_what_a_computer_rolls_for_is_said(language: str, said: tuple[str, str]) -> None:
    """Guests missed the building of the track, and wondered why it rolls again."""
    options: dict[str, Plain] = {"board": "device", "cards": "device"}
    match = Match.new(GAME, ("Box 1", "Box 2"), options, "b", players=("easy", "easy"))
    panel = Panel(games=("knight-rider",), language=language).play(match)
    until(lambda: match.state == "place_roll", lambda: panel.wait(0.1), lambda: panel.words)
    until(
        lambda: any(all(part in line for part in said) for line in panel.lines),
        lambda: panel.wait(0.1),
        lambda: panel.words,
    )
    assert match.state == "place_roll"
