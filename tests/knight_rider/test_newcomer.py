"""What somebody new sees of the board in the device: names, questions, previews, the log."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import pytest

from referee.game import Streets, Text, Tile
from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.traffic import Spot, Traffic
from referee.games.knight_rider.board.trips import Driver, State, trips
from referee.games.knight_rider.town import Town
from referee.kernel.ask import Ask, Entry
from referee.kernel.match import Match
from referee.kernel.players import Players, random_bot
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.play import PACE
from referee.table.story import places
from tests.table.panel import Panel

NAMES = ("Ada", "Bob", "Cem")


def building(language: str = "de", laid: int = 0) -> Panel:
    """A track in the making, at a tile with several places for it."""
    facts = {"board": "device", "track": "built"}
    panel = Panel(language=language, games=("knight-rider",))
    panel.play(Match.new(GAME, NAMES, facts, "newcomer"))
    for _ in range(60 + 3 * laid):
        match = panel.match
        read = match.state == "lay" and any(line.startswith(">") for line in panel.lines)
        if read and len(town(match).tiles) >= laid:
            return panel
        panel.press("roll" if match.supplies(match.asks[0]) else "ok").wait(0.5)
    raise AssertionError(panel.words)


def town(match: Match) -> Streets:
    (widget,) = GAME.scene(match.position, None).body
    assert isinstance(widget, Streets)
    return widget


def driving(language: str = "de") -> Panel:
    """Cars on the road, all points used; the next press is that for the escape card."""
    facts = {"board": "device", "track": "city"}
    panel = Panel(language=language, games=("knight-rider",))
    panel.play(Match.new(GAME, NAMES[:2], facts, "show3"))
    for _ in range(60):
        match = panel.match
        if match.state == "drive" and len(match.lines) > 40:
            return panel
        panel.press("roll" if match.supplies(match.asks[0]) else "ok").wait(0.5)
    raise AssertionError(panel.words)


def alone(language: str = "de") -> Panel:
    """Three computer players have played a match to its end; one car lay on its roof."""
    facts = {"board": "device", "track": "city"}
    match = Match.new(GAME, NAMES, facts, "roof 1", players=("easy",) * 3)
    panel = Panel(language=language, games=("knight-rider",)).play(match)
    for _ in range(100):
        panel.wait(PACE * 10)
        if panel.match.over:
            return panel
        if panel.lines[-1].startswith("(OK)"):
            panel.press("ok")
    raise AssertionError(panel.words)


# -- the track in the making ----------------------------------------------------------------


def test_every_place_of_a_track_in_the_making_has_a_name_of_its_own() -> None:
    panel = building(laid=12)
    shown = town(panel.match)
    cells = [tile.cell for tile in shown.tiles]
    free = [(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    places = {*cells, *free}
    assert len(places) > 25
    assert len({shown.called(place) for place in places}) == len(places)
    told = [f"| {tile.name} {shown.called(tile.cell)} " for tile in shown.tiles]
    assert all(any(line.startswith(start) for line in panel.lines) for start in told)


@pytest.mark.parametrize(("language", "shapes"), [
    ("de", ("Gerade", "Kurve", "Abzweig", "Kreuzung")),
    ("en", ("straight", "bend", "junction", "crossing")),
])  # fmt: skip
@pytest.mark.clause("KR-TRK-5")
def test_the_tile_in_hand_is_called_by_its_shape(language: str, shapes: tuple[str, ...]) -> None:
    panel = building(language)
    assert any(shape in panel.words for shape in shapes)


@pytest.mark.clause("KR-TRK-6")
def test_the_map_shows_how_the_tile_would_lie() -> None:
    panel = building(laid=4)
    while panel.match.state == "lay" and "Wohin führen Straßen?" not in panel.lines:
        panel.press("ok").wait(0.5)
    seen = set()
    for _ in range(2):
        picture = panel.program.frame().picture
        seen.add(picture.crop((0, 10, 45, 64)).tobytes())
        panel.press("down")
    assert len(seen) == 2  # beside the list: the two ways to lay it


def test_the_start_tile_is_framed_where_cars_choose_their_road() -> None:
    panel = driving()
    match = panel.match
    gate = next(n for n, logged in enumerate(match.log) if logged.line.entry
                and logged.line.entry.verb == "gate")  # fmt: skip
    match.undo(gate)
    assert match.state == "gate"
    shown = town(match)
    (cell,) = shown.notable
    named = {tile.cell: tile.name for tile in shown.tiles}
    assert named[cell] in Catalogue("de", GAME).text(match.asks[0].prompt)


@pytest.mark.clause("KR-POS-4")
def test_the_map_shows_the_tile_that_the_list_of_starts_stands_on() -> None:
    panel = Panel(language="en", games=("knight-rider",))
    panel.play(match := Match.new(GAME, ("Ada", "Bob"), {"board": "device"}, "a"))
    while match.state != "start":
        panel.press("roll").wait(3).press("ok").wait(3)
    panel.read()
    middles, seen = {town(match).middle(tile.name): tile.name for tile in town(match).tiles}, []
    for offer in panel.program.screen.control.offers:
        cursor = panel.program.screen.control.cursor
        assert cursor is not None
        assert middles[cursor.at] == offer.label
        seen.append(panel.program.frame().picture.crop((0, 10, 66, 64)).tobytes())
        panel.press("down")
    assert len({*seen}) == len(seen) > 1


def test_the_map_shows_the_side_that_the_list_of_road_ends_stands_on() -> None:
    panel = driving()
    match = panel.match
    match.undo(next(n for n, logged in enumerate(match.log) if logged.line.entry
                    and logged.line.entry.verb == "gate"))  # fmt: skip
    panel.play(match)
    aims, seen = town(match).aims, []
    for _ in aims:
        cursor = panel.program.screen.control.cursor
        assert cursor is not None
        seen.append(cursor.at)
        panel.press("down")
    assert sorted(seen) == sorted(aims.values())
    assert len(seen) > 1


# -- driving -----------------------------------------------------------------------------------


@pytest.mark.clause("KR-MOV-2", "KR-MOV-3", "KR-END-4")
def test_the_points_to_the_red_car_are_those_with_which_a_car_turned_well_arrives() -> None:
    checked = 0
    for seed in "abc":
        match = Match.new(GAME, 2, {"board": "device"}, seed, players=("easy",) * 2)
        players = Players(match)
        while (ask := players.due()) is not None:
            checked += sum(1 for _ in truly_away(match, ask))
            task = players.task(ask)
            players.answer(ask, task() if task is not None else None)
    assert checked > 50


def truly_away(match: Match, ask: Ask) -> Iterator[int]:
    """The points of every end that is within a roll of red; fewer don't do, cars left out."""
    shown = town(match).previews if match.state == "drive" else {}
    for at, said in shown.items():
        points = said.args.get("n", 0)
        if (
            said.key not in ("kr.board.needs", "kr.board.by-needs")
            or not isinstance(points, int)
            or points > 6
        ):
            continue
        ends = [option.fields for option in ask.options
                if option.verb == "go" and option.fields["to"].accepts(list(at))]  # fmt: skip
        starts = [Spot(at, str(side)) for fields in ends for side in fields["facing"].expand()]
        assert [n for n in range(1, points + 1) if arrives(match.position, starts, n)] == [points]
        yield points


