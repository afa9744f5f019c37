"""Driving: one step after the other until the points are used (phase 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Final

from referee.game import Ask, Chance, Entry, Kind, Menu, No, OneOf, Option, Say, Text, text
from referee.games.draf import correction, end, moving, off_road, road
from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import Draf, Drive, Place
from referee.games.draf.road import WAYS

#: Points that a lane change takes: to the side, and forward (DRF-LC-1).
LANE_CHANGE: Final = 2

#: What a tile does to a car that comes to it.
TILE_RULES: Final[Mapping[str, str]] = {
    "police": "DRF-POL-1",
    "ramp": "DRF-RAMP-1",
    "water": "DRF-WAT-1",
    "caltrops": "DRF-CAL-1",
    "truck": "DRF-TRK-1",
    "service": "DRF-SVC-1",
    "joker": "DRF-JOK-1",
}


def begin_drive(p: Draf, entry: Entry, say: Say) -> None:
    """Speed points and curve symbols of the played card (DRF-DRV-1, DRF-CARD-4)."""
    p.now = Drive(points=p.mover.played, curves=p.card(p.turn).curves)
    left = off_road.rows_left(p, p.turn)
    if left is not None and left < p.now.points:
        say("drf.warn.dead-end", "DRF-OFF-6", p.turn, n=left)


def drive_asks(p: Draf) -> tuple[Ask, ...]:
    """One step after the other until the points are used (DRF-DRV-1, DRF-DRV-4)."""
    menu = Menu()
    offer(p, menu)
    end.offer(p, menu, p.mover.row)
    correction.offer(p, menu)
    clause = "DRF-LC-2" if p.now.due else "DRF-DRV-4"
    return menu.asks((p.turn,), Kind.DECISION, prompt(p), clause)


def draw_drive(p: Draf, chance: Chance) -> Entry | None:
    """Any step on the device's road."""
    if not p.modelled:
        return None
    ways = [way for way in WAYS if why_no_step(p, way) is None]
    most = rows_ahead(p)
    if most > 1:  # beside the step forward, which always goes
        ways.insert(1, "ahead")
    way = ways[chance.below(len(ways))]
    return Entry(p.turn, way, {"steps": most} if way == "ahead" else {})


def offer(p: Draf, menu: Menu) -> None:
    """The next step, and why not every way is open (DRF-DRV-2, DRF-DRV-3, DRF-LC-2)."""
    for way in WAYS:
        if no := why_no_step(p, way):
            menu.refuse(way, no)
        else:
            note = what_it_hits(p) if way == "forward" else None
            menu.offer([Option(way, note=note, clauses=rules_of(p, way))])
        if way == "forward" and (most := rows_ahead(p)) > 1:
            fewer = () if p.modelled else range(2, most)  # where the road is known, it is one press
            note = text("drf.note.rows", n=most) if p.modelled else None
            menu.add("ahead", None, note, steps=OneOf((most, *fewer), "number"))
    menu.buttons = {"up": "left", "ok": "forward", "down": "right", "roll": "ahead"}
    menu.refuse("back", No("drf.why.backward", "DRF-DRV-3"))
    if no := why_no_end(p):
        menu.refuse("halt", no)


def rules_of(p: Draf, way: str) -> tuple[str, ...]:
    """What HELP says of a step this way: what the device sees there, and to the side what a curve
    symbol allows (DRF-SPC-2, DRF-LC-3)."""
    place = road.beside(p.mover.place, way)
    curve = () if way == "forward" else ("DRF-LC-3",)
    if not p.modelled or place[0] not in p.seats:
        return curve
    met = "DRF-COL-1" if p.car_at(place) else TILE_RULES.get(road.kind_at(p, place))
    return (met, *curve) if met else curve


def what_it_hits(p: Draf) -> Text | None:
    """What the device sees ahead that a step forward would run into, which costs cards
    (DRF-COL-1, DRF-TRK-1)."""
    place = road.beside(p.mover.place, "forward")
    if not p.modelled:
        return None
    if p.car_at(place):
        return text("drf.note.car")
    return text("drf.note.truck") if road.kind_at(p, place) == "truck" else None


