"""Presses on the panel: turns, the cursor on the motorway, a crash told step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.draf import GAME
from referee.games.draf.position import Place
from referee.kernel.scene import Map, Scene
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.draf import BOTH, A, B, C, D, E, Play, Stage
from tests.table.panel import Panel

NAMES = ("Ada", "Bob", "Cem", "Dan", "Eve")


def on_panel(play: Play, language: str = "de") -> Panel:
    """The match on a panel, no press counted yet."""
    play.match.header = replace(play.match.header, names=NAMES[: play.match.header.seats])
    return Panel(language=language, games=("draf",)).play(play.match)


def road(scene: Scene) -> Map:
    found = [widget for widget in scene.body if isinstance(widget, Map)]
    assert len(found) == 1
    return found[0]


@pytest.mark.clause("DRF-DRV-2")
def test_straight_on_a_step_is_one_press() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)})).speeds(4, 5, 6)
    panel = on_panel(play).press("ok", "ok", "ok", "ok")
    assert (panel.presses, play.p.turn, play.places[A]) == (4, B, (2, 9))


@pytest.mark.clause("DRF-COL-1", "DRF-TRK-1")
@pytest.mark.parametrize(
    ("there", "tiles", "said"),
    [((2, 6), {}, "Vor (Auto!)"), ((1, 5), {(2, 6): "truck"}, "Vor (LKW!)"), ((1, 5), {}, "Vor ")],
)
def test_forward_says_what_it_would_run_into(
    there: Place, tiles: dict[Place, str], said: str
) -> None:
    play = Play(Stage({A: (2, 5), B: there, C: (3, 5)}, tiles)).speeds(4, 5, 6)
    shown = " ".join(on_panel(play).lines)
    assert said in shown
    assert ("!)" in shown) == ("!)" in said)


@pytest.mark.clause("DRF-DRV-2", "DRF-SPC-1")
def test_with_the_road_on_the_table_one_press_more_than_points() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}), "table").speeds(4, 5, 6)
    panel = on_panel(play).press("ok", "ok", "ok", "ok", "ok")
    assert (panel.presses, play.p.turn, play.places[A]) == (5, B, (2, 9))


@pytest.mark.clause("DRF-SPC-2")
@pytest.mark.parametrize(
    ("tile", "presses", "points"),
    [("police", ["up"], 3), ("caltrops", ["roll", "ok"], 5), ("joker", ["roll", "roll", "ok"], 5)],
)
def test_something_here_names_the_tile(tile: str, presses: list[str], points: int) -> None:
    """Those that are met most have a button; ROLL has the others."""
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}), "table").speeds(6, 7, 8)
    panel = on_panel(play).press("ok", "roll", *presses)
    assert (play.points, play.places[A], panel.presses) == (points, (2, 6), 2 + len(presses))
    entry = play.match.log[-1].line.entry
    assert entry is not None
    assert entry.args == {"tile": tile}


@pytest.mark.clause("DRF-POL-1", "DRF-POL-2", "DRF-POL-4")
@pytest.mark.parametrize(
    ("language", "tiles", "steps", "said"),
    [
        ("de", {(2, 9): "police"}, 3, "Die Polizei kostet 3 Punkte, Ada hatte 2: Halt!"),
        ("en", {(2, 9): "police"}, 3, "The police cost 3 points, Ada had 2: stop!"),
        ("en", {(2, 10): "police"}, 4, "The police cost 3 points, Ada had 1: stop!"),
        ("en", {(2, 8): "police"}, 2, "The police take Ada's last 2 points."),
        ("en", {(2, 8): "ramp", (2, 10): "police"}, 2, "The police take Ada's last 2 points."),
        (
            "en",
            {(2, 9): "ramp", (2, 11): "police"},
            3,
            "The police cost 2 points, Ada had 1: stop!",
        ),
    ],
)
def test_the_police_say_what_they_cost_and_what_there_was(
    language: str, tiles: dict[Place, str], steps: int, said: str
) -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}, tiles)).speeds(5, 6, 7).go("F " * steps)
    panel = on_panel(play, language).press("ok")
    assert said in panel.words


@pytest.mark.clause("DRF-DRV-2")
def test_with_the_road_on_the_table_the_whole_way_is_rolled_twice() -> None:
    """ROLL, all rows; any fewer in three presses; OK: nothing there."""
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}), "table").speeds(7, 8, 9)
    panel = on_panel(play, "en").press("roll")
    assert "(ROLL) 7" in panel.lines
    panel.press("roll", "ok")
    assert (panel.presses, play.p.turn, play.places[A]) == (3, B, (2, 12))


@pytest.mark.clause("DRF-SPC-1")
def test_where_a_ramp_or_water_takes_the_driver_a_step_says_that_it_is_plain() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}), "table").speeds(6, 7, 8)
    on_panel(play).press("ok", "roll").choose("Schanze").press(*["ok"] * 7)
    assert (play.p.turn, play.places[A]) == (B, (2, 13))


@pytest.mark.clause("DRF-OFF-2")
def test_who_chooses_the_cards_reads_there_that_it_was_the_barrier() -> None:
    play = Play(Stage({A: (1, 5), B: (2, 4), C: (3, 4)}), "table", choose=True).speeds(5, 7, 9)
    panel = on_panel(play, "en").press("up")
    assert play.state == "lose"
    assert "Barrier: give up 2 cards" in panel.lines


@pytest.mark.clause("DRF-CAL-1")
def test_one_card_is_given_up_by_one_press_on_it() -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, {(2, 6): "caltrops"})
    play = Play(stage, choose=True).speeds(5, 7, 9)
    panel = on_panel(play).press("ok", "down", "ok")
    assert (panel.presses, play.p.driver(A).lost) == (3, [9])


@pytest.mark.clause("DRF-LC-1")
def test_the_cursor_shows_where_a_choice_leads() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)})).speeds(6, 7, 8)
    panel = on_panel(play)
    assert road(GAME.scene(play.p, None)).aims == {
        "forward": (2, 6), "left": (1, 5), "right": (3, 5),
    }  # fmt: skip
    assert "(▲) Links (OK) Vor (▼) Rechts" in " ".join(panel.lines)
    panel.press("up")
    assert play.places[A] == (1, 5)


@pytest.mark.clause("DRF-LC-2", "DRF-DRV-3")
@pytest.mark.parametrize(
    ("language", "side", "reason"),
    [("de", "Links", "zwei Punkte"), ("en", "Left", "two points")],
)
def test_what_may_not_be_done_is_listed_with_its_reason(
    language: str, side: str, reason: str
) -> None:
    """On its button, in sight; and in the list behind BACK."""
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)})).speeds(2, 7, 8).go("F")
    panel = on_panel(play, language)
    assert f"✗ ▲ {side}" in panel.lines
    panel.press("up")
    assert reason in " ".join(panel.words.split())
    panel.press("back").choose(f"({side})")
    assert reason in " ".join(panel.words.split())
    assert play.points == 1


@pytest.mark.clause("DRF-LAY-1", "DRF-LAY-2")
def test_a_tile_is_laid_by_kind_and_cursor() -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, long=10, hands={A: {"plain": 5, "truck": 3}})
    play = Play(stage).speeds(2, 7, 8, lay=True)
    panel = on_panel(play).choose("LKW")
    panel.press("down", "ok")
    assert "truck" in [play.p.road.tile((lane, 11)) for lane in (1, 3)]


@pytest.mark.clause("DRF-COL-1", "DRF-COL-2", "DRF-COL-3", "DRF-COL-10", "DRF-COL-12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crash_is_told_from_cause_to_effect(language: str) -> None:
    stage = Stage({A: (2, 5), B: (2, 6), C: (3, 5)}, cards={A: [5], B: [7, 8]})
    play = Play(stage).speeds(5, 7, 9)
    panel = on_panel(play, language).press("ok")
    told = []
    for _ in range(60):
        told += [line for line in panel.lines[1:2] if line not in told]
        panel.wait(0.5)
    sentences = {
        "de": ["fährt Bob an", "verliert Karte 5", "verliert Karte 8", "steht jetzt auf",
               "rückt nach", "hält an"],
        "en": ["runs into Bob", "loses card 5", "loses card 8", "is now on", "moves up", "stops"],
    }  # fmt: skip
    at = [" ".join(told).index(sentence) for sentence in sentences[language]]
    assert at == sorted(at)
    assert play.p.turn == B


@pytest.mark.clause("DRF-COL-5")
@pytest.mark.parametrize(
    ("board", "language", "place"),
    [("device", "de", "Bob steht jetzt auf B7."), ("device", "en", "Bob is now on B7."),
     ("table", "de", "Bob steht jetzt auf Spur 2, Reihe 7.")],
)  # fmt: skip
def test_a_place_is_called_as_the_screen_calls_it(board: str, language: str, place: str) -> None:
    """With the road on the table nothing shows letters."""
    stage = Stage({A: (2, 5), B: (2, 6), C: (3, 5)}, cards={A: [5], B: [7, 8]})
    play = Play(stage, board).speeds(5, 7, 9).go("F").settle()
    words = Catalogue.of(on_panel(play, language).match, language)
    assert place in [words.ruling(ruling) for one in play.match.log for ruling in one.rulings]


@pytest.mark.clause("DRF-RAMP-1")
@pytest.mark.parametrize(("language", "said"), [("de", "springt auf B8"), ("en", "jumps to B8")])
def test_a_jump_says_where_it_lands_as_the_screen_calls_it(language: str, said: str) -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}, {(2, 6): "ramp"})).speeds(5, 7, 9)
    assert said in " ".join(on_panel(play, language).press("ok").lines)


@pytest.mark.clause("DRF-WAT-2")
@BOTH
def test_the_neighbours_lamp_and_name_are_on_the_screen(board: str) -> None:
    stage = Stage({A: (1, 4), B: (2, 5), C: (3, 4)}, {(2, 6): "water"})
    play = Play(stage, board).speeds(7, 5, 9).go("F")
    panel = on_panel(play)
    assert panel.title.startswith("1 Ada")
    assert "(OK) Nach links (▼) Nach rechts" in " ".join(panel.lines)
    panel.press("down")
    assert play.settle().places[B] == (3, 6)


@pytest.mark.clause("DRF-CARD-2")
def test_cards_are_given_up_in_one_list_with_toggles() -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, {(2, 6): "truck"})
    play = Play(stage, choose=True).speeds(5, 7, 9)
    panel = on_panel(play).press("ok", "ok")
    assert play.state == "lose"
    panel.choose("9").choose("10")  # the last one that is due answers
    assert sorted(play.p.driver(A).lost) == [9, 10]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_motorway_has_all_lanes_all_cars_and_scrolls_with_the_driver(seats: int) -> None:
    cars: dict[int, Place] = {seat: (seat, 20 + seat) for seat in range(1, seats + 1)}
    play = Play(Stage(cars, {(1, 25): "truck"})).speeds(*range(3, 3 + seats))
    shown = road(GAME.scene(play.p, None))
    assert (shown.columns, shown.rows, shown.lying) == (seats, 41, True)
    assert set(shown.tokens) == set(cars.values())
    assert sorted(shown.tokens.values()) == [str(seat) for seat in cars]
    assert shown.tiles[1, 25] == "truck"
    assert {shown.tiles[lane, 41] for lane in range(1, seats + 1)} == {"edge"}
    assert shown.focus[1] > 21
    before = shown.focus
    play.go("F F")
    assert road(GAME.scene(play.p, None)).focus[1] == before[1] + 2


@pytest.mark.clause("DRF-LANE-1")
def test_a_lane_given_up_is_marked_on_the_map_and_its_end_is_warned_of() -> None:
    stage = Stage({A: (1, 26), B: (2, 25), C: (3, 25)}, lengths=(28, 30, 30, 30), closed={1: 28},
                  out=[D])  # fmt: skip
    play = Play(stage)
    assert "drf.warn.dead-end" in [line.key for line in GAME.scene(play.p, None).lines]
    play.speeds(5, 7, 9)
    assert play.announced["warn.dead-end"] == "DRF-OFF-6"
    assert road(GAME.scene(play.p, None)).closed == {1}


@pytest.mark.clause("DRF-SPD-1", "DRF-SPD-5", "DRF-SET-8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_tell_standings_cards_tiles_road_and_signs(language: str) -> None:
    cars: dict[int, Place] = {seat: (seat, 20 + seat) for seat in (A, B, C, D, E)}
    play = Play(Stage(cars, hands={A: {"truck": 2}})).do("play", card=7)
    titles = {
        "de": ["Zwischenstand", "Fahrkarten", "Eure Teile", "Ganze Autobahn", "Zeichen"],
        "en": ["Standings", "Speed cards", "Tiles in hand", "Whole motorway", "Signs"],
    }[language]
    menu = {"de": "Menü", "en": "Menu"}[language]
    for title in titles:
        panel = on_panel(play, language).press("back").choose(menu).choose(title)
        assert panel.title == title
        for _ in range(20):
            panel.press("down")
        assert panel.program.clipped == []


@pytest.mark.clause("DRF-RND-1")
def test_a_cars_place_is_corrected_behind_back() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)}), "table").speeds(5, 7, 9)
    play.do("correct", car=B, lane=2, row=5)
    assert (play.places[B], play.places[A]) == ((2, 5), (1, 4))
    assert "correct" in [o.verb for o in play.ask.options if o.aside]


@pytest.mark.clause("DRF-RND-1", "DRF-SPC-2")
def test_underway_the_tile_is_still_asked_for_at_the_right_place() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)}), "table").speeds(5, 7, 9).go("F F")
    assert play.state == "look"
    play.do("correct", car=A, lane=2, row=9)
    assert (play.state, play.places[A], play.points) == ("look", (2, 9), 3)
    play.do("here", tile="police")
    assert (play.places[A], play.points) == ((2, 9), 1)


@pytest.mark.clause("DRF-RND-1", "DRF-SPC-2")
def test_another_cars_place_is_corrected_while_a_tile_is_asked_for() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)}), "table").speeds(5, 7, 9).go("F F")
    play.do("correct", car=C, lane=3, row=6)
    assert (play.state, play.places[C]) == ("look", (3, 6))
    play.do("here", tile="caltrops")
    assert (play.places[A], play.state) == ((2, 7), "lose")


@pytest.mark.clause("DRF-DRV-2", "DRF-SPC-1")
def test_several_rows_forward_are_told_at_once_up_to_the_next_car() -> None:
    play = Play(Stage({A: (2, 5), B: (2, 9), C: (3, 4)}), "table").speeds(8, 9, 2, lay=True)
    play.settle() if play.state != "lay" else play.lay()
    while play.p.turn != A:
        play.go("F").lay()
    assert (play.state, play.values("ahead", "steps")) == ("drive", [4, 2, 3])
    play.do("ahead", steps=3)
    assert (play.state, play.points) == ("look", 5)
    play.do("here", tile="police")
    assert (play.places[A], play.points) == ((2, 8), 3)
    assert "ahead" not in play.verbs
    assert play.refused("ahead", steps=2)


@pytest.mark.clause("DRF-DRV-2", "DRF-LC-2")
def test_a_lane_change_is_concluded_and_driven_on_at_once() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)}), "table").speeds(5, 7, 9).lay()
    play.do("left").do("ahead", steps=4)
    assert (play.state, play.points, play.p.now.due) == ("look", 0, False)
    play.do("halt")
    assert play.places[A] == (1, 9)


@pytest.mark.clause("DRF-OFF-7")
def test_only_a_move_forward_leaves_the_table() -> None:
    play = Play(Stage({A: (2, 39), B: (1, 36), C: (3, 36)}, long=60), "table").speeds(5, 7, 9)
    assert "off" not in play.go("L").verbs
    assert "off" in play.go("F").verbs


@pytest.mark.clause("DRF-DRV-2", "DRF-SPC-1")
def test_with_the_road_in_the_device_plain_rows_are_one_press() -> None:
    """Up to the next special tile, car or gap, where there is something to choose."""
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, {(2, 9): "police"})
    play = Play(stage).speeds(6, 7, 8)
    panel = on_panel(play)
    assert "(ROLL) Weit vorwärts 3 Reihen" in panel.lines
    panel.press("roll")
    assert (play.points, play.places[A], panel.presses) == (3, (2, 8), 1)
    assert "ahead" not in play.verbs


@pytest.mark.clause("DRF-DRV-2")
@pytest.mark.parametrize("steps", [1, 2])
def test_rows_in_one_press_are_the_same_as_step_by_step(steps: int) -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, {(2, 8): "caltrops"})
    single, at_once = Play(stage).speeds(6, 7, 8), Play(stage).speeds(6, 7, 8)
    single.go("F F")
    at_once.do("ahead", steps=2)
    assert at_once.match.digest == single.match.digest


@pytest.mark.parametrize(("language", "plain"), [("de", "Grau"), ("en", "Plain")])
def test_in_words_tiles_are_called_by_their_names_and_cars_hide_none(
    language: str, plain: str
) -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, {(1, 4): "police"})
    panel = on_panel(Play(stage).speeds(6, 7, 8), language)
    rows = [line for line in panel.lines if line.startswith("|")]
    assert plain in rows[0]
    assert "plain" not in " ".join(rows)
    assert {"de": "2:Polizei", "en": "2:Police"}[language] in rows[0]


def test_a_car_on_a_special_tile_and_a_closed_lane_look_different() -> None:
    def picture(closed: bool, tile: str) -> bytes:
        stage = Stage({A: (1, 26), B: (2, 25), C: (3, 25)}, {(2, 25): tile},
                      lengths=(28, 30, 30, 30), closed={1: 28} if closed else {4: 30},
                      out=[D])  # fmt: skip
        panel = on_panel(Play(stage).speeds(5, 7, 9))
        return panel.program.frame().picture.crop((0, 10, 60, 43)).tobytes()

    looks = [picture(closed, tile) for closed in (True, False) for tile in ("plain", "water")]
    assert len(set(looks)) == 4


def help_of(panel: Panel) -> str:
    """What HELP says here, all its pages."""
    panel.press("hold ok")
    pages = []
    for _ in range(20):
        pages += panel.lines[1:-1]
        panel.press("down")
    panel.press("back")
    return " ".join(pages)


@pytest.mark.clause("DRF-SPC-2")
@pytest.mark.parametrize(
    ("language", "tile", "does"),
    [
        ("de", "Schanze", "Schanze: springt über ein Teil."),
        ("en", "Ramp", "Ramp: jumps over a tile."),
    ],
)
def test_where_a_tile_is_laid_help_says_what_it_does(language: str, tile: str, does: str) -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, hands={A: {"plain": 2, "ramp": 1}})
    panel = on_panel(Play(stage).speeds(6, 7, 8, lay=True), language)
    assert does not in help_of(panel)
    panel.press("down")
    assert does in help_of(panel)
    panel.choose(tile)
    assert does in help_of(panel)


@pytest.mark.clause("DRF-SPC-2", "DRF-LC-3")
def test_help_says_before_a_step_what_lies_there() -> None:
    tiles: dict[Place, str] = {(2, 6): "police", (1, 5): "water", (2, 7): "ramp"}
    play = Play(Stage({A: (2, 5), B: (1, 4), C: (3, 5)}, tiles)).speeds(5, 7, 9)
    panel = on_panel(play, "en")
    said = help_of(panel)
    assert "driving there costs 3 points" in said
    assert "slides one lane to the left or right" in said
    assert "for each curve symbol" in said
    assert "You meet another car" in said
    assert "jumps over" not in said


@pytest.mark.clause("DRF-WAT-1")
@BOTH
def test_help_says_what_water_does_to_who_chooses_the_side(board: str) -> None:
    stage = Stage({A: (1, 4), B: (2, 5), C: (3, 4)}, {(2, 6): "water"})
    panel = on_panel(Play(stage, board).speeds(7, 5, 9).go("F"), "en")
    assert "slides one lane to the left or right" in help_of(panel)


@pytest.mark.clause("DRF-SPC-2")
def test_with_the_road_on_the_table_help_says_what_may_be_here() -> None:
    play = Play(Stage({A: (2, 5), B: (1, 5), C: (3, 5)}), "table").speeds(6, 7, 8)
    panel = on_panel(play, "en").press("ok", "roll")
    assert "Police: 2 more points, or stop." in help_of(panel)


def test_where_to_says_what() -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, hands={A: {"police": 1, "plain": 2}})
    panel = on_panel(Play(stage).speeds(6, 7, 8, lay=True))
    panel.choose("Polizei")
    assert "Polizei: Wohin damit?" in panel.lines
    assert not any(line.startswith("Reihe") for line in panel.lines)


@pytest.mark.parametrize(
    ("language", "shown", "aloud"),
    [("de", "7 · 4 Teile 2 Kurv. Unfall -3", "7: 4 Teile, 2 Kurven, Unfall kostet 3"),
     ("en", "7 · 4 tiles 2 curves crash -3", "7: 4 tiles, 2 curves, crash costs 3")],
)  # fmt: skip
def test_no_two_numbers_of_a_speed_card_stand_side_by_side(
    language: str, shown: str, aloud: str
) -> None:
    panel = on_panel(Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)})), language)
    assert any(shown in line for line in panel.lines)
    assert Catalogue.of(panel.match, language).aloud(shown) == aloud


def test_speed_cards_are_listed_by_size_with_the_cursor_on_the_suggestion() -> None:
    panel = on_panel(Play(Stage({A: (2, 5), B: (1, 4), C: (3, 4)})))
    cards = [line.split()[:2] for line in panel.lines if "Unfall" in line]
    numbers = [int(words[1] if words[0] == ">" else words[0]) for words in cards]
    assert numbers == sorted(numbers) == list(range(2, 11))
    assert next(line for line in panel.lines if line.startswith(">")).startswith("> 6 ")


@pytest.mark.clause("DRF-WAT-2")
@pytest.mark.parametrize(
    ("language", "question", "story"),
    [
        ("de", "Wohin lässt du Ada rutschen?", "Cem lässt das Auto nach links rutschen."),
        ("en", "Which way do you let Ada slide?", "Cem lets the car slide to the left."),
    ],
)
def test_water_asks_and_tells_of_the_same_doer(language: str, question: str, story: str) -> None:
    stage = Stage({A: (2, 5), B: (1, 4), C: (3, 4)}, tiles={(2, 6): "water"})
    panel = on_panel(Play(stage).speeds(6, 7, 8), language)
    panel.press("ok")
    assert question in panel.words
    panel.press("ok")  # to the left
    assert any(story in line for line in panel.record()), panel.record()
