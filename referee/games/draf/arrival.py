"""Which tile a car comes to; on the table the driver's next step says that it is plain."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Chance, Entry, Kind, Menu, OneOf, Say, Who, cell_name, option, text
from referee.games.draf import correction, drive, end, moving, road
from referee.games.draf.numbers import KINDS, PLAIN, SPECIAL
from referee.games.draf.position import Draf
from referee.games.draf.road import UNBUILT

#: What a place may turn out to be.
FOUND: Final = (*KINDS, UNBUILT)
#: The same, those first that are met most; a plain one needs not be told.
MET: Final = (*SPECIAL[:3], UNBUILT, *SPECIAL[3:], PLAIN)


def look_asks(p: Draf) -> tuple[Ask, ...]:
    """Which tile a car comes to (DRF-SPC-2); the device's own road answers by itself.

    With the road on the table the driver comes to plain tiles unless somebody says otherwise: his
    next step confirms it (section 0b). Where a collision puts a car, the tile is asked for.
    """
    item = p.agenda[-1]
    menu = Menu()
    if p.modelled:
        menu.add("here", tile=OneOf((road.kind_at(p, moving.target(item)),)))
        return _asked(p, menu)
    if item.seat == p.turn and not moving.crashing(p):
        return _look_on(p, menu)
    menu.add("here", tile=OneOf(FOUND))
    if item.word("way") == "forward":
        end.offer(p, menu, moving.target(item)[1])
    return _asked(p, menu)


def _asked(p: Draf, menu: Menu) -> tuple[Ask, ...]:
    item = p.agenda[-1]
    lane, row = moving.target(item)
    prompt = text("drf.look.prompt", who=Who(item.seat), lane=lane, row=row)
    return menu.asks((p.turn,), Kind.REPORT, prompt, "DRF-SPC-2", "board")


def draw_look(p: Draf, chance: Chance) -> Entry | None:
    """The device's own road answers."""
    if not p.modelled:
        return None
    return Entry(p.turn, "here", {"tile": road.kind_at(p, moving.target(p.agenda[-1]))})


def _look_on(p: Draf, menu: Menu) -> tuple[Ask, ...]:
    """The driver's own step on the table: on he goes, or something is here."""
    if p.now.points:
        drive.offer(p, menu)
    else:
        menu.add("halt")
        menu.buttons = {"ok": "halt"}
    # what players look for next after "plain" stands next to it
    menu.options.insert(1, option("here", tile=OneOf(MET, "buttons")))
    menu.buttons["roll"] = "here"
    if p.agenda[-1].word("way") == "forward":
        end.offer(p, menu, moving.target(p.agenda[-1])[1])
    correction.offer(p, menu)
    prompt = drive.prompt(p) if p.now.points else text("drf.look.last")
    return menu.asks((p.turn,), Kind.REPORT, prompt, "DRF-SPC-2", "board")


def note_tile(p: Draf, entry: Entry, say: Say) -> None:
    """The tile that the car comes to (DRF-SPC-2)."""
    p.agenda[-1].data["tile"] = entry.word("tile")


# -- a plain tile ----------------------------------------------------------------------------


def drive_on(p: Draf, entry: Entry, say: Say) -> None:
    """The tile was plain; the next step (DRF-SPC-1, section 0b)."""
    moving.stand(p)
    drive.step(p, entry, say)


def drive_on_ahead(p: Draf, entry: Entry, say: Say) -> None:
    """The tile was plain, and so are the next ones (DRF-SPC-1, section 0b)."""
    moving.stand(p)
    drive.ahead(p, entry, say)


def end_here(p: Draf, entry: Entry, say: Say) -> None:
    """The last step led to a plain tile (DRF-SPC-1, section 0b)."""
    moving.stand(p)


def stand_plain(p: Draf, entry: Entry, say: Say) -> None:
    """Nothing happens on a plain tile; in a collision it is told where (DRF-SPC-1, DRF-COL-5)."""
    item = moving.stand(p)
    if item.word("how") in ("slide", "push") and moving.crashing(p):
        lane, row = moving.target(item)
        moving.tell(p, say, "drf.moved", "DRF-COL-5", item.seat, lane=lane, row=row,
                    place=cell_name(lane, row))  # fmt: skip
