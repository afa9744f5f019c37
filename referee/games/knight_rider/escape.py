"""The escape card: where red goes, and whom it hits (phase 2, d.)."""

from __future__ import annotations

from referee.game import (
    Ask,
    Chance,
    Entry,
    Kind,
    Menu,
    No,
    Offers,
    OneOf,
    Say,
    Text,
    Who,
    option,
    text,
)
from referee.games.knight_rider import asking, cards, move
from referee.games.knight_rider.board import where
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.move import FAILED, RAM
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, in_device


def escape_asks(p: Knight) -> tuple[Ask, ...]:
    """The last action: the top card, and whom red hits (KR-ESC-1, KR-ESC-7). The player on turn
    moves red (KR-INT-40).

    With the deck in the device the card is turned before that question: with the end of the move,
    or by a press of its own where something was rolled for in between (KR-INT-51).
    """
    menu = Menu()
    _offer(p, menu)
    return _turned_over(p, menu) if _waiting(p) else _landed(p, menu)


@in_device
def flight_asks(p: Town) -> tuple[Ask, ...]:
    """The last action (KR-ESC-1); the box sees where red lands, and tells it (KR-ESC-5,
    KR-ESC-7)."""
    menu = Menu()
    if not _waiting(p):
        menu.add(landing(p))
        return _landed(p, menu)
    menu.add("turn_over")
    cards.offer_kitt(p, menu)
    cards.offer_joins(p, menu)
    asking.on_buttons(menu)
    return _turned_over(p, menu)


def _turned_over(p: Knight, menu: Menu) -> tuple[Ask, ...]:
    prompt = text("kr.escape.turn-over")
    return menu.asks((p.turn,), Kind.DECISION, prompt, "KR-ESC-1")


def _landed(p: Knight, menu: Menu) -> tuple[Ask, ...]:
    return menu.asks((p.turn,), Kind.REPORT, _escape_prompt(p), "KR-ESC-7", "board")


def draw_escape(p: Knight, chance: Chance) -> Entry | None:
    """Any answer."""
    menu = Offers()
    _offer(p, menu)
    return menu.drawn(p.turn, chance.below)


def _waiting(p: Knight) -> bool:
    """Whether the device's card has still to be turned."""
    return p.deck_in_device and not p.now.arrow


def _offer(p: Knight, menu: Menu) -> None:
    if _waiting(p):
        menu.add("turn_over")
    else:
        _red_lands(p, menu)
    cards.offer_kitt(p, menu)
    cards.offer_diversion(p, menu)


def _escape_prompt(p: Knight) -> Text:
    """What to do with red; the arrow of a card in the device in words too (KR-ESC-3)."""
    way = where.flight(p)
    return text("kr.escape.way", way=way) if way else text("kr.escape.prompt")


def _red_lands(p: Knight, menu: Menu) -> None:
    reasons = [why_no_hit(p, seat) for seat in p.seats]
    menu.add("clear")
    menu.add("hit", None if None in reasons else reasons[p.turn - 1])
    if p.red or cards.kept_from_before(p):
        menu.add("no_tableau")  # where red stays matters for its first tableau only (KR-ESC-5)


def escape_cards_left(p: Knight) -> list[int]:
    """Numbers of the cards still face down in the device's deck (KR-ESC-13)."""
    return [card for card in range(1, len(p.numbers.arrows) + 1) if card not in p.pile]


def draw_asks(p: Knight) -> tuple[Ask, ...]:
    """The device turns its top card over (KR-ESC-13)."""
    return _draw(p, "cards")


def draw_in_device_asks(p: Knight) -> tuple[Ask, ...]:
    """The deck belongs to the board (KR-ESC-13)."""
    return _draw(p, "board")


def _draw(p: Knight, source: str) -> tuple[Ask, ...]:
    cards = OneOf(tuple(escape_cards_left(p)))
    prompt = text("kr.escape.turn-over")
    drawing = option("draw", escape=cards)
    return (Ask((p.turn,), Kind.CHANCE, prompt, "KR-ESC-1", (drawing,), source=source, auto=True),)


def show_arrow(p: Knight, entry: Entry, say: Say) -> None:
    """The device turns the top card over (KR-ESC-1, KR-ESC-13)."""
    p.now.arrow = entry.number("escape")
    p.pile.append(p.now.arrow)


def _turned(p: Knight) -> None:
    """Count a card that was turned on the table (KR-ESC-13)."""
    if not p.now.arrow:
        p.pile.append(0)


def red_moves(p: Knight, entry: Entry, say: Say) -> None:
    """Red drives to the tableau shown and hits nobody (KR-ESC-3, KR-ESC-4)."""
    _turned(p)
    p.red = 0
    board(p).move_red(say)


def red_stays(p: Knight, entry: Entry, say: Say) -> None:
    """No tableau at the place shown: nothing happens (KR-ESC-5). The device's card is told, which
    nobody else has seen."""
    _turned(p)
    if way := where.flight(p):
        say("kr.red.stays-there", "KR-ESC-5", way=way)
    else:
        say("kr.red.stays", "KR-ESC-5")


