"""Knight Rider with its board in the device: laying, driving, cards, red, and the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from referee.game import Entry, OneOf
from referee.games.knight_rider import GAME, escape, move, shut_in
from referee.games.knight_rider import track as track_phase
from referee.games.knight_rider.board.laying import best_way, legal
from referee.games.knight_rider.board.places import walled_in
from referee.games.knight_rider.board.sides import apart
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.flow import IN_DEVICE
from referee.games.knight_rider.position import Track
from referee.games.knight_rider.town import Town, town
from referee.kernel.match import Match
from referee.kernel.scene import Streets
from referee.kernel.text import Plain, Text, text
from tests.knight_rider import Play
from tests.knight_rider.boards import EXAMPLE, parts, spot

A, B, C = 1, 2, 3


class Road(Play):
    """Three cars on the catalogue's example road: what it says stands there, stands there."""

    def __init__(self, red: int = 45, cars: dict[int, str] | None = None, **options: Plain) -> None:
        super().__init__(3, board="device", track="city", **options)
        for seat in self.p.seats:
            self.roll(6 if seat == A else 1)
        while self.state != "roll":
            self.roll(*divmod(red, 10)) if self.state == "place_roll" else self._first()
        self.board.laid = {str(n.number): (*n.cell, n.turns) for n in EXAMPLE}
        self.board.red = red
        for seat, words in (cars or {}).items():
            self.town.put(seat, spot(words))
            self.town.car(seat).outside = False

    def _first(self) -> None:
        choice = self.ask.options[0]
        self.match.answer(Entry(self.ask.seats[0], choice.verb, choice.sample(lambda n: 0)))

    @property
    def town(self) -> Town:
        return town(self.p)

    @property
    def board(self):  # type: ignore[no-untyped-def]
        return self.town.board

    def at(self, seat: int) -> Spot:
        return self.town.stand(seat).spot

    def drive(self, to: str) -> Road:
        goal = spot(to)
        self.match.asks  # noqa: B018 - the road was changed by hand
        self.do("go", to=list(goal.field), facing=goal.facing)
        return self

    def refresh(self) -> Road:
        """Asks are kept until an entry; a board changed by hand needs fresh ones."""
        self.match._open = None
        self.match._fold._asks = None
        return self


@pytest.mark.clause("KR-EX-8", "KR-RAM-3", "KR-RMT-4", "KR-OIL-1", "KR-OLT-3", "KR-ESC-7")
def test_the_composed_example_turn() -> None:
    road = Road(cars={A: "M13 E", B: "13/34 E", C: "M12 E"}).refresh()
    road.roll(3)
    road.do("ram", target=B)
    assert road.state == "ram"
    assert road.at(A) == spot("13/34 E")
    road.roll(4)
    assert road.at(B) == spot("M13 E")
    road.drive("34/12 E")
    assert road.verbs[0] == "behind"
    road.do("behind").roll(3)
    assert road.at(A) == spot("M34 E")
    road.do("kitt", card="shield")
    assert road.p.car(A).shield


@pytest.mark.clause("KR-CMP-4", "KR-END-1", "KR-END-2", "KR-END-5")
def test_red_is_reached_with_the_last_point() -> None:
    road = Road(red=34, cars={A: "M13 E", B: "M45 N", C: "M23 E"}).refresh()
    road.roll(2)
    assert road.verbs[0] == "catch"
    road.do("catch")
    assert road.match.result is not None
    assert road.match.result.winners == (A,)


@pytest.mark.clause("KR-MOV-1", "KR-TRN-4")
def test_no_point_may_be_left() -> None:
    road = Road(cars={A: "M13 E", B: "M45 N", C: "M23 E"}).refresh()
    road.roll(5)
    assert "flip" not in road.verbs
    road.do("step").do("turn", side="left").do("uturn")
    assert road.p.now.points == 1
    assert "flip" not in road.verbs
    assert "uturn" not in road.verbs


@pytest.mark.clause("KR-DIV-1", "KR-DIV-4", "KR-DIV-8", "KR-KIT-12")
def test_a_diversion_cuts_the_road() -> None:
    road = Road(cars={A: "23/13 E", B: "M45 N", C: "M23 E"}).refresh()
    road.roll(3).do("divert", kind="straight", tableau=13, joins="NS")
    assert road.refused("step")[0] == "kr.why.cut"
    assert set(road.values("divert", "tableau")) == set()


