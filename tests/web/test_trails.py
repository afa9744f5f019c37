"""The trail of the last move, as pages draw it."""

from __future__ import annotations

from dataclasses import replace

from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.kernel.scene import Map, Scene
from referee.web.doorkeeper import Pass
from tests import hidden
from tests.web import Table
from tests.web.scenes import MIDDLES, middle

NAMES, OPTIONS, LINES = MIDDLES["knight-rider"]


def driving() -> Table:
    table = Table("knight-rider", NAMES, **OPTIONS)
    middle(LINES)(table.match)
    return table


def car(match: Match) -> tuple[str, list[int]]:
    """The car of the seat that drives, and where it stands."""
    scene = match.game.scene(match.position, None)
    sign = scene.badges[match.position.turn]
    streets = scene.body[0]
    field = next(c.field for c in streets.cars if c.sign == sign)  # type: ignore[union-attr]
    return sign, list(field)


def step(match: Match) -> Entry:
    return Entry(match.position.turn, "step")


def test_a_move_leaves_a_trail_and_an_undo_takes_it_back() -> None:
    table = driving()
    page = table.page(token=table.doorkeeper.issue(Pass()))
    sign, start = car(table.match)
    places = [start]
    for _ in range(2):
        table.program.answer(step(table.match))
        table.panel.run(1)
        places.append(car(table.match)[1])
    assert page.state["trail"] == {"sign": sign, "places": places}
    table.program.undo()
    table.panel.run(1)
    assert page.state["trail"] == {"sign": sign, "places": places[:2]}


def test_without_a_move_there_is_no_trail() -> None:
    table = driving()
    page = table.page(token=table.doorkeeper.issue(Pass()))
    table.panel.run(1)
    assert page.state["trail"] == {"sign": "", "places": []}


def test_no_trail_leads_back_to_where_a_piece_was_that_others_see() -> None:
    """Anna sees her spy all the time, all others after the second bid."""

    def scene(p: hidden.Bids, seat: int | None) -> Scene:
        step = sum(map(bool, p.bids))
        spy = {(1 + 2 * step, 1): "S"} if seat == 1 or step == 2 else {}
        return Scene(body=(Map(9, 3, {}, {}, tokens=spy),))

    game = replace(hidden.GAME, scene=scene)
    match = Match.new(game, ["Anna", "Ben", "Cem"], {}, "spy")
    table = Table("knister", ["Anna", "Ben"])
    table.program.show(match)
    anna, board = table.seat(1), table.guest()
    for seat in (2, 3):
        table.program.answer(Entry(seat, "bid", {"height": 1}))
        table.panel.run(1)
    assert board.state["trail"] == {"sign": "", "places": []}
    assert anna.state["trail"]["places"] == [[1, 1], [3, 1], [5, 1]]
