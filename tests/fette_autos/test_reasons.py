"""What Fette Autos' computer players say: it is so, and everybody could see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace

import pytest

from referee.games.fette_autos import GAME
from referee.games.fette_autos.cards import SLOTS, Section
from referee.games.fette_autos.numbers import Numbers
from referee.kernel.ask import Ask, Entry
from referee.kernel.match import Match
from referee.kernel.players import Players, Task
from referee.kernel.text import Plain, Shaped, Text, Who

NUMBERS = Numbers.of(GAME.components())

#: What is chosen in secret and stays so until all have chosen.
COVERED = ("bid", "swap", "open")


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision; before and after it the position as everybody may see it."""

    state: str
    ask: Ask
    entry: Entry
    why: Text | None
    before: Shaped
    after: Shaped

    def open(self, view: Shaped) -> list[Shaped]:
        return list(view["drivers"][self.entry.seat - 1]["open"])

    @property
    def speeds(self) -> tuple[int, int]:
        old, new = (sum(card[0] for card in self.open(view)) for view in (self.before, self.after))
        return old, new

    @property
    def limit(self) -> int:
        return Section(*self.before["track"][self.before["section"] - 1]).limit

    @property
    def price(self) -> int:
        return (
            -(-max(self.speeds[1] - self.limit, 0) // NUMBERS.overspeed_step) if self.limit else 0
        )


def decisions(seed: str, **chosen: Plain) -> Iterator[Decided]:
    """A match of both levels, with cards in the device."""
    options: dict[str, Plain] = {"cards": "device", **chosen}
    match = Match.new(GAME, 4, options, seed, players=("good", "easy", "good", "easy"))
    players = Players(match)
    while not match.over:
        ask = players.due()
        if ask is None:  # only people know how old they are
            ask = match.asks[0]
            match.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))
            continue
        task, before, state = players.task(ask), match.view(None), match.state
        decided = task() if task is not None else None
        players.answer(ask, decided)
        if decided is not None:
            yield Decided(state, ask, decided.entry, decided.why, before, match.view(None))


def matches(one: Decided) -> bool:
    """The card that lies open now has the symbol of so many signs to come."""
    assert one.why is not None
    slot = SLOTS.index(one.entry.word("slot"))
    kind, coming = one.open(one.after)[slot][1], one.before["track"][one.before["section"] :]
    return sum(Section(*section).kind == kind for section in coming) == one.why.args["n"]


def passes(one: Decided) -> bool:
    """Its stock and its new speed are more than the car ahead drives."""
    assert one.why is not None
    who, own = one.why.args["who"], one.before["drivers"][one.entry.seat - 1]
    rival = one.before["places"][one.before["at"] - 2]
    if not isinstance(who, Who):
        return rival < 0
    theirs = sum(card[0] for card in one.before["drivers"][rival - 1]["open"])
    held = [card[0] for card in own["open"]]
    if one.entry.has("slot"):
        held[SLOTS.index(one.entry.word("slot"))] = one.entry.items("card")[0]
    return who.seat == rival and sum(held) + own["stock"] * NUMBERS.chip_kmh > theirs


def outruns(one: Decided) -> bool:
    """Its new speed alone is more than the car ahead drives; what a Hase gets, nobody knows."""
    assert one.why is not None
    if not isinstance(one.why.args["who"], Who):
        return passes(one)
    return passes(replace(one, before=_without_chips(one)))


def _without_chips(one: Decided) -> Shaped:
    before = deepcopy(one.before)
    before["drivers"][one.entry.seat - 1]["stock"] = 0
    return before


#: By reason: whether it is so, as everybody can see it.
CHECKS: Mapping[str, Callable[[Decided], bool]] = {
    "fa.bot.match": matches,
    "fa.bot.again": passes,
    "fa.bot.pace": outruns,
    "fa.bot.over": lambda one: one.why == Text("fa.bot.over", {"n": one.price}),
    "fa.bot.faster": lambda one: one.speeds[0] < one.speeds[1] <= one.limit,
    "fa.bot.straight": lambda one: one.speeds[0] < one.speeds[1] and not one.limit,
    "fa.bot.limit": lambda one: one.speeds[1] <= one.limit < one.speeds[0],
    "fa.bot.slower": lambda one: one.limit < one.speeds[1] < one.speeds[0],
    "fa.bot.keep": lambda one: one.entry.verb == "keep",
    "fa.bot.pay": lambda one: one.entry.verb == "pay",
    "fa.bot.attack": lambda one: one.entry.verb == "attack",
    "fa.bot.stake": lambda one: one.why == Text("fa.bot.stake", {"n": one.entry.args["chips"]}),
}


def test_what_is_said_is_so_and_everybody_sees_it() -> None:
    heard = Counter[str]()
    for number in range(6):
        for one in decisions(f"reasons {number}"):
            if one.why is not None:
                assert len(list(one.ask.listed())) > 1, "said where there is no choice"
                heard[one.why.key] += 1
                assert CHECKS[one.why.key](one), one
    assert heard.keys() == CHECKS.keys(), heard


@pytest.mark.clause("FAP-HIDE-1")
@pytest.mark.parametrize("hide", [False, True])
def test_no_reason_tells_a_hidden_card_or_stock(hide: bool) -> None:
    """What stays covered has no reason; with hidden chips none is told that a stock gives."""
    silent = Counter[str]()
    for number in range(3):
        for one in decisions(f"hidden {number}", hide=hide):
            covered = one.state in COVERED or (one.state == "stake" and one.ask.secret)
            if covered:
                assert one.why is None, one
                silent[one.state] += 1
            elif hide and one.why is not None:
                assert one.why.key not in ("fa.bot.again", "fa.bot.pace", "fa.bot.stake"), one
    assert silent["open"]
    assert silent["stake"]


def other_worlds(task: Task) -> Iterator[Task]:
    """The same decision with other stocks, and with another card in the hand for each."""
    for stock in (0, 1, 2, 3, 5, 8, 13):
        view = deepcopy(task.view)
        view["drivers"][task.seat - 1]["stock"] = stock
        yield replace(task, view=view)
    hand = task.view["drivers"][task.seat - 1]["hand"]
    for drawn in range(len(hand)):
        view = deepcopy(task.view)
        view["drivers"][task.seat - 1]["hand"][drawn] = [100, hand[drawn][1]]
        yield replace(task, view=view)


@pytest.mark.clause("FAP-HIDE-1")
@pytest.mark.parametrize("level", ["easy", "good"])
def test_the_same_move_has_the_same_reason_whatever_is_hidden(level: str) -> None:
    options: dict[str, Plain] = {"cards": "device", "dice": "device", "hide": True}
    said = 0
    for number in range(3):
        match = Match.new(GAME, 4, options, f"why {number}", players=(level,) * 4)
        players = Players(match)
        while not match.over:
            ask = players.due()
            if ask is None:
                ask = match.asks[0]
                match.answer(Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0)))
                continue
            task = players.task(ask)
            decided = task() if task is not None else None
            if task is not None and decided is not None and match.state == "manoeuvre":
                said += decided.why is not None
                for other in other_worlds(task):
                    if (otherwise := other()).entry == decided.entry:
                        assert otherwise.why == decided.why, (decided, other.view)
            players.answer(ask, decided)
    assert said
