"""With the road on the table a car's place may be corrected (section 0b)."""

from __future__ import annotations

from referee.game import Entry, Menu, OneOf, Option, Say
from referee.games.draf import moving
from referee.games.draf.position import Draf


def offer(p: Draf, menu: Menu) -> None:
    """Offer to correct a car's place, with the road on the table (section 0b)."""
    if p.modelled:
        return
    rows = tuple(range(1, p.numbers.rows + p.numbers.edge_rows + 1))
    fields = {
        "car": OneOf(tuple(p.active), "seat"),
        "lane": OneOf(tuple(p.seats), "number"),
        "row": OneOf(rows, "number"),
    }
    menu.offer([Option("correct", fields, aside=True)])


def correct_car(p: Draf, entry: Entry, say: Say) -> None:
    """A car stands elsewhere on the table; whose place it was gets the old one (section 0b).

    A lane that was given up does not end behind it.
    """
    driver = p.driver(entry.number("car"))
    place = (entry.number("lane"), entry.number("row"))
    if other := p.car_at(place):
        p.driver(other).lane, p.driver(other).row = driver.place
    driver.lane, driver.row = place
    if driver.lane in p.road.ends:
        p.road.ends[driver.lane] = max(p.road.ends[driver.lane], driver.row)


def correct_underway(p: Draf, entry: Entry, say: Say) -> None:
    """A car is put where it stands on the table (section 0b). The driver's has come to its place;
    which tile is there is still asked, of the right place now (DRF-SPC-2)."""
    item = p.agenda[-1]
    driver = p.driver(item.seat)
    driver.lane, driver.row = moving.target(item)
    correct_car(p, entry, say)
    item.data["to"] = list(driver.place)
