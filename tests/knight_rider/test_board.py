"""The board as plain data: the worked checks of the catalogue, and a naive second opinion."""

from __future__ import annotations

import random

import pytest

from referee.games.knight_rider.board.laying import Laid, free_cells, laid_by_box, legal
from referee.games.knight_rider.board.places import (
    field_distances,
    red_lands,
    red_reaches,
    start_tableaus,
    startable,
    within_reach,
)
from referee.games.knight_rider.board.roads import Card, Roads, roads
from referee.games.knight_rider.board.traffic import Spot, Traffic
from referee.games.knight_rider.board.trips import Driver, State, reach, trips
from tests.knight_rider.boards import (
    EXAMPLE,
    example,
    field,
    naive_of,
    parts,
    random_track,
    spot,
)
from tests.knight_rider.naive import FACING, LETTER, Naive
from tests.knight_rider.naive_track import placements, starts


def drive(traffic: Traffic, start: str, path: str, *, rammable: tuple[int, ...] = ()) -> Spot | str:
    """Car 1 after these manoeuvres; the first one that is refused, or ``ram n`` where it stops."""
    driver = Driver(1, traffic, frozenset(rammable))
    at = State(spot(start))
    for way in path:
        if way == "F" and driver.victim(at):
            return f"ram {driver.victim(at)}"
        to = driver.step(at) if way == "F" else driver.turn(at, way)
        if to is None:
            return way
        at = to
    return at.spot


# -- phase 1 ---------------------------------------------------------------------------------


@pytest.mark.clause("KR-INT-3", "KR-TRK-8")
def test_a_road_must_be_continued_as_long_as_one_is_open() -> None:
    made = parts()
    closed = {(0, 2): Laid(15, (0, 2), 1), (1, 2): Laid(12, (1, 2), 2)}  # bends, one loop
    assert [made.turned_arms(laid.number, laid.turns) for laid in closed.values()] == ["ES", "SW"]
    anywhere = legal(made, closed, 16, first=False)
    assert legal(made, closed, 16, first=False, must_join=True) == anywhere != []
    opened = {**closed, (2, 0): Laid(23, (2, 0), 1)}
    joined = legal(made, opened, 16, first=False, must_join=True)
    assert {laid.cell for laid in joined} == {(3, 0)}


@pytest.mark.clause("KR-TRK-6", "KR-TRK-8", "KR-TRK-14", "KR-TRK-16")
def test_where_a_tableau_may_lie() -> None:
    first = free_cells({}, first=True)
    assert len(first) == 8
    assert (2, 0) in first
    assert (3, 0) not in first
    assert (2, 2) not in first
    track = {(2, 0): Laid(16, (2, 0), 0)}
    assert (3, 0) in free_cells(track, first=False)
    assert (3, 0) not in free_cells(track, first=True)
    assert (5, 5) not in free_cells(track, first=False)
    assert (0, 0) not in free_cells(track, first=False)


@pytest.mark.clause("KR-TRK-9", "KR-TRK-10", "KR-TRK-11", "KR-INT-4")
def test_edges_match_on_all_sides() -> None:
    made = parts()
    track = {(2, 0): Laid(23, (2, 0), 1), (3, 1): Laid(34, (3, 1), 0)}
    # The place (3, 0) is fed from W (23 lies east to west) and from N (34 north to south).
    ways = legal(made, track, 12, first=False)
    assert [made.turned_arms(12, way.turns) for way in ways if way.cell == (3, 0)] == ["NW"]
    assert Laid(45, (3, 0), 0) not in legal(made, track, 45, first=False)
    # By a built-up edge alone, elsewhere than the open road.
    assert Laid(45, (2, 1), 1) in legal(made, {(2, 0): track[2, 0]}, 45, first=False)


@pytest.mark.clause("KR-INT-3")
def test_a_group_may_want_every_tableau_to_join_a_road() -> None:
    made, track = parts(), {(2, 0): Laid(23, (2, 0), 1)}
    assert {way.cell for way in legal(made, track, 45, first=False, must_join=True)} == {(3, 0)}


