"""Guards and effects of what a car comes to: blind tiles, and the special ones."""

from __future__ import annotations

from referee.game import Entry, Item, Say, Who, text
from referee.games.draf import rules
from referee.games.draf.drive import crashing, enter, stand, target, tell
from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import WRECK, Draf, Place
from referee.games.draf.rules import UNBUILT

# -- what is there ---------------------------------------------------------------------------


def note_tile(p: Draf, entry: Entry, say: Say) -> None:
    """The tile that the car comes to (DRF-SPC-2)."""
    p.agenda[-1].data["tile"] = entry.word("tile")


def comes_to(p: Draf, kind: str) -> bool:
    """Whether the car on top of the agenda comes to such a tile, and it has not acted yet."""
    item = p.agenda[-1]
    return item.word("tile") == kind and rules.acts(p, item.seat, target(item))


def not_built(p: Draf, entry: Entry) -> bool:
    """There is no tile yet, in an open lane (DRF-OFF-4)."""
    return p.agenda[-1].word("tile") == UNBUILT and not no_more_tiles(p, entry)


def no_more_tiles(p: Draf, entry: Entry) -> bool:
    """There is no tile, and in this lane none may be laid any more (DRF-OFF-6)."""
    item = p.agenda[-1]
    return item.word("tile") == UNBUILT and rules.given_up(p, target(item)[0])


def nothing_to_draw(p: Draf, entry: Entry) -> bool:
    """A blind tile is needed and none is left anywhere (DRF-REF-3)."""
    return p.modelled and not any(p.road.box.values()) and not_built(p, entry)


def lay_plain(p: Draf, entry: Entry, say: Say) -> None:
    """The blind tile is plain then (DRF-REF-3)."""
    item = p.agenda[-1]
    lane, row = target(item)
    p.road.lanes[lane - 1][row] = item.data["tile"] = PLAIN
    p.road.borrowed += 1
    tell(p, say, "drf.blind.none", "DRF-REF-3", item.seat)


def lay_blind(p: Draf, entry: Entry, say: Say) -> None:
    """It is laid exactly where the car drives, gaps or not (DRF-OFF-4, DRF-OFF-5)."""
    item = p.agenda[-1]
    (lane, row), kind = target(item), entry.word("tile")
    item.data["tile"] = kind
    if p.modelled:
        p.road.box[kind] -= 1
        p.road.lanes[lane - 1][row] = kind
    stop = kind != PLAIN or crashing(p)
    say("drf.blind.drawn", "DRF-OFF-4", item.seat, stop=stop, who=Who(item.seat), tile=kind)


def stand_plain(p: Draf, entry: Entry, say: Say) -> None:
    """Nothing happens on a plain tile; in a collision it is told where (DRF-SPC-1, DRF-COL-5)."""
    item = stand(p)
    if item.word("how") in ("slide", "push") and crashing(p):
        lane, row = target(item)
        tell(p, say, "drf.moved", "DRF-COL-5", item.seat, lane=lane, row=row)


# -- special tiles ---------------------------------------------------------------------------


def is_police(p: Draf, entry: Entry) -> bool:
    """A police tile (DRF-POL-1)."""
    return comes_to(p, "police")


def is_ramp(p: Draf, entry: Entry) -> bool:
    """A ramp (DRF-RAMP-1)."""
    return comes_to(p, "ramp")


def is_water(p: Draf, entry: Entry) -> bool:
    """Water (DRF-WAT-1)."""
    return comes_to(p, "water")


def is_caltrops(p: Draf, entry: Entry) -> bool:
    """Caltrops (DRF-CAL-1)."""
    return comes_to(p, "caltrops")


def is_truck(p: Draf, entry: Entry) -> bool:
    """A truck (DRF-TRK-1)."""
    return comes_to(p, "truck")


def is_useful_service(p: Draf, entry: Entry) -> bool:
    """Road service, for somebody who has lost a card (DRF-SVC-1, DRF-SVC-2)."""
    return comes_to(p, "service") and bool(p.driver(p.agenda[-1].seat).lost)


def is_joker(p: Draf, entry: Entry) -> bool:
    """A joker (DRF-JOK-1)."""
    return comes_to(p, "joker")


def act(p: Draf) -> Item:
    """The car stands on the tile, which acts on it once in this step (DRF-SPC-3, DRF-SPC-4)."""
    item = stand(p)
    p.now.acted.append([item.seat, *target(item)])
    return item