@pytest.mark.clause("KR-DIV-11")
def test_a_car_that_is_shut_in_is_shown_its_cards() -> None:
    road = Road(cars={A: "M34 E", B: "M45 N", C: "M23 E"}).refresh()

    def aside() -> set[bool]:
        return {choice.aside for choice in road.ask.options if choice.verb == "kitt"}

    road.roll(3)
    assert aside() == {True}
    road.do("divert", kind="straight", tableau=34, joins="NS")
    assert aside() == {False}


@pytest.mark.clause("KR-KIT-8", "KR-DIV-10")
def test_a_jump_over_a_roadblock() -> None:
    road = Road(cars={A: "13/34 E", B: "M45 N", C: "M23 E"}).refresh()
    road.roll(3).do("divert", kind="roadblock", tableau=34, joins="")
    road.do("kitt", card="jump")
    assert road.at(A) == spot("34/12 E")
    assert road.p.now.points == 2


@pytest.mark.clause("KR-TRK-5", "KR-TRK-12", "KR-TRK-13", "KR-TRK-15")
def test_a_track_is_laid_piece_by_piece() -> None:
    match = Match.new(GAME, 4, {"board": "device", "track": "built"}, "lay")
    while match.state != "lay":
        ask = match.ask
        assert ask is not None
        match.supply(ask)
    laid = 0
    while match.state == "lay":
        ask = match.ask
        assert ask is not None
        choice = ask.options[0]
        assert choice.verb == "laid"
        if laid < 4:
            assert ask.clause == "KR-TRK-6"
        match.answer(Entry(ask.seats[0], "laid", choice.sample(lambda n: n - 1)))
        laid += 1
    assert laid == len(town(match.position).laid) == 36  # type: ignore[arg-type]


def test_both_boards_run_the_same_rows() -> None:
    """A match that was kept replays by them, whoever knows its board; only the asks differ."""
    table, device = (GAME.flow(GAME.complete(2, {"board": board})) for board in ("table", "device"))
    assert table.rows == device.rows
    assert table.fingerprint == device.fingerprint
    differing = {name for name, state in table.states.items() if state != device.states[name]}
    assert differing == set(IN_DEVICE)


def test_the_cursor_begins_where_a_tableau_joins_most_roads() -> None:
    made = laying_match("first").position
    piece = town(made).board.piece  # type: ignore[arg-type]
    track = {laid.cell: laid for laid in town(made).laid}  # type: ignore[arg-type]
    ways = legal(parts(), track, piece, first=False)
    best = best_way(parts(), track, ways)
    cell, arms = list(best.cell), parts().turned_arms(piece, best.turns)
    (choice, *_) = track_phase.lay_in_device_asks(made)[0].options  # type: ignore[arg-type]
    assert next(choice.expand()) == {"cell": cell, "arms": arms}


def laying_match(seed: str, pieces: int = 9) -> Match:
    """A match of two whose players lay the track, with so many tableaus down."""
    match = Match.new(GAME, 2, {"board": "device", "track": "built"}, seed)
    while True:
        ask = match.ask
        assert ask is not None
        if match.supplies(ask):
            match.supply(ask)
        elif len(town(match.position).laid) == pieces:  # type: ignore[arg-type]
            return match
        else:
            option = ask.options[-1]
            match.answer(Entry(ask.seats[0], option.verb, option.sample(lambda n: n - 1)))


@pytest.mark.clause("KR-POS-5", "KR-INT-8")
def test_everybody_chooses_his_road_start() -> None:
    for seed in range(20):
        match = Match.new(GAME, 3, {"board": "device"}, str(seed))
        while match.state not in ("gate", "roll"):
            ask = match.ask
            assert ask is not None
            if match.supplies(ask):
                match.supply(ask)
            else:
                match.answer(Entry(1, ask.verb, ask.options[0].sample(lambda n: 0)))
        if match.state == "gate":
            break
    position = match.position
    assert isinstance(position, Town)
    for seat in position.order:
        ask = match.ask
        assert ask is not None
        assert ask.seats == (seat,)
        match.answer(Entry(seat, "gate", ask.options[0].sample(lambda n: 0)))
    assert len({stand.facing for stand in town(position).board.stands.values()}) == 1


