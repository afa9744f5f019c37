"""Why a computer player answers as it does, by what lies on the road."""

from __future__ import annotations

from typing import Final

from referee.game import Shaped, Text, Who, text

#: Tiles that nobody likes to come to.
BAD: Final = ("caltrops", "police", "truck", "water")


def ahead(view: Shaped, seat: int, rows: int, *, built: bool = False) -> Text | None:
    """The first car or bad tile in the own lane, so many rows ahead; where nothing is ``built`` yet
    counts too, unless it must be."""
    driver = view["drivers"][seat - 1]
    tiles = view["road"]["lanes"][driver["lane"] - 1]
    for row in range(driver["row"] + 1, driver["row"] + rows + 1):
        if who := car_at(view, driver["lane"], row):
            return text("drf.bot.car", who=Who(who))
        kind = tiles.get(str(row))
        if kind in BAD:
            return text(f"arg.tile.{kind}")
        if kind is None and not built:
            return text("drf.bot.unbuilt")
    return None


def car_at(view: Shaped, lane: int, row: int) -> int:
    """Whose car is there; 0: nobody's."""
    cars = enumerate(view["drivers"], 1)
    found = (n for n, d in cars if not d["out"] and (d["lane"], d["row"]) == (lane, row))
    return next(found, 0)


def behind(view: Shaped, seat: int, lane: int, row: int) -> int:
    """Who else comes to a place next: the nearest one behind it, in its lane if anybody is; 0:
    nobody."""
    drivers = enumerate(view["drivers"], 1)
    coming = [n for n, d in drivers if n != seat and not d["out"] and d["row"] < row]

    def near(other: int) -> tuple[bool, int]:
        driver = view["drivers"][other - 1]
        return driver["lane"] == lane, driver["row"]

    return max(coming, key=near, default=0)


def aside(view: Shaped, seat: int, rows: int) -> Text:
    """Why it changes lanes."""
    what = ahead(view, seat, rows)
    return text("drf.bot.aside", what=what) if what is not None else text("drf.bot.better")
