"""Decisions of Fette Autos and FAP: pure functions of a position, no effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.fette_autos.cards import SLOTS, Card, Section, total
from referee.games.fette_autos.position import Poker, Race

# -- the deck --------------------------------------------------------------------------------


def pile(p: Race) -> list[Card]:
    """The cards that the next one is drawn from: the discards when the pile is used up."""
    return p.deck or p.discard


# -- phase 1: warning sign -------------------------------------------------------------------


def next_sign(p: Race) -> int:
    """Whose card is turned up next in phase 1, from front to back (FA-RND-2)."""
    return next(seat for seat in p.front_to_back if seat not in p.done)


def targets(p: Race, seat: int, value: int) -> list[int]:
    """The slots that a drawn card of this value may replace (FA-SIGN-2..7).

    Several: their owner picks one (FA-SIGN-8). None: the drawn card itself is discarded.
    """
    values = [card.value for card in p.driver(seat).open]
    target = p.numbers.sign_target[p.now.sign]
    if target in SLOTS:
        return [SLOTS.index(target)]
    worst = min(values) if target == "lowest" else max(values)
    if p.now.kind == "slope" and p.numbers.slope_four_cards and value != worst:
        itself = value < worst if target == "lowest" else value > worst
        if itself:
            return []
    return [slot for slot, found in enumerate(values) if found == worst]


def matches(p: Race, seat: int) -> int:
    """Open cards that fit the section's sign (FA-SIGN-9, FA-SIGN-10)."""
    return sum(card.kind == p.now.kind for card in p.driver(seat).open)


def reward(p: Race, seat: int, found: int) -> int:
    """Chips for so many matches (FA-SIGN-9); the leader's are fewer at night (FAP-LEAD-1)."""
    leads = p.on("lead") and p.place(seat) == 1
    chips = found * (p.numbers.lead_chips if leads else p.numbers.chips_per_match)
    return min(chips, max(p.bank, 0)) if p.numbers.bank_limited and not p.trusting else chips


# -- phase 2: manoeuvre and limit ------------------------------------------------------------


def mover(p: Race) -> int:
    """Whose turn it is in phase 2; 0 when all have had theirs."""
    return next((seat for seat in p.front_to_back if seat not in p.done), 0)


def excess(p: Race, speed: int) -> int:
    """Km/h above the section's limit; 0 on a straight (FA-MAN-5)."""
    return max(speed - p.now.limit, 0) if p.now.limit else 0