def all_turned(p: Knight, entry: Entry) -> bool:
    """The last escape card has been carried out (KR-ESC-12)."""
    return len(p.pile) == len(p.numbers.arrows)


def reshuffle(p: Knight, entry: Entry, say: Say) -> None:
    """All escape cards are shuffled before the next player's turn (KR-ESC-12, KR-INT-44)."""
    p.pile.clear()
    board(p).new_cycle()
    say("kr.escape.reshuffle", "KR-ESC-12", stop=not p.deck_in_device, n=len(p.numbers.arrows))


# -- whom red hits ---------------------------------------------------------------------------


def hit_asks(p: Knight) -> tuple[Ask, ...]:
    """Which car red lands on, or which two (KR-ESC-7, KR-ESC-9)."""
    menu = Menu()
    reasons = {seat: why_no_hit(p, seat) for seat in p.seats}
    menu.choose("one", "target", reasons, "seat")
    able = hittable(p)
    for seat in able if len(able) > 1 else ():
        others = tuple(other for other in able if other != seat)
        menu.add("both", target=OneOf((seat,), "seat"), other=OneOf(others, "seat"))
    for field in ("target", "other"):
        menu.refuse_values("both", field, reasons)
    return _asked(p, menu)


def _asked(p: Knight, menu: Menu) -> tuple[Ask, ...]:
    return menu.asks((p.turn,), Kind.REPORT, text("kr.hit.prompt"), "KR-ESC-9", "board")


@in_device
def struck_asks(p: Town) -> tuple[Ask, ...]:
    """The box sees whom red hits (KR-ESC-7, KR-ESC-9)."""
    menu, seats = Menu(), struck(p)
    names = ("target", "other")[: len(seats)]
    cars = (OneOf((seat,), "seat") for seat in seats)
    menu.add("one" if len(seats) == 1 else "both", **dict(zip(names, cars, strict=True)))
    return _asked(p, menu)


def why_no_hit(p: Knight, seat: int) -> No | None:
    """Why red, landing on this player's car, does not ram it (KR-ESC-10, KR-ESC-11)."""
    car = p.car(seat)
    if car.outside:
        return No("kr.why.not-on-road", "KR-ESC-7")
    if car.roof:
        return No("kr.why.on-roof", "KR-ESC-10")
    shielded = car.shield and p.on("shield_stops_red")
    return No("kr.why.shielded", "KR-ESC-11") if shielded else None


def hittable(p: Knight) -> list[int]:
    """The seats that red may ram, in turn order from the one on turn (KR-ESC-9)."""
    seat, found = p.turn, []
    for _ in p.seats:
        if why_no_hit(p, seat) is None:
            found.append(seat)
        seat = p.after(seat)
    return found


def landing(p: Town) -> str:
    """What becomes of red's flight (KR-ESC-5, KR-ESC-7)."""
    if not p.red_goal:
        return "no_tableau"
    return "hit" if struck(p) else "clear"


def struck(p: Town) -> list[int]:
    """Whom red rams where it lands, in turn order from the one on turn (KR-ESC-7, KR-ESC-9,
    KR-ESC-10)."""
    goal = p.red_goal
    if not goal:
        return []
    there = p.traffic.others(p.roads.middles[goal], 0)
    return [seat for seat in hittable(p) if seat in there]


def red_hits(p: Knight, entry: Entry, say: Say) -> None:
    """Red lands on one or two cars; they roll in turn order (KR-ESC-7, KR-ESC-9, KR-INT-24)."""
    red_moves(p, entry, say)
    hit = {entry.number(name) for name in entry.args}
    for seat in reversed(hittable(p)):
        if seat in hit:
            p.push("red_ram", seat)


def red_ram_asks(p: Knight) -> tuple[Ask, ...]:
    """Whom red hits rolls; a 6 wins (KR-ESC-7, KR-ESC-8)."""
    seat = p.agenda[-1].seat
    key = "kr.red.open" if p.car(seat).open_targets else "kr.red.prompt"
    return asking.one_die(seat, text(key), "KR-ESC-8")


def six_wins(p: Knight, entry: Entry) -> bool:
    """A 6 against red wins at once (KR-ESC-8), with no target open (KR-INT-46)."""
    seat = p.agenda[-1].seat
    return entry.die() == FAILED and not p.car(seat).open_targets


def win_by_six(p: Knight, entry: Entry, say: Say) -> None:
    """The rammed player has won, on whosever turn; there is no second roll (KR-ESC-8, KR-END-6,
    KR-INT-43)."""
    move.win(p, p.agenda[-1].seat, "KR-ESC-8", say)


def suffer_red(p: Knight, entry: Entry, say: Say) -> None:
    """The ram table applies to the car that red hit (KR-ESC-7); a 6 too early is nothing."""
    die, seat = entry.die(), p.pop().seat
    if die == FAILED:
        say("kr.red.too-early", "KR-INT-46", seat, who=Who(seat))
    else:
        move.suffer(p, seat, RAM[die], say)


def another_hit(p: Knight, entry: Entry) -> bool:
    """A second car stands on red's field (KR-ESC-9)."""
    return bool(p.agenda)
