"""Knight Rider's computer players at work: they answer what they are asked, and drive to win."""

from __future__ import annotations

import random
from typing import Final

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.net import FAR, NEVER, Needs, Net
from referee.games.knight_rider.board.places import extent, tableau_distances, walled_in
from referee.games.knight_rider.board.roads import Card, diverted, roads
from referee.games.knight_rider.players.bots import EASY, GOOD
from referee.games.knight_rider.players.flight import Flights
from referee.games.knight_rider.players.odds import Openness, reaching
from referee.games.knight_rider.players.prospects import Prospects
from referee.games.knight_rider.town import town
from referee.kernel.ask import Entry
from referee.kernel.game import Setup
from referee.kernel.match import Match
from referee.kernel.players import Player, chosen
from referee.kernel.text import Text, Who, text
from tests.knight_rider.boards import EXAMPLE, example, field, parts, random_track, spot
from tests.knight_rider.test_town import Road


def test_points_to_a_field_are_counted_by_parity() -> None:
    net = Net(example().roads, field("M13"))
    table = net.needs(field("M34"))

    def needs(words: str) -> Needs:
        return table[net.number(spot(words))]

    assert needs("M13 E") == (2, FAR)
    assert min(needs("M13 W")) == 4
    assert min(needs("12/45 S")) == 4
    assert reaching((2, 5)) == (False, True, False, True, True, True)
    assert reaching((8, 99), frozenset({"turbo1"})) == (False, False, False, True, True, True)
    assert reaching((6, 99), frozenset({"turbo2"}))[0]
    assert not any(reaching(NEVER))


def test_nothing_leads_to_a_field_under_a_roadblock() -> None:
    net = Net(example(cards={34: Card("roadblock", 0)}).roads, field("M13"))
    assert set(net.needs(field("M34"))) == {NEVER}


A, B, C = 1, 2, 3

#: Red one tableau east of where it stands, or one west.
EAST_WEST: Final = ((1, 0), (-1, 0))


def test_the_last_card_of_the_deck_says_where_red_flees_to() -> None:
    flights = Flights(EXAMPLE, EAST_WEST)
    fled = flights.coming(34, [2], 1)
    assert fled.places == fled.landings == {12: 1.0}
    # Then all cards are shuffled: east of tableau 12 there is nothing, so half the time red stays.
    again = flights.coming(34, [2], 2)
    assert again.places == {12: 0.5, 34: 0.5}
    assert again.landings == {12: 1.0, 34: 0.5}


def test_two_cards_bring_red_there_and_back() -> None:
    assert Flights(EXAMPLE, EAST_WEST).coming(34, [], 2).places == {34: 1.0}


def test_later_red_is_still_in_its_part_of_the_town() -> None:
    later = Flights(EXAMPLE, EAST_WEST).later(34, [], 3, 8)
    assert set(later.places) == {13, 34, 12}
    assert abs(sum(later.places.values()) - 1) < 1e-9
    assert later == Flights(EXAMPLE, EAST_WEST).later(34, [], 3, 8)


def test_prospects_are_best_where_the_next_roll_finds_red() -> None:
    made, flights = example().roads, Flights(EXAMPLE, EAST_WEST)
    prospects = Prospects(made, Net(made, field("M13")), flights.later(34, [], 3, 8), 2)
    coming = flights.coming(34, [], 2)
    near, turned, far = (
        prospects.worth(spot(words), coming, frozenset()) for words in ("M13 E", "M13 W", "52n N")
    )
    assert near > turned > far > 0


def test_where_red_lands_a_six_may_win() -> None:
    made, flights = example(cards={12: Card("roadblock", 0)}).roads, Flights(EXAMPLE, EAST_WEST)
    later = flights.later(34, [2], 3, 8)
    prospects, coming = (
        Prospects(made, Net(made, field("M12")), later, 2),
        flights.coming(34, [2], 1),
    )
    there, beside = (
        prospects.worth(spot(words), coming, frozenset()) for words in ("M12 N", "12/45 N")
    )
    assert there - beside > 0.1


def test_more_points_lead_to_no_worse_places() -> None:
    made, flights = example().roads, Flights(EXAMPLE, EAST_WEST)
    prospects = Prospects(made, Net(made, field("M13")), flights.later(34, [], 3, 8), 2)
    assert prospects.onward(spot("23w E"), 12) >= prospects.onward(spot("23w E"), 1) > 0