def meet_police(p: Draf, entry: Entry, say: Say) -> None:
    """Two points more, or what is left; a pushed or stopped car pays none (DRF-POL-1..5)."""
    item, now = act(p), p.now
    if item.seat != p.turn or now.stopped:
        tell(p, say, "drf.police.nothing", "DRF-POL-5", item.seat)
        return
    too_few = now.points < p.numbers.police
    now.points = max(now.points - p.numbers.police, 0)
    clause = "DRF-POL-2" if too_few else "DRF-POL-1" if item.word("how") == "step" else "DRF-POL-4"
    tell(p, say, "drf.police.stop" if not now.points else "drf.police.points", clause, item.seat,
         n=now.points)  # fmt: skip


def jump(p: Draf, entry: Entry, say: Say) -> None:
    """Over the next place onto the one behind it, free of charge (DRF-RAMP-1, DRF-RAMP-7)."""
    item = act(p)
    lane, row = target(item)
    landing = (lane, row + rules.JUMP)
    who = Who(item.seat)
    say("drf.ramp", "DRF-RAMP-1", item.seat, stop=True, who=who, row=landing[1])
    enter(p, item.seat, "jump", "forward", landing)


def skid(p: Draf, entry: Entry, say: Say) -> None:
    """The right neighbour chooses a side (DRF-WAT-1, DRF-WAT-2)."""
    item = act(p)
    p.push("water", item.seat)


def slide(p: Draf, entry: Entry, say: Say) -> None:
    """One lane to that side, same row; no lane change (DRF-WAT-1, DRF-WAT-4, DRF-LC-6)."""
    seat = p.pop().seat
    way = entry.verb
    enter(p, seat, "slide", way, rules.beside(p.driver(seat).place, way))


def step_on_caltrops(p: Draf, entry: Entry, say: Say) -> None:
    """One card is lost; the tile stays (DRF-CAL-1)."""
    item = act(p)
    p.push("lose", item.seat, count=1, why="caltrops", clause="DRF-CAL-1")


def hit_truck(p: Draf, entry: Entry, say: Say) -> None:
    """The triangles of the own card are lost, the truck is covered for good (DRF-TRK-1..4)."""
    item = act(p)
    if p.modelled:
        _cover(p, target(item))
    count = p.card(item.seat).triangles
    key = "drf.truck-gone" if p.modelled else "drf.truck"
    say(key, "DRF-TRK-2", item.seat, stop=True, who=Who(item.seat))
    p.push("lose", item.seat, count=count, why="truck", clause="DRF-TRK-1")


def _cover(p: Draf, place: Place) -> None:
    """A plain tile over the truck; without one the truck counts as plain (DRF-TRK-3)."""
    lane = p.road.lanes[place[0] - 1]
    if not p.road.box[PLAIN]:
        lane[place[1]] = WRECK
        return
    p.road.box[PLAIN] -= 1
    p.road.covered += 1
    lane[place[1]] = PLAIN


def call_service(p: Draf, entry: Entry, say: Say) -> None:
    """The owner may take a lost card back (DRF-SVC-1)."""
    item = act(p)
    p.push("service", item.seat)


def regain(p: Draf, entry: Entry, say: Say) -> None:
    """A lost card returns to the hand at once (DRF-SVC-2)."""
    seat, card = p.pop().seat, entry.number("card")
    driver = p.driver(seat)
    driver.lost.remove(card)
    if card == driver.played:  # it is still the card of this round (DRF-CARD-2)
        driver.kept = True
    else:
        driver.hand = sorted([*driver.hand, card])
    tell(p, say, "drf.service.back", "DRF-SVC-2", seat, card=card)


def draw_joker(p: Draf, entry: Entry, say: Say) -> None:
    """The owner may exchange two tiles (DRF-JOK-1)."""
    item = act(p)
    p.push("joker", item.seat)


def let_be(p: Draf, entry: Entry, say: Say) -> None:
    """Road service and joker need not be used (DRF-SVC-1, DRF-JOK-1)."""
    p.pop()


def choose_first(p: Draf, entry: Entry, say: Say) -> None:
    """The first of two tiles (DRF-JOK-1)."""
    p.agenda[-1].data["first"] = list(entry.cell("place"))


def exchange(p: Draf, entry: Entry, say: Say) -> None:
    """Two tiles change places; none acts on anybody (DRF-JOK-1, DRF-JOK-3)."""
    item = p.pop()
    (a, b), (c, d) = item.cell("first"), entry.cell("place")
    lanes = p.road.lanes
    lanes[a - 1][b], lanes[c - 1][d] = lanes[c - 1][d], lanes[a - 1][b]
    first, second = (text(f"arg.tile.{rules.kind_at(p, at)}") for at in ((c, d), (a, b)))
    tell(p, say, "drf.joker.done", "DRF-JOK-1", item.seat, first=first, second=second)
