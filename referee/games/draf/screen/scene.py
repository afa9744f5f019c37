"""What the screen shows of a match besides the asks: the motorway, points, facts, pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.game import Map, Scene, Table, Text, Who, Widget, text
from referee.games.draf import lanes, off_road, road, round_end
from referee.games.draf.numbers import KINDS, SPECIAL
from referee.games.draf.position import WRECK, Draf, Place
from referee.games.draf.road import WAYS
from referee.games.draf.screen.pictures import ICONS

Page = tuple[Text | Widget, ...]

#: What the icons are called where a screen is read.
WORDS: Final = {kind: text(f"arg.tile.{kind}") for kind in KINDS} | {"edge": text("drf.rim")}

#: States that show the motorway.
ON_ROAD: Final = frozenset(
    ("choose", "lay", "drive", "blind", "water", "joker", "joker_with", "which_lane")
)

#: Rows behind and before a car that a screen shows where the road is longer.
SHOWN: Final = 16
AHEAD: Final = 5


def scene(p: Draf, seat: int | None) -> Scene:
    """The screen of a position; nothing is hidden from anybody."""
    big, unit = _big(p)
    motorway = (_road(p),) if p.modelled and p.state in ON_ROAD else ()
    return Scene(
        big=big,
        unit=unit,
        lines=_lines(p),
        body=motorway,
        pages=_pages(p) if p.round else {},
        marks=_marks(p),
    )


def _big(p: Draf) -> tuple[str, Text | None]:
    """The number that matters now, with its unit."""
    if p.state in ("drive", "look"):
        return str(p.now.points), text("drf.unit.drive", n=p.now.points)
    if p.state == "lay":
        return str(p.to_lay), text("drf.unit.lay", n=p.to_lay)
    if p.state == "choose":
        taken = tuple(sorted(p.driver(seat).played for seat in p.active if p.driver(seat).played))
        return "", text("drf.unit.taken", cards=taken) if taken else None
    return "", None


def _marks(p: Draf) -> Mapping[int, str]:
    out = {seat: "out" for seat in p.dropped}
    return {**out, **{seat: "won" for seat in p.winners}}


# -- the motorway ----------------------------------------------------------------------------


def _road(p: Draf) -> Map:
    """All tiles, the cars by number, the edge of the table after the last row."""
    seat = _watched(p)
    lane, row = p.driver(seat).place
    return Map(
        columns=len(p.drivers),
        rows=p.numbers.rows + 1,
        icons=ICONS,
        tiles=_tiles(p),
        tokens=_cars(p),
        focus=(lane, row + AHEAD),
        closed=frozenset(p.road.ends),
        lying=True,
        aims=_aims(p),
        words=WORDS,
        notable=frozenset(SPECIAL),
        edged=True,
    )


def _watched(p: Draf) -> int:
    """Whose car is in sight."""
    if p.agenda:
        return p.agenda[-1].seat
    if p.state == "choose":
        return p.queue[0]
    return p.turn or road.foremost(p)[0]


def _tiles(p: Draf) -> dict[Place, str]:
    edge = p.numbers.rows + 1
    tiles = {(lane, edge): "edge" for lane in p.seats}
    for lane, rows in enumerate(p.road.lanes, 1):
        for row, kind in rows.items():
            tiles[lane, row] = "plain" if kind == WRECK else kind
    return tiles


def _cars(p: Draf) -> dict[Place, str]:
    return {p.driver(seat).place: str(seat) for seat in p.active}


def _aims(p: Draf) -> dict[str, Place]:
    """Where the ways lead: of the driver, or of a car that skids."""
    if p.state == "drive":
        return {way: road.beside(p.mover.place, way) for way in WAYS}
    if p.state == "water":
        place = p.driver(p.agenda[-1].seat).place
        return {way: road.beside(place, way) for way in ("left", "right")}
    return {}


# -- lines -----------------------------------------------------------------------------------


def _lines(p: Draf) -> tuple[Text, ...]:
    """Short facts, the most important first."""
    if p.state == "prepare":
        return _preparation(p)
    if p.state == "choose":
        return _chosen(p)
    if p.state == "lay" and not p.modelled:
        return (text("drf.lay.far", n=p.numbers.too_far), text("drf.lay.gaps"))
    if p.state == "drive":
        return (
            *_behind(p, p.turn),
            text("drf.line.row", row=p.mover.row, rows=p.numbers.rows),
        )
    if p.state == "close_end":
        lane = lanes.closing(p)
        cars = [s for s in road.field_of(p) if p.driver(s).lane == lane] or road.foremost(p)
        return (text("drf.close-end.count", who=Who(cars[0]), row=p.driver(cars[0]).row),)
    return ()


def _behind(p: Draf, seat: int) -> tuple[Text, ...]:
    """How far this car is behind the next one, where that is nearly too far (DRF-DSQ-2)."""
    limit, far = p.numbers.free_rows, dict(round_end.close_to_the_limit(p))
    return (text("drf.warn.behind", n=far[seat], limit=limit),) if seat in far else ()


def _preparation(p: Draf) -> tuple[Text, ...]:
    numbers = p.numbers
    length = text("drf.prepare.rows", n=numbers.rows, minutes=numbers.minutes)
    if p.modelled:
        return (length,)
    low, high = min(numbers.cards), max(numbers.cards)
    return (
        text("drf.prepare.start", rows=numbers.start_rows, lanes=len(p.drivers)),
        text("drf.prepare.hand", tiles=numbers.hand, low=low, high=high),
        text("drf.prepare.box"),
        length,
    )


def _chosen(p: Draf) -> tuple[Text, ...]:
    played = [seat for seat in p.active if p.driver(seat).played]
    cards = tuple(text("drf.speed", who=Who(s), card=p.driver(s).played) for s in played)
    left = off_road.rows_left(p, p.queue[0])
    warning = (text("drf.warn.dead-end", n=left),) if left is not None else ()
    return (
        *_behind(p, p.queue[0]),
        *warning,
        *((text("drf.choose.played", cards=cards),) if cards else ()),
    )


# -- pages -----------------------------------------------------------------------------------


def _pages(p: Draf) -> Mapping[str, Page]:
    pages: dict[str, Page] = {
        "standings": _standings(p),
        "cards": (_card_table(p), text("drf.price")),
    }
    if p.modelled:
        pages["hands"] = _hands(p)
        pages["road"] = _whole_road(p)
        pages["legend"] = _legend()
    return pages


def _standings(p: Draf) -> Page:
    """The cars, the foremost first: row, speed of this round, cards left; then how far they are
    apart (DRF-DSQ-2), and the colours."""
    rows: list[tuple[Text | str, ...]] = []
    for seat in (*road.field_of(p), *reversed(p.dropped)):
        driver = p.driver(seat)
        played, cards = str(driver.played or "-"), str(len(driver.hand) + driver.kept)
        place = (text("mark.out"), "", "") if driver.out else (str(driver.row), played, cards)
        rows.append((str(seat), text("drf.name", who=Who(seat)), *place))
    heads = tuple(text(f"drf.head.{name}") for name in ("row", "speed", "cards"))
    marked = frozenset(number for number, row in enumerate(rows, 1) if row[0] == str(p.turn))
    under = ((seat, p.road.tile(p.driver(seat).place)) for seat in p.active if p.modelled)
    tiles = tuple(
        text("drf.on-tile", who=Who(s), tile=kind) for s, kind in under if kind in SPECIAL
    )
    paints = tuple(text("drf.paint", who=Who(s), colour=p.driver(s).colour) for s in p.seats)
    gaps = tuple(text("drf.gap", who=Who(seat), n=n) for seat, n in round_end.gaps(p) if n > 0)
    limit = text("drf.limit", limit=p.numbers.free_rows)
    table = Table(("", "", *heads), tuple(rows), marked)
    return (table, *gaps, limit, *tiles, text("drf.paints", cars=paints))


def _card_table(p: Draf) -> Table:
    """What every speed card allows and costs (DRF-SPD-5)."""
    heads = tuple(text(f"drf.head.{name}") for name in ("speed", "tiles", "curves", "triangles"))
    rows = tuple(
        (str(speed), str(card.tiles), str(card.curves), str(card.triangles))
        for speed, card in p.numbers.cards.items()
    )
    return Table(heads, rows)


def _strip(kinds: list[str]) -> Map:
    """Tiles side by side."""
    return Map(1, len(kinds), ICONS, {(1, n): kind for n, kind in enumerate(kinds, 1)}, lying=True,
               words=WORDS, first=0, edged=True)  # fmt: skip


def _hands(p: Draf) -> Page:
    """Everybody's open tiles (DRF-SET-8)."""
    page: list[Text | Widget] = []
    for seat in p.active:
        tiles = p.driver(seat).tiles
        page.append(text("drf.name", who=Who(seat)))
        page.append(_strip([kind for kind in KINDS for _ in range(tiles.get(kind, 0))]))
    return tuple(page)


def _whole_road(p: Draf) -> Page:
    """From behind the last car to the front, a screen's width at a time."""
    tiles, cars = _tiles(p), _cars(p)
    page: list[Text | Widget] = []
    last = max(p.road.length(lane) for lane in p.seats)
    for first in range(max(road.rearmost(p) - 1, 1), last + 1, SHOWN):
        rows = range(first, first + SHOWN)

        def moved(signs: Mapping[Place, str], rows: range = rows) -> dict[Place, str]:
            return {(lane, row - rows[0] + 1): s for (lane, row), s in signs.items() if row in rows}

        page.append(text("drf.rows", low=first, high=rows[-1]))
        page.append(
            Map(
                len(p.drivers),
                SHOWN,
                ICONS,
                moved(tiles),
                moved(cars),
                lying=True,
                words=WORDS,
                first=first,
                edged=True,
            )
        )
    return tuple(page)


def _legend() -> Page:
    """What the icons mean (DRF-COMP-6)."""
    page: list[Text | Widget] = []
    for kind in KINDS:
        page += [_strip([kind]), text(f"arg.tile.{kind}.help")]
    return (*page, text("drf.legend.frame"), text("drf.legend.hatched"))
