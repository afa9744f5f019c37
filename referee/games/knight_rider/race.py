"""Guards and effects of phase 2: turns, the move, rams, oil, cards, the escape card, the end."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.knight_rider import cars, rules
from referee.games.knight_rider.position import Knight, Turn
from referee.games.knight_rider.rules import COST, FAILED, OIL, RAM, SKID, TURBO2, Fate
from referee.games.knight_rider.town import town

# -- turns -----------------------------------------------------------------------------------


def next_seat(p: Knight, entry: Entry, say: Say) -> None:
    """The next player clockwise (KR-TRN-5); his own shield ends now (KR-KIT-4)."""
    p.turn = p.after(p.turn)
    p.now = Turn()
    if p.modelled:
        cars.new_turn(town(p))
    if p.mover.shield:
        p.mover.shield = False
        p.discard.append("shield")
        say("kr.shield.ends", "KR-KIT-4", p.turn, who=Who(p.turn))


def on_roof(p: Knight, entry: Entry) -> bool:
    """The car of the player on turn lies on its roof (KR-TRN-8, KR-RAM-10)."""
    return p.mover.roof


def right_car(p: Knight, entry: Entry, say: Say) -> None:
    """The car is put on its wheels; that was the turn (KR-RAM-10, KR-RAM-11)."""
    p.mover.roof = False
    p.now.righting = True


def righting_draws(p: Knight, entry: Entry) -> bool:
    """The group turns an escape card in a righting turn too (KR-INT-25, a switch)."""
    return p.on("roof_turn_draws_escape")


def roll_distance(p: Knight, entry: Entry, say: Say) -> None:
    """The die is the number of points (KR-TRN-2, KR-MOV-1)."""
    p.now.roll = p.now.points = entry.die()


# -- the move --------------------------------------------------------------------------------


def manoeuvre(p: Knight, entry: Entry, say: Say) -> None:
    """One counted step or turn (KR-MOV-2..5; the first step leads onto the road, KR-MOV-10)."""
    p.now.points -= COST[entry.verb]
    p.now.trail.append(entry.verb)
    if p.modelled:
        cars.manoeuvre(town(p), entry)
    if entry.verb == "step":
        p.mover.outside = False


def end_move(p: Knight, entry: Entry, say: Say) -> None:
    """All points are used; the car is on the road (KR-MOV-16)."""
    p.now.points, p.now.over = 0, True
    p.mover.outside = False


def lapse(p: Knight, entry: Entry, say: Say) -> None:
    """The road start is closed: the car stays outside, its points lapse (KR-MOV-13)."""
    say("kr.drive.lapsed", "KR-MOV-13", p.turn, who=Who(p.turn), n=p.now.points)
    p.now.points, p.now.over = 0, True


def tick(p: Knight, entry: Entry, say: Say) -> None:
    """A target tableau is reached, so the car is on the road (KR-VAR-2, KR-INT-38)."""
    p.mover.open_targets.remove(entry.number("tableau"))
    p.mover.outside = False
    key = "kr.drive.ticked" if p.mover.open_targets else "kr.drive.red-open"
    say(key, "KR-VAR-2", p.turn, who=Who(p.turn), n=len(p.mover.open_targets))


def reach_red(p: Knight, entry: Entry, say: Say) -> None:
    """The last point brings the car to red: won, all else is dropped (KR-END-1, KR-END-5)."""
    end_move(p, entry, say)
    _win(p, p.turn, "KR-END-2", say)


def _win(p: Knight, seat: int, clause: str, say: Say) -> None:
    p.winner, p.ending = seat, clause
    p.agenda.clear()
    say(f"kr.won.{clause}", clause, seat, who=Who(seat))


# -- rams ------------------------------------------------------------------------------------


def pass_car(p: Knight, entry: Entry, say: Say) -> None:
    """The car stops beside the one it passes; that player rolls (KR-RAM-3)."""
    p.now.trail.append("ram")
    p.mover.outside = False
    if p.modelled:
        cars.beside(town(p))
    p.push("ram", entry.number("target"))


def failed(p: Knight, entry: Entry) -> bool:
    """A 6: the attempt fails (KR-RMT-6)."""
    return entry.die() == FAILED


def suffer_ram(p: Knight, entry: Entry, say: Say) -> None:
    """The ram table applies to the rammed car at once (KR-RMT-1..5)."""
    _suffer(p, p.pop().seat, RAM[entry.die()], say)


def roll_once_more(p: Knight, entry: Entry, say: Say) -> None:
    """The rammed player rolls again (KR-RMT-6)."""
    say("kr.ram.failed", "KR-RMT-6", p.agenda[-1].seat)


def skids(p: Knight, entry: Entry) -> bool:
    """A 5 or 6 on the second die (KR-RMT-6)."""
    return entry.die() in SKID


def skid(p: Knight, entry: Entry, say: Say) -> None:
    """The ramming car loses its points and stands turned round (KR-RMT-6, KR-INT-21)."""
    p.pop()
    p.now.points, p.now.over = 0, True
    say("kr.ram.skid", "KR-RMT-6", p.turn, who=Who(p.turn))
    if p.modelled:
        cars.turn_round(town(p), p.turn)


def hold_out(p: Knight, entry: Entry, say: Say) -> None:
    """1 to 4 on the second die: nothing, the mover goes on (KR-RMT-6)."""
    p.pop()
    say("kr.ram.nothing", "KR-RMT-6", p.turn, who=Who(p.turn))


def _suffer(p: Knight, seat: int, fate: Fate, say: Say) -> None:
    """Announce what becomes of a car; roofs are kept, the players move the car."""
    p.car(seat).roof |= fate.roof
    say(fate.key, fate.clause, seat, who=Who(seat), n=fate.back)
    if p.modelled:
        cars.suffer(town(p), seat, fate, say)


def slip(p: Knight, entry: Entry, say: Say) -> None:
    """The oil table applies to the car of the player on turn (KR-OLT-1..6)."""
    _suffer(p, p.turn, OIL[entry.die()], say)


# -- cards -----------------------------------------------------------------------------------


def play_kitt(p: Knight, entry: Entry, say: Say) -> None:
    """One K.I.T.T. card of the player on turn (KR-KIT-1..13)."""
    kind = entry.word("card")
    _take(p, "kitt", kind)
    if kind == "shield":
        p.mover.shield = True
        say("kr.kitt.shield", "KR-KIT-3", p.turn, who=Who(p.turn))
        return
    p.discard.append(kind)
    if kind == "jump":
        _jump(p, say)
    else:
        low, high = TURBO2
        more = p.now.roll if kind == "turbo1" else high - low
        p.now.points += more
        clause = "KR-KIT-6" if kind == "turbo1" else "KR-KIT-7"
        say("kr.kitt.turbo", clause, p.turn, more=more, n=p.now.points)


def _jump(p: Knight, say: Say) -> None:
    """Over one obstacle; only the landing is paid for (KR-KIT-8..10)."""
    if p.counted:
        p.now.points -= COST["jump"]
    if p.modelled:
        cars.jump(town(p))
    p.now.trail.append("jump")
    p.mover.outside = False
    say("kr.kitt.jump", "KR-KIT-9", p.turn)


def lay_diversion(p: Knight, entry: Entry, say: Say) -> None:
    """One diversion card onto any tableau, for good (KR-DIV-2..7, KR-DIV-10)."""
    kind, tableau = entry.word("kind"), entry.number("tableau")
    _take(p, "diversion", kind)
    stack = p.stacks.setdefault(str(tableau), [])
    stack.append(kind)
    if p.modelled:
        cars.lay_card(town(p), entry)
    if len(stack) == p.numbers.diversion_limit:
        say("kr.divert.last", "KR-DIV-7", p.turn, kind=kind, tableau=tableau)
    else:
        clause = "KR-DIV-10" if kind == "roadblock" else "KR-DIV-5"
        say("kr.divert.laid", clause, p.turn, kind=kind, tableau=tableau)


def _take(p: Knight, sort: str, kind: str) -> None:
    """A card leaves the hand; of cards that the referee was not shown, now one is known."""
    hand = p.mover.hands[sort]
    if hand.known[kind]:
        hand.known[kind] -= 1
    else:
        hand.blind -= 1
        p.pool[sort][kind] -= 1
    p.now.played.append(sort)


# -- the escape card -------------------------------------------------------------------------


def show_arrow(p: Knight, entry: Entry, say: Say) -> None:
    """The device turns the top card over (KR-ESC-1, KR-ESC-13)."""
    p.now.arrow = entry.number("escape")
    p.pile.append(p.now.arrow)


def red_moves(p: Knight, entry: Entry, say: Say) -> None:
    """Red drives to the tableau shown and hits nobody (KR-ESC-3, KR-ESC-4)."""
    _turned(p)
    p.red = 0
    if p.modelled:
        cars.flee(town(p), say)


def red_stays(p: Knight, entry: Entry, say: Say) -> None:
    """No tableau at the place shown: nothing happens (KR-ESC-5)."""
    _turned(p)
    say("kr.red.stays", "KR-ESC-5")


def red_hits(p: Knight, entry: Entry, say: Say) -> None:
    """Red lands on one or two cars; they roll in turn order (KR-ESC-7, KR-ESC-9)."""
    red_moves(p, entry, say)
    hit = {entry.number(name) for name in entry.args}
    for seat in reversed(rules.hittable(p)):
        if seat in hit:
            p.push("red_ram", seat)


def _turned(p: Knight) -> None:
    """Count a card that was turned on the table (KR-ESC-13)."""
    if not p.now.arrow:
        p.pile.append(0)


def six_wins(p: Knight, entry: Entry) -> bool:
    """A 6 against red wins at once (KR-ESC-8), with no target open (KR-INT-46)."""
    seat = p.agenda[-1].seat
    return entry.die() == FAILED and not p.car(seat).open_targets


def win_by_six(p: Knight, entry: Entry, say: Say) -> None:
    """The rammed player has won, on whosever turn (KR-ESC-8, KR-END-6)."""
    _win(p, p.agenda[-1].seat, "KR-ESC-8", say)


def suffer_red(p: Knight, entry: Entry, say: Say) -> None:
    """The ram table applies to the car that red hit (KR-ESC-7); a 6 too early is nothing."""
    die, seat = entry.die(), p.pop().seat
    if die == FAILED:
        say("kr.red.too-early", "KR-INT-46", seat, who=Who(seat))
    else:
        _suffer(p, seat, RAM[die], say)


def another_hit(p: Knight, entry: Entry) -> bool:
    """A second car stands on red's field (KR-ESC-9)."""
    return bool(p.agenda)


def all_turned(p: Knight, entry: Entry) -> bool:
    """The last escape card has been carried out (KR-ESC-12)."""
    return len(p.pile) == len(p.numbers.arrows)


def reshuffle(p: Knight, entry: Entry, say: Say) -> None:
    """All escape cards are shuffled before the next player's turn (KR-ESC-12, KR-INT-44)."""
    p.pile.clear()
    say("kr.escape.reshuffle", "KR-ESC-12", stop=not p.deck_in_device, n=len(p.numbers.arrows))