def prompt(p: Draf) -> Text:
    """Which step is due (DRF-LC-2), or how many lane changes are left (DRF-LC-3)."""
    if p.now.due:
        return text("drf.drive.due")
    return text("drf.drive.prompt", n=p.now.curves) if p.now.curves else text("drf.drive.straight")


def why_no_step(p: Draf, way: str) -> No | None:
    """Why the driver may not step this way (DRF-DRV-1, DRF-DRV-2, DRF-DRV-3, DRF-DRV-4).

    A lane change is a side step with its curve symbol and a forward step after it (DRF-LC-1,
    DRF-LC-2, DRF-LC-3); the next one may follow at once (DRF-LC-4).

    Every point can always be used: forward there is a tile, a car, a tile to be drawn, a guard rail
    or the edge of the table. So a side step has a completion exactly when a point for its forward
    step is left, and nothing further ahead needs to be searched.
    """
    now = p.now
    if not now.points:
        return No("drf.why.no-points", "DRF-DRV-2")
    if way == "forward":
        return None
    if now.due:
        return No("drf.why.forward-due", "DRF-LC-2")
    if not now.curves:
        return No("drf.why.no-curve", "DRF-LC-3")
    if now.points < LANE_CHANGE:
        return No("drf.why.one-point", "DRF-LC-2")
    if police_take_all(p, road.beside(p.mover.place, way)):
        return No("drf.why.police-aside", "DRF-POL-3", {"n": now.points})
    return None


def police_take_all(p: Draf, place: Place) -> bool:
    """Whether police that the device sees there would leave no point for the step forward, though
    they stop nobody: exactly as many points as they cost (DRF-POL-1, DRF-POL-3, INT-DRF-8).

    With fewer points the car must stop there, and so it must where it meets another car.
    """
    if p.on("police_aside") or not p.modelled or place[0] not in p.seats:
        return False
    there = road.kind_at(p, place) == "police" and not p.car_at(place)
    return there and p.now.points == p.numbers.police + 1


def rows_ahead(p: Draf) -> int:
    """Steps forward that may be taken together (section 0b): up to the next car, and not over the
    end of a lane that was given up; where the road is in the device, over free plain tiles."""
    if p.modelled:
        return plain_rows(p)
    item = p.agenda[-1] if p.agenda else None
    lane, row = p.mover.place if item is None else moving.target(item)
    cars = [p.driver(seat).row for seat in p.active if p.driver(seat).lane == lane]
    steps = range(1, p.now.points + 1)
    stops = (n for n in steps if row + n in cars or off_road.dead_end(p, (lane, row + n)))
    return next(stops, p.now.points)


def plain_rows(p: Draf) -> int:
    """Free plain tiles in a row before the car, as far as its points go."""
    lane, row = p.mover.place
    free = (
        road.kind_at(p, (lane, row + n)) == PLAIN and not p.car_at((lane, row + n))
        for n in range(1, p.now.points + 1)
    )  # fmt: skip
    return len(list(takewhile(bool, free)))


def why_no_end(p: Draf) -> No | None:
    """Why the drive may not end: points are left (DRF-DRV-4)."""
    return No("drf.why.points-left", "DRF-DRV-4", {"n": p.now.points}) if p.now.points else None


# -- steps -----------------------------------------------------------------------------------


def step(p: Draf, entry: Entry, say: Say) -> None:
    """One paid step; to the side it uses a curve symbol and needs a step forward (DRF-LC-1,
    DRF-LC-2, DRF-LC-3)."""
    now, way = p.now, entry.verb
    now.points -= 1
    now.acted = []
    now.due = way != "forward"
    now.curves -= now.due
    moving.enter(p, p.turn, "step", way, road.beside(p.mover.place, way))


def ahead(p: Draf, entry: Entry, say: Say) -> None:
    """Several steps forward over plain tiles; on the table, what is on the last one is asked
    (section 0b)."""
    steps = entry.number("steps")
    p.mover.row += steps - 1
    p.now.points -= steps - 1
    step(p, replace(entry, verb="forward"), say)


def points_left(p: Draf, entry: Entry) -> bool:
    """The driver goes on (DRF-DRV-4)."""
    return p.now.points > 0 and not p.now.stopped


def end_drive(p: Draf, entry: Entry, say: Say) -> None:
    """All points are used, or have lapsed (DRF-DRV-4, DRF-DRV-5)."""
    p.now = Drive()
