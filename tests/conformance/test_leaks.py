"""Leaks that are planted in a game with hidden cards and bids: the suite finds every one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from referee.game import (
    Ask,
    Entry,
    Flow,
    Game,
    OneOf,
    Pick,
    Refusal,
    Say,
    Scene,
    Shaped,
    option,
    plain,
    text,
)
from referee.testing import Conformance
from referee.testing.cases import cases
from tests import hidden
from tests.hidden import Bids

Asks = Callable[[Bids], tuple[Ask, ...]]
Effect = Callable[[Bids, Entry, Say], None]


def leaky(
    asks: dict[str, Asks] | None = None, effects: dict[str, Effect] | None = None, **fields: Any
) -> Game[Bids]:
    """The game of bids with other asks (by state), other effects (by name), or other fields."""
    states = [
        dataclasses.replace(state, asks=(asks or {}).get(state.name, state.asks))
        for state in hidden.STATES
    ]
    rows = [
        dataclasses.replace(row, effect=(effects or {}).get(row.effect.__name__, row.effect))
        if row.effect is not None
        else row
        for row in hidden.ROWS
    ]
    flow: Flow[Bids] = Flow("hidden", "deal", states, rows)
    return dataclasses.replace(hidden.GAME, flow=lambda options: flow, **fields)


def asked(state: str, change: Callable[[Bids, Ask], Ask]) -> Game[Bids]:
    """The asks of a state, each changed."""
    usual = {"deal": hidden.deal_asks, "bid": hidden.bid_asks}[state]
    return leaky({state: lambda p: tuple(change(p, ask) for ask in usual(p))})


def shown(change: Callable[[Bids, int | None, Scene], Scene]) -> Game[Bids]:
    """The scene, changed."""
    return leaky(scene=lambda p, seat: change(p, seat, hidden.scene(p, seat)))


def seen(change: Callable[[Bids, int | None, Shaped], object]) -> Game[Bids]:
    """The view, changed in place."""

    def view(p: Bids, seat: int | None) -> Shaped:
        found = hidden.view(p, seat)
        change(p, seat, found)
        return found

    return leaky(view=view)


def cards(p: Bids) -> str:
    return " ".join(map(str, p.cards))


def before(p: Bids, seat: int) -> int:
    """What the seat before this one has bid; 0 if it has not."""
    return p.bids[seat - 2]


def announced(p: Bids, entry: Entry, say: Say) -> None:
    """Told to all (BID-1)."""
    p.cards.append(entry.numbers("card")[0])
    say("bid.card", "BID-1", entry.seat, card=entry.numbers("card")[0])


def whispered(p: Bids, entry: Entry, say: Say) -> None:
    """Told to the neighbour too (BID-2)."""
    hidden.note(p, entry, say)
    neighbour = entry.seat % len(p.bids) + 1
    say("bid.shown", "BID-2", entry.seat, only=(neighbour,), height=entry.number("height"))


def hinted(p: Bids, entry: Entry, say: Say) -> None:
    """Only a high bid is told (BID-2)."""
    hidden.note(p, entry, say)
    if entry.number("height") == 3:
        say("bid.round", "BID-2")


def refused(p: Bids, ask: Ask) -> Ask:
    """Whoever sits behind a high bid may not bid as high."""
    low = (option("bid", height=OneOf((1, 2))),)
    why = (Refusal("bid", text("bid.why.zero"), "BID-2", {"height": 3}),)
    high = before(p, ask.seats[0]) == 3
    return dataclasses.replace(ask, options=low, refusals=why) if high else ask


def left_over(p: Bids, ask: Ask) -> Ask:
    """Which cards are left, on the table too."""
    left = tuple(card for card in hidden.DECK if card not in p.cards)
    return dataclasses.replace(ask, options=(option("deal", card=Pick(1, 1, left)),))


def noted(p: Bids, ask: Ask) -> Ask:
    """Beside the choice stands what the neighbour has bid."""
    (bid,) = ask.options
    note = text("bid.shown", height=before(p, ask.seats[0]))
    return dataclasses.replace(ask, options=(dataclasses.replace(bid, preview=note),))


def prompted(p: Bids, ask: Ask) -> Ask:
    return dataclasses.replace(ask, prompt=text("bid.card", card=cards(p)))


def ranked(p: Bids) -> tuple[Ask, ...]:
    """The lowest card bids first."""
    return tuple(sorted(hidden.bid_asks(p), key=lambda ask: p.cards[ask.seats[0] - 1]))


def skipped(p: Bids) -> tuple[Ask, ...]:
    """Whoever has the lowest card is not asked before the others."""
    asks = hidden.bid_asks(p)
    low = p.cards.index(min(p.cards)) + 1
    return tuple(ask for ask in asks if ask.seats != (low,)) or asks


LEAKS: dict[str, Game[Bids]] = {
    # what a game with hidden hands was once tried with
    "the shared screen shows face-down bids": shown(
        lambda p, seat, scene: dataclasses.replace(scene, lines=(text("x", bids=str(p.bids)),))
    ),
    "a page of it shows all hands": shown(
        lambda p, seat, scene: dataclasses.replace(
            scene, pages={"hands": (text("bid.card", card=cards(p)),)}
        )
    ),
    "a secret deal is announced to all": leaky(effects={"take": announced}),
    "the choice is not asked in secret": asked(
        "bid", lambda p, ask: dataclasses.replace(ask, secret=False)
    ),
    "the deal is not asked in secret": asked(
        "deal", lambda p, ask: dataclasses.replace(ask, secret=False)
    ),
    "the view shows bids": seen(lambda p, seat, view: view.update(bids=p.bids[:])),
    "the view shows cards": seen(lambda p, seat, view: view.update(cards=p.cards[:])),
    # and more
    "there is no view": leaky(view=lambda p, seat: plain(p)),
    "the view counts all cards together": seen(
        lambda p, seat, view: view.update(left=45 - sum(p.cards))
    ),
    "the view shows cards late": seen(
        lambda p, seat, view: p.round > 1 and view.update(cards=p.cards[:])
    ),
    "what an ask leaves out tells what others hold": asked("deal", left_over),
    "a prompt names the cards": asked("bid", prompted),
    "a choice is forbidden because of another's": asked("bid", refused),
    "a choice shows another's beside it": asked("bid", noted),
    "a bid is told to the neighbour": leaky(effects={"note": whispered}),
    "a high bid makes itself heard": leaky(effects={"note": hinted}),
    "a lamp shows who has bid high": shown(
        lambda p, seat, scene: dataclasses.replace(
            scene, marks={n: "out" for n, bid in enumerate(p.bids, 1) if bid == 3}
        )
    ),
    "one seat's own screen shows the others' cards": shown(
        lambda p, seat, scene: dataclasses.replace(scene, big=cards(p) if seat == 2 else "")
    ),
    "a page about a player shows the card": shown(
        lambda p, seat, scene: dataclasses.replace(
            scene,
            player_pages={
                "card": {n: (text("bid.card", card=c),) for n, c in enumerate(p.cards, 1)}
            },
        )
    ),
    "the order of the asks follows the cards": leaky({"bid": ranked}),
    "who is asked follows the cards": leaky({"bid": skipped}),
}


def prove(game: Game[Bids]) -> None:
    for case in cases(game, 1):
        Conformance().test_a_secret_changes_nothing_that_others_get(case)


def test_a_game_that_keeps_its_secrets_passes() -> None:
    prove(hidden.GAME)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    with pytest.raises(AssertionError, match=r"can tell|asked in secret") as found:
        prove(LEAKS[leak])
    print(found.value)