@pytest.mark.clause("KR-INT-36", "KR-INT-54", "KR-END-9", "KR-DIV-11")
def test_shut_in_cars_may_end_the_match_unwon() -> None:
    road = Road(cars={A: "M34 E", B: "M34 E", C: "M34 W"}).refresh()
    p = road.town
    for car in p.cars:
        car.hands["diversion"].known = dict.fromkeys(car.hands["diversion"].known, 0)
    p.stacks["34"], p.board.card_turns["34"] = ["straight"], [0]
    assert shut_in.most_in_reach(p) == 1
    entry = Entry(A, "auto")
    assert shut_in.shut_in(p, entry)
    assert shut_in.shut_asks(p)[0].options[1].verb == "give_up"
    shut_in.warn(p, entry, lambda *args, **named: None)
    assert not shut_in.shut_in(p, entry)
    p.cars[0].hands["diversion"] = replace(p.cars[0].hands["diversion"], blind=1)
    p.board.warned = False
    assert not shut_in.shut_in(p, entry)


@pytest.mark.clause("KR-INT-36", "KR-DIV-7")
def test_diversions_in_hand_open_no_road_under_three_others() -> None:
    p = Road(cars={A: "M34 E", B: "M34 E", C: "M34 W"}).refresh().town
    p.stacks["34"], p.board.card_turns["34"] = ["left", "roadblock", "straight"], [0, 0, 0]
    assert any(p.cars[0].hands["diversion"].known.values())
    assert shut_in.most_in_reach(p) == 1
    assert shut_in.shut_in(p, Entry(A, "auto"))


@pytest.mark.clause("KR-INT-36")
def test_a_diversion_that_helps_others_alone_opens_no_way() -> None:
    p = Road(cars={A: "M34 E", B: "M45 W", C: "M34 W"}).refresh().town
    for seat in (A, C):
        hand = p.car(seat).hands["diversion"]
        hand.known = dict.fromkeys(hand.known, 0)
    p.stacks["34"], p.board.card_turns["34"] = ["straight"], [0]
    p.stacks["45"], p.board.card_turns["45"] = ["roadblock", "dead_end", "straight"], [0, 0, 1]
    assert shut_in.shut_in(p, Entry(A, "auto"))
    p.car(A).hands["diversion"].known["left"] = 1
    assert not shut_in.shut_in(p, Entry(A, "auto"))


@pytest.mark.clause("KR-TRK-5")
def test_tracks_with_names_are_whole_towns() -> None:
    for name in ("city", "country", "ring"):
        match = Match.new(GAME, 5, {"board": "device", "track": name}, "named")
        while match.state != "place_roll":
            ask = match.ask
            assert ask is not None
            match.supply(ask)
        position = match.position
        assert isinstance(position, Town)
        assert len(position.laid) == 36


@pytest.mark.clause("KR-MOV-2")
def test_an_owner_corrects_the_fields_per_arm() -> None:
    components = GAME.components("full_fields_per_arm = 1")
    facts = {"board": "device", "track": "city"}
    match = Match.new(GAME, 3, facts, "arms", components=components)
    while match.state != "drive":
        ask = match.ask
        assert ask is not None
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))
    position = match.position
    assert isinstance(position, Town)
    assert position.numbers.parts.spacing == 4
    assert {at[0] % 4 for at in position.roads.numbers} == {0}


@pytest.mark.clause("KR-INT-54")
def test_a_town_too_small_for_red_is_noticed_whatever_diversions_are_held() -> None:
    p = Road(red=12, cars={A: "M34 E", B: "M34 E", C: "M34 W"}).refresh().town
    for number in ("45", "52"):
        del p.board.laid[number]
    assert all(any(car.hands["diversion"].known.values()) for car in p.cars)
    assert shut_in.shut_in(p, Entry(A, "auto"))


@pytest.mark.clause("KR-INT-54")
def test_shut_in_cars_are_asked_once_a_cycle_of_escape_cards() -> None:
    p = Road(cars={A: "M34 E", B: "M34 E", C: "M34 W"}).refresh().town

    def say(*args: object, **named: object) -> None:
        """Nobody listens."""

    p.board.warned, p.pile = True, []
    move.next_seat(p, Entry(A, "righted"), say)  # a righting turn has turned no card
    assert p.board.warned
    escape.reshuffle(p, Entry(A, "auto"), say)
    assert not p.board.warned


