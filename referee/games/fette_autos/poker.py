"""Phase 3 of a section: overtaking, the Hasen, the poker; then the end of section and race."""

from __future__ import annotations

from referee.game import Entry, Say, Who, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.asks_poker import named
from referee.games.fette_autos.position import OVERTAKE, Poker, Race
from referee.games.fette_autos.race import drawn_card, pay_chips, swap_open
from referee.games.fette_autos.series import HASEN, Before


def _poker(p: Race) -> Poker:
    assert p.poker is not None
    return p.poker


# -- who acts --------------------------------------------------------------------------------


def begin_overtaking(p: Race, entry: Entry, say: Say) -> None:
    """All have finished phase 2; the last car begins (FA-RND-2, FA-OVT-1)."""
    p.phase = OVERTAKE
    p.done, p.out = [], []
    p.at, p.attacks = p.numbers.cars, 0


def front_reached(p: Race, entry: Entry) -> bool:
    """The car in front attacks nobody: the phase is over (FA-OVT-11, FA-OVT-13)."""
    return p.at == 1


def hase_attacks(p: Race, entry: Entry) -> bool:
    """A Hase attacks exactly when a player is directly ahead (FA-HASE-4, FAP-EQUAL-1)."""
    return rules.hase_may_attack(p)


def idle(p: Race, entry: Entry) -> bool:
    """The car is out for this phase, or a Hase with nobody to attack (FA-OVT-8, FA-HASE-4)."""
    return p.acting in p.out or p.acting < 0


def next_car(p: Race, entry: Entry, say: Say) -> None:
    """This car is done; the one on the next position acts (FA-OVT-12)."""
    p.at -= 1
    p.attacks = 0


def begin_poker(p: Race, entry: Entry, say: Say) -> None:
    """The car that acts attacks the one directly ahead (FA-OVT-1)."""
    p.poker = Poker(p.acting, p.ahead(p.acting))
    p.attacks += 1


def attack(p: Race, entry: Entry, say: Say) -> None:
    """A first attack; it costs nothing again unless the owner's rules say so (FA-OVT-10)."""
    if p.numbers.first_attack_pays_again:
        _tell_pay(p, entry.seat, "FA-OVT-10", say)
    begin_poker(p, entry, say)


def slow_down(p: Race, entry: Entry, say: Say) -> None:
    """He gets slower, pays for what is still too fast, and attacks (FA-OVT-9, FA-OVT-10)."""
    done = swap_open(p, entry, "FA-OVT-9")
    chips = _pay_again(p, entry.seat)
    if chips:
        say(text("fa.exchange.paid", n=chips, **done), "FA-OVT-10", entry.seat)
    else:
        say(text("fa.exchange.done", **done), "FA-OVT-9", entry.seat)
    begin_poker(p, entry, say)


def attack_fast(p: Race, entry: Entry, say: Say) -> None:
    """He attacks again at once; above the limit that costs one chip (FAP-FAST-2, FAP-FAST-4)."""
    _tell_pay(p, entry.seat, "FAP-FAST-4", say)
    begin_poker(p, entry, say)


def _pay_again(p: Race, seat: int) -> int:
    chips = rules.again_price(p, p.driver(seat).speed)
    pay_chips(p, seat, chips)
    return chips


def _tell_pay(p: Race, seat: int, clause: str, say: Say) -> None:
    if chips := _pay_again(p, seat):
        say("fa.pay.done", clause, seat, who=Who(seat), n=chips)


# -- the poker -------------------------------------------------------------------------------


def first_cards_due(p: Race, entry: Entry) -> bool:
    """The Hase's first cards are turned up before the stake (FA-HASE-3, FAP-INDIV-2)."""
    return rules.first_cards_due(p, _poker(p))


def more_cards_due(p: Race, entry: Entry) -> bool:
    """The Hase gets a further card, after the stake (FA-HASE-1, FA-HASE-2, FAP-DANGER-2)."""
    return rules.more_cards_due(p, _poker(p))


