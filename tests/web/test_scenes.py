"""What pages are told of Knight Rider's town: the tile in hand, frames, cars before the road."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.games.knight_rider.town import town
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from tests.web import Data, Page, Table
from tests.web.scenes import play_on


def opened(until: Callable[[Match], bool], seat: int = 1, **options: object) -> tuple[Table, Page]:
    """A match with its board in the box, played until then, and the page of a seat."""
    facts = {"board": "device", "dice": "device", **options}
    table = Table("knight-rider", ["Anna", "Ben", "Cem"], **facts)
    while not until(table.match):
        play_on(table.match)
    return table, table.seat(seat)


def streets(page: Page) -> Data:
    (found,) = page.state["scene"]["body"]
    assert found["type"] == "streets"
    return found  # type: ignore[no-any-return]


def offered(page: Page, verb: str) -> list[Data]:
    """The fields of the seat's own options with this verb."""
    asks = (ask for ask in page.state["asks"] if "id" in ask)
    options = (option for ask in asks for option in ask["choose"]["options"])
    return [option["fields"] for option in options if option["verb"] == verb]


def asked(match: Match, state: str, seat: int = 1) -> bool:
    return match.state == state and match.asks[0].seats == (seat,)


def test_the_tile_in_hand_lies_in_every_place_where_it_fits() -> None:
    table, page = opened(lambda match: asked(match, "lay"), track="built")
    ways = {tuple(f["cell"]["one"][0]): f["arms"]["one"] for f in offered(page, "laid")}
    assert {(x, y): arms for x, y, arms in streets(page)["laying"]} == {
        cell: arms[0] for cell, arms in ways.items()
    }
    cell, arms = max(ways.items(), key=lambda way: len(way[1]))
    reply = page.answer("laid", cell=list(cell), arms=arms[-1])
    assert reply["type"] == "done"
    laid = town(table.match.position).laid[-1]
    table.panel.run(1)
    assert [*cell, str(laid.number), arms[-1]] in [tile[:4] for tile in streets(page)["tiles"]]


def test_a_place_is_called_as_on_the_panel() -> None:
    _, page = opened(lambda match: asked(match, "lay"), track="built")
    (cell,) = offered(page, "laid")[0]["cell"]["labels"]
    assert cell[0].isalpha()
    assert cell[1:].isdigit()


def test_a_car_before_the_road_is_told_from_one_on_it() -> None:
    """All three stand at the same half field: one of them on it, two before it."""
    table, page = opened(lambda match: match.state == "gate", start_distance="grid")
    assert streets(page)["notable"] == [_cell(table.match, town(table.match.position).start)]
    while table.match.state != "drive":
        play_on(table.match)
    driver = table.match.position.turn
    table.match.answer(Entry(driver, "step"))
    table.panel.run(1)
    signs = {sign: outside for _, _, sign, _, _, outside in streets(page)["cars"]}
    own = page.state["scene"]["badges"][str(driver)]
    assert signs == {"": False, **{sign: sign != own for sign in "123"}}


def _cell(match: Match, number: int) -> list[int]:
    return next(list(t.cell) for t in town(match.position).laid if t.number == number)


def divert(table: Table, kind: str, tableau: int, joins: str) -> None:
    """The seat on turn lays a diversion."""
    match = table.match
    entry = Entry(match.position.turn, "divert", {"kind": kind, "tableau": tableau, "joins": joins})
    match.answer(entry)
    table.panel.run(1)


def test_a_tile_says_which_diversions_lie_on_it() -> None:
    table, page = opened(lambda match: match.state == "drive", track="city")
    tile = streets(page)["tiles"][0]
    number = int(tile[2])
    assert covers(page, number) == []
    divert(table, "left", number, "NE")
    assert covers(page, number) == [["left bend", "NE"]]
    first = table.match.position.turn
    while asked(table.match, "drive", first) or table.match.state != "drive":
        play_on(table.match)
    divert(table, "roadblock", number, "")
    assert covers(page, number) == [["left bend", "NE"], ["roadblock", ""]]


def covers(page: Page, number: int) -> Sequence[object]:
    (tile,) = (tile for tile in streets(page)["tiles"] if tile[2] == str(number))
    return tile[6]  # type: ignore[no-any-return]