@pytest.mark.clause("KR-INT-32", "KR-KIT-8", "KR-RAM-2")
def test_the_last_point_may_pass_a_car_by_a_jump() -> None:
    cars = {A: "23/13 E", B: "13/34 E", C: "M34 E"}
    road = Road(red=34, cars=cars, quarter_turn_anywhere=False).refresh()
    road.roll(3)
    road.do("step").do("step")
    assert road.verbs[:2] == ["behind", "passed"]
    road.do("passed", target=B).roll(5)
    road.do("kitt", card="jump")
    assert road.at(A) == spot("34/12 E")


@pytest.mark.clause("KR-TRK-12", "KR-INT-5")
@pytest.mark.parametrize(("board", "over"), [("device", True), ("table", False)])
def test_a_pass_counts_what_was_tried_in_vain_already(board: str, over: bool) -> None:
    """The box draws the tableau set aside last as the last; players might draw it again."""
    p = Play(2, board=board, track="built", track_counter=True).p
    p.track = Track(0, [2, 2], aside=2, misses=1, centre=False, tried=1)
    assert track_phase.building_over(p, Entry(A, "auto")) == over


@pytest.mark.clause("KR-DIV-11", "KR-DIV-4")
def test_who_is_walled_in_is_told_and_shown_the_way_out_first() -> None:
    """The first items were a place to stay at, a quarter turn and a half turn."""
    road = Road(cars={A: "M23 W", B: "M34 E", C: "M34 E"})
    road.p.car(B).hands["diversion"].known["dead_end"] -= 1
    road.town.stacks["23"], road.board.card_turns["23"] = ["dead_end"], [0]
    assert walled_in(road.town.roads, road.at(A).field)
    road.refresh().roll(3)
    assert all(o.preview == text("kr.drive.walled-out") for o in road.ask.options)
    assert road.verbs[0] == "divert"
    verb, args = next(road.ask.listed())
    road.do(verb, **args)
    assert not walled_in(road.town.roads, road.at(A).field)
    assert road.verbs[0] == "go"


@pytest.mark.clause("KR-DIV-11")
def test_who_is_walled_in_without_a_card_is_told_so() -> None:
    """One diversion a turn may be laid."""
    road = Road(cars={A: "M23 W", B: "M34 E", C: "M34 E"})
    road.p.car(B).hands["diversion"].known["dead_end"] -= 1
    road.town.stacks["23"], road.board.card_turns["23"] = ["dead_end"], [0]
    road.refresh().roll(3).do("divert", kind="roadblock", tableau=45, joins="")
    assert all(o.preview == text("kr.drive.walled") for o in road.ask.options)


@pytest.mark.clause("KR-MOV-11", "KR-MOV-3")
@pytest.mark.parametrize(
    ("start", "points", "to", "facing"),
    [
        ("M34 W", 2, (4, 10), "E"),  # red is behind: turned around here it is two spaces away
        ("M34 W", 1, (4, 10), "N"),  # a quarter turn, rather than a space farther away
        ("M13 E", 2, (4, 10), "E"),  # red is ahead
        ("M34 W", 3, (5, 10), "E"),
    ],
)
def test_the_cursor_begins_where_red_is_fewest_points_away(
    start: str, points: int, to: tuple[int, int], facing: str
) -> None:
    road = Road(red=12, cars={A: start, B: "52n N", C: "52n N"}).refresh().roll(points)
    verb, args = next(road.ask.listed())
    assert (verb, tuple(args["to"]), args["facing"]) == ("go", to, facing)


@pytest.mark.clause("KR-DIV-8", "KR-DIV-11")
def test_a_diversion_says_whom_it_leaves_without_a_road_to_red() -> None:
    """A on 13 is cut off by a roadblock on 34; B, who stands under it, drives on to red, on 12."""
    road = Road(red=12, cars={A: "M13 E", B: "M34 E", C: "M12 W"}).refresh().roll(2)
    road.do("divert", kind="roadblock", tableau=34, joins="")
    told = [(ruling.key, ruling.seat) for ruling in road.match.log[-1].rulings]
    assert told == [("kr.divert.laid", A), ("kr.board.cut-off", A)]
    (shown,) = (widget for widget in GAME.scene(road.town, A).body if isinstance(widget, Streets))
    said = {preview.key for preview in shown.previews.values()}
    assert "kr.board.way" in said
    assert not {"kr.board.needs", "kr.board.no-way"} & said