@pytest.mark.clause("KR-TRK-12", "KR-TRK-15")
def test_the_box_lays_all_36_and_every_edge_matches() -> None:
    made, rng = parts(), random.Random("box")
    order = list(made.arms)
    for players in (2, 5):
        rng.shuffle(order)
        track = laid_by_box(made, tuple(order), players)
        assert sorted(laid.number for laid in track) == sorted(order)
        cells = {laid.cell: laid for laid in track}
        assert len(cells) == 36
        for laid in track:
            others = {cell: tile for cell, tile in cells.items() if tile != laid}
            assert laid in legal(made, others, laid.number, first=False)


@pytest.mark.clause("KR-POS-3", "KR-POS-4", "KR-POS-6", "KR-INT-6")
def test_the_farthest_tableau_with_a_free_road_start() -> None:
    made = parts()
    assert start_tableaus(made, EXAMPLE, 12) == [23, 52]
    assert startable(made, EXAMPLE) == [23, 45, 52]
    lonely = Laid(16, (9, 9), 0)
    assert 16 not in startable(made, [*EXAMPLE, lonely])
    assert start_tableaus(made, [*EXAMPLE, lonely], 16) == [23]  # in cells, unreachable by road
    assert start_tableaus(made, EXAMPLE, 12, by_road=False) == [23, 52]


# -- driving ---------------------------------------------------------------------------------


@pytest.mark.clause("KR-MOV-2", "KR-MOV-3", "KR-MOV-4", "KR-MOV-5", "KR-EX-1", "KR-EX-7")
def test_prices_round_bends_and_on_the_spot() -> None:
    road = example()
    assert drive(road, "M34 E", "FFLF") == spot("12/45 N")
    assert drive(road, "23/13 E", "FF") == spot("13/34 E")
    assert drive(road, "23/13 E", "FLF") == spot("13/52 N")
    assert drive(road, "M23 E", "UF") == spot("23w W")
    assert drive(example(red="M34"), "M13 E", "FFFUF") == spot("M34 W")


@pytest.mark.clause("KR-MOV-6", "KR-MOV-14", "KR-MOV-17", "KR-MOV-12", "KR-INT-14", "KR-INT-53")
def test_where_the_road_ends() -> None:
    road = example()
    assert drive(road, "M23 W", "F") == spot("23w W")
    assert drive(road, "M23 W", "FF") == "F"
    assert drive(road, "M12 E", "F") == "F"
    assert drive(road, "45n N", "L") == spot("45n W")
    straight = Driver(1, road, quarters=False)
    assert straight.turn(State(spot("45n N")), "L") is None
    assert straight.turn(State(spot("45n N")), "U") is not None
    assert straight.stranded(State(spot("45n N")), 1)
    assert not straight.stranded(State(spot("45n N")), 2)
    assert straight.turn(State(spot("M12 E")), "L") is not None


@pytest.mark.clause("KR-MOV-7", "KR-MOV-9", "KR-RAM-15", "KR-END-7", "KR-INT-19")
def test_two_cars_bar_the_way() -> None:
    assert drive(example({2: "13/34 E", 3: "13/34 W"}), "M13 E", "F") == "F"
    assert drive(example({2: "M34 E"}, "M34"), "13/34 E", "F") == "F"
    assert drive(example({2: "M34 E"}, "M34", red_counts=False), "13/34 E", "F") == spot("M34 E")
    assert drive(example({}, "M34"), "13/34 E", "F") == spot("M34 E")


@pytest.mark.clause("KR-RAM-2", "KR-RAM-5", "KR-RAM-9", "KR-INT-15", "KR-MOV-15")
def test_what_passing_is() -> None:
    beside = example({2: "13/34 E"})
    assert drive(beside, "13/34 E", "F", rammable=(2,)) == spot("M34 E")
    assert drive(beside, "M13 E", "F", rammable=(2,)) == spot("13/34 E")
    assert drive(beside, "M13 E", "FUF", rammable=(2,)) == spot("M13 W")
    assert drive(beside, "M13 E", "FF", rammable=(2,)) == "ram 2"
    assert drive(beside, "M13 E", "FF") == spot("M34 E")  # on its roof, or shielded
    assert drive(example({2: "M13 S"}), "23/13 E", "FLF", rammable=(2,)) == "ram 2"
    assert drive(example({}, "M34"), "M13 E", "FFF") == spot("34/12 E")