def arrives(p: Town, starts: Sequence[Spot], points: int) -> bool:
    """Whether the last of so many points can be the step to red, with nobody else on the road."""
    alone = Driver(p.turn, Traffic(p.roads, {}, None))
    found = (trip for start in starts for trip in trips(alone, State(start), points))
    return any(trip.arrives and trip.at.spot.field == p.red_field for trip in found)


def test_fields_beside_a_tile_are_called_in_the_players_language() -> None:
    shown = Streets((Tile((0, 0), "15", "NESW", "NESW"),))
    german, english = (Catalogue(language, GAME) for language in LANGUAGES)
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    assert [german.place(shown, side) for side in sides] == ["15 N", "15 O", "15 S", "15 W"]
    assert [english.place(shown, side) for side in sides] == ["15 N", "15 E", "15 S", "15 W"]


@pytest.mark.clause("KR-TRN-4")
def test_the_escape_card_stands_but_once_among_the_choices() -> None:
    panel = driving()
    assert [line for line in panel.lines if "Flucht-Karte" in line] == ["(OK) Zur Flucht-Karte"]


@pytest.mark.clause("KR-END-4")
def test_who_stops_on_red_with_points_to_spare_is_told_that_it_is_no_win() -> None:
    """Wherever a move may end on red's field, the preview says whether it wins."""
    kinds = set()
    for seed in range(6):
        match = Match.new(GAME, 3, {"board": "device"}, f"spare {seed}", players=("easy",) * 3)
        players = Players(match)
        while not match.over:
            ask = players.due()
            assert ask is not None
            kinds |= on_red(match, ask)
            task = players.task(ask)
            players.answer(ask, task() if task is not None else None)
    assert "kr.board.last-step" in kinds