@pytest.mark.clause("KR-MOV-2", "KR-MOV-3")
def test_a_long_way_to_red_is_no_missing_road() -> None:
    """From 60 points on it said that no road leads there."""
    options = {"board": "device", "cards": "device", "track": "country"}
    match = Match.new(GAME, ["Ada", "Bob"], options, "far2")
    while match.state != "roll":
        ask = match.asks[0]
        first = {} if match.supplies(ask) else ask.options[0].sample(lambda n: 0)
        match.play(Entry(ask.seats[0], ask.verb, first))
    assert text("kr.line.red-points", n=70) in GAME.scene(town(match.position), None).lines


@pytest.mark.clause("KR-DIV-11", "KR-DIV-7")
def test_who_is_walled_in_is_promised_no_way_out_that_no_card_opens() -> None:
    """Three diversions lie there; the top one, a dead end, leads off the town's edge."""
    road = Road(cars={A: "M13 W", B: "M34 E", C: "M34 E"})
    own = road.p.car(A).hands["diversion"].known
    for kind in ("straight", "left", "dead_end"):
        own[kind] -= 1
    road.town.stacks["13"] = ["straight", "left", "dead_end"]
    road.board.card_turns["13"] = [0, 0, 0]
    assert text("kr.drive.walled") in GAME.scene(road.refresh().town, A).lines, "before the roll"
    road.roll(3)
    assert "divert" in road.verbs
    assert all(o.preview == text("kr.drive.walled") for o in road.ask.options)


def begun(road: Road) -> tuple[int, int] | None:
    """Next to which place the cursor over tableaus begins."""
    (shown,) = (widget for widget in GAME.scene(road.town, A).body if isinstance(widget, Streets))
    return shown.begin


@pytest.mark.clause("KR-DIV-1")
def test_a_diversion_that_bars_begins_at_the_rival_who_is_nearest_to_red() -> None:
    road = Road(cars={A: "M13 W", B: "M34 E", C: "M23 E"}).refresh()
    road.roll(1).do("step")
    assert begun(road) == spot("M34 E").field


@pytest.mark.clause("KR-DIV-8", "KR-DIV-9")
def test_a_diversion_that_opens_begins_at_the_one_that_cuts_the_car_off() -> None:
    road = Road(cars={A: "M23 E", B: "M34 E", C: "M12 E"}).refresh()
    assert begun(road.roll(3)) is None
    road = Road(cars={A: "M23 E", B: "M34 E", C: "M12 E"})
    road.p.car(B).hands["diversion"].known["roadblock"] -= 1
    road.town.stacks["13"], road.board.card_turns["13"] = ["roadblock"], [0]
    assert begun(road.refresh().roll(3)) == spot("M13 E").field


@pytest.mark.clause("KR-DIV-8", "KR-DIV-9")
def test_a_diversion_on_another_one_says_that_the_lower_one_no_longer_counts() -> None:
    road = Road(cars={A: "M23 E", B: "M34 E", C: "M12 E"})
    road.p.car(B).hands["diversion"].known["roadblock"] -= 1
    road.town.stacks["13"], road.board.card_turns["13"] = ["roadblock"], [0]
    road.refresh().roll(3)
    road.do("divert", kind="straight", tableau=13, joins="NS")
    assert [(r.key, r.args) for r in road.match.log[-1].rulings][1:] == [
        ("kr.divert.over", {"kind": "roadblock"})
    ]


@pytest.mark.clause("KR-MOV-3", "KR-END-4")
def test_every_facing_says_how_far_red_is_then() -> None:
    """Red, on 12, is two spaces east of M34; facing west the car has to turn around first."""
    road = Road(red=12, cars={A: "M34 W", B: "52n N", C: "52n N"}).refresh().roll(2)
    option = next(o for o in road.ask.options if o.verb == "go")
    facings = option.fields["facing"]
    assert isinstance(facings, OneOf)
    said = dict(zip(facings.values, facings.notes, strict=True))
    assert said == {"E": text("kr.board.from-so", n=2), "W": text("kr.board.from-so", n=4)}


@pytest.mark.clause("KR-KIT-6", "KR-KIT-7", "KR-END-4")
def test_a_card_says_how_many_points_there_are_with_it_or_that_they_win() -> None:
    """Red, on 12, is two spaces ahead: 2 points reach it, and 6 with two turns around."""
    road = Road(red=12, cars={A: "M34 E", B: "52n N", C: "52n N"}).refresh().roll(1)
    assert cards(road) == {
        "shield": text("kr.kitt.safe"),
        "turbo1": text("kr.board.wins-so"),
        "turbo2": text("kr.board.wins-so"),
    }
    assert road.ask.prompt.key == "kr.drive.card"
    behind = next(o for o in road.ask.options if o.aside)
    assert (behind.verb, behind.note) == ("kitt", text("kr.board.wins-so")), "first behind BACK"
    road = Road(red=12, cars={A: "M34 W", B: "52n N", C: "52n N"}).refresh().roll(1)
    assert cards(road)["turbo1"] == text("kr.kitt.then", n=2)