@pytest.mark.clause("KR-RAM-12", "KR-RAM-13", "KR-INT-17", "KR-INT-18", "KR-INT-52")
@pytest.mark.parametrize(
    ("cars", "fields", "ends"),
    [
        ({1: "13/34 E"}, 2, "23/13 E"),
        ({1: "13/34 E"}, 1, "M13 E"),
        ({1: "M23 E"}, 2, "23w E"),
        ({1: "12/45 N"}, 1, "M12 N"),
        ({1: "12/45 N"}, 2, "34/12 E"),
        ({1: "13/52 N"}, 2, "M13 N"),
        ({1: "13/34 E", 2: "23/13 E", 3: "23/13 W"}, 2, "M13 E"),
        ({1: "13/34 E", 2: "M13 E"}, 2, "23/13 E"),
        ({1: "12/45 S"}, 2, "45n S"),
        ({1: "45n W"}, 1, "M45 N"),
    ],
)
def test_slides_follow_the_road(cars: dict[int, str], fields: int, ends: str) -> None:
    road = example(cars)
    assert road.slide(road.cars[1], 1, fields) == spot(ends)


@pytest.mark.clause("KR-RAM-13", "KR-KIT-8", "KR-DIV-10", "KR-INT-35")
def test_a_roadblock_stops_steps_and_slides_but_holds_nobody() -> None:
    road = example({1: "13/34 E"}, cards={13: Card("roadblock", 0)})
    assert road.slide(road.cars[1], 1, 2) == spot("13/34 E")
    barred = example(cards={34: Card("roadblock", 0)})
    assert drive(barred, "13/34 E", "F") == "F"
    assert drive(barred, "M34 E", "F") == spot("34/12 E")


@pytest.mark.clause("KR-OIL-3", "KR-OIL-4", "KR-OIL-6", "KR-INT-26", "KR-INT-52")
@pytest.mark.parametrize(
    ("mine", "other", "slick"),
    [
        ("13/34", "M34 E", True), ("13/34", "M34 W", False),
        ("34/12", "M12 N", True), ("34/12", "M12 E", True),
        ("23/13", "M13 N", False), ("13/34", "M13 N", False),
        ("M34", "M34 E", False), ("M45", "45n W", True),
    ],
)  # fmt: skip
def test_whose_slick_lies_where(mine: str, other: str, slick: bool) -> None:
    road = example({2: other})
    assert road.slicks(field(mine), 1) == ([2] if slick else [])


@pytest.mark.clause("KR-KIT-8", "KR-KIT-9", "KR-KIT-11", "KR-KIT-12", "KR-INT-32")
def test_what_can_be_jumped() -> None:
    def jump(traffic: Traffic, start: str) -> Spot | None:
        to = Driver(1, traffic).jump(State(spot(start)))
        return to.spot if to is not None else None

    block = {34: Card("roadblock", 0)}
    assert jump(example(cards=block), "13/34 E") == spot("34/12 E")
    assert jump(example({2: "M34 E"}), "13/34 E") is None
    assert jump(example({}, "M34"), "13/34 E") is None
    assert jump(example({2: "13/34 E", 3: "13/34 E"}), "M13 E") == spot("M34 E")
    assert jump(example({2: "M34 E"}, "M34"), "13/34 E") == spot("34/12 E")
    assert jump(example({2: "M34 E"}, "M34", red_counts=False), "13/34 E") is None
    assert jump(example({2: "M12 E", 3: "M12 E"}), "34/12 E") is None
    two = {2: "13/34 E", 3: "13/34 E"}
    assert jump(example(two, cards=block), "M13 E") is None
    assert jump(example(cards={13: Card("straight", 0)}), "23/13 E") is None


