"""What the screen shows of a race besides the asks: dice, laps, the pad, the standing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.game import DEVICE, Dice, Scene, Table, Text, Who, Widget, text
from referee.games.victory import laps, preparation
from referee.games.victory.map import ON_MAP, circuit_map, laying_map, slim
from referee.games.victory.numbers import PER_JOINT
from referee.games.victory.position import Racing, Victory

Lines = tuple[Text, ...]
Page = tuple[Text | Widget, ...]


def scene(p: Victory, seat: int | None) -> Scene:
    """The screen of a position; nothing is hidden from anybody."""
    big, unit = _big(p)
    return Scene(
        big=big,
        unit=unit,
        lines=_LINES[p.state](p) if _lines_shown(p) else (),
        body=_body(p),
        pages=_pages(p),
        kept=("pad", "standing") if p.pad else (),
        marks=_marks(p),
    )


def _big(p: Victory) -> tuple[str, Text | None]:
    """The number that matters now: laps to go before the throw, crosses after it."""
    if p.state == "first":
        to_go = p.length - p.laps(p.turn)
        return str(to_go), text("vic.unit.laps", n=to_go)
    if p.state == "choose":
        return str(p.crosses), text("vic.unit.crosses", n=p.crosses)
    return "", None


def _body(p: Victory) -> tuple[Widget, ...]:
    if isinstance(p, Racing) and p.state == "circuit":
        return (laying_map(p),) if p.squares else ()
    if isinstance(p, Racing):
        return (circuit_map(p),) if _map_shown(p) else ()
    if p.state == "drive" and p.left:
        return (Dice(tuple(face for face, left in p.due.items() for _ in range(left))),)
    return ()


def _map_shown(p: Racing) -> bool:
    """All through a turn; but the keys for the table's dice need the whole width, and a wide
    circuit leaves no room for what the turn begins with."""
    if p.state not in ("first", "second"):
        return p.state in ON_MAP
    return p.options["dice"] == DEVICE and slim(p)


def _marks(p: Victory) -> Mapping[int, str]:
    """Lamps: who is out, who has finished."""
    marks = {seat: "out" for seat in p.out} | {seat: "finished" for seat in p.finished}
    winner = p.finished[0] if p.finished else p.running[0] if p.ending == "survivor" else 0
    return {**marks, winner: "won"} if winner else marks


def _lines_shown(p: Victory) -> bool:
    """What is to be done on the table is said only where the circuit is there."""
    return p.state in _LINES and not (isinstance(p, Racing) and p.state in ("circuit", "card"))


# -- lines -----------------------------------------------------------------------------------


def _circuit(p: Victory) -> Lines:
    squares = text("vic.circuit.squares", n=p.numbers.squares)
    return (squares, text("vic.circuit.curves"), text("vic.circuit.bushes", n=PER_JOINT))


def _card(p: Victory) -> Lines:
    return (text("vic.card.tip"), text("vic.card.row"))


def _lined_up(p: Victory) -> Lines:
    """The grid in words, row by row (VIC-SET-9)."""
    rows = enumerate(preparation.slots(p), 1)
    return tuple(
        text("vic.grid.row", n=number, cars=tuple(_car(p, seat) for seat in row))
        for number, row in rows
    )


def _first(p: Victory) -> Lines:
    place = laps.standing(p).index(p.turn) + 1
    car = text("vic.line.car", car=p.car(p.turn))
    return (text("vic.line.place", place=place), car, _way(p))


def _way(p: Victory) -> Text:
    """The direction of travel, for whom a glance at the circuit does not tell (VIC-SET-8)."""
    return text(f"vic.line.{p.direction}")


def _second(p: Victory) -> Lines:
    return (text("vic.line.crosses", n=p.crosses),)


def _places(p: Victory) -> Lines:
    places = tuple(
        text("vic.line.placed", place=place, who=Who(seat))
        for place, seat in enumerate(p.finished, 1)
    )
    return (text("vic.line.finish", places=places),)


_LINES: Final[Mapping[str, Callable[[Victory], Lines]]] = {
    "circuit": _circuit,
    "card": _card,
    "grid": _lined_up,
    "first": _first,
    "second": _second,
    "places": _places,
}


# -- pages -----------------------------------------------------------------------------------


def _pages(p: Victory) -> Mapping[str, Page]:
    if not p.order:
        return {}
    rest: dict[str, Page] = {"grid": (_grid(p), _way(p)) if p.direction else (_grid(p),)}
    if isinstance(p, Racing):
        rest["circuit"] = (circuit_map(p, fine=True),)
    return {"pad": (_pad(p),), "standing": (_standing(p),), **rest} if p.pad else rest


def _car(p: Victory, seat: int) -> Text:
    colour = p.car(seat)
    return text("vic.car", car=colour, short=colour)


def _grid(p: Victory) -> Table:
    """Who stands where, seen in driving direction (VIC-SET-9)."""
    rows = tuple(
        (text("vic.grid.number", n=number), *(_car(p, seat) for seat in row))
        for number, row in enumerate(preparation.slots(p), 1)
    )
    return Table(("", text("vic.grid.left"), *[""] * (p.numbers.start_row - 1)), rows)


def _pad(p: Victory) -> Table:
    """The lap pad as on paper: a column for every number of laps to go, then the finish.

    The first column is the grid, every line a place (VIC-PAD-1, VIC-PAD-2, VIC-PAD-3, VIC-PAD-4,
    VIC-PAD-5).
    """

    def cell(column: list[int], place: int) -> Text | str:
        return _car(p, column[place]) if place < len(column) else ""

    to_go = [str(n) for n in range(p.length, 0, -1)]
    rows = (tuple(cell(column, place) for column in p.pad) for place in range(p.seats))
    return Table((*to_go, text("vic.pad.finish")), tuple(rows))


def _standing(p: Victory) -> Table:
    """Place, car, player, and how far the car is (VIC-PAD-4, VIC-END-5)."""
    seats = laps.standing(p)
    rows = tuple(
        (
            "" if seat in p.out else f"{place}.",
            _car(p, seat),
            text("vic.name", who=Who(seat)),
            _progress(p, seat),
        )
        for place, seat in enumerate(seats, 1)
    )
    marked = frozenset({seats.index(p.turn) + 1}) if p.turn in p.running else frozenset[int]()
    return Table(("", text("vic.head.car"), "", text("vic.head.to-go")), rows, marked)


def _progress(p: Victory, seat: int) -> Text:
    if seat in p.out:
        return text("vic.standing.out")
    if seat in p.finished:
        return text("vic.standing.finished")
    return text("vic.standing.laps", n=p.length - p.laps(seat))
