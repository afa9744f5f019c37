"""Phase 1 on a board in the device: drawing and laying tableaus, red's place, the line-up."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import Entry, Say
from referee.games.knight_rider.board.laying import Laid, laid_by_box, legal
from referee.games.knight_rider.board.places import start_tableaus, startable
from referee.games.knight_rider.board.sides import Point, opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town

# -- laying ----------------------------------------------------------------------------------


def by_hand(p: Knight, entry: Entry) -> bool:
    """The players lay the track in the device, tableau by tableau (KR-TRK-5)."""
    return p.modelled and p.options["track"] == "built"


def more_to_draw(p: Knight, entry: Entry) -> bool:
    """The next tableau is drawn from the device's own (KR-TRK-5)."""
    return p.modelled


def drawable(p: Town) -> list[int]:
    """Face-down tableaus one of which is turned up now: those never drawn, then, one after the
    other, those that fitted nowhere (KR-TRK-12)."""
    return p.board.hidden if p.track.fresh else p.board.aside[:1]


def turn_up(p: Knight, entry: Entry, say: Say) -> None:
    """The player on turn picks a tableau, unseen, and turns it up (KR-TRK-5)."""
    board, piece = town(p).board, entry.number("tableau")
    board.piece = piece
    (board.hidden if piece in board.hidden else board.aside).remove(piece)


def placements(p: Town) -> Mapping[Point, Mapping[str, Laid]]:
    """Where the tableau in hand may lie: cells, and its arms there by rotation (KR-TRK-6..11)."""
    track = {laid.cell: laid for laid in p.laid}
    first = not p.track.laid_by[p.turn - 1]
    must_join = p.on("build_must_join_road")
    found: dict[Point, dict[str, Laid]] = {}
    for laid in legal(p.numbers.parts, track, p.board.piece, first=first, must_join=must_join):
        arms = p.numbers.parts.turned_arms(laid.number, laid.turns)
        found.setdefault(laid.cell, {})[arms] = laid
    return found


def lay(p: Town, entry: Entry) -> None:
    """The tableau lies where its player wants it (KR-TRK-8)."""
    _down(p, placements(p)[entry.cell()][entry.word("arms")])
    p.board.piece = 0


def put_by(p: Town) -> None:
    """It fits nowhere: back among the others, to be tried last (KR-TRK-12)."""
    p.board.aside.append(p.board.piece)
    p.board.piece = 0


def _down(p: Town, laid: Laid) -> None:
    p.board.laid[str(laid.number)] = (*laid.cell, laid.turns)


def lay_at_once(p: Knight, entry: Entry, say: Say) -> None:
    """The track is built: on the table by the players, in the device by the box, from tableaus
    in a random order or in that of a track with a name."""
    if not p.modelled:
        return
    made = town(p)
    named = p.numbers.tracks.get(str(p.options["track"]))
    order = named or entry.numbers("order")
    join = p.on("build_must_join_road")
    for laid in laid_by_box(p.numbers.parts, order, p.numbers.black, must_join=join):
        _down(made, laid)
    made.board.hidden = []


# -- red and the start tableau ---------------------------------------------------------------


def placed_as(p: Town) -> str:
    """What is true of the rolled tableau: ``placed``, ``absent`` or, for a start, ``no_road``."""
    if str(p.number) not in p.board.laid:
        return "absent"
    starting = p.placing[0] == "start"
    if starting and p.number not in startable(p.numbers.parts, p.laid):
        return "no_road"
    return "placed"


def starts(p: Town) -> list[int]:
    """The start tableaus that the players may agree on (KR-POS-3, KR-POS-4)."""
    by_road = p.options["start_distance"] == "road"
    return start_tableaus(p.numbers.parts, p.laid, p.board.red, by_road=by_road)


def gates(p: Town) -> dict[str, Point]:
    """The free road starts of the start tableau: side out of it, and half field (KR-POS-5)."""
    return {side: field for field, side in p.roads.ends[p.start]}


def choice_of_gates(p: Knight, entry: Entry) -> bool:
    """The start tableau has several road starts, and somebody has not chosen (KR-POS-5)."""
    return p.modelled and len(gates(town(p))) > 1 and len(town(p).board.stands) < len(p.cars)


def choose_gate(p: Knight, entry: Entry, say: Say) -> None:
    """A car is put beside a road start, facing inwards; others may stand there (KR-INT-8)."""
    _park(town(p), p.order[len(town(p).board.stands)], entry.word("gate"))


def _park(p: Town, seat: int, side: str) -> None:
    p.put(seat, Spot(gates(p)[side], opposite(side)))


def line_up(p: Town) -> None:
    """With one road start all cars stand there (KR-POS-5, KR-INT-8)."""
    for seat in p.order[len(p.board.stands) :]:
        _park(p, seat, next(iter(gates(p))))
