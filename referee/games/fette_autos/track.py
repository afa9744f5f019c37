"""The track: the next section is laid, as drawn or as it lies on the table."""

from __future__ import annotations

from referee.game import (
    Chance,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    Option,
    Pick,
    Say,
    option,
    picks,
    text,
)
from referee.games.fette_autos.asking import Asks
from referee.games.fette_autos.cards import SIGNS, Section, plains, sections_of
from referee.games.fette_autos.position import Race

# -- whether one is due ----------------------------------------------------------------------


def sections_due(p: Race) -> int:
    """How many sections must lie on the table now (FA-SET-3).

    In fog three from the beginning, the auction too (FAP-FOG-1, X-11), and one more after each that
    is driven: the present one and two (FAP-FOG-2, FAP-FOG-3, I-7), never more than eight in all
    (I-8).
    """
    if not p.on("fog"):
        return p.numbers.sections
    return min(p.numbers.sections, p.section + p.numbers.fog_window)


def track_first(p: Race, entry: Entry) -> bool:
    """The track comes before the hands (FA-SET-3, FAP-PLAN-2), and so before the auction (X-10)."""
    return (p.numbers.track_before_hands or p.on("plan")) and unplanned(p)


def unplanned(p: Race) -> bool:
    if p.on("plan"):
        return len(p.track) + len(p.wishes) < p.numbers.sections
    return len(p.track) < sections_due(p)


def track_missing(p: Race, entry: Entry) -> bool:
    """The track comes after the hands, as printed (FA-SET-3)."""
    return unplanned(p)


def section_missing(p: Race, entry: Entry) -> bool:
    """A section must still be laid (FA-SET-3, FAP-FOG-1, FAP-FOG-2)."""
    return len(p.track) < sections_due(p)


def racing(p: Race, entry: Entry) -> bool:
    """The race is under way: a section was added at the end of the track (FAP-FOG-2)."""
    return p.section > 0


# -- what it may be --------------------------------------------------------------------------


def fits(section: Section, wish: str) -> bool:
    """Whether a section has this property: a sign, a form's limit, straight or curve."""
    if wish == "straight":
        return not section.limit
    if wish == "curve":
        return bool(section.limit)
    return wish in (section.sign, str(section.limit))


def next_wish(p: Race) -> str:
    """What the next section must be; empty: anything. With Startgeschwindigkeit the first one is a
    slow curve, since cars start from zero (FAP-START-1, FAP-START-3)."""
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
    if next_wish(p):
        return "FAP-PLAN-5" if p.wishes else "FAP-PLAN-4"
    if p.on("fog"):
        return "FAP-FOG-2" if p.section else "FAP-FOG-1"
    return "FA-SET-3"


# -- it is laid ------------------------------------------------------------------------------


def lay_asks(p: Race) -> Asks:
    """The next section out of the device's deck, or as it lies on the table (FA-SET-3)."""
    number, wish = len(p.track) + 1, next_wish(p)
    clause = lay_clause(p)
    if p.dealt:
        card = Pick(1, 1, plains(p.roads))
        prompt = text("fa.lay.draw", number=number)
        menu = Menu(option("lay", section=card))
        return menu.asks((1,), Kind.CHANCE, prompt, clause, "cards", auto=True)
    menu = Menu(*_sections(p, wish))
    prompt = text("fa.lay.prompt", number=number)
    if wish:
        wanted = text(f"fa.wish.{wish}")
        prompt = text("fa.lay.wish", number=number, wish=wanted)
        menu.refuse("lay", No("fa.why.wish", clause, {"wish": wanted}))
    return menu.asks(p.seats, Kind.REPORT, prompt, clause)


def draw_section(p: Race, chance: Chance) -> Entry | None:
    """The device's next section."""
    if not p.dealt:
        return None
    (taken,) = picks(1, 1, len(p.roads), chance.device())
    return Entry(1, "lay", {"section": [list(p.roads[taken])]})


def _sections(p: Race, wish: str) -> tuple[Option, ...]:
    """All sections with this property, the mix of the real deck being only assumed."""
    fitting = {
        form: tuple(sign for sign in SIGNS if fits(Section(form, sign), wish or sign))
        for form in p.numbers.forms()
    }
    return forms("lay", fitting)


def forms(verb: str, signs: dict[str, tuple[str, ...]]) -> tuple[Option, ...]:
    """Forms with the signs that may go with each, as few options as possible."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for form, found in signs.items():
        groups.setdefault(found, []).append(form)
    return tuple(
        option(verb, form=OneOf(tuple(forms)), sign=OneOf(found))
        for found, forms in groups.items()
        if found
    )


def lay_section(p: Race, entry: Entry, say: Say) -> None:
    """A section is laid; out of the deck only if it fits, else another is drawn and this one goes
    back (FAP-PLAN-5, FAP-START-2, I-9)."""
    if entry.has("section"):
        (section,) = sections_of(entry.items("section"))
        p.roads.remove(section)
    else:
        section = Section(entry.word("form"), entry.word("sign"))
    if not fits(section, next_wish(p) or section.sign):
        p.odd.append(section)
        return
    put_section(p, section, lay_clause(p), say)
    p.wishes = p.wishes[1:]
    p.roads = sorted(p.roads + p.odd)
    p.odd = []


def put_section(p: Race, section: Section, clause: str, say: Say) -> None:
    p.track.append(section)
    if p.dealt and not p.section and not p.on("plan"):
        return  # all eight at once: the page with the track tells them
    say(
        "fa.track.laid", clause, number=len(p.track), form=section.form, sign=section.sign,
        limit=section.limit,
    )  # fmt: skip
