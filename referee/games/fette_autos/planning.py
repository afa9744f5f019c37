"""Streckenplanung: sections are chosen, or half left to chance (FAP-PLAN)."""

from __future__ import annotations

from referee.game import Entry, Kind, Menu, No, OneOf, Say, Who, option, text
from referee.games.fette_autos.asking import Asks
from referee.games.fette_autos.cards import SIGNS, Section
from referee.games.fette_autos.position import Race
from referee.games.fette_autos.track import (
    fits,
    forms,
    next_wish,
    put_section,
    sections_due,
    unplanned,
)

#: What may be fixed of a section's form when its sign is left to chance (FAP-PLAN-5).
HALVES = ("curve", "straight")


def wish_to_lay(p: Race, entry: Entry) -> bool:
    """A section whose property is fixed is due (FAP-PLAN-5, X-6); in fog the first one (X-7)."""
    first = p.on("start") and p.on("fog") and not p.track
    return len(p.track) < sections_due(p) and (bool(p.wishes) or first)


def plan_missing(p: Race, entry: Entry) -> bool:
    """Sections must still be planned (FAP-PLAN-2)."""
    return unplanned(p)


# -- the choice ------------------------------------------------------------------------------


def plan_asks(p: Race) -> Asks:
    """The next section, chosen or half left to chance, by the player whose turn it is (I-12)."""
    number = len(p.track) + len(p.wishes) + 1
    menu = Menu()
    _chosen(p, number, menu)
    _halves(p, number, menu)
    planner = p.ages[(number - 1) % len(p.ages)] if p.ages else 1
    prompt = text("fa.plan.prompt", who=Who(planner), number=number)
    return menu.asks(p.seats, Kind.DECISION, prompt, "FAP-PLAN-1")


def _chosen(p: Race, number: int, menu: Menu) -> None:
    """Form and sign as the players like, out of the cards that are left (FAP-PLAN-1). In fog halves
    alone are planned (X-6, I-11)."""
    if p.on("fog"):
        menu.refuse("choose", No("fa.why.fog", "X-6"))
        return
    signs: dict[str, tuple[str, ...]] = {}
    start = No("fa.why.start", "FAP-START-1", {"limit": p.numbers.start_limit})
    for form in p.numbers.forms():
        if number == 1 and p.on("start") and not fits(Section(form, SIGNS[0]), next_wish(p)):
            menu.refuse("choose", start, form=form)
            continue
        left = [sign for sign in SIGNS if not p.dealt or Section(form, sign) in p.roads]
        signs[form] = tuple(left)
        for sign in SIGNS:
            if sign not in left:
                menu.refuse("choose", No("fa.why.used", "FAP-PLAN-1"), form=form, sign=sign)
    menu.offer(forms("choose", signs))


def _halves(p: Race, number: int, menu: Menu) -> None:
    """One property is fixed, the rest is left to chance (FAP-PLAN-5)."""
    for verb, name, wishes in (("half_form", "form", HALVES), ("half_sign", "sign", SIGNS)):
        if number == 1 and p.on("start"):
            limit = {"limit": p.numbers.start_limit}
            menu.refuse(verb, No("fa.why.half-start", "X-8", limit))
            continue
        left = tuple(wish for wish in wishes if _granted(p, wish))
        if left:
            menu.add(verb, **{name: OneOf(left)})
        for wish in wishes:
            if wish not in left:
                menu.refuse(verb, No("fa.why.none-fits", "FAP-PLAN-6"), **{name: wish})
        menu.refuse(verb, No("fa.why.one-half", "FAP-PLAN-5"))


def _granted(p: Race, wished: str) -> bool:
    """Whether a fitting card is sure to be left when this wish comes up (FAP-PLAN-6)."""
    if not p.dealt:
        return True
    return sum(fits(section, wished) for section in p.roads) > len(p.wishes)


def plan_section(p: Race, entry: Entry, say: Say) -> None:
    """A section is chosen, or one property of it fixed (FAP-PLAN-1, FAP-PLAN-5)."""
    _plan(p, entry.word("form", ""), entry.word("sign", ""), say)


def _plan(p: Race, form: str, sign: str, say: Say) -> None:
    if not (form and sign):
        p.wishes.append(form or sign)
        return
    section = Section(form, sign)
    if p.dealt:
        p.roads.remove(section)
    put_section(p, section, "FAP-PLAN-1", say)


# -- against the advice ----------------------------------------------------------------------


def advised_against(p: Race, entry: Entry) -> bool:
    """The choice goes against the advice for solo games (FAP-PLAN-3) or for the finish
    (FAP-PLAN-4)."""
    return bool(_advice(p, entry))


def _advice(p: Race, entry: Entry) -> str:
    form = entry.word("form", "")
    if form and form not in ("straight", "curve"):
        form = "curve"
    return _advised(p, form, entry.word("sign", ""))


def _advised(p: Race, form: str, sign: str) -> str:
    """The clause that advises against such a section; empty: none does. Alone, curves are advised,
    the last one too (X-9).

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


def warn(p: Race, entry: Entry, say: Say) -> None:
    """The players are asked whether they want it anyway (I-10)."""
    p.push("plan", entry.seat, clause=_advice(p, entry), **entry.args)


def plan_sure_asks(p: Race) -> Asks:
    """A choice against the advice: anyway? (I-10)"""
    clause = p.agenda[-1].word("clause")
    prompt = text("fa.advice.curves" if clause == "FAP-PLAN-3" else "fa.advice.finish")
    menu = Menu(option("other"), option("anyway"))
    return menu.asks(p.seats, Kind.DECISION, prompt, clause)


def plan_anyway(p: Race, entry: Entry, say: Say) -> None:
    """The choice stands against the advice, and that is noted (I-10)."""
    item = p.pop()
    say("fa.plan.anyway", item.word("clause"))
    _plan(p, item.word("form", ""), item.word("sign", ""), say)


def plan_other(p: Race, entry: Entry, say: Say) -> None:
    """The players follow the advice and choose again (I-10)."""
    p.pop()