def on_red(match: Match, ask: Ask) -> set[str]:
    """The previews of ends on red's field that may be chosen now."""
    if match.state != "drive" or not any(option.verb == "go" for option in ask.options):
        return set()
    shown = town(match)
    red = next(car.field for car in shown.cars if not car.sign)
    ends = [option for option in ask.options if option.verb == "go"
            and option.fields["to"].accepts(list(red))]  # fmt: skip
    return {shown.previews[red].key} if ends else set()


def test_the_roll_screen_says_where_red_stands_after_it_has_fled() -> None:
    panel = driving()
    for _ in range(10):
        if panel.match.state == "roll":
            break
        panel.press("ok").wait(0.5)
    assert panel.match.state == "roll"
    panel.read()
    assert (
        f"rotes Auto: {panel.match.position.board.red}," in panel.words
    )  # on the map, as the cars


@pytest.mark.clause("KR-POS-5", "KR-INT-49")
def test_a_car_that_has_not_driven_yet_stands_before_the_road() -> None:
    facts = {"board": "device", "track": "city"}
    panel = Panel(games=("knight-rider",)).play(Match.new(GAME, NAMES[:2], facts, "show3"))
    while panel.match.state != "drive":
        match = panel.match
        panel.press("roll" if match.supplies(match.asks[0]) else "ok").wait(0.5)
    panel.wait(5)
    assert ", 1: vor 11 S ↑" in panel.words
    before = [car.outside for car in town(panel.match).cars]
    panel.press("ok").wait(0.5)
    assert ", 2: 11 ↑" in panel.words
    assert (before, [car.outside for car in town(panel.match).cars]) == (
        [False, True, True],
        [False, False, True],
    )


# -- what is told ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_tells_what_happened_and_not_what_stood_on_the_buttons(language: str) -> None:
    panel = alone(language)
    words, record = panel.program.session, panel.record()
    assert words is not None
    labels = [words.catalogue.verb(verb) for verb in (
        "flip", "turn_over", "draw", "clear", "no_tableau", "hit", "one", "step", "turn", "uturn",
        "passed", "gate", "behind",
    )]  # fmt: skip
    told = [line.partition(": ")[2] for line in record]
    assert not [line for line in told for label in labels if line.startswith(label)]
    assert not [line for line in record if "{" in line]
    rulings = [ruling for logged in panel.match.log for ruling in logged.rulings]
    assert all(words.recorded(ruling) in "\n".join(record) for ruling in rulings)