@pytest.mark.parametrize("seed", range(40))
def test_one_more_diversion_makes_the_same_roads_as_all_at_once(seed: int) -> None:
    rng, made = random.Random(seed), parts(seed % 2)
    track, cards = random_track(rng, made, "box"), dict[int, Card]()
    known = roads(made, track, cards)
    for _ in range(8):
        tile, kind = rng.choice(track), rng.choice(list(made.shapes))
        card = Card(kind, rng.choice(made.distinct_card_turns(kind)))
        older = cards
        known, cards = diverted(made, known, tile, card), {**cards, tile.number: card}
        again = roads(made, track, cards)
        assert known == again
        here = rng.choice(list(again.ways))
        before = Openness(roads(made, track, older))
        assert before.after(here, known, known.middles[tile.number]) == Openness(again).of(here)


def play(player: Player, seed: int) -> Match:
    match = Match.new(GAME, 3, {"board": "device", "track": "city"}, f"players {seed}")
    setup = Setup(3, match.header.options, GAME.components())
    bots = {seat: player.make(setup) for seat in (1, 2, 3)}
    below = random.Random(seed).randrange
    for _ in range(3000):
        ask = match.ask
        if ask is None:
            break
        seat = ask.seats[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(chosen(bots[seat](match.view(seat), ask, seat, below)).entry)
    return match


def test_both_levels_bring_matches_to_an_end() -> None:
    for player in (EASY, GOOD):
        assert all(play(player, seed).over for seed in range(3))


def answer(road: Road, player: Player) -> Entry:
    return decided(road, player)[0]


def decided(road: Road, player: Player) -> tuple[Entry, Text | None]:
    """What this player answers on the road as it is, for the seat that is asked; and why."""
    road.refresh()
    seat = road.ask.seats[0]
    bot = player.make(Setup(3, road.match.header.options, GAME.components()))
    found = chosen(bot(road.match.view(seat), road.ask, seat, random.Random(1).randrange))
    return found.entry, found.why


@pytest.mark.clause("KR-RAM-1")
def test_the_good_player_rams_who_stands_before_red() -> None:
    """Both can be passed, behind one of them stands red."""
    road = Road(red=34, cars={A: "M13 E", B: "13/34 E", C: "23/13 W"}).refresh()
    road.roll(4)
    assert {args["target"] for verb, args in road.ask.listed() if verb == "ram"} == {B, C}
    ram, why = decided(road, GOOD)
    assert (ram.verb, ram.args) == ("ram", {"target": B})
    assert why == text("kr.bot.past", who=Who(B))
    assert answer(road, EASY).verb == "go"


@pytest.mark.clause("KR-DIV-1")
def test_the_good_player_shuts_in_those_behind_it() -> None:
    """Two cars stand one tableau from their start, to where alone they can still go."""
    road = Road(red=45, cars={A: "M12 N", B: "M13 N", C: "M13 N"}).refresh()
    road.roll(1)
    road.drive("M12 E")
    lay, why = decided(road, GOOD)
    assert (lay.verb, lay.args["kind"], lay.args["tableau"]) == ("divert", "dead_end", 13)
    assert why == text("kr.bot.closes")
    assert answer(road, EASY).verb == "flip"


@pytest.mark.clause("KR-DIV-1")
def test_a_diversion_that_opens_roads_to_others_too_is_not_said_to_close_any() -> None:
    """A and B stand where a card has left one way; what one of them opens, it opens to both."""
    road = Road(red=45, cars={A: "M13 N", B: "M13 N", C: "M34 E"})
    road.town.stacks["13"], road.board.card_turns["13"] = ["straight"], [0]
    road.p.car(C).hands["diversion"].known["straight"] -= 1
    road.refresh().roll(1)
    road.drive("M13 E")
    lay, why = decided(road, GOOD)
    assert (lay.verb, lay.args["tableau"]) == ("divert", 13)
    assert why == text("kr.bot.opens")


@pytest.mark.clause("KR-KIT-6")
def test_a_turbo_boost_that_reaches_red_is_played() -> None:
    road = Road(red=12, cars={A: "M34 W", B: "52n N", C: "52n N"}).refresh()
    road.roll(2)  # turned round and two fields on: four points
    played, why = decided(road, GOOD)
    assert (played.verb, played.args) == ("kitt", {"card": "turbo1"})
    assert why == text("kr.bot.boost-red")


@pytest.mark.clause("KR-DIV-1")
def test_the_easy_player_opens_its_way_where_it_is_cut_off() -> None:
    """It drove to and fro, its cards in its hand; where nobody else could win, for ever."""
    road = Road(red=34, cars={A: "M23 E", B: "52n N", C: "52n N"}).refresh()
    road.town.car(B).hands["diversion"].known["roadblock"] -= 1
    road.town.stacks["13"], road.board.card_turns["13"] = ["roadblock"], [0]
    road.refresh().roll(2)
    lay, why = decided(road, EASY)
    assert (lay.verb, lay.args["tableau"]) == ("divert", 13)
    assert {"E", "W"} <= {*str(lay.args["joins"])}
    assert why is not None
    road.do("divert", **lay.args)
    assert answer(road, EASY).verb == "go", "one is enough"


@pytest.mark.clause("KR-OIL-3")
def test_who_keeps_off_oil_says_whose() -> None:
    """One field on there lies oil, and red is too far away for the next roll."""
    road = Road(red=45, cars={A: "M23 E", B: "M13 E", C: "52n N"}).refresh()
    road.roll(1)
    go, why = decided(road, EASY)
    assert go.args["to"] == list(field("M23"))
    assert why == text("kr.bot.oil", who=Who(B))


def test_a_car_says_how_far_red_is_from_where_it_drives() -> None:
    road = Road(red=34, cars={A: "M23 E", B: "52n N", C: "52n N"}).refresh()
    road.roll(1)
    go, why = decided(road, EASY)
    assert go.args["to"] == list(field("23/13"))
    assert why == text("kr.bot.near", n=3)


def test_the_chance_that_is_told_is_the_chance_there_is() -> None:
    """Of two flights the first brings red to 13 half the time, where a 6 wins; then red is back on
    34, two points away."""
    made, flights = example().roads, Flights(EXAMPLE, EAST_WEST)
    prospects = Prospects(made, Net(made, field("M13")), flights.later(34, [], 3, 8), 2)
    coming = flights.coming(34, [], 2)
    chance = prospects.soon(spot("M13 E"), coming, frozenset())
    assert chance == pytest.approx(1 / 12 + 11 / 12 * 3 / 6)


@pytest.mark.clause("KR-POS-5")
def test_where_there_is_one_way_no_reason_is_given() -> None:
    road = Road(red=45, cars={A: "23w E", B: "52n N", C: "52n N"}).refresh()
    road.town.car(A).outside = True
    road.refresh().roll(1)
    go, why = decided(road, EASY)
    assert (go.verb, why) == ("go", None)


@pytest.mark.clause("KR-VAR-2")
def test_targets_come_before_red() -> None:
    for player in (EASY, GOOD):
        road = Road(red=12, cars={A: "M34 E", B: "52n N", C: "52n N"}).refresh()
        road.town.car(A).open_targets = [23]
        road.refresh().roll(6)
        go, why = decided(road, player)
        to = go.args["to"]
        assert isinstance(to, list)
        assert to[0] <= field("M13")[0], "not west to the target"
        assert why is not None
        assert why.key == "kr.bot.target"


@pytest.mark.clause("KR-TRK-9")
def test_computer_players_lay_a_town_and_no_lane() -> None:
    match = Match.new(GAME, 3, {"board": "device", "track": "built"}, "laid by players")
    bots = {
        seat: EASY.make(Setup(3, match.header.options, GAME.components())) for seat in (1, 2, 3)
    }
    while match.state != "place_roll":
        ask = match.ask
        assert ask is not None
        seat = ask.seats[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(chosen(bots[seat](match.view(seat), ask, seat, lambda n: 0)).entry)
    laid = town(match.position).laid  # type: ignore[arg-type]
    assert len(laid) == 36
    assert max(len(tableau_distances(parts(), laid, tile.number)) for tile in laid) > 18, "no town"
    (west, south), (east, north) = extent(laid)
    assert max(east - west, north - south) < 12


@pytest.mark.clause("KR-DIV-11")
def test_nobody_is_walled_in_by_a_computer_player() -> None:
    """A beginner was, by his third drive in every second match, for half of his turns: here he goes
    wherever his menu begins."""
    for number in range(6):
        match = Match.new(GAME, 2, {"board": "device"}, f"walled {number}")
        me, bot = 1 + number % 2, GOOD.make(match.setup)
        rng = random.Random(number)
        while not match.over and match.length < 300:
            ask = match.asks[0]
            if match.supplies(ask):
                match.supply(ask)
                continue
            here = town(match.position).board.stands.get(str(me))
            if here is not None:
                assert not walled_in(town(match.position).roads, here.spot.field), number
            seat = me if me in ask.seats else ask.seats[0]
            verb, args = next(ask.listed())
            first = Entry(seat, verb, args)
            view = match.view(seat)
            match.answer(first if seat == me else chosen(bot(view, ask, seat, rng.randrange)).entry)
