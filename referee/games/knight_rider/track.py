"""Building the track (phase 1 c to e): counted, built without the referee, or in the device."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from referee.game import (
    Ask,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    Option,
    Pick,
    Say,
    Text,
    Who,
    option,
    text,
)
from referee.games.knight_rider import asking
from referee.games.knight_rider.board.laying import (
    Laid,
    edges,
    free_cells,
    legal,
    worth,
)
from referee.games.knight_rider.board.parts import CENTRE
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.board.sides import Point
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, in_device

#: Why a tableau may not lie in a place.
AT_CENTRE: Final = No("kr.why.at-centre", "KR-TRK-6")
APART: Final = No("kr.why.apart", "KR-TRK-8")
TAKEN: Final = No("kr.why.place-taken", "KR-TRK-8")
NO_ROAD_ON: Final = No("kr.why.no-road-on", "KR-TRK-8")
EDGES: Final = No("kr.why.edges", "KR-TRK-10")
MEETING: Final = No("kr.why.roads-meet", "KR-TRK-11")
KEPT_EMPTY: Final = No("kr.why.kept-empty", "KR-TRK-14")


def counting(p: Knight, entry: Entry) -> bool:
    """The tableaus are counted one by one (option ``track_counter``; KR-TRK-5)."""
    return board(p).building == "counted"


def by_hand(p: Knight, entry: Entry) -> bool:
    """The players lay the track in the device, tableau by tableau (KR-TRK-5)."""
    return board(p).building == "drawn"


def all_laid(p: Knight) -> bool:
    """Whether the referee knows that every tableau is on the table (KR-TRK-15)."""
    return p.on("track_counter") and p.track.laid == len(p.numbers.tableaus)


# -- at once ---------------------------------------------------------------------------------


def build_asks(p: Knight) -> tuple[Ask, ...]:
    """The whole track in one press (KR-TRK-5, KR-TRK-15)."""
    menu = Menu()
    menu.add("built")
    prompt = text("kr.build.prompt", who=Who(p.order[0]))
    return menu.asks(asking.everybody(p), Kind.REPORT, prompt, "KR-TRK-10", "board")


@in_device
def box_builds_asks(p: Town) -> tuple[Ask, ...]:
    """The box lays the track: by chance, or one that has a name."""
    seats, prompt = tuple(p.seats), text("kr.build.box")
    if p.options["track"] != "random":
        return (Ask(seats, Kind.REPORT, prompt, "KR-TRK-5", (Option("built"),), source="board"),)
    tableaus = p.numbers.tableaus
    order = Pick(len(tableaus), len(tableaus), tableaus, ordered=True)
    laying = (option("built", order=order),)
    return (Ask(seats, Kind.CHANCE, prompt, "KR-TRK-5", laying, source="board", auto=True),)


def lay_at_once(p: Knight, entry: Entry, say: Say) -> None:
    """The track is built: on the table by the players, in the device by the box, from tableaus
    in a random order or in that of a track with a name."""
    board(p).lay_track(entry)


# -- tableau by tableau ----------------------------------------------------------------------


@in_device
def reveal_asks(p: Town) -> tuple[Ask, ...]:
    """A tableau is picked blind (KR-TRK-5)."""
    hidden = OneOf(tuple(drawable(p)))
    drawing = (option("turn_up", tableau=hidden),)
    prompt = text("kr.reveal.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "KR-TRK-5", drawing, source="board", auto=True),)


def drawable(p: Town) -> list[int]:
    """Face-down tableaus one of which is turned up now: those never drawn, then, one after the
    other, those that fitted nowhere (KR-TRK-12)."""
    return p.board.hidden if p.track.fresh else p.board.aside[:1]


@in_device
def turn_up(p: Town, entry: Entry, say: Say) -> None:
    """The player on turn picks a tableau, unseen, and turns it up (KR-TRK-5)."""
    known, piece = p.board, entry.number("tableau")
    known.piece = piece
    (known.hidden if piece in known.hidden else known.aside).remove(piece)


def more_to_draw(p: Knight, entry: Entry) -> bool:
    """The next tableau is drawn from the device's own (KR-TRK-5)."""
    return board(p).building == "drawn"


def lay_asks(p: Knight) -> tuple[Ask, ...]:
    """One tableau a turn, counted (option ``track_counter``; KR-TRK-5)."""
    menu = Menu()
    menu.add("laid")
    menu.add("no_fit")
    first = not p.track.laid_by[p.turn - 1]
    prompt = text("kr.lay.first" if first else "kr.lay.prompt", number=p.track.laid + 1)
    clause = "KR-TRK-6" if first else "KR-TRK-10"
    return menu.asks((p.turn,), Kind.REPORT, prompt, clause, "board")


@in_device
def lay_in_device_asks(p: Town) -> tuple[Ask, ...]:
    """Every place where the tableau fits, with its rotations (KR-TRK-6, KR-TRK-8, KR-TRK-10,
    KR-TRK-11)."""
    first = not p.track.laid_by[p.turn - 1]
    found = placements(p)
    menu = Menu()
    menu.options = [
        option("laid", cell=OneOf((list(cell),), "cell"), arms=OneOf(tuple(ways), "arms"))
        for cell, ways in found.items()
    ]
    if not found:
        menu.add("no_fit")
        prompt = text("kr.lay.none", shape=_shape(p), tableau=p.board.piece)
        return menu.asks((p.turn,), Kind.REPORT, prompt, "KR-TRK-12", "board")
    menu.refuse("no_fit", No("kr.why.fits", "KR-TRK-12"))
    _bar_places(p, menu, found)
    key = "kr.lay.piece-first" if first else "kr.lay.piece"
    prompt = text(key, shape=_shape(p), tableau=p.board.piece)
    return menu.asks((p.turn,), Kind.DECISION, prompt, "KR-TRK-6" if first else "KR-TRK-10")