@pytest.mark.clause("KR-RAM-12")
def test_a_car_that_cannot_slide_is_said_to_stay() -> None:
    """Wherever a slide is announced, it is said where the car came to, or that it stays."""
    seen = set()
    for seed in range(12):
        match = Match.new(GAME, 3, {"board": "device"}, f"held {seed}", players=("easy",) * 3)
        players = Players(match)
        while not match.over:
            ask = players.due()
            assert ask is not None
            task = players.task(ask)
            players.answer(ask, task() if task is not None else None)
        for logged in match.log:
            keys = [ruling.key for ruling in logged.rulings]
            if "kr.fate.back" in keys:
                told = {"kr.board.car-at", "kr.board.held"} & set(keys)
                assert len(told) == 1, keys
                seen |= told
    assert len(seen) == 2


@pytest.mark.clause("KR-ESC-12")
@pytest.mark.parametrize("option", ["board", "cards"])
def test_nobody_is_told_to_shuffle_a_deck_that_is_in_the_box(option: str) -> None:
    said = Text("kr.escape.reshuffle", {"n": 11})
    assert "neu mischen" in Catalogue("de", GAME).text(said)
    assert "neu gemischt" in Catalogue("de", GAME, (), {option: "device"}).text(said)


def test_a_tile_that_is_laid_is_told_by_its_place_and_its_roads() -> None:
    panel = building(laid=3)
    told = re.compile(r" legt es bei [A-Z]+\d+ an, Straßen nach ")
    assert any(told.search(line) for line in panel.record())


def test_an_entry_at_the_table_needs_no_place_to_be_told() -> None:
    options = {"track_counter": True}
    panel = Panel(games=("knight-rider",)).play(Match.new(GAME, 2, options, "counted"))
    for _ in range(30):
        match = panel.match
        if match.state == "lay":
            match.answer(Entry(match.asks[0].seats[0], "laid"))
            break
        panel.press("roll" if match.supplies(match.asks[0]) else "ok").wait(0.5)
    assert not [line for line in panel.record() if "{" in line]


@pytest.mark.clause("KR-END-1")
def test_at_the_end_nobody_is_told_that_a_shell_is_why_he_has_no_place() -> None:
    match, draw = Match.new(GAME, NAMES, {}, "1"), random.Random(1)
    while not match.over:
        ask = draw.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, draw.choice(ask.seats), draw.randrange))
    assert any(car.shield for car in match.position.cars)  # type: ignore[attr-defined]
    assert match.result is not None
    found = places(Catalogue("en", GAME, NAMES), match, match.result)
    assert [place.score for place in found] == ["", "", ""]


@pytest.mark.clause("KR-MOV-2")
def test_a_single_space_says_what_else_than_drive_it_does() -> None:
    """Of the last point it does nothing else."""
    seen = dict[int, str]()
    below = random.Random("single").randrange
    for seed in range(40):
        match = Match.new(GAME, 2, {"board": "device", "track": "city"}, f"single {seed}")
        while match.state != "drive":
            ask = match.asks[0]
            match.play(random_bot(match.view(ask.seats[0]), ask, ask.seats[0], below))
        for ask in match.asks:
            for option in ask.options:
                if option.verb == "step" and option.preview is not None:
                    seen[match.position.now.points] = option.preview.key
        if {1, 2} <= seen.keys():
            break
    assert seen.pop(1) == "kr.drive.last-step"
    assert {*seen.values()} == {"kr.drive.step"}


@pytest.mark.clause("KR-KIT-6", "KR-DIV-8")
@pytest.mark.parametrize(("button", "rule"), [("up", "KR-KIT-6"), ("down", "KR-DIV-8")])
def test_help_where_a_card_is_chosen_shows_what_the_cards_do(button: str, rule: str) -> None:
    panel = driving("en").press(button).press("hold ok")
    shown = set()
    for _ in range(12):
        shown.add(panel.lines[-1])
        panel.press("down")
    assert f"Rule {rule}" in shown
