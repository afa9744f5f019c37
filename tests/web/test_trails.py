"""The trail of the last move, as pages draw it."""

from __future__ import annotations

from referee.kernel.entry import Entry
from referee.kernel.match import Match
from referee.web.doorkeeper import Pass
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