def cards(road: Road) -> dict[Plain, Text]:
    """What stands beside every K.I.T.T. card."""
    field = next(o for o in road.ask.options if o.verb == "kitt").fields["card"]
    assert isinstance(field, OneOf)
    return dict(zip(field.values, field.notes, strict=True))


@pytest.mark.clause("KR-VAR-2", "KR-MOV-11")
def test_with_checkpoints_open_the_cursor_begins_towards_the_nearest_of_them() -> None:
    """Red is east, checkpoint 23 west."""
    road = Road(red=12, cars={A: "M34 W", B: "52n N", C: "52n N"})
    road.p.car(A).open_targets.append(23)
    road.refresh().roll(2)
    verb, args = next(road.ask.listed())
    assert (verb, args["to"][0] < spot("M34 W").field[0]) == ("go", True)


@pytest.mark.clause("KR-MOV-2", "KR-MOV-10")
def test_the_map_shows_the_way_to_every_place_field_by_field() -> None:
    """Guests took the dots of other places for the way."""
    road = Road(cars={A: "M13 E", B: "52n N", C: "52n N"}).refresh().roll(4)
    (shown,) = (widget for widget in GAME.scene(road.town, A).body if isinstance(widget, Streets))
    places = {tuple(args["to"]) for verb, args in road.ask.listed() if verb == "go"}
    assert set(shown.ways) == places
    for place, way in shown.ways.items():
        assert (way[0], way[-1]) == (road.at(A).field, place)
        assert all(apart(one, other) == 1 for one, other in pairwise(way))


def test_no_way_is_shown_once_the_points_are_used() -> None:
    road = Road(cars={A: "M13 E", B: "52n N", C: "52n N"}).refresh().roll(1)
    road.drive("13/34 E")
    (shown,) = (widget for widget in GAME.scene(road.town, A).body if isinstance(widget, Streets))
    assert shown.ways == {}


@pytest.mark.clause("KR-MOV-5", "KR-TRN-2")
def test_before_the_roll_it_is_said_how_many_points_red_is_away() -> None:
    road = Road(red=12, cars={A: "M34 E", B: "52n N", C: "52n N"})
    assert text("kr.line.red-points", n=2) in GAME.scene(road.town, A).lines
    road.town.put(A, spot("M34 W"))
    assert text("kr.line.red-points", n=4) in GAME.scene(road.town, A).lines, "it turns round first"


@pytest.mark.clause("KR-KIT-8", "KR-KIT-9", "KR-END-2")
def test_a_jump_that_reaches_red_says_so() -> None:
    road = Road(red=12, cars={A: "M34 E", B: "34/12 E", C: "34/12 E"}).refresh().roll(1)
    assert cards(road)["jump"] == text("kr.board.wins-so")
    road.do("kitt", card="jump")
    assert road.p.winner == A


@pytest.mark.clause("KR-KIT-6", "KR-TRN-6")
def test_a_card_says_so_when_the_points_are_used_up_too() -> None:
    road = Road(red=12, cars={A: "M13 E", B: "52n N", C: "52n N"}).refresh().roll(2)
    road.drive("M34 E")
    assert cards(road)["turbo1"] == text("kr.board.wins-so")


@pytest.mark.clause("KR-INT-31", "KR-KIT-9", "KR-KIT-6")
def test_where_to_be_there_at_the_end_is_enough_cards_say_so() -> None:
    """Points that are left on red's space are used up by turning there."""
    road = Road(red=12, cars={A: "M34 E", B: "34/12 E", C: "34/12 E"}, goal_arrival="end")
    assert cards(road.refresh().roll(3))["jump"] == text("kr.board.wins-so")
    road.do("kitt", card="jump")
    assert road.verbs[0] == "catch"
    road = Road(red=12, cars={A: "34/12 E", B: "52n N", C: "52n N"}, goal_arrival="end")
    road.refresh().roll(2).do("step")
    assert cards(road)["turbo1"] == text("kr.board.wins-so")