def add_hase_card(p: Race, entry: Entry, say: Say) -> None:
    """A card is turned up for the Hase (FA-HASE-1, FA-HASE-2, FA-HASE-6)."""
    _poker(p).cards.append(drawn_card(p, entry, say))


def note_stake(p: Race, entry: Entry, say: Say) -> None:
    """Chips lie hidden in the fist until both have chosen (FA-OVT-3)."""
    _poker(p).stakes[entry.seat] = entry.number("chips", 0)


def stakes_missing(p: Race, entry: Entry) -> bool:
    """A player of this poker has not chosen yet (FA-OVT-3)."""
    poker = _poker(p)
    return len(poker.stakes) < len(poker.players)


def show_stakes(p: Race, entry: Entry, say: Say) -> None:
    """All chips are shown together and go to the bank, whoever wins (FA-OVT-3, FA-OVT-6)."""
    poker = _poker(p)
    for seat in poker.players:
        pay_chips(p, seat, poker.stakes[seat])


def faster(p: Race, entry: Entry) -> bool:
    """The attacker is stronger (FA-OVT-4, FA-OVT-5)."""
    return rules.overtakes(p, _poker(p))


def overtake(p: Race, entry: Entry, say: Say) -> None:
    """The two cars change places; who was overtaken does nothing more (FA-OVT-7, FA-OVT-8)."""
    poker = _poker(p)
    _tell(p, poker, "fa.poker.passes", "FA-OVT-4", say)
    p.places[p.at - 2 : p.at] = [poker.attacker, poker.defender]
    p.out.append(poker.defender)
    p.at -= 1
    _put_away(p, poker)


def hold_off(p: Race, entry: Entry, say: Say) -> None:
    """The attack has failed; the attacker does nothing more (FA-OVT-5, FA-OVT-8)."""
    poker = _poker(p)
    tie = rules.strength(p, poker, poker.attacker) == rules.strength(p, poker, poker.defender)
    clause = "FA-OVT-5" if tie else "FA-OVT-4"
    _tell(p, poker, "fa.poker.fails", clause, say)
    p.out.append(poker.attacker)
    _put_away(p, poker)
    next_car(p, entry, say)


def _tell(p: Race, poker: Poker, key: str, clause: str, say: Say) -> None:
    """Both sums and all chips, and what follows: on the board the cars must be moved."""
    attack, defence = (rules.strength(p, poker, car) for car in poker.cars)
    mine, theirs = (poker.stakes.get(car, 0) for car in poker.cars)
    who, rival = (named(p, car) for car in poker.cars)
    say(
        key, clause, poker.players[0], stop=True, who=who, rival=rival, attack=attack,
        defence=defence, mine=mine, theirs=theirs,
    )  # fmt: skip


def _put_away(p: Race, poker: Poker) -> None:
    """The Hase's cards go to the discards (FA-HASE-6)."""
    if p.dealt:
        p.discard += poker.cards
    p.poker = None


def hase_acts(p: Race, entry: Entry) -> bool:
    """The car that has overtaken is a Hase: it attacks once in a phase (FA-HASE-5)."""
    return p.acting < 0


# -- the end of a section and of the race ----------------------------------------------------


def last_section(p: Race, entry: Entry) -> bool:
    """Eight sections are driven (FA-RND-1, FAP-FOG-4)."""
    return p.section == p.numbers.sections


def turn_face_down(p: Race, entry: Entry, say: Say) -> None:
    """The section is driven through; the next one is current (FA-RND-3)."""
    p.out = []
    if not p.dealt:
        say("fa.section-end.over", "FA-RND-3", n=p.section)


def finish(p: Race, entry: Entry, say: Say) -> None:
    """The race is over: places bring points, added to those of the series (FA-END-1..5)."""
    p.out = []
    p.points = rules.scored(p)
    before = p.before if p.on("series") else Before()
    p.races = before.races + 1
    gained = {str(seat): points for seat, points in p.points.items()}
    if p.hasen and not p.guest:
        gained[HASEN] = rules.best_hase(p)
    p.series = dict(before.points)  # who does not score this time keeps what he has
    for who, points in gained.items():
        p.series[who] = p.series.get(who, 0) + points
