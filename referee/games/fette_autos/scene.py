"""What the screen shows of a race besides the asks.

For all eyes: the cars in their order with the section beside them, and the speed of whoever acts.
For a player who holds the panel alone: his own cards. On pages: everybody's cards, the track.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.game import Brings, Grid, Plain, Scene, Table, Text, Who, Widget, text
from referee.games.fette_autos import series
from referee.games.fette_autos.asking import distinct, lying
from referee.games.fette_autos.cards import ARROWS, SLOTS, Card, Section
from referee.games.fette_autos.chips import excess
from referee.games.fette_autos.end import ranked_sides, side_points
from referee.games.fette_autos.hase import hase_speed, sticker
from referee.games.fette_autos.manoeuvre import mover
from referee.games.fette_autos.overtaking import again_price
from referee.games.fette_autos.position import Race, left

Cell = Text | str
Cells = tuple[Cell, ...]

#: Signs beside the cars; the page with the track spells them out.
SIGNS: Final = {
    "down": "▼", "up": "▲", "wind_left": "W►", "wind_right": "◄W", "bump": "•••", "jam": "■■",
}  # fmt: skip

#: Before the first car of the row: this is the way they drive.
FRONT: Final = "◄"

#: States in which the list of choices is the hand itself.
CHOOSING: Final = ("bid", "swap", "open")

#: States whose screen everybody looks at, whoever had the panel for himself before.
COMMON: Final = ("sign",)

#: States in which a card of the hand is played.
HANDLING: Final = ("manoeuvre", "speeding", "again")

#: States in which a card of the hand may replace an open one, with its verb.
SWAPPING: Final = {"manoeuvre": "exchange", "again": "slow"}

#: States in which one player drives and his speed matters.
DRIVING: Final = ("manoeuvre", "speeding", "brake", "brake_slot", "attack", "again")


def scene(p: Race, seat: int | None) -> Scene:
    """The screen of a position; ``seat``: for this player's eyes alone."""
    own = _alone(p, seat)
    big, unit = _big(p)
    return Scene(
        big=big,
        unit=unit,
        lines=_phase(p),
        body=(_own(p, own),) if own else (_grid(p),) if p.places else (),
        pages=_pages(p),
        brings=tuple(_brings(p, seat)) if seat in _focus(p) and p.state in SWAPPING else (),
    )


def _alone(p: Race, seat: int | None) -> int:
    """The player who sees his hand now: he has the panel for himself; 0: nobody.

    A single player sees it whenever his cards matter.
    """
    if not p.dealt or p.state in CHOOSING or p.state in COMMON:
        return 0
    return seat or int(p.solo and p.state in HANDLING)


def _big(p: Race) -> tuple[str, Text | None]:
    """The speed of whoever drives; in a poker the question for chips."""
    if p.state in DRIVING:
        return str(p.driver(_focus(p)[0]).speed), text("fa.unit")
    return ("●", text("fa.stake.unit")) if p.state == "stake" else ("", None)


def _phase(p: Race) -> tuple[Text, ...]:
    """What the cards of a warning sign are turned up for (FA-SIGN-1, FA-SIGN-9)."""
    if p.state != "sign" or not p.dealt:
        return ()
    target = text(f"fa.target.{p.numbers.sign_target[p.now.sign]}")
    kind = text(f"fa.kind.{p.now.kind}")
    bring = text("fa.sign.brings", kind=kind, n=p.numbers.chips_per_match)
    return text("fa.sign.about", target=target), bring


def _brings(p: Race, seat: int) -> Iterator[Brings]:
    """The speed that every exchange leads to, how much it is above the limit (FA-MAN-5), and what
    that costs where there is no brake (FA-OVT-10)."""
    driver = p.driver(seat)
    cards = distinct(driver.hand) if p.dealt else tuple(map(Card, p.numbers.tempo_values))
    for slot, name in enumerate(SLOTS[: len(driver.open)]):
        for card in cards:
            speed = driver.speed_with(slot, card)
            over = excess(p, speed)
            key = "speed" if not over else "over" if p.state == "manoeuvre" else "paid"
            said = text(f"fa.brings.{key}", speed=speed, over=over, n=again_price(p, speed))
            value: Plain = list(card) if p.dealt else card.value
            yield Brings(SWAPPING[p.state], {"slot": name, "card": value}, said)


# -- the cars --------------------------------------------------------------------------------


def _grid(p: Race) -> Grid:
    """The cars from the front, whoever acts (in a poker both) marked, and the section."""
    cells = tuple(_badge(p, car) for car in p.places)
    marked = frozenset((1, p.place(car)) for car in _focus(p))
    signs = _signs(p.track[max(p.section, 1) - 1])
    return Grid((cells,), left=(FRONT,), right=(signs,), marked=marked)


def _badge(p: Race, car: int) -> Text | str:
    """A player's seat, a Hase's sticker or a letter."""
    number = car if car > 0 else sticker(p, car)
    return str(number) if number else text("fa.hase-letter")


