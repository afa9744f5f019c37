"""Losing speed cards."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Ask, Entry, Kind, Menu, No, Pick, Say, Who, text
from referee.games.draf import moving
from referee.games.draf.position import Draf


def losing(p: Draf, entry: Entry) -> bool:
    """Somebody loses cards (DRF-CARD-1)."""
    return p.top("lose") is not None


def choosing(p: Draf, entry: Entry) -> bool:
    """And may choose which (DRF-CARD-2)."""
    item = p.top("lose")
    return item is not None and choice(p, item.seat, item.number("count"))


def choice(p: Draf, seat: int, count: int) -> bool:
    """Whether somebody who loses so many cards chooses which (DRF-CARD-2)."""
    return 0 < count < len(p.driver(seat).hand)


def lose_asks(p: Draf) -> tuple[Ask, ...]:
    """The loser chooses his cards; the played one stays as long as there are others (DRF-CARD-2).

    The fastest stand first: most are lost when somebody was too fast.
    """
    item = p.agenda[-1]
    count, driver = item.number("count"), p.driver(item.seat)
    menu = Menu()
    menu.add("lose", cards=Pick(count, count, tuple(sorted(driver.hand, reverse=True))))
    if driver.kept:
        no = No("drf.why.played-last", "DRF-CARD-2")
        menu.refuse("lose", no, cards=[driver.played])
    prompt = text(f"drf.lose.{item.word('why')}", n=count)
    return menu.asks((item.seat,), Kind.DECISION, prompt, "DRF-CARD-2")


def lose_chosen(p: Draf, entry: Entry, say: Say) -> None:
    """The loser's choice goes into the box (DRF-CARD-1, DRF-CARD-2)."""
    item, cards = p.pop(), entry.numbers("cards")
    _give_up(p, item.seat, cards)
    left = len(p.driver(item.seat).hand)
    say("drf.lost.cards", item.word("clause"), item.seat, who=Who(item.seat), cards=cards, n=left)


def losable(p: Draf, seat: int, count: int) -> list[int]:
    """The cards that go if there is nothing to choose; empty if there is (DRF-CARD-2, DRF-CARD-3).

    The played card goes only when no other is left; what is more than the last card lapses
    (INT-DRF-19).
    """
    driver = p.driver(seat)
    if count < len(driver.hand):
        return []
    played = [driver.played] if driver.kept and count > len(driver.hand) else []
    return driver.hand + played


def lose_all(p: Draf, entry: Entry, say: Say) -> None:
    """There is nothing to choose: all go, and what is more lapses (DRF-CARD-2, DRF-CARD-3)."""
    item = p.agenda[-1]
    cards = losable(p, item.seat, item.number("count"))
    if cards:
        why = f"drf.lost.{item.word('why')}"
        moving.tell(p, say, why, item.word("clause"), item.seat, cards=cards, n=len(cards))
    elif item.number("count"):
        moving.tell(p, say, "drf.lost.nothing", "DRF-CARD-3", item.seat)
    _give_up(p, item.seat, cards)
    driver = p.driver(item.seat)
    if cards and not driver.hand and not driver.kept:
        moving.tell(p, say, "drf.lost.last", "DRF-CARD-6", item.seat)
    p.pop()


def _give_up(p: Draf, seat: int, cards: Sequence[int]) -> None:
    """Lost cards are kept apart: road service may bring them back (DRF-CARD-1)."""
    driver = p.driver(seat)
    for card in cards:
        if card in driver.hand:
            driver.hand.remove(card)
        else:
            driver.kept = False
    driver.lost += cards