@pytest.mark.clause("KR-MOV-10", "KR-MOV-13", "KR-INT-12")
def test_from_outside_onto_the_half_field() -> None:
    outside = State(spot("23w E"), outside=True)
    driver = Driver(1, example())
    assert {way for way, _ in driver.moves(outside, 3)} == {"F"}
    entered = driver.step(outside)
    assert entered is not None
    assert (entered.spot, entered.outside) == (spot("23w E"), False)
    closed = Driver(1, example({2: "23w E", 3: "23w E"}))
    assert closed.stranded(outside, 4)
    over = closed.jump(outside)
    assert over is not None
    assert over.spot == spot("M23 E")


@pytest.mark.clause("KR-DIV-8", "KR-DIV-9", "KR-DIV-11", "KR-DIV-6", "KR-INT-34")
def test_what_diversions_do_to_the_roads() -> None:
    north_south = {13: Card("straight", 0)}
    assert drive(example(cards=north_south), "23/13 E", "F") == "F"
    assert drive(example(cards={13: Card("straight", 1)}), "23/13 E", "F") == spot("M13 E")
    assert drive(example(cards={34: Card("straight", 0)}), "M34 E", "F") == "F"
    assert drive(example(cards={34: Card("straight", 0)}), "M34 E", "LL") == spot("M34 W")
    made = parts()
    assert sorted(made.joined("right", 0) or "") == ["E", "S"]
    assert sorted(made.joined("left", 3) or "") == ["E", "S"]
    assert made.joined("dead_end", 2) == "N"
    assert len(made.distinct_card_turns("straight")) == 2


@pytest.mark.clause("KR-ESC-3", "KR-ESC-4", "KR-ESC-5", "KR-ESC-6")
def test_where_red_flees_to() -> None:
    assert red_lands(EXAMPLE, 34, (1, 0)) == 12
    assert red_lands(EXAMPLE, 34, (0, 1)) == 0
    assert red_lands(EXAMPLE, 45, (0, -1)) == 12
    assert red_reaches(EXAMPLE, 52, [(2, 0)]) == {52, 45}


@pytest.mark.clause("KR-INT-36", "KR-DIV-11")
def test_who_is_shut_in() -> None:
    shut = example(cards={34: Card("straight", 0)}).roads
    assert within_reach(shut, field("M34")) == {34}
    assert within_reach(shut, field("M13")) == {13, 23, 52}
    block = example(cards={34: Card("roadblock", 0)}).roads
    assert within_reach(block, field("M34")) == {13, 23, 52, 12, 45}
    assert within_reach(block, field("M13")) == {13, 23, 52}
    assert within_reach(block, field("M13"), jumps=1) == {13, 23, 52, 12, 45}
    assert field_distances(shut, field("M13"))[field("52n")] == 3


@pytest.mark.clause("KR-VAR-2", "KR-INT-38")
def test_targets_are_ticked_by_entering_their_middle_field() -> None:
    driver = Driver(1, example())
    found = trips(driver, State(spot("M13 E"), open=frozenset({34, 52})), 4)
    ends = {trip.at.spot: trip for trip in found}
    assert ends[spot("M12 E")].at.open == {52}
    assert ends[spot("52n N")].at.open == {34, 52} - {52}


# -- both models -----------------------------------------------------------------------------


def random_cards(rng: random.Random, numbers: list[int], count: int) -> dict[int, list[Card]]:
    kinds = ("straight", "dead_end", "roadblock", "right", "left")
    stacks: dict[int, list[Card]] = {}
    for _ in range(count):
        stack = stacks.setdefault(rng.choice(numbers), [])
        if len(stack) < 3:
            stack.append(Card(rng.choice(kinds), rng.randrange(4)))
    return stacks


def crowded(rng: random.Random, made: Roads, count: int) -> dict[int, Spot]:
    """Cars near to each other, at most two on a field."""
    heart = rng.choice(list(made.ways))
    near = [at for at in made.ways if abs(at[0] - heart[0]) + abs(at[1] - heart[1]) < 6]
    cars: dict[int, Spot] = {}
    for seat in range(1, count + 1):
        free = [at for at in near if sum(c.field == at for c in cars.values()) < 2]
        if free:
            cars[seat] = Spot(rng.choice(free), rng.choice("NESW"))
    return cars