def _signs(section: Section) -> str:
    limit = str(section.limit) if section.limit else ""
    return f"{ARROWS[section.side]}{limit} {SIGNS[section.sign]}"


def _focus(p: Race) -> tuple[int, ...]:
    """The cars that matter now."""
    if p.poker is not None:
        return p.poker.cars
    if p.state in ("attack", "again"):
        return (p.acting,)
    if p.state in ("slot", "draw"):
        return (p.agenda[-1].seat,)
    return (mover(p),) if p.state in DRIVING else ()


def _cars(p: Race) -> Table:
    """The cars from the front with open cards, speed and chips."""
    marked = {p.place(car) for car in _focus(p)}
    return Table((), tuple(_car(p, car) for car in p.places), frozenset(marked))


def _car(p: Race, car: int) -> Cells:
    if car > 0:
        driver = p.driver(car)
        # the last column is left to the arrow of a list that goes on
        return (str(car), *lying(p, car, kinds=True), str(driver.speed), _chips(p, car), "")
    if p.poker is None or p.poker.hase != car or not p.poker.cards:
        return (_badge(p, car),)
    drawn = " ".join(str(card.value) for card in p.poker.cards)
    return (_badge(p, car), drawn, str(hase_speed(p, p.poker)))


def _chips(p: Race, seat: int) -> str:
    """A player's chips, unless they are hidden (FAP-HIDE-1)."""
    return "" if p.hiding else f"●{p.driver(seat).stock}"


# -- for one player's eyes -------------------------------------------------------------------


def _own(p: Race, seat: int) -> Table:
    """His hand, and his chips."""
    driver = p.driver(seat)
    return Table((), ((*map(_full, sorted(driver.hand)), f"●{driver.stock}"),))


def _full(card: Card) -> Text:
    return text("fa.card.brief", value=card.value, kind=text(f"drawn.{card.kind}"))


# -- pages -----------------------------------------------------------------------------------


def _pages(p: Race) -> Mapping[str, tuple[Text | Widget, ...]]:
    pages: dict[str, tuple[Text | Widget, ...]] = {}
    if p.places:
        pages["order"] = (_order(p),)
    if p.section and p.places:
        pages["cars"] = (_cars(p), text("fa.cars.legend"))
    if p.track:
        pages["track"] = (_track(p), text("fa.track.legend"))
    if p.teams:
        pages["teams"] = tuple(_teams(p))
    if p.points:
        pages["points"] = (_points(p),)
    if p.options["series"] or p.series:
        pages["series"] = _series(p)
    return pages


def _order(p: Race) -> Table:
    """All positions with the names of the drivers."""
    rows = tuple(
        (f"{place}.", _badge(p, car), _driver(p, car)) for place, car in enumerate(p.places, 1)
    )
    return Table(("", "", ""), rows)


def _driver(p: Race, car: int) -> Text:
    return text("fa.name", who=Who(car)) if car > 0 else text("fa.hase")


def _track(p: Race) -> Table:
    """The sections that lie on the table; driven ones are turned face down until the race is over
    (FA-RND-3)."""
    rows: list[Cells] = []
    for number, section in enumerate(p.track, 1):
        if number < p.section and not p.points:
            rows.append((f"{number}.", text("fa.track.driven"), ""))
        else:
            form = text("fa.track.form", form=section.form)
            rows.append((f"{number}.", form, SIGNS[section.sign]))
    for number, wish in enumerate(p.wishes, len(p.track) + 1):
        rows.append((f"{number}.", text("fa.track.wish", wish=text(f"fa.wish.{wish}")), ""))
    marked = frozenset({p.section}) if p.section else frozenset()
    return Table(("", "", ""), tuple(rows), marked)


def _teams(p: Race) -> list[Text]:
    lines = [text("fa.teams.pair", who=tuple(map(Who, team))) for team in p.teams]
    return lines + ([text("fa.teams.guest", who=Who(p.guest))] if p.guest else [])


def _points(p: Race) -> Table:
    """Points of this race: by sides where there are teams (FAP-TEAM-5)."""
    rows: list[Cells] = []
    sides = ranked_sides(p)
    if not p.on("team") and p.hasen:
        sides = sorted([*sides, []], key=lambda side: -side_points(p, side))
    for side in sides:
        rows.append((_side(side), str(side_points(p, side))))
    return Table(("", text("fa.head.points")), tuple(rows))


def _side(side: list[int]) -> Text:
    return text("fa.side", who=tuple(map(Who, side))) if side else text("fa.best-hase")


def _series(p: Race) -> tuple[Text | Widget, ...]:
    """The standings after the races so far (FA-END-3); equals by the better place in the last."""
    last = left(p) if p.points else p.before
    if not last.points:
        return (text("fa.series.none"),)
    names = series.order(last.points, last.places)
    rows = tuple((_entrant(who), str(last.points[who])) for who in names)
    return (text("fa.series.races", n=last.races), Table(("", text("fa.head.points")), rows))


def _entrant(who: str) -> Text:
    return text("fa.hasen") if who == series.HASEN else text("fa.name", who=Who(int(who)))
