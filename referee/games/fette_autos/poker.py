"""The poker: hidden stakes, and who is faster."""

from __future__ import annotations

from referee.game import Ask, Chance, Entry, Kind, Menu, No, OneOf, Option, Say, Who, text
from referee.games.fette_autos.asking import Asks
from referee.games.fette_autos.chips import pay_chips, shy
from referee.games.fette_autos.hase import cards_to_come, hase_speed, named
from referee.games.fette_autos.overtaking import WHO_WINS, next_car, poker_speed
from referee.games.fette_autos.position import Poker, Race, present_poker

# -- stakes ----------------------------------------------------------------------------------


def _rules(p: Race, poker: Poker) -> tuple[str, ...]:
    """What HELP says of a stake: how many cards a Hase gets, and who wins."""
    if not poker.hase:
        return WHO_WINS
    return ("FA-HASE-2" if p.now.limit else "FA-HASE-1", *WHO_WINS)


def stake_asks(p: Race) -> Asks:
    """Chips in the fist: hidden and shown together, 0 to all (FA-OVT-3).

    On the table the fists open first and the attacker's chips are told before the defender's.
    """
    poker = present_poker(p)
    return tuple(_stake(p, poker, seat) for seat in poker.players if seat not in poker.stakes)


def _stake(p: Race, poker: Poker, seat: int) -> Ask:
    stock = p.numbers.chips_supply if p.trusting else p.driver(seat).stock
    clause = "FA-HASE-3" if poker.hase else "FA-OVT-3"
    rival = poker.defender if seat == poker.attacker else poker.attacker
    mine, theirs = (_unstaked(p, poker, car) for car in (seat, rival))
    least, most = cards_to_come(p, poker)
    if poker.hase:
        more = ".none" if most == 0 else ".and" if most == least else ".up-to"
    elif p.hiding:
        more = ""
    else:  # all can see what the rival has to stake
        more, most = ".chips", p.driver(rival).stock
    key = f"fa.stake.{'attack' if seat == poker.attacker else 'defend'}{more}"
    prompt = text(key, mine=mine, theirs=theirs, rival=named(p, rival), n=most)
    short = No("fa.why.not-possible", "FA-OVT-3")
    menu = Menu()
    menu.bar("stake", short if p.hiding else No("fa.why.stock", "FA-OVT-3", {"n": stock}))
    if stock or shy(p):  # where chips are hidden the verb tells nothing of the stock
        chips = tuple(range(stock + 1))
        sums = tuple(text("fa.stake.sum", sum=mine + p.numbers.chip_kmh * n) for n in chips)
        fields = {"chips": OneOf(chips, notes=sums, taps=True)}
        menu.offer([Option("stake", fields, clauses=_rules(p, poker))])
    else:
        menu.add("none")
    if p.dealt:
        secret = p.secretive and (len(poker.players) > 1 or p.hiding)
        return menu.ask((seat,), Kind.DECISION, prompt, clause, secret=secret)
    if stock:  # said instead of 0 chips
        menu.offer([Option("none", aside=True)])
    return menu.ask((seat,), Kind.REPORT, prompt, clause)


def draw_stake(p: Race, chance: Chance) -> Entry | None:
    """Any of the missing stakes, out of the stocks that the device knows."""
    if not p.dealt:
        return None
    poker, below = present_poker(p), chance.below
    seats = [seat for seat in poker.players if seat not in poker.stakes]
    seat = seats[below(len(seats))]
    stock = p.driver(seat).stock
    if stock or shy(p):
        return Entry(seat, "stake", {"chips": below(stock + 1)})
    return Entry(seat, "none")


def note_stake(p: Race, entry: Entry, say: Say) -> None:
    """Chips lie hidden in the fist until both have chosen (FA-OVT-3)."""
    present_poker(p).stakes[entry.seat] = entry.number("chips", 0)


def stakes_missing(p: Race, entry: Entry) -> bool:
    """A player of this poker has not chosen yet (FA-OVT-3)."""
    poker = present_poker(p)
    return len(poker.stakes) < len(poker.players)


def show_stakes(p: Race, entry: Entry, say: Say) -> None:
    """All chips are shown together and go to the bank, whoever wins (FA-OVT-3, FA-OVT-6)."""
    poker = present_poker(p)
    for seat in poker.players:
        pay_chips(p, seat, poker.stakes[seat])


# -- how strong a car is ---------------------------------------------------------------------


def _unstaked(p: Race, poker: Poker, car: int) -> int:
    """Speed and ideal line of a player, the cards of a Hase and no bonus (FAP-LANE-9): what all can
    see before the chips."""
    return hase_speed(p, poker) if car < 0 else poker_speed(p, car)


def _strength(p: Race, poker: Poker, car: int) -> int:
    """The same with the chips (FA-OVT-4): secret until all are shown."""
    return _unstaked(p, poker, car) + p.numbers.chip_kmh * poker.stakes.get(car, 0)


# -- what comes of it ------------------------------------------------------------------------


def faster(p: Race, entry: Entry) -> bool:
    """The attacker is stronger (FA-OVT-4); equal: the defender stays (FA-OVT-5). All cards of a
    Hase lie by now (X-19)."""
    poker = present_poker(p)
    attack, defence = (_strength(p, poker, car) for car in poker.cars)
    return attack > defence or (attack == defence and not p.numbers.tie_to_defender)


def overtake(p: Race, entry: Entry, say: Say) -> None:
    """The two cars change places; who was overtaken does nothing more (FA-OVT-7, FA-OVT-8)."""
    poker = present_poker(p)
    _tell(p, poker, "fa.poker.passes", "FA-OVT-4", say)
    p.places[p.at - 2 : p.at] = [poker.attacker, poker.defender]
    p.out.append(poker.defender)
    p.at -= 1
    _tell_out(p, poker.defender, say)
    _put_away(p, poker)


def hold_off(p: Race, entry: Entry, say: Say) -> None:
    """The attack has failed; the attacker does nothing more (FA-OVT-5, FA-OVT-8)."""
    poker = present_poker(p)
    tie = _strength(p, poker, poker.attacker) == _strength(p, poker, poker.defender)
    clause = "FA-OVT-5" if tie else "FA-OVT-4"
    _tell(p, poker, "fa.poker.fails", clause, say)
    p.out.append(poker.attacker)
    _put_away(p, poker)
    next_car(p, entry, say)


def _tell(p: Race, poker: Poker, key: str, clause: str, say: Say) -> None:
    """Both sums and all chips, and what follows: on the board the cars must be moved."""
    attack, defence = (_strength(p, poker, car) for car in poker.cars)
    mine, theirs = (poker.stakes.get(car, 0) for car in poker.cars)
    who, rival = (named(p, car) for car in poker.cars)
    say(
        key, clause, poker.players[0], stop=True, who=who, rival=rival, attack=attack,
        defence=defence, mine=mine, theirs=theirs,
    )  # fmt: skip


def _tell_out(p: Race, car: int, say: Say) -> None:
    """A player who was overtaken waits for a turn that does not come (FA-OVT-8), unless somebody
    would have to press OK to be told so."""
    if p.dealt and car > 0 and p.at > 1:
        say("fa.poker.out", "FA-OVT-8", car, stop=True, who=Who(car))


def _put_away(p: Race, poker: Poker) -> None:
    """The Hase's cards go to the discards (FA-HASE-6)."""
    if p.dealt:
        p.discard += poker.cards
    p.poker = None