def both(seed: int) -> tuple[random.Random, Traffic, Naive]:
    """A random crowded board, seen by both models."""
    rng = random.Random(seed)
    made = parts(seed % 2)
    track = random_track(rng, made, ("box", "join", "any")[seed % 3])
    stacks = random_cards(rng, [laid.number for laid in track], rng.choice((0, 6, 25)))
    ways = roads(made, track, {number: stack[-1] for number, stack in stacks.items()})
    cars = crowded(rng, ways, rng.randint(2, 5))
    red, counts = rng.choice(track).number, rng.random() < 0.7
    traffic = Traffic(ways, cars, ways.middles[red], red_counts=counts)
    plain = {n: [(card.kind, card.turns) for card in stack] for n, stack in stacks.items()}
    naive = naive_of(made, track, plain, cars, red_counts=counts)
    naive.red = red
    return rng, traffic, naive


@pytest.mark.parametrize("seed", range(60))
def test_a_naive_model_says_the_same_of_random_positions(seed: int) -> None:
    rng, traffic, naive = both(seed)
    naive.quarters = quarters = rng.random() < 0.7
    for seat, auto in naive.autos.items():
        auto.roof = rng.random() < 0.2
        behind, other = traffic.tail(traffic.cars[seat]), naive.behind(seat)
        assert (behind is None) == (other is None)
        if behind is not None and other is not None:
            assert (complex(*behind[0]), FACING[behind[1]]) == other
    rammable = frozenset(seat for seat, auto in naive.autos.items() if not auto.roof)
    for seat in naive.autos:
        driver = Driver(seat, traffic, rammable - {seat}, quarters)
        assert bool(traffic.slicks(traffic.cars[seat].field, seat)) == naive.slick(seat)
        landing = traffic.jump(traffic.cars[seat], seat)
        assert (None if landing is None else complex(*landing)) == naive.landing(seat)
        points = rng.randint(1, 5)
        start = State(traffic.cars[seat])
        mine = {
            (complex(*t.at.spot.field), t.at.spot.facing) for t in trips(driver, start, points)
            if not t.rams
        }  # fmt: skip
        walked = list(naive.walks(seat, points))
        assert mine == {(at, LETTER[way]) for _, at, way, victim, _ in walked if not victim}
        best: dict[int, int] = {}
        for _, _, _, victim, left in walked:
            if victim:
                best[victim] = max(left, best.get(victim, 0))
        assert {t.rams: t.left for t in trips(driver, start, points) if t.rams} == best
        ends = [
            {t.at.spot for t in trips(driver, start, count) if not t.rams}
            for count in range(1, points + 1)
        ]
        assert reach(driver, start, points) == ({start.spot}.union(*ends), ends[-1])
        slid = traffic.slide(traffic.cars[seat], seat, 2)
        auto = naive.autos[seat]
        kept = auto.at, auto.way
        naive.slide(seat, 2)
        assert (complex(*slid.field), FACING[slid.facing]) == (auto.at, auto.way)
        auto.at, auto.way = kept


@pytest.mark.parametrize("seed", range(24))
def test_a_naive_model_lays_and_starts_alike(seed: int) -> None:
    rng = random.Random(seed)
    made = parts()
    track = random_track(rng, made, "any")[: rng.randint(3, 36)]
    last, rest = track[-1], track[:-1]
    naive = naive_of(made, rest, {}, {})
    ways = [FACING[side] for side in made.arms[last.number]]
    cells = {laid.cell: laid for laid in rest}
    for first, join in ((False, False), (True, False), (False, True)):
        found = {
            (complex(*way.cell), "".join(sorted(made.turned_arms(way.number, way.turns))))
            for way in legal(made, cells, last.number, first=first, must_join=join)
        }
        assert found == placements(naive.pieces, ways, first=first, join=join)
    whole = naive_of(made, track, {}, {})
    for by_road in (True, False):
        red = rng.choice(track).number
        wanted = starts(whole.pieces, red, by_road=by_road)
        assert start_tableaus(made, track, red, by_road=by_road) == wanted
