"""What the screen shows besides the question: data, no drawing."""

from __future__ import annotations

from referee.game import Scene, Table, Text, Who, text

from my_game.position import MyGame


def scene(p: MyGame, seat: int | None) -> Scene:
    """The points of who is on turn, and a page with everybody's."""
    rows = tuple(
        (text("myg.who", who=Who(number)), str(points)) for number, points in enumerate(p.points, 1)
    )
    head: tuple[Text | str, ...] = ("", text("myg.points"))
    return Scene(
        big=str(p.points[p.turn - 1]),
        unit=text("myg.points"),
        lines=(text("myg.goal", goal=p.goal),),
        pages={"points": (Table(head, rows, frozenset({p.turn})),)},
    )