def _bar_places(p: Town, menu: Menu, found: Collection[Point]) -> None:
    """Where the tableau in hand may not lie: turned so that its neighbours don't match, in the
    centre, on another one, off the track (KR-TRK-6, KR-TRK-8, KR-TRK-10, KR-TRK-11, KR-TRK-14)."""
    track, first = {laid.cell: laid for laid in p.laid}, not p.track.laid_by[p.turn - 1]
    parts = p.numbers.parts
    fits = {laid.cell for laid in legal(parts, track, p.board.piece, first=first)}
    for cell in free_cells(track, first=first):
        roads = sum(edges(parts, track, cell).values())
        alone = cell in fits and cell not in found
        no = NO_ROAD_ON if alone else MEETING if roads > 1 and cell not in found else EDGES
        menu.bar("laid", no, cell=list(cell))
    for cell in CENTRE:
        menu.bar("laid", KEPT_EMPTY, cell=list(cell))
    for cell in track:
        menu.bar("laid", TAKEN, cell=list(cell))
    menu.bar("laid", AT_CENTRE if first else APART)


def _shape(p: Town) -> Text:
    """What the tableau in hand is called by its roads."""
    arms = p.numbers.parts.arms[p.board.piece]
    shape = {3: "tee", 4: "crossing"}.get(len(arms), "dead-end")
    if len(arms) == 2:
        shape = "straight" if arms in ("NS", "EW") else "bend"
    return text(f"kr.shape.{shape}")


def placements(p: Town) -> Mapping[Point, Mapping[str, Laid]]:
    """Where the tableau in hand may lie: cells, and its arms there by rotation, those first that
    join most roads near the centre (KR-TRK-6, KR-TRK-8, KR-TRK-10, KR-TRK-11)."""
    track = {laid.cell: laid for laid in p.laid}
    first = not p.track.laid_by[p.turn - 1]
    parts, must_join = p.numbers.parts, p.on("build_must_join_road")
    ways = legal(parts, track, p.board.piece, first=first, must_join=must_join)
    found: dict[Point, dict[str, Laid]] = {}
    for laid in sorted(ways, key=lambda way: worth(parts, track, way), reverse=True):
        arms = parts.turned_arms(laid.number, laid.turns)
        found.setdefault(laid.cell, {})[arms] = laid
    return found


def lay_piece(p: Knight, entry: Entry, say: Say) -> None:
    """A tableau is laid (KR-TRK-5, KR-TRK-6, KR-TRK-7, KR-TRK-8)."""
    track = p.track
    if track.fresh:
        track.fresh -= 1
    else:
        track.aside -= 1
        track.misses = 0
    track.tried = 0
    track.laid_by[p.turn - 1] += 1
    board(p).lay(entry, say)


def set_aside(p: Knight, entry: Entry, say: Say) -> None:
    """A tableau that fits nowhere is put aside, face down (KR-TRK-12, KR-INT-5)."""
    track = p.track
    board(p).put_by()
    if track.fresh:
        track.fresh -= 1
        track.aside += 1
        if track.laid_by[p.turn - 1]:
            track.tried += 1
        elif board(p).in_order:
            track.tried = 0  # a first tableau may fit elsewhere later
    else:
        track.misses += 1
    say("kr.lay.aside", "KR-TRK-12")


# -- the centre's own tableaus, the end of building ------------------------------------------


def outer_through(p: Knight, entry: Entry) -> bool:
    """All outer tableaus are laid or aside, the centre still lies (KR-TRK-13)."""
    return not p.track.fresh and p.track.centre


def take_centre(p: Knight, entry: Entry, say: Say) -> None:
    """The centre's tableaus are taken away and laid outside, turns going on (KR-TRK-13)."""
    p.track.centre = False
    p.track.fresh = p.numbers.centre
    p.turn = p.after(p.turn)
    say("kr.lay.take-centre", "KR-TRK-13", stop=True, n=p.numbers.centre)


def next_builder(p: Knight, entry: Entry, say: Say) -> None:
    """One tableau a turn, clockwise (KR-TRK-5)."""
    p.turn = p.after(p.turn)


def building_over(p: Knight, entry: Entry) -> bool:
    """Nothing is left, or all that is left was tried on the track as it is (KR-TRK-12,
    KR-TRK-15)."""
    track = p.track
    both = track.misses, track.tried
    tried = sum(both) if board(p).in_order else max(both)
    return not track.fresh and not track.centre and tried >= track.aside


def end_building(p: Knight, entry: Entry, say: Say) -> None:
    """All tableaus lie, or those that fit nowhere stay out (KR-TRK-12, KR-TRK-15)."""
    track = p.track
    if track.aside:
        say("kr.lay.out", "KR-TRK-12", n=track.aside)
    else:
        say("kr.lay.complete", "KR-TRK-15", n=track.laid)


def stack_asks(p: Knight) -> tuple[Ask, ...]:
    """The escape cards in the centre, board north fixed (KR-TRK-17, KR-INT-7)."""
    prompt = "kr.stack.north" if p.deck_in_device else "kr.stack.prompt"
    return asking.checklist(p, prompt, "KR-INT-7" if p.deck_in_device else "KR-TRK-17")
