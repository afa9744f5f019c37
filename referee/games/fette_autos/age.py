"""Who is the youngest, and what players should know before the start."""

from __future__ import annotations

from referee.game import Entry, Kind, Menu, OneOf, Say, option, text
from referee.games.fette_autos.asking import Asks
from referee.games.fette_autos.position import Race


def ages_known(p: Race, entry: Entry) -> bool:
    """The same players have told their order before (FA-SET-5)."""
    return not p.ages and bool(p.before.ages)


def recall_ages(p: Race, entry: Entry, say: Say) -> None:
    """The order of age is that of the last race (FA-SET-5)."""
    p.ages = list(p.before.ages)


def ages_missing(p: Race, entry: Entry) -> bool:
    """Who is youngest matters for the grid or for planning, and is not known (FA-SET-5)."""
    matters = p.on("plan") or not p.on("grid")
    return matters and len(p.ages) < len(p.drivers) - 1


def age_asks(p: Race) -> Asks:
    """The players from the youngest on (FA-SET-5)."""
    left = tuple(seat for seat in p.seats if seat not in p.ages)
    prompt = text("fa.age.next" if p.ages else "fa.age.first")
    clause = "FA-SET-6" if len(p.drivers) == p.numbers.cars else "FA-SET-5"
    menu = Menu(option("youngest", seat=OneOf(left, "seat")))
    return menu.asks(p.seats, Kind.REPORT, prompt, clause)


def note_age(p: Race, entry: Entry, say: Say) -> None:
    """The next youngest player is named (FA-SET-5)."""
    p.ages.append(entry.number("seat"))


def greet(p: Race, entry: Entry, say: Say) -> None:
    """The oldest is who is left; what players should know before the start is said."""
    if len(p.ages) == len(p.drivers) - 1:
        p.ages += [seat for seat in p.seats if seat not in p.ages]
    if p.trusting:
        say("fa.hint.screens", "FAP-HIDE-2", stop=True)
    if not p.hasen and any(p.on(name) for name in ("danger", "indiv", "equal")):
        say("fa.hint.no-hasen", "X-17")
    elif p.on("danger") and p.on("equal"):
        say("fa.hint.luck", "FAP-EQUAL-3")