def price(p: Race, speed: int) -> int:
    """Chips for driving so fast here: one per started step (FA-MAN-6)."""
    return -(-excess(p, speed) // p.numbers.overspeed_step)


def left_to_pay(p: Race) -> int:
    """What the mover still owes for his speed in this turn."""
    return max(price(p, p.driver(mover(p)).speed) - p.paid, 0)


def highest(p: Race, seat: int) -> list[int]:
    """The slots with the highest open card: an emergency brake replaces it (FA-MAN-7)."""
    values = [card.value for card in p.driver(seat).open]
    return [slot for slot, value in enumerate(values) if value == max(values)]


def brake_ends(p: Race, seat: int) -> list[tuple[int, ...]]:
    """The open values with which an emergency brake can end: while they are too fast, one of the
    highest goes for any other, and nothing else does (FA-MAN-7)."""
    most = p.now.limit + p.paid * p.numbers.overspeed_step
    ahead = [tuple(card.value for card in p.driver(seat).open)]
    seen, ends = set(ahead), []
    while ahead:
        values = ahead.pop()
        if sum(values) <= most:
            ends.append(values)
            continue
        for slot in (slot for slot, value in enumerate(values) if value == max(values)):
            drawn = {(*values[:slot], new, *values[slot + 1 :]) for new in p.numbers.tempo_values}
            ahead += drawn - seen
            seen |= drawn
    return sorted(ends)


# -- phase 3: overtaking ---------------------------------------------------------------------


def again_price(p: Race, speed: int) -> int:
    """Chips for a further attack at this speed (FA-OVT-10; FAP-FAST-4: one, however fast)."""
    due = price(p, speed)
    return min(due, p.numbers.fast_chip) if p.on("fast") else due


def affordable(p: Race, seat: int, chips: int) -> bool:
    return p.trusting or chips <= p.driver(seat).stock


def slower(p: Race, seat: int, slot: int, card: Card) -> int:
    """The speed with this card in this slot."""
    driver = p.driver(seat)
    return driver.speed - driver.open[slot].value + card.value


def slow_enough(p: Race, seat: int, speed: int) -> bool:
    """Whether this speed allows a further attack (FA-OVT-9)."""
    return speed <= p.driver(seat).speed - p.numbers.slowdown_min


def bonus(p: Race, seat: int) -> int:
    """What the ideal line adds in a poker (FAP-LANE-3, FAP-LANE-4); never in front (8)."""
    ideal = p.on("lane") and p.driver(seat).lane == p.now.ideal and p.place(seat) > 1
    return p.numbers.lane_bonus if ideal else 0


def poker_speed(p: Race, seat: int) -> int:
    """The speed that counts in a poker, without chips (FA-MAN-6)."""
    speed = p.driver(seat).speed
    return speed if p.numbers.overspeed_counts_in_poker else speed - excess(p, speed)


def sticker(p: Race, car: int) -> int:
    """The value that a Hase carries (FAP-INDIV-1); 0 without this rule."""
    return p.numbers.stickers[-car - 1] if p.on("indiv") else 0


def hase_speed(p: Race, poker: Poker) -> int:
    """What the Hase's cards and sticker show so far."""
    return total(poker.cards) + sticker(p, poker.hase)


def _hase_count(p: Race, poker: Poker) -> int:
    """The Hase's cards; the sticker counts as the first one (FAP-INDIV-3)."""
    return len(poker.cards) + bool(p.on("indiv"))


def first_cards_due(p: Race, poker: Poker) -> bool:
    """Whether the Hase still lacks a card of those seen before the stake (FA-HASE-3)."""
    return bool(poker.hase) and _hase_count(p, poker) < p.numbers.hase_first_cards


def more_cards_due(p: Race, poker: Poker) -> bool:
    """Whether a further card comes after the stake (FA-HASE-1, FA-HASE-2, FAP-DANGER)."""
    if not poker.hase:
        return False
    count, speed, limit = _hase_count(p, poker), hase_speed(p, poker), p.now.limit
    if limit:
        below = speed <= limit if p.on("danger") else speed < limit
        return below and count < p.numbers.hase_curve_max
    if count < p.numbers.hase_straight_cards:
        return True
    dangerous = p.on("danger") and speed < p.numbers.danger_line
    return dangerous and count < p.numbers.danger_cards


def hase_clause(p: Race, poker: Poker) -> str:
    """The clause by which the Hase gets its next card."""
    if p.on("indiv") and first_cards_due(p, poker):
        return "FAP-INDIV-2"
    if not p.now.limit:
        fourth = _hase_count(p, poker) >= p.numbers.hase_straight_cards
        return "FAP-DANGER-2" if fourth else "FA-HASE-1"
    exactly = not first_cards_due(p, poker) and hase_speed(p, poker) == p.now.limit
    return "FAP-DANGER-5" if exactly else "FA-HASE-2"


def unstaked(p: Race, poker: Poker, car: int) -> int:
    """Speed and ideal line of a player, the cards of a Hase: what all can see before the chips."""
    return hase_speed(p, poker) if car < 0 else poker_speed(p, car) + bonus(p, car)


def strength(p: Race, poker: Poker, car: int) -> int:
    """The same with the chips (FA-OVT-4): secret until all are shown."""
    return unstaked(p, poker, car) + p.numbers.chip_kmh * poker.stakes.get(car, 0)


def overtakes(p: Race, poker: Poker) -> bool:
    """Whether the attacker is faster (FA-OVT-4); equal: the defender stays (FA-OVT-5)."""
    attack, defence = (strength(p, poker, car) for car in poker.cars)
    return attack > defence or (attack == defence and not p.numbers.tie_to_defender)


def hase_may_attack(p: Race) -> bool:
    """Whether the car that acts is a Hase behind a player, who attacks him (FA-HASE-4)."""
    return p.at > 1 and p.acting < 0 and p.acting not in p.out and p.ahead(p.acting) > 0


# -- the track -------------------------------------------------------------------------------


def sections_due(p: Race) -> int:
    """How many sections must lie on the table now (FA-SET-3, FAP-FOG-1, FAP-FOG-2)."""
    if not p.on("fog"):
        return p.numbers.sections
    return min(p.numbers.sections, p.section + p.numbers.fog_window)


def fits(section: Section, wish: str) -> bool:
    """Whether a section has this property: a sign, a form's limit, straight or curve."""
    if wish == "straight":
        return not section.limit
    if wish == "curve":
        return bool(section.limit)
    return wish in (section.sign, str(section.limit))


def wish(p: Race) -> str:
    """What the next section must be; empty: anything."""
    number = len(p.track) + 1
    if number == 1 and p.on("start"):
        return str(p.numbers.start_limit)
    if p.wishes:
        return p.wishes[0]
    last = number == p.numbers.sections and not p.on("plan")
    return "straight" if last and p.on("straight_finish") else ""


def lay_clause(p: Race) -> str:
    """The clause by which the next section is laid, and by which another one is refused."""
    if not p.track and p.on("start"):
        return "FAP-START-1"
    if wish(p):
        return "FAP-PLAN-5" if p.wishes else "FAP-PLAN-4"
    if p.on("fog"):
        return "FAP-FOG-2" if p.section else "FAP-FOG-1"
    return "FA-SET-3"


def granted(p: Race, wished: str) -> bool:
    """Whether a fitting card is sure to be left when this wish comes up (FAP-PLAN-6)."""
    if not p.dealt:
        return True
    return sum(fits(section, wished) for section in p.roads) > len(p.wishes)


def advice(p: Race, form: str, sign: str) -> str:
    """The clause that advises against such a section; empty: none does.

    ``form`` is straight or curve. Empty: only the sign is fixed, and what is drawn is laid; so the
    advice comes before, where a form may come that it is against.
    """
    last = len(p.track) + len(p.wishes) + 1 == p.numbers.sections
    clause, against = ("FAP-PLAN-3", "straight") if p.solo else ("FAP-PLAN-4", "curve")
    if not (p.solo or last):
        return ""
    return clause if against == form or (not form and _may_come(p, against, sign)) else ""


def _may_come(p: Race, form: str, sign: str) -> bool:
    """Whether a card of this form and sign may be drawn; on the table any may."""
    return not p.dealt or any(fits(road, form) and fits(road, sign) for road in p.roads)


# -- teams, places, points -------------------------------------------------------------------


def team_size(p: Race) -> int:
    """Players in a team (FAP-TEAM-2); three by the English text (I-4)."""
    return 3 if len(p.drivers) == 6 and p.options["teams_of_six"] == "three" else 2


def unteamed(p: Race) -> list[int]:
    """Players without a team who are to get one, the first is looked for a partner."""
    members = {seat for team in p.teams for seat in team}
    return [seat for seat in p.seats if seat not in members and seat != p.guest]


def lowest_bidders(bids: Mapping[int, Sequence[Card]]) -> list[int]:
    """Who has shown the lowest card (FAP-GRID-3); several: a tie (FAP-GRID-7)."""
    least = min(cards[0].value for cards in bids.values())
    return [seat for seat, cards in bids.items() if cards[0].value == least]


def winner(p: Race) -> int:
    """The player who has won the race (FAP-TEAM-3); 0 if Hasen have.

    Of a team it is the front driver; teams with equal points have won both (I-28).
    """
    if not p.on("team"):
        return max(p.places[0], 0)
    best = side_points(p, sides(p)[0])
    won = {seat for side in sides(p) if side_points(p, side) == best for seat in side}
    return next((car for car in p.places if car in won), 0)


def best_hase(p: Race) -> int:
    """Points of the best placed Hase; 0 without one (FA-END-4)."""
    return next((p.numbers.points[n] for n, car in enumerate(p.places) if car < 0), 0)


def scored(p: Race) -> dict[int, int]:
    """Points of every player (FA-END-2, FA-END-5, FAP-TEAM-6)."""
    numbers = p.numbers
    points = {
        seat: numbers.points[p.place(seat) - 1] + numbers.chip_points * p.driver(seat).stock
        for seat in p.seats
    }
    if p.guest:
        points[p.guest] += best_hase(p)
    return points


def sides(p: Race) -> list[list[int]]:
    """Who is reckoned up together: teams, or every player for himself; the Hasen are ``[]``.

    The best first (FAP-TEAM-5, FA-END-4); equals stand next to each other.
    """
    if not p.on("team"):
        return [[car] for car in p.places if car > 0]
    found = [*p.teams, *([[p.guest]] if p.guest else [[]])]
    return sorted(found, key=lambda side: -side_points(p, side))


def side_points(p: Race, side: Sequence[int]) -> int:
    """What a side has together; the Hasen alone have their best car's."""
    return sum(p.points[seat] for seat in side) if side else best_hase(p)
